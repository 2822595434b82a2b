"""Where environments come from: an id, a function that makes one, or one that exists."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import cloudpickle
import gymnasium

from .._core import Error

Environment = gymnasium.Env[Any, Any]


@dataclass(frozen=True)
class Source:
    """Makes the same environment again and again, also in another process.

    ``instance`` is set for an environment that nothing can make again: it runs in this process alone.
    """

    name: str
    make: Callable[[], Environment]
    arguments: Mapping[str, Any] = field(default_factory=dict)
    instance: Environment | None = None

    def build(self) -> Environment:
        """A new environment, or the one that there is."""
        if self.instance is not None:
            return self.instance
        try:
            made = self.make()
        except Exception as error:
            raise Error(f"environment {self.name}: it cannot be made: {type(error).__name__}: {error}") from error
        if not isinstance(made, gymnasium.Env):
            raise Error(f"environment {self.name}: it makes {made!r}: expected an environment of Gymnasium")
        return made

    def payload(self) -> bytes:
        """The same for another process."""
        try:
            return bytes(cloudpickle.dumps(Source(self.name, self.make, self.arguments)))
        except Exception as error:
            raise Error(
                f"environment {self.name}: it cannot be sent to another process ({error}): "
                "expected workers=1, or a function of a module"
            ) from error

    def arguments_text(self) -> str:
        """What it is made with besides its name, as the record has it."""
        return json.dumps(dict(self.arguments), sort_keys=True, default=repr)


@dataclass(frozen=True)
class _ById:
    id: str
    arguments: Mapping[str, Any]

    def __call__(self) -> Environment:
        return gymnasium.make(self.id, **self.arguments)


def source_of(environment: str | Callable[[], Environment] | Environment, arguments: Mapping[str, Any]) -> Source:
    """The source that a user means. Raises Error for what is none of the three."""
    if isinstance(environment, str):
        return Source(environment, _ById(environment, dict(arguments)), arguments)
    if isinstance(environment, gymnasium.Env):
        return _source_of_instance(environment, arguments)
    if isinstance(environment, gymnasium.vector.VectorEnv):
        raise Error("environment: a vector environment: expected a single one, of which each worker makes its own")
    if callable(environment):
        name = getattr(environment, "__qualname__", type(environment).__name__)
        make: Callable[..., Environment] = environment
        return Source(name, (lambda: make(**arguments)) if arguments else make, arguments)
    raise Error(
        f"environment = {environment!r}: expected the id of an environment, a function that makes one, "
        "or an environment"
    )


def _source_of_instance(environment: Environment, arguments: Mapping[str, Any]) -> Source:
    if arguments:
        raise Error("arguments: expected none for an environment that is made already")
    name = environment.spec.id if environment.spec else type(environment.unwrapped).__name__
    return Source(name, lambda: environment, {}, instance=environment)
