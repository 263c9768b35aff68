"""The solver of the Qwixx family compared with brute force on toy sheets, and with the rules on real ones."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import paperdice
from paperdice.errors import SetupError
from paperdice.solve.qwixx.states import Sizes
from paperdice.solve.qwixx_family import kernels
from paperdice.solve.qwixx_family.check import check_values
from paperdice.solve.qwixx_family.layout import SheetFeatures, SheetProblem, free_swaps, layout_of, make_problem
from paperdice.solve.qwixx_family.question import compute_table
from tests.solve.brute_family import Sheet, is_locked, is_over, marked, score, value

SIZES = Sizes(2, 2)
QWIXX = paperdice.find_game("qwixx")
NOTHING = ((0, 0, 0),) * 4
SINGLE = ((1, 1, 1),) * 4
TOYS = {
    "double": SheetFeatures(Sizes(2, 3), ((1, 2, 1), (1, 2, 1), (2, 1, 1), (2, 1, 1)), NOTHING, NOTHING),
    "steps": SheetFeatures(SIZES, SINGLE, ((0, 1, 0), (1, 0, 1), (0, 1, 0), (1, 0, 1)), NOTHING),
    "strip": SheetFeatures(
        SIZES, SINGLE, NOTHING, ((1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 1, 0)), (2, 0, 1, 3, 1, 0, 2, 3)
    ),
    "long chains": SheetFeatures(Sizes(2, 1), SINGLE, NOTHING, ((1, 1, 0),) * 4, (0, 1, 2, 3, 3, 2, 1, 0)),
    "few counted": SheetFeatures(SIZES, SINGLE, NOTHING, NOTHING, most_marks=2),
    "swaps": SheetFeatures(SIZES, SINGLE, NOTHING, NOTHING, swaps=((2, 3), (4, 3))),
}


# Marks made in advance, so that brute force is fast; with long chains it is fast anyway.
JUST_BEGUN = ((), ((0, 1),))
BEGUN = (((0, 0), (1, 1), (3, 0), (3, 1)), ((1, 1), (2, 0), (2, 1), (3, 0)))


def begin(toy: SheetFeatures, cells: tuple[tuple[int, int], ...], misses: int) -> Sheet:
    """Return a sheet with these cells marked, except those that earlier forced marks have made illegal."""
    sheet = Sheet((frozenset(),) * 4, frozenset(), misses)
    for row, cell in cells:
        sheet = marked(toy, sheet, row, cell) or sheet
    return sheet


def state_of(toy: SheetFeatures, sheet: Sheet, row: int) -> tuple[int, int]:
    """Return the last cell and the number of marks of a row, with 0 marks if it is locked."""
    last = max(sheet.rows[row], default=-1)
    return last, 0 if is_locked(toy, sheet, row) else sum(toy.weights[row][cell] for cell in sheet.rows[row])


def counter_of(toy: SheetFeatures, sheet: Sheet) -> int:
    """Return the number of marked steps, or the next field of the strip."""
    steps = sum(toy.steps[row][cell] for row, cells in enumerate(sheet.rows) for cell in cells)
    free = [f for f, row in enumerate(toy.strip) if f not in sheet.used and not is_locked(toy, sheet, row)]
    return min(free, default=len(toy.strip)) if toy.strip else steps


@pytest.mark.parametrize("name", TOYS)
def test_a_toy_sheet_has_the_brute_force_value(name: str) -> None:
    toy = TOYS[name]
    table = compute_table(toy)
    for cells in JUST_BEGUN if name == "long chains" else BEGUN:
        sheet = begin(toy, cells, misses=2)
        rows = tuple(state_of(toy, sheet, row) for row in range(4))
        exact = value(toy, sheet) - score(toy, sheet)
        assert exact > 0 or is_over(toy, sheet)
        assert table.value(rows, counter_of(toy, sheet), 2) == pytest.approx(float(exact), abs=1e-12)


def test_play_by_a_table_comes_to_what_it_promises() -> None:
    table = compute_table(TOYS["strip"])
    assert check_values(table.problem, table.values, table.value(), 2, 20_000).agrees


@pytest.mark.parametrize("name", ["double-b", "steps-a", "steps-d", "bonus-a"])
def test_marks_do_what_the_rules_say(name: str) -> None:
    """Last cells, points and the next field of the strip agree in matches that skip few cells, and therefore lock
    rows.
    """
    rng, problem = Random(name), make_problem(layout_of(QWIXX.sheets[name]))
    ends = {follow_match(name, problem, rng) for _ in range(30)}
    assert ends == {"locks", "misses"}


def follow_match(name: str, problem: SheetProblem, rng: Random) -> str | None:
    """Play a match by the rules and apply the same marks to the solver's tables."""
    match, dice = paperdice.Match(QWIXX, 1, [name]), paperdice.SeededDice(rng.randrange(1000))
    rows = np.array([len(row.lowest) - 1 for row in problem.rows], np.int64)
    counter, points, state = 0, 0, match.raw.state
    while match.end_reason is None:
        if match.dice_wanted:
            match.throw(dice)
        moves = {text: place_of_cell(text) for text in match.choices(0)[1:]}
        least = min((cell - state.next_cell[0, row] for row, cell in moves.values()), default=0)
        text = next((t for t, (row, cell) in moves.items() if cell - state.next_cell[0, row] == least), "-")
        if text != "-" and rng.random() < 0.9:
            counter, gain = kernels.mark(problem.record, rows, counter, *moves[text])
            points += gain
            match.play(0, text)
        else:
            match.play(0, "-")
        lasts = [states.last_and_marks[code][0] for states, code in zip(problem.rows, rows, strict=True)]
        assert lasts == [cell - 1 for cell in state.next_cell[0].tolist()], match.record()
        assert points - 5 * state.misses[0] == match.scores[0], match.record()
        if name == "bonus-a" and match.end_reason is None:
            used = [
                bool(n) or bool(state.locked[row])
                for n, row in zip(state.used[0], match.raw.laid.strip[0], strict=True)
            ]
            assert counter == (used.index(False) if False in used else 12), match.record()
    return match.end_reason


def place_of_cell(text: str) -> tuple[int, int]:
    """Return the row and cell of a mark on sheets with the classic rows."""
    number = int(text[1:])
    return "rygb".index(text[0]), number - 2 if text[0] in "ry" else 12 - number


@pytest.mark.parametrize(("name", "other"), [("steps-b", "steps-e"), ("steps-c", "steps-d")])
def test_mirror_images_have_one_value(name: str, other: str) -> None:
    """The rows of a side can be swapped, and so can the sides if all dice are mirrored."""
    steps, mirrored = layout_of(QWIXX.sheets[name]).steps, layout_of(QWIXX.sheets[other]).steps
    assert (sorted(steps[:2]), sorted(steps[2:])) == (sorted(mirrored[2:]), sorted(mirrored[:2]))


def test_swaps_that_are_free_are_worth_more() -> None:
    """The value with free swaps is never lower, on any sheet."""
    plain, free = compute_table(replace(TOYS["swaps"], swaps=())), compute_table(TOYS["swaps"])
    assert free.value() > plain.value() and (free.values >= plain.values - 1e-12).all()
    printed = QWIXX.sheets["x-change"].extras
    assert printed is not None and free_swaps(QWIXX.sheets["x-change"]).swaps == printed.swaps
    with pytest.raises(SetupError, match="has no swap fields"):
        free_swaps(QWIXX.sheets["double-b"])


def test_sheets_that_are_too_large_are_refused() -> None:
    for name in ("classic", "double-a", "chain-a", "bonus-b", "big-points", "x-change"):
        with pytest.raises(SetupError, match=f"there is no solver for the sheet {name}"):
            layout_of(QWIXX.sheets[name])
