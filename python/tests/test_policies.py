"""Controllers that see and act."""

import pickle

import numpy as np
import pytest

import lowpass
from lowpass import Encoding, Geometry, Grid, Policy

GEOMETRY = Geometry(Grid({"x": 4}), Grid({"y": 2}), 3)
RNG = np.random.default_rng(1)


def policy(kind="recurrent", activation="tanh", output="same"):
    weights = np.random.default_rng(2).normal(size=GEOMETRY.weight_count)
    return Policy(GEOMETRY, weights, kind=kind, activation=activation, output=output)


def test_a_recurrent_step_is_its_formula():
    one = policy()
    inputs, recurrent, bias = one.matrices
    state = np.zeros(5)
    for _ in range(5):
        seen = RNG.normal(size=4)
        action = one.act(seen)
        state = np.tanh(inputs @ seen + recurrent @ state + bias)
        np.testing.assert_allclose(action, (state[3:] + 1) / 2, atol=1e-13)  # other tanh, other sums
        np.testing.assert_allclose(one.state, state, atol=1e-13)


def test_reset_forgets():
    one = policy()
    first = one.act(np.ones(4))
    assert not np.array_equal(first, one.act(np.ones(4)))
    one.reset()
    np.testing.assert_array_equal(first, one.act(np.ones(4)))


def test_lanes_act_as_each_alone():
    one, many = policy(), policy()
    many.reset(6)
    seen = RNG.normal(size=(8, 6, 4))
    actions = np.array([many.act(rows) for rows in seen])
    for lane in range(6):
        one.reset()
        np.testing.assert_array_equal([one.act(rows[lane]) for rows in seen], actions[:, lane])


def test_a_genome_acts_as_its_weights():
    encoding = Encoding(GEOMETRY, coefficients=8, kind="elman")
    genome = RNG.normal(size=8)
    of_genome = Policy.from_genome(encoding, genome)
    of_weights = Policy(GEOMETRY, encoding.decode(genome), kind="elman")
    seen = RNG.normal(size=4)
    np.testing.assert_array_equal(of_genome.act(seen), of_weights.act(seen))
    np.testing.assert_array_equal(of_genome.genome, genome)


def test_a_spectral_step_agrees_with_the_dense_one():
    genome = RNG.normal(size=8)
    dense, spectral = (
        Policy.from_genome(Encoding(GEOMETRY, coefficients=8, step=step), genome)
        for step in ("dense", "spectral")
    )
    seen = RNG.normal(size=4)
    np.testing.assert_allclose(dense.act(seen), spectral.act(seen), atol=1e-12)  # sums in another order


@pytest.mark.parametrize("from_genome", [False, True])
def test_a_pickled_policy_goes_on(from_genome):
    one = (
        Policy.from_genome(Encoding(GEOMETRY, coefficients=8), np.ones(8)) if from_genome else policy()
    )
    one.act(np.ones(4))
    twin = pickle.loads(pickle.dumps(one))
    np.testing.assert_array_equal(one.act(np.ones(4)), twin.act(np.ones(4)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda p: p.act(np.zeros(3)), r"observation: shape \(3\): expected \(4\)"),
        (lambda p: p.act(np.zeros(4, np.float32)), "float32: expected float64"),
        (lambda p: p.act(np.full(4, np.nan)), r"observation\[0\] = nan"),
        (lambda p: p.reset(0), "lanes = 0: expected an integer of at least 1"),
        (lambda p: Policy(GEOMETRY, np.zeros(3)), r"weights: shape \(3\)"),
        (lambda p: Policy(GEOMETRY, p.weights, activation="relu"), "activation = 'relu': expected"),
    ],
)
def test_bad_input_is_told_with_place_value_and_what_is_allowed(call, message):
    with pytest.raises(lowpass.Error, match=message):
        call(policy())
