"""The coach: every choice has its value and a reason, the best is first, and nothing secret is used."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise

import pytest

from paperdice import GAMES, Match, RecordError, SetupError, UnknownBotError, WrongSeatError, find_game, read_position
from paperdice.position import Position, parse_position
from paperdice.study import AdviceView, CancelledError, advise
from paperdice.study.worker import StudyRequest, answer_study
from paperdice.texts import LANGUAGES, read_texts
from paperdice.workers.readiness import WarmUp
from tests.sampling import sample

PlayMatch = Callable[..., Match]
ROLLS = {
    "qwixx": "w4 w1 r2 y6 g3 b6",
    "twenty_one": "w4 k1 r1 y4 g2 b3",
    "qwantum": "w3 r1 r2 b4 p3 b6 y5",
    "sixto": "r4 o1 y6 g2 b3 p5",
}
# Each game is evaluated with a single model, shared with other tests: each further one takes seconds to compile.
AGAINST = {"qwantum": ["casual"]}
FIELDS = {"game", "seat", "turn", "phase", "unit", "best", "evaluator", "seconds", "choices"}
# Seat 0 has three misses and 36 points for eight red marks: passing ends the match at 16 to 6.
AHEAD = "qwixx 7 color 0 w4 w1 r2 y6 g3 b6 | classic 11111111/-/-/- 3 | classic 111/-/-/- 0"


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample(ROLLS, 0, always=["qwixx", "qwantum", "sixto"]))
def test_every_choice_is_told_best_first(game: str) -> None:
    match = Match(find_game(game), 2)
    match.throw(ROLLS[game])
    advice = advise(match, match.acting[0], samples=0, against=AGAINST.get(game, ()))
    assert FIELDS <= set(advice)
    assert {choice["move"] for choice in advice["choices"]} == set(match.choices(match.acting[0]))
    assert advice["best"] == advice["choices"][0]["move"]
    assert advice["unit"] == "chance"
    values = [choice["value"] for choice in advice["choices"][1:]]
    assert values == sorted(values, reverse=True)
    assert all(choice["why"].endswith(".") and "{" not in choice["why"] for choice in advice["choices"])
    assert json.loads(json.dumps(advice)) == advice


def test_a_player_who_can_win_at_once_wins() -> None:
    """Passing is the fourth miss, which ends and wins the match; all other choices leave the match open."""
    advice = advise(read_position(AHEAD), 0, samples=16)
    first = advice["choices"][0]
    assert (first["move"], first["value"], first["margin"]) == ("-", 1.0, 10.0)
    assert first["reasons"][0] == {"id": "miss", "rule": "", "params": {"cost": 5, "nth": 4, "of": 4}}


def test_a_worker_parses_the_position_of_a_request_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = list[str]()
    monkeypatch.setattr(WarmUp, "is_done", lambda *_: True)

    def count(text: str) -> Position:
        parsed.append(text)
        return parse_position(text)

    monkeypatch.setattr("paperdice.match.parse_position", count)
    request: StudyRequest = {"study": "advice", "text": AHEAD, "samples": 16, "within": 60.0, "seat": 0}
    answer = answer_study({**request, "language": "en"})
    assert (answer["advice"]["best"], parsed) == ("-", [AHEAD])


def test_later_answers_know_more_and_say_so() -> None:
    steps: list[AdviceView] = []
    match = read_position(AHEAD)
    last = advise(match, 0, samples=64, on_step=steps.append)
    assert [step["samples"] for step in steps] == [0, 16, 32, 64]
    assert steps[-1] == last
    for before, after in pairwise(steps):
        assert (after["knows_more"] is not None) == (after["best"] != before["best"])


def test_sealed_moves_of_others_are_not_known() -> None:
    match = Match(find_game("qwixx"), 2)
    match.throw("w4 w1 r2 y6 g3 b6")
    before = advise(match, 0, samples=16)
    match.play(1, "b5")
    after = advise(match, 0, samples=16)
    assert before["choices"] == after["choices"]


def test_an_earlier_turn_tells_what_was_played(play_match: PlayMatch) -> None:
    match = play_match("qwixx", ["steady", "random"])
    advice = advise(match, 1, turn=2, phase="color", samples=0)
    assert (advice["turn"], advice["phase"]) == (2, "color")
    assert advice["played"] in [choice["move"] for choice in advice["choices"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_sentences_in_every_language(language: str) -> None:
    match = read_position(AHEAD)
    advice = advise(match, 0, samples=0, language=language)
    assert all("{" not in choice["why"] for choice in advice["choices"])
    texts = read_texts(language, "study")
    english = read_texts("en", "study")
    assert {part: sorted(words) for part, words in texts.items()} == {
        part: sorted(words) for part, words in english.items()
    }


def test_advice_can_be_cancelled() -> None:
    with pytest.raises(CancelledError):
        advise(read_position(AHEAD), 0, samples=16, cancelled=lambda: True)


def test_what_cannot_be_advised_is_refused_with_its_place(play_match: PlayMatch) -> None:
    match = play_match("qwixx", ["steady", "random"])
    with pytest.raises(RecordError, match="no turn 99: its turns are 1 to"):
        advise(match, 0, turn=99)
    with pytest.raises(WrongSeatError, match="no seat 7"):
        advise(match, 7, turn=1)
    with pytest.raises(WrongSeatError, match="seat 1 decides nothing in turn 1 in the color phase"):
        advise(match, 1, turn=1, phase="color")
    with pytest.raises(WrongSeatError, match="seat 0 decides nothing in the roll phase of turn 1"):
        advise(Match(GAMES[0], 2), 0)
    with pytest.raises(UnknownBotError):
        advise(match, 0, turn=1, against=["nobody"])
    with pytest.raises(SetupError, match="a study cannot assume expert"):
        advise(match, 0, turn=1, against=["expert"])
    with pytest.raises(SetupError, match="3 bots are named for 2 seats"):
        advise(match, 0, turn=1, against=["casual"] * 3)


def test_the_evaluator_states_what_was_measured_of_it() -> None:
    """In Sixto, samples are played to the end; the error of a choice is never smaller than the bias."""
    match = Match(find_game("sixto"), 2)
    match.throw(ROLLS["sixto"])
    quick, longer = advise(match, 0, samples=0), advise(match, 0, samples=2)
    assert (quick["evaluator"], quick["bias"]) == ("steady, network, version 5", 0.069)
    assert (longer["evaluator"], longer["bias"]) == ("steady, 2 playouts, version 5", 0.027)
    assert all(choice["error"] >= longer["bias"] for choice in longer["choices"])


def test_of_choices_of_equal_worth_the_largest_margin_comes_first() -> None:
    """Four playouts, each won or lost, leave several choices with the same value, so the margin decides."""
    match = Match(find_game("sixto"), 2)
    match.throw(ROLLS["sixto"])
    match.play(0, "keep")
    advice = advise(match, 0, samples=4)
    tied = [choice["margin"] for choice in advice["choices"] if choice["value"] == advice["choices"][0]["value"]]
    assert len(tied) > 1
    assert tied == sorted(tied, reverse=True)
