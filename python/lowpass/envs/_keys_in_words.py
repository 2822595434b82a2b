"""Arguments of environments as the tasks declare them."""

from __future__ import annotations

import inspect
from textwrap import dedent
from typing import TypeVar

from .._task import tasks

_Env = TypeVar("_Env", bound=type)

_COMMON = """
## Arguments
``render_mode``: None or ``rgb_array``; ``picture``: its width and height; ``action_low``: -1 or 0;
``action_dtype``: float32 or float64; vector environments also ``threads`` and ``autoreset_mode``.
The keys of the task, by name:
"""


def with_keys(env: _Env) -> _Env:
    """Adds the task's keys to the signature and the docstring of an environment's class, so that
    editors and help() know them; a new key of the task is there by itself."""
    keys = tasks()[env.task_name].keys  # type: ignore[attr-defined]
    lines = [f"``{key.name}``: {key.help}; {key.allowed} (default {key.default_text})" for key in keys]
    env.__doc__ = dedent(env.__doc__ or "").rstrip() + "\n" + _COMMON + "".join(f"- {line}\n" for line in lines)
    plain = [
        p
        for p in inspect.signature(env.__init__).parameters.values()  # type: ignore[misc]
        if p.kind is not inspect.Parameter.VAR_KEYWORD and p.name != "self"
    ]
    declared = [
        inspect.Parameter(key.name, inspect.Parameter.KEYWORD_ONLY, default=key.default) for key in keys
    ]
    env.__signature__ = inspect.Signature([*plain, *declared])  # type: ignore[attr-defined]
    return env
