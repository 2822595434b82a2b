"""Spaces of Gymnasium as numbers: observations become inputs, outputs become actions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._core import Error, Pilot

Inputs = NDArray[np.float64]
Write = Callable[[Inputs, Any], None]
Act = Callable[[], Any]


def leaves(space: spaces.Space[Any], name: str = "") -> Iterator[tuple[str, spaces.Space[Any]]]:
    """The spaces without parts inside a space, with the names that lead to them, in their order."""
    if isinstance(space, spaces.Dict):
        for key, part in space.spaces.items():
            yield from leaves(part, f"{name}.{key}" if name else str(key))
    elif isinstance(space, spaces.Tuple):
        for index, part in enumerate(space.spaces):
            yield from leaves(part, f"{name}[{index}]")
    else:
        yield name, space


def input_count(space: spaces.Space[Any]) -> int:
    """How many inputs observations become. Raises Error for a space that has no numbers."""
    return sum(_leaf_inputs(part, name) for name, part in leaves(space))


def _leaf_inputs(space: spaces.Space[Any], name: str) -> int:
    if isinstance(space, (spaces.Box, spaces.MultiBinary)):
        count = int(np.prod(space.shape, dtype=np.int64))
    elif isinstance(space, spaces.Discrete):
        count = int(space.n)
    elif isinstance(space, spaces.MultiDiscrete):
        count = int(np.sum(space.nvec))
    else:
        count = 0
    if count < 1:
        raise Error(
            f"observation space{' ' + name if name else ''} = {space}: expected a Box, Discrete, MultiDiscrete or "
            "MultiBinary that is not empty, or a Dict or Tuple of them"
        )
    return count


def writer(space: spaces.Space[Any]) -> Write:
    """A function that writes an observation into inputs. Discrete ones become a 1 among zeros."""
    if isinstance(space, spaces.Box) and len(space.shape) == 1:
        return _copy
    parts = [(part, _leaf_inputs(part, name)) for name, part in leaves(space)]

    def write(inputs: Inputs, observation: Any) -> None:
        first = 0
        for (part, count), value in zip(parts, _values(space, observation), strict=True):
            _write_leaf(inputs[first : first + count], part, value)
            first += count

    return write


def _copy(inputs: Inputs, observation: Any) -> None:
    inputs[...] = observation  # faster than [:]


def _values(space: spaces.Space[Any], observation: Any) -> Iterator[Any]:
    if isinstance(space, spaces.Dict):
        for key, part in space.spaces.items():
            yield from _values(part, observation[key])
    elif isinstance(space, spaces.Tuple):
        for part, value in zip(space.spaces, observation, strict=True):
            yield from _values(part, value)
    else:
        yield observation


def _write_leaf(inputs: Inputs, space: spaces.Space[Any], value: Any) -> None:
    if isinstance(space, spaces.Discrete):
        inputs[:] = 0.0
        inputs[int(value) - int(space.start)] = 1.0
    elif isinstance(space, spaces.MultiDiscrete):
        inputs[:] = 0.0
        counts = space.nvec.ravel()
        places = np.cumsum(counts) - counts + np.ravel(value) - np.ravel(space.start)
        inputs[places.astype(np.int64)] = 1.0
    else:
        array = np.asarray(value)
        if array.shape != space.shape:
            raise Error(f"observation of shape {array.shape}: expected {space.shape}, as its space says")
        inputs[:] = array.reshape(-1)


def output_count(space: spaces.Space[Any]) -> int:
    """How many outputs an action needs. Raises Error for a space that has no bounds, or no numbers."""
    _check_action(space)
    if isinstance(space, spaces.Discrete):
        return int(space.n)
    if isinstance(space, spaces.MultiDiscrete):
        return int(np.sum(space.nvec))
    return int(np.prod(space.shape or (1,), dtype=np.int64))


def _check_action(space: spaces.Space[Any]) -> None:
    if isinstance(space, spaces.Box):
        if int(np.prod(space.shape, dtype=np.int64)) < 1:
            raise Error(f"action space {space}: expected at least one number")
        if not (np.isfinite(space.low).all() and np.isfinite(space.high).all()):
            raise Error(
                f"action space {space}: expected finite bounds, between which outputs are placed "
                "(gymnasium.wrappers.RescaleAction, or a wrapper that clips, gives it some)"
            )
    elif not isinstance(space, (spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)):
        raise Error(
            f"action space {space}: expected a Box with finite bounds, Discrete, MultiDiscrete or MultiBinary; "
            "a wrapper can flatten others (gymnasium.wrappers.TransformAction)"
        )


def actor(space: spaces.Space[Any], pilot: Pilot) -> Act:
    """A function that takes a step of the pilot and returns the action. Outputs y in [0, 1] of a Box become
    low + (high - low) y; of discrete ones the strongest wins, the first of equals; binary ones are y > 1/2."""
    _check_action(space)
    if isinstance(space, spaces.Box):
        return _box_actor(space, pilot)
    if isinstance(space, spaces.Discrete):
        count, start, choose = int(space.n), int(space.start), pilot.choose
        return lambda: start + choose(count)
    if isinstance(space, spaces.MultiDiscrete):
        return _multi_discrete_actor(space, pilot)
    shape, outputs, step = space.shape, pilot.outputs, pilot.step

    def press() -> NDArray[np.int8]:
        step()
        return (outputs > 0.5).astype(np.int8).reshape(shape)

    return press


def _box_actor(space: spaces.Box, pilot: Pilot) -> Act:
    pilot.set_bounds(space.low.astype(np.float64).ravel().tolist(), space.high.astype(np.float64).ravel().tolist())
    drive, shape, dtype = pilot.drive, space.shape, space.dtype
    action: NDArray[Any] = pilot.action_single if dtype == np.float32 else pilot.action

    def act() -> NDArray[Any]:
        drive()
        return action.copy()

    def act_otherwise() -> NDArray[Any]:
        drive()
        rounded = np.rint(action) if np.issubdtype(dtype, np.integer) else action
        return rounded.astype(dtype).reshape(shape)

    return act if len(shape) == 1 and action.dtype == dtype else act_otherwise


def _multi_discrete_actor(space: spaces.MultiDiscrete, pilot: Pilot) -> Act:
    counts = space.nvec.ravel().astype(np.int64)
    firsts = (np.cumsum(counts) - counts).tolist()
    pairs = list(zip(firsts, counts.tolist(), strict=True))
    start = np.ravel(space.start)
    step, strongest, shape, dtype = pilot.step, pilot.strongest, space.nvec.shape, space.dtype

    def choose() -> NDArray[Any]:
        step()
        chosen = np.array([strongest(first, count) for first, count in pairs]) + start
        return chosen.astype(dtype).reshape(shape)

    return choose


def space_text(space: spaces.Space[Any]) -> str:
    """The space as the record has it: enough to see, and to refuse another one."""
    return json.dumps(_description(space), separators=(",", ":"))


def _description(space: spaces.Space[Any]) -> Any:
    if isinstance(space, spaces.Dict):
        return {"dict": {str(key): _description(part) for key, part in space.spaces.items()}}
    if isinstance(space, spaces.Tuple):
        return {"tuple": [_description(part) for part in space.spaces]}
    if isinstance(space, spaces.Box):
        return {"box": list(space.shape), "dtype": str(space.dtype), "low": _bound(space.low), "high": _bound(space.high)}
    if isinstance(space, spaces.Discrete):
        return {"discrete": int(space.n), "start": int(space.start)}
    if isinstance(space, spaces.MultiDiscrete):
        return {"multi_discrete": space.nvec.tolist(), "start": np.asarray(space.start).tolist()}
    if isinstance(space, spaces.MultiBinary):
        return {"multi_binary": space.n if isinstance(space.n, int) else [int(n) for n in space.n]}
    return {"other": str(space)}


def _bound(bound: NDArray[Any]) -> Any:
    """One number where all are equal; infinite ones as texts, which JSON has no numbers for."""
    flat = bound.ravel().astype(np.float64).tolist()
    texts = [value if np.isfinite(value) else str(value) for value in flat]
    return texts[0] if texts and all(value == texts[0] for value in texts) else texts


def space_from_text(text: str) -> spaces.Space[Any]:
    """The space that `space_text` described."""
    return _space(json.loads(text))


def _space(described: Any) -> spaces.Space[Any]:
    if "dict" in described:
        return spaces.Dict({key: _space(part) for key, part in described["dict"].items()})
    if "tuple" in described:
        return spaces.Tuple([_space(part) for part in described["tuple"]])
    if "box" in described:
        shape, dtype = tuple(described["box"]), np.dtype(described["dtype"])
        low, high = (np.array(described[key], dtype=np.float64).astype(dtype) for key in ("low", "high"))
        return spaces.Box(
            np.broadcast_to(low.reshape(shape if low.size > 1 else ()), shape).copy(),
            np.broadcast_to(high.reshape(shape if high.size > 1 else ()), shape).copy(),
            dtype=dtype.type,
        )
    if "discrete" in described:
        return spaces.Discrete(described["discrete"], start=described["start"])
    if "multi_discrete" in described:
        return spaces.MultiDiscrete(described["multi_discrete"], start=described["start"])
    if "multi_binary" in described:
        return spaces.MultiBinary(described["multi_binary"])
    raise Error(f"space {described}: expected one that lowpass.evolve takes")
