"""Counts of a seat's actions in one match, and of the dice it threw."""

from __future__ import annotations

from typing import TypedDict

import numpy as np

from paperdice.bots.decision import Decisions
from paperdice.match import Match
from paperdice.position import Position
from paperdice.rulekit import CellState
from paperdice.study.walk import Step, walk

EVENTS = ("marks", "locks", "misses", "strikes")


class Habits(TypedDict):
    """Counts of a seat's actions in one match.

    Attributes:
        marks: Cells written.
        skipped: Cells skipped.
        strikes: Cells struck.
        locks: Rows locked.
        misses: Misses taken.
        misses_chosen: Misses taken although a mark was possible.
        passes: Passes although a mark was possible.
        rerolls: Rerolls taken.
        rerolls_offered: Decisions on whether to reroll.
        hints: Decisions made with a hint from the coach.
    """

    marks: int
    skipped: int
    strikes: int
    locks: int
    misses: int
    misses_chosen: int
    passes: int
    rerolls: int
    rerolls_offered: int
    hints: int


def habits_of(match: Match, seat: int) -> Habits:
    """Count a seat's actions in a match, up to the last resolved phase."""
    position = match.snapshot()
    events = np.zeros(len(EVENTS), np.int64)
    position.game.rules.count_events(position.laid, position.state, seat, events)
    marks, locks, misses, strikes = (int(event) for event in events)
    found: Habits = {
        "marks": marks,
        "skipped": _count_cells(position, seat, CellState.SKIPPED),
        "strikes": strikes,
        "locks": locks,
        "misses": misses,
        "misses_chosen": 0,
        "passes": 0,
        "rerolls": 0,
        "rerolls_offered": 0,
        "hints": 0,
    }
    decisions = Decisions()
    for step in walk(match):
        found["hints"] += str(seat) in hinted_seats(step.comment)
        if seat in step.moves and decisions.of(step.before, seat).n > 1:
            _count_step(found, step, seat)
    return found


def hinted_seats(comment: str) -> list[str]:
    """Parse the seats that asked for a hint from the comment of a step, such as `hint: 0 1; corrected: 0`."""
    notes = dict(note.split(": ", 1) for note in comment.split("; ") if ": " in note)
    return notes.get("hint", "").split()


def _count_step(found: Habits, step: Step, seat: int) -> None:
    """Update the counts of rerolls, passes and misses with one decision that has at least two choices."""
    if step.phase == "reroll":
        found["rerolls_offered"] += 1
        found["rerolls"] += step.moves[seat] != "keep"
        return
    if step.moves[seat] not in ("-", "x"):
        return
    found["passes"] += 1
    if hasattr(step.before.state, "misses"):
        found["misses_chosen"] += int(step.after.state.misses[seat] > step.before.state.misses[seat])


def _count_cells(position: Position, seat: int, kind: CellState) -> int:
    game, _, laid, state = position
    cells = [(row, cell) for row in range(laid.n_rows[seat]) for cell in range(laid.n_cells[seat, row])]
    return sum(game.rules.cell_state(laid, state, seat, row, cell) == kind for row, cell in cells)


def dice_of(match: Match, seat: int) -> dict[str, list[int]]:
    """Count how often a seat threw each face of each die.

    Returns:
        A list of counts by face for each die, keyed by the name of the die.
    """
    counts: dict[str, list[int]] = {}
    for step in walk(match):
        if not step.is_throw or step.active != seat:
            continue
        wanted = int(match.game.rules.dice_wanted(step.before.state))
        for die in match.game.dice:
            if wanted >> die.index & 1:
                faces = counts.setdefault(die.name, [0] * len(die.faces))
                faces[int(step.after.state.dice[die.index]) - 1] += 1
    return counts
