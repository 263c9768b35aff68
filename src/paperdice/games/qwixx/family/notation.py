"""Text notation of the Qwixx family: `r5` marks red 5 or its second box, `ry5` a bonus cell, `x3:r3` uses swap field 3
to change the white sum and marks red 3, `g9>b` marks green 9 and applies the circle to the blue row, and `-` passes.
"""

from __future__ import annotations

from collections.abc import Mapping

from paperdice.errors import NotationError, Reason
from paperdice.game import Twin
from paperdice.games.qwixx.family import rules
from paperdice.games.qwixx.family.sizes import LOWEST, MAX_SWAPS, PASS
from paperdice.games.qwixx.notation import CELL_GAP, COLORS
from paperdice.games.qwixx.notation import mark_text as plain_text
from paperdice.games.qwixx.rules import HIGHEST

FORMS = "a mark such as 'r5', 'ry5', 'x3:r3' or 'g9>b', or '-'"
BONUS_ROWS = ("ry", "gb")


def cells_up_to(highest: int) -> list[tuple[int, int]]:
    """Return the color index and number of every cell that a sheet with numbers up to `highest` can contain."""
    return [(color, number) for color in range(len(COLORS)) for number in range(LOWEST, highest + 1)]


def plain_moves(highest: int) -> dict[str, int]:
    """Return the move codes of the pass and of every plain mark with a number up to `highest`, keyed by notation."""
    marks = {f"{COLORS[color]}{number}": rules.move_of(color, number, 0) for color, number in cells_up_to(highest)}
    return {"-": PASS, **marks}


def read_move(moves: Mapping[str, int], text: str, forms: str) -> int:
    """Look up the code of a move by its notation.

    Args:
        moves: The move codes, keyed by notation.
        text: The notation of the move.
        forms: A description of the valid notation for the error message.

    Raises:
        NotationError: The text is not in `moves`.
    """
    if text not in moves:
        raise NotationError(f"cannot read {text!r}: a move is {forms}", Reason("unreadable", {"text": text}))
    return moves[text]


_CELLS = cells_up_to(HIGHEST)
_MOVES: dict[str, int] = {
    **plain_moves(HIGHEST),
    **{
        f"{COLORS[color]}{number}>{target}": rules.move_of(color, number, 1 + row)
        for color, number in _CELLS
        for row, target in enumerate(COLORS)
    },
    **{
        f"{name}{number}": rules.bonus_move_of(line, number)
        for line, name in enumerate(BONUS_ROWS)
        for number in range(LOWEST, HIGHEST + 1)
    },
    **{
        f"x{field + 1}:{COLORS[color]}{number}": rules.swap_move_of(field, color, number)
        for field in range(MAX_SWAPS)
        for color, number in _CELLS
    },
}
_TEXTS = {move: text for text, move in _MOVES.items()}


def parse_move(state: Twin, text: str) -> int:
    """Parse a move and return its code.

    Raises:
        NotationError: The text is not a move.
    """
    return read_move(_MOVES, text, FORMS)


def format_move(state: Twin, move: int) -> str:
    """Format a move as text."""
    return _TEXTS[move]


def format_moves(state: Twin, moves: list[int]) -> list[str]:
    """Format several moves as text."""
    return [_TEXTS[move] for move in moves]


def mark_text(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
    """Return the text of the move that marks this cell: a mark with a swap field (which replaces the white sum) if
    there is no other way, otherwise a plain mark.
    """
    move = int(rules.detour_of(sheets, state, seat, row, cell))
    return _TEXTS[move] if move else plain_text(sheets, state, seat, row, cell)
