"""Fixture that solves solo Qwixx once for all tests."""

import pytest

from paperdice.solve.qwixx.question import solve_qwixx


@pytest.fixture(scope="session")
def _solved_qwixx() -> None:
    """Cache the table of solo Qwixx."""
    solve_qwixx()
