"""Geometries and encodings."""

import pickle

import numpy as np
import pytest

import lowpass
from lowpass import Encoding, Geometry, Grid


def arm(compartments):
    return Geometry(
        Grid({"variable": 4, "compartment": compartments}),
        Grid({"muscle": 3, "compartment": compartments}),
    )


def test_the_order_goes_from_low_to_high_frequency_and_nests():
    order = lowpass.coefficient_order((3, 4))
    assert order.shape == (12, 2)
    np.testing.assert_array_equal(order[0], [0, 0])
    np.testing.assert_array_equal(lowpass.coefficient_order((3, 4), 5), order[:5])


@pytest.mark.parametrize("mapping", ["omega1", "omega2", "omega3", "direct"])
def test_all_coefficients_encode_any_weights(mapping):
    geometry = arm(2)
    rng = np.random.default_rng(1)
    weights = rng.normal(size=geometry.weight_count)
    encoding = Encoding(geometry, mapping, coefficients=geometry.weight_count)
    # (A round trip through the transform and back loses a few of the last bits.)
    np.testing.assert_allclose(encoding.decode(encoding.encode(weights)), weights, atol=1e-12)


def test_rows_of_genomes_decode_as_each_alone():
    encoding = Encoding(arm(3), coefficients=11)
    genomes = np.random.default_rng(2).normal(size=(4, 11))
    rows = encoding.decode(genomes)
    for genome, row in zip(genomes, rows):
        np.testing.assert_array_equal(encoding.decode(genome), row)


def test_a_constant_is_the_lowest_frequency():
    encoding = Encoding(arm(3), "omega1", coefficients=1)
    weights = encoding.decode([2.0])
    assert len(set(weights)) == 1


def test_weights_split_into_matrices():
    encoding = Encoding(arm(2), coefficients=7)
    inputs, recurrent, bias = encoding.matrices(np.ones(7))
    assert (inputs.shape, recurrent.shape, bias.shape) == ((6, 8), (6, 6), (6,))


def test_a_genome_decodes_at_another_size():
    encoding = Encoding(arm(3), coefficients=9)
    genome = np.random.default_rng(3).normal(size=9)
    longer = encoding.resized(arm(5), "amplitude")
    assert longer.decode(genome).shape == (arm(5).weight_count,)
    np.testing.assert_array_equal(encoding.resized(arm(3)).decode(genome), encoding.decode(genome))


def test_direct_weights_are_resized_through_a_mapping():
    weights = np.random.default_rng(4).normal(size=arm(3).weight_count)
    same = lowpass.resized_weights(weights, arm(3), arm(3))
    np.testing.assert_allclose(same, weights, atol=1e-12)  # a transform and back
    assert lowpass.resized_weights(weights, arm(3), arm(4)).shape == (arm(4).weight_count,)


def test_random_genomes_have_the_weights_that_sigma_promises():
    encoding = Encoding(arm(4), coefficients=12)
    sigma = encoding.sigma_of_weight_rms(0.3)
    genomes = np.random.default_rng(5).normal(size=(4000, 12)) * sigma
    rms = np.sqrt((encoding.decode(genomes) ** 2).mean())
    assert rms == pytest.approx(0.3, rel=0.05)  # of 4000 samples


@pytest.mark.parametrize("kind", ["recurrent", "feed-forward", "elman", "jordan"])
def test_links_that_a_kind_lacks_have_no_weight(kind):
    geometry = Geometry(Grid({"x": 3}), Grid({"y": 2}), 2)
    encoding = Encoding(geometry, "omega1", coefficients=9, kind=kind)
    missing = encoding.decode(np.ones(9)) == 0.0
    assert missing.any() == (kind != "recurrent")


def test_an_encoding_is_a_value():
    encoding = Encoding(arm(3), coefficients=9).resized(arm(5))
    twin = pickle.loads(pickle.dumps(encoding))
    assert twin == encoding
    np.testing.assert_array_equal(twin.decode(np.ones(9)), encoding.decode(np.ones(9)))


def test_grids_may_have_empty_cells():
    grid = Grid({"x": 3, "y": 2}, cells=[0, 2, 5])
    assert grid.unit_count == 3
    assert Encoding(Geometry(grid, Grid({"z": 2})), coefficients=4).weight_count == 2 * (3 + 2 + 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Grid({"x": 0}), "axis x = 0: expected an integer of at least 1"),
        (lambda: Geometry(Grid({"x": 2}, [0, 0]), Grid({"y": 1})), "cell 0 holds two units"),
        (lambda: Geometry(Grid({"x": 2}, [3]), Grid({"y": 1})), "cell 3: expected 0 to 1"),
        (lambda: Geometry(3, Grid({"y": 1})), "inputs = 3: expected a Grid"),
        (lambda: Encoding(arm(2), "omega9"), "omega9"),
        (lambda: Encoding(arm(2), coefficients=0), "coefficients = 0: expected"),
        (lambda: Encoding(arm(2), coefficients=10**6), "1000000"),
        (lambda: Encoding(arm(2), kind="lstm"), "kind = 'lstm': expected one of recurrent"),
        (lambda: Encoding(arm(2)).decode(np.zeros(3)), r"genome: shape \(3\): expected \(20\)"),
        (lambda: Encoding(arm(2)).decode(np.zeros(20, np.float32)), "float32: expected float64"),
        (lambda: Encoding(arm(2)).encode(np.full(90, np.inf)), r"weights\[0\] = inf"),
        (lambda: Encoding(arm(2), "direct").resized(arm(3)), "resized_weights"),
        (lambda: lowpass.coefficient_order((2, 3), 7), "count = 7: expected an integer from 1 to 6"),
    ],
)
def test_bad_input_is_told_with_place_value_and_what_is_allowed(call, message):
    with pytest.raises(lowpass.Error, match=message):
        call()
