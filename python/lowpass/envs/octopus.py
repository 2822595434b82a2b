"""The octopus arm that reaches for a goal."""

from ._keys_in_words import with_keys
from ._single import TaskEnv
from ._vector import TaskVectorEnv


@with_keys
class OctopusArm(TaskEnv):
    """An octopus arm reaches for a goal with its tip.

    ## Description
    The arm lives in water and lies in a plane. It consists of compartments of constant area, whose
    muscles (dorsal, transversal, ventral) pull, and it turns about its base. One step is one control
    step of the task.

    ## Action space
    ``Box(-1, 1, (3 p + 2,), float32)`` for p compartments: the muscles compartment by compartment
    (dorsal, transversal, ventral), then the two torques of the base, from no activity (-1) to full
    activity (1). With ``action_low=0`` from 0 to 1, the simulator's own numbers. With
    ``actions="meta"`` there are 8: the muscles of both halves of the arm, and the torques.

    ## Observation space
    ``Box((8 p + 2,), float64)``: for every pair of nodes from base to tip x, y, velocity x, velocity
    y of the upper one, then of the lower one; then the angle of the base (radians, continuous over
    turns) and its velocity. The numbers are the simulator's, unbounded; the space's bounds are
    where they are cut off.

    ## Rewards
    What the score of the episode, max(1 - t/T d/D, 0) with t steps and distance d of the tip from
    the goal (D at the start), has grown by. The undiscounted return is the task's fitness.

    ## Starting state
    At rest, hanging down, level or upright (the trials of the task). ``reset(seed=...)`` draws one;
    ``reset(options={"trial": 0})`` names it.

    ## Episode end
    Terminated when the arm touches the goal, or when the simulation leaves the finite numbers
    (``info["diverged"]``; the observation is the last finite one, the return 0). Truncated after T
    steps. The last ``info`` has fitness, steps, distance, succeeded, diverged.
    """

    task_name = "octopus"


@with_keys
class OctopusArmVector(TaskVectorEnv):
    """Octopus arms side by side; each is an `OctopusArm`."""

    task_name = "octopus"
