"""Build views of a match or pad: the public view, the private view of a seat, and both combined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from paperdice.dice import Die
from paperdice.errors import Reason
from paperdice.game import Game, Printing, copy_twin
from paperdice.position import Position, name_tally, tally_points, with_state
from paperdice.rulekit import CellState
from paperdice.sheet import Sheet
from paperdice.view import (
    CellStateName,
    CellView,
    Color,
    DieView,
    KnownRows,
    LineView,
    OpenView,
    OwnCell,
    OwnView,
    RowView,
    SheetView,
    View,
    Viewable,
)

_STATES = cast("tuple[CellStateName, ...]", tuple(state.name.lower() for state in sorted(CellState)))


def view_of(match: Viewable, seat: int | None) -> View:
    """Return everything that a seat may see of a match, including its legal moves and why cells cannot be marked.

    Args:
        seat: The seat, or None for a spectator, who only sees public information.
    """
    own = None if seat is None else own_view(match, seat)  # raises an error if there is no such seat
    view = seat_view(open_view(match), own)
    if seat is not None:
        for drawn, reasons in zip(view["sheets"][seat]["rows"], match.reasons(seat), strict=True):
            for cell, why in zip(drawn["cells"], reasons, strict=True):
                cell["why"] = None if why is None else why.as_dict()
    return view


def open_view(
    match: Viewable,
    sheets: list[SheetView] | None = None,
    dice: list[DieView] | None = None,
    position: str | None = None,
) -> OpenView:
    """Return the public view of a match.

    Args:
        sheets: The views of all sheets, if already computed.
        dice: The views of all dice, if already computed.
        position: The position string, if already computed.
    """
    game = match.game
    shown = [open_sheet(match.raw, seat) for seat in range(match.seats)] if sheets is None else sheets
    return {
        "game": game.name,
        "title": game.title,
        "rules": game.version,
        "seats": match.seats,
        "first": match.first,
        "turn": match.turn,
        "phase": match.phase,
        "active": match.active,
        "acting": list(match.acting),
        "answered": list(match.answered),
        "roll": match.roll,
        "dice_wanted": list(match.dice_wanted),
        "dice": _dice(match) if dice is None else dice,
        "over": match.over,
        "end_reason": match.end_reason,
        "winners": list(match.winners),
        "scores": [sheet["score"] for sheet in shown],
        "position": match.position() if position is None else position,
        "sheets": shown,
    }


def own_view(match: Viewable, seat: int, known: KnownRows = None) -> OwnView:
    """Return the private view of a seat, without the reasons why cells cannot be marked.

    Args:
        known: The public view of the seat's rows, if available; it speeds up the search.
    """
    own: OwnView = {
        "seat": seat,
        "sealed": match.sealed(seat),
        "choices": list(match.choices(seat)),
        "pass": match.pass_cost(seat),
        "cells": {f"{row}/{cell}": news for row, cell, news in match.own_cells(seat, known)},
    }
    if not match.has_dice:
        own["entered"] = match.entered(seat)
    return own


def seat_view(view: OpenView, own: OwnView | None) -> View:
    """Return the view of a seat, by combining the public view with the seat's private view.

    For a spectator, pass None as the private view. The result equals that of `view_of`, except that it lacks the
    reasons why cells cannot be marked (`why`). It shares most of its parts with the public view, which is not modified.
    """
    if own is None:
        # A spectator's view has no entries.
        return {**view, "seat": None, "sealed": None, "choices": [], "pass": None}  # type: ignore[typeddict-item]
    seat, sheets = own["seat"], list(view["sheets"])
    rows = list(sheets[seat]["rows"])
    changed: dict[int, list[CellView]] = {}
    for place, news in own["cells"].items():
        row, cell = [int(word) for word in place.split("/")]
        cells = changed.setdefault(row, list(rows[row]["cells"]))
        cells[cell] = {**cells[cell], **news}
    for row, cells in changed.items():
        rows[row] = {**rows[row], "cells": cells}
    sheets[seat] = {**sheets[seat], "rows": rows}
    shown: View = {
        **view,  # type: ignore[typeddict-item]  # the open view has no entries
        "seat": seat,
        "sealed": own["sealed"],
        "choices": own["choices"],
        "pass": own["pass"],
        "sheets": sheets,
    }
    if "entered" in own:
        shown["entered"] = own["entered"]
    return shown


def _dice(match: Viewable) -> list[DieView]:
    """Return the view of each die of the game, in order."""
    wanted, faces = match.dice_wanted, match.raw.state.dice.tolist()
    return [die_view(die, faces[die.index], die.name in wanted) for die in match.game.dice]


def die_view(die: Die, face: int, is_wanted: bool) -> DieView:
    """Return the view of a die; `face` is the number of the face it shows, or 0 if it is not on the table."""
    text = die.faces[face - 1] if face else None
    return {
        "name": die.name,
        "face": text,
        "color": _color(text[0] if text else die.name if die.name.isalpha() else None),
        "pips": int(text[1:]) if text else None,
        "state": "lying" if text else "wanted" if is_wanted else "retired",
        "faces": list(die.faces),
    }


def _color(letter: str | None) -> Color | None:
    """Narrow the type of a letter to `Color`, without a check: validated sheets and dice contain no other letters."""
    return cast("Color | None", letter)


def open_sheet(position: Position, seat: int, before: SheetView | None = None, same: Sequence[int] = ()) -> SheetView:
    """Return the public view of a seat's sheet.

    Args:
        before: The previous view of the sheet, whose unchanged cells are reused.
        same: The rows that have not changed; they are reused completely, except for their scores.
    """
    game, sheets, laid, state = position
    parts = tally_points(position, seat)
    tally = name_tally(position, seat, parts)
    rows: list[RowView] = []
    for row in range(len(sheets[seat].rows)):
        number = game.display.row_tally(laid, seat, row)
        score = None if number < 0 else parts[number]
        drawn = None if before is None else before["rows"][row]
        if drawn is None or row not in same:
            rows.append(_open_row(position, seat, row, score, drawn))
        else:
            rows.append(drawn if drawn["score"] == score else {**drawn, "score": score})
    shown: SheetView = {
        "seat": seat,
        "name": sheets[seat].name,
        # The contract of a game requires that the tally adds up to the score.
        "score": sum(tally.values()),
        "tally": tally,
        "misses": int(state.misses[seat]) if game.display.LOOK.miss_prices else 0,
        "max_misses": len(game.display.LOOK.miss_prices),
        "rows": rows,
        "columns": [{"score": points} for points in game.display.column_scores(laid, state, seat)],
    }
    if game.printing is not None:
        shown["lines"] = _lines(position, game.printing, seat)
    return shown


def _lines(position: Position, printing: Printing, seat: int) -> list[LineView]:
    _, sheets, laid, state = position
    return [
        {"name": name, "cells": [{"text": text, "state": _STATES[standing]} for text, standing in cells]}
        for name, cells in printing.show_lines(sheets[seat], laid, state, seat)
    ]


def _open_row(position: Position, seat: int, row: int, score: int | None, before: RowView | None) -> RowView:
    """Return the public view of a row, reusing unchanged cells from its previous view if there is one."""
    laid, state, display = position.laid, position.state, position.game.display
    locked_by = display.locked_by(laid, state, seat, row)
    return {
        "color": before["color"] if before is not None else _color(display.row_color(laid, seat, row)),
        "locked": bool(locked_by),
        "locked_by": locked_by,
        "current": display.is_current(laid, state, seat, row),
        "score": score,
        "cells": _cells(position, seat, row) if before is None else _renewed(position, seat, row, before["cells"]),
    }


def _cells(position: Position, seat: int, row: int) -> list[CellView]:
    game, sheets, laid, state = position
    display, cell_state = game.display, game.rules.cell_state
    printed = sheets[seat].rows[row]
    written = state.written[seat, row].tolist()
    cells: list[CellView] = [
        {
            "color": color,
            "number": printed.numbers[cell] if printed.numbers else None,
            "written": written[cell] if written[cell] > 0 else None,
            "state": _STATES[cell_state(laid, state, seat, row, cell)],
            "goal": display.is_goal(laid, seat, row, cell),
            "hit": display.is_hit(laid, state, seat, row, cell),
            "mark": None,
            "number_now": None,
            "ways": [],
            "why": None,
        }
        for cell, color in enumerate(cast("tuple[Color, ...]", printed.colors))
    ]
    extras = sheets[seat].extras
    if extras is not None:
        for drawn in cells:
            sign = extras.sign_of(f"{drawn['color']}{drawn['number']}")
            if sign is not None:
                drawn["sign"] = sign
    return cells


def _renewed(position: Position, seat: int, row: int, before: list[CellView]) -> list[CellView]:
    """Return the public view of a row's cells, reusing unchanged cells and the printed parts of changed ones."""
    game, _, laid, state = position
    is_hit, cell_state = game.display.is_hit, game.rules.cell_state
    written = [number if number > 0 else None for number in state.written[seat, row].tolist()]
    cells = list(before)
    for cell, drawn in enumerate(before):
        number = written[cell]
        if number is not None and number == drawn["written"]:
            continue  # a marked cell keeps its state
        standing = _STATES[cell_state(laid, state, seat, row, cell)]
        if drawn["state"] != standing or drawn["written"] != number:
            hit = is_hit(laid, state, seat, row, cell)
            cells[cell] = {**drawn, "written": number, "state": standing, "hit": hit}
    return cells


def own_cells(
    match: Viewable, seat: int, choices: Sequence[str], rows: KnownRows = None
) -> list[tuple[int, int, OwnCell]]:
    """Return the cells that a seat can mark in this phase, or the cells that its sealed move marks.

    When the seat is deciding on a reroll, return the cells that it could mark if it kept the dice.

    Args:
        choices: The legal moves of the seat.
        rows: The public view of the seat's rows, if available; it speeds up the search.

    Returns:
        A tuple (row, index in the row, private view) for each cell.
    """
    found = prospects(match, seat, choices, rows)
    for row, cell, number in previews(match, seat, rows):
        preview: OwnCell = {"number_now": number}
        found.append((row, cell, preview))
    return found


def refusals(position: Position, seat: int) -> list[list[Reason | None]]:
    """Return the reason why each cell of a seat's sheet cannot be marked in this phase, as one list per row.

    The reason is None for a cell that can be marked.
    """
    game, sheets, laid, state = position
    explain, refusal = game.display.explain, game.rules.refusal
    found: list[list[Reason | None]] = []
    for row, printed in enumerate(sheets[seat].rows):
        refused = [refusal(laid, state, seat, row, cell) for cell in range(len(printed))]
        found.append([explain(laid, state, seat, row, cell, why) if why else None for cell, why in enumerate(refused)])
    return found


def prospects(
    match: Viewable, seat: int, choices: Sequence[str], rows: KnownRows = None
) -> list[tuple[int, int, OwnCell]]:
    """Return the cells that a seat can mark in this phase, or the cells that its sealed move marks.

    Args:
        choices: The legal moves of the seat.
        rows: The public view of the seat's rows, if available; it speeds up the search.

    Returns:
        A tuple (row, index in the row, private view) for each cell; empty in a reroll phase, in which nothing is
        marked.
    """
    if match.phase == "reroll":
        return []  # nothing is marked in this phase
    sealed = match.sealed(seat)
    moves = list(choices) if sealed is None else [sealed]
    game, _, laid, state = match.raw
    forced = None if game.printing is None else _forced_marks(match.raw, seat, moves)
    shown: list[tuple[int, int, OwnCell]] = []
    for row, cell, mark in _marked_cells(match.raw, seat, moves, rows):
        number = int(cell_of(mark)[1:])
        if sealed is None:
            ways = game.display.ways(laid, state, seat, row, cell)
            found: OwnCell = {"state": "markable", "mark": mark, "number_now": number, "ways": ways}
        else:
            found = {"state": "sealed", "mark": mark, "number_now": number, "ways": []}
        shown.append((row, cell, found if forced is None else _with_forced(found, forced[mark])))
    return shown


def _marked_cells(position: Position, seat: int, moves: Sequence[str], rows: KnownRows) -> list[tuple[int, int, str]]:
    """Return the cells that a seat's moves mark, as tuples (row, index in the row, text of the mark)."""
    game, sheets, laid, state = position
    marks = list(dict.fromkeys([mark.partition(">")[0] for mark in " ".join(moves).split()]))
    if game.shape.each_cell_once:
        # Each cell has a unique name; if two swap fields lead to it, the first one is shown.
        places = sheets[seat].places_by_number
        named = {place: mark for mark in reversed(marks) for place in places.get(cell_of(mark), [])}
        return sorted([(row, cell, mark) for (row, cell), mark in named.items()])
    mark_text, cells = game.notation.mark_text, _named_cells(game, sheets[seat], marks)
    open_cells = _open_cells(position, seat, cells, rows)
    found = [(row, cell, mark_text(laid, state, seat, row, cell)) for row, cell in open_cells]
    return [each for each in found if each[2] in marks]


def _with_forced(found: OwnCell, forced: dict[str, list[str]]) -> OwnCell:
    """Add the cells that would be marked together with a cell to its private view, and return the view.

    Args:
        found: The private view of the cell.
        forced: The names of the cells to add, keyed by the row that the player chooses for the marks forced by a
            circle symbol; the key is empty if there is no such choice.
    """
    others = list(forced.values())
    found["also"] = others[0]
    if len(others) > 1:
        found["targets"] = forced
    return found


def places_of(position: Position, seat: int, marks: Sequence[str]) -> list[tuple[int, int]]:
    """Return the cell that each of a seat's legal marks refers to, as a pair (row, index in the row).

    Both are -1 for a mark that uses a swap field or a lucky number, since players do not enter it by tapping the cell.
    """
    game, sheets, laid, state = position
    named = [mark.partition(">")[0] for mark in marks]
    found: dict[str, tuple[int, int]] = {}
    for row, cell in _named_cells(game, sheets[seat], named):
        if not game.rules.refusal(laid, state, seat, row, cell):
            found[game.notation.mark_text(laid, state, seat, row, cell)] = row, cell
    return [found.get(name, (-1, -1)) for name in named]


def cell_of(mark: str) -> str:
    """Return the name of the cell in a mark, without the prefix for a swap field or lucky number.

    For example, the cell in `r5`, `x1:r5` and `*r5` is `r5`.
    """
    return mark.rpartition(":")[2].lstrip("*")


def _named_cells(game: Game, sheet: Sheet, marks: Sequence[str]) -> list[tuple[int, int]]:
    """Return the cells that the marks may refer to, in order, as pairs (row, index in the row).

    Cells that are crossed out are identified by color and number, cells in which a number is written by color alone.
    """
    is_crossed = game.display.LOOK.cells == "crossed"
    names = [mark if is_crossed else mark[0] for mark in marks]
    places = sheet.places_by_number if is_crossed else sheet.places_by_color
    return sorted([place for name in dict.fromkeys(names) for place in places.get(name, [])])


def previews(match: Viewable, seat: int, rows: KnownRows = None) -> list[tuple[int, int, int]]:
    """Return the cells that a seat could mark if it kept the dice instead of throwing again.

    Returns:
        A tuple (row, index in the row, number to write) for each cell; empty unless the seat is deciding on a reroll.
    """
    if match.phase != "reroll" or match.active != seat:
        return []
    game, sheets, laid, state = match.raw
    ahead = with_state(match.raw, copy_twin(state))
    # Move 0 keeps the dice in every game with a reroll.
    game.rules.apply_moves(laid, ahead.state, np.zeros(match.seats, np.int64))
    fitting = _open_cells(ahead, seat, _fitting_cells(game, sheets[seat], match.roll.split(" ")), rows)
    mark_text = game.notation.mark_text
    return [(row, cell, int(mark_text(laid, ahead.state, seat, row, cell)[1:])) for row, cell in fitting]


def _open_cells(position: Position, seat: int, cells: list[tuple[int, int]], rows: KnownRows) -> list[tuple[int, int]]:
    """Return the cells in `cells` that a seat can mark in this phase.

    If the public view of the rows is given, cells that are not free are skipped, so the game must not allow a second
    mark in a cell.
    """
    game, _, laid, state = position
    if rows is not None:
        cells = [(row, cell) for row, cell in cells if rows[row]["cells"][cell]["state"] == "free"]
    refusal = game.rules.refusal
    return [(row, cell) for row, cell in cells if not refusal(laid, state, seat, row, cell)]


def _fitting_cells(game: Game, sheet: Sheet, faces: Sequence[str]) -> list[tuple[int, int]]:
    """Return a superset of the cells that these dice allow to be marked.

    It contains all cells if the game uses sums of dice or written numbers, otherwise the cells that show one of the
    faces.
    """
    look = game.display.LOOK
    if look.cells == "crossed" and not look.dice_sum:
        return _named_cells(game, sheet, faces)
    return sorted([place for places in sheet.places_by_color.values() for place in places])


def _forced_marks(position: Position, seat: int, moves: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """Return the names of the other cells that are marked together with each mark in a seat's moves.

    For each mark, the names are grouped by the row that the player chooses for the marks forced by a circle symbol; the
    key is empty if there is no such choice.
    """
    extras = position.sheets[seat].extras
    found: dict[str, dict[str, list[str]]] = {}
    for text in moves:
        mark, _, target = text.partition(">")
        others = _marked_by(position, seat, text) if extras is not None and extras.forces_marks else []
        targets = found.setdefault(mark, {})
        targets[target] = [other for other in others if other != cell_of(mark)]
    return found


def _marked_by(position: Position, seat: int, move: str) -> list[str]:
    """Return the names of all cells that a move marks, including forced marks, by applying it to a copied state."""
    game, sheets, laid, state = position
    chosen = np.zeros(game.rules.MAX_SEATS, np.int64)
    code = game.notation.parse_move(state, move)
    chosen[seat] = code
    after = copy_twin(state)
    game.rules.apply_moves(laid, after, chosen)
    found: list[str] = []
    for row, printed in enumerate(sheets[seat].rows):
        before, now = state.written[seat, row].tolist(), after.written[seat, row].tolist()
        for cell, color in enumerate(printed.colors):
            if now[cell] != before[cell]:
                found.append(f"{color}{printed.numbers[cell]}")
    return found
