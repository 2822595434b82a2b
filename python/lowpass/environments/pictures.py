"""How a moment of an environment looks, in the plain shapes of a scene: the bodies of a MuJoCo model."""

from __future__ import annotations

from typing import Any

import numpy as np

from .source import Environment

_SPHERE, _CAPSULE = 2, 3  # mjtGeom


def _part(kind: str, points: int, **others: Any) -> dict[str, Any]:
    part = {"kind": kind, "role": "body", "legend": "", "points": points, "fixed": [], "fill": "none", "line": "none"}
    return {**part, "width": 0.0, "radius": 0.0, "quantity": -1, "gain": 0.0, "backdrop": False, "text": "", **others}


class Picture:
    """Of an environment that shows nothing: its episodes are curves alone."""

    parts: list[dict[str, Any]] = []
    step_time = 1.0
    time_unit = "steps"

    def points(self, environment: Environment) -> list[float]:
        """Of this moment, in three dimensions."""
        return []

    def projected(self, moments: list[list[float]]) -> list[list[float]]:
        """All moments, in two."""
        return moments


class Bodies(Picture):
    """The capsules and spheres of a MuJoCo model, seen from where they move most."""

    def __init__(self, environment: Any) -> None:
        model = environment.model
        self._shown = [g for g in range(model.ngeom) if int(model.geom_type[g]) in (_SPHERE, _CAPSULE)]
        self._lengths = [
            float(model.geom_size[g][1]) if int(model.geom_type[g]) == _CAPSULE else None for g in self._shown
        ]
        radii = [float(model.geom_size[g][0]) for g in self._shown]
        self.parts = [
            _part("circle", 1, fill="grey", radius=radius)
            if length is None
            else _part("line", 2, line="grey", width=2.0 * radius)
            for radius, length in zip(radii, self._lengths, strict=True)
        ]
        self.parts.append(_part("trace", 1, line="orange", width=min(radii, default=0.05) / 2.0, role="path"))
        self.step_time = float(environment.dt)
        self.time_unit = "s"

    def points(self, environment: Environment) -> list[float]:
        data: Any = environment.unwrapped.data  # type: ignore[attr-defined]
        numbers: list[float] = []
        for g, length in zip(self._shown, self._lengths, strict=True):
            centre = data.geom_xpos[g]
            if length is None:
                numbers += centre.tolist()
            else:
                along = length * data.geom_xmat[g].reshape(3, 3)[:, 2]
                numbers += (centre - along).tolist() + (centre + along).tolist()
        numbers += data.geom_xpos[self._shown[0]].tolist()
        return numbers

    def projected(self, moments: list[list[float]]) -> list[list[float]]:
        """Along x, and along whichever of y and z has more in it."""
        points = np.array(moments).reshape(len(moments), -1, 3)
        spread = np.std(points, axis=1).mean(axis=0) + np.std(points, axis=(0, 1))
        other = 1 if spread[1] > spread[2] else 2
        flat: list[list[float]] = points[:, :, [0, other]].reshape(len(moments), -1).tolist()
        return flat


def picture_of(environment: Environment) -> Picture:
    """The picture that this environment has."""
    bare: Any = environment.unwrapped
    if hasattr(bare, "data") and hasattr(getattr(bare, "model", None), "geom_type") and hasattr(bare, "dt"):
        bodies = Bodies(bare)
        if len(bodies.parts) > 1:
            return bodies
    return Picture()
