"""The arm is one task among others: only its own rooms, the paper's and documents name it."""

import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ARM = re.compile("compartment|octopus|muscle", re.IGNORECASE)
# The simulator, the task, the paper; what shows, measures and tests them; and the one line that names the task.
ROOMS = ("src/lowpass/octopus/", "src/lowpass/task/octopus/", "src/lowpass/paper/", "web/src/paper/",
         "docs/", "examples/", "bench/", "tests/", "python/lowpass/envs/", "python/tests/")
# And what lists or shows environments in Python.
FILES = {"src/lowpass/task/task_list.cpp", "python/lowpass/_registration.py", "python/lowpass/_task.py", "python/lowpass/sb3.py",
         "CMakePresets.json", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "CITATION.cff"}


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, text=True, capture_output=True, check=True)
    return listed.stdout.splitlines()


class Rooms(unittest.TestCase):
    @unittest.skipUnless((ROOT / ".git").exists(), "needs the repository")
    def test_only_its_own_rooms_name_the_arm(self):
        naming = []
        for path in tracked():
            if path in FILES or path.startswith(ROOMS) or not (ROOT / path).is_file():
                continue
            text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
            naming += [f"{path}:{number}" for number, line in enumerate(text.splitlines(), 1)
                       if ARM.search(line)]
        self.assertEqual(naming, [])

    def test_the_list_of_tasks_names_it_once(self):
        text = (ROOT / "src/lowpass/task/task_list.cpp").read_text(encoding="utf-8")
        lines = [line.strip() for line in text.splitlines() if ARM.search(line)]
        self.assertEqual(lines, ['#include "lowpass/task/octopus/octopus_task.h"', "octopus_task(),"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
