#!/usr/bin/env python3
"""What PPO of Stable-Baselines3 reaches on the octopus arm, beside SNES with 20 genes at equal environment steps.

    pip install '.[sb3]'
    bench/ppo_arm.py [--steps 1500000] [--seeds 1 2 3] [--lanes 16] [--snes-runs 5]

PPO has the network of its default (two layers of 64), observations and rewards normalised by its VecNormalize, and otherwise
the settings below: some five minutes of one core. The measure is the task's fitness: the undiscounted return, the mean over the
three trials, played without exploration; the arm has no noise, so that one episode a trial is all there is. PPO is measured
after every tenth of the steps (its own are not counted): `best` is the best of these, as that of SNES is its best individual.
SNES then gets as many evaluations as the steps allow, at 3 trials of 250 steps each.
"""

import argparse
import statistics
import time

import lowpass
import lowpass.sb3
import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecNormalize

ARM = "lowpass/OctopusArm-v0"
SETTINGS = {"n_steps": 256, "batch_size": 512, "n_epochs": 10, "gamma": 0.99, "device": "cpu"}
MEASUREMENTS = 10
GENES = 20


class Measured(BaseCallback):
    """Measures the fitness on the way."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.steps, self.fitness = steps, []

    def _on_step(self) -> bool:
        if self.num_timesteps * MEASUREMENTS >= self.steps * (len(self.fitness) + 1):
            self.fitness.append(fitness_of(self.model))
            print(f"  PPO {self.num_timesteps} steps: fitness {self.fitness[-1]:.4f}", flush=True)
        return self.num_timesteps < self.steps


def fitness_of(model: PPO) -> float:
    """Of the policy without exploration: the mean over the trials."""
    trials = len(lowpass.Task("octopus").trials)
    arms = lowpass.sb3.make(ARM, trials, preset="paper")
    arms.set_options({"trial": list(range(trials))})
    seen, fitness = arms.reset(), {}
    while len(fitness) < trials:
        actions, _ = model.predict(model.get_vec_normalize_env().normalize_obs(seen), deterministic=True)
        seen, _, done, infos = arms.step(actions)
        for trial in np.flatnonzero(done):
            fitness.setdefault(int(trial), infos[trial]["fitness"])
    return statistics.mean(fitness.values())


def trained(seed: int, lanes: int, steps: int) -> tuple[list[float], float]:
    """The fitness of PPO on the way, and the seconds of the processor."""
    began = time.process_time()
    arms = VecNormalize(lowpass.sb3.make(ARM, lanes, seed=seed, preset="paper"), gamma=SETTINGS["gamma"])
    callback = Measured(steps)
    PPO("MlpPolicy", arms, seed=seed, **SETTINGS).learn(steps, callback=callback)
    return callback.fitness, time.process_time() - began


def evolved(seed: int, steps: int) -> tuple[float, float]:
    """The best fitness of SNES within so many steps, and the seconds of the processor."""
    task = lowpass.Task("octopus")
    began = time.process_time()
    result = lowpass.evolve("octopus", task={"preset": "paper"}, coefficients=GENES, seed=seed, workers=1,
                            evaluations=steps // (len(task.trials) * task.keys["steps"]))
    return result.best_fitness, time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_500_000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--lanes", type=int, default=16)
    parser.add_argument("--snes-runs", type=int, default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)  # networks so small that threads wait for each other
    for seed in options.seeds:
        fitness, seconds = trained(seed, options.lanes, options.steps)
        print(f"PPO, seed {seed}: {options.steps} steps, fitness {fitness[-1]:.4f}, best {max(fitness):.4f}, {seconds:.0f} s", flush=True)
        runs = [evolved(run, options.steps) for run in range(1, options.snes_runs + 1)]
        best = sorted(value for value, _ in runs)
        print(f"SNES, {GENES} genes, as many steps: fitness {statistics.median(best):.4f} (median of {len(runs)} runs, {best[0]:.4f} to "
              f"{best[-1]:.4f}), {statistics.median(taken for _, taken in runs):.0f} s each", flush=True)


if __name__ == "__main__":
    main()
