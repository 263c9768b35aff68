"""Kernels one by one, as plain Python (NUMBA_DISABLE_JIT=1): nothing is compiled, and NumPy checks every index.

These tests pass with compiled kernels too; `./do test long` runs them so, with numba's bounds checks.
"""

import os
import subprocess
import sys

import pytest

WARM_UP = "from paperdice.bots.rehearsal import WarmUp, warm_up; warm_up(WarmUp('qwixx', 'steady', 2))"


@pytest.fixture(scope="session")
def _solved_for_two() -> None:
    """Return the tables of Qwixx's `steady` for two seats; compiled code solves them if they are not in the cache."""
    settings = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    subprocess.run([sys.executable, "-c", WARM_UP], env=settings, check=True)
