"""Disks that are full, folders that cannot be written, and folders that two processes want."""

import os
import shutil
import signal
import subprocess
import unittest
from pathlib import Path

from disturbance import EVOLVE, FAULTS, PROGRAM, DisturbedTest, content, verbs
from patience import wait_until

NOBODY = 65534
PAGE = 4096  # bytes; a tmpfs grows by so many


def one_complaint(result):
    lines = [line for line in result.stderr.splitlines() if line.startswith("lowpass: ")]
    return lines[-1] if lines else ""


class FullDisk(DisturbedTest):
    """A room on a real disk of its own that has room for a few pages only."""

    def setUp(self):
        shutil.rmtree(self.room, ignore_errors=True)
        self.room.mkdir()
        if os.geteuid() != 0 or self.mount("rw", 1 << 30) != 0:
            self.skipTest("a small disk needs the right to mount one")
        self.addCleanup(subprocess.run, ["umount", self.room], check=True)

    def mount(self, options, size):
        return subprocess.run(["mount", "-t", "tmpfs", "-o", f"{options},size={size}", "tmpfs", self.room],
                              capture_output=True).returncode

    def empty(self, verb, size):
        for entry in self.room.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        for name in verb.files:
            (self.room / name).write_text("former")
        self.assertEqual(self.mount("remount", size), 0)

    def used_pages(self):
        status = os.statvfs(self.room)
        return (status.f_blocks - status.f_bfree) * status.f_frsize // PAGE

    def sizes(self, verb):
        """In pages: from what the former files take to one less than all takes, some ten of them."""
        self.empty(verb, 1 << 30)
        least = max(1, self.used_pages())
        self.keep_result(verb)
        most = max(least, self.used_pages() - 1)
        return sorted({least + i * (most - least) // 9 for i in range(10)})

    def test_a_full_disk_is_told_and_nothing_is_lost(self):
        tried = 0
        for verb in (verb for verb in verbs() if verb.name in ("evolve", "sweep", "import", "replay", "report")):
            for pages in self.sizes(verb):
                with self.subTest(verb=verb.name, pages=pages):
                    self.empty(verb, pages * PAGE)
                    self.check_full(verb)
                    tried += 1
        print(f"{tried} full disks")

    def check_full(self, verb):
        result = self.run_program(self.command(verb))
        if result.returncode != 0:  # what is written beside and renamed may just have found its room
            self.assertEqual(result.returncode, 4, result.stderr)
            self.assertIn(str(self.room), one_complaint(result))
            self.assertIn("No space left on device", one_complaint(result))
        self.check_whole(verb)
        self.assertEqual(self.mount("remount", 1 << 30), 0)
        self.go_on(verb)


class ReadOnlyFolder(DisturbedTest):
    """A folder of somebody else's, seen by an ordinary user."""

    def as_nobody(self):
        if os.geteuid() != 0:
            return []
        if not shutil.which("setpriv"):
            self.skipTest("root may write everywhere, and there is no setpriv to become somebody else")
        return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]

    def setUp(self):
        os.chmod(self.folder, 0o755)
        self.before = self.as_nobody()
        reach = subprocess.run([*self.before, PROGRAM, "--version"], env=dict(os.environ, LD_PRELOAD=FAULTS),
                               capture_output=True, text=True)
        if reach.returncode != 0 or "ERROR" in reach.stderr:
            self.skipTest(f"an ordinary user cannot reach the program: {reach.stderr}")

    def test_every_verb_says_that_it_may_not_write_and_changes_nothing(self):
        for verb in verbs(with_slow=True):
            with self.subTest(verb=verb.name):
                self.prepare(verb)
                former = content(self.room)
                os.chmod(self.room, 0o555)
                result = self.run_program(self.command(verb), before=self.before)
                os.chmod(self.room, 0o755)
                self.assertEqual(result.returncode, 4, result.stderr)
                self.assertIn(str(self.room), one_complaint(result))
                self.assertIn("Permission denied", one_complaint(result))
                self.assertEqual(content(self.room), former)

    def test_verbs_that_only_read_need_no_right_to_write(self):
        for arguments in (["evaluate", self.source / "run", "--json"], ["decode", self.source / "run", "--json"],
                          ["generalize", self.source / "run", "--json"]):
            mine = self.must_run(arguments).stdout
            self.assertEqual(self.must_run(arguments, before=self.before).stdout, mine)


class TwoWriters(DisturbedTest):
    def setUp(self):
        self.verb = next(verbs())
        self.result_of(self.verb)
        self.prepare(self.verb)

    def start(self, **environment):
        settings = {"LD_PRELOAD": FAULTS, "LOWPASS_FAULT_FOLDER": str(self.room), **environment}
        process = subprocess.Popen([PROGRAM, *map(str, self.command(self.verb))], env=dict(os.environ, **settings),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def stopped(self, fault):
        """A process that has come to this call, and stands still there."""
        process = self.start(LOWPASS_FAULT=":".join(map(str, (*fault, "stop"))))
        state = lambda: Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0]
        wait_until(lambda: state() == "T", "the first process stops")
        return process

    def test_the_second_is_refused_while_the_first_works_and_disturbs_nothing(self):
        first = self.stopped(("write", 3))
        for arguments in ([], ["--resume"]):
            second = self.run_program([*self.command(self.verb), *arguments])
            self.assertEqual(second.returncode, 4, second.stderr)
        self.assertIn("another process is working in this folder", one_complaint(second))
        first.send_signal(signal.SIGCONT)
        self.assertEqual(first.wait(self.limit), 0)
        self.assertEqual(content(self.room), self.result_of(self.verb)[0])

    def test_a_run_that_was_made_between_the_look_and_the_lock_is_kept(self):
        first = self.stopped(("open", 1))  # of the lock
        self.must_run(self.command(self.verb))
        made = content(self.room)
        first.send_signal(signal.SIGCONT)
        self.assertEqual(first.wait(self.limit), 4)
        self.assertIn("holds a run already", first.stderr.read())
        self.assertEqual(content(self.room), made)

    def test_of_two_that_start_at_once_one_makes_the_run(self):
        for _ in range(5):
            self.prepare(self.verb)
            both = [self.start(), self.start()]
            codes = sorted(process.wait(self.limit) for process in both)
            self.assertIn(codes, ([0, 4],), [process.stderr.read() for process in both])
            self.assertEqual(content(self.room), self.result_of(self.verb)[0])


if __name__ == "__main__":
    unittest.main()
