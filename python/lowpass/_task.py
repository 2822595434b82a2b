"""Tasks of the library: what they declare, and controllers scored on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from . import _core
from ._arrays import Float64, finite, integer
from ._core import Error
from ._encoding import Encoding
from ._geometry import Geometry
from ._keys import Key, key_of


@dataclass(frozen=True)
class TaskInfo:
    """What a task declares."""

    name: str
    help: str
    keys: tuple[Key, ...]


def tasks() -> dict[str, TaskInfo]:
    """Every task of the library by its name, the default first.

    Examples
    --------
    >>> list(lowpass.tasks())
    ['octopus', 'poles']
    """
    return {
        entry["name"]: TaskInfo(
            entry["name"], entry["help"], tuple(key_of(key) for key in entry["keys"])
        )
        for entry in _core.tasks()
    }


class Task:
    """A task of the library. A value: it can be pickled.

    Parameters
    ----------
    name
        One of `tasks`.
    **keys
        Those that the task declares; the others have their defaults.

    Examples
    --------
    >>> task = lowpass.Task("poles", poles=2, velocities=False)
    >>> task.geometry.input_count
    3
    """

    def __init__(self, name: str, **keys: Any) -> None:
        self._make(name, keys)

    def _make(self, name: str, keys: Mapping[str, Any]) -> None:
        settings = [("task.name", name), *((f"task.{key}", value) for key, value in keys.items())]
        self.name = name
        self._keys = dict(keys)
        self._configuration = _core.Configuration(settings)
        self._core = _core.make_task(self._configuration)

    @property
    def keys(self) -> dict[str, Any]:
        """Every key with its value."""
        return dict(self._configuration.task_keys)

    @property
    def geometry(self) -> Geometry:
        """The grids that inputs and outputs of its controllers live on."""
        return Geometry._of(self._core.geometry)

    @property
    def trials(self) -> tuple[str, ...]:
        """What sets each start condition apart. Fitness is the mean over them."""
        return tuple(self._core.trial_name(i) for i in range(self._core.trials))

    def evaluate(
        self,
        encoding: Encoding,
        genomes: ArrayLike,
        *,
        activation: str = "logistic",
        output: str = "same",
        threads: int | None = None,
    ) -> Float64:
        """The fitness of each genome: the mean over the trials; higher is better.

        Parameters
        ----------
        encoding
            For networks of this task's `geometry`.
        genomes
            (n, genes).
        activation, output
            As `Policy` has them.
        threads
            None: as many as the machine has. Never changes the result.
        """
        if (encoding.geometry.inputs, encoding.geometry.neurons) != (
            self.geometry.inputs,
            self.geometry.neurons,
        ):
            raise Error(f"encoding: a geometry other than that of the task {self.name}")
        rows = finite(genomes, "genomes", (None, encoding.genome_size))
        count = _core.available_threads() if threads is None else integer(threads, "threads", 1, 1024)
        fitness: Float64 = _core.evaluate(
            self._core,
            encoding._core,  # type: ignore[attr-defined]
            rows,
            activation,
            activation if output == "same" else output,
            count,
        )[0]
        return fitness

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name, "keys": self._keys}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self._make(saved["name"], saved["keys"])

    def __repr__(self) -> str:
        return "Task(" + ", ".join([repr(self.name), *(f"{k}={v!r}" for k, v in self._keys.items())]) + ")"
