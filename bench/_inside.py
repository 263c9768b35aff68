"""The internals of Paperdice that benchmarks use, collected here so that a change affects one file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

import paperdice
from paperdice.arena import blocks
from paperdice.arena.setup import Setup
from paperdice.bots.registry import find_policy
from paperdice.fast.compile import pack
from paperdice.fast.playout import rate_equally
from paperdice.solve.qwixx.distribution import score_chances
from paperdice.solve.qwixx.question import SolvedTable
from paperdice.solve.sixto import play_alone

PACKAGE = Path(paperdice.__file__).parent


def rate_moves(name: str, match: paperdice.Match, seat: int) -> npt.NDArray[np.float64]:
    """Return the rating of each legal move of a seat by a bot's policy, in the order of the choices."""
    game, rules = match.game, match.game.rules
    policy = find_policy(name, game, match.seats)
    sheets, state = pack(match.raw.laid, rules.SHEETS)[0], pack(match.raw.state, rules.STATE)[0]
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    n = int(rules.legal_moves(match.raw.laid, match.raw.state, seat, moves))
    values = np.zeros(n)
    (policy.rate or rate_equally)(policy.weights, sheets, state, seat, moves[:n], n, values)
    return values


def play_rows(setup: Setup, number: int) -> npt.NDArray[np.void]:
    """Return the results of the first matches of a run."""
    return blocks.play_block(setup, 0, number)


def trace_moves(setup: Setup, match: int) -> list[tuple[int, ...]]:
    """Return the moves of every phase of one compiled match, one code per seat."""
    return blocks._playout(setup).trace(setup.seed, match)  # noqa: SLF001  # rows do not contain the moves


def replay(setup: Setup, match: int) -> paperdice.Match:
    """Return one match of a run as a `Match`, replayed to its end."""
    return blocks.replay(setup, match)


def chances_of(table: SolvedTable) -> dict[int, float]:
    """Return the exact probability of every final score with optimal play from a solved table."""
    return score_chances(table)


def patient_scores(matches: int, sheet: str) -> npt.NDArray[np.int64]:
    """Return the scores of solo Sixto matches played by the solver's patient policy."""
    return play_alone(matches, 1, sheet)
