"""Views as JSON for outside programs, decision after decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from paperdice.view import RowView, SheetView, View

_Part = TypeVar("_Part", RowView, SheetView)
_encode = json.JSONEncoder().encode


class ViewTexts:
    """Writes the views of one match; a sheet or row that is the same object as before is not written anew."""

    def __init__(self) -> None:
        # By identity, each with its object: as long as that is kept, no other has its id.
        self._known: dict[int, tuple[object, str]] = {}

    def write(self, view: View) -> str:
        """The JSON of a view."""
        return _object(view, "sheets", (self._text(sheet, self._write_sheet) for sheet in view["sheets"]))

    def _text(self, part: _Part, write: Callable[[_Part], str]) -> str:
        known = self._known.get(id(part))
        if known is None:
            known = self._known[id(part)] = (part, write(part))
        return known[1]

    def _write_sheet(self, sheet: SheetView) -> str:
        return _object(sheet, "rows", (self._text(row, _encode) for row in sheet["rows"]))


def _object(value: Mapping[str, object], key: str, parts: Iterable[str]) -> str:
    """The JSON of an object in which the list under one key is written already."""
    rest = _encode({name: other for name, other in value.items() if name != key})
    return f'{rest[:-1]}, "{key}": [{", ".join(parts)}]}}'
