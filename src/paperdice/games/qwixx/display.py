"""The display module of Qwixx: usable dice, reasons for refusals, tally names and the cost of passing."""

from __future__ import annotations

from paperdice.errors import Parameters, Reason
from paperdice.game import OTHER_SHEET, PassCost, Twin
from paperdice.games.qwixx import rules
from paperdice.games.qwixx.notation import COLORS, format_move
from paperdice.games.qwixx.rules import FIRST_COLOR_DIE, Phase, Refusal
from paperdice.rulekit import triangle
from paperdice.sheet import SheetLook

LOOK = SheetLook(
    cells="crossed",
    head="color",
    has_locks=True,
    miss_prices=(rules.MISS_COST,) * rules.MISSES_TO_END,
    points=tuple(triangle(marks) for marks in range(1, rules.MAX_CELLS + 2)),
    dice_sum="whites",
)

_REFUSALS = {
    Refusal.OVER: ("over", "Qwixx 11"),
    Refusal.NO_ROLL: ("no_roll", "Qwixx 3"),
    Refusal.NOT_ACTING: ("not_acting", "Qwixx 5"),
    Refusal.MARKED: ("marked", "Qwixx 2"),
    Refusal.SKIPPED: ("skipped", "Qwixx 2"),
    Refusal.LOCKED: ("locked", "Qwixx 9"),
    Refusal.NEEDS_MARKS: ("needs_marks", "Qwixx 8"),
    Refusal.RETIRED: ("retired", "Qwixx 9"),
    Refusal.OTHER_SUM: ("other_sum", "Qwixx 4"),
}


def ways(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> list[list[str]]:
    """Return the ways to mark a cell: the pairs of dice that add up to its number in the current phase, each as a list
    of faces.
    """
    number = sheets.numbers.item(seat, row, cell)
    first, second = state.dice.item(0), state.dice.item(1)
    if state.phase == Phase.WHITE:
        return [[f"w{first}", f"w{second}"]] if first + second == number else []
    color = int(sheets.colors[seat, row, cell])
    die = int(state.dice[FIRST_COLOR_DIE + color])
    whites = [first] if first == second else [first, second]
    return [[f"w{white}", f"{COLORS[color]}{die}"] for white in whites if die and white + die == number]


def explain(sheets: Twin, state: Twin, seat: int, row: int, cell: int, refusal: int) -> Reason:
    """Return the reason why a cell cannot be marked; `refusal` is the code returned by `rules.refusal`."""
    name, rule = _REFUSALS[Refusal(refusal)]
    color = COLORS[sheets.colors[seat, row, cell]]
    params: Parameters = {"color": color, "number": int(sheets.numbers[seat, row, cell])}
    if refusal == Refusal.NEEDS_MARKS:
        params |= {"needs": rules.MARKS_TO_LOCK, "has": int(state.n_marks[seat, row])}
    if refusal == Refusal.LOCKED:
        params["color"] = COLORS[sheets.lock_colors[seat, row]]
    if refusal == Refusal.OTHER_SUM and state.phase == Phase.WHITE:
        params["sum"] = int(state.dice[0] + state.dice[1])
    elif refusal == Refusal.OTHER_SUM:
        name, rule = "other_color_sum", "Qwixx 5"
        die = int(state.dice[FIRST_COLOR_DIE + COLORS.index(color)])
        params |= {"low": int(min(state.dice[:2])) + die, "high": int(max(state.dice[:2])) + die}
    return Reason(name, params, rule)


def explain_move(sheets: Twin, state: Twin, seat: int, move: int) -> Reason:
    """Return the reason why a move is illegal; `move` is the return value of `parse_move`, which may be a negative
    error code.
    """
    if move == OTHER_SHEET:
        return Reason("other_sheet", {}, "Qwixx 1")
    text = format_move(state, move)
    color, number = COLORS.index(text[0]), int(text[1:])
    place = int(sheets.place[seat, color, number]) - 1
    if place < 0:
        return Reason("no_such_cell", {"color": COLORS[color], "number": number}, "Qwixx 1")
    row, cell = divmod(place, rules.MAX_CELLS)
    return explain(sheets, state, seat, row, cell, rules.refusal(sheets, state, seat, row, cell))


def tally_names(sheets: Twin, state: Twin, seat: int) -> tuple[str, ...]:
    """Return the names of the parts of a score: the lock color of each row, followed by `misses`."""
    rows = tuple([COLORS[color] for color in sheets.lock_colors[seat].tolist()[: sheets.n_rows[seat]]])
    return rows + ("",) * (rules.MAX_ROWS - len(rows)) + ("misses",)


def row_tally(sheets: Twin, seat: int, row: int) -> int:
    """Return the index of a row's points in the tally."""
    return row


def row_color(sheets: Twin, seat: int, row: int) -> str:
    """Return the color that represents a row, which is the color of its lock."""
    return COLORS[sheets.lock_colors[seat, row]]


def is_current(sheets: Twin, state: Twin, seat: int, row: int) -> bool:
    """Return False: all rows of Qwixx are open at the same time, so none is current."""
    return False


def locked_by(sheets: Twin, state: Twin, seat: int, row: int) -> list[int]:
    """Return the seats that have locked this row or, on other sheets, the row with the same lock color."""
    color = sheets.lock_colors[seat, row]
    if not state.locked[color]:
        return []
    return [
        other
        for other in range(state.n_seats)
        for place in range(sheets.n_rows[other])
        if sheets.lock_colors[other, place] == color and rules.has_lock(sheets, state, other, place)
    ]


def is_goal(sheets: Twin, seat: int, row: int, cell: int) -> bool:
    """Return whether marking this cell locks its row."""
    return bool(cell == sheets.n_cells[seat, row] - 1)


def is_hit(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> bool:
    """Return False: Qwixx has no hits (written numbers that equal the printed one)."""
    return False


def column_scores(sheets: Twin, state: Twin, seat: int) -> list[int | None]:
    """Return an empty list: columns do not score in Qwixx."""
    return []


def pass_cost(sheets: Twin, state: Twin, seat: int) -> PassCost | None:
    """Return what it costs the active seat to mark nothing in this turn; None for other seats, or once the active seat
    has marked a cell.
    """
    if seat != state.active or state.wrote or state.phase not in (Phase.WHITE, Phase.COLOR):
        return None
    nth = int(state.misses[seat]) + 1
    return {"cost": rules.MISS_COST, "nth": nth, "of": rules.MISSES_TO_END, "now": bool(state.phase == Phase.COLOR)}
