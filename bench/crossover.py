#!/usr/bin/env python3
"""Where the product through the spectrum overtakes the dense one.

    bench_spectral --benchmark_repetitions=25 --benchmark_enable_random_interleaving=true \\
        --benchmark_min_time=0.01 --benchmark_format=json >spectral.json
    bench/crossover.py spectral.json docs/crossover       # writes docs/crossover.csv and .svg

Times are the least of the repetitions, in microseconds of CPU time.
"""

import csv
import json
import sys

from line_plot import line_plot


def least_times(path: str) -> dict[str, float]:
    times: dict[str, float] = {}
    with open(path, encoding="utf-8") as file:
        for run in json.load(file)["benchmarks"]:
            if run["run_type"] == "iteration":
                time = run["cpu_time"] / 1000
                times[run["run_name"]] = min(time, times.get(run["run_name"], time))
    return times


def main() -> None:
    source, target = sys.argv[1:]
    times = least_times(source)
    rows = []
    for name, time in times.items():
        kind, *numbers = name.split("/")
        if kind == "spectral":
            size, coefficients = map(int, numbers)
            dense = times[f"dense_single/{size}"]
            rows.append((size, coefficients, dense, time, dense / time))
    rows.sort(key=lambda row: (row[1], row[0]))
    with open(target + ".csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["size", "coefficients", "dense_single_us", "spectral_us", "ratio"])
        writer.writerows((s, c, f"{d:.3f}", f"{t:.3f}", f"{r:.2f}") for s, c, d, t, r in rows)
    series = {f"C = {c}": [(s, r) for s, c2, _, _, r in rows if c2 == c]
              for c in sorted({row[1] for row in rows})}
    with open(target + ".svg", "w", encoding="utf-8") as file:
        file.write(line_plot("y = W x: dense single precision over spectrum", "rows and columns of W",
                             "times as fast", series, level=1.0))


if __name__ == "__main__":
    main()
