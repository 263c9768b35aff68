"""Two seats on toy sheets with a complete game tree: the coach agrees with the tree.

Only the dice of a toy's colors matter. Throws that are equal in these dice are searched once and weighted by their
number; in Qwantum, so are those with the same sum.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from math import prod
from typing import NamedTuple

import numpy as np
import pytest

from paperdice import Match, SeededDice, find_game, make_bot, read_position
from paperdice.bots import ask
from paperdice.study import advise
from tests.sampling import sample

SAMPLES = 512
N_DECISIONS = 12


class Toy(NamedTuple):
    """A position on toy sheets, the colors of the dice that matter there, and the number of leaves with best play."""

    start: str
    colors: str
    n_leaves: int

    @property
    def game(self) -> str:
        return self.start.split(" ")[0]


_LOCK = "toy=r4,r5,r6,r7,r8,r9"
_SIXTO = "toy=r1,r2,r3,r4,r5,r6/o3,o2,o1,o6,o5,o4"
TOYS = {
    # The last of three cells can never be marked; the fourth miss ends the match.
    "qwixx": Toy("qwixx 7 roll 0 | toy=r6,r7,r8 - 2 | toy=r6,r7,r8 - 3", "wr", 4302),
    # Locking the only row pays most, and both may do it at once.
    "qwixx with a lock": Toy(f"qwixx 9 roll 0 | {_LOCK} 1111 2 | {_LOCK} 11111 3", "wr", 408),
    # A whole match on one row.
    "twenty one": Toy("twenty_one 1 roll 0 | toy=r3,b2 - | toy=b3,r1 -", "rb", 3797),
    "twenty one with two rows": Toy("twenty_one 2 roll 0 | toy=r4,b3/b2 3/- | toy=b4,r3/r3 .2/-", "rb", 1958),
    # Goals are out of reach; rows and columns of one mark cost points, and six turns without a mark end the match.
    "sixto": Toy(f"sixto 9 roll 0 | {_SIXTO} 11/11 | {_SIXTO} 1.1/111", "ro", 660),
    # The last turn: a full sheet ends the match, and so does the fifth miss.
    "qwantum": Toy("qwantum 9 reroll 0 w3 p6 r2 r1 p3 b6 y5 | toy=p,p 12 4 | toy=p,p 9 4", "wp", 7134),
}


def alike(game: str, kinds: Sequence[str]) -> Hashable:
    """Return a key that is equal for throws with the same outcome."""
    return sum(int(kind[1:]) for kind in kinds if kind) if game == "qwantum" else tuple(sorted(kinds))


@cache
def throws(name: str, wanted: tuple[str, ...], colors: str) -> list[tuple[str, float]]:
    """Return all throws of some dice with their probabilities, merging equivalent ones."""
    faces = {die.name: die.faces for die in find_game(name).dice}
    found: dict[Hashable, tuple[str, int]] = {}
    for sides in product(*(_sides(faces[die], colors) for die in wanted)):
        key = alike(name, [kind for kind, _, _ in sides])
        text, n = found.get(key, (" ".join(face for _, face, _ in sides), 0))
        found[key] = text, n + prod(number for _, _, number in sides)
    return [(text, n / prod(len(faces[die]) for die in wanted)) for text, n in found.values()]


def _sides(faces: Sequence[str], colors: str) -> list[tuple[str, str, int]]:
    """Return each face of a die in the colors that matter, and one face that represents all others, with their
    numbers.
    """
    others = [face for face in faces if face[0] not in colors]
    return [(face, face, 1) for face in faces if face not in others] + [("", face, len(others)) for face in others[:1]]


Decide = Callable[["Walk", Match], float]


class Walk:
    """A search of every leaf below a position, which returns the share of seat 0 for the given decisions."""

    def __init__(self, toy: Toy, decide: Decide) -> None:
        self._toy, self._decide = toy, decide
        self._known: dict[str, float] = {}
        self.n_leaves = 0

    def worth(self, match: Match) -> float:
        if match.over:
            self.n_leaves += 1
            return (0 in match.winners) / len(match.winners)
        if not match.dice_wanted:
            return self._decide(self, match)
        place = match.position().split(" ", 2)[2]
        if place not in self._known:
            self._known[place] = self._mean(match)
        return self._known[place]

    def _mean(self, match: Match) -> float:
        mean = 0.0
        for text, chance in throws(match.game.name, match.dice_wanted, self._toy.colors):
            thrown = match.copy()
            thrown.throw(text)
            mean += chance * self.worth(thrown)
        return mean

    def after(self, match: Match, moves: dict[int, str]) -> float:
        """Return the share of seat 0 after the moves of all acting seats."""
        played = match.copy()
        for seat, move in moves.items():
            played.play(seat, move)
        return self.worth(played)


def as_bots(name: str, game: str) -> Decide:
    """Return a decision function by which all seats play like a bot."""
    bot = make_bot(name, game)
    return lambda walk, match: walk.after(match, {seat: ask(bot, match, seat) for seat in match.acting})


@cache
def walk_of_bots(name: str, bot: str) -> Walk:
    """Return the search of a toy with a bot in all seats; its results are reused for every budget."""
    return Walk(TOYS[name], as_bots(bot, TOYS[name].game))


def as_the_best(walk: Walk, match: Match) -> float:
    """Return the share of seat 0 if both seats play optimally and simultaneously: here each decision has a saddle
    point.
    """
    rows = by_moves(walk, match)
    low, high = rows.min(axis=1).max(), rows.max(axis=0).min()
    assert low == pytest.approx(high, abs=1e-12)
    return float(low)


def by_moves(walk: Walk, match: Match) -> np.ndarray:
    """Return the shares of seat 0, by the moves of seat 0 and of seat 1."""
    first, second = (match.choices(seat) if seat in match.acting else ("",) for seat in (0, 1))
    worth = [walk.after(match, {s: m for s, m in enumerate(pair) if m}) for pair in product(first, second)]
    return np.array(worth).reshape(len(first), len(second))


def decisions_of(toy: Toy) -> Iterator[tuple[Match, int]]:
    """Yield decisions with more than one choice, from random matches."""
    draw = random.Random(3)
    for number in range(10**6):
        match, dice = read_position(toy.start), SeededDice(5, number)
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
                continue
            yield from ((match.copy(), seat) for seat in match.acting if len(match.choices(seat)) > 1)
            for seat in match.acting:
                match.play(seat, draw.choice(match.choices(seat)))


def share_of(seat: int, share: float) -> float:
    """Return the share of a seat, given the share of seat 0."""
    return share if seat == 0 else 1 - share


def errors_off(name: str, bot: str, wanted: int, samples: int = SAMPLES) -> np.ndarray:
    """Return the deviations of the coach's values in units of their stated errors, for this many decisions of a toy."""
    toy = TOYS[name]
    player, walk = make_bot(bot, toy.game), walk_of_bots(name, bot)
    off: list[float] = []
    for number, (match, seat) in enumerate(islice(decisions_of(toy), wanted)):
        advice = advise(match, seat, samples=samples, seed=number, against=[bot])
        others = {other: ask(player, match, other) for other in match.acting if other != seat}
        assert {choice["move"] for choice in advice["choices"]} == set(match.choices(seat))
        for choice in advice["choices"]:
            exact = share_of(seat, walk.after(match, {seat: choice["move"], **others}))
            off.append((choice["value"] - exact) / choice["error"])
    return np.array(off)


def costs_of_best(name: str, wanted: int) -> np.ndarray:
    """Return what the coach's best choices cost compared with best play of both seats, for this many decisions of a
    toy.
    """
    toy = TOYS[name]
    walk = Walk(toy, as_the_best)
    walk.worth(read_position(toy.start))
    assert walk.n_leaves == toy.n_leaves
    costs: list[float] = []
    for number, (match, seat) in enumerate(islice(decisions_of(toy), wanted)):
        best = advise(match, seat, samples=SAMPLES, seed=number)["best"]
        rows = by_moves(walk, match)
        least = rows.min(axis=1) if seat == 0 else 1 - rows.max(axis=0)
        costs.append(least.max() - least[match.choices(seat).index(best)])
    return np.array(costs)


PAIRS = [(name, bot) for name in TOYS for bot in ("casual", "steady")]
# Small toys, with models that other tests of the study have compiled.
USUAL = [("qwixx with a lock", "steady"), ("twenty one", "steady"), ("qwantum", "casual")]


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "bot"), sample(PAIRS, 0, always=USUAL))
def test_the_coach_agrees_with_the_whole_tree(name: str, bot: str) -> None:
    """The assumed bots play to every leaf. The choices of a decision use the same dice, so their errors are
    correlated.
    """
    for samples in (0, SAMPLES):
        assert (errors_off(name, bot, N_DECISIONS, samples) ** 2).mean() < 1.3**2


@pytest.mark.sampled
@pytest.mark.parametrize("name", sample(TOYS, 0, always=["qwixx with a lock", "twenty one with two rows", "sixto"]))
def test_what_the_coach_likes_best_costs_little_against_best_play(name: str) -> None:
    """Both seats play optimally, and simultaneously where the rules require it."""
    assert costs_of_best(name, N_DECISIONS).mean() < 0.02
