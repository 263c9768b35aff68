"""Find the weights of `evolved` with a genetic algorithm whose fitness is the share of wins against `closed_form`.

Run `python -m train.evolve --generations 60`, which writes `bots/qwixx/evolved.toml`.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from paperdice.bots.qwixx.closed_form import CLOSED_FORM
from paperdice.bots.qwixx.evolved import FILE, EvolvedWeights, make_evolved
from paperdice.fast.compile import Floats
from paperdice.fast.playout import Playout, Policy
from paperdice.games.qwixx import QWIXX

START = EvolvedWeights(
    marks=1.0, squares=0.1, next_chance=1.0, reach=0.5, ready=1.0, goal_chance=1.0, lost=2.0, misses=6.0
)
POPULATION = 24
PARENTS = 8


def share(policy: Policy, other: Policy, seed: int, matches: int) -> float:
    """Return a policy's share of wins against another one, on the same dice in both seats."""
    sheets = [QWIXX.sheets["classic"]] * 2
    first = Playout(QWIXX, sheets, [policy, other]).play(seed, 0, matches // 2)["scores"]
    second = Playout(QWIXX, sheets, [other, policy]).play(seed, 0, matches // 2)["scores"]
    leads = np.concatenate([first[:, 0] - first[:, 1], second[:, 1] - second[:, 0]])
    return float((np.sign(leads).mean() + 1) / 2)


def share_of(weights: Floats, seed: int, matches: int) -> float:
    """Return the share of wins of `evolved` with these weights against `closed_form`."""
    return share(make_evolved(EvolvedWeights(*map(float, weights))), CLOSED_FORM, seed, matches)


def breed(rng: np.random.Generator, parents: Floats, step: float) -> Floats:
    """Return a child of two random parents: each weight is taken from one of them and then mutated."""
    one, two = rng.choice(len(parents), 2, replace=False)
    child = np.where(rng.random(parents.shape[1]) < 0.5, parents[one], parents[two])
    return np.asarray(child * np.exp(step * rng.normal(size=len(child))) + 0.05 * step * rng.normal(size=len(child)))


def evolve(generations: int, matches: int, seed: int) -> tuple[Floats, float]:
    """Return the best weights found, and their share of wins on dice that no generation has seen."""
    rng = np.random.default_rng(seed)
    population = np.array([breed(rng, np.array([START, START]), 0.6) for _ in range(POPULATION)])
    for generation in range(generations):
        shares = np.array([share_of(one, generation, matches) for one in population])
        parents = population[np.argsort(-shares)[:PARENTS]]
        step = 0.4 * 0.95**generation + 0.03
        children = [breed(rng, parents, step) for _ in range(POPULATION - PARENTS)]
        population = np.concatenate([parents, children])
        sys.stderr.write(f"generation {generation}: best {shares.max():.4f}, mean {shares.mean():.4f}\n")
    fresh = [share_of(one, 10**6, 8 * matches) for one in population[:PARENTS]]
    best = int(np.argmax(fresh))
    return population[best], share_of(population[best], 2 * 10**6, 16 * matches)


def main() -> None:
    """Find and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    weights, taken = evolve(chosen.generations, chosen.matches, chosen.seed)
    lines = [f"# Found by python -m train.evolve --generations {chosen.generations} --matches {chosen.matches}"]
    lines[0] += f" --seed {chosen.seed};"
    lines += [f"# wins {100 * taken:.2f} % against closed_form on unseen dice.", "[weights]"]
    lines += [f"{name} = {weight:.6f}" for name, weight in zip(EvolvedWeights._fields, weights, strict=True)]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
