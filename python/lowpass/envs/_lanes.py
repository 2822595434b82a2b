"""What the single and the vector environment of a task share."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .. import _core
from .._arrays import choice, integer
from .._core import Error
from .._task import Task

RENDER_MODES = ("rgb_array",)

Steps = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]
"""What a step gave, a row a lane: observations, rewards, terminated, truncated."""


class Lanes:
    """Episodes of a task side by side, and the spaces of one of them."""

    def __init__(
        self,
        task: Task,
        count: int,
        threads: int,
        render_mode: str | None,
        action_low: float,
        action_dtype: Any,
        picture: tuple[int, int],
    ) -> None:
        if render_mode is not None:
            choice(render_mode, "render_mode", RENDER_MODES)
        if action_low not in (-1, 0):
            raise Error(f"action_low = {action_low!r}: expected -1 or 0")
        if np.dtype(action_dtype) not in (np.dtype(np.float32), np.dtype(np.float64)):
            raise Error(f"action_dtype = {action_dtype!r}: expected float32 or float64")
        self.count = integer(count, "num_envs", 1)
        self.task = task
        self.picture = tuple(integer(n, "picture", 16, 16384) for n in picture)
        threads = integer(threads, "threads", 1, 1024)
        self._core = _core.TaskLanes(
            task._core, self.count, threads, render_mode is not None, float(action_low)
        )
        geometry = task.geometry
        bound = _core.LARGEST_OBSERVATION
        self.observation_space = spaces.Box(-bound, bound, (geometry.input_count,), np.float64)
        self.action_space = spaces.Box(action_low, 1.0, (geometry.output_count,), action_dtype)
        self._observation_shape = (self.count, geometry.input_count)
        self._action_shape = (self.count, geometry.output_count)

    def trial(self, options: dict[str, Any] | None, generator: np.random.Generator, lane: int = 0) -> int:
        """The trial that a reset asks for, or one drawn."""
        count = self.task._core.trials
        drawn = int(generator.integers(count))  # always, so that what follows does not depend on it
        asked = (options or {}).get("trial")
        if asked is None:
            return drawn
        return integer(asked if np.ndim(asked) == 0 else asked[lane], 'options["trial"]', 0, count - 1)

    def start(self, lanes: list[int], trials: list[int]) -> None:
        self._core.start(np.array(lanes, np.int64), np.array(trials, np.int64))

    def observations(self) -> NDArray[np.float64]:
        """What every lane sees, in an array of its own."""
        seen = np.empty(self._observation_shape)
        self._core.observe(seen)
        return seen

    def step(self, actions: Any) -> tuple[Steps, bool]:
        """One step of every lane whose episode runs, and whether one ended."""
        given = np.ascontiguousarray(actions)
        if given.dtype.char not in "fd" or given.shape != self._action_shape:
            raise Error(
                f"step: actions of shape {given.shape} and type {given.dtype}: "
                f"expected {self._action_shape} of float32 or float64"
            )
        seen = np.empty(self._observation_shape)
        rewards = np.empty(self.count)
        terminated = np.empty(self.count, np.bool_)
        truncated = np.empty(self.count, np.bool_)
        has_end = self._core.step(given, seen, rewards, terminated, truncated)
        return (seen, rewards, terminated, truncated), has_end

    def result(self, lane: int) -> dict[str, Any]:
        """How the episode of a lane ended: fitness, steps, distance, succeeded, diverged."""
        return dict(self._core.episode(lane))

    def frame(self, lane: int) -> NDArray[np.uint8]:
        """The lane's episode as it looks now: (height, width, 3)."""
        width, height = self.picture
        pixels = np.empty((height, width, 3), np.uint8)
        self._core.draw(lane, pixels)
        return pixels
