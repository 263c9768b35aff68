"""Sixto's bots: solo by the patient policy, else by a network that recognizes the end of a match."""

import pytest

import paperdice
from paperdice import read_position
from paperdice.bots.registry import find_policy
from paperdice.games.sixto import SIXTO
from paperdice.solve.sixto import PATIENT
from paperdice.view_builder import view_of
from tests.bots.sixto_positions import LATE_MARKS

# Two rows are locked, and yellow 3 locks the third for either seat; seat 1 leads by 50 points.
NEAR_THE_END = f"sixto 17 tick 0 r1 o3 y3 . b4 . {LATE_MARKS}"


def others(n_seats: int) -> str:
    """Return a position with empty sheets for all seats."""
    return "".join(f" | {name} -/-/-/-/-/-" for name in "ABCDEF"[:n_seats])


def test_steady_alone_is_the_patient_policy() -> None:
    """There is one definition of it."""
    assert find_policy("steady", SIXTO, 1) is PATIENT


@pytest.mark.parametrize(
    ("position", "seat", "move"),
    [
        # Solo, patient: red 4 marks the first cell, the other dice would skip some; with red 5 all do, so throw again.
        ("sixto 1 tick 0 r4 o1 y1 g1 b1 p1 | A -/-/-/-/-/-", 0, "r4"),
        ("sixto 1 reroll 0 r5 o1 y1 g1 b1 p1 | A -/-/-/-/-/-", 0, "reroll"),
        ("sixto 1 reroll 0 r4 o1 y1 g1 b1 p1 | A -/-/-/-/-/-", 0, "keep"),
        # With two and three: yellow 3 ends the match, which only the leader wants.
        (NEAR_THE_END, 0, "-"),
        (NEAR_THE_END, 1, "y3"),
        (f"{NEAR_THE_END} | C -/-/-/-/-/-", 0, "-"),
        (f"{NEAR_THE_END} | C -/-/-/-/-/-", 1, "y3"),
        # With more, by the seat's own points: red 4 skips nothing, the others skip three cells and more.
        *[(f"sixto 1 tick 0 r4 o6 y3 g3 b4 p4{others(n)}", 0, "r4") for n in (4, 5, 6)],
        *[(f"sixto 1 reroll 0 r3 o4 y5 g3 b4 p4{others(n)}", 0, "reroll") for n in (4, 5, 6)],
    ],
)
def test_golden_decisions(position: str, seat: int, move: str) -> None:
    """The move that `steady` plays and the reason, for each number of seats."""
    bot = paperdice.make_bot("steady", SIXTO, 1)
    assert bot.choose(view_of(read_position(position), seat)) == move


def test_who_leads_locks_the_last_row() -> None:
    """Steady and expert end the match when they win by it, and not when they lose by it."""
    match = read_position(NEAR_THE_END)
    for name in ("steady", "expert"):
        bot = paperdice.make_bot(name, SIXTO, 1, playouts=32)
        assert "y3" in bot.choose(view_of(match, 1)).split()
        assert "y3" not in bot.choose(view_of(match, 0)).split()
