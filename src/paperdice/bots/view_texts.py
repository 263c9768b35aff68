"""Serialize views as JSON for outside programs, with caching across decisions."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from paperdice.view import CellView, DieView, RowView, SheetView, View

_Part = TypeVar("_Part", CellView, DieView)
_encode = json.JSONEncoder().encode
# The keys of a cell in order; additional keys of some sheets follow them.
_CELL_KEYS = ("color", "number", "written", "state", "goal", "hit", "mark", "number_now", "ways", "why")
_ROW_KEYS = ("color", "locked", "locked_by", "current", "score")
_PLACE_KEYS = ("game", "title", "rules", "seats", "first", "turn", "phase", "active")
_END_KEYS = ("over", "end_reason", "winners")
# Cells and dice that are cached across matches; a match adds several hundred.
MOST_PIECES = 2000
_DIE_KEYS = ("name", "face", "color", "pips", "state", "faces")


class _Frame(NamedTuple):
    """The JSON of a view without its sheets, split into the parts before and after the lists `acting` and `answered`.

    It is valid as long as the view's list of dice is the same object.
    """

    dice: object
    before: str
    behind: str


class ViewTexts:
    """A serializer of views that caches the JSON of each part by object identity.

    All programs that play in the same match can share one serializer.
    """

    def __init__(self) -> None:
        # By id, with a reference to each object that keeps its id from being reused.
        self._known: dict[int, tuple[object, str]] = {}
        self._pieces: dict[int, tuple[object, str]] = {}
        self._frame = _Frame(None, "", "")

    def begin(self) -> None:
        """Clear the cached sheets before another match; cached cells and dice are kept unless there are too many."""
        self._known.clear()
        if len(self._pieces) > MOST_PIECES:
            self._pieces.clear()

    def write(self, view: View) -> str:
        """Return the JSON of a view."""
        # The part around the sheets changes whenever the dice do.
        if self._frame.dice is not view["dice"]:
            self._frame = self._write_frame(view)
        _, before, behind = self._frame
        seats = f'"acting": {view["acting"]}, "answered": {view["answered"]}'
        sheets = ", ".join([self._write_sheet(sheet) for sheet in view["sheets"]])
        return f'{before}, {seats}, {behind}, {_write_own(view)}, "sheets": [{sheets}]}}'

    def _write_frame(self, view: View) -> _Frame:
        place = view["game"], view["title"], view["rules"], view["seats"], view["first"]
        before = _write_once(_PLACE_KEYS, (*place, view["turn"], view["phase"], view["active"]))
        wanted = _write_texts(tuple(view["dice_wanted"]))
        dice = ", ".join([(self._pieces.get(id(die)) or self._keep(die, _write_die))[1] for die in view["dice"]])
        end = _write_once(_END_KEYS, (view["over"], view["end_reason"], tuple(view["winners"]))).removeprefix("{")
        behind = f'"roll": {_encode(view["roll"])}, "dice_wanted": {wanted}, "dice": [{dice}], {end}'
        stands = f'"scores": {view["scores"]}, "position": {_encode(view["position"])}'
        return _Frame(view["dice"], before, f"{behind}, {stands}")

    def _write_sheet(self, sheet: SheetView) -> str:
        known = self._known.get(id(sheet))
        if known is None:
            rows = ", ".join([self._write_row(row) for row in sheet["rows"]])
            known = self._known[id(sheet)] = (sheet, f'{self._write_head(sheet)}, "rows": [{rows}]}}')
        return known[1]

    def _write_head(self, sheet: SheetView) -> str:
        """Return the JSON of a sheet without its rows and closing brace, cached until the sheet's tally changes."""
        known = self._known.get(id(sheet["tally"]))
        if known is None:
            head = _encode({name: value for name, value in sheet.items() if name != "rows"})
            known = self._known[id(sheet["tally"])] = (sheet["tally"], head[:-1])
        return known[1]

    def _write_row(self, row: RowView) -> str:
        known = self._known.get(id(row))
        if known is None:
            pieces = self._pieces
            cells = ", ".join([(pieces.get(id(cell)) or self._keep(cell, _write_cell))[1] for cell in row["cells"]])
            said = row["color"], row["locked"], tuple(row["locked_by"]), row["current"], row["score"]
            text = f'{_write_once(_ROW_KEYS, said)}, "cells": [{cells}]}}'
            known = self._known[id(row)] = (row, text)
        return known[1]

    def _keep(self, part: _Part, write: Callable[[_Part], str]) -> tuple[object, str]:
        known = self._pieces[id(part)] = (part, write(part))
        return known


def _write_own(view: View) -> str:
    """Return the JSON of the fields that only the view's own seat may see: `seat`, `sealed`, `choices` and `pass`."""
    said = _write_once(("seat", "sealed"), (view["seat"], view["sealed"])).removeprefix("{")
    cost = view["pass"]
    passing = "null" if cost is None else f"{_write_once(tuple(cost), tuple(cost.values()))}}}"
    return f'{said}, "choices": {_write_texts(tuple(view["choices"]))}, "pass": {passing}'


def _write_die(die: DieView) -> str:
    said = die["name"], die["face"], die["color"], die["pips"], die["state"], tuple(die["faces"])
    return f"{_write_once(_DIE_KEYS, said)}}}"


def _write_cell(cell: CellView) -> str:
    if cell["why"] is not None or "targets" in cell:
        return _encode(cell)
    printed = cell["color"], cell["number"], cell["written"], cell["state"], cell["goal"], cell["hit"]
    now = cell["mark"], cell["number_now"], tuple(map(tuple, cell["ways"])), None
    text = _write_once(_CELL_KEYS, printed + now)
    if "sign" in cell:
        text = f'{text}, "sign": "{cell["sign"]}"'
    return f'{text}, "also": {_write_texts(tuple(cell["also"]))}}}' if "also" in cell else f"{text}}}"


@lru_cache(maxsize=1 << 13)
def _write_once(keys: tuple[str, ...], said: tuple[Hashable, ...]) -> str:
    """Return the JSON object with these keys and values, without its closing brace.

    The result is cached, because the same values recur in many matches.
    """
    return _encode(dict(zip(keys, said, strict=True)))[:-1]


@lru_cache(maxsize=1 << 10)
def _write_texts(texts: tuple[str, ...]) -> str:
    return _encode(texts)
