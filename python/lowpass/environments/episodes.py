"""Episodes of one environment under one controller after the other."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from math import isfinite, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core import Pilot
from .source import Environment
from .spaces import actor, writer

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Orders:
    """What is the same for all individuals of a generation."""

    seeds: tuple[int, ...]  # of the resets, one an episode
    mean: list[float]  # inputs become (x - mean) scale; empty: they stay what they are
    scale: list[float]
    is_watching: bool = False  # keeps what was seen


@dataclass(frozen=True)
class Report:
    """What an individual came to. An episode that failed has the return NaN."""

    returns: list[float]
    moments: tuple[float, list[float], list[float]]
    failure: str = ""  # the traceback of the first episode that failed
    steps: int = 0


class Player:
    """An environment, and the controllers that come into it. Every reset is seeded, so that what happened before
    has no part in an episode."""

    def __init__(self, environment: Environment, configuration: str, limit: int) -> None:
        self.environment = environment
        self.pilot = Pilot(configuration)
        self._inputs = self.pilot.inputs
        self._write = writer(environment.observation_space)
        self._act = actor(environment.action_space, self.pilot)
        self._limit = limit if limit > 0 else 2**62

    def load(self, genome: Numbers, orders: Orders) -> None:
        """Takes in another controller."""
        self.pilot.load(genome, orders.mean, orders.scale)
        self.pilot.is_watching = orders.is_watching

    def play(self, genome: Numbers, orders: Orders) -> Report:
        """All episodes of an individual. What goes wrong in the environment is a result, not an exception."""
        self.load(genome, orders)
        returns: list[float] = []
        failure, steps = "", 0
        for seed in orders.seeds:
            try:
                total, taken = self.episode(seed)
                steps += taken
                if not isfinite(total):
                    failure = failure or f"the rewards of the episode with seed {seed} sum to {total}"
                    total = nan
            except Exception:
                failure = failure or traceback.format_exc()
                total = nan
            returns.append(total)
        return Report(returns, self.pilot.moments(), failure, steps)

    def episode(self, seed: int) -> tuple[float, int]:
        """The sum of the rewards of one episode, and its steps."""
        step, act, write, inputs = self.environment.step, self._act, self._write, self._inputs
        observation, _ = self.environment.reset(seed=seed)
        self.pilot.start()
        total = 0.0
        for taken in range(1, self._limit + 1):
            write(inputs, observation)
            observation, reward, terminated, truncated, _ = step(act())
            total += reward  # type: ignore[operator]
            if terminated or truncated:
                break
        return float(total), taken

    def first_action(self, observation: Any) -> Any:
        """What the controller does next."""
        self._write(self._inputs, observation)
        return self._act()
