"""Episodes kept for the page of ``lowpass serve``, which cannot simulate environments itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from .._core import Error, checked_recording, write_file
from .pictures import Picture, picture_of
from .policy import EnvironmentPolicy
from .source import Environment, Source
from .spaces import input_count, writer

# Curves that a reader can tell apart.
_MOST_CURVES = 8
# Of a long episode every second, fourth, ... moment is kept.
_MOST_MOMENTS = 2000


def record(policy: EnvironmentPolicy, source: Source, *, seed: int, folder: Path, name: str = "") -> Path | None:
    """Plays an episode and keeps it as ``recordings/NAME.json``: rewards, actions and observations as curves, and
    a picture where there is one (bodies of MuJoCo). An episode that fails is not kept."""
    environment = source.build()
    try:
        text = recording_text(policy, environment, seed)
    except Error:
        raise
    except Exception:  # the environment's own; evolve has told of such failures already
        return None
    finally:
        if source.instance is None:
            environment.close()
    path = folder / "recordings" / f"{name or f'seed-{seed}'}.json"
    path.parent.mkdir(exist_ok=True)
    write_file(str(path), text)
    return path


def recording_text(policy: EnvironmentPolicy, environment: Environment, seed: int) -> str:
    """One episode as the text of a recording."""
    picture = picture_of(environment)
    film = _Film(environment, picture)
    observation, _ = environment.reset(seed=seed)
    policy.reset()
    film.note(0.0, np.zeros(film.actions), observation)
    limit = int(policy.task["steps"]) or 2**62
    for _ in range(limit):
        action = policy.act(observation)
        observation, reward, terminated, truncated, _ = environment.step(action)
        film.note(float(reward), action, observation)
        if terminated or truncated:
            break
    return checked_recording(film.text(f"seed {seed}"), f"recording of seed {seed}")


class _Film:
    """The moments of an episode."""

    def __init__(self, environment: Environment, picture: Picture) -> None:
        self._picture = picture
        self._environment = environment
        self._write = writer(environment.observation_space)
        self._inputs = np.zeros(input_count(environment.observation_space))
        self.actions = min(int(np.prod(environment.action_space.shape or (1,))), _MOST_CURVES)
        self._observations = min(len(self._inputs), _MOST_CURVES)
        self._points: list[list[float]] = []
        self._signals: list[list[float]] = []
        self._return = 0.0

    def note(self, reward: float, action: Any, observation: Any) -> None:
        self._return += reward
        self._write(self._inputs, observation)
        acted = np.ravel(np.asarray(action, dtype=np.float64))[: self.actions]
        self._signals.append([reward, self._return, *acted.tolist(), *self._inputs[: self._observations].tolist()])
        self._points.append(self._picture.points(self._environment))

    def text(self, title: str) -> str:
        stride = -(-len(self._signals) // _MOST_MOMENTS)
        names = ["reward", "return"]
        names += [f"action {i + 1}" for i in range(self.actions)]
        names += [f"observation {i + 1}" for i in range(self._observations)]
        scene = {
            "quantities": [],
            "parts": self._picture.parts,
            "signals": names,
            "step_time": stride * self._picture.step_time,
            "time_unit": self._picture.time_unit,
            "view": None,
        }
        content = {
            "format": "lowpass-recording",
            "version": 1,
            "title": title,
            "fitness": self._return,
            "succeeded": False,
            "outcome": f"return {self._return:.6g} after {len(self._signals) - 1} steps",
            "scene": scene,
            "points": self._picture.projected(self._points[::stride]),
            "levels": [[] for _ in self._points[::stride]],
            "signals": self._signals[::stride],
        }
        return json.dumps(content)
