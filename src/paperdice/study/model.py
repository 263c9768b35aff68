"""The model used to play on from a position: its bots, the depth of its lookahead, and the estimate at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paperdice.bots import check_bot, is_policy
from paperdice.bots.decision import Decisions
from paperdice.bots.horizon import TO_THE_END, Horizon, choose_by, horizon_at_the_end, value_nothing
from paperdice.bots.registry import find_horizon, find_policy
from paperdice.errors import Reason, SetupError
from paperdice.fast.compile import Ints, Kernel
from paperdice.fast.playout import Policy, make_kernels, seat_policies, weights_of
from paperdice.fast.slips import COUNTER, KEY, SLIP, STREAM
from paperdice.game import Game
from paperdice.position import Position
from paperdice.study.kernels import MixedWeights, ModelWeights, make_choose_mixed
from paperdice.study.kernels import make_kernels as make_looks
from paperdice.study.readiness import has_own_sheets

__all__ = ["TO_THE_END", "Model", "make_model", "name_seats"]


@dataclass(frozen=True)
class Model:
    """A compiled lookahead, with its bots' weights, its depth in turns, and a random stream for each seat's bot."""

    look: Kernel
    throw: Kernel
    judge: Kernel
    weights: ModelWeights
    turns: int
    bots: Ints

    @property
    def has_judge(self) -> bool:
        """Whether the lookahead stops before the end of the match and estimates the value of the position there."""
        return self.turns != TO_THE_END

    def rewind(self, seed: int) -> None:
        """Reset the random streams of the bots."""
        for seat in range(len(self.bots)):
            self.bots[seat, KEY], self.bots[seat, COUNTER] = seed ^ (seat + 1), 0


def make_model(position: Position, against: Sequence[str], steady: Policy) -> Model:
    """Compile the model for a match between these bots.

    Args:
        position: Any position with the sheets of the match.
        against: The name of the bot in each seat.
        steady: The policy of the bot `steady`.
    """
    game, bots = position.game, np.zeros((len(against), STREAM), np.int64)
    if set(against) == {"steady"}:
        horizon = _find_horizon(position, steady)
        looks = make_looks(game, choose_by(game, steady), horizon.choose, horizon.value)
        return Model(*looks, ModelWeights(steady.weights, horizon.weights), horizon.turns, bots)
    policies, codes, slips = seat_policies([find_policy(name, game, len(against)) for name in against])
    bots[:, SLIP] = slips
    picker = make_kernels(game, policies).pick
    choose = make_choose_mixed(game, "_".join(policy.name for policy in policies), picker)
    mixed = MixedWeights(weights_of(policies), codes, bots)
    return Model(*make_looks(game, choose, choose, value_nothing), ModelWeights(mixed, mixed), TO_THE_END, bots)


def name_seats(against: Sequence[str], game: Game, seats: int) -> tuple[str, ...]:
    """Return the name of the bot assumed in each seat.

    Args:
        against: The names of the bots: none for `steady` in all seats, one for all seats, or one per seat.
        game: The game.
        seats: The number of seats.

    Raises:
        SetupError: The number of names is wrong, or a bot is unknown or does not decide instantly.
    """
    names = tuple(against) or ("steady",)
    names = names * seats if len(names) == 1 else names
    if len(names) != seats:
        raise SetupError(f"{len(names)} bots are named for {seats} seats: name one for all, or one per seat")
    for name in names:
        check_bot(name, game)
        if not is_policy(name):
            reason = Reason("unknown_bot", {"bot": name, "game": game.name})
            raise SetupError(f"a study cannot assume {name}, only bots that decide at once", reason)
    return names


def _find_horizon(position: Position, steady: Policy) -> Horizon:
    """Return how many turns `steady` looks ahead, and how it estimates the value of the position reached.

    No network was trained for custom sheets, so matches on them are played to the end.
    """
    game = position.game
    if has_own_sheets(position):
        return horizon_at_the_end(game, steady)
    first = Decisions().of(position, 0)
    return find_horizon(game, _judging(game, int(position.state.n_seats), steady), first.sheets, first.state)


def _judging(game: Game, seats: int, steady: Policy) -> Policy:
    """Return the `steady` policy whose network estimates values.

    The game may choose the network trained for another number of seats.
    """
    known = game.public.study.judge_seats
    return find_policy("steady", game, known) if seats > 1 and known else steady
