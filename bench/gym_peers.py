#!/usr/bin/env python3
"""Episodes a second of `lowpass.evolve`, of EvoTorch's GymNE and of pycma with a pool of processes, on the same environment.

    pip install '.[mujoco]' evotorch cma
    bench/gym_peers.py [ENVIRONMENT] [--evaluations 400] [--population 16] [--workers 2] [--rounds 3] [--peers lowpass evotorch pycma]

All evolve a linear controller by CMA-ES with the same population, one episode an individual and as many processes; they take
turns, so that what else the machine does falls on all. The peers are what their users write: GymNE with as many actors (Ray);
`multiprocessing.Pool.map` over `es.ask()`, NumPy for the controller, an environment in each process. The time that processes need
to start is left out, and so is a first generation. Episodes of one length (Pendulum, Swimmer) make the figures comparable.
"""

import argparse
import multiprocessing
import os
import statistics
import time
import warnings

import gymnasium
import lowpass
import numpy as np

_environment = None


def start(name: str) -> None:
    global _environment
    _environment = gymnasium.make(name)


def weights_of(space: gymnasium.Space) -> int:
    return int(space.n) if isinstance(space, gymnasium.spaces.Discrete) else int(np.prod(space.shape))


def played(task: tuple) -> float:
    """Minus the return of a linear controller."""
    genome, seed = task
    space = _environment.action_space
    outputs = weights_of(space)
    weights = np.asarray(genome).reshape(outputs, -1)
    observation, _ = _environment.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        said = weights[:, :-1] @ observation + weights[:, -1]
        if isinstance(space, gymnasium.spaces.Discrete):
            action = int(np.argmax(said))
        else:
            action = np.clip(said, space.low, space.high).astype(space.dtype)
        observation, reward, terminated, truncated, _ = _environment.step(action)
        total += float(reward)
        over = terminated or truncated
    return -total


def pycma(name: str, evaluations: int, workers: int, population: int, seed: int) -> tuple[float, float]:
    import cma

    environment = gymnasium.make(name)
    genes = weights_of(environment.action_space) * (int(np.prod(environment.observation_space.shape)) + 1)
    search = cma.CMAEvolutionStrategy(genes * [0.0], 1.0, {"popsize": population, "seed": seed, "verbose": -9})

    def generation() -> None:
        genomes = search.ask()
        search.tell(genomes, pool.map(played, [(genome, seed + search.countiter) for genome in genomes]))

    with multiprocessing.get_context("spawn").Pool(workers, start, (name,)) as pool:
        generation()
        began = time.perf_counter()
        for _ in range(evaluations // population):
            generation()
        return time.perf_counter() - began, -search.best.f


def evotorch(name: str, evaluations: int, workers: int, population: int, seed: int) -> tuple[float, float]:
    os.environ["RAY_worker_niceness"] = "0"  # as the others; 15 otherwise, which what else the machine does would make unfair
    from evotorch.algorithms import CMAES
    from evotorch.neuroevolution import GymNE

    problem = GymNE(name, "Linear(obs_length, act_length)", num_actors=workers)
    search = CMAES(problem, stdev_init=1.0, popsize=population)
    search.step()
    began = time.perf_counter()
    search.run(evaluations // population)
    seconds = time.perf_counter() - began
    problem.kill_actors()
    return seconds, float(search.status["best_eval"])


def ours(name: str, evaluations: int, workers: int, population: int, seed: int) -> tuple[float, float]:
    class Counter:
        began = 0.0

    def note(record: dict) -> None:
        if record["generation"] == 1:
            Counter.began = time.perf_counter()  # processes are there; one generation is not counted

    result = lowpass.evolve(name, search="cma-es", encoding="direct", network={"kind": "feed-forward", "activation": "linear"},
                            optimizer={"population": population}, seed=seed, workers=workers, evaluations=evaluations + population,
                            normalize=False, validation=0, on_generation=note)
    return time.perf_counter() - Counter.began, result.best_fitness


PEERS = {"lowpass": ours, "evotorch": evotorch, "pycma": pycma}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environment", nargs="?", default="Pendulum-v1")
    parser.add_argument("--evaluations", type=int, default=400)
    parser.add_argument("--population", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=list(PEERS))
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    evaluations = options.evaluations // options.population * options.population
    rates: dict[str, list[float]] = {peer: [] for peer in options.peers}
    for seed in range(1, options.rounds + 1):
        for peer in options.peers:
            seconds, best = PEERS[peer](options.environment, evaluations, options.workers, options.population, seed)
            rates[peer].append(evaluations / seconds)
            print(f"{peer:8} {options.environment} {evaluations / seconds:8.1f} episodes/s, best {best:.1f}", flush=True)
    for peer, values in rates.items():
        print(f"{peer:8} median {statistics.median(values):.1f} episodes/s of {options.rounds} rounds, {options.workers} workers")


if __name__ == "__main__":
    main()
