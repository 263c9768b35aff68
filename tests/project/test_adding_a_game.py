"""Every game is registered in all places that docs/adding-a-game.md names, and missing ones are detected."""

import re
from pathlib import Path

import pytest

import paperdice
from paperdice.game import Display, Game, Notation, Rules
from paperdice.texts import LANGUAGES, read_texts

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")

# Lists that are not generated from GAMES, and the entry of a game in them.
ENTRIES = {
    "tests/oracle/counting.py": '"{game}": ',
    "tests/oracle/test_agreement.py": '"{game}"',
    "src/paperdice/bots/registry.py": '"{game}": ',
    "src/paperdice/texts/en/page.toml": "[learn.{game}]",
    "src/paperdice/texts/fr/page.toml": "[learn.{game}]",
    "src/paperdice/texts/de/page.toml": "[learn.{game}]",
    "tests/project/test_palette.py": '"{game}": ',
    "docs/index.md": "(games/{game}.md)",
    "docs/notation.md": "| {game} | ",
    "docs/check_dice.py": '"{game}": ',
    "docs/pictures/make.py": '"{game}": ',
    "src/paperdice/arena/solution.py": '"{game}": ',
}


# Longo shares the bots of the Qwixx family, and nothing of it is solved.
SHARED = {"longo": ("src/paperdice/bots/longo/", "train/longo.py", "src/paperdice/arena/solution.py")}


def missing_places(game: str) -> list[str]:
    """Return the files and list entries that are missing for a game, according to the docs."""
    left_out = SHARED.get(game, ())
    named = [path.replace("<game>", game) for path in re.findall(r"`([\w.-]+/[\w./-]*<game>[\w./-]*)`", PAGE)]
    missing = [path for path in named if not (ROOT / path).exists()]
    missing += [
        path for path, entry in ENTRIES.items() if entry.format(game=game) not in (ROOT / path).read_text("utf-8")
    ]
    return [path for path in missing if not path.startswith(left_out)]


@pytest.mark.parametrize("game", [game.name for game in paperdice.GAMES])
def test_every_game_stands_in_all_its_places(game: str) -> None:
    assert missing_places(game) == []


def test_a_game_that_stands_nowhere_is_noticed() -> None:
    """Folders, tests, counts, records, rulings, bots, page and docs are all reported as missing for a fifth game."""
    assert missing_places("fifth") == [
        "src/paperdice/games/fifth/RULES.md",
        "src/paperdice/games/fifth/sheets/",
        "src/paperdice/games/fifth/rules.py",
        "src/paperdice/games/fifth/notation.py",
        "src/paperdice/games/fifth/display.py",
        "src/paperdice/games/fifth/__init__.py",
        "tests/games/test_fifth.py",
        "tests/oracle/fifth.py",
        "tests/oracle/test_oracle_fifth.py",
        "tests/counts/fifth.counts",
        "tests/golden/fifth-1.record",
        "tests/golden/fifth-2.record",
        "src/paperdice/bots/fifth/",
        "train/fifth.py",
        "web/src/games/fifth/",
        "web/src/games/fifth/table.tsx",
        "web/src/games/fifth/learn.ts",
        "web/src/games/fifth/styles.css",
        "docs/games/fifth.md",
        *ENTRIES,
    ]


@pytest.mark.parametrize("path", ENTRIES)
def test_the_page_names_every_list(path: str) -> None:
    assert f"`{path}`" in PAGE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", paperdice.GAMES, ids=lambda game: game.name)
def test_phases_and_ends_have_words_in_every_language(game: Game, language: str) -> None:
    texts = read_texts(language)
    assert [phase for phase in game.phases if not texts["phases"].get(phase)] == []
    assert [end for end in game.end_reasons if not texts["ends"].get(end)] == []


@pytest.mark.parametrize("game", [game.name for game in paperdice.GAMES])
def test_every_ruling_names_its_test(game: str) -> None:
    """Every ruling is a line of the table in RULES.md and names an existing test."""
    text = (ROOT / "src" / "paperdice" / "games" / game / "RULES.md").read_text("utf-8")
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / "games").glob(f"test_{game}*.py"))
    named = re.findall(r"`(test_\w+)`", text)
    assert named and [name for name in named if f"def {name}(" not in tests] == []


@pytest.mark.parametrize(("file", "protocol"), [("rules", Rules), ("notation", Notation), ("display", Display)])
def test_the_page_lists_what_a_module_offers(file: str, protocol: type) -> None:
    """The functions are listed in a table under a separate heading, as in the protocol."""
    section = PAGE.split(f"## What `{file}.py` has to offer")[1].split("\n## ")[0]
    listed = {name for line in re.findall(r"(?m)^\| (`.*?) \|", section) for name in re.findall(r"`(\w+)`", line)}
    functions = {name for name, value in vars(protocol).items() if callable(value) and not name.startswith("_")}
    constants = {name for name, value in vars(protocol).items() if isinstance(value, property)}
    assert functions <= listed <= functions | constants
