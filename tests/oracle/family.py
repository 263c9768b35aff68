"""A slow second implementation of the Qwixx family: a paper is a dict of crosses by color, variants are branches.

Layouts and rules were written independently from the specification of the variants, by the names of the sheets.
"""

from __future__ import annotations

from copy import deepcopy

from .turns import Turns

UP = list(range(2, 13))
FRAMED = {"r3", "r6", "r9", "y5", "y8", "y11", "g11", "g7", "g4", "b10", "b8", "b5"}
STRIP = ["r", "y", "g", "b", "g", "r", "b", "y", "r", "y", "b", "g"]
SYMBOLS = {
    "circle": ("y11", "g9"),
    "notched": ("y7", "b7"),
    "square": ("r8", "b10"),
    "octagon": ("r6", "b4"),
    "star": ("y3", "g5"),
}
TWICE = {f"{c}{n}" for c in "ry" for n in (3, 5, 9, 11)} | {f"{c}{n}" for c in "gb" for n in (10, 8, 6, 4)}
STEPS = {
    "steps-a": "r7 y2 y6 y8 y12 g11 g9 g5 g3 b10 b4",
    "steps-b": "r5 r11 y4 y6 y10 y12 g11 g7 g5 b12 b6",
    "steps-c": "r6 r12 y5 y7 y11 g12 g10 g6 g4 b11 b5",
    "steps-d": "r3 r9 y2 y4 y8 y10 g9 g7 g3 b8 b2",
    "steps-e": "r2 r8 y3 y7 y9 g10 g8 g4 g2 b9 b3",
}
CHAINS = {
    "chain-a": "r6-y6 r11-y11 y3-g11 y8-g6 g9-b9 g4-b4",
    "chain-b": "r4-y4 r9-y9 y6-g8 y11-g3 g11-b11 g6-b6",
    "chain-c": "r3-y3 r8-y8 y6-g8 y11-g3 g10-b10 g5-b5",
    "chain-d": "r5-y5 r10-y10 y3-g11 y8-g6 g8-b8 g3-b3",
    "chain-e": "r6-y6 r9-y9 y3-g11 y11-g3 g9-b9 g6-b6",
}
SWAPS = [(8, 5), (9, 7), (11, 3), (7, 4), (10, 3), (8, 6), (10, 5), (11, 9), (6, 4)]
TABLE = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136]
NAMES = [
    *("big-points", "bonus-a", "bonus-b", *CHAINS, "double-a", "double-b", *STEPS, "x-change"),
]


def split(text: str) -> tuple[str, int]:
    """Return a cell as color and number."""
    return text[0], int(text[1:])


class Paper:
    """The crosses of one seat, and the rules of its own sheet."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line = {c: UP if c in "ry" else UP[::-1] for c in "rygb"}
        self.crosses: dict[str, dict[int, int]] = {c: {} for c in "rygb"}
        self.bonus: dict[str, set[int]] = {"ry": set(), "gb": set()}
        self.strip: set[int] = set()
        self.last_swap = 0
        self.need = 7 if "double" in name else 5
        self.cap = 16 if "double" in name else 15 if name == "big-points" else 12
        self.enders = {c: line[-1:] for c, line in self.line.items()}

    def count(self, color: str) -> int:
        """Return the number of crosses in a row, without the lock."""
        held = self.crosses[color]
        if self.name == "double-b":
            return sum(2 if f"{color}{number}" in TWICE else 1 for number in held)
        return sum(held.values())

    def furthest(self, color: str) -> int:
        """Return the index of the rightmost cross, -1 in an empty row."""
        return max((self.line[color].index(number) for number in self.crosses[color]), default=-1)

    def locked(self, color: str) -> bool:
        """Return whether this paper has the lock of a row."""
        return any(number in self.crosses[color] for number in self.enders[color])

    def allows(self, color: str, number: int, closed: set[str]) -> bool:
        """Return whether the number may be crossed, regardless of the dice."""
        if color not in self.line or color in closed or self.locked(color) or number not in self.line[color]:
            return False
        place = self.line[color].index(number)
        if number in self.crosses[color]:
            again = self.name == "double-a" and number not in self.enders[color]
            return again and self.crosses[color][number] == 1 and place == self.furthest(color)
        if place < self.furthest(color):
            return False
        return number not in self.enders[color] or self.count(color) >= self.need

    def cross(self, color: str, number: int) -> None:
        """Make one cross and nothing else."""
        self.crosses[color][number] = self.crosses[color].get(number, 0) + 1

    def next_number(self, color: str) -> int | None:
        """Return the number to the right of the rightmost cross."""
        place = self.furthest(color) + 1
        return self.line[color][place] if place < len(self.line[color]) else None

    def push(self, color: str, closed: set[str]) -> str | None:
        """Cross the next number of a row if the rules allow it, and return its name."""
        number = self.next_number(color)
        if number is None or not self.allows(color, number, closed):
            return None
        self.cross(color, number)
        return f"{color}{number}"

    def has(self, text: str) -> bool:
        """Return whether a cell is crossed."""
        color, number = split(text)
        return number in self.crosses[color]

    def won(self, symbol: str) -> bool:
        """Return whether a reward of Bonus B has been won."""
        return self.name == "bonus-b" and all(self.has(cell) for cell in SYMBOLS[symbol])

    def weakest(self, closed: set[str]) -> list[str]:
        """Return the open rows with the fewest crosses."""
        rows = [c for c in self.line if c not in closed and not self.locked(c)]
        fewest = min((self.count(c) for c in rows), default=0)
        return [c for c in rows if self.count(c) == fewest]

    def make(self, color: str, number: int, closed: set[str], chosen: str | None) -> list[str]:
        """Make a mark and everything it forces; return the rows that tied for a circle, [] if none did."""
        first = number not in self.crosses[color]
        self.cross(color, number)
        text = f"{color}{number}"
        if self.name in CHAINS:
            for pair in CHAINS[self.name].split():
                one, other = pair.split("-")
                for partner in [other] if text == one else [one] if text == other else []:
                    if not self.has(partner):
                        self.cross(*split(partner))
        if self.name == "bonus-a" and first:
            self.run_strip(text, closed)
        return self.run_rewards(text, closed, chosen) if self.name == "bonus-b" else []

    def run_strip(self, text: str | None, closed: set[str]) -> None:
        """Use fields of the strip for framed numbers until one without a frame follows or no field is left."""
        while text in FRAMED:
            free = [i for i, color in enumerate(STRIP) if i not in self.strip and color not in closed]
            if not free:
                return
            self.strip.add(free[0])
            text = self.push(STRIP[free[0]], closed)

    def run_rewards(self, text: str, closed: set[str], chosen: str | None) -> list[str]:
        """Apply rewards one after another as they are won."""
        ties: list[str] = []
        waiting = self.news([text])
        while waiting:
            symbol = waiting.pop(0)
            done: list[str | None] = []
            if symbol == "notched":
                done = [self.push(color, closed) for color in "rygb"]
            elif symbol == "circle":
                rows = self.weakest(closed)
                ties = rows if len(rows) > 1 else []
                target = chosen if chosen in rows else rows[0] if rows else None
                done = [self.push(target, closed), self.push(target, closed)] if target else []
            waiting += self.news([cell for cell in done if cell])
        return ties

    def news(self, cells: list[str]) -> list[str]:
        """Return the symbols completed by these new crosses, once even if both cells are new."""
        completed = [name for cell in cells for name, both in SYMBOLS.items() if cell in both and self.won(name)]
        return list(dict.fromkeys(completed))

    def tally(self, misses: int) -> dict[str, int]:
        """Return the points by part."""
        parts = {}
        for color in self.line:
            n = self.count(color) + (1 if self.locked(color) else 0)
            n += sum(len(held) for pair, held in self.bonus.items() if color in pair)
            parts[color] = TABLE[min(n, self.cap)]
        weakest = min(parts.values())
        parts["misses"] = 0 if self.won("star") else -5 * misses
        if self.name in STEPS:
            parts["steps"] = TABLE[sum(self.has(cell) for cell in STEPS[self.name].split())]
        if self.won("square"):
            parts["square"] = weakest
        if self.won("octagon"):
            parts["octagon"] = 13
        return parts


class Oracle(Turns):
    """One match of the family."""

    def __init__(self, seats: int, sheets: list[str], first: int = 0) -> None:
        super().__init__(seats, first)
        self.papers = [self.take_paper(name) for name in sheets]

    def take_paper(self, name: str) -> Paper:
        """Return a blank sheet with this name."""
        return Paper(name)

    def ordered(self, seat: int) -> tuple[str, ...]:
        """Return every legal move of the seat, in the order of the specification."""
        if seat not in self.acting:
            return ()
        paper = self.papers[seat]
        plain = [
            text
            for color in "rygb"
            for number in sorted(self.offered(color))
            if paper.allows(color, number, self.locked)
            for text in self.with_targets(paper, color, number)
        ]
        moves = ["-", *plain, *self.bonus_moves(paper)]
        return (*moves, *self.white_moves(paper)) if self.phase == "white" else tuple(moves)

    def with_targets(self, paper: Paper, color: str, number: int) -> list[str]:
        """Return the mark, or one text for each row that its circle may go to."""
        ties = deepcopy(paper).make(color, number, self.locked, None)
        return [f"{color}{number}>{row}" for row in ties] if ties else [f"{color}{number}"]

    def bonus_moves(self, paper: Paper) -> list[str]:
        """Return the extra moves of Big Points: numbers next to a crossed neighbor."""
        found = []
        for pair, held in paper.bonus.items() if paper.name == "big-points" else ():
            line = paper.line[pair[0]]
            for number in sorted(line):
                fits = any(number in self.offered(color) and paper.has(f"{color}{number}") for color in pair)
                if fits and line.index(number) > max((line.index(other) for other in held), default=-1):
                    found.append(f"{pair}{number}")
        return found

    def white_moves(self, paper: Paper) -> list[str]:
        """Return the extra moves of X-Change: the other number of a field that shows the white sum."""
        found = []
        total = sum(self.whites)
        for field, numbers in enumerate(SWAPS, 1) if paper.name == "x-change" else ():
            if field > paper.last_swap and total in numbers:
                (other,) = set(numbers) - {total}
                found += [f"x{field}:{c}{other}" for c in "rygb" if paper.allows(c, other, self.locked)]
        return found

    def choices(self, seat: int) -> set[str]:
        """Return every legal move of the seat."""
        return set(self.ordered(seat))

    def mark(self, seat: int, text: str) -> None:
        """Apply one move to the paper of a seat."""
        paper = self.papers[seat]
        if text == "-":
            return
        if text[:2] in paper.bonus:
            paper.bonus[text[:2]].add(int(text[2:]))
            return
        if text.startswith("x"):
            field, _, text = text[1:].partition(":")
            paper.last_swap = int(field)
        mark, _, chosen = text.removeprefix("*").partition(">")
        paper.make(*split(mark), self.locked, chosen or None)

    def holds_lock(self, seat: int) -> set[str]:
        """Return the colors of the rows that this seat has locked."""
        return {color for color in self.papers[seat].line if self.papers[seat].locked(color)}

    def tally(self, seat: int) -> dict[str, int]:
        """Return the points of a seat by part."""
        return self.papers[seat].tally(self.misses[seat])

    def marks(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return the crosses of each cell, row by row."""
        paper = self.papers[seat]
        return tuple(tuple(paper.crosses[c].get(number, 0) for number in line) for c, line in paper.line.items())
