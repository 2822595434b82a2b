#!/usr/bin/env python3
"""Fails on an include that the architecture forbids (docs/ARCHITECTURE.md, "Who may include whom").

    includes.py ROOT     prints one line an offence; exit code 1 if there is any
"""

import re
import sys
from pathlib import Path

# The modules of the library, in the order of the data, and what each may include besides itself and
# core.
MAY_INCLUDE = {
    "core": set(),
    "basis": set(),
    "network": set(),
    "encoding": {"basis", "network"},
    "optimizer": set(),
    "octopus": set(),
    "scene": set(),
    "task": {"network", "octopus", "scene"},
    "evaluation": {"network", "encoding", "task"},
    "record": set(),
    "configuration": {"network", "encoding", "task", "optimizer"},
    "experiment": {"network", "encoding", "task", "optimizer", "evaluation", "record", "scene",
                   "configuration"},
    "sweep": {"evaluation", "record", "configuration", "experiment"},
    "report": {"scene"},
    "paper": {"record", "scene", "configuration", "experiment", "sweep", "report"},
}

# What only some places may include: a pattern of the include, the folders, the reason.
RESERVED = [
    (r"mpi\.h", ("src/lowpass/evaluation",), "only evaluation knows of MPI"),
    (r"fftw3\.h", ("tests", "bench"), "FFTW is an oracle for tests and benchmarks"),
    (r"(gtest|gmock)/.*|rapidcheck.*|Random123/.*", ("tests", "bench"), "test libraries stay in tests"),
    (r"benchmark/.*", ("bench",), "benchmarks stay in bench"),
    (r"nlohmann/.*", ("src/lowpass/core", "app/server", "app/report.cpp", "tests"),
     "JsonText writes and JsonValue reads"),
    (r"nanobind/.*", ("python/src",), "only the bindings know of Python"),
    (r"CLI/.*", ("app/program.cpp", "app/command_line.cpp"), "the verbs know no command line"),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def module_offence(module: str, included: str) -> str:
    """Why a file of `module` may not include "lowpass/<included>/...", or "" if it may."""
    if included not in MAY_INCLUDE:
        return f"{included} is no module of the library"
    if included in MAY_INCLUDE[module] | {module, "core"}:
        return ""
    return f"{module} may include only {', '.join(sorted(MAY_INCLUDE[module] | {'core'}))}"


def offence(path: str, quote: str, target: str) -> str:
    """Why the file `path` (relative to the root, with /) may not include `target`, or ""."""
    parts = path.split("/")
    for pattern, folders, reason in RESERVED:
        if re.fullmatch(pattern, target) and not any(path == f or path.startswith(f + "/") for f in folders):
            return reason
    first, _, rest = target.partition("/")
    if parts[:2] != ["src", "lowpass"]:
        if first in ("app", "python", "tests", "bench") and first != parts[0] and (
                (parts[0], first) != ("bench", "tests")) and (
                not (parts[0] == "tests" and parts[1] in ("app", "server", "optimizer", "fuzz") and first == "app")):
            return f"{parts[0]} may not include {first}"
        if target.endswith("-inl.h") and parts[0] in ("app", "examples", "python"):
            return "-inl.h files are compiled per SIMD target, inside the library"
        return ""
    module = parts[2] if len(parts) > 3 else ""
    if module not in MAY_INCLUDE:
        return "no module of the library; add it to the architecture first"
    if first == "lowpass":
        if "/" not in rest:
            return "include \"lowpass/<module>/<file>.h\""
        return module_offence(module, rest.split("/")[0])
    if first in ("app", "tests", "bench", "examples", "python", "src"):
        return f"the library may not include {first}"
    is_public_header = path.endswith(".h") and not path.endswith("-inl.h")
    is_standard = quote == "<" and re.fullmatch(r"[a-z0-9_]+", target)
    if is_public_header and not is_standard:
        return "a public header includes only the standard library and lowpass/"
    if quote == '"' and not target.startswith("hwy/"):
        return "include \"lowpass/<module>/<file>.h\""
    return ""


def offences(root: Path) -> list[str]:
    found = []
    for folder in ("src/lowpass", "app", "python/src", "tests", "bench", "examples"):
        # (os.path.realpath is not used: a linked folder counts as the place it is linked to.)
        base = root / folder
        for file in sorted(base.rglob("*")):
            if file.suffix not in (".h", ".cpp") or not file.is_file():
                continue
            path = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                reason = match and offence(path, *match.groups())
                if reason:
                    found.append(f"{path}:{number}: {match.group(2)}: {reason}")
    return found


def main() -> int:
    root = Path(sys.argv[1])
    if not (root / "src/lowpass/core").is_dir():
        print(f"{root}: no src/lowpass/core here", file=sys.stderr)
        return 2
    found = offences(root)
    print("\n".join(found) if found else "every include is allowed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
