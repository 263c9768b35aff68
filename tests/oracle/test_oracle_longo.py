"""The Longo test cases of the specification, on the oracle."""

import pytest

from .family import split
from .longo import LUCKY, NAMES, Oracle


def make(crosses: str, roll: str, names: tuple[str, ...] = ("longo-1",)) -> Oracle:
    """Return a match in which seat 0 has crossed these cells, with dice on the table."""
    oracle = Oracle(len(names), list(names))
    for text in crosses.split():
        oracle.papers[0].cross(*split(text))
    oracle.throw(roll)
    return oracle


def test_the_last_but_one_closes_a_row() -> None:
    """[VX-LO1]"""
    oracle = make("r2 r3 r4 r5 r6 r14", "w8 w7 r1 y1 g1 b1")
    oracle.resolve({0: "r15"})
    assert oracle.tally(0)["r"] == 36 and oracle.locked == {"r"}
    assert not oracle.papers[0].allows("r", 16, oracle.locked)


@pytest.mark.parametrize("roll", ["w8 w7 r1 y1 g1 b1", "w8 w8 r1 y1 g1 b1"])
def test_five_crosses_are_too_few(roll: str) -> None:
    """[VX-LO2]"""
    assert not {"r15", "r16"} & make("r2 r3 r4 r5 r14", roll).choices(0)


def test_a_lucky_sum_offers_the_next_cells_of_the_weakest_rows() -> None:
    """[VX-LO3, VX-LO4]"""
    oracle = make("r3 r5 y4 g16 b16 b14 b12", "w8 w4 r1 y1 g1 b1", ("longo-1", "longo-2"))
    assert oracle.ordered(0) == ("-", "r12", "y12", "g12", "*y5", "*g15")
    assert oracle.ordered(1) == ("-", "r12", "y12", "g12", "b12")


def test_a_full_row_is_worth_120() -> None:
    """[VX-LO5]"""
    assert make(" ".join(f"r{number}" for number in range(2, 16)), "w1 w1 r1 y1 g1 b1").tally(0)["r"] == 120


def test_fourteen_pairs_of_lucky_numbers() -> None:
    """[V-LO6]"""
    assert len(NAMES) == len(set(LUCKY)) == 14 and (7, 11) not in LUCKY
    assert {number for pair in LUCKY for number in pair} == {5, 6, 7, 11, 12, 13}
