"""Reasons as sentences: `sentences.json` contains them in every language, and `web/test/why.test.ts` reads it too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paperdice import read_position
from paperdice.errors import Reason
from paperdice.study.why import explain_move, say_why
from paperdice.texts import LANGUAGES, read_texts

SENTENCES = json.loads(Path(__file__).with_name("sentences.json").read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_make_the_sentence_that_is_written_down(language: str) -> None:
    for sentence in SENTENCES:
        reasons = [Reason(one["id"], one["params"]) for one in sentence["reasons"]]
        assert say_why(reasons, language) == sentence[language]


def test_every_reason_and_every_word_for_a_move_is_among_them() -> None:
    told = [one for sentence in SENTENCES for one in sentence["reasons"]]
    texts = read_texts("en", "study")
    assert {one["id"] for one in told} == set(texts["why"])
    assert set(texts["moves"]) <= {one["params"].get("move") for one in told}


def test_a_miss_that_the_star_makes_free_is_told_without_a_cost() -> None:
    match = read_position("qwixx 3 roll 0 | bonus-b -/.1/.......1/- 0 | bonus-b -/-/-/- 0")
    match.throw("w1 w1 r1 y1 g1 b1")
    (looming,) = explain_move(match.raw, 0, 0)
    assert (looming.id, looming.params) == ("miss_looms_free", {"nth": 1, "of": 4})
    for seat in match.acting:
        match.play(seat, "-")
    (due,) = explain_move(match.raw, 0, 0)
    assert (due.id, due.params) == ("miss_free", {"nth": 1, "of": 4})
