"""Bots in the Qwixx family and in Longo: the beginner plays all marks, the search works; tests/long has win rates."""

import pytest

from paperdice import Match, SeededDice, UnknownBotError, find_game, make_bot
from paperdice.arena.setup import Setup
from paperdice.bots.casual import CasualBot
from paperdice.bots.qwixx_family.steady import KINDS, _find_kind
from paperdice.bots.registry import find_policy
from paperdice.match import read_position
from paperdice.position import parse_sheet
from tests import own_sheets
from tests.sampling import sample

QWIXX, LONGO = find_game("qwixx"), find_game("longo")
FAMILY = [name for name, sheet in QWIXX.sheets.items() if sheet.extras is not None]


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("qwixx 3 white 0 w1 w1 r1 y1 g1 b1 | double-a 1/.1/-/- 0", "r2"),
        ("qwixx 3 white 0 w1 w1 r1 y1 g1 b1 | big-points 1/1/.1/.1 0 ry=- gb=-", "ry2"),
        ("qwixx 3 white 0 w1 w2 r1 y1 g1 b1 | bonus-a -/-/-/- 0 strip=-", "r3"),
        ("qwixx 3 white 0 w3 w6 r1 y1 g1 b1 | bonus-b 111/111......1/1/11 0", "g9>g"),
    ],
)
def test_the_beginner_sees_every_kind_of_mark(position: str, move: str) -> None:
    """Second marks, bonus cells and forced marks count; the compiled and the plain bot play the same."""
    match = read_position(position)
    assert make_bot("casual", QWIXX).decide(match.snapshot(), 0) == move  # type: ignore[attr-defined]  # one of our own
    assert CasualBot().decide(match.snapshot(), 0) == move


def test_the_yardsticks_of_the_classic_sheet_are_refused() -> None:
    with pytest.raises(UnknownBotError):
        Setup("qwixx", 2, ("closed_form", "random"), sheets=("bonus-b", "bonus-b"))


@pytest.mark.parametrize("name", [*FAMILY, "longo-1", "longo-14"])
def test_every_sheet_has_weights_of_its_own_kind(name: str) -> None:
    """The kind follows from the contents of a sheet, not from its name."""
    game = LONGO if name.startswith("longo") else QWIXX
    laid = game.on([game.sheets[name]]).lay_out([game.sheets[name]])
    assert name.startswith(KINDS[_find_kind(laid, 0)])
    own = LONGO.lay_out([parse_sheet(LONGO, own_sheets.LONGO)])
    assert KINDS[_find_kind(own, 0)] == "longo"


@pytest.mark.parametrize("name", ["level-1", "level-5", "mirror", "mirror-6.5"])
def test_levels_and_the_mirror_slip_from_steady(name: str) -> None:
    """On sheets of the family and in Longo."""
    for game in (QWIXX.on([QWIXX.sheets["bonus-b"]]), LONGO):
        policy = find_policy(name, game, 2)
        assert policy.model is find_policy("steady", game, 2) and policy.slip > 0


@pytest.mark.parametrize(
    ("seats", "is_taken"),
    [
        ("double-b 11111/11111111111/-/- 0 | double-b -/-/-/- 0", True),
        ("double-b 11111/-/-/- 0 | double-b -/11111111111/1111111111/- 0", False),
    ],
)
def test_steady_locks_a_second_row_if_that_wins(seats: str, is_taken: bool) -> None:
    """A move that ends the match has a certain value."""
    match = read_position(f"qwixx 9 white 0 w6 w6 r1 . g1 b1 | {seats}")
    chosen = make_bot("steady", QWIXX).decide(match.snapshot(), 0)  # type: ignore[attr-defined]  # one of our own
    assert (chosen == "r12") == is_taken


def test_the_search_plays_a_sheet_of_the_family() -> None:
    """It takes a sure goal rather than pass."""
    match = read_position("qwixx 9 white 0 w6 w6 r1 y1 g1 b1 | chain-a 1.11.1.1/-/-/- 3")
    assert make_bot("expert", QWIXX, playouts=64).decide(match.snapshot(), 0) == "r12"  # type: ignore[attr-defined]


# Longo has its own kernels, which take long to compile.
FAMILY_DEALS = [(QWIXX, name) for name in ("double-a", "bonus-b", "x-change")]
DEALS = [(QWIXX, name) for name in FAMILY] + [(LONGO, name) for name in (*LONGO.sheets, own_sheets.LONGO)]


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_the_search_plays_every_sheet_to_the_end(seats: int) -> None:
    """Each of its moves is among the choices, also on a custom sheet of Longo."""
    for game, name in sample(DEALS, len(FAMILY_DEALS), always=FAMILY_DEALS):
        match, dice = Match(game, seats, parse_sheet(game, name)), SeededDice(11)
        bots = [make_bot("expert", game, 5, playouts=8), *(make_bot("casual", game) for _ in range(seats - 1))]
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
            for seat in match.acting:
                match.play(seat, bots[seat].decide(match.snapshot(), seat))  # type: ignore[attr-defined]  # our own
        assert match.end_reason in ("locks", "misses"), name
