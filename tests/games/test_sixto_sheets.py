"""Sixto beside the rulebook: printed sheets, toy sheets, impossible states."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import paperdice
from paperdice import Match, read_position, read_record
from paperdice.game import Twin
from paperdice.games.sixto import print_sheets, rules
from paperdice.games.sixto.rules import Fault
from paperdice.sheet import Row, Sheet

SIXTO = paperdice.find_game("sixto")


def toy(*rows: str) -> Sheet:
    """Return a small sheet with these numbers."""
    colored = zip("roygbp", rows, strict=False)
    return Sheet("sixto", "toy", tuple(Row((color,) * len(row), tuple(map(int, row))) for color, row in colored))


# Sheets


def test_the_sheets_are_what_the_program_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeded program writes one file per sheet, equal to the committed one."""
    committed = print_sheets.FOLDER
    monkeypatch.setattr(print_sheets, "FOLDER", tmp_path)
    print_sheets.main()
    assert list(SIXTO.sheets) == list("ABCDEFGHIJKL")
    assert [path.name for path in sorted(tmp_path.iterdir())] == [f"{name}.toml" for name in SIXTO.sheets]
    for path in tmp_path.iterdir():
        assert path.read_text("utf-8") == (committed / path.name).read_text("utf-8")


@pytest.mark.parametrize("name", list("ABCDEFGHIJKL"))
def test_a_printed_row_is_well_mixed(name: str) -> None:
    """Each number twice, no equal neighbors, three different goals; not compared with paper."""
    sheet = SIXTO.sheets[name]
    assert not sheet.checked
    assert [row.colors for row in sheet.rows] == [(color,) * 12 for color in "roygbp"]
    for row in sheet.rows:
        assert sorted(row.numbers) == sorted([1, 2, 3, 4, 5, 6] * 2)
        assert all(number != after for number, after in pairwise(row.numbers))
        assert len(set(row.numbers[9:])) == 3


def test_all_rows_of_all_sheets_differ() -> None:
    """72 rows, none of them twice, so that all sheets differ too."""
    assert len({row.numbers for sheet in SIXTO.sheets.values() for row in sheet.rows}) == 72


def test_sheets_are_worth_about_the_same() -> None:
    """By the documented measure the rows of each sheet add up to a little more than 100 points."""
    for sheet in SIXTO.sheets.values():
        points = sum(print_sheets.worth(row.numbers) for row in sheet.rows) / 6**print_sheets.N_THROWS
        assert 100.0 < points < 100.4


def test_the_worth_of_a_row_by_hand() -> None:
    """1 to 6 and then goals: with three throws it pays to mark a first 1 (45/36 points) or 2 (10/36), and no other."""
    assert print_sheets.worth((1, 2, 3, 4, 5, 6, 1, 2, 3), n_throws=3) == 45 + 10
    assert print_sheets.worth((1, 2, 3, 4, 5, 6, 1, 2, 3), n_throws=2) == 0


def test_seats_get_different_sheets() -> None:
    """The default deal is A, B, C and so on."""
    assert [sheet.name for sheet in Match(SIXTO, seats=6).sheets] == list("ABCDEF")


def test_an_owner_may_print_any_numbers(tmp_path: Path) -> None:
    """A custom sheet needs rows r o y g b p of twelve numbers from 1 to 6, and nothing else."""

    def file(order: str, number: int) -> Path:
        rows = "".join(f"[[rows]]\ncells = {[f'{color}{number}'] * 12}\n" for color in order)
        path = tmp_path / "mine.toml"
        path.write_text(f'game = "sixto"\nname = "mine"\n{rows}', "utf-8")
        return path

    sheet = paperdice.load_sheet(file("roygbp", 3))
    match = Match(SIXTO, seats=2, sheets=sheet)
    match.throw("r3 o3 y3 g3 b3 p2")
    match.play(0, "keep")
    assert len(match.choices(0)) == 32
    assert read_record(match.record()).sheets[0] == sheet
    for order, number in (("orygbp", 3), ("roygbp", 7), ("roygb", 3)):
        with pytest.raises(paperdice.SheetError):
            paperdice.load_sheet(file(order, number))


# Toy sheets


def test_a_toy_sheet_has_its_last_three_cells_as_goals() -> None:
    """Goals, columns and the tally depend on the size of the sheet."""
    match = Match(SIXTO, seats=1, sheets=toy("1234561", "12345"))
    laid = match.raw.laid
    assert laid.first_goal[0, :2].tolist() == [4, 2] and laid.n_columns[0] == 4
    assert match.tally(0) == {"r": 0, "o": 0, "1": 0, "2": 0, "3": 0, "4": 0}
    assert len(paperdice.view_of(match, 0)["sheets"][0]["columns"]) == 4


def test_a_toy_match_can_be_played_to_its_end() -> None:
    """One row of seven cells, locked: nothing is left to mark, so the sheet is full."""
    match = Match(SIXTO, seats=1, sheets=toy("1234561"))
    for turn, number in enumerate((1, 2, 3, 4, 5, 6), 1):
        assert match.turn == turn and not match.over
        match.throw(f"r{number} o1 y1 g1 b1 p1")
        match.play(0, "keep")
        match.play(0, f"r{number}")
        assert rules.faults(match.raw.laid, match.raw.state) == 0
    assert match.over and match.end_reason == "full" and match.scores == (21 - 4 * 5,)


def test_a_row_shorter_than_its_goals_has_no_columns() -> None:
    """A toy of two cells is all goals, which four marks could never reach."""
    match = Match(SIXTO, seats=1, sheets=toy("12"))
    assert match.raw.laid.first_goal[0, 0] == 0 and match.tally(0) == {"r": 0}
    match.throw("r1 o1 y1 g1 b1 p1")
    match.play(0, "keep")
    assert match.choices(0) == ("-",)


def test_leftmost_cells_are_indexed() -> None:
    """From each cell on, the place of each number counted from 1, and 0 if it does not follow."""
    laid = Match(SIXTO, seats=1, sheets=toy("1213")).raw.laid
    assert laid.first_at[0, 0, 1].tolist() == [1, 3, 3, *[0] * 10]
    assert laid.first_at[0, 0, 2].tolist() == [2, 2, *[0] * 11]
    assert laid.first_at[0, 0, 3].tolist() == [4, 4, 4, 4, *[0] * 9]


# States

A = "A -/-/-/-/-/-"
DICE = "r1 o1 y1 g1 b1 p1"
# On sheet A red reads 4 1 2 5 6 5 4 3 1 and then the goals 6 3 2.
LOCKED = "11111....1.1"
# Orange reads 5 3 2 6 5 1 2 3 4 and then 1 4 6.
LOCKED_ORANGE = "111111.1.1.1"


def on_a(*rows: str) -> str:
    """Return a seat on sheet A with these rows, the others empty."""
    return "A " + "/".join([*rows, *["-"] * (6 - len(rows))])


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        (f"sixto 6535 roll 0 | {A}", "turn is a number up to 6534, not '6535'"),
        (f"sixto 1 over 0 {DICE} | {A}", "bad turn, bad idle"),
        (f"sixto 1 tick 0 {DICE} reroll=1 | {A}", "bad turn"),
        (f"sixto 1 roll 0 reroll=2 | {A}", "bad turn"),
        (f"sixto 4 roll 0 idle=3 | {A}", "bad turn"),
        (f"sixto 1 roll 0 {DICE} | {A}", "bad dice"),
        (f"sixto 1 reroll 0 | {A}", "bad dice"),
        (f"sixto 1 tick 0 r1 o1 . g1 b1 p1 | {A}", "bad dice"),
        (f"sixto 9 tick 0 {DICE} | {on_a(LOCKED)}", "bad dice"),
        (f"sixto 11 over 0 {DICE} idle=3 | {on_a(LOCKED)}", "bad dice"),
        (f"sixto 9 over 0 . . y1 g1 b1 p1 | {on_a(LOCKED, LOCKED_ORANGE)}", "bad dice"),
        (f"sixto 2 roll 0 idle=1 | {on_a('1')}", "bad idle"),
        (f"sixto 2 roll 0 | {A}", "bad idle"),
        (f"sixto 2 roll 0 | {on_a('11')}", "bad idle"),
        (f"sixto 9 roll 0 idle=4 | {on_a('1')}", "bad turn, bad idle"),
        (f"sixto 2 roll 0 | {on_a('......1')}", "not leftmost"),
        (f"sixto 5 roll 0 | {on_a('11..1....1')}", "goal without marks"),
        (f"sixto 9 roll 0 | {on_a('11111....111')}", "too many goals"),
        (f"sixto 9 roll 0 | {on_a('1', '2')}", "bad counts"),
        (f"sixto 9 roll 0 | {on_a('1', '#')}", "bad counts"),
    ],
)
def test_impossible_positions_are_refused(position: str, fault: str) -> None:
    """An impossible position names its faults."""
    with pytest.raises(paperdice.RecordError, match=f": {fault}$"):
        read_position(position)


@pytest.mark.parametrize(
    "position",
    [
        f"sixto 1 roll 0 | {A}",
        f"sixto 1 roll 0 reroll=1 | {A}",
        f"sixto 3 tick 0 {DICE} idle=2 | {A}",
        f"sixto 3 over 0 {DICE} idle=3 | {A}",
        f"sixto 8 roll 0 | {on_a(LOCKED)}",
        f"sixto 9 over 0 {DICE} | {on_a(LOCKED, LOCKED_ORANGE)}",
        f"sixto 10 over 0 . o6 y1 g1 b1 p1 | {on_a(LOCKED, LOCKED_ORANGE)}",
        f"sixto 11 over 0 . o1 y1 g1 b1 p1 idle=3 | {on_a(LOCKED)}",
    ],
)
def test_possible_positions_are_read(position: str) -> None:
    """At the end the dice of rows locked in the last turn are still on the table."""
    assert read_position(position).position() == position


def _set(name: str, value: int, *place: int) -> Callable[[Twin], None]:
    def change(state: Twin) -> None:
        if place:
            getattr(state, name)[place] = value
        else:
            setattr(state, name, value)

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_set("turn", 8), 0),
        (_set("turn", 7), Fault.BAD_IDLE),
        (_set("turn", 0), Fault.BAD_TURN | Fault.BAD_IDLE),
        (_set("turn", rules.MAX_TURNS), 0),
        (_set("turn", rules.MAX_TURNS + 1), Fault.BAD_TURN),
        (_set("active", -1), Fault.BAD_TURN),
        (_set("active", 1), 0),
        (_set("active", 2), Fault.BAD_TURN),
        (_set("phase", -1), Fault.BAD_TURN),
        (_set("phase", 1), 0),
        (_set("phase", 4), Fault.BAD_TURN),
        (_set("reroll", 1), Fault.BAD_TURN),
        (_set("reroll", -1), Fault.BAD_TURN),
        (_set("idle", -1), Fault.BAD_IDLE),
        (_set("idle", 2), 0),
        (_set("idle", 3), Fault.BAD_IDLE),
        (_set("dice", -1, 2), Fault.BAD_DICE),
        (_set("dice", 0, 2), Fault.BAD_DICE),
        (_set("dice", 6, 2), 0),
        (_set("dice", 7, 2), Fault.BAD_DICE),
        (_set("dice", 1, 0), Fault.BAD_DICE),
        (_set("locked", 0, 0), Fault.LOCK_MISMATCH | Fault.BAD_DICE),
        (_set("locked", 1, 5), Fault.LOCK_MISMATCH | Fault.BAD_DICE),
        (_set("n_marks", 2, 1, 1), Fault.BAD_COUNTS),
        (_set("n_goals", 1, 1, 1), Fault.BAD_COUNTS),
        (_set("n_goals", 2, 1, 1), Fault.BAD_COUNTS | Fault.LOCK_MISMATCH),
        (_set("next_cell", 2, 1, 1), Fault.BAD_COUNTS),
        (_set("n_column_marks", 1, 1, 8), Fault.BAD_COUNTS),
        (_set("n_column_marks", 2, 0, 0), Fault.BAD_COUNTS),
        (_set("written", 0, 1, 1, 0), Fault.BAD_COUNTS),
        (_set("written", -1, 1, 1, 3), Fault.BAD_COUNTS),
    ],
)
def test_faults_find_what_cannot_be(change: Callable[[Twin], None], fault: int) -> None:
    """One wrong number in a valid state reports exactly its fault."""
    match = read_position(f"sixto 10 tick 0 . o1 y1 g1 b1 p1 | {on_a(LOCKED)} | {on_a('-', '1')}")
    laid, state = match.raw.laid, match.raw.state
    change(state)
    assert rules.faults(laid, state) == fault


def test_idle_turns_end_with_three_rounds() -> None:
    """A count of idle turns beyond three rounds is a fault, even when the match is over."""
    match = read_position(f"sixto 3 over 0 {DICE} idle=3 | {A}")
    laid, state = match.raw.laid, match.raw.state
    state.turn = state.idle = 4
    assert rules.faults(laid, state) == Fault.BAD_IDLE


def test_a_new_start_forgets_everything() -> None:
    """Starting and recounting overwrite everything in an old state."""
    match = read_position(f"sixto 10 tick 0 . o1 y1 g1 b1 p1 idle=1 | {on_a(LOCKED)} | {on_a('-', '1')}")
    laid, state = match.raw.laid, match.raw.state
    before = {name: np.copy(value) for name, value in vars(state).items()}
    for name in ("locked", "n_marks", "n_goals", "next_cell", "n_column_marks"):
        getattr(state, name)[...] += 1
    rules.recount(laid, state)
    assert all(np.array_equal(value, before[name]) for name, value in vars(state).items())
    state.reroll = 1
    rules.start(state, 3, 2)
    changed = {name: value for name, value in vars(state).items() if np.any(value)}
    assert changed == {"n_seats": 3, "turn": 1, "active": 2}


def test_a_learner_sees_the_own_seat_first() -> None:
    """The observation has the fields of OBSERVED in order."""
    match = read_position(f"sixto 9 roll 0 reroll=1 idle=1 | {on_a(LOCKED)} | {on_a('-', '.1')}")
    laid, state = match.raw.laid, match.raw.state
    seen = np.full(rules.N_OBSERVED, 99, np.int64)
    rules.observe(laid, state, 1, seen)
    fields = {}
    at = 0
    for name, size in rules.OBSERVED:
        fields[name] = seen[at : at + size].tolist()
        at += size
    assert at == rules.N_OBSERVED
    heads = ("phase", "is_active", "reroll", "turn", "n_seats", "idle")
    assert [fields[name] for name in heads] == [[0], [0], [1], [9], [2], [1]]
    assert fields["dice"] == [0] * 6 and fields["locked"] == [1, 0, 0, 0, 0, 0]
    assert fields["scores"] == [-10, 3, 0, 0, 0, 0]
    assert fields["n_marks"] == [0, 1, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, *[0] * 24]
    assert fields["next_cell"] == [0, 2, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, *[0] * 24]
    assert fields["n_goals"] == [*[0] * 6, 2, *[0] * 29]
    assert fields["n_column_marks"] == [0, 1, *[0] * 7, *[1] * 5, *[0] * 4, *[0] * 36]
    assert fields["numbers"][:13] == [4, 1, 2, 5, 6, 5, 4, 3, 1, 6, 3, 2, 5]
    match = read_position(f"sixto 5 tick 0 r1 o2 y3 g4 b5 p6 | {A} | {on_a('1')} | {on_a('111')}")
    rules.observe(match.raw.laid, match.raw.state, 0, seen)
    assert seen[:12].tolist() == [2, 1, 0, 5, 3, 0, 1, 2, 3, 4, 5, 6]
    assert seen[18:24].tolist() == [0, -10, -10, 0, 0, 0] and seen[24:42:6].tolist() == [0, 1, 3]


def test_events_of_a_seat_are_counted() -> None:
    """Count marks and locks; Sixto has neither misses nor strikes."""
    match = read_position(f"sixto 20 roll 0 | {on_a(LOCKED, LOCKED_ORANGE)} | {on_a('-', '1')}")
    counts = np.full(4, 9, np.int64)
    rules.count_events(match.raw.laid, match.raw.state, 0, counts)
    assert counts.tolist() == [16, 2, 0, 0]
    rules.count_events(match.raw.laid, match.raw.state, 1, counts)
    assert counts.tolist() == [1, 0, 0, 0]


def test_codes_are_numbered_without_gaps() -> None:
    """Phases, ends and refusals are small numbers in the order of the rulebook."""
    for codes, size in ((rules.Phase, 4), (rules.End, 4), (rules.Refusal, 10)):
        assert [int(code) for code in codes] == list(range(size))
    assert [int(fault) for fault in Fault] == [1 << bit for bit in range(8)]
    assert SIXTO.phases == ("roll", "reroll", "tick", "over") and SIXTO.end_reasons == ("dice", "full", "stall")
