"""Bots of our own by name; the compiler is loaded when one is made."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from paperdice.bots.levels import model_of
from paperdice.position import Position
from paperdice.view import View


class Bot(Protocol):
    """Whatever can answer for a seat."""

    def choose(self, view: View) -> str:
        """One of the choices of a view."""


@runtime_checkable
class PositionBot(Bot, Protocol):
    """A bot of our own, which needs no view."""

    def decide(self, position: Position, seat: int) -> str:
        """One of the legal moves of a seat in a position, in which no sealed move can be seen."""


def make_own_bot(name: str, seed: int, budget_ms: float, playouts: int | None = None) -> PositionBot:
    """The bot of this name, which must be known."""
    from paperdice.bots.policy_bot import PolicyBot  # compiled, like all below, so only when asked for
    from paperdice.bots.registry import find_policy
    from paperdice.bots.search.expert import ExpertBot

    if model_of(name) == "expert":
        return ExpertBot(find_policy, seed, budget_ms, playouts)
    return PolicyBot(name, find_policy, seed)
