#!/usr/bin/env python3
"""How evolved arms move, and how regular their weights are: what docs/REPRODUCTION.md says of it.

    bench/behaviour_study.py PROGRAM FOLDER OUT.csv

FOLDER is what `lowpass reproduce` made. A row each for the best controller of every run with raw actions ([FDE12] §4.4 and its Figure
"Octopus arm visualization" speak of those) and start:

    shortest, end   length of the arm's axis: the least on the way, and at the end, over that at the start ("compressed first, and then stretched")
    nearest         least distance of the tip from the base, over that at the start: an arm that curls is short, too
    whip            rank correlation of a joint's place, from base to tip, with the moment at which it is bent most; 1: the bend travels to the tip
    touched         1 if the goal is touched
    likeness        correlation of the weights into muscles of one kind in neighbouring compartments ("how regular the weight values are")
"""

import json
import math
import statistics
import subprocess
import sys
from pathlib import Path

from study import write_csv

SETUPS = ("psi2omega3-c20", "psi2omega3-c40", "psi2omega3-c160", "psi2-direct")
STARTS = {"down": "-pi/2", "along": "0", "up": "pi/2"}
MEASURES = ("shortest", "end", "nearest", "whip", "likeness")
KINDS = 3  # dorsal, transverse, ventral muscles: neuron 3 c + m drives muscle m of compartment c


def correlation(a: list[float], b: list[float]) -> float:
    return statistics.correlation(a, b) if len(set(a)) > 1 and len(set(b)) > 1 else 0.0


def ranks(values: list[float]) -> list[float]:
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def axes(recording: dict) -> list[list[tuple[float, float]]]:
    """The middle of each wall between compartments, from base to tip, moment by moment."""
    places, place = [], 0
    for part in recording["scene"]["parts"]:
        if part["role"] == "wall":
            places.append(2 * place)
        place += part["points"]
    return [[((row[i] + row[i + 2]) / 2, (row[i + 1] + row[i + 3]) / 2) for i in places] for row in recording["points"]]


def length(axis: list[tuple[float, float]]) -> float:
    return sum(math.dist(a, b) for a, b in zip(axis, axis[1:]))


def bends(axis: list[tuple[float, float]]) -> list[float]:
    """The angle by which each joint turns."""
    headings = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in zip(axis, axis[1:])]
    return [abs(math.remainder(b - a, math.tau)) for a, b in zip(headings, headings[1:])]


def movement(program: str, run: Path, start: str, scratch: Path) -> dict[str, float]:
    subprocess.run([program, "replay", run, "--start", start, "--json", scratch, "--svg", "/dev/null"], check=True, capture_output=True)
    recording = json.loads(scratch.read_text())
    moments = axes(recording)
    lengths = [length(axis) for axis in moments]
    reaches = [math.dist(axis[0], axis[-1]) for axis in moments]
    bent = [bends(axis) for axis in moments]
    joints = list(range(len(bent[0])))
    most = [max(range(len(bent)), key=lambda t, i=i: bent[t][i]) for i in joints]
    return {"shortest": min(lengths) / lengths[0], "end": lengths[-1] / lengths[0], "nearest": min(reaches) / reaches[0],
            "whip": correlation(ranks(joints), ranks(most)), "touched": int(recording["succeeded"])}


def likeness(program: str, run: Path) -> float:
    rows = json.loads(subprocess.run([program, "decode", run, "--json"], check=True, capture_output=True).stdout)["input"]
    muscles = rows[: len(rows) // KINDS * KINDS]
    pairs = [(a, b) for one, other in zip(muscles, muscles[KINDS:]) for a, b in zip(one, other)]
    return correlation([a for a, _ in pairs], [b for _, b in pairs])


def report(setup: str, start: str, rows: list[dict]) -> None:
    """Least, median and greatest over the runs."""
    spreads = []
    for key in MEASURES:
        values = [row[key] for row in rows]
        spreads.append(f"{key} {min(values):.2f} {statistics.median(values):.3g} {max(values):.2f}")
    print(setup, start, *spreads, f"touched {sum(row['touched'] for row in rows)} of {len(rows)}", sep="  ")


def main() -> None:
    program, folder, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    scratch = out.with_suffix(".recording")
    table = []
    for setup in SETUPS:
        runs = sorted((best.parent for best in (folder / "runs" / setup).glob("*/best.json")), key=lambda run: int(run.name))
        likenesses = {run: likeness(program, run) for run in runs}
        for name, start in STARTS.items():
            rows = [{"setup": setup, "start": name, "seed": run.name, **movement(program, run, start, scratch), "likeness": likenesses[run]}
                    for run in runs]
            report(setup, name, rows)
            table += rows
        touches = [sum(row["touched"] for row in table if row["setup"] == setup and row["seed"] == run.name) for run in runs]
        print(setup, f"touched from two starts or more: {sum(count >= 2 for count in touches)} of {len(runs)}", sep="  ", flush=True)
    scratch.unlink()
    write_csv(out, [{key: round(value, 3) if isinstance(value, float) else value for key, value in row.items()} for row in table])


if __name__ == "__main__":
    main()
