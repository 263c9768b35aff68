"""A record as a replay: one frame after each throw and each resolved phase."""

from __future__ import annotations

from paperdice.match import UNANSWERED, Match
from paperdice.record import Turn, parse_record
from paperdice.server.protocol.http import Frame, Replay
from paperdice.view import view_of


def make_replay(text: str) -> Replay:
    """The replay of a record, checked on the way."""
    record = parse_record(text)
    Match.replay(record)
    match = Match.replay(record, until=0)
    frames = [Frame(match.turn, match.active, match.phase, None, [], view_of(match, None))]
    for turn in record.turns:
        frames += [_play_part(match, turn, part.text) for part in turn.parts]
    names = [record.headers.get(f"Player{seat}", "") for seat in range(match.seats)]
    return Replay(match.game.name, match.game.title, names, frames)


def _play_part(match: Match, turn: Turn, text: str) -> Frame:
    active, phase = match.active, match.phase
    if match.dice_wanted:
        match.throw(text)
        return Frame(turn.number, active, phase, text, [], view_of(match, None))
    moves: list[str | None] = [None] * match.seats
    for seat, move in zip(match.acting, text.split(", "), strict=True):
        if move != UNANSWERED:
            moves[seat] = move
            match.play(seat, move)
    return Frame(turn.number, active, phase, None, moves, view_of(match, None))
