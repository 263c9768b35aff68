"""The plan, the network and the ratings of Twenty One's `steady` against a plain reference.

The reference knows a row as a set of empty cells. It tries every fill by the rules, computes each input of the network
by its name, for all states of a sheet, and adds whole layers in double precision.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache, cached_property
from inspect import unwrap
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest

from paperdice.bots.network import Features, read_networks
from paperdice.bots.twenty_one import features, plan, steady
from paperdice.bots.twenty_one.features import PaceInputs, RowInputs
from paperdice.bots.twenty_one.network import FILE, Network
from paperdice.bots.twenty_one.steady import find_horizon
from paperdice.fast.compile import Floats
from paperdice.fast.playout import Policy
from paperdice.match import Match
from paperdice.solve.twenty_one.rows import RowTables
from tests.bots.records import code_of, moves_of, records_of
from tests.kernels.test_decisions import read_turns

COLORS = "wkrygb"
TURN_COSTS = (2.0, 5.0, 9.0)
POINT = 0.06
LAST_ROW = 4
N_TURNS = 31
ALL_CELLS = frozenset(range(6))
TURNS = read_turns("twenty_one")
FOR_TWO = [(text, seat) for text, seat in TURNS if text.count("|") == 2]
FOR_OTHERS = [(text, seat) for text, seat in TURNS if text.count("|") != 2]

pytestmark = pytest.mark.usefixtures("_solved")


class Row(NamedTuple):
    """A row that a seat fills: its number from 0, its empty cells and its hits."""

    at: int
    empty: frozenset[int]
    hits: int

    @property
    def next(self) -> Row:
        """The row that the seat fills next: this one, or the one below if this one is full."""
        return self if self.empty else Row(self.at + 1, ALL_CELLS, 0)


class Fill(NamedTuple):
    """The points of a fill, with their bonus, and the row after it."""

    points: int
    after: Row


def bits(cells: frozenset[int]) -> int:
    """Return cells as a bit mask, as in the solved tables."""
    return sum(1 << cell for cell in cells)


def row_of(match: Match, seat: int) -> Row:
    """Return the row that a seat fills."""
    state = match.raw.state
    at = int(state.current_row[seat])
    written = state.written[seat].tolist()[at]
    return Row(at, frozenset(cell for cell in range(6) if not written[cell]), int(state.hits[seat].tolist()[at]))


def faces_of(match: Match, seat: int) -> dict[int, int]:
    """Return the die of each empty cell."""
    row, dice = row_of(match, seat), match.raw.state.dice.tolist()
    colors = match.sheets[seat].rows[row.at].colors
    return {cell: dice[COLORS.index(colors[cell])] for cell in row.empty}


def fill(match: Match, seat: int, cells: frozenset[int]) -> Fill:
    """Write the dice of these cells; without any, strike the leftmost empty cell."""
    row, faces = row_of(match, seat), faces_of(match, seat)
    printed = match.sheets[seat].rows[row.at].numbers
    hits = row.hits + sum(faces[cell] == printed[cell] for cell in cells)
    bonus = sum(range(row.hits + 1, hits + 1))
    left = row.empty - (cells or {min(row.empty)})
    return Fill(sum(faces[cell] for cell in cells) + bonus, Row(row.at, left, hits))


def fills_of(match: Match, seat: int) -> Iterator[Fill]:
    """Yield everything that a seat can do with the dice."""
    row, faces = row_of(match, seat), faces_of(match, seat)
    printed = match.sheets[seat].rows[row.at].numbers
    fitting = [cell for cell in row.empty if faces[cell] <= printed[cell]]
    for size in range(len(fitting) + 1):
        for cells in combinations(fitting, size):
            yield fill(match, seat, frozenset(cells))


class Plan:
    """The plan of all seats, read from the solved rows."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.tables = plan.solve_plan(seats, 5.0 if seats > 1 else 0.0)

    def wait(self, match: Match, seat: int) -> int:
        """Return the number of turns of others before the seat's own."""
        return (seat - match.active) % self.seats

    def rate_fill(self, match: Match, seat: int, done: Fill) -> float:
        """Return the points of a fill and those expected after it."""
        wait = (self.wait(match, seat) - 1) % self.seats
        return float(done.points + self.tables.values[done.after.at, wait, bits(done.after.empty), done.after.hits])

    def best(self, match: Match, seat: int) -> Fill:
        """Return the best fill."""
        return max(fills_of(match, seat), key=lambda done: self.rate_fill(match, seat, done))

    def gain(self, match: Match, seat: int) -> float:
        """Return what the seat gains by throwing again, less what the others gain on average."""
        gains = []
        for each in range(self.seats):
            row, faces = row_of(match, each), faces_of(match, each)
            kept = frozenset(cell for cell, face in faces.items() if face == 1)
            again = self.tables.again[row.at, self.wait(match, each), bits(row.empty), row.hits, bits(kept)]
            gains.append(float(again) - self.rate_fill(match, each, self.best(match, each)))
        own = gains.pop(seat)
        return own - sum(gains) / max(len(gains), 1)

    def rate(self, match: Match, seat: int) -> dict[str, float]:
        """Return the ratings of all moves."""
        if match.phase == "reroll":
            return {move: 0.0 if move == "keep" else self.gain(match, seat) for move in match.choices(seat)}
        return {
            move: self.rate_fill(match, seat, fill(match, seat, cells_of(match, seat, move)))
            for move in match.choices(seat)
        }

    def choose(self, match: Match, seat: int) -> str:
        """Return the best move; only the seat that rolls throws again."""
        if match.phase == "reroll" and seat != match.active:
            return "keep"
        rated = self.rate(match, seat)
        return max(rated, key=rated.__getitem__)


def cells_of(match: Match, seat: int, move: str) -> frozenset[int]:
    """Return the cells that a move writes."""
    colors = match.sheets[seat].rows[row_of(match, seat).at].colors
    return frozenset(colors.index(die[0]) for die in move.split() if die != "x")


class Pace:
    """How fast a plan fills a sheet: the mean points after each number of turns, and the chance to be done then."""

    def __init__(self, tables: RowTables) -> None:
        self.tables = tables

    @cache  # noqa: B019
    def of(self, wait: int, row: Row) -> tuple[Floats, Floats]:
        """Return points and chances from a row to the end of the sheet."""
        gains, ends = np.zeros(N_TURNS), np.zeros(N_TURNS)
        if row.at > LAST_ROW:
            ends[0] = 1
            return gains, ends
        place = row.at, wait, bits(row.empty), row.hits
        alone = self.tables.paces.gains[place]
        gains += [alone[min(turn, 6)] for turn in range(N_TURNS)]
        for used in range(1, 7):
            below = self.of((wait - used) % 2, Row(row.at + 1, ALL_CELLS, 0))
            gains[used:] += self.tables.paces.ends[place][used] * below[0][: N_TURNS - used]
            ends[used:] += self.tables.paces.ends[place][used] * below[1][: N_TURNS - used]
        return gains, ends

    def inputs(self, wait: int, row: Row) -> dict[str, float]:
        """Return what the network sees of the pace."""
        gains, ends = self.of(wait, row)
        mean = float(ends @ range(N_TURNS))
        seen = {"TURNS": mean, "TURNS_SPREAD": math.sqrt(float(ends @ (np.arange(N_TURNS) - mean) ** 2))}
        seen |= {f"POINTS_IN_{turns}": gains[turns] for turns in (1, 2, 4, 7)} | {"POINTS": gains[-1]}
        return seen | {f"FULL_IN_{turns}": sum(ends[: turns + 1]) for turns in (1, 2, 3, 4, 6, 8)}


def row_inputs(wait: int, row: Row) -> dict[str, float]:
    """Return what the network sees of a row."""
    n_empty = len(row.empty)
    seen: dict[str, float] = {"WAIT": wait, "HITS": row.hits, "HITS_SQUARED": row.hits**2}
    seen |= {f"IN_ROW_{at + 1}": row.at == at for at in range(5)}
    seen |= {f"EMPTY_{cell + 1}": cell in row.empty for cell in range(6)}
    return seen | {"N_EMPTY": n_empty, "HITS_BY_EMPTY": row.hits * n_empty}


def ordered(layout: type[Features], seen: dict[str, float]) -> list[float]:
    """Return inputs in the order of their layout."""
    assert set(seen) == set(layout.__members__)
    return [float(seen[name]) for name in layout.__members__]


class Chances:
    """The network for two seats, whose inputs have mean 0 and spread 1 over all states that can be."""

    def __init__(self) -> None:
        self.network = read_networks(FILE, Network)[2]
        self.paces = [Pace(plan.solve_plan(2, cost)) for cost in TURN_COSTS]

    def raw(self, wait: int, row: Row) -> list[float]:
        """Return the inputs of a state before they are scaled."""
        paces = [each for pace in self.paces for each in ordered(PaceInputs, pace.inputs(wait, row))]
        return [*paces, *ordered(RowInputs, row_inputs(wait, row))]

    @cached_property
    def spread(self) -> tuple[Floats, Floats]:
        """The mean and the standard deviation of each input."""
        sets = [frozenset(cells) for size in range(1, 7) for cells in combinations(range(6), size)]
        rows = [Row(at, empty, hits) for at in range(5) for empty in sets for hits in range(7 - len(empty))]
        inputs = np.array([self.raw(wait, row) for wait in (0, 1) for row in rows])
        return inputs.mean(axis=0), inputs.std(axis=0)

    def inputs(self, wait: int, row: Row) -> Floats:
        """Return the inputs of a state."""
        mean, spread = self.spread
        return (np.array(self.raw(wait, row)) - mean) / spread

    def chance(self, wait: int, own: Row, other: Row, lead: int) -> float:
        """Return the chance to win between two turns, or the result of a finished match."""
        if any(row.at == LAST_ROW and not row.empty for row in (own, other)):
            return 0.5 if lead == 0 else float(lead > 0)
        net = self.network
        first = self.inputs(wait, own.next) @ net.own + self.inputs(1 - wait, other.next) @ net.other
        units = np.maximum(first + lead / 20 * net.lead + net.first_bias, 0)
        hidden = np.maximum(units @ net.hidden.astype(float) + net.hidden_bias, 0)
        return 1 / (1 + math.exp(-float(hidden @ net.last + net.last_bias[0])))

    def rate(self, planner: Plan, match: Match, seat: int) -> dict[str, float]:
        """Return the ratings of all moves by the chance to win and the plan."""
        planned, other = planner.rate(match, seat), 1 - seat
        lead, wait = match.scores[seat] - match.scores[other], planner.wait(match, seat)
        if match.phase == "reroll":
            chance = self.chance(wait, row_of(match, seat), row_of(match, other), lead)
            return {move: POINT * chance * (1 - chance) * gain for move, gain in planned.items()}
        rated, reply = {}, planner.best(match, other)
        for move, value in planned.items():
            done = fill(match, seat, cells_of(match, seat, move))
            chance = self.chance(1 - wait, done.after, reply.after, lead + done.points - reply.points)
            doubt = max(chance * (1 - chance), 0.0001)
            rated[move] = 0.5 * chance + 0.5 * POINT * doubt * (value - max(planned.values()))
        return rated

    def value(self, planner: Plan, match: Match, seat: int) -> float:
        """Return the chance to win at the start of a turn, as both seats see it."""
        lead, wait = match.scores[seat] - match.scores[1 - seat], planner.wait(match, seat)
        own, other = row_of(match, seat), row_of(match, 1 - seat)
        return (1 + self.chance(wait, own, other, lead) - self.chance(1 - wait, other, own, -lead)) / 2


def rate(policy: Policy, text: str, seat: int) -> dict[str, float]:
    """Return the bot's ratings of all moves."""
    match, (_, codes) = Match.from_position(text), moves_of(text, seat)
    values = np.zeros(len(codes))
    policy.rate(policy.weights, *records_of(text), seat, codes, len(codes), values)
    return dict(zip(match.choices(seat), values.tolist(), strict=True))


@pytest.fixture(scope="module")
def chances(_solved: Floats) -> Chances:
    return Chances()


@pytest.mark.parametrize(("text", "seat"), FOR_OTHERS)
def test_moves_by_the_plan(text: str, seat: int) -> None:
    match = Match.from_position(text)
    policy = unwrap(steady.make_steady)(match.seats)
    assert rate(policy, text, seat) == pytest.approx(Plan(match.seats).rate(match, seat), abs=1e-9)


def test_moves_with_two_seats(chances: Chances, _solved: Floats, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the inputs of all states as plain Python computes them; those of two of three plans are solved."""
    paces, solved = len(PaceInputs), _solved.reshape(*features.SHAPE, -1)
    known = {cost: solved[..., n * paces :][..., :paces] for n, cost in enumerate(TURN_COSTS[:2])}
    write_pace = features.write_pace
    monkeypatch.setattr(
        features, "write_pace", lambda rows: known[rows.turn_cost] if rows.turn_cost in known else write_pace(rows)
    )
    monkeypatch.setattr(steady, "write_inputs", features.write_inputs)
    policy, planner = unwrap(steady.make_steady)(2), Plan(2)
    for text, seat in FOR_TWO:
        expected = chances.rate(planner, Match.from_position(text), seat)
        assert rate(policy, text, seat) == pytest.approx(expected, abs=1e-5), text


def is_late(match: Match) -> bool:
    """Whether a seat fills its last row."""
    return any(row_of(match, seat).at == LAST_ROW for seat in range(match.seats))


def test_rollouts_of_expert(chances: Chances) -> None:
    """They follow the plan and, late in the match, `steady`; after one turn, the network rates them from both sides."""
    policy, planner = unwrap(steady.make_steady)(2), Plan(2)
    for text, seat in FOR_TWO:
        match, records = Match.from_position(text), records_of(text)
        horizon = find_horizon(policy, *records)
        assert horizon is not None
        assert (horizon.turns, horizon.point, horizon.prior_error, horizon.width) == (1, 1.0, 0.02, 0.1)
        expected = planner.choose(match, seat)
        if match.phase == "fill" and is_late(match):
            rated = chances.rate(planner, match, seat)
            expected = max(rated, key=rated.__getitem__)
        moves, values = np.zeros(64, np.int64), np.zeros(64)
        assert horizon.choose(policy.weights, *records, seat, moves, values) == code_of(text, expected), text
        value = horizon.value(policy.weights, *records, seat)
        assert value == pytest.approx(chances.value(planner, match, seat), abs=1e-5), text


@pytest.mark.parametrize(("text", "seat"), FOR_OTHERS)
def test_rollouts_of_expert_without_a_network(text: str, seat: int) -> None:
    """They follow the plan to the end of the match."""
    match, records = Match.from_position(text), records_of(text)
    policy = unwrap(steady.make_steady)(match.seats)
    horizon = find_horizon(policy, *records)
    assert horizon is not None
    assert (horizon.point, horizon.prior_error, horizon.width) == (0.015, 0.02, 0.1)
    assert horizon.turns >= 30 * match.seats
    assert horizon.value(policy.weights, *records, seat) == 0.5
    moves, values = np.zeros(64, np.int64), np.zeros(64)
    expected = code_of(text, Plan(match.seats).choose(match, seat))
    assert horizon.choose(policy.weights, *records, seat, moves, values) == expected
