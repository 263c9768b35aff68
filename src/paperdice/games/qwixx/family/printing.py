"""What a sheet of the family prints beside its rows, checked and laid out as the rules read it."""

from __future__ import annotations

from paperdice.errors import Reason
from paperdice.game import Ints, Twin
from paperdice.games.qwixx.family import checks, sizes
from paperdice.games.qwixx.family.display import explain_bonus, explain_field, explain_number
from paperdice.games.qwixx.family.sizes import Fault, Symbol
from paperdice.games.qwixx.rules import miss_faults
from paperdice.rulekit import CellState
from paperdice.sheet import Extras, Sheet, sheet_error

COLORS = "rygb"
SYMBOLS = tuple(symbol.name.lower() for symbol in Symbol if symbol)

# Nothing beside the rows: what the classic sheet would print.
PLAIN = Extras(group="", marks_to_lock=5, most_marks=12)


def lay_extras(twin: Twin, seat: int, sheet: Sheet, extras: Extras) -> None:
    """Writes what this sheet prints beside its rows into the arrays of a seat."""
    places = {
        f"{color}{number}": (row, cell)
        for row, printed in enumerate(sheet.rows)
        for cell, (color, number) in enumerate(zip(printed.colors, printed.numbers, strict=True))
    }
    for cells in (extras.weights, extras.second, extras.steps, extras.framed, *extras.pairs):
        _check(all(cell in places for cell in cells), f"cells of the sheet, not {', '.join(cells)}")
    twin.marks_to_lock[seat], twin.most_marks[seat] = extras.marks_to_lock, extras.most_marks
    twin.n_goals[seat], twin.n_steps[seat] = extras.goals, len(extras.steps)
    twin.weights[seat], twin.boxes[seat] = 1, 1
    for array, cells, value in (
        (twin.weights, extras.weights, 2),
        (twin.boxes, extras.second, 2),
        (twin.steps, extras.steps, 1),
        (twin.framed, extras.framed, 1),
    ):
        for cell in cells:
            array[seat, *places[cell]] = value
    for pair in extras.pairs:
        for one, other in (pair, pair[::-1]):
            twin.partner[seat, *places[one]] = _place(places[other])
    _lay_lines(twin, seat, sheet, extras)
    _lay_symbols(twin, seat, extras, places)


def _place(at: tuple[int, int]) -> int:
    return at[0] * sizes.MAX_CELLS + at[1] + 1


def _check(holds: bool, wanted: str) -> None:
    if not holds:
        raise sheet_error("$.extras", f"a sheet prints {wanted}", "sheet_beside")


def _lay_lines(twin: Twin, seat: int, sheet: Sheet, extras: Extras) -> None:
    """The strip, the bonus rows, the swap fields and the lucky numbers."""
    rows = {row.colors[-1]: index for index, row in enumerate(sheet.rows)}
    _check(len(extras.strip) <= sizes.MAX_STRIP and all(color in rows for color in extras.strip), "a strip of rows")
    _check(len(extras.bonus) <= sizes.MAX_BONUS_ROWS and all(len(pair) == 2 for pair in extras.bonus), "bonus rows")
    _check(len(extras.swaps) <= sizes.MAX_SWAPS and len(extras.lucky) <= sizes.MAX_LUCKY, "fewer numbers")
    twin.n_strip[seat], twin.n_bonus_rows[seat] = len(extras.strip), len(extras.bonus)
    twin.n_swaps[seat], twin.n_lucky[seat] = len(extras.swaps), len(extras.lucky)
    for field, color in enumerate(extras.strip):
        twin.strip[seat, field] = rows[color]
    for line, pair in enumerate(extras.bonus):
        twin.bonus_colors[seat, line] = [COLORS.index(color) for color in pair]
        for cell, number in enumerate(sheet.rows[rows[pair[0]]].numbers):
            twin.bonus_place[seat, line, number] = cell + 1
    for field, swap in enumerate(extras.swaps):
        twin.swaps[seat, field] = swap
    for index, number in enumerate(extras.lucky):
        twin.lucky[seat, index] = number


def _lay_symbols(twin: Twin, seat: int, extras: Extras, places: dict[str, tuple[int, int]]) -> None:
    twin.has_symbols[seat] = bool(extras.symbols)
    for name, *cells in extras.symbols:
        is_known = name in SYMBOLS and all(cell in places for cell in cells)
        _check(is_known, f"symbols ({', '.join(SYMBOLS)}) on its cells")
        symbol = Symbol[name.upper()]
        for side, cell in enumerate(cells):
            twin.symbols[seat, *places[cell]] = symbol
            twin.symbol_places[seat, symbol, side] = _place(places[cell])


def seat_lines(sheets: Twin, state: Twin, seat: int) -> list[tuple[str, Ints]]:
    """What a seat has marked outside of its rows, by name: its strip, its bonus rows, its last swap field. [V-11]"""
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
    """The strip, the bonus rows, the swap fields and the lucky numbers, each cell with its text and how it stands."""
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
    """Why a cell of a line cannot be marked by itself now, None if it can: only those of bonus rows ever can."""
    if sheets.n_bonus_rows[seat]:
        return explain_bonus(sheets, state, seat, line, cell)
    if sheets.n_strip[seat]:
        return Reason("strip_field", {}, "Bonus A 2")
    return explain_field(sheets, state, seat, cell) if sheets.n_swaps[seat] else explain_number(sheets, state, seat)


def find_faults(sheets: Twin, state: Twin) -> list[str]:
    """What is wrong with a state that cannot arise, each fault with its place: `bad strip (seat 0 strip)`."""
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
    # What all seats share comes last: it often only follows from what is wrong on a sheet.
    return found + _name_faults(checks.frame_faults(sheets, state), "")


def _name_faults(flags: int, place: str) -> list[str]:
    return [fault.name.lower().replace("_", " ") + place for fault in Fault if flags & fault]


def _strip_state(sheets: Twin, state: Twin, seat: int, mark: int, row: int) -> int:
    if mark:
        return CellState.MARKED
    return CellState.LOCKED if state.locked[sheets.lock_colors[seat, row]] else CellState.FREE


def _side_of(cell: int, last: int) -> int:
    """How a cell stands by the last one marked: lost, marked or free."""
    return CellState.MARKED if cell == last else CellState.SKIPPED if cell < last else CellState.FREE
