"""Removed names stay removed: at tables in use, after corrections, in reviews and in other processes."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from paperdice.flow.evening import FORGOTTEN
from paperdice.store.memory import MemoryStore
from tests.postgres import patient_store
from tests.server.clients import Player, fetch, http_client, open_table, seated
from tests.server.servers import running_server

ROLL = "w1 w2 r6 y6 g6 b6"


async def forget(url: str, match: str, token: str) -> None:
    """Request the removal of a name from a match."""
    async with http_client(url) as client:
        answer = await client.delete(f"/api/matches/{match}", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 204, answer.text


async def end_match(both: Player) -> None:
    """Play a match with typed dice in which no seat marks anything."""
    await both.do("start")
    while both.status != "over":
        view = both.views[0]
        if view["dice_wanted"]:
            await both.do("throw", seat=view["active"], roll=ROLL)
            continue
        for own in both.views:
            if own["choices"]:
                await both.do("play", seat=own["seat"], move="-")


@asynccontextmanager
async def finished(urls: tuple[str, str]) -> AsyncIterator[tuple[str, list[str], Player]]:
    """Yield a finished match with typed dice; Ben's device is connected through the second address."""
    seats, tokens = seated("Annabel", "Benedict")
    code = await open_table(urls[0], *seats, first=0, dice="typed")
    async with Player(urls[0], code, *tokens) as both, Player(urls[1], code, tokens[1]) as ben:
        await end_match(both)
        await ben.until(lambda told: ben.status == "over")
        await both.leave()
        yield both.state["match"], tokens, ben


async def all_that_is_told(url: str, match: str, code: str) -> str:
    """Return everything that is public about a match and its table."""
    paths = (f"/api/matches/{match}", f"/api/matches/{match}/record", f"/api/tables/{code}")
    found = [(await fetch(url, path)).text for path in paths]
    async with http_client(url) as client:
        found.append((await client.post("/api/matches/list", json={"matches": [match]})).text)
    async with Player(url, code) as watcher:
        return json.dumps([found, watcher.state])


async def check_forgotten(urls: tuple[str, str]) -> None:
    """Remove Annabel's name through the first address while Ben is connected through the second, and check every
    response.
    """
    async with finished(urls) as (match, tokens, ben):
        assert "Annabel" in await all_that_is_told(urls[1], match, ben.code)
        await forget(urls[0], match, tokens[0])
        assert "Annabel" not in await all_that_is_told(urls[0], match, ben.code)
        await ben.until(lambda told: told["type"] == "table" and told["table"]["seats"][0]["name"] == FORGOTTEN)
        assert "Annabel" not in await all_that_is_told(urls[1], match, ben.code)
        corrected = await ben.do("correct", seat=1, turn=1, phase="white", move="r3")
        assert corrected["type"] == "done", corrected
        for url in urls:
            told = await all_that_is_told(url, match, ben.code)
            assert "r3" in told and "Annabel" not in told and "Benedict" in told


async def test_a_forgotten_name_does_not_return_at_a_table_in_use() -> None:
    async with running_server(MemoryStore()) as url:
        await check_forgotten((url, url))


async def test_a_name_is_forgotten_by_all_processes(postgres_url: str) -> None:
    async with (
        running_server(patient_store(postgres_url)) as one,
        running_server(patient_store(postgres_url)) as two,
    ):
        await check_forgotten((one, two))


async def test_a_deleted_match_is_closed_by_all_processes(postgres_url: str) -> None:
    async with (
        running_server(patient_store(postgres_url)) as one,
        running_server(patient_store(postgres_url)) as two,
        finished((one, two)) as (match, tokens, ben),
    ):
        for token in tokens:
            await forget(one, match, token)
        closing = await ben.until(lambda told: told["type"] == "closing")
        assert closing["reason"] == "deleted"
        assert (await fetch(two, f"/api/tables/{ben.code}")).status_code == 404


async def test_a_seat_that_was_freed_before_the_start_tells_no_name() -> None:
    store = MemoryStore()
    seats, tokens = seated("Annabel", "Benedict")
    async with running_server(store) as url:
        code = await open_table(url, *seats)
        async with Player(url, code, tokens[1]) as ben:
            await forget(url, ben.state["match"], tokens[0])
            async with Player(url, code) as watcher:
                assert watcher.state["table"]["seats"][0]["kind"] == "open"
                assert "Annabel" not in json.dumps(watcher.state)
            assert not any("Annabel" in text for text in await store.load(ben.state["match"]))


async def test_a_name_is_forgotten_wherever_its_person_sat_before_the_table_was_arranged() -> None:
    store, (seats, tokens) = MemoryStore(), seated("Annabel", "Benedict")
    async with running_server(store) as url:
        code = await open_table(url, *seats)
        async with Player(url, code, tokens[1]) as ben:
            match = ben.state["match"]
            assert (await ben.do("arrange", game="sixto", seats=[1, 0]))["type"] == "done"
            await forget(url, match, tokens[0])
            await ben.hear()
            assert [seat["name"] for seat in ben.state["table"]["seats"]] == ["Benedict", ""]
        log = "".join(await store.load(match))
    assert "Annabel" not in log and "Benedict" in log


async def test_the_list_of_open_tables_forgets_a_name() -> None:
    seats, tokens = seated("Annabel", "Benedict")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, {}, open=True)
        async with Player(url, code, tokens[1]) as ben:
            assert (await fetch(url, "/api/tables")).json()[0]["names"] == ["Annabel", "Benedict"]
            await forget(url, ben.state["match"], tokens[0])
            assert (await fetch(url, "/api/tables")).json()[0]["names"] == ["Benedict"]


async def test_a_forgotten_person_has_no_seat_in_the_next_match() -> None:
    async with running_server(MemoryStore()) as url, finished((url, url)) as (match, tokens, ben):
        await forget(url, match, tokens[0])
        await ben.do("again")
        assert ben.state["match"] != match
        assert [seat["name"] for seat in ben.state["table"]["seats"]] == ["Benedict"]


async def check_listed(urls: tuple[str, str]) -> None:
    """Remove Annabel's name through the first address after the second has listed the table, and check the list."""
    seats, tokens = seated("Annabel", "Benedict")
    code = await open_table(urls[0], *seats, open=True)
    async with Player(urls[0], code) as watcher:
        match = watcher.state["match"]
    for url in urls:
        assert "Annabel" in (await fetch(url, "/api/tables")).text
    await forget(urls[0], match, tokens[0])
    for url in urls:
        told = (await fetch(url, "/api/tables")).text
        assert "Benedict" in told and "Annabel" not in told


async def test_the_list_of_open_tables_tells_no_forgotten_name(postgres_url: str) -> None:
    async with running_server(MemoryStore()) as url:
        await check_listed((url, url))
    async with (
        running_server(patient_store(postgres_url)) as one,
        running_server(patient_store(postgres_url)) as two,
    ):
        await check_listed((one, two))
