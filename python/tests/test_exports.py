"""Controllers for use without the package."""

import shutil
import subprocess

import numpy as np
import onnx
import onnxruntime
import pytest

import lowpass
from lowpass import Geometry, Grid, Policy, export

GEOMETRY = Geometry(Grid({"x": 5}), Grid({"y": 3}), 4)
POLICIES = [
    (kind, activation, output)
    for kind in ("recurrent", "feed-forward", "elman", "jordan")
    for activation, output in (("logistic", "same"), ("tanh", "logistic"), ("tanh", "linear"))
]
STEPS = 25
# The C library and onnxruntime have other exponentials and sums in another order; states come back.
TOLERANCE = 1e-10


def policy(kind, activation, output):
    weights = np.random.default_rng(1).normal(size=GEOMETRY.weight_count) * 0.4
    return Policy(GEOMETRY, weights, kind=kind, activation=activation, output=output)


def observations():
    return np.random.default_rng(2).normal(size=(STEPS, 5))


def actions(one):
    one.reset()
    return np.array([one.act(seen) for seen in observations()])


@pytest.mark.parametrize("which", POLICIES, ids="-".join)
def test_onnxruntime_acts_as_the_policy(which, tmp_path):
    one = policy(*which)
    export.onnx(one, tmp_path / "policy.onnx")
    onnx.checker.check_model(str(tmp_path / "policy.onnx"), full_check=True)
    session = onnxruntime.InferenceSession(tmp_path / "policy.onnx")
    state = np.zeros((2, GEOMETRY.neuron_count))
    told = []
    for seen in observations():
        rows = np.array([seen, seen])
        action, state = session.run(["action", "next_state"], {"observation": rows, "state": state})
        told.append(action)
    np.testing.assert_allclose(np.array(told)[:, 0], actions(one), atol=TOLERANCE)
    np.testing.assert_array_equal(np.array(told)[:, 0], np.array(told)[:, 1])


MAIN = """
#include <stdio.h>
#include "controller.h"
int main(void) {
  double seen[MINE_INPUTS], state[MINE_NEURONS], action[MINE_OUTPUTS];
  mine_reset(state);
  for (;;) {
    for (int i = 0; i < MINE_INPUTS; ++i) if (scanf("%la", &seen[i]) != 1) return 0;
    mine_step(seen, state, action);
    for (int i = 0; i < MINE_OUTPUTS; ++i) printf("%a ", action[i]);
  }
}
"""


@pytest.mark.parametrize("which", POLICIES, ids="-".join)
def test_the_c_header_acts_as_the_policy(which, tmp_path):
    one = policy(*which)
    export.c_header(one, tmp_path / "controller.h", name="mine")
    (tmp_path / "main.c").write_text(MAIN)
    compiler = shutil.which("cc") or pytest.fail("no C compiler")
    flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run([compiler, *flags, "main.c", "-o", "main", "-lm"], check=True, cwd=tmp_path)
    seen = " ".join(float(x).hex() for x in observations().ravel())
    done = subprocess.run([tmp_path / "main"], input=seen, text=True, capture_output=True, check=True)
    told = np.array([float.fromhex(x) for x in done.stdout.split()]).reshape(STEPS, 3)
    np.testing.assert_allclose(told, actions(one), atol=TOLERANCE)


def test_npz_has_the_weights_to_the_bit(tmp_path):
    geometry = Geometry(Grid({"x": 3}), Grid({"y": 2}))
    genome = np.random.default_rng(3).normal(size=6)
    one = Policy.from_genome(lowpass.Encoding(geometry, coefficients=6), genome)
    export.npz(one, tmp_path / "policy.npz")
    with np.load(tmp_path / "policy.npz") as saved:
        for name, matrix in zip(("input_weights", "recurrent_weights", "bias"), one.matrices):
            np.testing.assert_array_equal(saved[name], matrix)
        np.testing.assert_array_equal(saved["genome"], genome)
        assert (str(saved["kind"]), str(saved["activation"])) == ("recurrent", "logistic")
        assert saved["layers"].tolist() == [2]


def test_a_name_that_is_none_of_c_is_refused(tmp_path):
    with pytest.raises(lowpass.Error, match="name = '3rd': expected a name of C"):
        export.c_header(policy(*POLICIES[0]), tmp_path / "x.h", name="3rd")
    assert not (tmp_path / "x.h").exists()
