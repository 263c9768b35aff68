"""Luck-adjusted duels: the same mean, a narrower interval, and a refusal if the adjustment does not pay off."""

from __future__ import annotations

import numpy as np
import pytest

from paperdice import SetupError, View, make_bot
from paperdice.arena.results import Stopped
from paperdice.study.adjusted import adjust, adjusted_duel, find_luck
from paperdice.study.reviewing import review
from tests.study.conftest import PlayMatch


class Guest:
    """The beginner as a bot object, for matches that are played one decision at a time."""

    name = "guest"

    def __init__(self) -> None:
        self._bot = make_bot("casual", "sixto")

    def choose(self, view: View) -> str:
        return self._bot.choose(view)


def test_luck_alone_is_that_of_the_review(play_match: PlayMatch) -> None:
    match = play_match("sixto", ["casual", "casual"])
    seats = review(match, samples=0)["seats"]
    assert find_luck(match).tolist() == pytest.approx([seat["luck"] for seat in seats], abs=1e-9)


def test_the_share_is_freed_of_what_goes_with_luck() -> None:
    """The shares are 0.6 plus 4/3 of the luck, with noise a tenth as large."""
    random = np.random.default_rng(5)
    luck, noise = random.normal(0.02, 0.3, 400), random.normal(0, 0.04, 400)
    found = adjust((0.6 + 4 / 3 * luck + noise).tolist(), luck.tolist())
    assert found.factor == pytest.approx(4 / 3, abs=0.02)
    assert found.share == pytest.approx(0.6, abs=3 * found.error)
    assert found.error == pytest.approx(0.04 / 400**0.5, rel=0.1)
    assert found.narrowing == pytest.approx(1 + (4 / 3 * 0.3 / 0.04) ** 2, rel=0.2)


@pytest.mark.parametrize("n", [0, 2])
def test_few_groups_tell_nothing_of_luck(n: int) -> None:
    assert adjust([0.5] * n, [0.1] * n)[1:4] == (0.5, 0.0, 1.0)


def test_an_adjusted_duel_tells_both_shares() -> None:
    told: list[int] = []
    found = adjusted_duel(Guest(), "casual", game="sixto", matches=7, progress=lambda done, _total: told.append(done))
    assert told == [2, 4, 6, 7]
    assert (found.matches, sum(found.wins) + found.ties, sum(found.forfeits)) == (7, 7, 0)
    assert found.adjusted_share != found.share and found.mean_luck != 0
    assert found.adjusted_interval[0] < found.adjusted_share < found.adjusted_interval[1]
    assert {"share", "adjusted_share", "narrowing", "gain"} <= set(found.as_dict())
    assert "without luck" in str(found) and "guest takes" in repr(found)


def test_a_stopped_duel_tells_how_it_stands() -> None:
    def interrupt(done: int, _total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        adjusted_duel(Guest(), "casual", game="sixto", matches=20, progress=interrupt)
    assert stopped.value.result is not None and stopped.value.result.matches == 4


def test_where_it_does_not_pay_it_is_refused() -> None:
    with pytest.raises(SetupError, match="steady and casual decide at once"):
        adjusted_duel("steady", "casual", game="sixto")
    with pytest.raises(SetupError, match="with 2 seats, not 3"):
        adjusted_duel(Guest(), "casual", game="sixto", seats=3)
    with pytest.raises(SetupError, match="not adjusted on sheets such as steps-a"):
        adjusted_duel(Guest(), "casual", game="qwixx", sheets="steps-a")
