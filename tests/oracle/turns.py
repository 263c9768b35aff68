"""The turns of Qwixx, slowly: what the oracles of the classic sheets, of the family and of Longo share."""

from abc import ABC, abstractmethod

from . import check_moves, read_faces


class Turns(ABC):
    """Who acts, which dice are wanted, what a roll offers, misses and the end; an oracle adds sheets and marks."""

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
        """Whether the match has ended."""
        return self.end_reason is not None

    @property
    def acting(self) -> tuple[int, ...]:
        """All seats in the white phase, the active one in the color phase. [Qwixx 4, 5]"""
        return {"white": tuple(range(self.seats)), "color": (self.active,)}.get(self.phase, ())

    @property
    def dice_wanted(self) -> tuple[str, ...]:
        """Both whites and the color dice that no lock has retired. [Qwixx 3, 9]"""
        return tuple(die for die in "wwrygb" if die not in self.locked) if self.phase == "roll" else ()

    def throw(self, text: str) -> None:
        """Lay the wanted dice."""
        self.roll = read_faces(text, self.dice_wanted, self.faces)
        self.phase = "white"

    @property
    def whites(self) -> list[int]:
        """What the white dice show."""
        return [pips for color, pips in self.roll if color == "w"]

    def offered(self, color: str) -> set[int]:
        """The numbers that the dice make in a color now: the white sum, or one white + that die. [Qwixx 4, 5]"""
        if self.phase == "white":
            return {sum(self.whites)}
        dice = [pips for die, pips in self.roll if die == color and color not in self.locked]
        return {white + pips for pips in dice for white in self.whites}

    @abstractmethod
    def choices(self, seat: int) -> set[str]:
        """Every legal move of the seat."""

    @abstractmethod
    def mark(self, seat: int, text: str) -> None:
        """Carry out one move on the paper of a seat, nothing for a pass."""

    @abstractmethod
    def holds_lock(self, seat: int) -> set[str]:
        """The colors of the rows that this seat has locked."""

    @abstractmethod
    def tally(self, seat: int) -> dict[str, int]:
        """The points of a seat by part."""

    def lock_rows(self) -> None:
        """A row that anyone has locked is locked for all, by its color; two end the match. [Qwixx 9-11]"""
        self.locked |= {color for seat in range(self.seats) for color in self.holds_lock(seat)}
        if len(self.locked) >= 2:
            self.end("locks")

    def end(self, reason: str) -> None:
        """Stop for good; the active seat stays."""
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
        """A miss if the active seat marked nothing; the fourth ends the match. [Qwixx 7, 11]"""
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
