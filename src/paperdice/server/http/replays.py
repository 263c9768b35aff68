"""A record as a replay: one frame after each throw and each resolved phase.

`python -m paperdice.server.http.replays` makes replays for a server, in a process of its own.
"""

from __future__ import annotations

import os
import signal
import sys
import zlib
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from paperdice.errors import PaperdiceError, Reason, ReasonView, RecordError
from paperdice.match import UNANSWERED, Match
from paperdice.record import Record, Turn, parse_record
from paperdice.server.protocol.http import Frame
from paperdice.view import view_of

MOST_FRAMES = 1000
_GZIP = 31
_encode = msgspec.json.encode


class ReplayMade(msgspec.Struct, frozen=True):
    """What is said of a replay before its bytes: how many there are, or what is wrong with the record."""

    size: int
    error: str = ""
    message: str = ""
    why: ReasonView | None = None


def _check_length(record: Record) -> None:
    n_frames = 1 + sum(len(turn.parts) for turn in record.turns)
    if n_frames > MOST_FRAMES:
        reason = Reason("record_too_long", {"n": n_frames, "most": MOST_FRAMES})
        raise RecordError(f"the record has {n_frames} throws and phases, more than {MOST_FRAMES}", reason)


def make_replay(text: str) -> Iterator[bytes]:
    """The replay of a record, checked before the first piece, as JSON in pieces."""
    record = parse_record(text)
    _check_length(record)
    Match.replay(record)
    match = Match.replay(record, until=0)
    names = [record.headers.get(f"Player{seat}", "") for seat in range(match.seats)]
    head = _encode({"game": match.game.name, "title": match.game.title, "names": names})
    yield head[:-1] + b',"frames":['
    yield _encode(Frame(match.turn, match.active, match.phase, None, [], view_of(match, None)))
    for turn in record.turns:
        for part in turn.parts:
            yield b"," + _encode(_play_part(match, turn, part.text))
    yield b"]}"


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


def squeeze(pieces: Iterator[bytes]) -> bytes:
    """Pieces as one gzip, so that a long replay needs little room; frames are much alike."""
    squeezer = zlib.compressobj(6, wbits=_GZIP)
    return b"".join([*map(squeezer.compress, pieces), squeezer.flush()])


def unsqueeze(data: bytes, piece: int = 64 * 1024) -> Iterator[bytes]:
    """The pieces of a gzip again, each made when it is wanted."""
    opener = zlib.decompressobj(wbits=_GZIP)
    while data and not opener.eof:
        yield opener.decompress(data, piece)
        data = opener.unconsumed_tail
    yield opener.flush()


def answer(text: str) -> tuple[ReplayMade, bytes]:
    """What is answered to one record: a replay, or what is wrong with the record."""
    try:
        body = squeeze(make_replay(text))
    except PaperdiceError as error:
        return ReplayMade(0, type(error).__name__, str(error), error.reason.as_dict()), b""
    return ReplayMade(len(body)), body


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers records, one a line, until there are no more: a line about the answer, then as many bytes as it says."""
    while line := requests.readline():
        made, body = answer(msgspec.json.decode(line, type=str))
        answers.write(_encode(made) + b"\n" + body)
        answers.flush()


def main() -> None:
    """Makes replays for a server, of which only its own end is an end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(19)
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The server is gone; so that Python does not complain about it at its own end, nobody is told.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
