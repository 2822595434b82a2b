#!/usr/bin/env python3
"""What few genes reach in environments of Gymnasium: the table of docs/PYTHON.md.

    bench/gym_study.py FOLDER [--runs 5] [--workers 1] [--only CartPole-v1 ...]

Needs the Python package with its extra `mujoco`. FOLDER keeps the runs: what is there is not repeated, so the study may be stopped and
started again. Writes FOLDER/gym.csv after every setting, and prints its rows.
"""

import argparse
import statistics
import warnings
from pathlib import Path

import lowpass
from study import write_csv

# Evaluations (one episode each), genes of the encoded controllers (about half the weights, at most 20), and the declared grids of
# environments that have no joint tree: axes fastest first.
ENVIRONMENTS = {
    "CartPole-v1": (300, 10, {"inputs": {"quantity": 2, "body": 2}}),
    "MountainCarContinuous-v0": (300, 3, {"inputs": {"quantity": 2}}),
    "Pendulum-v1": (1000, 3, {"inputs": {"quantity": 3}}),
    "Acrobot-v1": (300, 12, {"inputs": {"axes": {"quantity": 3, "joint": 2}, "cells": [0, 1, 3, 4, 2, 5]}}),
    "Swimmer-v5": (300, 20, "joint-tree"),
    "HalfCheetah-v5": (500, 20, "joint-tree"),
}
LINEAR = {"kind": "feed-forward", "activation": "linear"}
RECURRENT = {"kind": "recurrent", "activation": "tanh"}
SETUPS = {
    "direct, linear": {"encoding": "direct", "network": LINEAR},
    "direct, recurrent": {"encoding": "direct", "network": RECURRENT},
    "omega3": {"encoding": "omega3", "network": RECURRENT},
    "omega3, shuffled": {"encoding": "omega3", "network": RECURRENT},
}


def evolved(folder: Path, environment: str, setup: str, seed: int, workers: int) -> lowpass.Result:
    evaluations, genes, geometry = ENVIRONMENTS[environment]
    settings = dict(SETUPS[setup])
    if settings["encoding"] != "direct":
        settings["coefficients"] = genes
    if setup.endswith("shuffled"):
        settings["permutation"] = seed
    name = setup.replace(", ", "-")
    return lowpass.evolve(environment, geometry=geometry, seed=seed, evaluations=evaluations, workers=workers, record=False,
                          out=folder / environment / name / str(seed), resume=True, **settings)


def median(values: list[float]) -> float:
    return round(statistics.median(values), 1)


def row_of(environment: str, setup: str, results: list[lowpass.Result]) -> dict:
    """Medians over the runs; a return is the mean over the episodes of the validation."""
    reached = [result.evaluations_to_target for result in results if result.evaluations_to_target]
    returns = {which: [statistics.mean(getattr(result.validation, which)) for result in results] for which in ("best", "mean")}
    return {"environment": environment, "setup": setup, "genes": results[0].coefficients, "runs": len(results),
            "evaluations": results[0].evaluations, "training": median([result.best_fitness for result in results]),
            "best": median(returns["best"]), "mean": median(returns["mean"]),
            "lowest": round(min(returns["best"]), 1), "highest": round(max(returns["best"]), 1),
            "reached": len(reached), "evaluations_to_target": statistics.median(reached) if reached else ""}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=list(ENVIRONMENTS), choices=list(ENVIRONMENTS))
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    rows = []
    for environment in options.only:
        for setup in SETUPS:
            results = [evolved(options.folder, environment, setup, seed, options.workers) for seed in range(1, options.runs + 1)]
            rows.append(row_of(environment, setup, results))
            print(rows[-1], flush=True)
            write_csv(options.folder / "gym.csv", rows)


if __name__ == "__main__":
    main()
