"""A slow second implementation of Sixto: marked cells are sets of positions, locked rows a set of colors."""

from . import Rows, check_moves, read_faces, subsets

COLORS = "roygbp"
SCORES = {0: 0, 1: -5, 2: 0, 3: 5, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36, 9: 45, 10: 55, 11: 66}
N_GOALS = 3

NumberRows = tuple[tuple[int, ...], ...]


def rows_of(sheet: Rows | NumberRows) -> dict[str, tuple[int, ...]]:
    """Return the numbers of each row by color; rows without colors are in the order r o y g b p."""
    found: dict[str, tuple[int, ...]] = {}
    for default, row in zip(COLORS, sheet, strict=False):
        cells = [cell if isinstance(cell, tuple) else (default, cell) for cell in row]
        found[cells[0][0]] = tuple(number for _, number in cells)
    return found


class Oracle:
    """One Sixto match; every rule is evaluated from the marks."""

    def __init__(self, seats: int, sheets: list[Rows | NumberRows], first: int = 0) -> None:
        self.seats = seats
        self.sheets = [rows_of(sheet) for sheet in sheets]
        self.marked: list[dict[str, set[int]]] = [{color: set() for color in rows} for rows in self.sheets]
        self.locked: set[str] = set()
        self.active = first
        self.phase = "roll"
        self.end_reason: str | None = None
        self.faces: dict[str, int] = {}
        self.thrown_before = False
        self.idle_turns = 0

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.end_reason is not None

    @property
    def acting(self) -> tuple[int, ...]:
        """The active seat for the reroll, all seats for ticking. [Sixto 5, 6]"""
        return {"reroll": (self.active,), "tick": tuple(range(self.seats))}.get(self.phase, ())

    @property
    def dice_wanted(self) -> tuple[str, ...]:
        """All dice that no lock has retired. [Sixto 5, 7]"""
        return tuple(die for die in COLORS if die not in self.locked) if self.phase == "roll" else ()

    def throw(self, text: str) -> None:
        """Lay the wanted dice; after the second throw all seats tick. [Sixto 5]"""
        self.faces = dict(read_faces(text, self.dice_wanted))
        self.phase = "tick" if self.thrown_before else "reroll"
        self.thrown_before = True

    def cell_for(self, seat: int, color: str) -> int | None:
        """Return the first cell after all marks with the number of the die, if markable. [Sixto 1-3, S-A1-3]"""
        numbers, marked = self.sheets[seat][color], self.marked[seat][color]
        right = [position for position in range(len(numbers)) if all(position > other for other in marked)]
        matches = [position for position in right if numbers[position] == self.faces[color]]
        if not matches:
            return None
        is_goal = matches[0] >= len(numbers) - N_GOALS
        return None if is_goal and len(marked) < 4 else matches[0]

    def choices(self, seat: int) -> set[str]:
        """Return every legal move of the seat. [Sixto 4, 6]"""
        if seat not in self.acting:
            return set()
        if self.phase == "reroll":
            return {"keep", "reroll"}
        rows = [color for color in COLORS if color in self.faces and color in self.sheets[seat]]
        usable = [f"{color}{self.faces[color]}" for color in rows if self.cell_for(seat, color) is not None]
        return {" ".join(subset) if subset else "-" for subset in subsets(usable)}

    def resolve(self, moves: dict[int, str]) -> None:
        """Apply one move of every acting seat at once. [C1]"""
        check_moves(moves, {seat: self.choices(seat) for seat in self.acting})
        if self.phase == "reroll":
            self.phase = {"keep": "tick", "reroll": "roll"}[moves[self.active]]
            return
        for seat, text in moves.items():
            for word in text.split(" ") if text != "-" else []:
                position = self.cell_for(seat, word[0])
                assert position is not None
                self.marked[seat][word[0]].add(position)
        self.idle_turns = self.idle_turns + 1 if set(moves.values()) == {"-"} else 0
        self.lock_rows()
        self.end_turn()

    def lock_rows(self) -> None:
        """Lock, at the end of the turn, every row in which any seat has two goals. [Sixto 7, S-A6]"""
        for rows, marked in zip(self.sheets, self.marked, strict=True):
            for color, held in marked.items():
                goals = range(len(rows[color]) - N_GOALS, len(rows[color]))
                if len(held & set(goals)) >= 2:
                    self.locked.add(color)

    def end_turn(self) -> None:
        """End the match by dice, full or stall, in this order, or start the next turn. [Sixto 9, 12, S-A7-9]"""
        if len(self.locked) >= (2 if self.seats == 1 else 3):
            self.end_reason = "dice"
        elif any(self.is_full(seat) for seat in range(self.seats)):
            self.end_reason = "full"
        elif self.idle_turns >= 3 * self.seats or all(self.is_stuck(seat) for seat in range(self.seats)):
            self.end_reason = "stall"
        if self.over:
            self.phase = "over"
            return
        self.active = (self.active + 1) % self.seats
        self.phase = "roll"
        self.thrown_before = False
        self.faces = {}

    def open_rows(self, seat: int) -> list[tuple[set[int], int]]:
        """Return the marks and number of cells of each unlocked row."""
        rows = self.marked[seat].items()
        return [(held, len(self.sheets[seat][color])) for color, held in rows if color not in self.locked]

    def is_full(self, seat: int) -> bool:
        """Return whether the seat has marked the last cell of each unlocked row. [Sixto 9, S-A8]"""
        return all(length - 1 in held for held, length in self.open_rows(seat))

    def is_stuck(self, seat: int) -> bool:
        """Return whether no roll lets the seat mark: at the last cell, or at the goals with too few marks. [S-A9]"""
        stuck = []
        for held, length in self.open_rows(seat):
            last = max(held, default=-1)
            stuck.append(last == length - 1 or (last == length - N_GOALS - 1 and len(held) < 4))
        return all(stuck)

    def tally(self, seat: int) -> dict[str, int]:
        """Return the points of each row, and of each column before the goals. [Sixto 10, S-A11]"""
        parts = {color: SCORES[len(held)] for color, held in self.marked[seat].items()}
        for column in range(max(len(numbers) for numbers in self.sheets[seat].values()) - N_GOALS):
            in_column = [color for color, held in self.marked[seat].items() if column in held]
            parts[f"column {column + 1}"] = SCORES[len(in_column)]
        return parts

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of every seat."""
        return tuple(sum(self.tally(seat).values()) for seat in range(self.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, then the most marks, once the match is over. [Sixto 11]"""
        if not self.over:
            return ()
        counts = [sum(len(held) for held in marked.values()) for marked in self.marked]
        standing = list(zip(self.scores, counts, strict=True))
        return tuple(seat for seat in range(self.seats) if standing[seat] == max(standing))

    def marks(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return 1 for each marked cell, 0 for each empty one, row by row."""
        rows = [(held, len(self.sheets[seat][color])) for color, held in self.marked[seat].items()]
        return tuple(tuple(int(position in held) for position in range(length)) for held, length in rows)
