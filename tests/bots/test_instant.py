"""`random` and `casual` decide the same in plain Python as compiled."""

from __future__ import annotations

import subprocess
import sys

import pytest

import paperdice
from paperdice.bots.bot import RandomBot
from paperdice.bots.casual import CasualBot
from paperdice.bots.decision import PolicyBot
from paperdice.bots.registry import find_policy
from paperdice.dice import SeededDice
from paperdice.game import Game
from paperdice.match import Match
from tests.sampling import budget, sample

CASES = [(game, seats) for game in paperdice.GAMES for seats in (game.seats[0], game.seats[-1])]
# Longo has its own kernels, which take long to compile; tests/bots/test_family.py has some of its family.
USUAL = [(game, seats) for game, seats in CASES if game.name != "longo"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "seats"), sample(CASES, len(USUAL), always=USUAL), ids=lambda case: getattr(case, "name", str(case))
)
def test_casual_decides_the_same_in_plain_python(game: Game, seats: int) -> None:
    compiled, plain = PolicyBot("casual", find_policy, 0), CasualBot()
    n_open = 0
    for seed in range(budget(1, 3)):
        match, dice = Match(game, seats), SeededDice(seed)
        while not match.over:
            if not match.acting:
                match.throw(dice)
                continue
            for seat in list(match.acting):
                move = plain.decide(match.snapshot(), seat)
                assert move == compiled.choose(paperdice.view_of(match, seat))
                n_open += len(match.choices(seat)) > 1
                match.play(seat, move)
    assert n_open > 10


def test_random_draws_the_same_moves_in_plain_python() -> None:
    match = Match(paperdice.find_game("qwixx"), 2)
    match.throw("w4 w1 r2 y6 g3 b6")
    view = paperdice.view_of(match, 0)
    drawn = [RandomBot(seed).choose(view) for seed in range(200)]
    assert set(drawn) == set(match.choices(0))
    assert drawn == [PolicyBot("random", find_policy, seed).choose(view) for seed in range(200)]
    plain, compiled = RandomBot(7), PolicyBot("random", find_policy, 7)
    assert [plain.choose(view) for _ in range(50)] == [compiled.choose(view) for _ in range(50)]


def test_no_compiler_is_loaded() -> None:
    rooms = "paperdice.bots.casual, paperdice.study.worker, paperdice.workers.readiness"
    code = f"import sys, {rooms}; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
