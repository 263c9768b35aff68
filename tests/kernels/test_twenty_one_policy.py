"""How Twenty One's bots rate and choose by plan and network, each part against a sum done by hand."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice.bots.horizon import TO_THE_END, value_nothing
from paperdice.bots.twenty_one import features, network, plan, steady
from paperdice.fast.compile import Singles
from paperdice.fast.playout import Policy
from paperdice.games.twenty_one import rules
from paperdice.solve.twenty_one import kernels
from tests.bots.records import code_of, moves_of, records_of

# Seat 0 fills row 2 of sheet A (y5 g4 w4 k3 r3 b1): yellow 5 and white 4 are hits, and green is struck.
# Seat 1 fills row 1 of sheet B (b6 k5 w4 y3 r2 g1): black 2 is written, blue and white are struck.
TWO = "twenty_one 4 fill 1 w2 k3 r1 y6 g1 b2 | A 654321/5#4/-/-/- | B #2#/-/-/-/-"
AGAIN = TWO.replace("fill", "reroll")


def test_cells_faces_and_moves() -> None:
    sheets, state = records_of(TWO)
    assert plan.empty_cells(sheets, state, 0) == 0b111000
    faces = np.zeros(6, np.int64)
    plan.write_faces(sheets, state, 0, faces)
    # y5 g4 w4 k3 r3 b1 with w2 k3 r1 y6 g1 b2.
    assert faces.tolist() == [6, 1, 2, 3, 1, 2]
    # Dice are w k r y g b: black and red are cells 4 and 5.
    assert plan.fill_of(sheets, state, 0, 0b000110) == 0b011000
    assert plan.move_of(sheets, state, 0, 0b011000) == 0b000110
    assert [plan.wait_of(state, seat) for seat in (0, 1)] == [1, 0]


def flat_plan() -> plan.Plan:
    """Nothing to come but 10 points where cell 6 of row 2 is still empty, in the seat's own turn."""
    values, again = np.zeros((5, 2, 64, 7)), np.zeros((5, 2, 64, 7, 64))
    values[1, 0, 0b100000, :] = 10
    again[1, 1, 0b111000, 2, 0b010000] = 30
    again[0, 0, 0b111000, 0, 0b110000] = 7
    return plan.Plan(values, again)


def test_the_plan_takes_what_it_values() -> None:
    sheets, state = records_of(TWO)
    # Seat 0: black 3 hits (3 + the third hit's 3), red 1: 7 points, and cell 6 stays empty: 10 more.
    faces = np.zeros(6, np.int64)
    told = plan.plan_fill(flat_plan(), sheets, state, 0, faces, kernels.make_fills())
    assert told == (0b011000, 17.0, 30.0)
    _, moves = moves_of(TWO, 0)
    values = np.zeros(len(moves))
    plan.rate_by_plan(flat_plan(), sheets, state, 0, moves, len(moves), values)
    # Strike, black, red, both: 0, 3 + 3, 1, 17.
    assert values.tolist() == [0, 6, 1, 17]
    # Seat 1 has yellow 3, red 2 and green 1 left, yellow lies too high: red 1, and green 1 with a hit, are 3 points.
    # Throwing again, at 7, gains it 4, and seat 0 gains 30 − 17.
    assert plan.gain_of_throw(flat_plan(), sheets, state, 1) == 4 - 13
    assert plan.gain_of_throw(flat_plan(), sheets, state, 0) == 13 - 4
    assert plan.choose_by_plan(flat_plan(), sheets, state, 0, moves, values) == 0b000110


def lead_tables() -> network.Tables:
    """Return a network whose main input is the lead: one unit in each layer."""
    own, other = np.zeros((4480, 1), np.float32), np.zeros((4480, 1), np.float32)
    own[features.state_code(0, 1, 0b100000, 3), 0] = 2
    other[features.state_code(1, 0, 0b001000, 1), 0] = -7
    one = np.ones(1, np.float32)
    return network.Tables(own, other, 3 * one, np.array([[0.5]], np.float32), 0 * one, 2 * one, -one)


def test_the_chance_grows_with_the_lead() -> None:
    tables = lead_tables()
    units = network.make_units(tables)
    # First 3 · 20 / 20 = 3, hidden 1.5, logit 2 · 1.5 − 1 = 2; behind, the unit is 0 and the logit −1.
    assert network.win_chance(tables, 0, 0, 20, units) == pytest.approx(1 / (1 + np.exp(-2)))
    assert network.win_chance(tables, 0, 0, -20, units) == pytest.approx(1 / (1 + np.exp(1)))


def test_the_end_is_counted_and_not_judged() -> None:
    tables = lead_tables()
    units = network.make_units(tables)
    full, other = steady.RowState(4, 0, 2), steady.RowState(1, 5, 0)
    assert [steady.chance_after(tables, 0, full, other, lead, units) for lead in (1, 0, -1)] == [1, 0.5, 0]
    assert steady.chance_after(tables, 0, other, full, 3, units) == 1
    # A full row that is not the last one ends nothing: the unit sees the lead of 20 alone.
    half = steady.RowState(3, 0, 2)
    assert steady.chance_after(tables, 0, half, other, 20, units) == pytest.approx(1 / (1 + np.exp(-2)))


def test_moves_are_rated_by_chance_and_plan() -> None:
    sheets, state = records_of(TWO)
    weights = steady.Weights(flat_plan(), lead_tables())
    # Seat 1 takes red and green by the plan: 3 points, yellow stays empty, one hit.
    won, after = steady.expect_other(weights.plan, sheets, state, 1)
    assert (won, tuple(after)) == (3, (0, 0b001000, 1))
    _, moves = moves_of(TWO, 0)
    values = np.zeros(len(moves))
    steady.rate_by_chance(weights, sheets, state, 0, moves, len(moves), values)
    # Seat 0 has 21 + 21 and 9 + 3 points, seat 1 has 2 and wins 3: a lead of 49, and 0, 6, 1 and 7 more.
    for value, won, planned, seen in zip(values, (0, 6, 1, 7), (0, 6, 1, 17), (0, 0, 0, 2), strict=True):
        chance = 1 / (1 + np.exp(-((49 + won) / 20 * 3 + seen - 7 - 1)))
        worth = 0.06 * max(chance * (1 - chance), 1e-4)
        assert value == pytest.approx(0.5 * chance + 0.5 * worth * (planned - 17), abs=1e-6)


def rate(position: str, seat: int, weights: steady.Weights) -> list[float]:
    """Return the values of all moves of a seat by the chance to win and the plan."""
    _, moves = moves_of(position, seat)
    values = np.full(rules.MAX_MOVES, 9.0)
    steady.rate_by_chance(weights, *records_of(position), seat, moves, len(moves), values)
    assert set(values[len(moves) :]) == {9.0}
    return list(values[: len(moves)].tolist())


def test_the_seat_that_rolls_is_rated_before_a_round_of_the_other() -> None:
    tables = lead_tables()
    # Seat 0 takes black and red by the plan, 7 points, and rolls next; seat 1 waits, and sees these two states.
    tables.other[features.state_code(0, 1, 0b100000, 3), 0] = 9
    tables.own[features.state_code(1, 0, 0b001000, 1), 0] = 1
    # The lead is 2 − 54 − 7 = −59 and 0, 1, 2 or 3 more; strike, red, green, both: the first unit has
    # −8.85 + 9 = 0.15, 0.3, 0.45 and 0.6 + 1, the logit is 1 less, the chance 0.299433, 0.331812, 0.365864, 0.645656.
    # By the plan these are 3, 2, 1 and 0 points behind: 0.149716 − 0.03 · 0.299433 · 0.700567 · 3 and so on.
    values = rate(TWO, 1, steady.Weights(flat_plan(), tables))
    assert values == pytest.approx([0.130837, 0.152603, 0.175972, 0.322828], abs=1e-6)


def test_a_point_counts_a_little_where_the_match_is_decided() -> None:
    tables = lead_tables()
    tables.lead[:] = 30
    # The logit is 30 · 49 / 20 − 7 − 1 or more: the chance is 1. A point counts half of 0.06 · 0.0001, and by the plan
    # strike, black and red are 17, 11 and 16 points behind both.
    values = rate(TWO, 0, steady.Weights(flat_plan(), tables))
    assert values == pytest.approx([0.5 - 51e-6, 0.5 - 33e-6, 0.5 - 48e-6, 0.5], abs=1e-9)


def test_throwing_again_is_rated_by_what_it_gains() -> None:
    tables = lead_tables()
    # Seat 1 sees a lead of 2 − 54 = −52, so −7.8, and both states as they stand: 10.8 + 1. The logit is 4 − 1.
    tables.own[features.state_code(0, 0, 0b111000, 0), 0] = 10.8
    tables.other[features.state_code(1, 1, 0b111000, 2), 0] = 1
    # It gains 4 − 13 points: −9 · 0.06 · 0.952574 · 0.047426.
    assert rate(AGAIN, 1, steady.Weights(flat_plan(), tables)) == pytest.approx([0, -0.024395], abs=1e-6)
    # If all dice show a one, they can only be kept.
    assert rate(ALL_ONES, 1, steady.Weights(flat_plan(), tables)) == [0]


ALL_ONES = AGAIN.replace("w2 k3 r1 y6 g1 b2", "w1 k1 r1 y1 g1 b1")


def choose(position: str, seat: int, again: float) -> int:
    """The move of the plan, where throwing again is worth so much to seat 1."""
    planned = flat_plan()
    planned.again[0, 0, 0b111000, 0, 0b110000] = again
    return plan.choose_by_plan(planned, *records_of(position), seat, np.zeros(64, np.int64), np.zeros(64))


def test_the_plan_throws_again_where_that_gains_more_than_the_other_wins() -> None:
    # Seat 0 gains 13; what seat 1 has is worth 3.
    assert [choose(AGAIN, 1, again) for again in (15.9, 16.0, 16.1)] == [rules.KEEP, rules.KEEP, rules.REROLL]
    values = np.full(2, 9.0)
    plan.rate_by_plan(flat_plan(), *records_of(AGAIN), 1, np.array([rules.KEEP, rules.REROLL]), 2, values)
    assert values.tolist() == [0, -9]
    # Only the seat that rolls decides, and it cannot throw six ones again: seat 1 could gain 12 − 4 points by that.
    assert choose(AGAIN, 0, 3.0) == rules.KEEP
    sheets, state = records_of(ALL_ONES)
    assert plan.gain_of_throw(flat_plan(), sheets, state, 1) == 8
    assert choose(ALL_ONES, 1, 7.0) == rules.KEEP


def three_plan() -> plan.Plan:
    """Seat 1 rolls: after this turn it waits for two others, seat 0 for one; seat 2 is next."""
    values, again = np.zeros((5, 3, 64, 7)), np.zeros((5, 3, 64, 7, 64))
    values[1, 1, 0b100000, :] = 10
    values[0, 2, 0b001000, :] = 5
    again[1, 2, 0b111000, 2, 0b010000] = 30
    again[0, 0, 0b111000, 0, 0b110000] = 11
    again[0, 1, 0b111000, 0, 0b001000] = 3
    return plan.Plan(values, again)


def test_among_three_the_others_count_by_their_mean() -> None:
    three = f"{TWO} | C ###/-/-/-/-"
    sheets, state = records_of(three)
    assert [plan.wait_of(state, seat) for seat in range(3)] == [2, 0, 1]
    # Seat 0 gains 30 − 17 by throwing again, seat 1 has red 1, green 1 with a hit and 5 to come: 11 − 8. Seat 2 has
    # green 1 for its cells g3 k2 y1: 3 − 1.
    gains = [plan.gain_of_throw(three_plan(), sheets, state, seat) for seat in range(3)]
    assert gains == [13 - (3 + 2) / 2, 3 - (13 + 2) / 2, 2 - (13 + 3) / 2]
    # Strike, black, red, both for seat 0; strike, red, green, both for seat 1.
    for seat, rated in ((0, [0, 6, 1, 17]), (1, [0, 1, 2, 8])):
        _, moves = moves_of(three, seat)
        values = np.zeros(len(moves))
        plan.rate_by_plan(three_plan(), sheets, state, seat, moves, len(moves), values)
        assert values.tolist() == rated


def test_the_first_layer_is_a_table_of_states() -> None:
    def singles(*numbers: float) -> Singles:
        return np.array(numbers, np.float32)

    trained = network.Network(
        own=singles(2, 0).reshape(2, 1),
        other=singles(0, 5).reshape(2, 1),
        lead=singles(3),
        first_bias=singles(10),
        hidden=singles(4).reshape(1, 1),
        hidden_bias=singles(6),
        last=singles(7),
        last_bias=singles(8),
    )
    # Two states with inputs 1, 2 and 3, 4: own 2 · 1 + 10 and 2 · 3 + 10, the other 5 · 2 and 5 · 4.
    tables = network.tabulate(trained, np.array([[1, 2], [3, 4]], np.float32))
    assert [part.ravel().tolist() for part in tables] == [[12, 16], [10, 20], [3], [4], [6], [7], [8]]
    assert [len(part) for part in network.make_units(tables)] == [1, 1]


# The horizon of `expert`

# Seat 0 has two cells left in its last row (k2 g1), or in the one before (w2 r1), and 7 points in each full row.
LATE = "twenty_one 6 fill 0 w6 k2 r6 y6 g1 b6 | A 111111/111111/111111/111111/1111 | B 654321/544331/-/-/-"
NOT_LATE = "twenty_one 6 fill 0 w2 k6 r1 y6 g6 b6 | A 111111/111111/111111/1111/- | B 654321/-/-/-/-"


def test_late_is_when_any_seat_is_in_its_last_row() -> None:
    assert steady.is_late(records_of(LATE).state)
    assert not steady.is_late(records_of(NOT_LATE).state)
    assert steady.is_late(records_of(NOT_LATE.replace("654321/-/-/-", "654321/544331/653221/544221")).state)


def choose_ahead(position: str, seat: int, tables: network.Tables) -> int:
    planned = plan.Plan(np.zeros((5, 2, 64, 7)), np.zeros((5, 2, 64, 7, 64)))
    weights = steady.Weights(planned, tables)
    scratch = np.zeros(rules.MAX_MOVES, np.int64), np.zeros(rules.MAX_MOVES)
    return steady.choose_twenty_one(weights, *records_of(position), seat, *scratch)


def test_rollouts_follow_the_plan_and_late_the_chance_to_win() -> None:
    """By the plan both cells are filled, for 2 + 1 points and two hits."""
    tables = lead_tables()
    # That would end the match far behind, 32 + 6 against 83 points: 0. All else is judged alike, and black brings most.
    assert choose_ahead(LATE, 0, tables) == code_of(LATE, "k2")
    # Early it does not matter that white alone is more likely to win: 25 + 3 points against 42 + 1, so −2.25 + 4.25,
    # and a logit of 2 − 1 against one of −1.
    tables.own[features.state_code(1, 3, 0b100000, 1), 0] = 4.25
    assert choose_ahead(NOT_LATE, 0, tables) == code_of(NOT_LATE, "w2 r1")
    # The dice are thrown again by the plan at any time: what lies is worth 6 to seat 0 and 7 + 1 to the other.
    assert choose_ahead(LATE.replace("fill", "reroll"), 0, tables) == rules.REROLL
    assert choose_ahead(LATE.replace("fill", "reroll"), 1, tables) == rules.KEEP


def test_a_rollout_ends_with_the_mean_of_what_both_seats_see() -> None:
    tables = lead_tables()
    # Seat 0 is 52 ahead and sees 7.8 + 1 − 6.8, and a logit of 2 − 1; seat 1 sees −7.8 + 10.8 and 3 − 1.
    tables.own[features.state_code(1, 1, 0b111000, 2), 0] = 1
    tables.other[features.state_code(0, 0, 0b111000, 0), 0] = -6.8
    tables.own[features.state_code(0, 0, 0b111000, 0), 0] = 10.8
    between = records_of(TWO.replace("fill 1 w2 k3 r1 y6 g1 b2", "roll 1"))
    weights = steady.Weights(flat_plan(), tables)
    # (1 + 0.731059 − 0.880797) / 2, and 1 less that.
    assert steady.value_twenty_one(weights, *between, 0) == pytest.approx(0.425131, abs=1e-6)
    assert steady.value_twenty_one(weights, *between, 1) == pytest.approx(0.574869, abs=1e-6)


def test_expert_looks_a_turn_ahead_with_a_network_and_else_to_the_end() -> None:
    records = records_of(TWO)
    near = steady.find_horizon(
        Policy("near", steady.rate_by_chance, steady.Weights(flat_plan(), lead_tables())), *records
    )
    assert near is not None
    assert (near.choose, near.value) == (steady.choose_twenty_one, steady.value_twenty_one)
    assert (near.turns, near.point, near.prior_error, near.width) == (1, 1.0, 0.02, 0.1)
    far = steady.find_horizon(Policy("far", plan.rate_by_plan, flat_plan()), *records)
    assert far is not None
    assert (far.choose, far.value) == (plan.choose_by_plan, value_nothing)
    assert (far.turns, far.point, far.prior_error, far.width) == (TO_THE_END, 0.015, 0.02, 0.1)
