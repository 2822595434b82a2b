"""The evolution of a controller for an environment: the library searches, Python plays."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core import Configuration, Error, OutsideRun, validation_seeds, write_file
from .._geometry import Geometry
from .episodes import Orders, Report
from .grids import Layout, layout_of
from .policy import EnvironmentPolicy
from .source import Environment, Source
from .spaces import space_text
from .workers import Crew, crew_of

OnGeneration = Callable[[dict[str, Any]], object]
Settings = Sequence[tuple[str, Any]]


@dataclass(frozen=True)
class Validation:
    """Returns on seeds that no generation had."""

    seeds: tuple[int, ...]
    best: tuple[float, ...]  # of the best individual of the run
    mean: tuple[float, ...]  # of the controller in the middle of the search's distribution


@dataclass(frozen=True)
class Plan:
    """What is to be evolved: an environment, and the settings of the library besides those of the task."""

    source: Source
    settings: Settings = ()
    geometry: str | Mapping[str, Any] | Geometry = "auto"
    permutation: int = 0
    episodes: int = 1
    steps: int = 0
    normalize: bool = True


def task_settings(plan: Plan, environment: Environment, layout: Layout) -> Settings:
    """The table of the task, and the environment's own threshold as the target."""
    space = (space_text(environment.observation_space), space_text(environment.action_space))
    keys = {
        "name": "environment",
        "id": plan.source.name,
        "arguments": plan.source.arguments_text(),
        "observation": space[0],
        "action": space[1],
        "geometry": layout.text(),
        "axes": layout.origin,
        "permutation": plan.permutation,
        "episodes": plan.episodes,
        "steps": plan.steps,
        "normalize": plan.normalize,
    }
    settings: list[tuple[str, Any]] = [(f"task.{key}", value) for key, value in keys.items()]
    threshold = environment.spec.reward_threshold if environment.spec is not None else None
    return settings if threshold is None else [*settings, ("budget.target", float(threshold))]


class EnvironmentRun:
    """A run, generation by generation; what it came to stays in its folder, if it has one."""

    def __init__(
        self, plan: Plan, *, folder: Path | None, resume: bool, workers: int, cpu: str, started: str
    ) -> None:
        self.folder = folder
        self.failure = ""  # the first traceback from the environment
        self._plan = plan
        probe = plan.source.build()
        try:
            self.layout = layout_of(probe, plan.geometry).shuffled(plan.permutation)
            settings = task_settings(plan, probe, self.layout)
        finally:
            if plan.source.instance is None:
                probe.close()
        configuration = Configuration([*settings, *plan.settings])
        self._configuration = configuration.json()
        self.run = OutsideRun(configuration, None if folder is None else str(folder), resume, cpu, workers, started)
        for note in (self.run.damage, self.layout.note()):
            if note:
                warnings.warn(note, RuntimeWarning, stacklevel=4)
        self._workers = workers
        self._crew: Crew | None = None

    @property
    def crew(self) -> Crew:
        """Who plays; started when there is something to play."""
        if self._crew is None:
            self._crew = crew_of(self._plan.source, self._configuration, self._plan.steps, self._workers)
        return self._crew

    def close(self) -> None:
        """Ends the workers."""
        if self._crew is not None:
            self._crew.close()

    def step(self) -> dict[str, Any]:
        """One generation; what the record says of it."""
        genomes = np.empty((self.run.population_size, self.run.genome_size))
        self.run.ask(genomes)
        mean, scale = self.run.normalization() if self._plan.normalize else ([], [])
        orders = Orders(tuple(self.run.seeds()), mean, scale, self._plan.normalize)
        reports = self.crew.play(genomes, [orders] * len(genomes))
        self._note_failure(reports)
        try:
            return self.run.tell(*_told(reports, self._plan.normalize))
        except Error as error:
            first = f"; the first failure was:\n{self.failure}" if self.failure else ""
            raise Error(f"environment {self._plan.source.name}: {error}{first}") from None

    def _note_failure(self, reports: list[Report]) -> None:
        if self.failure:
            return
        for individual, report in enumerate(reports):
            if report.failure:
                place = f"generation {self.run.generation + 1}, individual {individual + 1}"
                self.failure = f"{place}:\n{report.failure}"
                warnings.warn(
                    f"environment {self._plan.source.name} failed; such individuals rank last. {self.failure}",
                    RuntimeWarning,
                    stacklevel=5,
                )
                if self.folder is not None:
                    write_file(str(self.folder / "failure.txt"), self.failure)
                return

    def finish(self, on_generation: OnGeneration | None) -> None:
        """Runs to the end. Interrupted, it saves itself."""
        try:
            while not self.run.is_finished:
                record = self.step()
                if on_generation is not None:
                    on_generation(record)
        except KeyboardInterrupt:
            self.run.stop()
            raise
        self.run.finish()

    def best(self) -> EnvironmentPolicy:
        """The best controller so far."""
        return EnvironmentPolicy(self.run.best(), "best controller")

    def validation_seeds(self, episodes: int) -> tuple[int, ...]:
        """Seeds that no generation has."""
        return tuple(validation_seeds(self.run.summary()["seed"], episodes))

    def validate(self, episodes: int) -> Validation:
        """The best and the mean controller, on seeds of their own; kept in ``validation.json``."""
        seeds = self.validation_seeds(episodes)
        policies = [self.best(), EnvironmentPolicy(self.run.mean(), "mean controller")]
        genomes, orders = [], []
        for policy in policies:
            genomes += [policy.genome] * episodes
            orders += [Orders((s,), policy.mean, policy.scale) for s in seeds]
        reports = self.crew.play(np.array(genomes), orders) if episodes else []
        returns = tuple(report.returns[0] for report in reports)
        validation = Validation(seeds, returns[:episodes], returns[episodes:])
        if self.folder is not None:
            write_file(str(self.folder / "mean.json"), self.run.mean())
            write_file(str(self.folder / "validation.json"), _validation_text(validation))
        return validation


def _told(
    reports: list[Report], normalize: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    returns = np.array([report.returns for report in reports])
    if not normalize:
        return returns, np.empty(0), np.empty((0, 0)), np.empty((0, 0))
    inputs = max(len(report.moments[1]) for report in reports)
    counts = np.array([report.moments[0] for report in reports])
    # Who failed before it saw anything has no moments, and they are not asked for.
    means, squares = (
        np.array([report.moments[k] or [0.0] * inputs for report in reports], dtype=np.float64) for k in (1, 2)
    )
    return returns, counts, means, squares


def _validation_text(validation: Validation) -> str:
    def told(returns: tuple[float, ...]) -> dict[str, Any]:
        finite = [value for value in returns if np.isfinite(value)]
        return {
            "mean": float(np.mean(finite)) if finite else None,
            "returns": [value if np.isfinite(value) else None for value in returns],
        }

    content = {
        "format": "lowpass-validation",
        "version": 1,
        "seeds": list(validation.seeds),
        "best": told(validation.best),
        "mean": told(validation.mean),
    }
    return json.dumps(content) + "\n"
