"""Attacks of a guest at a table on its players."""

import asyncio
import json
import random
from dataclasses import replace

import pytest

from paperdice.flow import decide, events
from paperdice.store.memory import MemoryStore
from tests.server.clients import Player, open_table, seated
from tests.server.servers import FAST, running_server


@pytest.mark.parametrize("starts", [False, True])
async def test_a_transfer_code_ends_when_the_owner_is_back(starts: bool) -> None:
    """A guest who kept the code could take the seat the next time its owner loses the connection."""
    seats, tokens = seated("Ann", "Ben")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, dice="seeded")
        async with Player(url, code, tokens[1]) as ben, Player(url, code) as guest:
            async with Player(url, code, tokens[0]) as ann:
                if starts:
                    await ann.do("start")
            await ben.until(lambda told: told["type"] == "table" and not told["table"]["seats"][0]["connected"])
            await ben.do("transfer", seat=0)
            offered = next(told["code"] for told in ben.heard if told["type"] == "transfer_offered")
            ann = Player(url, code, tokens[0])
            await ann.connect()
            await ann.leave()
            await ben.until(lambda told: told["type"] == "table" and not told["table"]["seats"][0]["connected"])
            await guest.expect("claim", "wrong_code", code=offered, token="g" * 32)
            assert guest.state["table"]["seats"][0]["name"] == "Ann"


async def test_a_transfer_code_ends_however_often_the_owner_was_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.Returned, "budget", 0)
    seats, tokens = seated("Ann", "Ben")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, dice="seeded")
        async with Player(url, code, tokens[1]) as ben, Player(url, code) as guest:
            await ben.do("transfer", seat=0)
            offered = next(told["code"] for told in ben.heard if told["type"] == "transfer_offered")
            async with Player(url, code, tokens[0]):
                pass
            await ben.until(lambda told: told["type"] == "table" and not told["table"]["seats"][0]["connected"])
            await guest.expect("claim", "wrong_code", code=offered, token="g" * 32)


async def test_the_owners_own_code_lasts_while_the_owner_is_there() -> None:
    seats, tokens = seated("Ann", "Ben")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats)
        async with Player(url, code, tokens[0]) as ann:
            await ann.do("transfer", seat=0)
        offered = next(told["code"] for told in ann.heard if told["type"] == "transfer_offered")
        async with Player(url, code, tokens[0]), Player(url, code) as other:
            assert (await other.do("claim", code=offered, token="g" * 32))["type"] == "done"


async def test_a_guest_who_renames_all_the_time_spends_only_the_own_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_EVENTS", 300)
    seats, tokens = seated("Ann", "Eve")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, {}, dice="seeded", auto_throw=True)
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as eve, Player(url, code) as ben:
            for number in range(300):
                await eve.do("rename", seat=1, name=f"Eve {number}")
                await eve.do("set_pace", seat=1, pace=("fast", "slow")[number % 2])
                await eve.do("transfer", seat=1)
            await eve.expect("rename", "too_often", seat=1, name="Eve")
            assert await ben.sit("Ben") == 2
            assert (await ann.do("rename", seat=0, name="Anna"))["type"] == "done"
            assert (await ann.do("set_pace", seat=0, pace="fast"))["type"] == "done"
            assert (await ann.do("arrange", game="qwixx", seats=[0, 1, 2], first=0))["type"] == "done"
            assert (await ann.do("start"))["type"] == "done"


async def test_taking_back_all_the_time_leaves_the_others_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_EVENTS", 300)
    seats, tokens = seated("Ann", "Eve")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, dice="seeded", auto_throw=True, first=0)
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as eve:
            await ann.do("start")
            await eve.until(lambda _: eve.status == "playing" and eve.views[0]["choices"] != [])
            while (await eve.do("play", seat=1, move="-"))["type"] == "done":
                if (await eve.do("take_back", seat=1))["type"] == "refused":
                    break
            await ann.do("play", seat=0, move="-", hold=True)
            assert (await ann.do("take_back", seat=0))["type"] == "done"


async def test_leaving_and_coming_back_do_not_grow_a_log_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_EVENTS", 10)
    store, (seats, tokens) = MemoryStore(), seated("Ann", "Eve")
    async with running_server(store) as url:
        code = await open_table(url, *seats, dice="seeded", first=0)
        async with Player(url, code, tokens[0]) as ann:
            await ann.do("start")
            for _ in range(100):
                async with Player(url, code, tokens[1]) as eve:
                    await eve.do("leave", seat=1, bot="random")
            match = ann.state["match"]
            assert len(await store.load(match)) <= 150
            async with Player(url, code, tokens[1]) as eve:
                assert eve.state["table"]["seats"][1]["name"] == "Eve"


async def test_sitting_down_and_standing_up_all_the_time_is_slowed_down() -> None:
    settings = replace(FAST, limits=replace(FAST.limits, tables_per_client_minute=5))
    async with running_server(MemoryStore(), settings) as url:
        code = await open_table(url, {}, {})
        async with Player(url, code) as eve:
            for _ in range(5):
                seat = await eve.sit("Eve")
                await eve.do("stand", seat=seat)
            await eve.expect("sit", "too_many_commands", name="Eve", token="e" * 32)


async def test_correcting_all_the_time_leaves_the_others_their_corrections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_EVENTS", 300)
    seats, tokens = seated("Ann", "Eve")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, dice="typed", first=0)
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as eve:
            await ann.do("start")
            await ann.do("throw", seat=0, roll="w1 w1 r1 y1 g1 b1")
            for number in range(300):
                await eve.do("correct", seat=1, roll=f"w{1 + number % 6} w1 r1 y1 g1 b1")
            await eve.expect("correct", "too_often", seat=1, roll="w6 w6 r1 y1 g1 b1")
            assert (await ann.do("correct", seat=0, roll="w2 w1 r1 y1 g1 b1"))["type"] == "done"


async def test_marking_and_erasing_at_a_pad_all_the_time_does_not_fill_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "MOST_EVENTS", 300)
    seats, tokens = seated("Ann", "Eve")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, {}, dice="unknown")
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as eve, Player(url, code) as ben:
            await ann.do("start")
            for _ in range(200):
                await eve.do("enter", seat=1, text="r2")
                await eve.do("correct", seat=1, move="-")
            assert await ben.sit("Ben") == 2
            assert (await ann.do("enter", seat=0, text="r2"))["type"] == "done"
            assert (await ann.do("correct", seat=0, move="-"))["type"] == "done"


async def test_offering_the_seat_of_an_absent_person_spends_nothing_of_that_seat() -> None:
    seats, tokens = seated("Ann", "Eve")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, dice="seeded")
        async with Player(url, code, tokens[1]) as eve:
            for _ in range(30):
                await eve.do("transfer", seat=0)
            await eve.expect("transfer", "too_often", seat=0)
            async with Player(url, code, tokens[0]) as ann:
                assert (await ann.do("transfer", seat=0))["type"] == "done"


async def test_bots_that_are_called_and_sent_away_do_not_grow_a_log_without_end() -> None:
    store, (seats, tokens) = MemoryStore(), seated("Ann", "Eve")
    async with running_server(store) as url:
        code = await open_table(url, *seats, dice="seeded", first=0)
        async with Player(url, code, tokens[0]) as ann:
            await ann.do("start")
            for _ in range(60):
                async with Player(url, code, tokens[1]):
                    pass
                await ann.until(lambda told: told["type"] == "table" and not told["table"]["seats"][1]["connected"])
                await ann.do("stand_in", seat=1, bot="random")
            kinds = [json.loads(text)["type"] for text in await store.load(ann.state["match"])]
            assert kinds.count("returned") == 50 and kinds.count("stood_in") == 51


@pytest.mark.parametrize("starts", [False, True])
async def test_sitting_down_and_standing_up_all_the_time_does_not_fill_a_log(starts: bool) -> None:
    """Seats that have changed hands too often are free again when the table is arranged."""
    store, (seats, tokens) = MemoryStore(), seated("Ann", "Eve")
    async with running_server(store) as url:
        code = await open_table(url, *seats, dice="seeded", first=0)
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as eve, Player(url, code) as ben:
            if starts:
                await ann.do("start")
            for _ in range(120):
                await eve.do("stand", seat=1)
                await eve.do("sit", seat=1, name="Eve", token=tokens[1])
            kinds = [json.loads(text)["type"] for text in await store.load(ann.state["match"])]
            assert kinds.count("sat") == 1 + 100 and kinds.count("stood") == 100
            if starts:
                assert (await ann.do("seat_bot", seat=1, bot="random"))["type"] == "done"
                return
            await ann.expect("seat_bot", "too_often", seat=1, bot="random")
            assert (await ann.do("arrange", game="qwixx", seats=[0, None], first=0))["type"] == "done"
            assert await ben.sit("Ben") == 1


async def test_a_guest_sits_down_where_nobody_has_worn_the_seat_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.Sat, "budget", 1)
    seats, tokens = seated("Ann", "Eve")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, {}, dice="seeded")
        async with Player(url, code, tokens[1]) as eve, Player(url, code) as ben:
            await eve.do("stand", seat=1)
            assert await ben.sit("Ben") == 2


async def test_a_guest_who_arranges_all_the_time_leaves_the_others_their_arrangements() -> None:
    seats, tokens = seated("Ann", "Eve")
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, *seats, dice="seeded")
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as eve:
            for number in range(120):
                await eve.do("arrange", game=("sixto", "qwixx")[number % 2], seats=[0, 1], first=0)
            assert (await ann.do("arrange", game="longo", seats=[0, 1], first=0))["type"] == "done"


async def test_a_stranger_with_a_guessed_code_is_removed_for_the_whole_evening() -> None:
    """With a code a stranger can sit down and take part in the next match, until the host removes the device once."""
    seats, tokens = seated("Ann", "Ben")
    settings = replace(FAST, limits=replace(FAST.limits, tables_per_client_minute=10_000))
    async with running_server(MemoryStore(), settings) as url:
        code = await open_table(url, *seats, dice="seeded", auto_throw=True, auto_pass=True, first=0, seed=1)
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as ben, Player(url, code) as eve:
            assert await eve.sit("Eve") == 2
            await eve.expect("remove", "only_host", seat=0)
            await ann.do("remove", seat=2)
            await eve.until(lambda told: told["type"] == "unseated")
            for number in range(40):
                token = f"{number:032}"
                await eve.expect("sit", "table_closed", name="Eve", token=token)
                answer = await eve.do("join_next", name="Eve", token=token)
                assert answer["type"] == "done" or answer["why"]["id"] == "has_seat", answer
            facts = eve.state["table"]
            assert [(guest["plays"], guest["waits"]) for guest in facts["guests"]] == [(False, True)]
            await eve.expect("again", "only_seated")
            await ann.do("arrange", game="qwixx", seats=[0, 1], first=0)
            await ann.do("start")
            rng = random.Random(1)
            await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
            await eve.expect("again", "only_seated")
            old = ann.state["match"]
            for _ in range(2):
                await ann.do("again")
            await ann.until_state(lambda state: state["match"] != old)
            assert [seat["name"] for seat in ann.state["table"]["seats"]] == ["Ann", "Ben"]
            await eve.expect("sit", "table_closed", name="Eve", token="e" * 32)


async def test_guests_who_come_and_go_do_not_fill_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.GuestJoined, "budget", 20)
    store, (seats, tokens) = MemoryStore(), seated("Ann", "Ben")
    async with running_server(store) as url:
        code = await open_table(url, *seats, dice="seeded", first=0)
        async with Player(url, code, tokens[0]) as ann, Player(url, code) as eve:
            await ann.do("start")
            for number in range(20):
                await eve.do("join_next", name="Eve", token=f"{number:032}")
                await eve.do("leave_next", guest=number)
            await eve.expect("join_next", "too_often", name="Eve", token="e" * 32)
            assert len(await store.load(ann.state["match"])) < 50
            assert (await ann.do("rename", seat=0, name="Anna"))["type"] == "done"
