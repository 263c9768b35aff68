"""Twenty One: which states can arise, their counters, and observations."""

import numpy as np
import pytest

import paperdice
from paperdice import Match, read_position
from paperdice.games.twenty_one import rules
from paperdice.sheet import Row, Sheet
from tests.games.twenty_one_positions import PERFECT, start

TWENTY_ONE = paperdice.find_game("twenty_one")


def observed(match: Match, seat: int) -> dict[str, list[int]]:
    """Return the observation of a seat, by field."""
    seen = np.full(rules.N_OBSERVED, 99, np.int64)
    rules.observe(match.raw.laid, match.raw.state, seat, seen)
    parts = np.split(seen, np.cumsum([size for _, size in rules.OBSERVED]))
    assert parts[-1].size == 0
    return {name: part.tolist() for (name, _), part in zip(rules.OBSERVED, parts[:-1], strict=True)}


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ("0 roll 0 | A -/-/-/-/-", "bad turn"),
        ("2 roll 0 | A -/-/-/-/-", "bad turn"),
        ("1 roll 0 | A 1/-/-/-/-", "bad turn"),
        ("3 roll 0 | A 1/-/-/-/-", "bad turn"),
        ("2 roll 0 | A ##/-/-/-/-", "bad turn"),
        ("2 roll 0 | A #1/-/-/-/-", "bad turn"),
        ("2 roll 0 | A 654321/1/-/-/-", "bad turn"),
        ("3 roll 0 | A 11/-/-/-/- | B 1/-/-/-/-", "bad turn"),
        (f"6 roll 0 | A {PERFECT}", "bad turn"),
        (f"4 over 0 w1 k1 r1 y1 g1 b1 | A {PERFECT}", "bad turn"),
        ("1 over 0 w1 k1 r1 y1 g1 b1 | A 1/-/-/-/-", "bad turn"),
        ("1 fill 0 w1 k1 r1 y1 g1 b1 rerolled=2 | A -/-/-/-/-", "bad turn"),
        ("1 reroll 0 w1 k1 r1 y1 g1 b1 rerolled=1 | A -/-/-/-/-", "bad turn"),
        ("1 reroll 0 w1 k1 . y1 g1 b1 | A -/-/-/-/-", "bad dice"),
        ("1 fill 0 w1 k1 r1 y1 g1 . | A -/-/-/-/-", "bad dice"),
        ("1 roll 0 w1 k1 . . . . | A -/-/-/-/-", "bad dice"),
        ("1 roll 0 w1 k2 . . . . rerolled=1 | A -/-/-/-/-", "bad dice"),
        ("1 roll 0 w1 k1 r1 y1 g1 b1 rerolled=1 | A -/-/-/-/-", "bad dice"),
        ("2 roll 0 | A 7/-/-/-/-", "bad number"),
        ("2 roll 0 | A .6/-/-/-/-", "bad number"),
        ("2 roll 0 | A .#/-/-/-/-", "strike out of order"),
        ("2 roll 0 | A -/1/-/-/-", "row out of order"),
        ("3 roll 0 | A 11111/1/-/-/-", "row out of order"),
    ],
)
def test_impossible_positions_are_refused(position: str, fault: str) -> None:
    """An impossible position names its one fault."""
    with pytest.raises(paperdice.RecordError, match=rf"by the rules: {fault}$"):
        read_position(f"twenty_one {position}")


@pytest.mark.parametrize(
    "position",
    [
        "1 roll 0 rerolled=1 | A -/-/-/-/-",
        "1 roll 0 w1 . r1 y1 g1 b1 rerolled=1 | A -/-/-/-/-",
        "1 fill 0 w6 k6 r6 y6 g6 b6 rerolled=1 | A -/-/-/-/-",
        "2 roll 1 | A 654321/-/-/-/- | F .....1/-/-/-/-",
        "7 roll 0 | A 654321/-/-/-/- | F ######/-/-/-/-",
        "5 over 0 w1 k1 r1 y1 g1 b1 rerolled=1 | A 654321/544331/653221/544221/443321 | C 1####/-/-/-/-",
        "30 over 0 w1 k1 r1 y1 g1 b1 | A 654321/544331/653221/544221/443321",
        "30 fill 0 w6 k6 r6 y6 g6 b6 | A 654321/544331/653221/544221/44332",
    ],
)
def test_possible_positions_are_read(position: str) -> None:
    """A possible position reads back to itself."""
    text = f"twenty_one {position}"
    assert read_position(text).position() == text


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("active", 1, rules.Fault.BAD_TURN),
        ("active", -1, rules.Fault.BAD_TURN),
        ("phase", -1, rules.Fault.BAD_TURN),
        ("phase", 4, rules.Fault.BAD_TURN),
        ("rerolled", -1, rules.Fault.BAD_TURN),
        ("turn", 31, rules.Fault.BAD_TURN),
    ],
)
def test_faults_find_numbers_out_of_range(field: str, value: int, fault: int) -> None:
    """Seat, phase and turn stay within their bounds."""
    match = start("A 654321/544331/653221/544221/44332", head="30 fill 0 w4 k1 r1 y4 g2 b3")
    laid, state = match.raw.laid, match.raw.state
    assert rules.faults(laid, state) == 0
    setattr(state, field, value)
    assert rules.faults(laid, state) == fault


@pytest.mark.parametrize(("face", "fault"), [(-1, 16), (0, 16), (6, 0), (7, 16)])
def test_faults_find_faces_that_no_die_has(face: int, fault: int) -> None:
    """A die on the table shows 1 to 6."""
    match = start("A -/-/-/-/-", head="1 fill 0 w4 k1 r1 y4 g2 b3")
    match.raw.state.dice[5] = face
    assert rules.faults(match.raw.laid, match.raw.state) == fault


@pytest.mark.parametrize("counter", ["sums", "hits"])
@pytest.mark.parametrize("change", [1, -1])
def test_faults_find_counters_that_lie(counter: str, change: int) -> None:
    """The counters of a state must agree with its cells."""
    match = start("A 654321/#4/-/-/-", head="4 roll 0")
    laid, state = match.raw.laid, match.raw.state
    assert state.sums[0].tolist() == [21, 4, 0, 0, 0] and state.hits[0].tolist() == [6, 1, 0, 0, 0]
    getattr(state, counter)[0, 1] += change
    assert rules.faults(laid, state) == rules.Fault.BAD_COUNTS
    getattr(state, counter)[0, 1] -= change
    state.current_row[0] += change
    assert rules.faults(laid, state) == rules.Fault.BAD_COUNTS


def test_faults_find_a_cell_below_the_strike() -> None:
    """A cell contains 0, a strike, or a number up to the printed one."""
    match = start("A 1/-/-/-/-", head="2 roll 0")
    match.raw.state.written[0, 0, 1] = -2
    assert rules.faults(match.raw.laid, match.raw.state) == rules.Fault.BAD_NUMBER


def test_faults_can_be_added_up() -> None:
    """Each fault has its own bit, and the arrays have the size of the sheet."""
    assert [int(fault) for fault in rules.Fault] == [1, 2, 4, 8, 16, 32]
    assert dict(rules.STATE)["written"] == (6, 5, 6)
    match = start("A 1/-/-/-/-", head="2 roll 0")
    match.raw.state.sums[0, 0] = 2
    match.raw.state.written[0, 0, 1] = -2
    assert rules.faults(match.raw.laid, match.raw.state) == rules.Fault.BAD_COUNTS + rules.Fault.BAD_NUMBER


@pytest.mark.parametrize("cells", [(0, 9, -1), (0, -1, 9)])
def test_all_faults_of_a_row_are_found(cells: tuple[int, ...]) -> None:
    """Number, row, strike and pace are wrong at once, and then the current row too."""
    match = start("A 1/-/-/-/-", head="2 roll 0")
    laid, state = match.raw.laid, match.raw.state
    state.written[0, 1, :3] = cells
    rules.recount(laid, state)
    assert rules.faults(laid, state) == 2 + 4 + 8 + 32
    state.current_row[0] = 2
    assert rules.faults(laid, state) == 1 + 2 + 4 + 8 + 32


def test_counting_again_forgets_what_was_kept() -> None:
    """Counters depend on the written cells alone."""
    match = start("A 654321/#4/-/-/-", "B 1#1/-/-/-/-", head="4 roll 0")
    state = match.raw.state
    state.sums[:] = state.hits[:] = 9
    state.current_row[:] = 3
    rules.recount(match.raw.laid, state)
    assert state.sums[:2].tolist() == [[21, 4, 0, 0, 0], [2, 0, 0, 0, 0]]
    assert state.hits[:2].tolist() == [[6, 1, 0, 0, 0], [0, 0, 0, 0, 0]]
    assert state.current_row[:2].tolist() == [1, 0]


def test_starting_clears_a_used_state() -> None:
    """A state can be reused for the next match."""
    match = start("A 654321/#4/-/-/-", head="4 fill 0 w1 k2 r3 y4 g5 b6 rerolled=1")
    state = match.raw.state
    rules.start(state, 3, 2)
    fresh = Match(TWENTY_ONE, seats=3, first=2).raw.state
    assert all(np.array_equal(getattr(state, name), getattr(fresh, name)) for name, _ in rules.STATE)


def test_a_learner_sees_the_own_seat_first() -> None:
    """The observation has the fields of OBSERVED in order."""
    match = start(
        *("A 654321/#4/-/-/-", "B 3#4/-/-/-/-", "C 654/-/-/-/-"),
        head="4 roll 2 . k1 . . . . rerolled=1",
    )
    fields = observed(match, 1)
    assert [fields[name] for name in ("phase", "is_active", "rerolled", "turn", "n_seats")] == [[0], [0], [1], [4], [3]]
    assert fields["dice"] == [0, 1, 0, 0, 0, 0] and fields["current_row"] == [0, 0, 1, 0, 0, 0]
    assert fields["scores"] == [8, 21, 47, 0, 0, 0]
    assert fields["row_sum"] == [7, 15, 4, 0, 0, 0] and fields["row_hits"] == [1, 3, 1, 0, 0, 0]
    assert fields["open"][:18] == [0, 0, 2, 3, 1, 0, 0, 2, 0, 1, 3, 0, 4, 3, 3, 0, 0, 1] and not any(
        fields["open"][18:]
    )
    assert fields["numbers"] == [
        *(4, 5, 2, 3, 1, 6),
        *(1, 5, 4, 3, 3, 4),
        *(6, 1, 2, 3, 5, 2),
        *(4, 2, 4, 2, 5, 1),
        *(2, 4, 4, 1, 3, 3),
    ]
    assert fields["places"] == [
        *(3, 2, 5, 4, 6, 1),
        *(6, 1, 3, 4, 5, 2),
        *(1, 6, 4, 3, 2, 5),
        *(3, 4, 2, 5, 1, 6),
        *(5, 1, 2, 6, 4, 3),
    ]
    assert observed(match, 2)["is_active"] == [1]


def test_a_learner_sees_no_row_of_a_finished_seat() -> None:
    """A seat that has completed its last row has no open cell."""
    match = start(f"A {PERFECT}", head="5 over 0 w1 k1 r1 y1 g1 b1")
    fields = observed(match, 0)
    assert fields["phase"] == [3] and fields["current_row"] == [5, 0, 0, 0, 0, 0] and fields["scores"][0] == 200
    assert not any(fields["open"] + fields["row_sum"] + fields["row_hits"])


def test_the_same_seat_sees_the_same_on_toy_sheets() -> None:
    """Anything that a toy sheet lacks is 0 in the observation."""
    toy = Sheet("twenty_one", "toy", (Row(("r", "k"), (6, 1)),))
    fields = observed(Match(TWENTY_ONE, seats=1, sheets=toy), 0)
    assert fields["numbers"] == [0, 1, 6] + [0] * 27 and fields["places"] == [0, 2, 1] + [0] * 27


def test_events_are_marks_and_strikes() -> None:
    """Locks and misses, which the game does not have, stay 0."""
    match = start("A 654321/#4/-/-/-", "B 3#4/-/-/-/-", head="4 roll 1")
    events = np.full(4, 99, np.int64)
    rules.count_events(match.raw.laid, match.raw.state, 0, events)
    assert events.tolist() == [7, 0, 0, 1]
    rules.count_events(match.raw.laid, match.raw.state, 1, events)
    assert events.tolist() == [2, 0, 0, 1]


def test_the_tally_of_a_toy_sheet_is_0_beyond_its_rows() -> None:
    """A used buffer is cleared."""
    toy = Sheet("twenty_one", "toy", (Row(("r", "k"), (6, 1)),))
    match = Match(TWENTY_ONE, seats=1, sheets=toy)
    parts = np.full(rules.N_TALLY, 99, np.int64)
    rules.tally(match.raw.laid, match.raw.state, 0, parts)
    assert parts.tolist() == [0, 0, 0, 0, 0]
