"""The display module of Twenty One: usable dice, reasons for refusals, tally names and hits."""

from __future__ import annotations

from paperdice.errors import Parameters, Reason
from paperdice.game import NOT_ROLLED, OTHER_PHASE, PassCost, Twin
from paperdice.games.twenty_one import rules
from paperdice.games.twenty_one.notation import COLORS, face_text, mark_text
from paperdice.games.twenty_one.rules import Phase, Refusal
from paperdice.sheet import SheetLook

LOOK = SheetLook(cells="limited", head="number", footnote="strip.hits")

_REFUSALS = {
    Refusal.OVER: ("over", "Twenty One 11"),
    Refusal.MARKED: ("marked", "Twenty One 5"),
    Refusal.STRUCK: ("struck", "T-A8"),
    Refusal.LATER_ROW: ("later_row", "Twenty One 2"),
    Refusal.NO_ROLL: ("no_roll", "Twenty One 3"),
    Refusal.OTHER_PHASE: ("other_phase", "Twenty One 3"),
    Refusal.TOO_HIGH: ("too_high", "Twenty One 5"),
}


def ways(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> list[list[str]]:
    """Return the ways to mark a cell: one, with the die of its color, or none if that die is too high or has not been
    thrown yet.
    """
    face = int(state.dice[sheets.colors[seat, row, cell]])
    return [[mark_text(sheets, state, seat, row, cell)]] if 0 < face <= sheets.numbers[seat, row, cell] else []


def explain(sheets: Twin, state: Twin, seat: int, row: int, cell: int, refusal: int) -> Reason:
    """Return the reason why a cell cannot be marked; `refusal` is the code returned by `rules.refusal`."""
    name, rule = _REFUSALS[Refusal(refusal)]
    color = int(sheets.colors[seat, row, cell])
    params: Parameters = {"color": COLORS[color], "number": int(sheets.numbers[seat, row, cell])}
    if refusal == Refusal.LATER_ROW:
        params |= {"row": row + 1, "current": int(state.current_row[seat]) + 1}
    if refusal == Refusal.OTHER_PHASE:
        params["phase"] = _phase_name(state)
    if refusal == Refusal.TOO_HIGH:
        params["die"] = int(state.dice[color])
    return Reason(name, params, rule)


def explain_move(sheets: Twin, state: Twin, seat: int, move: int) -> Reason:
    """Return the reason why a move is illegal; `move` is the return value of `parse_move`, which may be a negative
    error code.
    """
    if move == OTHER_PHASE:
        return _other_phase(state)
    if state.phase == Phase.REROLL:
        return Reason("all_ones", {}, "T-A2")
    if move == NOT_ROLLED:
        roll = " ".join(face_text(state, die) for die in range(rules.N_DICE))
        return Reason("not_rolled", {"roll": roll}, "Twenty One 5")
    refused = int(move & ~rules.usable_dice(sheets, state, seat))
    die = (refused & -refused).bit_length() - 1
    row = int(state.current_row[seat])
    cell = int(sheets.place[seat, row, die]) - 1
    if cell < 0:
        return Reason("color_not_in_row", {"color": COLORS[die]}, "Twenty One 5")
    return explain(sheets, state, seat, row, cell, rules.refusal(sheets, state, seat, row, cell))


def _other_phase(state: Twin) -> Reason:
    return Reason("other_phase", {"phase": _phase_name(state)}, "Twenty One 3")


def _phase_name(state: Twin) -> str:
    return Phase(state.phase).name.lower()


def tally_names(sheets: Twin, state: Twin, seat: int) -> tuple[str, ...]:
    """Return the names of the parts of a score: the row numbers, counted from 1 at the top."""
    return tuple(str(row + 1) if row < sheets.n_rows[seat] else "" for row in range(rules.MAX_ROWS))


def row_tally(sheets: Twin, seat: int, row: int) -> int:
    """Return the index of a row's points in the tally."""
    return row


def row_color(sheets: Twin, seat: int, row: int) -> str | None:
    """Return None: in Twenty One each cell has its own color."""
    return None


def is_current(sheets: Twin, state: Twin, seat: int, row: int) -> bool:
    """Return whether the seat is currently filling this row."""
    return bool(row == state.current_row[seat])


def locked_by(sheets: Twin, state: Twin, seat: int, row: int) -> list[int]:
    """Return an empty list: Twenty One has no locks."""
    return []


def is_goal(sheets: Twin, seat: int, row: int, cell: int) -> bool:
    """Return False: Twenty One has no goals (cells that help to lock a row)."""
    return False


def is_hit(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> bool:
    """Return whether the number written in this cell equals the printed one."""
    return bool(state.written[seat, row, cell] == sheets.numbers[seat, row, cell])


def column_scores(sheets: Twin, state: Twin, seat: int) -> list[int | None]:
    """Return an empty list: columns do not score in Twenty One."""
    return []


def pass_cost(sheets: Twin, state: Twin, seat: int) -> PassCost | None:
    """Return None: no move costs points in Twenty One. A seat that cannot mark a cell strikes one out instead."""
    return None
