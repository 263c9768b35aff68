"""Creation of matches: the first match of a new table, or the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from msgspec import structs

from paperdice.flow import events
from paperdice.flow.checks import check_bot
from paperdice.flow.codes import TABLE_CODE_LENGTH, draw_below, draw_code, draw_id, draw_seed, hash_secret
from paperdice.flow.deal import name_deal, read_deal
from paperdice.flow.decide_seats import clean_name
from paperdice.flow.evening import unique_name
from paperdice.flow.facts import Challenge, DiceKind
from paperdice.flow.following import evening_of, kept_guests
from paperdice.flow.refusals import refuse_setup
from paperdice.flow.table import Seat, Table
from paperdice.flow.wishes import DAY_SECONDS, NewSeat, NewTable
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.match import Match


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
    others: list[events.Sat] = []
    for seat, new in enumerate(wish.seats):
        others += _seat_events(opened, seat, new, bots, [event.name for event in others])
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
    """Refuse a clock that is not in whole days at a slow table (played over days), or over a day at other tables."""
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


def _seat_events(
    opened: events.Opened, seat: int, wish: NewSeat, bots: Sequence[str], taken: Sequence[str]
) -> list[events.Sat]:
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
    name = unique_name(clean_name(wish.name), taken)
    return [events.Sat(at=opened.at, seat=seat, name=name, token_hash=kept)]


def next_opening(table: Table, event: events.NextOpened) -> Opening:
    """Return the next match of a table, ready to be stored.

    Seats are assigned in the order in which people joined the table, so that the next match has the same host.
    """
    people = {seat: place for place, seat in enumerate(event.seats)}
    n_people = len(event.seats) + len(event.guests)
    asked = [place for seat, place in people.items() if seat in table.tapped]
    asked += [seat for seat, guest in enumerate(event.guests, len(event.seats)) if table.guests[guest].tapped]
    opened = structs.replace(
        table.setup,
        at=event.at,
        game=event.game,
        rules=event.rules,
        sheets=event.sheets,
        first=event.first,
        seed=event.seed,
        pace=table.pace,
        position="",
        previous=table.match_id,
        open=table.setup.open and not table.closed,
        dropped=_unchecked(table),
        evening=evening_of(table),
        guests=kept_guests(table, event),
        removed=sorted(table.removed),
        closed=table.closed,
        tapped=asked,
        stopped=_stopped(table),
    )
    others = [_sat(event.at, people[seat], table.seats[seat]) for seat in table.seniority if seat in people]
    others += _seated_guests(table, event)
    for place, bot in enumerate(event.bots):
        others.append(events.Sat(at=event.at, seat=n_people + place, name=bot, bot=bot))
    return Opening(event.next_match, opened, tuple(others))


def _seated_guests(table: Table, event: events.NextOpened) -> list[events.Sat]:
    found: list[events.Sat] = []
    for seat, number in enumerate(event.guests, len(event.seats)):
        guest = table.guests[number]
        found.append(events.Sat(at=event.at, seat=seat, name=guest.name, token_hash=guest.token_hash))
    return found


def _sat(at: int, seat: int, entry: Seat) -> events.Sat:
    return events.Sat(at=at, seat=seat, name=entry.name, token_hash=entry.token_hash)


def _unchecked(table: Table) -> list[str]:
    """Return the ids of agreements on dice that the next match has to list, since the dice cannot be verified.

    This includes the agreement of this match if shares were revealed although the match began from a position. If this
    match was stopped, the ids that it lists itself are carried over.
    """
    agreement = table.agreement
    if agreement is None:
        return []
    named = agreement.dropped if table.stopped is not None else []
    return [*named, agreement.deal] if agreement.shares and table.setup.position else named


def _stopped(table: Table) -> list[str]:
    """Return the agreements on dice that were stopped since the last match that was played to its end."""
    agreement = table.agreement
    if agreement is None or table.stopped is None:
        return []
    return agreement.stopped if table.setup.position else [*agreement.stopped, agreement.deal]
