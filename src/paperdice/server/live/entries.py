"""The correctable entries of a table with real dice: throws and moves, or the entries of a pad (dice unknown)."""

from __future__ import annotations

import asyncio

from paperdice.flow.describe import listed_entries
from paperdice.flow.facts import ListedEntry
from paperdice.flow.table import Table
from paperdice.history import Place

# How many entries, or steps of a replay, are computed before other tasks can run: at most half a millisecond's work.
STRETCH, STEPS_STRETCH = 25, 3


class EntryCache:
    """A cache of a table's entries (throws and moves), valid until the table's log grows."""

    def __init__(self) -> None:
        self._key: tuple[str, int] | None = None
        self._entries: list[ListedEntry] = []

    def is_known(self, table: Table) -> bool:
        """Whether the table's entries are cached."""
        return self._key == (table.match_id, table.sequence)

    async def entries(self, table: Table) -> list[ListedEntry]:
        """Return all entries of a table in order, except sealed moves, while regularly yielding to other tasks."""
        if self.is_known(table):
            return self._entries
        key, found = (table.match_id, table.sequence), list[ListedEntry]()
        for number, entry in enumerate(listed_entries(table), 1):
            found.append(entry)
            if number % STRETCH == 0:
                await asyncio.sleep(0)
        self._key, self._entries = key, found
        return found

    async def choices(self, table: Table, place: Place) -> list[str]:
        """Return the legal moves that a seat had at an earlier point in the match.

        Raises:
            IllegalMoveError: The seat made no move there.
        """
        for number, found in enumerate(table.match.seek_choices(place), 1):
            if found is not None:
                return list(found)
            if number % STEPS_STRETCH == 0:
                await asyncio.sleep(0)
        raise AssertionError("a walk ends at its place")
