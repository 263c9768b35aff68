"""The pages are written in short sentences."""

import re
from pathlib import Path
from statistics import median

import pytest

from tests.test_docs import PAGES, ROOT, name_of

LONGEST_MEDIAN = 18
LONGEST_SENTENCE = 45
NOT_PROSE = re.compile(
    r"^```.*?^```|^<!--.*?-->|^\|.*?$|^#.*?$|^\s*!\[.*?\]\(.*?\)\s*$", re.MULTILINE | re.DOTALL
)
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
START = re.compile(r"^\s*(?:[-*]|\d+\.) ", re.MULTILINE)
END = re.compile(r"(?<=[.!?])[)*]*\s+|\n")


def find_sentences(text: str) -> list[str]:
    """The sentences of a page without its code, tables and headings; a line of a list ends one too."""
    prose = START.sub("", NOT_PROSE.sub("", text))
    prose = LINK.sub(r"\1", CODE.sub("code", prose))
    return [sentence.strip() for sentence in END.split(prose) if len(sentence.split()) > 1]


def count_words(sentence: str) -> int:
    return len(re.findall(r"\w[\w'’,.-]*", sentence))
