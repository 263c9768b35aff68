"""A slow second implementation of Qwantum: a row is the list of numbers written so far."""

from . import Rows, check_moves, subsets

DICE = {
    "w": "w1 w2 w3 w4 w5 w6",
    "1": "r1 r4 y5 b5 b1 p6",
    "2": "r6 r2 y1 y3 b5 p4",
    "3": "r3 r1 y4 y2 b4 p3",
    "4": "r5 y6 b2 b4 p1 p3",
    "5": "r3 y4 b2 b6 p2 p5",
    "6": "r6 y1 y5 b3 p6 p2",
}
PRINTED = {"classic": ("pppppp", "bbbbbb", "rrrrrr", "yyyyyy")}
MISS_COSTS = {0: 0, 1: -1, 2: -3, 3: -6, 4: -10, 5: -15}


def rows_of(sheet: str | Rows) -> tuple[tuple[str, int], ...]:
    """Return the color and the number of cells of each row, for a sheet given by name or by its rows."""
    if isinstance(sheet, str):
        return tuple((row[0], len(row)) for row in PRINTED[sheet])
    return tuple((row[0][0], len(row)) for row in sheet)


def column_score(values: list[int]) -> int:
    """Return the second lowest distinct value, or the only one. [Qwantum 8, W-A5]"""
    different = sorted(set(values))
    return different[1] if len(different) > 1 else different[0]


class Oracle:
    """One Qwantum match; every rule is evaluated from the written numbers."""

    def __init__(self, seats: int, sheets: list[str | Rows], first: int = 0) -> None:
        self.seats = seats
        self.sheets = [rows_of(sheet) for sheet in sheets]
        self.written: list[dict[str, list[int]]] = [{color: [] for color, _ in rows} for rows in self.sheets]
        self.misses = [0] * seats
        self.active = first
        self.phase = "roll"
        self.end_reason: str | None = None
        self.faces: dict[str, str] = {}
        self.dice_wanted: tuple[str, ...] = tuple(DICE)
        self.picked = "-"

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.end_reason is not None

    @property
    def acting(self) -> tuple[int, ...]:
        """The active seat for reroll and pick, all seats for sharing. [Qwantum 3, 5, 6]"""
        everyone = tuple(range(self.seats))
        return {"reroll": (self.active,), "pick": (self.active,), "share": everyone}.get(self.phase, ())

    def throw(self, text: str) -> None:
        """Lay the wanted dice; after the second throw the active seat picks. [Qwantum 3]"""
        words = text.split(" ")
        if not self.dice_wanted or len(words) != len(self.dice_wanted):
            raise ValueError(f"threw {text!r}, wanted {self.dice_wanted}")
        thrown = dict(zip(self.dice_wanted, words, strict=True))
        for die, face in thrown.items():
            if face not in DICE[die].split():
                raise ValueError(f"die {die} has no face {face!r}")
        self.phase = "pick" if self.faces else "reroll"
        self.faces = {**self.faces, **thrown}
        self.dice_wanted = ()

    def sums(self) -> dict[str, int]:
        """Return white plus all dice that show a color, for each color. [Qwantum 4]"""
        totals = {color: int(self.faces["w"][1]) for color in "rybp"}
        for die in "123456":
            totals[self.faces[die][0]] += int(self.faces[die][1])
        return totals

    def can_write(self, seat: int, color: str, number: int) -> bool:
        """Return whether a number may follow: rising in the first four cells, then falling. [Qwantum 1, 2]"""
        written = self.written[seat][color]
        if len(written) == dict(self.sheets[seat])[color]:
            return False
        if not written:
            return True
        return number > written[-1] if len(written) < 4 else number < written[-1]

    def choices(self, seat: int) -> set[str]:
        """Return every legal move of the seat. [Qwantum 3, 5, 6, W-A3]"""
        if seat not in self.acting:
            return set()
        if self.phase == "reroll":
            return {"keep"} | {"reroll " + "".join(subset) for subset in subsets(list(DICE)) if subset}
        open_sums = {color: number for color, number in self.sums().items() if color in self.written[seat]}
        if self.phase == "share":
            open_sums = {color: number for color, number in open_sums.items() if color != self.picked[0]}
        found = {f"{color}{number}" for color, number in open_sums.items() if self.can_write(seat, color, number)}
        return found | {"-"}

    def resolve(self, moves: dict[int, str]) -> None:
        """Apply one move of every acting seat at once. [C1]"""
        check_moves(moves, {seat: self.choices(seat) for seat in self.acting})
        if self.phase == "reroll":
            self.resolve_reroll(moves[self.active])
            return
        for seat, text in moves.items():
            if text != "-":
                self.written[seat][text[0]].append(int(text[1:]))
        if self.phase == "pick":
            self.picked = moves[self.active]
            self.phase = "share"
            if self.is_full(self.active):
                self.end("full")
        else:
            self.end_turn(shared=moves[self.active])

    def resolve_reroll(self, text: str) -> None:
        """Reroll any dice, once. [Qwantum 3]"""
        if text == "keep":
            self.phase = "pick"
            return
        self.phase = "roll"
        self.dice_wanted = tuple(text.removeprefix("reroll "))

    def end_turn(self, shared: str) -> None:
        """Count a miss, then check the end: a full sheet takes precedence over misses. [Qwantum 7, 9, W-A4, W-A6]"""
        if self.picked == "-" and shared == "-":
            self.misses[self.active] += 1
        if any(self.is_full(seat) for seat in range(self.seats)):
            self.end("full")
        elif self.misses[self.active] == 5:
            self.end("misses")
        else:
            self.active = (self.active + 1) % self.seats
            self.phase = "roll"
            self.faces = {}
            self.picked = "-"
            self.dice_wanted = tuple(DICE)

    def end(self, reason: str) -> None:
        """End the match; the active seat stays."""
        self.end_reason = reason
        self.phase = "over"

    def is_full(self, seat: int) -> bool:
        """Return whether all rows of the seat are full. [Qwantum 9]"""
        return all(len(self.written[seat][color]) == length for color, length in self.sheets[seat])

    def tally(self, seat: int) -> dict[str, int]:
        """Return the points of each complete column and of the misses. [Qwantum 8, 10]"""
        parts = {}
        for column in range(max(length for _, length in self.sheets[seat])):
            rows = self.written[seat].values()
            if all(len(written) > column for written in rows):
                parts[f"column {column + 1}"] = column_score([written[column] for written in rows])
        parts["misses"] = MISS_COSTS[self.misses[seat]]
        return parts

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of every seat, which may be negative. [W-A8]"""
        return tuple(sum(self.tally(seat).values()) for seat in range(self.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total once the match is over. [W-A7]"""
        return tuple(seat for seat in range(self.seats) if self.over and self.scores[seat] == max(self.scores))

    def marks(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return the written number of each cell, 0 if empty, row by row."""
        rows = [(self.written[seat][color], length) for color, length in self.sheets[seat]]
        return tuple(tuple(written + [0] * (length - len(written))) for written, length in rows)
