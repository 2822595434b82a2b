"""A controller that was evolved for an environment, ready to act."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._controller_file import policy_of
from .._core import Error, Pilot, genome_parts, read_controller_text
from .._policy import Policy
from .spaces import actor, space_from_text, writer


class EnvironmentPolicy:
    """A saved controller with all that belongs to it: how observations become inputs, what they are normalised
    with, and how outputs become actions.

    >>> policy = EnvironmentPolicy.load("runs/a")          # doctest: +SKIP
    >>> observation, _ = environment.reset(seed=1)         # doctest: +SKIP
    >>> policy.reset()                                     # doctest: +SKIP
    >>> action = policy.act(observation)                   # doctest: +SKIP
    """

    def __init__(self, text: str, name: str = "policy") -> None:
        self.text = text
        (self.configuration, genome, self.mean, self.scale, seeds, fitness) = genome_parts(text, name)
        self.genome: NDArray[np.float64] = np.array(genome)
        self.seeds: tuple[int, ...] = tuple(seeds)
        self.fitness: float | None = fitness
        self.task: dict[str, Any] = json.loads(self.configuration)["task"]
        if self.task["name"] != "environment":
            raise Error(f"{name}: a controller of the task {self.task['name']}: expected one of an environment")
        self._pilot = Pilot(self.configuration)
        self._pilot.load(self.genome, self.mean, self.scale)
        self._write = writer(space_from_text(self.task["observation"]))
        self._act = actor(space_from_text(self.task["action"]), self._pilot)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> EnvironmentPolicy:
        """The controller of a genome file, or the best one of a run's folder."""
        file = Path(path)
        if file.is_dir():
            file = file / "best.json"
        try:
            return cls(file.read_text(encoding="utf-8"), str(file))
        except OSError as error:
            raise Error(f"{file}: {error.strerror}") from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the genome file."""
        Path(path).write_text(self.text, encoding="utf-8")

    def reset(self) -> None:
        """Before each episode: the network forgets."""
        self._pilot.start()

    def act(self, observation: Any) -> Any:
        """The action that follows on an observation."""
        self._write(self._pilot.inputs, observation)
        return self._act()

    def network(self) -> Policy:
        """The network alone, from inputs to outputs in [0, 1], to be exported: its weights and biases have the
        normalisation in them, so that it takes observations as they are."""
        plain = policy_of(read_controller_text(self.text, "policy"))
        inputs, recurrent, bias = plain.matrices
        if self.mean:
            scaled = inputs * np.array(self.scale)
            bias = bias - scaled @ np.array(self.mean)
            inputs = scaled
        weights = np.concatenate([inputs.ravel(), recurrent.ravel(), bias])
        return Policy(plain.geometry, weights, kind=plain.kind, activation=plain.activation, output=plain.output)

    def __reduce__(self) -> tuple[type[EnvironmentPolicy], tuple[str]]:
        return EnvironmentPolicy, (self.text,)
