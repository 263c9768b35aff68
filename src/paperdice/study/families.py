"""Throws in families: as few as can stand for all, so that the mean of a family is nearly that of all throws.

All throws fall into families of equal size, each throw into one. In a wide family every two dice show every two faces
equally often. The luck of a throw is what it brings less the mean of its family: over all throws together that is 0,
exactly, whatever the judge is worth.

The members of a throw's family turn die d on by i·a + j·b + k·c faces, for all i, j, k, where (a, b, c) is the column
of the die. Two dice with different columns of zeros and ones meet in all pairs of faces, for any number of faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np

from paperdice.fast.compile import Ints

# The column of each die, one number a generator. Seven dice are the most of any game.
WIDE = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1))
NARROW = ((1, 0), (0, 1), (1, 1), (1, 5), (1, 2), (2, 1), (1, 3))

Columns = tuple[tuple[int, ...], ...]


@cache
def _turns(n_thrown: int, n_faces: int, columns: Columns) -> Ints:
    """By how many faces each member of a family turns each thrown die; all throws of dice that have no more of them."""
    n_generators = min(n_thrown, len(columns[0]))
    steps = np.array(list(product(range(n_faces), repeat=n_generators)), np.int64)
    chosen = columns[:n_thrown] if n_thrown > n_generators else np.eye(n_generators, dtype=np.int64)
    return steps @ np.array(chosen, np.int64).T


def family_of(faces: Ints, thrown: Sequence[int], n_faces: int, columns: Columns) -> Ints:
    """The family of a throw, itself first: for each member the face of every die, 0 for dice that are not thrown."""
    turns = _turns(len(thrown), n_faces, columns)
    members = np.zeros((len(turns), len(faces)), np.int64)
    members[:, list(thrown)] = (faces[list(thrown)] - 1 + turns) % n_faces + 1
    return members
