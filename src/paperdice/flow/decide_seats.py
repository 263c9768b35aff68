"""Handlers of commands about seats: taking, leaving and renaming them, bots, stand-ins and transfers."""

from __future__ import annotations

from paperdice.flow import commands, events
from paperdice.flow.budget import is_spent
from paperdice.flow.checks import (
    MOST_EVENTS,
    CommandResult,
    Who,
    check_absent,
    check_bot,
    check_lobby,
    check_not_over,
    check_own,
    check_seated,
    log_full,
)
from paperdice.flow.codes import TRANSFER_CODE_LENGTH, TRANSFER_LETTERS, draw_code, hash_secret, is_secret
from paperdice.flow.evening import names_in, unique_name
from paperdice.flow.following import dealt_sheets, same_sheets
from paperdice.flow.refusals import refuse
from paperdice.flow.registry import decides
from paperdice.flow.table import Table

TRANSFER_SECONDS = 300
# Joins several emoji into one, such as a family.
JOINER = "\u200d"


@decides(commands.Sit)
def _sit(table: Table, command: commands.Sit, who: Who) -> CommandResult:
    """Take an open seat, or add one before the start."""
    check_not_over(table)
    kept = hash_secret(table.setup.table_id, command.token)
    if kept in table.removed or (table.closed and not table.is_known(kept)):
        raise refuse("table_closed")
    free = table.open_seats
    seat = command.seat if command.seat is not None else _first_free(table, free, who.now.at)
    added: list[events.Event] = []
    if seat is None:
        if not _can_grow(table):
            raise refuse("table_full")
        seat = len(table.seats)
        added.append(_grown(table, who.now.at))
    elif seat not in free:
        raise refuse("seat_taken", seat=seat)
    name = unique_name(clean_name(command.name), _other_names(table, kept, command.name))
    sat = events.Sat(at=who.now.at, command=command.id, seat=seat, name=name, token_hash=kept)
    return CommandResult([*added, sat], seat)


def _other_names(table: Table, token_hash: str, name: str) -> list[str]:
    """Return the names that are not available to a person who takes a seat.

    A guest may keep the name that the scoreboard already lists for them, or choose one that is not listed.
    """
    own = [table.guests[number].name for number in table.live_guests if table.guests[number].token_hash == token_hash]
    others = [other for other in table.names if other not in own]
    return [*others, *names_in(table.evening)] if own and name not in own else others


def _can_grow(table: Table) -> bool:
    """Whether a seat can be added for a person who joins the table."""
    setup = table.setup
    is_fixed = setup.challenge is not None or setup.slow or setup.position != ""
    return table.status == "lobby" and not is_fixed and len(table.seats) < table.match.game.rules.MAX_SEATS


def _grown(table: Table, now: int) -> events.Arranged:
    """Return the event that adds a seat, with a sheet like those of the other seats."""
    setup = table.setup
    n_seats = len(setup.sheets) + 1
    return events.Arranged(
        at=now,
        by=-1,
        game=setup.game,
        rules=setup.rules,
        sheets=dealt_sheets(setup.game, same_sheets(table), n_seats),
        seats=[*range(len(setup.sheets)), None],
        first=setup.first,
    )


def _first_free(table: Table, free: list[int], now: int) -> int | None:
    """Return the first open seat, preferably one with budget left, or None if no seat is open."""
    fresh = [seat for seat in free if not is_spent(table.spent, events.Sat(at=now, seat=seat, name=""))]
    first = [*fresh, *free]
    return first[0] if first else None


def clean_name(name: str) -> str:
    """Return a nickname without control characters and extra spaces; joined emoji stay joined.

    Raises:
        IllegalMoveError: The name has no visible character.
    """
    letters = [letter if letter.isprintable() or letter == JOINER else " " for letter in name]
    shown = " ".join("".join(letters).split())
    if all(letter in (JOINER, " ") for letter in shown):
        raise refuse("no_name")
    return shown


@decides(commands.Stand)
def _stand(table: Table, command: commands.Stand, who: Who) -> CommandResult:
    check_own(who, command.seat)
    check_not_over(table)
    return CommandResult([events.Stood(at=who.now.at, command=command.id, seat=command.seat)])


@decides(commands.ClearSeat)
def _clear_seat(table: Table, command: commands.ClearSeat, who: Who) -> CommandResult:
    seat = command.seat
    check_seated(table, who, seat)
    check_lobby(table)
    kind = table.seats[seat].kind
    if kind == "open":
        raise refuse("seat_open", seat=seat)
    if kind == "person" and seat not in who.held:
        check_absent(table, who, seat)
    return CommandResult([events.Stood(at=who.now.at, command=command.id, seat=seat)])


@decides(commands.Rename)
def _rename(table: Table, command: commands.Rename, who: Who) -> CommandResult:
    check_own(who, command.seat)
    own = table.seats[command.seat].name
    taken = [other for other in [*table.names, *names_in(table.evening)] if other != own]
    name = unique_name(clean_name(command.name), taken)
    return CommandResult([events.Renamed(at=who.now.at, command=command.id, seat=command.seat, name=name)])


@decides(commands.SeatBot)
def _seat_bot(table: Table, command: commands.SeatBot, who: Who) -> CommandResult:
    """Put a bot in an open seat or, before the start, replace a bot."""
    _check_bot_play(table, command.seat, command.bot, who)
    check_not_over(table)
    kind = table.seats[command.seat].kind
    if kind == "person" or (kind == "bot" and table.status != "lobby"):
        raise refuse("seat_taken", seat=command.seat)
    bot = command.bot
    return CommandResult([events.Sat(at=who.now.at, command=command.id, seat=command.seat, name=bot, bot=bot)])


@decides(commands.StandIn)
def _stand_in(table: Table, command: commands.StandIn, who: Who) -> CommandResult:
    seat = command.seat
    _check_bot_play(table, seat, command.bot, who)
    if table.status == "lobby":
        raise refuse("not_begun")
    if table.seats[seat].kind != "person":
        raise refuse("no_person", seat=seat)
    check_absent(table, who, seat)
    return CommandResult(_call_bot(table, seat, command.bot, who.now.at, command.id))


def _check_bot_play(table: Table, seat: int, bot: str, who: Who) -> None:
    """Refuse the command if its sender is a spectator, the bot is unknown, or the table is a pad."""
    check_seated(table, who, seat)
    check_bot(bot, who.bots)
    if not table.match.has_dice:
        raise refuse("pad_without_bots")


def _call_bot(table: Table, seat: int, bot: str, now: int, command: str) -> list[events.Event]:
    """Return the event that lets a bot stand in for an absent player, or an empty list if it already does.

    Once the log is full, a stand-in cannot be replaced by another bot.
    """
    known = table.seats[seat].stand_in
    if known == bot:
        return []
    if known is not None and table.sequence >= MOST_EVENTS:
        raise log_full()
    return [events.StoodIn(at=now, command=command, seat=seat, bot=bot)]


@decides(commands.Leave)
def _leave(table: Table, command: commands.Leave, who: Who) -> CommandResult:
    """Leave deliberately: the match does not wait for the player, who keeps the seat, and a bot may take over."""
    check_own(who, command.seat)
    check_not_over(table)
    if table.status == "lobby":
        raise refuse("not_begun")
    found: list[events.Event] = []
    if not table.seats[command.seat].left:
        found.append(events.Left(at=who.now.at, command=command.id, seat=command.seat))
    if command.bot is not None:
        check_bot(command.bot, who.bots)
        found += _call_bot(table, command.seat, command.bot, who.now.at, "" if found else command.id)
    return CommandResult(found)


@decides(commands.Transfer)
def _transfer(table: Table, command: commands.Transfer, who: Who) -> CommandResult:
    by = None if command.seat in who.held else _speaker_for(table, command.seat, who)
    code = draw_code(who.rng, TRANSFER_CODE_LENGTH, TRANSFER_LETTERS)
    kept = hash_secret(table.setup.table_id, code)
    until = who.now.at + TRANSFER_SECONDS * 1000
    event = events.TransferOffered(
        at=who.now.at, command=command.id, seat=command.seat, code_hash=kept, until=until, by=by
    )
    return CommandResult([event], command.seat, code)


def _speaker_for(table: Table, seat: int, who: Who) -> int:
    """Check that the sender may transfer an absent player's seat to another device, and return the sender's seat."""
    check_seated(table, who, seat)
    check_not_over(table)
    if table.seats[seat].kind != "person":
        raise refuse("no_person", seat=seat)
    _check_gone(who, seat)
    check_absent(table, who, seat)
    return min(who.held)


def _check_gone(who: Who, seat: int) -> None:
    """Refuse to transfer a seat whose device is connected, even if its player has left."""
    if seat in who.attendance.seats:
        raise refuse("seat_present", seat=seat)


@decides(commands.Claim)
def _claim(table: Table, command: commands.Claim, who: Who) -> CommandResult:
    code = command.code.upper().replace("-", "").replace(" ", "")
    for seat, offer in table.transfers.items():
        if is_secret(table.setup.table_id, code, offer.code_hash) and who.now.at <= offer.until:
            if offer.by is not None:
                _check_gone(who, seat)
            kept = hash_secret(table.setup.table_id, command.token)
            return CommandResult([events.Claimed(at=who.now.at, command=command.id, seat=seat, token_hash=kept)], seat)
    raise refuse("wrong_code")
