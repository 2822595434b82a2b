"""Searches: ask, tell, and states as values."""

import pickle

import numpy as np
import pytest

import lowpass

NAMES = list(lowpass.searches())


def sphere(genomes):
    return -(genomes**2).sum(axis=1)


def told(name, generations, **keys):
    search = lowpass.search(name, np.full(5, 0.5), 0.7, seed=3, **keys)
    for _ in range(generations):
        search.tell(sphere(search.ask()))
    return search


@pytest.mark.parametrize("name", NAMES)
def test_a_search_maximises(name):
    search = told(name, 1)
    before = search.best_fitness
    for _ in range(60):
        search.tell(sphere(search.ask()))
    assert search.best_fitness > before
    assert search.best_fitness == sphere(search.best_genome[None])[0]


@pytest.mark.parametrize("name", NAMES)
def test_asking_twice_gives_the_same_genomes(name):
    search = told(name, 3)
    np.testing.assert_array_equal(search.ask(), search.ask())


@pytest.mark.parametrize("name", NAMES)
def test_a_pickled_search_goes_on_to_the_same_bits(name):
    search = told(name, 4)
    search.ask()  # also between ask and tell
    twin = pickle.loads(pickle.dumps(search))
    twin.tell(sphere(search.ask()))
    search.tell(sphere(search.ask()))
    np.testing.assert_array_equal(search.ask(), twin.ask())


@pytest.mark.parametrize("name", NAMES)
def test_a_state_made_from_arrays_goes_on_to_the_same_bits(name):
    search = told(name, 4)
    state = search.state
    copied = lowpass.SearchState(
        state.seed,
        state.generation,
        state.best_genome.copy(),
        state.best_fitness,
        {key: array.copy() for key, array in state.arrays.items()},
    )
    twin = lowpass.Search.from_state(name, copied, 5)
    np.testing.assert_array_equal(search.ask(), twin.ask())
    assert pickle.loads(pickle.dumps(state)).generation == 4


def test_a_state_is_a_copy():
    search = told("snes", 2)
    search.state.arrays["mean"][:] = 7.0
    assert not (search.mean == 7.0).any()


@pytest.mark.parametrize("name", [n for n in NAMES if told(n, 0).noise_shape[0] > 0])
def test_draws_of_ones_own_decide_the_genomes(name):
    search = told(name, 2)
    noise = np.random.default_rng(1).normal(size=search.noise_shape)
    genomes = search.ask(noise)
    assert not np.array_equal(genomes, search.ask())
    np.testing.assert_array_equal(genomes, search.ask(noise))


def test_snes_places_the_draws_that_it_is_given():
    search = lowpass.search("snes", np.array([1.0, -1.0]), np.array([0.5, 2.0]))
    noise = np.arange(2.0 * search.population_size).reshape(search.noise_shape)
    np.testing.assert_array_equal(search.ask(noise), [1.0, -1.0] + noise * [0.5, 2.0])


def test_draws_survive_a_pickle_between_ask_and_tell():
    search = told("cma-es", 2)
    genomes = search.ask(np.ones(search.noise_shape))
    twin = pickle.loads(pickle.dumps(search))
    for one in (search, twin):
        one.tell(sphere(genomes))
    np.testing.assert_array_equal(search.ask(), twin.ask())


def test_seeds_vary_and_repeat():
    first, again, other = (lowpass.search("snes", np.zeros(4), seed=s).ask() for s in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_search_grows():
    search = told("snes", 3)
    longer = search.grown([0, 1, 2, 3, 4, -1], 0.25)
    np.testing.assert_array_equal(longer.mean, [*search.mean, 0.0])
    np.testing.assert_array_equal(longer.sigma, [*search.sigma, 0.25])


def test_nan_ranks_last():
    search = lowpass.search("snes", np.zeros(3), seed=1)
    genomes = search.ask()
    fitness = sphere(genomes)
    fitness[0] = np.nan
    search.tell(fitness)
    assert search.best_fitness == np.nanmax(fitness)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: s.tell(np.zeros(3)), r"fitness: shape \(3\): expected \(\d+\)"),
        (lambda s: s.tell(np.zeros(s.population_size, np.float32)), "float32: expected float64"),
        (lambda s: s.ask(np.zeros((1, 1))), "noise: shape"),
        (lambda s: s.grown([0, 9], 1.0), "origin = 9: expected an integer from -1 to 4"),
        (lambda s: lowpass.search("snez", [0.0]), "did you mean snes"),
        (lambda s: lowpass.search("snes", [0.0], popul=3), "unknown key"),
        (lambda s: lowpass.search("snes", [0.0], population=-4), "population = -4: expected"),
        (lambda s: lowpass.search("snes", [[0.0]]), "mean: shape"),
        (lambda s: lowpass.search("snes", [0.0, np.nan]), r"mean\[1\] = nan: expected a finite"),
        (lambda s: lowpass.search("snes", [0.0], -1.0), "sigma of gene 0 = -1"),
        (lambda s: lowpass.search("snes", [0.0], seed=-1), "seed = -1: expected an integer from 0"),
        (lambda s: lowpass.search("snes", [0.0], seed=1.0), "seed = 1.0: expected an integer"),
    ],
)
def test_bad_input_is_told_with_place_value_and_what_is_allowed(call, message):
    search = told("snes", 1)
    search.ask()
    with pytest.raises(lowpass.Error, match=message):
        call(search)


def test_tell_needs_ask():
    with pytest.raises(lowpass.Error, match="expected after ask"):
        told("snes", 1).tell(np.zeros(12))
