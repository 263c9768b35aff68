"""Receipts, which a device keeps in order to verify the dice of a match later.

A receipt contains the promise, the device's own shares, and all rolls and moves that the device saw:

    paperdice receipt 1
    paperdice dice 3
    match 4f0c…
    …
    commitment 0 66687a…
    own 0 aaaa…
    saw 1 1 w4 w1 r2 y6 g3 b6
    saw 1 white r5, -

The lines between the first line and `own` are the promise as the device saw it before it revealed its share. `saw` is
followed by the turn, the throw or phase, and the roll or moves. A `fault` line means that the device saw the server
break its promise, and the line `agreed stop` that its player agreed to stop the match before its end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from paperdice.errors import Reason, RecordError

TITLE = "paperdice receipt 1"
LONGEST = 200_000
# The record header that contains the receipt of the exporting device, and the separator of its lines there.
HEADER = "Receipt"
_SEPARATOR = " | "
_LINE = re.compile(
    r"(?P<promise>paperdice dice [0-9]"
    r"|(?:match|game|seats|sheets|first|bots|attempt|without|dropped|stopped|hash|commitment) \S.*)"
    r"|own (?P<seat>[0-9]) (?P<share>[0-9a-f]{64})"
    r"|fault (?P<fault>[a-z_]{1,32})"
    r"|(?P<agreed>agreed stop)"
    r"|saw (?P<turn>[1-9][0-9]{0,5}) (?P<place>[a-z0-9_]{1,32}) (?P<text>\S.*)"
)


@dataclass(slots=True)
class Receipt:
    """A parsed receipt, which a device keeps in order to verify the dice of a match later.

    Attributes:
        promise: The lines of the promise.
        own: The shares of the device's own seats, by seat.
        faults: The ids of the promise violations that the device detected.
        seen: The rolls and moves that the device saw, by turn and throw number or by turn and phase.
        agrees_to_stop: Whether the device's player agreed to stop the match before its end.
    """

    promise: list[str] = field(default_factory=list)
    own: dict[int, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    seen: dict[tuple[int, str], str] = field(default_factory=dict)
    agrees_to_stop: bool = False


def read_receipt(text: str) -> Receipt:
    """Parse the text of a receipt.

    Raises:
        RecordError: The text is not a valid receipt.
    """
    lines = text.split("\n") if len(text) <= LONGEST else []
    if lines[:1] != [TITLE]:
        raise _broken(f"it does not start with {TITLE!r}")
    receipt = Receipt()
    for number, line in enumerate(lines[1:], start=2):
        if line:
            _read_line(receipt, line, number)
    return receipt


def unpack_receipt(headers: Mapping[str, str]) -> str | None:
    """Return the text of the receipt in a record's headers, or None if there is none."""
    packed = headers.get(HEADER)
    return None if packed is None else "\n".join(packed.split(_SEPARATOR))


def _read_line(receipt: Receipt, line: str, number: int) -> None:
    found = _LINE.fullmatch(line)
    if found is None:
        raise _broken(f"line {number}: cannot read {line[:80]!r}")
    if found["promise"]:
        receipt.promise.append(line)
    elif found["share"]:
        if receipt.own.setdefault(int(found["seat"]), found["share"]) != found["share"]:
            raise _broken(f"line {number}: seat {found['seat']} has two shares")
    elif found["fault"]:
        receipt.faults.append(found["fault"])
    elif found["agreed"]:
        receipt.agrees_to_stop = True
    elif receipt.seen.setdefault((int(found["turn"]), found["place"]), found["text"]) != found["text"]:
        raise _broken(f"line {number}: the device saw two different things in one place")


def _broken(why: str) -> RecordError:
    return RecordError(f"broken receipt: {why}", Reason("bad_record", {"turn": 0, "why": why}))
