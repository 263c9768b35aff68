"""Maintenance of the lobby: failure and recovery of the database, idle sessions, deletion of old matches."""

import asyncio
import json
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from paperdice.errors import StoreError
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.live.lobby import Lobby, UnknownTableError
from paperdice.server.live.storage import keep_opening
from paperdice.store.entries import Ending, Presence, TableEntry
from paperdice.store.memory import MemoryStore
from paperdice.store.sqlite import SqliteStore
from tests.patience import PAUSE, eventually, patience
from tests.postgres import Server, impatient, patient_store
from tests.server.clients import Player, fetch, open_table, socket_at
from tests.server.servers import FAST, running_server


async def test_a_match_goes_on_when_the_database_is_back(postgres_server: Server, postgres_url: str) -> None:
    store = patient_store(postgres_url)
    async with running_server(store) as url:
        code = await open_table(url, {}, {}, first=0)
        async with Player(url, code) as ann, Player(url, code) as ben:
            await ann.sit("Ann")
            await ben.sit("Ben")
            await ann.do("start")
            with postgres_server.stopped(), impatient(store):
                answer = await ann.do("throw", seat=0, id="same")
            assert (answer["type"], answer["error"]) == ("refused", "StoreError")
            async with asyncio.timeout(patience()):
                while (await ann.do("throw", seat=0, id="same"))["type"] == "refused":
                    await asyncio.sleep(PAUSE)
            await ben.until(lambda told: told["type"] == "state" and told["views"][0]["choices"] != [])


async def test_empty_sessions_are_put_away_and_found_again() -> None:
    settings = replace(FAST, presence_seconds=0.1, idle_session_seconds=0)
    async with running_server(MemoryStore(), settings) as url:
        code = await open_table(url, {}, {})
        async with Player(url, code) as ann:
            await ann.sit("Ann")
            assert "paperdice_tables 1\n" in (await fetch(url, "/metrics")).text
            assert "paperdice_events_total 1\n" in (await fetch(url, "/metrics")).text
        async with asyncio.timeout(patience()):
            while "paperdice_tables 0\n" not in (await fetch(url, "/metrics")).text:
                await asyncio.sleep(PAUSE)
        again = Player(url, code, *ann.tokens)
        await again.connect()
        assert again.state["table"]["seats"][0] | {"connected": True} == again.state["table"]["seats"][0]
        assert again.state["table"]["seats"][0]["name"] == "Ann"
        await again.leave()


async def test_a_mere_reading_loads_no_table() -> None:
    async with running_server(MemoryStore()) as url:
        codes = [await open_table(url, {}, {}) for _ in range(3)]
        facts = [(await fetch(url, f"/api/tables/{code}")).json() for code in codes]
        assert [(told["code"], told["parked"]) for told in facts] == [(code, True) for code in codes]
        assert "paperdice_tables 0\n" in (await fetch(url, "/metrics")).text


async def test_empty_tables_are_put_away_when_room_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperdice.server.live.lobby.JUST_LEFT_SECONDS", 0)
    settings = replace(FAST, limits=replace(FAST.limits, tables=2))
    async with running_server(MemoryStore(), settings) as url:
        codes = [await open_table(url, {}, {}) for _ in range(4)]
        async with Player(url, codes[0]) as ann:
            for code in codes[1:3]:
                async with Player(url, code):
                    assert "paperdice_tables 2\n" in (await fetch(url, "/metrics")).text
            async with Player(url, codes[3]):
                answer = await ann.do("sit", name="Ann", token="a" * 32)
                assert answer["type"] == "done"
                async with socket_at(url, codes[1]) as refused:
                    await refused.send('{"type":"hello"}')
                    assert json.loads(await refused.recv())["why"]["id"] == "too_many_tables"


async def test_the_code_of_a_table_comes_free_a_day_after_its_match() -> None:
    store, now = MemoryStore(), time.time_ns() // 1_000_000
    wish = NewTable(game="qwixx", seats=[NewSeat(), NewSeat()])
    for code, at in {"KXRMKX": 1000, "KXRMKY": now}.items():
        opening = new_opening(wish, None, (), now=at, rng=Random(code))
        opening = replace(opening, opened=structs.replace(opening.opened, code=code))
        await keep_opening(store, opening)
        await store.append(opening.match_id, len(opening.events), [], at, Ending(at, "{}", "record"))
    async with running_server(store) as url:
        found = [(await fetch(url, f"/api/tables/{code}")).status_code for code in ("KXRMKX", "KXRMKY")]
    assert found == [404, 200]


async def test_no_two_servers_draw_the_same_ids_and_seeds() -> None:
    wish = NewTable(game="qwixx", seats=[NewSeat(), NewSeat()], dice="seeded")
    drawn = [await Lobby(MemoryStore(), FAST).open_table(wish, None) for _ in range(2)]
    for name in ("table_id", "seed"):
        assert getattr(drawn[0].opened, name) != getattr(drawn[1].opened, name)
    assert drawn[0].match_id != drawn[1].match_id


class GatedStore(MemoryStore):
    """A store in which the first load of a log fails, and other loads wait until they are released."""

    def __init__(self) -> None:
        super().__init__()
        self.n_looks = self.n_loads = 0
        self.fails, self.goes_on = asyncio.Event(), asyncio.Event()

    async def find_table(self, code: str) -> TableEntry | None:
        self.n_looks += 1
        return await super().find_table(code)

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        self.n_loads += 1
        if self.n_loads == 1:
            await self.fails.wait()
            raise StoreError("the disk is away for a moment")
        await self.goes_on.wait()
        return await super().load(match_id, since)


async def test_a_table_has_one_session_even_if_its_first_load_fails() -> None:
    store = GatedStore()
    lobby = Lobby(store, FAST)
    code = (await lobby.open_table(NewTable(game="qwixx", seats=[NewSeat(), NewSeat()]), None)).opened.code
    first, second = (asyncio.create_task(lobby.enter(code, name)) for name in ("ann", "ben"))
    await eventually(lambda: store.n_loads == 1, "the first load")
    store.fails.set()
    with pytest.raises(StoreError, match="away"):
        await first
    await eventually(lambda: store.n_loads == 2, "the second load")
    third = asyncio.create_task(lobby.enter(code, "cid"))
    for _ in range(10):
        await asyncio.sleep(0)
    store.goes_on.set()
    assert await second is await third is await lobby.enter(code, "dan")
    assert (store.n_loads, store.n_looks) == (2, 2)


async def test_a_session_stays_in_use_while_somebody_is_about_to_join() -> None:
    lobby = Lobby(MemoryStore(), FAST)
    code = (await lobby.open_table(NewTable(game="qwixx", seats=[NewSeat(), NewSeat()]), None)).opened.code
    session = await lobby.enter(code, "ann")
    session.presence.empty_since = float("-inf")
    assert await lobby.enter(code, "ben") is session
    await lobby._tend(session)
    assert await lobby.enter(code, "ann") is session


async def test_a_session_that_was_put_away_does_not_take_the_next_one_along() -> None:
    lobby = Lobby(MemoryStore(), FAST)
    code = (await lobby.open_table(NewTable(game="qwixx", seats=[NewSeat(), NewSeat()]), None)).opened.code
    old = await lobby.enter(code, "ann")
    old.presence.empty_since = float("-inf")
    await lobby._tend(old)
    session = await lobby.enter(code, "ben")
    assert session is not old
    old.presence.empty_since = float("-inf")
    await lobby._tend(old)
    assert await lobby.enter(code, "cid") is session
    assert lobby._by_match == {session.table.match_id: session}


class SlowPresenceStore(MemoryStore):
    """A store in which the query for presence waits until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.looks, self.goes_on = asyncio.Event(), asyncio.Event()

    async def list_presence(self, match_id: str) -> list[Presence]:
        self.looks.set()
        await self.goes_on.wait()
        return await super().list_presence(match_id)


async def test_a_match_that_is_deleted_while_it_is_loaded_is_unknown() -> None:
    store = SlowPresenceStore()
    lobby = Lobby(store, FAST)
    opening = await lobby.open_table(NewTable(game="qwixx", seats=[NewSeat(), NewSeat()]), None)
    entering = asyncio.create_task(lobby.enter(opening.opened.code, "ann"))
    await store.looks.wait()
    await lobby.delete_match(opening.match_id)
    store.goes_on.set()
    with pytest.raises(UnknownTableError):
        await entering


@pytest.mark.parametrize("asks", [True, False])
async def test_a_deletion_that_no_notice_told_is_noticed(asks: bool) -> None:
    store = MemoryStore()
    async with running_server(store, replace(FAST, presence_seconds=3600 if asks else 0.1)) as url:
        code = await open_table(url, {}, {})
        async with Player(url, code) as ann:
            await store.delete(ann.state["match"])
            if asks:
                await ann.send("sit", id="sit", seat=0, name="Ann", token="a" * 32)
            assert (await ann.until(lambda told: told["type"] == "closing"))["reason"] == "deleted"


class GroupedStore(SqliteStore):
    """A store that answers loads only once five are pending."""

    n_asked = 0

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        self.n_asked += 1
        await eventually(lambda: self.n_asked >= 5, "five logs are asked for")
        return await super().load(match_id, since)


async def test_logs_are_read_together_when_all_come_back(tmp_path: Path) -> None:
    store = GroupedStore(tmp_path / "matches.sqlite")
    lobby = Lobby(store, FAST)
    await lobby.open()
    wish = NewTable(game="qwixx", seats=[NewSeat(), NewSeat()])
    codes = [(await lobby.open_table(wish, None)).opened.code for _ in range(5)]
    sessions = await asyncio.gather(*(lobby.enter(code, "client") for code in codes))
    assert [session.table.setup.code for session in sessions] == codes
    await lobby.close()


async def test_old_matches_are_deleted() -> None:
    store = MemoryStore()
    wish = NewTable(game="qwixx", seats=[NewSeat(), NewSeat()])
    old = new_opening(wish, None, (), now=1000, rng=Random(1))
    fresh = new_opening(wish, None, (), now=2**50, rng=Random(2))
    await keep_opening(store, old)
    await keep_opening(store, fresh)
    lobby = Lobby(store, replace(FAST, presence_seconds=0.03, sweep_seconds=0.01))
    await lobby.open()
    async with asyncio.timeout(patience()):
        while await store.find_match(old.match_id) is not None:
            await asyncio.sleep(PAUSE)
    assert await store.find_match(fresh.match_id) is not None
    await lobby.close()
