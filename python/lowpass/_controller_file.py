"""Saved controllers."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _core
from ._encoding import Encoding
from ._geometry import Geometry
from ._policy import Policy

if TYPE_CHECKING:
    from .environments.policy import EnvironmentPolicy


def load_policy(path: str | PathLike[str]) -> Policy | EnvironmentPolicy:
    """The controller of a genome file, or the best one of a run folder. That of an environment takes
    observations and gives actions.

    Examples
    --------
    >>> policy = lowpass.load_policy("runs/a/best.json")
    """
    file = Path(path)
    stored = _core.read_controller(str(file / "best.json" if file.is_dir() else file))
    if stored["task"] == "environment":
        from .environments.policy import EnvironmentPolicy

        return EnvironmentPolicy.load(file)
    return policy_of(stored)


def policy_of(stored: Mapping[str, Any]) -> Policy:
    """A controller as the extension gives it."""
    genome = stored["genome"]
    encoding = Encoding(
        Geometry._of(stored["geometry"]),
        stored["mapping"],
        max(len(genome), 1),
        stored["kind"],
        stored["step"],
    )
    return Policy.from_genome(
        encoding, genome, activation=stored["activation"], output=stored["output"]
    )
