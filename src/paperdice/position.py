"""Positions, and their text format: a single line that contains everything needed to continue a match.

    qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | classic -/-/1/- 0

The parts are separated by vertical bars. The first one contains the game, turn, phase and active seat, the dice (none
before the first throw, otherwise all in order, with `.` for a die that is not on the table) and phase-specific fields
(`wrote=1`). It is followed by one part per seat with the sheet, its rows, and the number of misses if the game has
them. A row consists of written numbers, with `#` for a struck cell and `.` for an empty cell. Trailing empty cells are
omitted, and `-` stands for an empty row. The name of a custom sheet is followed by its printed rows, as in
`mine=r2,r3,…/…`. For a sheet with lines of cells outside its rows, the marks in each line follow, as in
`big-points -/-/-/- 0 ry=..1 gb=-`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from paperdice.errors import (
    NotationError,
    Reason,
    RecordError,
    SetupError,
    SheetError,
    UnknownGameError,
    UnknownSheetError,
)
from paperdice.game import Game, Ints, Twin, find_sheet, get_number, make_twin, names_of, set_field
from paperdice.games import find_game
from paperdice.sheet import Sheet, check_sheet, format_rows, parse_rows

# Caches of parsed deals (by game and text) and of laid-out sheets (by game and names), and their maximum size.
_MOST_KEPT = 64
_DEALS: dict[str, tuple[Sheet, ...]] = {}
_LAID: dict[str, Twin] = {}
_CELL_TEXTS = (".", *map(str, range(1, 100)))


class Position(NamedTuple):
    """A position of a match.

    Attributes:
        game: The game, or its `family` if elements other than rows are printed on the sheets.
        sheets: The sheet of each seat.
        laid: The same sheets as arrays for the rules.
        state: The state of the match.
    """

    game: Game
    sheets: tuple[Sheet, ...]
    laid: Twin
    state: Twin


def with_state(position: Position, state: Twin) -> Position:
    """Return a position with the same game and sheets but a different state."""
    return Position(position.game, position.sheets, position.laid, state)


def start_position(game: Game, sheets: Sequence[Sheet], first: int) -> Position:
    """Return the position before the first throw, with one seat per sheet.

    Raises:
        SetupError: The sheets cannot be dealt together.
        SheetError: A sheet does not fit the game.
    """
    game, deal = game.on(sheets), tuple(sheets)
    state = make_twin(game.rules.STATE)
    game.rules.start(state, len(deal), first)
    return Position(game, deal, _lay_out(game, deal), state)


def _lay_out(game: Game, sheets: tuple[Sheet, ...]) -> Twin:
    """Return the sheets as arrays for the rules.

    The result is cached if it is fully determined by the names and rows of the sheets. Positions can share it, since
    rules never write to sheets.
    """
    if not all(sheet.extras is None or is_own_sheet(game, sheet) for sheet in sheets):
        return game.lay_out(sheets)
    key = " ".join([game.key, *[format_sheet(game, sheet) for sheet in sheets]])
    if key not in _LAID:
        if len(_LAID) >= _MOST_KEPT:
            _LAID.clear()
        _LAID[key] = game.lay_out(sheets)
    return _LAID[key]


def tally_of(position: Position, seat: int) -> dict[str, int]:
    """Return the components of a seat's score, as a mapping from names to points."""
    return name_tally(position, seat, tally_points(position, seat))


def tally_points(position: Position, seat: int) -> list[int]:
    """Return the points for each component of a seat's score, in the order defined by the rules."""
    parts = np.zeros(position.game.rules.N_TALLY, np.int64)
    position.game.rules.tally(position.laid, position.state, seat, parts)
    return parts.tolist()


def name_tally(position: Position, seat: int, parts: list[int]) -> dict[str, int]:
    """Return the components of a seat's score by name, except those that do not count.

    Args:
        parts: The points, as returned by `tally_points`.
    """
    return named_points(position.game.display.tally_names(position.laid, position.state, seat), parts)


def named_points(names: tuple[str, ...], parts: list[int]) -> dict[str, int]:
    """Map names to points, skipping parts with an empty name.

    Clients must not rely on the order of the names, which JSON does not preserve.
    """
    return {name: points for name, points in zip(names, parts, strict=True) if name}


def format_position(position: Position) -> str:
    """Format a position as one line of text, which `parse_position` can read back."""
    seats = [format_seat(position, seat) for seat in range(position.state.n_seats)]
    return " | ".join([format_moment(position), *seats])


def format_moment(position: Position) -> str:
    """Return the first part of a position string: game, turn, phase, active seat, dice and phase-specific fields."""
    game, _, _, state = position
    head = [game.name, str(state.turn), game.phase_names[state.phase], str(state.active)]
    faces = state.dice.tolist()
    if any(face != 0 for face in faces):
        head += [die.faces[face - 1] if face else "." for die, face in zip(game.dice, faces, strict=True)]
    head += [f"{name}={get_number(state, name)}" for name in game.rules.EXTRAS if get_number(state, name)]
    return " ".join(head)


def format_seat(position: Position, seat: int) -> str:
    """Return the part of a position string that describes one seat."""
    game, sheets, _, state = position
    written = state.written[seat].tolist()
    gap = game.notation.CELL_GAP
    rows = [_format_line(gap, written[row][: len(printed)]) for row, printed in enumerate(sheets[seat].rows)]
    words = [format_sheet(game, sheets[seat]), "/".join(rows)]
    if game.has_misses:
        words.append(str(state.misses.item(seat)))
    words += [f"{name}={_format_line(gap, marks.tolist())}" for name, marks in _seat_lines(position, seat)]
    return " ".join(words)


def _seat_lines(position: Position, seat: int) -> list[tuple[str, Ints]]:
    """Return the name and marks of each line of cells outside a seat's rows; empty for most sheets."""
    printing = position.game.printing
    return [] if printing is None else printing.seat_lines(position.laid, position.state, seat)


def _format_line(gap: str, marks: list[int]) -> str:
    n = len(marks)
    while n and marks[n - 1] == 0:
        n -= 1
    return gap.join(["#" if value < 0 else _CELL_TEXTS[value] for value in marks[:n]]) if n else "-"


def format_sheet(game: Game, sheet: Sheet) -> str:
    """Format a sheet for positions and records: its name, followed by its rows if it is a custom sheet."""
    return sheet.name if is_own_sheet(game, sheet) else f"{sheet.name}={format_rows(sheet)}"


def is_own_sheet(game: Game, sheet: Sheet) -> bool:
    """Return whether a sheet is built into the game, as opposed to a custom sheet."""
    known = game.sheets.get(sheet.name)
    return known is not None and (known is sheet or known.prints_same(sheet))


def parse_sheet(game: Game, text: str) -> Sheet:
    """Parse a sheet from the text produced by `format_sheet`.

    Raises:
        UnknownSheetError: The game has no sheet with this name.
        SheetError: A custom sheet is invalid.
    """
    name, is_printed, rows = text.partition("=")
    if not is_printed:
        return find_sheet(game, name)
    sheet = Sheet(game.name, name, parse_rows(rows))
    check_sheet(sheet, game.shape)
    return sheet


def parse_position(text: str, ignored: str = "") -> Position:
    """Parse a position string.

    Args:
        text: The position string.
        ignored: The name of a fault to ignore, such as `bad_turn`; by default all faults are errors.

    Raises:
        RecordError: The text is invalid, or the position cannot arise under the rules.
    """
    if not isinstance(text, str):
        raise broken_position(repr(text), "it is a text")
    head, *seats = text.split(" | ")
    words = head.split(" ")
    if len(words) < 4 or not seats:
        raise broken_position(text, "it starts with game, turn, phase and active seat, and has a part for each seat")
    try:
        game = find_game(words[0])
    except UnknownGameError as error:
        raise broken_position(text, str(error)) from None
    if len(seats) not in game.seats:
        raise broken_position(text, f"{game.name} has {game.seats[0]} to {game.seats[-1]} seats, not {len(seats)}")
    try:
        sheets = _read_deal(game, [part.partition(" ")[0] for part in seats])
        game = game.on(sheets)
        laid = _lay_out(game, sheets)
    except (SheetError, SetupError, UnknownSheetError) as error:
        raise broken_position(text, str(error)) from None
    position = Position(game, sheets, laid, make_twin(game.rules.STATE))
    _read_head(position, text, words, len(seats))
    for seat, part in enumerate(seats):
        _read_seat(position, text, seat, part)
    game.rules.recount(position.laid, position.state)
    _check(position, text, ignored)
    return position


def _read_deal(game: Game, texts: list[str]) -> tuple[Sheet, ...]:
    """Parse the sheet of each seat. The result is cached, since many positions share a deal."""
    key = " ".join([game.name, *texts])
    if key not in _DEALS:
        deal = tuple([parse_sheet(game, text) for text in texts])
        if len(_DEALS) >= _MOST_KEPT:
            _DEALS.clear()
        _DEALS[key] = deal
    return _DEALS[key]


def _read_head(position: Position, text: str, words: Sequence[str], n_seats: int) -> None:
    game, _, _, state = position
    phases = game.phase_numbers
    if words[2] not in phases:
        raise broken_position(text, f"phase {words[2]!r} is none of {', '.join(phases)}")
    game.rules.start(state, n_seats, _number(text, "active seat", words[3], n_seats - 1))
    state.turn = _number(text, "turn", words[1], game.rules.MAX_TURNS)
    state.phase = phases[words[2]]
    dice = [word for word in words[4:] if "=" not in word]
    state.dice[:] = _lying_dice(game, text, dice)
    for word in words[4 + len(dice) :]:
        name, _, value = word.partition("=")
        if name not in game.rules.EXTRAS or get_number(state, name):
            raise broken_position(text, f"{word!r} is not known here")
        set_field(state, name, _number(text, name, value, 1 << 16))


def _lying_dice(game: Game, text: str, dice: Sequence[str]) -> Ints:
    """Parse the dice of a position, and return the face number of each die: 0 if it is not on the table."""
    faces = np.zeros(len(game.dice), np.int64)
    if dice and len(dice) != len(game.dice):
        raise broken_position(text, f"{game.name} has {len(game.dice)} dice, not {len(dice)}")
    for die, face in zip(game.dice, dice, strict=False):
        if face != "." and face not in die.faces:
            raise broken_position(text, f"{face!r} is not a face of die {die.name}")
        faces[die.index] = 0 if face == "." else die.faces.index(face) + 1
    return faces


def _read_seat(position: Position, text: str, seat: int, part: str) -> None:
    game, _, laid, state = position
    words = part.split(" ")
    has_misses = game.has_misses
    lines = _seat_lines(position, seat)
    n_before = 3 if has_misses else 2
    if len(words) != n_before + len(lines):
        more = "".join(f", {name}" for name, _ in lines)
        parts = f"sheet, rows{' and misses' if has_misses else ''}{more}"
        raise broken_position(text, f"seat {seat} has {parts}, not {part!r}")
    rows = words[1].split("/")
    if len(rows) != laid.n_rows[seat]:
        raise broken_position(text, f"seat {seat} has {laid.n_rows[seat]} rows, not {len(rows)}")
    for row, cells in enumerate(rows):
        _read_line(game, text, f"seat {seat} row {row}", cells, state.written[seat, row, : laid.n_cells[seat, row]])
    if has_misses:
        state.misses[seat] = _number(text, "misses", words[2], 99)
    for (name, marks), word in zip(lines, words[n_before:], strict=True):
        if not word.startswith(f"{name}="):
            raise broken_position(text, f"seat {seat} tells {name}= here, not {word!r}")
        _read_line(game, text, f"seat {seat} {name}", word.removeprefix(f"{name}="), marks)


def _read_line(game: Game, text: str, what: str, cells: str, marks: Ints) -> None:
    """Parse the cells of a row or line, as formatted by `_format_line`, into the array `marks`."""
    gap = game.notation.CELL_GAP
    values = [] if cells == "-" else cells.split(gap) if gap else list(cells)
    if len(values) > len(marks):
        raise broken_position(text, f"{what} has {len(marks)} cells, not {len(values)}")
    for cell, value in enumerate(values):
        marks[cell] = _read_cell(text, what, value)


def _read_cell(text: str, what: str, value: str) -> int:
    if value == "1":
        return 1
    if value == ".":
        return 0
    return -1 if value == "#" else _number(text, f"a cell of {what}", value, 99)


def _number(text: str, what: str, word: str, most: int) -> int:
    is_number = 1 <= len(word) <= 6 and word.isascii() and word.isdecimal() and (word == "0" or word[0] != "0")
    if not is_number or int(word) > most:
        raise broken_position(text, f"{what} is a number up to {most}, not {word!r}")
    return int(word)


def _check(position: Position, text: str, ignored: str) -> None:
    """Raise `RecordError` if the position cannot arise under the rules, or if its text is not in the shortest form."""
    game, _, laid, state = position
    flags = game.rules.faults(laid, state)
    found = [name for fault, name in names_of(game.rules.Fault).items() if flags & fault and name != ignored]
    if found:
        names = [name.replace("_", " ") for name in found]
        if game.printing is not None:
            names = game.printing.find_faults(laid, state)
        raise broken_position(text, f"it cannot arise by the rules: {', '.join(names)}")
    if format_position(position) != text:
        raise broken_position(text, f"it is not in its shortest form, which is {format_position(position)!r}")


def broken_position(text: str, why: str) -> RecordError:
    """Return the error for an invalid position string."""
    return RecordError(f"cannot read position {text!r}: {why}", Reason("bad_position", {"text": text, "why": why}))


def parse_faces(game: Game, text: str) -> list[str]:
    """Split a roll into the faces of its dice.

    Raises:
        NotationError: A word of the roll is not a face of the game's dice.
    """
    known = game.faces
    faces = text.split(" ")
    for face in faces:
        if face not in known:
            reason = Reason("unreadable_die", {"text": face})
            raise NotationError(f"cannot read the roll {text!r}: {face!r} is not a face of {game.title}'s dice", reason)
    return faces
