"""What lies open at a table, kept from step to step, so that only what has changed is made anew and sent."""

from __future__ import annotations

from typing import NamedTuple, cast

from paperdice.game import Twin
from paperdice.match import Match
from paperdice.position import Position, format_moment, format_seat, tally_of
from paperdice.server.protocol.views import CellChange, OpenView, OwnView, RowChange, ViewChange, changes_between
from paperdice.view import RowView, SheetView, open_frame, open_row, own_frame, previews, prospects, sheet_of


class _Kept(NamedTuple):
    """The sheet of one seat as it was last seen, with what it was made from."""

    seat_key: bytes
    row_keys: list[tuple[bytes, list[int], bool]]
    sheet: SheetView
    text: str


class Sight:
    """The open view of a match, brought up to date step by step.

    A row is made anew when something of it is written, or when it is locked or becomes current; a sheet when anything
    of its seat or of all seats has changed, the dice apart. `tests/server/test_sight.py` holds every game to that.
    """

    def __init__(self, match: Match) -> None:
        self._kept = [_look(match.raw, seat, None) for seat in range(match.seats)]
        self.view = self._view(match)

    def _view(self, match: Match) -> OpenView:
        scores = [kept.sheet["score"] for kept in self._kept]
        position = " | ".join([format_moment(match.raw), *(kept.text for kept in self._kept)])
        return {**open_frame(match, scores, position), "sheets": [kept.sheet for kept in self._kept]}

    def advance(self, match: Match) -> ViewChange:
        """Brings the view up to date, and gives what is new."""
        self._kept = [_look(match.raw, seat, kept) for seat, kept in enumerate(self._kept)]
        before, self.view = self.view, self._view(match)
        change = cast("ViewChange", changes_between(before, self.view))
        return {**change, "acting": self.view["acting"], "answered": self.view["answered"]}


def _look(position: Position, seat: int, before: _Kept | None) -> _Kept:
    """The sheet of a seat; of what has not changed, that of before."""
    seat_key = _seat_key(position, seat)
    if before is not None and before.seat_key == seat_key:
        return before
    tally = tally_of(position, seat)
    keys = [_row_key(position, seat, row) for row in range(len(position.sheets[seat].rows))]
    rows = [
        open_row(position, seat, row, tally)
        if before is None or before.row_keys[row] != key
        else _rescored(position, seat, row, tally, before.sheet["rows"][row])
        for row, key in enumerate(keys)
    ]
    return _Kept(seat_key, keys, sheet_of(position, seat, tally, rows), format_seat(position, seat))


def _rescored(position: Position, seat: int, row: int, tally: dict[str, int], before: RowView) -> RowView:
    """A row that looks as before, and may score otherwise."""
    display = position.game.display
    part = display.row_tally(position.laid, seat, row)
    score = None if part < 0 else tally[display.tally_names(position.laid, position.state, seat)[part]]
    return before if before["score"] == score else {**before, "score": score}


def _seat_key(position: Position, seat: int) -> bytes:
    """All that a sheet may depend on: what belongs to the seat, and what belongs to all, the dice apart."""
    n_seats, state = position.game.rules.MAX_SEATS, position.state
    parts = []
    for name, shape in position.game.rules.STATE:
        if shape and name != "dice":
            array = getattr(state, name)
            is_by_seat = len(shape) > 1 and shape[0] == n_seats
            parts.append((array[seat] if is_by_seat else array).tobytes())
    return b"".join(parts)


def _row_key(position: Position, seat: int, row: int) -> tuple[bytes, list[int], bool]:
    """All that the look of a row may depend on."""
    game, _, laid, state = position
    by_row = (game.rules.MAX_SEATS, game.rules.MAX_ROWS)
    parts = [_slice(state, name, seat, row) for name, shape in game.rules.STATE if shape[:2] == by_row]
    return (
        b"".join(parts),
        game.display.locked_by(laid, state, seat, row),
        game.display.is_current(laid, state, seat, row),
    )


def _slice(state: Twin, name: str, seat: int, row: int) -> bytes:
    part: bytes = getattr(state, name)[seat, row].tobytes()
    return part


def own_view(match: Match, seat: int) -> OwnView:
    """What one seat alone may see."""
    rows: dict[str, RowChange] = {}
    for row, cell, prospect in prospects(match, seat):
        rows.setdefault(str(row), {"cells": {}})["cells"][str(cell)] = cast("CellChange", prospect)
    for row, cell, number in previews(match, seat):
        rows.setdefault(str(row), {"cells": {}})["cells"][str(cell)] = {"number_now": number}
    return {**own_frame(match, seat), "rows": rows}
