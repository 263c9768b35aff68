"""The examples on the page about simulations print the output that the page shows."""

import doctest
import re
from pathlib import Path

import pytest

from paperdice.arena import reports
from paperdice.fast.cache import cache_folder
from tests.sampling import sample

PAGE = Path(__file__).parents[2] / "docs" / "simulate.md"


@pytest.mark.sampled
def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest example, a duel of 200 matches, runs only in long test runs; `test_api.py` has a shorter one."""
    cache_folder()
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    examples = "\n".join(re.findall(r"(?ms)^```pycon\n(.*?)^```$", PAGE.read_text("utf-8")))
    assert examples.count(">>>") > 10
    test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
    costly = [example for example in test.examples if "duel(Hasty()" in example.source]
    assert len(costly) == 1
    test.examples = sample(test.examples, 0, always=[each for each in test.examples if each not in costly])
    told: list[str] = []
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert found.failed == 0, "".join(told)


def test_seats_are_counted_in_words() -> None:
    assert doctest.testmod(reports).failed == 0
