"""Text notation of Qwixx: `r5` marks red 5, `-` passes."""

from __future__ import annotations

import re

from paperdice.errors import NotationError, Reason
from paperdice.game import OTHER_SHEET, Twin
from paperdice.games.qwixx import rules
from paperdice.games.qwixx.rules import HIGHEST, LOWEST, PASS

COLORS = "rygb"
CELL_GAP = ""
FORMS = "a color and a number such as 'r5', or '-'"

_MOVES: dict[str, int] = {
    f"{color}{number}": rules.move_of(i, number)
    for i, color in enumerate(COLORS)
    for number in range(LOWEST, HIGHEST + 1)
}

# Moves with bonus cells, swap fields and circles, which are printed only on other sheets of the game.
_NUMBER = "(?:[2-9]|1[0-2])"
_ELSEWHERE = re.compile(f"(?:ry|gb){_NUMBER}|x[1-9]:[{COLORS}]{_NUMBER}|[{COLORS}]{_NUMBER}>[{COLORS}]")
_TEXTS = {move: text for text, move in _MOVES.items()}


def parse_move(state: Twin, text: str) -> int:
    """Parse a move and return its code, or `OTHER_SHEET` if the move needs an extra that is printed only on other
    sheets of the game.

    Raises:
        NotationError: The text is not a move.
    """
    if text == "-":
        return PASS
    if _ELSEWHERE.fullmatch(text):
        return OTHER_SHEET
    if text not in _MOVES:
        raise NotationError(f"cannot read {text!r}: a move is {FORMS}", Reason("unreadable", {"text": text}))
    return _MOVES[text]


def format_move(state: Twin, move: int) -> str:
    """Format a move as text."""
    return "-" if move == PASS else _TEXTS[move]


def format_moves(state: Twin, moves: list[int]) -> list[str]:
    """Format several moves as text."""
    return ["-" if move == PASS else _TEXTS[move] for move in moves]


def mark_text(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
    """Return the text of the move that marks this cell, whether or not the move is legal."""
    return f"{COLORS[sheets.colors.item(seat, row, cell)]}{sheets.numbers.item(seat, row, cell)}"
