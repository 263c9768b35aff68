"""Qwixx bots play as documented; tests/long has their published figures and more on their strength."""

import pytest

import paperdice
from paperdice import Match, SeededDice
from paperdice.bots.decision import Decisions
from paperdice.bots.network import read_networks
from paperdice.bots.qwixx import steady
from paperdice.bots.qwixx.closed_form import CLOSED_FORM
from paperdice.bots.qwixx.network import FILE, Network
from paperdice.bots.registry import find_horizon
from paperdice.bots.search import expert
from paperdice.bots.search.expert import Search
from paperdice.fast.playout import Policy
from paperdice.games.qwixx import QWIXX
from paperdice.view_builder import view_of
from tests.sampling import budget, sample
from train.evolve import share


def play_through(seats: int, sheets: list[str], seed: int, *names: str, playouts: int) -> Match:
    """Play a whole match through views, one bot per seat."""
    match = Match(QWIXX, seats, [QWIXX.sheets[name] for name in sheets])
    bots = [paperdice.make_bot(name, QWIXX, seed + seat, playouts=playouts) for seat, name in enumerate(names)]
    while not match.over:
        if match.dice_wanted:
            match.throw(SeededDice(seed, 0))
        for seat in match.acting:
            match.play(seat, bots[seat].choose(view_of(match, seat)))
    return match


def test_steady_takes_60_percent_from_closed_form(steady_for_two: Policy) -> None:
    """By tables and network."""
    assert share(steady_for_two, CLOSED_FORM, 3, 1000) >= 0.6


DEALS = [["classic"] * 2, ["classic", "mixx-a"], ["classic"] * 3, ["mixx-b", "mixx-b"]]


@pytest.mark.sampled
@pytest.mark.parametrize("sheets", sample(DEALS, 1, always=DEALS[:1]), ids="-".join)
def test_expert_is_reproducible_by_playouts(sheets: list[str]) -> None:
    """The same seed and the same number of playouts give the same match, with or without a network for these seats."""
    names = ["expert", "steady", "casual"][: len(sheets)]
    first = play_through(len(sheets), sheets, 7, *names, playouts=40)
    second = play_through(len(sheets), sheets, 7, *names, playouts=40)
    assert first.position() == second.position()


@pytest.mark.sampled
@pytest.mark.usefixtures("steady_for_two")
def test_expert_looks_a_round_ahead_with_the_network() -> None:
    """Its playouts return chances between a loss and a win, not outcomes; tables for three take half a minute."""
    seats = budget(2, 3)
    match = Match(QWIXX, seats)
    match.throw("w4 w1 r2 y6 g3 b6")
    policy, decision = steady.make_steady(seats), Decisions().of(match.snapshot(), 0)
    horizon = find_horizon(QWIXX, policy, decision.sheets, decision.state)
    assert horizon.turns == seats
    chances = Search(QWIXX, decision, policy, horizon, 1).play(decision.moves[:3], 0, 12)
    assert ((chances > 0.05) & (chances < 0.8)).all()


class SlowClock:
    """A clock that advances by a tenth of a millisecond whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        """Return the elapsed seconds."""
        self.now += 0.0001
        return self.now


@pytest.mark.usefixtures("steady_for_two")
def test_expert_keeps_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """No decision exceeds its budget, and most of the budget is used if moves are close."""
    clock = SlowClock()
    monkeypatch.setattr(expert, "time", clock)
    match = Match(QWIXX, 2)
    bot = paperdice.make_bot("expert", QWIXX, budget_ms=6)
    taken = []
    for _ in range(4):
        match.throw(SeededDice(5, 0))
        while match.acting:
            for seat in match.acting:
                started = clock.now
                match.play(seat, bot.choose(view_of(match, seat)))
                taken.append(clock.now - started)
    assert 0.004 < max(taken) < 0.006


def test_each_horizon_has_its_own_playouts(steady_for_two: Policy) -> None:
    """On mixed sheets they run to the end, on the classic one the network rates them, whichever was compiled first."""
    shown = []
    for sheets in (["mixx-a", "classic"], ["classic", "classic"]):
        match = Match(QWIXX, 2, [QWIXX.sheets[name] for name in sheets])
        match.throw("w4 w1 r2 y6 g3 b6")
        decision = Decisions().of(match.snapshot(), 0)
        horizon = find_horizon(QWIXX, steady_for_two, decision.sheets, decision.state)
        shown.append(Search(QWIXX, decision, steady_for_two, horizon, 1).play(decision.moves[:3], 0, 12))
    assert set(shown[0].ravel()) <= {0.0, 0.5, 1.0}
    assert len(set(shown[1].ravel())) > 12


@pytest.mark.usefixtures("steady_for_two")
@pytest.mark.parametrize(
    ("sheets", "names"),
    [(["classic", "mixx-a"], ["steady", "evolved"]), (["mixx-b", "mixx-b"], ["evolved", "evolved"])],
)
def test_where_the_tables_do_not_fit_the_evolved_evaluation_plays(sheets: list[str], names: list[str]) -> None:
    played = play_through(2, sheets, 3, "steady", "steady", playouts=8)
    assert played.position() == play_through(2, sheets, 3, *names, playouts=8).position()


def test_there_is_a_network_for_every_number_of_seats() -> None:
    assert list(steady.TRAINED_FOR) == list(QWIXX.seats) == [1, 2, 3, 4, 5]
    assert set(steady.TRAINED_FOR.values()) == set(read_networks(FILE, Network)) == {2, 3, 4, 5}
