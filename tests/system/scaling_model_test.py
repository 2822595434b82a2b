"""The model of many ranks (bench/scaling_model.py) on cases that can be counted by hand."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))

import scaling_model as model  # noqa: E402


class Sweeps(unittest.TestCase):
    def test_one_rank_does_one_run_after_the_other(self):
        self.assertAlmostEqual(model.sweep_makespan([3.0, 5.0], 1), 8.0 + 3 * model.DEAL_S)

    def test_a_long_run_at_the_end_leaves_ranks_idle(self):
        self.assertAlmostEqual(model.sweep_makespan([1.0, 1.0, 4.0], 2), 5.0, places=1)
        self.assertAlmostEqual(model.sweep_makespan([4.0, 1.0, 1.0], 2), 4.0, places=1)

    def test_the_dealer_bounds_many_ranks(self):
        runs = [0.001] * 1000
        self.assertGreaterEqual(model.sweep_makespan(runs, 500), 1000 * model.DEAL_S)

    def test_every_setup_has_its_share(self):
        durations = model.sweep_durations({"a": [1.0], "b": [2.0]}, 5)
        self.assertEqual(sorted(durations), [1.0, 1.0, 2.0, 2.0, 2.0])


class Generations(unittest.TestCase):
    CASE = {"population": 8, "trials": 1, "lanes": 4, "seconds_a_step": 1.0,
            "search_seconds_a_generation": 0.0, "steps": {"10": 1}}

    def test_lanes_take_episodes_as_they_become_free(self):
        self.assertEqual(model.lanes_makespan([5, 1, 1, 1], 2), 5)
        self.assertEqual(model.lanes_makespan([1, 1, 1, 5], 2), 6)

    def test_a_generation_is_bound_by_its_fullest_rank(self):
        self.assertAlmostEqual(model.generation_seconds(self.CASE, 8, 1), 20.0)
        self.assertAlmostEqual(model.generation_seconds(self.CASE, 8, 2), 10.0, places=3)
        self.assertAlmostEqual(model.generation_seconds(self.CASE, 8, 10000), 10.0, places=3)

    def test_no_number_of_ranks_does_more_than_its_share(self):
        for row in model.generations({"case": self.CASE}).values():
            for efficiency in row.values():
                self.assertLessEqual(efficiency, 1.0 + 1e-12)


if __name__ == "__main__":
    unittest.main(verbosity=2)
