"""Families of throws: every throw belongs to one, and luck sums to zero over each."""

from itertools import combinations, product

import numpy as np
import pytest

from paperdice.study.evaluator import NARROW, WIDE, DieColumns, family_of


def families_of_all(n_dice: int, n_faces: int, columns: DieColumns) -> set[frozenset[tuple[int, ...]]]:
    thrown = range(n_dice)
    return {
        frozenset(map(tuple, family_of(np.array(faces), thrown, n_faces, columns).tolist()))
        for faces in product(range(1, n_faces + 1), repeat=n_dice)
    }


@pytest.mark.parametrize(
    ("n_dice", "n_faces", "columns", "size"), [(5, 3, WIDE, 27), (4, 3, NARROW, 9), (4, 4, WIDE, 64)]
)
def test_every_throw_belongs_to_one_family(n_dice: int, n_faces: int, columns: DieColumns, size: int) -> None:
    families = families_of_all(n_dice, n_faces, columns)
    assert {len(family) for family in families} == {size}
    assert len(families) * size == n_faces**n_dice


def test_few_dice_have_all_their_throws_in_one_family() -> None:
    assert len(families_of_all(3, 6, WIDE)) == 1
    assert len(families_of_all(2, 6, NARROW)) == 1


def test_a_throw_comes_first_and_other_dice_stay_out() -> None:
    family = family_of(np.array([4, 1, 0, 6, 3, 5, 2]), [0, 1, 3, 4, 5], 6, WIDE)
    assert family[0].tolist() == [4, 1, 0, 6, 3, 5, 0]
    assert family.shape == (216, 7)
    assert not family[:, [2, 6]].any()


def test_two_dice_of_a_wide_family_show_all_pairs_equally_often() -> None:
    family = family_of(np.array([4, 1, 2, 6, 3, 5, 2]), range(7), 6, WIDE)
    for first, second in combinations(range(7), 2):
        pairs = family[:, first] * 10 + family[:, second]
        assert np.unique(pairs, return_counts=True)[1].tolist() == [6] * 36


def test_luck_is_nothing_over_all_throws_whatever_the_judge_says() -> None:
    """The throws are of five dice with three faces, and the evaluator is nonsensical: squares of a checksum."""

    def judge(throw: np.ndarray) -> int:
        return int((throw * np.array([1, 7, 3, 11, 5])).sum() ** 2 % 101)

    total = 0
    for faces in product(range(1, 4), repeat=5):
        family = family_of(np.array(faces), range(5), 3, WIDE)
        total += 27 * judge(family[0]) - sum(judge(throw) for throw in family)
    assert total == 0
