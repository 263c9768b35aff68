"""Levels: `steady` with slips, which are near-misses, and the same for the same seed."""

from itertools import pairwise

import numpy as np
import pytest

import paperdice
from paperdice.arena.blocks import is_compiled, play_block, replay
from paperdice.arena.setup import Setup
from paperdice.arena.statistics import win_shares
from paperdice.bots import bot_names, check_bot, is_policy
from paperdice.bots.levels import LEVELS, find_level, find_slip, mirror_level, model_of, read_slips
from paperdice.bots.registry import find_policy
from paperdice.bots.rehearsal import warm_up_of
from paperdice.fast.playout import Playout, seat_policies
from paperdice.fast.slips import slip
from paperdice.game import Game

SIXTO = paperdice.find_game("sixto")


def drawn(values: list[float], thousandths: int, number: int = 4000) -> list[float]:
    """Count how often each move is played."""
    stream = np.array([12345, 0, thousandths], np.int64)
    rated = np.array(values)
    places = [slip(rated, len(values), int(rated.argmax()), stream) for _ in range(number)]
    return [places.count(place) / number for place in range(len(values))]


def test_the_nearer_to_the_best_the_likelier() -> None:
    """Regrets 0.02, 0.04 and 0.12 have the mean 0.06: with slip 1 their weights are 1, exp(-1/3) and exp(-2/3)."""
    assert drawn([0.5, 0.48, 0.46, 0.38], 1000) == pytest.approx([0.448, 0.321, 0.230, 0], abs=0.025)


def test_nobody_slips_to_a_move_that_is_worse_than_the_others_on_average() -> None:
    assert drawn([0.3, 0.1, 0.5, 0.45], 1_000_000)[1] == 0
    assert drawn([0.3, 0.1, 0.5, 0.45], 1_000_000)[3] == pytest.approx(1 / 3, abs=0.03)


def test_nobody_slips_to_what_a_policy_does_not_look_at() -> None:
    """It does not count in the mean regret either."""
    assert drawn([0.5, 0.45, -1e6, -2000.0], 10_000_000) == pytest.approx([0.5, 0.5, 0, 0], abs=0.03)
    assert drawn([0.5, -1e6], 10_000_000) == [1, 0]
    assert drawn([0.25, 0.25, 0.25], 1000) == [1, 0, 0]


def test_what_a_policy_counts_in_does_not_matter() -> None:
    assert drawn([0.5, 0.48, 0.46], 700) == drawn([50.0, 48.0, 46.0], 700)


def test_a_level_has_a_number_and_a_mirror_a_strength() -> None:
    assert LEVELS == tuple(f"level-{number}" for number in range(1, 9))
    known = ("level-1", "level-8", "mirror", "mirror-2", "mirror-7.5")
    assert [find_level(name) for name in known] == [1, 8, 4, 2, 7.5]
    for name in ("level-0", "level-9", "level-3.5", "mirror-8.5", "mirror-0.9", "level", "mirror-", "steady"):
        assert find_level(name) is None
    assert [model_of(name) for name in ("level-7", "level-8", "mirror-7.4", "mirror-7.5")] == [
        *("steady", "expert", "steady", "expert")
    ]


@pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
def test_every_game_has_all_levels_and_they_slip_less_and_less(game: Game) -> None:
    assert set(LEVELS) < set(bot_names(game)) and "mirror" in bot_names(game)
    slips = [find_slip(game.name, level) for level in range(1, 9)]
    assert slips[6:] == [0, 0] and all(one > other for one, other in pairwise(slips[:7]))
    assert find_slip(game.name, 3.5) == pytest.approx((slips[2] + slips[3]) / 2, abs=1)


def test_the_games_of_today_are_measured() -> None:
    assert {"qwixx", "twenty_one", "qwantum", "sixto", "longo"} < set(read_slips())


def test_levels_at_one_table_share_their_kernels() -> None:
    """For any number of them: one policy is compiled, and the slips are numbers."""
    seated = [find_policy(name, SIXTO, 2) for name in ("level-1", "level-4", "steady", "mirror-6.5", "level-7")]
    policies, codes, slips = seat_policies(seated)
    assert policies == (find_policy("steady", SIXTO, 2),) and codes.tolist() == [0] * 5
    assert slips[0] > slips[1] > slips[3] > 0 and slips[2] == slips[4] == 0


def test_a_level_needs_what_its_model_needs() -> None:
    match = paperdice.Match(SIXTO, 2)
    needed = [warm_up_of(match.raw, name).bot for name in ("level-2", "mirror-3.3", "level-8", "casual")]
    assert needed == ["steady", "steady", "expert", "casual"]


def test_whole_matches_of_levels_are_compiled_and_can_be_replayed() -> None:
    setup = Setup("sixto", 2, ("level-2", "level-6"), seed=3)
    assert is_compiled(setup) and is_policy("level-7") and not is_policy("level-8")
    results = play_block(setup, 0, 40)
    assert results.tobytes() == play_block(setup, 0, 40).tobytes()
    assert replay(setup, 7).scores == tuple(results[7]["scores"][:2].tolist())


def test_a_level_at_the_table_is_the_same_for_the_same_seed() -> None:
    """It plays legal moves, not always those of `steady`."""
    match = paperdice.Match(SIXTO, 2)
    dice = paperdice.SeededDice(8)
    one, twin, steady = (paperdice.make_bot(name, SIXTO, seed=5) for name in ("level-1", "level-1", "steady"))
    n_slips = 0
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
            continue
        for seat in match.acting:
            view = paperdice.view_of(match, seat)
            move = one.choose(view)
            assert move == twin.choose(view) and move in view["choices"]
            n_slips += move != steady.choose(view)
            match.play(seat, move)
    assert n_slips > 10


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(paperdice.UnknownBotError, match="unknown bot 'level-9'"):
        check_bot("level-9", SIXTO)
    check_bot("mirror-3.5", SIXTO)


def test_a_mirror_rises_after_wins_and_falls_after_losses() -> None:
    """The same steps as on the page, `web/test/mirror.test.ts`."""
    steps = [mirror_level([1.0, 1.0, 0.0, 1.0][:number]) for number in range(5)]
    assert steps == pytest.approx([4, 5, 5.8, 5.8 - 2 / 3, 5.8 - 2 / 3 + 4 / 7])
    assert mirror_level([1.0] * 50) == 8 and mirror_level([0.0] * 50) == 1
    assert mirror_level([0.5] * 9) == 4


@pytest.mark.parametrize("person", [2.0, 4.5, 6.0])
def test_against_a_mirror_every_second_match_is_won(person: float) -> None:
    """In any match: the mirror adapts, so that 300 matches are won and lost about equally often."""
    sheets, steady = [SIXTO.sheets["A"]] * 2, find_policy("steady", SIXTO, 2)
    own = steady.slipping("person", find_slip("sixto", person))
    taken: list[float] = []
    for number in range(320):
        level = mirror_level(taken)
        mirror = steady.slipping("mirror", find_slip("sixto", level))
        taken.append(float(win_shares(Playout(SIXTO, sheets, [own, mirror]).play(2, number, 1), 2)[0, 0]))
    assert sum(taken[20:]) / 300 == pytest.approx(0.5, abs=0.07)
    assert mirror_level(taken) == pytest.approx(person, abs=1.5)
