"""The tables of `steady` are built once for all tests that need them."""

import pytest

from paperdice.bots.qwixx.steady import make_steady
from paperdice.bots.rehearsal import warm_up
from paperdice.fast.playout import Policy
from paperdice.workers.readiness import WarmUp


@pytest.fixture(scope="session")
def steady_for_two() -> Policy:
    """Return Qwixx's `steady` for two seats; wait if another process is making it."""
    warm_up(WarmUp("qwixx", "steady", 2))
    return make_steady(2)
