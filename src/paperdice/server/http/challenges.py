"""Challenges: matches with the same dice for everyone, from a published seed, including a daily one per game."""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import UTC, date, datetime

import msgspec

from paperdice.errors import UnknownGameError
from paperdice.flow.checks import check_bot
from paperdice.flow.codes import SEED_BITS
from paperdice.flow.facts import Challenge
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.server.live.lobby import Lobby, unknown
from paperdice.server.live.storage import read_result
from paperdice.server.protocol.http import ChallengeFacts, NewChallenge, ResultLine
from paperdice.store.entries import ChallengeEntry, DamagedMatchError, MatchEntry

_DAILY = re.compile(r"daily-(\d{4}-\d{2}-\d{2})-([a-z_]+)(-solo)?")
DAILY_BOTS = ("steady",)
RESULTS = 100


def today() -> date:
    """Return the current UTC date, which identifies the daily challenges."""
    return datetime.now(UTC).date()


def daily_id(day: date, game: Game) -> str:
    """Return the id of a game's daily challenge; the suffix `-solo` denotes the challenge without bots."""
    return f"daily-{day.isoformat()}-{game.name}"


def find_daily(challenge_id: str, now: date) -> Challenge | None:
    """Return the daily challenge with this id, or None if there is none.

    Daily challenges are the same on every server of this version. Those of future days do not exist yet, except for the
    day after `now`, which begins earlier in eastern time zones.
    """
    found = _DAILY.fullmatch(challenge_id)
    if found is None:
        return None
    try:
        day, game = date.fromisoformat(found[1]), find_game(found[2])
    except (ValueError, UnknownGameError):
        return None
    if (day - now).days > 1:
        return None
    digest = hashlib.sha256(f"paperdice {daily_id(day, game)} rules {game.version}".encode()).digest()
    seed = int.from_bytes(digest[:6])
    bots = [] if found[3] else list(DAILY_BOTS)
    sheets = list(game.deal(1 + len(bots)))
    return Challenge(challenge_id, game.name, game.version, sheets, bots, 0, seed, day.isoformat())


async def find_challenge(lobby: Lobby, challenge_id: str) -> Challenge:
    """Return the daily or stored challenge with this id.

    Raises:
        UnknownTableError: There is no such challenge.
    """
    daily = find_daily(challenge_id, today())
    if daily is not None:
        return daily
    entry = await lobby.store.find_challenge(challenge_id)
    if entry is None:
        raise unknown("challenge")
    return msgspec.json.decode(entry.body, type=Challenge)


async def make_challenge(lobby: Lobby, wish: NewChallenge) -> ChallengeFacts:
    """Store a new challenge and return it.

    Raises:
        PaperdiceError: The game, a sheet or a bot is unknown, or the options do not fit the game.
    """
    game = find_game(wish.game)
    for bot in wish.bots:
        check_bot(bot, lobby.bots.names)
    trial = Match(game, 1 + len(wish.bots), wish.sheets, wish.first)
    challenge = Challenge(
        id=secrets.token_hex(8),
        game=game.name,
        rules=game.version,
        sheets=[sheet.name for sheet in trial.sheets],
        bots=wish.bots,
        first=wish.first,
        seed=wish.seed if wish.seed is not None else secrets.randbits(SEED_BITS),
    )
    body = msgspec.json.encode(challenge).decode()
    await lobby.store.add_challenge(ChallengeEntry(challenge.id, challenge.game, body, lobby.clock().at))
    return challenge_facts(challenge, 0, [], [])


async def show_challenge(lobby: Lobby, challenge_id: str, offset: int, own: list[str]) -> ChallengeFacts:
    """Return a challenge with a page of its best results, starting at `offset`.

    The results of the matches in `own` are included with their ranks, so that players can find their own results.
    """
    challenge = await find_challenge(lobby, challenge_id)
    n_results = await lobby.store.count_results(challenge.id)
    listed = await lobby.store.list_results(challenge.id, RESULTS, offset)
    results = [line for i, entry in enumerate(listed, offset + 1) if (line := _result_line(lobby, entry, i))]
    own_results = []
    for entry in await lobby.store.list_finished(own):
        if entry.challenge == challenge.id and entry.rank_score is not None:
            place = 1 + await lobby.store.count_results(challenge.id, better_than=entry)
            own_results.append(_result_line(lobby, entry, place))
    return challenge_facts(challenge, n_results, results, [line for line in own_results if line is not None])


def challenge_facts(
    challenge: Challenge, n_results: int, results: list[ResultLine], own: list[ResultLine]
) -> ChallengeFacts:
    """Return the facts about a challenge, including the given page of its `n_results` results."""
    return ChallengeFacts(
        challenge=challenge.id,
        game=challenge.game,
        title=find_game(challenge.game).title,
        rules=challenge.rules,
        sheets=challenge.sheets,
        bots=challenge.bots,
        first=challenge.first,
        seed=challenge.seed,
        daily=challenge.daily,
        warning="seed_is_public",
        n_results=n_results,
        results=results,
        own=own,
    )


def _result_line(lobby: Lobby, entry: MatchEntry, place: int) -> ResultLine | None:
    """Return a result with its rank, or None if the stored result is damaged."""
    try:
        result = read_result(entry)
    except DamagedMatchError as error:
        lobby.metrics.note_failure(error)
        return None
    score, won, finished = result.scores[0], 0 in result.winners, entry.finished or 0
    return ResultLine(place, entry.id, result.names[0], score, result.scores, won, finished)
