"""Bots decide the same on a position as on a view, and every game has its entry in the registry."""

from __future__ import annotations

import pytest

import paperdice
from paperdice import Match, SeededDice, WrongSeatError, make_bot, view_of
from paperdice.bots import PositionBot, ask, bot_names, league_names
from paperdice.bots.registry import BENCHMARKS, find_offer
from paperdice.view import View

QWIXX = paperdice.find_game("qwixx")


class ViewBot:
    """A third-party bot, which works on views only and plays the last choice."""

    view: View

    def choose(self, view: View) -> str:
        """Play the first choice."""
        self.view = view
        return str(view["choices"][0])


@pytest.mark.parametrize("name", ["random", "casual"])
def test_a_position_and_a_view_lead_to_the_same_move(name: str) -> None:
    match, dice = Match(QWIXX, 2), SeededDice(3)
    one, other = make_bot(name, QWIXX, 5), make_bot(name, QWIXX, 5)
    assert isinstance(one, PositionBot)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            move = one.decide(match.snapshot(), seat)
            assert move == other.choose(view_of(match, seat))
            match.play(seat, move)


def test_a_bot_that_knows_views_only_gets_the_view_of_its_seat() -> None:
    match, bot = Match(QWIXX, 2), ViewBot()
    match.throw("w4 w1 r2 y6 g3 b6")
    assert ask(bot, match, 1) == match.choices(1)[0]
    assert bot.view == view_of(match, 1)


def test_a_view_without_a_seat_leaves_nothing_to_decide() -> None:
    match = Match(QWIXX, 2)
    match.throw("w4 w1 r2 y6 g3 b6")
    with pytest.raises(WrongSeatError):
        make_bot("casual", QWIXX).choose(view_of(match, None))


def test_the_names_of_benchmarks_are_those_that_a_game_offers() -> None:
    for game in paperdice.GAMES:
        assert tuple(find_offer(game).benchmarks) == BENCHMARKS.get(game.name, ())
    assert league_names(QWIXX) == ("random", "casual", "steady", "expert", "closed_form", "evolved")
    assert set(league_names(QWIXX)) < set(bot_names(QWIXX))
