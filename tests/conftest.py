"""Fixtures that several rooms share."""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.postgres import Server, running_postgres

_schemas = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> str:
    """The address of a schema of the test's own."""
    return postgres_server.make_schema(f"test_{next(_schemas)}")
