"""Checks the dice of a record: recomputes every throw from the seed that the record names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperdice.dice import DiceSource, Die, SeededDice
from paperdice.errors import PaperdiceError, RecordError
from paperdice.fair import CommittedDice, commitment_to
from paperdice.match import UNANSWERED, Match
from paperdice.record import Record, Turn, broken_record, parse_record

_NUMBER = re.compile(r"[0-9]{1,999}")
_SHARE = re.compile(r"([0-9]):([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of a record and what the seed says it had to be."""

    turn: int
    throw: int
    given: str
    derived: str

    @property
    def is_right(self) -> bool:
        """Tells whether the dice fell as they had to."""
        return self.given == self.derived


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """What was found out about the dice of a record."""

    kind: str
    server_hash: str
    commitments: dict[int, str]
    throws: tuple[Throw, ...]

    @property
    def wrong(self) -> tuple[Throw, ...]:
        """The throws that do not follow from the seed."""
        return tuple(throw for throw in self.throws if not throw.is_right)


def verify_record(text: str) -> DiceCheck:
    """Recomputes every throw of a record; `RecordError` if the record is broken or names no seed.

    That hash and commitments are those that were shown before the first roll, each player checks for himself.
    """
    record = parse_record(text)
    Match.replay(record)
    headers = record.headers
    kind = headers.get("Dice", "")
    if kind == "committed":
        return _check_committed(record)
    if kind == "seeded" and "DiceSeed" in headers:
        return DiceCheck(kind, "", {}, _throws(record, _seeded_dice(headers)))
    if kind == "typed":
        raise broken_record("its rolls were typed from real dice, there is nothing to recompute", 0)
    raise broken_record("it names no seed to check the dice by", 0)


def _seeded_dice(headers: dict[str, str]) -> SeededDice:
    """Gives the dice that the headers name, or raises `RecordError`."""
    seed, match = headers["DiceSeed"], headers.get("DiceMatch", "0")
    if not _NUMBER.fullmatch(seed) or not _NUMBER.fullmatch(match):
        raise broken_record("headers DiceSeed and DiceMatch are numbers of up to 999 digits", 0)
    return SeededDice(int(seed), int(match))


def _check_committed(record: Record) -> DiceCheck:
    headers = record.headers
    if "DiceSeed" not in headers or "DiceMatch" not in headers:
        raise broken_record("the seed is not published: the match is not over", 0)
    words = headers.get("DiceShares", "").split()
    found = [_SHARE.fullmatch(word) for word in words]
    shares = {int(share[1]): share[2] for share in found if share}
    if len(shares) != len(words):
        raise broken_record("header DiceShares is not a list like '0:… 2:…'", 0)
    try:
        source = CommittedDice(headers["DiceSeed"], shares, headers["DiceMatch"])
        server_hash = commitment_to(headers["DiceSeed"])
    except PaperdiceError as error:
        raise broken_record(str(error), 0) from error
    if headers.get("DiceHash", server_hash) != server_hash:
        raise RecordError("broken record before the first turn: DiceHash is not the hash of DiceSeed")
    commitments = {seat: commitment_to(share) for seat, share in shares.items()}
    return DiceCheck("committed", server_hash, commitments, _throws(record, source))


class _Listening:
    """A dice source that repeats what the record says and notes what the seed would have thrown."""

    def __init__(self, given: str, source: DiceSource, heard: list[Throw]) -> None:
        self._given, self._source, self._heard = given, source, heard

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        self._heard.append(Throw(turn, throw, self._given, self._source.throw(turn, throw, dice)))
        return self._given


def _throws(record: Record, source: DiceSource) -> tuple[Throw, ...]:
    """Plays the record once more and collects its throws."""
    heard: list[Throw] = []
    if not record.turns:
        return ()
    match = Match.replay(record, until=record.turns[0].number)
    for turn in record.turns:
        _play_turn(match, turn, source, heard)
    return tuple(heard)


def _play_turn(match: Match, turn: Turn, source: DiceSource, heard: list[Throw]) -> None:
    for part in turn.parts:
        if match.dice_wanted:
            match.throw(_Listening(part.text, source, heard))
            continue
        for seat, move in zip(match.acting, part.text.split(", "), strict=True):
            if move != UNANSWERED:
                match.play(seat, move)
