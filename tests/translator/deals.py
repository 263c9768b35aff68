"""Sheets for the comparison of Python and its translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from paperdice.game import Game
from tests.sampling import WHOLE, sample
from tests.sheet_kinds import KINDS

T = TypeVar("T")

BATCH = 6


def deals(game: Game, *, more: int = 1) -> list[list[str]]:
    """Return deals with one sheet for all seats, and one with different sheets; all deals in a long run.

    Args:
        game: The game, or its family with other rules.
        more: The usual number of deals, besides one per kind of sheet.
    """
    names = [name for name, sheet in game.sheets.items() if (sheet.extras is None) == (game.printing is None)]
    every = [[name] * seats for name in names for seats in game.seats]
    kinds = [name for title, name in KINDS if title == game.name and name in names]
    always = [[name] * (1 + place % 2) for place, name in enumerate(kinds)]
    most = game.seats[-1] if game.printing is None else 1
    return [*sample(every, len(always) + more, always=always), (names * most)[:most]]


def batches(cases: Sequence[T]) -> Iterator[Sequence[T]]:
    """Yield all cases at once, or in a long run a few at a time, as their results take much memory."""
    size = BATCH if WHOLE else len(cases)
    for start in range(0, len(cases), size):
        yield cases[start : start + size]
