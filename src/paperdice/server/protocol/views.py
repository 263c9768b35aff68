"""Views as they travel: what lies open for everyone, what one seat alone may see, and what a step has changed.

A change has the shape of what it changes, with only those keys that have another value now. Where the view has a list
of objects, the change has an object whose keys are places in that list. Everything else takes the place of what was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from paperdice.view import (
    CellStateName,
    Color,
    ColumnView,
    DieState,
    OpenView,
    OwnFrame,
    SheetView,
    View,
)


class CellChange(TypedDict, total=False):
    """What is new about a cell."""

    written: int | None
    state: CellStateName
    goal: bool
    hit: bool
    mark: str
    number_now: int
    ways: list[list[str]]
    also: list[str]
    targets: dict[str, list[str]]


class RowChange(TypedDict, total=False):
    """What is new about a row."""

    locked: bool
    locked_by: list[int]
    current: bool
    score: int | None
    cells: dict[str, CellChange]


class LineCellChange(TypedDict, total=False):
    """What is new about a cell outside of the rows."""

    state: CellStateName


class LineChange(TypedDict, total=False):
    """What is new about a line of cells outside of the rows."""

    cells: dict[str, LineCellChange]


class SheetChange(TypedDict, total=False):
    """What is new about a sheet."""

    score: int
    tally: dict[str, int]
    misses: int
    rows: dict[str, RowChange]
    columns: dict[str, ColumnView]
    lines: dict[str, LineChange]


class DieChange(TypedDict, total=False):
    """What is new about a die."""

    face: str | None
    color: Color | None
    pips: int | None
    state: DieState


class ViewChange(TypedDict, total=False):
    """What is new for everyone; `acting` and `answered` are always there, since answers change them in between."""

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


class OwnView(OwnFrame):
    """What one seat alone may see: its choices, and in `rows` what it may do with cells of its sheet."""

    rows: dict[str, RowChange]


def changes_between(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    """What of some values has changed; both have the same keys, and lists of objects keep their length."""
    found: dict[str, object] = {}
    for key, new in after.items():
        old = before[key]
        if new is old:
            continue
        # Values are as JSON has them; what is equal within is found on the way, so that nothing is compared twice.
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


def merge(value: object, change: object) -> object:
    """A value with a change made to it; the value itself stays as it is."""
    if not isinstance(change, dict):
        return change
    if isinstance(value, list):
        return [merge(entry, change[str(i)]) if str(i) in change else entry for i, entry in enumerate(value)]
    known = value if isinstance(value, dict) else {}
    return {**known, **{key: merge(known.get(key), new) for key, new in change.items()}}


def merge_view(view: OpenView, change: ViewChange) -> OpenView:
    """The open view after a step."""
    return cast("OpenView", merge(view, change))


def view_for(view: OpenView, own: OwnView | None) -> View:
    """All that a seat sees, or a spectator: what lies open and, on the own sheet, what may be done.

    This is `paperdice.view_of` without the reasons (`why`), which are told when they are asked for.
    """
    if own is None:
        return {**view, "seat": None, "sealed": None, "choices": [], "pass": None}
    sheets = cast("list[SheetView]", merge(view["sheets"], {str(own["seat"]): {"rows": own["rows"]}}))
    frame: OwnFrame = {"seat": own["seat"], "sealed": own["sealed"], "choices": own["choices"], "pass": own["pass"]}
    return {**view, **frame, "sheets": sheets}
