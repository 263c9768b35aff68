"""The Qwixx family: deals, refusals, impossible positions, and observations."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

import paperdice
from paperdice import IllegalMoveError, Match, NotationError, RecordError, SetupError, read_position
from paperdice.sheet import Extras, Row, Sheet
from paperdice.texts import LANGUAGES, say
from tests.games.deeds import answer, refuse

QWIXX = paperdice.find_game("qwixx")
EMPTY = {
    "bonus-a": "bonus-a -/-/-/- 0 strip=-",
    "big-points": "big-points -/-/-/- 0 ry=- gb=-",
    "x-change": "x-change -/-/-/- 0 swap=-",
}
STEPS = [f"steps-{letter}" for letter in "abcde"]
CHAINS = [f"chain-{letter}" for letter in "abcde"]


def solo(seat: str, roll: str = "", head: str = "3 roll 0") -> Match:
    """Return a one-seat match on such a sheet after throwing these dice."""
    match = read_position(f"qwixx {head} | {seat}")
    if roll:
        match.throw(roll)
    return match


def test_a_circle_whose_first_mark_locks_the_row_loses_the_second() -> None:
    """Red has five marks up to 11 and is the weakest row. [V-BB9]"""
    match = solo("bonus-b .....11111/11111/111111/111111 0", "w5 w6 r1 y1 g1 b1")
    match.play(0, "y11")
    assert match.position().endswith("bonus-b .....111111/11111....1/111111/111111 0")
    assert match.roll == "w5 w6 y1 g1 b1" and match.tally(0)["r"] == 28


def whites(total: int) -> str:
    """Return a full roll whose white dice have this sum, and whose color dice show ones."""
    first = min(6, total - 1)
    return f"w{first} w{total - first} r1 y1 g1 b1"


def offered(match: Match, color: str, seat: int = 0) -> tuple[str, ...]:
    """Return the choices of a seat that begin with a color."""
    return tuple(choice for choice in match.choices(seat) if choice.startswith(color))


def extras_of(name: str) -> Extras:
    """Return everything on a sheet besides its rows."""
    extras = QWIXX.sheets[name].extras
    assert extras is not None
    return extras


def rows(match: Match, seat: int = 0) -> str:
    """Return the rows of a seat as written in a position."""
    return match.position().split(" | ")[1 + seat].split(" ")[1]


def test_which_sheets_can_be_dealt_together() -> None:
    """[V-6]"""
    for deal in (("double-a", "double-b"), ("steps-a", "steps-e"), ("chain-b", "chain-d"), ("bonus-b", "bonus-b")):
        assert Match(QWIXX, 2, deal).sheets == deal
    for deal in (("classic", "double-a"), ("steps-a", "chain-a"), ("bonus-a", "bonus-b"), ("mixx-a", "x-change")):
        with pytest.raises(SetupError, match="cannot be dealt together") as caught:
            Match(QWIXX, 2, deal)
        assert caught.value.reason.id == "bad_mix"
    with pytest.raises(RecordError, match="cannot be dealt together"):
        read_position("qwixx 1 roll 0 | classic -/-/-/- 0 | double-b -/-/-/- 0")


TOGETHER = [
    *(("classic", "mixx-a", "mixx-b"), ("double-a", "double-b"), tuple(STEPS), tuple(CHAINS)),
    *(("bonus-a",), ("bonus-b",), ("big-points",), ("x-change",)),
]


def test_every_mix_of_two_sheets_is_played_or_refused_with_its_reason() -> None:
    """[V-6]"""
    assert sorted(name for group in TOGETHER for name in group) == sorted(QWIXX.sheets)
    for one, other in product(QWIXX.sheets, repeat=2):
        if any({one, other} <= set(group) for group in TOGETHER):
            assert Match(QWIXX, 2, (one, other)).sheets == (one, other)
            continue
        with pytest.raises(SetupError) as caught:
            Match(QWIXX, 2, (one, other))
        reason = caught.value.reason
        assert (reason.id, reason.rule, reason.params["sheets"]) == ("bad_mix", "V-6", f"{one}, {other}")
        assert all(one in say(reason, language) and other in say(reason, language) for language in LANGUAGES)


def test_an_owners_sheet_counts_with_the_classic_ones() -> None:
    """[V-6]"""
    own = Sheet("qwixx", "mine", QWIXX.sheets["mixx-a"].rows)
    assert Match(QWIXX, 3, (own, "classic", "mixx-b")).sheets == ("mine", "classic", "mixx-b")
    with pytest.raises(SetupError, match="mine, steps-a of qwixx cannot be dealt together"):
        Match(QWIXX, 2, (own, "steps-a"))


def test_sheets_of_longo_belong_to_longo() -> None:
    """[V-6]"""
    longo = paperdice.find_game("longo").sheets["longo-1"]
    with pytest.raises(paperdice.SheetError, match="belongs to longo, not to qwixx"):
        Match(QWIXX, 1, longo)
    with pytest.raises(paperdice.UnknownSheetError):
        Match(QWIXX, 1, "longo-1")


@pytest.mark.parametrize("locker", [0, 1])
def test_a_lock_takes_effect_after_the_phase(locker: int) -> None:
    """Both mark yellow 5, which forces a mark in red: one locks the row by it, for the other it is still open.
    [V-1, V-8, V-BA3]"""
    seats = [EMPTY["bonus-a"], EMPTY["bonus-a"]]
    seats[locker] = "bonus-a ..11.11..1/-/-/- 0 strip=-"
    match = read_position(f"qwixx 3 roll 0 | {' | '.join(seats)}")
    match.throw("w1 w4 r1 y1 g1 b1")
    answer(match, "y5", "y5")
    assert match.roll == "w1 w4 y1 g1 b1"
    shown = match.position().split(" | ")[1:]
    assert shown[locker] == "bonus-a ..11.11..11/...1/-/- 0 strip=1"
    assert shown[1 - locker] == "bonus-a 1/...1/-/- 0 strip=1"


def test_a_row_that_the_seat_itself_has_locked_is_closed_to_its_rewards() -> None:
    """The notched square locks red; the circle that it wins counts the other rows only. [V-1, V-BB3, V-BB9]"""
    match = solo("bonus-b .....11111/.....1...1/..1/111 0", whites(7))
    assert offered(match, "b") == ("b7>y", "b7>g")
    match.play(0, "b7>g")
    assert rows(match) == ".....111111/.....1...1/..1111/111..11"


def test_what_a_move_forces_is_done_before_the_end_is_checked() -> None:
    """The notched square locks red, the second row; yellow and blue still get their marks. [V-7]"""
    match = read_position("qwixx 3 roll 0 | bonus-b .....11111/.....1/-/- 0 | bonus-b -/-/11111.....1/- 0")
    match.throw("w3 w4 r1 y1 b1")
    answer(match, "b7", "-")
    assert match.end_reason == "locks" and rows(match) == ".....111111/.....11/-/.....11"


def test_a_match_knows_its_game_by_name() -> None:
    assert Match(QWIXX, 2, "bonus-a").game is QWIXX
    assert Match(Match(QWIXX, 1, "bonus-a").raw.game, 1, "classic").raw.game is QWIXX


def test_moves_of_other_sheets_are_refused_with_a_reason() -> None:
    match = solo("double-b -/-/-/- 0", whites(5))
    assert refuse(match, 0, "ry5").id == "no_bonus"
    assert refuse(match, 0, "x1:r8").id == "no_swap"
    assert refuse(match, 0, "r5>b").id == "no_such_target"
    assert refuse(match, 0, "r6").id == "other_sum"
    for text in ("*r5", "r13", "x10:r5", "rg5", "r5>w"):
        with pytest.raises(NotationError):
            match.play(0, text)


@pytest.mark.parametrize("name", ["classic", "mixx-a"])
def test_moves_of_the_family_can_be_read_on_every_sheet(name: str) -> None:
    """They are moves of the game, so they are illegal there, but can be read."""
    match = Match(QWIXX, 1, name)
    match.throw(whites(5))
    for text in ("ry5", "gb12", "x1:r8", "x9:b2", "r5>b", "g12>y"):
        assert refuse(match, 0, text).id == "other_sheet"
    for text in ("*r5", "r13", "ry1", "ry13", "x10:r5", "x0:r5", "rg5", "r5>w", "x1:ry5", "ry5>r"):
        with pytest.raises(NotationError):
            match.play(0, text)


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [("n_marks", 3, 1), ("next_cell", 3, 1), ("n_bonus", 1, 512), ("next_bonus", 1, 512), ("locked", 1, 4)],
)
def test_kept_counters_are_checked(name: str, value: int, fault: int) -> None:
    game, _, laid, state = solo(EMPTY["big-points"]).raw
    getattr(state, name)[...] = value
    assert game.rules.faults(laid, state) & fault


@pytest.mark.parametrize(
    ("extras", "why"),
    [
        ({"steps": ("r13",)}, "cells of the sheet"),
        ({"strip": ("w",)}, "a strip of rows"),
        ({"bonus": ("ryg",)}, "bonus rows"),
        ({"lucky": (1, 2, 3)}, "fewer numbers"),
        ({"symbols": (("moon", "r2", "r3"),)}, "symbols"),
    ],
)
def test_extras_that_cannot_be_laid_out_are_refused(extras: dict[str, tuple[object, ...]], why: str) -> None:
    printed = Extras("mine", 5, 12, **extras)  # type: ignore[arg-type]  # each case has its own field
    with pytest.raises(paperdice.SheetError, match=why):
        Match(QWIXX, 1, Sheet("qwixx", "mine", QWIXX.sheets["classic"].rows, extras=printed))


def test_every_code_has_one_text_and_one_place() -> None:
    """Choices come in the order of their codes. [V-12]"""
    game = Match(QWIXX, 1, "x-change").raw.game
    texts = ["-", "r2", "r2>r", "r2>b", "b12>b", "ry2", "gb12", "x1:r2", "x9:b12"]
    state = Match(QWIXX, 1, "x-change").raw.state
    codes = [game.notation.parse_move(state, text) for text in texts]
    assert codes == sorted(codes) and [game.notation.format_move(state, code) for code in codes] == texts


def test_a_learner_sees_all_that_is_marked() -> None:
    """The seat itself comes first; fields as OBSERVED names them."""
    match = read_position("qwixx 3 roll 0 | big-points 1/-/-/- 0 ry=1 gb=- | big-points -/-/-/1 2 ry=- gb=1")
    game, _, laid, state = match.raw
    seen = np.zeros(game.rules.N_OBSERVED, np.int64)
    game.rules.observe(laid, state, 1, seen)
    fields, at = {}, 0
    for name, size in game.rules.OBSERVED:
        fields[name] = seen[at : at + size].tolist()
        at += size
    assert at == game.rules.N_OBSERVED
    assert fields["misses"][:2] == [2, 0] and fields["scores"][:2] == [-6, 4]
    assert fields["bonus"][15] == fields["bonus"][30] == 1 and sum(fields["bonus"]) == 2
    assert fields["written"][45] == fields["written"][60] == 1 and sum(fields["written"]) == 2


def test_an_owner_cannot_print_more_than_rows() -> None:
    source = Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets" / "double-b.toml"
    with pytest.raises(paperdice.SheetError, match="more than rows"):
        paperdice.load_sheet(source)


def test_illegal_is_illegal_for_a_seat_that_does_not_act() -> None:
    game, _, laid, state = solo(EMPTY["x-change"]).raw
    assert not game.rules.is_legal(laid, state, 0, 0)
    with pytest.raises(IllegalMoveError):
        solo(EMPTY["x-change"]).play(0, "-")


def test_a_number_that_a_small_sheet_does_not_print_is_no_choice() -> None:
    printed = Extras("small", 5, 12)
    rows_of_two = tuple(Row(row.colors[:2], row.numbers[:2]) for row in QWIXX.sheets["classic"].rows)
    match = Match(QWIXX, 1, Sheet("qwixx", "small", rows_of_two, extras=printed))
    match.throw(whites(7))
    assert match.choices(0) == ("-",) and refuse(match, 0, "r7").id == "no_such_cell"


def test_compiled_code_of_the_family_has_a_name_of_its_own() -> None:
    assert (QWIXX.key, Match(QWIXX, 1, "bonus-a").raw.game.key) == ("qwixx", "qwixx_family")


@pytest.mark.parametrize(
    ("line", "why"), [("lucky = [[1]]", "int"), ("moon = 1", "unknown key 'moon'"), ("goals = 1.5", "int")]
)
def test_extras_of_another_kind_are_refused(tmp_path: Path, line: str, why: str) -> None:
    source = Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets" / "double-b.toml"
    file = tmp_path / "mine.toml"
    file.write_text(source.read_text("utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(paperdice.SheetError, match=why):
        paperdice.load_sheet(file)
