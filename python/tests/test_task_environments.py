"""The tasks of the library as Gymnasium environments."""

import multiprocessing
import os
import pickle
import warnings

import numpy as np
import pytest

import lowpass

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

ARM, POLES = "lowpass/OctopusArm-v0", "lowpass/Poles-v0"
SHORT_ARM = {"preset": "paper", "compartments": 4, "steps": 30}
IDS = [(ARM, SHORT_ARM), (POLES, {"poles": 2}), (POLES, {"velocities": False, "steps": 40})]


def actions_of(env, steps, seed=0):
    """As many actions as that for each environment of a vector, or for the only one."""
    shape = (steps, *env.action_space.shape)
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(env.action_space.dtype)


def played(env, actions, **reset):
    """Every observation, and the rewards, of an episode under the actions."""
    seen, rewards = [env.reset(**reset)[0]], []
    for action in actions:
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append(observation)
        rewards.append(reward)
        if terminated or truncated:
            return np.array(seen), rewards, info
    raise AssertionError("the episode did not end")


@pytest.mark.parametrize("render_mode", [None, "rgb_array"])
@pytest.mark.parametrize(("name", "keys"), [*IDS, (ARM, {"actions": "meta"}), (ARM, {"action_low": 0})])
def test_gymnasiums_check_passes_without_a_warning(name, keys, render_mode):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, render_mode=render_mode, **keys).unwrapped)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("name", "keys"), IDS)
def test_the_undiscounted_return_is_the_fitness(name, keys, seed):
    env = gymnasium.make(name, **keys)
    _, rewards, info = played(env, actions_of(env, 200, seed), seed=seed)
    total = 0.0
    for reward in rewards:
        total += reward
    assert total == info["fitness"]


@pytest.mark.parametrize(("name", "task", "keys"), [(ARM, "octopus", SHORT_ARM), (POLES, "poles", {"steps": 200})])
def test_a_controller_gets_the_fitness_that_the_evaluator_gives_it(name, task, keys):
    env = gymnasium.make(name, action_low=0, action_dtype=np.float64, **keys)
    encoding = lowpass.Encoding(env.unwrapped.geometry, coefficients=6)
    genome = np.random.default_rng(3).normal(size=6)
    policy = lowpass.Policy.from_genome(encoding, genome)
    trials = len(env.unwrapped.task.trials)
    fitness = []
    for trial in range(trials):
        policy.reset()
        observation, _ = env.reset(options={"trial": trial})
        while True:
            observation, _, terminated, truncated, info = env.step(policy.act(observation))
            if terminated or truncated:
                break
        fitness.append(info["fitness"])
    evaluated = lowpass.Task(task, **keys).evaluate(encoding, genome[None])
    assert sum(fitness) / trials == pytest.approx(evaluated[0], rel=1e-15)  # a mean of the same numbers


def test_seeds_repeat_and_vary():
    env = gymnasium.make(ARM, **SHORT_ARM)
    starts = [env.reset(seed=seed)[0] for seed in range(12)]
    assert len({start.tobytes() for start in starts}) == 3  # every trial
    np.testing.assert_array_equal(env.reset(seed=5)[0], starts[5])
    env.reset(seed=5)
    following = [env.reset()[1]["trial"] for _ in range(10)]
    env.reset(seed=5)
    assert [env.reset()[1]["trial"] for _ in range(10)] == following
    assert len(set(following)) > 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("name", "keys"), IDS)
def test_n_lanes_are_n_environments_to_the_bit(name, keys, threads):
    n = 7  # no multiple of any number of lanes
    vector = gymnasium.make_vec(name, num_envs=n, threads=threads, autoreset_mode="SAME_STEP", **keys)
    singles = gymnasium.vector.SyncVectorEnv(
        [lambda: gymnasium.make(name, **keys)] * n, autoreset_mode=AutoresetMode.SAME_STEP
    )
    compare(vector, singles, actions_of(vector, 90))


@pytest.mark.parametrize("mode", ["NEXT_STEP", "SAME_STEP"])
def test_autoreset_is_gymnasiums(mode):
    vector = gymnasium.make_vec(POLES, num_envs=5, autoreset_mode=mode)
    singles = gymnasium.vector.SyncVectorEnv(
        [lambda: gymnasium.make(POLES)] * 5, autoreset_mode=AutoresetMode[mode]
    )
    assert vector.metadata["autoreset_mode"] is AutoresetMode[mode]
    compare(vector, singles, actions_of(vector, 300))


def compare(vector, singles, actions):
    """Both give the same to the bit, infos included."""
    for ours, theirs in zip(vector.reset(seed=9), singles.reset(seed=9)):
        assert_same(ours, theirs)
    ends = 0
    for rows in actions:
        ours, theirs = vector.step(rows), singles.step(rows)
        for one, other in zip(ours, theirs):
            assert_same(one, other)
        ends += (ours[2] | ours[3]).sum()
    assert ends > 0


def assert_same(ours, theirs):
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for key in theirs:
            assert_same(ours[key], theirs[key])
    elif theirs.dtype == object:
        for one, other in zip(ours, theirs):
            np.testing.assert_array_equal(one, other)
    else:
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)


def test_without_autoreset_the_caller_resets_by_mask():
    vector = gymnasium.make_vec(POLES, num_envs=3, autoreset_mode="DISABLED", steps=5)
    vector.reset(seed=1)
    for rows in actions_of(vector, 5):
        seen, _, _, truncated, _ = vector.step(rows)
    assert truncated.all()
    with pytest.raises(lowpass.Error, match="environment 0 has not begun or has ended"):
        vector.step(rows)
    again, infos = vector.reset(options={"reset_mask": np.array([True, False, True])})
    np.testing.assert_array_equal(again[1], seen[1])
    assert infos["_trial"].tolist() == [True, False, True]


def test_observations_are_arrays_of_their_own():
    vector = gymnasium.make_vec(ARM, num_envs=2, **SHORT_ARM)
    first, _ = vector.reset(seed=1)
    kept = first.copy()
    vector.step(actions_of(vector, 1)[0])
    np.testing.assert_array_equal(first, kept)


def test_an_arm_that_diverges_ends_with_its_last_finite_observation(tmp_path):
    # Nodes so light that the step of the integrator is far too long for them.
    pairs = "".join(
        f"[[pairs]]\nupper = [{x}.0, 0.5]\nlower = [{x}.0, -0.5]\nupper_mass = 1e-3\nlower_mass = 1e-3\n"
        for x in range(4)
    )
    (tmp_path / "light.toml").write_text('physics = "C09"\n' + pairs)
    env = gymnasium.make(ARM, arm=str(tmp_path / "light.toml"))
    seen, rewards, info = played(env, actions_of(env, 250), seed=1)
    assert info["diverged"] and np.isfinite(seen).all()
    np.testing.assert_array_equal(seen[-1], seen[-2])
    assert np.sum(rewards) == info["fitness"] == 0.0


def test_pictures_show_the_scene():
    env = gymnasium.make(ARM, render_mode="rgb_array", picture=(200, 120), **SHORT_ARM)
    env.reset(seed=1)
    first = env.render()
    env.step(np.ones(env.action_space.shape, np.float32))
    second = env.render()
    assert first.shape == (120, 200, 3) and first.dtype == np.uint8 and first.flags.c_contiguous
    assert 0 < (first != second).any(axis=2).mean() < 0.5
    vector = gymnasium.make_vec(POLES, num_envs=2, render_mode="rgb_array")
    vector.reset(seed=1)
    assert [frame.shape for frame in vector.render()] == [(360, 480, 3)] * 2


def test_keys_are_those_that_the_task_declares():
    import inspect

    for name, env in (("octopus", lowpass.envs.OctopusArm), ("poles", lowpass.envs.PolesVector)):
        keys = {key.name for key in lowpass.tasks()[name].keys}
        assert keys <= set(inspect.signature(env).parameters)
        assert all(f"``{key}``" in env.__doc__ for key in keys)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gymnasium.make(ARM, compartmentz=3), "task.compartmentz: unknown key; did you mean"),
        (lambda: gymnasium.make(ARM, steps=0), "task.steps = 0: expected an integer from 1"),
        (lambda: gymnasium.make(POLES, fitness="best"), "fitness = .*expected standard or damping"),
        (lambda: gymnasium.make(ARM, action_low=0.5), "action_low = 0.5: expected -1 or 0"),
        (lambda: gymnasium.make(ARM, action_dtype="int8"), "expected float32 or float64"),
        (lambda: gymnasium.make_vec(ARM, num_envs=0), "num_envs = 0: expected"),
        (lambda: gymnasium.make_vec(ARM, num_envs=1, autoreset_mode="never"), "expected one of NEXT_STEP"),
        (lambda: gymnasium.make_vec(ARM, num_envs=2).reset(seed=[1]), "seed: 1 of them: expected 2"),
        (lambda: gymnasium.make(ARM).unwrapped.reset(options={"trial": 9}), 'trial"] = 9: expected'),
        (lambda: gymnasium.make(ARM).unwrapped.step(np.zeros(32, np.float32)), "expected reset first"),
    ],
)
def test_bad_arguments_are_told_with_place_value_and_what_is_allowed(make, message):
    with pytest.raises(lowpass.Error, match=message):
        make()


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (np.zeros(3, np.float32), r"shape \(1, 3\).*expected \(1, 14\) of float32 or float64"),
        (np.zeros(14, int), "type int64"),
        (np.full(14, np.nan, np.float32), r"action\[0, 0\] = nan: expected a number from -1 to 1"),
    ],
)
def test_bad_actions_are_told_and_change_nothing(action, message):
    env = gymnasium.make(ARM, **SHORT_ARM).unwrapped
    env.reset(seed=1)
    fresh = gymnasium.make(ARM, **SHORT_ARM).unwrapped
    fresh.reset(seed=1)
    with pytest.raises(lowpass.Error, match=message):
        env.step(action)
    good = actions_of(env, 1)[0]
    np.testing.assert_array_equal(env.step(good)[0], fresh.step(good)[0])


def step_forked(vector, actions, queue):
    queue.put([vector.step(rows)[0] for rows in actions])


def test_a_vector_with_threads_survives_fork():
    vector = gymnasium.make_vec(ARM, num_envs=9, threads=2, **SHORT_ARM)
    vector.reset(seed=1)
    actions = actions_of(vector, 8)
    vector.step(actions[0])  # the threads have started
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=step_forked, args=(vector, actions[1:], queue))
    child.start()
    in_child = queue.get(timeout=300)
    child.join()
    assert child.exitcode == 0 and os.getpid() != child.pid
    for seen, rows in zip(in_child, actions[1:]):
        np.testing.assert_array_equal(vector.step(rows)[0], seen)


def test_async_vectors_of_gymnasium_take_the_environment():
    n = 2
    vector = gymnasium.vector.AsyncVectorEnv([lambda: gymnasium.make(POLES)] * n, context="fork")
    seen, _ = vector.reset(seed=1)
    assert seen.shape == (n, 4)
    vector.close()


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_a_pickled_environment_is_made_anew(make):
    environment = make(ARM, compartments=4, action_low=0.0)
    again = pickle.loads(pickle.dumps(environment))
    assert again.action_space == environment.action_space
    np.testing.assert_array_equal(again.reset(seed=3)[0], environment.reset(seed=3)[0])


def test_a_task_is_pickled_by_its_keys():
    task = pickle.loads(pickle.dumps(lowpass.Task("octopus", **SHORT_ARM)))
    assert task.keys["compartments"] == 4
