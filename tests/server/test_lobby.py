"""Care: a database that goes and comes back, sessions put away, old matches deleted."""

import asyncio
from dataclasses import replace
from random import Random

from paperdice.server.live.lobby import Lobby
from paperdice.server.live.storage import keep_opening
from paperdice.server.protocol.http import NewSeat, NewTable
from paperdice.server.table.setup import new_opening
from paperdice.store.memory import MemoryStore
from paperdice.store.postgres import PostgresStore
from tests.postgres import running_postgres
from tests.server.clients import Player, fetch, open_table
from tests.server.servers import FAST, running_server


async def test_a_match_goes_on_when_the_database_is_back() -> None:
    with running_postgres() as database:
        async with running_server(PostgresStore(database.url(), timeout=0.5)) as url:
            code = await open_table(url, {}, {}, first=0)
            async with Player(url, code) as ann, Player(url, code) as ben:
                await ann.sit("Ann")
                await ben.sit("Ben")
                await ann.do("start")
                database.stop()
                answer = await ann.do("throw", seat=0, id="same")
                assert (answer["type"], answer["error"]) == ("refused", "StoreError")
                database.start()
                async with asyncio.timeout(20):
                    while (await ann.do("throw", seat=0, id="same"))["type"] == "refused":
                        await asyncio.sleep(0.2)
                await ben.until(lambda told: told["type"] == "state" and told["views"][0]["choices"] != [])


async def test_empty_sessions_are_put_away_and_found_again() -> None:
    settings = replace(FAST, presence_seconds=0.1, idle_session_seconds=0)
    async with running_server(MemoryStore(), settings) as url:
        code = await open_table(url, {}, {})
        async with Player(url, code) as ann:
            await ann.sit("Ann")
            assert "paperdice_tables 1\n" in (await fetch(url, "/metrics")).text
            assert "paperdice_events_total 1\n" in (await fetch(url, "/metrics")).text
        async with asyncio.timeout(20):
            while "paperdice_tables 0\n" not in (await fetch(url, "/metrics")).text:
                await asyncio.sleep(0.02)
        again = Player(url, code, *ann.tokens)
        await again.connect()
        assert again.state["table"]["seats"][0] | {"connected": True} == again.state["table"]["seats"][0]
        assert again.state["table"]["seats"][0]["name"] == "Ann"
        await again.leave()


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
    async with asyncio.timeout(10):
        while await store.find_match(old.match_id) is not None:
            await asyncio.sleep(0.02)
    assert await store.find_match(fresh.match_id) is not None
    await lobby.close()
