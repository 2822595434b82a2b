"""The check of includes itself: it passes what the architecture allows and names what it forbids."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).with_name("includes.py")


def run_on(files: dict[str, str]) -> tuple[int, str]:
    """Exit code and output of the check on a tree of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {"src/lowpass/core/error.h": "#pragma once\n", **files}.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        done = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class Includes(unittest.TestCase):
    def assert_allowed(self, path: str, include: str) -> None:
        code, output = run_on({path: f"#pragma once\n#include {include}\n"})
        self.assertEqual((code, output), (0, "every include is allowed\n"))

    def assert_forbidden(self, path: str, include: str, reason: str = "") -> None:
        code, output = run_on({path: f"#pragma once\n  #  include {include}\n"})
        self.assertEqual(code, 1, output)
        self.assertIn(f"{path}:2: {include[1:-1]}: {reason}", output)

    def test_the_arrows_of_the_architecture_are_allowed(self):
        for module, include in [("encoding", "basis"), ("encoding", "network"), ("task", "octopus"),
                                ("evaluation", "task"), ("experiment", "record"), ("report", "scene"),
                                ("basis", "basis"), ("octopus", "core")]:
            self.assert_allowed(f"src/lowpass/{module}/a.cpp", f'"lowpass/{include}/b.h"')

    def test_no_arrow_goes_back_or_across(self):
        for module, include in [("core", "basis"), ("basis", "encoding"), ("octopus", "network"),
                                ("network", "octopus"), ("optimizer", "task"), ("report", "octopus"),
                                ("report", "experiment"), ("record", "experiment"),
                                ("task", "encoding"), ("evaluation", "optimizer")]:
            self.assert_forbidden(f"src/lowpass/{module}/a.cpp", f'"lowpass/{include}/b.h"', module)

    def test_a_folder_that_is_no_module_is_refused(self):
        self.assert_forbidden("src/lowpass/helpers/a.h", "<vector>", "no module")
        self.assert_forbidden("src/lowpass/core/a.cpp", '"lowpass/helpers/b.h"', "helpers is no module")

    def test_public_headers_need_the_standard_library_alone(self):
        self.assert_allowed("src/lowpass/core/a.h", "<vector>")
        self.assert_allowed("src/lowpass/core/a.cpp", "<fmt/format.h>")
        self.assert_allowed("src/lowpass/core/a-inl.h", '"hwy/highway.h"')
        for include in ["<fmt/format.h>", '"hwy/highway.h"', "<nlohmann/json.hpp>", "<xxhash.h>"]:
            self.assert_forbidden("src/lowpass/core/a.h", include, "a public header")

    def test_the_library_knows_neither_program_nor_tests(self):
        for include in ['"app/verbs.h"', '"tests/support/targets.h"', '"bench/a.h"']:
            self.assert_forbidden("src/lowpass/core/a.cpp", include, "the library may not include")
        self.assert_forbidden("app/a.cpp", '"tests/support/targets.h"', "app may not include tests")
        self.assert_forbidden("tests/core/a.cpp", '"app/video.h"', "tests may not include app")
        self.assert_allowed("tests/app/a.cpp", '"app/video.h"')
        self.assert_allowed("tests/optimizer/a.cpp", '"app/search_trial.h"')

    def test_some_libraries_have_one_place(self):
        self.assert_allowed("src/lowpass/evaluation/a.cpp", "<mpi.h>")
        self.assert_forbidden("src/lowpass/experiment/a.cpp", "<mpi.h>", "only evaluation")
        self.assert_forbidden("app/main.cpp", "<mpi.h>", "only evaluation")
        self.assert_allowed("src/lowpass/core/a.cpp", "<nlohmann/json.hpp>")
        self.assert_forbidden("src/lowpass/record/a.cpp", "<nlohmann/json.hpp>", "JsonText writes")
        self.assert_allowed("tests/basis/a.cpp", "<fftw3.h>")
        self.assert_forbidden("src/lowpass/basis/a.cpp", "<fftw3.h>", "FFTW")
        self.assert_forbidden("src/lowpass/core/a.cpp", "<CLI/CLI.hpp>", "the verbs know")
        self.assert_forbidden("app/evolve.cpp", "<CLI/CLI.hpp>", "the verbs know")

    def test_includes_are_written_from_the_root(self):
        self.assert_forbidden("src/lowpass/core/a.cpp", '"error.h"')
        self.assert_forbidden("src/lowpass/core/a.cpp", '"../basis/cosine.h"')

    def test_a_tree_without_the_library_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, CHECK, folder], capture_output=True, check=False)
            self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
