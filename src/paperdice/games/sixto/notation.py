"""Text notation of Sixto: `r4 y1` marks with these dice, `-` passes, `keep` and `reroll` decide on a reroll."""

from __future__ import annotations

import re
from itertools import pairwise

from paperdice.errors import NotationError, Reason
from paperdice.game import NOT_ROLLED, OTHER_PHASE, Twin
from paperdice.games.sixto.rules import KEEP, N_DICE, PASS, REROLL, Phase
from paperdice.rulekit import has_bit

COLORS = "roygbp"
CELL_GAP = ""
FORMS = "dice in the order r o y g b p such as 'r4 y1', or '-', 'keep', 'reroll'"

_REROLLS = {"keep": KEEP, "reroll": REROLL}
_FACE = re.compile(f"[{COLORS}][1-6]")
# The dice of each bit mask.
_DICE = [[die for die in range(N_DICE) if has_bit(dice, die)] for dice in range(1 << N_DICE)]
_FACE_TEXTS = [[f"{color}{number}" for number in range(7)] for color in COLORS]


def parse_move(state: Twin, text: str) -> int:
    """Parse a move and return its code, `NOT_ROLLED` if it does not match the dice, or `OTHER_PHASE` if it belongs to
    another phase.

    Raises:
        NotationError: The text is not a move.
    """
    if text in _REROLLS:
        return _REROLLS[text] if state.phase == Phase.REROLL else OTHER_PHASE
    faces = [] if text == "-" else _parse_faces(text)
    if state.phase != Phase.TICK:
        return OTHER_PHASE
    if any(state.dice[die] != number for die, number in faces):
        return NOT_ROLLED
    return PASS + sum(1 << die for die, _ in faces)


def _parse_faces(text: str) -> list[tuple[int, int]]:
    """Return the index and number of each die in a move; raise `NotationError` unless all dice are distinct and in
    notation order.
    """
    words = text.split(" ")
    if all(_FACE.fullmatch(word) for word in words):
        faces = [(COLORS.index(word[0]), int(word[1])) for word in words]
        if all(die < later for (die, _), (later, _) in pairwise(faces)):
            return faces
    raise NotationError(f"cannot read {text!r}: a move is {FORMS}", Reason("unreadable", {"text": text}))


def format_move(state: Twin, move: int) -> str:
    """Format a move of the current phase as text."""
    if state.phase == Phase.REROLL:
        return "reroll" if move == REROLL else "keep"
    return " ".join([_FACE_TEXTS[die][state.dice[die]] for die in range(N_DICE) if has_bit(move, die)]) or "-"


def format_moves(state: Twin, moves: list[int]) -> list[str]:
    """Format several moves of the current phase as text."""
    if state.phase == Phase.REROLL:
        return [format_move(state, move) for move in moves]
    lying = [texts[face] for texts, face in zip(_FACE_TEXTS, state.dice.tolist(), strict=True)]
    return [" ".join([lying[die] for die in _DICE[move]]) or "-" for move in moves]


def mark_text(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
    """Return the part of a move's text that marks this cell, such as `r4`. The mark need not be legal."""
    return f"{COLORS[row]}{sheets.numbers[seat, row, cell]}"
