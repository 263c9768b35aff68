"""Features specific to PostgreSQL: notifying other processes, and surviving failures of the database."""

import asyncio
import time
from dataclasses import replace
from inspect import unwrap

import pytest

from paperdice.errors import StoreError
from paperdice.store import postgres
from paperdice.store.entries import DumpedRow, Ending, LostAnswerError, MatchEntry, Presence, TableEntry
from paperdice.store.postgres import PostgresStore
from paperdice.store.store import Store
from tests.patience import PAUSE, patience
from tests.postgres import Server, impatient, patient_store
from tests.proxies import silent_line

TABLE = TableEntry("t1", "KXRM", "m1", 0)
MATCH = MatchEntry("m1", "t1", "qwixx", None, 0, 0, 0)


async def test_a_change_is_told_to_other_processes(postgres_url: str) -> None:
    ours, theirs = patient_store(postgres_url), patient_store(postgres_url)
    await ours.open()
    await theirs.open()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    await theirs.listen(lambda match, length: heard.put_nowait((match, length)))
    await ours.create(TABLE, MATCH, ["a"])
    await ours.append("m1", 1, ["b", "c"], now=1)
    await ours.set_presence("m1", Presence("p1", (0,), 0), seconds=1)
    async with asyncio.timeout(patience()):
        told = [await heard.get() for _ in range(4)]
    assert told == [("", 0), ("m1", 1), ("m1", 3), ("m1", 0)]
    await ours.close()
    await theirs.close()


async def test_two_schemas_of_one_database_do_not_hear_each_other(postgres_server: Server) -> None:
    here = patient_store(postgres_server.make_schema("here"))
    there = patient_store(postgres_server.make_schema("there"))
    await here.open()
    await there.open()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    await there.listen(lambda match, length: heard.put_nowait((match, length)))
    await here.create(TABLE, MATCH, ["a"])
    await there.create(replace(TABLE, match_id="m2"), replace(MATCH, id="m2"), ["a", "b"])
    async with asyncio.timeout(patience()):
        told = [await heard.get() for _ in range(2)]
    assert told == [("", 0), ("m2", 2)]
    await here.close()
    await there.close()


async def test_ten_processes_may_start_at_once(postgres_url: str) -> None:
    stores = [patient_store(postgres_url, connections=1) for _ in range(10)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].create(TABLE, MATCH, ["a"])
    assert await stores[9].load("m1") == ["a"]
    for store in stores:
        await store.close()


async def test_a_database_that_goes_and_comes_back(
    postgres_server: Server, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = patient_store(postgres_url)
    await store.open()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    await store.listen(lambda match, length: heard.put_nowait((match, length)))
    await store.create(TABLE, MATCH, ["a"])
    assert [await heard.get() for _ in range(2)] == [("", 0), ("m1", 1)]
    with postgres_server.stopped(), impatient(store), pytest.raises(StoreError):
        await store.append("m1", 1, ["b"], now=1)
    async with asyncio.timeout(patience()):
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
            await asyncio.sleep(PAUSE)


async def test_an_address_without_a_database_is_refused() -> None:
    store = PostgresStore("postgresql://nobody@127.0.0.1:1/nothing", timeout=0.5)
    with pytest.raises(StoreError):
        await store.open()
    await store.close()


# A database that is there, but silent


async def test_a_silent_database_is_noticed_and_left_for_a_new_connection(postgres_server: Server) -> None:
    postgres_server.make_schema("silent")
    async with silent_line(postgres_server, "silent") as (line, url):
        store = patient_store(url)
        await store.open()
        await store.create(TABLE, MATCH, ["a"])
        line.fall_silent()
        async with asyncio.timeout(patience()):
            with impatient(store), pytest.raises(StoreError, match="cannot be used"):
                await store.append("m1", 1, ["b"], now=1)
            await store.append("m1", 1, ["c"], now=1)
        assert await store.load("m1") == ["a", "c"]
        await store.close()


async def test_all_silent_connections_are_left_at_once(postgres_server: Server) -> None:
    postgres_server.make_schema("silent_many")
    async with silent_line(postgres_server, "silent_many") as (line, url):
        store = patient_store(url)
        await store.open()
        await asyncio.gather(*(store.ping() for _ in range(20)))
        line.fall_silent()
        with impatient(store), pytest.raises(StoreError):
            await store.ping()
        async with asyncio.timeout(patience()):
            await asyncio.gather(*(store.find_match("m1") for _ in range(20)))
        await store.close()


async def test_a_silent_listener_is_noticed_and_the_gap_told(
    postgres_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_RETRY_SECONDS", 0.01)
    direct = patient_store(postgres_server.make_schema("deaf"))
    await direct.open()
    async with silent_line(postgres_server, "deaf") as (line, url):
        store = patient_store(url)
        await store.open()
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        async with asyncio.timeout(patience()):
            with impatient(store):
                await store.listen(lambda match, length: heard.put_nowait((match, length)))
                line.fall_silent()
                await direct.create(TABLE, MATCH, ["a"])
                assert [await heard.get() for _ in range(2)] == [("", 0), ("", 0)]
            await direct.append("m1", 1, ["b"], now=1)
            assert await heard.get() == ("m1", 2)
        await store.close()
    await direct.close()


async def test_an_answer_that_is_lost_is_no_refusal(postgres_server: Server) -> None:
    postgres_server.make_schema("lost")
    async with silent_line(postgres_server, "lost") as (line, url):
        store = patient_store(url)
        await store.open()
        await store.create(TABLE, MATCH, ["a"])
        line.swallow_next_answer()
        with impatient(store), pytest.raises(LostAnswerError):
            await store.append("m1", 1, ["b"], now=1)
        assert await store.load("m1") == ["a", "b"]
        await store.close()


@pytest.mark.parametrize("payload", ["", " ", "m1", "m1 ", "m1 x", "m1 -1", "m1 \u00b2", "m1 1.5", " 7", "\U0001f3b2"])
async def test_a_foreign_notification_ends_nothing(postgres_url: str, payload: str) -> None:
    store = patient_store(postgres_url)
    await store.open()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    await store.listen(lambda match, length: heard.put_nowait((match, length)))
    async with store._connection() as connection:
        await connection.execute("select pg_notify(%s, %s)", (store._channel, payload))
    await store.create(TABLE, MATCH, ["a"])
    async with asyncio.timeout(patience()):
        assert [await heard.get() for _ in range(2)] == [("", 0), ("m1", 1)]
    await store.close()


async def test_the_time_is_the_databases_own(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = patient_store(postgres_url)
    await store.open()
    right = await store.now()
    monkeypatch.setattr(time, "time_ns", lambda: 7)
    monkeypatch.setattr(time, "time", lambda: 7.0)
    assert 0 <= await store.now() - right < 3_600_000
    await store.set_presence("m1", Presence("p1", (0,), 0), seconds=60)
    assert await store.list_presence("m1") == [Presence("p1", (0,), 0)]
    await store.close()


# Records the transaction in which each match is deleted.
NOTE_DELETIONS = """
create table deletions (id bigint);
create function note_deletion() returns trigger language plpgsql as $$
begin insert into deletions values (txid_current()); return null; end $$;
create trigger deletions after delete on matches for each row execute function note_deletion();
"""


async def test_a_sweep_deletes_at_most_fifty_matches_per_transaction(postgres_url: str) -> None:
    store = patient_store(postgres_url)
    await store.open()
    await store.restore(("matches", (f"m{n}", "t", "qwixx", None, 0, 1, 1, None, "", "", None, 0)) for n in range(120))
    async with store._connection() as connection:
        await connection.execute(NOTE_DELETIONS)
    assert await store.sweep(finished_before=0, idle_before=10) == 120
    async with store._connection() as connection:
        found = await connection.execute("select count(*) from deletions group by id order by 1 desc")
        counts = [count for (count,) in await found.fetchall()]
    assert sum(counts) == 120 and max(counts) <= 50
    await store.close()


async def test_open_tables_are_found_by_an_index(postgres_url: str) -> None:
    store = patient_store(postgres_url)
    await store.open()
    rows: list[DumpedRow] = []
    rows += [("matches", (f"m{n}", f"t{n}", "qwixx", None, 0, 1, n, None, "", "", None, 0)) for n in range(2000)]
    rows += [("matches", ("m", "t", "qwixx", None, 0, 1, 7, None, "", "", None, 1))]
    rows += [("tables", (f"t{n}", f"CODE{n}", f"m{n}", 1)) for n in range(2000)]
    rows += [("tables", ("t", "KXRM", "m", 1))]
    await store.restore(rows)
    assert await store.list_tables(10) == [TableEntry("t", "KXRM", "m", 7)]
    statement, _ = next(unwrap(Store.list_tables)(store, 10))
    async with store._connection() as connection:
        await connection.execute("analyze")
        plan = await connection.execute(f"explain {statement.replace('$1', '10')}".encode())
        steps = [str(step) for (step,) in await plan.fetchall()]
    assert not [step for step in steps if "Seq Scan" in step], steps
    await store.close()


# Records each event that is updated.
NOTE_UPDATES = """
create table updates (sequence integer);
create function note_update() returns trigger language plpgsql as $$
begin insert into updates values (new.sequence); return null; end $$;
create trigger updates after update on events for each row execute function note_update();
"""


async def test_a_rewrite_updates_only_what_has_changed(postgres_url: str) -> None:
    store = patient_store(postgres_url)
    await store.open()
    log = [f"event {number}" for number in range(1, 201)]
    await store.create(TableEntry("t1", "KXRM", "m1", 0), MatchEntry("m1", "t1", "qwixx", None, 0, 0, 0), log)
    async with store._connection() as connection:
        await connection.execute(NOTE_UPDATES)
    log[6] = "forgotten"
    await store.rewrite("m1", 200, [*log, "one more"], 5, Ending(None, "", ""))
    async with store._connection() as connection:
        assert await (await connection.execute("select sequence from updates")).fetchall() == [(7,)]
    assert await store.load("m1") == [*log, "one more"]
    await store.close()


async def test_an_address_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(StoreError, match="is not valid"):
        await PostgresStore("postgresql://host?planet=mars").open()
