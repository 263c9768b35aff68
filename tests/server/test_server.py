"""The server over real sockets: playing, watching, reconnecting."""

import asyncio
import random
import secrets
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed, InvalidStatus

import paperdice
from paperdice.flow.setup import new_opening
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewTable
from paperdice.server.bots import BotPool
from paperdice.server.live.storage import keep_opening
from paperdice.store.memory import MemoryStore
from paperdice.store.sqlite import SqliteStore
from paperdice.verify import verify_record
from tests.patience import PAUSE, eventually, patience
from tests.server.clients import Json, Player, fetch, http_client, open_table, socket_at
from tests.server.servers import FAST, LIMITS, LONG, running_server
from tests.server.tables import TOKENS, person


@pytest.fixture
def url(shared_url: str) -> str:
    return shared_url


async def two_at_a_table(url: str, **wishes: object) -> tuple[Player, Player]:
    """Return two devices at a table whose match has started."""
    code = await open_table(url, {}, {}, first=0, **wishes)
    ann, ben = Player(url, code), Player(url, code)
    for player, name in ((ann, "Ann"), (ben, "Ben")):
        await player.connect()
        await player.sit(name)
    await ann.do("start")
    await ben.until(lambda told: told["type"] == "state" and told["table"]["status"] == "playing")
    return ann, ben


async def test_two_devices_play_a_match_to_its_end(url: str) -> None:
    code = await open_table(url, {}, {})
    async with Player(url, code) as ann, Player(url, code) as ben:
        await ann.sit("Ann", shares=True)
        await ben.sit("Ben", shares=True)
        await ann.do("start")
        rng = random.Random(1)
        await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
        assert ann.state["views"][0]["scores"] == ben.state["views"][0]["scores"]
        record = (await fetch(url, f"/api/matches/{ann.state['match']}/record")).text
    check = verify_record(record)
    assert check.wrong == () and len(check.commitments) == 2
    assert list(paperdice.read_record(record).scores) == ann.state["views"][0]["scores"]


@pytest.mark.parametrize("game", ["qwixx", "twenty_one", "qwantum", "sixto"])
async def test_every_game_is_played_against_bots(url: str, game: str) -> None:
    token = secrets.token_urlsafe(32)
    code = await open_table(url, {"name": "Ann", "token": token}, {"bot": "random"}, game=game, auto_throw=True)
    async with Player(url, code, token) as ann:
        await ann.do("start")
        await ann.play_on(random.Random(2))
        facts = (await fetch(url, f"/api/matches/{ann.state['match']}")).json()
    assert facts["scores"] == ann.state["views"][0]["scores"]
    assert (facts["names"], facts["bots"]) == (["Ann", "random"], [None, "random"])


async def test_one_device_plays_for_several_seats(url: str) -> None:
    token = secrets.token_urlsafe(32)
    seats = [{"name": name, "token": token} for name in ("Ann", "Ben", "Cid")]
    code = await open_table(url, *seats, auto_throw=True)
    async with Player(url, code, token) as device:
        await device.do("start")
        assert [view["seat"] for view in device.views] == [0, 1, 2]
        await device.play_on(random.Random(3))
        assert device.status == "over"


async def test_nothing_that_others_receive_depends_on_a_sealed_move(url: str) -> None:
    """The test compares the messages to another seat, to a spectator and to a device that joins later, and the
    record.
    """
    ann, ben = await two_at_a_table(url)
    received = []
    async with Player(url, ann.code) as watcher:
        await ann.do("throw", seat=0)
        for other in (ben, watcher):
            await other.until(lambda told: told["type"] == "state" and told["view"]["roll"] != "")
        moves = ann.views[0]["choices"]
        for move in [moves[0], moves[1], moves[-1]]:
            await ann.do("play", seat=0, move=move)
            assert next(told for told in reversed(ann.heard) if told["type"] == "sealed")["move"] == move
            assert ann.state["step"] == ben.state["step"]
            told: list[Any] = [await other.until(lambda each: each["type"] == "sealed") for other in (ben, watcher)]
            async with Player(url, ann.code) as late:
                told += late.heard
            told.append((await fetch(url, f"/api/matches/{ann.state['match']}/record")).text)
            received.append(without_counts(told))
            await ann.do("take_back", seat=0)
            for other in (ben, watcher):
                await other.until(lambda message: message["type"] == "taken_back")
    sealed, _, _, state, record = received[0]
    assert (sealed["seat"], sealed["acting"], sealed["answered"], sealed["move"]) == (0, [1], [0], None)
    assert (state["view"]["answered"], state["own"]) == ([0], []) and record.rstrip().endswith("* going on")
    assert received[1] == received[2] == received[0]
    await ann.leave()
    await ben.leave()


def without_counts(value: Any) -> Any:
    """Return received values without event numbers, times and the number of spectators."""
    if isinstance(value, dict):
        return {key: without_counts(each) for key, each in value.items() if key not in ("sequence", "at", "watchers")}
    return [without_counts(each) for each in value] if isinstance(value, list) else value


async def test_a_move_is_taken_back_and_changed(url: str) -> None:
    ann, ben = await two_at_a_table(url)
    await ann.do("throw", seat=0)
    first, other = ann.views[0]["choices"][:2]
    await ann.do("play", seat=0, move=first)
    await ann.do("take_back", seat=0)
    assert ann.views[0]["choices"] and ann.views[0]["sealed"] is None
    told = await ben.until(lambda message: message["type"] == "taken_back")
    assert told["acting"] == [0, 1]
    await ann.do("play", seat=0, move=other)
    await ann.expect("play", "sealed", seat=0, move=first)
    await ann.leave()
    await ben.leave()


async def test_a_command_sent_twice_is_applied_once(url: str) -> None:
    ann, ben = await two_at_a_table(url)
    await ann.do("throw", seat=0)
    answers = [await ann.do("play", seat=0, move="-", id="once") for _ in range(3)]
    assert answers[0] == answers[1] == answers[2] and answers[0]["type"] == "done"
    await ann.leave()
    await ann.connect()
    assert await ann.do("play", seat=0, move="-", id="once") == answers[0]
    assert ann.views[0]["answered"] == [0]
    await ann.leave()
    await ben.leave()


async def test_sitting_down_twice_with_one_command_takes_one_seat(url: str) -> None:
    code = await open_table(url, {}, {}, {})
    token = secrets.token_urlsafe(32)
    async with Player(url, code) as ann:
        for _ in range(2):
            await ann.do("sit", id="sit1", name="Ann", token=token)
        assert [told["seat"] for told in ann.heard if told["type"] == "seated"] == [0, 0]
        assert [seat["kind"] for seat in ann.state["table"]["seats"]] == ["person", "open", "open"]


async def test_a_device_that_was_away_hears_what_it_has_missed() -> None:
    async with running_server(MemoryStore(), replace(FAST, stand_in_seconds=LONG)) as url:
        ann, ben = await two_at_a_table(url)
        await ann.do("throw", seat=0)
        await ben.until(lambda told: told["type"] == "state" and told["views"][0]["choices"] != [])
        await ben.leave()
        await ann.do("play", seat=0, move="-")
        back = Player(url, ben.code, *ben.tokens)
        back.state = ben.state
        await back.connect()
        assert (back.views[0]["seat"], back.views[0]["answered"]) == (1, [0])
        assert back.state["notices"] == []
        await back.do("play", seat=1, move="-")
        await back.leave()
        fresh = Player(url, ben.code, *ben.tokens)
        await fresh.connect()
        told = [entry["type"] for entry in fresh.state["notices"]]
        assert told == ["sat", "sat", "started", "thrown", "resolved"]
        await fresh.leave()
        await ann.leave()


async def test_a_match_goes_on_after_the_server_was_restarted(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    async with running_server(SqliteStore(path)) as url:
        ann, ben = await two_at_a_table(url)
        await ann.do("throw", seat=0)
        await ann.do("play", seat=0, move=ann.views[0]["choices"][-1])
        match, roll = ann.state["match"], ann.views[0]["roll"]
    goodbye = await ann.until(lambda told: told["type"] == "closing")
    assert (goodbye["reason"], goodbye["retry_ms"]) == ("restart", 500)
    async with running_server(SqliteStore(path)) as url:
        for player in (ann, ben):
            player.url = url
            await player.connect()
        assert (ann.state["match"], ann.views[0]["roll"], ann.views[0]["answered"]) == (match, roll, [0])
        assert ann.views[0]["sealed"] is not None and ben.views[0]["sealed"] is None
        rng = random.Random(4)
        await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
        assert ann.status == ben.status == "over"
        await ann.leave()
        await ben.leave()


async def test_everyone_sees_who_is_connected(url: str) -> None:
    ann, ben = await two_at_a_table(url)
    await ben.leave()
    told = await ann.until(lambda message: message["type"] == "table" and not message["table"]["seats"][1]["connected"])
    assert told["table"]["seats"][0]["connected"]
    async with Player(url, ann.code):
        told = await ann.until(lambda message: message["type"] == "table" and message["table"]["watchers"] == 1)
    await ann.leave()
    facts = (await fetch(url, f"/api/tables/{ann.code.lower()}")).json()
    assert facts["parked"] and facts["watchers"] == 0


class HeldBots:
    """Bots that, from the second turn on, find no move until they are released while seat 0 has to act."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.released = asyncio.Event()
        self.n_found = 0
        usual = BotPool.find_move

        async def find_move(pool: BotPool, table: Table, *others: Any) -> str:
            is_held = table.step > 3 and 0 in table.match.acting
            if is_held:
                await self.released.wait()
            choice = await usual(pool, table, *others)
            self.n_found += is_held
            return choice

        monkeypatch.setattr(BotPool, "find_move", find_move)


async def test_bots_wait_while_everybody_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both bots find a move in the second turn, but only after everyone has left, so the moves are not played."""
    bots, store, token = HeldBots(monkeypatch), MemoryStore(), secrets.token_urlsafe(32)
    seats = [{"name": "Ann", "token": token}, {"bot": "random"}, {"bot": "random"}]
    async with running_server(store) as url:
        code = await open_table(url, *seats, first=1)
        async with Player(url, code, token) as ann:
            await ann.do("start")
            await ann.play_on(random.Random(5), until=lambda player: player.state["step"] > 3 and _chooses(player))
        async with asyncio.timeout(patience()):
            while not (await fetch(url, f"/api/tables/{code}")).json()["parked"]:
                await asyncio.sleep(PAUSE)
        sequence = len(await store.load(ann.state["match"]))
        bots.released.set()
        await eventually(lambda: bots.n_found == 2, "both bots find a move")
        await asyncio.sleep(0.1)
        assert len(await store.load(ann.state["match"])) == sequence
        async with Player(url, code, token) as ann:
            assert (ann.status, ann.state["sequence"]) == ("playing", sequence)
            await ann.until(lambda told: told["type"] == "sealed" and told["seat"] == 1)


def _chooses(player: Player) -> bool:
    return bool(player.views[0]["choices"])


async def test_a_bot_stands_in_until_its_person_is_back(url: str) -> None:
    ann, ben = await two_at_a_table(url, auto_throw=True)
    await ann.expect("stand_in", "seat_present", seat=1, bot="casual")
    await ben.leave()
    await ann.until(lambda told: told["type"] == "sealed" and told["seat"] == 1)
    assert ann.state["table"]["seats"][1]["stand_in"] == "casual"
    await ann.do("stand_in", seat=1, bot="random")
    await ben.connect()
    assert ben.state["table"]["seats"][1]["stand_in"] is None
    told = await ann.until(lambda message: message["type"] in ("table", "state") and _stand_in(message) is None)
    assert told
    await ann.leave()
    await ben.leave()


def _stand_in(message: Json) -> object:
    return message["table"]["seats"][1]["stand_in"]


async def test_a_seat_moves_to_another_device(url: str) -> None:
    ann, ben = await two_at_a_table(url)
    await ann.do("transfer", seat=0)
    code = next(told["code"] for told in reversed(ann.heard) if told["type"] == "transfer_offered")
    async with Player(url, ann.code) as tablet:
        token = secrets.token_urlsafe(32)
        await tablet.do("claim", code=code, token=token)
        assert tablet.views[0]["seat"] == 0
        await ann.until(lambda told: told["type"] == "unseated" and told["seat"] == 0)
        await ann.expect("throw", "not_your_seat", seat=0)
        await tablet.do("throw", seat=0)
    await ann.leave()
    await ben.leave()


async def test_the_next_match_keeps_everybody_at_the_table(url: str) -> None:
    ann, ben = await two_at_a_table(url, auto_throw=True)
    rng = random.Random(6)
    await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
    old, scores = ann.state["match"], ann.views[0]["scores"]
    await ann.do("again")
    await ben.do("again")
    await ben.until_state(lambda state: state["match"] != old)
    assert (ben.state["table"]["previous"], ben.state["table"]["status"]) == (old, "lobby")
    await ann.do("start")
    await ben.until(lambda told: told["type"] == "state" and told["table"]["status"] == "playing")
    assert scores[ben.views[0]["first"]] == min(scores)
    await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
    for match in (old, ann.state["match"]):
        assert (await fetch(url, f"/api/matches/{match}")).json()["finished"] is not None
    await ann.leave()
    await ben.leave()


async def test_the_clock_plays_for_a_late_player() -> None:
    """The clock is one second, which is less than users can choose."""
    store = MemoryStore()
    opening = new_opening(NewTable(game="qwixx", seats=[person(0), person(1)]), None, (), await store.now(), Random(1))
    opening = replace(opening, opened=structs.replace(opening.opened, clock=1))
    await keep_opening(store, opening)
    async with running_server(store) as url, Player(url, opening.opened.code, *TOKENS[:2]) as both:
        await both.do("start")
        assert both.state["table"]["clock"]["left_ms"] <= 1000
        await both.until(lambda told: any(notice.get("by") == "clock" for notice in told.get("notices", ())))


async def test_reactions_reach_everybody_but_not_too_many(url: str) -> None:
    ann, ben = await two_at_a_table(url)
    for _ in range(6):
        await ann.send("react", seat=0, reaction="bravo")
    told = await ben.until(lambda message: message["type"] == "reacted")
    assert (told["seat"], told["reaction"]) == (0, "bravo")
    refused = await ann.until(lambda message: message["type"] == "refused")
    assert refused["why"]["id"] == "too_many_reactions"
    await ben.send("react", seat=0, reaction="bravo")
    refused = await ben.until(lambda message: message["type"] == "refused")
    assert (refused["error"], refused["why"]["id"]) == ("WrongSeatError", "not_your_seat")
    await ann.leave()
    await ben.leave()


async def test_a_companion_table_takes_typed_rolls_and_corrections(url: str) -> None:
    ann, ben = await two_at_a_table(url, dice="typed")
    await ben.do("throw", seat=1, roll="w4 w1 r2 y6 g3 b6")
    await ann.until(lambda told: told["type"] == "state" and told["views"][0]["roll"] != "")
    await ann.do("play", seat=0, move="r5")
    await ann.do("correct", seat=0, roll="w4 w2 r2 y6 g3 b6")
    assert ann.views[0]["roll"] == "w4 w2 r2 y6 g3 b6" and "r6" in ann.views[0]["choices"]
    await ben.until(lambda told: told["type"] == "state" and told["notices"][-1:][0]["type"] == "corrected")
    await ann.send("list_entries", seat=0, turn=1, phase="white")
    refused = await ann.until(lambda told: told["type"] == "refused")
    assert refused["why"]["id"] == "no_such_entry"
    for client, seat in ((ann, 0), (ben, 1)):
        await client.do("play", seat=seat, move="-")
    await ann.send("list_entries", seat=0, turn=1, phase="white")
    listed = await ann.until(lambda told: told["type"] == "entry_list")
    assert [(entry["phase"], entry["seat"], entry["text"]) for entry in listed["entries"]] == [
        ("", -1, "w4 w2 r2 y6 g3 b6"),
        ("white", 0, "-"),
        ("white", 1, "-"),
    ]
    assert "r6" in listed["choices"]
    await ann.leave()
    await ben.leave()


async def test_friends_play_the_same_dice_in_their_own_time(url: str) -> None:
    async with http_client(url) as client:
        challenge = (await client.post("/api/challenges", json={"game": "qwixx", "bots": ["random"]})).json()
        rolls = []
        for number, name in enumerate(("Ann", "Ben")):
            token = secrets.token_urlsafe(32)
            seats = [{"name": name, "token": token}, {"bot": "random"}]
            code = await open_table(url, *seats, challenge=challenge["challenge"], auto_throw=True)
            async with Player(url, code, token) as player:
                await player.do("start")
                rolls.append(player.views[0]["roll"])
                await player.play_on(random.Random(number))
        facts = (await client.get(f"/api/challenges/{challenge['challenge']}")).json()
    assert rolls[0] == rolls[1]
    assert sorted(line["name"] for line in facts["results"]) == ["Ann", "Ben"]
    assert facts["warning"] == "seed_is_public"


async def test_the_challenge_of_the_day_is_the_same_everywhere(url: str) -> None:
    games = (await fetch(url, "/api/games")).json()
    daily = games[0]["daily"]
    facts = (await fetch(url, f"/api/challenges/{daily}")).json()
    async with running_server(MemoryStore()) as other:
        assert (await fetch(other, f"/api/challenges/{daily}")).json() == facts
    solo = (await fetch(url, f"/api/challenges/{daily}-solo")).json()
    assert (facts["bots"], solo["bots"], solo["seed"]) == (["steady"], [], facts["seed"])
    assert (await fetch(url, "/api/challenges/daily-2999-01-01-qwixx")).status_code == 404


async def test_a_player_can_be_forgotten(url: str) -> None:
    ann, ben = await two_at_a_table(url, auto_throw=True)
    rng = random.Random(7)
    await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
    path = f"/api/matches/{ann.state['match']}"
    await ann.leave()
    await ben.leave()
    async with http_client(url) as client:
        assert (await client.delete(path)).status_code == 403
        assert (await client.delete(path, headers={"Authorization": f"Bearer {'x' * 40}"})).status_code == 403
        assert (await client.delete(path, headers={"Authorization": f"Bearer {ann.tokens[0]}"})).status_code == 204
        lines = (await client.post("/api/matches/list", json={"matches": [ann.state["match"]]})).json()
        assert lines[0]["names"] == ["?", "Ben"]
        assert (await client.delete(path, headers={"Authorization": f"Bearer {ben.tokens[0]}"})).status_code == 204
        assert (await client.get(path)).status_code == 404


async def test_open_tables_are_listed_and_others_not(url: str) -> None:
    code = await open_table(url, {"name": "Ann", "token": "t" * 32}, {}, open=True)
    hidden = await open_table(url, {"name": "Eve", "token": "t" * 32}, {})
    lines = [line for line in (await fetch(url, "/api/tables")).json() if line["code"] in (code, hidden)]
    assert lines == [{"code": code, "game": "qwixx", "names": ["Ann"], "n_open": 1, "status": "lobby"}]


async def test_a_slow_reader_is_dropped_and_may_come_back() -> None:
    many = 1_000_000
    limits = replace(
        LIMITS,
        outbox_messages=50,
        commands_at_once=many,
        client_commands_at_once=many,
        frames_at_once=many,
        states_at_once=many,
        burst_at_once=many,
    )
    async with running_server(MemoryStore(), replace(FAST, limits=limits, stand_in_seconds=LONG)) as url:
        ann, ben = await two_at_a_table(url)
        try:
            for number in range(20_000):
                await ben.send("play", id=f"c{number}", seat=1, step=9999, move="-")
        except ConnectionClosed:
            pass
        with pytest.raises(ConnectionClosed):
            while True:
                await ben.hear()
        assert ben.heard[-1]["type"] == "closing" and ben.heard[-1]["reason"] == "slow"
        await ann.do("throw", seat=0)
        await ben.connect()
        assert ben.views[0]["choices"]
        await ann.leave()
        await ben.leave()


async def test_a_page_of_another_host_cannot_open_a_socket(url: str) -> None:
    code = await open_table(url, {}, {})
    with pytest.raises(InvalidStatus):
        await socket_at(url, code, origin="https://evil.example")
    async with socket_at(url, code, origin=url):
        pass


async def test_a_table_that_is_not_there_is_refused_clearly(url: str) -> None:
    player = Player(url, "AAAA")
    with pytest.raises(ConnectionClosed):
        await player.connect()
    assert [told["type"] for told in player.heard] == ["refused", "closing"]
    assert player.heard[0]["why"]["id"] == "unknown_table"


@pytest.mark.parametrize("protocol", [3, 5])
async def test_a_page_of_another_protocol_is_told_and_sent_away(url: str, protocol: int) -> None:
    async with Player(url, await open_table(url, {}, {})) as player:
        await player.send("hello", protocol=protocol)
        refused = await player.until(lambda message: message["type"] == "refused")
        assert (refused["id"], refused["why"]["id"]) == (None, "other_protocol")
        assert refused["message"] == "The page is out of date: load it again."
        assert (await player.hear()) == {"type": "closing", "reason": "protocol", "retry_ms": None}


async def test_sockets_are_limited_per_client() -> None:
    limits = replace(LIMITS, sockets_per_client=2)
    async with running_server(MemoryStore(), replace(FAST, limits=limits, stand_in_seconds=LONG)) as url:
        code = await open_table(url, {}, {})
        async with Player(url, code), Player(url, code):
            with pytest.raises(InvalidStatus):
                await Player(url, code).connect()
        async with Player(url, code):
            pass


async def test_tables_are_limited_per_client() -> None:
    limits = replace(LIMITS, tables_per_client_minute=2)
    async with (
        running_server(MemoryStore(), replace(FAST, limits=limits)) as url,
        http_client(url) as client,
    ):
        codes = [
            (await client.post("/api/tables", json={"game": "qwixx", "seats": [{}, {}]})).status_code for _ in range(3)
        ]
    assert codes == [201, 201, 429]
