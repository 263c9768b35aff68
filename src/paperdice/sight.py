"""What lies open in a match, kept from step to step, so that only what has changed is made anew."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, cast

from paperdice.game import Game, Rules
from paperdice.position import Position, format_moment, format_seat, name_tally, start_position, tally_points
from paperdice.sheet import Sheet
from paperdice.view import (
    CellView,
    OpenView,
    RowView,
    SheetView,
    View,
    Viewable,
    die_view,
    open_frame,
    open_row,
    own_cells,
    own_frame,
    row_scores,
    sheet_of,
)


class _Fields(NamedTuple):
    """The fields of a state by name: numbers, and arrays of all seats together, of each seat, and of its rows among
    them; the dice are seen apart from the sheets, and with them what they add up to in each color."""

    numbers: tuple[str, ...]
    shared: tuple[str, ...]
    by_seat: tuple[str, ...]
    by_row: tuple[str, ...]


@cache
def _fields(rules: Rules) -> _Fields:
    """Sorts the fields of a game's state."""
    n_seats, rows = rules.MAX_SEATS, (rules.MAX_SEATS, rules.MAX_ROWS)
    arrays = [(name, shape) for name, shape in rules.STATE if shape and name != "dice"]
    # One number a seat could as well be one a color; of misses it is known.
    by_seat = tuple(name for name, shape in arrays if name == "misses" or (len(shape) > 1 and shape[0] == n_seats))
    return _Fields(
        tuple(name for name, shape in rules.STATE if not shape),
        tuple(name for name, _ in arrays if name not in by_seat and name != "sums"),
        by_seat,
        tuple(name for name, shape in arrays if shape[:2] == rows),
    )


# All tables share how their dice look: nobody writes to a view that is kept.
_show_die = lru_cache(maxsize=512)(die_view)


class _Kept(NamedTuple):
    """The sheet of one seat as it was last seen, with what it and its rows were made from."""

    key: tuple[bytes, ...]
    row_keys: list[tuple[object, ...]]
    sheet: SheetView
    text: str


class Sight:
    """The open view of a match, brought up to date step by step.

    A row is made anew when something of it is written, or when it is locked or becomes current; who has locked it
    changes only with its own cells or with what belongs to all seats. A sheet is made anew when anything of its seat
    or of all seats has changed, the dice apart. `tests/test_sight.py` holds every game to that.
    """

    def __init__(self, match: Viewable) -> None:
        self._moment: object = None
        self._shared: list[bytes] = []
        self._seats: list[bytes] = []
        self._kept: list[_Kept | None] = [None] * match.seats
        self.view = self.look(match)

    def look(self, match: Viewable) -> OpenView:
        """Brings the view up to date; what has not changed is the same object as before."""
        position = match.raw
        fields, state = _fields(position.game.rules), vars(position.state)
        moment = ([state[name] for name in fields.numbers], state["dice"].tobytes())
        if not self._look_at_sheets(position, fields) and moment == self._moment:
            # Seats have answered meanwhile, at most.
            self.view = {**self.view, "acting": list(match.acting), "answered": list(match.answered)}
            return self.view
        self._moment = moment
        kept = [each for each in self._kept if each is not None]
        scores = [each.sheet["score"] for each in kept]
        text = " | ".join([format_moment(position), *[each.text for each in kept]])
        self.view = {**open_frame(match, scores, text, _show_die), "sheets": [each.sheet for each in kept]}
        return self.view

    def _look_at_sheets(self, position: Position, fields: _Fields) -> bool:
        """Brings what is kept of the sheets up to date, and tells whether any has changed."""
        state = vars(position.state)
        shared = [state[name].tobytes() for name in fields.shared]
        seats = [state[name].tobytes() for name in fields.by_seat]
        is_same = shared == self._shared
        if is_same and seats == self._seats:
            return False
        self._shared, self._seats = shared, seats
        keys = _seat_keys(position, seats)
        found = [_look(position, seat, kept, fields, keys[seat], is_same) for seat, kept in enumerate(self._kept)]
        is_new = found != self._kept
        self._kept = [*found]
        return is_new


def _seat_keys(position: Position, fields: list[bytes]) -> list[tuple[bytes, ...]]:
    """All that each seat has of its own, to be compared with what it was."""
    n_seats, parts = position.game.rules.MAX_SEATS, list[list[bytes]]()
    for whole in fields:
        size = len(whole) // n_seats
        parts.append([whole[start : start + size] for start in range(0, len(whole), size)])
    return list(zip(*parts, strict=True))


def _look(
    position: Position,
    seat: int,
    before: _Kept | None,
    fields: _Fields,
    key: tuple[bytes, ...],
    is_same: bool,
) -> _Kept:
    """The sheet of a seat; `is_same` tells whether what belongs to all seats is as before."""
    if before is not None and is_same and before.key == key:
        return before
    parts = tally_points(position, seat)
    tally = name_tally(position, seat, parts)
    state = position.state
    row_keys = list(zip(*[getattr(state, name)[seat].tolist() for name in fields.by_row], strict=True))
    rows: list[RowView] = []
    for row, score in enumerate(row_scores(position, seat, parts)):
        drawn = _blank_row(position.game, position.sheets[seat], row) if before is None else before.sheet["rows"][row]
        is_kept = before is not None and before.row_keys[row] == row_keys[row]
        if is_kept and (is_same or _stands(position, seat, row, drawn)):
            rows.append(drawn if drawn["score"] == score else {**drawn, "score": score})
        else:
            rows.append(open_row(position, seat, row, score, drawn))
    return _Kept(key, row_keys, sheet_of(position, seat, tally, rows), format_seat(position, seat))


@lru_cache(maxsize=512)
def _blank_row(game: Game, sheet: Sheet, row: int) -> RowView:
    """A row on which nothing is written; all matches share its cells."""
    return open_row(start_position(game, [sheet], 0), 0, row, None)


def _stands(position: Position, seat: int, row: int, drawn: RowView) -> bool:
    """Tells whether a row is locked and current as it was."""
    game, _, laid, state = position
    return (
        game.display.locked_by(laid, state, seat, row) == drawn["locked_by"]
        and game.display.is_current(laid, state, seat, row) == drawn["current"]
    )


def seat_view(view: OpenView, match: Viewable, seat: int) -> View:
    """What one seat sees of a match that lies open like this: `view_of` without the reasons (`why`).

    Much of it belongs to what is kept, so it is for reading only.
    """
    own = own_frame(match, seat)
    rows, changed = view["sheets"][seat]["rows"], dict[int, list[CellView]]()
    for row, cell, news in own_cells(match, seat, own["choices"]):
        cells = changed.get(row) or changed.setdefault(row, list(rows[row]["cells"]))
        cells[cell] = cast("CellView", {**cells[cell], **news})
    sheets = view["sheets"]
    if changed:
        shown: list[RowView] = [
            {**drawn, "cells": changed[row]} if row in changed else drawn for row, drawn in enumerate(rows)
        ]
        own_sheet: SheetView = {**sheets[seat], "rows": shown}
        sheets = [*sheets[:seat], own_sheet, *sheets[seat + 1 :]]
    return {**view, **own, "sheets": sheets}
