"""Questions about Qwixx that take up to half a minute to solve."""

import pytest

import paperdice
from paperdice.solve.qwixx.question import solve_qwixx


def test_the_chances_of_all_scores_add_up() -> None:
    scores = paperdice.solve_game("qwixx", scores=True).scores or {}
    assert sum(scores.values()) == pytest.approx(1)
    assert max(scores, key=lambda score: scores[score]) == 110


def test_friendly_others_bring_what_is_known() -> None:
    table = solve_qwixx(2)
    assert [round(table.value(wait=wait), 4) for wait in (0, 1)] == [130.5014, 131.1327]
