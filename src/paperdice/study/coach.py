"""The coach, which evaluates every choice in a decision and explains why it is good or bad."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from paperdice.errors import Reason
from paperdice.fast.compile import Floats, Ints
from paperdice.match import Match
from paperdice.position import Position, format_position
from paperdice.study.evaluator import Evaluator
from paperdice.study.ledger import gap_error, mean_error
from paperdice.study.results import SURE, AdviceView, ChoiceView
from paperdice.study.reviewing import check_samples, checked, evaluator_facts, make_evaluator, never
from paperdice.study.walk import current_decision, find_decision
from paperdice.study.why import explain_gap, explain_move, explain_odds, explain_rivals, say_why

DEFAULT_SAMPLES = 256
FIRST_CHUNK = 16
# With more choices than this, the first answer uses fewer samples per choice to keep its latency low.
MANY_CHOICES = 32
SHORT_CHUNK = 4
# Choices that trail the best one by more standard errors get no more samples, but `LEAST_KEPT` choices are kept.
GIVE_UP = 3.0
LEAST_KEPT = 2
# Playouts per choice that estimate margins: for choices on the shortlist, and for the others.
SHORTLIST = 4
FIRST_PLAYOUTS = (4, 1)
PLAYOUTS = (64, 8)


class Lookout:
    """A sampler for the choices in a decision, which stops sampling choices that clearly trail the best one."""

    def __init__(self, evaluator: Evaluator, position: Position, seat: int, moves: Ints) -> None:
        self.evaluator = evaluator
        self._position, self._seat = position, seat
        self.moves = moves
        self.shown: list[list[Floats]] = [[] for _ in moves]
        self._open = np.arange(len(moves))
        self.done = 0

    def go_on(self, end: int) -> None:
        """Sample the remaining choices until each has `end` samples, then drop those that clearly trail."""
        outcomes = self.evaluator.look(self._position, self._seat, self.moves[self._open], self.done, end)
        for place, index in enumerate(self._open):
            self.shown[index].append(outcomes.values[:, place, self._seat])
        self.done = end
        self._drop_beaten()

    def _drop_beaten(self) -> None:
        means = self.means()
        order = self._open[np.argsort(-means[self._open], kind="stable")]
        best = order[0]
        kept = [index for place, index in enumerate(order) if place < LEAST_KEPT or self._is_open(best, index)]
        self._open = np.sort(np.array(kept))

    def _is_open(self, best: int, index: int) -> bool:
        gap, error = self._sampled_gap(best, index)
        return gap <= GIVE_UP * error

    def means(self) -> Floats:
        """Return the mean value of each choice over its samples."""
        return np.array([np.concatenate(parts).mean() for parts in self.shown])

    def values(self, index: int) -> Floats:
        """Return the samples of one choice."""
        return np.concatenate(self.shown[index])

    def gap(self, best: int, index: int) -> tuple[float, float]:
        """Return the mean advantage of one choice over another on their common samples, and its standard error.

        Args:
            best: The index of the better choice.
            index: The index of the other choice.
        """
        return self._sampled_gap(best, index, self.evaluator.bias, self.evaluator.grain)

    def _sampled_gap(self, best: int, index: int, bias: float = 0.0, grain: float = 0.0) -> tuple[float, float]:
        """Return the same values as `gap`; by default, the standard error includes only the sampling error."""
        if best == index:
            return 0.0, 0.0
        first, second = self.values(best), self.values(index)
        n = min(len(first), len(second))
        pair = np.stack([first[:n], second[:n]], axis=1)
        return float((pair[:, 0] - pair[:, 1]).mean()), gap_error(pair, 0, 1, bias, grain)

    def order(self, margins: Floats) -> Ints:
        """Return the indices of the choices from best to worst, breaking ties by the higher margin."""
        return np.lexsort((-margins, -self.means()))

    def lead(self, before: int | None, margins: Floats) -> int:
        """Return the index of the best choice.

        The choice `before`, which was best in the previous answer, is kept unless another choice leads it by more than
        the standard error of the difference.
        """
        best = int(self.order(margins)[0])
        if before is None or before == best:
            return best
        gap, error = self._sampled_gap(best, before)
        return best if gap > error else before


def _steps(position: Position, seat: int, against: Sequence[str], samples: int, seed: int) -> Iterator[Lookout]:
    """Yield increasingly accurate evaluations of a decision, starting with the quick one."""
    quick = make_evaluator(position, against, 0, seed)
    moves = quick.shortlist(position, seat, position.game.rules.MAX_MOVES)
    first = Lookout(quick, position, seat, moves)
    is_plain = len(moves) == 1 or quick.name.startswith("solved")
    first.go_on(1 if is_plain else SHORT_CHUNK if len(moves) > MANY_CHOICES else FIRST_CHUNK)
    yield first
    if samples == 0 or is_plain:
        return
    longer = Lookout(make_evaluator(position, against, samples, seed), position, seat, moves)
    end = min(FIRST_CHUNK, samples)
    while longer.done < samples:
        longer.go_on(end)
        yield longer
        end = min(2 * end, samples)


def advise(
    match: Match,
    seat: int,
    *,
    turn: int | None = None,
    phase: str | None = None,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
    against: Sequence[str] = (),
    language: str = "en",
    on_step: Callable[[AdviceView], None] | None = None,
    cancelled: Callable[[], bool] = never,
) -> AdviceView:
    """Evaluate every choice of a seat's decision in the current or an earlier turn.

    Sealed moves of other seats (submitted but not yet revealed) are ignored.

    Args:
        match: The match; it is not changed.
        seat: The seat that decides.
        turn: The turn of the decision; by default, the current turn.
        phase: The phase of the decision; by default, the first one in which the seat has a choice.
        samples: The number of samples per choice; 0 means only the quick evaluation.
        seed: The seed of the samples.
        against: The bots assumed to play: none for `steady` in all seats, one for all seats, or one per seat.
        language: The language of the explanations.
        on_step: Called with the advice after the quick evaluation and after each more accurate one.
        cancelled: Called after each evaluation; if it returns True, `CancelledError` is raised.

    Returns:
        The advice based on the most accurate evaluation.

    Raises:
        SetupError: The number of samples or the bots are invalid.
        RecordError: The match has no such turn.
        WrongSeatError: There is no such seat, or it has no decision in this turn and phase.
        CancelledError: `cancelled` returned True.
    """
    started = time.perf_counter()
    check_samples(samples)
    is_now = turn is None and phase in (None, match.phase)
    number = match.turn if turn is None else turn
    position, played = current_decision(match, seat) if is_now else find_decision(match, number, seat, phase)
    tell = checked(lambda _done, _total: None, cancelled)
    before: int | None = None
    advice: AdviceView | None = None
    for place, lookout in enumerate(_steps(position, seat, against, samples, seed)):
        tell(lookout.done, samples)
        margins = _margins(lookout, position, seat, PLAYOUTS if place else FIRST_PLAYOUTS)
        best = lookout.lead(before, margins)
        advice = _advice(lookout, position, seat, best, margins, language)
        advice |= {"played": played, "seed": seed, "seconds": time.perf_counter() - started}
        if before is not None and best != before:
            advice["knows_more"] = _format(position, int(lookout.moves[before]))
        before = best
        if on_step is not None:
            on_step(advice)
    if advice is None:
        raise AssertionError("the quick evaluation always answers")
    return advice


def _format(position: Position, move: int) -> str:
    return position.game.notation.format_move(position.state, move)


def _margins(lookout: Lookout, position: Position, seat: int, playouts: tuple[int, int]) -> Floats:
    """Estimate the mean final lead in points after each choice, using more playouts for the most promising choices."""
    means = lookout.means()
    order = np.argsort(-means, kind="stable")
    margins = np.zeros(len(means))
    for part, number in zip((order[:SHORTLIST], order[SHORTLIST:]), playouts, strict=True):
        if len(part):
            outcomes = lookout.evaluator.play_out(position, seat, lookout.moves[np.sort(part)], number)
            margins[np.sort(part)] = outcomes.margins(seat).mean(axis=0)
    return margins


def _advice(lookout: Lookout, position: Position, seat: int, best: int, margins: Floats, language: str) -> AdviceView:
    order = [best, *(int(index) for index in lookout.order(margins) if index != best)]
    choices = [_choice(lookout, position, seat, index, order, float(margins[index]), language) for index in order]
    evaluator = lookout.evaluator
    return {
        **evaluator_facts(evaluator, 0),
        "samples": lookout.done if evaluator.samples else 0,
        "game": position.game.name,
        "seat": seat,
        "turn": int(position.state.turn),
        "phase": position.game.rules.Phase(position.state.phase).name.lower(),
        "position": format_position(position),
        "unit": evaluator.unit,
        "best": choices[0]["move"],
        "played": None,
        "is_close": len(choices) > 1 and choices[1]["is_close"],
        "knows_more": None,
        "seconds": 0.0,
        "choices": choices,
    }


def _choice(
    lookout: Lookout, position: Position, seat: int, index: int, order: list[int], margin: float, language: str
) -> ChoiceView:
    best, is_best = order[0], index == order[0]
    gap, error = lookout.gap(best, index)
    is_close = not is_best and gap <= SURE * error
    reasons = _reasons(lookout, position, seat, index, order)
    values = lookout.values(index)
    return {
        "move": _format(position, int(lookout.moves[index])),
        "value": float(values.mean()),
        "error": mean_error(values, lookout.evaluator.bias, lookout.evaluator.grain),
        "gap": gap,
        "gap_error": error,
        "margin": margin,
        "samples": len(values),
        "is_close": is_close,
        "why": say_why(reasons, language),
        "reasons": [reason.as_dict() for reason in reasons],
    }


def _reasons(lookout: Lookout, position: Position, seat: int, index: int, order: list[int]) -> list[Reason]:
    """Return the reasons for or against a choice: its effect, what comes next, and a comparison with other choices."""
    move, best = int(lookout.moves[index]), order[0]
    reasons = explain_move(position, seat, move)
    if reasons[0].id == "throw_again" and 0 in lookout.moves:
        keep = int(np.flatnonzero(lookout.moves == 0)[0])
        n = min(len(lookout.values(keep)), len(lookout.values(index)))
        pair = np.stack([lookout.values(keep)[:n], lookout.values(index)[:n]], axis=1)
        reasons += explain_odds(pair, 0, 1)
    if len(order) == 1:
        return [*reasons, Reason("only", {})]
    other = order[1] if index == best else best
    gap, error = lookout.gap(best, order[1] if index == best else index)
    name = _format(position, int(lookout.moves[other]))
    rivals = explain_rivals(position, seat) if index == best else []
    unit = lookout.evaluator.unit
    return [*reasons, *rivals, *explain_gap(gap, gap <= SURE * error, name, index == best, unit)]
