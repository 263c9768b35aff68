"""Positions of Sixto that several tests look at, how to change them, and a network that says nothing."""

import numpy as np

from paperdice.bots.sixto.network import Network
from paperdice.fast.compile import Record

# Sheet A's rows and B's, the goals behind a bar:
# red    4 1 2 5 6 5 4 3 1 | 6 3 2    4 1 5 3 6 2 6 4 3 | 5 2 1
# orange 5 3 2 6 5 1 2 3 4 | 1 4 6    6 1 4 3 1 5 2 5 6 | 2 3 4
# yellow 4 6 2 3 2 1 5 6 4 | 1 5 3    1 2 6 3 2 6 5 4 1 | 4 3 5
# green  2 1 4 2 6 5 4 6 3 | 1 5 3    4 1 3 2 3 1 5 6 4 | 5 2 6
# blue   3 5 1 5 6 4 2 6 3 | 1 2 4    6 5 3 5 6 1 4 2 3 | 4 2 1
# purple 3 2 6 1 2 3 6 5 4 | 1 5 4    6 5 1 4 1 5 2 3 4 | 6 2 3
RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE = range(6)
# Where what the hidden layer reads begins: units of rows, of the own columns and of the rival's, the inputs.
ROWS, OWN_COLUMNS, RIVAL_COLUMNS, INPUTS = 0, 16, 24, 32
NO_MARKS = "-/-/-/-/-/-"

# Green and purple are locked. Seat 0 has 6, 5, 5, 4, 4 and 6 marks in its rows and 1, 2, 3, 5, 3, 2, 3, 5 and 2 in its
# columns: 92 + 40 points; seat 1 has 5, 5, 6, 6, 7 and 6, and 0, 1, 6, 2, 4, 4, 5, 2 and 4: 121 + 61 points.
LATE_MARKS = (
    "| A 1..1.11.1.1/..1.11.1.1/.1.11..1.1/..11..11/.1.11..1/..11..1111 "
    "| B ..1.1.111/..1.1.1.1.1/..11.1.111/..1..11.1.11/.111111..1/..1.111..1.1"
)
# Seat 0 is about to throw again.
LATE = f"sixto 17 roll 0 reroll=1 {LATE_MARKS}"
# Seat 0 has three marks in red and in yellow; seat 1, which rolls, one in red and two in orange.
EARLY = "sixto 9 roll 1 | A 1.11/-/1.1.1/-/-/- | B .1/1.1/-/-/-/-"


def stand(state: Record, seat: int, row: int, next_cell: int, n_marks: int, n_goals: int = 0) -> None:
    """Puts a seat to a place in a row."""
    state["next_cell"][seat, row] = next_cell
    state["n_marks"][seat, row] = n_marks
    state["n_goals"][seat, row] = n_goals


def empty_network() -> Network:
    """A network of the size that is shipped whose weights are all 0."""
    shapes = [(156, 16), (156, 16), (4, 16), (16,), (2, 49, 8), (44, 32), (32,), (32,), (1,)]
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))
