"""Random actions of devices and spectators at a table, in many more orders."""

from hypothesis import HealthCheck, settings

from tests.server.machine import Table

TestTable = Table.TestCase
TestTable.settings = settings(max_examples=200, stateful_step_count=60, suppress_health_check=list(HealthCheck))
