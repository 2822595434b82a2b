"""A saved controller, tried again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from .._core import Error, available_threads
from .episodes import Orders
from .policy import EnvironmentPolicy
from .recording import record as record_episode
from .source import Source, source_of
from .workers import crew_of


def evaluate(
    policy: EnvironmentPolicy | str | PathLike[str],
    environment: Any = None,
    *,
    seeds: Sequence[int] | None = None,
    workers: int = 1,
) -> tuple[float, list[float]]:
    """The fitness of a saved controller, and the return of each episode.

    Parameters
    ----------
    policy
        A policy, a genome file, or a run folder (whose best controller is meant).
    environment
        As `evolve` takes it; None: the one that the file names.
    seeds
        Of the resets; None: those that gave the stored fitness, which then comes out again to the
        last bit.
    workers
        Processes.
    """
    held = policy if isinstance(policy, EnvironmentPolicy) else EnvironmentPolicy.load(policy)
    source = _source(held, environment)
    resets = tuple(int(seed) for seed in (held.seeds if seeds is None else seeds))
    if not resets:
        raise Error("seeds: expected at least one (the file keeps none)")
    crew = crew_of(source, held.configuration, int(held.task["steps"]), min(workers, available_threads()))
    try:
        orders = [Orders((seed,), held.mean, held.scale) for seed in resets]
        reports = crew.play(np.array([held.genome] * len(resets)), orders)
    finally:
        crew.close()
    returns = [report.returns[0] for report in reports]
    total = 0.0
    for value in returns:  # in order, as the library sums
        total += value
    return total / len(returns), returns


def record(
    folder: str | PathLike[str], environment: Any = None, *, seed: int, which: str = "best", name: str = ""
) -> Path | None:
    """Keeps an episode of a run's controller for the page of ``lowpass serve``; where it was written.

    Parameters
    ----------
    folder
        The run folder.
    environment
        As `evolve` takes it; None: the one that the run names.
    seed
        Of the reset.
    which
        ``best``, ``last`` or ``mean``.
    name
        Of the recording.
    """
    held = EnvironmentPolicy.load(Path(folder) / f"{which}.json")
    return record_episode(held, _source(held, environment), seed=seed, folder=Path(folder), name=name)


def _source(policy: EnvironmentPolicy, environment: Any) -> Source:
    if environment is not None:
        return source_of(environment, {})
    return source_of(str(policy.task["id"]), json.loads(policy.task["arguments"]))
