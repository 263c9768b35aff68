"""The wording check reports what `tests/wording.toml` refuses, and nothing else."""

from pathlib import Path

import pytest

from tests.runner.groups import ROOT
from tests.runner.wording import (
    FUNCTIONS,
    PAGES,
    Refused,
    Text,
    breaches,
    list_files,
    page_texts,
    python_texts,
    read_wording,
    script_texts,
)

EXCEPTIONS, REFUSED = read_wording()


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused.example)
def test_a_pattern_refuses_its_example(refused: Refused) -> None:
    assert refused.find(refused.example) is not None


def test_the_whole_repository_is_checked() -> None:
    files = list_files()
    assert {ROOT / name for name in ("do", "README.md", "hatch_build.py", "tests/project/test_wording.py")} <= set(
        files
    )
    assert list_files([ROOT / "tests" / "project" / "test_wording.py"]) == [Path(__file__).resolve()]


def test_every_exception_is_needed() -> None:
    checked = list_files()
    assert [file for file in EXCEPTIONS if file not in checked] == []
    clean = [file for file in EXCEPTIONS if not any(breaches(file.read_text("utf-8"), file.suffix, REFUSED))]
    assert clean == [], "remove these files from the exceptions in tests/wording.toml"


def test_docstrings_and_comments_of_python_are_found() -> None:
    source = '"""Top."""\nx = "# no"  # One\n# two\ndef f():\n    """Deep\n    words."""\n'
    assert sorted(python_texts(source), key=lambda text: text.line) == [
        Text(1, "Top."),
        Text(2, "One two"),
        Text(5, "Deep\nwords.", FUNCTIONS),
    ]


def test_comments_of_typescript_are_found() -> None:
    source = "/** Top.\n * More. */\nconst x = 'http://no' // One\n// two\n"
    found = [(text.line, " ".join(text.words.split())) for text in script_texts(source)]
    assert found == [(1, "Top. More."), (3, "One two")]


def test_pages_are_read_without_their_code() -> None:
    texts = list(page_texts("# Head\n```sh\nthe own\n```\n- a `the own` b\n"))
    assert [text.words for text in texts] == ["Head", "", "", "", "a code b"]
    assert {text.scope for text in texts} == {PAGES}


def test_headings_of_pages_may_be_questions() -> None:
    assert list(breaches("## What it costs\n", ".md", REFUSED)) == []
    assert len(list(breaches("# What it costs\nx = 1\n", ".py", REFUSED))) == 1


def test_a_breach_names_line_words_and_reason() -> None:
    source = 'def f():\n    """Gives the\n    own seat."""\n'
    found = list(breaches(source, ".py", REFUSED))
    assert [breach[:18] for breach in found] == ["2: 'Gives': start ", "2: 'the own': `own"]
    assert list(breaches('"""Tells apart by class names."""\n', ".py", REFUSED)) == []
