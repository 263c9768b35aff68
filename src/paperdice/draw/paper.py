"""Paper sizes in millimeters, and the arrangement of sheets on a page."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from paperdice.errors import Reason, SetupError

PaperName = Literal["a4", "letter"]
PAPERS: dict[str, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
MARGIN = 5.0
GAP = 4.0
# The smallest cell size in which a thick pen can write.
LEAST_CELL = 8.0
# A row of this width is easy to read; only large print exceeds it.
WIDEST = 200.0
MOST_COPIES = 100
_MOST_LINES = 8

assert tuple(PAPERS) == get_args(PaperName)


class SheetGrid(NamedTuple):
    """The arrangement of sheets on a page.

    Attributes:
        width: The width of the paper in this orientation.
        height: The height of the paper in this orientation.
        columns: The number of columns of sheets.
        rows: The number of rows of sheets.
        scale: The scale in millimeters per unit of the drawing.
    """

    width: float
    height: float
    columns: int
    rows: int
    scale: float

    @property
    def n_places(self) -> int:
        """The number of sheets per page."""
        return self.columns * self.rows


def check_copies(copies: int, n_sheets: int) -> None:
    """Check the number of sheets to print.

    Raises:
        SetupError: There are no sheets to print, or more than `MOST_COPIES`.
    """
    if not 1 <= copies <= MOST_COPIES or copies * n_sheets > MOST_COPIES:
        reason = Reason("bad_copies", {"most": MOST_COPIES})
        raise SetupError(f"1 to {MOST_COPIES} sheets are printed at a time, not {copies} of {n_sheets}", reason)


def arrange(paper: str, n_sheets: int, size: tuple[float, float], least: float, is_large: bool = False) -> SheetGrid:
    """Return the best arrangement of sheets on a named paper size; see `find_plan` for the criteria.

    Raises:
        SetupError: The paper size is unknown, or the sheets are too large for it.
    """
    if paper not in PAPERS:
        known = ", ".join(PAPERS)
        raise SetupError(f"there is no paper {paper!r}; known are {known}", _reason("bad_paper", paper, known))
    plan = find_plan(PAPERS[paper], n_sheets, size, least, is_large)
    if plan is None:
        raise SetupError(f"the sheet is too large for {paper}", _reason("print_no_room", paper, ""))
    return plan


def _reason(name: str, paper: str, known: str) -> Reason:
    return Reason(name, {"paper": str(paper), "known": known})


def find_plan(
    paper: tuple[float, float], n_sheets: int, size: tuple[float, float], least: float, is_large: bool
) -> SheetGrid | None:
    """Return the arrangement with the fewest pages and, if several need the same number, the largest sheets. Return
    None if the sheets are too large for the paper.

    Args:
        paper: The width and height of the paper.
        n_sheets: The number of sheets.
        size: The width and height of each sheet, in units of the drawing.
        least: The smallest scale, in millimeters per unit, at which players can write in every cell.
        is_large: Whether to print one sheet per page, as large as possible.
    """
    best: SheetGrid | None = None
    fewest = 0
    for plan in _plans(paper, size, is_large):
        n_pages = -(-n_sheets // plan.n_places)
        is_better = best is None or n_pages < fewest or (n_pages == fewest and plan.scale > best.scale)
        if is_better and plan.scale >= least:
            best = plan
            fewest = n_pages
    return best


def _plans(paper: tuple[float, float], size: tuple[float, float], is_large: bool) -> list[SheetGrid]:
    most = 1 if is_large else _MOST_LINES
    found: list[SheetGrid] = []
    for width, height in [(paper[0], paper[1]), (paper[1], paper[0])]:
        for columns in range(1, most + 1):
            for rows in range(1, most + 1):
                across = (width - 2 * MARGIN - (columns - 1) * GAP) / columns / size[0]
                down = (height - 2 * MARGIN - (rows - 1) * GAP) / rows / size[1]
                widest = across if is_large else WIDEST / size[0]
                found.append(SheetGrid(width, height, columns, rows, min(across, down, widest)))
    return found


def places(plan: SheetGrid, size: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the position of the upper left corner of each sheet on a page.

    The sheets are centered as a block, so that backs match fronts regardless of how the paper is turned.
    """
    wide = size[0] * plan.scale
    high = size[1] * plan.scale
    left = (plan.width - plan.columns * wide - (plan.columns - 1) * GAP) / 2
    top = (plan.height - plan.rows * high - (plan.rows - 1) * GAP) / 2
    return [
        (left + column * (wide + GAP), top + row * (high + GAP))
        for row in range(plan.rows)
        for column in range(plan.columns)
    ]
