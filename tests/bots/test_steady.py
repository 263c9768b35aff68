"""The levels of bots handle the rules and differ in strength as ordered, in every game."""

import pytest

import paperdice
from paperdice import Match, SeededDice, make_bot, view_of
from paperdice.bots import Bot
from paperdice.bots.casual import make_casual
from paperdice.bots.registry import find_policy
from paperdice.fast.playout import RANDOM, Playout
from paperdice.game import Game
from tests.sampling import sample

GAMES = [game for game in paperdice.GAMES if game.name in ("twenty_one", "qwantum", "sixto")]


def names(game: Game) -> str:
    return game.name


def play(match: Match, bots: list[Bot], seed: int) -> None:
    """Play a match to its end; every move must be among the choices of the seat's view."""
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


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES, ids=names)
def test_steady_plays_legal_matches_with_any_seats_and_sheets(game: Game) -> None:
    sheets = list(game.sheets.values())
    for seats in sample(game.seats, 3, always=[2]):
        bots = [make_bot("steady", game, seat) for seat in range(seats)]
        deal = [sheets[(seats + seat) % len(sheets)] for seat in range(seats)]
        play(Match(game, seats, deal, first=seats // 2), bots, seed=seats)


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample(GAMES, 2, always=[game for game in GAMES if game.name != "qwantum"]), ids=names)
def test_levels_are_ordered(game: Game) -> None:
    """At one table of three, so that one kernel plays them all."""
    sheets = [game.sheets[name] for name in game.deal(3)]
    levels = [find_policy("steady", game, 3), make_casual(game), RANDOM]
    steady, casual, lots = Playout(game, sheets, levels).play(4, 0, 300)["scores"][:, :3].T
    assert (steady > casual).mean() > 0.7
    assert (casual > lots).mean() > 0.6


FOR_TWO = [(game, 2) for game in GAMES]
FOR_SOME = [(game, seats) for game in GAMES for seats in (2, 3)]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "seats"), sample(FOR_SOME, 3, always=FOR_TWO), ids=lambda case: getattr(case, "name", str(case))
)
def test_expert_is_reproducible_by_playouts(game: Game, seats: int) -> None:
    """The same seed and the same number of playouts give the same match."""
    ends = []
    for _ in range(2):
        bots = [make_bot(name, game, 3, playouts=40) for name in ("expert", "casual", "casual")[:seats]]
        match = Match(game, seats)
        play(match, bots, seed=7)
        ends.append(match.position())
    assert ends[0] == ends[1]
