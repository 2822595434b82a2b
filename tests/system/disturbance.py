"""What tests of faults share: the program under a disturbance, and every verb that writes files."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from patience import limit, wait_until

PROGRAM = os.environ["LOWPASS_PROGRAM"]
FAULTS = os.environ["LOWPASS_FAULTS"]  # tests/support/faults.c

SHORT = ["--set", "task.poles=1", "--set", "task.steps=60"]
EVOLVE = ["evolve", "poles", *SHORT, "--set", "budget.evaluations=60", "--threads", "2"]
SWEEP = [*EVOLVE, "--sweep", "encoding.coefficients=2,4", "--runs", "2"]
REPRODUCE = ["reproduce", "1", "--runs", "1", "--evaluations", "100", "--threads", "2"]


def processes_of_session(session):
    """Those that the program started, and that live on when it was killed."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(file.parent.name)
    return found


def content(room):
    """What the program made of a room: every file that is there to stay, and of each run its digest. When a run was
    made, how long that took and where it stood in between may differ."""
    found = {}
    for file in sorted(room.rglob("*")):
        name = str(file.relative_to(room))
        if file.name == "manifest.json":
            result = json.loads(file.read_text())["result"]
            found[name] = result and result["digest"]
        elif file.is_file() and file.name != "lock" and not file.name.startswith("checkpoint"):
            found[name] = file.read_bytes()
    return found


class Verb:
    """A verb that writes into a room. `arguments(room, source)` is its command line, and `again` what is added to go on
    after a disturbance; `files` are those that it replaces."""

    def __init__(self, name, arguments, again=(), files=()):
        self.name, self.arguments, self.again, self.files = name, arguments, list(again), files


def verbs(with_slow=False):
    """Every one, the fast ones first; those that take seconds each on demand."""
    yield Verb("evolve", lambda room, _: [*EVOLVE, "--out", room / "run"], again=["--resume"])
    yield Verb("sweep", lambda room, _: [*SWEEP, "--out", room / "sweep"], again=["--resume"])
    yield Verb("import", lambda room, source: ["import", source / "weights.json", "--task", "poles", *SHORT,
                                               "--out", room / "genome.json"], files=["genome.json"])
    yield Verb("replay", lambda room, source: ["replay", source / "run", "--svg", room / "film.svg", "--json",
                                               room / "film.json"], files=["film.svg", "film.json"])
    yield Verb("report", lambda room, source: ["report", source, "--out", room / "report.html"],
               files=["report.html", "report.csv"])
    if with_slow:
        yield Verb("reproduce", lambda room, _: [*REPRODUCE, "--out", room / "paper"])
    if with_slow and shutil.which("ffmpeg"):
        yield Verb("video", lambda room, source: ["replay", source / "run", "--video", room / "film.gif"],
                   files=["film.gif"])


class DisturbedTest(unittest.TestCase):
    """A room, which is disturbed, and beside it a finished run, its weights as a file, and what each verb makes when
    nobody disturbs it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="lowpass-faults-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.room, cls.source = cls.folder / "room", cls.folder / "source"
        cls.limit = limit(120)
        cls.undisturbed = {}
        cls.source.mkdir()
        cls.must_run([*EVOLVE, "--out", cls.source / "run"])
        weights = cls.must_run(["decode", cls.source / "run", "--json"]).stdout
        (cls.source / "weights.json").write_text(weights)

    @classmethod
    def run_program(cls, arguments, fault=None, before=(), **environment):
        if fault:
            environment["LOWPASS_FAULT"] = ":".join(map(str, fault))
        settings = {"LD_PRELOAD": FAULTS, "LOWPASS_FAULT_FOLDER": str(cls.room), **environment}
        with subprocess.Popen([*before, PROGRAM, *map(str, arguments)], env=dict(os.environ, **settings),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as process:
            try:
                out, err = process.communicate(timeout=cls.limit)
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        wait_until(lambda: not processes_of_session(process.pid), "the end of what the program started")
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    @classmethod
    def must_run(cls, arguments, **options):
        done = cls.run_program(arguments, **options)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, arguments))}: exit code {done.returncode}\n{done.stderr}")
        return done

    def prepare(self, verb):
        """An empty room, but for former files of the names that the verb writes."""
        shutil.rmtree(self.room, ignore_errors=True)
        self.room.mkdir()
        for name in verb.files:
            (self.room / name).write_text("former")

    def command(self, verb):
        return verb.arguments(self.room, self.source)

    def result_of(self, verb):
        """What the verb makes where nothing disturbs it; and how often each call is made."""
        if verb.name not in self.undisturbed:
            self.prepare(verb)
            self.keep_result(verb)
        return self.undisturbed[verb.name]

    def keep_result(self, verb):
        """Of the verb in the room as it is now."""
        file = self.folder / "counts"
        self.must_run(self.command(verb), LOWPASS_FAULT_COUNTS=str(file))
        counts = {name: int(count) for name, count in map(str.split, file.read_text().splitlines())}
        self.undisturbed[verb.name] = content(self.room), counts

    def check_whole(self, verb):
        """Files that the verb replaces are the former ones or the new ones."""
        made, _ = self.undisturbed[verb.name]
        for name in verb.files:
            self.assertIn((self.room / name).read_bytes(), [b"former", made[name]], name)

    def go_on(self, verb):
        """After whatever happened, the same command (with what goes on) comes to the undisturbed result."""
        self.must_run([*self.command(verb), *verb.again])
        made, _ = self.result_of(verb)
        now = content(self.room)
        self.assertEqual(sorted(now), sorted(made))
        self.assertEqual([name for name in made if now[name] != made[name]], [])
