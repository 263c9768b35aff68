"""What a step has changed in what lies open at a table, and what one seat alone may see."""

from __future__ import annotations

from typing import cast

from paperdice.server.protocol.views import CellChange, OwnView, RowChange, ViewChange, changes_between
from paperdice.sight import Sight
from paperdice.view import Viewable, own_frame


def advance(sight: Sight, match: Viewable) -> ViewChange:
    """Brings what is seen up to date, and gives what is new."""
    before, view = sight.view, sight.look(match)
    change = cast("ViewChange", changes_between(before, view))
    return {**change, "acting": view["acting"], "answered": view["answered"]}


def own_view(match: Viewable, seat: int) -> OwnView:
    """What one seat alone may see."""
    rows: dict[str, RowChange] = {}
    for row, cell, news in match.own_cells(seat):
        rows.setdefault(str(row), {"cells": {}})["cells"][str(cell)] = cast("CellChange", news)
    return {**own_frame(match, seat), "rows": rows}
