#!/usr/bin/env python3
"""The intervals of two judgements beside each other: which pairs do not overlap?

    bench/claims_beside.py double/claims.json single/claims.json

Each file is what `lowpass reproduce` made. Pairs belong to the same measure of the same claim. Of two independent 95 % intervals of the same
number, of equal width, one pair in 180 does not overlap (their distance exceeds 2 x 1.96 / sqrt(2) standard errors of a difference). Runs of the same
seeds are alike in both precisions, so of them there should be fewer still.
"""

import json
import sys
from pathlib import Path

def measures(path: str) -> dict[tuple[str, str, int], dict]:
    """Those with an interval, by claim, what is measured, and how often that was measured before."""
    found: dict[tuple[str, str, int], dict] = {}
    for claim in json.loads(Path(path).read_text())["claims"]:
        for one in filter(lambda one: one["interval"], claim["measures"]):
            before = sum(key[:2] == (claim["name"], one["what"]) for key in found)
            found[claim["name"], one["what"], before] = one
    return found


def overlap(a: dict, b: dict) -> bool:
    return max(a["interval"][0], b["interval"][0]) <= min(a["interval"][1], b["interval"][1])


def main() -> None:
    first, second = measures(sys.argv[1]), measures(sys.argv[2])
    both = [key for key in first if key in second]
    apart = [key for key in both if not overlap(first[key], second[key])]
    for key in apart:
        print(f"claim {key[0]}, {key[1]}: {first[key]['ours']} and {second[key]['ours']}")
    print(f"{len(both) - len(apart)} of {len(both)} pairs overlap; {len(first.keys() ^ second.keys())} intervals have no other")


if __name__ == "__main__":
    main()
