"""What a command does at a table: the events that follow from it, or a refusal; nothing is changed here."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from paperdice import fair
from paperdice.errors import IllegalMoveError, MatchOverError, Reason, WrongSeatError
from paperdice.server.protocol import events as log
from paperdice.server.protocol import messages
from paperdice.server.table.codes import TRANSFER_LETTERS, draw_code
from paperdice.server.table.table import Table, throw_number

TRANSFER_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Who:
    """Who commands: the seats this device holds, the seats with somebody there, the time, the bots that can be had."""

    held: frozenset[int]
    present: frozenset[int]
    now: int
    bots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The events that a command leads to, and what its device is told beside `done`."""

    events: list[log.Event]
    seat: int | None = None
    code: str = ""


def refuse(reason: str, message: str, **params: str | int) -> IllegalMoveError:
    """Gives the error for something that is not allowed now."""
    return IllegalMoveError(message, Reason(reason, dict(params)))


def decide(table: Table, command: messages.Command, who: Who) -> Decision:
    """Gives what follows from a command."""
    return _DECIDE[type(command)](table, command, who)


def _own(who: Who, seat: int) -> None:
    if seat not in who.held:
        raise WrongSeatError(f"seat {seat} does not belong to this device", Reason("not_your_seat", {"seat": seat}))


def _seated(table: Table, who: Who, seat: int | None = None) -> None:
    if not who.held:
        raise WrongSeatError("a spectator cannot do this", Reason("only_seated", {}))
    if seat is not None and not 0 <= seat < len(table.seats):
        high = len(table.seats) - 1
        raise WrongSeatError(f"there is no seat {seat}", Reason("no_such_seat", {"seat": str(seat), "high": high}))


def _lobby(table: Table) -> None:
    if table.status != "lobby":
        raise refuse("already_begun", "the match has begun")


def _playing(table: Table, step: int | None = None) -> None:
    if table.status == "over":
        raise MatchOverError("the match is over", Reason("over", {}))
    if table.status != "playing":
        raise refuse("not_begun", "the match has not begun")
    if step is not None and step != table.step:
        raise refuse("stale_step", f"this answers step {step}, the table is at step {table.step}", step=table.step)


def _bot(who: Who, bot: str) -> None:
    if bot not in who.bots:
        raise refuse("unknown_bot", f"there is no bot {bot!r}, only {', '.join(who.bots)}", bot=bot)


def _sit(table: Table, command: messages.Sit, who: Who) -> Decision:
    if table.status == "over":
        raise MatchOverError("the match is over", Reason("over", {}))
    free = [seat for seat, entry in enumerate(table.seats) if entry.kind == "open"]
    seat = command.seat if command.seat is not None else next(iter(free), None)
    if seat is None:
        raise refuse("table_full", "every seat is taken")
    if seat not in free:
        raise refuse("seat_taken", f"seat {seat} is not free", seat=seat)
    kept = log.hash_secret(table.setup.table_id, command.token)
    name = clean_name(command.name)
    events: list[log.Event] = [log.SatDown(at=who.now, command=command.id, seat=seat, name=name, token_hash=kept)]
    if command.commitment is not None and table.agreement is not None and table.agreement.stage == "commit":
        table.agreement.check_commitment(seat, command.commitment)
        events.append(log.Committed(at=who.now, seat=seat, commitment=command.commitment))
    return Decision(events, seat)


def clean_name(name: str) -> str:
    """Gives a nickname without what does not show: control characters and needless blanks."""
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not shown:
        raise refuse("no_name", "a name needs a letter that shows")
    return shown


def _stand(table: Table, command: messages.Stand, who: Who) -> Decision:
    _own(who, command.seat)
    if table.status == "over":
        raise MatchOverError("the match is over", Reason("over", {}))
    return Decision([log.StoodUp(at=who.now, command=command.id, seat=command.seat)])


def _rename(table: Table, command: messages.Rename, who: Who) -> Decision:
    _own(who, command.seat)
    return Decision([log.Renamed(at=who.now, command=command.id, seat=command.seat, name=clean_name(command.name))])


def _seat_bot(table: Table, command: messages.SeatBot, who: Who) -> Decision:
    _seated(table, who, command.seat)
    _bot(who, command.bot)
    entry = table.seats[command.seat]
    if table.status == "over":
        raise MatchOverError("the match is over", Reason("over", {}))
    if entry.kind == "person" or (entry.kind == "bot" and table.status != "lobby"):
        raise refuse("seat_taken", f"seat {command.seat} is not free", seat=command.seat)
    event = log.SatDown(at=who.now, command=command.id, seat=command.seat, name=command.bot, bot=command.bot)
    return Decision([event])


def _clear_seat(table: Table, command: messages.ClearSeat, who: Who) -> Decision:
    _seated(table, who, command.seat)
    _lobby(table)
    entry = table.seats[command.seat]
    if entry.kind == "open":
        raise refuse("seat_open", f"seat {command.seat} is open already", seat=command.seat)
    if entry.kind == "person" and command.seat in who.present and command.seat not in who.held:
        raise refuse("seat_present", f"somebody sits in seat {command.seat}", seat=command.seat)
    return Decision([log.StoodUp(at=who.now, command=command.id, seat=command.seat)])


def _commit(table: Table, command: messages.Commit, who: Who) -> Decision:
    _own(who, command.seat)
    if table.agreement is None:
        raise refuse("no_shares", "the dice of this table need no shares")
    table.agreement.check_commitment(command.seat, command.commitment)
    event = log.Committed(at=who.now, command=command.id, seat=command.seat, commitment=command.commitment)
    return Decision([event])


def _reveal(table: Table, command: messages.Reveal, who: Who) -> Decision:
    _own(who, command.seat)
    if table.agreement is None:
        raise refuse("no_shares", "the dice of this table need no shares")
    table.agreement.check_share(command.seat, command.share)
    return Decision([log.Revealed(at=who.now, command=command.id, seat=command.seat, share=command.share)])


def _start(table: Table, command: messages.Start, who: Who) -> Decision:
    _seated(table, who)
    _lobby(table)
    free = [seat for seat, entry in enumerate(table.seats) if entry.kind == "open"]
    if free:
        raise refuse("seats_open", f"{len(free)} seats are still open", n=len(free))
    return Decision(begin(table, who.now, command.id))


def begin(table: Table, now: int, command: str = "") -> list[log.Event]:
    """Gives the events that start a match."""
    events: list[log.Event] = [log.Begun(at=now, command=command)]
    if table.agreement is not None:
        events.append(log.SharesClosed(at=now))
    return events


def _throw(table: Table, command: messages.Throw, who: Who) -> Decision:
    _own(who, command.seat)
    _playing(table, command.step)
    if not table.match.dice_wanted:
        raise refuse("no_dice_wanted", f"no dice are wanted in the {table.match.phase} phase")
    if table.setup.dice == "typed":
        return Decision(
            [log.Rolled(at=who.now, command=command.id, seat=command.seat, roll=_typed(table, command.roll))]
        )
    if command.roll is not None:
        raise refuse("not_typed", "the server throws the dice of this table")
    if command.seat != table.match.active:
        raise refuse("not_active", f"seat {table.match.active} throws", seat=table.match.active)
    return Decision([rolled(table, who.now, "seat", command.id)])


def _typed(table: Table, roll: str | None) -> str:
    if roll is None:
        raise refuse("roll_missing", "type how the real dice fell")
    table.match.copy().throw(roll)
    return roll


def rolled(table: Table, now: int, by: log.By, command: str = "") -> log.Rolled:
    """Gives the event of the wanted dice, thrown by the table's own source."""
    assert table.dice is not None
    match = table.match
    mask = match.game.rules.dice_wanted(match.raw.state)
    wanted = [die for die in match.game.dice if mask >> die.index & 1]
    text = table.dice.throw(match.turn, throw_number(table), wanted)
    return log.Rolled(at=now, command=command, seat=match.active, roll=text, by=by)


def _correct(table: Table, command: messages.Correct, who: Who) -> Decision:
    _own(who, command.seat)
    if table.setup.dice != "typed":
        raise refuse("not_typed", "the server throws the dice of this table")
    if table.before_throw is None:
        raise refuse("no_roll", "nothing has been thrown yet")
    if table.next_match is not None:
        raise refuse("stale_match", "the table goes on with another match")
    table.before_throw.copy().throw(command.roll)
    return Decision([log.Retyped(at=who.now, command=command.id, seat=command.seat, roll=command.roll)])


def _play(table: Table, command: messages.Play, who: Who) -> Decision:
    _own(who, command.seat)
    _playing(table, command.step)
    return Decision([sealed(table, command.seat, command.move, who.now, "seat", command.id)])


def sealed(table: Table, seat: int, move: str, now: int, by: log.By, command: str = "") -> log.Sealed:
    """Gives the event of a legal move, and raises what is wrong with any other."""
    if move not in table.match.choices(seat):
        table.match.copy().play(seat, move)
    return log.Sealed(at=now, command=command, seat=seat, move=move, by=by)


def _take_back(table: Table, command: messages.TakeBack, who: Who) -> Decision:
    _own(who, command.seat)
    _playing(table, command.step)
    table.match.copy().take_back(command.seat)
    return Decision([log.Withdrawn(at=who.now, command=command.id, seat=command.seat)])


def _stand_in(table: Table, command: messages.StandIn, who: Who) -> Decision:
    _seated(table, who, command.seat)
    _bot(who, command.bot)
    if table.status == "lobby":
        raise refuse("not_begun", "the match has not begun")
    if table.seats[command.seat].kind != "person":
        raise refuse("no_person", f"nobody is missing in seat {command.seat}", seat=command.seat)
    if command.seat in who.present:
        raise refuse("seat_present", f"somebody sits in seat {command.seat}", seat=command.seat)
    return Decision([log.Substituted(at=who.now, command=command.id, seat=command.seat, bot=command.bot)])


def _rematch(table: Table, command: messages.Rematch, who: Who) -> Decision:
    _seated(table, who)
    if table.status != "over":
        raise refuse("not_over", "the match is still going on")
    if table.next_match is not None:
        return Decision([])
    if table.setup.challenge is not None:
        raise refuse("challenge_once", "a challenge is a match of its own: open it again for another try")
    first = (table.setup.first + 1) % len(table.seats)
    seed = {"committed": fair.draw_secret(), "typed": "", "seeded": str(secrets.randbits(53))}[table.setup.dice]
    event = log.Rematched(at=who.now, command=command.id, next_match=draw_match_id(), seed=seed, first=first)
    return Decision([event])


def draw_match_id() -> str:
    """Gives a match id that nobody can guess."""
    return secrets.token_hex(12)


def _transfer(table: Table, command: messages.Transfer, who: Who) -> Decision:
    _own(who, command.seat)
    code = draw_code(8, TRANSFER_LETTERS)
    kept = log.hash_secret(table.setup.table_id, code)
    until = who.now + TRANSFER_SECONDS * 1000
    event = log.TransferOffered(at=who.now, command=command.id, seat=command.seat, code_hash=kept, until=until)
    return Decision([event], command.seat, code)


def _claim(table: Table, command: messages.Claim, who: Who) -> Decision:
    code = command.code.upper().replace("-", "").replace(" ", "")
    for seat, offer in table.transfers.items():
        if log.is_secret(table.setup.table_id, code, offer.code_hash) and who.now <= offer.until:
            kept = log.hash_secret(table.setup.table_id, command.token)
            return Decision([log.Reseated(at=who.now, command=command.id, seat=seat, token_hash=kept)], seat)
    raise refuse("wrong_code", "this code opens no seat, or its time is over")


_DECIDE: dict[type, Callable[..., Decision]] = {
    messages.Sit: _sit,
    messages.Stand: _stand,
    messages.Rename: _rename,
    messages.SeatBot: _seat_bot,
    messages.ClearSeat: _clear_seat,
    messages.Commit: _commit,
    messages.Reveal: _reveal,
    messages.Start: _start,
    messages.Throw: _throw,
    messages.Correct: _correct,
    messages.Play: _play,
    messages.TakeBack: _take_back,
    messages.StandIn: _stand_in,
    messages.Rematch: _rematch,
    messages.Transfer: _transfer,
    messages.Claim: _claim,
}
