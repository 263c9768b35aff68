"""The Qwixx solver compared with brute force on toy sheets, and with known values."""

from fractions import Fraction

import pytest

from paperdice.solve.qwixx.question import Question, SolvedTable, compute_table, solve_qwixx
from paperdice.solve.qwixx.states import Sizes
from tests.solve.brute_qwixx import Rows, Toy, final_score, value

# Not the empty sheet, so that brute force takes only seconds.
ROWS: Rows = ((0,), (1,), (), (0, 1))
LAST_AND_MARKS = [(0, 1), (1, 1), (-1, 0), (1, 2)]


def table_value(table: SolvedTable, misses: int, wait: int) -> float:
    rows = [table.row(last_cell, marks) for last_cell, marks in LAST_AND_MARKS]
    return table.value(rows, misses, wait)


@pytest.mark.parametrize("marks_to_lock", [1, 2])
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_toy_sheet_has_the_brute_force_value(marks_to_lock: int, seats: int) -> None:
    table = compute_table(Question(seats, sizes=Sizes(2, marks_to_lock)))
    toy = Toy(2, marks_to_lock, seats)
    for misses in (1, 3):
        for wait in range(seats):
            exact = value(toy, ROWS, misses, wait) - final_score(ROWS, misses)
            assert table_value(table, misses, wait) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("hazard", [0.25, tuple(n / 64 for n in range(16))])
def test_a_toy_sheet_with_a_hazard_has_the_brute_force_value(hazard: float | tuple[float, ...]) -> None:
    table = compute_table(Question(2, hazard=hazard, sizes=Sizes(2, 2)))
    hazards = hazard if isinstance(hazard, tuple) else (hazard,)
    exact = value(Toy(2, 2, 2, tuple(map(Fraction, hazards))), ROWS, 2) - final_score(ROWS, 2)
    assert table_value(table, 2, 0) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("target", [2, 7, 13])
def test_a_target_on_a_toy_sheet_has_the_brute_force_probability(target: int) -> None:
    table = compute_table(Question(target=target, sizes=Sizes(2, 2)))
    exact = value(Toy(2, 2, worth=lambda score: int(score >= target)), ROWS, 1)
    assert 0 < exact < 1
    assert table_value(table, 1, 0) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.usefixtures("_solved_qwixx")
def test_the_empty_sheet_is_worth_its_known_value() -> None:
    table = solve_qwixx()
    assert table.is_stored
    assert f"{table.value():.8f}" == "115.48312602"
    assert table.positions == 1_363_782
    assert [round(table.value(misses=misses), 4) for misses in (1, 2, 3)] == [111.0246, 104.6204, 94.8799]
