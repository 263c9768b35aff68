"""Whether what goes into a store can be kept, and whether what comes out is as it was kept."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from paperdice.errors import NotationError, Reason
from paperdice.store.entries import DamagedMatchError

COLUMNS = {
    "matches": (
        *("id", "table_id", "game", "challenge", "length", "created", "touched", "finished", "ending", "record"),
        *("merit", "is_open"),
    ),
    "events": ("match_id", "sequence", "event", "checksum"),
    "tables": ("id", "code", "match_id", "touched"),
    "challenges": ("id", "game", "body", "created"),
    "reviews": ("match_id", "kind", "body"),
    "subscriptions": ("table_id", "endpoint", "holder", "p256dh", "auth", "lang", "created", "told"),
    "wakes": ("match_id", "at"),
}
# The columns of whole numbers and the bits of their type in the schema; all other columns hold text.
_BITS = {
    **dict.fromkeys(("length", "sequence", "is_open"), 32),
    **dict.fromkeys(("created", "touched", "finished", "merit", "checksum", "at"), 64),
}
_OPTIONAL = {"challenge", "finished", "merit"}


def check_text(*texts: str) -> None:
    """Refuses an id from outside that no database can hold: with a NUL or half a surrogate pair in it."""
    for text in texts:
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise NotationError(f"{text!r} holds characters that no text may have", Reason("bad_text", {}))


def checksum_of(match_id: str, sequence: int, event: str) -> int:
    """What is kept beside an event, so that other bytes, or those of another event, are noticed."""
    return crc32(f"{match_id} {sequence} {event}".encode("utf-8", "surrogateescape"))


def is_sound(match_id: str, sequence: int, event: str, checksum: int) -> bool:
    """Return whether an event is as it was stored."""
    return checksum == checksum_of(match_id, sequence, event)


def check_log(match_id: str, length: int, since: int, rows: Sequence[tuple[int, str, int]]) -> list[str]:
    """The events after number `since` of a log of this length; DamagedMatchError names the first that is not whole."""
    for number, (sequence, event, checksum) in enumerate(rows, since + 1):
        if sequence != number:
            raise DamagedMatchError(match_id, f"event {number} is missing")
        if not is_sound(match_id, sequence, event, checksum):
            raise DamagedMatchError(match_id, f"event {number} is not as it was kept")
    if length != since + len(rows):
        raise DamagedMatchError(match_id, f"{since + len(rows)} events are left of {length}")
    return [event for _, event, _ in rows]


def is_text(column: str) -> bool:
    """Return whether a column holds text."""
    return column not in _BITS


def fits_schema(name: object, row: object) -> bool:
    """Return whether a row of a backup fits the table of this name."""
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
