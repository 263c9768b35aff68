"""What a step has changed in what lies open at a table, and what one seat alone may see."""

from __future__ import annotations

from typing import cast

from paperdice.match import Match
from paperdice.pad import Pad
from paperdice.server.protocol.views import CellChange, OwnView, RowChange, ViewChange, changes_between
from paperdice.sight import Sight, own_cells
from paperdice.view import own_frame


def advance(sight: Sight, match: Match) -> ViewChange:
    """Brings what is seen up to date, and gives what is new."""
    before, view = sight.view, sight.look(match)
    change = cast("ViewChange", changes_between(before, view))
    return {**change, "acting": view["acting"], "answered": view["answered"]}


def own_view(match: Match, seat: int) -> OwnView:
    """What one seat alone may see."""
    if seat not in match.acting and seat not in match.answered:
        game, _, laid, state = match.raw
        cost = game.display.pass_cost(laid, state, seat)
        return {"seat": seat, "sealed": None, "choices": [], "pass": cost, "rows": {}}
    frame = own_frame(match, seat)
    rows: dict[str, RowChange] = {}
    for row, cell, news in own_cells(match, seat, frame["choices"]):
        rows.setdefault(str(row), {"cells": {}})["cells"][str(cell)] = cast("CellChange", news)
    return {**frame, "rows": rows}


def pad_view(pad: Pad, seat: int) -> OwnView:
    """What one seat of a pad may enter, and where."""
    rows: dict[str, RowChange] = {}
    options = pad.options(seat)
    for text, (row, cell) in options.items():
        if row >= 0:
            rows.setdefault(str(row), {"cells": {}})["cells"].setdefault(str(cell), {"mark": text})
    return {"seat": seat, "sealed": None, "choices": list(options), "pass": None, "rows": rows}
