"""Solitaire Qwixx is solved once for all tests that need it."""

import pytest

from paperdice.solve.qwixx.question import solve_qwixx


@pytest.fixture(scope="session")
def _solved_qwixx() -> None:
    """The cache holds the table of solitaire Qwixx."""
    solve_qwixx()
