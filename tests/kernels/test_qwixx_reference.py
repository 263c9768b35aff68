"""The tables' ratings, the network and the turns of Qwixx's `steady` against a plain reference.

The reference knows a row as a set of marked cells and plays each move by the rules of the game. It reads the solved
tables by the meaning of their axes, computes each input of the network by its name, and adds whole layers in double
precision. Except with two seats, a stand-in takes the place of the tables: each of its values is another number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from inspect import unwrap

import numpy as np
import pytest

from paperdice.bots.network import Features, read_networks
from paperdice.bots.qwixx import steady
from paperdice.bots.qwixx.evolved import make_evolved
from paperdice.bots.qwixx.features import Inputs, RowInputs
from paperdice.bots.qwixx.network import FILE, Network
from paperdice.bots.qwixx.steady import find_horizon
from paperdice.fast.compile import Floats, Singles
from paperdice.fast.playout import Policy
from paperdice.match import Match
from paperdice.solve import tables
from tests.bots.records import code_of, moves_of, records_of
from tests.kernels.test_decisions import read_turns

COLORS = "rygb"
HAZARDS = {1: (0.0, 0.0), 2: (0.1, 0.25), 3: (0.075, 0.19), 4: (0.06, 0.16), 5: (0.05, 0.13)}
CONSTANT = {1: -2.382, 2: -2.382, 3: -2.632, 4: -2.832, 5: -2.982}
POINT = {2: 0.001, 3: 0.002, 4: 0.002, 5: 0.002}
WIDTH = 6
N_POSITIONS = 1367031
LAST_CELL = 10
# The states of a row that are not locked, by last marked cell and number of marks; a locked row comes before them.
ROW_STATES = [*((last, marks) for last in range(LAST_CELL - 1, -1, -1) for marks in range(1, last + 2)), (-1, 0)]
TURNS = {
    seats: [(text, seat) for text, seat in read_turns("qwixx") if text.count("|") == seats and "| mixx" not in text]
    for seats in range(1, 6)
}

Row = frozenset[int] | None


def triangle(n: int) -> int:
    """Return the points for a number of marks."""
    return n * (n + 1) // 2


def row_place(row: Row) -> int:
    """Return the number of a row state; only its last cell and the number of its marks count."""
    return 0 if row is None else 1 + ROW_STATES.index((max(row, default=-1), len(row)))


def pair_place(first: int, second: int) -> int:
    """Return the number of an unordered pair."""
    return triangle(max(first, second)) + min(first, second)


def marked(rows: list[Row], move: str) -> tuple[int, list[Row]] | None:
    """Return the points of a mark and the rows after it, or None if the cell cannot be marked."""
    at, number = COLORS.index(move[0]), int(move[1:])
    row, cell = rows[at], number - 2 if move[0] in "ry" else 12 - number
    if row is None or cell <= max(row, default=-1) or (cell == LAST_CELL and len(row) < 5):
        return None
    if cell == LAST_CELL:
        return 2 * len(row) + 3, [*rows[:at], None, *rows[at + 1 :]]
    return len(row) + 1, [*rows[:at], row | {cell}, *rows[at + 1 :]]


class Plain:
    """The bot for a number of seats, with the tables that it reads."""

    def __init__(self, values: Singles, *, is_real: bool) -> None:
        self.values, self.is_real = values, is_real
        self.seats = values.shape[1]
        self.network = read_networks(FILE, Network)[max(self.seats, 2)]

    def to_come(self, rows: list[Row], misses: int, wait: int, hazard: int) -> float:
        """Return the expected remaining points of a sheet."""
        if misses == 4 or rows.count(None) > 1:
            return 0.0
        red, yellow, green, blue = map(row_place, rows)
        place = pair_place(pair_place(red, yellow), pair_place(green, blue)), wait, hazard, misses
        if not self.is_real:
            self.values[place] = 30 + (7919 * place[0] + 389 * wait + 83 * hazard + 31 * misses) % 997 / 100
        return float(self.values[place])

    def hazard_part(self, match: Match) -> float:
        """Return how close the end of the match is: 0 for the table of a far end, 1 for that of a near one."""
        still = [row for row in range(4) if not match.raw.state.locked[row]]
        log = CONSTANT[self.seats] - 0.025 * match.turn / self.seats + 0.919 * (4 - len(still))
        log -= 0.036 * max(map(misses_of(match).__getitem__, range(self.seats)))
        open_rows = [rows_of(match, seat)[row] or frozenset() for seat in range(self.seats) for row in still]
        log += 0.104 * min(4, sum(len(row) >= 5 for row in open_rows))
        log += 0.054 * max(max(row, default=-1) + 1 for row in open_rows) if open_rows else 0
        low, high = HAZARDS[self.seats]
        return min(max((math.exp(log) - low) / (high - low), 0.0), 1.0) if high > low else 0.0

    def rate_by(self, match: Match, seat: int, hazard: int) -> dict[str, float]:
        """Return the value of each move by one of the tables: points now and expected points later."""
        rows, misses, dice = rows_of(match, seat), misses_of(match)[seat], match.raw.state.dice.tolist()
        wait, moves = (seat - match.active - 1) % self.seats, [f"{color}{sum(dice[:2])}" for color in COLORS]

        def rate_colors(held: list[Row], *, has_marked: bool) -> dict[str, float]:
            rated = {"-": self.to_come(held, misses, wait, hazard)}
            if not has_marked:
                rated["-"] = self.to_come(held, misses + 1, wait, hazard) - 5
            for color, die in zip(COLORS, dice[2:], strict=True):
                for white in dice[:2]:
                    if die and (after := marked(held, f"{color}{white + die}")):
                        rated[f"{color}{white + die}"] = after[0] + self.to_come(after[1], misses, wait, hazard)
            return rated

        if match.phase == "color":
            return rate_colors(rows, has_marked=bool(match.raw.state.wrote))
        after = {move: found for move in moves if (found := marked(rows, move))}
        if seat == match.active:
            rated = {"-": max(rate_colors(rows, has_marked=False).values())}
            for move, (points, held) in after.items():
                is_over = held.count(None) > 1
                rated[move] = points + (0.0 if is_over else max(rate_colors(held, has_marked=True).values()))
            return rated
        keep = 1 - HAZARDS[self.seats][hazard]
        later = {move: keep * self.to_come(held, misses, wait, hazard) for move, (_, held) in after.items()}
        return {"-": keep * self.to_come(rows, misses, wait, hazard)} | {
            move: after[move][0] + value for move, value in later.items()
        }

    def rate_by_tables(self, match: Match, seat: int) -> dict[str, float]:
        """Return the value of each move between a far and a near end, and what is certain."""
        part, far, near = self.hazard_part(match), self.rate_by(match, seat, 0), self.rate_by(match, seat, 1)
        return {
            move: (1 - part) * far[move] + part * near[move] + certain(match, seat, move)
            for move in match.choices(seat)
        }

    def move_by_tables(self, match: Match, seat: int) -> str:
        """Return the move that the tables rate best."""
        rated = self.rate_by_tables(match, seat)
        return max(rated, key=rated.__getitem__)

    def rate(self, match: Match, seat: int) -> dict[str, float]:
        """Return the rating of each move: the chance to win after this turn, and a little for points."""
        rated = self.rate_by_tables(match, seat)
        near = near_best(rated)
        if len(near) == 1 or self.seats == 1:
            return rated
        replies = {other: self.move_by_tables(match, other) for other in match.acting if other != seat}
        return {
            move: POINT[self.seats] * value + self.rest(match.after(replies | {seat: move}), seat)
            if move in near
            else value - 1e6
            for move, value in rated.items()
        }

    def rest(self, match: Match, seat: int) -> float:
        """Return the chance to win after the rest of a turn."""
        if match.phase != "color":
            return self.chance(match, seat)
        active = match.active
        own = near_best(self.rate_by_tables(match, seat)) if seat == active else [self.move_by_tables(match, active)]
        return max(self.chance(match.after({active: move}), seat) for move in own)

    def chance(self, match: Match, seat: int) -> float:
        """Return the chance to win by the network, or the result of a finished match."""
        if match.over:
            return 1 / len(match.winners) if seat in match.winners else 0.0
        scores, misses = match.scores, misses_of(match)
        come = [
            [
                self.to_come(rows_of(match, each), misses[each], (each - match.active) % self.seats, end)
                for each in range(self.seats)
            ]
            for end in (0, 1)
        ]
        far, near = ([score + more for score, more in zip(scores, each, strict=True)] for each in come)
        others = sorted((each for each in range(self.seats) if each != seat), key=lambda each: -far[each] - near[each])
        rival, thirds = others[0], others[1:]
        seen: dict[str, float] = {}
        for name, each in (("OWN", seat), ("RIVAL", rival)):
            seen |= {f"{name}_SCORE": scores[each], f"{name}_FAR": come[0][each], f"{name}_NEAR": come[1][each]}
            seen |= {f"{name}_MISSES": misses[each], f"{name}_LAST_MISS": misses[each] == 3}
        seen |= {
            "LEAD": scores[seat] - scores[rival],
            "LEAD_FAR": far[seat] - far[rival],
            "LEAD_NEAR": near[seat] - near[rival],
            "LOCKS": sum(match.raw.state.locked.tolist()),
            "IS_ACTIVE": seat == match.active,
            "RIVAL_IS_ACTIVE": rival == match.active,
            "WAIT": (seat - match.active) % self.seats / self.seats,
            "ROUND": match.turn / self.seats,
            "LEAD_SECOND": scores[seat] - scores[thirds[0]] if thirds else 0,
            "LEAD_SECOND_NEAR": near[seat] - near[thirds[0]] if thirds else 0,
            "OTHERS_LAST_MISS": sum(misses[each] == 3 for each in thirds),
            "OTHERS_AHEAD": max([0, *(far[each] - far[seat] for each in thirds)]),
        }
        units = np.zeros(24)
        for row in range(4):
            if not match.raw.state.locked[row]:
                inputs = scaled(RowInputs, row_inputs([rows_of(match, each)[row] for each in (seat, rival, *thirds)]))
                units += np.maximum(inputs @ self.network.row_weights.astype(float) + self.network.row_bias, 0)
        inputs = np.concatenate([scaled(Inputs, seen), units])
        hidden = np.maximum(inputs @ self.network.weights.astype(float) + self.network.bias, 0)
        return 1 / (1 + math.exp(-float(hidden @ self.network.last_weights + self.network.last_bias[0])))


def rows_of(match: Match, seat: int) -> list[Row]:
    """Return the marked cells of each row, None for a locked one."""
    state = match.raw.state
    marks = [np.flatnonzero(row).tolist() for row in state.written[seat].tolist()]
    return [None if state.locked[row] else frozenset(cells) for row, cells in enumerate(marks)]


def misses_of(match: Match) -> list[int]:
    """Return the misses by seat."""
    misses: list[int] = match.raw.state.misses[: match.seats].tolist()
    return misses


def near_best(rated: Mapping[str, float]) -> list[str]:
    """Return the moves that are close enough to the best one."""
    return [move for move, value in rated.items() if value >= max(rated.values()) - WIDTH]


def certain(match: Match, seat: int, move: str) -> float:
    """Return 1000 for a move that wins, −1000 for one that loses, and 500 for a first lock."""
    after = match.after(dict.fromkeys(match.acting, "-") | {seat: move})
    if after.over:
        leads = [after.scores[seat] - score for other, score in enumerate(after.scores) if other != seat]
        lead = min(leads, default=1)
        if lead == 0:
            return -1000.0 if move == "-" else 0.0
        return math.copysign(1000, lead)
    return 500.0 if sum(after.raw.state.locked) > sum(match.raw.state.locked) else 0.0


def row_inputs(rows: list[Row]) -> dict[str, float]:
    """Return what the network sees of a row: the seat's own cells, the rival's, and those of all others."""
    marks = [len(row or ()) for row in rows]
    seen: dict[str, float] = {}
    for name, row, n in (("OWN", rows[0], marks[0]), ("RIVAL", rows[1], marks[1])):
        seen |= {f"{name}_NEXT": max(row or (), default=-1) + 1, f"{name}_MARKS": n, f"{name}_SQUARE": n**2}
        seen[f"{name}_READY"] = n >= 5
    return seen | {"OTHERS_READY": sum(n >= 5 for n in marks[2:]), "OTHERS_MARKS": max([0, *marks[2:]])}


def scaled(layout: type[Features], seen: Mapping[str, float]) -> Floats:
    """Return inputs in the order of their layout."""
    assert set(seen) == set(layout.__members__)
    return np.array([seen[name] / (feature.scale or 1) for name, feature in layout.__members__.items()])


def make_bots(seats: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Plain, Policy]:
    """Return the reference and `steady`, with the solved tables for two seats and else with a stand-in.

    The stand-in is filled by the reference with each value that it reads: a value that only `steady` reads is 0.
    """
    if seats == 2:
        policy = unwrap(steady.make_steady)(2)
        return Plain(policy.weights.tables.values, is_real=True), policy
    values = np.zeros((N_POSITIONS, seats, 2, 4), np.float32)
    read_only = values.view()
    read_only.flags.writeable = False
    monkeypatch.setattr(tables, "load_or_warn", lambda *_: (read_only, {}))
    monkeypatch.setattr(steady, "make_tables", unwrap(steady.make_tables))
    return Plain(values, is_real=False), unwrap(steady.make_steady)(seats)


def rate(policy: Policy, text: str, seat: int) -> dict[str, float]:
    """Return the bot's ratings of all moves."""
    match, (_, codes) = Match.from_position(text), moves_of(text, seat)
    values = np.zeros(len(codes))
    policy.rate(policy.weights, *records_of(text), seat, codes, len(codes), values)
    return dict(zip(match.choices(seat), values.tolist(), strict=True))


@pytest.mark.usefixtures("_solved")
@pytest.mark.parametrize("seats", TURNS)
def test_moves(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, policy = make_bots(seats, monkeypatch)
    for text, seat in TURNS[seats]:
        expected = plain.rate(Match.from_position(text), seat)
        assert rate(policy, text, seat) == pytest.approx(expected, rel=1e-9, abs=2e-5), text


# Points to come at a far and at a near end, from `paperdice solve qwixx --seats 2 --hazard H` for both hazards.
@pytest.mark.usefixtures("_solved")
@pytest.mark.parametrize(("seat", "far", "near"), [(0, 56.763176, 31.191181), (1, 58.658890, 36.447037)])
def test_the_reference_reads_the_solved_tables(
    seat: int, far: float, near: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.from_position("qwixx 12 roll 1 | classic 1.11/11111/.1/- 3 | classic ....11/1/11.111/1.1 1")
    plain, rows, misses = make_bots(2, monkeypatch)[0], rows_of(match, seat), misses_of(match)[seat]
    found = [plain.to_come(rows, misses, 1 - seat, hazard) for hazard in (0, 1)]
    assert found == pytest.approx([far, near], abs=2e-6)


@pytest.mark.parametrize(
    ("name", "place", "wrong"),
    [("numbers", (0, 3, 10), 3), ("colors", (0, 2, 4), 1), ("n_cells", (0, 1), 10), ("n_rows", 0, 3)],
)
def test_on_a_sheet_that_is_not_the_classic_one_evolved_rates_moves(
    name: str, place: int | tuple[int, ...], wrong: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one number, color or length differs, for the seat itself and, with several seats, for no seat the network."""
    text = "qwixx 5 white 0 w4 w1 r1 y4 g4 b4 | classic 1.1/-/-/- 0"
    (sheets, state), (_, codes) = records_of(text), moves_of(text, 0)
    sheets[name][place] = wrong
    rated = []
    for policy in (make_bots(1, monkeypatch)[1], make_evolved()):
        values = np.zeros(len(codes))
        policy.rate(policy.weights, sheets, state, 0, codes, len(codes), values)
        rated.append(values.tolist())
    assert rated[0] == rated[1]


@pytest.mark.parametrize("seats", [3, 4])
def test_rollouts_of_expert(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They play a round by the tables, and the network rates the match after it."""
    plain, policy = make_bots(seats, monkeypatch)
    moves, values = np.zeros(9, np.int64), np.zeros(9)
    for text, seat in TURNS[seats]:
        match, records = Match.from_position(text), records_of(text)
        horizon = find_horizon(policy, *records)
        assert horizon is not None
        assert (horizon.turns, horizon.prior_error) == (seats, 0.03)
        for each in range(seats):
            move = plain.move_by_tables(match, each) if each in match.acting else "-"
            assert horizon.choose(policy.weights, *records, each, moves, values) == code_of(text, move), text
        while match.acting:
            match = match.after(dict.fromkeys(match.acting, "-"))
        expected = plain.chance(match, seat)
        value = horizon.value(policy.weights, *records_of(match.position()), seat)
        assert value == pytest.approx(expected, abs=1e-5), text


def test_expert_plays_to_the_end_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """On other sheets, alone, and by the tables alone."""
    alone = "qwixx 1 roll 0 | classic -/-/-/- 0"
    policy = make_bots(3, monkeypatch)[1]
    by_tables = Policy("tables", steady.rate_by_sheet, policy.weights)
    assert find_horizon(policy, *records_of(f"{alone} | classic -/-/-/- 0 | classic -/-/-/- 0")) is not None
    assert find_horizon(policy, *records_of(f"{alone} | classic -/-/-/- 0 | mixx-a -/-/-/- 0")) is None
    assert find_horizon(policy, *records_of(alone)) is None
    assert find_horizon(by_tables, *records_of(f"{alone} | classic -/-/-/- 0 | classic -/-/-/- 0")) is None
