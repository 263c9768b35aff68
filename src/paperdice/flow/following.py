"""The next match of a table: who is at the table, who plays, and what is carried over."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from paperdice.bots.levels import HIGHEST, LOWEST, MIRROR, find_level
from paperdice.flow import events
from paperdice.flow.attendance import Attendance, present_people
from paperdice.flow.codes import draw_below, draw_id, draw_seed
from paperdice.flow.evening import FORGOTTEN, add_result, names_of_result
from paperdice.flow.facts import Evening, EveningResult
from paperdice.flow.table import Table
from paperdice.games import find_game

COUNTDOWN_SECONDS = 15
# How long the countdown waits for a person who is choosing the next match.
CHOOSING_SECONDS = 60
# The change in a mirror's level after each match at a table. For a new table, the device sends the level.
LEVEL_STEP = 0.5


class NextPlan(NamedTuple):
    """The plan for the next match: everything except the people who play it.

    `most` is the largest number of seats, and `sheets` has one sheet for all
    seats or one per seat, or is None for the game's default sheets.
    """

    game: str
    rules: int
    most: int
    sheets: list[str] | None
    bots: list[str]


class LineUp(NamedTuple):
    """The players of the next match (current seats, guests and bots), and those present for whom there is no room."""

    seats: list[int]
    guests: list[int]
    bots: list[str]
    full_seats: list[int]
    full_guests: list[int]


def evening_of(table: Table) -> Evening | None:
    """Return the stored scoreboard of a table, including the current match once it is over."""
    if not table.is_over:
        return table.evening
    match = table.match
    bots = [entry.bot for entry in table.seats]
    names = names_of_result([entry.name for entry in table.seats], bots)
    winners = [names[seat] for seat in table.winners if names[seat] != FORGOTTEN]
    best = max(match.scores)
    score = match.scores[table.winners[0]] if table.winners else best
    result = EveningResult(table.match_id, table.setup.game, winners, score, table.stopped)
    return add_result(table.evening, result, names, bots, match.scores)


def host_of(table: Table, attendance: Attendance) -> int | None:
    """Return the seat of the host: the person who sat down first, of those present or, if there are none, of all."""
    for seat in table.seniority:
        if seat in attendance.seats and not table.seats[seat].left:
            return seat
    return table.seniority[0] if table.seniority else None


def plan_of(table: Table) -> NextPlan:
    """Return the plan for the next match: the one that was chosen, or else a repeat of the current match."""
    plan, setup = table.plan, table.setup
    if plan is not None:
        return NextPlan(plan.game, plan.rules, plan.most, plan.sheets, [bot_after(table, bot) for bot in plan.bots])
    bots = [bot_after(table, entry.bot) for entry in table.seats if entry.bot is not None]
    return NextPlan(setup.game, setup.rules, table.match.game.rules.MAX_SEATS, same_sheets(table), bots)


def same_sheets(table: Table) -> list[str] | None:
    """Return the sheets of a table: one for all seats, one per seat, or None for the game's default sheets."""
    sheets = list(table.setup.sheets)
    if sheets == list(table.match.game.deal(len(sheets))):
        return None
    return sheets[:1] if all(sheet == sheets[0] for sheet in sheets) else sheets


def bot_after(table: Table, bot: str) -> str:
    """Return the bot that takes the place of another one in the next match.

    If a person has played alone against bots, the level of a mirror (a bot that adapts to its opponent) depends on the
    person's result.
    """
    level = find_level(bot) if bot.startswith(MIRROR) else None
    people = table.persons
    seats = [seat for seat, entry in enumerate(table.seats) if entry.bot == bot]
    if level is None or len(people) != 1 or not seats or table.stopped is not None:
        return bot
    winners = set(table.match.winners) & {people[0], seats[0]}
    moved = LEVEL_STEP * ((people[0] in winners) - (seats[0] in winners))
    return f"{MIRROR}-{min(max(level + moved, LOWEST), HIGHEST):.1f}"


def line_up(table: Table, attendance: Attendance, monotonic_ms: int, out: set[int], plan: NextPlan) -> LineUp:
    """Return who plays the next match if it begins now: people who are present, then bots while there is room.

    Args:
        table: The table.
        attendance: The connections to the table.
        monotonic_ms: The current monotonic time.
        out: The seats whose people sit out.
        plan: The plan for the next match.
    """
    present = present_people(table, attendance, monotonic_ms)
    seats = [seat for seat in present if seat not in out and seat in table.seniority]
    guests = [guest for guest in table.queue if guest in attendance.guests]
    n_seats = min(len(seats), plan.most)
    n_guests = min(len(guests), plan.most - n_seats)
    bots = plan.bots[: plan.most - n_seats - n_guests]
    return LineUp(seats[:n_seats], guests[:n_guests], bots, seats[n_seats:], guests[n_guests:])


def dealt_sheets(game: str, sheets: Sequence[str] | None, n_seats: int) -> list[str]:
    """Return one sheet per seat, repeating the given sheets in order if there are fewer sheets than seats."""
    if sheets is None:
        return list(find_game(game).deal(n_seats))
    return [sheets[seat % len(sheets)] for seat in range(n_seats)]


def next_event(
    table: Table,
    attendance: Attendance,
    monotonic_ms: int,
    at: int,
    rng: Random,
    out: set[int],
) -> events.NextOpened | None:
    """Return the event that opens the next match, or None if there is nobody to play it."""
    plan = plan_of(table)
    lined = line_up(table, attendance, monotonic_ms, out, plan)
    if not lined.seats and not lined.guests:
        return None
    n_seats = len(lined.seats) + len(lined.guests) + len(lined.bots)
    first = _first_seat(table, lined)
    return events.NextOpened(
        at=at,
        next_match=draw_id(rng),
        seed=draw_seed(rng, table.setup.dice),
        first=draw_below(rng, n_seats) if first is None else first,
        game=plan.game,
        rules=plan.rules,
        sheets=dealt_sheets(plan.game, plan.sheets, n_seats),
        seats=lined.seats,
        guests=lined.guests,
        bots=lined.bots,
        full_seats=lined.full_seats,
        full_guests=lined.full_guests,
    )


def _first_seat(table: Table, lined: LineUp) -> int | None:
    """Return the seat that begins the next match: of the players who stay on, the one with the lowest score.

    Ties are broken by seating order, counting from the seat after the one that began this match. Return None if
    everyone is new.
    """
    scores, n_seats = table.match.scores, len(table.seats)
    came_from: dict[int, int] = {old: seat for seat, old in enumerate(lined.seats)}
    n_people = len(lined.seats) + len(lined.guests)
    old_bots = [seat for seat, entry in enumerate(table.seats) if entry.bot is not None]
    for place, bot in enumerate(lined.bots):
        for seat in old_bots:
            if seat not in came_from and bot_after(table, table.seats[seat].bot or "") == bot:
                came_from[seat] = n_people + place
                break
    if not came_from:
        return None
    low = min([scores[old] for old in came_from])
    after = [(table.setup.first + 1 + i) % n_seats for i in range(n_seats)]
    lowest = [seat for seat in after if seat in came_from and scores[seat] == low]
    return came_from[lowest[0]]


def kept_guests(table: Table, event: events.NextOpened) -> list[events.KeptGuest]:
    """Return the people who will be without a seat in the next match.

    People who have a seat in this match come first, then guests in the order in which they asked to play. People who
    were removed or forgotten are left out.
    """
    found: list[events.KeptGuest] = []
    for seat in table.persons:
        entry = table.seats[seat]
        if seat not in event.seats and seat in table.seniority:
            found.append(events.KeptGuest(entry.name, entry.token_hash, seat in event.full_seats, waits=False))
    for number in [*table.queue, *[guest for guest in table.live_guests if guest not in table.queue]]:
        guest = table.guests[number]
        if number not in event.guests:
            found.append(events.KeptGuest(guest.name, guest.token_hash, number in event.full_guests, waits=guest.waits))
    return found
