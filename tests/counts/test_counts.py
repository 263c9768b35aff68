"""Every counted question, asked again of the library."""

import pytest

import paperdice

from .library import answer_question
from .questions import Question, load_questions

SLOW = {"all rolls", "sums", "tree"}


def as_case(question: Question) -> object:
    """A question as a case with a readable name; those over all rolls or whole trees take seconds."""
    marks = [pytest.mark.slow] if question.ask in SLOW else []
    return pytest.param(question, id=f"{question.game}: {question.what}", marks=marks)


@pytest.mark.parametrize("question", [as_case(question) for question in load_questions()])
def test_the_library_counts_the_same(question: Question) -> None:
    """A failure prints the count by first move, or by first throw for a whole tree."""
    numbers, parts = answer_question(question)
    by_first = "\n".join(f"{text}: {number}" for text, number in sorted(parts.items()))
    assert numbers == question.numbers, f"stated from: {question.origin}\n{by_first}"


def test_every_game_is_counted() -> None:
    """Each game has choices, lines, a whole tree and a stated origin for every number."""
    questions = load_questions()
    for game in paperdice.GAMES:
        assert {"choices", "lines", "tree"} <= {question.ask for question in questions if question.game == game.name}
    assert all(question.origin for question in questions)
