"""Sixto's bots: alone the patient policy, else a network whose arithmetic and whose sense for the end are tried."""

import numpy as np
import pytest

import paperdice
from paperdice import read_position
from paperdice.bots.nets import read_nets
from paperdice.bots.registry import find_policy
from paperdice.bots.sixto import steady as steady_sixto
from paperdice.bots.sixto.value import NOTE
from paperdice.games.sixto import SIXTO
from paperdice.solve.sixto import PATIENT
from paperdice.view import view_of
from train.sixto import learn_batch, make_net

# Two rows are locked, and yellow 3 locks the third for either seat; seat 1 leads by 50 points.
NEAR_THE_END = (
    "sixto 17 tick 0 r1 o3 y3 . b4 . "
    "| A 1..1.11.1.1/..1.11.1.1/.1.11..1.1/..11..11/.1.11..1/..11..1111 "
    "| B ..1.1.111/..1.1.1.1.1/..11.1.111/..1..11.1.11/.111111..1/..1.111..1.1"
)


def test_steady_alone_is_the_patient_policy() -> None:
    """There is one definition of it."""
    assert find_policy("steady", SIXTO, 1) is PATIENT


def test_networks_have_the_shape_that_the_program_trains() -> None:
    """Part by part."""
    fresh = make_net(np.random.default_rng(1))
    for seats in steady_sixto.TRAINED_FOR.values():
        assert [part.shape for part in read_nets("sixto/sixto")[seats]] == [part.shape for part in fresh]


def random_notes(n: int) -> np.ndarray:
    """Gives notes such as do not occur, to test the arithmetic of the network."""
    rng = np.random.default_rng(1)
    notes = np.zeros(n, NOTE)
    for name in ("standings", "places"):
        notes[name] = rng.integers(0, 40, notes[name].shape)
    notes["standings"][:, 0, 0] = -1
    for name in ("near", "inputs"):
        notes[name] = rng.normal(size=notes[name].shape)
    notes["share"] = rng.random(n)
    return notes


def test_slopes_are_those_of_the_loss() -> None:
    """Compared with small steps."""
    notes = random_notes(200)
    net = make_net(np.random.default_rng(2))
    order = np.arange(len(notes))
    slopes = tuple(np.zeros_like(part) for part in net)
    learn_batch(net, notes, order, slopes)
    for part, slope in zip(net, slopes, strict=True):
        at = np.unravel_index(np.argmax(np.abs(slope)), slope.shape)
        unused = tuple(np.zeros_like(each) for each in net)
        part[at] += 2e-3
        above = learn_batch(net, notes, order, unused)
        part[at] -= 4e-3
        below = learn_batch(net, notes, order, unused)
        part[at] += 2e-3
        assert slope[at] == pytest.approx((above - below) / 4e-3, rel=0.03, abs=0.05)


def test_who_leads_locks_the_last_row() -> None:
    """Steady and expert end the match when that wins it, and not when it loses it."""
    match = read_position(NEAR_THE_END)
    for name in ("steady", "expert"):
        bot = paperdice.make_bot(name, SIXTO, 1, playouts=32)
        assert "y3" in bot.choose(view_of(match, 1)).split()
        assert "y3" not in bot.choose(view_of(match, 0)).split()
