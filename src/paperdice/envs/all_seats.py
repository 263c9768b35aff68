"""PettingZoo environments in which every seat learns: seats move one at a time (AEC) or all at once (parallel).

Moves are sealed: no seat observes the moves of the others before the phase is resolved.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Self, SupportsInt

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv, ParallelEnv

from paperdice.envs.play import AutoMatch
from paperdice.envs.shapes import ResetOptions, action_space, make_setup, observation_space
from paperdice.fast.batch import ILLEGAL_BY_POINTS, ILLEGAL_BY_WIN

Arrays = dict[str, np.ndarray]
SeatInfos = dict[str, dict[str, np.ndarray]]
Rewards = dict[str, float]
Flags = dict[str, bool]


class Phases:
    """Base class of both environments (AEC and parallel): matches played phase by phase, with rewards for all seats."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        sheets: str | Sequence[str] | None = None,
        reward: str = "win",
        first: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        setup = make_setup(game, seats, ("random",) * seats, sheets, first, reward)
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.play = AutoMatch(setup)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(setup.played_game) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(setup.played_game) for agent in self.possible_agents}
        self._by_points = reward == "points"
        self._seed: int | None = None
        self._match = -1

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def render(self) -> str:
        """Return the position in text notation, which the command `paperdice show` can draw."""
        return self.play.position()

    def close(self) -> None:
        """Do nothing, since there is no window or file to close."""

    def copy(self) -> Self:
        """Return an independent copy in the same position; copying is cheap enough for lookahead."""
        twin = copy(self)
        twin.play = self.play.copy()
        for name, value in vars(self).items():
            if name not in ("observation_spaces", "action_spaces") and isinstance(value, dict | list):
                setattr(twin, name, copy(value))
        return twin

    def _start(self, seed: int | None) -> None:
        """Start match 0 of a run with this seed, or the next match of the current run if `seed` is None."""
        if seed is not None:
            self._seed, self._match = int(seed), -1
        elif self._seed is None:
            self._seed = secrets.randbits(32)
        self._match += 1
        self.play.start(self._seed or 0, self._match)
        self.agents = list(self.possible_agents)
        self._scores = [0.0] * len(self.agents)

    def _infos(self) -> SeatInfos:
        """Return the info dictionary of every seat, which contains its mask of legal moves."""
        return {agent: {"action_mask": self.play.mask(seat)} for seat, agent in enumerate(self.possible_agents)}

    def _resolve(self, moves: Mapping[int, int]) -> tuple[list[float], bool]:
        """Resolve a phase with these moves, and return the rewards of all seats and whether the match is over.

        An illegal move ends the match immediately, with a negative reward for its seat.
        """
        guilty = [seat for seat, move in moves.items() if not self._is_legal(seat, move)]
        if guilty:
            cost = ILLEGAL_BY_POINTS if self._by_points else ILLEGAL_BY_WIN
            return [cost if seat in guilty else 0.0 for seat in range(self.play.setup.seats)], True
        self.play.resolve({seat: moves[seat] for seat in self.play.acting()})
        if not self._by_points:
            is_over = self.play.is_over
            return self.play.results() if is_over else [0.0] * self.play.setup.seats, is_over
        before, self._scores = self._scores, [float(score) for score in self.play.scores()]
        return [now - then for now, then in zip(self._scores, before, strict=True)], self.play.is_over

    def _is_legal(self, seat: int, move: int) -> bool:
        if not self.play.rules.acts(self.play.state, seat):
            return move == 0
        return bool(self.play.rules.is_legal(self.play.laid, self.play.state, seat, move))


class AecMatch(Phases, AECEnv):
    """A PettingZoo AEC environment in which the acting seats of a phase move one at a time, in ascending order."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: ResetOptions = None) -> None:
        """Start match 0 of a run with this seed, or the next match of the current run if `seed` is None."""
        self._start(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._sealed: dict[int, int] = {}
        self._skip_agent_selection = None
        self._open_phase()

    def observe(self, agent: str) -> np.ndarray:
        return self.play.observe(self.possible_agents.index(agent))

    def step(self, action: SupportsInt | None) -> None:
        """Record the sealed move of the selected agent; the phase is resolved after the last acting seat has moved."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = int(action)  # type: ignore[arg-type]  # None is only valid once the match is over
        self._sealed[seat] = move
        if self._waiting and self._is_legal(seat, move):
            self.agent_selection = self.possible_agents[self._waiting.pop(0)]
            return
        rewards, is_over = self._resolve(self._sealed)
        self._sealed.clear()
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._open_phase()

    def _open_phase(self) -> None:
        self.infos = self._infos()
        self._waiting = self.play.acting()
        self.agent_selection = self.possible_agents[self._waiting.pop(0)]


class ParallelMatch(Phases, ParallelEnv):
    """A PettingZoo parallel environment in which each step resolves one phase.

    Seats that have no decision in a phase must play move 0.
    """

    def reset(self, seed: int | None = None, options: ResetOptions = None) -> tuple[Arrays, SeatInfos]:
        """Start match 0 of a run with this seed, or the next match of the current run if `seed` is None."""
        self._start(seed)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, SupportsInt]) -> tuple[Arrays, Rewards, Flags, Flags, SeatInfos]:
        """Resolve a phase with the moves of all seats."""
        agents = self.agents
        moves = {seat: int(actions[agent]) for seat, agent in enumerate(agents)}
        rewards, is_over = self._resolve(moves)
        if is_over:
            self.agents = []
        return (
            self._observations(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            self._infos(),
        )

    def _observations(self) -> Arrays:
        return {agent: self.play.observe(seat) for seat, agent in enumerate(self.possible_agents)}
