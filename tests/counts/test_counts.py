"""The library reproduces all counts."""

import pytest

import paperdice
from tests.sampling import sample

from .library import answer_question
from .questions import Question, load_questions

SLOW = {"all rolls", "sums", "tree"}


def as_case(question: Question) -> object:
    """Return a question as a test case with a readable name; those over all rolls or whole trees take seconds."""
    marks = [pytest.mark.slow] if question.ask in SLOW else []
    return pytest.param(question, id=f"{question.game}: {question.what}", marks=marks)


QUESTIONS = load_questions()
ASKED = sample(QUESTIONS, 0, always=[question for question in QUESTIONS if not question.large])


@pytest.mark.sampled
@pytest.mark.parametrize("question", [as_case(question) for question in ASKED])
def test_the_library_counts_the_same(question: Question) -> None:
    """A failure prints the counts by first move, or by first throw for a whole tree."""
    numbers, parts = answer_question(question)
    by_first = "\n".join(f"{text}: {number}" for text, number in sorted(parts.items()))
    assert numbers == question.numbers, f"stated from: {question.origin}\n{by_first}"


def test_every_game_is_counted() -> None:
    """Each game has counts of choices, lines and a whole tree, and each count states its origin."""
    for game in paperdice.GAMES:
        asked = {question.ask for question in QUESTIONS if question.game == game.name and not question.large}
        assert {"choices", "lines", "tree"} <= asked
    assert all(question.origin for question in QUESTIONS)
