"""The text format of match records: headers, one line per turn, and a closing line.

    [Paperdice "1"]
    [Game "qwixx"]
    [Rules "1"]
    [Seats "2"]
    [Sheets "classic classic"]
    [First "0"]

    1. 0: w4 w1 r2 y6 g3 b6 | r5, - | b10
    2. 1: w2 w2 r1 y5 g4 b6 @41.5 {a long look} | y4, ?

* going on

The line for a turn contains its number, the active seat, and the parts of the turn, separated by vertical bars. A part
is a roll or the moves of one phase, in the order of the acting seats, with `?` for a seat that has not moved. It may
end with a time (`@41.5`, in seconds since the start of the match) and a comment in braces. The last line is
`* going on` or, when the match is over, the reason for its end and the scores, as in `* locks 70 41`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from paperdice.errors import Reason, RecordError

FORMAT_VERSION = 1
# The format version of a pad's record, which contains marks without dice and so is not the record of a match.
PAD_VERSION = 2
VERSION_HEADER = '[Paperdice "'
UNKNOWN_DICE = "unknown"
FIXED_HEADERS = ("Paperdice", "Game", "Rules", "Seats", "Sheets", "First", "Position")
CLOSING_GOING_ON = "* going on"
# The header of a match that was stopped before its end: its last complete turn.
STOPPED_HEADER = "Stopped"
# Start of the closing line, as in `* unrecorded 36 69`, if only headers and scores of a match are preserved.
UNRECORDED = "* unrecorded"
# Lines between records that begin with this character are ignored.
REMARK = "%"
# The comment of a corrected entry.
CORRECTED = "corrected"
MAX_CLOCK = 999_999_999
_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,31}")


@dataclass(slots=True)
class Part:
    """One roll, or the moves of one phase.

    Attributes:
        text: The roll, or the moves separated by commas.
        clock: The time in seconds since the start of the match, or None if it is unknown.
        comment: The comment; empty if there is none.
    """

    text: str
    clock: float | None = None
    comment: str = ""


@dataclass(slots=True)
class Turn:
    """One turn of a record.

    Attributes:
        number: The number of the turn, counted from 1.
        active: The active seat.
        parts: The rolls and moves, in order.
    """

    number: int
    active: int
    parts: list[Part] = field(default_factory=list)


@dataclass(slots=True)
class Record:
    """A parsed record that has not been checked against the rules yet.

    Attributes:
        headers: The values of the headers, by name.
        turns: The turns, in order.
        closing: The closing line.
    """

    headers: dict[str, str]
    turns: list[Turn]
    closing: str


def is_pad(record: Record) -> bool:
    """Return whether a record is that of a pad. Such a record contains marks but no dice."""
    return record.headers.get("Paperdice") == str(PAD_VERSION)


def check_unstopped(headers: dict[str, str]) -> None:
    """Raise `RecordError` if these headers mark a match as stopped before its end; such matches are not analyzed."""
    if STOPPED_HEADER in headers:
        raise RecordError(
            "this match was stopped before its end: it is not judged and does not count", Reason("stopped_record", {})
        )


def is_unrecorded(record: Record) -> bool:
    """Return whether a record consists only of headers and scores because its turns have been lost."""
    return record.closing.startswith(f"{UNRECORDED} ")


def split_records(text: str) -> list[str]:
    """Split a string into records. Lines between records that begin with `%` are ignored.

    Each record ends with its closing line. If that line is missing, the record ends where the next one begins, so that
    only the damaged record is lost.

    Raises:
        RecordError: The argument is not a string.
    """
    if not isinstance(text, str):
        raise broken_record(f"it is a text, not {text!r}", 0)
    records: list[str] = []
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(VERSION_HEADER) and not all(_may_precede_version(before) for before in lines):
            records.append("\n".join([*lines, ""]))
            lines = []
        if not lines and (not line.strip() or line.startswith(REMARK)):
            continue
        lines.append(line)
        if line.startswith("* "):
            records.append("\n".join([*lines, ""]))
            lines = []
    return [*records, "\n".join([*lines, ""])] if lines else records


def _may_precede_version(line: str) -> bool:
    """Return whether a line can come before the version header of a record: an empty line or another header."""
    is_header = line.startswith("[") and line.rstrip().endswith('"]')
    return not line.strip() or (is_header and not line.startswith(VERSION_HEADER))


def format_record(record: Record) -> str:
    """Return the text of a record."""
    lines = [f'[{name} "{_quote(value)}"]' for name, value in record.headers.items()]
    lines.append("")
    lines += [
        f"{turn.number}. {turn.active}: {' | '.join([_format_part(part) for part in turn.parts])}"
        for turn in record.turns
    ]
    return "\n".join([*lines, "", record.closing, ""])


def _quote(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def _format_part(part: Part) -> str:
    clock = "" if part.clock is None else f" @{part.clock:.3f}".rstrip("0").rstrip(".")
    return part.text + clock + (f" {{{part.comment}}}" if part.comment else "")


def parse_record(text: str) -> Record:
    """Parse the text of a record without checking it against the rules.

    Raises:
        RecordError: The syntax is invalid.
    """
    if not isinstance(text, str):
        raise broken_record(f"it is a text, not {text!r}", 0)
    headers: dict[str, str] = {}
    turns: list[Turn] = []
    closing = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        if closing:
            raise broken_record(f"line {number}: nothing may follow the closing line", turns[-1].number if turns else 0)
        if line.startswith("["):
            _read_header(headers, turns, line, number)
        elif line.startswith("* "):
            closing = line.rstrip()
        else:
            turns.append(_read_turn(line, number, turns[-1].number if turns else 0))
    if "Paperdice" not in headers:
        raise _without_version()
    if not closing:
        raise broken_record("it is cut off: the closing line is missing", turns[-1].number if turns else 0)
    return Record(headers, turns, closing)


def _read_header(headers: dict[str, str], turns: list[Turn], line: str, number: int) -> None:
    text = line.rstrip()
    name, opened, quoted = text[1:-2].partition(' "')
    value = _unquote(quoted) if opened and text.endswith('"]') and _is_name(name) else None
    if value is None or turns:
        raise broken_record(f'line {number}: a header stands before the turns and looks like [Name "value"]', 0)
    if name in headers:
        raise broken_record(f"line {number}: header {name} stands twice", 0)
    headers[name] = value
    if name == "Paperdice":
        _check_version(quoted)


def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None


def _unquote(text: str) -> str | None:
    """Remove the escapes from a header value; return None if a quote or backslash is not properly escaped."""
    if '"' not in text and "\\" not in text:
        return text
    letters: list[str] = []
    is_escaped = False
    for letter in text:
        if not is_escaped and letter == "\\":
            is_escaped = True
            continue
        if is_escaped != (letter in ('"', "\\")):
            return None
        letters.append(letter)
        is_escaped = False
    return None if is_escaped else "".join(letters)


def _is_digits(text: str, most: int) -> bool:
    """Return whether a string consists of 1 to `most` ASCII digits."""
    return 1 <= len(text) <= most and text.isascii() and text.isdecimal()


def is_number(text: str) -> bool:
    """Return whether a string is a positive integer of up to six digits without leading zeros."""
    return _is_digits(text, 6) and text[0] != "0"


def _check_version(version: str) -> None:
    """Raise `RecordError` for an unknown format version, before parsing lines whose syntax may differ."""
    if version in (str(FORMAT_VERSION), str(PAD_VERSION)):
        return
    if not is_number(version):
        raise _without_version()
    why = f"the record has format {version}, which only a newer Paperdice can read"
    raise RecordError(why, Reason("newer_record", {"format": version}))


def _without_version() -> RecordError:
    return broken_record(f'it does not start with [Paperdice "{FORMAT_VERSION}"]', 0)


def _read_turn(line: str, number: int, last: int) -> Turn:
    head, _, rest = line.rstrip().partition(". ")
    if not is_number(head) or not _is_digits(rest[:1], 1) or rest[1:3] != ": ":
        raise broken_record(f"line {number}: a turn looks like '1. 0: w4 w1 …', not {line!r}", last)
    turn = Turn(int(head), int(rest[0]))
    for text in _split_parts(rest[3:]):
        part = _read_part(text)
        if part is None:
            raise broken_record(f"line {number}: cannot read {text!r}", turn.number)
        turn.parts.append(part)
    return turn


def _read_part(text: str) -> Part | None:
    """Parse a roll or the moves of a phase, as in `r5, - @41.5 {a look}`; return None if it is malformed."""
    said, comment = text, ""
    if text.endswith("}"):
        said, opened, inside = text.partition(" {")
        comment = inside[:-1]
        if not opened or "{" in comment or "}" in comment:
            return None
    said, is_timed, clock = said.partition(" @")
    if not said or "@" in said or "{" in said or "}" in said or "|" in said:
        return None
    if is_timed and not _is_clock(clock):
        return None
    return Part(said, float(clock) if is_timed else None, comment)


def _is_clock(text: str) -> bool:
    """Return whether a string is a number of seconds with at most three decimals."""
    whole, point, decimals = text.partition(".")
    return _is_digits(whole, 9) and (not point or _is_digits(decimals, 3))


def _split_parts(text: str) -> list[str]:
    """Split the text of a turn at the vertical bars outside comments, in linear time."""
    parts: list[str] = []
    held: list[str] = []
    is_comment = False
    for piece in text.split("|"):
        held.append(piece)
        opened, closed = piece.rfind("{"), piece.rfind("}")
        is_comment = opened > closed or (is_comment and opened == closed)
        if not is_comment:
            parts.append("|".join(held).strip(" "))
            held = []
    return [*parts, "|".join(held)] if held else parts


def broken_record(why: str, turn: int) -> RecordError:
    """Return the error for a fault in a record; `turn` is 0 for a fault before the first turn."""
    where = f"at turn {turn}" if turn else "before the first turn"
    return RecordError(f"broken record {where}: {why}", Reason("bad_record", {"turn": turn, "why": why}))
