"""Two processes on one PostgreSQL database, simulated in this process: presence and the next match across both."""

import asyncio
import random

from tests.postgres import patient_store
from tests.server.clients import Player, open_table, seated
from tests.server.servers import running_server


async def hold_across(ann: Player, ben: Player) -> None:
    """Ann answers last, holds her move and then confirms it; Ben receives both through the other process."""
    step = ann.state["step"]
    await ben.do("play", seat=1, step=step, move="-")
    await ann.do("play", seat=0, step=step, move="-", hold=True)
    await ben.until(lambda told: told["type"] == "sealed" and told["acting"] == [])
    await ann.do("take_back", seat=0, step=step)
    await ben.until(lambda told: told["type"] == "taken_back" and told["acting"] == [0])
    await ann.do("play", seat=0, step=step, move="-", hold=True)
    await ann.do("confirm", seat=0, step=step)
    resolved = await ben.until(lambda told: told["type"] == "state" and told["step"] == step + 1)
    assert resolved["notices"][-1]["moves"] == ["-", "-"]


async def test_presence_and_the_next_match_reach_the_other_process(postgres_url: str) -> None:
    async with (
        running_server(patient_store(postgres_url)) as one,
        running_server(patient_store(postgres_url)) as two,
    ):
        seats, tokens = seated("Ann", "Ben")
        code = await open_table(one, *seats, auto_throw=True, first=0)
        ann, ben = Player(one, code, tokens[0]), Player(two, code, tokens[1])
        await ann.connect()
        await ben.connect()
        await ann.until(lambda told: told["type"] == "table" and told["table"]["seats"][1]["connected"])
        async with Player(two, code):
            await ann.until(lambda told: told["type"] == "table" and told["table"]["watchers"] == 1)
        await ann.do("start")
        await ben.until(lambda told: told["type"] == "state" and told["views"] != [])
        await hold_across(ann, ben)
        rng = random.Random(1)
        await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
        old = ann.state["match"]
        await ben.do("again")
        await ann.do("again")
        await ann.until_state(lambda state: state["match"] != old)
        assert ann.state["table"]["previous"] == old
        await ann.do("start")
        await ben.until(lambda told: told["type"] == "state" and told["table"]["status"] == "playing")
        await ben.leave()
        await ann.until(lambda told: "table" in told and not told["table"]["seats"][1]["connected"])
        await ann.leave()


async def test_two_simultaneous_requests_open_one_match(postgres_url: str) -> None:
    seats, tokens = seated("Ann", "Ben")
    async with (
        running_server(patient_store(postgres_url)) as one,
        running_server(patient_store(postgres_url)) as two,
    ):
        code = await open_table(one, *seats, auto_throw=True, first=0, dice="seeded")
        async with Player(one, code, tokens[0]) as ann, Player(two, code, tokens[1]) as ben:
            await ann.do("start")
            await asyncio.gather(*(each.play_on(random.Random(1)) for each in (ann, ben)))
            old = ann.state["match"]
            answers = await asyncio.gather(*(each.do("again") for each in (ann, ben)))
            assert [answer["type"] for answer in answers] == ["done", "done"]
            await asyncio.gather(*(each.until_state(lambda state: state["match"] != old) for each in (ann, ben)))
            assert ann.state["match"] == ben.state["match"]
