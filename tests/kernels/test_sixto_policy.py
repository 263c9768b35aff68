"""How Sixto's seats mark by a network, one whose logit is a tenth of the lead and is done by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paperdice.bots.sixto import horizon, policy
from paperdice.bots.sixto.features import MatchInputs
from paperdice.bots.sixto.incremental import PARTIAL, STATE, chance_after, chance_played, prepare_turn
from paperdice.bots.sixto.network import FILE, Network
from paperdice.bots.sixto.rows import ROWS_ALONE
from paperdice.bots.sixto.steady import make_network_policy
from paperdice.bots.weights import read_networks
from paperdice.fast.compile import Record, as_record
from paperdice.games.sixto.rules import KEEP, PASS, REROLL, Phase
from tests.bots.records import moves_of, records_of
from tests.bots.sixto_positions import (
    BLUE,
    EARLY,
    GREEN,
    INPUTS,
    LATE_MARKS,
    NO_MARKS,
    ORANGE,
    PURPLE,
    RED,
    YELLOW,
    empty_network,
    stand,
)

ACTIVE, SECOND, THIRD = range(3)


def network_of(reroll: float = 0.0) -> Network:
    """A network whose logit is 0.1 · points ahead of the rival, and `reroll` more for who is about to throw again."""
    network = empty_network()
    network.hidden[INPUTS + MatchInputs.LEAD, 0] = 0.1 * 30
    network.hidden[INPUTS + MatchInputs.OWN_REROLL, 0] = reroll
    # Far enough from zero that the hidden unit is never cut off.
    network.hidden_bias[0] = 10
    network.last[0] = 1
    network.last_bias[0] = -10
    return network


def weights_of(reroll: float = 0.0) -> Record:
    """The same as kernels read it."""
    return as_record(**network_of(reroll)._asdict())


def chance(logit: float) -> object:
    """The chance behind a logit, up to single precision."""
    return pytest.approx(1 / (1 + math.exp(-logit)), abs=2e-6)


def start_of(phase: Phase, sheets: str) -> tuple[Record, Record]:
    """Empty sheets in a phase, without dice."""
    laid, state = records_of("sixto 1 roll 0" + "".join(f" | {sheet} {NO_MARKS}" for sheet in sheets))
    state["phase"] = phase
    return laid, state


def choose(sheets: Record, state: Record, others: int = PASS) -> tuple[int, float]:
    """The dice that seat 0 takes while seat 1 moves so, and its chance then."""
    chosen = np.array([99, others, 0, 0, 0, 0])
    found = policy.choose_marks(weights_of(), sheets, state, 0, chosen, np.empty(1, PARTIAL))
    assert chosen[1:].tolist() == [others, 0, 0, 0, 0]
    return int(chosen[0]), found


def shared_column() -> tuple[Record, Record]:
    """Seat 0 has 21 points for red, −5 for orange and −5 for the third column.

    Red 5 and orange 1 mark the empty sixth column, for 7 − 5 and for 5 − 5 points when alone; together 7 + 5, as two
    marks cost nothing. Yellow 2 brings −5 for its row and 5 for the third column. Green 2 brings −5 and −5.
    """
    sheets, state = start_of(Phase.TICK, "AB")
    stand(state, 0, RED, 5, 6)
    stand(state, 0, ORANGE, 5, 1)
    state["n_column_marks"][0, 2] = 1
    state["dice"][:4] = 5, 1, 2, 2
    return sheets, state


def test_dice_are_taken_one_by_one() -> None:
    # Alone only red is better than nothing; then orange is better with it, and the others are not.
    assert choose(*shared_column()) == (1 << RED | 1 << ORANGE, chance(0.1 * (11 + 12)))


def test_two_dice_that_help_only_together_are_not_seen() -> None:
    sheets, state = shared_column()
    # Now red is worth 5 − 5 alone.
    stand(state, 0, RED, 5, 1)
    assert choose(sheets, state) == (PASS, chance(0.1 * -15))


def test_dice_are_chosen_against_what_the_others_mark() -> None:
    sheets, state = shared_column()
    # Green 2 is in the fourth cell of seat 1: −5 for the row and −5 for the column.
    assert choose(sheets, state, 1 << GREEN) == (1 << RED | 1 << ORANGE, chance(0.1 * (11 + 12 + 10)))


def two_locks_at_hand() -> tuple[Record, Record]:
    """Purple is locked, red 3 and yellow 5 lock two more rows for seat 0: 42 points and 7 for each."""
    sheets, state = start_of(Phase.TICK, "AB")
    state["locked"][PURPLE] = 1
    for row in (RED, YELLOW):
        stand(state, 0, row, 10, 6, 1)
        stand(state, 1, row, 12, 2, 1)
    state["dice"][:3] = 3, 0, 5
    return sheets, state


def test_dice_that_are_good_alone_are_left_when_they_end_a_lost_match() -> None:
    sheets, state = two_locks_at_hand()
    # Seat 1 has 55 + 21 points: each lock is better than none, both lose, and the first one is taken back.
    stand(state, 1, ORANGE, 9, 10)
    stand(state, 1, GREEN, 9, 6)
    assert choose(sheets, state) == (1 << YELLOW, chance(0.1 * (49 - 76)))


def test_dice_that_end_a_won_match_are_taken() -> None:
    assert choose(*two_locks_at_hand()) == (1 << RED | 1 << YELLOW, 1.0)


def test_sets_of_dice_are_rated_after_the_reply() -> None:
    sheets, state = start_of(Phase.TICK, "AB")
    # Seat 0 has 28 points; red 2 brings 36 − 28 and −5 for its column, orange 5 costs 5 and 5 for another column.
    # Seat 1 has 21 and replies with blue 2: 28 − 21 and −5.
    stand(state, 0, RED, 2, 7)
    stand(state, 0, BLUE, 12, 0)
    stand(state, 1, RED, 12, 0)
    stand(state, 1, ORANGE, 12, 0)
    stand(state, 1, BLUE, 7, 6)
    state["dice"][:] = 2, 5, 0, 0, 2, 0
    values = np.full(5, 99.0)
    moves = np.array([PASS, 1 << RED, 1 << ORANGE, 1 << RED | 1 << ORANGE, 77])
    policy.rate_by_chance(weights_of(), sheets, state, 0, moves, 4, values)
    # 28, 31, 18 and 21 points against 23.
    assert values.tolist() == [chance(0.5), chance(0.8), chance(-0.5), chance(-0.2), 99.0]


def three_near_the_end(phase: Phase) -> tuple[Record, Record]:
    """Purple is locked; red 2 locks its row for seat 1, orange 3 for seat 2, each for 28 − 21 points.

    Seat 0 has 28 + 10 points; yellow 3 is the third mark of its row and of its column and brings 5 + 5. The others
    have 21 points each and seat 1 has 15 more, so 43 with its lock.
    """
    sheets, state = start_of(phase, "ABC")
    state["locked"][PURPLE] = 1
    for seat in range(3):
        for row in (RED, ORANGE, YELLOW):
            stand(state, seat, row, 12, 2, 1)
    stand(state, 1, RED, 10, 6, 1)
    stand(state, 2, ORANGE, 10, 6, 1)
    stand(state, 1, GREEN, 6, 5)
    stand(state, 0, GREEN, 7, 7)
    stand(state, 0, BLUE, 5, 4)
    stand(state, 0, YELLOW, 3, 2)
    state["n_column_marks"][0, 3] = 2
    state["dice"][:] = 2, 3, 3, 0, 0, 0
    return sheets, state


def test_each_reply_is_chosen_as_if_nobody_else_marked() -> None:
    sheets, state = three_near_the_end(Phase.TICK)
    values = np.full(2, 99.0)
    policy.rate_marks(weights_of(), sheets, state, 0, np.array([PASS, 1 << YELLOW]), 2, values)
    # Both others lock, which ends the match: 38 points lose against 43, 48 win.
    assert values.tolist() == [0.0, 1.0]


def test_dice_that_lie_are_rated_by_what_all_mark_in_turn() -> None:
    sheets, state = three_near_the_end(Phase.REROLL)
    values = np.full(2, 99.0)
    policy.rate_by_chance(weights_of(0.7), sheets, state, ACTIVE, np.array([KEEP, REROLL]), 2, values)
    # Seat 1 locks, so that seat 2 would end a lost match and passes; seat 0 takes yellow: 48 against 43 points.
    # Another throw: 38 against 36 points, and 0.7 for the throw.
    assert values.tolist() == [chance(0.5), chance(0.2 + 0.7)]
    assert state["phase"] == Phase.REROLL


# One partial at a turn

NO_LOCK = EARLY.replace("9 roll 1", "9 tick 1 r6 o4 y2 g2 b3 p6")
LOCKS = f"sixto 17 tick 0 r3 o3 y3 . b1 . {LATE_MARKS}"
THREE = f"{NO_LOCK} | C 1/.1/-/-/1.11/-"
STALLING = "sixto 9 tick 1 r6 o4 y2 g2 b3 p6 idle=5 | A 1.11/-/1.1.1/-/-/- | B .1/1.1/-/-/-/-"


@pytest.mark.parametrize("text", [NO_LOCK, LOCKS, THREE, STALLING], ids=["plain", "locks", "three", "stalling"])
@pytest.mark.parametrize("reply", [PASS, 1 << RED, 1 << YELLOW | 1 << ORANGE])
def test_a_move_is_judged_as_if_the_turn_were_played(text: str, reply: int) -> None:
    """To the last bit, by the network that is shipped, for every set of dice and for both seats."""
    weights = as_record(**read_networks(FILE, Network)[2]._asdict())
    sheets, state = records_of(text)
    n_plain = 0
    for seat in (0, 1):
        (_, moves), (_, replies) = moves_of(text, seat), moves_of(text, 1 - seat)
        chosen, partials = np.full(6, reply & replies.max()), np.zeros(1, PARTIAL)
        chosen[2:] = PASS
        prepare_turn(weights, sheets, state, seat, chosen, partials)
        n_plain += int(partials[0]["is_plain"])
        for move in moves:
            chosen[seat] = move
            played = chance_played(weights, sheets, state, seat, chosen, np.zeros(1, STATE))
            assert chance_after(weights, sheets, state, seat, chosen, partials) == played
    assert n_plain > 0 or text in (LOCKS, STALLING)


# The horizon


def choose_quickly(position: tuple[Record, Record], seat: int, reroll: float = 0.0) -> int:
    """Return the greedy move of a seat."""
    return horizon.choose_quickly(weights_of(reroll), *position, seat, np.zeros(64, np.int64), np.zeros(64))


def test_seats_throw_again_when_that_is_better() -> None:
    position = three_near_the_end(Phase.REROLL)
    assert choose_quickly(position, ACTIVE, 0.4) == REROLL
    assert choose_quickly(position, ACTIVE, 0.2) == KEEP
    # Only the active seat decides.
    assert choose_quickly(position, SECOND, 0.4) == 0


def test_seats_keep_dice_that_are_as_good_as_another_throw() -> None:
    sheets, state = three_near_the_end(Phase.REROLL)
    # Nobody can mark red 6 or orange 1.
    state["dice"][:] = 6, 1, 0, 0, 0, 0
    assert choose_quickly((sheets, state), ACTIVE) == KEEP


def test_seats_mark_greedily_die_by_die() -> None:
    position = three_near_the_end(Phase.TICK)
    dice = [choose_quickly(position, seat) for seat in (ACTIVE, SECOND, THIRD)]
    assert dice == [1 << YELLOW, 1 << RED, 1 << ORANGE]


def test_the_horizon_is_one_turn_and_the_network() -> None:
    followed = make_network_policy(network_of())
    sheets, state = three_near_the_end(Phase.ROLL)
    found = horizon.find_horizon(followed, sheets, state)
    assert found is not None
    assert (found.turns, found.point, found.prior_error, found.width) == (1, 1.0, 0.02, 0.06)
    assert found.weights is followed.weights
    # 38 against 36 points.
    assert found.value(found.weights, sheets, state, 0) == chance(0.2)
    assert horizon.find_horizon(ROWS_ALONE, sheets, state) is None
