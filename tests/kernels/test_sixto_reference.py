"""The network and the turns of Sixto's bots against a plain reference.

The reference represents a row as a set of marked places. It computes each input from its meaning, with the names of the
layout, plays each set of dice by the rules of the game, and adds whole layers in double precision.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from paperdice.bots.network import Features, read_networks
from paperdice.bots.sixto.features import MatchInputs, NearInputs
from paperdice.bots.sixto.incremental import PARTIAL
from paperdice.bots.sixto.network import FILE, Network, win_chance
from paperdice.bots.sixto.steady import choose_marks, make_steady
from paperdice.fast.compile import Floats
from paperdice.match import Match
from tests.bots.records import code_of, moves_of, records_of
from tests.bots.sixto_positions import LATE_MARKS
from tests.kernels.test_decisions import CASES, LINE

COLORS = "roygbp"
GOALS_AT = 9
POINTS = [0, -5, 0, 5, 10, 15, 21, 28, 36, 45, 55, 66]
FOUND = [found for game, line in CASES if game == "sixto" and (found := LINE.fullmatch(line))]
TEXTS = sorted({found[3] for found in FOUND if 2 <= found[3].count("|") <= 3})


class Plain:
    """A match as the network sees it: the marked places of each row by seat, and the locked rows."""

    def __init__(self, match: Match) -> None:
        state = match.raw.state
        self.match, self.seats = match, range(match.seats)
        self.printed = [[row.numbers for row in sheet.rows] for sheet in match.sheets]
        self.marked = [[np.flatnonzero(row).tolist() for row in sheet] for sheet in state.written.tolist()]
        self.locked = state.locked.tolist()
        self.is_reroll = bool(state.reroll)

    def chance(self, seat: int) -> float:
        """Return the chance to win by the network, or the result of a finished match."""
        if self.match.over:
            winners = self.match.winners
            return 1 / len(winners) if seat in winners else 0.0
        network = read_networks(FILE, Network)[2]
        by_seat = {each: 100 * self.match.scores[each] + self.n_marks(each) for each in self.seats if each != seat}
        rival, second, *_ = [*sorted(by_seat, key=lambda each: -by_seat[each]), None]
        assert rival is not None
        units = np.zeros(16)
        for row in range(6):
            if not self.locked[row]:
                other = max(by_seat, key=lambda each: self.reached(each, row))
                near = scaled(NearInputs, self.near("OWN", seat, row) | self.near("RIVAL", other, row))
                total = network.own[self.standing(seat, row)].astype(float) + network.rival[self.standing(other, row)]
                units += np.maximum(total + near @ network.near + network.row_bias, 0)
        sides = [
            np.sum([network.columns[side, place] for place in self.columns(each)], axis=0)
            for side, each in enumerate((seat, rival))
        ]
        seen = np.concatenate([units, *sides, scaled(MatchInputs, self.inputs(seat, rival, second))])
        hidden = np.maximum(seen @ network.hidden.astype(float) + network.hidden_bias, 0)
        return float(1 / (1 + math.exp(-(hidden @ network.last + network.last_bias[0]))))

    def n_marks(self, seat: int) -> int:
        """Count all marks of a seat."""
        return sum(map(len, self.marked[seat]))

    def reached(self, seat: int, row: int) -> int:
        """Count the cells of a row that are marked or left behind."""
        return max(self.marked[seat][row], default=-1) + 1

    def standing(self, seat: int, row: int) -> int:
        """Return cells left and marks, as an index in the tables."""
        return (12 - self.reached(seat, row)) * 12 + len(self.marked[seat][row])

    def near(self, side: str, seat: int, row: int) -> dict[str, float]:
        """Return how near the next marks of a row are, over the six faces."""
        reached, numbers = self.reached(seat, row), self.printed[seat][row]
        most = 12 if len(self.marked[seat][row]) >= 4 else GOALS_AT
        gaps = [numbers.index(face, reached) - reached for face in range(1, 7) if face in numbers[reached:]]
        sums = {
            name: sum(r**gap for gap in gaps if reached + gap < most) / 6 for name, r in (("SHORT", 0.5), ("LONG", 0.8))
        }
        return {f"{side}_{name}": value for name, value in sums.items()}

    def columns(self, seat: int) -> list[int]:
        """Return marks and rows that can still mark it, for each column, as indices in the tables."""
        found = []
        for column in range(GOALS_AT):
            n_marks = sum(column in row for row in self.marked[seat])
            n_rows = sum(not self.locked[row] and self.reached(seat, row) <= column for row in range(6))
            found.append(n_marks * 7 + n_rows)
        return found

    def inputs(self, seat: int, rival: int, second: int | None) -> dict[str, float]:
        """Return the inputs about the match."""
        match, scores = self.match, self.match.scores
        return {
            "LEAD": scores[seat] - scores[rival],
            "SCORE": scores[seat],
            "RIVAL_SCORE": scores[rival],
            "ONE_LOCK": sum(self.locked) == 1,
            "TWO_LOCKS": sum(self.locked) == 2,
            "IS_ACTIVE": seat == match.active,
            "WAIT": (seat - match.active) % match.seats / match.seats,
            "TURN": match.turn,
            "TIE_BREAK_LEAD": self.n_marks(seat) - self.n_marks(rival),
            "SECOND_LEAD": 0 if second is None else scores[seat] - scores[second],
            "OWN_REROLL": self.is_reroll and seat == match.active,
            "OTHER_REROLL": self.is_reroll and seat != match.active,
        }


def scaled(layout: type[Features], seen: dict[str, float]) -> Floats:
    """Return inputs in the order of their layout."""
    assert set(seen) == set(layout.__members__)
    return np.array([seen[name] / (feature.scale or 1) for name, feature in layout.__members__.items()])


def chance_after(match: Match, seat: int, moves: dict[int, str]) -> float:
    """Return the chance of a seat once these seats have marked and all others have passed."""
    return Plain(match.after({each: moves.get(each, "-") for each in match.acting})).chance(seat)


def choose(match: Match, seat: int, others: dict[int, str]) -> str:
    """Choose a seat's dice one by one: all that help alone, then flip each once if that helps."""
    dice = [move for move in match.choices(seat) if move != "-" and " " not in move]

    def rate(taken: list[str]) -> float:
        return chance_after(match, seat, others | {seat: " ".join(die for die in dice if die in taken) or "-"})

    taken = [die for die in dice if rate([die]) > rate([])]
    for die in dice:
        turned = [each for each in dice if (each in taken) != (each == die)]
        taken = turned if rate(turned) > rate(taken) else taken
    return " ".join(taken) or "-"


@pytest.mark.parametrize("text", TEXTS)
def test_chances_to_win(text: str) -> None:
    plain, (sheets, state) = Plain(Match.from_position(text)), records_of(text)
    for seat in plain.seats:
        found = win_chance(make_steady(2).weights, sheets, state, seat)
        assert found == pytest.approx(plain.chance(seat), abs=1e-5)


@pytest.mark.parametrize("text", [text for text in TEXTS if " tick " in text])
def test_marks(text: str) -> None:
    """By the chance to win if each other seat makes the best marks for itself alone."""
    match, policy = Match.from_position(text), make_steady(2)
    chosen = {seat: choose(match, seat, {}) for seat in match.acting}
    for seat in match.acting:
        (position, codes), records = moves_of(text, seat), records_of(text)
        values = np.zeros(len(codes))
        policy.rate(policy.weights, *records, seat, codes, len(codes), values)
        moves = position.game.notation.format_moves(position.state, codes.tolist())
        assert values.tolist() == pytest.approx(
            [chance_after(match, seat, chosen | {seat: move}) for move in moves], abs=1e-5
        )


# Orange 4 and yellow 3 each end the match, which seat 1 wins: many sets of dice have the same chance.
ENDING = f"sixto 17 tick 0 r1 o4 y3 . b6 . {LATE_MARKS}"
TICKS = [text for text in TEXTS if " tick " in text]


@pytest.mark.parametrize(("text", "others"), [*((text, {}) for text in [*TICKS, ENDING]), (ENDING, {1: "o4"})])
def test_dice_are_taken_one_by_one(text: str, others: dict[int, str]) -> None:
    match = Match.from_position(text)
    for seat in set(match.acting) - set(others):
        chosen = np.array([code_of(text, others.get(each, "-")) for each in range(6)])
        choose_marks(make_steady(2).weights, *records_of(text), seat, chosen, np.empty(1, PARTIAL))
        assert chosen[seat] == code_of(text, choose(match, seat, others))
