"""The review: its terms add up, it is deterministic, and it only uses what a seat could know."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import numpy as np
import pytest

from paperdice import GAMES, Match, find_game, read_position, read_record
from paperdice.study import CancelledError, ReviewView, review
from paperdice.study.ledger import judge, mean_error
from paperdice.study.reviewing import make_evaluator
from paperdice.study.text import decision_text, review_text
from paperdice.texts import LANGUAGES
from tests.sampling import sample
from tests.study.test_coach import AHEAD

PlayMatch = Callable[..., Match]
NAMES = [game.name for game in GAMES if game.name in ("qwixx", "twenty_one", "qwantum", "sixto")]


def check_sums(found: ReviewView) -> None:
    """Check that the separately computed terms add up to the result, for each seat and each turn."""
    for seat in found["seats"]:
        for part in ("luck", "own_loss", "others", "correction"):
            assert seat[part] == pytest.approx(sum(turn[part] for turn in seat["turns"]), abs=1e-9)
        gained = seat["luck"] - seat["own_loss"] + seat["others"] + seat["correction"]
        assert seat["final"] - seat["initial"] == pytest.approx(gained, abs=1e-9)
        assert all(one["loss"] >= 0 for turn in seat["turns"] for one in turn["decisions"])
    if found["unit"] == "chance":
        for moment in found["moments"]:
            assert sum(moment["values"]) == pytest.approx(1, abs=1e-9)


TABLES = [*((game, seats) for game in NAMES for seats in (1, 2)), ("twenty_one", 3), ("sixto", 3), ("qwantum", 4)]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("game", "seats"), sample(TABLES, 0, always=[("qwixx", 1), ("qwixx", 2), ("twenty_one", 1), ("sixto", 3)])
)
def test_the_parts_add_up(game: str, seats: int, play_match: PlayMatch) -> None:
    """Random play loses much, so the effect of the others is large; in solo there are no others."""
    match = play_match(game, ["random", "casual", "random", "casual"][:seats], turns=4)
    found = review(match, samples=0, seed=seats)
    check_sums(found)
    assert len(found["seats"]) == seats
    if seats == 1:
        assert found["seats"][0]["others"] == pytest.approx(0, abs=1e-9)


def test_the_parts_add_up_with_a_network_and_with_samples(play_match: PlayMatch) -> None:
    match = play_match("qwixx", ["steady", "random"])
    quick, longer = review(match, samples=0), review(match, samples=64)
    check_sums(quick)
    check_sums(longer)
    assert quick["seats"][1]["own_loss"] > 0.1 > quick["seats"][0]["own_loss"]
    assert quick["evaluator"] == "steady, network, version 5"
    assert longer["evaluator"] == "steady, 64 samples, version 5"


def test_what_one_seat_loses_to_steady_the_other_gets(play_match: PlayMatch) -> None:
    """With two seats the chances add up to one."""
    first, second = review(play_match("qwixx", ["steady", "random"]), samples=0)["seats"]
    assert first["luck"] == pytest.approx(-second["luck"], abs=1e-9)
    assert first["others"] == pytest.approx(second["own_loss"], abs=0.02)


def test_the_same_record_seed_and_budget_give_the_same_review(play_match: PlayMatch) -> None:
    match = play_match("qwixx", ["steady", "random"])
    again = read_record(match.record())
    found = [review(each, samples=16, seed=3) for each in (match, again)]
    for each in found:
        each["seconds"] = 0.0
    assert json.dumps(found[0]) == json.dumps(found[1])
    assert review(match, samples=16, seed=4)["seats"][0]["initial"] != found[0]["seats"][0]["initial"]


def test_a_review_tells_its_progress_and_can_be_cancelled(play_match: PlayMatch) -> None:
    match = play_match("twenty_one", ["casual"], turns=4)
    told: list[tuple[int, int]] = []
    review(match, progress=lambda done, total: told.append((done, total)))
    n_steps = told[-1][1]
    assert told == [(done, n_steps) for done in range(n_steps + 1)]
    with pytest.raises(CancelledError):
        review(match, cancelled=lambda: len(told) > 0)


def test_a_match_that_goes_on_is_reviewed_as_far_as_it_is_resolved(play_match: PlayMatch) -> None:
    """A move that another seat has sealed changes nothing."""
    match = play_match("qwixx", ["steady", "random"], turns=3)
    match.throw("w4 w1 r2 y6 g3 b6")
    before = review(match, samples=0)
    match.play(1, match.choices(1)[-1])
    after = review(match, samples=0)
    check_sums(before)
    assert not before["is_over"]
    assert before["seats"] == after["seats"]


def test_a_match_nobody_has_played_has_nothing_to_review() -> None:
    match = Match(GAMES[0], 2)
    found = review(match, samples=0)
    assert [seat["turns"] for seat in found["seats"]] == [[], []]
    check_sums(found)


def test_a_decision_reads_as_a_sentence(play_match: PlayMatch) -> None:
    """A move that marks nothing is named in words."""
    found = review(play_match("qwixx", ["steady", "random"], turns=1), samples=0)
    told = [
        decision_text({**one, "best": "-", "move": "r5"}, "chance", "en")
        for one in found["seats"][0]["turns"][0]["decisions"]
    ]
    assert all(": passing instead of r5: " in line for line in told)


def test_a_loss_within_its_error_is_said_to_be_close(play_match: PlayMatch) -> None:
    """The label is not `fine`, since the loss is uncertain."""
    found = review(play_match("qwixx", ["steady", "random"], turns=1), samples=0)
    decision = found["seats"][0]["turns"][0]["decisions"][0]
    assert decision_text({**decision, "is_close": True}, "chance", "en").endswith(", too close to tell")
    assert decision_text({**decision, "is_close": False}, "chance", "en").endswith(", fine")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_can_be_read(language: str, play_match: PlayMatch) -> None:
    text = review_text(review(play_match("qwixx", ["steady", "random"]), samples=0), language)
    assert "Qwixx" in text and "{" not in text
    assert [line for line in text.splitlines() if language == "fr" and re.search(r"\S: ", line)] == []
    assert [line for line in text.splitlines() if language != "en" and re.search(r"\d\.\d", line)] == []


def test_a_decision_counts_also_if_all_but_one_choice_are_given_up() -> None:
    """Passing wins at once, and a quarter of the samples shows that no other choice comes close."""
    position = read_position(AHEAD).snapshot()
    evaluator = make_evaluator(position, samples=64)
    passed = position.game.notation.parse_move(position.state, "-")
    judged = judge(evaluator, position, 0, passed)
    assert (judged.best, judged.best_value, judged.loss, judged.is_forced) == (passed, 1.0, 0.0, False)


def test_few_playouts_that_agree_prove_little() -> None:
    """Sixteen won matches leave an error of 1/√(16·15); equal estimates leave none."""
    won = np.ones(16)
    assert mean_error(won, bias=0.0, grain=1.0) == pytest.approx(0.0645497, abs=1e-7)
    assert mean_error(won, bias=0.0, grain=0.0) == 0.0
    assert mean_error(np.array([0.0, 1.0]), bias=0.0, grain=0.0) == 0.5
    assert mean_error(np.array([0.0, 1.0]), bias=0.12, grain=0.0) == pytest.approx(0.5141984, abs=1e-7)


@pytest.mark.parametrize(("game", "samples", "grain"), [("sixto", 0, 0.0), ("sixto", 2, 1.0), ("longo", 0, 1.0)])
def test_samples_that_are_won_or_lost_say_so(game: str, samples: int, grain: float) -> None:
    assert make_evaluator(Match(find_game(game), 2).snapshot(), samples=samples).grain == grain
    assert make_evaluator(Match(find_game(game), 1).snapshot(), samples=samples).grain == 0.0
