"""The parts of which a score is the sum; used by pictures of results and, translated, by the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from paperdice.sheet import COLORS

COLUMNS = "columns"


class CountPart(NamedTuple):
    """A part of a score: its name (a color for a row, a number for a row or column, `columns` or `misses`) and
    its points.
    """

    name: str
    points: int


def count_parts(tally: Mapping[str, int]) -> list[CountPart]:
    """Return the parts of a tally: colored rows, then numbered rows or columns, then the rest.

    If rows are colored, the columns count as one part.
    """
    colored = [CountPart(name, points) for name, points in tally.items() if is_color(name)]
    numbered = [CountPart(name, points) for name, points in tally.items() if name.isdecimal()]
    others = [CountPart(name, points) for name, points in tally.items() if not is_color(name) and not name.isdecimal()]
    if colored and numbered:
        numbered = [CountPart(COLUMNS, sum(part.points for part in numbered))]
    return [*colored, *numbered, *others]


def is_color(name: str) -> bool:
    """Return whether a part is a row of one color."""
    return len(name) == 1 and name in COLORS
