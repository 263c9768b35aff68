"""Qwixx beyond the rulebook: states, counters and move codes."""

import numpy as np
import pytest

import paperdice
from paperdice import Match, read_position
from paperdice.game import Twin
from paperdice.games.qwixx import rules
from paperdice.games.qwixx.rules import Refusal
from paperdice.rulekit import CellState

QWIXX = paperdice.find_game("qwixx")
SEEN = "qwixx 3 color 0 w4 w1 r2 . g3 b6 wrote=1 | classic 11/-/1/- 1 | classic -/11111.....1/..1/- 2"


def raw(text: str) -> tuple[Twin, Twin]:
    position = read_position(text).raw
    return position.laid, position.state


def test_events_are_counted_by_kind() -> None:
    """Write marks, locks, misses and strikes, in this order, over old values."""
    laid, state = raw(SEEN)
    events = np.full(4, 9)
    rules.count_events(laid, state, 0, events)
    assert events.tolist() == [3, 0, 1, 0]
    rules.count_events(laid, state, 1, events)
    assert events.tolist() == [7, 1, 2, 0]


def test_the_tally_writes_over_what_stood_there() -> None:
    """Rows come first, then the price of the misses."""
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
    """In the order of OBSERVED, over old values."""
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
    """Written cells take precedence over the dice."""
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
    """Neither is any code of a seat that does not act."""
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
    """Recounting replaces the old counts and can be repeated."""
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
    """A face that a source returns for it is ignored. [Qwixx 9]"""
    laid, state = raw("qwixx 3 roll 0 | classic -/-/-/- 0 | classic -/11111.....1/-/- 0")
    assert rules.dice_wanted(state) == 0b110111
    rules.apply_roll(laid, state, np.array([1, 2, 3, 4, 5, 6]))
    assert state.dice.tolist() == [1, 2, 3, 0, 5, 6] and rules.dice_wanted(state) == 0


def test_locks_are_counted_by_color() -> None:
    """Two locks end the match, no matter which seats have them. [Qwixx 11]"""
    laid, state = raw(SEEN)
    assert rules.count_locks(state) == 1 and rules.end_reason(laid, state) == rules.End.NONE
    state.locked[3] = 1
    assert rules.count_locks(state) == 2 and rules.end_reason(laid, state) == rules.End.LOCKS
    state.locked[:] = 0
    state.misses[1] = 4
    assert rules.end_reason(laid, state) == rules.End.MISSES


def test_either_white_die_may_be_the_higher_one() -> None:
    """Both orders of the white dice offer the same moves, a one among the colors too. [Qwixx 5]"""
    for roll in ("w1 w4 r1 y1 g1 b1", "w4 w1 r1 y1 g1 b1"):
        match = Match(QWIXX, seats=1)
        match.throw(roll)
        assert match.choices(0) == ("-", "r5", "y5", "g5", "b5")
        match.play(0, "-")
        assert match.choices(0) == ("-", "r2", "r5", "y2", "y5", "g5", "b5")


def test_a_marked_cell_is_not_offered_again() -> None:
    """Left of the next mark is everything up to the last one. [Qwixx 2]"""
    match = Match(QWIXX, seats=1)
    match.throw("w4 w1 r1 y1 g1 b1")
    match.play(0, "r5")
    assert match.choices(0) == ("-", "y2", "y5", "g5", "b5")
    match.play(0, "-")
    match.throw("w4 w1 r1 y1 g1 b1")
    assert match.choices(0) == ("-", "y5", "g5", "b5")


def test_the_others_are_seen_clockwise() -> None:
    """Starting from the seat itself, with three seats in both directions different."""
    laid, state = raw("qwixx 3 roll 0 | classic -/-/-/- 1 | classic -/-/-/- 2 | classic -/-/-/- 3")
    seen = np.zeros(rules.N_OBSERVED, np.int64)
    rules.observe(laid, state, 1, seen)
    assert seen[15:18].tolist() == [2, 3, 1] and seen[20:23].tolist() == [-10, -15, -5]


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("turn", 1, 0),
        ("turn", 236, 0),
        ("turn", 237, rules.Fault.BAD_TURN),
        ("turn", 0, rules.Fault.BAD_TURN),
        ("active", 1, 0),
        ("active", 2, rules.Fault.BAD_TURN),
        ("active", -1, rules.Fault.BAD_TURN),
        ("phase", -1, rules.Fault.BAD_TURN | rules.Fault.BAD_DICE),
        ("phase", 4, rules.Fault.BAD_TURN | rules.Fault.BAD_DICE),
    ],
)
def test_numbers_out_of_range_are_faults(field: str, value: int, fault: int) -> None:
    """The last allowed turn is no fault."""
    laid, state = raw("qwixx 3 roll 0 | classic -/-/-/- 1 | classic -/-/-/- 2")
    setattr(state, field, value)
    assert rules.faults(laid, state) == fault


def test_impossible_misses_and_faces_are_faults() -> None:
    """No seat has a negative number of misses, no die more than six pips."""
    laid, state = raw("qwixx 3 white 0 w1 w1 r1 y1 g1 b6 | classic -/-/-/- 1 | classic -/-/-/- 2")
    assert rules.faults(laid, state) == 0
    state.misses[1] = -1
    assert rules.faults(laid, state) == rules.Fault.BAD_MISSES
    state.misses[1] = 0
    for face in (7, -1, 0):
        state.dice[5] = face
        assert rules.faults(laid, state) == rules.Fault.BAD_DICE


def test_the_last_cell_gives_a_row_its_lock() -> None:
    """Whatever the color of the cells before it. [Mixx A]"""
    toy = paperdice.sheet.Sheet("qwixx", "toy", (paperdice.sheet.Row(("r", "y"), (2, 3)),))
    laid = Match(QWIXX, 1, toy).raw.laid
    assert laid.lock_colors[0, 0] == 1 and laid.place[0, 0, 2] == 1 and laid.place[0, 1, 3] == 2


@pytest.mark.parametrize("cell", ["2", "9", "#"])
def test_a_cell_takes_one_cross_at_most(cell: str) -> None:
    """[Qwixx 2]"""
    with pytest.raises(paperdice.RecordError, match="bad counts"):
        paperdice.read_position(f"qwixx 3 roll 0 | classic {cell}/-/-/- 0")
