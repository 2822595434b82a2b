"""The tasks of the library as Gymnasium environments.

Importing `lowpass` registers them: ``gymnasium.make("lowpass/OctopusArm-v0")``,
``gymnasium.make_vec("lowpass/Poles-v0", num_envs=64)``.
"""

from ._single import TaskEnv as TaskEnv
from ._vector import TaskVectorEnv as TaskVectorEnv
from .octopus import OctopusArm as OctopusArm
from .octopus import OctopusArmVector as OctopusArmVector
from .poles import Poles as Poles
from .poles import PolesVector as PolesVector

__all__ = ["OctopusArm", "OctopusArmVector", "Poles", "PolesVector", "TaskEnv", "TaskVectorEnv"]
