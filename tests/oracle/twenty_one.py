"""A slow second implementation of Twenty One: a row is a list of written numbers, 0 for empty and -1 for struck."""

from . import Rows, check_moves, read_faces, subsets

VALUES = ("654321", "544331", "653221", "544221", "443321")
COLORS = {
    "A": ("rygbwk", "ygwkrb", "brkwgy", "bykgwr", "bywrkg"),
    "B": ("bkwyrg", "kbrygw", "wgyrbk", "grwkyb", "krbgwy"),
    "C": ("wbrgky", "bwygkr", "rkgywb", "ygbrkw", "wbrygk"),
    "D": ("grkwyb", "rygbwk", "kwbgyr", "kbywrg", "ykgwrb"),
    "E": ("ywbkgr", "wkbryg", "gyrbkw", "wkrbgy", "rgykbw"),
    "F": ("kgyrbw", "grkwby", "ybwkrg", "rwgybk", "gwkbyr"),
}
BONUS = {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21}
EMPTY, STRUCK = 0, -1


def rows_of(sheet: str | Rows) -> Rows:
    """Return the cells of a sheet given by name or by its rows."""
    if isinstance(sheet, str):
        pairs = zip(COLORS[sheet], VALUES, strict=True)
        return tuple(tuple(zip(colors, map(int, values), strict=True)) for colors, values in pairs)
    return sheet


class Oracle:
    """One Twenty One match; every rule is evaluated from the written numbers."""

    def __init__(self, seats: int, sheets: list[str | Rows], first: int = 0) -> None:
        self.seats = seats
        self.sheets = [rows_of(sheet) for sheet in sheets]
        self.written = [[[EMPTY for _ in cells] for cells in rows] for rows in self.sheets]
        self.active = first
        self.phase = "roll"
        self.end_reason: str | None = None
        self.faces: dict[str, int] = {}
        self.dice_wanted: tuple[str, ...] = tuple("wkrygb")

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.end_reason is not None

    @property
    def acting(self) -> tuple[int, ...]:
        """The active seat for the reroll, all seats for filling. [Twenty One 3, 4]"""
        return {"reroll": (self.active,), "fill": tuple(range(self.seats))}.get(self.phase, ())

    def throw(self, text: str) -> None:
        """Lay the wanted dice; after the second throw all seats fill. [Twenty One 3, T-A1]"""
        thrown = dict(read_faces(text, self.dice_wanted))
        self.phase = "fill" if self.faces else "reroll"
        self.faces = {**self.faces, **thrown}
        self.dice_wanted = ()

    def row_now(self, seat: int) -> int:
        """Return the first row with an empty cell. [Twenty One 2]"""
        return min(row for row, written in enumerate(self.written[seat]) if EMPTY in written)

    def writable(self, seat: int) -> list[str]:
        """Return the dice that fit an empty cell of their color in the current row, in order. [Twenty One 5]"""
        row = self.row_now(seat)
        cells = zip(self.sheets[seat][row], self.written[seat][row], strict=True)
        limits = {color: number for (color, number), written in cells if written == EMPTY}
        return [f"{die}{self.faces[die]}" for die in "wkrygb" if die in limits and self.faces[die] <= limits[die]]

    def choices(self, seat: int) -> set[str]:
        """Return every legal move of the seat. [Twenty One 7, 8, T-A2, T-A7]"""
        if seat not in self.acting:
            return set()
        if self.phase == "reroll":
            return {"keep"} if set(self.faces.values()) == {1} else {"keep", "reroll"}
        return {" ".join(subset) for subset in subsets(self.writable(seat)) if subset} | {"x"}

    def resolve(self, moves: dict[int, str]) -> None:
        """Apply one move of every acting seat at once. [C1]"""
        check_moves(moves, {seat: self.choices(seat) for seat in self.acting})
        if self.phase == "reroll":
            self.resolve_reroll(moves[self.active])
            return
        for seat, text in moves.items():
            self.fill(seat, text)
        if any(self.is_complete(seat) for seat in range(self.seats)):
            self.end_reason = "rows"
            self.phase = "over"
            return
        self.active = (self.active + 1) % self.seats
        self.phase = "roll"
        self.faces = {}
        self.dice_wanted = tuple("wkrygb")

    def resolve_reroll(self, text: str) -> None:
        """Reroll all dice that do not show 1, or none. [Twenty One 3]"""
        if text == "keep":
            self.phase = "fill"
            return
        self.phase = "roll"
        self.dice_wanted = tuple(die for die in "wkrygb" if self.faces[die] != 1)

    def fill(self, seat: int, text: str) -> None:
        """Write the named dice in the current row, or strike its leftmost empty cell. [Twenty One 5, 8]"""
        row = self.row_now(seat)
        written = self.written[seat][row]
        if text == "x":
            written[written.index(EMPTY)] = STRUCK
            return
        for word in text.split(" "):
            position = [color for color, _ in self.sheets[seat][row]].index(word[0])
            written[position] = int(word[1:])

    def is_complete(self, seat: int) -> bool:
        """Return whether the seat has no empty cell left. [Twenty One 11, T-A8]"""
        return not any(EMPTY in written for written in self.written[seat])

    def tally(self, seat: int) -> dict[str, int]:
        """Return the points of each row; the current one includes its bonus. [Twenty One 6, 9, T-A4]"""
        parts = {}
        for row, (cells, written) in enumerate(zip(self.sheets[seat], self.written[seat], strict=True)):
            pairs = [(number, mark) for (_, number), mark in zip(cells, written, strict=True) if mark > 0]
            hits = [number for number, mark in pairs if number == mark]
            parts[f"row {row + 1}"] = sum(mark for _, mark in pairs) + BONUS[len(hits)]
        return parts

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of every seat."""
        return tuple(sum(self.tally(seat).values()) for seat in range(self.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total once the match is over. [T-A6, T-A9]"""
        return tuple(seat for seat in range(self.seats) if self.over and self.scores[seat] == max(self.scores))

    def marks(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return the written number of each cell, 0 if empty, -1 if struck, row by row."""
        return tuple(tuple(written) for written in self.written[seat])
