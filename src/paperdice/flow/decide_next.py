"""Handlers of commands about the next match of a table, its guests, and the host's rights."""

from __future__ import annotations

from paperdice.flow import commands, events
from paperdice.flow.attendance import present_people
from paperdice.flow.checks import (
    CommandResult,
    Who,
    check_absent,
    check_bot,
    check_host,
    check_own,
    check_seated,
)
from paperdice.flow.codes import hash_secret
from paperdice.flow.deal import name_deal, read_deal
from paperdice.flow.decide_seats import clean_name
from paperdice.flow.evening import names_in, unique_name
from paperdice.flow.following import next_event
from paperdice.flow.refusals import refuse, refuse_seat
from paperdice.flow.registry import decides
from paperdice.flow.table import Table
from paperdice.games import find_game
from paperdice.match import Match

# The largest number of people without a seat; one who is away goes when another one comes.
MOST_GUESTS = 16


@decides(commands.Again)
def _again(table: Table, command: commands.Again, who: Who) -> CommandResult:
    """Ask for the next match; open it at once after an earlier request, or if nobody else is there."""
    guests = [guest for guest in sorted(who.guests) if guest in table.queue]
    if not who.held and not guests:
        raise refuse_seat("only_seated")
    if _has_just_begun(table) or table.next_match is not None:
        return CommandResult([])
    _check_over(table)
    # Of several people at one device, those who sit out stay out, unless nobody else is left.
    at, playing = who.now.at, sorted(who.held - table.out)
    held = playing if playing else sorted(who.held)
    guest = guests[0] if guests and not held else None
    asked = events.AgainAsked(at=at, command=command.id, seats=held, guest=guest)
    if table.asked is None and _has_others(table, who):
        return CommandResult([asked])
    out = table.out - set(held)
    opened = next_event(table, who.attendance, who.now.monotonic_ms, at, who.rng, out)
    if opened is None:
        raise refuse("nobody_plays")
    return CommandResult([asked, opened])


def _has_just_begun(table: Table) -> bool:
    """Whether the table is already in the first turn of its next match, so that a request for it comes too late."""
    match = table.match
    return table.setup.previous is not None and not table.is_over and (match.n_entries == 0 or match.turn == 1)


def _has_others(table: Table, who: Who) -> bool:
    """Whether anyone besides the sender is at the table: in a seat, or as a guest."""
    present = present_people(table, who.attendance, who.now.monotonic_ms)
    guests = [
        guest
        for guest in table.live_guests
        if guest in who.attendance.guests and guest not in who.guests and not table.guests[guest].waits
    ]
    return any(seat not in who.held for seat in present) or len(guests) > 0


def _check_over(table: Table) -> None:
    """Refuse a command about the next match if the current match is still running or is a challenge."""
    if not table.is_over:
        raise refuse("not_over")
    if table.setup.challenge is not None:
        raise refuse("challenge_once")


@decides(commands.PlanNext)
def _plan_next(table: Table, command: commands.PlanNext, who: Who) -> CommandResult:
    check_seated(table, who)
    _check_over(table)
    if command.step is not None and command.step != table.step:
        raise refuse("rearranged")
    for bot in command.bots:
        check_bot(bot, who.bots)
    if command.bots and table.setup.dice == "unknown":
        raise refuse("pad_without_bots")
    for seat in command.out:
        check_seated(table, who, seat)
        if seat not in who.held and seat not in table.out:
            check_absent(table, who, seat)
    game = find_game(command.game)
    n_sheets = 1 if command.sheets is None else len(command.sheets)
    sheets = read_deal(game, command.sheets, own_sheets=who.own_sheets)
    dealt = Match(game, n_sheets, sheets, 0)
    # Only the people themselves take back that they sit out.
    others = [seat for seat in sorted(table.out) if seat not in who.held and seat in who.attendance.seats]
    planned = events.NextPlanned(
        at=who.now.at,
        command=command.id,
        seat=min(who.held),
        game=game.name,
        rules=game.version,
        most=dealt.game.rules.MAX_SEATS,
        sheets=None if command.sheets is None else name_deal(game, dealt.sheets),
        bots=command.bots,
        out=sorted(set(command.out) | set(others)),
    )
    return CommandResult([planned])


@decides(commands.ChooseNext)
def _choose_next(table: Table, command: commands.ChooseNext, who: Who) -> CommandResult:
    check_own(who, command.seat)
    _check_over(table)
    is_other = table.choosing is not None and table.choosing not in who.held
    if is_other or command.is_choosing == (table.choosing == command.seat):
        return CommandResult([])
    at, seat = who.now.at, command.seat
    return CommandResult([events.Choosing(at=at, command=command.id, seat=seat, is_choosing=command.is_choosing)])


@decides(commands.SitOut)
def _sit_out(table: Table, command: commands.SitOut, who: Who) -> CommandResult:
    check_own(who, command.seat)
    _check_over(table)
    if (command.seat not in table.out) == command.plays:
        return CommandResult([])
    return CommandResult([events.SatOut(at=who.now.at, command=command.id, seat=command.seat, plays=command.plays)])


# Guests


@decides(commands.JoinNext)
def _join_next(table: Table, command: commands.JoinNext, who: Who) -> CommandResult:
    """Take part in the next match, or wait for the host at a table that is closed to this device."""
    if table.setup.challenge is not None:
        raise refuse("challenge_once")
    if who.held:
        raise refuse("has_seat")
    kept = hash_secret(table.setup.table_id, command.token)
    own = [number for number in table.live_guests if table.guests[number].token_hash == kept]
    known = own[0] if own else None
    if known is None and who.guests:
        raise refuse("has_seat")
    taken = [name for name in table.names if known is None or name != table.guests[known].name]
    name = clean_name(command.name)
    if known is not None and name != table.guests[known].name:
        taken += names_in(table.evening)
    waits = kept in table.removed or (table.closed and not table.is_known(kept))
    found: list[events.Event] = []
    if known is None and len(table.live_guests) >= MOST_GUESTS:
        away = [number for number in table.live_guests if number not in who.attendance.guests]
        if not away:
            raise refuse("table_full")
        found.append(events.GuestLeft(at=who.now.at, guest=away[0]))
    joined = events.GuestJoined(
        at=who.now.at,
        command=command.id,
        name=unique_name(name, taken),
        token_hash=kept,
        waits=waits,
        known=known,
    )
    return CommandResult([*found, joined])


def _check_guest(table: Table, guest: int) -> None:
    if guest not in table.live_guests:
        raise refuse("no_guest")


@decides(commands.LeaveNext)
def _leave_next(table: Table, command: commands.LeaveNext, who: Who) -> CommandResult:
    _check_guest(table, command.guest)
    if command.guest not in who.guests:
        raise refuse_seat("not_your_guest")
    return CommandResult([events.GuestLeft(at=who.now.at, command=command.id, guest=command.guest)])


# The host


@decides(commands.Remove)
def _remove(table: Table, command: commands.Remove, who: Who) -> CommandResult:
    host = check_host(table, who)
    seat, guest = command.seat, command.guest
    if (seat is None) == (guest is None):
        raise refuse("bad_request")
    if guest is not None:
        _check_guest(table, guest)
        if guest in who.guests:
            raise refuse("own_seat_gone")
    if seat is not None:
        check_seated(table, who, seat)
        if table.seats[seat].kind != "person" or not table.seats[seat].token_hash:
            raise refuse("no_person", seat=seat)
        if seat in who.held:
            raise refuse("own_seat_gone")
    return CommandResult([events.Removed(at=who.now.at, command=command.id, by=host, seat=seat, guest=guest)])


@decides(commands.Admit)
def _admit(table: Table, command: commands.Admit, who: Who) -> CommandResult:
    host = check_host(table, who)
    _check_guest(table, command.guest)
    if not table.guests[command.guest].waits:
        return CommandResult([])
    return CommandResult([events.Admitted(at=who.now.at, command=command.id, by=host, guest=command.guest)])
