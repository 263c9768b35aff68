"""`steady` for Twenty One: a plan with a cost per turn; with two seats, combined with the probability of winning."""

from __future__ import annotations

from functools import cache

from paperdice.bots.twenty_one.features import SEATS, standardize_inputs, write_inputs
from paperdice.bots.twenty_one.network import FILE, Network, tabulate
from paperdice.bots.twenty_one.plan import make_plan, rate_by_plan
from paperdice.bots.twenty_one.policy import Weights, rate_by_chance
from paperdice.bots.weights import read_networks
from paperdice.fast.playout import Policy

# The cost of a turn if others can end the match, tuned in duels with two, three, four and six seats.
TURN_COST = 5.0


def make_plan_policy(seats: int, turn_cost: float = TURN_COST) -> Policy:
    """Return the policy that only follows the plan; in a solo match, turns cost nothing."""
    return Policy("plan_twenty_one", rate_by_plan, make_plan(seats, turn_cost if seats > 1 else 0.0))


def make_chance_policy(network: Network) -> Policy:
    """Return the policy for two seats, which combines the plan with a network."""
    tables = tabulate(network, standardize_inputs(write_inputs()))
    return Policy("chance_twenty_one", rate_by_chance, Weights(make_plan(SEATS, TURN_COST), tables))


@cache
def make_steady(seats: int) -> Policy:
    return make_chance_policy(read_networks(FILE, Network)[SEATS]) if seats == SEATS else make_plan_policy(seats)
