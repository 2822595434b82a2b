"""Spaces as numbers, and the input that is refused."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from toy_environments import Follow

import lowpass
from lowpass.environments.grids import layout_of
from lowpass.environments.spaces import input_count, output_count, space_from_text, space_text, writer

pytestmark = pytest.mark.filterwarnings("ignore:the grids are the order")

OBSERVATIONS = [
    (spaces.Box(-1.0, 1.0, (2, 3), np.float32), 6),
    (spaces.Box(0, 255, (4, 4, 3), np.uint8), 48),
    (spaces.Discrete(5, start=2), 5),
    (spaces.MultiDiscrete([2, 3]), 5),
    (spaces.MultiBinary(4), 4),
    (spaces.Dict({"b": spaces.Discrete(2), "a": spaces.Box(-1.0, 1.0, (2,), np.float64)}), 4),
    (spaces.Tuple((spaces.Discrete(3), spaces.Dict({"x": spaces.MultiBinary(2)}))), 5),
]
ACTIONS = [
    (spaces.Box(-2.0, 3.0, (2, 2), np.float64), 4),
    (spaces.Box(-2.0, 3.0, (1,), np.float32), 1),
    (spaces.Box(0, 7, (2,), np.int64), 2),
    (spaces.Discrete(4, start=-1), 4),
    (spaces.MultiDiscrete([3, 2]), 5),
    (spaces.MultiDiscrete([[3, 2], [2, 2]]), 9),
    (spaces.MultiBinary(3), 3),
    (spaces.MultiBinary([2, 2]), 4),
]


@pytest.mark.parametrize(("space", "count"), OBSERVATIONS)
def test_an_environment_with_this_observation_is_evolved(space: spaces.Space[Any], count: int) -> None:
    assert input_count(space) == count
    result = lowpass.evolve(
        lambda: Follow(observation=space), coefficients=3, evaluations=20, workers=1, validation=1, seed=1
    )
    assert np.isfinite(result.best_fitness)


@pytest.mark.parametrize(("space", "count"), ACTIONS)
def test_actions_lie_in_their_space(space: spaces.Space[Any], count: int) -> None:
    assert output_count(space) == count
    environment = Follow(action=space)  # which asserts that they do
    result = lowpass.evolve(environment, coefficients=3, evaluations=20, workers=1, validation=1, seed=1)
    assert result.diverged == 0
    assert pickle.loads(pickle.dumps(result.policy)).genome.tolist() == result.policy.genome.tolist()


@pytest.mark.parametrize("space", [space for space, _ in OBSERVATIONS + ACTIONS])
def test_a_space_is_read_back_from_the_record(space: spaces.Space[Any]) -> None:
    assert space_from_text(space_text(space)) == space


def test_discrete_observations_become_a_one_among_zeros() -> None:
    space = spaces.Dict({"a": spaces.Discrete(3, start=1), "b": spaces.MultiDiscrete([2, 2])})
    inputs = np.full(7, 9.0)
    writer(space)(inputs, {"a": 2, "b": np.array([1, 0])})
    assert inputs.tolist() == [0, 1, 0, 0, 1, 1, 0]


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (spaces.Dict({"a": spaces.Discrete(2)}), "action space Dict.*expected a Box with finite bounds"),
        (spaces.Tuple((spaces.Discrete(2),)), "action space Tuple"),
        (spaces.Box(-np.inf, np.inf, (2,), np.float32), "action space Box.*expected finite bounds"),
        (spaces.Text(3), "action space Text"),
    ],
)
def test_an_action_space_that_has_no_outputs_is_refused(action: spaces.Space[Any], message: str) -> None:
    with pytest.raises(lowpass.Error, match=message):
        lowpass.evolve(lambda: Follow(action=action), workers=1)


def test_an_observation_space_without_numbers_is_refused() -> None:
    with pytest.raises(lowpass.Error, match="observation space name = Text"):
        lowpass.evolve(lambda: Follow(observation=spaces.Dict({"name": spaces.Text(3)})), workers=1)


def fails() -> Follow:
    raise OSError("no such device")


@pytest.mark.parametrize(
    ("environment", "arguments", "message"),
    [
        (fails, {}, "environment fails: it cannot be made: OSError: no such device"),
        ("NoSuch-v0", {}, "environment NoSuch-v0: it cannot be made"),
        (7, {}, "environment = 7: expected the id"),
        (int, {}, "environment int: it makes 0: expected an environment of Gymnasium"),
        (Follow, {"validation": -1}, "validation = -1: expected an integer from 0"),
        (Follow, {"record": "no"}, "record = 'no': expected True or False"),
        (Follow, {"arguments": [1]}, "arguments = .1.: expected a dict"),
        (Follow, {"workers": 0}, "workers = 0"),
        (Follow, {"episodes": 0}, "task.episodes = 0: expected an integer from 1"),
        (Follow, {"coefficients": 100}, "encoding.coefficients = 100: expected 1 to 5"),
        (Follow, {"geometry": {"inputs": {"x": 2}}}, "inputs of 2 cells: expected 3"),
        (Follow, {"geometry": {"inputs": {"axes": {"x": 4}, "cells": [0, 1, 9]}}}, "cell 9: expected 0 to 3"),
        (Follow, {"geometry": {"inputs": {"axes": {"x": 4}, "cells": [0, 1, 1]}}}, "expected distinct cells"),
        (Follow, {"geometry": "joint-tree"}, "geometry = 'joint-tree'"),
        (Follow, {"geometry": "cube"}, "geometry = 'cube': expected auto"),
        ("poles", {"geometry": "vector"}, "geometry: expected none for a task of the library"),
        (Follow(), {"workers": 2}, "workers = 2: expected 1 for an environment that is made already"),
    ],
)
def test_wrong_input_is_refused_in_one_line(environment: Any, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(lowpass.Error, match=message):
        lowpass.evolve(environment, **{"workers": 1, **arguments})


def test_a_box_with_several_axes_lies_on_its_own_shape() -> None:
    layout = layout_of(Follow(observation=spaces.Box(0.0, 1.0, (4, 3), np.float64)), "auto")
    assert (layout.origin, layout.inputs.axes) == ("shape", (("axis 1", 3), ("axis 0", 4)))


def test_an_environment_can_declare_its_grids() -> None:
    environment = Follow()
    environment.lowpass_geometry = {"inputs": {"axes": {"x": 2, "y": 2}, "cells": [3, 0, 1]}}  # type: ignore[attr-defined]
    layout = layout_of(environment, "auto")
    assert (layout.origin, layout.inputs.cells, layout.note()) == ("declared", (3, 0, 1), "")


def test_vector_order_comes_with_a_note() -> None:
    with pytest.warns(RuntimeWarning, match="neighbours mean nothing"):
        lowpass.evolve(Follow, coefficients=3, evaluations=20, workers=1, validation=0)


def test_a_shuffled_layout_has_the_same_cells_in_another_order() -> None:
    layout = layout_of(Follow(observation=spaces.Box(0.0, 1.0, (4, 3), np.float64)), "auto")
    control = layout.shuffled(5)
    assert sorted(control.inputs.cells) == sorted(layout.inputs.cells)
    assert control.inputs.cells != layout.inputs.cells
    assert control == layout.shuffled(5) != layout.shuffled(6)
    assert "a control" in control.note()
