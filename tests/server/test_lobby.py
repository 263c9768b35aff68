"""Care: a database that goes and comes back, sessions put away, old matches deleted."""

import asyncio
import json
from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from paperdice.server.live.lobby import Lobby
from paperdice.server.live.storage import keep_opening
from paperdice.server.protocol.http import NewSeat, NewTable
from paperdice.server.table.setup import new_opening
from paperdice.store.memory import MemoryStore
from paperdice.store.store import Ending
from tests.patience import PAUSE, patience
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


async def test_the_six_letters_of_a_finished_table_come_free_and_four_letters_stay() -> None:
    store = MemoryStore()
    wish = NewTable(game="qwixx", seats=[NewSeat(), NewSeat()])
    for code in ("KXRMKX", "KXRM"):
        opening = new_opening(wish, None, (), now=1000, rng=Random(len(code)))
        opening = replace(opening, opened=structs.replace(opening.opened, code=code))
        await keep_opening(store, opening)
        await store.append(opening.match_id, len(opening.events), [], 1000, Ending(1000, "{}", "record"))
    async with running_server(store) as url:
        assert [(await fetch(url, f"/api/tables/{code}")).status_code for code in ("KXRMKX", "KXRM")] == [404, 200]


async def test_no_two_servers_draw_the_same_ids_and_seeds() -> None:
    wish = NewTable(game="qwixx", seats=[NewSeat(), NewSeat()])
    drawn = [await Lobby(MemoryStore(), FAST).open_table(wish, None) for _ in range(2)]
    for name in ("table_id", "seed"):
        assert getattr(drawn[0].opened, name) != getattr(drawn[1].opened, name)
    assert drawn[0].match_id != drawn[1].match_id


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
