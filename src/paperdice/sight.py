"""What lies open in a match, kept from step to step, so that only what has changed is made anew."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache
from typing import NamedTuple, cast

from paperdice.game import Game, Rules
from paperdice.position import Position, format_moment, format_seat, name_tally, start_position, tally_points
from paperdice.sheet import Sheet
from paperdice.view import (
    CellView,
    DieView,
    OpenView,
    RowView,
    SheetView,
    View,
    Viewable,
    die_view,
    open_frame,
    open_row,
    open_sheet,
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


@cache
def _die_views(game: Game) -> list[list[tuple[DieView, DieView]]]:
    """How each die looks with each face up, from 0 for none, unless it is wanted and if it is.

    All tables share it: nobody writes to a view that is kept.
    """
    faces = [(die, range(len(die.faces) + 1)) for die in game.dice]
    return [[(die_view(die, face, False), die_view(die, face, True)) for face in numbers] for die, numbers in faces]


class _Kept(NamedTuple):
    """The sheet of one seat as it was last seen, with what its rows were made from."""

    row_keys: list[tuple[object, ...]]
    sheet: SheetView
    text: str


class Sight:
    """The open view of a match, brought up to date step by step.

    A row is made anew when something of it is written, or when it is locked or becomes current; who has locked it
    changes only with its own cells or with what belongs to all seats. A sheet is made anew when anything of its seat
    or of all seats has changed, the dice apart. `tests/core/test_sight.py` holds every game to that.
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
        text = " | ".join([format_moment(position), *[each.text for each in kept]]) if match.has_dice else ""
        wanted, faces = match.dice_wanted, position.state.dice.tolist()
        looks = zip(position.game.dice, _die_views(position.game), faces, strict=True)
        dice = [shown[face][die.name in wanted] for die, shown, face in looks]
        self.view = {**open_frame(match, scores, text, dice), "sheets": [each.sheet for each in kept]}
        return self.view

    def _look_at_sheets(self, position: Position, fields: _Fields) -> bool:
        """Brings what is kept of the sheets up to date, and tells whether any has changed."""
        state = vars(position.state)
        shared = [state[name].tobytes() for name in fields.shared]
        seats = [state[name].tobytes() for name in fields.by_seat]
        is_same = shared == self._shared
        if is_same and seats == self._seats:
            return False
        known = self._seats if is_same else []
        changed = _changed_seats(position, known, seats) if known else range(len(self._kept))
        self._shared, self._seats = shared, seats
        for seat in changed:
            self._kept[seat] = _look(position, seat, self._kept[seat], fields, is_same)
        return bool(changed)


def _changed_seats(position: Position, before: list[bytes], fields: list[bytes]) -> Collection[int]:
    """The seats of which something is not as it was."""
    found = set[int]()
    for was, whole in zip(before, fields, strict=True):
        if was != whole:
            size = len(whole) // position.game.rules.MAX_SEATS
            places = [(seat, seat * size) for seat in range(position.state.n_seats)]
            found |= {seat for seat, at in places if was[at : at + size] != whole[at : at + size]}
    return found


def _look(position: Position, seat: int, before: _Kept | None, fields: _Fields, is_same: bool) -> _Kept:
    """The sheet of a seat; `is_same` tells whether what belongs to all seats is as before."""
    if before is None:
        before, is_same = _blank_sheet(position.game, position.sheets[seat]), False
    parts, row_keys = tally_points(position, seat), _row_keys(position, seat, fields)
    rows: list[RowView] = []
    for row, score in enumerate(row_scores(position, seat, parts)):
        drawn = before.sheet["rows"][row]
        if before.row_keys[row] == row_keys[row] and (is_same or _stands(position, seat, row, drawn)):
            rows.append(drawn if drawn["score"] == score else {**drawn, "score": score})
        else:
            rows.append(open_row(position, seat, row, score, drawn))
    tally = name_tally(position, seat, parts)
    return _Kept(row_keys, sheet_of(position, seat, tally, rows), format_seat(position, seat))


def _row_keys(position: Position, seat: int, fields: _Fields) -> list[tuple[object, ...]]:
    """All that each row of a seat has of its own."""
    state = vars(position.state)
    return list(zip(*[state[name][seat].tolist() for name in fields.by_row], strict=True))


@lru_cache(maxsize=128)
def _blank_sheet(game: Game, sheet: Sheet) -> _Kept:
    """A sheet on which nothing is written; all matches share its cells."""
    blank = start_position(game, [sheet], 0)
    return _Kept(_row_keys(blank, 0, _fields(blank.game.rules)), open_sheet(blank, 0), "")


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
    for row, cell, news in match.own_cells(seat, rows):
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
