"""Many episodes of a task of the library at once, as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.utils import EzPickle, seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .._core import Error
from .._geometry import Geometry
from .._task import Task
from ._lanes import RENDER_MODES, Lanes, Steps

_Step = tuple[
    NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class TaskVectorEnv(VectorEnv, EzPickle):
    """`num_envs` episodes of a task, a SIMD lane each, on `threads` threads. Each behaves as a `TaskEnv`
    would, to the bit."""

    task_name: ClassVar[str]

    def __init__(
        self,
        num_envs: int = 1,
        *,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        action_low: float = -1.0,
        action_dtype: Any = np.float32,
        picture: tuple[int, int] = (480, 360),
        **keys: Any,
    ) -> None:
        EzPickle.__init__(
            self, num_envs, threads=threads, autoreset_mode=autoreset_mode,
            render_mode=render_mode, action_low=action_low, action_dtype=action_dtype, picture=picture, **keys,
        )
        task = Task(self.task_name, **keys)
        self._lanes = Lanes(task, num_envs, threads, render_mode, action_low, action_dtype, picture)
        self._mode = _mode_of(autoreset_mode)
        self.num_envs = self._lanes.count
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 25,
            "autoreset_mode": self._mode,
        }
        self.single_observation_space = self._lanes.observation_space
        self.single_action_space = self._lanes.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._generators = [seeding.np_random(None)[0] for _ in range(self.num_envs)]
        self._ended = list(range(self.num_envs))  # whose episode has ended, or not begun
        self._has_begun = False

    @property
    def task(self) -> Task:
        return self._lanes.task

    @property
    def geometry(self) -> Geometry:
        """The grids that observations and actions of one episode live on."""
        return self.task.geometry

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float64], dict[str, Any]]:
        """Begins episodes.

        Parameters
        ----------
        seed
            Of environment i: seed + i, or the i-th of a list. None: generators go on.
        options
            ``trial``: the trial of all, or one each; ``reset_mask``: which environments to reset.
        """
        lanes = self._masked(options)
        for lane, one in enumerate(self._seeds(seed)):
            if one is not None and lane in lanes:
                self._generators[lane] = seeding.np_random(one)[0]
        trials = [self._lanes.trial(options, self._generators[lane], lane) for lane in lanes]
        self._lanes.start(lanes, trials)
        self._ended = [lane for lane in self._ended if lane not in lanes]
        self._has_begun |= not self._ended
        return self._lanes.observations(), self._infos(lanes, [{"trial": t} for t in trials])

    def step(self, actions: Any) -> _Step:
        if self._ended and not (self._has_begun and self._mode is AutoresetMode.NEXT_STEP):
            lane = self._ended[0]
            raise Error(f"step: environment {lane} has not begun or has ended: expected reset first")
        steps, has_end = self._lanes.step(actions)
        if not (has_end or self._ended):
            return *steps, {}
        infos: dict[str, Any] = {}
        if self._ended:
            steps, infos = self._begun(steps)
        _, _, terminated, truncated = steps
        self._ended = np.flatnonzero(terminated | truncated).tolist()
        results = [self._lanes.result(lane) for lane in self._ended]
        if self._ended and self._mode is AutoresetMode.SAME_STEP:
            return self._restarted(steps, results)
        return *steps, self._infos(self._ended, results, infos)

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """A picture of each environment."""
        if self.render_mode is None:
            return None
        return tuple(self._lanes.frame(lane) for lane in range(self.num_envs))

    def _begun(self, steps: Steps) -> tuple[Steps, dict[str, Any]]:
        """The step in which environments begin whose episodes ended in the one before."""
        trials = self._start(self._ended)
        return (self._lanes.observations(), *steps[1:]), self._infos(self._ended, [{"trial": t} for t in trials])

    def _restarted(self, steps: Steps, results: list[dict[str, Any]]) -> _Step:
        """The step that ended some episodes, whose environments begin the next one at once."""
        ended, self._ended = self._ended, []
        trials = self._start(ended)
        infos = [
            {"final_obs": steps[0][lane].copy(), "final_info": result, "trial": trial}
            for lane, result, trial in zip(ended, results, trials)
        ]
        return self._lanes.observations(), *steps[1:], self._infos(ended, infos)

    def _start(self, lanes: list[int]) -> list[int]:
        """Begins trials that are drawn, and returns them."""
        trials = [self._lanes.trial(None, self._generators[lane]) for lane in lanes]
        self._lanes.start(lanes, trials)
        return trials

    def _infos(
        self, lanes: list[int], each: list[dict[str, Any]], infos: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        infos = {} if infos is None else infos
        for lane, info in zip(lanes, each):
            infos = self._add_info(infos, info, lane)
        return infos

    def _masked(self, options: dict[str, Any] | None) -> list[int]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return list(range(self.num_envs))
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise Error(f'options["reset_mask"] = {mask!r}: expected an array of {self.num_envs} bool')
        return [int(lane) for lane in np.flatnonzero(mask)]

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise Error(f"seed: {len(seed)} of them: expected {self.num_envs}, one an environment")
        return [None if one is None else int(one) for one in seed]


def _mode_of(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    for member in AutoresetMode:
        if mode in (member.value, member.name):
            return member
    allowed = ", ".join(member.name for member in AutoresetMode)
    raise Error(f"autoreset_mode = {mode!r}: expected one of {allowed}")
