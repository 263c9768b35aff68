"""PettingZoo's own checks, and features they do not know: sealed moves, rewards, masks, illegal moves."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import paperdice
from paperdice.envs import AecMatch, ParallelMatch
from paperdice.game import Game

each_game = pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
each_face = pytest.mark.parametrize("face", [AecMatch, ParallelMatch])


def drawn(mask: np.ndarray, rng: np.random.Generator) -> int:
    return int(rng.choice(mask.nonzero()[0]))


def play_parallel(env: ParallelMatch, infos: Any, rng: np.random.Generator) -> dict[str, float]:
    """Play randomly to the end, and return the sum of each seat's rewards."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        moves = {agent: drawn(infos[agent]["action_mask"], rng) for agent in env.agents}
        _, rewards, _, _, infos = env.step(moves)
        for agent, reward in rewards.items():
            totals[agent] += reward
    return totals


@each_game
def test_the_library_finds_nothing_wrong_with_the_aec_face(game: Game) -> None:
    api_test(AecMatch(game.name, seats=3), num_cycles=300)
    seed_test(lambda: AecMatch(game.name, seats=3), num_cycles=100)


@each_game
def test_the_library_finds_nothing_wrong_with_the_parallel_face(game: Game) -> None:
    parallel_api_test(ParallelMatch(game.name, seats=3), num_cycles=300)
    parallel_seed_test(lambda: ParallelMatch(game.name, seats=3), num_cycles=100)


@each_game
def test_a_sealed_move_shows_nowhere_before_its_phase_resolves(game: Game) -> None:
    env = AecMatch(game.name, seats=3)
    env.reset(seed=4)
    rng = np.random.default_rng(1)
    n_checked = 0
    while env.agents and n_checked < 20:
        before = [env.observe(agent) for agent in env.possible_agents]
        mask, n_waiting = env.infos[env.agent_selection]["action_mask"], len(env._waiting)
        env.step(drawn(mask, rng))
        if n_waiting:
            assert all((env.observe(f"seat_{seat}") == seen).all() for seat, seen in enumerate(before))
            assert not any(env.rewards.values())
            n_checked += 1
    assert n_checked


@each_game
def test_seats_that_do_not_act_have_only_move_0(game: Game) -> None:
    env = ParallelMatch(game.name, seats=3)
    _, infos = env.reset(seed=2)
    rng = np.random.default_rng(2)
    n_idle = 0
    while env.agents:
        idle = [seat for seat in range(3) if seat not in env.play.acting()]
        n_idle += len(idle)
        assert all(infos[f"seat_{seat}"]["action_mask"].nonzero()[0].tolist() == [0] for seat in idle)
        _, _, _, _, infos = env.step({agent: drawn(infos[agent]["action_mask"], rng) for agent in env.agents})
    assert n_idle


@each_game
def test_both_faces_play_the_same_match(game: Game) -> None:
    aec, parallel = AecMatch(game.name, seats=3), ParallelMatch(game.name, seats=3)
    aec.reset(seed=8)
    observations, infos = parallel.reset(seed=8)
    rng = np.random.default_rng(3)
    while parallel.agents:
        moves = {agent: drawn(infos[agent]["action_mask"], rng) for agent in parallel.agents}
        for seat in parallel.play.acting():
            assert aec.agent_selection == f"seat_{seat}"
            assert (aec.last()[0] == observations[f"seat_{seat}"]).all()
            aec.step(moves[f"seat_{seat}"])
        observations, rewards, _, _, infos = parallel.step(moves)
    assert aec.rewards == rewards
    assert all(aec.terminations.values())
    assert aec.render() == parallel.render()


@each_game
def test_points_add_up_to_the_scores_and_rewards_match_the_winners(game: Game) -> None:
    for number in range(3):
        env = ParallelMatch(game.name, seats=2, reward="points")
        totals = play_parallel(env, env.reset(seed=number)[1], np.random.default_rng(number))
        assert list(totals.values()) == env.play.scores()
        by_win = ParallelMatch(game.name, seats=2)
        won = play_parallel(by_win, by_win.reset(seed=number)[1], np.random.default_rng(number))
        winners = paperdice.read_position(by_win.play.position()).winners
        assert won == {f"seat_{seat}": 0.0 if len(winners) == 2 else 2.0 * (seat in winners) - 1 for seat in (0, 1)}


@pytest.mark.parametrize("name", ["double-a", "double-b", "steps-a", "chain-a", "bonus-a", "bonus-b", "x-change"])
def test_sheets_of_the_family_are_played(name: str) -> None:
    """Four seats; the points add up, and the marks of a seat's own sheet are at the end of the observation."""
    env = ParallelMatch("qwixx", seats=4, sheets=name, reward="points")
    totals = play_parallel(env, env.reset(seed=3)[1], np.random.default_rng(3))
    assert list(totals.values()) == env.play.scores()
    rows = env.play.position().split(" | ")[1].split(" ")[1].split("/")
    marks = [[int(mark) for mark in row.replace("-", "").replace(".", "0")] for row in rows]
    cells = [cell for row in marks for cell in [*row, *[0] * (15 - len(row))]]
    assert env.play.observe(0)[280:340].tolist() == cells


@pytest.mark.parametrize(
    ("name", "first", "width"), [("x-change", 65, 1), ("bonus-a", 70, 12), ("big-points", 130, 15)]
)
def test_lines_of_the_family_are_seen(name: str, first: int, width: int) -> None:
    """These are the last swap field, the used fields of the strip and the bonus rows of the seat."""
    env = ParallelMatch("qwixx", seats=2, sheets=name, reward="points")
    play_parallel(env, env.reset(seed=5)[1], np.random.default_rng(5))
    words = env.play.position().split(" | ")[2].split(" ")[3:]
    lines = [word.partition("=")[2].replace("-", "").replace(".", "0") for word in words]
    marks = [int(mark) for line in lines for mark in line.ljust(width, "0")]
    assert any(marks) and env.play.observe(1)[first : first + len(marks)].tolist() == marks


def test_sheets_that_do_not_mix_are_refused() -> None:
    with pytest.raises(paperdice.SetupError, match="cannot be dealt together"):
        ParallelMatch("qwixx", seats=2, sheets=["classic", "bonus-a"])


def test_a_run_goes_on_with_its_next_match() -> None:
    """Without a seed, the next match of the run starts, with the next first seat."""
    env, other = ParallelMatch("qwixx", seats=3), ParallelMatch("qwixx", seats=3)
    starts = [env.reset(seed=5), env.reset(), env.reset()]
    again = [other.reset(seed=5), other.reset(), other.reset()]
    shown = [observations["seat_0"].tolist() for observations, _ in starts]
    assert shown == [observations["seat_0"].tolist() for observations, _ in again]
    assert len({tuple(seen) for seen in shown}) == 3
    assert sum(seen[1] for seen in shown) == 1


def test_without_any_seed_matches_differ() -> None:
    positions = set()
    for _ in range(3):
        env = AecMatch("sixto", seats=1, reward="points")
        env.reset()
        positions.add(env.render())
    assert len(positions) > 1


@each_face
@pytest.mark.parametrize(
    "duplicate", [lambda env: env.copy(), copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
def test_a_copy_is_independent(face: type[Any], duplicate: Callable[[Any], Any]) -> None:
    """Changes to the copy do not affect the original, and the same moves lead to the same state."""
    env = face("twenty_one", seats=2)
    env.reset(seed=3)
    before = env.render()
    twin = duplicate(env)
    moves = [run_on(twin, 6), twin.render()]
    assert env.render() == before != twin.render()
    assert [run_on(env, 6), env.render()] == moves


def run_on(env: Any, n_steps: int) -> list[float]:
    """Play the lowest legal moves for some steps."""
    rewards = []
    for _ in range(n_steps):
        lowest = [int(env.play.mask(seat).argmax()) for seat in range(2)]
        if isinstance(env, AecMatch):
            env.step(lowest[int(env.agent_selection[-1])])
        else:
            env.step(dict(zip(env.agents, lowest, strict=True)))
        rewards.append(float(sum(env.play.scores())))
    return rewards


@pytest.mark.parametrize(("reward", "cost"), [("win", -1.0), ("points", -100.0)])
@pytest.mark.parametrize("move", [44, 1000, -1])
def test_an_illegal_move_ends_the_match_and_costs(reward: str, cost: float, move: int) -> None:
    env = ParallelMatch("qwixx", seats=2, reward=reward)
    env.reset(seed=1)
    _, rewards, terminations, _, _ = env.step({"seat_0": 0, "seat_1": move})
    assert rewards == {"seat_0": 0.0, "seat_1": cost}
    assert terminations == {"seat_0": True, "seat_1": True}
    aec = AecMatch("qwixx", seats=2, reward=reward)
    aec.reset(seed=1)
    aec.step(move)
    assert aec.rewards == {"seat_0": cost, "seat_1": 0.0}
    assert aec.terminations == {"seat_0": True, "seat_1": True}


def test_a_seat_that_does_not_act_may_only_play_0() -> None:
    env = ParallelMatch("qwixx", seats=2, first=0)
    env.reset(seed=1)
    env.step({"seat_0": 0, "seat_1": 0})
    assert env.play.acting() == [0]
    assert env.step({"seat_0": 0, "seat_1": 3})[1] == {"seat_0": 0.0, "seat_1": -1.0}


@each_face
@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seats": 6}, "qwixx takes 1 to 5 seats, not 6"),
        ({"reward": "fame"}, "a reward is win or points, not 'fame'"),
        ({"seats": 1}, "a solo match cannot be won: choose reward='points'"),
        ({"first": 2}, "first must be a seat from 0 to 1, not 2"),
        ({"sheets": ["classic"] * 3}, "3 sheets for 2 seats"),
        ({"sheets": "mine"}, "unknown sheet 'mine'"),
    ],
)
def test_a_wrong_deal_is_refused_in_one_sentence(face: type[Any], settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(paperdice.PaperdiceError) as refusal:
        face("qwixx", **settings)
    assert sentence in str(refusal.value)
