"""What several ranks promise: the same results as one process, and no finished work lost."""

import json
import math
import os
import random
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from patience import limit, wait_until

PROGRAM = os.environ["LOWPASS_PROGRAM"]
MPIRUN = os.environ["MPIRUN"]
# Open MPI refuses root, and more ranks than cores, unless told so; loopback is enough here.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_tcp_if_include": "lo"}
SHORT = ["--set", "task.preset=paper", "--set", "task.compartments=4", "--set", "task.steps=30"]


def command(ranks, *arguments):
    launcher = [MPIRUN, "-n", str(ranks)] if ranks else []
    return [*launcher, PROGRAM, *arguments]


def run(ranks, *arguments, **more):
    return subprocess.run(command(ranks, *arguments), capture_output=True, text=True, timeout=limit(120),
                          env={**ENVIRONMENT, **more})


def different(first, second):
    """A job of two ranks that are started by different commands."""
    return [MPIRUN, "-n", "1", *first, ":", "-n", "1", *second]


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


def silence():
    """A silence limit for ranks that are well, on this machine as busy as it is; in whole seconds."""
    return math.ceil(limit(3))


def digests(result):
    return [run["digest"] for run in json.loads(result.stdout)["runs"]]


def end(job):
    """Ends the job's processes, whatever they are doing."""
    for process in [*rank_processes(job), job.pid]:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    job.communicate()


class InAFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="lowpass-mpi-")
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def start(self, line, **more):
        job = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               stdin=subprocess.DEVNULL, env={**ENVIRONMENT, **more})
        self.addCleanup(end, job)
        return job

    def ended(self, job):
        """What the job told, once its ranks have come to their end by themselves.

        mpirun does not always: where a rank dies while the job starts, that of Open MPI 4.1.4 may wait for a lock that
        it holds itself (in PMIx_server_finalize), without any rank left. Then it is ended here."""
        end_of_patience = time.monotonic() + limit(60)
        while True:
            try:
                return job.communicate(timeout=limit(5))[1]
            except subprocess.TimeoutExpired:
                if not rank_processes(job):
                    job.kill()
                elif time.monotonic() > end_of_patience:
                    raise

    def generations(self, name):
        """How many generations all runs below a folder have logged."""
        return sum(log.read_bytes().count(b"\n")
                   for log in (self.folder / name).glob("**/generations.jsonl"))

    def wait_for_work(self, job, name, generations=1):
        wait_until(lambda: job.poll() is not None or self.generations(name) >= generations,
                   f"{generations} generations")


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

    def test_so_has_one_of_another_task_and_of_every_search(self):
        listed = json.loads(run(0, "tasks", "--json").stdout)
        for search in [entry["name"] for entry in listed["searches"]]:
            settings = ["poles", "--set", "task.poles=2", "--set", "task.steps=500", "--set", f"optimizer.name={search}",
                        "--set", "budget.evaluations=150", "--set", "budget.target=1e9", "--json"]
            found = set()
            for ranks in (0, 2, 3):
                result = run(ranks, "evolve", *settings, "--out", str(self.folder / f"{search}-{ranks}"))
                self.assertEqual(result.returncode, 0, result.stderr)
                found.update(digests(result))
            self.assertEqual(len(found), 1, search)

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

    def test_a_configuration_that_only_the_leader_can_read_is_that_of_all(self):
        # mpirun gives standard input to rank 0 alone.
        text = ("[task]\npreset = 'paper'\ncompartments = 4\nsteps = 30\n[budget]\nevaluations = 300\n[run]\nseed = 7\n")
        expected = None
        for ranks, runs in ((0, 1), (2, 1), (0, 3), (2, 3)):
            out = self.folder / f"{ranks}-{runs}"
            result = subprocess.run(
                command(ranks, "evolve", "-", "--threads", "1", "--runs", str(runs), "--json", "--out", str(out)),
                input=text, capture_output=True, text=True, timeout=limit(120), env=ENVIRONMENT)
            self.assertEqual(result.returncode, 0, result.stderr)
            if ranks == 0:
                expected = digests(result)
            self.assertEqual(digests(result), expected)
        for best in out.glob("*/best.json"):
            scored = json.loads(run(0, "evaluate", "--json", str(best)).stdout)
            self.assertEqual(scored["fitness"], json.loads(best.read_text())["fitness"])

    def test_an_error_on_one_rank_alone_is_told(self):
        arguments = [PROGRAM, "evolve", "octopus", *SHORT, "--out", str(self.folder / "one")]
        job = self.start(different(arguments, ["env", "LOWPASS_SIMD=none", *arguments]))
        err = self.ended(job)
        self.assertNotEqual(job.returncode, 0)
        self.assertRegex(err, "lowpass: rank 1: .*none")
        self.assertNotIn("silent", err)

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
        total = self.generations("undisturbed")
        chance = random.Random(6)
        kills = 0
        for sweep in range(5):
            name = f"killed{sweep}"
            before = {}
            for part in range(2):  # two ranks die in each sweep, one after the other
                job = self.start(command(3, *self.sweep(name)))
                self.wait_for_work(job, name, chance.randrange(1, total * (part + 1) // 2))
                processes = rank_processes(job)
                if len(processes) == 3:
                    os.kill(processes[chance.randrange(3)], signal.SIGKILL)
                    kills += 1
                self.ended(job)
                after = self.finished(name)
                self.assertLessEqual(before.items(), after.items(), "a finished run was lost")
                before = after
            result = run(3, *self.sweep(name))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(digests(result), digests(undisturbed))
        self.assertGreater(kills, 4)

    # Nobody waits for the end of these.
    ENDLESS = ["evolve", "octopus", *SHORT, "--set", "budget.evaluations=1000000000", "--threads", "1"]

    def endless(self):
        """A single run and a sweep, with the name of their folder."""
        for name, more in (("one", []), ("sweep", ["--runs", "3"])):
            yield name, [*self.ENDLESS, *more, "--out", str(self.folder / name)]

    def test_a_killed_rank_is_told(self):
        for name, arguments in self.endless():
            job = self.start(command(2, *arguments))
            self.wait_for_work(job, name)
            os.kill(rank_processes(job)[1], signal.SIGKILL)
            err = self.ended(job)
            self.assertNotEqual(job.returncode, 0)
            self.assertIn("signal 9", err)

    def test_a_hung_rank_is_noticed_be_it_the_leader(self):
        seconds = silence()
        for rank in (1, 0):
            for name, arguments in self.endless():
                before = self.generations(name)
                job = self.start(command(2, *arguments, "--resume"), LOWPASS_SILENCE_LIMIT=str(seconds))
                self.wait_for_work(job, name, before + 1)
                os.kill(rank_processes(job)[rank], signal.SIGSTOP)
                err = self.ended(job)
                self.assertNotEqual(job.returncode, 0)
                if rank == 1:
                    self.assertIn(f"rank 1 has been silent for {seconds} s", err)

    def test_a_generation_may_take_longer_than_the_silence_limit(self):
        def arguments(name, steps):
            return ["evolve", "octopus", "--set", "task.preset=paper", "--set", "task.compartments=4", "--set", f"task.steps={steps}",
                    "--set", "budget.evaluations=16", "--threads", "1", "--json",
                    "--out", str(self.folder / name)]
        seconds = silence()
        began = time.monotonic()
        run(0, *arguments("measured", 5000))
        # Four limits alone, two on each of two ranks.
        steps = int(min(1e6, 5000 * 4 * seconds / (time.monotonic() - began)))
        result = run(2, *arguments("long", steps), LOWPASS_SILENCE_LIMIT=str(seconds))
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_rank_that_is_stopped_or_killed_at_the_start_ends_the_job(self):
        arguments = [PROGRAM, *self.ENDLESS, "--out", str(self.folder / "one")]
        for kind in ("STOP", "KILL"):
            job = self.start(different(arguments, ["sh", "-c", f"kill -{kind} $$; exec true"]),
                             LOWPASS_SILENCE_LIMIT="1")  # nobody is well here
            wait_until(lambda: job.poll() is not None or len(rank_processes(job)) == 2, "two ranks")
            processes = rank_processes(job)
            err = self.ended(job)
            self.assertNotEqual(job.returncode, 0)
            if kind == "STOP":
                self.assertIn("the start of the job took more than 5 s", err)
            wait_until(lambda: not any(Path(f"/proc/{process}").exists() for process in processes),
                       "the end of all ranks")

    def test_a_rank_that_is_stopped_at_the_end_does_not_keep_the_job(self):
        source = self.folder / "stop.c"
        source.write_text("#include <signal.h>\n#include <unistd.h>\n"
                          "int MPI_Finalize(void) { raise(SIGSTOP); for (;;) pause(); }\n")
        library = self.folder / "stop.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        arguments = [PROGRAM, "evolve", "octopus", *SHORT, "--set", "budget.evaluations=300",
                     "--threads", "1", "--out", str(self.folder / "one")]
        seconds = silence()
        job = self.start(different(arguments, ["env", f"LD_PRELOAD={library}", *arguments]),
                         LOWPASS_SILENCE_LIMIT=str(seconds))
        err = self.ended(job)
        self.assertIn(f"the end of the job took more than {seconds} s", err)
        self.assertTrue(json.loads((self.folder / "one/manifest.json").read_text())["result"])

    def test_sigterm_saves_in_time(self):
        for name, arguments in self.endless():
            job = self.start(command(2, *arguments))
            self.wait_for_work(job, name, 6)
            job.send_signal(signal.SIGTERM)
            self.ended(job)
            self.assertNotEqual(job.returncode, 0)
        one = ["evolve", "octopus", *SHORT, "--threads", "1", "--json"]
        stopped = self.folder / "stopped"
        job = self.start(command(2, *one, "--out", str(stopped)))
        self.wait_for_work(job, "stopped", 6)
        job.send_signal(signal.SIGTERM)
        self.ended(job)
        logged = (stopped / "generations.jsonl").read_bytes()
        resumed = run(2, *one, "--out", str(stopped), "--resume")
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertGreaterEqual(logged.count(b"\n"), 6)
        self.assertTrue((stopped / "generations.jsonl").read_bytes().startswith(logged))


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
