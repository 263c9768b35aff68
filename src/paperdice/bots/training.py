"""What the training programs of all games share: matches with stray moves, and descent on who won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from paperdice.fast import streams
from paperdice.fast.compile import kernel, pack, record_type, tailor
from paperdice.fast.playout import Policy, make_kernels, weights_of
from paperdice.fast.shares import make_share_of_win
from paperdice.game import Game
from paperdice.sheet import Sheet

# Gives the slope of the loss by every number of a network on the notes with these places.
Slopes = Callable[[np.ndarray], Sequence[np.ndarray]]

WARM_UP = 200

# These names stand for something else in each kernel.
rules: Any = None
share_of_win: Any = None
pick: Any = None
choose_all: Any = None
seat_all: Any = None
take_note: Any = None
close_note: Any = None
note_match: Any = None


def make_room(game: Game) -> np.ndarray:
    """Gives the scratch paper of one thread: faces, moves, chosen moves."""
    return np.zeros((3, max(game.rules.MAX_MOVES, game.rules.MAX_SEATS, game.rules.N_DICE)), np.int64)


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


def _close_note(sheets, state, note):
    """Adds who won to a note."""
    note.share = share_of_win(sheets, state, note.seat)


def _note_match(sheets, state, key, codes, weights, stream, stray, room, notes):
    """Plays a match, takes notes before throws, and gives how many, with who won written in."""
    values = np.empty(room.shape[1], np.float64)
    n_notes = 0
    while state.phase != rules.Phase.OVER:
        if state.phase != rules.Phase.ROLL:
            choose_all(sheets, state, codes, weights, stream, stray, room, values)
            rules.apply_moves(sheets, state, room[2])
            continue
        if n_notes < notes.shape[0]:
            n_notes += take_note(weights[0], sheets, state, codes, stream, notes[n_notes])
        for die in range(rules.N_DICE):
            room[0, die] = streams.face(key, state.turn, rules.throw_number(state), die)
        rules.apply_roll(sheets, state, room[0])
    for number in range(n_notes):
        close_note(sheets, state, notes[number])
    return n_notes


def _gather(sheets, state, setup, strays, weights, room, notes):
    """Plays matches until the notes are full, and gives their number; setup is (seed, first match, matches, seats), and
    one decision in `strays` is drawn, by match."""
    codes = np.zeros(setup[3], np.int64)
    stream = np.zeros(2, np.int64)
    n_notes = 0
    for match in range(setup[1], setup[1] + setup[2]):
        if n_notes == notes.shape[0]:
            break
        stream[0] = streams.bot_key(setup[0], match, 0)
        stream[1] = 0
        seat_all(codes, stream)
        rules.start(state, setup[3], match % setup[3])
        key = streams.match_key(setup[0], match)
        stray = strays[match % strays.shape[0]]
        n_notes += note_match(sheets, state, key, codes, weights, stream, stray, room, notes[n_notes:])
    return n_notes


@dataclass(frozen=True, eq=False)
class Writer:
    """Who plays the matches that a network learns from, and what is written down of them.

    Compiled kernels: `seat_all(codes, stream)` seats the policies by number, and `choose_all` lets all seats choose.
    `take_note(weights, sheets, state, codes, stream, note)` is called before each throw with the weights of policy 0
    and gives 1 if it wrote a note, else 0; `close_note(sheets, state, note)` adds how the match ended, if more than the
    share of the win. One decision in `strays` is drawn, by match; there is room for so many notes a match.
    """

    game: Game
    policies: tuple[Policy, ...]
    note: np.dtype[Any]
    take_note: Any
    strays: tuple[int, ...]
    notes_a_match: int
    seat_all: Any = seat_first
    choose_all: Any = None
    close_note: Any = None

    @cached_property
    def _play(self) -> Any:
        rules = self.game.rules
        told = (each.py_func.__qualname__ for each in (self.take_note, self.seat_all))
        name = "_".join((self.game.name, *(policy.name for policy in self.policies), *told))
        choose = self.choose_all or _make_choose_all(self.game, self.policies, name)
        close = self.close_note or tailor(_close_note, name, share_of_win=make_share_of_win(self.game))
        match = tailor(_note_match, name, rules=rules, choose_all=choose, take_note=self.take_note, close_note=close)
        return tailor(_gather, name, rules=rules, note_match=match, seat_all=self.seat_all)

    def write(self, sheets: Sequence[Sheet], seed: int, start: int, matches: int) -> np.ndarray:
        """Gives the notes of matches start to start + matches - 1 of a run with this seed."""
        rules = self.game.rules
        state = np.zeros(1, record_type(rules.STATE))[0]
        setup = np.array([streams.seed_word(seed), start, matches, len(sheets)], np.int64)
        weights = weights_of(self.policies)
        notes = np.zeros(self.notes_a_match * matches, self.note)
        laid = pack(self.game.lay_out(sheets), rules.SHEETS)[0]
        n = self._play(laid, state, setup, np.array(self.strays), weights, make_room(self.game), notes)
        return notes[:n]


def descend(
    net: Sequence[np.ndarray],
    n_notes: int,
    slopes: Slopes,
    epochs: int,
    rng: np.random.Generator,
    batch: int,
    rate: float = 0.003,
) -> None:
    """Improves a network in place by Adam, with a rate that falls to nothing."""
    means = [np.zeros_like(part) for part in net]
    squares = [np.zeros_like(part) for part in net]
    n_batches = n_notes // batch
    step = 0
    for _ in range(epochs):
        order = rng.permutation(n_notes)
        for number in range(n_batches):
            step += 1
            now = rate * (1 - step / (epochs * n_batches + 1)) * min(1.0, step / WARM_UP)
            for n, slope in enumerate(slopes(order[number * batch : (number + 1) * batch])):
                means[n] += 0.1 * (slope - means[n])
                squares[n] += 0.001 * (slope * slope - squares[n])
                spread = np.sqrt(squares[n] / (1 - 0.999**step)) + 1e-8
                net[n][...] -= now * means[n] / (1 - 0.9**step) / spread


def cross_entropy(chances: np.ndarray, shares: np.ndarray) -> float:
    """Gives the mean loss of chances to win when these were the shares."""
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(shares * np.log(sure) + (1 - shares) * np.log(1 - sure)).mean())
