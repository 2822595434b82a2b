"""Grids of MuJoCo's models."""

from __future__ import annotations

import gymnasium
import pytest

pytest.importorskip("mujoco")
pytestmark = pytest.mark.slow

from lowpass.environments.grids import layout_of  # noqa: E402


@pytest.mark.parametrize(
    ("name", "inputs", "outputs"),
    [
        ("Swimmer-v5", {"quantity": 2, "segment": 2, "limb": 3}, {"segment": 2, "limb": 1}),
        ("HalfCheetah-v5", {"quantity": 2, "segment": 3, "limb": 3}, {"segment": 3, "limb": 2}),
        ("Walker2d-v5", {"quantity": 2, "segment": 3, "limb": 3}, {"segment": 3, "limb": 2}),
        ("Ant-v5", {"quantity": 8, "segment": 3, "limb": 7}, {"segment": 2, "limb": 4}),
        ("Humanoid-v5", None, None),
    ],
)
def test_the_grid_follows_the_joints(name: str, inputs: dict[str, int] | None, outputs: dict[str, int] | None) -> None:
    layout = layout_of(gymnasium.make(name), "auto")
    assert layout.origin == "joint-tree"
    assert len(set(layout.inputs.cells)) == len(layout.inputs.cells)
    assert max(layout.inputs.cells) < layout.inputs.size
    if inputs is not None and outputs is not None:
        assert (dict(layout.inputs.axes), dict(layout.outputs.axes)) == (inputs, outputs)


def test_what_is_seen_and_done_of_a_leg_of_the_ant_lies_in_one_limb() -> None:
    environment = gymnasium.make("Ant-v5")
    layout = layout_of(environment, "joint-tree")
    model = environment.unwrapped.model  # type: ignore[attr-defined]
    quantities, segments = (size for _, size in layout.inputs.axes[:2])
    root_rows = dict(layout.inputs.axes)["limb"] - 4
    for action, joint in enumerate(model.actuator_trnid[:, 0]):
        acts_on = layout.outputs.cells[action] // 2
        position = int(model.jnt_qposadr[joint]) - 2  # x and y of the root are not observed
        seen_in = layout.inputs.cells[position] // quantities // segments - root_rows
        assert acts_on == seen_in


def test_an_environment_that_observes_something_else_keeps_the_order_of_its_vector() -> None:
    assert layout_of(gymnasium.make("Reacher-v5"), "auto").origin == "vector"
