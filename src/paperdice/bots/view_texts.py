"""Views as JSON for outside programs, decision after decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TypeVar

from paperdice.view import CellView, DieView, RowView, SheetView, View

_Part = TypeVar("_Part", RowView, SheetView)
_encode = json.JSONEncoder().encode
# The keys of a cell in their order; those of the sheets that print more come behind them.
_CELL_KEYS = ("color", "number", "written", "state", "goal", "hit", "mark", "number_now", "ways", "why")
_ROW_KEYS = ("color", "locked", "locked_by", "current", "score")
# Cells that are known from one match to the next; a match shows some hundred new ones.
MOST_CELLS = 2000
_DIE_KEYS = ("name", "face", "color", "pips", "state", "faces")


class ViewTexts:
    """Writes views, match after match; a part that is the same object as before is not written anew."""

    def __init__(self) -> None:
        # By identity, each with its object: as long as that is kept, no other has its id.
        self._known: dict[int, tuple[object, str]] = {}
        self._cells: dict[int, tuple[object, str]] = {}

    def begin(self) -> None:
        """Makes room for another match, which may show the same cells but no sheet of the one before."""
        self._known.clear()
        if len(self._cells) > MOST_CELLS:
            self._cells.clear()

    def write(self, view: View) -> str:
        """The JSON of a view."""
        frame: dict[str, object] = {**view, "dice": []}
        del frame["sheets"]
        # Only a key can look like this: in a text quotes are written as \".
        before, _, after = _encode(frame).partition('"dice": []')
        dice = ", ".join([_write_die(die) for die in view["dice"]])
        sheets = ", ".join([self._text(sheet, self._write_sheet) for sheet in view["sheets"]])
        return f'{before}"dice": [{dice}]{after[:-1]}, "sheets": [{sheets}]}}'

    def _text(self, part: _Part, write: Callable[[_Part], str]) -> str:
        known = self._known.get(id(part))
        if known is None:
            known = self._known[id(part)] = (part, write(part))
        return known[1]

    def _write_sheet(self, sheet: SheetView) -> str:
        rows = ", ".join([self._text(row, self._write_row) for row in sheet["rows"]])
        # What stands around the rows is made together with the tally, and stays as long as that does.
        known = self._known.get(id(sheet["tally"]))
        if known is None:
            head = _encode({name: value for name, value in sheet.items() if name != "rows"})
            known = self._known[id(sheet["tally"])] = (sheet["tally"], head)
        return f'{known[1][:-1]}, "rows": [{rows}]}}'

    def _write_row(self, row: RowView) -> str:
        known = self._cells
        for cell in row["cells"]:
            if id(cell) not in known:
                known[id(cell)] = (cell, _write_cell(cell))
        cells = ", ".join([known[id(cell)][1] for cell in row["cells"]])
        said = row["color"], row["locked"], tuple(row["locked_by"]), row["current"], row["score"]
        return f'{_write_once(_ROW_KEYS, said)[:-1]}, "cells": [{cells}]}}'


def _write_die(die: DieView) -> str:
    said = die["name"], die["face"], die["color"], die["pips"], die["state"], tuple(die["faces"])
    return _write_once(_DIE_KEYS, said)


def _write_cell(cell: CellView) -> str:
    if len(cell) > len(_CELL_KEYS) or cell["why"] is not None:
        return _encode(cell)
    printed = cell["color"], cell["number"], cell["written"], cell["state"], cell["goal"], cell["hit"]
    now = cell["mark"], cell["number_now"], tuple(map(tuple, cell["ways"])), None
    return _write_once(_CELL_KEYS, printed + now)


@lru_cache(maxsize=1 << 13)
def _write_once(keys: tuple[str, ...], said: tuple[Hashable, ...]) -> str:
    """What is said in many matches: dice, rows around their cells, and most cells."""
    return _encode(dict(zip(keys, said, strict=True)))
