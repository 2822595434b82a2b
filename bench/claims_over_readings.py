#!/usr/bin/env python3
"""What becomes of each claim under several readings of the paper: the table in docs/protocol/README.md.

    for reading in NAME ...; do lowpass reproduce --precision single --reading $reading --out $reading; done
    bench/claims_over_readings.py docs/protocol/readings.csv NAME ...

NAME are readings of the table, and folders of what `reproduce` made of them. A cell says whether the claim holds (+), does not (−) or is not
decided (?): its verdict, its direction and, where the paper has a number, its magnitude. The last column has the share of the posterior of
these readings under which each holds.
"""

import csv
import json
import sys
from pathlib import Path

SIGNS = {"holds": "+", "does not hold": "−", "not decided": "?", None: "·"}
ASPECTS = ("verdict", "direction", "magnitude")


def posteriors(table: str, names: list[str]) -> list[float]:
    """Shares of the readings among themselves."""
    with open(table, encoding="utf-8") as file:
        known = {row["reading"]: row["posterior"] for row in csv.DictReader(file)}
    weights = [float(known[name]) for name in names]
    return [weight / sum(weights) for weight in weights]


def claims_of(folder: str) -> dict[str, dict]:
    return {claim["name"]: claim for claim in json.loads((Path(folder) / "claims.json").read_text())["claims"]}


def share(claims: list[dict], weights: list[float], aspect: str) -> str:
    """Of the posterior, under which it holds; a dot where there is nothing to judge."""
    if all(claim[aspect] is None for claim in claims):
        return SIGNS[None]
    return f"{sum(weight for claim, weight in zip(claims, weights) if claim[aspect] == 'holds'):.2f}"


def main() -> None:
    table, folders = sys.argv[1], [folder.rstrip("/") for folder in sys.argv[2:]]
    names = [Path(folder).name for folder in folders]
    weights = posteriors(table, names)
    judged = [claims_of(folder) for folder in folders]
    print("|", " | ".join(["claim", *(f"`{name}`, {weight:.2f}" for name, weight in zip(names, weights)), "holds"]), "|")
    print("|---" * (len(names) + 2) + "|")
    for claim in judged[0]:
        cases = [claims[claim] for claims in judged]
        cells = [" ".join(SIGNS[case[aspect]] for aspect in ASPECTS) for case in cases]
        print("|", " | ".join([claim, *cells, " ".join(share(cases, weights, aspect) for aspect in ASPECTS)]), "|")


if __name__ == "__main__":
    main()
