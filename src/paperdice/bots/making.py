"""Create built-in bots by name; the compiler is only imported when a bot is created."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from paperdice.bots.levels import model_of
from paperdice.bots.simple import SimpleBot
from paperdice.position import Position
from paperdice.view import View

# Bots that need nothing compiled.
INSTANT = ("random", "casual")


class Bot(Protocol):
    """Anything that can choose a move for a seat."""

    def choose(self, view: View) -> str:
        """Return one of the choices of a view."""


@runtime_checkable
class PositionBot(Bot, Protocol):
    """A built-in bot, which decides on a position and needs no view."""

    def decide(self, position: Position, seat: int) -> str:
        """Return one of the seat's legal moves; the position contains no sealed moves."""


def make_own_bot(name: str, seed: int, budget_ms: float, playouts: int | None = None) -> PositionBot:
    """Return the built-in bot with this name, which must exist."""
    if name in INSTANT:
        return SimpleBot(name, seed)
    from paperdice.bots.policy_bot import PolicyBot  # compiled like those below, so imported only when needed
    from paperdice.bots.registry import find_policy
    from paperdice.bots.search.expert import ExpertBot

    if model_of(name) == "expert":
        return ExpertBot(find_policy, seed, budget_ms, playouts)
    return PolicyBot(name, find_policy, seed)
