"""Environments for reinforcement learning: PettingZoo for all seats, Gymnasium for one seat against bots.

Importing this package registers the environments with Gymnasium, one per game, such as `paperdice/Qwixx-v0`.
"""

from paperdice.errors import needs

with needs("an environment for learners", "paperdice[learn]"):
    from paperdice.envs.against_bots import BatchEnv, SeatEnv
    from paperdice.envs.all_seats import AecMatch, ParallelMatch
    from paperdice.envs.names import env_name, register_envs

register_envs()

__all__ = ["AecMatch", "BatchEnv", "ParallelMatch", "SeatEnv", "env_name", "register_envs"]
