"""Runs every fuzzer for its share of a time, and sums up: run.py FOLDER_OF_FUZZERS SECONDS [NAME...]

What is found to crash is left in FOLDER_OF_FUZZERS/found; put it, with a name that says what it is, into
tests/data/fuzz/TARGET, where tests replay it. Corpora stay in FOLDER_OF_FUZZERS/corpus and grow from run to run."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LARGEST_INPUT = 4096  # bytes; larger ones teach the fuzzer little and cost much


def dictionary(file, seeds):
    """The words of the seeds: names and texts that a fuzzer would hardly guess."""
    words = {word for seed in seeds for word in re.findall(rb"[A-Za-z_][\w.-]{2,30}", seed.read_bytes())}
    file.write_text("".join(f'"{word.decode()}"\n' for word in sorted(words)))
    return file


def run(fuzzers, name, seconds):
    """Executions and covered edges; and whether nothing was found."""
    seeds = sorted((ROOT / "tests/data/fuzz" / name).iterdir())
    corpus, found = fuzzers / "corpus" / name, fuzzers / "found" / name
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    command = [fuzzers / f"fuzz_{name}", corpus, seeds[0].parent, f"-dict={dictionary(fuzzers / f"{name}.dict", seeds)}",
               f"-max_total_time={seconds}", f"-max_len={LARGEST_INPUT}", "-timeout=20", "-rss_limit_mb=2048",
               "-print_final_stats=1", f"-artifact_prefix={found}/"]
    log = fuzzers / f"{name}.log"
    with open(log, "wb") as output:
        code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output).returncode
    text = log.read_text(errors="replace")
    executions = re.findall(r"number_of_executed_units: (\d+)", text) or re.findall(r"^#(\d+)", text, re.M)
    coverage = re.findall(r"cov: (\d+)", text)
    print(f"{name:16} {int(executions[-1]) if executions else 0:>12,} executions  "
          f"{coverage[-1] if coverage else 0:>6} edges  {'nothing found' if code == 0 else f'FOUND: see {log}'}", flush=True)
    return int(executions[-1]) if executions else 0, code == 0


def main():
    fuzzers, seconds = Path(sys.argv[1]), int(sys.argv[2])
    names = sys.argv[3:] or sorted(folder.name for folder in (ROOT / "tests/data/fuzz").iterdir())
    results = [run(fuzzers, name, max(1, seconds // len(names))) for name in names]
    failed = sum(not is_sound for _, is_sound in results)
    print(f"{len(names)} targets, {sum(count for count, _ in results):,} executions, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
