"""docs/public-names.md lists the names that other programs may rely on, and all of them exist."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import paperdice
from paperdice import Match

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "public-names.md").read_text("utf-8")
LISTED = {
    room: re.findall(r"`(\w+)`", names) for room, names in re.findall(r"(?m)^\| `(paperdice[\w.]*)` \| (.*) \|$", PAGE)
}
NOT_PUBLIC = {"raw", "snapshot", "at", "after"}
# Names that only hosts of matches and pads need, from the protocol `MatchLike`.
FOR_HOSTS = {
    "active_at",
    "check_entry",
    "correct_work",
    "enter",
    "entered",
    "entries",
    "has_dice",
    "is_closing",
    "is_waiting",
    "n_entries",
    "own_cells",
    "pass_cost",
    "pending",
    "reasons",
    "seek_choices",
    "take_notes",
    "walk_history",
    "walk_work",
}


def test_the_page_lists_what_the_package_exports() -> None:
    assert sorted(LISTED["paperdice"]) == sorted(paperdice.__all__)


@pytest.mark.parametrize("room", LISTED)
def test_every_public_name_is_there(room: str) -> None:
    module = import_module(room)
    assert [name for name in LISTED[room] if not hasattr(module, name)] == []


def test_the_environments_export_what_the_page_lists() -> None:
    assert sorted(LISTED["paperdice.envs"]) == sorted(import_module("paperdice.envs").__all__)


def test_the_library_page_tells_everything_a_match_offers() -> None:
    section = (DOCS / "notation.md").read_text("utf-8").split("## A match")[1].split("\n## ")[0]
    told = {name for cell in re.findall(r"(?m)^\| (`.*?) \|", section) for name in re.findall(r"`(\w+)[`(]", cell)}
    assert told == {name for name in (*dir(Match), "headers") if not name.startswith("_")} - NOT_PUBLIC - FOR_HOSTS


def test_every_public_name_is_in_the_reference() -> None:
    """Every public name needs an entry on a page of docs/api."""
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "api").glob("*.md"))
    entries = re.findall(r"(?m)^\.\. (?:auto\w+|py:data):: paperdice(?:\.\w+)*\.(\w+)$", pages)
    assert sorted(entries) == sorted({name for names in LISTED.values() for name in names})
