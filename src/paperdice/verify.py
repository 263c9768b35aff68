"""Verification of the dice of a record.

It checks the promise that was made before the first roll, and recomputes every throw from the published secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from paperdice.dice import DiceSource, Die, SeededDice
from paperdice.errors import PaperdiceError, RecordError
from paperdice.fair import CommittedDice, Promise, Terms, commitment_to
from paperdice.match import Match
from paperdice.playing import UNANSWERED
from paperdice.receipt import Receipt, read_receipt
from paperdice.record import STOPPED_HEADER, Record, Turn, broken_record, parse_record

_NUMBER = re.compile(r"[0-9]{1,999}")
_BY_SEAT = re.compile(r"([0-9]):([0-9a-f]{64})")
_SEATS = re.compile(r"(?:[0-9](?: [0-9])*)?")
_ATTEMPT = re.compile(r"[1-9]")
_DEALS = re.compile(r"(?:[\w-]{1,40}/[1-9](?: [\w-]{1,40}/[1-9])*)?", re.ASCII)
_DIFFERENCES = {
    "paperdice": "the device was promised {kept}, the record is of {given}",
    "match": "the record is of match {given}, the device played match {kept}",
    "game": "the record is of {given}, the device played {kept}",
    "seats": "the record has {given} seats, the device saw {kept}",
    "sheets": "the record has the sheets {given}, the device saw {kept}",
    "first": "seat {given} begins in the record, promised was seat {kept}",
    "bots": "the secret that bots drew from is not the one promised",
    "attempt": "the dice are of attempt {given} to draw shares, the device opened its share in attempt {kept}",
    "without": "the record leaves out the seats {given}, the device knows of {kept}",
    "dropped": "the record names the dropped deals {given}, the device was told of {kept}",
    "stopped": "the record names the stopped deals {given}, the device was told of {kept}",
    "hash": "the server's seed is not the one it was bound to when the device opened its share",
}


@dataclass(frozen=True, slots=True)
class RecordedThrow:
    """A throw in a record.

    Attributes:
        turn: The number of the turn.
        throw: The number of the throw within the turn.
        given: The recorded faces.
        derived: The faces determined by the published secrets.
    """

    turn: int
    throw: int
    given: str
    derived: str

    @property
    def is_right(self) -> bool:
        """Whether the recorded faces match the published secrets."""
        return self.given == self.derived


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """The result of checking the dice of a record.

    Attributes:
        kind: The type of the dice, `committed` or `seeded`.
        server_hash: The commitment to the server's seed; empty for seeded dice.
        commitments: The commitments to the shares, by seat.
        throws: The throws of the record, each with the faces determined by the secrets.
        vouched: The seats of the device whose receipt was compared with the record, or None without a receipt.
        attempts: The number of times that shares were drawn.
        dropped: The attempts that the server discarded although it knew their dice, as `MATCH/ATTEMPT`. It could have
            picked the most favorable one.
        unbound: The seats of people who contributed no secret share to the dice.
        stopped: The turn after which the match was stopped before its end, or None.
        agreed: Whether the receipt says that its device agreed to stop the match.
        stopped_before: The agreements of the preceding matches at the table that were stopped, as `MATCH/ATTEMPT`.
    """

    kind: str
    server_hash: str
    commitments: dict[int, str]
    throws: tuple[RecordedThrow, ...]
    vouched: tuple[int, ...] | None = None
    attempts: int = 1
    dropped: tuple[str, ...] = ()
    unbound: tuple[int, ...] = ()
    stopped: int | None = None
    agreed: bool = False
    stopped_before: tuple[str, ...] = ()

    @property
    def wrong(self) -> tuple[RecordedThrow, ...]:
        """The throws whose recorded faces do not match the published secrets."""
        return tuple(throw for throw in self.throws if not throw.is_right)


class _Secrets(NamedTuple):
    """The dice of a match, with the promise and the published shares from which they are derived."""

    dice: CommittedDice
    promise: Promise
    shares: dict[int, str]


@dataclass(slots=True)
class _Heard:
    """The public events of a record.

    Attributes:
        throws: The throws.
        seen: The rolls and moves, by turn and throw number or by turn and phase.
    """

    throws: list[RecordedThrow] = field(default_factory=list)
    seen: dict[tuple[int, str], str] = field(default_factory=dict)


def verify_record(text: str, receipt: str | None = None) -> DiceCheck:
    """Check the dice of a record, and compare the record with a device's receipt if one is given.

    Throws that do not match the secrets raise no error, but are listed in the result's `wrong` field. Without a
    receipt, a promise made before the first roll cannot be distinguished from one made up afterward.

    Args:
        text: The text of the record.
        receipt: The text of the receipt.

    Raises:
        RecordError: The record or the receipt is invalid, they contradict each other, or the dice of the record cannot
            be recomputed.
    """
    record = parse_record(text)
    kept = None if receipt is None else read_receipt(receipt)
    if "Position" in record.headers:
        raise _unverifiable("it starts from a position, and nothing is promised of what came before")
    match = Match.replay(record)
    kind = record.headers.get("Dice", "")
    if kind == "committed":
        return _check_committed(record, match, kept)
    if kept is not None:
        raise broken_record("the device was promised committed dice, and this record has others", 0)
    if kind == "seeded" and "DiceSeed" in record.headers:
        heard = _hear(record, _seeded_dice(record.headers))
        return DiceCheck(kind, "", {}, tuple(heard.throws), stopped=_stopped(record.headers, match))
    if kind == "typed":
        raise _unverifiable("its rolls were typed from real dice")
    raise _unverifiable("it names no seed that they could be computed from")


def _unverifiable(why: str) -> RecordError:
    """Return the error for a valid record whose dice cannot be recomputed."""
    return RecordError(f"the dice of this record cannot be checked: {why}")


def _seeded_dice(headers: dict[str, str]) -> SeededDice:
    """Return the seeded dice described by the headers; raise `RecordError` if the seed or match number is invalid."""
    seed, match = headers["DiceSeed"], headers.get("DiceMatch", "0")
    if not _NUMBER.fullmatch(seed) or not _NUMBER.fullmatch(match):
        raise broken_record("headers DiceSeed and DiceMatch are numbers of up to 999 digits", 0)
    return SeededDice(int(seed), int(match))


def _check_committed(record: Record, match: Match, kept: Receipt | None) -> DiceCheck:
    headers = record.headers
    if "DiceSeed" not in headers or "DiceMatch" not in headers:
        raise _unverifiable("the seed is not published before the match is over")
    stopped = _stopped(headers, match)
    if not match.over and stopped is None:
        raise broken_record("the seed is published, but the match is not over: turns are left out", match.turn)
    if headers.get("Match", headers["DiceMatch"]) != headers["DiceMatch"]:
        raise broken_record("DiceMatch is not the match that the record names", 0)
    construction = _wanted(headers, "DiceConstruction")
    if construction != "dice 3":
        raise broken_record(f"its dice are of the construction {construction!r}, and only 'dice 3' can be checked", 0)
    try:
        secrets = _read_secrets(headers, match)
    except PaperdiceError as error:
        raise broken_record(error.args[0].removeprefix("broken record before the first turn: "), 0) from error
    heard = _hear(record, secrets.dice)
    if kept is not None:
        _compare(kept, secrets, heard)
    vouched = None if kept is None else tuple(sorted(kept.own))
    promise = secrets.promise
    return DiceCheck(
        "committed",
        promise.server_hash,
        dict(promise.commitments),
        tuple(heard.throws),
        vouched,
        promise.attempt,
        promise.dropped,
        _unbound(headers, promise),
        stopped,
        kept is not None and kept.agrees_to_stop,
        promise.stopped,
    )


def _stopped(headers: dict[str, str], match: Match) -> int | None:
    """Return the turn after which a match was stopped according to its header, or None without the header.

    Raises:
        RecordError: The match was played to its end, or the number of complete turns differs from that in the header.
    """
    named = headers.get(STOPPED_HEADER)
    if named is None:
        return None
    if match.over:
        raise broken_record("it says that the match was stopped, but the match was played to its end", match.turn)
    if named != str(match.turn - 1):
        raise broken_record(f"it was stopped after turn {named!r}, but has {match.turn - 1} complete turns", match.turn)
    return match.turn - 1


# Published secrets


def _wanted(headers: dict[str, str], name: str) -> str:
    if name not in headers:
        raise broken_record(f"header {name} is missing", 0)
    return headers[name]


def _by_seat(headers: dict[str, str], name: str, n_seats: int) -> dict[int, str]:
    """Parse a header of the form `0:… 2:…` into a mapping from seats to values.

    Raises:
        RecordError: The header does not list existing seats in order, each at most once.
    """
    words = headers.get(name, "").split()
    found = [part for part in map(_BY_SEAT.fullmatch, words) if part]
    texts = {int(part[1]): part[2] for part in found}
    if len(found) != len(words) or list(texts) != sorted(texts) or len(texts) != len(words):
        raise broken_record(f"header {name} is not a list like '0:… 2:…'", 0)
    for seat in texts:
        if seat >= n_seats:
            raise broken_record(f"header {name} names seat {seat}, but the match has {n_seats} seats", 0)
    return texts


def _seed_hash(headers: dict[str, str]) -> str:
    server_hash = commitment_to(headers["DiceSeed"])
    if _wanted(headers, "DiceHash") != server_hash:
        raise broken_record("DiceHash is not the hash of DiceSeed", 0)
    return server_hash


def _read_secrets(headers: dict[str, str], match: Match) -> _Secrets:
    """Return the secrets published in the headers of a record, after checking each share against its commitment."""
    bots = commitment_to(headers["BotSecret"]) if "BotSecret" in headers else ""
    place = (headers["DiceMatch"], match.game.name, match.game.version, match.seats, headers["Sheets"], match.first)
    commitments = _by_seat(headers, "DiceCommitments", match.seats)
    shares = _by_seat(headers, "DiceShares", match.seats)
    attempt, without = _attempt(headers, match.seats)
    earlier = (_dropped(headers, attempt), _stopped_before(headers))
    promise = Promise(Terms(*place, bots), attempt, without, _seed_hash(headers), commitments, *earlier)
    for seat in [*without, *sorted({*commitments, *shares})]:
        _check_seat(promise, shares, seat)
    dice = CommittedDice.promised(headers["DiceSeed"], promise, shares)
    return _Secrets(dice, promise, shares)


def _attempt(headers: dict[str, str], n_seats: int) -> tuple[int, tuple[int, ...]]:
    """Return the number of the last attempt, and the seats that withheld their shares in earlier ones.

    Raises:
        RecordError: A header is invalid, or there were more new attempts than seats that could have caused one.
    """
    attempt, named = _wanted(headers, "DiceAttempt"), _wanted(headers, "DiceWithout")
    if not _ATTEMPT.fullmatch(attempt) or not _SEATS.fullmatch(named):
        raise broken_record("DiceAttempt is a number from 1 and DiceWithout a list of seats", 0)
    without = tuple(map(int, named.split()))
    if list(without) != sorted(set(without)) or any(seat >= n_seats for seat in without):
        raise broken_record("DiceWithout names each seat once, in order, and none that is not there", 0)
    if not (int(attempt) - 1 <= len(without) and (int(attempt) > 1) == bool(without)):
        raise broken_record(f"shares were drawn {attempt} times, but {len(without)} seats kept theirs back", 0)
    return int(attempt), without


def _dropped(headers: dict[str, str], attempt: int) -> tuple[str, ...]:
    """Return the discarded attempts listed in the headers, as `MATCH/ATTEMPT`.

    Raises:
        RecordError: The header is invalid, or its attempts for this match are not exactly the earlier ones.
    """
    named = _wanted(headers, "DiceDropped")
    found = tuple(named.split())
    if not _DEALS.fullmatch(named) or len(set(found)) < len(found):
        raise broken_record("DiceDropped is not a list of deals like 'MATCH/1'", 0)
    earlier = {f"{headers['DiceMatch']}/{number}" for number in range(1, attempt)}
    own = {deal for deal in found if deal.rpartition("/")[0] == headers["DiceMatch"]}
    if own != earlier:
        raise broken_record(f"shares were drawn {attempt} times, but DiceDropped names other attempts of the match", 0)
    return found


def _stopped_before(headers: dict[str, str]) -> tuple[str, ...]:
    """Return the dice agreements of earlier, stopped matches that a header lists, as `MATCH/ATTEMPT`.

    Raises:
        RecordError: The header is missing or invalid.
    """
    named = _wanted(headers, "DiceStopped")
    found = tuple(named.split())
    is_own = any(deal.rpartition("/")[0] == headers["DiceMatch"] for deal in found)
    if not _DEALS.fullmatch(named) or len(set(found)) < len(found) or is_own:
        raise broken_record("DiceStopped is not a list of deals of earlier matches like 'MATCH/1'", 0)
    return found


def _unbound(headers: dict[str, str], promise: Promise) -> tuple[int, ...]:
    """Return the seats of people without a share; raise `RecordError` if the header lists a seat that has one."""
    named = headers.get("DiceUnbound", "")
    found = tuple(map(int, named.split())) if _SEATS.fullmatch(named) else (-1,)
    if list(found) != sorted(set(found)) or set(found) & {-1, *promise.commitments}:
        raise broken_record("DiceUnbound is not the list of the people without a share", 0)
    return found


def _check_seat(promise: Promise, shares: dict[int, str], seat: int) -> None:
    if seat in promise.without and (seat in promise.commitments or seat in shares):
        raise broken_record(f"seat {seat} was left out of the dice, and yet has a share", 0)
    if seat in promise.without:
        return
    if seat not in shares:
        raise broken_record(f"the share of seat {seat}, which was bound to one, is missing", 0)
    if seat not in promise.commitments:
        raise broken_record(f"seat {seat} has a share, but was bound to none", 0)
    if promise.commitment_to(seat, shares[seat]) != promise.commitments[seat]:
        raise broken_record(f"the share of seat {seat} is not the one it was bound to in this match and attempt", 0)


# Comparison with a receipt


def _compare(kept: Receipt, secrets: _Secrets, heard: _Heard) -> None:
    """Raise `RecordError` if the promise, shares or events of a record contradict a receipt."""
    if kept.faults:
        raise broken_record(f"the device saw the server go back on its promise ({kept.faults[0]})", 0)
    given, promised = _labeled(secrets.promise.lines()), _labeled(kept.promise)
    for label, sentence in _DIFFERENCES.items():
        if given[label] != promised.get(label):
            raise broken_record(sentence.format(given=given[label], kept=promised.get(label, "-")), 0)
    _compare_shares(kept, secrets, given, promised)
    for (turn, place), text in kept.seen.items():
        if heard.seen.get((turn, place)) != text:
            found = heard.seen.get((turn, place), "nothing")
            raise broken_record(f"the device saw {text!r} ({place}), the record has {found!r}", turn)


def _labeled(lines: Iterable[str]) -> dict[str, str]:
    """Return the lines of a promise by label: the first word of a line, and for commitments also the seat."""
    found = {}
    for line in lines:
        label, _, rest = line.partition(" ")
        if label == "commitment":
            seat, _, rest = rest.partition(" ")
            label = f"commitment {seat}"
        found[label] = rest
    return found


def _compare_shares(kept: Receipt, secrets: _Secrets, given: dict[str, str], promised: dict[str, str]) -> None:
    for seat, share in kept.own.items():
        if given.get(f"commitment {seat}") != promised.get(f"commitment {seat}"):
            raise broken_record(f"the commitment of seat {seat}, the device's own, was replaced", 0)
        if secrets.shares.get(seat) != share:
            raise broken_record(f"the share of seat {seat} is not the one that its device opened", 0)
    if kept.promise != secrets.promise.lines():
        raise broken_record("the commitments are not those that the device saw before it opened its share", 0)


# Replay


class _Listening:
    """A dice source that returns a recorded roll, and logs it together with the faces determined by the secrets."""

    def __init__(self, given: str, source: DiceSource, heard: list[RecordedThrow]) -> None:
        self._given, self._source, self._heard = given, source, heard

    def throw(self, turn: int, throw: int, dice: Sequence[Die]) -> str:
        self._heard.append(RecordedThrow(turn, throw, self._given, self._source.throw(turn, throw, dice)))
        return self._given


def _hear(record: Record, source: DiceSource) -> _Heard:
    """Replay a record, and return its public events and its throws, each compared with the dice of `source`."""
    heard = _Heard()
    match = Match.replay(record, until=0)
    for turn in record.turns:
        _play_turn(match, turn, source, heard)
    return heard


def _play_turn(match: Match, turn: Turn, source: DiceSource, heard: _Heard) -> None:
    for part in turn.parts:
        if match.dice_wanted:
            heard.seen[turn.number, str(match.throw_number)] = part.text
            match.throw(_Listening(part.text, source, heard.throws))
            continue
        heard.seen[turn.number, match.phase] = part.text
        for seat, move in zip(match.acting, part.text.split(", "), strict=True):
            if move != UNANSWERED:
                match.play(seat, move)
