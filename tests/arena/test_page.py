"""What the page about many matches types into Python gives what the page shows."""

import doctest
import re
from pathlib import Path

import pytest

from paperdice.arena import result
from paperdice.fast.cache import cache_folder

PAGE = Path(__file__).parents[2] / "docs" / "simulate.md"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache_folder()
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    examples = "\n".join(re.findall(r"(?ms)^```pycon\n(.*?)^```$", PAGE.read_text("utf-8")))
    assert examples.count(">>>") > 10
    test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert found.failed == 0, "".join(told)


def test_seats_are_counted_in_words() -> None:
    assert doctest.testmod(result).failed == 0
