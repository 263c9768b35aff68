"""Luck-adjusted duels: use the luck of the dice as a control variate to narrow the confidence interval.

The luck of bot A in a match has an expected value of 0, whichever bots play and however accurate the evaluator is. Let
x be A's share of the win and y its luck. Then x − c·y has the same expected value as x for any factor c, and its
variance is smallest for c = cov(x, y) / var(y). This minimum is 1 − r² times the variance of x, where r is the
correlation of x and y.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, fields
from itertools import islice
from typing import NamedTuple

import numpy as np
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.text import Text

from paperdice.arena.api import AnyBot, AnySheet, seat_bots, sheet_texts
from paperdice.arena.blocks import Programs, SeatedBots, has_programs, is_compiled, play_one, start_match
from paperdice.arena.progress import ShowProgress, open_watch
from paperdice.arena.results import DuelResult, Stopped
from paperdice.arena.run import prepare_run
from paperdice.arena.setup import check_matches
from paperdice.arena.statistics import (
    STOP_NOT_BEFORE,
    Duel,
    DuelStanding,
    Interval,
    Outcome,
    group_interval,
    outcomes_of,
    share_interval,
    stop_bound,
    variance_ratio,
)
from paperdice.bots import DEFAULT_BUDGET_MS
from paperdice.errors import SetupError
from paperdice.fast.compile import Floats
from paperdice.fast.cores import count_cores
from paperdice.fast.playout import result_type
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.study.reviewing import make_evaluator
from paperdice.study.walk import first_position, walk


def find_luck(match: Match, seed: int = 0) -> Floats:
    """Estimate each seat's total luck over all throws of a match, using the fast but less accurate evaluation.

    The expected value of a seat's luck is 0.
    """
    evaluator = make_evaluator(first_position(match), seed=seed)
    luck = np.zeros(match.seats)
    for step in walk(match):
        if step.is_throw:
            brought, mean = evaluator.throw(step.before, step.after)
            luck += brought - mean
    return luck


# The only number of seats for which the adjustment was shown to pay off.
SEATS = 2
# The minimum number of groups for a regression of the share on luck.
LEAST_GROUPS = 3


class Adjustment(NamedTuple):
    """The first bot's share of the wins, adjusted for luck.

    Attributes:
        share: The adjusted share.
        error: The standard error of the adjusted share.
        factor: The coefficient of luck in the regression.
        narrowing: The ratio of the variance before the adjustment to the variance after it.
        interval: The confidence interval of the adjusted share.
    """

    share: float
    error: float
    factor: float
    narrowing: float
    interval: Interval


def adjust(shares: list[float], lucks: list[float]) -> Adjustment:
    """Adjust the first bot's mean share of the wins for luck, using a linear regression of the share on luck.

    The adjusted share is the intercept of the regression. With fewer than `LEAST_GROUPS` groups, the mean share is
    returned without an adjustment.

    Args:
        shares: The first bot's mean share of the wins in each group of matches.
        lucks: The first bot's mean luck in each group.
    """
    x, y = np.array(shares), np.array(lucks)
    n = len(x)
    mean = float(x.mean()) if n else 0.0
    if n < LEAST_GROUPS:
        return Adjustment(mean, 0.5, 0.0, 1.0, group_interval(mean, float(x.var(ddof=1)) if n > 1 else 0.0, n))
    away, luck = x - mean, y - y.mean()
    spread = float(luck @ luck)
    factor = float(away @ luck) / spread if spread > 0 else 0.0
    variance = float(((away - factor * luck) ** 2).sum()) / (n - 2)
    # The further the mean luck is from 0, the more the uncertainty of the factor matters.
    uncertainty = 1 + n * float(y.mean()) ** 2 / spread if spread > 0 else 1.0
    share = min(max(mean - factor * float(y.mean()), 0.0), 1.0)
    return Adjustment(
        share,
        error=math.sqrt(variance * uncertainty / n),
        factor=factor,
        narrowing=float(away @ away) / (n - 1) / variance if variance > 0 else 1.0,
        interval=share_interval(share, n / (variance_ratio(mean, variance, n - 2) * uncertainty)),
    )


@dataclass(frozen=True, repr=False)
class AdjustedResult(DuelResult):
    """The result of a duel, including the first bot's luck-adjusted share of the wins.

    `gain` compares the precision with that of a plain duel of the same duration: a gain of 3 means that the adjusted
    result is as precise as a plain duel with three times as many matches as fit into that time.
    """

    adjusted_share: float
    adjusted_error: float
    adjusted_interval: tuple[float, float]
    mean_luck: float
    luck_factor: float
    narrowing: float
    luck_seconds: float
    gain: float

    def __add__(self, other: DuelResult) -> DuelResult:
        """Always raise `SetupError`: adjusted results cannot be added.

        The regression depends on the luck in each group of matches, which the result does not store.

        Raises:
            SetupError: Always.
        """
        raise SetupError("results of duels without luck cannot be added: play all matches in one run")

    def __rich__(self) -> RenderableType:
        low, high = (100 * end for end in self.adjusted_interval)
        told = (
            f"without luck: {100 * self.adjusted_share:.2f} % (95 %: {low:.2f} to {high:.2f}); luck gave "
            f"{escape(self.bots[0])} {100 * self.mean_luck:+.2f}; as precise as {self.gain:.1f} times the matches"
        )
        return Group(super().__rich__(), Text(told, justify="center"))


class PlayedGroup(NamedTuple):
    """The results of one group of matches, with the seconds spent on playing and on computing luck.

    All matches of a group use the same dice, with the first bot in a different seat each time.
    """

    outcomes: list[Outcome]
    lucks: list[float]
    play_seconds: float
    luck_seconds: float


class AdjustedStanding:
    """The running totals of a duel whose result is adjusted for luck."""

    def __init__(self, duel: Duel) -> None:
        self.standing = DuelStanding(duel)
        self._shares: list[float] = []
        self._lucks: list[float] = []
        self._play_seconds = self._luck_seconds = 0.0

    def add(self, group: PlayedGroup) -> None:
        self.standing.add(group.outcomes)
        self._shares.append(sum(outcome.share for outcome in group.outcomes) / len(group.outcomes))
        self._lucks.append(sum(group.lucks) / len(group.lucks))
        self._play_seconds += group.play_seconds
        self._luck_seconds += group.luck_seconds

    @property
    def is_decided(self) -> bool:
        """Whether the luck-adjusted share differs enough from an even share to stop the duel early."""
        found, n = adjust(self._shares, self._lucks), len(self._shares)
        distance = abs(found.share - 1 / self.standing.duel.seats)
        return n >= STOP_NOT_BEFORE and distance > stop_bound(n) * found.error

    def result(self) -> AdjustedResult:
        """Return the result of the groups added so far."""
        plain = DuelResult.of(self.standing)
        facts = {entry.name: getattr(plain, entry.name) for entry in fields(plain)}
        found = adjust(self._shares, self._lucks)
        part = self._play_seconds / max(self._play_seconds + self._luck_seconds, 1e-9)
        return AdjustedResult(
            **facts | {"is_decided": self.is_decided},
            adjusted_share=found.share,
            adjusted_error=found.error,
            adjusted_interval=found.interval,
            mean_luck=float(np.mean(self._lucks)) if self._lucks else 0.0,
            luck_factor=found.factor,
            narrowing=found.narrowing,
            luck_seconds=self._luck_seconds,
            gain=found.narrowing * part,
        )


def adjusted_duel(
    a: AnyBot,
    b: AnyBot,
    *,
    game: str | Game = "qwixx",
    matches: int = 1000,
    seats: int = 2,
    sheets: AnySheet | tuple[AnySheet, ...] = (),
    seed: int = 0,
    budget_ms: float = DEFAULT_BUDGET_MS,
    playouts: int | None = None,
    stop_early: bool = False,
    progress: ShowProgress = None,
) -> AdjustedResult:
    """Play a duel between two bots and adjust the first bot's share of the wins for luck.

    The adjustment pays off only if playing a match takes longer than computing its luck, so duels in which both bots
    decide instantly are rejected.

    Args:
        a: The bot whose share is reported.
        b: The opponent of `a`.
        game: The game or its name.
        matches: The number of matches.
        seats: The number of seats. It must be 2, since the adjustment has not been shown to pay off with more seats.
        sheets: One sheet per seat, one for all seats, or none for the default deal.
        seed: The seed of the dice.
        budget_ms: The time limit per decision for bots that search, in milliseconds.
        playouts: The number of playouts per decision, used instead of the time limit.
        stop_early: Whether to stop as soon as the adjusted share differs significantly from an even share.
        progress: See `paperdice.simulate`.

    Returns:
        The result of the duel, including both the plain and the luck-adjusted share.

    Raises:
        SetupError: The number of matches is invalid, or the adjustment does not pay off for these bots, seats or
            sheets.
        Stopped: The duel was interrupted by Ctrl-C.
    """
    found = game if isinstance(game, Game) else find_game(game)
    names, guests = seat_bots((a, b))
    given = sheet_texts(found, sheets, seats)
    fixed = (seed, given, budget_ms, playouts, (guests[0], guests[1]))
    meeting = Duel((names[0], names[1]), found.name, seats, *fixed)
    _check(meeting, matches)
    return _play(meeting, matches, stop_early, progress)


def _check(duel: Duel, matches: int) -> None:
    """Raise `SetupError` if the number of matches is invalid or the adjustment does not pay off for this duel."""
    check_matches("duel", matches)
    if duel.seats != SEATS:
        raise SetupError(
            f"a duel is adjusted with {SEATS} seats, not {duel.seats}: with more seats it has not been shown to pay off"
        )
    setup = duel.seating(0)
    if is_compiled(setup):
        names = " and ".join(dict.fromkeys(duel.bots))
        what = "decide at once, so that playing more matches is faster than computing luck"
        raise SetupError(f"{names} {what}: play more matches instead of adjusting")
    position = start_match(setup, 0).snapshot()
    if position.game.printing is not None:
        name = position.sheets[0].name
        raise SetupError(f"a duel is not adjusted on sheets such as {name}: it has not been shown to pay off there")


def _play(duel: Duel, matches: int, stop_early: bool, progress: ShowProgress) -> AdjustedResult:
    started = time.perf_counter()
    so_far = AdjustedStanding(duel)
    with open_watch(progress) as watch, closing(Programs()) as programs:
        try:
            prepare_run(duel.seating(0), watch)
            tell = watch.follow(" against ".join(duel.bots))
            for group in _groups(duel, matches, programs):
                so_far.add(group)
                so_far.standing.seconds = time.perf_counter() - started
                tell(so_far.standing.matches, matches)
                if stop_early and so_far.is_decided:
                    break
        except KeyboardInterrupt:
            raise Stopped(so_far.result() if so_far.standing.matches else None) from None
    return so_far.result()


def _groups(duel: Duel, matches: int, programs: Programs) -> Iterator[PlayedGroup]:
    """Play groups of matches in parallel and yield them in order.

    The last group is incomplete if the number of matches is not divisible by the number of seats.
    """
    setup = duel.seating(0)
    n_threads = 1 if setup.has_guests or has_programs(setup) else count_cores()
    sizes = iter([duel.seats] * (matches // duel.seats) + [matches % duel.seats] * (matches % duel.seats > 0))
    todo = ((duel, index, size, programs) for index, size in enumerate(sizes))
    with ThreadPoolExecutor(n_threads) as pool:
        waiting: deque[Future[PlayedGroup]] = deque()
        try:
            waiting.extend(pool.submit(_play_group, *each) for each in islice(todo, n_threads))
            while waiting:
                played = waiting.popleft().result()
                waiting.extend(pool.submit(_play_group, *each) for each in islice(todo, 1))
                yield played
        finally:
            programs.stop()
            for future in waiting:
                future.cancel()


def _play_group(duel: Duel, index: int, size: int, programs: Programs) -> PlayedGroup:
    """Play `size` matches with the same dice, moving the first bot to a different seat in each."""
    outcomes, lucks, seconds = [], [], [0.0, 0.0]
    for seat in range(size):
        setup, started = duel.seating(seat), time.perf_counter()
        results = np.zeros(1, result_type(setup.played_game))
        with closing(SeatedBots(setup, programs)) as seated:
            match = play_one(seated, setup, index, results[0])
        played = time.perf_counter()
        outcomes += outcomes_of(results, seat, duel.seats)
        lucks.append(float(find_luck(match)[seat]))
        seconds[0] += played - started
        seconds[1] += time.perf_counter() - played
    return PlayedGroup(outcomes, lucks, seconds[0], seconds[1])
