"""Incremental updates of views: the changes to the public view of a match after a throw or a resolved phase.

The server computes the changes, and clients apply them to their copy of the view. A change has the same structure as
the value that it applies to, but contains only the keys whose values differ. A change to a list of objects is an object
whose keys are the indices of the changed items. Any other value replaces the old one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import NamedTuple, TypedDict, cast

from paperdice.game import Game, Rules
from paperdice.position import Position, format_moment, format_seat, start_position
from paperdice.sheet import Sheet
from paperdice.view import CellStateName, Color, ColumnView, DieState, DieView, OpenView, RowView, SheetView, Viewable
from paperdice.view_builder import die_view, open_sheet, open_view

# Changes and their application


class CellChange(TypedDict, total=False):
    """The changes to one cell between two views."""

    written: int | None
    state: CellStateName
    hit: bool


class RowChange(TypedDict, total=False):
    """The changes to one row between two views; `cells` is keyed by index."""

    locked: bool
    locked_by: list[int]
    current: bool
    score: int | None
    cells: dict[str, CellChange]


class LineCellChange(TypedDict, total=False):
    """The changes to one cell outside the rows between two views."""

    state: CellStateName


class LineChange(TypedDict, total=False):
    """The changes to one line of cells outside the rows between two views; `cells` is keyed by index."""

    cells: dict[str, LineCellChange]


class SheetChange(TypedDict, total=False):
    """The changes to one sheet between two views; `rows`, `columns` and `lines` are keyed by index."""

    score: int
    tally: dict[str, int]
    misses: int
    rows: dict[str, RowChange]
    columns: dict[str, ColumnView]
    lines: dict[str, LineChange]


class DieChange(TypedDict, total=False):
    """The changes to one die between two views."""

    face: str | None
    color: Color | None
    pips: int | None
    state: DieState


class ViewChange(TypedDict, total=False):
    """The changes between two public views; `acting` and `answered` are always included.

    They are always sent because sealed moves change them as well.
    """

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


_ABSENT = object()


class VanishedKeyError(Exception):
    """A key has vanished from an object, as when a correction removes a component of a score."""


def changes_between(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """Return the changes that turn one object into another.

    A list of objects must have the same length in both.

    Raises:
        VanishedKeyError: A key has vanished, which no change can express.
    """
    if not before.keys() <= after.keys():
        raise VanishedKeyError
    found: dict[str, object] = {}
    for key, new in after.items():
        old = before.get(key, _ABSENT)
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
    """Return a copy of a public view with a change applied to it."""
    return cast("OpenView", merge(view, change))


def merge(value: object, change: object) -> object:
    """Return a copy of a JSON value with a change applied to it."""
    if not isinstance(change, dict):
        return change
    if isinstance(value, list):
        return [merge(entry, change[str(i)]) if str(i) in change else entry for i, entry in enumerate(value)]
    known = value if isinstance(value, dict) else {}
    return {**known, **{key: merge(known.get(key), new) for key, new in change.items()}}


# The cached view of a match


class _Fields(NamedTuple):
    """The names of the fields of a state, grouped by how they are compared.

    The dice and their sums per color are not included, since they are compared separately.

    Attributes:
        numbers: The scalar fields.
        shared: The arrays that all seats share.
        by_seat: The arrays indexed by seat.
        by_row: The arrays in `by_seat` that are also indexed by row.
    """

    numbers: tuple[str, ...]
    shared: tuple[str, ...]
    by_seat: tuple[str, ...]
    by_row: tuple[str, ...]


@cache
def _fields(rules: Rules) -> _Fields:
    n_seats, rows = rules.MAX_SEATS, (rules.MAX_SEATS, rules.MAX_ROWS)
    arrays = [(name, shape) for name, shape in rules.STATE if shape and name != "dice"]
    # A one-dimensional array may be indexed by color instead of seat; only misses are known to be per seat.
    by_seat = tuple(name for name, shape in arrays if name == "misses" or (len(shape) > 1 and shape[0] == n_seats))
    return _Fields(
        tuple(name for name, shape in rules.STATE if not shape),
        tuple(name for name, _ in arrays if name not in by_seat and name != "sums"),
        by_seat,
        tuple(name for name, shape in arrays if shape[:2] == rows),
    )


@cache
def _die_views(game: Game) -> list[list[tuple[DieView, DieView]]]:
    """Return two views for each die and face number: one if the die is not to be thrown, and one if it is.

    Face number 0 means that the die is not on the table. The result is cached for all tables, so do not modify the
    views.
    """
    faces = [(die, range(len(die.faces) + 1)) for die in game.dice]
    return [[(die_view(die, face, False), die_view(die, face, True)) for face in numbers] for die, numbers in faces]


class _Kept(NamedTuple):
    """The cached view of a seat's sheet.

    Attributes:
        row_keys: The values of the state fields from which each row was built.
        sheet: The view of the sheet.
        text: The seat's part of the position string.
    """

    row_keys: list[tuple[object, ...]]
    sheet: SheetView
    text: str


class ViewCache:
    """A cache of the public view of a match, updated after each throw and resolved phase. Unchanged parts are reused.

    The view of a sheet is rebuilt when a state field of its seat or a field shared by all seats has changed, except for
    the dice. Within it, a row is rebuilt when its cells have changed, when it has been locked or when it has become the
    current row; the seats that locked a row can change only together with its own cells or with shared fields.
    `tests/core/test_view_changes.py` checks this for every game.
    """

    def __init__(self, match: Viewable) -> None:
        self._moment: object = None
        self._shared: list[bytes] = []
        self._seats: list[bytes] = []
        self._kept: list[_Kept | None] = [None] * match.seats
        self.view = self.look(match)

    def step(self, match: Viewable) -> ViewChange | None:
        """Update the view to the current state of the match, and return the changes.

        Returns None if something has vanished from the view, which no change can express.
        """
        before, view = self.view, self.look(match)
        try:
            change = cast("ViewChange", changes_between(before, view))
        except VanishedKeyError:
            return None
        return {**change, "acting": view["acting"], "answered": view["answered"]}

    def look(self, match: Viewable) -> OpenView:
        """Update the view to the current state of the match, and return it."""
        position = match.raw
        fields, state = _fields(position.game.rules), vars(position.state)
        moment = ([state[name] for name in fields.numbers], state["dice"].tobytes())
        if not self._look_at_sheets(position, fields) and moment == self._moment:
            # Only the acting and answered seats can have changed.
            self.view = {**self.view, "acting": list(match.acting), "answered": list(match.answered)}
            return self.view
        self._moment = moment
        kept = [each for each in self._kept if each is not None]
        # The position of a pad contains more than the sheets, such as the entries of an open moment.
        text = " | ".join([format_moment(position), *[each.text for each in kept]]) if match.has_dice else None
        wanted, faces = match.dice_wanted, position.state.dice.tolist()
        looks = zip(position.game.dice, _die_views(position.game), faces, strict=True)
        dice = [shown[face][die.name in wanted] for die, shown, face in looks]
        self.view = open_view(match, [each.sheet for each in kept], dice, text)
        return self.view

    def _look_at_sheets(self, position: Position, fields: _Fields) -> bool:
        """Update the cached sheets, and return whether any of them has changed."""
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
    """Return the seats for which the bytes of any state field have changed."""
    found = set[int]()
    for was, whole in zip(before, fields, strict=True):
        if was != whole:
            size = len(whole) // position.game.rules.MAX_SEATS
            places = [(seat, seat * size) for seat in range(position.state.n_seats)]
            found |= {seat for seat, at in places if was[at : at + size] != whole[at : at + size]}
    return found


def _look(position: Position, seat: int, before: _Kept | None, fields: _Fields, is_same: bool) -> _Kept:
    """Return the new cache entry for a seat's sheet, reusing unchanged parts of the previous entry.

    `is_same` means that the fields shared by all seats have not changed.
    """
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
    """Return the values of the state fields that belong to each row of a seat."""
    state = vars(position.state)
    return list(zip(*[state[name][seat].tolist() for name in fields.by_row], strict=True))


@lru_cache(maxsize=128)
def _blank_sheet(game: Game, sheet: Sheet) -> _Kept:
    """Return the cache entry of a blank sheet, from which the views of all matches are built."""
    blank = start_position(game, [sheet], 0)
    return _Kept(_row_keys(blank, 0, _fields(blank.game.rules)), open_sheet(blank, 0), "")


def _stands(position: Position, seat: int, row: int, drawn: RowView) -> bool:
    """Return whether a row has the same locks and the same `current` flag as in its previous view."""
    game, _, laid, state = position
    return (
        game.display.locked_by(laid, state, seat, row) == drawn["locked_by"]
        and game.display.is_current(laid, state, seat, row) == drawn["current"]
    )
