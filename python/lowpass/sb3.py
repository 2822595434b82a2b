"""The environments of the package for Stable-Baselines3, which has vector environments of its own kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ._core import Error
from .envs import TaskVectorEnv


class LaneVecEnv(VecEnv):
    """A vector environment of the package as Stable-Baselines3 takes it.

    Parameters
    ----------
    envs
        A `lowpass.envs.TaskVectorEnv` with ``autoreset_mode="SAME_STEP"``.

    Examples
    --------
    >>> from stable_baselines3 import PPO
    >>> PPO("MlpPolicy", lowpass.sb3.make("lowpass/OctopusArm-v0", 64)).learn(100_000)
    """

    def __init__(self, envs: VectorEnv[Any, Any, Any]) -> None:
        if not isinstance(envs, TaskVectorEnv):
            raise Error(f"envs = {envs!r}: expected a vector environment of lowpass")
        if envs.metadata["autoreset_mode"] is not AutoresetMode.SAME_STEP:
            raise Error(f'autoreset_mode = {envs.metadata["autoreset_mode"].name}: expected SAME_STEP')
        self.envs = envs
        self._actions: NDArray[np.float32] | None = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> NDArray[np.float64]:
        seeds = [None if seed is None else int(seed) for seed in self._seeds]
        options = self._options[0] or None
        seen, infos = self.envs.reset(seed=seeds, options=options)
        self.reset_infos = [{"trial": int(infos["trial"][i])} for i in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: NDArray[np.float32]) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        seen, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        done = terminated | truncated
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            final = infos["final_info"]
            each[i] = {key: final[key][i].item() for key in final if not key.startswith("_")}
            each[i]["terminal_observation"] = infos["final_obs"][i]
            each[i]["TimeLimit.truncated"] = bool(truncated[i])
        return seen, rewards, done, each

    def close(self) -> None:
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.envs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise Error(f"set_attr: {attr_name}: lanes of one task have no attributes of their own")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        raise Error(f"env_method: {method_name}: lanes of one task have no methods of their own")

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        return list(self.envs.render() or [None] * self.num_envs)


def make(id: str, num_envs: int, *, seed: int | None = None, **arguments: Any) -> LaneVecEnv:
    """`num_envs` environments of the package for Stable-Baselines3; `arguments` are those of the
    environment: ``make("lowpass/OctopusArm-v0", 64, threads=2, compartments=6)``."""
    made = gymnasium.make_vec(id, num_envs=num_envs, autoreset_mode="SAME_STEP", **arguments)
    envs = LaneVecEnv(made.unwrapped)
    if seed is not None:
        envs.seed(seed)
    return envs
