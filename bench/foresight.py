"""Measures what a look ahead is worth: the moves that `expert` would choose, judged by long playouts of `steady`.

The decisions are close ones from matches of `steady` against itself. For each, all moves that `expert` tries are played
on to the end by `steady` many times with the same dice; what `expert` chooses after so many turns of looking ahead is
then compared with what `steady` chooses, and the mean gain of a decision is multiplied by the close decisions a match
has. That says more about one decision than a duel, where one match has one winner, and less about whole matches.

Usage: python bench/foresight.py qwixx --seats 2 --turns 1 2 4 (`--help` tells all)
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

# One close decision in so many is looked at, so that those of one match do not crowd.
EVERY = 6


@dataclass
class Question:
    """A decision with several moves that are close by `steady`'s ratings, and what the long playouts say of them."""

    decision: Decision
    ratings: np.ndarray
    truth: dict[int, float]


@dataclass
class Gain:
    """What choosing otherwise than `steady` gains a seat in a match."""

    share: float
    error: float
    changed: float
    microseconds: float


def find_close(game: Game, policy: Policy, told: argparse.Namespace) -> tuple[list[tuple[Decision, np.ndarray]], float]:
    """Gives close decisions of matches between equals, and how many there are for a seat in a match."""
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
    """Plays every close move on to the end, many times."""
    moves = Race(decision.moves, ratings, find_horizon(game, policy, decision.sheets, decision.state)).moves
    patient = Horizon(policy.weights, choose_by(game, policy), value_nothing)
    outcomes = Search(game, decision, policy, patient, -1 - number).play(moves, 0, told.truth)
    return Question(decision, ratings, dict(zip(moves.tolist(), outcomes.mean(axis=0).tolist(), strict=True)))


def measure(game: Game, policy: Policy, questions: list[Question], turns: int, told: argparse.Namespace) -> Gain:
    """Lets `expert` choose with this horizon and compares."""
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
    """Prints a table, one row for each number of turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="qwixx")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--playouts", type=int, default=300, help="for each move that is tried")
    parser.add_argument("--truth", type=int, default=300, help="playouts to the end for each move")
    parser.add_argument("--turns", type=int, nargs="+", default=[], help="how far to look; else as far as `expert`")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    game = paperdice.find_game(told.game)
    policy = find_policy("steady", game, told.seats)
    found, per_match = find_close(game, policy, told)
    questions = [ask(game, policy, *close, told, number) for number, close in enumerate(found)]
    print(f"{game.name}, {told.seats} seats: {per_match:.1f} close decisions of a seat in a match, {len(found)} asked")
    print("turns     gain a match          others   µs a playout")
    usual = find_horizon(game, policy, found[0][0].sheets, found[0][0].state).turns
    for turns in told.turns or [usual]:
        gain = measure(game, policy, questions, turns, told)
        share, error = (100 * per_match * part for part in (gain.share, gain.error))
        name = "to the end" if turns >= TO_THE_END else str(turns)
        print(f"{name:10} {share:+5.2f} ± {error:4.2f} %   {100 * gain.changed:9.0f} %   {gain.microseconds:10.1f}")


if __name__ == "__main__":
    main()
