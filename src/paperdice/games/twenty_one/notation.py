"""Text notation of Twenty One: `k1 y4 b3` writes the numbers on these dice, `x` strikes, `keep` and `reroll` decide on
a reroll.
"""

from __future__ import annotations

import re

from paperdice.errors import NotationError, Reason
from paperdice.game import NOT_ROLLED, OTHER_PHASE, Twin
from paperdice.games.twenty_one import rules
from paperdice.games.twenty_one.rules import KEEP, REROLL, STRIKE, Phase
from paperdice.rulekit import has_bit

COLORS = "wkrygb"
CELL_GAP = ""
FORMS = "dice such as 'k1 y4 b3' in the order w k r y g b, or 'x', 'keep', 'reroll'"

_FACE = re.compile(f"[{COLORS}][1-6]")
# The dice of each bit mask.
_DICE = [[die for die in range(rules.N_DICE) if has_bit(dice, die)] for dice in range(1 << rules.N_DICE)]
_FACE_TEXTS = [[f"{color}{number}" for number in range(7)] for color in COLORS]
_THROWS = {"keep": KEEP, "reroll": REROLL}


def parse_move(state: Twin, text: str) -> int:
    """Parse a move and return its code, `NOT_ROLLED` if it does not match the dice, or `OTHER_PHASE` if it belongs to
    another phase.

    Raises:
        NotationError: The text is not a move.
    """
    if text in _THROWS:
        return _THROWS[text] if state.phase == Phase.REROLL else OTHER_PHASE
    if text == "x":
        return STRIKE if state.phase == Phase.FILL else OTHER_PHASE
    faces = text.split(" ")
    dice = [COLORS.find(face[:1]) for face in faces]
    if not all(_FACE.fullmatch(face) for face in faces) or dice != sorted(set(dice)):
        raise NotationError(f"cannot read {text!r}: a move is {FORMS}", Reason("unreadable", {"text": text}))
    if state.phase != Phase.FILL:
        return OTHER_PHASE
    lies = all(state.dice[die] == int(face[1]) for die, face in zip(dice, faces, strict=True))
    return sum(1 << die for die in dice) if lies else NOT_ROLLED


def format_move(state: Twin, move: int) -> str:
    """Format a move of the current phase as text."""
    if state.phase == Phase.REROLL:
        return "keep" if move == KEEP else "reroll"
    return (
        "x" if move == STRIKE else " ".join(face_text(state, die) for die in range(rules.N_DICE) if has_bit(move, die))
    )


def format_moves(state: Twin, moves: list[int]) -> list[str]:
    """Format several moves of the current phase as text."""
    if state.phase == Phase.REROLL:
        return [format_move(state, move) for move in moves]
    lying = [texts[face] for texts, face in zip(_FACE_TEXTS, state.dice.tolist(), strict=True)]
    return [" ".join([lying[die] for die in _DICE[move]]) or "x" for move in moves]


def face_text(state: Twin, die: int) -> str:
    """Return the face shown by a die, such as `k4`."""
    return _FACE_TEXTS[die][state.dice[die]]


def mark_text(sheets: Twin, state: Twin, seat: int, row: int, cell: int) -> str:
    """Return the part of a move's text that marks this cell, such as `k4` for the face of the black die. The mark need
    not be legal.
    """
    return face_text(state, int(sheets.colors[seat, row, cell]))
