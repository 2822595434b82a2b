"""Grids read from the joint tree of a MuJoCo model: quantity x segment x limb.

A *limb* is a chain of bodies that leaves the root or a fork; a *segment* is a joint along it. What is known of one
joint (position, velocity, forces on its body) lies in neighbouring cells, and so do the joints of neighbouring
segments and limbs. The coordinates of the root come first, in rows as long as the longest limb. Actions lie on
segment x limb, through the joint that an actuator drives: never by their place in the vector, which may be another
(the ant observes legs 1, 2, 3, 4 and acts on 4, 1, 2, 3).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .source import Environment

Axes = tuple[tuple[str, int], ...]
PlainGrid = tuple[Axes, tuple[int, ...]]

_FREE = 0  # mjJNT_FREE: seven positions, six velocities
_BALL = 1
# Blocks of an observation after positions and velocities, in the order of Gymnasium's environments: numbers a body.
_OF_BODIES = {"cinert": 10, "cvel": 6}
_OF_BODIES_LATE = {"cfrc_ext": 6}


Slot = tuple[int, int, int]  # body, joint (-1: none) and number of the coordinate: in the order of the model


def _rows(slots: Iterable[tuple[int, Slot]], limbs: int) -> list[list[Slot]]:
    """The slots of each limb, along it."""
    rows: list[set[Slot]] = [set() for _ in range(limbs)]
    for limb, slot in slots:
        rows[limb].add(slot)
    return [sorted(row) for row in rows]


def joint_tree(environment: Environment) -> tuple[PlainGrid, PlainGrid] | None:
    """The grids of inputs and of outputs; nothing for what is no MuJoCo model, or observes something else."""
    model = getattr(environment.unwrapped, "model", None)
    structure = getattr(environment.unwrapped, "observation_structure", None)
    if model is None or not isinstance(structure, dict) or not hasattr(model, "jnt_bodyid"):
        return None
    tree = _Tree(model)
    if tree.root is None or not tree.has_hinged_actuators:
        return None
    units = _observed(model, structure, tree)
    size = int(np.prod(environment.observation_space.shape or (0,)))
    if units is None or len(units) != size:
        return None
    return _input_grid(units), _output_grid(model, tree)


class _Tree:
    """Which limb each body belongs to; limb 0 is the root."""

    def __init__(self, model: Any) -> None:
        parents = [int(parent) for parent in model.body_parentid]
        on_ground = [body for body in range(1, model.nbody) if parents[body] == 0]
        joints = [int(body) for body in model.jnt_bodyid]
        self.root = on_ground[0] if len(on_ground) == 1 and on_ground[0] in joints else None
        children = [sum(1 for child in range(1, model.nbody) if parents[child] == body) for body in range(model.nbody)]
        self.limb = [0] * int(model.nbody)
        limbs = 0
        for body in range(1, model.nbody):  # parents come before their children
            if body == self.root:
                continue
            parent = parents[body]
            if parent == self.root or children[parent] > 1:
                limbs += 1
                self.limb[body] = limbs
            else:
                self.limb[body] = self.limb[parent]
        self.joint_body = joints
        self.has_hinged_actuators = model.nu > 0 and all(
            int(kind) == 0 and joints[int(joint)] != self.root
            for kind, joint in zip(model.actuator_trntype, model.actuator_trnid[:, 0], strict=True)
        )


Unit = tuple[int, int, Slot]  # quantity, limb, slot


def _observed(model: Any, structure: dict[str, int], tree: _Tree) -> list[Unit] | None:
    known = {"skipped_qpos", "qpos", "qvel", "qfrc_actuator", *_OF_BODIES, *_OF_BODIES_LATE}
    others = [name for name, length in structure.items() if length and name not in known]
    if others or any(int(kind) == _BALL for kind in model.jnt_type):
        return None
    positions, velocities = _coordinates(model, tree)
    skipped = int(structure.get("skipped_qpos", 0))
    if structure.get("qpos") != model.nq - skipped or structure.get("qvel") != model.nv:
        return None
    units: list[Unit] = [(0, limb, slot) for limb, slot in positions[skipped:]]
    units += [(1, limb, slot) for limb, slot in velocities]
    quantity = 2
    for names in (_OF_BODIES, {"qfrc_actuator": 0}, _OF_BODIES_LATE):
        for name, count in names.items():
            length = int(structure.get(name, 0))
            if length == 0:
                continue
            if name == "qfrc_actuator":
                units += [(quantity, limb, slot) for limb, slot in velocities[model.nv - length :]]
                quantity += 1
            elif length == count * (model.nbody - 1):
                units += [
                    (quantity + k, *_slot_of_body(tree, body)) for body in range(1, model.nbody) for k in range(count)
                ]
                quantity += count
            else:
                return None
    return units


def _coordinates(model: Any, tree: _Tree) -> tuple[list[tuple[int, Slot]], list[tuple[int, Slot]]]:
    """Limb and slot of each position and each velocity. A free joint turns by four numbers, and has three rates."""
    positions: list[tuple[int, Slot]] = []
    velocities: list[tuple[int, Slot]] = []
    for joint, body in enumerate(tree.joint_body):
        limb = tree.limb[body]
        if int(model.jnt_type[joint]) == _FREE:
            positions += [(limb, (body, joint, k)) for k in range(7)]
            velocities += [(limb, (body, joint, k)) for k in (0, 1, 2, 4, 5, 6)]
        else:
            positions.append((limb, (body, joint, 0)))
            velocities.append((limb, (body, joint, 0)))
    return positions, velocities


def _slot_of_body(tree: _Tree, body: int) -> tuple[int, Slot]:
    """That of the body's first joint, or one of its own."""
    joint = tree.joint_body.index(body) if body in tree.joint_body else -1
    return tree.limb[body], (body, joint, 0)


def _input_grid(units: list[Unit]) -> PlainGrid:
    rows = _rows(((limb, slot) for _, limb, slot in units), 1 + max(limb for _, limb, _ in units))
    width = max(len(row) for row in rows[1:])
    root_rows = -(-len(rows[0]) // width)
    quantities = 1 + max(quantity for quantity, _, _ in units)
    cells = []
    for quantity, limb, slot in units:
        row, segment = limb + root_rows - 1, rows[limb].index(slot)
        if limb == 0:
            row, segment = divmod(segment, width)
        cells.append(quantity + quantities * (segment + width * row))
    return (("quantity", quantities), ("segment", width), ("limb", root_rows + len(rows) - 1)), tuple(cells)


def _output_grid(model: Any, tree: _Tree) -> PlainGrid:
    driven = []
    for joint in (int(joint) for joint in model.actuator_trnid[:, 0]):
        body = tree.joint_body[joint]
        driven.append((tree.limb[body], (body, joint, 0)))
    limbs = sorted({limb for limb, _ in driven})
    rows = _rows(((limbs.index(limb), slot) for limb, slot in driven), len(limbs))
    width = max(len(row) for row in rows)
    cells = tuple(rows[limbs.index(limb)].index(slot) + width * limbs.index(limb) for limb, slot in driven)
    return (("segment", width), ("limb", len(limbs))), cells
