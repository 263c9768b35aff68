"""The Twenty One solver compared with brute force, with the rules, and with simulated matches."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from paperdice.dice import SeededDice
from paperdice.errors import SetupError
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.solve.twenty_one import kernels
from paperdice.solve.twenty_one.rows import RowTables, check_tables, printed_numbers, solve_twenty_one
from tests.sampling import budget

BONUS = (0, 1, 3, 6, 10, 15, 21)
LAST_ROW = (4, 4, 3, 3, 2, 1)


@pytest.fixture(scope="module")
def alone() -> RowTables:
    return solve_twenty_one()


def best_fill(cells: tuple[int, ...], hits: int, dice: tuple[int, ...], wait: int, seats: int) -> Fraction:
    """Return the best value over all fills for a roll and the strike; `cells` are the empty cells of the last row."""
    following = (wait - 1) % seats
    options = [recursion(cells[1:], hits, following, seats)]
    fitting = [(cell, die) for cell, die in zip(cells, dice, strict=True) if die <= LAST_ROW[cell]]
    for size in range(1, len(fitting) + 1):
        for chosen in combinations(fitting, size):
            left = tuple(cell for cell in cells if cell not in dict(chosen))
            new_hits = sum(die == LAST_ROW[cell] for cell, die in chosen)
            options.append(sum(die for _, die in chosen) + recursion(left, hits + new_hits, following, seats))
    return max(options)


@cache
def recursion(cells: tuple[int, ...], hits: int, wait: int, seats: int) -> Fraction:
    if not cells:
        return Fraction(BONUS[hits])
    rolls = list(product(range(1, 7), repeat=len(cells)))
    kept = {dice: best_fill(cells, hits, dice, wait, seats) for dice in rolls}
    if wait > 0:
        return sum(kept.values(), Fraction(0)) / len(rolls)
    return sum((max(kept[dice], mean_reroll(dice, kept)) for dice in rolls), Fraction(0)) / len(rolls)


def mean_reroll(dice: tuple[int, ...], kept: dict[tuple[int, ...], Fraction]) -> Fraction:
    again = list(product(*((1,) if die == 1 else range(1, 7) for die in dice)))
    return sum((kept[roll] for roll in again), Fraction(0)) / len(again)


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("cells", [(5,), (0,), (1, 4), (0, 5), (0, 2, 4)])
def test_an_unfinished_last_row_has_the_brute_force_value(cells: tuple[int, ...], seats: int) -> None:
    tables = solve_twenty_one(seats)
    empty = sum(1 << cell for cell in cells)
    for hits in range(4):
        for wait in range(seats):
            exact = float(recursion(cells, hits, wait, seats))
            # Brute force counts the bonus of earlier hits when the row is full.
            assert tables.values[-1, wait, empty, hits] + BONUS[hits] == pytest.approx(exact, abs=1e-12)


def test_the_empty_sheet_is_worth_its_known_value(alone: RowTables) -> None:
    assert f"{alone.value():.8f}" == "132.10820080"
    assert [round(value, 4) for value in alone.row_values()] == [28.2545, 27.2282, 26.5081, 25.5315, 24.586]


def test_all_sheets_print_the_same_numbers_in_other_colors() -> None:
    numbers = {tuple(row.numbers for row in sheet.rows) for sheet in find_game("twenty_one").sheets.values()}
    assert numbers == {tuple(tuple(row) for row in printed_numbers().tolist())}


@pytest.mark.parametrize(("seats", "wait"), [(1, 0), (2, 0), (4, 3)])
def test_matches_played_by_the_tables_agree_with_them(seats: int, wait: int) -> None:
    check = check_tables(solve_twenty_one(seats), matches=20_000, seed=7, wait=wait)
    assert check.agrees, check


def test_a_hazard_lowers_the_value(alone: RowTables) -> None:
    assert solve_twenty_one(1, 0.05).value() < alone.value() - 20


def choose(tables: RowTables, match: Match) -> str:
    """Return the table's move in the state of the match, in notation."""
    sheet, state = match.sheets[0], match.raw.state
    row = int(state.current_row[0])
    colors = sheet.rows[row].colors
    faces = np.array([state.dice["wkrygb".index(color)] for color in colors])
    empty = sum(1 << cell for cell in range(6) if state.written[0, row, cell] == 0)
    hits = int(state.hits[0, row])
    after = tables.values[row, 0]
    fill, kept = kernels.best_fill(tables.printed[row], after, empty, hits, faces, kernels.make_fills())
    if match.phase == "reroll":
        again = tables.again[row, 0, empty, hits, kernels.ones(empty, faces)]
        return "reroll" if again > kept and "reroll" in match.choices(0) else "keep"
    wanted = {f"{colors[cell]}{faces[cell]}" for cell in range(6) if (fill >> cell) & 1}
    return next(move for move in match.choices(0) if set(move.split()) == (wanted or {"x"}))


@pytest.mark.sampled
def test_matches_by_the_rules_agree_with_the_tables(alone: RowTables) -> None:
    scores = []
    for number in range(budget(80, 300)):
        match, dice = Match(find_game("twenty_one"), seats=1), SeededDice(11, number)
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
            else:
                match.play(0, choose(alone, match))
        scores.append(match.scores[0])
    mean = sum(scores) / len(scores)
    assert abs(mean - alone.value()) < 4 * 15.4 / len(scores) ** 0.5


@pytest.mark.parametrize(("seats", "hazard"), [(0, 0.0), (7, 0.0), (2, 1.0), (2, -0.5)])
def test_a_question_without_an_answer_is_refused(seats: int, hazard: float) -> None:
    with pytest.raises(SetupError):
        solve_twenty_one(seats, hazard)
