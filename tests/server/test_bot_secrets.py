"""Random numbers of bots are derived from a secret of the match, which is hidden until the end and can then be
verified.
"""

import json
import logging
import random
import re
import secrets

import pytest
from msgspec import structs

import paperdice
from paperdice.bots import make_bot
from paperdice.fair import bot_seed, commitment_to
from paperdice.flow import commands, events
from paperdice.flow.decide_match import start_events
from paperdice.flow.record import record_of
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewSeat
from paperdice.match import Match
from paperdice.record import Record, parse_record
from paperdice.server.bots import decision_seed
from paperdice.store.memory import MemoryStore
from tests.server.clients import Player, fetch, open_table
from tests.server.servers import running_server
from tests.server.tables import BOTS, Driver, person, played_out, started, two_players
from tests.server.tables import open_table as plain_table


async def started_of(store: MemoryStore, match: str) -> events.Started:
    """Return the event that contains the secrets that the server has drawn for a match."""
    log = map(events.read_event, await store.load(match))
    return next(event for event in log if isinstance(event, events.Started))


def bot_moves(record: Record, seat: int) -> list[tuple[int, str, str, str]]:
    """Return the decisions of a seat: turn, phase, position and move."""
    match, found = Match.replay(record, until=0), []
    for turn in record.turns:
        for part in turn.parts:
            if match.dice_wanted:
                match.throw(part.text)
                continue
            moves = dict(zip(match.acting, part.text.split(", "), strict=True))
            if seat in moves:
                found.append((match.turn, match.phase, match.position(), moves[seat]))
            for each, move in moves.items():
                match.play(each, move)
    return found


async def test_the_moves_of_a_bot_follow_from_the_published_secret() -> None:
    """The moves are reproducible even if the server is restarted in the middle of the match."""
    store, token, rng = MemoryStore(), secrets.token_urlsafe(32), random.Random(1)
    async with running_server(store) as url:
        code = await open_table(url, {"name": "Ann", "token": token}, {"bot": "random"}, auto_throw=True)
        async with Player(url, code, token) as ann:
            await ann.do("start")
            await ann.play_on(rng, until=lambda player: bool(player.views) and player.views[0]["turn"] == 4)
    async with running_server(store) as url, Player(url, code, token) as ann:
        await ann.play_on(rng)
        record = parse_record((await fetch(url, f"/api/matches/{ann.state['match']}/record")).text)
    match, secret = record.headers["Match"], record.headers["BotSecret"]
    found = bot_moves(record, 1)
    assert len(found) > 8
    for turn, phase, position, move in found:
        bot = make_bot("random", "qwixx", bot_seed(secret, match, 1, turn, phase))
        assert paperdice.bots.ask(bot, paperdice.read_position(position), 1) == move


async def see_roll(player: Player) -> None:
    """Wait until the dice have been thrown."""
    while not player.views or not player.views[0]["roll"]:
        await player.hear()


@pytest.mark.parametrize("dice", ["committed", "typed", "seeded"])
async def test_nobody_sees_the_secret_before_the_end(dice: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    store, token = MemoryStore(), secrets.token_urlsafe(32)
    async with running_server(store) as url:
        seats = {"name": "Ann", "token": token}, {"bot": "random"}
        code = await open_table(url, *seats, dice=dice, first=0, auto_throw=dice != "typed")
        async with Player(url, code, token) as ann, Player(url, code) as eve:
            match = ann.state["match"]
            await ann.do("start")
            started = await started_of(store, match)
            if dice == "typed":
                await ann.do("throw", seat=0, roll="w4 w1 r2 y6 g3 b6")
            for player in (ann, eve):
                await see_roll(player)
            paths = [f"/api/tables/{code}", f"/api/matches/{match}", f"/api/matches/{match}/record", "/metrics"]
            public = [(await fetch(url, path)).text for path in paths]
        told = json.dumps([*ann.heard, *eve.heard]) + "".join(public) + caplog.text
        hidden = [started.bot_secret] + ([started.seed] if dice == "committed" else [])
        assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in hidden)
        assert [secret for secret in hidden if secret in told] == []
        assert commitment_to(started.bot_secret) in told


def test_a_record_publishes_the_secret_at_the_end() -> None:
    driver = two_players()
    secret = driver.table.bot_secret
    assert len(secret) == 64 and secret not in record_of(driver.table)
    assert f'[BotSecret "{secret}"]' in record_of(played_out(driver).table)


def test_the_next_match_has_a_secret_of_its_own() -> None:
    driver = played_out(two_players())
    following = driver.next(1)
    following.do(commands.Start, held=(1,))
    first, second = driver.table.bot_secret, following.table.bot_secret
    assert len(second) == 64 and first != second


def seed_of(table: Table) -> int:
    return decision_seed(table, 1)


def test_seeds_cannot_be_told_from_what_everybody_knows() -> None:
    tables = [started(person(0), NewSeat(bot=BOTS[0])).table for _ in range(2)]
    same = tables[0].copy()
    same.bot_secret = tables[1].bot_secret
    assert seed_of(tables[0]) not in (seed_of(same), seed_of(tables[1]))


def test_a_challenge_has_no_secret_and_the_same_bots_for_everyone() -> None:
    setup = plain_table(person(0), NewSeat(bot=BOTS[0]), dice="seeded").setup
    challenge = structs.replace(setup, challenge="daily-1")
    drivers = [Driver(Table(match, challenge)) for match in ("m1", "m2")]
    for driver in drivers:
        driver.apply(start_events(driver.table, driver.attendance, driver.now, random.Random(1)))
    assert [driver.table.bot_secret for driver in drivers] == ["", ""]
    assert [seed_of(driver.table) for driver in drivers] == [111328050584759] * 2
