"""Nobody waits for tables who does not want to."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from paperdice.bots import background, registry
from paperdice.bots.background import find_policy_at_once
from paperdice.bots.registry import Offer
from paperdice.fast.playout import Policy
from paperdice.game import Game
from paperdice.games.qwixx import QWIXX

STEADY, STAND_IN = Policy("steady"), Policy("stand_in")


@pytest.fixture
def built() -> Iterator[threading.Event]:
    """Set when the tables may be done; the builder is let go at the end."""
    event = threading.Event()
    yield event
    event.set()


def offer_with(monkeypatch: pytest.MonkeyPatch, built: threading.Event, is_ready: bool) -> None:
    """Gives Qwixx a `steady` that waits for the event."""

    def make_steady(_seats: int) -> Policy:
        assert built.wait(60)
        return STEADY

    offer = Offer(make_steady, is_ready=lambda _seats: is_ready, stand_in=lambda: STAND_IN)

    def find_offer(_game: Game) -> Offer:
        return offer

    def prepare(game: Game, seats: int) -> None:
        offer.make_steady(seats)

    monkeypatch.setattr(registry, "find_offer", find_offer)
    monkeypatch.setattr(background, "find_offer", find_offer)
    monkeypatch.setattr(background, "_prepare", prepare)
    monkeypatch.setattr(background, "_builders", {})


def test_a_stand_in_plays_until_the_tables_are_built(monkeypatch: pytest.MonkeyPatch, built: threading.Event) -> None:
    offer_with(monkeypatch, built, is_ready=False)
    assert find_policy_at_once("steady", QWIXX, 2) is STAND_IN
    assert find_policy_at_once("steady", QWIXX, 2) is STAND_IN
    built.set()
    background._builders["qwixx", 2].join()
    assert find_policy_at_once("steady", QWIXX, 2) is STEADY


def test_tables_that_are_there_are_used_at_once(monkeypatch: pytest.MonkeyPatch, built: threading.Event) -> None:
    offer_with(monkeypatch, built, is_ready=True)
    built.set()
    assert find_policy_at_once("steady", QWIXX, 2) is STEADY
    assert background._builders == {}
