"""Gymnasium environments in which one seat learns against bots.

An environment runs a single match or thousands of parallel matches, all in compiled code.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from copy import copy
from typing import SupportsInt

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike

from paperdice.arena.blocks import is_compiled
from paperdice.arena.setup import Setup, per_seat
from paperdice.bots.registry import find_policy
from paperdice.envs.shapes import ResetOptions, action_space, make_setup, observation_space
from paperdice.errors import SetupError
from paperdice.fast.batch import RESTART, Batch
from paperdice.fast.compile import unpack
from paperdice.fast.playout import RANDOM
from paperdice.position import Position, format_position

Infos = dict[str, np.ndarray]
# The pickled form of a run: its arguments, whether it has started, and its arrays.
Kept = tuple[tuple[Setup, int, int, str], bool, dict[str, np.ndarray]]


class MatchesAgainstBots:
    """A batch of matches between a learner in one seat and bots in all others; it can be copied and pickled."""

    def __init__(self, setup: Setup, seat: int, number: int, reward: str) -> None:
        self.setup = setup
        self._made_from = (setup, seat, number, reward)
        game = setup.played_game
        bots = enumerate(setup.bots)
        seated = [RANDOM if place == seat else find_policy(bot, game, setup.seats) for place, bot in bots]
        self.batch = Batch(game, setup.dealt, seated, seat, number, reward == "points", setup.first)
        self.is_started = False

    def copy(self) -> MatchesAgainstBots:
        """Return an independent copy of the matches, which shares only data that never changes."""
        twin = copy(self)
        twin.batch = self.batch.copy()
        return twin

    def __deepcopy__(self, _memo: object) -> MatchesAgainstBots:
        return self.copy()

    def __getstate__(self) -> Kept:
        return self._made_from, self.is_started, self.batch.arrays()

    def __setstate__(self, kept: Kept) -> None:
        made_from, is_started, arrays = kept
        self.__init__(*made_from)  # type: ignore[misc]  # pickle restores in place
        self.is_started = is_started
        for name, array in self.batch.arrays().items():
            array[...] = arrays[name]

    def start(self, seed: int | None) -> None:
        """Start the first matches of a run with this seed, or the next matches of the current run if `seed` is None.

        The first call without a seed uses a random one.
        """
        if seed is None and self.is_started:
            self.batch.step(np.full(len(self.batch.matches), RESTART, np.int64))
        else:
            self.batch.reset(secrets.randbits(32) if seed is None else int(seed))
        self.is_started = True

    def play(self, moves: ArrayLike) -> Batch:
        """Play one move in each match and return the batch.

        Raises:
            ResetNeeded: No match has been started.
            SetupError: The number of moves differs from the number of matches.
        """
        if not self.is_started:
            raise ResetNeeded("reset the environment before its first step")
        codes = np.array(moves, np.int64)
        if codes.shape != self.batch.matches.shape:
            raise SetupError(
                f"{len(self.batch.matches)} matches need one move each, not an array of shape {codes.shape}"
            )
        codes[codes < 0] = self.setup.played_game.rules.N_CODES  # always illegal; RESTART is internal
        self.batch.step(codes)
        return self.batch

    def position(self, index: int) -> str:
        """Return the position of the match with this index in text notation."""
        game = self.setup.played_game
        state = unpack(self.batch.states[index], game.rules.STATE)
        return format_position(Position(game, self.setup.dealt, game.lay_out(self.setup.dealt), state))


def make_run(
    game: str,
    seats: int,
    bots: str | Sequence[str],
    sheets: str | Sequence[str] | None,
    seat: int,
    reward: str,
    first: int | None,
    number: int,
) -> MatchesAgainstBots:
    """Validate the arguments of an environment and return its batch of matches.

    Args:
        game: The name of the game.
        seats: The number of seats.
        bots: One bot for all other seats, or one for each of them, clockwise from the learner.
        sheets: One sheet for all seats, one per seat, or None to deal the default sheets.
        seat: The learner's seat.
        reward: `win` or `points`.
        first: The seat that begins every match, or None to rotate from match to match.
        number: The number of parallel matches.

    Raises:
        SetupError: An argument is invalid, or a bot is too slow.
    """
    Setup(game, seats, ("random",) * max(seats, 0))  # raises for an unknown game or number of seats
    others = per_seat((bots,) if isinstance(bots, str) else tuple(bots), seats - 1)
    if not 0 <= seat < seats:
        raise SetupError(f"the learner's seat must be 0 to {seats - 1}, not {seat!r}")
    if len(others) != seats - 1:
        raise SetupError(f"{len(others)} bots for {seats - 1} other seats")
    if number < 1:
        raise SetupError(f"a batch needs at least one match, not {number}")
    seated = ("random", *others)
    setup = make_setup(game, seats, [seated[(place - seat) % seats] for place in range(seats)], sheets, first, reward)
    if not is_compiled(setup):
        raise SetupError("expert is too slow to learn against: choose a bot that decides at once")
    return MatchesAgainstBots(setup, seat, number, reward)


class SeatEnv(gymnasium.Env):
    """A Gymnasium environment in which one seat plays against bots.

    The learner is asked for a move only when it has a choice. `info["action_mask"]` contains the mask of legal moves.
    `action_masks()` also returns it, for learners that support action masks.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium defines it

    def __init__(
        self,
        game: str,
        seats: int = 2,
        bots: str | Sequence[str] = "random",
        sheets: str | Sequence[str] | None = None,
        seat: int = 0,
        reward: str = "win",
        first: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._run = make_run(game, seats, bots, sheets, seat, reward, first, 1)
        self.render_mode = render_mode
        self.observation_space = observation_space(self._run.setup.played_game)
        self.action_space = action_space(self._run.setup.played_game)
        self._is_fresh = False

    def reset(self, *, seed: int | None = None, options: ResetOptions = None) -> tuple[np.ndarray, Infos]:
        """Start match 0 of a run with this seed, or the next match of the current run if `seed` is None."""
        super().reset(seed=seed)
        if seed is not None or not self._is_fresh:
            self._run.start(seed)
        self._is_fresh = False
        return self._run.batch.observations[0].copy(), {"action_mask": self.action_masks()}

    def step(self, action: SupportsInt) -> tuple[np.ndarray, float, bool, bool, Infos]:
        """Play a move and continue until the learner has another choice or the match ends.

        An illegal move loses the match.
        """
        if self._is_fresh:
            raise ResetNeeded("the match is over: reset the environment")
        batch = self._run.play([int(action)])
        self._is_fresh = bool(batch.ends[0])
        seen = batch.finals if self._is_fresh else batch.observations
        mask = np.zeros_like(batch.masks[0]) if self._is_fresh else self.action_masks()
        return seen[0].copy(), float(batch.rewards[0]), self._is_fresh, False, {"action_mask": mask}

    def action_masks(self) -> np.ndarray:
        """Return the mask of legal moves: an array with 1 at the code of each legal move and 0 elsewhere."""
        mask: np.ndarray = self._run.batch.masks[0].copy()
        return mask

    def copy(self) -> SeatEnv:
        """Return an independent copy in the same position; copying is cheap enough for lookahead."""
        twin = copy(self)
        twin._run = self._run.copy()
        return twin

    def render(self) -> str:
        """Return the position in text notation, which the command `paperdice show` can draw."""
        return self._run.position(0)


class BatchEnv(VectorEnv):
    """A vectorized environment of many matches.

    Each step plays one move in each match and restarts the matches that have ended. `infos["action_mask"]` contains the
    masks of legal moves for the returned observations, and `infos["final_obs"]` the last observations of matches that
    have ended.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012  # as Gymnasium defines it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int = 2,
        bots: str | Sequence[str] = "random",
        sheets: str | Sequence[str] | None = None,
        seat: int = 0,
        reward: str = "win",
        first: int | None = None,
    ) -> None:
        self._run = make_run(game, seats, bots, sheets, seat, reward, first, num_envs)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self._run.setup.played_game)
        self.single_action_space = action_space(self._run.setup.played_game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: ResetOptions = None) -> tuple[np.ndarray, Infos]:
        """Start the first matches of a run with this seed, or the next matches of the current run if `seed` is None."""
        super().reset(seed=seed)
        self._run.start(seed)
        return self._run.batch.observations.copy(), {"action_mask": self._run.batch.masks.copy()}

    def step(self, actions: ArrayLike) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Infos]:
        """Play one move in each match; an illegal move loses its match."""
        batch = self._run.play(actions)
        infos: dict[str, np.ndarray] = {"action_mask": batch.masks.copy()}
        if batch.ends.any():
            infos |= {"final_obs": batch.finals.copy(), "_final_obs": batch.ends.copy()}
        none = np.zeros(self.num_envs, np.bool_)
        return batch.observations.copy(), batch.rewards.copy(), batch.ends.copy(), none, infos
