"""Poles on a cart."""

from ._keys_in_words import with_keys
from ._single import TaskEnv
from ._vector import TaskVectorEnv


@with_keys
class Poles(TaskEnv):
    """One or two poles stand on a cart and must not fall.

    ## Description
    The cart moves on a track of 4.8 m. One step is a control step of 0.02 s.

    ## Action space
    ``Box(-1, 1, (1,), float32)``: the force on the cart, in tens of newton, from left to right. With
    ``action_low=0`` from 0 to 1.

    ## Observation space
    ``Box((2 (1 + n),), float64)`` for n poles: position and velocity of the cart, then angle and
    velocity of each pole, each divided by about its largest value. Without velocities
    (``velocities=False``) half as many.

    ## Rewards
    1 for every step after which the poles stand, so that the undiscounted return is the task's
    fitness; with ``fitness="damping"`` what that fitness has grown by.

    ## Starting state
    All at rest, the first pole at ``start_angle``; with ``starts="grid"`` one of 625 starts, drawn by
    ``reset(seed=...)`` or named by ``reset(options={"trial": 0})``.

    ## Episode end
    Terminated when a pole leaves its range (12 degrees, with two poles 36) or the cart the track;
    truncated after all steps. The last ``info`` has fitness, steps, distance, succeeded, diverged.
    """

    task_name = "poles"


@with_keys
class PolesVector(TaskVectorEnv):
    """Carts with poles side by side; each is a `Poles`."""

    task_name = "poles"
