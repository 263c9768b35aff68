"""Reviews and advice over plain HTTP: made in the workers part by part, kept with the match, given up in time."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest

from paperdice import Match, SeededDice, find_game, read_record
from paperdice.bots.warming import WarmUp, warm_up
from paperdice.errors import PaperdiceError
from paperdice.server.http import reviews
from paperdice.server.http.reviews import KIND, Reviews
from paperdice.server.live.lobby import Lobby
from paperdice.server.protocol.http import ReviewState
from paperdice.server.table.codes import draw_id
from paperdice.server.workers import studies
from paperdice.server.workers.pool import BotPool
from paperdice.sheet import Row, Sheet
from paperdice.store.memory import MemoryStore
from paperdice.store.store import Ending, MatchEntry, ReviewEntry, TableEntry
from paperdice.study import AdviceView, review
from paperdice.study.readiness import OWN, STUDY, VERSION
from paperdice.study.rehearsal import rehearse_any
from paperdice.study.worker import StudyRequest
from tests.server.clients import Player, fetch, open_table, seated
from tests.server.servers import FAST, LIMITS, running_server

MATCH = "reviewed"
SAMPLES = 4


def play_out(game: str = "sixto", seats: int = 2, seed: int = 3) -> str:
    """The record of a match of players at random."""
    match, dice, rng = Match(find_game(game), seats), SeededDice(seed), random.Random(seed)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat in match.acting:
            match.play(seat, rng.choice(match.choices(seat)))
    return match.record()


RECORD = play_out()


async def keep(store: MemoryStore, record: str = RECORD) -> None:
    """Keeps a match of which only the record matters."""
    table = TableEntry("table", "KXRMAB", MATCH, is_open=False, touched=1)
    await store.create(table, MatchEntry(MATCH, "table", "sixto", None, 0, 1, 1), ["{}"])
    await store.append(MATCH, 1, [], 2, Ending(2, "{}", record))


@pytest.fixture
async def lobby(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Lobby]:
    """A lobby with one finished match, whose bots think in one process and look only shortly."""
    monkeypatch.setattr(studies, "REVIEW_SAMPLES", SAMPLES)
    store = MemoryStore()
    await keep(store)
    made = Lobby(store, replace(FAST, n_workers=1))
    await made.open()
    yield made
    await made.close()


async def ask_on(made: Reviews, client: str = "here") -> ReviewState:
    """Asks until there is a review."""
    async with asyncio.timeout(120):
        while (state := await made.ask(MATCH, client)).status != "done":
            await asyncio.sleep(0.05)
    return state


@pytest.mark.slow
@pytest.mark.usefixtures("study_ready")
async def test_a_review_is_made_once_and_kept_with_its_kind(lobby: Lobby) -> None:
    made = Reviews(lobby)
    state = await ask_on(made)
    assert state.review is not None
    expected = review(read_record(RECORD), samples=SAMPLES)
    assert {**state.review, "seconds": 0} == {**json.loads(json.dumps(expected)), "seconds": 0}
    kept = await lobby.store.find_review(MATCH)
    assert kept is not None and kept.kind == KIND and json.loads(kept.body) == state.review
    await made.close()
    again = await Reviews(lobby).ask(MATCH, "elsewhere")
    assert (again.status, again.review) == ("done", state.review)


@pytest.mark.slow
@pytest.mark.usefixtures("study_ready")
async def test_a_worker_that_dies_in_the_middle_costs_one_part(lobby: Lobby) -> None:
    made = Reviews(lobby)
    async with asyncio.timeout(120):
        while not (await made.ask(MATCH, "here")).done:
            await asyncio.sleep(0.02)
    pid = lobby.bots.workers[0].pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    state = await ask_on(made)
    assert state.review is not None and lobby.bots.workers[0].pid != pid
    expected = review(read_record(RECORD), samples=SAMPLES)
    assert state.review["seats"] == json.loads(json.dumps(expected["seats"]))
    await made.close()


@pytest.mark.slow
@pytest.mark.usefixtures("study_ready")
async def test_a_review_that_nobody_waits_for_is_given_up(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PATIENCE_SECONDS", 0.2)
    made = Reviews(lobby)
    await made.ask(MATCH, "here")
    assert lobby.throttles.studies.n_taken == 0 or made._jobs
    async with asyncio.timeout(60):
        while made._jobs:
            await asyncio.sleep(0.05)
    assert lobby.throttles.studies.n_taken == 0
    assert await lobby.store.find_review(MATCH) is None


@pytest.mark.slow
@pytest.mark.usefixtures("study_ready")
async def test_only_who_began_a_review_cancels_it(lobby: Lobby) -> None:
    made = Reviews(lobby)
    await made.ask(MATCH, "here")
    made.cancel(MATCH, "elsewhere")
    assert made._jobs[MATCH].is_wanted
    made.cancel(MATCH, "here")
    async with asyncio.timeout(60):
        while made._jobs:
            await asyncio.sleep(0.05)
    assert lobby.throttles.studies.n_taken == 0


async def test_a_review_of_another_version_is_made_anew(lobby: Lobby) -> None:
    await lobby.store.save_review(ReviewEntry(MATCH, "version 0, 1 samples", "{}"), RECORD)
    made = Reviews(lobby)
    assert (await made.ask(MATCH, "here")).status == "waiting"
    made.cancel(MATCH, "here")
    await made.close()


async def test_a_client_has_so_many_reviews_at_a_time(lobby: Lobby) -> None:
    for _ in range(LIMITS.studies_per_client):
        assert lobby.throttles.studies.take("greedy")
    made = Reviews(lobby)
    with pytest.raises(PaperdiceError) as caught:
        await made.ask(MATCH, "greedy")
    assert caught.value.reason.id == "too_many_studies"
    assert not made._jobs


async def test_a_match_that_goes_on_or_is_unknown_has_no_review() -> None:
    async with running_server(MemoryStore()) as url, httpx.AsyncClient(base_url=url, timeout=60) as client:
        (seat,), (token,) = seated("Ann")
        code = await open_table(url, seat, {"bot": "random"}, game="sixto")
        async with Player(url, code, token) as ann:
            answer = await client.post(f"/api/matches/{ann.state['match']}/review", json={})
            assert (answer.status_code, answer.json()["why"]["id"]) == (409, "not_over")
        unknown = await client.post(f"/api/matches/{draw_id(random.Random(1))}/review", json={})
        assert unknown.status_code == 404


async def ask_advice(client: httpx.AsyncClient, wish: dict[str, object]) -> AdviceView:
    """Asks until the coach is ready."""
    async with asyncio.timeout(120):
        while True:
            answer = await client.post("/api/advise", json=wish)
            assert answer.status_code == 200, answer.text
            advice: AdviceView | None = answer.json()["advice"]
            if advice is not None:
                return advice
            await asyncio.sleep(0.1)


@pytest.mark.slow
@pytest.mark.usefixtures("study_ready")
async def test_advice_on_a_position_over_http() -> None:
    match = Match(find_game("sixto"), 2)
    match.throw(SeededDice(2))
    wish: dict[str, object] = {"position": match.position(), "seat": match.acting[0], "language": "fr"}
    async with running_server(MemoryStore()) as url, httpx.AsyncClient(base_url=url, timeout=60) as client:
        advice = await ask_advice(client, wish)
        assert advice["best"] in match.choices(match.acting[0])
        for bad, status in (({"seat": 5}, 403), ({"position": "sixto nonsense"}, 400), ({"language": "xx"}, 400)):
            assert (await client.post("/api/advise", json={**wish, **bad})).status_code == status
    assert len(advice["choices"]) <= 12


@pytest.mark.slow
@pytest.mark.usefixtures("study_ready")
async def test_a_study_that_always_fails_replaces_a_worker_once_and_is_refused() -> None:
    """Although a new worker says at first that it is still loading."""
    pool = BotPool(5, 1, warms_ahead=False)
    record = play_out()
    broken: StudyRequest = {"study": "whole", "text": record, "samples": 0, "within": 1.0, "is_warm": True}
    pids: list[int | None] = []
    try:
        pool.open()
        async with asyncio.timeout(100):
            while not pool.workers[0].is_up:
                await asyncio.sleep(0.05)
            pids.append(pool.workers[0].pid)
            for _ in range(2):
                with pytest.raises(PaperdiceError, match="the study could not be made"):
                    while "waiting" in await pool.study(broken, read_record(record).raw, ("here",), "table"):
                        await asyncio.sleep(0.05)
                pids.append(pool.workers[0].pid)
    finally:
        await pool.close()
    assert pids[0] != pids[1] == pids[2]


@pytest.mark.slow
async def test_advice_on_a_sheet_of_an_owner() -> None:
    """It is got ready by itself, apart from the printed sheets: no network judges there."""
    warm_up(WarmUp("twenty_one", STUDY, 2, (OWN,)), rehearse_any)
    game = find_game("twenty_one")
    mine = Sheet("twenty_one", "mine", tuple(Row(row.colors[:3], row.numbers[:3]) for row in game.sheets["A"].rows))
    match = Match(game, 2, mine)
    match.throw("w1 k3 r2 y4 g5 b6")
    match.play(0, "keep")
    async with running_server(MemoryStore()) as url, httpx.AsyncClient(base_url=url, timeout=60) as client:
        advice = await ask_advice(client, {"position": match.position(), "seat": 1})
    assert advice["evaluator"] == f"steady, 64 playouts, version {VERSION}"
    assert {choice["move"] for choice in advice["choices"]} == {"x", "r2", "y4", "r2 y4"}


@pytest.mark.slow
@pytest.mark.usefixtures("study_ready")
async def test_a_match_goes_on_from_a_position_against_bots() -> None:
    match = Match(find_game("sixto"), 2)
    dice, rng = SeededDice(4), random.Random(4)
    while match.turn < 4 or match.dice_wanted:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat in match.acting:
            match.play(seat, rng.choice(match.choices(seat)))
    (ann_seat,), (token,) = seated("Ann")
    async with running_server(MemoryStore()) as url:
        wish = {"game": "sixto", "position": match.position()}
        code = await open_table(url, ann_seat, {"bot": "random"}, **wish)
        async with Player(url, code, token) as ann:
            await ann.do("start")
            while ann.status != "playing":
                await ann.hear()
            assert ann.state["view"]["position"] == match.position()
            await ann.play_on(random.Random(1))
            record = (await fetch(url, f"/api/matches/{ann.state['match']}/record")).text
        assert read_record(record).over
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            for bad in ({"game": "qwixx"}, {"position": "x"}, {"sheets": ["A", "B"]}, {"dice": "typed"}):
                body = {**wish, "seats": [ann_seat, {"bot": "random"}], **bad}
                assert (await client.post("/api/tables", json=body)).status_code == 400
