"""Qwixx: the examples of the rulebook and our rulings."""

import numpy as np
import pytest

import paperdice
from paperdice import IllegalMoveError, Match, MatchOverError, NotationError, WrongSeatError, read_position
from paperdice.games.qwixx import rules
from tests.games.deeds import answer

QWIXX = paperdice.find_game("qwixx")
EMPTY = "classic -/-/-/- 0"
FIVE_RED = "classic 11111/-/-/- 0"
FIVE_YELLOW = "classic -/11111/-/- 0"
FIVE_GREEN = "classic -/-/11111/- 0"


def start(*seats: str, head: str = "3 roll 0") -> Match:
    """Return a match in which each seat has such a sheet and the dice are wanted."""
    return read_position(" | ".join([f"qwixx {head}", *seats]))


def markable(match: Match, seat: int) -> set[str]:
    """Return the cells that order and locks leave open to this seat, for any dice."""
    laid, state = match.raw.laid, match.raw.state
    return {
        f"{printed.colors[cell]}{printed.numbers[cell]}"
        for row, printed in enumerate(match.sheets[seat].rows)
        for cell in range(len(printed))
        if rules.can_mark(laid, state, seat, row, cell)
    }


def test_marks_go_from_left_to_right() -> None:
    """Cells left of the last mark are lost. [Qwixx 2, QX-1]"""
    match = start("classic ...1.1/........1/......1/..1 0", EMPTY)
    open_cells = markable(match, 0)
    assert {cell for cell in open_cells if cell[0] == "r"} == {"r8", "r9", "r10", "r11"}
    assert {cell for cell in open_cells if cell[0] == "y"} == {"y11"}
    assert {cell for cell in open_cells if cell[0] == "g"} == {"g5", "g4", "g3"}
    assert {cell for cell in open_cells if cell[0] == "b"} == {f"b{n}" for n in (9, 8, 7, 6, 5, 4, 3)}


def test_all_seats_may_use_the_white_sum() -> None:
    """Four seats, white 4 and 1: two mark a five, two pass, and nobody gets a miss for passing. [Qwixx 4, QX-2]"""
    match = Match(QWIXX, seats=4)
    match.throw("w4 w1 r2 y6 g3 b6")
    assert match.phase == "white" and match.acting == (0, 1, 2, 3)
    answer(match, "r5", "y5", "-", "-")
    assert match.phase == "color" and match.acting == (0,)
    assert match.scores == (1, 1, 0, 0)


def test_the_active_seat_adds_a_white_and_a_color_die() -> None:
    """White 4 and blue 6 make blue 10. [Qwixx 5, QX-3]"""
    match = Match(QWIXX, seats=4)
    match.throw("w4 w1 r2 y6 g3 b6")
    answer(match, "r5", "y5", "-", "-")
    assert match.choices(0) == ("-", "r6", "y7", "y10", "g4", "g7", "b7", "b10")
    match.play(0, "b10")
    assert match.scores == (2, 1, 0, 0) and match.tally(0)["misses"] == 0
    assert (match.phase, match.active, match.turn) == ("roll", 1, 2)


def test_two_ways_to_a_number_are_one_move() -> None:
    """Equal white dice offer each sum once. [Qwixx 5]"""
    match = Match(QWIXX, seats=1)
    match.throw("w3 w3 r1 y1 g1 b1")
    match.play(0, "-")
    assert match.choices(0) == ("-", "r4", "y4", "g4", "b4")
    assert match.ways(0, 0, 2) == [["w3", "r1"]]


def test_only_the_active_seat_takes_a_miss() -> None:
    """Marking nothing in either phase costs the active seat five points. [Qwixx 7, QX-4]"""
    match = Match(QWIXX, seats=2)
    match.throw("w4 w1 r2 y6 g3 b6")
    answer(match, "-", "-")
    match.play(0, "-")
    assert match.scores == (-5, 0)


def test_a_mark_in_either_phase_spares_the_miss() -> None:
    """One mark is enough, and after a mark no miss can be taken. [Qwixx 6, 7, Q-A11]"""
    match = Match(QWIXX, seats=1)
    match.throw("w4 w1 r2 y6 g3 b6")
    match.play(0, "r5")
    match.play(0, "-")
    assert match.scores == (1,)
    match.throw("w4 w1 r2 y6 g3 b6")
    match.play(0, "-")
    match.play(0, "b7")
    assert match.scores == (2,)


def test_a_miss_may_be_taken_on_purpose() -> None:
    """A seat may pass even if it can mark. [Q-A10]"""
    match = Match(QWIXX, seats=1)
    match.throw("w4 w1 r2 y6 g3 b6")
    assert len(match.choices(0)) > 1
    match.play(0, "-")
    match.play(0, "-")
    assert match.scores == (-5,)


def test_the_lock_counts_as_a_mark() -> None:
    """The last number brings the lock: two marks more, the row closed for all, its die gone. [Qwixx 8, 9, QX-5]"""
    match = start(FIVE_GREEN, EMPTY)
    match.throw("w1 w1 r2 y6 g3 b6")
    answer(match, "g2", "-")
    assert match.tally(0)["g"] == 28
    assert match.roll == "w1 w1 r2 y6 b6"
    match.play(0, "-")
    assert match.dice_wanted == ("w", "w", "r", "y", "b")
    assert not any(cell[0] == "g" for cell in markable(match, 1))


def test_four_marks_do_not_lock() -> None:
    """The last number needs five marks first, also while another seat locks. [Qwixx 8, 10, Q-A6, QX-6]"""
    match = start(FIVE_GREEN, "classic -/-/1111/- 0")
    match.throw("w1 w1 r2 y6 g3 b6")
    with pytest.raises(IllegalMoveError) as caught:
        match.play(1, "g2")
    assert caught.value.reason == ("needs_marks", {"color": "g", "number": 2, "needs": 5, "has": 4}, "Qwixx 8")
    match.play(0, "g2")
    assert match.choices(1) == ("-", "r2", "y2")


def test_several_seats_lock_one_row_together() -> None:
    """All seats that qualify mark the last number and lock. [Qwixx 10, Q-A3]"""
    match = start(FIVE_GREEN, FIVE_GREEN, EMPTY)
    match.throw("w1 w1 r2 y6 g3 b6")
    answer(match, "g2", "g2", "-")
    assert match.scores == (28, 28, 0)
    assert paperdice.view_of(match, 2)["sheets"][2]["rows"][2]["locked_by"] == [0, 1]


def test_a_lock_belongs_to_who_marks_it() -> None:
    """Five marks alone score nothing when another seat locks. [Q-A7]"""
    match = start(FIVE_GREEN, FIVE_GREEN)
    match.throw("w1 w1 r2 y6 g3 b6")
    answer(match, "g2", "-")
    assert match.scores == (28, 15)


def test_the_closing_sum_offers_one_cell_a_row() -> None:
    """A seat that cannot lock has no other cell with that number in the row. [Q-A4]"""
    match = start(FIVE_GREEN, "classic -/-/1111/- 0")
    match.throw("w1 w1 r2 y6 g3 b6")
    assert not any(choice[0] == "g" for choice in match.choices(1))


def test_three_rows_can_be_locked_at_once() -> None:
    """The second and third row locked in one white phase: over, without a color phase. [Qwixx 11, Q-A5, QX-7]"""
    match = start("classic -/-/1111111111!/- 0".replace("!", "1"), FIVE_RED, FIVE_YELLOW, EMPTY, head="4 roll 3")
    match.throw("w6 w6 r1 y1 b1")
    answer(match, "-", "r12", "y12", "-")
    assert match.over and match.end_reason == "locks"
    assert match.acting == () and match.dice_wanted == ()
    assert match.scores == (78, 28, 28, 0)
    assert match.winners == (0,)


def test_rulebook_score() -> None:
    """Four, three, seven and eight marks and two misses make 70 points. [Qwixx 12, QX-8]"""
    match = start("classic 1111/111/1111111/11111111 2", EMPTY)
    assert match.tally(0) == {"r": 10, "y": 6, "g": 28, "b": 36, "misses": -10}
    assert match.scores[0] == 70


def test_a_row_locked_by_another_seat_is_shut_in_the_color_phase() -> None:
    """The die leaves between the phases. [Qwixx 9, Q-A1, Q-A2, QX-9]"""
    match = start(EMPTY, FIVE_RED)
    match.throw("w6 w6 r1 y1 g1 b1")
    answer(match, "-", "r12")
    assert match.phase == "color"
    assert match.choices(0) == ("-", "y7", "g7", "b7")
    with pytest.raises(IllegalMoveError, match="locked"):
        match.play(0, "r7")


def test_no_miss_when_the_white_phase_ends_the_match() -> None:
    """The active seat passed and another seat locked the second row: over at once, no miss. [Q-A14, QX-10]"""
    match = start(EMPTY, "classic 11111/-/11111.....1/- 0", EMPTY)
    match.throw("w6 w6 r1 y1 b1")
    answer(match, "-", "r12", "-")
    assert match.over and match.end_reason == "locks"
    assert match.scores[0] == 0


def test_both_marks_may_stand_in_one_row() -> None:
    """The second mark must lie further right. [Qwixx 6, QX-11]"""
    match = start("classic .....1/-/-/- 0", EMPTY)
    match.throw("w4 w4 r5 y1 g1 b1")
    answer(match, "r8", "-")
    match.play(0, "r9")
    assert match.tally(0)["r"] == 6
    match = start("classic .....1/-/-/- 0", EMPTY)
    match.throw("w4 w5 r4 y1 g1 b1")
    answer(match, "r9", "-")
    with pytest.raises(IllegalMoveError, match="skipped"):
        match.play(0, "r8")


def test_a_full_row_has_twelve_marks() -> None:
    """Eleven numbers and the lock score 78, five numbers with last number and lock 28. [Qwixx 12, QX-12]"""
    match = start("classic 11111111111/-/-/- 0", "classic -/11111.....1/-/- 0", head="3 over 0 w1 w1 . . g1 b1")
    assert match.tally(0)["r"] == 78 and match.tally(1)["y"] == 28


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_answers_does_not_matter(order: tuple[int, ...]) -> None:
    """Moves of a phase are checked against its start and applied together. [C1, QX-13]"""
    match = start(FIVE_GREEN, FIVE_GREEN, EMPTY)
    match.throw("w1 w1 r2 y6 g3 b6")
    moves = ("g2", "g2", "r2")
    for seat in order:
        match.play(seat, moves[seat])
    assert match.position() == (
        "qwixx 3 color 0 w1 w1 r2 y6 . b6 wrote=1"
        " | classic -/-/11111.....1/- 0 | classic -/-/11111.....1/- 0 | classic 1/-/-/- 0"
    )


def test_the_active_seat_may_lock_in_both_phases() -> None:
    """One row in the white phase, a second in the color phase ends the match. [Q-A8]"""
    match = start("classic 11111/11111/-/- 0", EMPTY)
    match.throw("w6 w6 r1 y6 g1 b1")
    answer(match, "r12", "-")
    match.play(0, "y12")
    assert match.over and match.end_reason == "locks" and match.scores == (56, 0)


def test_the_color_phase_never_comes_first() -> None:
    """A color sum is refused while the white sum is played. [Q-A9]"""
    match = Match(QWIXX, seats=2)
    match.throw("w4 w1 r2 y6 g3 b6")
    with pytest.raises(IllegalMoveError, match="other sum"):
        match.play(0, "b10")


def test_marks_stand_when_the_fourth_miss_ends_the_match() -> None:
    """Another seat's white mark is applied before the miss. [Q-A12, Qwixx 11]"""
    match = start("classic -/-/-/- 3", EMPTY)
    match.throw("w4 w1 r2 y6 g3 b6")
    answer(match, "-", "r5")
    match.play(0, "-")
    assert match.over and match.end_reason == "misses"
    assert match.scores == (-20, 1) and match.winners == (1,)


def test_equal_scores_share_the_win() -> None:
    """There is no tie-break. [Q-A13, C2]"""
    match = start("classic -/-/-/- 3", "classic -/-/-/- 3", "classic -/-/-/- 3")
    match.throw("w4 w1 r2 y6 g3 b6")
    answer(match, "-", "-", "-")
    match.play(0, "-")
    assert match.winners == (1, 2)


def test_alone_one_seat_is_active_every_turn() -> None:
    """Solo: both phases every turn, end at the fourth miss or second lock, negative totals stand. [Solo, C4]"""
    match = Match(QWIXX, seats=1)
    for _ in range(4):
        match.throw("w4 w1 r2 y6 g3 b6")
        match.play(0, "-")
        match.play(0, "-")
    assert match.over and match.scores == (-20,) and match.winners == (0,)


def test_mixed_rows_keep_cells_of_a_retired_color_open_to_the_white_sum() -> None:
    """A lock retires the die of the row's last cell; its color elsewhere still takes the white sum. [Mixx A]"""
    match = start("mixx-a 11111.....1/-/-/- 0", "mixx-a -/-/-/- 0", head="5 roll 1")
    match.throw("w3 w2 y1 g1 b1")
    assert "r5" in match.choices(1)
    answer(match, "-", "-")
    assert not any(choice[0] == "r" for choice in match.choices(1))
    reason = match.why_not(1, 2, 7)
    assert reason is not None and reason.id == "retired"


def test_mixed_rows_take_the_die_of_the_cell() -> None:
    """A color die marks cells of its color, wherever they stand. [Mixx A]"""
    match = start("mixx-a -/-/-/- 0", EMPTY)
    match.throw("w1 w1 r1 y1 g3 b4")
    answer(match, "-", "-")
    assert match.choices(0) == ("-", "r2", "y2", "g4", "b5")
    match.play(0, "b5")
    assert match.position().endswith("| mixx-a ...1/-/-/- 0 | classic -/-/-/- 0")


def test_scrambled_rows_go_by_place() -> None:
    """On mixx-b the order is that of the cells, not of the numbers. [Mixx B]"""
    match = start("mixx-b 1/-/-/- 0", EMPTY)
    match.throw("w1 w1 r1 y1 g3 b4")
    assert "r2" in match.choices(0)
    assert "r10" not in markable(match, 0)


def test_a_lock_counts_across_different_sheets() -> None:
    """Rows correspond by the color of their lock. [Mixed deals]"""
    match = start("mixx-b 11111/-/-/- 0", EMPTY)
    match.throw("w5 w6 r1 y1 g1 b1")
    answer(match, "r11", "-")
    assert not any(cell[0] == "r" for cell in markable(match, 1))


def test_reasons_name_the_rule() -> None:
    """Each forbidden cell has a reason. [Qwixx 2, 4, 5, 8, 9]"""
    match = start("classic ..1/-/-/- 0", "classic -/-/11111.....1/- 0")
    assert match.why_not(0, 0, 2) == ("marked", {"color": "r", "number": 4}, "Qwixx 2")
    assert match.why_not(0, 0, 1) == ("skipped", {"color": "r", "number": 3}, "Qwixx 2")
    assert match.why_not(0, 2, 5) == ("locked", {"color": "g", "number": 7}, "Qwixx 9")
    assert match.why_not(0, 1, 5) == ("no_roll", {"color": "y", "number": 7}, "Qwixx 3")
    match.throw("w4 w1 r2 y6 b6")
    assert match.why_not(0, 1, 5) == ("other_sum", {"color": "y", "number": 7, "sum": 5}, "Qwixx 4")
    assert match.why_not(0, 1, 3) is None
    assert match.ways(0, 1, 3) == [["w4", "w1"]] and match.ways(0, 1, 5) == []
    match.play(0, "-")
    assert match.why_not(0, 1, 3) == ("sealed", {"move": "-"}, "")
    match.play(1, "-")
    assert match.why_not(1, 1, 3) == ("not_acting", {"color": "y", "number": 5}, "Qwixx 5")
    expected = {"color": "y", "number": 5, "low": 7, "high": 10}
    assert match.why_not(0, 1, 3) == ("other_color_sum", expected, "Qwixx 5")
    assert match.ways(0, 1, 5) == [["w1", "y6"]]


def test_a_finished_match_refuses_everything() -> None:
    """Nothing can be thrown or played, and the reason of each cell says so. [Qwixx 11]"""
    match = start("classic -/-/-/- 4", EMPTY, head="3 over 0 w1 w1 r1 y1 g1 b1")
    with pytest.raises(MatchOverError):
        match.play(0, "-")
    with pytest.raises(MatchOverError):
        match.throw("w1 w1 r1 y1 g1 b1")
    reason = match.why_not(0, 0, 0)
    assert reason is not None and reason.id == "over"
    assert match.choices(0) == () and match.active == 0


def test_a_cell_that_the_sheet_lacks_is_named() -> None:
    """A toy sheet without red 9 says that there is no such cell."""
    toy = paperdice.sheet.Sheet("qwixx", "toy", (paperdice.sheet.Row(("r", "r"), (2, 3)),))
    match = Match(QWIXX, seats=1, sheets=toy)
    match.throw("w4 w5 r2 y6 g3 b6")
    with pytest.raises(IllegalMoveError, match="no such cell"):
        match.play(0, "r9")
    assert match.tally(0) == {"r": 0, "misses": 0}


@pytest.mark.parametrize("text", ["", "r", "R5", "r05", "r1", "r13", "w5", "r5 ", "r5 y5", "pass", "keep", "x"])
def test_garbage_is_no_move(text: str) -> None:
    """A text that is no move of Qwixx cannot be read."""
    match = Match(QWIXX, seats=2)
    match.throw("w4 w1 r2 y6 g3 b6")
    with pytest.raises(NotationError):
        match.play(0, text)


def test_a_seat_without_a_real_choice_still_acts() -> None:
    """No phase is skipped: the only choice is to pass."""
    match = start("classic ..........1/-/-/- 0".replace("..........1", ".........1"), EMPTY)
    match.throw("w1 w1 r1 y1 g1 b1")
    answer(match, "y2", "-")
    assert match.acting == (0,)
    with pytest.raises(WrongSeatError):
        match.play(1, "-")


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ("qwixx 3 roll 0 | classic -/-/-/- 5", "bad misses"),
        ("qwixx 3 roll 0 | classic -/-/-/1111......1 0", "lock without marks"),
        ("qwixx 3 roll 0 w1 w1 r1 y1 g1 b1 | classic -/-/-/- 0", "bad dice"),
        ("qwixx 3 white 0 w1 w1 r1 y1 g1 . | classic -/-/-/- 0", "bad dice"),
        ("qwixx 3 white 0 w1 w1 r1 y1 g1 b1 wrote=1 | classic -/-/-/- 0", "bad turn"),
        ("qwixx 3 color 0 w1 w1 r1 y1 g1 b1 wrote=2 | classic -/-/-/- 0", "bad turn"),
        ("qwixx 3 over 0 w1 w1 r1 y1 g1 b1 | classic -/-/-/- 0", "bad turn"),
        ("qwixx 0 roll 0 | classic -/-/-/- 0", "bad turn"),
        ("qwixx 3 roll 0 | classic -/-/-/- 4", "bad turn"),
    ],
)
def test_impossible_positions_are_refused(position: str, fault: str) -> None:
    """An impossible position names its fault."""
    with pytest.raises(paperdice.RecordError, match=fault):
        read_position(position)


def test_faults_find_counters_that_lie() -> None:
    """The counters of a state must agree with its cells."""
    match = start("classic 11/-/-/- 0", EMPTY)
    laid, state = match.raw.laid, match.raw.state
    assert rules.faults(laid, state) == 0
    state.n_marks[0, 0] = 3
    assert rules.faults(laid, state) == rules.Fault.BAD_COUNTS
    state.n_marks[0, 0] = 2
    state.locked[1] = 1
    assert rules.faults(laid, state) & rules.Fault.LOCK_MISMATCH


def test_a_learner_sees_the_own_seat_first() -> None:
    """The observation has the fields of OBSERVED in order."""
    match = start("classic 11/-/-/- 1", "classic -/-/..1/- 0")
    match.throw("w4 w1 r2 y6 g3 b6")
    seen = np.zeros(rules.N_OBSERVED, np.int64)
    rules.observe(match.raw.laid, match.raw.state, 1, seen)
    fields = {}
    at = 0
    for name, size in rules.OBSERVED:
        fields[name] = seen[at : at + size].tolist()
        at += size
    assert at == rules.N_OBSERVED
    assert fields["phase"] == [1] and fields["is_active"] == [0] and fields["turn"] == [3] and fields["n_seats"] == [2]
    assert fields["dice"] == [4, 1, 2, 6, 3, 6] and fields["misses"] == [0, 1, 0, 0, 0]
    assert fields["scores"] == [1, -2, 0, 0, 0]
    assert fields["n_marks"][:8] == [0, 0, 1, 0, 2, 0, 0, 0]
    assert fields["next_cell"][:8] == [0, 0, 3, 0, 2, 0, 0, 0]


def test_the_stated_sizes_are_exact() -> None:
    """Nine choices can be had at once; 45 codes; each seat has at most 47 turns before a last one."""
    match = Match(QWIXX, seats=1)
    match.throw("w4 w1 r2 y3 g4 b5")
    match.play(0, "-")
    assert len(match.choices(0)) == rules.MAX_MOVES == 9
    assert rules.MAX_TURNS == 5 * (4 * 11 + 3) + 1 == 236
    assert rules.N_CODES == 45 == rules.move_of(3, 12) + 1
    assert (rules.LOWEST, rules.HIGHEST, rules.N_NUMBERS) == (2, 12, 13)


def test_a_used_state_can_be_started_again() -> None:
    """Nothing of an earlier match is left, and the buffer for legal moves may contain anything."""
    match = read_position("qwixx 3 color 0 w1 w1 r2 y6 . b6 wrote=1 | classic -/-/11111.....1/1 2 | classic 1/-/-/- 0")
    laid, state = match.raw.laid, match.raw.state
    rules.start(state, 2, 1)
    kept = {name: np.asarray(getattr(state, name)) for name, _ in rules.STATE}
    assert (kept.pop("n_seats"), kept.pop("turn"), kept.pop("active"), kept.pop("phase")) == (2, 1, 1, rules.Phase.ROLL)
    assert [name for name, values in kept.items() if values.any()] == []
    state.locked[:] = 1
    rules.recount(laid, state)
    assert not state.locked.any()
    rules.apply_roll(laid, state, np.array([4, 1, 2, 6, 3, 6]))
    moves = np.full(rules.MAX_MOVES, 7)
    assert rules.legal_moves(laid, state, 0, moves) == 5 and moves[0] == rules.PASS
