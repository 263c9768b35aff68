"""Every reason in the code has a sentence in every language of the page."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "src" / "paperdice" / "texts"
GIVEN = re.compile(r'\b(?:Reason|refuse|_refuse)\(\s*"([a-z_]+)"|\bsheet_error\(.*"(sheet_[a-z_]+)"')
NAMED = {"too_many": "too_many_", "unknown": "unknown_"}
# Reasons for programmers and commands, which the page never gets.
NOT_ON_THE_PAGE = {"broken_table"}


def reasons_in_the_code() -> set[str]:
    """Return every reason id that occurs in the code."""
    found: set[str] = set()
    for path in (ROOT / "src" / "paperdice").rglob("*.py"):
        code = path.read_text("utf-8")
        found |= {reason for each in GIVEN.findall(code) for reason in each if reason}
        for call, prefix in NAMED.items():
            found |= {prefix + what for what in re.findall(rf'\b{call}\("([a-z]+)"\)', code)}
    return found - NOT_ON_THE_PAGE


def sentences(language: str) -> set[str]:
    """Return every id that has a sentence: refusals, and the coach's reasons."""
    texts = [tomllib.loads(path.read_text("utf-8")) for path in (TEXTS / language).glob("*.toml")]
    return {reason for text in texts for table in ("reasons", "why") for reason in text.get(table, {})}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_reason_has_a_sentence(language: str) -> None:
    given = reasons_in_the_code()
    assert {"stale_step", "too_many_tables", "unknown_table", "sheet_twice"} <= given
    given |= {f"sheet_wants_{kind}" for kind in ("str", "list", "bool", "dict", "int")}
    assert given - sentences(language) == set()
