"""Genomes to weights, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import Float64, choice, finite, integer
from ._core import Error
from ._geometry import Geometry

KINDS = ("recurrent", "feed-forward", "elman", "jordan")
SCALES = ("none", "amplitude")


@dataclass(frozen=True)
class Encoding:
    """Turns genomes into the weights of networks. A value: it can be pickled and compared.

    Parameters
    ----------
    geometry
        Of the network.
    mapping
        How weights lie in arrays of coefficients: ``omega1``, ``omega2``, ``omega3``, arrays of
        one's own as JSON, or ``direct``: a gene a link.
    coefficients
        Genes of a genome; of no meaning for ``direct``.
    kind
        ``recurrent``, ``feed-forward``, ``elman`` or ``jordan``.
    step
        ``dense``, or ``spectral``: networks are stepped without forming their weights.

    Examples
    --------
    >>> geometry = lowpass.Geometry(lowpass.Grid({"x": 4}), lowpass.Grid({"y": 2}))
    >>> encoding = lowpass.Encoding(geometry, coefficients=5)
    >>> encoding.decode(np.ones(5)).shape
    (14,)
    """

    geometry: Geometry
    mapping: str = "omega3"
    coefficients: int = 20
    kind: str = "recurrent"
    step: str = "dense"
    _resized_from: tuple[Encoding, str] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.geometry, Geometry):
            raise Error(f"geometry = {self.geometry!r}: expected a Geometry")
        choice(self.kind, "kind", KINDS)
        choice(self.step, "step", ("dense", "spectral"))
        integer(self.coefficients, "coefficients", 1)
        object.__setattr__(self, "_core", self._make())

    def _make(self) -> Any:
        if self._resized_from is not None:
            evolved, scale = self._resized_from
            return evolved._core.resized(self.geometry._made(), scale)  # type: ignore[attr-defined]
        return _core.make_encoding(
            str(self.mapping), self.geometry._made(), self.coefficients, self.step, self.kind
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_core"}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self.__post_init__()

    @property
    def genome_size(self) -> int:
        """Genes of a genome."""
        return int(self._core.genome_size)  # type: ignore[attr-defined]

    @property
    def lengths(self) -> tuple[int, ...]:
        """Genes of each chromosome, in the order of the genome."""
        return tuple(self._core.lengths)  # type: ignore[attr-defined]

    @property
    def weight_count(self) -> int:
        return self.geometry.weight_count

    def decode(self, genome: ArrayLike) -> Float64:
        """The weights of a genome: input weights (a row a neuron), recurrent weights, biases, flat.

        Rows of genomes give rows of weights.
        """
        rows_of = (None,) if np.ndim(genome) == 2 else ()
        rows = finite(genome, "genome", (*rows_of, self.genome_size))
        weights = np.empty(rows.shape[:-1] + (self.weight_count,))
        self._core.decode(np.atleast_2d(rows), np.atleast_2d(weights))  # type: ignore[attr-defined]
        return weights

    def encode(self, weights: ArrayLike) -> Float64:
        """A genome for these weights: exact if there are as many coefficients as cells, else without
        the frequencies that have no gene."""
        genome: Float64 = self._core.encode(  # type: ignore[attr-defined]
            finite(weights, "weights", (self.weight_count,))
        )
        return genome

    def matrices(self, genome: ArrayLike) -> tuple[Float64, Float64, Float64]:
        """The same weights as (neurons, inputs), (neurons, neurons) and (neurons,), a row a neuron."""
        return split_weights(self.decode(genome), self.geometry)

    def sigma_of_weight_rms(self, rms: float) -> Float64:
        """For each gene the standard deviation at which random genomes decode to weights of this
        root mean square."""
        sigma: Float64 = self._core.sigma_of_weight_rms(float(rms))  # type: ignore[attr-defined]
        return sigma

    def resized(self, geometry: Geometry, scale: str = "none") -> Encoding:
        """The encoding that decodes the same genomes for a network of another size: genes keep their
        frequencies.

        Parameters
        ----------
        geometry
            With the same axes, of other sizes.
        scale
            ``none``: coefficients as they are; ``amplitude``: weights keep their height.
        """
        choice(scale, "scale", SCALES)
        return Encoding(geometry, self.mapping, self.coefficients, self.kind, self.step, (self, scale))


def split_weights(weights: ArrayLike, geometry: Geometry) -> tuple[Float64, Float64, Float64]:
    """Flat weights as input (neurons, inputs), recurrent (neurons, neurons) and bias (neurons,)."""
    flat = finite(weights, "weights", (geometry.weight_count,))
    inputs, neurons = geometry.input_count, geometry.neuron_count
    recurrent = neurons * inputs
    bias = recurrent + neurons * neurons
    return (
        flat[:recurrent].reshape(neurons, inputs),
        flat[recurrent:bias].reshape(neurons, neurons),
        flat[bias:],
    )


def resized_weights(
    weights: ArrayLike,
    origin: Geometry,
    to: Geometry,
    *,
    mapping: str = "omega3",
    kind: str = "recurrent",
    scale: str = "none",
) -> Float64:
    """The weights of a network at another size, through the frequencies of a mapping."""
    choice(kind, "kind", KINDS)
    choice(scale, "scale", SCALES)
    flat = finite(weights, "weights", (origin.weight_count,))
    return np.asarray(_core.resized_weights(flat, mapping, origin._made(), to._made(), kind, scale))


def coefficient_order(shape: Sequence[int], count: int | None = None) -> NDArray[np.intp]:
    """The first places of a coefficient array from low to high frequency, a row of coordinates each.

    Examples
    --------
    >>> lowpass.coefficient_order((2, 3), 3).tolist()
    [[0, 0], [1, 0], [0, 1]]
    """
    sizes = [integer(size, "shape", 1, 2**31 - 1) for size in shape]
    cells = _core.cell_count(sizes)
    wanted = cells if count is None else integer(count, "count", 1, cells)
    return np.array(_core.coefficient_order(sizes, wanted), dtype=np.intp)
