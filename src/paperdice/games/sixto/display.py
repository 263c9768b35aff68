"""The display module of Sixto: usable dice, reasons for refusals, tally names and locks."""

from __future__ import annotations

from paperdice.errors import Parameters, Reason
from paperdice.game import NOT_ROLLED, OTHER_PHASE, PassCost, Twin
from paperdice.games.sixto import rules
from paperdice.games.sixto.notation import COLORS, mark_text
from paperdice.games.sixto.rules import N_DICE, Phase, Refusal
from paperdice.rulekit import has_bit
from paperdice.sheet import SheetLook

LOOK = SheetLook(
    cells="crossed",
    head="die",
    marks_to_goals=rules.MARKS_TO_REACH_GOALS,
    points=rules.POINTS[1:],
    columns="column.word",
)

_REFUSALS = {
    Refusal.OVER: ("over", "Sixto 9"),
    Refusal.NO_ROLL: ("no_roll", "Sixto 5"),
    Refusal.OTHER_PHASE: ("other_phase", "Sixto 5"),
    Refusal.MARKED: ("marked", "Sixto 1"),
    Refusal.SKIPPED: ("skipped", "Sixto 1"),
    Refusal.LOCKED: ("locked", "Sixto 7"),
    Refusal.OTHER_NUMBER: ("other_number", "Sixto 2"),
    Refusal.NOT_LEFTMOST: ("not_leftmost", "Sixto 2"),
    Refusal.NEEDS_MARKS: ("needs_marks", "Sixto 3"),
}


def ways(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> list[list[str]]:
    """Return the ways to mark a cell: one, with the die of its color, or none if the cell cannot be marked."""
    if rules.refusal(sheets, state, seat, row, cell):
        return []
    return [[mark_text(sheets, state, seat, row, cell)]]


def explain(sheets: Twin, state: Twin, seat: int, row: int, cell: int, refusal: int) -> Reason:
    """Return the reason why a cell cannot be marked; `refusal` is the code returned by `rules.refusal`."""
    name, rule = _REFUSALS[Refusal(refusal)]
    params: Parameters = {"color": COLORS[row], "number": int(sheets.numbers[seat, row, cell])}
    if refusal == Refusal.NEEDS_MARKS:
        params |= {"needs": rules.MARKS_TO_REACH_GOALS, "has": int(state.n_marks[seat, row])}
    if refusal == Refusal.OTHER_PHASE:
        params["phase"] = _phase_name(state)
    if refusal == Refusal.OTHER_NUMBER:
        params["die"] = int(state.dice[row])
    return Reason(name, params, rule)


def _phase_name(state: Twin) -> str:
    return Phase(state.phase).name.lower()


def explain_move(sheets: Twin, state: Twin, seat: int, move: int) -> Reason:
    """Return the reason why a move is illegal, based on the first of its dice that cannot be used; `move` is the return
    value of `parse_move`, which may be a negative error code.
    """
    if move == OTHER_PHASE:
        return Reason("other_phase", {"phase": _phase_name(state)}, "Sixto 5")
    if move == NOT_ROLLED:
        roll = " ".join(f"{COLORS[die]}{state.dice[die]}" for die in range(N_DICE) if state.dice[die])
        return Reason("not_rolled", {"roll": roll}, "Sixto 4")
    usable = rules.usable_dice(sheets, state, seat)
    die = next(die for die in range(N_DICE) if has_bit(move & ~usable, die))
    cell = int(rules.cell_of_die(sheets, state, seat, die))
    if cell < 0:
        return Reason("no_cell_left", {"color": COLORS[die], "number": int(state.dice[die])}, "Sixto 2")
    return explain(sheets, state, seat, die, cell, rules.refusal(sheets, state, seat, die, cell))


def tally_names(sheets: Twin, state: Twin, seat: int) -> tuple[str, ...]:
    """Return the names of the parts of a score: the color of each row, followed by the number of each column, counted
    from 1.
    """
    n_rows, n_columns = int(sheets.n_rows[seat]), int(sheets.n_columns[seat])
    rows = (*COLORS[:n_rows], *[""] * (rules.MAX_ROWS - n_rows))
    columns = (*(str(column + 1) for column in range(n_columns)), *[""] * (rules.MAX_COLUMNS - n_columns))
    return rows + columns


def row_tally(sheets: Twin, seat: int, row: int) -> int:
    """Return the index of a row's points in the tally."""
    return row


def row_color(sheets: Twin, seat: int, row: int) -> str:
    """Return the color of a row."""
    return COLORS[row]


def is_current(sheets: Twin, state: Twin, seat: int, row: int) -> bool:
    """Return False: all rows of Sixto are open at the same time, so none is current."""
    return False


def locked_by(sheets: Twin, state: Twin, seat: int, row: int) -> list[int]:
    """Return the seats that have locked this row."""
    return [other for other in range(state.n_seats) if state.n_goals[other, row] >= rules.GOALS_TO_LOCK]


def is_goal(sheets: Twin, seat: int, row: int, cell: int) -> bool:
    """Return whether this cell is a goal, that is, one of the last three cells of its row."""
    return bool(rules.is_goal(sheets, seat, row, cell))


def is_hit(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> bool:
    """Return False: Sixto has no hits (written numbers that equal the printed one)."""
    return False


def column_scores(sheets: Twin, state: Twin, seat: int) -> list[int | None]:
    """Return the points of each column."""
    return [rules.POINTS[state.n_column_marks[seat, column]] for column in range(sheets.n_columns[seat])]


def pass_cost(sheets: Twin, state: Twin, seat: int) -> PassCost | None:
    """Return None: passing costs nothing in Sixto."""
    return None
