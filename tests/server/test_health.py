"""`/health` reports when matches cannot be written."""

import asyncio
from pathlib import Path

import httpx
import pytest

from paperdice.errors import StoreError
from paperdice.server.ops import health
from paperdice.server.ops.health import Health
from paperdice.store.sqlite import SqliteStore
from tests.patience import PAUSE, patience
from tests.postgres import Server, impatient, patient_store
from tests.server.clients import fetch, http_client
from tests.server.clocks import StillClock
from tests.server.servers import running_server


async def until_health(url: str, status: int) -> httpx.Response:
    """Poll `/health` and return the first response with this status."""
    async with asyncio.timeout(patience()):
        while (answer := await fetch(url, "/health")).status_code != status:
            await asyncio.sleep(PAUSE)
    return answer


async def test_a_database_that_is_gone_is_told_without_its_address(
    postgres_server: Server, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SECONDS", 0)
    store = patient_store(postgres_url)
    async with running_server(store) as url:
        assert (await fetch(url, "/health")).json() == {"status": "ok"}
        with postgres_server.stopped(), impatient(store):
            answer = await until_health(url, 503)
        assert answer.json() == {
            "error": "StoreError",
            "message": "matches cannot be stored right now",
            "why": {"id": "store_failed", "rule": "", "params": {}},
        }
        await until_health(url, 200)


async def test_a_file_that_was_removed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SECONDS", 0)
    path = tmp_path / "matches.sqlite"
    async with running_server(SqliteStore(path)) as url:
        await until_health(url, 200)
        path.unlink()
        await until_health(url, 503)
        async with http_client(url) as client:
            answer = await client.post("/api/tables", json={"game": "qwixx", "seats": [{}, {}]})
        assert answer.status_code == 503


async def test_the_store_is_asked_only_every_two_seconds() -> None:
    clock = StillClock()
    asked = []

    async def ping() -> None:
        asked.append(clock())
        if len(asked) == 2:
            raise StoreError("full")

    checked = Health(ping, clock)
    for _ in range(5):
        await checked.check()
    clock.now += 3
    for _ in range(2):
        with pytest.raises(StoreError):
            await checked.check()
    clock.now += 3
    await checked.check()
    assert len(asked) == 3
