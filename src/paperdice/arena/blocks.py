"""Blocks of matches, the unit of work in a run, and the external programs that play in them.

A block is played in compiled code if all bots are policies (compiled rating functions); otherwise, its matches are
played one by one with `Match`.
"""

from __future__ import annotations

import logging
import threading
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from paperdice.arena.setup import Setup
from paperdice.bots import Bot, ask, is_outside, is_policy, make_bot
from paperdice.bots.process_bot import MoveRequest, ProcessBot, ViewTexts
from paperdice.bots.registry import find_policy
from paperdice.dice import SeededDice
from paperdice.errors import BotError, IllegalMoveError
from paperdice.fast import streams
from paperdice.fast.playout import EVENTS, Playout, result_type
from paperdice.game import Game
from paperdice.match import Match
from paperdice.view_builder import own_view, seat_view
from paperdice.view_changes import ViewCache

_log = logging.getLogger(__name__)


@dataclass
class Failure:
    """One kind of failure: its first error message, and the number of matches forfeited because of it."""

    sentence: str
    count: int = 0


class Programs:
    """A thread-safe pool of external programs that play as bots; it also counts their failures."""

    def __init__(self) -> None:
        self.is_stopped = False
        self._bots: list[ProcessBot] = []
        self._free: dict[str, list[ProcessBot]] = {}
        self._texts: list[ViewTexts] = []
        self._failures: dict[tuple[str, str], Failure] = {}
        self._lock = threading.Lock()

    def acquire(self, name: str, game: Game, budget_ms: float) -> ProcessBot:
        """Return an idle program with this name from the pool, or start a new one."""
        with self._lock:
            free = self._free.setdefault(name, [])
            if free:
                return free.pop()
            bot = ProcessBot(name, game, 0, budget_ms)
            self._bots.append(bot)
            return bot

    def release(self, name: str, bot: ProcessBot) -> None:
        """Return a program to the pool."""
        with self._lock:
            self._free[name].append(bot)

    def acquire_texts(self) -> ViewTexts:
        """Return a serializer for views from the pool, or a new one; all programs in a match share one serializer."""
        with self._lock:
            return self._texts.pop() if self._texts else ViewTexts()

    def release_texts(self, texts: ViewTexts) -> None:
        """Return a serializer to the pool."""
        with self._lock:
            self._texts.append(texts)

    def count_failure(self, name: str, error: BotError) -> None:
        """Count a match that was forfeited because of this error."""
        with self._lock:
            self._failures.setdefault((name, error.kind), Failure(str(error))).count += 1

    def stop(self) -> None:
        """Kill all programs of an aborted run."""
        self.is_stopped = True
        for bot in self._bots:
            bot.abort()

    def close(self) -> None:
        """Close all programs, and log one warning for each kind of failure."""
        for bot in self._bots:
            bot.close()
        for failure in self._failures.values():
            number = "1 match" if failure.count == 1 else f"{failure.count:,} matches"
            _log.warning("%s: %s forfeited in this way", failure.sentence, number)
        self._failures.clear()


COMPILED_BLOCK = 4096


def is_compiled(setup: Setup) -> bool:
    """Return whether the matches of this run are played entirely in compiled code."""
    return not setup.has_guests and all(is_policy(name) for name in setup.bots)


def block_size(setup: Setup) -> int:
    """Return the number of matches per block: large enough to hide the overhead, small enough to show progress."""
    return COMPILED_BLOCK if is_compiled(setup) else 1


def has_programs(setup: Setup) -> bool:
    """Return whether any bot of the run is an external program."""
    return any(is_outside(name) for seat, name in enumerate(setup.bots) if setup.guest(seat) is None)


class Block(NamedTuple):
    """Matches `start` to `start + number - 1` of a run."""

    setup: Setup
    start: int
    number: int


@lru_cache(maxsize=64)
def _playout(setup: Setup) -> Playout:
    game = setup.played_game
    return Playout(game, setup.dealt, [find_policy(name, game, setup.seats) for name in setup.bots], setup.first)


def prepare(setup: Setup) -> None:
    """Compile everything that a run needs in advance, so that measured times do not include compilation."""
    if is_compiled(setup):
        _playout(setup).play(setup.seed, 0, 1)
    else:
        _ask_once(setup)


def _named(setup: Setup) -> list[str]:
    """Return the distinct names of the bots that were given by name."""
    return sorted({name for seat, name in enumerate(setup.bots) if setup.guest(seat) is None})


def _ask_once(setup: Setup) -> None:
    """Compile the code of the built-in bots by asking each one for a move."""
    match = start_match(setup, 0)
    match.throw(SeededDice(setup.seed))
    for name in _named(setup):
        if not is_outside(name):
            ask(make_bot(name, setup.played_game, 0, setup.budget_ms, setup.playouts), match, match.acting[0])


def play_block(setup: Setup, start: int, number: int, programs: Programs | None = None) -> np.ndarray:
    """Play matches `start` to `start + number - 1` and return their results.

    External programs are taken from the pool `programs`; if it is None, they are started for this block only.
    """
    if is_compiled(setup):
        return _playout(setup).play(setup.seed, start, number)
    if programs is not None:
        return play_plain(setup, start, number, programs)
    with closing(Programs()) as own:
        return play_plain(setup, start, number, own)


def play_plain(setup: Setup, start: int, number: int, programs: Programs) -> np.ndarray:
    """Play matches one by one with `Match` and return their results; used if not all bots are compiled."""
    results = np.zeros(number, result_type(setup.played_game))
    with closing(SeatedBots(setup, programs)) as seated:
        for result, index in zip(results, range(start, start + number), strict=True):
            play_one(seated, setup, index, result)
    return results


def play_one(seated: SeatedBots, setup: Setup, index: int, result: np.void) -> Match:
    """Play match `index` of a run until it is over or forfeited, write its result to `result`, and return the match."""
    match = start_match(setup, index)
    loser = seated.play(match, index)
    fill_result(result, match, index)
    if loser is not None:
        result["forfeits"][loser] = 1
    return match


def start_match(setup: Setup, index: int) -> Match:
    """Return match `index` of the run before its first throw."""
    match = Match(setup.played_game, setup.seats, setup.dealt, setup.first if setup.first >= 0 else index % setup.seats)
    match.headers |= {f"Player{seat}": name for seat, name in enumerate(setup.bots)}
    match.headers |= {"Dice": "seeded", "DiceSeed": str(setup.seed), "DiceMatch": str(index)}
    return match


class SeatedBots:
    """The bots that play a block of matches; external programs keep running between matches."""

    def __init__(self, setup: Setup, programs: Programs) -> None:
        self._setup = setup
        self._programs = programs
        self._acquired: dict[int, ProcessBot] = {}
        self._texts = programs.acquire_texts()
        self._views: ViewCache | None = None

    def play(self, match: Match, index: int) -> int | None:
        """Play a match until it is over or a bot fails.

        Returns:
            None if the match is over, otherwise the seat of the failed bot, which forfeits the match.
        """
        dice = SeededDice(self._setup.seed, index)
        self._texts.begin()
        bots = [self._seat(seat, index) for seat in range(self._setup.seats)]
        self._views = ViewCache(match) if self._acquired else None
        while not match.over and not self._programs.is_stopped:
            if match.dice_wanted:
                match.throw(dice)
                continue
            questions = self._pose(match)
            for seat in match.acting:
                try:
                    match.play(seat, self._ask(bots[seat], match, seat, questions.get(seat)))
                except BotError as error:
                    self._forfeit(match, seat, error)
                    return seat
        return None

    def _forfeit(self, match: Match, seat: int, error: BotError) -> None:
        if not self._programs.is_stopped:
            match.headers["Forfeit"] = f"{seat}: {error}"
            self._programs.count_failure(self._setup.bots[seat], error)

    def _pose(self, match: Match) -> dict[int, MoveRequest]:
        """Build a request for each program that has a choice to make, and return the requests by seat.

        All requests are written before the first is sent, so that none of them depends on another program's answer. The
        view is built only once.
        """
        choosing = [seat for seat in match.acting if seat in self._acquired and len(match.choices(seat)) > 1]
        if self._views is None or not choosing:
            return {}
        view = self._views.look(match)
        views = {seat: seat_view(view, own_view(match, seat, view["sheets"][seat]["rows"])) for seat in choosing}
        return {seat: self._acquired[seat].pose(shown) for seat, shown in views.items()}

    def _ask(self, bot: Bot, match: Match, seat: int, question: MoveRequest | None) -> str:
        """Return a bot's move.

        Raises:
            BotError: A bot given by name failed, which forfeits the match.
            IllegalMoveError: A bot given as an object returned an illegal move, which is a bug in the caller's code.
        """
        if seat in self._acquired:
            return match.choices(seat)[0] if question is None else self._acquired[seat].answer(question)
        move = ask(bot, match, seat)
        if self._setup.guest(seat) is not None and move not in match.choices(seat):
            name = self._setup.bots[seat]
            raise IllegalMoveError(f"the bot {name} answered {move!r} in seat {seat}, which is not one of its choices")
        return move

    def _seat(self, seat: int, index: int) -> Bot:
        """Return the bot of a seat, seeded for match `index`."""
        setup, name = self._setup, self._setup.bots[seat]
        guest = setup.guest(seat)
        if guest is not None:
            return guest
        seed = streams.bot_key(setup.seed, index, seat) % (1 << 62)
        if not is_outside(name):
            return make_bot(name, setup.played_game, seed, setup.budget_ms, setup.playouts)
        if seat not in self._acquired:
            self._acquired[seat] = self._programs.acquire(name, setup.played_game, setup.budget_ms)
        self._acquired[seat].begin(seed, self._texts)
        return self._acquired[seat]

    def close(self) -> None:
        """Release the external programs and the serializer for their views."""
        self._programs.release_texts(self._texts)
        for seat, bot in self._acquired.items():
            self._programs.release(self._setup.bots[seat], bot)


def replay(setup: Setup, index: int) -> Match:
    """Replay match `index` of the run until it is over or forfeited, and return it."""
    match = start_match(setup, index)
    if is_compiled(setup):
        _retrace(setup, match, index)
        return match
    with closing(Programs()) as programs, closing(SeatedBots(setup, programs)) as seated:
        seated.play(match, index)
    return match


def _retrace(setup: Setup, match: Match, index: int) -> None:
    """Replay match `index` in compiled code, and apply its moves to `match`."""
    dice = SeededDice(setup.seed, index)
    for codes in _playout(setup).trace(setup.seed, index):
        while match.dice_wanted:
            match.throw(dice)
        moves = {seat: setup.played_game.notation.format_move(match.raw.state, codes[seat]) for seat in match.acting}
        for seat, move in moves.items():
            match.play(seat, move)


def fill_result(result: np.void, match: Match, index: int) -> None:
    """Write the result of a match to `result`, its entry in the results array."""
    rules = match.raw.game.rules
    result["match"], result["turns"], result["end"] = (
        index,
        match.turn,
        rules.end_reason(match.raw.laid, match.raw.state),
    )
    for seat, score in enumerate(match.scores):
        result["scores"][seat] = score
        result["breaks"][seat] = rules.tie_break(match.raw.laid, match.raw.state, seat)
        events = np.zeros(len(EVENTS), np.int64)
        rules.count_events(match.raw.laid, match.raw.state, seat, events)
        result["events"][seat] = events
