"""The levels of bots keep to the rules and stand in order, in every game."""

import pytest

import paperdice
from paperdice import Match, SeededDice, make_bot, view_of
from paperdice.arena.duel import play_duel
from paperdice.arena.standing import Duel
from paperdice.bots import Bot
from paperdice.game import Game

GAMES = [game for game in paperdice.GAMES if game.name in ("twenty_one", "qwantum", "sixto")]


def names(game: Game) -> str:
    return game.name


def play(match: Match, bots: list[Bot], seed: int) -> None:
    """Plays a match to its end; every move must be among the choices of the seat's view."""
    dice = SeededDice(seed)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat in match.acting:
            view = view_of(match, seat)
            move = bots[seat].choose(view)
            assert move in view["choices"]
            match.play(seat, move)


@pytest.mark.parametrize("game", GAMES, ids=names)
def test_steady_plays_legal_matches_with_any_seats_and_sheets(game: Game) -> None:
    sheets = list(game.sheets.values())
    for seats in game.seats:
        bots = [make_bot("steady", game, seat) for seat in range(seats)]
        deal = [sheets[(seats + seat) % len(sheets)] for seat in range(seats)]
        play(Match(game, seats, deal, first=seats // 2), bots, seed=seats)


@pytest.mark.parametrize("game", GAMES, ids=names)
@pytest.mark.parametrize(("better", "worse", "share"), [("steady", "casual", 0.7), ("casual", "random", 0.6)])
def test_levels_are_ordered(game: Game, better: str, worse: str, share: float) -> None:
    assert play_duel(Duel((better, worse), game.name, seed=4), 200).share > share


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", GAMES, ids=names)
def test_expert_is_reproducible_by_playouts(game: Game, seats: int) -> None:
    """The same seed and the same number of playouts give the same match."""
    ends = []
    for _ in range(2):
        bots = [make_bot(name, game, 3, playouts=40) for name in ("expert", "casual", "casual")[:seats]]
        match = Match(game, seats)
        play(match, bots, seed=7)
        ends.append(match.position())
    assert ends[0] == ends[1]
