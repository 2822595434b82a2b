#!/usr/bin/env python3
"""How much of the time of `lowpass.evolve` the environments themselves take.

    bench/gym_share.py [ENVIRONMENT ...] [--evaluations 200] [--rounds 3]

The run is made once to learn its resets and actions. Then it is timed (one worker, this process, no folder), and so are the same resets
and actions given to the bare environment, in turns. Time is that of the processor, so that other programs count little; medians.
"""

import argparse
import statistics
import time
import warnings

import gymnasium
import lowpass


class Listening(gymnasium.Wrapper):
    """Keeps the seed and the actions of every episode."""

    def __init__(self, environment):
        super().__init__(environment)
        self.episodes = []

    def reset(self, *, seed=None, options=None):
        self.episodes.append((seed, []))
        return self.env.reset(seed=seed, options=options)

    def step(self, action):
        self.episodes[-1][1].append(action)
        return self.env.step(action)


def evolve(environment, evaluations: int) -> None:
    lowpass.evolve(environment, encoding="direct", seed=1, evaluations=evaluations, workers=1, validation=0)


def play(environment, episodes) -> None:
    for seed, actions in episodes:
        environment.reset(seed=seed)
        for action in actions:
            environment.step(action)


def seconds(function, *arguments) -> float:
    began = time.process_time()
    function(*arguments)
    return time.process_time() - began


def measured(name: str, evaluations: int, rounds: int) -> dict:
    listening, environment = Listening(gymnasium.make(name)), gymnasium.make(name)
    evolve(listening, evaluations)
    steps = sum(len(actions) for _, actions in listening.episodes)
    whole, inside = [], []
    for _ in range(rounds):
        whole.append(seconds(evolve, environment, evaluations))
        inside.append(seconds(play, environment, listening.episodes))
    shares = [part / all_of_it for part, all_of_it in zip(inside, whole)]
    return {"environment": name, "steps": steps, "us_a_step": round(statistics.median(whole) / steps * 1e6, 2),
            "us_inside": round(statistics.median(inside) / steps * 1e6, 2), "share": round(statistics.median(shares), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("environments", nargs="*", default=["CartPole-v1", "Swimmer-v5"])
    parser.add_argument("--evaluations", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    for name in options.environments:
        print(measured(name, options.evaluations, options.rounds), flush=True)


if __name__ == "__main__":
    main()
