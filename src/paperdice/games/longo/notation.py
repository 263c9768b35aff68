"""Text notation of Longo: `r15` marks red 15, `*y5` is a lucky mark of yellow 5, `-` passes."""

from __future__ import annotations

from paperdice.game import Twin
from paperdice.games.qwixx.family import rules
from paperdice.games.qwixx.family.notation import CELL_GAP, COLORS, cells_up_to, plain_moves, plain_text, read_move
from paperdice.games.qwixx.family.sizes import HIGHEST

FORMS = "a mark such as 'r15', a lucky mark such as '*y5', or '-'"

_MOVES: dict[str, int] = {
    **plain_moves(HIGHEST),
    **{f"*{COLORS[color]}{number}": rules.lucky_move_of(color, number) for color, number in cells_up_to(HIGHEST)},
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
    """Return the text of the move that marks this cell: a lucky mark (which uses a lucky number) if one is possible in
    the current phase, otherwise a plain mark.
    """
    move = int(rules.detour_of(sheets, state, seat, row, cell))
    return _TEXTS[move] if move else plain_text(sheets, state, seat, row, cell)
