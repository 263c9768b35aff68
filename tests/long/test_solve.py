"""The chance of every score of Qwixx alone, which takes half a minute to solve."""

import pytest

import paperdice


def test_the_chances_of_all_scores_add_up() -> None:
    scores = paperdice.solve_game("qwixx", scores=True).scores or {}
    assert sum(scores.values()) == pytest.approx(1)
    assert max(scores, key=lambda score: scores[score]) == 110
