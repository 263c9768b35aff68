"""Anything that devices and spectators can do at a table, in any order."""

import pytest
from hypothesis import HealthCheck, settings

from tests.server.machine import Table

TestTable = pytest.mark.slow(Table.TestCase)
# The same every time: `./do test long` looks further.
TestTable.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
