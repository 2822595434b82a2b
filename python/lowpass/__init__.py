"""Evolves large recurrent controllers by searching a few frequencies.

Everything here maximises: higher fitness is better.
"""

import os as _os
from typing import TYPE_CHECKING, Any

from . import export as export
from ._controller_file import load_policy as load_policy
from ._core import Error as Error
from ._core import use_simd_target as _use_simd_target
from ._core import version as _version
from ._encoding import Encoding as Encoding
from ._encoding import coefficient_order as coefficient_order
from ._encoding import resized_weights as resized_weights
from ._encoding import split_weights as split_weights
from ._evolve import Result as Result
from ._evolve import evolve as evolve
from ._geometry import Geometry as Geometry
from ._geometry import Grid as Grid
from ._keys import Key as Key
from ._policy import Policy as Policy
from ._registration import register_environments as _register_environments
from ._run_folder import RunFolder as RunFolder
from ._search import Search as Search
from ._search import SearchInfo as SearchInfo
from ._search import SearchState as SearchState
from ._search import search as search
from ._search import searches as searches
from ._task import Task as Task
from ._task import TaskInfo as TaskInfo
from ._task import tasks as tasks

if TYPE_CHECKING:
    from .environments.evaluation import evaluate as evaluate
    from .environments.evaluation import record as record
    from .environments.policy import EnvironmentPolicy as EnvironmentPolicy


def __getattr__(name: str) -> Any:
    """What needs Gymnasium is imported when it is asked for."""
    if name in ("evaluate", "record"):
        from .environments import evaluation

        return getattr(evaluation, name)
    if name == "EnvironmentPolicy":
        from .environments.policy import EnvironmentPolicy

        return EnvironmentPolicy
    raise AttributeError(f"module 'lowpass' has no attribute {name!r}")


def _choose_simd_target() -> None:
    """LOWPASS_SIMD forces an instruction set, as in the program; results do not change."""
    target = _os.environ.get("LOWPASS_SIMD")
    if target is None:
        return
    try:
        _use_simd_target(target)
    except Error as error:
        raise Error(f"LOWPASS_SIMD: {error}") from None


_choose_simd_target()
_register_environments()
__version__ = _version()

__all__ = [
    "Encoding",
    "EnvironmentPolicy",
    "Error",
    "Geometry",
    "Grid",
    "Key",
    "Policy",
    "Result",
    "RunFolder",
    "Search",
    "SearchInfo",
    "SearchState",
    "Task",
    "TaskInfo",
    "__version__",
    "coefficient_order",
    "evaluate",
    "evolve",
    "export",
    "load_policy",
    "record",
    "resized_weights",
    "search",
    "searches",
    "split_weights",
    "tasks",
]
