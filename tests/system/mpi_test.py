"""What several ranks promise: the same results as one process, and no finished work lost."""

import json
import os
import random
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.environ["LOWPASS_PROGRAM"]
MPIRUN = os.environ["MPIRUN"]
# Open MPI refuses root, and more ranks than cores, unless told so; loopback is enough here.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_tcp_if_include": "lo"}
SHORT = ["--set", "task.compartments=4", "--set", "task.steps=30"]


def command(ranks, *arguments):
    launcher = [MPIRUN, "-n", str(ranks)] if ranks else []
    return [*launcher, PROGRAM, *arguments]


def run(ranks, *arguments, **more):
    return subprocess.run(command(ranks, *arguments), capture_output=True, text=True, timeout=120,
                          env={**ENVIRONMENT, **more})


def start(ranks, *arguments, **more):
    return subprocess.Popen(command(ranks, *arguments), stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env={**ENVIRONMENT, **more})


def rank_processes(mpirun):
    """The processes of the ranks, in order."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent != mpirun.pid:
                continue
            for setting in (folder / "environ").read_bytes().split(b"\0"):
                if setting.startswith(b"OMPI_COMM_WORLD_RANK="):
                    found[int(setting.split(b"=")[1])] = int(folder.name)
        except OSError:
            continue  # it has ended
    return [found[rank] for rank in sorted(found)]


def digests(result):
    return [run["digest"] for run in json.loads(result.stdout)["runs"]]


class InAFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="lowpass-mpi-")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)


class Ranks(InAFolder):
    def evolve(self, ranks, name, *arguments):
        result = run(ranks, "evolve", "octopus", *SHORT, "--set", "budget.evaluations=300",
                     "--threads", "1", "--json", "--out", str(self.folder / name), *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def test_a_run_has_one_digest_for_any_number_of_ranks(self):
        expected = digests(self.evolve(0, "alone"))
        for ranks in (1, 2, 3, 4):
            self.assertEqual(digests(self.evolve(ranks, f"ranks{ranks}")), expected)
            for name in ("generations.jsonl", "best.json", "last.json"):
                self.assertEqual((self.folder / f"ranks{ranks}" / name).read_bytes(),
                                 (self.folder / "alone" / name).read_bytes())

    def test_growing_runs_too(self):
        growth = ["--set", "growth.enabled=true", "--set", "growth.evaluations=60",
                  "--set", "growth.patience=1", "--set", "budget.evaluations=400"]
        self.assertEqual(digests(self.evolve(3, "ranks", *growth)),
                         digests(self.evolve(0, "alone", *growth)))

    def test_runs_that_are_dealt_equal_single_ones(self):
        self.assertEqual(digests(self.evolve(3, "ranks", "--runs", "5")),
                         digests(self.evolve(0, "alone", "--runs", "5")))

    def test_reproduce_gives_one_table(self):
        def table(ranks):
            folder = self.folder / f"table{ranks}"
            result = run(ranks, "reproduce", "1", "behaviour", "--runs", "2", "--evaluations", "100",
                         "--threads", "1", "--out", str(folder))
            self.assertEqual(result.returncode, 0, result.stderr)
            return [(folder / name).read_bytes()
                    for name in ("claims.json", "runs.csv", "figures/behaviour.csv")]
        self.assertEqual(table(1), table(3))

    def test_what_is_wrong_is_told_once(self):
        result = run(3, "evolve", "octopus", "--set", "task.compartments=0")
        self.assertEqual(result.returncode, 3)
        self.assertEqual(result.stderr.count("task.compartments"), 1)
        self.assertEqual(result.stdout, "")

    def test_a_failing_run_ends_the_job_with_its_message(self):
        (self.folder / "all" / "2").mkdir(parents=True)
        (self.folder / "all" / "2" / "manifest.json").write_text("{}")
        result = run(2, "evolve", "octopus", *SHORT, "--runs", "3", "--resume",
                     "--out", str(self.folder / "all"))
        self.assertEqual(result.returncode, 4)
        self.assertIn("manifest.json", result.stderr)


class Faults(InAFolder):
    RUNS = ["--runs", "6", "--set", "budget.evaluations=1500"]

    def sweep(self, name):
        return ["evolve", "octopus", *SHORT, *self.RUNS, "--threads", "1", "--json", "--resume",
                "--out", str(self.folder / name)]

    def finished(self, name):
        """The finished runs and their digests."""
        found = {}
        for manifest in (self.folder / name).glob("*/manifest.json"):
            result = json.loads(manifest.read_text())["result"]
            if result:
                found[manifest.parent.name] = result["digest"]
        return found

    def test_a_killed_rank_costs_no_finished_run(self):
        undisturbed = run(0, *self.sweep("undisturbed"))
        chance = random.Random(6)
        kills = 0
        while kills < 10:
            name = f"killed{kills}"
            before = {}
            for _ in range(2):  # two ranks die in each sweep, one after the other
                job = start(3, *self.sweep(name))
                time.sleep(chance.uniform(0.3, 0.9))
                processes = rank_processes(job)
                if len(processes) == 3:
                    os.kill(processes[chance.randrange(3)], signal.SIGKILL)
                    kills += 1
                out, err = job.communicate(timeout=60)
                after = self.finished(name)
                self.assertLessEqual(before.items(), after.items(), "a finished run was lost")
                before = after
            result = run(3, *self.sweep(name))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(digests(result), digests(undisturbed))

    def test_a_killed_rank_is_told(self):
        job = start(2, *self.sweep("told"))
        time.sleep(0.8)
        os.kill(rank_processes(job)[1], signal.SIGKILL)
        _, err = job.communicate(timeout=60)
        self.assertNotEqual(job.returncode, 0)
        self.assertIn("signal 9", err)

    def test_a_hung_rank_is_noticed(self):
        for arguments in (self.sweep("sweep"),
                          ["evolve", "octopus", "--threads", "1", "--out", str(self.folder / "one")]):
            job = start(2, *arguments, LOWPASS_SILENCE_LIMIT="2")
            time.sleep(1.0)
            hung = rank_processes(job)[1]
            os.kill(hung, signal.SIGSTOP)
            _, err = job.communicate(timeout=60)
            self.assertNotEqual(job.returncode, 0)
            self.assertIn("rank 1 has been silent for 2 s", err)

    def test_sigterm_saves_in_time(self):
        for arguments in (self.sweep("sweep"),
                          ["evolve", "octopus", "--threads", "1", "--out", str(self.folder / "one")]):
            job = start(2, *arguments)
            time.sleep(1.5)
            job.send_signal(signal.SIGTERM)
            job.communicate(timeout=60)
        logged = (self.folder / "one/generations.jsonl").read_text().splitlines()
        resumed = run(2, *arguments, "--resume", "--set", "budget.evaluations=6000", "--json")
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertGreater(len(logged), 5)
        again = (self.folder / "one/generations.jsonl").read_text().splitlines()
        self.assertEqual(again[:len(logged)], logged)


class Alone(unittest.TestCase):
    def test_mpi_is_not_started_without_mpirun(self):
        trace = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True)
        self.assertIn("libmpi", trace.stdout)
        with tempfile.TemporaryDirectory() as folder:
            result = run(0, "evolve", "octopus", *SHORT, "--set", "budget.evaluations=50",
                         "--out", f"{folder}/run")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertNotIn("MPI", result.stderr)

if __name__ == "__main__":
    unittest.main()
