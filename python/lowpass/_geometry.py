"""Where the units of a network live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from . import _core
from ._arrays import integer
from ._core import Error


@dataclass(frozen=True)
class Grid:
    """A grid of named axes, on which units are neighbours.

    Parameters
    ----------
    axes
        Name and size of each axis, the fastest-varying first: unit u of a full grid lies at
        (u mod size_0, u // size_0 mod size_1, ...).
    cells
        The cell of each unit, counted with the first axis fastest; by default the grid is full.

    Examples
    --------
    >>> Grid({"leg": 4, "segment": 2}).unit_count
    8
    """

    axes: Mapping[str, int]
    cells: tuple[int, ...] = field(default=())

    def __init__(self, axes: Mapping[str, int], cells: Sequence[int] | None = None) -> None:
        sizes = {str(name): integer(size, f"axis {name}", 1) for name, size in axes.items()}
        places = range(prod(sizes.values())) if cells is None else cells
        object.__setattr__(self, "axes", sizes)
        object.__setattr__(self, "cells", tuple(integer(cell, "cells", 0) for cell in places))

    @property
    def unit_count(self) -> int:
        return len(self.cells)

    def __hash__(self) -> int:
        return hash((tuple(self.axes.items()), self.cells))

    def _plain(self) -> tuple[list[tuple[str, int]], list[int]]:
        return list(self.axes.items()), list(self.cells)


@dataclass(frozen=True)
class Geometry:
    """The grids of a network; every mapping of weights follows from them.

    Parameters
    ----------
    inputs
        What the network sees, one unit a number of an observation.
    neurons
        Its outputs, one unit a number of an action.
    hidden
        Neurons of the network's own; None: none. A number makes one axis of so many.
    """

    inputs: Grid
    neurons: Grid
    hidden: Grid | None = None

    def __init__(self, inputs: Grid, neurons: Grid, hidden: Grid | int | None = None) -> None:
        for name, grid in (("inputs", inputs), ("neurons", neurons)):
            if not isinstance(grid, Grid):
                raise Error(f"geometry: {name} = {grid!r}: expected a Grid")
        if not (hidden is None or isinstance(hidden, Grid)):
            count = integer(hidden, "geometry: hidden", 0)
            hidden = Grid({"hidden": count}) if count > 0 else None
        object.__setattr__(self, "inputs", inputs)
        object.__setattr__(self, "neurons", neurons)
        object.__setattr__(self, "hidden", hidden)
        self._made()  # which checks it

    @property
    def input_count(self) -> int:
        return self.inputs.unit_count

    @property
    def neuron_count(self) -> int:
        """Hidden neurons, then outputs."""
        return self.output_count + (self.hidden.unit_count if self.hidden else 0)

    @property
    def output_count(self) -> int:
        return self.neurons.unit_count

    @property
    def weight_count(self) -> int:
        return self.neuron_count * (self.input_count + self.neuron_count + 1)

    def _made(self) -> Any:
        hidden = self.hidden._plain() if self.hidden else ([], [])
        return _core.Geometry(self.inputs._plain(), self.neurons._plain(), hidden)

    @staticmethod
    def _of(made: Any) -> Geometry:
        grids = [Grid(dict(axes), cells) for axes, cells in (made.inputs, made.neurons, made.hidden) if cells]
        return Geometry(*grids)
