"""Paper: its sizes, and how many sheets of a size go on a page, in millimeters."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Literal, NamedTuple, get_args

from paperdice.errors import Reason, SetupError

PaperName = Literal["a4", "letter"]
PAPERS: dict[str, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN = 5.0
GAP = 4.0
# No cell is smaller, so that a thick pen finds it.
LEAST_CELL = 8.0
# A row as wide as this is easy to read; only large print is larger.
WIDEST = 200.0
MOST_COPIES = 100
_MOST_LINES = 8

assert tuple(PAPERS) == get_args(PaperName)


class Plan(NamedTuple):
    """How pages are filled: the paper as it lies, sheets side by side and below each other, and their scale."""

    width: float
    height: float
    columns: int
    rows: int
    scale: float

    @property
    def n_places(self) -> int:
        """How many sheets a page has room for."""
        return self.columns * self.rows


def check_copies(copies: int, n_sheets: int) -> None:
    """Refuses to print nothing, or more sheets than are printed at a time."""
    if not 1 <= copies <= MOST_COPIES or copies * n_sheets > MOST_COPIES:
        reason = Reason("bad_copies", {"most": MOST_COPIES})
        raise SetupError(f"1 to {MOST_COPIES} sheets are printed at a time, not {copies} of {n_sheets}", reason)


def arrange(paper: str, n_sheets: int, size: tuple[float, float], least: float, is_large: bool = False) -> Plan:
    """Gives the plan with the fewest pages for sheets of a size, and of these the one with the largest sheets.

    `least` is the smallest scale, in millimeters for each unit of the drawing, at which all cells are large enough.
    """
    if paper not in PAPERS:
        known = ", ".join(PAPERS)
        raise SetupError(f"there is no paper {paper!r}; known are {known}", _reason("bad_paper", paper, known))
    plans = [plan for plan in _plans(PAPERS[paper], size, is_large) if plan.scale >= least]
    if not plans:
        raise SetupError(f"the sheet is too large for {paper}", _reason("print_no_room", paper, ""))
    return min(plans, key=lambda plan: (ceil(n_sheets / plan.n_places), -plan.scale))


def _reason(name: str, paper: str, known: str) -> Reason:
    return Reason(name, {"paper": str(paper), "known": known})


def _plans(paper: tuple[float, float], size: tuple[float, float], is_large: bool) -> Iterator[Plan]:
    most = 1 if is_large else _MOST_LINES
    for width, height in (paper, paper[::-1]):
        for columns in range(1, most + 1):
            for rows in range(1, most + 1):
                across = (width - 2 * MARGIN - (columns - 1) * GAP) / columns / size[0]
                down = (height - 2 * MARGIN - (rows - 1) * GAP) / rows / size[1]
                widest = across if is_large else WIDEST / size[0]
                yield Plan(width, height, columns, rows, min(across, down, widest))


def places(plan: Plan, size: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Gives where the sheets of a page stand, all together in its middle, so that backs meet fronts on both ways."""
    wide, high = size[0] * plan.scale, size[1] * plan.scale
    left = (plan.width - plan.columns * wide - (plan.columns - 1) * GAP) / 2
    top = (plan.height - plan.rows * high - (plan.rows - 1) * GAP) / 2
    for row in range(plan.rows):
        for column in range(plan.columns):
            yield left + column * (wide + GAP), top + row * (high + GAP)
