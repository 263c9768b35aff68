"""Twenty One: the plan agrees with the exact solution, and bots end a match only when that wins it."""

import numpy as np
import pytest

import paperdice
from paperdice import read_position
from paperdice.bots.twenty_one.features import state_code
from paperdice.bots.twenty_one.network import make_units, win_chance
from paperdice.bots.twenty_one.plan import solve_plan
from paperdice.bots.twenty_one.steady import make_steady
from paperdice.fast.compile import pack
from paperdice.game import Twin, make_twin
from paperdice.games.twenty_one import TWENTY_ONE, rules
from paperdice.solve.twenty_one.kernels import FULL
from paperdice.view_builder import view_of


def test_alone_the_plan_is_the_exact_solution() -> None:
    assert solve_plan(1, 0.0).values[0, 0, FULL, 0] == pytest.approx(132.10820080, abs=1e-8)


def test_a_lead_helps_and_a_great_one_decides() -> None:
    _, net = make_steady(2).weights
    own, other = state_code(0, 2, FULL, 0), state_code(1, 2, FULL, 0)
    chances = [win_chance(net, own, other, lead, make_units(net)) for lead in (-60, -10, 0, 10, 60)]
    assert chances == sorted(chances)
    assert chances[0] < 0.05
    assert chances[-1] > 0.95


def two_cells_left(points: int) -> Twin:
    """Return a state: seat 0 has 34 points and can fill its last two cells now; the other seat has `points`."""
    state = make_twin(rules.STATE)
    rules.start(state, 2, 1)
    state.turn, state.phase = 12, rules.Phase.FILL
    state.dice[:] = 1
    state.current_row[:2] = 4, 3
    state.written[0] = 1
    state.written[0, 4, :2] = 0
    state.written[1, :3] = rules.STRUCK
    state.sums[0, :] = 6, 6, 6, 6, 4
    state.hits[0, 4] = 3
    state.sums[1, 0] = points
    return state


@pytest.mark.parametrize(("points", "ends"), [(20, True), (40, False)])
def test_steady_ends_a_match_only_as_the_winner(points: int, ends: bool) -> None:
    sheets = TWENTY_ONE.lay_out([TWENTY_ONE.sheets[name] for name in "AB"])
    state = two_cells_left(points)
    moves = np.zeros(rules.MAX_MOVES, np.int64)
    n = rules.legal_moves(sheets, state, 0, moves)
    values = np.zeros(n)
    policy = make_steady(2)
    records = pack(sheets, rules.SHEETS)[0], pack(state, rules.STATE)[0]
    policy.rate(policy.weights, *records, 0, moves, n, values)
    assert n == 4
    assert (int(np.argmax(values)) == n - 1) == ends


# Seat 0 has filled all cells but green 1 with the printed numbers; the others have struck five cells.
NEARLY_DONE = "| A 654321/544331/653221/544221/44332"


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
def test_golden_decisions(seats: int) -> None:
    """Green 1 is a hit and ends the match for the leader: 1 point and 6 more of bonus, while a strike ends it for
    nothing."""
    rest = "".join(f" | {name} #####/-/-/-/-" for name in "BCDEF"[: seats - 1])
    match = read_position(f"twenty_one 6 fill 0 w6 k6 r6 y6 g1 b6 {NEARLY_DONE}{rest}")
    assert paperdice.make_bot("steady", TWENTY_ONE, 1).choose(view_of(match, 0)) == "g1"


def test_alone_a_miss_is_thrown_again() -> None:
    """Green 6 fits nowhere, so a second throw can only gain."""
    match = read_position(f"twenty_one 6 reroll 0 w6 k6 r6 y6 g6 b6 {NEARLY_DONE}")
    assert paperdice.make_bot("steady", TWENTY_ONE, 1).choose(view_of(match, 0)) == "reroll"
