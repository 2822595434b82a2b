#!/usr/bin/env python3
"""How many evaluations searches and encodings take to balance poles: the table of docs/POLES.md.

    bench/poles_study.py PROGRAM FOLDER [--runs 50]

PROGRAM is lowpass. FOLDER keeps the runs: what is there is not repeated, so the study may be stopped and started again.
Writes FOLDER/poles.csv and prints the table.
"""

from pathlib import Path

from study import options_of, row_of, runs_of, write_csv

TASKS = {
    "1a": ["task.poles=1"],
    "1b": ["task.poles=1", "task.velocities=false"],
    "2a": ["task.poles=2"],
    "2b": ["task.poles=2", "task.velocities=false"],
}
# Evaluations after which a run counts as unsolved. Near-solutions of 2b last for thousands of steps each.
BUDGET = {"1a": 10000, "1b": 10000, "2a": 10000, "2b": 5000}
COSYNE_SIZE = {"1a": 20, "1b": 20, "2a": 30, "2b": 30}  # as its authors had it

# One neuron, weights searched one by one. CoSyNE and guessing begin in [-10, 10].
SEARCHES = {
    "snes (schaul)": ["optimizer.name=snes", "optimizer.preset=schaul", "optimizer.sigma0=1"],
    "xnes": ["optimizer.name=xnes", "optimizer.sigma0=1"],
    "cma-es": ["optimizer.name=cma-es", "optimizer.sigma0=1"],
    "sep-cma-es": ["optimizer.name=sep-cma-es", "optimizer.sigma0=1"],
    "cosyne": ["optimizer.name=cosyne", "optimizer.range=10"],
    "rwg": ["optimizer.name=rwg"],
}
# The same network from few genes: of omega1's one matrix, or of omega3's arrays, which keep inputs, recurrence and bias
# apart and lay the inputs out as quantity x body.
ENCODINGS = {
    "direct": ["encoding.mapping=direct"],
    "omega1, C = 2": ["encoding.mapping=omega1", "encoding.coefficients=2"],
    "omega1, C = 4": ["encoding.mapping=omega1", "encoding.coefficients=4"],
    "omega3, C = 1": ["encoding.mapping=omega3", "encoding.coefficients=1"],
    "omega3, C = 2": ["encoding.mapping=omega3", "encoding.coefficients=2"],
    "omega3, C = 4": ["encoding.mapping=omega3", "encoding.coefficients=4"],
}


def studied(program: str, folder: Path, runs: int) -> list[dict]:
    rows = []
    for task in TASKS:
        for encoding in ENCODINGS:
            for search in SEARCHES:
                if encoding != "direct" and search not in ("snes (schaul)", "cma-es"):
                    continue
                settings = [*TASKS[task], *ENCODINGS[encoding], *SEARCHES[search],
                            f"budget.evaluations={BUDGET[task]}"]
                if search == "cosyne":
                    settings.append(f"optimizer.m={COSYNE_SIZE[task]}")
                name = f"{task}-{search}-{encoding}".replace(" ", "").replace(",", "-")
                names = {"task": task, "search": search, "encoding": encoding}
                rows.append(row_of(names, runs_of(program, folder / name, "poles", settings, runs)))
                print(rows[-1], flush=True)
    return rows


def markdown(rows: list[dict]) -> str:
    lines = ["| | " + " | ".join(TASKS) + " |", "|---" * (len(TASKS) + 1) + "|"]
    for encoding in ENCODINGS:
        for search in SEARCHES:
            cells = {row["task"]: f"{row['mean']} / {row['median']} ({row['reached']}/{row['runs']})"
                     for row in rows if (row["search"], row["encoding"]) == (search, encoding)}
            if cells:
                lines.append(f"| {search}, {encoding} | " + " | ".join(cells.get(task, "–") for task in TASKS) + " |")
    return "\n".join(lines)


def main() -> None:
    options = options_of(__doc__, runs=50)
    rows = studied(options.program, options.folder, options.runs)
    write_csv(options.folder / "poles.csv", rows)
    print(markdown(rows))


if __name__ == "__main__":
    main()
