"""The notebooks of examples/python run from their first cell to their last."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "python"


@pytest.mark.parametrize("name", ["arm", "own_environment", pytest.param("swimmer", marks=pytest.mark.slow)])
def test_a_notebook_runs(name: str, tmp_path: Path) -> None:
    if name == "swimmer":
        pytest.importorskip("mujoco")
    notebook = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in notebook["cells"])
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in sys.path if path))
    script = tmp_path / f"{name}_cells.py"
    script.write_text("\n\n".join(cells), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
