"""The display module of the Qwixx family, which differs from that of the classic game in the parts defined here."""

from __future__ import annotations

from paperdice.errors import Parameters, Reason
from paperdice.game import PassCost, Twin
from paperdice.games.qwixx import display as classic
from paperdice.games.qwixx.display import LOOK, column_scores, is_current, is_hit, row_color, row_tally, ways
from paperdice.games.qwixx.family import marks, rules, sizes
from paperdice.games.qwixx.family.sizes import FIRST_BONUS, FIRST_LUCKY, FIRST_PLAIN, FIRST_SWAP, LOWEST, N_SPAN, Symbol
from paperdice.games.qwixx.notation import COLORS
from paperdice.games.qwixx.rules import MARKS_TO_LOCK, Phase, Refusal


def explain(sheets: Twin, state: Twin, seat: int, row: int, cell: int, refusal: int) -> Reason:
    """Return the reason why a cell cannot be marked; `refusal` is the `Refusal` that applies to it."""
    reason = classic.explain(sheets, state, seat, row, cell, refusal)
    if refusal == Refusal.NEEDS_MARKS:
        told: Parameters = {**reason.params, "needs": int(sheets.marks_to_lock[seat])}
        return Reason(reason.id, told, _goal_rule(sheets, seat))
    if refusal == Refusal.MARKED and sheets.boxes[seat, row, cell] > 1:
        return reason._replace(rule=_box_rule(sheets, state, seat, row, cell))
    return reason


def _goal_rule(sheets: Twin, seat: int) -> str:
    """Return the citation of the rule that specifies how many marks a row of this sheet needs before it can be locked.
    [V-5]
    """
    if sheets.n_goals[seat] > 1:
        return "Longo 2"
    if sheets.marks_to_lock[seat] == MARKS_TO_LOCK:
        return "Qwixx 8"
    return "Double A 5" if sheets.boxes[seat, 0, 0] > 1 else "Double B 3"


def _box_rule(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
    """Return the citation of the rule that forbids another mark in a marked cell: the cell already has two marks, its
    row is locked, or there is a mark further right.
    """
    if state.written[seat, row, cell] > 1:
        return "Double A 1"
    return "Double A 7" if marks.is_closed(sheets, state, seat, row) else "Double A 4"


def explain_move(sheets: Twin, state: Twin, seat: int, move: int) -> Reason:
    """Return the reason why a move is illegal; `move` is the code returned by `parse_move`."""
    if FIRST_BONUS <= move < FIRST_SWAP:
        return _explain_bonus(sheets, state, seat, *divmod(move - FIRST_BONUS, N_SPAN))
    if FIRST_SWAP <= move < FIRST_LUCKY:
        return _explain_swap(sheets, state, seat, move - FIRST_SWAP)
    target = (move - FIRST_PLAIN) % sizes.N_TARGETS if move < FIRST_BONUS else 0
    at = (move - FIRST_PLAIN) // sizes.N_TARGETS if move < FIRST_BONUS else move - FIRST_LUCKY
    color, number = at // N_SPAN, at % N_SPAN + LOWEST
    told: Parameters = {"color": COLORS[color], "number": number}
    place = int(sheets.place[seat, color, number]) - 1
    if place < 0:
        return Reason("no_such_cell", told, "Qwixx 1")
    row, cell = divmod(place, sizes.MAX_CELLS)
    if move >= FIRST_LUCKY:
        return _explain_lucky(sheets, state, seat, row, cell)
    refusal = rules.plain_refusal(sheets, state, seat, row, cell)
    if refusal:
        return explain(sheets, state, seat, row, cell, refusal)
    if target:
        return Reason("no_such_target", told, "V-BB7")
    return Reason("target_wanted", told, "V-BB1")


def _explain_bonus(sheets: Twin, state: Twin, seat: int, line: int, index: int) -> Reason:
    """Return the reason why a mark in a bonus row is illegal; `index` is the number to be marked, minus `LOWEST`."""
    number = index + LOWEST
    if line >= sheets.n_bonus_rows[seat] or sheets.bonus_place[seat, line, number] == 0:
        return Reason("no_bonus", {"number": number}, "Big Points 1")
    return _refuse_bonus(sheets, state, seat, line, number)


def explain_bonus(sheets: Twin, state: Twin, seat: int, line: int, cell: int) -> Reason | None:
    """Return the reason why a cell of a bonus row cannot be marked in the current phase, or None if it can."""
    row = int(sheets.place[seat, sheets.bonus_colors[seat, line, 0], LOWEST] - 1) // sizes.MAX_CELLS
    number = int(sheets.numbers[seat, row, cell])
    if rules.acts(state, seat) and rules.can_mark_bonus(sheets, state, seat, line, number):
        return None
    return _refuse_bonus(sheets, state, seat, line, number)


def _refuse_bonus(sheets: Twin, state: Twin, seat: int, line: int, number: int) -> Reason:
    """Return the reason why a number in a bonus row cannot be marked: the match is over, the cell is marked or skipped,
    or the turn, the dice or the adjacent rows do not allow it.
    """
    cell = int(sheets.bonus_place[seat, line, number]) - 1
    if state.phase == Phase.OVER:
        return Reason("over", {}, "Qwixx 11")
    if state.bonus[seat, line, cell]:
        return Reason("marked", {"number": number}, "Big Points 3")
    if cell < state.next_bonus[seat, line]:
        return Reason("skipped", {"number": number}, "Big Points 3")
    if state.phase == Phase.ROLL:
        return Reason("no_roll", {}, "Qwixx 3")
    if not rules.acts(state, seat):
        return Reason("not_acting", {}, "Qwixx 5")
    total = int(state.dice[0] + state.dice[1])
    if state.phase == Phase.WHITE and total != number:
        return Reason("other_sum", {"sum": total, "number": number}, "Big Points 2")
    first, second = (COLORS[color] for color in sheets.bonus_colors[seat, line])
    return Reason("no_neighbor", {"number": number, "first": first, "second": second}, "Big Points 2")


def _explain_swap(sheets: Twin, state: Twin, seat: int, code: int) -> Reason:
    """Return the reason why a mark with a swap field, which replaces the white sum with another number, is illegal;
    `code` is the code of the move minus `FIRST_SWAP`.
    """
    field, at = divmod(code, sizes.N_COLORS * N_SPAN)
    color, number = at // N_SPAN, at % N_SPAN + LOWEST
    told: Parameters = {"field": field + 1, "number": number}
    if field >= sheets.n_swaps[seat]:
        return Reason("no_swap", told, "X-Change 1")
    if state.phase != Phase.WHITE:
        return Reason("swap_in_color", told, "X-Change 4")
    if field < state.swap[seat]:
        return Reason("swap_lost", told, "X-Change 3")
    if rules.swapped(sheets, state, seat, field) != number:
        return Reason("other_swap", {**told, "sum": int(state.dice[0] + state.dice[1])}, "X-Change 2")
    row, cell = divmod(int(sheets.place[seat, color, number]) - 1, sizes.MAX_CELLS)
    return _explain_mark(sheets, state, seat, row, cell)


def explain_field(sheets: Twin, state: Twin, seat: int, field: int) -> Reason:
    """Explain why a swap field, which can replace the white sum with another number, cannot be used in the current
    phase. If it can be used, explain how: by marking that other number.
    """
    told: Parameters = {"field": field + 1}
    if state.phase == Phase.OVER:
        return Reason("over", {}, "Qwixx 11")
    if field < state.swap[seat]:
        return Reason("swap_lost", told, "X-Change 3")
    if state.phase == Phase.COLOR:
        return Reason("swap_in_color", told, "X-Change 4")
    total, shown = int(state.dice[0] + state.dice[1]), [int(number) for number in sheets.swaps[seat, field]]
    if state.phase == Phase.WHITE and total not in shown:
        return Reason("other_field", {**told, "sum": total}, "X-Change 2")
    return Reason("swap_field", {}, "X-Change 2")


def explain_number(sheets: Twin, state: Twin, seat: int) -> Reason:
    """Explain why a lucky number cannot be used in the current phase. If it can be used, explain how: by marking the
    next cell of a row.
    """
    if state.phase == Phase.OVER:
        return Reason("over", {}, "Qwixx 11")
    if state.phase == Phase.COLOR:
        return Reason("lucky_in_color", {}, "V-LO10")
    if state.phase == Phase.WHITE and not rules.is_lucky(sheets, state, seat):
        return Reason("not_lucky", {"sum": int(state.dice[0] + state.dice[1])}, "Longo 3")
    return Reason("lucky_number", {}, "Longo 3")


def _explain_mark(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> Reason:
    """Return the reason why a cell cannot be marked, regardless of the dice."""
    if state.written[seat, row, cell]:
        refusal = Refusal.MARKED
    elif cell < state.next_cell[seat, row]:
        refusal = Refusal.SKIPPED
    else:
        refusal = Refusal.LOCKED if marks.is_closed(sheets, state, seat, row) else Refusal.NEEDS_MARKS
    return explain(sheets, state, seat, row, cell, refusal)


def _explain_lucky(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> Reason:
    """Return the reason why a mark that uses a lucky number is illegal."""
    color, number = COLORS[sheets.colors[seat, row, cell]], int(sheets.numbers[seat, row, cell])
    told: Parameters = {"color": color, "number": number}
    if state.phase != Phase.WHITE:
        return Reason("lucky_in_color", told, "V-LO10")
    if not rules.is_lucky(sheets, state, seat):
        return Reason("not_lucky", {**told, "sum": int(state.dice[0] + state.dice[1])}, "Longo 3")
    if cell != state.next_cell[seat, row]:
        return Reason("not_next", told, "V-LO4")
    if marks.is_closed(sheets, state, seat, row) or not marks.can_mark_next(sheets, state, seat, row):
        return _explain_mark(sheets, state, seat, row, cell)
    if number == state.dice[0] + state.dice[1]:
        return Reason("lucky_is_sum", told, "V-LO8")
    return Reason("not_fewest", told, "Longo 3")


def tally_names(sheets: Twin, state: Twin, seat: int) -> tuple[str, ...]:
    """Return the names of the parts of a score: the lock color of each row, `misses`, `steps`, and the rewards that
    have been won. [V-10]
    """
    return (
        *classic.tally_names(sheets, state, seat),
        "steps" if sheets.n_steps[seat] else "",
        "square" if marks.has_won(sheets, state, seat, Symbol.SQUARE) else "",
        "octagon" if marks.has_won(sheets, state, seat, Symbol.OCTAGON) else "",
    )


def locked_by(sheets: Twin, state: Twin, seat: int, row: int) -> list[int]:
    """Return the seats that have locked this row or, on other sheets, the row with the same lock color."""
    color = sheets.lock_colors[seat, row]
    if not state.locked[color]:
        return []
    return [
        other
        for other in range(state.n_seats)
        for place in range(sheets.n_rows[other])
        if sheets.lock_colors[other, place] == color and marks.has_lock(sheets, state, other, place)
    ]


def is_goal(sheets: Twin, seat: int, row: int, cell: int) -> bool:
    """Return whether marking this cell locks its row."""
    return bool(marks.is_goal(sheets, seat, row, cell))


def pass_cost(sheets: Twin, state: Twin, seat: int) -> PassCost | None:
    """Return what it costs the active seat to mark nothing in this turn, as in the classic game, except that a seat
    that has won the star reward loses no points.
    """
    cost = classic.pass_cost(sheets, state, seat)
    if cost is not None and marks.has_won(sheets, state, seat, Symbol.STAR):
        cost["cost"] = 0
    return cost
