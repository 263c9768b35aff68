"""The chance of every score of Qwixx alone, which takes half a minute to solve."""

import pytest

import paperdice


def test_a_solution_has_a_column_of_chances_where_scores_were_asked_for() -> None:
    chances = paperdice.solve_game("qwixx", scores=True)
    table = chances.to_arrow()
    assert table.column_names == ["score", "chance"] and sum(table.column("chance").to_pylist()) == pytest.approx(1)
    scores = chances.scores or {}
    assert max(scores, key=lambda score: scores[score]) == 110
