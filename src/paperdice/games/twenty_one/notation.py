"""The texts of Twenty One: `k1 y4 b3` writes these dice, `x` strikes, `keep` and `reroll` decide on a second throw."""

from __future__ import annotations

import re
from typing import Any

from paperdice.errors import NotationError, Parameters, Reason
from paperdice.game import NOT_ROLLED, OTHER_PHASE
from paperdice.games.twenty_one import rules
from paperdice.games.twenty_one.rules import KEEP, REROLL, STRIKE, Phase, Refusal
from paperdice.rulekit import has_bit

COLORS = "wkrygb"
CELL_GAP = ""
FORMS = "dice such as 'k1 y4 b3' in the order w k r y g b, or 'x', 'keep', 'reroll'"

_FACE = re.compile(f"[{COLORS}][1-6]")
_THROWS = {"keep": KEEP, "reroll": REROLL}
_REFUSALS = {
    Refusal.OVER: ("over", "Twenty One 11"),
    Refusal.MARKED: ("marked", "Twenty One 5"),
    Refusal.STRUCK: ("struck", "T-A8"),
    Refusal.LATER_ROW: ("later_row", "Twenty One 2"),
    Refusal.NO_ROLL: ("no_roll", "Twenty One 3"),
    Refusal.OTHER_PHASE: ("other_phase", "Twenty One 3"),
    Refusal.TOO_HIGH: ("too_high", "Twenty One 5"),
}


def parse_move(state: Any, text: str) -> int:
    """Gives the code of a move, `NOT_ROLLED` or `OTHER_PHASE` if it cannot be meant now, or raises `NotationError`."""
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


def format_move(state: Any, move: int) -> str:
    """Gives the text of a move in this phase."""
    if state.phase == Phase.REROLL:
        return "keep" if move == KEEP else "reroll"
    return "x" if move == STRIKE else " ".join(_face(state, die) for die in range(rules.N_DICE) if has_bit(move, die))


def _face(state: Any, die: int) -> str:
    """Gives the text of a die as it lies."""
    return f"{COLORS[die]}{state.dice[die]}"


def mark_text(sheets: Any, state: Any, seat: int, row: int, cell: int) -> str:
    """Gives the part of a move that marks this cell: the die of its color as it lies, allowed or not."""
    return _face(state, int(sheets.colors[seat, row, cell]))


def ways(sheets: Any, state: Any, seat: int, row: int, cell: int) -> list[list[str]]:
    """Gives the one die that can be written in this cell, unless it is too high."""
    face = int(state.dice[sheets.colors[seat, row, cell]])
    return [[mark_text(sheets, state, seat, row, cell)]] if 0 < face <= sheets.numbers[seat, row, cell] else []


def explain(sheets: Any, state: Any, seat: int, row: int, cell: int, refusal: int) -> Reason:
    """Gives a refusal as an id with parameters and its rule."""
    name, rule = _REFUSALS[Refusal(refusal)]
    color = int(sheets.colors[seat, row, cell])
    params: Parameters = {"color": COLORS[color], "number": int(sheets.numbers[seat, row, cell])}
    if refusal == Refusal.LATER_ROW:
        params |= {"row": row + 1, "current": int(state.current_row[seat]) + 1}
    if refusal == Refusal.OTHER_PHASE:
        params["phase"] = _phase_name(state)
    if refusal == Refusal.TOO_HIGH:
        params["die"] = int(state.dice[color])
    return Reason(name, params, rule)


def explain_move(sheets: Any, state: Any, seat: int, move: int) -> Reason:
    """Gives why this readable move is refused."""
    if move == OTHER_PHASE:
        return _other_phase(state)
    if state.phase == Phase.REROLL:
        return Reason("all_ones", {}, "T-A2")
    if move == NOT_ROLLED:
        roll = " ".join(_face(state, die) for die in range(rules.N_DICE))
        return Reason("not_rolled", {"roll": roll}, "Twenty One 5")
    refused = int(move & ~rules.usable_dice(sheets, state, seat))
    die = (refused & -refused).bit_length() - 1
    row = int(state.current_row[seat])
    cell = int(sheets.place[seat, row, die]) - 1
    if cell < 0:
        return Reason("color_not_in_row", {"color": COLORS[die]}, "Twenty One 5")
    return explain(sheets, state, seat, row, cell, rules.refusal(sheets, state, seat, row, cell))


def _other_phase(state: Any) -> Reason:
    return Reason("other_phase", {"phase": _phase_name(state)}, "Twenty One 3")


def _phase_name(state: Any) -> str:
    return Phase(state.phase).name.lower()


def tally_names(sheets: Any, seat: int) -> tuple[str, ...]:
    """Names the parts of the tally: the rows by number, from the top."""
    return tuple(str(row + 1) if row < sheets.n_rows[seat] else "" for row in range(rules.MAX_ROWS))


def row_tally(sheets: Any, seat: int, row: int) -> int:
    """Gives the index of a row's points in the tally."""
    return row


def row_color(sheets: Any, seat: int, row: int) -> str | None:
    """No color stands for a row: each of its cells has its own."""
    return None


def is_current(sheets: Any, state: Any, seat: int, row: int) -> bool:
    """Tells whether this seat fills this row now."""
    return bool(row == state.current_row[seat])


def locked_by(sheets: Any, state: Any, seat: int, row: int) -> list[int]:
    """Twenty One knows no locks."""
    return []


def is_goal(sheets: Any, seat: int, row: int, cell: int) -> bool:
    """Twenty One knows no goals."""
    return False


def is_hit(sheets: Any, state: Any, seat: int, row: int, cell: int) -> bool:
    """Tells whether the written number equals the printed one."""
    return bool(state.written[seat, row, cell] == sheets.numbers[seat, row, cell])


def column_scores(sheets: Any, state: Any, seat: int) -> list[int | None]:
    """Columns do not score in Twenty One."""
    return []


def quiet_price(state: Any, seat: int) -> Parameters | None:
    """No move of Twenty One costs points at once: a strike spoils a cell."""
    return None
