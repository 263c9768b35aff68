"""Split a score into its parts, for result pictures and, translated to JavaScript, for the web page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from paperdice.sheet import COLORS

COLUMNS = "columns"


class CountPart(NamedTuple):
    """A part of a score; its name is a color letter for a row, a number for a row or column, or a word such as
    `misses`.
    """

    name: str
    points: int


def count_parts(tally: Mapping[str, int]) -> list[CountPart]:
    """Return the parts of a tally in display order: rows named by color, then rows or columns named by number, then all
    others.

    If any row is named by color, the columns are combined into a single part.
    """
    colored = [CountPart(name, points) for name, points in tally.items() if is_color(name)]
    numbered = [CountPart(name, points) for name, points in tally.items() if name.isdecimal()]
    others = [CountPart(name, points) for name, points in tally.items() if not is_color(name) and not name.isdecimal()]
    if colored and numbered:
        numbered = [CountPart(COLUMNS, sum(part.points for part in numbered))]
    return [*colored, *numbered, *others]


def is_color(name: str) -> bool:
    """Return whether the name of a part is a color letter, which means that the part is a row."""
    return len(name) == 1 and name in COLORS
