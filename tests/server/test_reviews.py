"""Reviews and advice over HTTP: computed by workers in parts, stored with the match, and cancelled in time."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import AsyncIterator
from functools import cache

import httpx
import pytest
import pytest_asyncio

from paperdice import Match, SeededDice, find_game, read_record
from paperdice.errors import PaperdiceError
from paperdice.flow.codes import draw_id
from paperdice.server import studies
from paperdice.server.http import reviews
from paperdice.server.http.reviews import KIND, Reviews
from paperdice.server.live.lobby import Lobby, UnknownTableError
from paperdice.server.protocol.http import ReviewState
from paperdice.sheet import Row, Sheet
from paperdice.store.entries import Ending, MatchEntry, ReviewEntry, TableEntry
from paperdice.store.memory import MemoryStore
from paperdice.study import AdviceView, ReviewView, review
from paperdice.study.readiness import OWN, STUDY, VERSION
from paperdice.study.worker import StudyRequest, rehearse
from paperdice.workers.readiness import WarmUp, warm_up
from tests.patience import PAUSE, eventually, patience
from tests.server.clients import Player, fetch, http_client, open_table, seated
from tests.server.pools import LastingPool
from tests.server.servers import FAST, LIMITS, running_server

MATCH = "reviewed"
SAMPLES = 4


def play_out(game: str = "sixto", seats: int = 2, seed: int = 3) -> str:
    """Return the record of a match played at random."""
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
    """Store a finished match of which only the record matters."""
    table = TableEntry("table", "KXRMAB", MATCH, touched=1)
    await store.create(table, MatchEntry(MATCH, "table", "sixto", None, 0, 1, 1), ["{}"])
    await store.append(MATCH, 1, [], 2, Ending(2, "{}", record))


async def open_lobby() -> Lobby:
    """Open a lobby with one finished match."""
    store = MemoryStore()
    await keep(store)
    made = Lobby(store, FAST)
    await made.open()
    return made


@pytest.fixture
async def lobby() -> AsyncIterator[Lobby]:
    """A lobby without processes."""
    made = await open_lobby()
    yield made
    await made.close()


@pytest_asyncio.fixture(loop_scope="session")
async def studying(study_pool: LastingPool, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Lobby]:
    """A lobby whose reviews use few samples."""
    monkeypatch.setattr(studies, "REVIEW_SAMPLES", SAMPLES)
    monkeypatch.setattr(reviews, "WAIT_SECONDS", PAUSE)
    made = await open_lobby()
    yield made
    await made.close()


@cache
def expected_review() -> ReviewView:
    """Return the expected review of the match after a round trip through JSON."""
    found: ReviewView = json.loads(json.dumps(review(read_record(RECORD), samples=SAMPLES)))
    return found


async def ask_on(made: Reviews, client: str = "here") -> ReviewState:
    """Poll until the review is done."""
    async with asyncio.timeout(patience()):
        while (state := await made.ask(MATCH, client)).status != "done":
            await asyncio.sleep(PAUSE)
    return state


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_a_review_is_made_once_and_kept_with_its_kind(studying: Lobby) -> None:
    made = Reviews(studying)
    state = await ask_on(made)
    assert state.review is not None
    assert {**state.review, "seconds": 0} == {**expected_review(), "seconds": 0}
    kept = await studying.store.find_review(MATCH)
    assert kept is not None and kept.kind == KIND and json.loads(kept.body) == state.review
    await made.close()
    again = await Reviews(studying).ask(MATCH, "elsewhere")
    assert (again.status, again.review) == ("done", state.review)


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_a_worker_that_dies_in_the_middle_costs_one_part(studying: Lobby) -> None:
    made = Reviews(studying)
    async with asyncio.timeout(patience()):
        while not (await made.ask(MATCH, "here")).done:
            await asyncio.sleep(0)
    pid = studying.bots.workers[0].pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    state = await ask_on(made)
    assert state.review is not None and studying.bots.workers[0].pid != pid
    assert state.review["seats"] == expected_review()["seats"]
    await made.close()


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_a_review_that_nobody_waits_for_is_given_up(studying: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Reviews(studying)
    async with asyncio.timeout(patience()):
        while not (await made.ask(MATCH, "here")).done:
            await asyncio.sleep(0)
    monkeypatch.setattr(reviews, "PATIENCE_SECONDS", 0.0)
    await eventually(lambda: not made._jobs, "the review is given up")
    assert studying.throttles.studies.n_taken == 0
    assert await studying.store.find_review(MATCH) is None


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_only_its_requester_cancels_a_review(studying: Lobby) -> None:
    made = Reviews(studying)
    await made.ask(MATCH, "here")
    made.cancel(MATCH, "elsewhere")
    assert made._jobs[MATCH].is_wanted
    made.cancel(MATCH, "here")
    await eventually(lambda: not made._jobs, "the review is given up")
    assert studying.throttles.studies.n_taken == 0


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_a_review_in_memory_contains_no_removed_or_deleted_names(studying: Lobby) -> None:
    named = read_record(RECORD)
    named.headers["Player0"] = "Annabel"
    await studying.store.rewrite(MATCH, 1, ["{}"], 2, Ending(2, "{}", named.record()))
    made = Reviews(studying)
    assert "Annabel" in json.dumps((await ask_on(made)).review)
    old = made._jobs[MATCH]
    await studying.store.rewrite(MATCH, 1, ["{}"], 2, Ending(2, "{}", RECORD))
    assert (await made.ask(MATCH, "here")).review is None
    assert not old.is_wanted
    assert "Annabel" not in json.dumps((await ask_on(made)).review)
    await studying.delete_match(MATCH)
    with pytest.raises(UnknownTableError):
        await made.ask(MATCH, "here")
    await eventually(lambda: not made._jobs, "the review is given up")
    assert studying.throttles.studies.n_taken == 0
    await made.close()


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


async def test_a_match_that_goes_on_or_is_unknown_has_no_review(shared_url: str) -> None:
    async with http_client(shared_url) as client:
        (seat,), (token,) = seated("Ann")
        code = await open_table(shared_url, seat, {"bot": "random"}, game="sixto")
        async with Player(shared_url, code, token) as ann:
            answer = await client.post(f"/api/matches/{ann.state['match']}/review", json={})
            assert (answer.status_code, answer.json()["why"]["id"]) == (409, "not_over")
            await ann.do("start")
            await ann.do("stop", seat=0, agreed=True)
            await ann.until_state(lambda told: told["table"]["status"] == "over")
            answer = await client.post(f"/api/matches/{ann.state['match']}/review", json={})
            assert (answer.status_code, answer.json()["why"]["id"]) == (409, "stopped_record")
            facts = (await client.get(f"/api/matches/{ann.state['match']}")).json()
            assert facts["end_reason"] == "stopped" and facts["dice"]["seed"] and "[Stopped " in facts["record"]
        unknown = await client.post(f"/api/matches/{draw_id(random.Random(1))}/review", json={})
        assert unknown.status_code == 404


async def ask_advice(client: httpx.AsyncClient, wish: dict[str, object]) -> AdviceView:
    """Poll until the coach has answered."""
    async with asyncio.timeout(patience()):
        while True:
            answer = await client.post("/api/advise", json=wish)
            assert answer.status_code == 200, answer.text
            advice: AdviceView | None = answer.json()["advice"]
            if advice is not None:
                return advice
            await asyncio.sleep(PAUSE)


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("study_pool")
async def test_advice_on_a_position_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a worker parses the position."""
    parsed = list[str]()
    monkeypatch.setattr("paperdice.match.parse_position", parsed.append)
    match = Match(find_game("sixto"), 2)
    match.throw(SeededDice(2))
    wish: dict[str, object] = {"position": match.position(), "seat": match.acting[0], "language": "fr"}
    async with running_server(MemoryStore()) as url, http_client(url) as client:
        advice = await ask_advice(client, wish)
        assert advice["best"] in match.choices(match.acting[0])
        for bad, status in (({"seat": 5}, 403), ({"position": "sixto nonsense"}, 400), ({"language": "xx"}, 400)):
            assert (await client.post("/api/advise", json={**wish, **bad})).status_code == status
    assert len(advice["choices"]) <= 12 and not parsed


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
async def test_a_study_that_always_fails_replaces_a_worker_once_and_is_refused(study_pool: LastingPool) -> None:
    broken: StudyRequest = {"study": "whole", "text": RECORD, "samples": 0, "within": 1.0}
    study_pool.open()
    await eventually(lambda: study_pool.workers[0].is_up, "the worker comes up")
    pids = [study_pool.workers[0].pid]
    for _ in range(2):
        with pytest.raises(PaperdiceError, match="the study could not be made"):
            async with asyncio.timeout(patience()):
                while "missing" in await study_pool.study(broken, ("here",), "table"):
                    await asyncio.sleep(PAUSE)
        pids.append(study_pool.workers[0].pid)
    assert pids[0] != pids[1] == pids[2]


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.usefixtures("study_pool")
async def test_advice_on_a_sheet_of_an_owner() -> None:
    """Custom sheets have a separate warm-up, since no network evaluates them."""
    warm_up(WarmUp("twenty_one", STUDY, 2, (OWN,)), rehearse)
    game = find_game("twenty_one")
    mine = Sheet("twenty_one", "mine", tuple(Row(row.colors[:3], row.numbers[:3]) for row in game.sheets["A"].rows))
    match = Match(game, 2, mine)
    match.throw("w1 k3 r2 y4 g5 b6")
    match.play(0, "keep")
    async with running_server(MemoryStore()) as url, http_client(url) as client:
        advice = await ask_advice(client, {"position": match.position(), "seat": 1})
    assert advice["evaluator"] == f"steady, 64 playouts, version {VERSION}"
    assert {choice["move"] for choice in advice["choices"]} == {"x", "r2", "y4", "r2 y4"}


async def test_a_match_goes_on_from_a_position_against_bots(shared_url: str) -> None:
    match = Match(find_game("sixto"), 2)
    dice, rng = SeededDice(4), random.Random(4)
    while match.turn < 4 or match.dice_wanted:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat in match.acting:
            match.play(seat, rng.choice(match.choices(seat)))
    (ann_seat,), (token,) = seated("Ann")
    wish = {"game": "sixto", "position": match.position()}
    code = await open_table(shared_url, ann_seat, {"bot": "random"}, **wish)
    async with Player(shared_url, code, token) as ann:
        await ann.do("start")
        while ann.status != "playing":
            await ann.hear()
        assert ann.state["view"]["position"] == match.position()
        await ann.play_on(random.Random(1))
        record = (await fetch(shared_url, f"/api/matches/{ann.state['match']}/record")).text
    assert read_record(record).over
    async with http_client(shared_url) as client:
        for bad in ({"game": "qwixx"}, {"position": "x"}, {"sheets": ["A", "B"]}, {"dice": "typed"}):
            body = {**wish, "seats": [ann_seat, {"bot": "random"}], **bad}
            assert (await client.post("/api/tables", json=body)).status_code == 400
