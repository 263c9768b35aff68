"""A registry of the bots of each game, which imports them only when the game is used.

To add bots for a game, add a function here that imports them. Games without an entry use `casual` and a search based on
it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from paperdice.bots.levels import find_level, find_slip
from paperdice.game import Game

if TYPE_CHECKING:
    from paperdice.bots.horizon import Horizon
    from paperdice.fast.compile import Record
    from paperdice.fast.playout import Policy

MakePolicy = Callable[[], "Policy"]


def _nowhere(_policy: Policy, _sheets: Record, _state: Record) -> Horizon | None:
    return None


@dataclass(frozen=True)
class Offer:
    """The components of one game's bots.

    Args:
        make_steady: A function that returns the policy of `steady` for a number of seats. It may have to build tables
            first, which takes a while.
        find_horizon: A function that returns the horizon of `expert` (how far its rollouts go) for a policy, sheets
            and a state, or None to play rollouts to the end of the match.
        benchmarks: Functions that create the policies of benchmark bots, by name.
    """

    make_steady: Callable[[int], Policy]
    find_horizon: Callable[[Policy, Record, Record], Horizon | None] = _nowhere
    benchmarks: Mapping[str, MakePolicy] = field(default_factory=dict)


def _qwixx() -> Offer:
    from paperdice.bots.qwixx.closed_form import CLOSED_FORM
    from paperdice.bots.qwixx.evolved import make_evolved
    from paperdice.bots.qwixx.steady import find_horizon, make_steady

    benchmarks: dict[str, MakePolicy] = {"closed_form": lambda: CLOSED_FORM, "evolved": make_evolved}
    return Offer(make_steady, find_horizon, benchmarks)


def _twenty_one() -> Offer:
    from paperdice.bots.twenty_one.steady import find_horizon, make_steady

    return Offer(make_steady, find_horizon)


def _qwantum() -> Offer:
    from paperdice.bots.qwantum.steady import find_horizon, make_steady

    return Offer(make_steady, find_horizon)


def _sixto() -> Offer:
    from paperdice.bots.sixto.steady import find_horizon, make_steady

    return Offer(make_steady, find_horizon)


def _qwixx_family(game: str) -> Callable[[], Offer]:
    """Return a factory for the bots of the Qwixx family or of Longo, which share a policy but use different dice."""

    def offer() -> Offer:
        from paperdice.bots.qwixx_family.steady import make_steady
        from paperdice.games import find_game

        found = find_game(game)
        return Offer(lambda _seats: make_steady(found.family or found))

    return offer


def _general_offer(game: Game) -> Offer:
    """Return the components of the bots for a game that has no bots of its own.

    `steady` plays like `casual`, and `expert` tries every move and plays rollouts with `casual` to the end of the
    match.
    """
    from paperdice.bots.casual import make_casual  # compiled, so imported only when needed
    from paperdice.bots.horizon import horizon_without_prior

    return Offer(lambda _seats: make_casual(game), lambda policy, _sheets, _state: horizon_without_prior(game, policy))


# Names of benchmark bots are listed separately, because they are needed without compiling anything.
_OFFERS: dict[str, Callable[[], Offer]] = {
    "qwixx": _qwixx,
    "qwixx_family": _qwixx_family("qwixx"),
    "longo": _qwixx_family("longo"),
    "twenty_one": _twenty_one,
    "qwantum": _qwantum,
    "sixto": _sixto,
}
BENCHMARKS: dict[str, tuple[str, ...]] = {"qwixx": ("closed_form", "evolved")}


@cache
def find_offer(game: Game) -> Offer:
    """Return the components of a game's bots, falling back to the general ones if the game has none of its own."""
    return _OFFERS[game.key]() if game.key in _OFFERS else _general_offer(game)


def find_policy(name: str, game: Game, seats: int) -> Policy:
    """Return the policy of a bot that decides without a search, building its tables first if necessary."""
    from paperdice.bots.casual import make_casual
    from paperdice.fast.playout import RANDOM

    if name == "random":
        return RANDOM
    if name == "casual":
        return make_casual(game)
    offer, level = find_offer(game), find_level(name)
    if level is not None:
        return offer.make_steady(seats).slipping(name, find_slip(game.name, level))
    return offer.make_steady(seats) if name == "steady" else offer.benchmarks[name]()


def find_horizon(game: Game, policy: Policy, sheets: Record, state: Record) -> Horizon:
    """Return the horizon of `expert` in a match: how far rollouts go, and how their final positions are rated.

    `policy` is the policy of `steady` in this match.
    """
    from paperdice.bots.horizon import horizon_at_the_end

    return find_offer(game).find_horizon(policy, sheets, state) or horizon_at_the_end(game, policy)
