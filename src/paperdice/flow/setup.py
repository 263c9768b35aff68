"""Creation of matches: the first match of a new table, or a rematch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from msgspec import structs

from paperdice.bots.levels import HIGHEST, LOWEST, MIRROR, find_level
from paperdice.flow import events
from paperdice.flow.checks import check_bot
from paperdice.flow.codes import TABLE_CODE_LENGTH, draw_below, draw_code, draw_id, draw_seed, hash_secret
from paperdice.flow.deal import name_deal, read_deal
from paperdice.flow.decide_seats import clean_name
from paperdice.flow.describe import series_of
from paperdice.flow.facts import Challenge, DiceKind
from paperdice.flow.refusals import refuse_setup
from paperdice.flow.table import Seat, Table
from paperdice.flow.wishes import DAY_SECONDS, NewSeat, NewTable
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.match import Match

# The change in a mirror's level after each match at a table. For a new table, the device sends the level.
SERIES_STEP = 0.5


@dataclass(frozen=True, slots=True)
class Opening:
    """A new match that has not been stored yet: its id and its first events."""

    match_id: str
    opened: events.Opened
    others: tuple[events.Event, ...]

    @property
    def events(self) -> tuple[events.Event, ...]:
        """The first events of the log, beginning with `opened`."""
        return (self.opened, *self.others)

    def table(self) -> Table:
        """Return the table built from these events."""
        return Table.replay(self.match_id, self.events)


@dataclass(frozen=True, slots=True)
class _Terms:
    """The options that come from the request or, if there is one, from the challenge."""

    sheets: list[str] | None
    first: int
    dice: DiceKind
    seed: str


def new_opening(
    wish: NewTable,
    challenge: Challenge | None,
    bots: Sequence[str],
    now: int,
    rng: Random,
    *,
    own_sheets: bool = True,
) -> Opening:
    """Return the requested match, ready to be stored.

    Args:
        wish: The requested options.
        challenge: The challenge to play, if one was requested.
        bots: The names of the available bots.
        now: The system time in milliseconds.
        rng: The random generator for ids, codes and seeds.
        own_sheets: Whether custom sheets are allowed.

    Raises:
        SetupError: The options contradict each other or do not fit the game.
        IllegalMoveError: A bot is unknown or a name is empty.
    """
    game = find_game(wish.game if challenge is None else challenge.game)
    _check_clock(wish)
    terms = _wished_terms(wish, rng) if challenge is None else _challenge_terms(wish, game, challenge)
    if terms.dice == "unknown" and any(seat.bot is not None for seat in wish.seats):
        raise refuse_setup("pad_without_bots")
    begun = _wished_match(wish, game, terms, own_sheets)
    opened = events.Opened(
        at=now,
        table_id=draw_id(rng),
        code=draw_code(rng, TABLE_CODE_LENGTH),
        game=game.name,
        rules=game.version,
        sheets=name_deal(game, begun.sheets),
        first=begun.first,
        dice=terms.dice,
        seed=terms.seed,
        clock=wish.clock,
        open=wish.open and challenge is None,
        auto_throw=wish.auto_throw,
        auto_pass=wish.auto_pass,
        challenge=None if challenge is None else challenge.id,
        pace=wish.pace,
        position=wish.position or "",
        slow=wish.slow and challenge is None,
    )
    others = [event for seat, new in enumerate(wish.seats) for event in _seat_events(opened, seat, new, bots)]
    return _checked(Opening(draw_id(rng), opened, tuple(others)))


def _checked(opening: Opening) -> Opening:
    """Return the opening after checking that a table can be built from it."""
    opening.table()
    return opening


def _wished_match(wish: NewTable, game: Game, terms: _Terms, own_sheets: bool) -> Match:
    """Return the match in its initial state: with blank sheets, or at the requested position.

    Raises:
        SetupError: The position does not fit the other options.
    """
    if wish.position is None:
        return Match(game, len(wish.seats), read_deal(game, terms.sheets, own_sheets=own_sheets), terms.first)
    match = Match.from_position(wish.position)
    read_deal(match.game, name_deal(match.game, match.sheets), own_sheets=own_sheets)
    fits = match.game is game and match.seats == len(wish.seats) and wish.sheets is None
    if not fits or wish.challenge is not None or terms.dice in ("typed", "unknown") or match.over:
        raise refuse_setup("other_position")
    return match


def _check_clock(wish: NewTable) -> None:
    """Refuse a clock that is not in whole days at a slow table, or is longer than a day at any other table."""
    if wish.clock is not None and (wish.clock % DAY_SECONDS != 0 if wish.slow else wish.clock > DAY_SECONDS):
        raise refuse_setup("bad_clock")


def _wished_terms(wish: NewTable, rng: Random) -> _Terms:
    first = wish.first if wish.first is not None else draw_below(rng, len(wish.seats))
    if wish.seed is not None and wish.dice != "seeded":
        raise refuse_setup("seed_not_wanted")
    seed = str(wish.seed) if wish.seed is not None else draw_seed(rng, wish.dice)
    return _Terms(wish.sheets, first, wish.dice, seed)


def _challenge_terms(wish: NewTable, game: Game, challenge: Challenge) -> _Terms:
    if wish.game != game.name or challenge.rules != game.version:
        raise refuse_setup("other_challenge")
    given = [new_seat.bot for new_seat in wish.seats]
    if given[:1] != [None] or given[1:] != list(challenge.bots):
        raise refuse_setup("other_challenge")
    return _Terms(challenge.sheets, challenge.first, "seeded", str(challenge.seed))


def _seat_events(opened: events.Opened, seat: int, wish: NewSeat, bots: Sequence[str]) -> list[events.Event]:
    if wish.bot is not None:
        if wish.name is not None or wish.token is not None:
            raise refuse_setup("bad_seat", seat=seat)
        check_bot(wish.bot, bots)
        return [events.Sat(at=opened.at, seat=seat, name=wish.bot, bot=wish.bot)]
    if wish.name is None and wish.token is None:
        return []
    if wish.name is None or wish.token is None:
        raise refuse_setup("bad_seat", seat=seat)
    kept = hash_secret(opened.table_id, wish.token)
    return [events.Sat(at=opened.at, seat=seat, name=clean_name(wish.name), token_hash=kept)]


def next_opening(table: Table, event: events.Rematched) -> Opening:
    """Return a rematch with the same seats, ready to be stored."""
    opened = structs.replace(
        table.setup,
        at=event.at,
        first=event.first,
        seed=event.seed,
        pace=table.pace,
        position="",
        previous=table.match_id,
        series=series_of(table),
        dropped=_unchecked(table),
    )
    before = [_in_rematch(table, seat) for seat in range(len(table.seats))]
    others = [
        events.Sat(at=event.at, seat=seat, name=entry.name, token_hash=entry.token_hash, bot=entry.bot)
        for seat, entry in enumerate(before)
        if entry.kind != "open"
    ]
    return Opening(event.next_match, opened, tuple(others))


def _unchecked(table: Table) -> list[str]:
    """Return a list with the id of this match's agreement on the dice if they cannot be verified, or an empty list.

    They cannot be verified if shares were revealed although the match began from a position.
    """
    agreement = table.agreement
    return [agreement.deal] if agreement is not None and agreement.shares and table.setup.position else []


def _in_rematch(table: Table, seat: int) -> Seat:
    """Return the occupant of a seat in a rematch.

    If there is exactly one human player, the level of a mirror (a bot that adapts to its opponent) depends on that
    player's result. The seat of a player who asked to be forgotten is open.
    """
    if table.seats[seat].kind == "person" and not table.seats[seat].token_hash:
        return Seat()
    people = [place for place, other in enumerate(table.seats) if other.kind == "person"]
    entry = table.seats[seat]
    level = find_level(entry.bot) if entry.bot is not None and entry.bot.startswith(MIRROR) else None
    if level is None or len(people) != 1:
        return entry
    winners = set(table.match.winners) & {people[0], seat}
    moved = SERIES_STEP * ((people[0] in winners) - (seat in winners))
    bot = f"{MIRROR}-{min(max(level + moved, LOWEST), HIGHEST):.1f}"
    return replace(entry, name=bot, bot=bot)
