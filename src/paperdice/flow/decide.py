"""Command handlers: they return the events that result from a command, or refuse it, without changing the table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar, cast

from paperdice.fair import Agreement, draw_secret
from paperdice.flow import commands, events
from paperdice.flow.attendance import Attendance
from paperdice.flow.budget import is_spent
from paperdice.flow.checks import (
    CommandResult,
    Who,
    check_absent,
    check_bot,
    check_lobby,
    check_not_over,
    check_own,
    check_own_turn,
    check_seated,
    log_full,
    refuse,
    too_often,
)
from paperdice.flow.codes import (
    TRANSFER_CODE_LENGTH,
    TRANSFER_LETTERS,
    draw_below,
    draw_code,
    draw_id,
    draw_seed,
    hash_secret,
    is_secret,
)
from paperdice.flow.deal import name_deal, read_deal
from paperdice.flow.table import Table
from paperdice.games import find_game
from paperdice.history import MatchLike
from paperdice.match import Match

TRANSFER_SECONDS = 300
# After this many events a log accepts only commands that may end the match; long matches have about a thousand events.
MOST_EVENTS = 5000
# The maximum number of entries replayed by corrections: each one replays the match again whenever the log is read.
MOST_REENTERED = 20_000
# One seat may use at most half of that limit, so that other players can make corrections too.
MOST_REENTERED_BY_SEAT = MOST_REENTERED // 2
Asked = TypeVar("Asked", bound=commands.TableCommand)
# Maps each kind of command to its handler.
Decide = Callable[[Table, commands.TableCommand, Who], CommandResult]
DECISIONS: dict[type[commands.TableCommand], Decide] = {}


def decides(
    kind: type[Asked],
) -> Callable[[Callable[[Table, Asked, Who], CommandResult]], Callable[[Table, Asked, Who], CommandResult]]:
    """Return a decorator that registers the handler for one kind of command."""

    def register(
        function: Callable[[Table, Asked, Who], CommandResult],
    ) -> Callable[[Table, Asked, Who], CommandResult]:
        DECISIONS[kind] = cast("Decide", function)
        return function

    return register


def decide(table: Table, command: commands.TableCommand, who: Who) -> CommandResult:
    """Handle a command: return the resulting events and the reply to its sender.

    Raises:
        PaperdiceError: The command is refused, usually with an `IllegalMoveError`.
    """
    _open_for(table, command)
    decision = DECISIONS[type(command)](table, command, who)
    for event in decision.events:
        # Of all events with a budget, only a change of pace does not name a seat itself.
        _check_budget(table, event, str(command.seat) if isinstance(command, commands.SetPace) else "")
    return decision


# Checks before handling


def _open_for(table: Table, command: commands.TableCommand) -> None:
    if table.sequence >= MOST_EVENTS and not command.may_end:
        raise log_full()
    # These commands may name the match for which they are valid.
    named = command.match if isinstance(command, commands.OfferShare | commands.Commit) else None
    if named is not None and named != table.match_id:
        raise refuse("stale_match", "the table goes on with another match")


def _check_budget(table: Table, event: events.Event, seat: str) -> None:
    """Refuse an event whose budget is used up.

    Some events are always allowed: a player's return, the first stand-in for an absent player, and a bot that takes an
    open seat of a running match (it keeps the seat to the end).
    """
    if isinstance(event, events.Returned):
        return
    if isinstance(event, events.Sat) and event.bot is not None and table.status != "lobby":
        return
    if isinstance(event, events.StoodIn) and table.seats[event.seat].stand_in is None:
        return
    if is_spent(table.spent, event, seat):
        raise too_often()


# Playing


@decides(commands.Play)
def _play(table: Table, command: commands.Play, who: Who) -> CommandResult:
    check_own_turn(table, command, who)
    table.match.check_move(command.seat, command.move)
    at, seat = who.now.at, command.seat
    sealed = events.Sealed(at=at, command=command.id, seat=seat, move=command.move, hold=command.hold)
    return CommandResult([*_back(table, seat, at), sealed])


def _back(table: Table, seat: int, now: int) -> list[events.Event]:
    """Return the `Returned` event of a player who had left, unless its budget is used up."""
    back = events.Returned(at=now, seat=seat)
    return [back] if table.seats[seat].left and not is_spent(table.spent, back) else []


@decides(commands.TakeBack)
def _take_back(table: Table, command: commands.TakeBack, who: Who) -> CommandResult:
    check_own_turn(table, command, who)
    table.match.check_take_back(command.seat)
    taken_back = events.TakenBack(at=who.now.at, command=command.id, seat=command.seat)
    return CommandResult([*_back(table, command.seat, who.now.at), taken_back])


@decides(commands.Confirm)
def _confirm(table: Table, command: commands.Confirm, who: Who) -> CommandResult:
    """Confirm a sealed move; do nothing if it is not on hold."""
    check_own_turn(table, command, who)
    table.match.check_take_back(command.seat)
    if command.seat not in table.on_hold:
        return CommandResult([])
    return CommandResult([events.Confirmed(at=who.now.at, command=command.id, seats=[command.seat])])


@decides(commands.Throw)
def _throw(table: Table, command: commands.Throw, who: Who) -> CommandResult:
    check_own_turn(table, command, who)
    if not table.match.dice_wanted:
        raise refuse("no_dice_wanted", f"no dice are wanted in the {table.match.phase} phase")
    if table.setup.dice == "typed":
        if command.roll is None:
            raise refuse("roll_missing", "type how the real dice fell")
        table.match.check_roll(command.roll)
        thrown = events.Thrown(at=who.now.at, command=command.id, seat=command.seat, roll=command.roll)
        return CommandResult([*_back(table, command.seat, who.now.at), thrown])
    if command.roll is not None:
        raise refuse("not_typed", "the server throws the dice of this table")
    if command.seat != table.match.active:
        raise refuse("not_active", f"seat {table.match.active} throws", seat=table.match.active)
    return CommandResult(
        [*_back(table, command.seat, who.now.at), throw_dice(table, table.match, who.now.at, "seat", command.id)]
    )


def throw_dice(table: Table, match: MatchLike, now: int, by: events.By, command: str = "") -> events.Thrown:
    """Return the event for the next throw, made with the table's own dice.

    Args:
        table: The table whose dice are thrown.
        match: The table's match, or a copy with moves that the table has not applied yet.
        now: The system time in milliseconds.
        by: The cause of the throw.
        command: The id of the command that requested the throw, if any.
    """
    assert table.dice is not None
    return events.Thrown(at=now, command=command, seat=match.active, roll=match.draw_roll(table.dice), by=by)


@decides(commands.Correct)
def _correct(table: Table, command: commands.Correct, who: Who) -> CommandResult:
    """Correct a typed entry: any throw, or a move of the sender's own seat."""
    check_own(who, command.seat)
    if table.setup.dice not in ("typed", "unknown"):
        raise refuse("not_typed", "the server throws the dice of this table")
    if table.next_match is not None:
        raise refuse("stale_match", "the table goes on with another match")
    if table.n_reentered >= MOST_REENTERED:
        raise log_full()
    if table.reentered_by.get(command.seat, 0) >= MOST_REENTERED_BY_SEAT:
        raise too_often()
    if (command.roll is None) == (command.move is None):
        raise refuse("roll_missing", "a correction has either a roll or a move")
    throw = 0 if command.roll is None else command.throw
    place = table.match.find_place(command.seat, command.turn, throw, command.phase)
    was = table.check_correction(place, command.roll or command.move or "").was
    event = events.Corrected(
        at=who.now.at,
        command=command.id,
        seat=command.seat,
        roll=command.roll or "",
        move=command.move or "",
        turn=place.turn,
        throw=place.throw,
        phase=place.phase,
        of=place.seat,
        was=was,
    )
    return CommandResult([event])


@decides(commands.Enter)
def _enter(table: Table, command: commands.Enter, who: Who) -> CommandResult:
    """Make an entry on the seat's own sheet of a pad, or apply a pending lock or end for all seats."""
    check_own(who, command.seat)
    if table.match.has_dice:
        raise refuse("no_pad", "the marks of this table follow its dice")
    if table.status == "lobby":
        raise refuse("not_begun", "the match has not begun")
    table.match.check_entry(command.seat, command.text)
    entered = events.Entered(at=who.now.at, command=command.id, seat=command.seat, text=command.text)
    return CommandResult([*_back(table, command.seat, who.now.at), entered])


# Seats


@decides(commands.Sit)
def _sit(table: Table, command: commands.Sit, who: Who) -> CommandResult:
    check_not_over(table)
    free = table.open_seats
    seat = command.seat if command.seat is not None else _first_free(table, free, who.now.at)
    if seat is None:
        raise refuse("table_full", "every seat is taken")
    if seat not in free:
        raise refuse("seat_taken", f"seat {seat} is not free", seat=seat)
    kept = hash_secret(table.setup.table_id, command.token)
    name = clean_name(command.name)
    return CommandResult([events.Sat(at=who.now.at, command=command.id, seat=seat, name=name, token_hash=kept)], seat)


def _first_free(table: Table, free: list[int], now: int) -> int | None:
    """Return the first open seat, preferably one with budget left, or None if no seat is open."""
    fresh = [seat for seat in free if not is_spent(table.spent, events.Sat(at=now, seat=seat, name=""))]
    first = [*fresh, *free]
    return first[0] if first else None


def clean_name(name: str) -> str:
    """Return a nickname without control characters and extra spaces.

    Raises:
        IllegalMoveError: The name has no visible character.
    """
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not shown:
        raise refuse("no_name", "a name needs a letter that shows")
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
        raise refuse("seat_open", f"seat {seat} is open already", seat=seat)
    if kind == "person" and seat not in who.held:
        check_absent(table, who, seat)
    return CommandResult([events.Stood(at=who.now.at, command=command.id, seat=seat)])


@decides(commands.Rename)
def _rename(table: Table, command: commands.Rename, who: Who) -> CommandResult:
    check_own(who, command.seat)
    name = clean_name(command.name)
    return CommandResult([events.Renamed(at=who.now.at, command=command.id, seat=command.seat, name=name)])


@decides(commands.SeatBot)
def _seat_bot(table: Table, command: commands.SeatBot, who: Who) -> CommandResult:
    """Put a bot in an open seat or, before the start, replace a bot."""
    _check_bot_play(table, command.seat, command.bot, who)
    check_not_over(table)
    kind = table.seats[command.seat].kind
    if kind == "person" or (kind == "bot" and table.status != "lobby"):
        raise refuse("seat_taken", f"seat {command.seat} is not free", seat=command.seat)
    bot = command.bot
    return CommandResult([events.Sat(at=who.now.at, command=command.id, seat=command.seat, name=bot, bot=bot)])


@decides(commands.StandIn)
def _stand_in(table: Table, command: commands.StandIn, who: Who) -> CommandResult:
    seat = command.seat
    _check_bot_play(table, seat, command.bot, who)
    if table.status == "lobby":
        raise refuse("not_begun", "the match has not begun")
    if table.seats[seat].kind != "person":
        raise refuse("no_person", f"nobody is missing in seat {seat}", seat=seat)
    check_absent(table, who, seat)
    return CommandResult(_call_bot(table, seat, command.bot, who.now.at, command.id))


def _check_bot_play(table: Table, seat: int, bot: str, who: Who) -> None:
    """Refuse the command if its sender is a spectator, the bot is unknown, or the table is a pad."""
    check_seated(table, who, seat)
    check_bot(bot, who.bots)
    if not table.match.has_dice:
        raise refuse("pad_without_bots", "bots need dice, and those of a pad are unknown")


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


@decides(commands.SetPace)
def _set_pace(_: Table, command: commands.SetPace, who: Who) -> CommandResult:
    check_own(who, command.seat)
    return CommandResult([events.PaceSet(at=who.now.at, command=command.id, pace=command.pace)])


@decides(commands.SetHints)
def _set_hints(table: Table, command: commands.SetHints, who: Who) -> CommandResult:
    check_own(who, command.seat)
    check_not_over(table)
    _no_challenge(table)
    if (command.seat in table.hints) == command.agreed:
        return CommandResult([])
    return CommandResult([events.HintsSet(at=who.now.at, command=command.id, seat=command.seat, agreed=command.agreed)])


@decides(commands.Hint)
def _hint(table: Table, command: commands.Hint, who: Who) -> CommandResult:
    check_own_turn(table, command, who)
    check_hint(table, command.seat)
    if command.seat in table.hinted:
        return CommandResult([])
    return CommandResult([events.Hinted(at=who.now.at, command=command.id, seat=command.seat)])


def check_hint(table: Table, seat: int) -> None:
    """Raise `IllegalMoveError` unless a seat may ask the coach for a hint.

    Hints require that the match is not a challenge, that all players have agreed to them, and that the seat has to
    move.
    """
    _no_challenge(table)
    for other in table.persons:
        if other not in table.hints:
            raise refuse("hints_not_agreed", f"seat {other} has not agreed to hints", seat=other)
    if table.status != "playing" or seat not in table.match.acting:
        raise refuse("nothing_to_decide", f"seat {seat} has nothing to decide now")


def _no_challenge(table: Table) -> None:
    if table.setup.challenge is not None:
        raise refuse("no_hints", "there are no hints in a challenge")


@decides(commands.Leave)
def _leave(table: Table, command: commands.Leave, who: Who) -> CommandResult:
    """Leave deliberately: the match does not wait for the player, who keeps the seat, and a bot may take over."""
    check_own(who, command.seat)
    check_not_over(table)
    if table.status == "lobby":
        raise refuse("not_begun", "the match has not begun")
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
        raise refuse("no_person", f"nobody is missing in seat {seat}", seat=seat)
    _check_gone(who, seat)
    check_absent(table, who, seat)
    return min(who.held)


def _check_gone(who: Who, seat: int) -> None:
    """Refuse to transfer a seat whose device is connected, even if its player has left."""
    if seat in who.attendance.seats:
        raise refuse("seat_present", f"somebody sits in seat {seat}", seat=seat)


@decides(commands.Claim)
def _claim(table: Table, command: commands.Claim, who: Who) -> CommandResult:
    code = command.code.upper().replace("-", "").replace(" ", "")
    for seat, offer in table.transfers.items():
        if is_secret(table.setup.table_id, code, offer.code_hash) and who.now.at <= offer.until:
            if offer.by is not None:
                _check_gone(who, seat)
            kept = hash_secret(table.setup.table_id, command.token)
            return CommandResult([events.Claimed(at=who.now.at, command=command.id, seat=seat, token_hash=kept)], seat)
    raise refuse("wrong_code", "this code opens no seat, or its time is over")


# The match


@decides(commands.OfferShare)
def _offer_share(table: Table, command: commands.OfferShare, who: Who) -> CommandResult:
    check_own(who, command.seat)
    if table.setup.dice != "committed":
        raise refuse("no_shares", "the dice of this table need no shares")
    if table.status not in ("lobby", "shares") or command.seat in table.offered:
        return CommandResult([])
    return CommandResult([events.ShareOffered(at=who.now.at, command=command.id, seat=command.seat)])


@decides(commands.Commit)
def _commit(table: Table, command: commands.Commit, who: Who) -> CommandResult:
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


def _agreement_of(table: Table) -> Agreement:
    if table.agreement is None and table.setup.dice == "committed":
        raise refuse("not_begun", "the match has not begun")
    if table.agreement is None:
        raise refuse("no_shares", "the dice of this table need no shares")
    return table.agreement


@decides(commands.Arrange)
def _arrange(table: Table, command: commands.Arrange, who: Who) -> CommandResult:
    check_seated(table, who)
    check_lobby(table)
    _check_seen(table, command)
    if table.setup.challenge is not None:
        raise refuse("challenge_fixed", "a challenge says what is played and by whom")
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
        raise refuse("rearranged", "the table was arranged anew")


def _check_kept(table: Table, command: commands.Arrange, who: Who) -> None:
    """Refuse to repeat a seat, to remove all seats of the sender, or to remove a player who is present."""
    kept = [seat for seat in command.seats if seat is not None]
    for seat in kept:
        check_seated(table, who, seat)
        if kept.count(seat) > 1:
            raise refuse("seat_twice", f"seat {seat} is named twice", seat=seat)
    if not who.held.intersection(kept):
        raise refuse("own_seat_gone", "keep a seat of your own, or stand up")
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
        raise refuse("seats_open", f"{n_free} seats are still open", n=n_free)
    return CommandResult(start_events(table, who.attendance, who.now.at, who.rng, command.id))


def start_events(table: Table, attendance: Attendance, now: int, rng: Random, command: str = "") -> list[events.Event]:
    """Return the events that start a match.

    If no connected device contributes to the dice, the commitment stage is closed at once.
    """
    setup = table.setup
    seed = draw_secret(rng) if setup.dice == "committed" else ""
    bot_secret = "" if setup.challenge is not None else draw_secret(rng)
    started = events.Started(at=now, command=command, seed=seed, bot_secret=bot_secret)
    if setup.dice == "committed" and not table.offered & attendance.seats:
        return [started, events.SharesClosed(at=now)]
    return [started]


def next_first(table: Table) -> int:
    """Return the seat that begins a rematch: the one with the lowest score.

    Ties are broken by seating order, counting from the seat after the one that began this match.
    """
    scores = table.match.scores
    n_seats, low = len(scores), min(scores)
    after = [(table.setup.first + 1 + i) % n_seats for i in range(n_seats)]
    lowest = [seat for seat in after if scores[seat] == low]
    return lowest[0]


@decides(commands.Rematch)
def _rematch(table: Table, command: commands.Rematch, who: Who) -> CommandResult:
    check_seated(table, who)
    if table.status == "lobby" and table.starts_itself:
        return CommandResult([])
    if table.status != "over":
        raise refuse("not_over", "the match is still going on")
    if table.next_match is not None:
        return CommandResult([])
    if table.setup.challenge is not None:
        raise refuse("challenge_once", "a challenge is a match of its own: open it again for another try")
    asked = table.rematch_asked | who.held
    if command.ask and set(readers(table, who.attendance, who.now.monotonic_ms)) - asked:
        if asked == table.rematch_asked:
            return CommandResult([])
        return CommandResult([events.RematchAsked(at=who.now.at, command=command.id, seats=sorted(who.held))])
    return CommandResult([rematch_event(table, who.now.at, who.rng, command.id)])


def readers(table: Table, attendance: Attendance, monotonic_ms: int) -> list[int]:
    """Return the seats of players who are present or have only just lost their connection.

    At a slow table (played over days), every player who has not left counts as present.
    """
    return [
        seat
        for seat in table.persons
        if not table.seats[seat].left
        and (table.setup.slow or seat in attendance.seats or attendance.awaited.get(seat, 0) > monotonic_ms)
    ]


def rematch_event(table: Table, now: int, rng: Random, command: str = "") -> events.Rematched:
    """Return the event that opens a rematch, in which the seat with the lowest score begins."""
    return events.Rematched(
        at=now,
        command=command,
        next_match=draw_id(rng),
        seed=draw_seed(rng, table.setup.dice),
        first=next_first(table),
    )
