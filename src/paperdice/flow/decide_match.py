"""Handlers of commands before the match: shares of the dice, the arrangement of the table, and the start."""

from __future__ import annotations

from random import Random

from paperdice.fair import Agreement, draw_secret
from paperdice.flow import commands, events
from paperdice.flow.attendance import Attendance
from paperdice.flow.checks import CommandResult, Who, check_absent, check_lobby, check_own, check_seated
from paperdice.flow.codes import draw_below
from paperdice.flow.deal import name_deal, read_deal
from paperdice.flow.refusals import refuse
from paperdice.flow.registry import decides
from paperdice.flow.table import Table
from paperdice.games import find_game
from paperdice.match import Match


@decides(commands.OfferShare)
def _offer_share(table: Table, command: commands.OfferShare, who: Who) -> CommandResult:
    _check_match(table, command)
    check_own(who, command.seat)
    if table.setup.dice != "committed":
        raise refuse("no_shares")
    if table.status not in ("lobby", "shares") or command.seat in table.offered:
        return CommandResult([])
    return CommandResult([events.ShareOffered(at=who.now.at, command=command.id, seat=command.seat)])


@decides(commands.Commit)
def _commit(table: Table, command: commands.Commit, who: Who) -> CommandResult:
    _check_match(table, command)
    check_own(who, command.seat)
    agreement = _agreement_of(table)
    agreement.check_commitment(command.seat, command.commitment)
    bound = events.Committed(at=who.now.at, command=command.id, seat=command.seat, commitment=command.commitment)
    return CommandResult([bound])


@decides(commands.Reveal)
def _reveal(table: Table, command: commands.Reveal, who: Who) -> CommandResult:
    check_own(who, command.seat)
    agreement = _agreement_of(table)
    agreement.check_share(command.seat, command.share)
    return CommandResult([events.Revealed(at=who.now.at, command=command.id, seat=command.seat, share=command.share)])


def _check_match(table: Table, command: commands.OfferShare | commands.Commit) -> None:
    """Refuse a command that names another match."""
    if command.match is not None and command.match != table.match_id:
        raise refuse("stale_match")


def _agreement_of(table: Table) -> Agreement:
    if table.agreement is None and table.setup.dice == "committed":
        raise refuse("not_begun")
    if table.agreement is None:
        raise refuse("no_shares")
    return table.agreement


@decides(commands.Arrange)
def _arrange(table: Table, command: commands.Arrange, who: Who) -> CommandResult:
    check_seated(table, who)
    check_lobby(table)
    _check_seen(table, command)
    if table.setup.challenge is not None:
        raise refuse("challenge_fixed")
    _check_kept(table, command, who)
    game = find_game(command.game)
    first = command.first if command.first is not None else draw_below(who.rng, len(command.seats))
    dealt = Match(game, len(command.seats), read_deal(game, command.sheets, own_sheets=who.own_sheets), first).sheets
    event = events.Arranged(
        at=who.now.at,
        command=command.id,
        by=min(who.held),
        game=game.name,
        rules=game.version,
        sheets=name_deal(game, dealt),
        seats=command.seats,
        first=first,
    )
    return CommandResult([event])


def _check_seen(table: Table, command: commands.Arrange | commands.Start) -> None:
    """Refuse a command that was sent before the table was rearranged."""
    if command.step is not None and command.step != table.step:
        raise refuse("rearranged")


def _check_kept(table: Table, command: commands.Arrange, who: Who) -> None:
    """Refuse a command that lists a seat twice, removes all seats of the sender, or removes a player who is present."""
    kept = [seat for seat in command.seats if seat is not None]
    for seat in kept:
        check_seated(table, who, seat)
        if kept.count(seat) > 1:
            raise refuse("seat_twice", seat=seat)
    if not who.held.intersection(kept):
        raise refuse("own_seat_gone")
    for seat in table.persons:
        if seat not in kept and seat not in who.held:
            check_absent(table, who, seat)


@decides(commands.Start)
def _start(table: Table, command: commands.Start, who: Who) -> CommandResult:
    check_seated(table, who)
    check_lobby(table)
    _check_seen(table, command)
    # At a pad, open seats may be taken during the match.
    n_free = len(table.open_seats)
    if n_free > 0 and table.match.has_dice:
        raise refuse("seats_open", n=n_free)
    return CommandResult(start_events(table, who.attendance, who.now.at, who.rng, command.id))


def start_events(table: Table, attendance: Attendance, now: int, rng: Random, command: str = "") -> list[events.Event]:
    """Return the events that start a match.

    If no connected device contributes to the dice, the commitment stage is closed at once.
    """
    setup = table.setup
    seed = draw_secret(rng) if setup.dice == "committed" else ""
    bot_secret = "" if setup.challenge is not None else draw_secret(rng)
    started = events.Started(at=now, command=command, seed=seed, bot_secret=bot_secret)
    return [started, *_close_shares(table, attendance, now)]


def _close_shares(table: Table, attendance: Attendance, now: int) -> list[events.Event]:
    is_closed = table.setup.dice == "committed" and not table.offered & attendance.seats
    return [events.SharesClosed(at=now)] if is_closed else []
