#!/usr/bin/env python3
"""The factor of claim 1, evaluations to 0.75 of direct over those of Ψ2Ω3 with 20 coefficients, of the runs of several tables together.

    bench/pooled_factor.py docs/reproduction/runs.csv docs/reproduction/double/runs.csv

Runs that never get there count as their evaluations. The interval: the middle 95 % of 20,000 bootstrap samples.
"""

import csv
import random
import sys
from statistics import mean

SAMPLES = 20_000


def counts(tables: list[str], setup: str) -> list[float]:
    found = []
    for table in tables:
        with open(table, encoding="utf-8") as file:
            found += [float(row["evaluations_to_target"] or row["evaluations"]) for row in csv.DictReader(file) if row["setup"] == setup]
    return found


def main() -> None:
    fast, slow = (counts(sys.argv[1:], setup) for setup in ("psi2omega3-c20", "psi2-direct"))
    draw = random.Random(1)
    ratios = sorted(mean(draw.choices(slow, k=len(slow))) / mean(draw.choices(fast, k=len(fast))) for _ in range(SAMPLES))
    low, high = ratios[SAMPLES // 40], ratios[-SAMPLES // 40]
    print(f"{mean(slow) / mean(fast):.2f} [{low:.2f}, {high:.2f}]: {mean(fast):.0f} evaluations of {len(fast)} runs against {mean(slow):.0f} of {len(slow)}")


if __name__ == "__main__":
    main()
