"""Seats: only their owner can leave them, absent players have a grace period, and returning players receive the missed
moves.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from paperdice.store.memory import MemoryStore
from tests.patience import PAUSE, patience
from tests.server.clients import Json, Player, fetch, http_client, open_table, seated
from tests.server.servers import FAST, server_aside


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with server_aside(MemoryStore(), replace(FAST, stand_in_seconds=3600)) as address:
        yield address


async def delete(url: str, match: str, token: str) -> int:
    """Request the removal of a name from a match; return the status of the response."""
    async with http_client(url) as client:
        headers = {"Authorization": f"Bearer {token}"}
        return (await client.delete(f"/api/matches/{match}", headers=headers)).status_code


def kinds(message: Json) -> list[str]:
    """Return the kinds of a table's seats."""
    return [seat["kind"] for seat in message["table"]["seats"]]


async def test_a_guest_who_leaves_a_lobby_frees_only_their_own_seat(url: str) -> None:
    seats, tokens = seated("Ann", "Ben")
    code = await open_table(url, *seats)
    async with Player(url, code, tokens[0]) as ann:
        assert await delete(url, ann.state["match"], tokens[1]) == 204
        told = await ann.until(lambda message: message["type"] == "table" and kinds(message)[1] == "open")
        assert kinds(told) == ["person", "open"]
        assert (await ann.do("rename", seat=0, name="Anna"))["type"] == "done"


async def test_an_absent_guest_frees_only_their_own_seat(url: str) -> None:
    seats, tokens = seated("Ann", "Ben")
    code = await open_table(url, *seats)
    async with Player(url, code) as watcher:
        match = watcher.state["match"]
    assert await delete(url, match, tokens[1]) == 204
    async with Player(url, code, tokens[0]) as ann:
        assert kinds(ann.state) == ["person", "open"]


async def test_a_lobby_that_somebody_watches_stays(url: str) -> None:
    seats, tokens = seated("Ann")
    code = await open_table(url, *seats, {})
    async with Player(url, code) as watcher:
        assert await delete(url, watcher.state["match"], tokens[0]) == 204
        told = await watcher.until(lambda message: message["type"] == "table")
        assert kinds(told) == ["open", "open"]


async def test_a_lobby_is_deleted_with_its_last_known_player(url: str) -> None:
    seats, tokens = seated("Ann")
    code = await open_table(url, *seats, {})
    async with Player(url, code) as watcher:
        match = watcher.state["match"]
    async with asyncio.timeout(patience()):
        while not (await fetch(url, f"/api/tables/{code}")).json()["parked"]:
            await asyncio.sleep(PAUSE)
    assert await delete(url, match, tokens[0]) == 204
    async with http_client(url) as client:
        assert (await client.get(f"/api/matches/{match}")).status_code == 404


async def begun(url: str) -> tuple[Player, Player]:
    """Return two devices in a running match."""
    seats, tokens = seated("Ann", "Ben")
    code = await open_table(url, *seats, first=0, auto_throw=True)
    ann, ben = Player(url, code, tokens[0]), Player(url, code, tokens[1])
    await ann.connect()
    await ben.connect()
    await ann.do("start")
    return ann, ben


async def test_a_lost_connection_is_waited_for_before_a_bot_stands_in(url: str) -> None:
    ann, ben = await begun(url)
    await ben.leave()
    told = await ann.until(lambda message: "table" in message and not message["table"]["seats"][1]["connected"])
    assert 0 < told["table"]["seats"][1]["awaited_ms"] <= 3_600_000
    answer = await ann.do("stand_in", seat=1, bot="random")
    assert (answer["type"], answer["why"]["id"]) == ("refused", "seat_awaited")
    assert 0 < answer["why"]["params"]["seconds"] <= 3600
    await ann.leave()


async def test_a_bot_takes_the_seat_of_a_player_who_left_at_once(url: str) -> None:
    ann, ben = await begun(url)
    await ben.do("stand", seat=1)
    assert (await ann.do("seat_bot", seat=1, bot="random"))["type"] == "done"
    await ann.leave()
    await ben.leave()


async def test_a_returning_player_sees_the_moves_of_the_bot(shared_url: str) -> None:
    ann, ben = await begun(shared_url)
    await ben.leave()
    await ann.until(lambda message: "table" in message and not message["table"]["seats"][1]["connected"])
    await ann.do("stand_in", seat=1, bot="random")
    await ann.do("play", seat=0, move="-")
    # The bot may have moved before the answer to Ann's move arrived.
    await ann.until_state(lambda state: state["views"][0]["phase"] == "color")
    await ben.connect()
    back = ben.state["notices"][-1]
    played = next(notice["moves"][1] for notice in ben.state["notices"] if notice["type"] == "resolved")
    assert (back["type"], back["seat"], back["bot"]) == ("returned", 1, "random")
    assert back["moves"] == [{"turn": 1, "phase": "white", "move": played}]
    await ann.leave()
    await ben.leave()
