#!/usr/bin/env python3
"""How many times as many evaluations to 0.75 does direct need as Ψ2Ω3 with 20 coefficients? Claim 1, on more seeds than `reproduce` has.

    bench/factor_study.py PROGRAM FOLDER [--runs 100]

PROGRAM is lowpass. FOLDER keeps the runs: what is there is not repeated. Writes FOLDER/factor.csv, a row a run; the runs of the first 20
seeds are those of `reproduce --precision single`. Prints the ratio of means with its interval (the middle 95 % of bootstrap samples).
Runs that never get there count as their evaluations.
"""

import random
from statistics import mean

from study import options_of, runs_of, write_csv

SETUPS = {"C = 20": "encoding.coefficients=20", "direct": "encoding.mapping=direct"}
SAMPLES = 20_000


def interval(slow: list[int], fast: list[int]) -> tuple[float, float]:
    draw = random.Random(1)
    ratios = sorted(mean(draw.choices(slow, k=len(slow))) / mean(draw.choices(fast, k=len(fast))) for _ in range(SAMPLES))
    return ratios[SAMPLES // 40], ratios[-SAMPLES // 40]


def main() -> None:
    options = options_of(__doc__, runs=100)
    rows = []
    for setup, setting in SETUPS.items():
        runs = runs_of(options.program, options.folder / setup.replace(" ", ""), "octopus", [setting, "task.precision=single"], options.runs)
        rows += [{"setup": setup, **{key: run[key] for key in ("seed", "evaluations", "evaluations_to_target", "best_fitness", "digest")}} for run in runs]
    write_csv(options.folder / "factor.csv", rows)
    fast, slow = ([row["evaluations_to_target"] or row["evaluations"] for row in rows if row["setup"] == setup] for setup in SETUPS)
    reached = [sum(row["evaluations_to_target"] is not None for row in rows if row["setup"] == setup) for setup in SETUPS]
    low, high = interval(slow, fast)
    print(f"{mean(slow) / mean(fast):.2f} [{low:.2f}, {high:.2f}]: {mean(fast):.0f} evaluations against {mean(slow):.0f}, reached by {reached} of {options.runs}")


if __name__ == "__main__":
    main()
