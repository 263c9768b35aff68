"""Matches with stray moves, and samples of them for a network to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from paperdice.fast import streams
from paperdice.fast.compile import kernel, pack, record_type, tailor
from paperdice.fast.playout import Policy, make_kernels, make_room, pad
from paperdice.fast.shares import make_share_of_win
from paperdice.game import Game
from paperdice.sheet import Sheet

# These names stand for something else in each kernel.
rules: Any = None
share_of_win: Any = None
pick: Any = None
choose_all: Any = None
seat_all: Any = None
take_sample: Any = None
close_sample: Any = None
sample_match: Any = None


def _choose_all(sheets, state, codes, weights, stream, stray, room, values):
    """Lets every seat choose; one decision in so many is drawn, so that the network also sees what good play avoids."""
    for seat in range(state.n_seats):
        room[2, seat] = 0
        n = rules.legal_moves(sheets, state, seat, room[1])
        if n > 1:
            code = -1 if streams.draw(stream, stray) == 0 else codes[seat]
            room[2, seat] = pick(code, weights, sheets, state, seat, room[1], n, stream, values)


def _make_choose_all(game: Game, policies: tuple[Policy, ...], name: str) -> Any:
    """Gives the kernel in which seats choose by these policies and now and then stray."""
    return tailor(_choose_all, name, rules=game.rules, pick=make_kernels(game, policies)[0])


@kernel
def seat_first(codes: Any, stream: Any) -> None:
    """Seats policy 0 everywhere."""
    codes[:] = 0


def _close_sample(sheets, state, sample):
    """Adds who won to a sample."""
    sample.share = share_of_win(sheets, state, sample.seat)


def _sample_match(sheets, state, key, codes, weights, stream, stray, room, samples):
    """Plays a match, takes samples before throws, and gives how many, with who won written in."""
    values = np.empty(room.shape[1], np.float64)
    n_samples = 0
    while state.phase != rules.Phase.OVER:
        if state.phase != rules.Phase.ROLL:
            choose_all(sheets, state, codes, weights, stream, stray, room, values)
            rules.apply_moves(sheets, state, room[2])
            continue
        if n_samples < samples.shape[0]:
            n_samples += take_sample(weights[0], sheets, state, codes, stream, samples[n_samples])
        for die in range(rules.N_DICE):
            room[0, die] = streams.face(key, state.turn, rules.throw_number(state), die)
        rules.apply_roll(sheets, state, room[0])
    for number in range(n_samples):
        close_sample(sheets, state, samples[number])
    return n_samples


def _gather(sheets, state, setup, strays, weights, room, samples):
    """Plays matches until the samples are full, and gives their number; one decision in `strays` is drawn, by match."""
    codes = np.zeros(setup[3], np.int64)
    stream = np.zeros(2, np.int64)
    n_samples = 0
    for match in range(setup[1], setup[1] + setup[2]):
        if n_samples == samples.shape[0]:
            break
        stream[0] = streams.bot_key(setup[0], match, 0)
        stream[1] = 0
        seat_all(codes, stream)
        rules.start(state, setup[3], match % setup[3])
        key = streams.match_key(setup[0], match)
        stray = strays[match % strays.shape[0]]
        n_samples += sample_match(sheets, state, key, codes, weights, stream, stray, room, samples[n_samples:])
    return n_samples


@dataclass(frozen=True, eq=False)
class SampleWriter:
    """Who plays the matches that a network learns from, and what is written down of them.

    Compiled kernels: `seat_all(codes, stream)` seats the policies by number, and `choose_all` lets all seats choose.
    `take_sample(weights, sheets, state, codes, stream, sample)` is called before each throw with the weights of policy
    0 and gives 1 if it wrote a sample, else 0; `close_sample(sheets, state, sample)` adds how the match ended, if more
    than the share of the win. One decision in `strays` is drawn, by match; there is room for so many samples a match.
    """

    game: Game
    policies: tuple[Policy, ...]
    sample: np.dtype[Any]
    take_sample: Any
    strays: tuple[int, ...]
    samples_a_match: int
    seat_all: Any = seat_first
    choose_all: Any = None
    close_sample: Any = None

    @cached_property
    def _play(self) -> Any:
        rules = self.game.rules
        told = (each.py_func.__qualname__ for each in (self.take_sample, self.seat_all))
        name = "_".join((self.game.name, *(policy.name for policy in self.policies), *told))
        choose = self.choose_all or _make_choose_all(self.game, self.policies, name)
        close = self.close_sample or tailor(_close_sample, name, share_of_win=make_share_of_win(self.game))
        match = tailor(
            _sample_match, name, rules=rules, choose_all=choose, take_sample=self.take_sample, close_sample=close
        )
        return tailor(_gather, name, rules=rules, sample_match=match, seat_all=self.seat_all)

    def write(self, sheets: Sequence[Sheet], seed: int, start: int, matches: int) -> np.ndarray:
        """Gives the samples of matches start to start + matches - 1 of a run with this seed."""
        rules = self.game.rules
        state = np.zeros(1, record_type(rules.STATE))[0]
        setup = np.array([streams.seed_word(seed), start, matches, len(sheets)], np.int64)
        weights = tuple(policy.weights for policy in pad(self.policies))
        samples = np.zeros(self.samples_a_match * matches, self.sample)
        laid = pack(self.game.lay_out(sheets), rules.SHEETS)[0]
        n = self._play(laid, state, setup, np.array(self.strays), weights, make_room(self.game), samples)
        return samples[:n]
