#!/usr/bin/env python3
"""Does the integrated distance make greedy arms, as [FDE12] §4.3 says? What docs/REPRODUCTION.md tells of it.

    bench/greed_study.py PROGRAM FOLDER [--runs 20]

PROGRAM is lowpass. FOLDER keeps the runs: what is there is not repeated. The same setups and seeds are evolved by the paper's fitness
(task.score=final) and by the distance added up over time (integrated). Writes FOLDER/greed.csv, a row a run, and prints medians with
quartiles, the share of pairs (one run of each) in which the integrated one is larger, and how likely a share so far from a half is by
chance (permutations of the runs, both sides).

The paper's reasons: the fastest movement is not the straight one; an arm has to be compressed first, then stretched. So, if it holds, by
the integrated distance

    fitness    the paper's, of the best controller, is lower
    touches    of three starts, there are fewer
    steps      until the goal is touched, at the most T, there are more (mean of the starts)
    detour     the way of the tip until it is nearest to the goal, over the distance as the crow flies, is smaller (mean of the starts)
    early      the distance that is left after a fifth of the time, over that at the start, is smaller: greed pays early (mean of the starts)
    shortest   the least length of the arm, over that at the start, is greater: it is compressed less (mean of the starts)
"""

import json
import math
import random
import statistics
import subprocess

from behaviour_study import axes, length
from study import options_of, runs_of, write_csv

SETUPS = {"C = 20": "encoding.coefficients=20", "C = 40": "encoding.coefficients=40", "direct": "encoding.mapping=direct"}
SCORES = ("final", "integrated")
MEASURES = ("fitness", "touches", "steps", "detour", "early", "shortest")
EARLY = 50  # control steps: a fifth of the default's T
PERMUTATIONS = 10_000


def goal_of(recording: dict) -> tuple[float, ...]:
    """Where the scene draws it."""
    return next(tuple(part["fixed"]) for part in recording["scene"]["parts"] if part["role"] == "goal")


def way(recording: dict) -> dict[str, float]:
    """Of one episode."""
    arm, goal = axes(recording), goal_of(recording)
    tips = [axis[-1] for axis in arm]
    left = [math.dist(tip, goal) for tip in tips]
    nearest = left.index(min(left))
    straight = math.dist(tips[0], tips[nearest])
    return {"steps": len(arm) - 1,
            "detour": length(tips[: nearest + 1]) / straight if nearest else 1.0,
            "early": left[min(EARLY, len(left) - 1)] / left[0],
            "shortest": min(map(length, arm)) / length(arm[0])}


def measured(program: str, run: dict) -> dict[str, float]:
    def told(*words: str) -> dict:
        return json.loads(subprocess.run([program, *words], check=True, capture_output=True).stdout)
    judged = told("evaluate", run["folder"], "--set", "task.score=final", "--json")
    recordings = told("replay", run["folder"], "--json", "-")
    ways = [way(recording) for recording in recordings]
    return {"fitness": judged["fitness"], "touches": sum(recording["succeeded"] for recording in recordings),
            **{key: statistics.mean(one[key] for one in ways) for key in ways[0]}}


def share_above(a: list[float], b: list[float]) -> float:
    """Of all pairs, those with the one of b above that of a; equal ones count half."""
    return statistics.mean((y > x) + 0.5 * (y == x) for x in a for y in b)


def chance(a: list[float], b: list[float]) -> float:
    """The share of permutations that are as far from a half."""
    seen, everything, draw = abs(share_above(a, b) - 0.5), a + b, random.Random(1)
    count = 0
    for _ in range(PERMUTATIONS):
        draw.shuffle(everything)
        count += abs(share_above(everything[: len(a)], everything[len(a) :]) - 0.5) >= seen - 1e-12
    return (count + 1) / (PERMUTATIONS + 1)


def spread(values: list[float]) -> str:
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:.3f} ({low:.3f} to {high:.3f})"


def main() -> None:
    options = options_of(__doc__, runs=20)
    rows = []
    for setup, setting in SETUPS.items():
        for score in SCORES:
            runs = runs_of(options.program, options.folder / f"{setup}-{score}".replace(" ", ""), "octopus",
                           [setting, f"task.score={score}", "task.precision=single"], options.runs)
            rows += [{"setup": setup, "score": score, "seed": run["seed"], **measured(options.program, run)} for run in runs]
        for key in MEASURES:
            one, other = ([row[key] for row in rows if row["setup"] == setup and row["score"] == score] for score in SCORES)
            print(f"{setup:8} {key:9} final {spread(one)}  integrated {spread(other)}  above {share_above(one, other):.2f}, p = {chance(one, other):.4f}",
                  flush=True)
    write_csv(options.folder / "greed.csv", [{key: round(value, 4) if isinstance(value, float) else value for key, value in row.items()}
                                             for row in rows])


if __name__ == "__main__":
    main()
