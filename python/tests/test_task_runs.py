"""Runs of the library's tasks, and their folders."""

import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest

import lowpass

SHORT = {"task": {"preset": "paper", "compartments": 4, "steps": 40}, "coefficients": 8, "seed": 3, "evaluations": 120}


@pytest.mark.parametrize(
    ("task", "arguments", "options"),
    [
        ("octopus", {"evaluations": 60}, ["--set", "budget.evaluations=60"]),
        (
            "poles",
            {"task": {"poles": 2}, "seed": 2, "search": "cma-es", "evaluations": 100},
            ["--set", "task.poles=2", "--seed", "2", "--set", "optimizer.name=cma-es"]
            + ["--set", "budget.evaluations=100"],
        ),
        (
            "octopus",
            {"encoding": "direct", "network": {"kind": "elman", "hidden": 3}, "evaluations": 60},
            ["--set", "encoding.mapping=direct", "--set", "network.kind=elman"]
            + ["--set", "network.hidden=3", "--set", "budget.evaluations=60"],
        ),
    ],
)
def test_the_digest_is_the_programs(program, tmp_path, task, arguments, options):
    command = [program, "evolve", task, "--out", str(tmp_path / "run"), "--json", *options]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["runs"][0]
    result = lowpass.evolve(task, **arguments)
    assert result.digest == told["digest"]
    assert result.best_fitness == told["best_fitness"]
    assert result.evaluations == told["evaluations"]


def test_the_digest_does_not_change():
    assert lowpass.evolve("octopus", task={"preset": "paper"}, evaluations=60).digest == "918d9ea69c2a9e8b"
    assert lowpass.evolve("octopus", evaluations=60).digest == "ec9d421635526aa3"
    assert lowpass.evolve("poles", task={"poles": 2}, seed=2, evaluations=200).digest == "8dc5c0b2e91be8ed"


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_threads_and_folders_do_not_change_the_result(tmp_path, workers):
    alone = lowpass.evolve("octopus", **SHORT)
    other = lowpass.evolve("octopus", **SHORT, workers=workers, out=tmp_path / "run")
    assert alone.digest == other.digest
    for name, column in alone.generations.items():
        np.testing.assert_array_equal(column, other.generations[name])


def test_the_result_has_the_best_controller(tmp_path):
    result = lowpass.evolve("octopus", **SHORT, out=tmp_path / "run")
    task = lowpass.Task("octopus", **SHORT["task"])
    fitness = task.evaluate(result.policy.encoding, result.policy.genome[None])
    assert fitness[0] == result.best_fitness
    np.testing.assert_array_equal(lowpass.load_policy(tmp_path / "run").genome, result.policy.genome)


def test_the_program_evaluates_what_python_evolved(program, tmp_path):
    result = lowpass.evolve("octopus", **SHORT, out=tmp_path / "run")
    command = [program, "evaluate", str(tmp_path / "run"), "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert told["fitness"] == result.best_fitness


def test_a_run_folder_is_read_as_arrays(tmp_path):
    result = lowpass.evolve("octopus", **SHORT, out=tmp_path / "run")
    run = lowpass.RunFolder(tmp_path / "run")
    assert run.is_finished and run.summary["digest"] == result.digest
    assert run.configuration["task"]["compartments"] == 4
    assert run.generations["best_so_far"][-1] == result.best_fitness
    generation, mean, sigma = run.spectrum
    assert mean.shape == sigma.shape == (len(generation), 8)
    np.testing.assert_allclose(run.search().mean, mean[-1], rtol=1e-5)  # the log has six digits
    np.testing.assert_array_equal(run.best.genome, result.policy.genome)
    assert run.last.genome.shape == (8,)


def test_a_stopped_run_goes_on_to_the_same_digest(tmp_path):
    class Enough(Exception):
        pass

    def stop(record):
        if record["generation"] == 3:
            raise Enough

    with pytest.raises(Enough):
        lowpass.evolve("octopus", **SHORT, out=tmp_path / "run", on_generation=stop)
    assert not lowpass.RunFolder(tmp_path / "run").is_finished
    resumed = lowpass.evolve("octopus", **SHORT, out=tmp_path / "run", resume=True)
    assert resumed.digest == lowpass.evolve("octopus", **SHORT).digest


INTERRUPTED = """
import lowpass, sys
try:
    lowpass.evolve("octopus", evaluations=10_000_000, out=sys.argv[1],
                   on_generation=lambda record: print(record["generation"], flush=True))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_stops_between_generations_and_the_run_is_saved(tmp_path):
    child = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(tmp_path / "run")], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "1\n"
    os.kill(child.pid, signal.SIGINT)
    out, _ = child.communicate(timeout=600)
    assert child.returncode == 0 and out.splitlines()[-1] == "interrupted"
    assert lowpass.RunFolder(tmp_path / "run").state.generation >= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"environment": "octopuz"}, "octopuz"),
        ({"search": "snez"}, 'optimizer.name = "snez": expected snes'),
        ({"encoding": "omega9"}, "encoding.mapping"),
        ({"coefficients": 0}, "encoding.coefficients = 0: expected"),
        ({"seed": 1.5}, "run.seed = 1.5: expected an integer from 0"),
        ({"seed": "one"}, 'run.seed = "one": expected'),
        ({"workers": 0}, "workers = 0: expected an integer from 1"),
        ({"task": {"stepz": 3}}, "task.stepz: unknown key; did you mean task.steps"),
        ({"task": {"goal": object()}}, "task.goal = <object"),
        ({"task": 3}, "task = 3: expected a dict"),
        ({"tusk": {}}, "tusk: no such argument"),
        ({"resume": True}, "expected out"),
    ],
)
def test_bad_arguments_are_told_with_place_value_and_what_is_allowed(arguments, message):
    arguments = {"environment": "octopus", **arguments}
    with pytest.raises(lowpass.Error, match=message):
        lowpass.evolve(**arguments)


def test_a_folder_that_holds_a_run_is_not_touched(tmp_path):
    lowpass.evolve("octopus", **SHORT, out=tmp_path / "run")
    before = (tmp_path / "run" / "manifest.json").read_bytes()
    with pytest.raises(lowpass.Error, match="run"):
        lowpass.evolve("octopus", **{**SHORT, "seed": 4}, out=tmp_path / "run", resume=True)
    with pytest.raises(lowpass.Error, match="run"):
        lowpass.evolve("octopus", **SHORT, out=tmp_path / "run")
    assert (tmp_path / "run" / "manifest.json").read_bytes() == before
