"""Duels rotate the seats, use the same dice for every seating, and report shares with correct errors."""

import numpy as np
import pytest

import paperdice
from paperdice.arena.blocks import replay
from paperdice.arena.engines import Threads
from paperdice.arena.results import DuelResult
from paperdice.arena.run import play_duel
from paperdice.arena.statistics import Duel, DuelStanding, Outcome, outcomes_of
from paperdice.errors import SetupError
from paperdice.fast.playout import result_type

WEAK, STRONG = "random", "casual"


def group_of(duel: Duel, *scores: tuple[int, ...]) -> list[Outcome]:
    """Return a group with these scores; A has seat 0 in the first match, and seat 1 in the second."""
    results = np.zeros(len(scores), result_type(paperdice.find_game(duel.game)))
    for result, points in zip(results, scores, strict=True):
        result["scores"][: len(points)] = points
    return [outcomes_of(results[seat : seat + 1], seat, duel.seats)[0] for seat in range(len(scores))]


def test_a_duel_counts_what_happened() -> None:
    standing = DuelStanding(Duel((STRONG, WEAK), "qwixx"))
    standing.add(group_of(standing.duel, (50, 40), (30, 60)))
    standing.add(group_of(standing.duel, (20, 20), (45, 15)))
    told = DuelResult.of(standing)
    assert (told.matches, told.wins, told.ties) == (4, (2, 1), 1)
    assert told.share == (2 + 0.5) / 4
    assert told.mean_margin == (10 + 30 + 0 - 30) / 4
    assert told.mean_scores == ((50 + 60 + 20 + 15) / 4, (40 + 30 + 20 + 45) / 4)
    groups = np.array([1.0, 0.25])
    assert told.error == pytest.approx(groups.std(ddof=1) / np.sqrt(2))


def test_one_against_several_wins_only_alone() -> None:
    """A shared win counts half; the margin is the difference from the best opponent."""
    standing = DuelStanding(Duel((STRONG, WEAK), "qwixx", seats=3))
    standing.add(group_of(standing.duel, (30, 10, 20), (30, 30, 10), (30, 5, 20)))
    told = DuelResult.of(standing)
    assert (told.wins, told.ties, told.share) == ((1, 1), 1, 0.5)
    assert told.mean_margin == (10 + 0 - 10) / 3
    assert told.fair_share == 1 / 3


@pytest.mark.parametrize(("seats", "matches"), [(2, 1), (2, 501), (3, 100), (3, 1000)])
def test_exactly_so_many_matches_are_played(seats: int, matches: int) -> None:
    told = play_duel(Duel((STRONG, WEAK), "qwixx", seats), matches)
    assert told.matches == sum(told.wins) + told.ties == matches


def test_a_bot_against_itself_has_a_share_of_one_half() -> None:
    """With the same dice for both seatings, each bot has the better seat once."""
    told = play_duel(Duel((STRONG, STRONG), "qwixx", seed=4), 200)
    assert (told.share, told.error, told.mean_margin) == (0.5, 0.0, 0.0)
    assert told.wins[0] == told.wins[1]


def test_the_matches_are_those_of_the_seatings() -> None:
    duel = Duel((STRONG, WEAK), "qwixx", seed=9)
    standing = play_duel(duel, 20)
    matches = [(seat, replay(duel.seating(seat), number)) for number in range(10) for seat in (0, 1)]
    won = sum(match.winners == (seat,) for seat, match in matches)
    tied = sum(len(match.winners) == 2 for _, match in matches)
    assert (standing.wins[0], standing.ties) == (won, tied)


def test_threads_change_nothing_and_the_stronger_wins() -> None:
    duel = Duel((STRONG, WEAK), "qwixx", seed=1)
    one, two = (play_duel(duel, 2000, engine=Threads(n)) for n in (1, 2))
    assert one == two
    assert one.interval[0] > 0.9


def test_the_error_is_that_of_many_duels() -> None:
    """The standard deviation of shares over duels with different seeds equals the reported error."""
    told = [play_duel(Duel((STRONG, WEAK), "qwixx", seed=seed), 200) for seed in range(40)]
    spread = float(np.std([one.share for one in told], ddof=1))
    assert spread == pytest.approx(np.mean([one.error for one in told]), rel=0.35)


@pytest.mark.parametrize(
    ("duel", "sentence"),
    [
        ({"bots": ("nobody", WEAK)}, "unknown bot 'nobody'"),
        ({"bots": (WEAK, WEAK), "seats": 1}, "a duel needs at least two seats, not 1"),
        ({"bots": (WEAK, WEAK), "seats": 9}, "qwixx takes 1 to 5 seats, not 9"),
    ],
)
def test_a_wrong_duel_is_refused(duel: dict[str, object], sentence: str) -> None:
    with pytest.raises(paperdice.PaperdiceError) as refusal:
        Duel(game="qwixx", **duel)  # type: ignore[arg-type]  # invalid on purpose
    assert sentence in str(refusal.value)


def test_a_duel_has_at_least_one_match() -> None:
    with pytest.raises(SetupError, match="at least one match, not 0"):
        play_duel(Duel((WEAK, WEAK), "qwixx"), 0)
