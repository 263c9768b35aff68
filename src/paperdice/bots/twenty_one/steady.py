"""`steady` for Twenty One: a plan of what a turn costs, and with two seats the chance to win beside it."""

from __future__ import annotations

from functools import cache

from paperdice.bots.twenty_one.features import SEATS, standardize_inputs, write_inputs
from paperdice.bots.twenty_one.network import FILE, Network, tabulate
from paperdice.bots.twenty_one.plan import make_plan, rate_by_plan
from paperdice.bots.twenty_one.policy import Weights, rate_by_chance
from paperdice.bots.weights import read_networks
from paperdice.fast.playout import Policy

# What a turn costs where others can end the match, tuned by duels with two, three, four and six seats.
TURN_COST = 5.0


def make_plan_policy(seats: int, turn_cost: float = TURN_COST) -> Policy:
    """The player that follows the plan and nothing else; with one seat there is no hurry."""
    return Policy("plan_twenty_one", rate_by_plan, make_plan(seats, turn_cost if seats > 1 else 0.0))


def make_chance_policy(network: Network) -> Policy:
    """The player for two seats that asks a network as well."""
    tables = tabulate(network, standardize_inputs(write_inputs()))
    return Policy("chance_twenty_one", rate_by_chance, Weights(make_plan(SEATS, TURN_COST), tables))


@cache
def make_steady(seats: int) -> Policy:
    """The player of Twenty One at a table of so many seats."""
    return make_chance_policy(read_networks(FILE, Network)[SEATS]) if seats == SEATS else make_plan_policy(seats)
