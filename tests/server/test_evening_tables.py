"""An evening at real servers: it survives restarts, several processes, backups, old matches and removed names."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from paperdice.store.backup import read_backup, write_backup
from paperdice.store.memory import MemoryStore
from paperdice.store.sqlite import SqliteStore
from tests.postgres import patient_store
from tests.server.clients import Json, Player, fetch, open_table, seated
from tests.server.servers import running_server
from tests.server.test_forgetting import forget


async def play_out(*players: Player) -> None:
    """Play the match of some devices to its end."""
    if players[0].status == "lobby":
        await players[0].do("start")
    for player in players:
        await player.until_state(lambda state: state["table"]["status"] != "lobby")
    await asyncio.gather(*(player.play_on(random.Random(1)) for player in players))


async def go_on(*players: Player) -> str:
    """Ask twice for the next match with the first device, wait until it has begun everywhere, and return its id."""
    old = players[0].state["match"]
    for _ in range(2):
        assert (await players[0].do("again"))["type"] == "done"
    for player in players:
        await player.until_state(lambda state: state["match"] != old and state["table"]["status"] == "playing")
    return str(players[0].state["match"])


@asynccontextmanager
async def finished(url: str, other_url: str = "") -> AsyncIterator[tuple[Player, Player]]:
    """Yield the devices of Annabel and Benedict at the end of a match."""
    seats, tokens = seated("Annabel", "Benedict")
    code = await open_table(url, *seats, dice="seeded", seed=1, auto_throw=True, first=0)
    async with Player(url, code, tokens[0]) as ann, Player(other_url or url, code, tokens[1]) as ben:
        await play_out(ann, ben)
        yield ann, ben


def evening_of(player: Player) -> Json:
    found: Json = player.state["table"]["evening"]
    return found


async def test_a_restart_loses_neither_scoreboard_nor_guests_nor_the_request_for_the_next_match(tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite"
    async with running_server(SqliteStore(path)) as url, finished(url) as (ann, ben), Player(url, ann.code) as cleo:
        token = "c" * 32
        await cleo.do("join_next", name="Cleo", token=token)
        await ben.do("plan_next", game="sixto")
        await ann.do("again")
        before = ann.state["table"]
    async with running_server(SqliteStore(path)) as url:
        again = [Player(url, ann.code, each) for each in (ann.tokens[0], ben.tokens[0], token)]
        for player in again:
            await player.connect()
        after = again[2].state["table"]
        assert after["evening"] == before["evening"] and after["evening"]["matches"] == 1
        assert (after["next"]["asked"], after["next"]["game"], after["next"]["guests"]) == ("Annabel", "sixto", [0])
        assert 0 < after["next"]["left_ms"] <= 15_000
        await again[2].do("again")
        await again[2].until_state(lambda state: state["held"] == [2])
        for player in again:
            await player.leave()


async def test_a_screen_without_tokens_never_gets_a_seat() -> None:
    async with running_server(MemoryStore()) as url, finished(url) as (ann, ben), Player(url, ann.code) as screen:
        for _ in range(2):
            await go_on(ann, ben, screen)
            await play_out(ann, ben)
            await screen.until_state(lambda state: state["table"]["status"] == "over")
            assert (screen.state["held"], screen.state["guest"], screen.state["table"]["watchers"]) == ([], None, 1)
            assert len(screen.state["table"]["seats"]) == 2 and screen.state["table"]["guests"] == []


async def test_a_late_friend_watches_and_then_plays_through_another_process(postgres_url: str) -> None:
    async with (
        running_server(patient_store(postgres_url)) as one,
        running_server(patient_store(postgres_url)) as two,
        finished(one) as (ann, ben),
        Player(two, ann.code) as cleo,
    ):
        await cleo.do("join_next", name="Cleo", token="c" * 32)
        await cleo.until_state(lambda state: state["guest"] == 0)
        await ann.until_state(lambda state: [each["connected"] for each in state["table"]["guests"]] == [True])
        await go_on(ann, ben, cleo)
        assert (cleo.state["held"], cleo.state["guest"]) == ([2], None)
        assert [seat["name"] for seat in ann.state["table"]["seats"]] == ["Annabel", "Benedict", "Cleo"]


async def test_a_guest_who_has_closed_the_page_in_another_process_does_not_play(postgres_url: str) -> None:
    async with (
        running_server(patient_store(postgres_url)) as one,
        running_server(patient_store(postgres_url)) as two,
        finished(one) as (ann, ben),
    ):
        async with Player(two, ann.code) as cleo:
            await cleo.do("join_next", name="Cleo", token="c" * 32)
            await ann.until_state(lambda state: [each["connected"] for each in state["table"]["guests"]] == [True])
        await ann.until_state(lambda state: [each["connected"] for each in state["table"]["guests"]] == [False])
        await go_on(ann, ben)
        assert len(ann.state["table"]["seats"]) == 2
        assert [(each["name"], each["plays"]) for each in ann.state["table"]["guests"]] == [("Cleo", False)]


async def test_a_removal_reaches_the_device_in_another_process(postgres_url: str) -> None:
    async with (
        running_server(patient_store(postgres_url)) as one,
        running_server(patient_store(postgres_url)) as two,
        finished(one, two) as (ann, ben),
        Player(two, ann.code) as cleo,
    ):
        await cleo.do("join_next", name="Cleo", token="c" * 32)
        await ann.until_state(lambda state: len(state["table"]["guests"]) == 1)
        assert (await ann.do("remove", seat=1))["type"] == "done"
        assert (await ann.do("remove", guest=0))["type"] == "done"
        await ben.until_state(lambda state: state["held"] == [])
        await cleo.until_state(lambda state: state["guest"] is None)
        await ben.expect("rename", "not_your_seat", seat=1, name="Ben")
        await ben.do("join_next", name="Benedict", token=ben.tokens[0])
        await ann.until_state(lambda state: [each["waits"] for each in state["table"]["guests"]] == [True])
        guest = ann.state["table"]["guests"][0]["guest"]
        await ben.until_state(lambda state: state["guest"] == guest)
        await ann.do("admit", guest=guest)
        await go_on(ann, ben)
        assert ben.state["held"] == [1]


async def test_a_backup_keeps_the_evening(tmp_path: Path) -> None:
    store, restored = MemoryStore(), MemoryStore()
    async with running_server(store) as url, finished(url) as (ann, ben):
        await go_on(ann, ben)
        before, code, token = evening_of(ann), ann.code, ann.tokens[0]
    await write_backup(store, tmp_path / "backup")
    await restored.restore(read_backup(tmp_path / "backup"))
    async with running_server(restored) as url, Player(url, code, token) as ann:
        assert evening_of(ann) == before and before["matches"] == 1


async def test_the_scoreboard_outlives_old_matches_that_are_deleted() -> None:
    store = MemoryStore()
    async with running_server(store) as url, finished(url) as (ann, ben):
        old = ann.state["match"]
        new = await go_on(ann, ben)
        assert await store.sweep(await store.now() + 1, 0, {new}) == 1
        assert (await fetch(url, f"/api/matches/{old}")).status_code == 404
        await play_out(ann, ben)
        assert evening_of(ann)["matches"] == 2
        await go_on(ann, ben)
        assert evening_of(ann)["last"][0]["match"] == old


@pytest.mark.parametrize("is_elsewhere", [False, True])
async def test_a_removed_name_is_gone_from_later_evenings_and_guests(is_elsewhere: bool, postgres_url: str) -> None:
    """Annabel plays the first match and is away afterwards; two more matches follow, and one is running."""
    store, other = (patient_store(postgres_url) for _ in range(2))
    async with running_server(store) as url, running_server(other) as second, finished(url) as (ann, ben):
        first, code, token = ann.state["match"], ann.code, ann.tokens[0]
        await ann.leave()
        await ben.until_state(lambda state: not state["table"]["seats"][0]["connected"])
        matches = []
        for _ in range(2):
            matches.append(await go_on(ben))
            assert [each["name"] for each in ben.state["table"]["guests"]] == ["Annabel"]
            assert "Annabel" in [each["name"] for each in evening_of(ben)["players"]]
            if len(matches) == 1:
                await play_out(ben)
        await forget(second if is_elsewhere else url, first, token)
        await ben.until_state(lambda state: "Annabel" not in json.dumps(state["table"]))
        assert [each["name"] for each in evening_of(ben)["players"]] == ["Benedict"]
        assert (evening_of(ben)["pairs"], ben.state["table"]["guests"]) == ([], [])
        for match in (first, *matches):
            log = "".join(await store.load(match))
            assert "Annabel" not in log and "Benedict" in log
        for address in (url, second):
            assert "Annabel" not in (await fetch(address, f"/api/tables/{code}")).text
        await play_out(ben)
        assert evening_of(ben)["matches"] == 3


async def test_a_removed_name_is_gone_from_its_own_evening_after_a_rename() -> None:
    store = MemoryStore()
    async with running_server(store) as url, finished(url) as (ann, ben):
        await go_on(ann, ben)
        await ann.do("rename", seat=0, name="Anna")
        await play_out(ann, ben)
        match = ann.state["match"]
        assert "Anna" in [each["name"] for each in evening_of(ann)["players"]]
        await forget(url, match, ann.tokens[0])
        await ben.until_state(lambda state: "Ann" not in json.dumps(state["table"]))
        assert [each["name"] for each in evening_of(ben)["players"]] == ["Benedict"]
        assert "Ann" not in "".join(await store.load(match))


async def test_devices_that_asked_for_the_next_match_add_a_share_and_the_others_play_without() -> None:
    seats, tokens = seated("Ann", "Ben")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, auto_throw=True, first=0)
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as ben:
            await play_out(ann, ben)
            old = ann.state["match"]
            for _ in range(2):
                await ann.do("again")
            await ann.until_state(lambda state: state["match"] != old)
            assert ann.status == "lobby"
            await ann.do("offer_share", seat=0)
            await ann.play_on(random.Random(1), lambda player: player.status == "playing")
            dice = ann.state["table"]["dice"]
            assert [share is not None for share in dice["shares"]] == [True, False]
            await ben.until_state(lambda state: state["table"]["status"] == "playing")
