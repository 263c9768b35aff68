"""Marks of one throw at pads, compared with every throw of real dice."""

from itertools import product
from random import Random

import pytest

from paperdice import find_game, read_position
from paperdice.match import Match
from paperdice.pad import MISS, Pad

# The marks of each seat in a turn, with `miss` for a turn in which the active seat marks nothing.
Marks = frozenset[tuple[int, str]]


def marks_of_turns(position: str, rolls: list[str]) -> set[Marks]:
    """Play a turn from a position of two seats with each roll, and return everything that can be marked."""
    found: set[Marks] = set()
    for active, roll in product((0, 1), rolls):
        start = read_position(position.replace(" roll 0 ", f" roll {active} "))
        start.throw(roll)
        for moves in product(*(start.choices(seat) for seat in (0, 1))):
            found |= {marks | _whites(moves) for marks in _colors(start, active, moves)}
    return found


def _whites(moves: tuple[str, ...]) -> Marks:
    return frozenset((seat, move) for seat, move in enumerate(moves) if move != "-")


def _colors(start: Match, active: int, moves: tuple[str, ...]) -> list[Marks]:
    """Return what the active seat marks with a colored die, or the miss that it takes, after these white moves."""
    match = start.copy()
    for seat, move in enumerate(moves):
        match.play(seat, move)
    after = match.choices(active) if match.phase == "color" else ("-",)
    nothing = frozenset({(active, MISS)}) if moves[active] == "-" and not match.over else frozenset()
    return [frozenset({(active, mark)}) if mark != "-" else nothing for mark in after]


def allowed(turns: set[Marks], marks: Marks) -> bool:
    """Whether a turn has these marks, and perhaps others; a miss is all that its seat does."""
    return any(marks <= turn for turn in turns)


# Both seats are about to lock red; the second seat has marks in every row.
POSITION = "qwixx 20 roll 0 | classic 11111/-/-/- 0 | classic ...1111..1/1/.1/- 1"
WHITES = [(one, two) for one in range(1, 7) for two in range(one, 7)]
# At most one colored die is used in a turn, so that all of them may show the same.
ROLLS = [f"w{one} w{two} r{face} y{face} g{face} b{face}" for one, two in WHITES for face in range(1, 7)]


@pytest.mark.slow
def test_a_moment_of_qwixx_takes_what_one_of_all_throws_allows() -> None:
    turns = marks_of_turns(POSITION, ROLLS)
    start = POSITION.replace(" roll 0 ", " pad 0 ")
    chance = Random(5)
    n_refused = 0
    for _ in range(12):
        pad, marked = Pad.from_position(start), frozenset({(0, "r12")})
        pad.enter(0, "r12")
        for _ in range(3):
            for seat in (0, 1):
                plain = pad._all_options(seat)
                fitting = {text for text in plain if allowed(turns, marked | {(seat, text)})}
                assert {text for text in pad.options(seat) if (seat, text) not in marked} == {
                    text for text in fitting if (seat, text) not in marked
                }, (marked, seat)
                n_refused += len(plain) - len(fitting)
            seat = chance.choice((0, 1))
            if not (options := [text for text in pad.options(seat) if (seat, text) not in marked]):
                break
            text = chance.choice(options)
            pad.enter(seat, text)
            marked |= {(seat, text)}
    assert n_refused > 100


@pytest.mark.slow
def test_a_moment_of_qwantum_takes_what_one_of_all_throws_allows() -> None:
    """All sums of all throws of the white die and the six mixed dice are tried."""
    game = find_game("qwantum")
    white, *mixed = game.dice
    shown: set[tuple[int, ...]] = set()
    for faces in product(*(die.faces for die in mixed)):
        bare = {color: sum(int(face[1]) for face in faces if face[0] == color) for color in "rybp"}
        shown |= {tuple(total + pips for total in bare.values()) for pips in range(1, len(white.faces) + 1)}
    chance = Random(7)
    for _ in range(6):
        pad = Pad(game, 3)
        for _ in range(5):
            pad.enter(0, MISS)
        known: dict[str, int] = {}
        for seat in (1, 2):
            colors = {text[0] for text in pad.options(seat)}
            expected = {
                f"{color}{sums['rybp'.index(color)]}"
                for sums in shown
                if all(sums["rybp".index(other)] == number for other, number in known.items())
                for color in colors
            }
            assert {text for text in pad.options(seat) if text != MISS} == expected & set(pad._all_options(seat))
            text = chance.choice(sorted(expected))
            pad.enter(seat, text)
            known[text[0]] = int(text[1:])


@pytest.mark.parametrize(("name", "locks"), [("twenty_one", ""), ("sixto", "r4 r1 r2 r5 r6 r5 r4 r3 r1 r6 r3")])
def test_a_die_shows_everyone_the_same_number(name: str, locks: str) -> None:
    pad = Pad(find_game(name), 2, "A")
    for text in locks.split():
        pad.enter(0, text)
    while not pad.is_closing:
        pad.enter(0, next(text for text in pad.options(0) if text != "x"))
    shown = pad.entries[-1].text
    assert not pad.over and shown != "x"
    same = [text for text in pad.options(1) if text[0] == shown[0]]
    assert set(same) <= {shown}
    other = next(text for text in pad.options(1) if text[0] not in (shown[0], "x", "s", "m"))
    pad.enter(1, other)
    assert other[0] not in {text[0] for text in pad.options(1)}
    assert "x" not in pad.options(1)
