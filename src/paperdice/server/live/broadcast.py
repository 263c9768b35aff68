"""Views and messages as bytes, each part made once however many clients get it."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from paperdice.server.protocol import messages
from paperdice.server.table.record import Attendance, table_facts
from paperdice.server.table.table import Table
from paperdice.view import QUIET_KEYS, OpenFrame, SheetView, add_prospects, open_frame, open_sheet, own_frame

_encode = msgspec.json.Encoder().encode


class _StateParts(Struct, tag_field="type", tag="state"):
    """A `State` whose parts are encoded already."""

    match: str
    sequence: int
    step: int
    table: Raw
    views: list[Raw]
    happenings: Raw


def _slim(sheet: SheetView) -> SheetView:
    for row in sheet["rows"]:
        for cell in row["cells"]:
            for key in QUIET_KEYS:
                if not cell[key]:
                    del cell[key]
    return sheet


class Showing:
    """What is shown of a table at one moment; make another one when anything has changed."""

    def __init__(self, table: Table, attendance: Attendance, now: int) -> None:
        self._table = table
        self._facts = Raw(_encode(table_facts(table, attendance, now)))
        self._frame: OpenFrame | None = None
        self._sheets: dict[int, tuple[Raw, Raw]] = {}
        self._views: dict[int | None, Raw] = {}
        self._happenings: dict[int, Raw] = {}
        self._states: dict[tuple[frozenset[int], int], str] = {}

    def state(self, held: frozenset[int], since: int) -> str:
        """Gives the `state` message for a device that holds these seats and has seen everything until `since`."""
        if (held, since) not in self._states:
            self._states[held, since] = self._state(held, since)
        return self._states[held, since]

    def _state(self, held: frozenset[int], since: int) -> str:
        table = self._table
        seats: list[int | None] = [None]
        if held:
            seats[:] = sorted(held)
        views = [self._view(seat) for seat in seats] if table.status in ("playing", "over") else []
        if since not in self._happenings:
            self._happenings[since] = Raw(_encode(table.happenings_since(since)))
        return _encode(
            _StateParts(table.match_id, table.sequence, table.step, self._facts, views, self._happenings[since])
        ).decode()

    def changed(self) -> str:
        """Gives the `table` message."""
        table = self._table
        parts = {"type": "table", "match": table.match_id, "sequence": table.sequence, "table": self._facts}
        return _encode(parts).decode()

    def _view(self, seat: int | None) -> Raw:
        if seat not in self._views:
            match = self._table.match
            self._frame = self._frame or open_frame(match)
            sheets = [self._sheet(other, seat) for other in range(match.seats)]
            self._views[seat] = Raw(_encode({**self._frame, **own_frame(match, seat), "sheets": sheets}))
        return self._views[seat]

    def _sheet(self, owner: int, seat: int | None) -> Raw:
        """Gives a sheet as its owner or as the others see it; both are made at the same time."""
        if owner not in self._sheets:
            match = self._table.match
            sheet = open_sheet(match, owner)
            seen = _encode(_slim(sheet))
            add_prospects(match, sheet)
            self._sheets[owner] = Raw(seen), Raw(_encode(sheet))
        return self._sheets[owner][owner == seat]


def show(message: messages.Message) -> str:
    """Gives a message as text."""
    return messages.encode_message(message).decode()
