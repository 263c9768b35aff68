"""Generate the sheets A to L, since the original ones are unknown: `python -m paperdice.games.sixto.print_sheets`.

A row contains each number from 1 to 6 twice, with no equal numbers side by side and three different numbers as goals.
No sheet is better than another, because all rows have about the same value: the script generates many rows with a fixed
seed and chooses those whose values are closest to the median.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from pathlib import Path

from paperdice.games.sixto.rules import GOALS_TO_LOCK, MARKS_TO_REACH_GOALS, N_GOALS, POINTS

SEED = 2023
NAMES = "ABCDEFGHIJKL"
COLORS = "roygbp"
NUMBERS = (1, 2, 3, 4, 5, 6)
N_DRAWN = 288
N_THROWS = 12
FOLDER = Path(__file__).parent / "sheets"

Numbers = tuple[int, ...]


def draw_row(rng: random.Random) -> Numbers:
    """Generate random rows until one is valid, and return that row."""
    while True:
        # Only `random()` is guaranteed to return the same numbers in every version of Python.
        row = tuple(number for _, number in sorted((rng.random(), number) for number in NUMBERS * 2))
        if may_be_printed(row):
            return row


def may_be_printed(row: Numbers) -> bool:
    """Return whether a row is valid: adjacent numbers must differ, and so must the numbers of its goals, the last three
    cells.
    """
    return all(number != after for number, after in pairwise(row)) and len(set(row[-N_GOALS:])) == N_GOALS


def worth(row: Numbers, n_throws: int = N_THROWS) -> int:
    """Return the value of a row as an integer: the expected score of optimal play on this row alone for `n_throws`
    throws, multiplied by 6 to the power of `n_throws`.
    """

    @cache
    def expect(n_left: int, next_cell: int, n_marks: int, n_goals: int) -> int:
        if n_left == 0 or n_goals == GOALS_TO_LOCK:
            return POINTS[n_marks] * 6**n_left
        passed = expect(n_left - 1, next_cell, n_marks, n_goals)
        total = 0
        for number in NUMBERS:
            best = passed
            if number in row[next_cell:]:
                cell = row.index(number, next_cell)
                is_goal = cell >= len(row) - N_GOALS
                if not is_goal or n_marks >= MARKS_TO_REACH_GOALS:
                    best = max(best, expect(n_left - 1, cell + 1, n_marks + 1, n_goals + is_goal))
            total += best
        return total

    return expect(n_throws, 0, 0, 0)


def choose_rows(n_rows: int) -> list[Numbers]:
    """Return `n_rows` distinct rows of similar value, in the order in which they were generated."""
    rng = random.Random(SEED)
    drawn = list(dict.fromkeys(draw_row(rng) for _ in range(N_DRAWN)))
    ranked = sorted(drawn, key=lambda row: (worth(row), row))
    first = (len(ranked) - n_rows) // 2
    middle = set(ranked[first : first + n_rows])
    return [row for row in drawn if row in middle]


def print_sheets() -> dict[str, str]:
    """Return the content of each sheet file, keyed by the name of the sheet."""
    rows = choose_rows(len(NAMES) * len(COLORS))
    texts = {}
    for index, name in enumerate(NAMES):
        lines = [
            'game = "sixto"',
            f'name = "{name}"',
            "checked = false",
            'source = "made by print_sheets.py; the numbers of the paper are not known"',
        ]
        for color, row in zip(COLORS, rows[index * len(COLORS) :], strict=False):
            cells = ", ".join(f'"{color}{number}"' for number in row)
            lines += ["", "[[rows]]", f"cells = [{cells}]"]
        texts[name] = "\n".join([*lines, ""])
    return texts


def main() -> None:
    """Write all sheet files."""
    for name, text in print_sheets().items():
        (FOLDER / f"{name}.toml").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
