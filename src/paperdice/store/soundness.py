"""Checks that values can be stored, and that stored events are intact."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from paperdice.errors import NotationError, Reason
from paperdice.store.entries import DamagedMatchError

COLUMNS = {
    "matches": (
        *("id", "table_id", "game", "challenge", "length", "created", "touched", "finished", "ending", "record"),
        *("rank_score", "is_open"),
    ),
    "events": ("match_id", "sequence", "event", "checksum"),
    "tables": ("id", "code", "match_id", "touched"),
    "challenges": ("id", "game", "body", "created"),
    "reviews": ("match_id", "kind", "body"),
    "subscriptions": ("table_id", "endpoint", "holder", "p256dh", "auth", "lang", "created", "told"),
    "wakes": ("match_id", "at"),
}
# The integer columns, with their size in bits according to the schema; all other columns hold text.
_BITS = {
    **dict.fromkeys(("length", "sequence", "is_open"), 32),
    **dict.fromkeys(("created", "touched", "finished", "rank_score", "checksum", "at"), 64),
}
_OPTIONAL = {"challenge", "finished", "rank_score"}


def check_text(*texts: str) -> None:
    """Raise `NotationError` if any string contains a NUL or an unpaired surrogate, which databases cannot store."""
    for text in texts:
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise NotationError(f"{text!r} contains characters that cannot be stored", Reason("bad_text", {}))


def checksum_of(match_id: str, sequence: int, event: str) -> int:
    """Return the checksum of an event.

    It also covers the match and the number of the event, so that swapped events are detected.
    """
    return crc32(f"{match_id} {sequence} {event}".encode("utf-8", "surrogateescape"))


def is_sound(match_id: str, sequence: int, event: str, checksum: int) -> bool:
    """Whether an event matches its checksum."""
    return checksum == checksum_of(match_id, sequence, event)


def check_log(match_id: str, length: int, since: int, rows: Sequence[tuple[int, str, int]]) -> list[str]:
    """Check the events of a log after event number `since`, and return them.

    Args:
        match_id: The match.
        length: The expected number of events in the whole log.
        since: The number of the last event before the rows.
        rows: The number, text and checksum of each event.

    Raises:
        DamagedMatchError: An event is missing or changed; the message names the first one.
    """
    for number, (sequence, event, checksum) in enumerate(rows, since + 1):
        if sequence != number:
            raise DamagedMatchError(match_id, f"event {number} is missing")
        if not is_sound(match_id, sequence, event, checksum):
            raise DamagedMatchError(match_id, f"event {number} does not match its checksum")
    if length != since + len(rows):
        raise DamagedMatchError(match_id, f"{since + len(rows)} of {length} events are left")
    return [event for _, event, _ in rows]


def is_text(column: str) -> bool:
    """Whether a column holds text; the other columns hold integers."""
    return column not in _BITS


def fits_schema(name: object, row: object) -> bool:
    """Whether a row of a backup fits the schema of the table with this name."""
    if not isinstance(name, str) or name not in COLUMNS or not isinstance(row, list):
        return False
    columns = COLUMNS[name]
    return len(row) == len(columns) and all(map(_fits_column, columns, row))


def _fits_column(column: str, value: object) -> bool:
    if value is None:
        return column in _OPTIONAL
    if is_text(column):
        return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)
    bound = 1 << (_BITS.get(column, 0) - 1)
    return isinstance(value, int) and not isinstance(value, bool) and -bound <= value < bound
