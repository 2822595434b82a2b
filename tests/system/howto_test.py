"""Every command of the pages docs/howto/*.md does what the page needs of it.

Each page is followed from the top in a folder of its own: its files are written, its commands run
as a shell would, with budgets of evaluations divided by 60. LOWPASS_PROGRAM names the program,
LOWPASS_EXAMPLES the folder of the examples.
"""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from patience import limit

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs/howto").glob("*.md"))
# A file with its name in the first line, a program to be run, or a command.
PARTS = re.compile(r"^```toml\n# (?P<name>\S+)\n(?P<file>.*?)^```$|^```python\n(?P<script>.*?)^```$|^    (?P<command>\./[^\n]*)$",
                   re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^    (\./.*)$", re.MULTILINE)


def quick(command: str) -> str:
    """The same with small budgets: 6000 evaluations, the default, are 100."""
    command = re.sub(r"(budget\.evaluations=)(\d+)", lambda found: found[1] + str(int(found[2]) // 60), command)
    is_new = " evolve " in command and "--resume" not in command and "manifest.json" not in command
    return command + " --set budget.evaluations=100" if is_new else command


def serve(command: str, folder: str) -> None:
    """A server is one that tells its address; it is ended then."""
    with subprocess.Popen([*command.split(), "--port", "0"], cwd=folder, text=True, stdout=subprocess.PIPE) as server:
        address = server.stdout.readline()
        server.terminate()
    assert address.startswith("http://"), address


class HowTo(unittest.TestCase):
    def follow(self, page: Path, folder: str) -> int:
        for name, program in (("lowpass", os.environ["LOWPASS_PROGRAM"]),
                              ("own_task", os.path.join(os.environ["LOWPASS_EXAMPLES"], "own_task"))):
            os.symlink(program, os.path.join(folder, name))
        count = 0
        text = page.read_text(encoding="utf-8")
        for part in PARTS.finditer(text):
            if part["file"]:
                Path(folder, part["name"]).write_text(part["file"], encoding="utf-8")
                continue
            command = part["command"]
            if command and " serve " in command:
                serve(command, folder)
            else:
                words = ["python3", "-c", part["script"]] if part["script"] else ["bash", "-c", quick(command)]
                done = subprocess.run(words, cwd=folder, text=True, capture_output=True, check=False, timeout=limit(120))
                self.assertEqual(done.returncode, 0, f"{page.name}: {command}\n{done.stderr}")
            count += command is not None
        self.assertEqual(count, len(COMMAND.findall(text)), page.name)
        return count

    def test_every_page_can_be_followed(self):
        self.assertGreater(len(PAGES), 5)
        for page in PAGES:
            with self.subTest(page.name), tempfile.TemporaryDirectory() as folder:
                self.assertGreater(self.follow(page, folder), 0, page.name)


if __name__ == "__main__":
    unittest.main(verbosity=2)
