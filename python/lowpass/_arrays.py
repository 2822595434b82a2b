"""The one door for arrays from outside: what passes has the right type and shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import Error

Float64 = NDArray[np.float64]


def numbers(value: ArrayLike, place: str, shape: Sequence[int | None]) -> Float64:
    """`value` as an array of float64 in C order, without a copy where it is one.

    Integers and lists of Python's numbers are taken; other floating types are not, since what was
    computed in float32 has lost the bits that results here are made of.

    Parameters
    ----------
    value
        What was given.
    place
        What messages call it.
    shape
        The size of each axis; None: any.
    """
    given = np.asarray(value)
    if given.dtype != np.float64 and given.dtype.kind not in "iu" and given.size > 0:
        raise Error(f"{place}: array of {given.dtype}: expected float64")
    if given.ndim != len(shape) or any(
        want is not None and have != want for have, want in zip(given.shape, shape)
    ):
        raise Error(f"{place}: shape {_text(given.shape)}: expected {_text(shape)}")
    return np.ascontiguousarray(given, dtype=np.float64)


def finite(value: ArrayLike, place: str, shape: Sequence[int | None]) -> Float64:
    """The same; every number must be finite."""
    array = numbers(value, place, shape)
    bad = np.argwhere(~np.isfinite(array))
    if len(bad) > 0:
        at = tuple(int(i) for i in bad[0])
        raise Error(f"{place}[{', '.join(map(str, at))}] = {array[at]}: expected a finite number")
    return array


def broadcast(value: ArrayLike, place: str, size: int) -> Float64:
    """A vector of `size` numbers; one number stands for all of them."""
    given = np.asarray(value)
    if given.ndim == 0:
        return np.full(size, finite(given, place, ()))
    return finite(given, place, (size,))


def integer(value: Any, place: str, low: int, high: int | None = None) -> int:
    """An integer from `low` to `high`; NumPy's will do, a bool or a real number will not."""
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))
    if not is_integer or value < low or (high is not None and value > high):
        allowed = f"an integer of at least {low}" if high is None else f"an integer from {low} to {high}"
        raise Error(f"{place} = {value!r}: expected {allowed}")
    return int(value)


def choice(value: Any, place: str, allowed: Sequence[str]) -> str:
    """One of `allowed`."""
    if not isinstance(value, str) or value not in allowed:
        raise Error(f"{place} = {value!r}: expected one of {', '.join(allowed)}")
    return value


def _text(shape: Sequence[int | None]) -> str:
    return "(" + ", ".join("any" if n is None else str(n) for n in shape) + ")"
