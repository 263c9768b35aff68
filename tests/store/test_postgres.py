"""What only the PostgreSQL store must do: tell other processes, and outlive its database."""

import asyncio
from dataclasses import replace

import pytest

from paperdice.errors import StoreError
from paperdice.store.postgres import PostgresStore
from paperdice.store.store import MatchEntry, Presence, TableEntry
from tests.postgres import Server, running_postgres

TABLE = TableEntry("t1", "KXRM", "m1", False, 0)
MATCH = MatchEntry("m1", "t1", "qwixx", None, 0, 0, 0)


async def test_a_change_is_told_to_other_processes(postgres_url: str) -> None:
    ours, theirs = PostgresStore(postgres_url), PostgresStore(postgres_url)
    await ours.open()
    await theirs.open()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    await theirs.listen(lambda match, length: heard.put_nowait((match, length)))
    await ours.create(TABLE, MATCH, ["a"])
    await ours.append("m1", 1, ["b", "c"], now=1)
    await ours.set_presence("m1", Presence("p1", (0,), 0), seconds=1)
    async with asyncio.timeout(5):
        told = [await heard.get() for _ in range(4)]
    assert told == [("", 0), ("m1", 1), ("m1", 3), ("m1", 0)]
    await ours.close()
    await theirs.close()


async def test_two_schemas_of_one_database_do_not_hear_each_other(postgres_server: Server) -> None:
    here = PostgresStore(postgres_server.make_schema("here"))
    there = PostgresStore(postgres_server.make_schema("there"))
    await here.open()
    await there.open()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    await there.listen(lambda match, length: heard.put_nowait((match, length)))
    await here.create(TABLE, MATCH, ["a"])
    await there.create(replace(TABLE, match_id="m2"), replace(MATCH, id="m2"), ["a", "b"])
    async with asyncio.timeout(5):
        told = [await heard.get() for _ in range(2)]
    assert told == [("", 0), ("m2", 2)]
    await here.close()
    await there.close()


async def test_ten_processes_may_start_at_once(postgres_url: str) -> None:
    stores = [PostgresStore(postgres_url, connections=1) for _ in range(10)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create(TABLE, MATCH, ["a"])
    assert await stores[9].load("m1") == ["a"]
    for store in stores:
        await store.close()


async def test_a_database_that_goes_and_comes_back(caplog: pytest.LogCaptureFixture) -> None:
    with running_postgres() as server:
        store = PostgresStore(server.url())
        await store.open()
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        await store.listen(lambda match, length: heard.put_nowait((match, length)))
        await store.create(TABLE, MATCH, ["a"])
        assert [await heard.get() for _ in range(2)] == [("", 0), ("m1", 1)]
        server.stop()
        with pytest.raises(StoreError):
            await store.append("m1", 1, ["b"], now=1)
        server.start()
        async with asyncio.timeout(20):
            assert await heard.get() == ("", 0)
            await _until_it_answers(store)
        assert await store.load("m1") == ["a"]
        await store.append("m1", 1, ["b"], now=1)
        assert await store.load("m1") == ["a", "b"]
        await store.close()
    assert not [entry for entry in caplog.records if entry.levelname == "CRITICAL"]


async def _until_it_answers(store: PostgresStore) -> None:
    while True:
        try:
            await store.ping()
            return
        except StoreError:
            await asyncio.sleep(0.2)


async def test_an_address_without_a_database_is_refused() -> None:
    store = PostgresStore("postgresql://nobody@127.0.0.1:1/nothing", timeout=0.5)
    with pytest.raises(StoreError):
        await store.open()
    await store.close()
