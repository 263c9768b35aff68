"""Fixtures that several folders share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.sampling import WHOLE

if TYPE_CHECKING:
    from tests.postgres import Server

_schemas = count(1)
# No example is judged by the time it takes, and only a long run draws other examples each time.
settings.register_profile(
    "paperdice", deadline=None, derandomize=not WHOLE, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("paperdice")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """A running PostgreSQL; only tests that want one import what it takes."""
    from tests.postgres import running_postgres

    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> str:
    """The address of a schema of the test's own."""
    return postgres_server.make_schema(f"test_{next(_schemas)}")
