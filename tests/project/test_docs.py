"""The docs are complete, their links work, and their examples run."""

import doctest
import re
from pathlib import Path

import pytest

import paperdice
from paperdice.cli import COMMANDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RULES = (ROOT / "src" / "paperdice" / "games").glob("*/RULES.md")
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md")]
PAGES = sorted([*TOP, *DOCS.rglob("*.md"), *RULES])
TYPED = (DOCS / "tutorial", DOCS / "how-to")  # with their commands, by tests/examples
HEADINGS = [
    *["Play", "Sheet", "Turn", "Marking", "Locks and misses", "End", "Score", "Notation", "Rulings"],
    "What is tested",
]
WORDS = [
    *["game", "match", "table", "seat", "player", "bot", "active", "turn", "phase", "die", "face", "roll", "reroll"],
    *["retired die", "sheet", "row", "cell", "column", "printed", "written", "mark", "skip", "strike", "hit"],
    *["ridge", "goal", "lock", "miss", "pass", "move", "resolve", "score", "tally", "standing", "view", "choices"],
    *["playout", "batch", "ruling", "record", "position", "notation", "display", "reason", "twin", "source"],
    *["command", "event", "notice", "message", "connection", "session", "lobby", "broadcast", "presence", "throttle"],
    *["policy", "feature", "network", "sample", "gradient", "prior", "rollout", "horizon", "racing", "budget"],
    *["value", "solved table", "question", "hazard", "target", "bound"],
]
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent not in TYPED], ids=name_of)
def test_the_python_examples_of_a_page_run(page: Path) -> None:
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    for number, example in enumerate(EXAMPLE.findall(page.read_text("utf-8")), 1):
        if ">>>" in example:
            test = doctest.DocTestParser().get_doctest(example, names, f"{page.name} {number}", str(page), 0)
            report: list[str] = []
            runner.run(test, out=report.append, clear_globs=False)
            assert not runner.failures, "".join(report)
            names.update(test.globs)
        else:
            exec(compile(example, str(page), "exec"), names)


def test_the_readme_has_an_example() -> None:
    assert ">>>" in "".join(EXAMPLE.findall((ROOT / "README.md").read_text("utf-8")))


def test_the_readme_fits_on_one_screen() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    targets = [target for target in LINK.findall(page.read_text("utf-8")) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_files_that_a_page_names_are_there(page: Path) -> None:
    """Paths are relative to the checkout or to the package."""
    named = re.findall(r"`((?:src|paperdice|tests|train|bench|web|docs)/[\w./-]+)`", page.read_text("utf-8"))
    files = [path for path in named if not re.search(r"-v\d$", path)]  # names of environments look similar
    assert [path for path in files if not (ROOT / path).exists() and not (ROOT / "src" / path).exists()] == []


def test_the_architecture_knows_where_to_look() -> None:
    """Each name is defined in the file given for it."""
    text = (DOCS / "architecture.md").read_text("utf-8")
    named = re.findall(r"(?m)^\| .* \| `([\w/]+\.py)` \| `(\w+)` \|$", text)
    assert len(named) > 10
    package = ROOT / "src" / "paperdice"
    defined = r"(?m)^\s*(?:(?:async )?def |class )?{}\b(?:[\[(:]| =)"
    absent = [(file, name) for file, name in named if not re.search(defined.format(name), (package / file).read_text())]
    assert absent == []


@pytest.mark.parametrize("game", [game.name for game in paperdice.GAMES])
def test_every_game_has_a_page_with_the_same_headings(game: str) -> None:
    text = (DOCS / "games" / f"{game}.md").read_text("utf-8")
    assert re.findall(r"(?m)^## (.*)$", text) == HEADINGS


def test_every_game_is_linked_from_the_start() -> None:
    start = (DOCS / "index.md").read_text("utf-8")
    assert [game.name for game in paperdice.GAMES if f"(games/{game.name}.md)" not in start] == []


@pytest.mark.parametrize("word", WORDS)
def test_every_word_has_an_entry_in_the_glossary(word: str) -> None:
    text = (DOCS / "glossary.md").read_text("utf-8")
    assert text.count(f"- **{word}**: ") == 1


def test_every_command_has_an_entry() -> None:
    entries = re.findall(r"(?m)^## paperdice (.*)$", (DOCS / "cli.md").read_text("utf-8"))
    assert entries == [name for name, _, _ in COMMANDS]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_commands_of_a_page_exist(page: Path) -> None:
    shell = "".join(re.findall(r"(?ms)^```sh\n(.*?)^```$", page.read_text("utf-8")))
    known = {word for name, _, _ in COMMANDS for word in (name, name.split()[0])}
    assert {word for word in re.findall(r"(?m)^paperdice ([\w-]+)", shell) if word not in known} == set()


def test_every_decision_states_question_choice_and_reason() -> None:
    pages = [page for page in (DOCS / "decisions").glob("*.md") if page.name != "index.md"]
    assert pages
    index = (DOCS / "decisions" / "index.md").read_text("utf-8")
    for page in pages:
        text = page.read_text("utf-8")
        assert re.findall(r"(?m)^\*\*(\w+)\.\*\* ", text) == ["Question", "Choice", "Reason"], page.name
        assert f"]({page.name})" in index, page.name
