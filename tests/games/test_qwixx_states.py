"""Qwixx beside the rulebook: states, counters and codes down to the last number."""

import numpy as np
import pytest

import paperdice
from paperdice import Match, read_position
from paperdice.games.qwixx import rules
from paperdice.games.qwixx.rules import CellState, Refusal

QWIXX = paperdice.find_game("qwixx")
SEEN = "qwixx 3 color 0 w4 w1 r2 . g3 b6 wrote=1 | classic 11/-/1/- 1 | classic -/11111.....1/..1/- 2"


def raw(text: str) -> tuple[object, object]:
    position = read_position(text).raw
    return position.laid, position.state


def test_events_are_counted_by_kind() -> None:
    """Marks, locks, misses and strikes, in this order, over whatever stood there before."""
    laid, state = raw(SEEN)
    events = np.full(4, 9)
    rules.count_events(laid, state, 0, events)
    assert events.tolist() == [3, 0, 1, 0]
    rules.count_events(laid, state, 1, events)
    assert events.tolist() == [7, 1, 2, 0]


def test_the_tally_writes_over_what_stood_there() -> None:
    """Rows first, then what the misses cost."""
    laid, state = raw(SEEN)
    parts = np.full(rules.N_TALLY, 9)
    rules.tally(laid, state, 1, parts)
    assert parts.tolist() == [0, 28, 1, 0, -10] and rules.score(laid, state, 1) == 19
    assert rules.tie_break(laid, state, 1) == 0
    toy = paperdice.sheet.Sheet("qwixx", "toy", (paperdice.sheet.Row(("r", "r"), (2, 3)),))
    match = Match(QWIXX, 1, toy)
    parts[:] = 9
    rules.tally(match.raw.laid, match.raw.state, 0, parts)
    assert parts.tolist() == [0, 0, 0, 0, 0]


def test_every_field_of_the_observation() -> None:
    """In the order of OBSERVED, over whatever stood there before."""
    laid, state = raw(SEEN)
    seen = np.full(rules.N_OBSERVED, 77)
    rules.observe(laid, state, 0, seen)
    assert rules.N_OBSERVED == sum(size for _, size in rules.OBSERVED) == 65
    assert seen.tolist() == [
        *[2, 1, 1, 3, 2],
        *[4, 1, 2, 0, 3, 6],
        *[0, 1, 0, 0],
        *[1, 2, 0, 0, 0],
        *[-1, 19, 0, 0, 0],
        *[2, 0, 1, 0, 0, 6, 1, 0, *[0] * 12],
        *[2, 0, 1, 0, 0, 11, 3, 0, *[0] * 12],
    ]


def test_how_cells_stand() -> None:
    """Marked, skipped, locked, far and free."""
    laid, state = raw("qwixx 3 roll 0 | classic .1/-/11111/- 0 | classic -/11111.....1/-/- 0")
    states = [
        rules.cell_state(laid, state, 0, row, cell) for row, cell in [(0, 0), (0, 1), (0, 2), (0, 10), (1, 0), (2, 10)]
    ]
    assert states == [
        CellState.SKIPPED,
        CellState.MARKED,
        CellState.FREE,
        CellState.FAR,
        CellState.LOCKED,
        CellState.FREE,
    ]


def test_refusals_have_an_order() -> None:
    """What is written on the sheet goes before what the dice show."""
    laid, state = raw("qwixx 3 white 0 w4 w1 r2 . g3 b6 | classic .1/-/11111/- 0 | classic -/11111.....1/-/- 0")
    asked = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 10), (1, 3), (2, 10)]
    assert [rules.refusal(laid, state, 0, row, cell) for row, cell in asked] == [
        Refusal.SKIPPED,
        Refusal.MARKED,
        Refusal.OTHER_SUM,
        Refusal.NONE,
        Refusal.OTHER_SUM,
        Refusal.LOCKED,
        Refusal.OTHER_SUM,
    ]


@pytest.mark.parametrize("move", [-1, -45, 45, 46, 1000])
def test_codes_out_of_range_are_never_legal(move: int) -> None:
    """Nor is any code of a seat that does not act."""
    laid, state = raw("qwixx 3 color 0 w6 w6 r6 y6 g6 b6 | classic -/-/-/- 0 | classic -/-/-/- 0")
    assert not rules.is_legal(laid, state, 0, move)
    assert not rules.is_legal(laid, state, 1, rules.PASS)
    laid, state = raw("qwixx 3 white 0 w6 w6 r6 y6 g6 b6 | classic -/-/-/- 0 | classic -/-/-/- 0")
    assert rules.acts(state, 1) and not rules.acts(state, 2)
    assert rules.is_legal(laid, state, 1, rules.move_of(3, 12)) and rules.move_of(3, 12) == 44


def test_every_code_is_legal_or_not_as_listed() -> None:
    """is_legal and legal_moves agree on all 45 codes."""
    for text in (SEEN, "qwixx 3 white 1 w4 w1 r2 . g3 b6 | classic 11/-/1/- 1 | classic -/11111.....1/..1/- 2"):
        laid, state = raw(text)
        for seat in (0, 1):
            listed = np.zeros(rules.MAX_MOVES, np.int64)
            n = rules.legal_moves(laid, state, seat, listed)
            assert [code for code in range(rules.N_CODES) if rules.is_legal(laid, state, seat, code)] == listed[
                :n
            ].tolist()


def test_a_retired_die_offers_nothing() -> None:
    """Its place among the dice is 0, which is no face."""
    _, state = raw(SEEN)
    assert not rules.offers(state, 1, 4) and not rules.offers(state, 1, 1)
    assert rules.offers(state, 0, 6) and rules.offers(state, 0, 3) and not rules.offers(state, 0, 4)


def test_counters_are_set_anew() -> None:
    """Recounting does not add to what was there, and is the same when done twice."""
    laid, state = raw(SEEN)
    before = {name: np.copy(getattr(state, name)) for name in ("n_marks", "next_cell", "locked")}
    state.n_marks[0, 3] = state.next_cell[0, 3] = 5
    rules.recount(laid, state)
    assert all(np.array_equal(getattr(state, name), values) for name, values in before.items())


def test_no_die_lies_when_the_turn_is_over() -> None:
    """The next active seat throws them all again."""
    match = Match(QWIXX, seats=2)
    match.throw("w4 w1 r2 y6 g3 b6")
    for move in ("-", "-"):
        match.play(match.acting[0], move)
    match.play(0, "r6")
    assert match.roll == "" and match.raw.state.dice.tolist() == [0] * 6 and match.raw.state.wrote == 0
    assert rules.throw_number(match.raw.state) == 1


def test_a_locked_die_cannot_be_thrown() -> None:
    """What a source gives for it is not laid. [Qwixx 9]"""
    laid, state = raw("qwixx 3 roll 0 | classic -/-/-/- 0 | classic -/11111.....1/-/- 0")
    assert rules.dice_wanted(state) == 0b110111
    rules.apply_roll(laid, state, np.array([1, 2, 3, 4, 5, 6]))
    assert state.dice.tolist() == [1, 2, 3, 0, 5, 6] and rules.dice_wanted(state) == 0


def test_locks_are_counted_by_color() -> None:
    """Two end the match, whoever has them. [Qwixx 11]"""
    laid, state = raw(SEEN)
    assert rules.count_locks(state) == 1 and rules.end_reason(laid, state) == rules.End.NONE
    state.locked[3] = 1
    assert rules.count_locks(state) == 2 and rules.end_reason(laid, state) == rules.End.LOCKS
    state.locked[:] = 0
    state.misses[1] = 4
    assert rules.end_reason(laid, state) == rules.End.MISSES
