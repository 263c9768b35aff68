"""Strategies and throws that lead matches on the oracles into rare situations."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from . import family, qwantum, qwixx, sixto
from .turns import Turns


class AnyOracle(Protocol):
    """The interface that the oracles share."""

    seats: int
    phase: str
    active: int
    end_reason: str | None

    @property
    def over(self) -> bool: ...
    @property
    def acting(self) -> tuple[int, ...]: ...
    @property
    def dice_wanted(self) -> tuple[str, ...]: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def winners(self) -> tuple[int, ...]: ...
    def throw(self, text: str) -> None: ...
    def choices(self, seat: int) -> set[str]: ...
    def resolve(self, moves: dict[int, str]) -> None: ...
    def tally(self, seat: int) -> dict[str, int]: ...
    def marks(self, seat: int) -> tuple[tuple[int, ...], ...]: ...


Player = Callable[[Random, AnyOracle, int], str]
Thrower = Callable[[Random, AnyOracle], str]
QUIET = {"-", "keep", "x"}


def play_at_random(rng: Random, oracle: AnyOracle, seat: int) -> str:
    """Return any choice."""
    return rng.choice(sorted(oracle.choices(seat)))


def play_nothing(_rng: Random, oracle: AnyOracle, seat: int) -> str:
    """Pass, keep or strike."""
    (text,) = oracle.choices(seat) & QUIET
    return text


def play_most(rng: Random, oracle: AnyOracle, seat: int) -> str:
    """Return a move with the most marks; reroll half of the time."""
    choices = sorted(oracle.choices(seat))
    if oracle.phase == "reroll":
        return "keep" if rng.random() < 0.5 else rng.choice(choices)
    best = max(len(text.split()) - (text in QUIET) for text in choices)
    return rng.choice([text for text in choices if len(text.split()) - (text in QUIET) == best])


def chase_locks(_rng: Random, oracle: AnyOracle, seat: int) -> str:
    """In Qwixx, return the mark that skips the fewest cells if it skips fewer than two."""
    assert isinstance(oracle, qwixx.Oracle)
    choices, skips = oracle.choices(seat), {"-": 2}
    for cells, held in zip(oracle.sheets[seat], oracle.marked[seat], strict=True):
        for position, (color, number) in enumerate(cells):
            text = f"{color}{number}"
            if text in choices:
                is_last = position == len(cells) - 1
                skips[text] = -1 if is_last else position - max(held, default=-1) - 1
    return min(sorted(skips), key=lambda text: skips[text])


def skips(oracle: family.Oracle, seat: int, text: str) -> int:
    """Return how many cells a move of the family skips; a bonus cell none, a goal less than none, a pass the most."""
    mark = text.rpartition(":")[2].removeprefix("*").partition(">")[0]
    if text == "-" or mark[:2] in ("ry", "gb"):
        return 99 if text == "-" else 0
    paper = oracle.papers[seat]
    color, number = family.split(mark)
    return -1 if number in paper.enders[color] else paper.line[color].index(number) - paper.furthest(color)


def skip_little(rng: Random, oracle: AnyOracle, seat: int) -> str:
    """In the Qwixx family, return one of the moves that skip few cells."""
    assert isinstance(oracle, family.Oracle)
    choices = oracle.ordered(seat)
    fewest = min(skips(oracle, seat, text) for text in choices)
    return rng.choice([text for text in choices if skips(oracle, seat, text) <= max(fewest, 1)]) if fewest <= 2 else "-"


def chase_full_rows(_rng: Random, oracle: AnyOracle, seat: int) -> str:
    """In Qwantum, return the number nearest to an evenly rising and falling row."""
    assert isinstance(oracle, qwantum.Oracle)
    if oracle.phase == "reroll":
        return "keep"
    aims = (5, 8, 11, 16, 12, 8)

    def miss_by(text: str) -> int:
        return 8 if text == "-" else abs(int(text[1:]) - aims[len(oracle.written[seat][text[0]])])

    return min(sorted(oracle.choices(seat)), key=miss_by)


def play_dice_if(wanted: Callable[[sixto.Oracle, int, str], bool]) -> Player:
    """In Sixto, use exactly the dice whose mark is wanted."""

    def play(_rng: Random, oracle: AnyOracle, seat: int) -> str:
        assert isinstance(oracle, sixto.Oracle)
        if oracle.phase == "reroll":
            return "keep"
        best = max(oracle.choices(seat), key=lambda text: (len(text.split()), text != "-"))
        words = [word for word in best.split() if word != "-" and wanted(oracle, seat, word[0])]
        return " ".join(words) or "-"

    return play


def leads_to_the_last_cell(oracle: sixto.Oracle, seat: int, color: str) -> bool:
    """Return whether the die of this color marks no goal except the last."""
    length = len(oracle.sheets[seat][color])
    return oracle.cell_for(seat, color) not in {length - 3, length - 2}


def leads_before_the_goals(oracle: sixto.Oracle, seat: int, color: str) -> bool:
    """Return whether the die shows the number of the last cell before the goals, and marks no goal."""
    numbers, position = oracle.sheets[seat][color], oracle.cell_for(seat, color)
    return position is not None and position < len(numbers) - 3 and numbers[position] == numbers[-4]


chase_last_cells = play_dice_if(leads_to_the_last_cell)
chase_dead_ends = play_dice_if(leads_before_the_goals)


def throw_at_random(rng: Random, oracle: AnyOracle) -> str:
    """Return random faces of the wanted dice."""
    if isinstance(oracle, qwantum.Oracle):
        return " ".join(rng.choice(qwantum.DICE[die].split()) for die in oracle.dice_wanted)
    faces = oracle.faces if isinstance(oracle, Turns) else 6
    return " ".join(f"{die}{rng.randint(1, faces)}" for die in oracle.dice_wanted)


def throw_for(aim: Callable[[tuple[int, ...], set[int]], int]) -> Thrower:
    """In Sixto, throw mostly numbers that some seat needs in the row of each die."""

    def throw(rng: Random, oracle: AnyOracle) -> str:
        assert isinstance(oracle, sixto.Oracle)
        seat = rng.randrange(oracle.seats)
        pips = {die: aim(oracle.sheets[seat][die], oracle.marked[seat][die]) for die in oracle.dice_wanted}
        return " ".join(f"{die}{pips[die] if rng.random() < 0.8 else rng.randint(1, 6)}" for die in pips)

    return throw


def aim_at_the_last_cell(numbers: tuple[int, ...], held: set[int]) -> int:
    """Return the number of the next cell up to four marks, then that of the last cell."""
    return numbers[max(held, default=-1) + 1] if len(held) < 4 else numbers[-1]


throw_last_cells = throw_for(aim_at_the_last_cell)
throw_dead_ends = throw_for(lambda numbers, _held: numbers[-4])
