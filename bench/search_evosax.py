#!/usr/bin/env python3
"""Generations a second of SNES on the sphere beside evosax's, jitted into one scan, on one core.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install evosax==0.3.2
    taskset -c 0 /tmp/peers/bin/python bench/search_evosax.py [./lowpass]

Prints one table. Both have the same population and start at mean 1 with sigma 1. evosax: ask, sphere and tell in
single precision, `lax.scan` over all generations of a run, compiled before the clock starts. lowpass: ask, sphere and
tell, in double and in single precision (`lowpass bench search`). The fastest of the runs counts on both sides, in
turns, so that all meet the same conditions. Keep the process on one core (taskset): XLA would use them all.
"""

import json
import math
import subprocess
import sys
import time

import jax
import jax.numpy as jnp
from evosax.algorithms import SNES

# Genes: generations of a run. Runs of some 20 ms, so that on a busy machine some of them are not disturbed.
DIMENSIONS = {20: 2000, 320: 200, 3680: 20}
ROUNDS = 40


def population_of(dimension: int) -> int:
    """As [FDE12] prints it, which is also the default of lowpass."""
    return 8 + int(3 * math.log(dimension))


def evosax_run(dimension: int, generations: int):
    """A compiled run of so many generations."""
    search = SNES(population_size=population_of(dimension), solution=jnp.zeros(dimension))
    params = search.default_params

    def generation(state, key):
        ask, tell = jax.random.split(key)
        population, state = search.ask(ask, state, params)
        state, _ = search.tell(tell, population, jnp.sum(population**2, axis=1), state, params)
        return state, None

    @jax.jit
    def run(key):
        state = search.init(key, jnp.ones(dimension), params)
        return jax.lax.scan(generation, state, jax.random.split(key, generations))[0].mean

    run(jax.random.key(0)).block_until_ready()
    return run


def seconds_of(run, seed: int) -> float:
    begin = time.perf_counter()
    run(jax.random.key(seed)).block_until_ready()
    return time.perf_counter() - begin


def our_rates(program: str, dimension: int, generations: int) -> dict[str, float]:
    searches = {"double": "snes", "single": "snes:precision=single"}
    command = [program, "bench", "search", "--searches", ",".join(searches.values()), "--functions", "sphere",
               "--dimensions", str(dimension), "--runs", "3", "--evaluations",
               str(generations * population_of(dimension)), "--json"]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["rows"]
    rates = {row["search"]: row["generations_per_second"] for row in rows}
    return {precision: rates[search] for precision, search in searches.items()}


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else "./lowpass"
    print("generations/s: ask, sphere, tell")
    print(f"{'d':>5} {'evosax':>9} {'double':>9} {'single':>9} {'single / evosax':>16}")
    for dimension, generations in DIMENSIONS.items():
        run = evosax_run(dimension, generations)
        theirs, ours = 0.0, {"double": 0.0, "single": 0.0}
        for seed in range(1, ROUNDS + 1):
            theirs = max(theirs, generations / seconds_of(run, seed))
            for precision, rate in our_rates(program, dimension, generations).items():
                ours[precision] = max(ours[precision], rate)
        print(f"{dimension:>5} {theirs:>9.0f} {ours['double']:>9.0f} {ours['single']:>9.0f} "
              f"{ours['single'] / theirs:>16.2f}")


if __name__ == "__main__":
    main()
