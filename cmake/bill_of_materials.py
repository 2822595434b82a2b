#!/usr/bin/env python3
"""Writes docs/THIRD_PARTY.md: what of others is built in, linked or used, with licences; and app/licences.txt: the texts of
those licences that go where the program goes, which `lowpass --licenses` prints.

    cmake/bill_of_materials.py [--check]

Packages of npm come from web/package-lock.json, with the licence written there; those of PyPI from pyproject.toml; those of
Debian from the file `packages`, with the main licence of the copyright file that each installs. --check: only say whether the files name them all."""

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs/THIRD_PARTY.md"
TEXTS = ROOT / "app/licences.txt"
INTRODUCTION = """# What is not ours

Written by `cmake/bill_of_materials.py`; run it after a change of `packages`, `pyproject.toml` or `web/package-lock.json`. The licences of the
libraries inside the page are at the end of the page itself, and so of every report; `lowpass --licenses` prints those of
all that is in the program.
"""
USES = {"build": "compiles or links the program", "page": "bundles the page", "test": "tests alone"}


def npm_packages():
    """(name, version, licence, use) of each; the binaries of one bundler for other machines are left out."""
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    for path, package in packages.items():
        name = path.removeprefix("node_modules/")
        if name and not name.startswith("@esbuild/") and name != "fsevents":
            use = "tests alone" if package.get("dev") else "bundles the page" if name == "esbuild" else "for the page"
            yield name, package["version"], package["license"], use


PYPI_LICENCES = {"nanobind": "BSD-3-Clause", "nanobind-backend": "BSD-3-Clause", "numpy": "BSD-3-Clause",
                 "scikit-build-core": "Apache-2.0"}


def pypi_packages():
    """(name, licence, use) of each that the Python package is built with or needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    uses = dict.fromkeys(project["build-system"]["requires"], "builds the Python package")
    uses.update(dict.fromkeys(project["project"]["dependencies"], "needed by the Python package"))
    for requirement, use in uses.items():
        name = re.match("[a-z0-9-]+", requirement).group()
        yield name, PYPI_LICENCES[name], use


def debian_packages():
    """(name, use) of each, as in the file `packages`."""
    group = ""
    for line in (ROOT / "packages").read_text().splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            group = line[1:-1]
        elif line:
            yield line, USES[group]


def debian_licence(name):
    """The licence of most of the files (Files: *), or of the first that are named."""
    file = Path("/usr/share/doc") / name / "copyright"
    if not file.exists():
        return "see its copyright file"
    for paragraph in re.split(r"\n\s*\n", file.read_text(errors="replace")):
        found = re.search(r"^License:[ \t]*(\S.*)$", paragraph, re.M)
        if found and re.search(r"^Files:\s*\*", paragraph, re.M):
            return found.group(1)
    return "see its copyright file"


def fields(paragraph):
    """name -> text of a paragraph of a copyright file, without its indentation."""
    found, name = {}, None
    for line in paragraph.splitlines():
        start = re.match(r"(\w+):[ \t]*(.*)", line)
        if start:
            name = start.group(1)
            found[name] = start.group(2)
        elif name:
            found[name] += "\n" + re.sub(r"^ \.?", "", line).rstrip()
    return found


def licence_text(name):
    """Who has the copyright of the files that are built in, and the licence, as the package says them."""
    paragraphs = [fields(p) for p in re.split(r"\n\s*\n", (Path("/usr/share/doc") / name / "copyright").read_text())]
    owners, licences = [], {}
    for paragraph in paragraphs:
        files = paragraph.get("Files", "").strip()
        if files == "*" or files.startswith("include/"):
            owners += [f"Copyright {line.strip()}" for line in paragraph["Copyright"].splitlines() if line.strip()]
            licences.setdefault(paragraph["License"].splitlines()[0], "")
    for paragraph in paragraphs:
        kind, _, text = paragraph.get("License", "").partition("\n")
        if kind in licences and text and not licences[kind]:
            licences[kind] = text
    texts = "\n\n".join(f"{kind}\n\n{text.strip()}" for kind, text in licences.items())
    return "\n".join(dict.fromkeys(owners)) + "\n\n" + texts


def built_in():
    """The packages whose code is in the program."""
    return [name for name, use in debian_packages() if use == USES["build"] and name.endswith("-dev")]


def texts():
    parts = [("lowpass", (ROOT / "LICENSE").read_text().strip())] + [(name, licence_text(name)) for name in built_in()]
    return "\n\n".join(f"==== {name}\n\n{text}" for name, text in parts) + "\n"


def table(heads, rows):
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def text():
    return "\n".join([
        INTRODUCTION, "## Packages of npm\n", table(["package", "version", "licence", "use"], npm_packages()),
        "## Packages of PyPI\n", table(["package", "licence", "use"], pypi_packages()), "## Packages of Debian\n",
        table(["package", "licence", "use"], ([name, debian_licence(name), use] for name, use in debian_packages()))])


def missing():
    listed = FILE.read_text()
    rows = [f"| {name} | {version} | {licence} |" for name, version, licence, _ in npm_packages()]
    rows += [f"| {name} | {licence} |" for name, licence, _ in pypi_packages()]
    rows += [f"| {name} |" for name, _ in debian_packages()]
    given = TEXTS.read_text()
    return [f"docs/THIRD_PARTY.md: no line {row}" for row in rows if row not in listed] + [
        f"app/licences.txt: no licence of {name}" for name in built_in() if f"==== {name}\n" not in given]


def main():
    if sys.argv[1:] == ["--check"]:
        for complaint in missing():
            print(f"{complaint}; run cmake/bill_of_materials.py")
        return 1 if missing() else 0
    FILE.write_text(text())
    TEXTS.write_text(texts())
    return 0


if __name__ == "__main__":
    sys.exit(main())
