"""The expected scores, the network and the turns of Qwantum's bots against a plain reference.

The reference represents a sheet as lists of numbers. It computes each input from its meaning, with the names of the
layout, and each move by playing it; it adds whole layers in double precision, without tables of partial sums.
"""

from __future__ import annotations

import math
from itertools import zip_longest

import numpy as np
import pytest

from paperdice.bots.network import Features
from paperdice.bots.qwantum.features import ColumnInputs, Inputs, RowInputs, write_column, write_inputs, write_row
from paperdice.bots.qwantum.marks import COLUMNS, copy_marks, read_columns
from paperdice.bots.qwantum.network import load_network, win_chance
from paperdice.bots.qwantum.steady import best_reply, make_chance_policy
from paperdice.bots.qwantum.tables import SIZE, expected_points, load_learned
from paperdice.fast.compile import Floats
from paperdice.position import parse_position
from tests.bots.records import moves_of, records_of
from tests.kernels.test_decisions import CASES, LINE

COLORS = "rybp"
# The rows of the printed sheet, top to bottom.
ROW_OF = {color: row for row, color in enumerate("pbry")}
LINES = [LINE.fullmatch(line) for game, line in CASES if game == "qwantum"]
TEXTS = sorted({found[3] for found in LINES if found is not None})
TURNS = sorted(
    {(found[3], int(found[2])) for found in LINES if found and " reroll " not in found[3] and found[3].count("|") > 1}
)


class Plain:
    """A match in the middle of a turn: the numbers of each row by seat, the misses, and the next seat to roll."""

    def __init__(self, text: str, learned: Floats) -> None:
        state = parse_position(text).state
        self.tables = cut(learned)
        self.rows = [[[n for n in row if n] for row in sheet] for sheet in state.written[: state.n_seats].tolist()]
        self.misses = state.misses[: state.n_seats].tolist()
        self.next, self.seats = int(state.active), range(int(state.n_seats))
        self.sums = dict(zip(COLORS, state.sums.tolist(), strict=True))

    def columns(self, seat: int) -> list[list[int]]:
        """Return the numbers of each column."""
        filled = [list(column) for column in zip_longest(*self.rows[seat], fillvalue=0)]
        return [[n for n in column if n] for column in [*filled, *[[]] * (6 - len(filled))]]

    def score(self, seat: int) -> int:
        """Return the second lowest different number of each full column, less the misses."""
        full = [sorted(set(column)) for column in self.columns(seat) if len(column) == 4]
        return sum(column[:2][-1] for column in full) - sum(range(self.misses[seat] + 1))

    def n_filled(self, seat: int) -> int:
        """Count the filled cells."""
        return sum(map(len, self.rows[seat]))

    @property
    def over(self) -> bool:
        """Whether a sheet is full or a fifth miss was taken."""
        return max(self.misses) == 5 or max(map(self.n_filled, self.seats)) == 24

    def can_write(self, seat: int, color: str) -> bool:
        """Whether the sum of a color may be written: numbers rise up to the ridge and fall behind it."""
        row, number = self.rows[seat][ROW_OF[color]], self.sums[color]
        return len(row) < 6 and (not row or (number > row[-1] if len(row) < 4 else number < row[-1]))

    def end(self, seat: int) -> float:
        """Return the expected final score, by the learned tables."""
        if self.misses[seat] == 5 or self.n_filled(seat) == 24:
            return self.score(seat)
        rows, columns, ahead, misses, pace = self.tables
        others = min(max((self.n_filled(other) for other in self.seats if other != seat), default=0), 23)
        stage = sum(24 - others > limit for limit in (3, 7, 12))
        value = self.score(seat) + misses[self.misses[seat]]
        value += pace[int(self.next == seat), self.n_filled(seat), others]
        held = self.columns(seat)
        for cell, column in enumerate(held):
            low, second = lowest_two(column)
            if len(column) == 1:
                value += columns[stage, cell, low]
            elif 2 <= len(column) <= 3:
                value += columns[stage, cell, 34 + ((len(column) - 2) * 34 + low) * 34 + second]
        for row in self.rows[seat]:
            last = row[-1] if row else 0
            value += rows[stage, len(row), last]
            if len(row) < 6:
                value += ahead[len(row), last, len(held[len(row)]), lowest_two(held[len(row)])[0] // 3]
        return float(value)

    def rival(self, seat: int) -> int:
        """Return the other seat with the highest expected final score."""
        return max((other for other in self.seats if other != seat), key=self.end)

    def chance(self, seat: int, rival: int) -> float:
        """Return the chance to win by the network, or the result of a finished match."""
        if self.over:
            scores = [(self.score(each), -each) for each in self.seats]
            best = [each for each in self.seats if scores[each][0] == max(scores)[0]]
            share = 1 / len(best) if seat in best else 0.0
            logit = math.log(share / (1 - share)) if 0 < share < 1 else math.copysign(7, share - 0.5)
        else:
            network = load_network()
            inputs = np.concatenate([scaled(Inputs, self.inputs(seat, rival)), self.units(seat), self.units(rival)])
            hidden = np.maximum(inputs @ network.hidden.astype(float) + network.hidden_bias, 0)
            logit = min(max(float(hidden @ network.output[:, 0] + network.output_bias[0]), -7), 7)
        return 1 / (1 + math.exp(-logit))

    def inputs(self, seat: int, rival: int) -> dict[str, float]:
        """Return the inputs about the match."""
        seen: dict[str, float] = {}
        for name, each in (("OWN", seat), ("THEIR", rival)):
            empty = 24 - self.n_filled(each)
            seen |= {f"{name}_END": self.end(each), f"{name}_SCORE": self.score(each), f"{name}_EMPTY": empty}
            seen |= {f"{name}_NEAR": max(0, 4 - empty), f"{name}_MISSES": self.misses[each]}
            seen[f"{name}_LAST_MISS"] = self.misses[each] == 4
        thirds = [each for each in self.seats if each not in (seat, rival)]
        return seen | {
            "END_LEAD": seen["OWN_END"] - seen["THEIR_END"],
            "SCORE_LEAD": seen["OWN_SCORE"] - seen["THEIR_SCORE"],
            "IS_NEXT": self.next == seat,
            "IS_RIVAL_NEXT": self.next == rival,
            "THIRDS": sum(math.exp(-max(0, seen["THEIR_END"] - self.end(each)) / 10) for each in thirds),
            "THIRD_NEAR": max([0, *(self.n_filled(each) - 20 for each in thirds)]),
        }

    def row_inputs(self, seat: int) -> dict[int, Floats]:
        """Return the inputs of each row that is not full."""
        held = self.columns(seat)
        seen = {row: row_inputs(each, held[len(each)]) for row, each in enumerate(self.rows[seat]) if len(each) < 6}
        return {row: scaled(RowInputs, each) for row, each in seen.items()}

    def column_inputs(self, seat: int) -> dict[int, Floats]:
        """Return the inputs of each column that is begun and not full."""
        found = {}
        for cell, column in enumerate(self.columns(seat)):
            if 0 < len(column) < 4:
                away = [max(0, cell + 1 - len(row)) for row in self.rows[seat]]
                found[cell] = scaled(ColumnInputs, column_inputs(cell, column, away))
        return found

    def units(self, seat: int) -> Floats:
        """Return the network's units of a sheet."""
        network, by_row, by_column = load_network(), np.zeros(16), np.zeros(16)
        for seen in self.row_inputs(seat).values():
            by_row += np.maximum(seen @ network.row_units.astype(float) + network.row_bias, 0)
        for seen in self.column_inputs(seat).values():
            by_column += np.maximum(seen @ network.column_units.astype(float) + network.column_bias, 0)
        return np.concatenate([by_row, by_column])

    def rating(self, seat: int, rival: int) -> float:
        """Return the chance to win after a turn, plus a small term for the lead."""
        value = self.score if self.over else self.end
        return self.chance(seat, rival) + 0.0005 * (value(seat) - value(rival))

    def write(self, seat: int, move: str) -> None:
        """Write a sum; nothing for a pass."""
        if move != "-":
            self.rows[seat][ROW_OF[move[0]]].append(self.sums[move[0]])

    def erase(self, seat: int, move: str) -> None:
        """Take a sum back."""
        if move != "-":
            self.rows[seat][ROW_OF[move[0]]].pop()

    def rate_replies(self, seat: int) -> dict[str, float]:
        """Return the ratings of a seat's shares, as if no other seat shared anything."""
        rival, ratings = self.rival(seat), {}
        for move in ["-", *(color for color in COLORS if self.can_write(seat, color))]:
            self.write(seat, move)
            ratings[move] = self.rating(seat, rival)
            self.erase(seat, move)
        return ratings

    def rate_shares(self, seat: int, rival: int, moves: list[str], picked: str, is_active: bool) -> list[float]:
        """Return the ratings of shares after everything written so far; an active seat without a mark takes a miss."""
        ratings = []
        for move in moves:
            missed = is_active and picked == move == "-"
            self.write(seat, move)
            self.misses[seat] += missed
            ratings.append(self.rating(seat, rival))
            self.misses[seat] -= missed
            self.erase(seat, move)
        return ratings

    def rate_turn(self, seat: int, moves: list[str], is_pick: bool, picked: str, is_active: bool) -> list[float]:
        """Return the ratings of picks or shares, if all others answer with the move they rate best."""
        rival, ratings = self.rival(seat), []
        replies = {other: self.rate_replies(other) for other in self.seats if other != seat}
        for move in moves if is_pick else [picked]:
            if is_pick:
                self.write(seat, move)
            best = {
                other: max((each for each in rated if each in "-" or each != move), key=rated.__getitem__)
                for other, rated in replies.items()
            }
            if is_pick and self.over:
                ratings.append(self.rating(seat, rival))
            else:
                for other, reply in best.items():
                    self.write(other, reply)
                free = ["-", *(color for color in COLORS if color != move and self.can_write(seat, color))]
                shares = self.rate_shares(seat, rival, free if is_pick else moves, move, is_active)
                ratings += [max(shares)] if is_pick else shares
                for other, reply in best.items():
                    self.erase(other, reply)
            if is_pick:
                self.erase(seat, move)
        return ratings


def cut(learned: Floats) -> tuple[Floats, ...]:
    """Return a learned vector, cut into its tables."""
    shapes = [(4, 7, 34), (4, 6, 34 + 2 * 34 * 34), (6, 34, 4, 12), (6,), (2, 25, 25)]
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    return tuple(part.reshape(shape) for part, shape in zip(np.split(learned, ends[:-1]), shapes, strict=True))


def lowest_two(column: list[int]) -> tuple[int, int]:
    """Return the two lowest different numbers, 0 for none."""
    low, second, *_ = [*sorted(set(column)), 0, 0]
    return low, second


def scaled(layout: type[Features], seen: dict[str, float]) -> Floats:
    """Return inputs in the order of their layout."""
    assert set(seen) <= set(layout.__members__)
    return np.array([seen.get(name, 0) / (feature.scale or 1) for name, feature in layout.__members__.items()])


def row_inputs(row: list[int], ahead: list[int]) -> dict[str, float]:
    """Return the inputs of a row."""
    last, (low, second) = (row[-1] if row else 0), lowest_two(ahead)
    seen: dict[str, float] = {f"NEXT_{len(row) + 1}": 1, f"LAST_{len(row) + 1}": last, "AHEAD_FILLED": len(ahead)}
    return seen | (
        {"AHEAD_BEGUN": 1, "AHEAD_LOWEST": low, "AHEAD_RISE": low - last, "AHEAD_SECOND": second} if ahead else {}
    )


def column_inputs(cell: int, column: list[int], away: list[int]) -> dict[str, float]:
    """Return the inputs of a column."""
    low, second = lowest_two(column)
    seen: dict[str, float] = {f"COLUMN_{cell + 1}": 1, f"FILLED_{len(column)}": 1, "LOWEST": low, "SECOND": second}
    seen |= {"GAP": second - low if second else 0, "LOWEST_OF_THREE": low if len(column) == 3 else 0}
    return seen | {"CELLS_AWAY": sum(away), "MOST_AWAY": max(away)}


@pytest.mark.parametrize("text", TEXTS)
def test_inputs(text: str) -> None:
    """Return all inputs of training and network."""
    plain, (sheets, state) = Plain(text, load_learned()), records_of(text)
    for seat in plain.seats:
        marks, columns = copy_marks(state, seat), np.zeros(6, COLUMNS)
        read_columns(marks, columns)
        for row, expected in plain.row_inputs(seat).items():
            found = np.full(len(RowInputs), 9, np.float32)
            write_row(marks, columns, row, found)
            assert found.tolist() == pytest.approx(expected.tolist(), abs=1e-6)
        for cell, expected in plain.column_inputs(seat).items():
            found = np.full(len(ColumnInputs), 9, np.float32)
            write_column(marks, columns, cell, found)
            assert found.tolist() == pytest.approx(expected.tolist(), abs=1e-6)
        if len(plain.seats) > 1:
            found = np.full(len(Inputs), 9, np.float32)
            write_inputs(load_learned(), sheets, state, seat, plain.rival(seat), found)
            expected = scaled(Inputs, plain.inputs(seat, plain.rival(seat)))
            assert found.tolist() == pytest.approx(expected.tolist(), abs=1e-5)


@pytest.mark.parametrize("text", TEXTS)
def test_expected_scores(text: str) -> None:
    """By tables in which no two entries are equal, as some of the shipped ones are."""
    learned = np.random.default_rng(1).normal(size=SIZE)
    plain, (sheets, state) = Plain(text, learned), records_of(text)
    for seat in plain.seats:
        assert expected_points(learned, sheets, state, seat) == pytest.approx(plain.end(seat), abs=1e-9)


@pytest.mark.parametrize("text", [text for text in TEXTS if text.count("|") > 1])
def test_chances_to_win(text: str) -> None:
    plain, (sheets, state) = Plain(text, load_learned()), records_of(text)
    weights = make_chance_policy(load_network()).weights
    for seat in plain.seats:
        expected = plain.chance(seat, plain.rival(seat))
        assert win_chance(weights, sheets, state, seat) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(("text", "seat"), TURNS)
def test_picks_and_shares(text: str, seat: int) -> None:
    """By the chance to win if the turn is played to its end."""
    (position, codes), records, plain = moves_of(text, seat), records_of(text), Plain(text, load_learned())
    policy, values = make_chance_policy(load_network()), np.zeros(len(codes))
    policy.rate(policy.weights, *records, seat, codes, len(codes), values)
    moves = [position.game.notation.format_move(position.state, int(code))[0] for code in codes]
    is_active, picked = plain.next == seat, "-rybp"[int(position.state.picked)]
    plain.next = (plain.next + 1) % len(plain.seats)
    expected = plain.rate_turn(seat, moves, " pick " in text, picked, is_active)
    assert values.tolist() == pytest.approx(expected, abs=1e-5)


def test_the_first_of_equal_replies_is_taken() -> None:
    ratings = np.array([0.1, 0.5, 0.3, 0.5, 0.2])
    assert [best_reply(ratings, picked) for picked in range(5)] == [1, 3, 1, 1, 1]
