"""The throws, moves and entries of a table with typed dice, which can be corrected."""

from __future__ import annotations

import asyncio

from paperdice.flow.describe import listed_entries
from paperdice.flow.facts import ListedEntry
from paperdice.flow.table import Table
from paperdice.history import Place

# The number of entries, or steps of a walk, between pauses for other tasks: at most half a millisecond's work.
STRETCH, STEPS_STRETCH = 25, 3


class History:
    """The entries of one table, built step by step and cached until its log grows."""

    def __init__(self) -> None:
        self._key: tuple[str, int] | None = None
        self._entries: list[ListedEntry] = []

    def is_known(self, table: Table) -> bool:
        """Whether the entries are cached."""
        return self._key == (table.match_id, table.sequence)

    async def entries(self, table: Table) -> list[ListedEntry]:
        """Return all entries that are not sealed, in order."""
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
        """Return the legal moves of a seat at a place; raise `IllegalMoveError` if it played nothing there."""
        for number, found in enumerate(table.match.seek_choices(place), 1):
            if found is not None:
                return list(found)
            if number % STEPS_STRETCH == 0:
                await asyncio.sleep(0)
        raise AssertionError("a walk ends at its place")
