"""The display module of Qwantum: usable dice, reasons for refusals, tally names and the cost of passing."""

from __future__ import annotations

from paperdice.errors import Parameters, Reason
from paperdice.game import NOT_ROLLED, OTHER_PHASE, PassCost, Twin
from paperdice.games.qwantum import rules
from paperdice.games.qwantum.notation import COLORS, face_texts, sum_text
from paperdice.games.qwantum.rules import N_DICE, WHITE_DIE, Phase, Refusal
from paperdice.sheet import SheetLook

LOOK = SheetLook(
    cells="blank",
    head="color",
    ridge=rules.RIDGE,
    miss_prices=tuple(range(1, rules.MISSES_TO_END + 1)),
    columns="column.short",
    mixed_dice=True,
    dice_sum="colors",
)

_REFUSALS = {
    Refusal.OVER: ("over", "Qwantum 9"),
    Refusal.NO_ROLL: ("no_roll", "Qwantum 3"),
    Refusal.NOT_ACTING: ("not_acting", "Qwantum 5"),
    Refusal.MARKED: ("marked", "Qwantum 1"),
    Refusal.GAP: ("gap", "Qwantum 1"),
    Refusal.OTHER_PHASE: ("other_phase", "Qwantum 3"),
    Refusal.PICKED: ("picked", "Qwantum 6"),
    Refusal.NOT_RISING: ("not_rising", "Qwantum 2"),
    Refusal.NOT_FALLING: ("not_falling", "Qwantum 2"),
}


def ways(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> list[list[str]]:
    """Return the ways to mark a cell. There is only one: the white die together with all dice that show the color of
    the cell.
    """
    color, lying = COLORS[sheets.colors.item(seat, row, cell)], state.dice.tolist()
    faces = [face_texts(die)[lying[die] - 1] for die in range(1, N_DICE) if lying[die]]
    return [[f"w{lying[WHITE_DIE]}", *[face for face in faces if face[0] == color]]]


def explain(sheets: Twin, state: Twin, seat: int, row: int, cell: int, refusal: int) -> Reason:
    """Return the reason why a cell cannot be marked; `refusal` is the code returned by `rules.refusal`."""
    name, rule = _REFUSALS[Refusal(refusal)]
    color = int(sheets.colors[seat, row, cell])
    params: Parameters = {"color": COLORS[color], "cell": cell + 1}
    if refusal in (Refusal.NOT_RISING, Refusal.NOT_FALLING):
        params |= {"number": int(state.sums[color]), "last": int(rules.last_number(state, seat, row))}
    if refusal == Refusal.OTHER_PHASE:
        params["phase"] = _phase_name(state)
    return Reason(name, params, rule)


def explain_move(sheets: Twin, state: Twin, seat: int, move: int) -> Reason:
    """Return the reason why a move is illegal; `move` is the return value of `parse_move`, which may be a negative
    error code.
    """
    if move == OTHER_PHASE:
        return Reason("other_phase", {"phase": _phase_name(state)}, "Qwantum 3")
    if move == NOT_ROLLED:
        sums = " ".join(sum_text(state, color) for color in range(len(COLORS)))
        return Reason("other_sums", {"sums": sums}, "Qwantum 4")
    color = move - 1
    row = int(sheets.row_of[seat, color]) - 1
    if row < 0:
        return Reason("no_such_cell", {"color": COLORS[color], "number": int(state.sums[color])}, "Qwantum 1")
    cell = int(state.next_cell[seat, row])
    if cell == sheets.n_cells[seat, row]:
        return Reason("row_full", {"color": COLORS[color]}, "Qwantum 1")
    return explain(sheets, state, seat, row, cell, rules.refusal(sheets, state, seat, row, cell))


def _phase_name(state: Twin) -> str:
    return Phase(state.phase).name.lower()


def tally_names(sheets: Twin, state: Twin, seat: int) -> tuple[str, ...]:
    """Return the names of the parts of a score: the column numbers, counted from the left, followed by `misses`."""
    n_columns = max(sheets.n_cells[seat].tolist())
    columns = tuple([str(column + 1) if column < n_columns else "" for column in range(rules.MAX_CELLS)])
    return (*columns, "misses")


def row_tally(sheets: Twin, seat: int, row: int) -> int:
    """Return -1: rows do not score in Qwantum."""
    return -1


def row_color(sheets: Twin, seat: int, row: int) -> str:
    """Return the color of a row."""
    return COLORS[sheets.colors[seat, row, 0]]


def is_current(sheets: Twin, state: Twin, seat: int, row: int) -> bool:
    """Return False: all rows of Qwantum are open at the same time, so none is current."""
    return False


def locked_by(sheets: Twin, state: Twin, seat: int, row: int) -> list[int]:
    """Return an empty list: Qwantum has no locks."""
    return []


def is_goal(sheets: Twin, seat: int, row: int, cell: int) -> bool:
    """Return False: Qwantum has no goals (cells that help to lock a row)."""
    return False


def is_hit(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> bool:
    """Return False: Qwantum has no hits (written numbers that equal the printed one)."""
    return False


def column_scores(sheets: Twin, state: Twin, seat: int) -> list[int | None]:
    """Return the points of each column, or None for a column that is not complete yet."""
    columns = range(max(sheets.n_cells[seat].tolist()))
    return [int(rules.column_score(sheets, state, seat, column)) or None for column in columns]


def pass_cost(sheets: Twin, state: Twin, seat: int) -> PassCost | None:
    """Return what it costs the active seat to write nothing in this turn; None for other seats, or once the active seat
    has written a number.
    """
    if seat != state.active or state.picked or state.phase not in (Phase.PICK, Phase.SHARE):
        return None
    nth = int(state.misses[seat]) + 1
    return {"cost": nth, "nth": nth, "of": rules.MISSES_TO_END, "now": bool(state.phase == Phase.SHARE)}
