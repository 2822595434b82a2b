"""A task of the library as a Gymnasium environment."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from .._core import Error
from .._geometry import Geometry
from .._task import Task
from ._lanes import RENDER_MODES, Lanes


class TaskEnv(gymnasium.Env[NDArray[np.float64], NDArray[np.float32]], EzPickle):
    """One episode after the other of a task of the library; see `OctopusArm` and `Poles`. Pickled, it is made anew from
    its arguments, as Gymnasium's own are."""

    task_name: ClassVar[str]
    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 25}  # type: ignore[misc]

    def __init__(
        self,
        *,
        render_mode: str | None = None,
        action_low: float = -1.0,
        action_dtype: Any = np.float32,
        picture: tuple[int, int] = (480, 360),
        **keys: Any,
    ) -> None:
        EzPickle.__init__(
            self, render_mode=render_mode, action_low=action_low, action_dtype=action_dtype, picture=picture, **keys
        )
        self.render_mode = render_mode
        task = Task(self.task_name, **keys)
        self._lanes = Lanes(task, 1, 1, render_mode, action_low, action_dtype, picture)
        self.observation_space = self._lanes.observation_space
        self.action_space = self._lanes.action_space
        self._has_started = self._is_running = False

    @property
    def task(self) -> Task:
        return self._lanes.task

    @property
    def geometry(self) -> Geometry:
        """The grids that observations and actions live on."""
        return self.task.geometry

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float64], dict[str, Any]]:
        super().reset(seed=seed)
        trial = self._lanes.trial(options, self.np_random)
        self._lanes.start([0], [trial])
        self._has_started = self._is_running = True
        return self._lanes.observations()[0], {"trial": trial}

    def step(self, action: Any) -> tuple[NDArray[np.float64], float, bool, bool, dict[str, Any]]:
        if not self._is_running:
            raise Error("step: the episode has not begun or has ended: expected reset first")
        (seen, rewards, terminated, truncated), has_end = self._lanes.step(np.asarray(action)[None])
        self._is_running = not has_end
        info = self._lanes.result(0) if has_end else {}
        return seen[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def render(self) -> NDArray[np.uint8] | None:
        if self.render_mode is None:
            return None
        if not self._has_started:
            raise Error("render: expected reset first")
        return self._lanes.frame(0)
