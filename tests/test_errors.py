"""What is not installed is said in one sentence with the command that installs it."""

import importlib
import sys

import pytest

from paperdice import MissingExtraError, PaperdiceError
from paperdice.errors import needs


def test_a_missing_package_is_one_sentence_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError) as refused, needs("Parquet", "paperdice[plot]"):
        importlib.import_module("pyarrow")
    assert str(refused.value) == "Parquet needs pyarrow, which is not installed: pip install 'paperdice[plot]'"
    assert isinstance(refused.value, PaperdiceError)
    assert isinstance(refused.value, ImportError)
    assert refused.value.__suppress_context__


def test_a_package_that_is_there_is_given() -> None:
    with needs("JSON", "json"):
        import json
    assert json.loads("[1]") == [1]


def test_a_package_that_does_not_say_its_name_is_told_too() -> None:
    with pytest.raises(MissingExtraError, match=r"^a store needs a package, .* pip install x$"), needs("a store", "x"):
        raise ImportError("no pq wrapper available")


def test_a_mistake_of_our_own_is_no_missing_package() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"paperdice\.nothing") as raised, needs("nothing", "nothing"):
        importlib.import_module("paperdice.nothing")
    assert not isinstance(raised.value, PaperdiceError)
