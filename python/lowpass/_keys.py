"""Keys that tasks, searches and configurations declare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Key:
    """One key: its type, what is allowed, its default."""

    name: str
    type: str
    """``integer``, ``real``, ``boolean``, ``choice``, ``text`` or ``numbers``."""
    help: str
    allowed: str
    default: Any
    default_text: str
    """In words, where the default follows from other keys."""
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


def key_of(declared: Mapping[str, Any]) -> Key:
    """A key as the extension declares it."""
    return Key(**{**declared, "choices": tuple(declared["choices"])})
