"""The score distribution agrees with the table, and simulated matches agree with both."""

import pytest

from paperdice.solve.check import Check
from paperdice.solve.qwixx.check import check_table, play_matches
from paperdice.solve.qwixx.distribution import score_chances
from paperdice.solve.qwixx.question import Question, compute_table
from paperdice.solve.qwixx.states import Sizes

TOY = Sizes(3, 2)


CLOCK = Question(2, tuple(n / 40 for n in range(20)), sizes=TOY)


@pytest.mark.parametrize("question", [Question(sizes=TOY), Question(3, sizes=TOY), Question(2, 0.2, sizes=TOY), CLOCK])
def test_the_mean_of_all_scores_is_the_value(question: Question) -> None:
    table = compute_table(question)
    for wait in range(question.seats):
        chances = score_chances(table, wait)
        assert sum(chances.values()) == pytest.approx(1.0, abs=1e-12)
        mean = sum(score * chance for score, chance in chances.items())
        assert mean == pytest.approx(table.value(wait=wait), abs=1e-10)


def test_the_chance_of_the_target_is_the_value_for_it() -> None:
    table = compute_table(Question(target=40, sizes=TOY))
    chances = score_chances(table)
    reached = sum(chance for score, chance in chances.items() if score >= 40)
    assert reached == pytest.approx(table.value(), abs=1e-12)


def test_playing_for_the_target_reaches_it_more_often_than_playing_for_points() -> None:
    for_points = score_chances(compute_table(Question(sizes=TOY)))
    reached = sum(chance for score, chance in for_points.items() if score >= 40)
    assert compute_table(Question(target=40, sizes=TOY)).value() > reached + 0.001


@pytest.mark.parametrize(
    "question",
    [Question(sizes=TOY), Question(3, sizes=TOY), CLOCK, Question(target=40, sizes=TOY)],
)
def test_matches_played_by_the_table_agree_with_it(question: Question) -> None:
    check = check_table(compute_table(question), matches=20_000)
    assert check.agrees, check


def test_scores_of_matches_follow_the_exact_chances() -> None:
    table = compute_table(Question(sizes=TOY))
    chances = score_chances(table)
    scores = play_matches(table, 20_000, seed=3)
    for score, chance in chances.items():
        error = (chance * (1 - chance) / 20_000) ** 0.5
        assert abs((scores == score).mean() - chance) <= 5 * error + 1e-4


def test_a_check_that_is_far_off_does_not_agree() -> None:
    assert not Check(matches=100, mean=10.0, error=0.5, value=13.0).agrees
