"""Hints at a table require the agreement of every seated person, are recorded, go to one seat only, and are refused in
challenges.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import Any

import pytest

from paperdice.errors import IllegalMoveError, MatchOverError, WrongSeatError
from paperdice.flow import commands
from paperdice.flow.record import record_of
from paperdice.flow.wishes import NewSeat
from paperdice.server.studies import Studies
from paperdice.store.memory import MemoryStore
from paperdice.study.results import AdviceView
from tests.patience import patience
from tests.server.clients import Json, Player, http_client, open_table, seated
from tests.server.servers import FAST, LIMITS, running_server
from tests.server.tables import TOKENS, Driver, person, played_out, started, two_players


def agreed(*seats: NewSeat) -> Driver:
    """Return a match before its first decision in which all people have agreed to hints."""
    driver = started(*(seats or (person(0), person(1))))
    for seat in driver.table.persons:
        driver.do(commands.SetHints, seat, agreed=True)
    driver.throw()
    return driver


def refused(driver: Driver, seat: int, held: tuple[int, ...] | None = None) -> str:
    """Return why a hint is refused, and check that nothing has changed."""
    n_events = len(driver.log)
    with pytest.raises(IllegalMoveError) as caught:
        driver.do(commands.Hint, seat, held=held)
    assert len(driver.log) == n_events
    return caught.value.reason.id


def test_a_hint_needs_every_seated_player() -> None:
    driver = two_players()
    driver.throw()
    assert refused(driver, 0) == "hints_not_agreed"
    driver.do(commands.SetHints, 0, agreed=True)
    assert refused(driver, 0) == "hints_not_agreed"
    driver.do(commands.SetHints, 1, agreed=True)
    driver.do(commands.Hint, 0)
    assert driver.table.hinted == {0}


def test_bots_agree() -> None:
    driver = agreed(person(0), NewSeat(bot="casual"))
    driver.do(commands.Hint, 0)
    assert driver.table.hinted == {0}


def test_a_player_who_withdraws_agreement_ends_it() -> None:
    driver = agreed()
    driver.do(commands.SetHints, 1, agreed=False)
    assert refused(driver, 0) == "hints_not_agreed"


def test_somebody_new_has_not_agreed() -> None:
    driver = agreed()
    driver.do(commands.Stand, 1)
    driver.do(commands.Hint, 0)
    driver.do(commands.Sit, name="Eve", token=TOKENS[3])
    assert refused(driver, 0) == "hints_not_agreed"


def test_a_new_player_of_a_seat_has_not_agreed_yet() -> None:
    """The next match also requires a new agreement."""
    driver = agreed()
    driver.do(commands.Stand, 0)
    driver.do(commands.Sit, name="Eve", token=TOKENS[3], seat=0)
    assert driver.table.hints == {1}


def test_a_player_who_has_left_is_still_asked() -> None:
    driver = started(person(0), person(1))
    driver.do(commands.SetHints, 0, agreed=True)
    driver.do(commands.Leave, 1, bot="casual")
    driver.throw()
    assert refused(driver, 0) == "hints_not_agreed"


def test_nobody_asks_or_agrees_for_another_seat() -> None:
    driver = agreed()
    assert refused(driver, 1, held=(0,)) == "not_your_seat"
    with pytest.raises(WrongSeatError):
        driver.do(commands.SetHints, 1, held=(0,), agreed=True)
    with pytest.raises(WrongSeatError):
        driver.do(commands.Hint, 0, held=())


def test_a_hint_needs_an_open_decision() -> None:
    driver = agreed()
    driver.do(commands.Play, 0, move=driver.table.match.choices(0)[0])
    assert refused(driver, 0) == "nothing_to_decide"
    driver = started(person(0), person(1))
    for seat in (0, 1):
        driver.do(commands.SetHints, seat, agreed=True)
    assert refused(driver, 0) == "nothing_to_decide"


def test_not_before_and_not_after_the_match() -> None:
    driver = played_out(agreed())
    with pytest.raises(MatchOverError):
        driver.do(commands.Hint, 0)
    with pytest.raises(MatchOverError):
        driver.do(commands.SetHints, 0, agreed=True)


def test_a_hint_is_asked_for_once_in_a_step_and_stands_in_the_record() -> None:
    driver = agreed()
    driver.do(commands.Hint, 1)
    assert driver.do(commands.Hint, 1).events == []
    assert driver.table.notices[-1].sequence == driver.table.sequence
    driver.pass_all()
    assert "{hint: 1}" in record_of(driver.table)
    assert driver.table.hinted == set()


# Over real sockets


async def open_sixto(url: str) -> tuple[str, list[str]]:
    """Open a table of Sixto for Ann and Ben."""
    seats, tokens = seated("Ann", "Ben")
    return await open_table(url, *seats, game="sixto", dice="seeded", first=0), tokens


async def begin(*players: Player) -> None:
    """Start and throw, so that all seats have a decision."""
    await players[0].do("start")
    await players[0].do("throw", seat=0)
    await await_choices(players[0])
    await players[0].do("play", seat=0, move="keep")
    for player in players:
        await await_choices(player)


async def await_choices(player: Player) -> None:
    """Wait until the player has a decision."""
    while not (player.views and player.views[0]["choices"]):
        await player.hear()


def is_advice(told: Json) -> bool:
    return told["type"] == "advised" and told["advice"] is not None


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("study_pool")
async def test_a_hint_goes_to_the_seat_alone_and_knows_nothing_sealed() -> None:
    async with running_server(MemoryStore()) as url:
        code, tokens = await open_sixto(url)
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as ben, Player(url, code) as eve:
            await begin(ann, ben)
            await ann.expect("hint", "hints_not_agreed", seat=0, step=ann.state["step"])
            for player, seat in ((ann, 0), (ben, 1)):
                assert (await player.do("set_hints", seat=seat, agreed=True))["type"] == "done"
            await ben.expect("hint", "not_your_seat", seat=0, step=ben.state["step"])
            await eve.expect("hint", "not_your_seat", seat=0, step=eve.state["step"])
            sealed = ben.views[0]["choices"][-1]
            await ben.do("play", seat=1, move=sealed)
            await ann.do("hint", seat=0, step=ann.state["step"], language="de")
            first = await ann.until(is_advice)
            last = await ann.until(lambda told: is_advice(told) and told["is_final"])
            advice = last["advice"]
            assert first["advice"]["choices"][0]["move"] == first["advice"]["best"]
            assert (advice["seat"], advice["unit"], last["seat"]) == (0, "chance", 0)
            assert {choice["move"] for choice in advice["choices"]} <= set(ann.views[0]["choices"])
            assert "?" not in advice["position"] and ben.views[0]["sealed"] not in advice["position"].split()
            await ann.do("play", seat=0, move=advice["best"])
            for other in (ben, eve):
                await other.until(lambda told: told["type"] == "state" and told["step"] > last["step"])
                assert not [told for told in other.heard if told["type"] == "advised"]
                notices = [notice for told in other.heard for notice in told.get("notices", ())]
                assert [notice["seat"] for notice in notices if notice["type"] == "hinted"] == [0]


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("study_pool")
async def test_no_advice_comes_when_somebody_new_sits_down_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """All agree when the coach is asked, but one of them does not when it answers."""
    knows, may_answer, has_answered = asyncio.Event(), asyncio.Event(), asyncio.Event()
    advise = Studies.advise

    async def answer_late(studies: Studies, *wish: Any) -> AdviceView | None:
        advice = await advise(studies, *wish)
        if advice is not None:
            knows.set()
            await may_answer.wait()
            has_answered.set()
        return advice

    monkeypatch.setattr(Studies, "advise", answer_late)
    async with running_server(MemoryStore()) as url:
        code, tokens = await open_sixto(url)
        async with Player(url, code, tokens[0]) as ann, Player(url, code, tokens[1]) as ben, Player(url, code) as eve:
            await begin(ann, ben)
            for player, seat in ((ann, 0), (ben, 1)):
                await player.do("set_hints", seat=seat, agreed=True)
            await ben.do("stand", seat=1)
            await ann.send("hint", id=secrets.token_hex(6), seat=0, step=ann.state["step"])
            async with asyncio.timeout(patience()):
                await knows.wait()
                await eve.sit("Eve")
                may_answer.set()
                await has_answered.wait()
            await ann.expect("hint", "hints_not_agreed", seat=0, step=ann.state["step"])
            assert not [told for told in ann.heard if is_advice(told)]


async def test_a_challenge_has_no_hints(shared_url: str) -> None:
    url = shared_url
    async with http_client(url) as client:
        made = (await client.post("/api/challenges", json={"game": "sixto", "bots": ["random"]})).json()
        (seat,), (token,) = seated("Ann")
        code = await open_table(url, seat, {"bot": "random"}, game="sixto", challenge=made["challenge"])
        async with Player(url, code, token) as ann:
            await ann.do("start")
            await ann.expect("set_hints", "no_hints", seat=0, agreed=True)
            await ann.do("throw", seat=0)
            await await_choices(ann)
            await ann.expect("hint", "no_hints", seat=0, step=ann.state["step"])


async def test_a_position_that_people_play_is_no_secret(shared_url: str) -> None:
    """Every process gives the same answer, regardless of which of them hosts the table."""
    played = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 11111/1/-/- 1 | classic 111/1/-/- 0"
    seats, tokens = seated("Ann", "Ben")
    code = await open_table(shared_url, *seats, position=played)
    async with Player(shared_url, code, tokens[0]) as ann, Player(shared_url, code, tokens[1]):
        await ann.do("start")
        while ann.status != "playing":
            await ann.hear()
        async with http_client(shared_url) as client:
            table = {"game": "qwixx", "seats": [{}, {}], "position": played}
            assert (await client.post("/api/tables", json=table)).status_code == 201


async def test_a_client_has_only_so_much_studied_at_a_time() -> None:
    limits = replace(LIMITS, studies_per_client=0)
    async with running_server(MemoryStore(), replace(FAST, limits=limits)) as url:
        (seat,), (token,) = seated("Ann")
        code = await open_table(url, seat, {"bot": "random"}, game="sixto", dice="seeded", first=0)
        async with Player(url, code, token) as ann:
            await ann.do("start")
            await ann.do("set_hints", seat=0, agreed=True)
            await ann.do("throw", seat=0)
            await await_choices(ann)
            await ann.expect("hint", "too_many_studies", seat=0, step=ann.state["step"])
