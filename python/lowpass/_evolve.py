"""Whole runs in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from . import _core
from ._arrays import integer
from ._controller_file import policy_of
from ._core import Error
from ._geometry import Geometry
from ._policy import Policy
from ._run_folder import RunFolder, columns
from ._task import tasks

if TYPE_CHECKING:
    from .environments.policy import EnvironmentPolicy
    from .environments.run import Validation

OnGeneration = Callable[[dict[str, Any]], object]
_TABLES = ("task", "network", "encoding", "optimizer", "budget", "growth")


@dataclass(frozen=True)
class Result:
    """What a run came to."""

    best_fitness: float
    digest: str
    """Of the fitness of every individual: two runs with the same digest did the same."""
    evaluations: int
    evaluations_to_target: int | None
    coefficients: int
    diverged: int
    """Episodes that left the finite numbers."""
    policy: Policy | EnvironmentPolicy
    """The best controller; that of an environment takes observations and gives actions."""
    generations: dict[str, NDArray[Any]]
    """A column each, as `RunFolder.generations` has them."""
    folder: Path | None
    validation: Validation | None = None
    """Of an environment: returns on seeds that the search never had."""
    failure: str = ""
    """Of an environment: the first exception in it, or sum of rewards that is no number."""


def evolve(
    environment: Any,
    *,
    search: str | None = None,
    encoding: str | Mapping[str, Any] | None = None,
    coefficients: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    evaluations: int | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    on_generation: OnGeneration | None = None,
    geometry: str | Mapping[str, Any] | Geometry | None = None,
    permutation: int | None = None,
    episodes: int | None = None,
    steps: int | None = None,
    normalize: bool | None = None,
    validation: int | None = None,
    record: bool | None = None,
    arguments: Mapping[str, Any] | None = None,
    **tables: Mapping[str, Any],
) -> Result:
    """Evolves a controller: fitness is **maximised**.

    An environment of Gymnasium is played by worker processes; search, decoding, network, record and
    checkpoint are the library's. Every reset is seeded, by the seed of the run, the generation and
    the episode, the same for all individuals: so the result does not depend on the workers.

    A task of the library runs in C++, on all threads: the result is that of ``lowpass evolve NAME``
    with the same settings, to the digest. Ctrl-C stops between generations; a run with a folder is
    saved then, and goes on with ``resume=True``.

    Parameters
    ----------
    environment
        The id of an environment of Gymnasium, a function that makes one, or one that is made; or the
        name of a task of the library: one of `tasks`.
    search
        One of `searches` (``optimizer.name``).
    encoding
        ``omega1``, ``omega2``, ``omega3``, ``direct`` or arrays as JSON (``encoding.mapping``).
    coefficients
        Genes of a genome (``encoding.coefficients``).
    seed
        0 to 2**63 - 1 (``run.seed``).
    workers
        Threads, or processes that play an environment; None: as many as the machine has. Never
        changes the result. An environment that is made already is played by this process alone.
    evaluations
        Individuals to evaluate (``budget.evaluations``).
    out
        A run folder to be made; None: nothing is saved.
    resume
        Whether to go on with the run in `out`, if there is one.
    on_generation
        Called with the record of each generation, a dict.
    geometry
        Of an environment: the grids that observations and actions lie on. ``auto`` (default),
        ``joint-tree``, ``shape``, ``vector``, or axes with their sizes, the fastest first:
        ``{"inputs": {"joint": 4, "quantity": 2}, "outputs": {"joint": 4}}``.
    permutation
        Of an environment: a seed by which its units are shuffled on their grids, as a control; 0
        (default): they are not.
    episodes
        Of an environment: of each individual, whose fitness is their mean return. Default 1.
    steps
        Of an environment: after which an episode is cut off; 0 (default): it decides itself.
    normalize
        Of an environment: whether observations are brought to mean 0 and deviation 1, by what the
        generations before have seen. Default True.
    validation
        Of an environment: episodes on fresh seeds for the best and the mean controller. Default 10.
    record
        Of an environment: whether an episode of the best controller is kept in ``out``, for the page
        of ``lowpass serve``. Default True.
    arguments
        Of an environment: what it is made with besides its id.
    **tables
        Other keys, table by table: ``task={"preset": "paper"}``, ``network={"hidden": 5}``,
        ``optimizer``, ``budget``, ``growth``, ``encoding``.

    Examples
    --------
    >>> result = lowpass.evolve("poles", coefficients=5, seed=1, evaluations=1000)
    >>> result.policy.act(observation)
    >>> result = lowpass.evolve("Swimmer-v5", coefficients=20, seed=1, workers=2, out="runs/a")
    """
    short = {
        "optimizer.name": search,
        "encoding.mapping": encoding,
        "encoding.coefficients": coefficients,
        "run.seed": seed,
        "run.threads": None if workers is None else integer(workers, "workers", 1, 1024),
        "budget.evaluations": evaluations,
    }
    if isinstance(encoding, Mapping):
        del short["encoding.mapping"]
        tables["encoding"] = encoding
    settings = _settings(tables)
    settings += [(name, value) for name, value in short.items() if value is not None]
    given = {
        "geometry": geometry,
        "permutation": permutation,
        "episodes": episodes,
        "steps": steps,
        "normalize": normalize,
        "validation": validation,
        "record": record,
        "arguments": arguments,
    }
    own = {name: value for name, value in given.items() if value is not None}
    if resume and out is None:
        raise Error("resume = True: expected out, the run folder")
    if isinstance(environment, str) and environment in tasks() and environment != "environment":
        for name in own:
            raise Error(f"{name}: expected none for a task of the library: an argument of environments")
        settings.insert(0, ("task.name", environment))
        return evolve_task(_core.Configuration(settings), out, resume, on_generation)
    return evolve_environment(environment, settings, own, workers, out, resume, on_generation)


def evolve_environment(
    environment: Any,
    settings: list[tuple[str, Any]],
    own: dict[str, Any],
    workers: int | None,
    out: str | PathLike[str] | None,
    resume: bool,
    on_generation: OnGeneration | None,
) -> Result:
    """A run of an environment of Gymnasium."""
    try:
        from .environments.evolution import evolved
    except ModuleNotFoundError as error:
        raise Error(
            f"environment = {environment!r}: no task of the library ({', '.join(tasks())}), and {error.name} is not "
            "installed: expected pip install 'lowpass[gym]'"
        ) from error
    with_records = _Records(on_generation)
    run, validation = evolved(
        environment,
        settings,
        own,
        workers=workers,
        folder=None if out is None else Path(out),
        resume=resume,
        circumstances=(_cpu_name(), _time_now()),
        on_generation=with_records,
    )
    outcome = run.run.summary()
    return Result(
        best_fitness=outcome["best_fitness"],
        digest=outcome["digest"],
        evaluations=outcome["evaluations"],
        evaluations_to_target=outcome["evaluations_to_target"],
        coefficients=outcome["coefficients"],
        diverged=outcome["diverged"],
        policy=run.best(),
        generations=columns(with_records.kept) if out is None else RunFolder(out).generations,
        folder=run.folder,
        validation=validation,
        failure=run.failure,
    )


class _Records:
    """Keeps the records of generations, and tells them."""

    def __init__(self, tell: OnGeneration | None) -> None:
        self.kept: list[dict[str, Any]] = []
        self._tell = tell

    def __call__(self, record: dict[str, Any]) -> None:
        self.kept.append(record)
        if self._tell is not None:
            self._tell(record)


def evolve_task(
    configuration: Any,
    out: str | PathLike[str] | None,
    resume: bool,
    on_generation: OnGeneration | None,
) -> Result:
    """A run of a task of the library with a resolved configuration."""
    note = _Records(on_generation)
    folder = None if out is None else str(out)
    outcome = _core.evolve(configuration, folder, resume, _cpu_name(), _time_now(), note)
    return Result(
        best_fitness=outcome["best_fitness"],
        digest=outcome["digest"],
        evaluations=outcome["evaluations"],
        evaluations_to_target=outcome["evaluations_to_target"],
        coefficients=outcome["coefficients"],
        diverged=outcome["diverged"],
        policy=policy_of(outcome["controller"]),
        generations=columns(note.kept) if out is None else RunFolder(out).generations,
        folder=None if out is None else Path(out),
    )


def _settings(tables: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, Any]]:
    settings = []
    for table, keys in tables.items():
        if table not in _TABLES:
            raise Error(f"{table}: no such argument: expected one of {', '.join(_TABLES)}")
        if not isinstance(keys, Mapping):
            raise Error(f"{table} = {keys!r}: expected a dict of its keys")
        settings += [(f"{table}.{key}", value) for key, value in keys.items()]
    return settings


def _time_now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _cpu_name() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            for line in info:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return "unknown"
