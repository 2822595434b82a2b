#!/usr/bin/env python3
"""Generations a second of lowpass' searches beside pycma's, ask + tell on the sphere, one thread.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install cma==4.5.0 numpy
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 /tmp/peers/bin/python bench/search_peers.py [./lowpass]

Prints one table. The sphere itself is evaluated outside the clock, on both sides. Both start at mean 1 with
sigma 1 and stop at f < 1e-8 or after so many generations; the fastest of the runs counts on both sides, in
turns, so that all meet the same conditions.
"""

import json
import subprocess
import sys
import time
import warnings

warnings.simplefilter("ignore")

import cma  # noqa: E402
import numpy as np  # noqa: E402

DIMENSIONS = {20: 400, 100: 400}  # genes: generations
ROUNDS = 5


def pycma_seconds(dimension: int, generations: int, seed: int) -> float:
    """Seconds a generation of one run."""
    options = {"verbose": -9, "seed": seed, "ftarget": 1e-8, "maxiter": generations}
    search = cma.CMAEvolutionStrategy(dimension * [1.0], 1.0, options)
    told, seconds = 0, 0.0
    while not search.stop():
        begin = time.perf_counter()
        samples = search.ask()
        seconds += time.perf_counter() - begin
        values = [float(np.dot(x, x)) for x in samples]
        begin = time.perf_counter()
        search.tell(samples, values)
        seconds += time.perf_counter() - begin
        told += 1
    return seconds / told


def our_seconds(program: list[str], dimension: int, generations: int) -> dict[str, float]:
    """Seconds a generation of each search with a full matrix, the fastest of three runs."""
    individuals = 4 + int(3 * np.log(dimension))
    command = program + ["--searches", "cma-es,xnes", "--functions", "sphere", "--dimensions", str(dimension),
                         "--runs", "3", "--evaluations", str(generations * individuals), "--json"]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["rows"]
    return {row["search"]: 1e-6 * row["microseconds_per_generation"] for row in rows}


def main() -> None:
    program = [sys.argv[1] if len(sys.argv) > 1 else "./lowpass", "bench", "search"]
    print(f"pycma {cma.__version__}, numpy {np.__version__}; generations/s, ask + tell")
    print(f"{'d':>4} {'pycma':>9} {'cma-es':>9} {'ratio':>6} {'xnes':>9}")
    for dimension, generations in DIMENSIONS.items():
        theirs = float("inf")
        ours: dict[str, float] = {}
        for seed in range(1, ROUNDS + 1):
            theirs = min(theirs, pycma_seconds(dimension, generations, seed))
            for search, seconds in our_seconds(program, dimension, generations).items():
                ours[search] = min(seconds, ours.get(search, float("inf")))
        print(f"{dimension:>4} {1 / theirs:>9.0f} {1 / ours['cma-es']:>9.0f} {theirs / ours['cma-es']:>6.1f} "
              f"{1 / ours['xnes']:>9.0f}")


if __name__ == "__main__":
    main()
