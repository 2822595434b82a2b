"""A program with a task of its own has all that lowpass has: examples/own_task.cpp, built against the
installed package."""

import json
import os
import random
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

# What the defaults, made for arms, leave out: larger weights at once, bolder steps.
SETTINGS = ["--set", "encoding.coefficients=30", "--set", "optimizer.preset=schaul",
            "--set", "optimizer.sigma0=weight-rms", "--set", "optimizer.weight_rms=1",
            "--set", "budget.evaluations=600"]
PROGRAM = os.path.join(os.environ["LOWPASS_EXAMPLES"], "own_task")


def run(*arguments: str, check: bool = True) -> subprocess.CompletedProcess:
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    if check and done.returncode != 0:
        raise AssertionError(f"{arguments}: exit {done.returncode}: {done.stderr}")
    return done


class OwnTask(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)
        cls.result = json.loads(
            run("evolve", "pendulum", *SETTINGS, "--out", str(cls.folder / "run"),
                "--json").stdout)["runs"][0]

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_it_evolves_a_controller_that_stays_upright_from_every_start(self):
        self.assertGreater(self.result["best_fitness"], 0.95)
        trials = json.loads(run("evaluate", str(self.folder / "run"), "--json").stdout)["trials"]
        self.assertEqual([trial["succeeded"] for trial in trials], [True] * 4)
        self.assertEqual([trial["steps"] for trial in trials], [200] * 4)

    def test_completion_is_for_this_program_and_knows_its_task(self):
        script = run("completion", "bash").stdout
        self.assertIn("complete -o default -F _lowpass own_task", script)
        self.assertRegex(script, r"evolve\).*\bpendulum\b")

    def test_its_keys_are_keys(self):
        listed = json.loads(run("tasks", "--json").stdout)["tasks"]
        own = next(task for task in listed if task["name"] == "pendulum")
        self.assertEqual([key["key"] for key in own["keys"]], ["task.steps"])
        wrong = run("evolve", "pendulum", "--set", "task.steps=0", check=False)
        self.assertEqual(wrong.returncode, 3)
        self.assertEqual(wrong.stderr,
                         "lowpass: --set task.steps=0: expected an integer from 1 to 100000\n")
        foreign = run("evolve", "pendulum", "--set", "task.compartments=3", check=False)
        self.assertIn("a key of task octopus, not of pendulum", foreign.stderr)

    def test_it_is_drawn_and_its_episodes_can_be_saved(self):
        self.assertIn('class="bob"', (self.folder / "run" / "film.svg").read_text(encoding="utf-8"))
        saved = self.folder / "episodes.json"
        run("replay", str(self.folder / "run"), "--json", str(saved))
        recordings = json.loads(saved.read_text(encoding="utf-8"))
        self.assertEqual(len(recordings), 4)
        self.assertEqual(recordings[0]["scene"]["signals"], ["angle", "torque"])
        self.assertEqual(len(recordings[0]["points"]), 201)

    def test_killed_and_resumed_it_is_the_same_run(self):
        for attempt in range(3):
            out = self.folder / f"killed-{attempt}"
            command = [PROGRAM, "evolve", "pendulum", *SETTINGS, "--out", str(out)]
            # Killed at some moment, whenever that is: before, in or after its work.
            with subprocess.Popen(command, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as process:
                try:
                    process.wait(timeout=random.Random(attempt).uniform(0.0, 0.5))
                except subprocess.TimeoutExpired:
                    process.send_signal(signal.SIGKILL)
            again = json.loads(
                run("evolve", "pendulum", *SETTINGS, "--out", str(out), "--resume", "--json").stdout)
            self.assertEqual(again["runs"][0]["digest"], self.result["digest"])

    def test_a_sweep_and_a_report_know_it(self):
        sweep = self.folder / "sweep"
        run("evolve", "pendulum", "--runs", "3", "--set", "budget.evaluations=100", "--out",
            str(sweep))
        run("report", str(sweep))
        self.assertIn("pendulum", (sweep / "report.html").read_text(encoding="utf-8"))

    def test_the_library_knows_what_it_is_for_too(self):
        plain = run("generalize", str(self.folder / "run"), check=False)
        self.assertEqual(plain.returncode, 2)
        self.assertIn("declares no further conditions", plain.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
