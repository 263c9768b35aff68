"""Gymnasium's own checks, and compiled environments compared with the plain rules."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import paperdice
from paperdice.arena.setup import Setup
from paperdice.envs import BatchEnv, SeatEnv, env_name
from paperdice.envs.play import AutoMatch
from paperdice.fast import streams
from paperdice.game import Game
from tests.sampling import sample

# Every game takes seconds to compile; `test_all_seats.py`, which needs no compiled code, covers all of them.
USUAL = [paperdice.find_game("qwixx"), paperdice.find_game("twenty_one")]
each_game = pytest.mark.parametrize("game", sample(paperdice.GAMES, 0, always=USUAL), ids=lambda game: game.name)
copies = pytest.mark.parametrize(
    "duplicate", [lambda env: env.copy(), copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)


def draw_all(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw one legal move for each row."""
    return np.asarray((rng.random(masks.shape) * masks).argmax(axis=-1))


class PlainMatch:
    """The same match on the plain rules: seat 1 learns, all others use their random streams."""

    def __init__(self, game: Game, seats: int, seed: int, match: int, sheets: tuple[str, ...] = ()) -> None:
        self.play = AutoMatch(Setup(game.name, seats, ("random",) * seats, sheets=sheets))
        self.play.start(seed, match)
        self.streams = [np.array([streams.bot_key(seed, match, seat), 0], np.int64) for seat in range(seats)]
        self.go_on()

    def go_on(self) -> None:
        while not self.play.is_over and self.play.mask(1).sum() == 1:
            self.move(int(self.play.mask(1).argmax()))

    def move(self, learned: int) -> None:
        moves = {seat: self.draw(seat) for seat in self.play.acting() if seat != 1}
        self.play.resolve(moves | {1: learned})

    def draw(self, seat: int) -> int:
        legal = self.play.mask(seat).nonzero()[0]
        return int(legal[streams.draw(self.streams[seat], len(legal)) if len(legal) > 1 else 0])


@pytest.mark.sampled
@each_game
def test_the_library_finds_nothing_wrong_with_one_seat(game: Game) -> None:
    check_env(gymnasium.make(env_name(game)).unwrapped)


@pytest.mark.sampled
@each_game
@pytest.mark.parametrize("reward", ["win", "points"])
def test_a_batch_plays_the_matches_of_the_plain_rules(game: Game, reward: str) -> None:
    compare_batch(game, reward)


@pytest.mark.parametrize("sheets", [("bonus-b",) * 3, ("big-points",) * 3, ("double-b", "double-a", "double-a")])
def test_a_batch_plays_sheets_of_the_family(sheets: tuple[str, ...]) -> None:
    compare_batch(paperdice.find_game("qwixx"), "points", sheets)


def compare_batch(game: Game, reward: str, sheets: tuple[str, ...] = ()) -> None:
    """Compare observations, masks, rewards and ends, step by step, over several matches in each place."""
    envs = gymnasium.make_vec(env_name(game), num_envs=2, seats=3, seat=1, reward=reward, sheets=sheets or None)
    observations, infos = envs.reset(seed=11)
    numbers = [0, 1]
    matches = [PlainMatch(game, 3, 11, number, sheets) for number in numbers]
    totals, n_ended = [0.0, 0.0], 0
    rng = np.random.default_rng(5)
    while n_ended < 6:
        for place, match in enumerate(matches):
            assert (observations[place] == match.play.observe(1)).all()
            assert (infos["action_mask"][place] == match.play.mask(1)).all()
        moves = draw_all(infos["action_mask"], rng)
        observations, rewards, ends, cuts, infos = envs.step(moves)
        assert not cuts.any()
        for place, match in enumerate(matches):
            match.move(int(moves[place]))
            match.go_on()
            totals[place] += rewards[place]
            assert ends[place] == match.play.is_over
            if ends[place]:
                n_ended += 1
                assert totals[place] == (match.play.results() if reward == "win" else match.play.scores())[1]
                assert infos["_final_obs"][place]
                assert (infos["final_obs"][place] == match.play.observe(1)).all()
                numbers[place] += 2
                matches[place], totals[place] = PlainMatch(game, 3, 11, numbers[place], sheets), 0.0


def test_one_seat_plays_the_matches_of_a_batch_of_one() -> None:
    env, envs = SeatEnv("qwixx"), BatchEnv("qwixx", num_envs=1)
    seen, info = env.reset(seed=6)
    observations, infos = envs.reset(seed=6)
    rng = np.random.default_rng(0)
    for _ in range(100):
        assert (seen == observations[0]).all()
        assert (info["action_mask"] == infos["action_mask"][0]).all()
        moves = draw_all(infos["action_mask"], rng)
        seen, reward, is_over, _, info = env.step(moves[0])
        observations, rewards, ends, _, infos = envs.step(moves)
        assert (reward, is_over) == (rewards[0], ends[0])
        if is_over:
            assert (seen == infos["final_obs"][0]).all()
            assert info["action_mask"].sum() == 0
            seen, info = env.reset()


def test_bots_sit_clockwise_from_the_learner() -> None:
    envs = BatchEnv("qwixx", seats=3, seat=1, bots=["casual", "random"])
    assert envs._run.setup.bots == ("random", "random", "casual")


def test_a_policy_plays_better_than_chance_against_a_drawn_one() -> None:
    """A random learner rarely wins against `casual`: the bots are really used."""
    envs = BatchEnv("qwixx", num_envs=64, bots="casual")
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(2)
    results: list[float] = []
    while len(results) < 200:
        _, rewards, ends, _, infos = envs.step(draw_all(infos["action_mask"], rng))
        results += rewards[ends].tolist()
    assert np.mean(results) < -0.5


@copies
def test_a_copy_is_independent(duplicate: Callable[[Any], Any]) -> None:
    env = SeatEnv("qwixx", render_mode="ansi")
    env.reset(seed=3)
    before = env.render()
    twin = duplicate(env)
    ahead = [play_lowest(twin) for _ in range(20)]
    assert env.render() == before != twin.render()
    assert [play_lowest(env) for _ in range(20)] == ahead


def play_lowest(env: SeatEnv) -> tuple[str, float]:
    move = int(env.action_masks().nonzero()[0][-1])
    _, reward, is_over, _, _ = env.step(move)
    if is_over:
        env.reset()
    return env.render(), reward


def test_a_pickled_batch_goes_on_where_it_stood() -> None:
    envs = BatchEnv("qwixx", num_envs=8)
    _, infos = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(10):
        infos = envs.step(draw_all(infos["action_mask"], rng))[4]
    twin = pickle.loads(pickle.dumps(envs))
    for _ in range(30):
        moves = draw_all(infos["action_mask"], rng)
        one, other = envs.step(moves), twin.step(moves)
        assert all((a == b).all() for a, b in zip(one[:4], other[:4], strict=True))
        infos = one[4]


@pytest.mark.parametrize(("reward", "cost"), [("win", -1.0), ("points", -100.0)])
@pytest.mark.parametrize("move", [44, 1000, -1, -5])
def test_an_illegal_move_ends_the_match_and_costs(reward: str, cost: float, move: int) -> None:
    env = SeatEnv("qwixx", reward=reward)
    seen, _ = env.reset(seed=1)
    last, given, is_over, is_cut, _ = env.step(move)
    assert (given, is_over, is_cut) == (cost, True, False)
    assert (last == seen).all()
    envs = BatchEnv("qwixx", num_envs=3, reward=reward)
    _, infos = envs.reset(seed=1)
    moves = draw_all(infos["action_mask"], np.random.default_rng(1))
    moves[1] = move
    _, rewards, ends, _, _ = envs.step(moves)
    assert rewards[1] == cost
    assert ends.tolist() == [False, True, False]


def test_order_is_enforced() -> None:
    env, envs = SeatEnv("qwixx"), BatchEnv("qwixx", num_envs=2)
    with pytest.raises(ResetNeeded):
        env.step(0)
    with pytest.raises(ResetNeeded):
        envs.step([0, 0])
    env.reset(seed=1)
    env.step(1000)
    with pytest.raises(ResetNeeded):
        env.step(0)
    envs.reset(seed=1)
    with pytest.raises(paperdice.SetupError, match="2 matches need one move each"):
        envs.step([0, 0, 0])


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"seats": 0}, "qwixx takes 1 to 5 seats, not 0"),
        ({"seat": 2}, "the learner's seat must be 0 to 1, not 2"),
        ({"bots": ["random"] * 3}, "3 bots for 1 other seats"),
        ({"bots": "nobody"}, "unknown bot 'nobody' for qwixx"),
        ({"bots": "expert"}, "expert is too slow to learn against"),
        ({"seats": 1}, "a solo match cannot be won"),
        ({"sheets": "mine"}, "unknown sheet 'mine'"),
    ],
)
def test_a_wrong_setup_is_refused_in_one_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(paperdice.PaperdiceError) as refusal:
        SeatEnv("qwixx", **settings)
    assert sentence in str(refusal.value)


def test_a_batch_has_at_least_one_match() -> None:
    with pytest.raises(paperdice.SetupError, match="at least one match, not 0"):
        BatchEnv("qwixx", num_envs=0)
