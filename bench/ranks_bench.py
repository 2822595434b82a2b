#!/usr/bin/env python3
"""How much faster two ranks with one thread each do a sweep than one rank.

    ranks_bench.py PROGRAM [--repetitions N] [--runs N] [--evaluations N]

Each repetition does the same sweep with one rank, with two ranks, and (what the machine itself gives)
twice the half of it in two processes that know nothing of each other; one after the other, so that
they meet the same neighbours. Prints seconds and ratios; what counts is the ratio within a repetition.
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time

ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1"}

# Bound to one core each, the thread of rank 0 that writes takes turns with the one that computes.
MPIRUN = ["mpirun", "--bind-to", "none"]


def sweep(program, out, runs, evaluations, seed=1):
    return [program, "evolve", "octopus", "--threads", "1", "--runs", str(runs), "--seed", str(seed),
            "--set", f"budget.evaluations={evaluations}", "--out", out]


def seconds(*commands):
    started = time.monotonic()
    processes = [subprocess.Popen(c, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) for c in commands]
    for process in processes:
        if process.wait() != 0:
            raise SystemExit(f"failed: {process.args}")
    return time.monotonic() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--evaluations", type=int, default=400)
    options = parser.parse_args()
    half = options.runs // 2
    ratios, limits = [], []
    for _ in range(options.repetitions):
        with tempfile.TemporaryDirectory() as folder:
            def command(name, runs, seed=1):
                return sweep(options.program, f"{folder}/{name}", runs, options.evaluations, seed)
            one = seconds([*MPIRUN, "-n", "1", *command("one", options.runs)])
            two = seconds([*MPIRUN, "-n", "2", *command("two", options.runs)])
            apart = seconds(command("first", half), command("second", half, 1 + half))
        ratios.append(one / two)
        limits.append(one / apart)
        print(f"one rank {one:.1f} s, two ranks {two:.1f} s: {one / two:.2f}; "
              f"two processes apart {apart:.1f} s: {one / apart:.2f}", flush=True)
    print(f"median: two ranks {statistics.median(ratios):.2f}, apart {statistics.median(limits):.2f}")


if __name__ == "__main__":
    main()
