"""Qwantum: states that cannot arise, small sheets, and observations."""

import numpy as np
import pytest

import paperdice
from paperdice import IllegalMoveError, Match, RecordError, read_position
from paperdice.games.qwantum import rules
from paperdice.sheet import Row, Sheet
from tests.games.qwantum_rolls import EMPTY, ROW, SARAH, roll

QWANTUM = paperdice.find_game("qwantum")
FULL = f"classic {ROW}/{ROW}/{ROW}/{ROW} 0"
LACKING = "w3 r1 r2 . p3 b6 y5"


def toy(*lengths: int) -> Sheet:
    """Return a sheet with the first rows of the paper, each of this length."""
    rows = tuple(Row((color,) * length, ()) for color, length in zip("pbry", lengths, strict=False))
    return Sheet("qwantum", "toy", rows)


def test_a_position_tells_which_dice_are_thrown_again() -> None:
    """Red 1 is on die 3, while die 1, which has one too, is thrown again. [Qwantum 3]"""
    match = Match(QWANTUM, seats=1)
    match.throw("w3 p6 r2 r1 p3 b6 y5")
    match.play(0, "reroll 12")
    assert match.position() == "qwantum 1 roll 0 w3 . . r1 p3 b6 y5 again=1 | classic -/-/-/- 0"
    again = read_position(match.position())
    assert again.dice_wanted == ("1", "2")
    again.throw("p6 r2")
    assert again.phase == "pick" and again.choices(0) == ("-", "r6", "y8", "b9", "p12")


def test_a_position_tells_that_all_dice_are_thrown_again() -> None:
    """No die lies, although it is the second throw. [Qwantum 3]"""
    match = read_position(f"qwantum 1 roll 0 again=1 | {EMPTY}")
    match.throw(SARAH)
    assert match.phase == "pick"


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        (f"0 roll 0 | {EMPTY}", "bad turn"),
        (f"1 over 0 {SARAH} | {EMPTY}", "bad turn"),
        (f"50 share 0 {SARAH} | {FULL}", "bad turn"),
        (f"50 pick 0 {SARAH} | {EMPTY} | {FULL}", "bad turn"),
        ("50 roll 0 | classic -/-/-/- 5", "bad turn"),
        (f"1 roll 0 again=2 | {EMPTY}", "bad turn"),
        (f"1 reroll 0 {SARAH} again=1 | {EMPTY}", "bad turn"),
        (f"1 roll 0 {SARAH} | {EMPTY}", "bad dice"),
        (f"1 roll 0 w3 . . . . . . | {EMPTY}", "bad dice"),
        (f"1 roll 0 . . . . . . y5 | {EMPTY}", "bad dice"),
        (f"1 roll 0 {SARAH} again=1 | {EMPTY}", "bad dice"),
        (f"1 reroll 0 {LACKING} | {EMPTY}", "bad dice"),
        (f"1 pick 0 {LACKING} | {EMPTY}", "bad dice"),
        (f"1 share 0 | {EMPTY}", "bad dice"),
        (f"50 over 0 {LACKING} | {FULL}", "bad dice"),
        ("5 roll 0 | classic 5,5/-/-/- 0", "mark out of order"),
        ("5 roll 0 | classic -/-/-/5,8,12,12 0", "mark out of order"),
        ("5 roll 0 | classic -/-/5,8,12,16,16/- 0", "mark out of order"),
        ("5 roll 0 | classic -/5,8,12,16,15,15/-/- 0", "mark out of order"),
        ("5 roll 0 | classic .,5/-/-/- 0", "mark out of order"),
        ("5 roll 0 | classic 5,8,12,16,.,3/-/-/- 0", "mark out of order"),
        (f"5 roll 0 | {EMPTY} | classic 34/-/-/- 0", "bad number"),
        ("5 roll 0 | classic #/-/-/- 0", "bad number"),
        (f"50 over 0 {SARAH} | classic -/-/-/- 6", "bad misses"),
        (f"50 over 0 {SARAH} | {EMPTY} | classic -/-/-/- 5", "bad misses"),
        (f"50 over 0 {SARAH} picked=4 | classic 6/-/-/- 5", "bad misses"),
        (f"5 pick 0 {SARAH} picked=4 | classic 6/-/-/- 0", "bad pick"),
        (f"5 reroll 0 {SARAH} picked=4 | classic 6/-/-/- 0", "bad pick"),
        (f"5 roll 0 picked=4 | {EMPTY}", "bad pick"),
        (f"5 share 0 {SARAH} picked=5 | classic 6/13/6/8 0", "bad pick"),
        (f"5 share 0 {SARAH} picked=4 | {EMPTY}", "bad pick"),
        (f"5 share 0 w1 r1 r2 b4 b2 b6 y5 picked=4 | {EMPTY}", "bad pick"),
        (f"5 share 0 {SARAH} picked=4 | classic 7/-/-/- 0", "bad pick"),
        (f"5 share 0 {SARAH} picked=4 | classic 6,7/-/-/- 0", "bad pick"),
        (f"5 share 1 {SARAH} picked=4 | classic 6/-/-/- 0 | {EMPTY}", "bad pick"),
        (f"5 share 0 {SARAH} picked=1 | mine=p,p/b,b -/- 0", "bad pick"),
    ],
)
def test_a_state_that_cannot_arise_is_refused(position: str, fault: str) -> None:
    with pytest.raises(RecordError, match=f"cannot arise by the rules: {fault}$"):
        read_position(f"qwantum {position}")


@pytest.mark.parametrize(
    "position",
    [
        f"1 roll 0 | {EMPTY}",
        f"109 roll 0 | {EMPTY}",
        f"5 roll 0 . . . . . . y5 again=1 | {EMPTY}",
        f"5 roll 0 w3 r1 r2 . p3 b6 y5 again=1 | {EMPTY}",
        f"5 share 0 {SARAH} picked=4 | classic 6/-/-/- 0",
        f"5 share 0 {SARAH} picked=1 | classic -/-/6/- 0",
        f"50 over 0 {SARAH} | classic -/-/-/- 5",
        f"50 over 0 {SARAH} picked=4 | classic 2,6/-/-/- 0 | {FULL}",
        f"50 over 1 {SARAH} | {EMPTY} | classic -/-/-/- 5",
        "5 roll 0 | classic 1,2,3,33,2,1/33/-/- 4",
    ],
)
def test_a_state_that_can_arise_is_read(position: str) -> None:
    assert read_position(f"qwantum {position}").position() == f"qwantum {position}"


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("active", -1, "BAD_TURN"),
        ("active", 2, "BAD_TURN"),
        ("turn", 110, "BAD_TURN"),
        ("phase", -1, "BAD_TURN"),
        ("phase", 5, "BAD_TURN"),
        ("again", -1, "BAD_TURN"),
        ("picked", -1, "BAD_PICK"),
    ],
)
def test_a_number_out_of_range_is_a_fault(field: str, value: int, fault: str) -> None:
    _, _, laid, state = roll(Match(QWANTUM, seats=2)).raw
    assert rules.faults(laid, state) == 0
    setattr(state, field, value)
    assert rules.faults(laid, state) == rules.Fault[fault]


@pytest.mark.parametrize(
    ("field", "place", "value", "fault"),
    [
        ("dice", 0, -1, "BAD_DICE"),
        ("dice", 6, 7, "BAD_DICE"),
        ("sums", 3, 7, "BAD_COUNTS"),
        ("sums", 0, 0, "BAD_COUNTS"),
        ("misses", 1, -1, "BAD_MISSES"),
        ("next_cell", (1, 3), 1, "BAD_COUNTS"),
    ],
)
def test_a_kept_number_that_is_wrong_is_a_fault(field: str, place: int, value: int, fault: str) -> None:
    _, _, laid, state = roll(Match(QWANTUM, seats=2)).raw
    getattr(state, field)[place] = value
    assert rules.faults(laid, state) == rules.Fault[fault]


def test_sums_are_kept_only_while_all_dice_lie() -> None:
    """A sum left over from an earlier throw is a fault. [Qwantum 4]"""
    match = Match(QWANTUM, seats=2)
    match.throw(SARAH)
    _, _, laid, state = match.raw
    assert list(state.sums) == [6, 8, 13, 6]
    match.play(0, "reroll 1")
    assert list(state.sums) == [0, 0, 0, 0]
    state.sums[2] = 13
    assert rules.faults(laid, state) == rules.Fault.BAD_COUNTS


def test_only_dice_that_lie_count() -> None:
    """A die in the hand shows no face."""
    state = read_position(f"qwantum 1 roll 0 w3 . . r1 p3 b6 y5 again=1 | {EMPTY}").raw.state
    assert [rules.sum_of(state, color) for color in range(4)] == [4, 8, 9, 6]


def test_a_negative_pick_is_a_fault() -> None:
    """Even if counting from the end would find a row that fits. [Qwantum 5]"""
    match = read_position(f"qwantum 5 share 0 {SARAH} picked=3 | classic -/13/-/- 0")
    _, _, laid, state = match.raw
    state.picked = -1
    assert rules.faults(laid, state) == rules.Fault.BAD_PICK


def test_sums_are_gone_with_the_turn() -> None:
    match = roll(Match(QWANTUM, seats=1))
    match.play(0, "-")
    match.play(0, "r6")
    assert list(match.raw.state.sums) == [0, 0, 0, 0] and match.roll == ""


def test_several_faults_add_up() -> None:
    with pytest.raises(RecordError, match=r"mark out of order, bad misses, bad turn$"):
        read_position("qwantum 0 roll 0 | classic 5,5/-/-/- 6")


@pytest.mark.parametrize(("move", "legal"), [(-1, False), (0, True), (1, True), (4, True), (5, False), (37, False)])
def test_only_colors_and_the_pass_are_moves_of_the_pick(move: int, legal: bool) -> None:
    _, _, laid, state = roll(Match(QWANTUM, seats=2)).raw
    assert rules.is_legal(laid, state, 0, move) is legal
    assert not rules.is_legal(laid, state, 1, move)


@pytest.mark.parametrize(("move", "legal"), [(-1, False), (0, True), (127, True), (128, False)])
def test_only_sets_of_dice_are_moves_of_the_reroll(move: int, legal: bool) -> None:
    match = Match(QWANTUM, seats=2)
    match.throw(SARAH)
    _, _, laid, state = match.raw
    assert rules.is_legal(laid, state, 0, move) is legal
    assert not rules.is_legal(laid, state, 1, move)


def test_legal_moves_fill_the_buffer_from_its_start() -> None:
    """The reroll overwrites the whole buffer."""
    match = Match(QWANTUM, seats=1)
    match.throw(SARAH)
    _, _, laid, state = match.raw
    out = np.full(rules.MAX_MOVES, 99, np.int64)
    assert rules.legal_moves(laid, state, 0, out) == rules.MAX_MOVES == 128
    assert list(out) == list(range(128))
    match.play(0, "keep")
    out[:] = 99
    assert rules.legal_moves(laid, state, 0, out) == 5
    assert list(out[:6]) == [0, 1, 2, 3, 4, 99]


def test_the_events_of_a_seat_are_counted() -> None:
    """Count marks and misses; Qwantum has neither locks nor strikes."""
    _, _, laid, state = read_position("qwantum 9 roll 0 | classic 5,9/7/-/8 2 | classic -/-/-/- 1").raw
    out = np.full(4, 99, np.int64)
    rules.count_events(laid, state, 0, out)
    assert list(out) == [4, 0, 2, 0]
    rules.count_events(laid, state, 1, out)
    assert list(out) == [0, 0, 1, 0]


def test_nobody_sits_behind_the_last_seat() -> None:
    match = roll(Match(QWANTUM, seats=2))
    match.play(0, "-")
    assert [bool(rules.acts(match.raw.state, seat)) for seat in range(4)] == [True, True, False, False]


def test_a_color_without_a_row_cannot_be_written() -> None:
    """A toy sheet with two rows leaves out red and yellow. [Qwantum 1]"""
    match = roll(Match(QWANTUM, seats=1, sheets=toy(2, 2)))
    assert match.choices(0) == ("-", "b13", "p6")
    with pytest.raises(IllegalMoveError) as caught:
        match.play(0, "r6")
    assert caught.value.reason == ("no_such_cell", {"color": "r", "number": 6}, "Qwantum 1")


def test_a_small_sheet_is_full_sooner() -> None:
    """Two rows of two and one cells: the columns have one or two cells, and the tally names only them."""
    match = roll(Match(QWANTUM, seats=1, sheets=toy(2, 1)))
    assert match.tally(0) == {"1": 0, "2": 0, "misses": 0}
    assert paperdice.view_of(match, 0)["sheets"][0]["columns"] == [{"score": None}, {"score": None}]
    match.play(0, "p6")
    match.play(0, "b13")
    assert match.tally(0) == {"1": 13, "2": 0, "misses": 0}
    roll(match, "w6 p6 p4 r3 r5 r3 r6")
    match.play(0, "p16")
    assert match.end_reason == "full" and match.tally(0) == {"1": 13, "2": 16, "misses": 0}
    assert read_position(match.position()).scores == (29,)


def test_a_learner_sees_its_own_seat_first() -> None:
    """Every field of OBSERVED, as seat 1 of three sees it in the share."""
    seats = ("classic 6/-/-/- 1", "classic 5,9/7/-/- 2", "classic 3/4/5/7 3")
    match = read_position(f"qwantum 9 share 0 {SARAH} picked=4 | " + " | ".join(seats))
    _, _, laid, state = match.raw
    out = np.full(rules.N_OBSERVED, 99, np.int64)
    rules.observe(laid, state, 1, out)
    seen, at = {}, 0
    for name, size in rules.OBSERVED:
        seen[name] = [int(value) for value in out[at : at + size]]
        at += size
    assert at == rules.N_OBSERVED == len(out)
    written = [[5, 9], [7], [], [], [3], [4], [5], [7], [6], [], [], [], [], [], [], []]
    assert seen == {
        "phase": [3],
        "is_active": [0],
        "again": [0],
        "picked": [4],
        "turn": [9],
        "n_seats": [3],
        "dice": [3, 1, 2, 5, 6, 4, 3],
        "sums": [6, 8, 13, 6],
        "misses": [2, 3, 1, 0],
        "scores": [-3, -2, -1, 0],
        "next_cell": [2, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
        "written": [number for row in written for number in row + [0] * (6 - len(row))],
    }
    rules.observe(laid, state, 0, out)
    assert out[1] == 1


def test_a_learner_sees_that_the_second_throw_is_wanted() -> None:
    _, _, laid, state = read_position(f"qwantum 9 roll 0 again=1 | {EMPTY}").raw
    out = np.zeros(rules.N_OBSERVED, np.int64)
    rules.observe(laid, state, 0, out)
    assert list(out[:6]) == [0, 1, 1, 0, 9, 1]


def test_a_start_clears_what_was_there() -> None:
    """A used state becomes a fresh one."""
    match = roll(read_position("qwantum 50 roll 1 | classic 6/-/-/- 1 | classic 5,9/7/-/- 2"))
    match.play(1, "y8")
    state = match.raw.state
    rules.start(state, 2, 0)
    assert (state.n_seats, state.turn, state.active, state.phase, state.again, state.picked) == (2, 1, 0, 0, 0, 0)
    assert not any(getattr(state, name).any() for name in ("dice", "sums", "misses", "next_cell", "written"))
    state.again = 1
    rules.start(state, 2, 0)
    assert state.again == 0


def test_nothing_breaks_a_tie() -> None:
    """[W-A7]"""
    _, _, laid, state = Match(QWANTUM, seats=2).raw
    assert rules.tie_break(laid, state, 0) == rules.tie_break(laid, state, 1) == 0
