"""Anything that devices and spectators can do at a table, in any order."""

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.server.machine import Table

TestTable = pytest.mark.slow(Table.TestCase)
# No search for a shorter example, which takes minutes: `./do test long` looks further.
TestTable.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
