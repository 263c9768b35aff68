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
# Examples have no time limit, and only a long run draws new examples each time.
settings.register_profile(
    "paperdice", deadline=None, derandomize=not WHOLE, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("paperdice")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """Run PostgreSQL; only tests that request this import its dependencies."""
    from tests.postgres import running_postgres

    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> str:
    """Return the address of a schema for this test alone."""
    return postgres_server.make_schema(f"test_{next(_schemas)}")
