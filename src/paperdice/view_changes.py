"""Changes of the public view of a match after a step: computed here, applied by the receiver.

A change has the shape of what it changes, with only the keys whose values differ. Where the view has a list of
objects, the change has an object whose keys are indices of that list. Any other value replaces the old one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import NamedTuple, TypedDict, cast

from paperdice.game import Game, Rules
from paperdice.position import Position, format_moment, format_seat, start_position
from paperdice.sheet import Sheet
from paperdice.view import (
    CellStateName,
    Color,
    ColumnView,
    DieState,
    DieView,
    OpenView,
    RowView,
    SheetView,
    Viewable,
    die_view,
    open_sheet,
    open_view,
)

# Changes, and how they are applied


class CellChange(TypedDict, total=False):
    """The changes of a cell."""

    written: int | None
    state: CellStateName
    hit: bool


class RowChange(TypedDict, total=False):
    """The changes of a row."""

    locked: bool
    locked_by: list[int]
    current: bool
    score: int | None
    cells: dict[str, CellChange]


class LineCellChange(TypedDict, total=False):
    """The changes of a cell outside of the rows."""

    state: CellStateName


class LineChange(TypedDict, total=False):
    """The changes of a line of cells outside of the rows."""

    cells: dict[str, LineCellChange]


class SheetChange(TypedDict, total=False):
    """The changes of a sheet."""

    score: int
    tally: dict[str, int]
    misses: int
    rows: dict[str, RowChange]
    columns: dict[str, ColumnView]
    lines: dict[str, LineChange]


class DieChange(TypedDict, total=False):
    """The changes of a die."""

    face: str | None
    color: Color | None
    pips: int | None
    state: DieState


class ViewChange(TypedDict, total=False):
    """The changes of the public view; `acting` and `answered` are always present, since answers change them too."""

    turn: int
    phase: str
    active: int
    acting: list[int]
    answered: list[int]
    roll: str
    dice_wanted: list[str]
    dice: dict[str, DieChange]
    over: bool
    end_reason: str | None
    winners: list[int]
    scores: list[int]
    position: str
    sheets: dict[str, SheetChange]


def changes_between(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """Return the changed keys; both have the same keys, and lists of objects keep their length."""
    found: dict[str, object] = {}
    for key, new in after.items():
        old = before[key]
        if new is old:
            continue
        # Values are JSON values; equal nested values are found in the same pass.
        if type(new) is dict and type(old) is dict:
            inside = changes_between(old, new)
        elif type(new) is list and type(old) is list and new and old and type(new[0]) is dict:
            inside = _changed_places(old, new)
        else:
            if new != old:
                found[key] = new
            continue
        if inside:
            found[key] = inside
    return found


def _changed_places(before: list[dict[str, object]], after: list[dict[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if new is not old and (inside := changes_between(old, new)):
            found[str(place)] = inside
    return found


def merge_view(view: OpenView, change: ViewChange) -> OpenView:
    """Return the public view after a step; the view itself is not changed."""
    return cast("OpenView", merge(view, change))


def merge(value: object, change: object) -> object:
    """Return a value with a change applied."""
    if not isinstance(change, dict):
        return change
    if isinstance(value, list):
        return [merge(entry, change[str(i)]) if str(i) in change else entry for i, entry in enumerate(value)]
    known = value if isinstance(value, dict) else {}
    return {**known, **{key: merge(known.get(key), new) for key, new in change.items()}}


# The view of a match, kept from step to step


class _Fields(NamedTuple):
    """The fields of a state by name: numbers, and arrays of all seats together, of each seat, and of its rows.

    The dice and their sums per color are compared apart from the sheets.
    """

    numbers: tuple[str, ...]
    shared: tuple[str, ...]
    by_seat: tuple[str, ...]
    by_row: tuple[str, ...]


@cache
def _fields(rules: Rules) -> _Fields:
    """Return the fields of a game's state by kind."""
    n_seats, rows = rules.MAX_SEATS, (rules.MAX_SEATS, rules.MAX_ROWS)
    arrays = [(name, shape) for name, shape in rules.STATE if shape and name != "dice"]
    # An array of one number per seat could as well have one per color; misses are known to be per seat.
    by_seat = tuple(name for name, shape in arrays if name == "misses" or (len(shape) > 1 and shape[0] == n_seats))
    return _Fields(
        tuple(name for name, shape in rules.STATE if not shape),
        tuple(name for name, _ in arrays if name not in by_seat and name != "sums"),
        by_seat,
        tuple(name for name, shape in arrays if shape[:2] == rows),
    )


@cache
def _die_views(game: Game) -> list[list[tuple[DieView, DieView]]]:
    """Return the view of each die for each face, 0 for none: while it is not wanted, and while it is.

    All tables share them, since cached views are read-only.
    """
    faces = [(die, range(len(die.faces) + 1)) for die in game.dice]
    return [[(die_view(die, face, False), die_view(die, face, True)) for face in numbers] for die, numbers in faces]


class _Kept(NamedTuple):
    """The cached sheet of one seat, with the state fields that its rows were built from and its part of a position."""

    row_keys: list[tuple[object, ...]]
    sheet: SheetView
    text: str


class ViewCache:
    """The public view of a match, updated step by step: unchanged parts stay the same objects.

    A row is built again when something of it is written, or when it is locked or becomes current; who has locked it
    changes only with its own cells or with what belongs to all seats. A sheet is built again when anything of its seat
    or of all seats has changed, the dice apart. `tests/core/test_view_changes.py` checks that for every game.
    """

    def __init__(self, match: Viewable) -> None:
        self._moment: object = None
        self._shared: list[bytes] = []
        self._seats: list[bytes] = []
        self._kept: list[_Kept | None] = [None] * match.seats
        self.view = self.look(match)

    def step(self, match: Viewable) -> ViewChange:
        """Update the view and return what has changed."""
        before, view = self.view, self.look(match)
        change = cast("ViewChange", changes_between(before, view))
        return {**change, "acting": view["acting"], "answered": view["answered"]}

    def look(self, match: Viewable) -> OpenView:
        """Update the view and return it."""
        position = match.raw
        fields, state = _fields(position.game.rules), vars(position.state)
        moment = ([state[name] for name in fields.numbers], state["dice"].tobytes())
        if not self._look_at_sheets(position, fields) and moment == self._moment:
            # At most, seats have answered.
            self.view = {**self.view, "acting": list(match.acting), "answered": list(match.answered)}
            return self.view
        self._moment = moment
        kept = [each for each in self._kept if each is not None]
        # The position of a pad has more than the sheets.
        text = " | ".join([format_moment(position), *[each.text for each in kept]]) if match.has_dice else None
        wanted, faces = match.dice_wanted, position.state.dice.tolist()
        looks = zip(position.game.dice, _die_views(position.game), faces, strict=True)
        dice = [shown[face][die.name in wanted] for die, shown, face in looks]
        self.view = open_view(match, [each.sheet for each in kept], dice, text)
        return self.view

    def _look_at_sheets(self, position: Position, fields: _Fields) -> bool:
        """Update the sheets and return whether any has changed."""
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
    """Return the seats whose fields differ."""
    found = set[int]()
    for was, whole in zip(before, fields, strict=True):
        if was != whole:
            size = len(whole) // position.game.rules.MAX_SEATS
            places = [(seat, seat * size) for seat in range(position.state.n_seats)]
            found |= {seat for seat, at in places if was[at : at + size] != whole[at : at + size]}
    return found


def _look(position: Position, seat: int, before: _Kept | None, fields: _Fields, is_same: bool) -> _Kept:
    """Return the sheet of a seat; `is_same` means that the fields shared by all seats are unchanged."""
    if before is None:
        before, is_same = _blank_sheet(position.game, position.sheets[seat]), False
    row_keys = _row_keys(position, seat, fields)
    same = [
        row
        for row, drawn in enumerate(before.sheet["rows"])
        if before.row_keys[row] == row_keys[row] and (is_same or _stands(position, seat, row, drawn))
    ]
    return _Kept(row_keys, open_sheet(position, seat, before.sheet, same), format_seat(position, seat))


def _row_keys(position: Position, seat: int, fields: _Fields) -> list[tuple[object, ...]]:
    """Return the fields of each row of a seat."""
    state = vars(position.state)
    return list(zip(*[state[name][seat].tolist() for name in fields.by_row], strict=True))


@lru_cache(maxsize=128)
def _blank_sheet(game: Game, sheet: Sheet) -> _Kept:
    """Return a blank sheet; all matches share its cells."""
    blank = start_position(game, [sheet], 0)
    return _Kept(_row_keys(blank, 0, _fields(blank.game.rules)), open_sheet(blank, 0), "")


def _stands(position: Position, seat: int, row: int, drawn: RowView) -> bool:
    """Return whether a row's lock and currency are unchanged."""
    game, _, laid, state = position
    return (
        game.display.locked_by(laid, state, seat, row) == drawn["locked_by"]
        and game.display.is_current(laid, state, seat, row) == drawn["current"]
    )
