"""Custom sheets, as records write them."""

from collections.abc import Sequence


def _row(cells: range, color: str) -> list[str]:
    return [f"{color}{number}" for number in cells]


_UP, _DOWN = range(2, 15), range(16, 1, -1)
# The last cell but one of red and yellow has the color of the other row; it locks the row that it is in.
_LONGO_ROWS = [[*_row(_UP, "r"), "y15", "r16"], [*_row(_UP, "y"), "r15", "y16"], _row(_DOWN, "g"), _row(_DOWN, "b")]
LONGO = "mine=" + "/".join(",".join(row) for row in _LONGO_ROWS)


def choose_longo(choices: Sequence[str]) -> str:
    """Choose the goal of another color if it can be marked, else the move that skips the fewest cells."""

    def price(choice: str) -> float:
        if choice in ("-", "y15", "r15"):
            return 11.5 if choice == "-" else 0
        number = int(choice[1:])
        return number if choice[0] in "ry" else 18.5 - number

    return min(choices, key=price)
