"""Random sequences of all actions that devices and spectators can take at a table."""

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.server.machine import Table

TestTable = pytest.mark.slow(Table.TestCase)
# Shrinking is disabled, since it takes minutes; `./do test long` searches further.
TestTable.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
