"""Kernels one by one, as plain Python (NUMBA_DISABLE_JIT=1): nothing is compiled, and NumPy checks every index.

These tests pass with compiled kernels too; `./do test long` runs them so, with numba's bounds checks.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator

import pytest

from paperdice.bots.twenty_one import features, plan, steady
from paperdice.fast.compile import Floats

# The seats and turn costs of the plans that the tests of Twenty One need.
PLANS = ((1, 0.0), (2, 2.0), (2, 5.0), (2, 9.0), (3, 5.0), (6, 5.0))
SOLVE = f"""
import pickle, sys
from paperdice.bots.rehearsal import WarmUp, warm_up
from paperdice.bots.twenty_one.features import write_inputs
from paperdice.bots.twenty_one.plan import solve_plan
warm_up(WarmUp("qwixx", "steady", 2))
with open(sys.argv[1], "wb") as file:
    pickle.dump(({{key: solve_plan(*key) for key in {PLANS}}}, write_inputs()), file)
"""


@pytest.fixture(scope="session")
def _solved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floats]:
    """Have compiled code compute what takes long in plain Python.

    These are Qwixx's tables for two seats, and the plans and the inputs of Twenty One; returns the inputs.
    """
    file = tmp_path_factory.mktemp("solved") / "plans"
    settings = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    subprocess.run([sys.executable, "-c", SOLVE, str(file)], env=settings, check=True)
    plans, inputs = pickle.loads(file.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        for module in (features, plan):
            patch.setattr(module, "solve_plan", lambda *key: plans[key])
        patch.setattr(steady, "write_inputs", lambda: inputs)
        yield inputs
