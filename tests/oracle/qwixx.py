"""A slow second implementation of Qwixx: marked cells are sets of positions, locks are a set of colors."""

from . import Rows
from .turns import Turns

PRINTED = {
    "classic": (
        "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12",
        "y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12",
        "g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 g2",
        "b12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2",
    ),
    "mixx-a": (
        "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12",
        "r2 r3 g4 g5 g6 g7 b8 b9 y10 y11 y12",
        "b12 b11 b10 y9 y8 y7 r6 r5 r4 g3 g2",
        "g12 g11 r10 r9 r8 r7 y6 y5 b4 b3 b2",
    ),
    "mixx-b": (
        "r10 r6 r2 r8 r3 r4 r12 r5 r9 r7 r11",
        "y9 y12 y4 y6 y7 y2 y5 y8 y11 y3 y10",
        "g8 g2 g10 g12 g6 g9 g7 g4 g5 g11 g3",
        "b5 b7 b11 b9 b12 b3 b8 b10 b2 b6 b4",
    ),
}
ROW_SCORES = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36, 9: 45, 10: 55, 11: 66, 12: 78}


def rows_of(sheet: str | Rows) -> Rows:
    """Return the cells of a sheet given by name or by its rows."""
    if isinstance(sheet, str):
        return tuple(tuple((word[0], int(word[1:])) for word in row.split()) for row in PRINTED[sheet])
    return sheet


class Oracle(Turns):
    """One Qwixx match; every rule is evaluated from the marks."""

    def __init__(self, seats: int, sheets: list[str | Rows], first: int = 0) -> None:
        super().__init__(seats, first)
        self.sheets = [rows_of(sheet) for sheet in sheets]
        self.marked: list[list[set[int]]] = [[set() for _ in rows] for rows in self.sheets]

    def can_mark(self, seat: int, row: int, position: int) -> bool:
        """Return whether a cell of an unlocked row is after all marks; the last needs five. [Qwixx 2, 8, 9, Q-A6]"""
        cells, marked = self.sheets[seat][row], self.marked[seat][row]
        if cells[-1][0] in self.locked or any(position <= other for other in marked):
            return False
        return position != len(cells) - 1 or len(marked) >= 5

    def choices(self, seat: int) -> set[str]:
        """Return every legal move of the seat."""
        if seat not in self.acting:
            return set()
        found = {"-"}
        for row, cells in enumerate(self.sheets[seat]):
            for position, (color, number) in enumerate(cells):
                if number in self.offered(color) and self.can_mark(seat, row, position):
                    found.add(f"{color}{number}")
        return found

    def mark(self, seat: int, text: str) -> None:
        """Make the cross that the text names, none for a pass."""
        for row, cells in enumerate(self.sheets[seat]):
            for position, (color, number) in enumerate(cells):
                if text == f"{color}{number}":
                    self.marked[seat][row].add(position)

    def holds_lock(self, seat: int) -> set[str]:
        """Return the colors of the rows whose last cell this seat has marked."""
        rows = zip(self.sheets[seat], self.marked[seat], strict=True)
        return {cells[-1][0] for cells, held in rows if len(cells) - 1 in held}

    def tally(self, seat: int) -> dict[str, int]:
        """Return the points of each row by the color of its lock, and of the misses. [Qwixx 12]"""
        parts = {}
        for cells, held in zip(self.sheets[seat], self.marked[seat], strict=True):
            lock = 1 if len(cells) - 1 in held else 0
            parts[cells[-1][0]] = ROW_SCORES[len(held) + lock]
        parts["misses"] = -5 * self.misses[seat]
        return parts

    def marks(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return 1 for each marked cell, 0 for each empty one, row by row."""
        rows = zip(self.sheets[seat], self.marked[seat], strict=True)
        return tuple(tuple(int(position in held) for position in range(len(cells))) for cells, held in rows)
