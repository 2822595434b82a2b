"""Searches: ask for genomes, tell their fitness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import Float64, broadcast, finite, integer, numbers
from ._keys import Key, key_of

_LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class SearchInfo:
    """What a search declares."""

    name: str
    help: str
    keys: tuple[Key, ...]
    largest_dimension: int | None
    """The most genes that it takes; None: any number."""


@dataclass(frozen=True, eq=False)
class SearchState:
    """Everything that the next generation of a search depends on: a plain value of NumPy arrays,
    which can be pickled, saved, and made anew from arrays."""

    seed: int
    generation: int
    """Generations told."""
    best_genome: Float64
    """Empty before the first generation."""
    best_fitness: float
    arrays: Mapping[str, Float64]
    """What else the search keeps, by the names of its source: ``mean``, ``sigma``, ``C``."""


def searches() -> dict[str, SearchInfo]:
    """Every search by its name, the default first.

    Examples
    --------
    >>> list(lowpass.searches())[:2]
    ['snes', 'xnes']
    """
    return {
        entry["name"]: SearchInfo(
            entry["name"],
            entry["help"],
            tuple(key_of(key) for key in entry["keys"]),
            entry.get("largest_dimension"),
        )
        for entry in _core.searches()
    }


class Search:
    """One search, for genomes of one length. Fitness is **maximised**; NaN ranks last.

    The state is a value: `state` gives it, and setting it goes on from there. A search can be
    pickled at any time. Random numbers are functions of seed, generation, individual and gene, so
    that a run repeats to the bit.

    Parameters
    ----------
    name
        One of `searches`.
    mean, sigma
        A normal distribution for each gene, to start from. One number of sigma stands for all.
    seed
        0 to 2**63 - 1.
    segments
        Genes of each chromosome, for searches that recombine them; by default one segment.
    **keys
        Settings of the search, as `searches` lists them: ``population=20``.

    Examples
    --------
    >>> search = lowpass.Search("snes", mean=np.zeros(3), sigma=1.0, seed=1)
    >>> while search.generation < 100:
    ...     genomes = search.ask()
    ...     search.tell(-(genomes ** 2).sum(axis=1))
    >>> bool(search.best_fitness > -1e-6)
    True
    """

    def __init__(
        self,
        name: str,
        mean: ArrayLike,
        sigma: ArrayLike = 1.0,
        *,
        seed: int = 1,
        segments: Sequence[int] = (),
        **keys: Any,
    ) -> None:
        self._make(name, finite(mean, "mean", (None,)).size, segments, keys)
        self._core.start(
            finite(mean, "mean", (self.dimension,)),
            broadcast(sigma, "sigma", self.dimension),
            integer(seed, "seed", 0, _LARGEST_SEED),
        )

    def _make(self, name: str, dimension: int, segments: Sequence[int], keys: Mapping[str, Any]) -> None:
        self._name = str(name)
        self._segments = tuple(integer(n, "segments", 1) for n in segments)
        self._keys = dict(keys)
        self._core = _core.Search(self._name, self._keys, dimension, list(self._segments))
        self._has_asked = False
        self._noise: Float64 | None = None

    @classmethod
    def from_state(
        cls,
        name: str,
        state: SearchState,
        dimension: int,
        *,
        segments: Sequence[int] = (),
        **keys: Any,
    ) -> Search:
        """The search that goes on from a state: the same name, dimension and keys give the same bits."""
        search = cls.__new__(cls)
        search._make(name, integer(dimension, "dimension", 1), segments, keys)
        search.state = state
        return search

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimension(self) -> int:
        """Genes of a genome."""
        return int(self._core.dimension)

    @property
    def population_size(self) -> int:
        """Genomes of a generation."""
        return int(self._core.population_size)

    @property
    def noise_shape(self) -> tuple[int, int]:
        """Of the standard normal draws of a generation: (0, dimension) for searches without."""
        return int(self._core.noise_rows), self.dimension

    def ask(self, noise: ArrayLike | None = None) -> Float64:
        """The genomes of this generation, (population_size, dimension).

        Asking twice gives the same genomes.

        Parameters
        ----------
        noise
            Standard normal draws of one's own, of `noise_shape`; by default the search draws them.
        """
        self._noise = None if noise is None else finite(noise, "noise", self.noise_shape).copy()
        genomes = np.empty((self.population_size, self.dimension))
        self._core.ask(self._noise, genomes)
        self._has_asked = True
        return genomes

    def tell(self, fitness: ArrayLike) -> None:
        """Learns from the fitness of each genome that was asked for: higher is better."""
        if not self._has_asked:
            raise _core.Error("tell: expected after ask: no genomes wait for their fitness")
        self._core.tell(numbers(fitness, "fitness", (self.population_size,)))
        self._has_asked = False

    @property
    def state(self) -> SearchState:
        """A copy of the state; what was asked and not told is no part of it."""
        return SearchState(**self._core.state())

    @state.setter
    def state(self, state: SearchState) -> None:
        self._core.set_state(
            integer(state.seed, "seed", 0, _LARGEST_SEED),
            integer(state.generation, "generation", 0, 2**32 - 1),
            numbers(state.best_genome, "best_genome", (None,)),
            float(state.best_fitness),
            {name: numbers(array, name, (None,)) for name, array in state.arrays.items()},
        )
        self._has_asked = False

    def grown(self, origin: Sequence[int], sigma: ArrayLike, *, segments: Sequence[int] = ()) -> Search:
        """The search for longer genomes that goes on from this one.

        Parameters
        ----------
        origin
            For each new gene its former index, or -1 for one that begins with mean 0 and its sigma.
        sigma
            Of the new genes; those of others are not looked at.
        segments
            As in the constructor.
        """
        longer = Search.__new__(Search)
        longer._make(self._name, len(origin), segments, self._keys)
        origins = [integer(i, "origin", -1, self.dimension - 1) for i in origin]
        longer._core.grow(self._core, origins, broadcast(sigma, "sigma", len(origins)))
        return longer

    @property
    def generation(self) -> int:
        """Generations told."""
        return int(self._core.generation)

    @property
    def best_genome(self) -> Float64:
        """The best genome so far; empty before the first generation."""
        return self.state.best_genome

    @property
    def best_fitness(self) -> float:
        return float(self._core.best_fitness)

    @property
    def mean(self) -> Float64:
        """Where the search stands, gene by gene."""
        mean: Float64 = self._core.distribution()[0]
        return mean

    @property
    def sigma(self) -> Float64:
        """How far it looks around, gene by gene."""
        sigma: Float64 = self._core.distribution()[1]
        return sigma

    def signals(self) -> dict[str, float]:
        """Its numbers worth a curve, the same names in every generation."""
        return dict(self._core.signals())

    def __getstate__(self) -> dict[str, Any]:
        return {
            "name": self._name,
            "dimension": self.dimension,
            "segments": self._segments,
            "keys": self._keys,
            "state": self.state,
            "has_asked": self._has_asked,
            "noise": self._noise,
        }

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self._make(saved["name"], saved["dimension"], saved["segments"], saved["keys"])
        self.state = saved["state"]
        if saved["has_asked"]:
            self.ask(saved["noise"])

    def __repr__(self) -> str:
        return f"Search({self._name!r}, dimension={self.dimension}, generation={self.generation})"


def search(
    name: str,
    mean: ArrayLike,
    sigma: ArrayLike = 1.0,
    *,
    seed: int = 1,
    segments: Sequence[int] = (),
    **keys: Any,
) -> Search:
    """A new `Search`; fitness is **maximised**."""
    return Search(name, mean, sigma, seed=seed, segments=segments, **keys)
