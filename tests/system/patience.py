"""Waiting in tests: for a state, never for a time; and no longer than this machine, as busy as it is, may need."""

import time

NOMINAL_SECONDS = 0.1  # of the work below, on an idle core of 2020


def slowness():
    """How many times as long as on an idle machine things take here and now, at least 1."""
    began = time.monotonic()
    total = 0
    for i in range(2_000_000):
        total += i
    return max(1.0, (time.monotonic() - began) / NOMINAL_SECONDS)


def limit(seconds):
    """`seconds` of an idle machine, as a limit against hanging; no test should need a tenth of it."""
    return seconds * slowness()


def wait_until(is_reached, what, seconds=60):
    """Waits until `is_reached()`, and fails after the limit."""
    end = time.monotonic() + limit(seconds)
    while not is_reached():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not reached")
        time.sleep(0.01)
