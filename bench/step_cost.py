#!/usr/bin/env python3
"""How well the fixed model of a step's cost agrees with measurements.

    bench_step_cost --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true \\
        --benchmark_min_time=0.001 --benchmark_format=json >step_cost.json
    bench/step_cost.py step_cost.json

Prints the networks for which the model chooses the step that measured slower, and how far modelled
and measured times lie apart. A time is the least of the repetitions.
"""

import json
import sys


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        runs = [b for b in json.load(file)["benchmarks"] if b["run_type"] == "iteration"]
    measured: dict[str, dict[str, float]] = {}
    modelled: dict[str, dict[str, float]] = {}
    for run in runs:
        step, network = run["name"].split("/", 1)
        time = run["cpu_time"] / 1000
        least = measured.setdefault(network, {})
        least[step] = min(time, least.get(step, time))
        modelled.setdefault(network, {})[step] = run["modelled"]
    wrong = 0
    ratios: dict[str, list[float]] = {"dense": [], "spectral": []}
    for network, times in measured.items():
        model = modelled[network]
        for step in ratios:
            ratios[step].append(model[step] / times[step])
        if (model["spectral"] < model["dense"]) != (times["spectral"] < times["dense"]):
            wrong += 1
            loss = max(times.values()) / min(times.values()) - 1
            print(f"{network}: dense {times['dense']:.2f} us (model {model['dense']:.2f}), spectral "
                  f"{times['spectral']:.2f} us ({model['spectral']:.2f}); the choice costs {loss:.0%}")
    print(f"{len(measured)} networks, {wrong} chosen wrong")
    for step, values in ratios.items():
        values.sort()
        print(f"modelled / measured, {step}: median {values[len(values) // 2]:.2f}, "
              f"{values[len(values) // 10]:.2f} to {values[len(values) * 9 // 10]:.2f} in 80 % of networks")


if __name__ == "__main__":
    main()
