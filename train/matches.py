"""Self-play with exploration: matches with some random moves, and training samples taken from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from paperdice.fast import streams
from paperdice.fast.compile import (
    PLACEHOLDER,
    Ints,
    Kernel,
    Record,
    Records,
    kernel,
    kernel_name,
    pack,
    record_type,
    tailor,
)
from paperdice.fast.playout import (
    Policy,
    PolicyWeights,
    Scratch,
    make_kernels,
    make_scratch,
    make_throw_dice,
    weights_of,
)
from paperdice.fast.shares import make_share_of_win
from paperdice.fast.slips import COUNTER, KEY, STREAM
from paperdice.game import Game, Rules
from paperdice.sheet import Sheet

# Placeholders, replaced in each kernel.
rules: Rules = PLACEHOLDER
OVER: int = PLACEHOLDER
ROLL: int = PLACEHOLDER
share_of_win: Kernel = PLACEHOLDER
pick: Kernel = PLACEHOLDER
throw_dice: Kernel = PLACEHOLDER
choose_all: Kernel = PLACEHOLDER
may_stray: Kernel = PLACEHOLDER
seat_all: Kernel = PLACEHOLDER
take_sample: Kernel = PLACEHOLDER
close_sample: Kernel = PLACEHOLDER
sample_match: Kernel = PLACEHOLDER


class Run(NamedTuple):
    """The matches numbered `start` to `start + number - 1` of a run."""

    seed: int
    start: int
    number: int
    seats: int


def _choose_all(
    sheets: Record,
    state: Record,
    codes: Ints,
    weights: PolicyWeights,
    stream: Ints,
    stray: int,
    scratch: Scratch,
) -> None:
    """Choose a move for every seat; one decision in `stray` is random, so that the samples include poor positions."""
    moves, values = scratch.moves, scratch.values
    for seat in range(state.n_seats):
        scratch.chosen[seat] = 0
        n = rules.legal_moves(sheets, state, seat, moves)
        if n > 1:
            strays = may_stray(state) and streams.draw(stream, stray) == 0
            code = -1 if strays else codes[seat]
            scratch.chosen[seat] = pick(code, weights, sheets, state, seat, moves, n, stream, values)


@kernel
def stray_anywhere(state: Record) -> bool:
    """Allow random moves in every phase."""
    return True


@kernel
def seat_first(codes: Ints, stream: Ints) -> None:
    """Assign policy 0 to every seat."""
    codes[:] = 0


def _close_sample(sheets: Record, state: Record, sample: Record) -> None:
    """Store the share of the win in a sample at the end of a match."""
    sample.share = share_of_win(sheets, state, sample.seat)


def _sample_match(
    sheets: Record,
    state: Record,
    key: int,
    codes: Ints,
    weights: PolicyWeights,
    stream: Ints,
    stray: int,
    scratch: Scratch,
    samples: Records,
) -> int:
    """Play a match, take samples before throws, complete them with the result, and return their number."""
    n_samples = 0
    while state.phase != OVER:
        if state.phase != ROLL:
            choose_all(sheets, state, codes, weights, stream, stray, scratch)
            rules.apply_moves(sheets, state, scratch.chosen)
            continue
        if n_samples < samples.shape[0]:
            n_samples += take_sample(weights.policy_0, sheets, state, codes, stream, samples[n_samples])
        throw_dice(sheets, state, key, rules.dice_wanted(state), scratch.faces)
    for number in range(n_samples):
        close_sample(sheets, state, samples[number])
    return n_samples


def _gather(
    sheets: Record,
    state: Record,
    run: Run,
    strays: Ints,
    weights: PolicyWeights,
    scratch: Scratch,
    samples: Records,
) -> int:
    """Play matches until the samples are full, and return their number.

    One decision in `strays[match]` is random; the list is repeated over the matches.
    """
    codes = np.zeros(run.seats, np.int64)
    stream = np.zeros(STREAM, np.int64)
    n_samples = 0
    for match in range(run.start, run.start + run.number):
        if n_samples == samples.shape[0]:
            break
        stream[KEY] = streams.bot_key(run.seed, match, 0)
        stream[COUNTER] = 0
        seat_all(codes, stream)
        rules.start(state, run.seats, match % run.seats)
        key = streams.match_key(run.seed, match)
        stray = strays[match % strays.shape[0]]
        n_samples += sample_match(sheets, state, key, codes, weights, stream, stray, scratch, samples[n_samples:])
    return n_samples


@dataclass(frozen=True, eq=False)
class SampleWriter:
    """Plays matches and collects training samples.

    Args:
        game: The game.
        policies: The policies that play.
        sample: The dtype of a sample.
        take_sample: Kernel called before each throw as `take_sample(weights, sheets, state, codes, stream, sample)`
            with the weights of policy 0; it returns 1 if it wrote a sample, else 0.
        strays: One decision in this many is random; the values are used in turn, one per match.
        samples_a_match: The maximum number of samples per match.
        seat_all: Kernel called as `seat_all(codes, stream)`; it assigns a policy, by number, to each seat.
        may_stray: Kernel called as `may_stray(state)`; whether a decision of this phase may be random.
        close_sample: Kernel called as `close_sample(sheets, state, sample)` at the end of the match; by default it
            stores the share of the win.
    """

    game: Game
    policies: tuple[Policy, ...]
    sample: np.dtype[Any]
    take_sample: Kernel
    strays: tuple[int, ...]
    samples_a_match: int
    seat_all: Kernel = seat_first
    may_stray: Kernel = stray_anywhere
    close_sample: Kernel | None = None

    @cached_property
    def _play(self) -> Kernel:
        game = self.game
        names = (*(policy.name for policy in self.policies), kernel_name(self.take_sample), kernel_name(self.seat_all))
        name = "_".join((game.name, *names))
        pick = make_kernels(game, self.policies).pick
        choose = tailor(_choose_all, name, rules=game.rules, pick=pick, may_stray=self.may_stray)
        close = self.close_sample or tailor(_close_sample, name, share_of_win=make_share_of_win(game))
        phases = {phase: int(game.rules.Phase[phase]) for phase in ("OVER", "ROLL")}
        scope = {"rules": game.rules, "throw_dice": make_throw_dice(game), "choose_all": choose}
        taking = {"take_sample": self.take_sample, "close_sample": close}
        match = tailor(_sample_match, name, **scope, **phases, **taking)
        return tailor(_gather, name, rules=game.rules, sample_match=match, seat_all=self.seat_all)

    def write(self, sheets: Sequence[Sheet], seed: int, start: int, matches: int) -> np.ndarray:
        """Return the samples of the matches `start` to `start + matches - 1` of a run with this seed."""
        rules = self.game.rules
        state = np.zeros(1, record_type(rules.STATE))[0]
        run = Run(streams.seed_word(seed), start, matches, len(sheets))
        samples = np.zeros(self.samples_a_match * matches, self.sample)
        laid = pack(self.game.lay_out(sheets), rules.SHEETS)[0]
        scratch, weights = make_scratch(self.game), weights_of(self.policies)
        n = self._play(laid, state, run, np.array(self.strays), weights, scratch, samples)
        return samples[:n]
