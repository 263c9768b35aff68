"""Measure the value of looking ahead: the moves that `expert` would choose, rated by long playouts of `steady`.

The decisions are close ones from matches of `steady` against itself. For each, `steady` plays all candidate moves of
`expert` to the end many times with the same dice. The choice of `expert` with a given horizon is then compared with
that of `steady`, and the mean gain per decision is multiplied by the number of close decisions per match. This is more
precise about single decisions than a duel, where a match has one winner, and says less about whole matches.

Usage: python bench/foresight.py qwixx --seats 2 --turns 1 2 4 (see `--help`)
"""

import argparse
import time
from dataclasses import dataclass, replace

import numpy as np

import paperdice
from paperdice import Match, SeededDice
from paperdice.bots.decision import Decision, Decisions
from paperdice.bots.horizon import TO_THE_END, Horizon, choose_by, value_nothing
from paperdice.bots.registry import find_horizon, find_policy
from paperdice.bots.search.expert import Search
from paperdice.bots.search.racing import Race
from paperdice.fast.playout import Policy
from paperdice.game import Game

# One close decision in this many is used, so that the decisions of one match are not too similar.
EVERY = 6


@dataclass
class Question:
    """A decision with several moves that `steady` rates similarly, and the values of these moves from long playouts."""

    decision: Decision
    ratings: np.ndarray
    truth: dict[int, float]


@dataclass
class Gain:
    """The gain per seat and match when deviating from `steady`."""

    share: float
    error: float
    changed: float
    microseconds: float


def find_close(game: Game, policy: Policy, told: argparse.Namespace) -> tuple[list[tuple[Decision, np.ndarray]], float]:
    """Return close decisions from matches of equal bots, and their number per seat and match."""
    found: list[tuple[Decision, np.ndarray]] = []
    decisions, n_close, n_matches = Decisions(), 0, 0
    while len(found) < told.decisions:
        match, dice = Match(game, told.seats, first=n_matches % told.seats), SeededDice(told.seed + n_matches)
        n_matches += 1
        while not match.over:
            if match.dice_wanted:
                match.throw(dice)
                continue
            for seat in match.acting:
                decision = decisions.of(match.snapshot(), seat)
                ratings = decision.rate(policy)
                horizon = find_horizon(game, policy, decision.sheets, decision.state)
                if len(Race(decision.moves, ratings, horizon).moves) > 1:
                    n_close += 1
                    found += [(decision, ratings)] if n_close % EVERY == 0 else []
                match.play(seat, decision.text(decision.moves[int(np.argmax(ratings))]))
    return found[: told.decisions], n_close / n_matches / told.seats


def ask(
    game: Game, policy: Policy, decision: Decision, ratings: np.ndarray, told: argparse.Namespace, number: int
) -> Question:
    """Play every candidate move to the end many times, and return the values."""
    moves = Race(decision.moves, ratings, find_horizon(game, policy, decision.sheets, decision.state)).moves
    patient = Horizon(policy.weights, choose_by(game, policy), value_nothing)
    outcomes = Search(game, decision, policy, patient, -1 - number).play(moves, 0, told.truth)
    return Question(decision, ratings, dict(zip(moves.tolist(), outcomes.mean(axis=0).tolist(), strict=True)))


def measure(game: Game, policy: Policy, questions: list[Question], turns: int, told: argparse.Namespace) -> Gain:
    """Compare the choices of `expert` with those of `steady` at this horizon."""
    gains, n_changed, n_playouts, seconds = [], 0, 0, 0.0
    for number, question in enumerate(questions):
        decision = question.decision
        horizon = find_horizon(game, policy, decision.sheets, decision.state)
        horizon = replace(horizon, turns=turns)
        race = Race(decision.moves, question.ratings, horizon)
        search = Search(game, decision, policy, horizon, number)
        started = time.thread_time()
        outcomes = search.play(race.moves, 0, told.playouts)
        seconds, n_playouts = seconds + time.thread_time() - started, n_playouts + outcomes.size
        race.add(outcomes)
        own = int(decision.moves[int(np.argmax(question.ratings))])
        gains.append(question.truth[race.best] - question.truth[own])
        n_changed += race.best != own
    error = float(np.std(gains)) / len(gains) ** 0.5
    return Gain(float(np.mean(gains)), error, n_changed / len(gains), 1e6 * seconds / n_playouts)


def main() -> None:
    """Print a table with one row per number of turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="qwixx")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--playouts", type=int, default=300, help="playouts of the search per move")
    parser.add_argument("--truth", type=int, default=300, help="playouts to the end per move")
    parser.add_argument(
        "--turns", type=int, nargs="+", default=[], help="horizons to compare; default: that of `expert`"
    )
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    game = paperdice.find_game(told.game)
    policy = find_policy("steady", game, told.seats)
    found, per_match = find_close(game, policy, told)
    questions = [ask(game, policy, *close, told, number) for number, close in enumerate(found)]
    print(f"{game.name}, {told.seats} seats: {per_match:.1f} close decisions per seat and match, {len(found)} measured")
    print("turns     gain per match      changed   µs per playout")
    usual = find_horizon(game, policy, found[0][0].sheets, found[0][0].state).turns
    for turns in told.turns or [usual]:
        gain = measure(game, policy, questions, turns, told)
        share, error = (100 * per_match * part for part in (gain.share, gain.error))
        name = "to the end" if turns >= TO_THE_END else str(turns)
        print(f"{name:10} {share:+5.2f} ± {error:4.2f} %   {100 * gain.changed:9.0f} %   {gain.microseconds:10.1f}")


if __name__ == "__main__":
    main()
