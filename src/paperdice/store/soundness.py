"""Whether what goes into a store can be kept, and whether what comes out is as it was kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from paperdice.errors import NotationError, Reason, StoreError
from paperdice.store.store import DamagedMatchError, merit_of

COLUMNS = {
    "matches": (
        *("id", "table_id", "game", "challenge", "length", "created", "touched", "finished", "ending", "record"),
        "merit",
    ),
    "events": ("match_id", "sequence", "event", "checksum"),
    "tables": ("id", "code", "match_id", "is_open", "touched"),
    "challenges": ("id", "game", "body", "created"),
    "reviews": ("match_id", "kind", "body"),
    "subscriptions": ("table_id", "endpoint", "holder", "p256dh", "auth", "lang", "created", "told"),
    "wakes": ("match_id", "at"),
}
# How many columns a row had when a backup could be made first; what came later is filled in.
_FIRST_COLUMNS = {
    "matches": 10,
    "events": 3,
    "tables": 5,
    "challenges": 4,
    "reviews": 3,
    "subscriptions": 8,
    "wakes": 2,
}


def check_text(*texts: str) -> None:
    """Refuses an id from outside that no database can hold: with a NUL or half a surrogate pair in it."""
    for text in texts:
        if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise NotationError(f"{text!r} holds characters that no text may have", Reason("bad_text", {}))


def checksum_of(match_id: str, sequence: int, event: str) -> int:
    """What is kept beside an event, so that other bytes, or those of another event, are noticed."""
    return crc32(f"{match_id} {sequence} {event}".encode("utf-8", "surrogateescape"))


def is_sound(match_id: str, sequence: int, event: str, checksum: int | None) -> bool:
    """Tells whether an event is as it was kept; older ones have no checksum."""
    return checksum is None or checksum == checksum_of(match_id, sequence, event)


def check_log(match_id: str, length: int, since: int, rows: Sequence[tuple[int, str, int | None]]) -> list[str]:
    """The events after number `since` of a log of this length; DamagedMatchError names the first that is not whole."""
    for number, (sequence, event, checksum) in enumerate(rows, since + 1):
        if sequence != number:
            raise DamagedMatchError(match_id, f"event {number} is missing")
        if not is_sound(match_id, sequence, event, checksum):
            raise DamagedMatchError(match_id, f"event {number} is not as it was kept")
    if length != since + len(rows):
        raise DamagedMatchError(match_id, f"{since + len(rows)} events are left of {length}")
    return [event for _, event, _ in rows]


def merit_in(ending: str) -> int | None:
    """The merit of a result as it is kept, None if it cannot be read."""
    try:
        result = json.loads(ending)
        return merit_of(int(result["scores"][0]), won=0 in result["winners"])
    except (ValueError, TypeError, LookupError):
        return None


def complete_row(name: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row of a backup with all columns of today; StoreError if no version had such rows."""
    columns = COLUMNS.get(name, ())
    if not _FIRST_COLUMNS.get(name, max(1, len(columns))) <= len(row) <= len(columns):
        raise StoreError(f"a backup of this version has no row like {name} with {len(row)} columns")
    values = dict(zip(columns, row, strict=False))
    if name == "matches" and "merit" not in values:
        values["merit"] = merit_in(str(values["ending"]))
    return tuple(values.get(column) for column in columns)
