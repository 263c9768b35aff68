"""Find the weights of `steady` on the sheets of the Qwixx family with a genetic algorithm.

The fitness is the lead over `casual` and over the best weights so far, on the same dice.

Run `python -m train.qwixx_family --generations 20`; it writes `bots/qwixx_family/steady.toml`. `--kinds longo` limits
the run to these kinds of sheets.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

import paperdice
from paperdice.bots.casual import make_casual
from paperdice.bots.qwixx_family.steady import FILE, KINDS, FamilyWeights, make_policy, read_weights
from paperdice.fast.compile import Floats
from paperdice.fast.playout import Playout, Policy
from paperdice.sheet import Sheet
from train.evolve import breed

POPULATION = 16
PARENTS = 5
# A lead of this many points counts half as much as an infinite one.
HALF = 15.0


def sheet_of(kind: str) -> Sheet:
    """Return the first sheet of a kind."""
    sheets = [sheet for name in ("qwixx", "longo") for sheet in paperdice.find_game(name).sheets.values()]
    return next(sheet for sheet in sheets if sheet.name.startswith(kind))


class Contest:
    """Matches that evaluate weights for one kind of sheet; they are compiled once, since weights are replaced in
    place.
    """

    def __init__(self, kind: str) -> None:
        sheet, self.place = sheet_of(kind), KINDS.index(kind)
        game = paperdice.find_game(sheet.game).on([sheet])
        self.own, self.best = read_weights().copy(), read_weights().copy()
        steady, casual = make_policy(game, self.own), make_casual(game)
        champion = Policy("champion", steady.rate, self.best)
        self.against_casual = [Playout(game, [sheet] * 2, pair) for pair in ([steady, casual], [casual, steady])]
        self.against_best = [Playout(game, [sheet] * 2, pair) for pair in ([steady, champion], [champion, steady])]

    def leads(self, orders: list[Playout], weights: Floats, seed: int, matches: int) -> Floats:
        """Return the leads of these weights over another player, on the same dice in both seats."""
        self.own[self.place] = weights
        first, second = (playout.play(seed, 0, matches // 2)["scores"] for playout in orders)
        return np.concatenate([first[:, 0] - first[:, 1], second[:, 1] - second[:, 0]]).astype(np.float64)

    def fitness(self, weights: Floats, champion: Floats, seed: int, matches: int) -> float:
        """Return the mean saturated lead of these weights, over `casual` and over the champion."""
        self.best[self.place] = champion
        leads = [self.leads(orders, weights, seed, matches // 2) for orders in (self.against_casual, self.against_best)]
        return float(np.mean([lead / (np.abs(lead) + HALF) for lead in leads]))

    def share(self, weights: Floats, seed: int, matches: int) -> float:
        """Return the share of wins of these weights against `casual`."""
        return float((np.sign(self.leads(self.against_casual, weights, seed, matches)).mean() + 1) / 2)


def evolve(kind: str, generations: int, matches: int, seed: int) -> tuple[Floats, float]:
    """Return the best weights found, and their share of wins against `casual` on dice that no generation has seen."""
    rng, contest = np.random.default_rng(seed), Contest(kind)
    champion = read_weights()[contest.place]
    population = np.array([champion, *(breed(rng, np.array([champion, champion]), 0.6) for _ in range(POPULATION - 1))])
    for generation in range(generations):
        found = np.array([contest.fitness(one, champion, generation, matches) for one in population])
        parents = population[np.argsort(-found)[:PARENTS]]
        step = 0.5 * 0.93**generation + 0.03
        children = [breed(rng, parents, step) for _ in range(POPULATION - PARENTS)]
        population, champion = np.concatenate([parents, children]), parents.mean(axis=0)
        sys.stderr.write(f"{kind} {generation}: best {found.max():.3f}, mean {found.mean():.3f}\n")
    candidates = [*population[:PARENTS], champion]
    fresh = [contest.fitness(one, champion, 10**6, 6 * matches) for one in candidates]
    best = candidates[int(np.argmax(fresh))]
    return best, contest.share(best, 2 * 10**6, 10 * matches)


def main() -> None:
    """Find the weights of each kind in turn, and write all weights after each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    chosen = parser.parse_args()
    weights = read_weights().copy()
    for kind in chosen.kinds:
        weights[KINDS.index(kind)], taken = evolve(kind, chosen.generations, chosen.matches, chosen.seed)
        sys.stderr.write(f"{kind}: wins {100 * taken:.1f} % against casual\n")
        write_weights(weights)


def write_weights(weights: Floats) -> None:
    """Write the weights of all kinds."""
    lines = ["# Found by python -m train.qwixx_family"]
    for kind, row in zip(KINDS, weights, strict=True):
        lines += ["", f"[{kind}]"]
        lines += [f"{name} = {weight:.4f}" for name, weight in zip(FamilyWeights._fields, row, strict=True)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
