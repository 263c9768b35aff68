"""A record as a film: one frame after each throw and each resolved phase, for the page's replay."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from paperdice.match import Match
from paperdice.record import Turn, parse_record
from paperdice.server.protocol.views import View
from paperdice.view import view_of

LONGEST_RECORD = 60_000


class RecordText(Struct, forbid_unknown_fields=True):
    """A record to be shown, as text."""

    record: Annotated[str, Meta(min_length=1, max_length=LONGEST_RECORD)]


class Frame(Struct, frozen=True):
    """One moment: what a spectator sees after a throw (`roll`) or after the moves of a phase; the first has neither."""

    turn: int
    active: int
    phase: str
    roll: str | None
    moves: list[str | None]
    view: View


class Film(Struct, frozen=True):
    """A whole record, frame by frame."""

    game: str
    title: str
    names: list[str]
    frames: list[Frame]


def make_film(text: str) -> Film:
    """Gives the film of a record, checked on the way."""
    record = parse_record(text)
    Match.replay(record)
    match = Match.replay(record, until=0)
    frames = [_frame(match, match.turn, match.active, match.phase, None, [])]
    for turn in record.turns:
        frames += [_play_part(match, turn, i) for i in range(len(turn.parts))]
    names = [record.headers.get(f"Player{seat}", "") for seat in range(match.seats)]
    return Film(match.game.name, match.game.title, names, frames)


def _play_part(match: Match, turn: Turn, number: int) -> Frame:
    text, active, phase = turn.parts[number].text, match.active, match.phase
    if match.dice_wanted:
        match.throw(text)
        return _frame(match, turn.number, active, phase, text, [])
    moves: list[str | None] = [None] * match.seats
    for seat, move in zip(match.acting, text.split(", "), strict=True):
        if move != "?":
            moves[seat] = move
            match.play(seat, move)
    return _frame(match, turn.number, active, phase, None, moves)


def _frame(match: Match, turn: int, active: int, phase: str, roll: str | None, moves: list[Any]) -> Frame:
    return Frame(turn, active, phase, roll, moves, convert(view_of(match, None), View))
