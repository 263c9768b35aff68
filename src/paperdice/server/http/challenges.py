"""Duplicate play: the same dice for everyone, from a published seed; one challenge a day and game comes by itself."""

from __future__ import annotations

import hashlib
import re
from datetime import date

import msgspec
from msgspec import Struct

from paperdice.errors import PaperdiceError, UnknownGameError
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.server.protocol.http import ChallengeFacts, ResultLine
from paperdice.server.table.record import read_result
from paperdice.store.store import ChallengeEntry, MatchEntry

_DAILY = re.compile(r"daily-(\d{4}-\d{2}-\d{2})-([a-z_]+)(-solo)?")
DAILY_BOTS = ("steady",)


class Challenge(Struct, frozen=True):
    """What everyone who takes it up plays."""

    id: str
    game: str
    rules: int
    sheets: list[str]
    bots: list[str]
    first: int
    seed: int
    daily: str | None = None


def daily_id(day: date, game: Game) -> str:
    """Gives the name of a day's challenge; with `-solo` behind it, it is played without a bot."""
    return f"daily-{day.isoformat()}-{game.name}"


def find_daily(challenge_id: str, today: date) -> Challenge | None:
    """Gives the challenge of a day: the same wherever the same version runs; none of a day that has not come.

    A day begins first far in the east, so tomorrow's is open too.
    """
    found = _DAILY.fullmatch(challenge_id)
    if found is None:
        return None
    try:
        day, game = date.fromisoformat(found[1]), find_game(found[2])
    except (ValueError, UnknownGameError):
        return None
    if (day - today).days > 1:
        return None
    digest = hashlib.sha256(f"paperdice {daily_id(day, game)} rules {game.version}".encode()).digest()
    seed = int.from_bytes(digest[:6])
    bots = [] if found[3] else list(DAILY_BOTS)
    sheets = list(game.deal(1 + len(bots)))
    return Challenge(challenge_id, game.name, game.version, sheets, bots, 0, seed, day.isoformat())


def write_challenge(challenge: Challenge, now: int) -> ChallengeEntry:
    """Gives what is kept of a challenge."""
    return ChallengeEntry(challenge.id, challenge.game, msgspec.json.encode(challenge).decode(), now)


def read_challenge(entry: ChallengeEntry) -> Challenge:
    """Gives the challenge that was kept."""
    return msgspec.json.decode(entry.body, type=Challenge)


def challenge_facts(challenge: Challenge, matches: list[MatchEntry]) -> ChallengeFacts:
    """Gives a challenge with its results, best first, and of equal ones the earlier."""
    results = [_result_line(match) for match in matches]
    results.sort(key=lambda line: (-line.won, -line.score, line.finished))
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
        results=results,
    )


def _result_line(match: MatchEntry) -> ResultLine:
    result = read_result(match.ending)
    if match.finished is None:
        raise PaperdiceError(f"match {match.id!r} has a result but no end")
    return ResultLine(match.id, result.names[0], result.scores[0], result.scores, 0 in result.winners, match.finished)
