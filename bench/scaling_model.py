#!/usr/bin/env python3
"""What many ranks would gain: a discrete-event model of sweeps and of split generations.

    bench/scaling_model.py collect TIMES NAME=EPISODES.json ... >bench/scaling_measurements.json
    bench/scaling_model.py [--figures docs/scaling] [bench/scaling_measurements.json]

The first gathers measurements. TIMES has a line a run, "setup seed begin end" in seconds;
EPISODES.json is what the program episode_steps prints. The second prints the tables of
docs/SCALING.md and draws its figures.

Sweeps: whole runs are dealt to ranks as they become free. A rank that has finished a run asks rank 0,
which deals one run after the other and meanwhile works itself (in another thread). Durations are
drawn from the measured ones.

Split generations: the episodes of a generation are divided evenly over the ranks, in order. A rank
has a few lanes that advance together; a lane whose episode ends takes the rank's next one. Then the
fitness values travel to all, and every rank does the search for itself. The lengths of episodes are
drawn from the measured ones.

Everything is drawn with fixed seeds: the same measurements give the same tables.
"""

import heapq
import json
import math
import random
import sys
from collections import Counter
from pathlib import Path

from line_plot import line_plot

RANKS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 10000]
SHOWN = [1, 2, 8, 32, 128, 1024, 10000]

# Assumed, not measured here: one message between nodes of a cluster with its usual network. An
# allgather takes as many rounds as ranks have binary digits.
HOP_S = 5e-6
# Assumed: what rank 0 needs to note a result (files flushed to disk) and to deal the next run.
DEAL_S = 1e-3


def collect(times: str, episodes: list[str]) -> None:
    runs: dict[str, list[float]] = {}
    for line in Path(times).read_text(encoding="utf-8").splitlines():
        setup, _, begin, end = line.split()
        runs.setdefault(setup, []).append(round(float(end) - float(begin), 2))
    measured = {}
    for argument in episodes:
        name, path = argument.split("=", 1)
        one = json.loads(Path(path).read_text(encoding="utf-8"))
        one["steps"] = dict(sorted(Counter(one["steps"]).items()))  # steps -> how many episodes
        measured[name] = one
    text = json.dumps({"runs": dict(sorted(runs.items())), "episodes": measured}, indent=1)
    sys.stdout.write(text + "\n")


def sweep_durations(runs: dict[str, list[float]], count: int) -> list[float]:
    """Durations of `count` runs, setup by setup, as a sweep lists them."""
    draw = random.Random(1)
    setups = sorted(runs)
    shares = [count * (i + 1) // len(setups) - count * i // len(setups) for i in range(len(setups))]
    return [draw.choice(runs[setup]) for setup, share in zip(setups, shares) for _ in range(share)]


def sweep_makespan(durations: list[float], ranks: int) -> float:
    """When the last result is noted, if runs are dealt in this order."""
    free = [(0.0, rank) for rank in range(ranks)]  # when a rank asks
    dealer_free = end = 0.0
    for duration in durations:
        asked, rank = heapq.heappop(free)
        way = HOP_S if rank else 0.0
        dealer_free = max(dealer_free, asked + way) + DEAL_S
        done = dealer_free + way + duration
        end = max(end, done)
        heapq.heappush(free, (done, rank))
    return end + DEAL_S


def lanes_makespan(lengths: list[int], lanes: int) -> int:
    """Steps until lanes have run these episodes; a free lane takes the next."""
    free = [0] * lanes
    for length in lengths:
        heapq.heapreplace(free, free[0] + length)
    return max(free)


def generation_seconds(case: dict, population: int, ranks: int, draws: int = 20) -> float:
    """The mean time of a generation."""
    steps = [int(s) for s, n in case["steps"].items() for _ in range(n)]
    draw = random.Random(1)
    total = 0.0
    for _ in range(draws):
        lengths = [draw.choice(steps) for _ in range(population * case["trials"])]
        count = len(lengths)
        working = min(ranks, count)  # the rest have nothing to do
        slowest = max(lanes_makespan(lengths[count * r // working:count * (r + 1) // working],
                                     case["lanes"]) for r in range(working))
        total += slowest * case["seconds_a_step"]
    gather = HOP_S * math.ceil(math.log2(ranks))
    return total / draws + gather + case["search_seconds_a_generation"]


def table(head: str, rows: dict[str, dict[int, float]]) -> None:
    print(f"\n| {head} | " + " | ".join(f"{r:,}" for r in SHOWN) + " |")
    print("|---" * (len(SHOWN) + 1) + "|")
    for name, values in rows.items():
        cells = (f"{100 * values[r]:.0f} %" if values[r] >= 0.0095 else "< 1 %" for r in SHOWN)
        print(f"| {name} | " + " | ".join(cells) + " |")


def sweeps(runs: dict[str, list[float]]) -> dict[str, dict[int, float]]:
    result = {}
    for count in (540, 10_000, 100_000):
        durations = sweep_durations(runs, count)
        orders = {"as listed": durations, "longest first": sorted(durations, reverse=True)}
        for order, dealt in orders.items():
            result[f"{count:,} runs, {order}"] = {
                r: sum(dealt) / (r * sweep_makespan(dealt, r)) for r in RANKS}
    return result


def generations(episodes: dict[str, dict]) -> dict[str, dict[int, float]]:
    cases = {f"{name}, population {case['population']}": (case, case["population"])
             for name, case in episodes.items()}
    largest = max(episodes, key=lambda name: episodes[name]["seconds_a_step"])
    cases[f"{largest}, population 1,000"] = (episodes[largest], 1000)
    result = {}
    for name, (case, population) in cases.items():
        alone = generation_seconds(case, population, 1)
        result[name] = {r: alone / (r * generation_seconds(case, population, r)) for r in RANKS}
    return result


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["collect"]:
        return collect(arguments[1], arguments[2:])
    figures = None
    if arguments[:1] == ["--figures"]:
        figures, arguments = arguments[1], arguments[2:]
    path = arguments[0] if arguments else Path(__file__).with_name("scaling_measurements.json")
    measured = json.loads(Path(path).read_text(encoding="utf-8"))
    parts = {"sweeps": ("sweep", sweeps(measured["runs"])),
             "generations": ("one generation", generations(measured["episodes"]))}
    for part, (head, rows) in parts.items():
        table(head + ", ranks:", rows)
        if figures:
            svg = line_plot(f"Efficiency of {part}, predicted", "ranks", "work done / time of all ranks",
                            {name: list(values.items()) for name, values in rows.items()},
                            x_base=10, y_range=(0.001, 1.0))
            Path(f"{figures}_{part}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
