"""The printing module of the Qwixx family: validates the printed extras of sheets and stores them in the arrays that
the rules read.
"""

from __future__ import annotations

from paperdice.errors import Reason
from paperdice.game import Ints, Twin
from paperdice.games.qwixx.family import checks, sizes
from paperdice.games.qwixx.family.display import explain_bonus, explain_field, explain_number
from paperdice.games.qwixx.family.sizes import Fault, Symbol
from paperdice.games.qwixx.rules import miss_faults
from paperdice.rulekit import CellState
from paperdice.sheet import Extras, Sheet, format_cells, sheet_error

COLORS = "rygb"
SYMBOLS = tuple(symbol.name.lower() for symbol in Symbol if symbol)
FAULTS = tuple((int(fault), fault.name.lower().replace("_", " ")) for fault in Fault)

# The extras of a sheet that has nothing but rows, such as the classic sheet.
PLAIN = Extras(group="", marks_to_lock=5, most_marks=12)


def lay_extras(sheets: Twin, seat: int, sheet: Sheet, extras: Extras) -> None:
    """Write the printed extras of a sheet, such as symbols and bonus rows, to the arrays of a seat.

    Raises:
        SheetError: The extras are invalid.
    """
    places: dict[str, tuple[int, int]] = {}
    for row, printed in enumerate(sheet.rows):
        for cell, text in enumerate(format_cells(printed)):
            places[text] = (row, cell)
    pairs = [cell for pair in extras.pairs for cell in pair]
    for cells in (extras.weights, extras.second, extras.steps, extras.framed, tuple(pairs)):
        _check(all(cell in places for cell in cells), f"cells of the sheet, not {', '.join(cells)}")
    sheets.marks_to_lock[seat] = extras.marks_to_lock
    sheets.most_marks[seat] = extras.most_marks
    sheets.n_goals[seat] = extras.goals
    sheets.n_steps[seat] = len(extras.steps)
    for row in range(sizes.MAX_ROWS):
        for cell in range(sizes.MAX_CELLS):
            sheets.weights[seat, row, cell] = 1
            sheets.boxes[seat, row, cell] = 1
    for text, (row, cell) in places.items():
        if text in extras.weights:
            sheets.weights[seat, row, cell] = 2
        if text in extras.second:
            sheets.boxes[seat, row, cell] = 2
        sheets.steps[seat, row, cell] = int(text in extras.steps)
        sheets.framed[seat, row, cell] = int(text in extras.framed)
    for one, other in extras.pairs:
        _lay_partner(sheets, seat, places[one], places[other])
        _lay_partner(sheets, seat, places[other], places[one])
    _lay_lines(sheets, seat, sheet, extras)
    _lay_symbols(sheets, seat, extras, places)


def _lay_partner(sheets: Twin, seat: int, at: tuple[int, int], other: tuple[int, int]) -> None:
    row, cell = at
    sheets.partner[seat, row, cell] = _place(other)


def _place(at: tuple[int, int]) -> int:
    return at[0] * sizes.MAX_CELLS + at[1] + 1


def _check(holds: bool, wanted: str) -> None:
    if not holds:
        raise sheet_error("$.extras", f"a sheet prints {wanted}", "sheet_beside")


def _lay_lines(sheets: Twin, seat: int, sheet: Sheet, extras: Extras) -> None:
    """Validate the strip, bonus rows, swap fields and lucky numbers, and write them to the arrays of a seat."""
    rows = {row.colors[-1]: index for index, row in enumerate(sheet.rows)}
    _check(len(extras.strip) <= sizes.MAX_STRIP and all(color in rows for color in extras.strip), "a strip of rows")
    _check(len(extras.bonus) <= sizes.MAX_BONUS_ROWS and all(len(pair) == 2 for pair in extras.bonus), "bonus rows")
    _check(len(extras.swaps) <= sizes.MAX_SWAPS and len(extras.lucky) <= sizes.MAX_LUCKY, "fewer numbers")
    sheets.n_strip[seat] = len(extras.strip)
    sheets.n_bonus_rows[seat] = len(extras.bonus)
    sheets.n_swaps[seat] = len(extras.swaps)
    sheets.n_lucky[seat] = len(extras.lucky)
    for field, color in enumerate(extras.strip):
        sheets.strip[seat, field] = rows[color]
    for line, colors in enumerate(extras.bonus):
        for side, color in enumerate(colors):
            sheets.bonus_colors[seat, line, side] = COLORS.index(color)
        for cell, number in enumerate(sheet.rows[rows[colors[0]]].numbers):
            sheets.bonus_place[seat, line, number] = cell + 1
    for field, (one, other) in enumerate(extras.swaps):
        sheets.swaps[seat, field, 0] = one
        sheets.swaps[seat, field, 1] = other
    for index, number in enumerate(extras.lucky):
        sheets.lucky[seat, index] = number


def _lay_symbols(sheets: Twin, seat: int, extras: Extras, places: dict[str, tuple[int, int]]) -> None:
    sheets.has_symbols[seat] = int(len(extras.symbols) > 0)
    for name, one, other in extras.symbols:
        is_known = name in SYMBOLS and one in places and other in places
        _check(is_known, f"symbols ({', '.join(SYMBOLS)}) on its cells")
        symbol = SYMBOLS.index(name) + 1
        for side, text in enumerate((one, other)):
            row, cell = places[text]
            sheets.symbols[seat, row, cell] = symbol
            sheets.symbol_places[seat, symbol, side] = _place(places[text])


def seat_lines(sheets: Twin, state: Twin, seat: int) -> list[tuple[str, Ints]]:
    """Return the name and the marks of each line of cells outside a seat's rows. The lines are the strip with its used
    fields, the bonus rows with their marks, and the swap fields with the number of the last one used. [V-11]
    """
    lines: list[tuple[str, Ints]] = []
    if sheets.n_strip[seat]:
        lines.append(("strip", state.used[seat, : sheets.n_strip[seat]]))
    for line in range(sheets.n_bonus_rows[seat]):
        name = "".join(COLORS[color] for color in sheets.bonus_colors[seat, line])
        lines.append((name, state.bonus[seat, line]))
    if sheets.n_swaps[seat]:
        lines.append(("swap", state.swap[seat : seat + 1]))
    return lines


def show_lines(sheet: Sheet, sheets: Twin, state: Twin, seat: int) -> list[tuple[str, list[tuple[str, int]]]]:
    """Return the lines of cells outside a seat's rows: the strip, the bonus rows, the swap fields and the lucky
    numbers. Each line consists of its name and the text and state of each cell.
    """
    extras, lines = sheet.extras or PLAIN, dict(seat_lines(sheets, state, seat))
    shown: list[tuple[str, list[tuple[str, int]]]] = []
    for name, marks in lines.items():
        if name == "strip":
            rows = list(zip(extras.strip, marks, sheets.strip[seat], strict=False))
            shown.append((name, [(color, _strip_state(sheets, state, seat, mark, row)) for color, mark, row in rows]))
        elif name == "swap":
            fields = [f"{one}/{other}" for one, other in extras.swaps]
            shown.append((name, [(text, _side_of(field, int(marks[0]) - 1)) for field, text in enumerate(fields)]))
        else:
            numbers = next(row.numbers for row in sheet.rows if row.colors[-1] == name[0])
            last = max((cell for cell in range(len(numbers)) if marks[cell]), default=-1)
            states = [CellState.MARKED if marks[cell] else _side_of(cell, last) for cell in range(len(numbers))]
            shown.append((name, [(str(number), states[cell]) for cell, number in enumerate(numbers)]))
    return [*shown, ("lucky", [(str(number), CellState.FREE) for number in extras.lucky])] if extras.lucky else shown


def explain_line(sheets: Twin, state: Twin, seat: int, line: int, cell: int) -> Reason | None:
    """Return the reason why a cell outside the rows cannot be marked directly, or None if it can. Only cells of bonus
    rows can be marked directly.
    """
    if sheets.n_bonus_rows[seat]:
        return explain_bonus(sheets, state, seat, line, cell)
    if sheets.n_strip[seat]:
        return Reason("strip_field", {}, "Bonus A 2")
    return explain_field(sheets, state, seat, cell) if sheets.n_swaps[seat] else explain_number(sheets, state, seat)


def find_faults(sheets: Twin, state: Twin) -> list[str]:
    """Describe each fault that makes a state unreachable, including its location, as in `bad strip (seat 0 strip)`."""
    found: list[str] = []
    for seat in range(state.n_seats):
        found += _name_faults(miss_faults(state, seat), f" (seat {seat})")
        for row in range(sheets.n_rows[seat]):
            found += _name_faults(checks.row_faults(sheets, state, seat, row), f" (seat {seat} row {row})")
        for line in range(sizes.MAX_BONUS_ROWS):
            name = "".join(COLORS[color] for color in sheets.bonus_colors[seat, line])
            found += _name_faults(checks.bonus_faults(sheets, state, seat, line), f" (seat {seat} {name})")
        found += _name_faults(checks.strip_faults(sheets, state, seat), f" (seat {seat} strip)")
        found += _name_faults(checks.swap_faults(sheets, state, seat), f" (seat {seat} swap)")
        found += _name_faults(checks.reward_faults(sheets, state, seat), f" (seat {seat} rows)")
    # Faults of the shared state come last, since a fault on a sheet often causes them.
    return found + _name_faults(checks.frame_faults(sheets, state), "")


def _name_faults(flags: int, place: str) -> list[str]:
    return [name + place for flag, name in FAULTS if flags & flag]


def _strip_state(sheets: Twin, state: Twin, seat: int, mark: int, row: int) -> int:
    if mark:
        return CellState.MARKED
    return CellState.LOCKED if state.locked[sheets.lock_colors[seat, row]] else CellState.FREE


def _side_of(cell: int, last: int) -> int:
    """Return the state of a cell in a line that is used from left to right: skipped, marked (the last one used) or
    free.
    """
    return CellState.MARKED if cell == last else CellState.SKIPPED if cell < last else CellState.FREE
