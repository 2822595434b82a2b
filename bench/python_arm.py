#!/usr/bin/env python3
"""How much of the bare simulator's speed the arm keeps as a Gymnasium vector environment.

    python_arm.py PROGRAM [SECONDS]

PROGRAM is the lowpass program, whose `bench octopus` measures the bare simulator; the package must be
installed. Both are one thread, the arm of 10 compartments under new random actions in every step, and
the best of many short slices: what the machine can do, whatever else it runs.
"""

import json
import subprocess
import sys
from time import perf_counter

import gymnasium
import numpy as np

import lowpass  # noqa: F401  (registers the environments)

SLICE = 0.001  # seconds
LANES = (1, 4, 16, 64, 256)


def bare_steps_per_second(program: str) -> float:
    """Control steps of 1.0 time unit a second; the benchmark's own are of 5.0."""
    done = subprocess.run([program, "bench", "octopus", "--json"], check=True, capture_output=True)
    report = json.loads(done.stdout)
    row = next(r for r in report["results"] if r["model"] == "C09" and r["compartments"] == 10)
    return row["all_lanes_steps_per_second"] * report["step"]


class VectorisedArm:
    """Arms behind make_vec, and the best slice so far."""

    def __init__(self, lanes: int) -> None:
        self.env = gymnasium.make_vec("lowpass/OctopusArm-v0", num_envs=lanes)
        self.env.reset(seed=1)
        shape = (16, *self.env.action_space.shape)
        self.actions = np.random.default_rng(1).uniform(-1, 1, shape).astype(np.float32)
        self.best = 0.0

    def measure_slice(self) -> None:
        steps, start, elapsed = 0, perf_counter(), 0.0
        while elapsed < SLICE:
            self.env.step(self.actions[steps % 16])
            steps += 1
            elapsed = perf_counter() - start
        self.best = max(self.best, steps * self.env.num_envs / elapsed)


def main() -> None:
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
    bare = bare_steps_per_second(sys.argv[1])
    arms = [VectorisedArm(lanes) for lanes in LANES]
    end = perf_counter() + seconds
    while perf_counter() < end:
        for arm in arms:
            arm.measure_slice()
    bare = max(bare, bare_steps_per_second(sys.argv[1]))
    print(f"bare simulator  {bare:10.0f} control steps a second")
    for arm in arms:
        print(f"n = {arm.env.num_envs:<4}        {arm.best:10.0f}  {100 * arm.best / bare:5.1f} %")


if __name__ == "__main__":
    main()
