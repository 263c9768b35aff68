"""The docs are written in short sentences."""

import re
from pathlib import Path
from statistics import median

import pytest

from tests.project.test_docs import PAGES, name_of

LONGEST_MEDIAN = 18
LONGEST_SENTENCE = 45
NOT_PROSE = re.compile(r"^```.*?^```|^<!--.*?-->|^\|.*?$|^#.*?$|^\s*!\[.*?\]\(.*?\)\s*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
START = re.compile(r"^\s*(?:[-*]|\d+\.) ", re.MULTILINE)
END = re.compile(r"(?<=[.!?])[)*]*\s+|\n")


def find_sentences(text: str) -> list[str]:
    """Return the sentences of a page, excluding code, tables and headings; the end of a list item also ends a
    sentence.
    """
    prose = START.sub("", NOT_PROSE.sub("", text))
    prose = LINK.sub(r"\1", CODE.sub("code", prose))
    return [sentence.strip() for sentence in END.split(prose) if len(sentence.split()) > 1]


def count_words(sentence: str) -> int:
    return len(re.findall(r"\w[\w'’,.-]*", sentence))


def test_sentences_are_found() -> None:
    text = "# Head\n\nOne two. Three `a b c` four!\n\n- [five six](x.md): seven\n\n| a | b |\n\n```sh\nnot this.\n```\n"
    assert find_sentences(text) == ["One two.", "Three code four!", "five six: seven"]
    assert [count_words(sentence) for sentence in find_sentences(text)] == [2, 3, 3]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_sentences_are_short(page: Path) -> None:
    counts = [count_words(sentence) for sentence in find_sentences(page.read_text("utf-8"))]
    assert median(counts) <= LONGEST_MEDIAN


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_sentence_goes_on_and_on(page: Path) -> None:
    sentences = find_sentences(page.read_text("utf-8"))
    assert [sentence for sentence in sentences if count_words(sentence) > LONGEST_SENTENCE] == []
