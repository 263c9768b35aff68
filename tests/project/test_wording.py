"""The wording check reports what `tests/wording.toml` refuses, and nothing else."""

import pytest

from tests.runner.wording import (
    FUNCTIONS,
    Refused,
    Text,
    breaches,
    list_files,
    page_texts,
    python_texts,
    read_wording,
    script_texts,
)

FOLDERS, REFUSED = read_wording()


@pytest.mark.parametrize("refused", REFUSED, ids=lambda refused: refused.example)
def test_a_pattern_refuses_its_example(refused: Refused) -> None:
    assert refused.find(refused.example) is not None


def test_every_folder_has_files() -> None:
    assert [folder for folder in FOLDERS if not list_files([folder])] == []


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
    texts = [text.words for text in page_texts("# Head\n```sh\nthe own\n```\n- a `the own` b\n")]
    assert texts == ["Head", "", "", "", "a code b"]


def test_a_breach_names_line_words_and_reason() -> None:
    source = 'def f():\n    """Gives the\n    own seat."""\n'
    found = list(breaches(source, ".py", REFUSED))
    assert [breach[:18] for breach in found] == ["2: 'Gives': start ", "2: 'the own': `own"]
    assert list(breaches('"""Tells apart by class names."""\n', ".py", REFUSED)) == []
