"""The games as environments for learners: PettingZoo for all seats, Gymnasium for one seat against bots.

Importing this room registers `paperdice/Qwixx-v0` and its like with Gymnasium.
"""

import importlib.util

if importlib.util.find_spec("gymnasium") is None or importlib.util.find_spec("pettingzoo") is None:
    raise ImportError("environments need the extra 'learn': pip install 'paperdice[learn]'")

from paperdice.envs.against_bots import BatchEnv, SeatEnv
from paperdice.envs.all_seats import AecMatch, ParallelMatch
from paperdice.envs.names import env_name, register_envs

register_envs()

__all__ = ["AecMatch", "BatchEnv", "ParallelMatch", "SeatEnv", "env_name", "register_envs"]
