"""Environments whose results can be worked out, and some that misbehave."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces


class Follow(gymnasium.Env[Any, Any]):
    """A number wanders; the reward is how near the action comes to it. Ten steps."""

    def __init__(self, observation: spaces.Space[Any] | None = None, action: spaces.Space[Any] | None = None) -> None:
        self.observation_space = observation or spaces.Box(-1.0, 1.0, (3,), np.float64)
        self.action_space = action or spaces.Box(-1.0, 1.0, (1,), np.float32)
        self.seeds: list[int | None] = []
        self.actions: list[Any] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.observation_space.seed(int(self.np_random.integers(2**31)))
        self.seeds.append(seed)
        self._step = 0
        self._seen = self.observation_space.sample()
        return self._seen, {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        assert self.action_space.contains(action), action
        self.actions.append(action)
        target = float(np.ravel(self._seen)[0]) if isinstance(self.observation_space, spaces.Box) else 0.5
        reward = -abs(target - float(np.ravel(action)[0]))
        self._seen = self.observation_space.sample()
        self._step += 1
        return self._seen, reward, False, self._step == 10, {}


class FailsSometimes(Follow):
    """Raises where the first action is positive."""

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._step == 0 and float(action[0]) > 0.0:
            raise RuntimeError("the gripper is jammed")
        return super().step(action)


class GivesNan(Follow):
    """Has no reward where the first action is positive."""

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        is_none = self._step == 0 and float(action[0]) > 0.0
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, float("nan") if is_none else reward, terminated, truncated, info


class AlwaysFails(Follow):
    """Raises at once."""

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        raise RuntimeError("no power")


class WrongShape(Follow):
    """Observes something else than its space says."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        return np.zeros(7), {}
