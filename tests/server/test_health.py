"""`/health` tells when matches cannot be kept."""

import asyncio
import resource
from pathlib import Path

import httpx
import pytest

from paperdice.errors import StoreError
from paperdice.server.ops.health import Health
from paperdice.store.postgres import PostgresStore
from tests.postgres import running_postgres
from tests.server.clients import fetch
from tests.server.clocks import StillClock
from tests.server.processes import server_process
from tests.server.servers import running_server


async def until_health(url: str, status: int) -> httpx.Response:
    """The first answer of this status."""
    async with asyncio.timeout(20):
        while (answer := await fetch(url, "/health")).status_code != status:
            await asyncio.sleep(0.1)
    return answer


async def test_a_disk_that_takes_nothing_is_told_and_being_well_again_too(tmp_path: Path) -> None:
    async with server_process("--data", str(tmp_path / "data.sqlite")) as process:
        assert (await fetch(process.url, "/health")).json() == {"status": "ok"}
        _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, hard))
        answer = await until_health(process.url, 503)
        assert answer.json()["why"]["id"] == "store_failed"
        assert str(tmp_path) not in answer.text
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        await until_health(process.url, 200)


async def test_a_database_that_is_gone_is_told_without_its_address() -> None:
    with running_postgres() as database:
        async with running_server(PostgresStore(database.url(), timeout=0.5)) as url:
            assert (await fetch(url, "/health")).status_code == 200
            database.stop()
            answer = await until_health(url, 503)
            assert answer.json() == {
                "error": "StoreError",
                "message": "matches cannot be kept right now",
                "why": {"id": "store_failed", "rule": "", "params": {}},
            }
            database.start()
            await until_health(url, 200)


async def test_the_store_is_asked_only_every_two_seconds() -> None:
    clock = StillClock()
    asked = []

    async def ping() -> None:
        asked.append(clock())
        if len(asked) == 2:
            raise StoreError("full")

    health = Health(ping, clock)
    for _ in range(5):
        await health.check()
    clock.now += 3
    for _ in range(2):
        with pytest.raises(StoreError):
            await health.check()
    clock.now += 3
    await health.check()
    assert len(asked) == 3
