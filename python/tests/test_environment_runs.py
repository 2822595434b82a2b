"""Runs of environments: the same result whoever plays, and however often it was interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from toy_environments import AlwaysFails, FailsSometimes, Follow, GivesNan, WrongShape

import lowpass

pytest.importorskip("gymnasium")
pytestmark = pytest.mark.filterwarnings("ignore:the grids are the order")

SHORT: dict[str, Any] = {"coefficients": 5, "seed": 3, "evaluations": 60, "validation": 2, "record": False}


def evolved(environment: Any = Follow, **changes: Any) -> lowpass.Result:
    return lowpass.evolve(environment, **{"workers": 1, **SHORT, **changes})


@pytest.mark.parametrize("workers", [2, 3])
def test_the_digest_is_the_same_for_any_number_of_workers(workers: int) -> None:
    alone = evolved(episodes=2)
    together = evolved(episodes=2, workers=workers)
    assert together.digest == alone.digest
    assert together.validation == alone.validation


def test_another_seed_gives_another_digest() -> None:
    assert evolved(seed=4).digest != evolved().digest


def test_an_instance_gives_what_a_function_gives() -> None:
    assert evolved(Follow()).digest == evolved(Follow).digest


def test_every_reset_is_seeded_alike_for_all_individuals_and_anew_each_generation() -> None:
    environment = Follow()
    result = evolved(environment, episodes=2, validation=0)
    population = result.evaluations // len(result.generations["generation"])
    seeds = np.array(environment.seeds).reshape(-1, population, 2)
    assert (seeds == seeds[:, :1, :]).all()
    assert len(np.unique(seeds[:, 0, :])) == seeds.shape[0] * 2


def test_validation_seeds_are_none_of_the_training() -> None:
    environment = Follow()
    result = evolved(environment)
    assert result.validation is not None
    training = set(environment.seeds[: -2 * len(result.validation.seeds)])
    assert training.isdisjoint(result.validation.seeds)
    assert len(result.validation.best) == len(result.validation.mean) == 2


def test_the_stored_fitness_comes_out_again_to_the_last_bit(tmp_path: Path) -> None:
    result = evolved(out=tmp_path / "run", episodes=3)
    fitness, returns = lowpass.evaluate(tmp_path / "run", Follow)
    assert fitness == result.best_fitness
    assert len(returns) == 3


def test_the_genome_file_keeps_the_normalisation_and_a_loaded_policy_uses_it(tmp_path: Path) -> None:
    result = evolved(out=tmp_path / "run", evaluations=200)
    stored = json.loads((tmp_path / "run" / "best.json").read_text())
    assert len(stored["normalization"]["mean"]) == len(stored["normalization"]["scale"]) == 3
    loaded = lowpass.load_policy(tmp_path / "run")
    seen = np.array([0.3, -0.2, 0.9])
    for policy in (loaded, result.policy):
        policy.reset()
    assert (loaded.act(seen) == result.policy.act(seen)).all()


def test_the_search_of_a_run_goes_on_by_ask_and_tell(tmp_path: Path) -> None:
    evolved(out=tmp_path / "run")
    run = lowpass.RunFolder(tmp_path / "run")
    search = run.search()
    assert search.ask().shape == (search.population_size, len(lowpass.load_policy(run.path).genome))


def test_without_normalisation_there_is_none_in_the_file(tmp_path: Path) -> None:
    evolved(out=tmp_path / "run", normalize=False)
    assert "normalization" not in json.loads((tmp_path / "run" / "best.json").read_text())


@pytest.mark.parametrize("faulty", [FailsSometimes, GivesNan])
def test_what_fails_ranks_last_and_is_told(faulty: Any, tmp_path: Path) -> None:
    with pytest.warns(RuntimeWarning, match="rank last"):
        result = evolved(faulty, out=tmp_path / "run")
    assert result.diverged > 0
    assert np.isfinite(result.best_fitness)
    assert result.failure and (tmp_path / "run" / "failure.txt").read_text() == result.failure


def test_failures_do_not_depend_on_the_workers() -> None:
    with pytest.warns(RuntimeWarning):
        alone, together = evolved(FailsSometimes), evolved(FailsSometimes, workers=2)
    assert (alone.digest, alone.diverged) == (together.digest, together.diverged)


def test_an_environment_that_always_fails_ends_the_run_with_its_traceback() -> None:
    with pytest.warns(RuntimeWarning), pytest.raises(lowpass.Error, match="no power"):
        evolved(AlwaysFails)


@pytest.mark.parametrize("search", lowpass.searches())
def test_every_search_runs(search: str) -> None:
    assert evolved(search=search, evaluations=80).evaluations > 0


@pytest.mark.parametrize("kind", ["recurrent", "feed-forward", "elman", "jordan"])
def test_every_kind_of_network_runs(kind: str) -> None:
    assert evolved(network={"kind": kind, "hidden": 2}).evaluations > 0


@pytest.mark.parametrize("encoding", ["omega1", "omega2", "omega3", "direct"])
def test_every_encoding_runs(encoding: str) -> None:
    assert evolved(encoding=encoding, coefficients=None).evaluations > 0


def test_genomes_grow_in_the_course_of_a_run() -> None:
    result = evolved(coefficients=2, evaluations=200, growth={"enabled": True, "step": 1, "evaluations": 30})
    assert result.coefficients > 2


def test_a_finished_run_is_read_and_not_run_again(tmp_path: Path) -> None:
    first = evolved(out=tmp_path / "run")
    environment = Follow()
    again = evolved(environment, out=tmp_path / "run", resume=True, validation=0)
    assert again.digest == first.digest
    assert environment.seeds == []


def test_a_run_that_is_there_is_not_touched_by_mistake(tmp_path: Path) -> None:
    evolved(out=tmp_path / "run")
    with pytest.raises(lowpass.Error, match="holds a run already"):
        evolved(out=tmp_path / "run")


SCRIPT = """
import sys, warnings
import lowpass
from toy_environments import Follow
warnings.simplefilter("ignore")
lowpass.evolve(Follow, coefficients=5, seed=3, evaluations=1200, validation=0, record=False, workers=int(sys.argv[2]),
               out=sys.argv[1], resume=True, on_generation=lambda record: print(record["generation"], flush=True))
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_again_and_again_a_run_ends_as_if_it_had_not_been(workers: int, tmp_path: Path) -> None:
    whole = evolved(evaluations=1200, validation=0)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "run"), str(workers)]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join([str(Path(__file__).parent), *sys.path]))
    for generations in (1, 30, 7):  # seen before the kill, which comes at any moment after
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as process:
            assert process.stdout is not None
            for _ in range(generations):
                process.stdout.readline()
            process.send_signal(signal.SIGKILL)
    resumed = evolved(evaluations=1200, validation=0, out=tmp_path / "run", resume=True)
    assert resumed.digest == whole.digest


def test_ctrl_c_saves_the_run(tmp_path: Path) -> None:
    def interrupt(record: dict[str, Any]) -> None:
        if record["generation"] == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evolved(out=tmp_path / "run", on_generation=interrupt)
    assert evolved(out=tmp_path / "run", resume=True).digest == evolved().digest


def test_an_observation_of_another_shape_is_a_failure_that_is_told() -> None:
    with pytest.warns(RuntimeWarning), pytest.raises(lowpass.Error, match="shape"):
        evolved(WrongShape)
