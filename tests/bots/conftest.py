"""The tables of `steady` are built once for all tests that need them."""

import pytest

from paperdice.bots.qwixx.steady import make_steady
from paperdice.fast.playout import Policy


@pytest.fixture(scope="session")
def steady_for_two() -> Policy:
    """Qwixx's `steady` for two seats."""
    return make_steady(2)
