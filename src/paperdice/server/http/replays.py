"""A record as a replay: one frame after each throw and each resolved phase.

`python -m paperdice.server.http.replays` makes replays for a server, in a process of its own.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec

from paperdice.errors import Reason, RecordError
from paperdice.history import PAD_PHASE, MatchLike
from paperdice.match import UNANSWERED, Match
from paperdice.pad import final_match, pad_steps
from paperdice.record import CLOSING_GOING_ON, Record, Turn, is_pad, parse_record
from paperdice.server.http.side_program import run
from paperdice.server.protocol.http import Frame
from paperdice.view import view_of

MOST_FRAMES = 1000
_GZIP = 31
_encode = msgspec.json.encode


def _check_length(record: Record) -> None:
    n_frames = 1 + sum(len(turn.parts) for turn in record.turns)
    if n_frames > MOST_FRAMES:
        reason = Reason("record_too_long", {"n": n_frames, "most": MOST_FRAMES})
        raise RecordError(f"the record has {n_frames} throws and phases, more than {MOST_FRAMES}", reason)


def make_replay(text: str) -> Iterator[bytes]:
    """The replay of a record, checked before the first piece, as JSON in pieces."""
    record = parse_record(text)
    _check_length(record)
    if is_pad(record):
        yield from _pad_replay(record)
        return
    Match.replay(record)
    match = Match.replay(record, until=0)
    yield _head(record, match)
    yield _encode(Frame(match.turn, match.active, match.phase, None, [], view_of(match, None)))
    for turn in record.turns:
        for part in turn.parts:
            yield b"," + _encode(_play_part(match, turn, part.text))
    yield b"]}"


def _head(record: Record, match: MatchLike) -> bytes:
    names = [record.headers.get(f"Player{seat}", "") for seat in range(match.seats)]
    head = _encode({"game": match.game.name, "title": match.game.title, "names": names})
    return head[:-1] + b',"frames":['


def _pad_replay(record: Record) -> Iterator[bytes]:
    """The replay of marks without dice: a frame for each of them."""
    steps = pad_steps(record)
    empty = final_match(Record(record.headers, [], CLOSING_GOING_ON))
    yield _head(record, empty)
    yield _encode(Frame(1, 0, PAD_PHASE, None, [], view_of(empty, None)))
    for number, (entry, match) in enumerate(steps, 1):
        moves = [entry.text if seat == entry.seat else None for seat in range(match.seats)]
        yield b"," + _encode(Frame(number, entry.seat, PAD_PHASE, None, moves, view_of(match, None)))
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


def unsqueezed_bytes(data: bytes) -> int:
    """Return how long a gzip of less than 4 GB becomes, which stands at its end [RFC 1952, 2.3.1]."""
    return int.from_bytes(data[-4:], "little")


def make_squeezed(line: bytes) -> bytes:
    """The replay of a record, which is a line of JSON, as a gzip."""
    return squeeze(make_replay(msgspec.json.decode(line, type=str)))


if __name__ == "__main__":
    run(make_squeezed)
