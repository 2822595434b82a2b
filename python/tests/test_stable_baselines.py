"""The environments of tasks for Stable-Baselines3."""

import warnings

import gymnasium
import numpy as np
import pytest

import lowpass

pytest.importorskip("stable_baselines3")
pytestmark = pytest.mark.slow

ARM, POLES = "lowpass/OctopusArm-v0", "lowpass/Poles-v0"


@pytest.mark.parametrize("name", [ARM, POLES])
def test_its_check_passes_without_a_warning(name):
    from stable_baselines3.common.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, render_mode="rgb_array").unwrapped)


def test_the_adapter_gives_what_its_own_vector_gives():
    from stable_baselines3.common.vec_env import DummyVecEnv

    import lowpass.sb3

    ours = lowpass.sb3.make(POLES, 3, seed=5)
    theirs = DummyVecEnv([lambda: gymnasium.make(POLES)] * 3)
    theirs.seed(5)
    np.testing.assert_array_equal(ours.reset(), theirs.reset())
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(150):
        actions = rng.uniform(-1, 1, (3, 1)).astype(np.float32)
        seen, rewards, done, infos = ours.step(actions)
        their_seen, their_rewards, their_done, their_infos = theirs.step(actions)
        np.testing.assert_array_equal(done, their_done)
        np.testing.assert_array_equal(rewards, their_rewards)
        np.testing.assert_array_equal(seen, their_seen)
        for i in np.flatnonzero(done):
            ends += 1
            np.testing.assert_array_equal(
                infos[i]["terminal_observation"], their_infos[i]["terminal_observation"]
            )
            assert infos[i]["TimeLimit.truncated"] == their_infos[i]["TimeLimit.truncated"]
    assert ends > 0


def test_ppo_trains_on_the_arm():
    from stable_baselines3 import PPO
    from stable_baselines3.common.vec_env import VecMonitor

    import lowpass.sb3

    steps = 40
    arms = lowpass.sb3.make(ARM, 8, seed=1, preset="paper", compartments=4, steps=steps)
    envs = VecMonitor(arms, info_keywords=("fitness",))
    model = PPO("MlpPolicy", envs, n_steps=64, batch_size=128, n_epochs=2, seed=1).learn(2048)
    assert len(model.ep_info_buffer) > 0
    # The monitor sums rewards in single precision: partial sums up to 1, each rounded once.
    for episode in model.ep_info_buffer:
        assert 0.0 <= episode["fitness"] <= 1.0
        assert abs(episode["r"] - episode["fitness"]) <= steps * np.finfo(np.float32).eps


def test_lanes_have_no_attributes_of_their_own():
    import lowpass.sb3

    envs = lowpass.sb3.make(POLES, 2)
    with pytest.raises(lowpass.Error, match="no attributes of their own"):
        envs.set_attr("x", 1)
    with pytest.raises(lowpass.Error, match="expected a vector environment of lowpass"):
        lowpass.sb3.LaneVecEnv(gymnasium.make(POLES))
    with pytest.raises(lowpass.Error, match="autoreset_mode = NEXT_STEP: expected SAME_STEP"):
        lowpass.sb3.LaneVecEnv(gymnasium.make_vec(POLES, num_envs=2))
