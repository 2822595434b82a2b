"""The grids on which observations and actions of an environment lie.

A space of Gymnasium says how many numbers there are, not which of them are neighbours; an encoding by frequencies
lives from neighbours. So the grids are declared by the user or by the environment, read from the joint tree of a
MuJoCo model, or taken from the shape of a Box; failing all that, the order of the vector must do, and the record
says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces

from .. import _geometry as lowpass_grid
from .._core import Error
from .._geometry import Geometry
from .joint_tree import joint_tree
from .source import Environment
from .spaces import input_count, output_count

Axes = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Grid:
    """Axes with names and sizes, the fastest first, and the cell of each unit, counted with the first axis fastest."""

    axes: Axes
    cells: tuple[int, ...]

    @property
    def size(self) -> int:
        """All cells, empty ones too."""
        return int(np.prod([size for _, size in self.axes], dtype=np.int64))

    def shuffled(self, seed: int, stream: int) -> Grid:
        """The same cells, given to the units in another order."""
        order = np.random.Generator(np.random.Philox(key=[seed, stream])).permutation(len(self.cells))
        return Grid(self.axes, tuple(self.cells[int(i)] for i in order))

    def plain(self) -> dict[str, Any]:
        """As the configuration has it."""
        result: dict[str, Any] = {"axes": [list(axis) for axis in self.axes]}
        if self.cells != tuple(range(self.size)):
            result["cells"] = list(self.cells)
        return result


@dataclass(frozen=True)
class Layout:
    """Where inputs and outputs lie, and who said so: "declared", "joint-tree", "shape" or "vector"."""

    inputs: Grid
    outputs: Grid
    origin: str
    permutation: int = 0  # seed of the order in which units were shuffled; 0: as they are

    def text(self) -> str:
        """As the configuration has it."""
        return json.dumps({"inputs": self.inputs.plain(), "neurons": self.outputs.plain()}, separators=(",", ":"))

    def note(self) -> str:
        """What a reader of the run should know; nothing where the grids mean something."""
        if self.permutation:
            return f"a control: the units of the {self.origin} grids were shuffled (seed {self.permutation})"
        if self.origin == "vector":
            return "the grids are the order of the vectors, in which neighbours mean nothing"
        return ""

    def shuffled(self, seed: int) -> Layout:
        """The control: the same grids, with the units in an order that means nothing."""
        if seed == 0:
            return self
        return Layout(self.inputs.shuffled(seed, 0), self.outputs.shuffled(seed, 1), self.origin, seed)


def layout_of(environment: Environment, geometry: str | Mapping[str, Any] | Geometry) -> Layout:
    """The layout that a user asks for: "auto", "vector", "shape", "joint-tree", a Geometry, or declared grids::

        {"inputs": {"joint": 4, "quantity": 2}, "outputs": {"joint": 4}}                 # every cell, in order
        {"inputs": {"axes": {"joint": 4, "quantity": 2}, "cells": [0, 1, 2, 3, 4, 5]}}   # some, in one's own order

    Axes are fastest first. "auto" is what the environment declares (its attribute ``lowpass_geometry``), else the
    joint tree, else the shape, else the order of the vector.
    """
    inputs, outputs = input_count(environment.observation_space), output_count(environment.action_space)
    if isinstance(geometry, (Mapping, Geometry)):
        return _declared(geometry, inputs, outputs)
    if geometry == "auto":
        bare = environment.unwrapped
        own = getattr(bare, "lowpass_geometry", getattr(bare, "geometry", None))  # the library's own have the latter
        if isinstance(own, (Mapping, Geometry)):
            return _declared(own, inputs, outputs)
        return _from_joints(environment) or _from_shape(environment) or _from_order(inputs, outputs)
    found: dict[str, Callable[[], Layout | None]] = {
        "vector": lambda: _from_order(inputs, outputs),
        "shape": lambda: _from_shape(environment),
        "joint-tree": lambda: _from_joints(environment),
    }
    if geometry not in found:
        raise Error(f"geometry = {geometry!r}: expected auto, vector, shape, joint-tree, or a dict of grids")
    layout = found[geometry]()
    if layout is None:
        raise Error(f"geometry = {geometry!r}: expected another: this environment has none")
    return layout


def _line(name: str, count: int) -> Grid:
    return Grid(((name, count),), tuple(range(count)))


def _from_order(inputs: int, outputs: int) -> Layout:
    return Layout(_line("observation", inputs), _line("action", outputs), "vector")


def _from_shape(environment: Environment) -> Layout | None:
    observation, action = environment.observation_space, environment.action_space
    if not (isinstance(observation, spaces.Box) and len(observation.shape) > 1):
        return None
    is_grid = isinstance(action, spaces.Box) and len(action.shape) > 1
    outputs = _shaped(action.shape) if is_grid else _line("action", output_count(action))  # type: ignore[arg-type]
    return Layout(_shaped(observation.shape), outputs, "shape")


def _shaped(shape: Sequence[int]) -> Grid:
    """Arrays have their last axis fastest."""
    axes = tuple((f"axis {i}", int(shape[i])) for i in reversed(range(len(shape))))
    return Grid(axes, tuple(range(int(np.prod(shape)))))


def _from_joints(environment: Environment) -> Layout | None:
    tree = joint_tree(environment)
    if tree is None:
        return None
    (input_axes, input_cells), (output_axes, output_cells) = tree
    return Layout(Grid(input_axes, input_cells), Grid(output_axes, output_cells), "joint-tree")


def _declared(geometry: Mapping[str, Any] | Geometry, inputs: int, outputs: int) -> Layout:
    if isinstance(geometry, Geometry):
        geometry = {"inputs": _plain(geometry.inputs), "outputs": _plain(geometry.neurons)}
    for key in geometry:
        if key not in ("inputs", "outputs"):
            raise Error(f"geometry: {key!r}: expected inputs and outputs")
    if "inputs" not in geometry:
        raise Error("geometry: inputs: missing")
    return Layout(
        _declared_grid(geometry["inputs"], "inputs", inputs),
        _declared_grid(geometry["outputs"], "outputs", outputs) if "outputs" in geometry else _line("action", outputs),
        "declared",
    )


def _plain(grid: lowpass_grid.Grid) -> dict[str, Any]:
    return {"axes": grid.axes, "cells": grid.cells}


def _declared_grid(declared: Any, name: str, units: int) -> Grid:
    if not isinstance(declared, Mapping):
        raise Error(f"geometry: {name} = {declared!r}: expected axes with their sizes, or axes and cells")
    axes = declared["axes"] if "axes" in declared else declared
    cells = declared.get("cells") if "axes" in declared else None
    for axis, size in axes.items():
        if not isinstance(size, (int, np.integer)) or size < 1:
            raise Error(f"geometry: {name}: axis {axis} = {size!r}: expected a whole number from 1")
    grid = Grid(
        tuple((str(axis), int(size)) for axis, size in axes.items()),
        tuple(range(units)) if cells is None else tuple(int(cell) for cell in cells),
    )
    _check(grid, name, units, cells is None)
    return grid


def _check(grid: Grid, name: str, units: int, is_full: bool) -> None:
    if is_full and grid.size != units:
        raise Error(f"geometry: {name} of {grid.size} cells: expected {units}, one a unit, or a list of cells")
    if len(grid.cells) != units:
        raise Error(f"geometry: {name}: {len(grid.cells)} cells listed: expected {units}, one a unit")
    for cell in grid.cells:
        if not 0 <= cell < grid.size:
            raise Error(f"geometry: {name}: cell {cell}: expected 0 to {grid.size - 1}")
    if len(set(grid.cells)) < units:
        raise Error(f"geometry: {name}: a cell holds two units: expected distinct cells")
