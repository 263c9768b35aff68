"""Fixtures for every kind of store, empty and open."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from paperdice.store.memory import MemoryStore
from paperdice.store.sqlite import SqliteStore
from paperdice.store.store import Store
from tests.postgres import patient_store


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    made: Store
    if request.param == "memory":
        made = MemoryStore()
    elif request.param == "sqlite":
        made = SqliteStore(tmp_path / "matches.sqlite")
    else:
        made = patient_store(request.getfixturevalue("postgres_url"))
    await made.open()
    yield made
    await made.close()
