"""The turns of Qwixx, shared by the oracles of the classic sheets, of the family and of Longo."""

from abc import ABC, abstractmethod

from . import check_moves, read_faces


class Turns(ABC):
    """Acting seats, wanted dice, numbers offered by a roll, misses and the end; an oracle adds sheets and marks."""

    faces = 6

    def __init__(self, seats: int, first: int = 0) -> None:
        self.seats = seats
        self.misses = [0] * seats
        self.locked: set[str] = set()
        self.active = first
        self.phase = "roll"
        self.end_reason: str | None = None
        self.roll: list[tuple[str, int]] = []
        self.marked_white = False

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.end_reason is not None

    @property
    def acting(self) -> tuple[int, ...]:
        """All seats in the white phase, the active one in the color phase. [Qwixx 4, 5]"""
        return {"white": tuple(range(self.seats)), "color": (self.active,)}.get(self.phase, ())

    @property
    def dice_wanted(self) -> tuple[str, ...]:
        """Both white dice and the color dice that no lock has retired. [Qwixx 3, 9]"""
        return tuple(die for die in "wwrygb" if die not in self.locked) if self.phase == "roll" else ()

    def throw(self, text: str) -> None:
        """Lay the wanted dice."""
        self.roll = read_faces(text, self.dice_wanted, self.faces)
        self.phase = "white"

    @property
    def whites(self) -> list[int]:
        """The numbers on the white dice."""
        return [pips for color, pips in self.roll if color == "w"]

    def offered(self, color: str) -> set[int]:
        """Return the numbers that the dice make in a color now: the white sum, or one white + that die. [Qwixx 4, 5]"""
        if self.phase == "white":
            return {sum(self.whites)}
        dice = [pips for die, pips in self.roll if die == color and color not in self.locked]
        return {white + pips for pips in dice for white in self.whites}

    @abstractmethod
    def choices(self, seat: int) -> set[str]:
        """Return every legal move of the seat."""

    @abstractmethod
    def mark(self, seat: int, text: str) -> None:
        """Apply one move to the paper of a seat, none for a pass."""

    @abstractmethod
    def holds_lock(self, seat: int) -> set[str]:
        """Return the colors of the rows that this seat has locked."""

    @abstractmethod
    def tally(self, seat: int) -> dict[str, int]:
        """Return the points of a seat by part."""

    def lock_rows(self) -> None:
        """Lock every row, by its color, that any seat has locked; two locks end the match. [Qwixx 9-11]"""
        self.locked |= {color for seat in range(self.seats) for color in self.holds_lock(seat)}
        if len(self.locked) >= 2:
            self.end("locks")

    def end(self, reason: str) -> None:
        """End the match; the active seat stays."""
        self.end_reason, self.phase = reason, "over"

    def resolve(self, moves: dict[int, str]) -> None:
        """Apply one move of every acting seat at once. [C1]"""
        check_moves(moves, {seat: self.choices(seat) for seat in self.acting})
        phase = self.phase
        for seat, text in moves.items():
            self.mark(seat, text)
        self.lock_rows()
        if self.over:
            return
        if phase == "white":
            self.marked_white = moves[self.active] != "-"
            self.phase = "color"
        else:
            self.end_turn(marked_color=moves[self.active] != "-")

    def end_turn(self, marked_color: bool) -> None:
        """Count a miss if the active seat marked nothing; the fourth ends the match. [Qwixx 7, 11]"""
        if not self.marked_white and not marked_color:
            self.misses[self.active] += 1
        if self.misses[self.active] == 4:
            self.end("misses")
            return
        self.active = (self.active + 1) % self.seats
        self.phase, self.roll, self.marked_white = "roll", [], False

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of every seat."""
        return tuple(sum(self.tally(seat).values()) for seat in range(self.seats))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total once the match is over. [Q-A13]"""
        return tuple(seat for seat in range(self.seats) if self.over and self.scores[seat] == max(self.scores))
