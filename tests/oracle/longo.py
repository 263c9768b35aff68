"""A slow second implementation of Longo: the family's papers with longer rows, two closing and two lucky numbers."""

from __future__ import annotations

from . import Rows, family

LONG = list(range(2, 17))
LUCKY = [
    *((6, 12), (5, 7), (5, 11), (7, 13), (11, 13), (5, 6), (5, 12)),
    *((5, 13), (6, 7), (6, 11), (6, 13), (7, 12), (11, 12), (12, 13)),
]
NAMES = [f"longo-{number}" for number in range(1, len(LUCKY) + 1)]


class Paper(family.Paper):
    """A sheet of Longo: either of the last two numbers locks a row after six crosses. [Longo 1, 2]"""

    def __init__(self, sheet: str | Rows) -> None:
        super().__init__(sheet if isinstance(sheet, str) else "toy")
        self.line = {c: LONG if c in "ry" else LONG[::-1] for c in "rygb"}
        self.need, self.cap = 6, 15
        self.lucky: tuple[int, ...] = LUCKY[NAMES.index(self.name)] if self.name in NAMES else (3,)
        if not isinstance(sheet, str):  # a toy in counts needs one cross before its closing numbers
            self.line = {cells[-1][0]: [number for _, number in cells] for cells in sheet}
            self.need = 1
        self.crosses = {c: {} for c in self.line}
        self.enders = {c: line[-2:] for c, line in self.line.items()}


class Oracle(family.Oracle):
    """One match of Longo."""

    faces = 8

    def take_paper(self, sheet: str | Rows) -> Paper:
        """Return a blank sheet, given its name or a toy's rows."""
        return Paper(sheet)

    def white_moves(self, paper: family.Paper) -> list[str]:
        """Return the next numbers of the rows with the fewest crosses if the white sum is lucky. [Longo 3, V-LO8]"""
        assert isinstance(paper, Paper)
        total = sum(self.whites)
        if total not in paper.lucky:
            return []
        nexts = [(color, paper.next_number(color)) for color in paper.weakest(self.locked)]
        return [
            f"*{color}{number}"
            for color, number in nexts
            if number is not None and number != total and paper.allows(color, number, self.locked)
        ]
