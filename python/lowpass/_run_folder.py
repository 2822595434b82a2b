"""What runs leave behind, as NumPy arrays."""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arrays import Float64
from ._controller_file import load_policy, policy_of
from ._policy import Policy
from ._search import Search, SearchState

if TYPE_CHECKING:
    from .environments.policy import EnvironmentPolicy


class RunFolder:
    """A run folder: of ``lowpass evolve``, or of `lowpass.evolve`. What is there is read when asked for, so
    that a run that goes on can be looked at.

    Parameters
    ----------
    path
        The folder, which holds a ``manifest.json``.

    Examples
    --------
    >>> run = lowpass.RunFolder("runs/a")
    >>> run.generations["best_so_far"][-1]
    >>> run.best.act(observation)
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self._manifest()  # which checks it

    def _manifest(self) -> dict[str, Any]:
        return dict(_core.read_manifest(str(self.path / "manifest.json")))

    @property
    def configuration(self) -> dict[str, dict[str, Any]]:
        """Table by table, every key that decides the run."""
        tables: dict[str, dict[str, Any]] = json.loads(self._manifest()["configuration"])
        return tables

    @property
    def summary(self) -> dict[str, Any] | None:
        """What a finished run came to: seed, evaluations, coefficients, best_fitness,
        evaluations_to_target, diverged, digest. None for one that is not finished."""
        summary: dict[str, Any] | None = self._manifest()["summary"]
        return summary

    @property
    def is_finished(self) -> bool:
        return self.summary is not None

    @property
    def generations(self) -> dict[str, NDArray[Any]]:
        """A column each: generation, evaluations, coefficients, best, mean, worst, best_so_far,
        diverged, and the signals of the search."""
        return columns(_core.read_generations(str(self.path / "generations.jsonl")))

    @property
    def spectrum(self) -> tuple[NDArray[np.int64], Float64, Float64]:
        """Generations that were recorded, and a row of the search's mean and sigma for each; NaN
        where a genome that has grown had no gene yet. Empty for genomes too long to record."""
        file = self.path / "spectrum.jsonl"
        records = _core.read_spectra(str(file)) if file.exists() else []
        genes = max((len(mean) for _, mean, _ in records), default=0)
        mean = np.full((len(records), genes), np.nan)
        sigma = mean.copy()
        for row, (_, of_mean, of_sigma) in enumerate(records):
            mean[row, : len(of_mean)] = of_mean
            sigma[row, : len(of_sigma)] = of_sigma
        return np.array([generation for generation, _, _ in records], np.int64), mean, sigma

    @property
    def best(self) -> Policy | EnvironmentPolicy:
        """The best controller so far."""
        return load_policy(self.path / "best.json")

    @property
    def last(self) -> Policy | EnvironmentPolicy:
        """The best controller of the last generation of a finished run."""
        return load_policy(self.path / "last.json")

    @property
    def state(self) -> SearchState:
        """The search as the checkpoint has it."""
        return SearchState(**_core.read_search_state(str(self.path)))

    def search(self) -> Search:
        """The search as the checkpoint has it, to go on by ask and tell."""
        state = self.state
        optimizer = dict(self.configuration["optimizer"])
        name = optimizer.pop("name")
        for key in ("sigma0", "weight_rms"):
            optimizer.pop(key, None)
        encoding = policy_of(_core.read_controller(str(self.path / "best.json"))).encoding
        assert encoding is not None
        segments = [length for length in encoding.lengths if length > 0]
        return Search.from_state(
            name, state, encoding.genome_size, segments=segments, **optimizer
        )

    def __repr__(self) -> str:
        return f"RunFolder({str(self.path)!r})"


def columns(records: list[dict[str, Any]]) -> dict[str, NDArray[Any]]:
    """Records as columns; a name that came later is NaN before."""
    names = dict.fromkeys(name for record in records for name in record)
    return {name: np.array([record.get(name, np.nan) for record in records]) for name in names}
