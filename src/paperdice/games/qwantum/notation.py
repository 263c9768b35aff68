"""Text notation of Qwantum: `reroll w25` rerolls the white die and mixed dice 2 and 5, `p6` writes 6 in the purple row,
`-` passes.
"""

from __future__ import annotations

from paperdice.errors import NotationError, Reason
from paperdice.game import NOT_ROLLED, OTHER_PHASE, Twin
from paperdice.games.qwantum import rules
from paperdice.games.qwantum.rules import KEEP, N_DICE, PASS, Phase

COLORS = "rybp"
CELL_GAP = ","
FORMS = "'keep', 'reroll' with dice such as 'reroll w25', a color and a number such as 'p6', or '-'"

_NAMES = "w123456"
_REROLLS = {
    "keep" if dice == KEEP else "reroll " + "".join(name for die, name in enumerate(_NAMES) if dice >> die & 1): dice
    for dice in range(1 << N_DICE)
}
_REROLL_TEXTS = {dice: text for text, dice in _REROLLS.items()}
_MARKS = {
    f"{color}{number}": (index, number) for index, color in enumerate(COLORS) for number in range(1, rules.HIGHEST + 1)
}


_FACE_TEXTS = [
    tuple(f"{COLORS[color]}{pips}" for color, pips in zip(colors, numbers, strict=True))
    for colors, numbers in zip(rules.FACE_COLORS, rules.FACE_PIPS, strict=True)
]


def face_texts(die: int) -> tuple[str, ...]:
    """Return the six faces of a mixed die as text, such as `r1`; mixed dice are numbered from 1 to 6."""
    return _FACE_TEXTS[die - 1]


def parse_move(state: Twin, text: str) -> int:
    """Parse a move and return its code, `NOT_ROLLED` if it does not match the dice, or `OTHER_PHASE` if it belongs to
    another phase.

    Raises:
        NotationError: The text is not a move.
    """
    if text not in _REROLLS and text not in _MARKS and text != "-":
        raise NotationError(f"cannot read {text!r}: a move is {FORMS}", Reason("unreadable", {"text": text}))
    if state.phase == Phase.REROLL:
        return _REROLLS.get(text, OTHER_PHASE)
    if state.phase not in (Phase.PICK, Phase.SHARE) or text in _REROLLS:
        return OTHER_PHASE
    if text == "-":
        return PASS
    color, number = _MARKS[text]
    return 1 + color if state.sums[color] == number else NOT_ROLLED


def format_move(state: Twin, move: int) -> str:
    """Format a move of the current phase as text."""
    if state.phase == Phase.REROLL:
        return _REROLL_TEXTS[move]
    return "-" if move == PASS else sum_text(state, move - 1)


def format_moves(state: Twin, moves: list[int]) -> list[str]:
    """Format several moves of the current phase as text."""
    if state.phase == Phase.REROLL:
        return [_REROLL_TEXTS[move] for move in moves]
    return [format_move(state, move) for move in moves]


def sum_text(state: Twin, color: int) -> str:
    """Return the text of the move that writes the sum of the white die and all dice of this color, such as `p6`."""
    return f"{COLORS[color]}{state.sums.item(color)}"


def mark_text(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
    """Return the text of the move that writes the sum for the color of this cell. The move need not be legal."""
    return sum_text(state, sheets.colors[seat, row, cell])
