"""What ./lowpass and ./test promise, on a small project with the same layout as this one."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from patience import limit

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = r"""
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <unistd.h>
int main(int argc, char** argv) {
  if (argc > 1 && !std::strcmp(argv[1], "exit")) return std::atoi(argv[2]);
  if (argc > 1 && !std::strcmp(argv[1], "wait")) {
    std::signal(SIGINT, [](int) { _exit(130); });
    std::printf("%d\n", getpid());
    std::fflush(stdout);
    for (;;) pause();
  }
  char folder[4096];
  std::printf("%s\n", getcwd(folder, sizeof folder));
  for (int i = 1; i < argc; ++i) std::printf("[%s]", argv[i]);
  for (std::string line; std::getline(std::cin, line);) std::printf("{%s}", line.c_str());
}
"""

FILES = {
    "packages": "# a comment\n[build]\nbuilder-one  # why\nbuilder-two\n[test]\ntester\n",
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\nadd_subdirectory(app)\n",
    "CMakePresets.json": '{"version": 6, "configurePresets": [{"name": "release", "generator": "Ninja",'
                         ' "binaryDir": "${sourceDir}/build/release"}]}',
    "app/CMakeLists.txt": "file(GLOB sources CONFIGURE_DEPENDS *.cpp)\nadd_executable(lowpass_program ${sources})\n"
                          "set_target_properties(lowpass_program PROPERTIES OUTPUT_NAME lowpass)\n",
    "app/main.cpp": PROGRAM,
    "src/lowpass/empty.h": "",
    "web/src/main.ts": "",
    "web/build.mjs": "",
    "web/package-lock.json": "{}",
}

# What the scripts themselves need: bash and tools of packages that Debian calls essential.
TOOLS = ["bash", "cat", "cut", "env", "find", "flock", "grep", "mkdir", "mktemp", "mv", "readlink", "rm",
         "sed", "stty", "tail", "tee"]


def stub(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.unlink(missing_ok=True)
    file.write_text("#!/bin/sh\n" + text)
    file.chmod(0o755)


class Checkout:
    """A copy of the scripts with a tiny program, in a folder whose name has spaces."""

    def __init__(self, folder: Path):
        self.root = folder / "a checkout"
        for path, text in FILES.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (self.root / "cmake").mkdir()
        for path in ("lowpass", "test", "cmake/build.sh"):
            shutil.copy(ROOT / path, self.root / path)
        # dpkg-query as on a machine where everything is installed; apt-get must not be called then.
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.set_installed("builder-one", "builder-two", "tester")
        stub(self.bin, "apt-get", 'echo "apt-get called" >&2; exit 9\n')
        self.environment = {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "CDPATH": "/"}

    def set_installed(self, *names: str) -> None:
        text = "".join(f"installed:{name} " for name in names)
        stub(self.bin, "dpkg-query", f"printf '%s' 'not-installed:other {text}'\n")

    def run(self, *arguments: str, script="lowpass", **options) -> subprocess.CompletedProcess:
        options = {"cwd": "/", "env": self.environment, "input": "", "timeout": limit(120), **options}
        return subprocess.run([options.pop("command", self.root / script), *arguments],
                              capture_output=True, text=True, check=False, **options)

    def start(self, *arguments: str) -> subprocess.Popen:
        return subprocess.Popen([self.root / "lowpass", *arguments], env=self.environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def write(self, path: str, text: str) -> None:
        (self.root / path).write_text(text)


class ScriptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.checkout = Checkout(self.folder)


class Program(ScriptTest):
    """./lowpass once it is built."""

    def setUp(self):
        super().setUp()
        first = self.checkout.run("exit", "0")
        self.assertEqual((first.returncode, first.stdout), (0, ""), first.stderr)
        self.assertIn("lowpass: building", first.stderr)

    def test_a_checkout_that_cannot_be_written_is_told_in_one_line(self):
        folder = self.folder / "read-only"
        folder.mkdir()
        checkout = Checkout(folder)
        checkout.write("build", "in the way of the folder")
        for script in ("lowpass", "test"):
            done = checkout.run(script=script)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn("read-only checkout", done.stderr)

    def test_becomes_the_program_and_says_nothing_itself(self):
        # Neither cmake nor ninja is started when nothing changed.
        stub(self.checkout.bin, "cmake", "exit 9\n")
        stub(self.checkout.bin, "ninja", "exit 9\n")
        here = self.folder / "some where"
        here.mkdir()
        done = self.checkout.run("a b", "", "*", "--help", cwd=here, input="x\ny")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, f"{here}\n[a b][][*][--help]{{x}}{{y}}")
        for code in (0, 1, 2, 3, 4, 130):
            self.assertEqual(self.checkout.run("exit", str(code)).returncode, code)
        # Through a link, by a relative path, and as a word for bash.
        link = here / "link"
        link.symlink_to(self.checkout.root / "lowpass")
        self.assertEqual(self.checkout.run("exit", "5", command=link).returncode, 5)
        self.assertEqual(self.checkout.run("exit", "6", command="./link", cwd=here).returncode, 6)
        self.assertEqual(self.checkout.run("lowpass", "exit", "7", command="bash",
                                           cwd=self.checkout.root).returncode, 7)

    def test_signals_reach_the_program(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)):
            with self.checkout.start("wait") as process:
                self.assertEqual(int(process.stdout.readline()), process.pid)
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=limit(30)), code)

    def test_a_change_is_built_whatever_its_date(self):
        self.checkout.write("app/main.cpp", "int main() { return 21; }")
        self.assertEqual(self.checkout.run().returncode, 21)
        self.checkout.write("app/extra.cpp", "#error extra is here")
        self.assertEqual(self.checkout.run().returncode, 1)
        (self.checkout.root / "app/extra.cpp").unlink()
        self.assertEqual(self.checkout.run().returncode, 21)
        # A file with an old date, as tar and cp -p make them, is noticed too.
        self.checkout.write("src/lowpass/late.h", "")
        os.utime(self.checkout.root / "src/lowpass/late.h", (1, 1))
        self.assertIn("lowpass: ", self.checkout.run().stderr)
        self.assertEqual(self.checkout.run().stderr, "")

    def test_a_failed_build_shows_the_compiler_and_ends_clearly(self):
        self.checkout.write("app/main.cpp", "int main() { return wrong_name; }")
        for _ in range(2):  # it stays failed; the program of before is not run
            done = self.checkout.run()
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("wrong_name", done.stderr)
            self.assertRegex(done.stderr.splitlines()[-1], r"^lowpass: the build failed \(release\)")
        self.checkout.write("CMakeLists.txt", "nonsense(")
        done = self.checkout.run()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.splitlines()[-1], r"^lowpass: configuring failed \(release\)")
        self.assertEqual(list((self.checkout.root / "build").glob("release.stamp.*")), [])

    def test_a_moved_checkout_builds_again(self):
        self.checkout.root = self.checkout.root.rename(self.folder / "moved")
        self.assertEqual(self.checkout.run("exit", "3").returncode, 3)
        self.checkout.write("app/main.cpp", "int main() { return 22; }")
        done = self.checkout.run()
        self.assertEqual(done.returncode, 22, done.stderr)

    def test_a_second_caller_waits_for_the_first(self):
        self.checkout.write("app/main.cpp", "int main() { return 23; }")
        with open(self.checkout.root / "build/.lock-release", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            process = self.checkout.start()
            self.assertIn("waiting for another lowpass", process.stderr.readline())
            self.assertIsNone(process.poll())
        process.communicate(timeout=limit(120))
        self.assertEqual(process.returncode, 23)


class Fresh(ScriptTest):
    """./lowpass on a machine where it was never built."""

    def test_two_callers_at_once_both_run(self):
        both = [self.checkout.start("exit", "4") for _ in range(2)]
        for process in both:
            _, narration = process.communicate(timeout=limit(240))
            self.assertEqual(process.returncode, 4, narration)

    def as_user(self) -> list[str]:
        """What to put before a command so that it is not run by root."""
        if os.geteuid() != 0:
            return []
        for path in [self.folder, *self.folder.rglob("*")]:
            os.chown(path, 65534, 65534, follow_symlinks=False)
        return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    def test_a_user_is_told_the_line_to_run(self):
        self.checkout.set_installed("builder-one")
        command = [*self.as_user(), self.checkout.root / "lowpass", "exit", "0"]
        done = self.checkout.run(*command[1:], command=command[0])
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(
            done.stderr.splitlines()[-1],
            "  sudo apt-get update && sudo apt-get install --yes --no-install-recommends builder-two")

    @unittest.skipIf(os.geteuid() != 0, "only root installs")
    def test_root_installs_what_is_missing_and_no_more(self):
        self.checkout.set_installed("builder-one")
        calls = self.folder / "calls"
        stub(self.checkout.bin, "apt-get", f'echo "$@" >>"{calls}"\n')
        self.assertEqual(self.checkout.run("exit", "5").returncode, 5)
        update, install = calls.read_text().splitlines()
        self.assertEqual(update, "update")
        self.assertRegex(install, "^install --yes --no-install-recommends .* builder-two$")
        self.assertNotRegex(install, "builder-one|tester")

    @unittest.skipIf(os.geteuid() != 0, "only root installs")
    def test_a_failed_installation_says_so(self):
        self.checkout.set_installed("builder-one")
        stub(self.checkout.bin, "apt-get", 'echo "no such host"; exit 100\n')
        done = self.checkout.run("exit", "0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no such host", done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1], "lowpass: apt-get could not install: builder-two")

    def without_node(self) -> str:
        """A PATH with everything that this machine has, but for Node.js and npm."""
        tools = self.folder / "tools"
        tools.mkdir()
        for place in reversed(os.environ["PATH"].split(":")):
            for file in Path(place).glob("*") if place else []:
                if file.name not in ("node", "nodejs", "npm") and os.access(file, os.X_OK):
                    (tools / file.name).unlink(missing_ok=True)
                    (tools / file.name).symlink_to(file)
        return f"{self.checkout.bin}:{tools}"

    @unittest.skipIf(os.geteuid() != 0, "only root installs")
    def test_node_is_installed_where_it_is_missing_and_no_reason_to_stop_where_it_cannot_be(self):
        self.checkout.write("packages", FILES["packages"] + "[page]\npage-maker\n")
        environment = {**self.checkout.environment, "PATH": self.without_node()}
        calls = self.folder / "calls"
        stub(self.checkout.bin, "apt-get", f'echo "$@" >>"{calls}"; exit 100\n')
        done = self.checkout.run("exit", "5", env=environment)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("lowpass: no Node.js: building without the page", done.stderr)
        self.assertRegex(calls.read_text().splitlines()[1], "^install .* page-maker$")

    def test_without_apt_get_the_packages_are_named(self):
        tools = self.folder / "tools"
        tools.mkdir()
        for name in TOOLS:
            (tools / name).symlink_to(shutil.which(name))
        done = self.checkout.run("exit", "0", env={"PATH": str(tools)})
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.splitlines()[-1], "lowpass: no apt-get on this machine; "
                         "please install what Debian calls: builder-one builder-two")


class TestCommand(ScriptTest):
    def test_help_and_wrong_options_need_no_build(self):
        done = self.checkout.run("--help", script="test")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("./test [--slow]", done.stdout)
        for arguments in (["--only"], ["--only", "nonsense"], ["--only", "test,nonsense"]):
            done = self.checkout.run(*arguments, script="test")
            self.assertEqual(done.returncode, 1)
            self.assertIn("--only", done.stderr)

    def test_installs_both_groups(self):
        self.checkout.set_installed()
        stub(self.checkout.bin, "apt-get", "exit 1\n")
        done = self.checkout.run(script="test")
        self.assertEqual(done.returncode, 1)
        self.assertIn("builder-one builder-two tester", done.stderr)


class Watched(unittest.TestCase):
    @unittest.skipUnless("LOWPASS_BUILD" in os.environ, "needs a build folder")
    def test_every_file_that_the_program_is_built_from_is_watched(self):
        build = os.environ["LOWPASS_BUILD"]
        text = (ROOT / "lowpass").read_text(encoding="utf-8")
        watched = text.split("inputs=(")[1].split(")")[0].split()
        listed = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True,
                                check=True).stdout
        for block in listed.split("\n\n"):
            target, *files = block.splitlines() or [""]
            if not target.startswith(("app/", "lowpass/")):
                continue
            for file in files:
                path = Path(os.path.normpath(Path(build, file.strip())))
                if path.is_relative_to(ROOT) and not path.is_relative_to(build):
                    relative = path.relative_to(ROOT).as_posix()
                    self.assertTrue(relative.startswith(tuple(watched)), relative)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
