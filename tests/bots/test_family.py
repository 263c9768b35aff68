"""Bots on sheets of the Qwixx family: the beginner knows all marks, the search stands on him, nothing is tuned yet."""

import pytest

from paperdice import Match, SeededDice, UnknownBotError, find_game, make_bot
from paperdice.arena.setup import Setup
from paperdice.bots.casual import make_casual
from paperdice.bots.registry import find_policy
from paperdice.bots.simple import SimpleBot
from paperdice.fast.playout import Playout
from paperdice.match import read_position

QWIXX = find_game("qwixx")


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
    """Second marks, bonus cells and forced marks count; compiled and plain he plays the same."""
    match = read_position(position)
    assert make_bot("casual", QWIXX).decide(match.snapshot(), 0) == move  # type: ignore[attr-defined]  # one of our own
    assert SimpleBot().decide(match.snapshot(), 0) == move


def test_steady_is_the_beginner_where_nothing_is_tuned() -> None:
    """As docs/bots.md says; the yardsticks of the classic sheet are refused."""
    game = QWIXX.on([QWIXX.sheets["bonus-b"]])
    assert find_policy("steady", game, 2) is make_casual(game)
    with pytest.raises(UnknownBotError):
        Setup("qwixx", 2, ("closed_form", "random"), sheets=("bonus-b", "bonus-b"))


def test_the_search_plays_a_sheet_of_the_family() -> None:
    """It takes a sure goal rather than nothing."""
    match = read_position("qwixx 9 white 0 w6 w6 r1 y1 g1 b1 | chain-a 1.11.1.1/-/-/- 3")
    assert make_bot("expert", QWIXX, playouts=64).decide(match.snapshot(), 0) == "r12"  # type: ignore[attr-defined]


def test_the_beginner_beats_random() -> None:
    """By far more than luck: of 200 matches, 70 % is five standard errors above one half."""
    for name in ("double-b", "x-change"):
        sheet = QWIXX.sheets[name]
        game = QWIXX.on([sheet])
        playout = Playout(game, [sheet] * 2, [make_casual(game), find_policy("random", game, 2)])
        scores = playout.play(1, 0, 200)["scores"]
        assert (scores[:, 0] > scores[:, 1]).mean() > 0.7


def test_a_simulated_match_is_a_match() -> None:
    """What is compiled throws the same dice as a match."""
    sheet = QWIXX.sheets["big-points"]
    playout = Playout(QWIXX, [sheet] * 2, [find_policy("random", QWIXX, 2)] * 2, first=0)
    match = Match(QWIXX, 2, "big-points")
    for codes in playout.trace(3, 5):
        if match.dice_wanted:
            match.throw(SeededDice(3, 5))
        state = match.raw.state
        texts = {seat: match.raw.game.notation.format_move(state, codes[seat]) for seat in match.acting}
        for seat, text in texts.items():
            match.play(seat, text)
    assert match.over and match.scores == tuple(playout.play(3, 5, 1)["scores"][0, :2])
