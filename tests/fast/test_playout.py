"""Compiled matches are identical to matches played by the plain rules."""

import numpy as np
import pytest

import paperdice
from paperdice import Match, SeededDice
from paperdice.errors import SetupError
from paperdice.fast.batch import Batch
from paperdice.fast.playout import RANDOM, Playout, Policy, rate_equally
from paperdice.game import Game
from tests.sampling import budget, sample


def replay(game: Game, seats: int, playout: Playout, seed: int, number: int, sheet: str | None = None) -> Match:
    """Replay a match of a playout through `Match`."""
    match = Match(game, seats, sheet, first=number % seats)
    dice = SeededDice(seed, number)
    for codes in playout.trace(seed, number):
        while match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, match.raw.game.notation.format_move(match.raw.state, codes[seat]))
    return match


# Longo uses the rules of the Qwixx family, whose compiled matches are compared below.
GAMES = [game for game in paperdice.GAMES if game.name != "longo"]


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample(paperdice.GAMES, len(GAMES), always=GAMES), ids=lambda game: game.name)
def test_a_compiled_match_is_a_normal_match(game: Game) -> None:
    """Dice, moves, scores and end are the same for every number of seats."""
    for seats in game.seats:
        playout = Playout(game, [game.sheets[name] for name in game.deal(seats)], [RANDOM] * seats)
        results = playout.play(seed=9, start=100, number=20)
        for result in results[: budget(2, 5)]:
            match = replay(game, seats, playout, 9, int(result["match"]))
            assert match.over
            assert list(match.scores) == result["scores"][:seats].tolist()
            assert match.turn == result["turns"]
            assert match.end_reason == game.rules.End(result["end"]).name.lower()


FAMILY = ("double-a", "double-b", "steps-a", "chain-a", "bonus-a", "bonus-b", "big-points", "x-change")


@pytest.mark.parametrize("name", FAMILY)
def test_a_compiled_match_of_the_family_is_a_normal_match(name: str) -> None:
    game = paperdice.find_game("qwixx")
    playout = Playout(game, [game.sheets[name]] * 2, [RANDOM] * 2)
    for result in playout.play(seed=3, start=5, number=2):
        match = replay(game, 2, playout, 3, int(result["match"]), name)
        assert match.over
        assert list(match.scores) == result["scores"][:2].tolist()


def test_a_match_depends_on_seed_and_number_alone() -> None:
    """Blocks of any size give the same results."""
    game = paperdice.GAMES[0]
    playout = Playout(game, [game.sheets["classic"]] * 2, [RANDOM] * 2)
    whole = playout.play(3, 0, 50)
    parts = np.concatenate([playout.play(3, start, 10) for start in range(0, 50, 10)])
    assert whole.tobytes() == parts.tobytes()
    assert playout.play(4, 0, 50).tobytes() != whole.tobytes()


def test_more_policies_than_a_kernel_holds_are_refused() -> None:
    """The error is raised both for whole matches and for batches; `random` does not count."""
    game = paperdice.find_game("twenty_one")
    sheets = [game.sheets[name] for name in game.deal(6)]
    five = [*(Policy(f"policy_{number}", rate_equally) for number in range(5)), RANDOM]
    for make in (lambda: Playout(game, sheets, five), lambda: Batch(game, sheets, five, learner=5, number=1)):
        with pytest.raises(SetupError, match=r"^at most 4 different policies can sit at one table$"):
            make()
    assert Playout(game, sheets, [*five[:4], five[0], RANDOM]).policies == tuple(five[:4])
