"""The documents say what is so: code, links, keys, versions and transcripts are checked.

The transcripts are run if LOWPASS_PROGRAM names the program and LOWPASS_EXAMPLES the folder of the
examples.
"""

import os
import re
import shlex
import subprocess
import unittest
from pathlib import Path

from patience import limit

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
SOURCES = sorted(file for folder in ("src/lowpass", "app", "tests", "bench", "examples")
                 for file in (ROOT / folder).rglob("*") if file.suffix in (".h", ".cpp"))
KEY = re.compile(r"\[([A-Z]+[0-9]{2})\]")


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def blocks(document: str, language: str) -> list[str]:
    """The fenced blocks of a language in a document."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text(document), re.MULTILINE | re.DOTALL)


class Documents(unittest.TestCase):
    def test_examples_are_shown_as_they_are(self):
        for document, example in (("README.md", "quickstart"), ("docs/TASK.md", "own_task")):
            self.assertIn(text(f"examples/{example}.cpp"), blocks(document, "cpp"))

    def test_links_lead_to_files(self):
        self.assertIn(ROOT / "README.md", DOCUMENTS)
        for document in DOCUMENTS:
            prose = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
            for target in re.findall(r"\]\(([^)#]+)[^)]*\)", prose):
                if "://" not in target:
                    self.assertTrue((document.parent / target).exists(), f"{document.name}: {target}")

    def test_pages_that_comments_name_exist(self):
        for source in SOURCES:
            for page in re.findall(r"docs/\w+\.md", source.read_text(encoding="utf-8")):
                self.assertTrue((ROOT / page).exists(), f"{source.relative_to(ROOT)}: {page}")

    def test_every_key_is_defined_once(self):
        defined = re.findall(r"^\| \[([A-Z]+[0-9]{2})\] \|", text("docs/REFERENCES.md"), re.MULTILINE)
        self.assertEqual(len(defined), len(set(defined)))
        for file in [*SOURCES, *DOCUMENTS]:
            for key in KEY.findall(file.read_text(encoding="utf-8")):
                self.assertIn(key, [*defined, "KEY"], file.relative_to(ROOT))

    def test_the_table_of_equations_names_functions_that_exist(self):
        rows = re.findall(r"^\|([^|]*)\|([^|]*)\| `(src/[^|`]*)` \|$", text("docs/REFERENCES.md"),
                          re.MULTILINE)
        self.assertGreater(len(rows), 10)
        for _, functions, file in rows:
            self.assertTrue((ROOT / file).is_file(), file)
            for name in re.findall(r"`(\w+)`", functions):
                self.assertRegex(text(file), rf"\b{name}\b", file)

    def test_versions_agree(self):
        version = re.search(r"project\(lowpass VERSION ([0-9.]+)", text("CMakeLists.txt")).group(1)
        self.assertIn(f"\nversion: {version}\n", text("CITATION.cff"))
        self.assertRegex(text("CHANGELOG.md"), rf"(?m)^## {re.escape(version)}")

    def test_a_package_is_named_once(self):
        names = [line.strip() for line in text("packages").splitlines()
                 if line.strip() and line[0] not in "#["]
        self.assertEqual(len(names), len(set(names)))

    def test_the_presets_of_the_test_command_exist(self):
        presets = re.search(r"^all=\((.*)\)", text("test"), re.MULTILINE).group(1).split()
        for preset in presets:
            self.assertIn(f'"name": "{preset}"', text("CMakePresets.json"))
            self.assertIn(f"`{preset}`", text("CONTRIBUTING.md"))


class Transcripts(unittest.TestCase):
    @unittest.skipUnless("LOWPASS_PROGRAM" in os.environ, "needs the programs")
    def test_every_transcript_is_what_the_program_prints(self):
        programs = {"./lowpass": os.environ["LOWPASS_PROGRAM"]}
        for example in ("quickstart",):
            programs[example] = os.path.join(os.environ["LOWPASS_EXAMPLES"], example)
        checked = 0
        for document in DOCUMENTS:
            for block in blocks(document.relative_to(ROOT).as_posix(), "console"):
                for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                    command, _, expected = part.partition("\n")
                    program, *arguments = shlex.split(command)
                    done = subprocess.run([programs[program], *arguments], cwd=ROOT, text=True,
                                          capture_output=True, check=False, timeout=limit(60))
                    self.assertEqual(done.stdout, expected, f"{document.name}: {command}\n{done.stderr}")
                    self.assertEqual(done.returncode, 0)
                    checked += 1
        self.assertGreater(checked, 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
