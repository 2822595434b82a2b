#!/usr/bin/env python3
"""Fails on C++ files that clang-format would write differently: format.py CLANG_FORMAT ROOT"""

import subprocess
import sys
from pathlib import Path

clang_format, root = sys.argv[1], Path(sys.argv[2])
files = [file for folder in ("src/lowpass", "app", "python/src", "tests", "bench", "examples")
         for file in sorted((root / folder).rglob("*")) if file.suffix in (".h", ".cpp")]
if not files:
    sys.exit(f"{root}: no C++ files here")
done = subprocess.run([clang_format, "--dry-run", "--Werror", *files], check=False)
if done.returncode:
    print("to format: clang-format -i <file>", file=sys.stderr)
sys.exit(done.returncode)
