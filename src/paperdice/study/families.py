"""Families of throws: small sets of throws whose mean value is close to the mean over all throws.

The families partition the set of all throws and have equal sizes. In a wide family, every pair of dice shows every pair
of faces equally often. The luck of a throw is its value minus the mean of its family, so that the sum over all throws
is exactly 0, however accurate the evaluator is.

The members of a throw's family shift die d by i·a + j·b + k·c faces, for all i, j, k, where (a, b, c) is the column of
the die. Two dice with different columns of zeros and ones show all pairs of faces, for any number of faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np

from paperdice.fast.compile import Ints

# The column (a, b, c) or (a, b) of each die. No game has more than seven dice.
WIDE = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1))
NARROW = ((1, 0), (0, 1), (1, 1), (1, 5), (1, 2), (2, 1), (1, 3))

Columns = tuple[tuple[int, ...], ...]


@cache
def _turns(n_thrown: int, n_faces: int, columns: Columns) -> Ints:
    """Return the number of faces by which each family member shifts each thrown die, indexed by member and die.

    If few dice are thrown, the family contains all throws.
    """
    n_generators = min(n_thrown, len(columns[0]))
    steps = np.array(list(product(range(n_faces), repeat=n_generators)), np.int64)
    chosen = columns[:n_thrown] if n_thrown > n_generators else np.eye(n_generators, dtype=np.int64)
    return steps @ np.array(chosen, np.int64).T


def family_of(faces: Ints, thrown: Sequence[int], n_faces: int, columns: Columns) -> Ints:
    """Return the family of a throw as an array of faces, indexed by member and die, with the throw itself first.

    Dice that are not thrown have face 0.

    Args:
        faces: The faces of all dice.
        thrown: The indices of the thrown dice.
        n_faces: The number of faces of a die.
        columns: The column of each die: `WIDE` or `NARROW`.
    """
    turns = _turns(len(thrown), n_faces, columns)
    members = np.zeros((len(turns), len(faces)), np.int64)
    members[:, list(thrown)] = (faces[list(thrown)] - 1 + turns) % n_faces + 1
    return members
