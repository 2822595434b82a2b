"""What the studies of bench/ share: runs of a setting, made where they are missing, and tables of them."""

import argparse
import csv
import json
import statistics
import subprocess
from pathlib import Path


def runs_of(program: str, folder: Path, task: str, settings: list[str], runs: int) -> list[dict]:
    """The results of `runs` runs; what the folder has already is not repeated."""
    arguments = [word for setting in settings for word in ("--set", setting)]
    done = subprocess.run([program, "evolve", task, *arguments, "--runs", str(runs), "--out", str(folder), "--resume",
                           "--json"], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return json.loads(done.stdout)["runs"]


def row_of(names: dict[str, str], results: list[dict]) -> dict:
    """Evaluations to the target, over the runs that reached it, and the final fitness of all."""
    reached = [run["evaluations_to_target"] for run in results if run["evaluations_to_target"]]
    return {**names, "runs": len(results), "reached": len(reached),
            "mean": round(statistics.mean(reached), 1) if reached else "",
            "median": statistics.median(reached) if reached else "",
            "fitness": round(statistics.mean(run["best_fitness"] for run in results), 4)}


def write_csv(path: Path, rows: list[dict]) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def options_of(document: str, runs: int) -> argparse.Namespace:
    """The command line of a study: PROGRAM FOLDER [--runs N]."""
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=runs)
    return parser.parse_args()
