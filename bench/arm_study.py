#!/usr/bin/env python3
"""Every search on the octopus arm: the first look of docs/SEARCHES.md.

    bench/arm_study.py PROGRAM FOLDER [--runs 3]

PROGRAM is lowpass. FOLDER keeps the runs: what is there is not repeated, so the study may be stopped and started again.
Writes FOLDER/arm.csv and prints the table: evaluations to fitness 0.75 (mean of the runs that reached it), how many did, and
the mean final fitness after 6000 evaluations.
"""

from pathlib import Path

from study import options_of, row_of, runs_of, write_csv

SETUPS = {
    "Ψ2Ω3, C = 20": [],
    "Ψ1Ω1, C = 20": ["task.actions=meta", "encoding.mapping=omega1"],
    "Ψ1 direct": ["task.actions=meta", "encoding.mapping=direct"],
}
SEARCHES = {
    "snes (paper)": ["optimizer.name=snes"],
    "snes (schaul)": ["optimizer.name=snes", "optimizer.preset=schaul"],
    "cma-es": ["optimizer.name=cma-es"],
    "sep-cma-es": ["optimizer.name=sep-cma-es"],
    "openai-es": ["optimizer.name=openai-es"],
    "pgpe": ["optimizer.name=pgpe"],
    "cosyne": ["optimizer.name=cosyne"],
    "random": ["optimizer.name=random"],
    "rwg": ["optimizer.name=rwg"],
    "xnes": ["optimizer.name=xnes"],  # last: with 728 weights its matrices take longer than the arm
}


def studied(program: str, folder: Path, runs: int) -> list[dict]:
    rows = []
    for search, of_search in SEARCHES.items():
        for setup, of_setup in SETUPS.items():
            name = f"{search}-{setup}".replace(" ", "").replace(",", "-")
            settings = ["task.preset=paper", *of_setup, *of_search]
            rows.append(row_of({"search": search, "setup": setup},
                               runs_of(program, folder / name, "octopus", settings, runs)))
            print(rows[-1], flush=True)
            write_csv(folder / "arm.csv", rows)
    return rows


def markdown(rows: list[dict]) -> str:
    lines = ["| | " + " | ".join(SETUPS) + " |", "|---" * (len(SETUPS) + 1) + "|"]
    for search in SEARCHES:
        cells = [f"{row['mean'] or '–'} ({row['reached']}/{row['runs']}), {row['fitness']:.3f}"
                 for row in rows if row["search"] == search]
        lines.append(f"| {search} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    options = options_of(__doc__, runs=3)
    rows = studied(options.program, options.folder, options.runs)
    print(markdown(rows))


if __name__ == "__main__":
    main()
