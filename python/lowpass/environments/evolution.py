"""From the words of a user to a run of an environment."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from .._arrays import integer
from .._core import Error, available_threads
from .recording import record
from .run import EnvironmentRun, OnGeneration, Plan, Settings, Validation
from .source import Source, source_of

_EPISODES_OF_VALIDATION = 10


def evolved(
    environment: Any,
    settings: Settings,
    own: Mapping[str, Any],
    *,
    workers: int | None,
    folder: Path | None,
    resume: bool,
    circumstances: tuple[str, str],
    on_generation: OnGeneration | None,
) -> tuple[EnvironmentRun, Validation]:
    """A whole run, its test, and a recording for the page. ``own`` are the arguments of environments alone."""
    asked = dict(own)
    arguments, is_recorded = asked.pop("arguments", {}), asked.pop("record", True)
    if not isinstance(arguments, Mapping):
        raise Error(f"arguments = {arguments!r}: expected a dict")
    if not isinstance(is_recorded, bool):
        raise Error(f"record = {is_recorded!r}: expected True or False")
    episodes = integer(asked.pop("validation", _EPISODES_OF_VALIDATION), "validation", 0, 100_000)
    source = source_of(environment, arguments)
    plan = Plan(source, settings, **asked)
    cpu, started = circumstances
    crew = _worker_count(source, workers)
    with closing(
        EnvironmentRun(plan, folder=folder, resume=resume, workers=crew, cpu=cpu, started=started)
    ) as run:
        run.finish(on_generation)
        validation = run.validate(episodes)
        if is_recorded and folder is not None:
            record(run.best(), source, seed=run.validation_seeds(1)[0], folder=folder)
        return run, validation


def _worker_count(source: Source, workers: int | None) -> int:
    if workers is not None:
        return workers
    return 1 if source.instance is not None else int(available_threads())
