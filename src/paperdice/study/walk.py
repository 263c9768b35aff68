"""Iteration over the steps of a match (its throws and resolved phases), with the position before and after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paperdice.bots.decision import Decisions
from paperdice.errors import Reason, RecordError, WrongSeatError
from paperdice.match import Match
from paperdice.position import Position
from paperdice.record import check_unstopped, parse_record


@dataclass(frozen=True)
class PlayedStep:
    """One throw, or one resolved phase with the move of each acting seat."""

    before: Position
    after: Position
    turn: int
    phase: str
    active: int
    text: str
    moves: dict[int, str]
    comment: str

    @property
    def is_throw(self) -> bool:
        return self.phase == "roll"


def walk(match: Match) -> Iterator[PlayedStep]:
    """Replay a match and yield its resolved steps in order; raise `RecordError` if it was stopped before its end."""
    check_unstopped(match.headers)
    record = parse_record(match.record(sealed=False))
    going = Match.replay(record, until=0)
    for turn in record.turns:
        for part in turn.parts:
            before, phase, acting = going.snapshot(), going.phase, going.acting
            moves: dict[int, str] = {}
            if phase == "roll":
                going.throw(part.text)
            else:
                moves = dict(zip(acting, part.text.split(", "), strict=True))
                for seat, move in moves.items():
                    going.play(seat, move)
            yield PlayedStep(before, going.snapshot(), turn.number, phase, turn.active, part.text, moves, part.comment)


def first_position(match: Match) -> Position:
    """Return the position at the start of a match, before its first throw."""
    return Match.replay(parse_record(match.record(sealed=False)), until=0).snapshot()


def current_decision(match: Match, seat: int) -> tuple[Position, str | None]:
    """Return the position of a seat's current decision, and the seat's sealed move, if any.

    Raises:
        WrongSeatError: There is no such seat, or it has no decision in the current phase.
    """
    if not 0 <= seat < match.seats:
        raise _no_seat(match, seat)
    if seat not in (*match.acting, *match.answered):
        where = f"in the {match.phase} phase of turn {match.turn}"
        raise WrongSeatError(f"seat {seat} decides nothing {where}", Reason("not_acting", {}))
    return match.snapshot(), match.sealed(seat)


def _no_seat(match: Match, seat: int) -> WrongSeatError:
    reason = Reason("no_such_seat", {"seat": str(seat), "high": match.seats - 1})
    return WrongSeatError(f"there is no seat {seat}, only 0 to {match.seats - 1}", reason)


def find_decision(match: Match, turn: int, seat: int, phase: str | None = None) -> tuple[Position, str | None]:
    """Return the position in which a seat had a decision in a given turn, and the seat's move, if any.

    If the seat had several decisions in the turn, the first one with more than one choice is returned.

    Args:
        match: The match.
        turn: The number of the turn.
        seat: The seat that decided.
        phase: The phase of the decision; None for any phase.

    Raises:
        RecordError: The match has no such turn.
        WrongSeatError: There is no such seat, or it had no decision in this turn and phase.
    """
    steps = list(walk(match))
    _check_turn(match, steps, turn)
    if not 0 <= seat < match.seats:
        raise _no_seat(match, seat)
    found = [
        (step.before, step.moves[seat])
        for step in steps
        if step.turn == turn and seat in step.moves and phase in (None, step.phase)
    ]
    if turn == match.turn and seat in (*match.acting, *match.answered) and phase in (None, match.phase):
        found.append((match.snapshot(), match.sealed(seat) or ""))
    if not found:
        where = f"turn {turn}" + (f" in the {phase} phase" if phase else "")
        raise WrongSeatError(f"seat {seat} decides nothing in {where}", Reason("not_acting", {}))
    real = [each for each in found if _count_choices(each[0], seat) > 1]
    position, played = (real or found)[0]
    return position, played or None


def find_active(match: Match, turn: int) -> int:
    """Return the active seat of a turn.

    Raises:
        RecordError: The match has no such turn.
    """
    steps = list(walk(match))
    _check_turn(match, steps, turn)
    return next((step.active for step in steps if step.turn == turn), match.active)


def _check_turn(match: Match, steps: list[PlayedStep], turn: int) -> None:
    numbers = [step.turn for step in steps] + ([] if match.over else [match.turn])
    if turn not in numbers:
        reach = f"its turns are {min(numbers)} to {max(numbers)}" if numbers else "it has none"
        raise RecordError(f"the record has no turn {turn}: {reach}", Reason("bad_record", {"turn": turn, "why": reach}))


def _count_choices(position: Position, seat: int) -> int:
    return int(Decisions().of(position, seat).n)
