"""The package as it is installed."""

import os
import subprocess
import sys
from importlib.metadata import requires, version
from pathlib import Path

import pytest

import lowpass

ROOT = Path(__file__).parents[2]


def ran(code, **variables):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, env={**os.environ, **variables}
    )
    return done.returncode, done.stdout, done.stderr


def test_types_are_shipped():
    folder = Path(lowpass.__file__).parent
    assert (folder / "py.typed").exists()
    assert "class Search:" in (folder / "_core.pyi").read_text()


@pytest.mark.slow
def test_types_are_right():
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "-p", "lowpass"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_version_is_the_librarys():
    assert lowpass.__version__ == lowpass._core.version() == version("lowpass")


def test_numpy_is_the_only_hard_dependency():
    hard = [line for line in requires("lowpass") if "extra" not in line]
    assert sorted(name.split(">")[0] for name in hard) == ["nanobind-backend", "numpy"]


def test_it_is_imported_without_gymnasium():
    code = (
        "import sys, importlib.util as u\n"
        "real = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'gymnasium' else real(name, *a)\n"
        "import lowpass\n"
        "assert 'gymnasium' not in sys.modules\n"
        "print(lowpass.evolve('poles', evaluations=50).evaluations)\n"
    )
    assert ran(code) == (0, "39\n", "")


def test_the_environment_forces_an_instruction_set_as_in_the_program():
    for target in lowpass._core.simd_targets():
        assert ran("import lowpass; print(lowpass._core.simd_target())", LOWPASS_SIMD=target) == (0, f"{target}\n", "")
    code, _, error = ran("import lowpass", LOWPASS_SIMD="mmx")
    assert code == 1
    assert "LOWPASS_SIMD: SIMD target \"mmx\": expected one of" in error.splitlines()[-1]


def test_nothing_leaks():
    # nanobind tells at exit of objects that are left.
    code = (
        "import numpy as np, lowpass, gymnasium\n"
        "s = lowpass.search('cma-es', np.zeros(3)); s.tell(s.ask()[:, 0]); state = s.state\n"
        "v = gymnasium.make_vec('lowpass/OctopusArm-v0', num_envs=5, threads=2); v.reset(seed=1)\n"
        "v.step(np.zeros(v.action_space.shape, np.float32))\n"
        "r = lowpass.evolve('poles', evaluations=50, on_generation=print)\n"
        "try: lowpass.search('none', np.zeros(3))\n"
        "except lowpass.Error as e: error = e\n"
    )
    code_of, _, error = ran(code)
    assert (code_of, error) == (0, "")


def test_errors_are_value_errors():
    assert issubclass(lowpass.Error, ValueError)
