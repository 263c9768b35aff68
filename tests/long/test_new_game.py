"""A toy game in a copy of the checkout: at most twelve files, and it is played everywhere, printed and studied."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.long.copies import ROOT, Copy

MOST_FILES = 12
GAMES = "src/paperdice/games"
PAGE = "web/src/games"
LIBRARY = """
import paperdice
from paperdice.draw.printed import PrintStyle, print_sheets
from paperdice.study import advise, review
from paperdice.testing import check_game

game = paperdice.find_game("toy")
check_game(game, 2)
result = paperdice.simulate("toy", ["casual", "random"], matches=50, seed=1)
assert result.mean_scores[0] > result.mean_scores[1], result.mean_scores
assert print_sheets([game.sheets["A"]], 1, PrintStyle()).to_pdf().startswith(b"%PDF")
match, dice = paperdice.Match(game, 2), paperdice.SeededDice(1)
bots = [paperdice.make_bot(name, "toy") for name in ("casual", "random")]
advice = None
while not match.over:
    if match.dice_wanted:
        match.throw(dice)
        continue
    seat = match.acting[0]
    if advice is None and len(match.choices(seat)) > 2:
        advice = advise(match, seat, samples=0)
        assert advice["best"] in match.choices(seat)
    match.play(seat, bots[seat].choose(paperdice.view_of(match, seat)))
assert review(match, samples=0)["turns"] == match.turn
assert paperdice.read_record(match.record()).scores == match.scores
"""


def renamed(text: str) -> str:
    """Return a text about Twenty One as one about the toy."""
    return text.replace("twenty_one", "toy").replace("TWENTY_ONE", "TOY").replace("Twenty One", "Toy")


def with_toy(texts: str) -> str:
    """Return a catalogue with the texts of Twenty One for the toy as well."""
    lines: list[str] = []
    for line in texts.splitlines():
        lines.append(line)
        if re.match(r"\w*twenty_one = ", line):
            lines.append(renamed(line))
    tables = re.findall(r"(?ms)^\[\w+\.twenty_one\]\n.*?(?=^\[|\Z)", texts)
    assert len(tables) == 2
    return "\n".join([*lines, "", *map(renamed, tables)])


def add_game(copy: Copy) -> set[str]:
    """Add a game that is Twenty One on two rows; return the files that were created or edited."""
    before = {file: file.read_bytes() for file in copy.files()}
    for name in ("__init__", "rules", "notation", "display"):
        copy.write(f"{GAMES}/toy/{name}.py", renamed((ROOT / GAMES / "twenty_one" / f"{name}.py").read_text("utf-8")))
    copy.edit(f"{GAMES}/toy/rules.py", "MAX_ROWS = 5\n", "MAX_ROWS = 2\n")
    copy.edit(f"{GAMES}/toy/rules.py", "MAX_TURNS = 30 ", "MAX_TURNS = 12 ")
    copy.edit(f"{GAMES}/toy/__init__.py", "one_sheet=False", "one_sheet=True")
    copy.edit(f"{GAMES}/toy/__init__.py", "    is_usual=True,\n", "")
    sheet = renamed((ROOT / GAMES / "twenty_one" / "sheets" / "A.toml").read_text("utf-8"))
    copy.write(f"{GAMES}/toy/sheets/A.toml", "[[rows]]".join(sheet.split("[[rows]]")[:3]))
    copy.edit(f"{GAMES}/__init__.py", "import TWENTY_ONE\n", "import TWENTY_ONE\nfrom paperdice.games.toy import TOY\n")
    copy.edit(f"{GAMES}/__init__.py", "SIXTO, LONGO)", "SIXTO, LONGO, TOY)")
    for language in ("en", "fr", "de"):
        file = f"src/paperdice/texts/{language}/page.toml"
        copy.write(file, with_toy((copy.folder / file).read_text("utf-8")))
    for name in ("table.tsx", "learn.ts", "styles.css"):
        text = renamed((ROOT / PAGE / "twenty_one" / name).read_text("utf-8"))
        copy.write(f"{PAGE}/toy/{name}", text)
    return {str(file.relative_to(copy.folder)) for file in copy.files() if before.get(file) != file.read_bytes()}


def run_browser_tests(copy: Copy) -> None:
    """Play the toy by taps, at a server with two devices and without a server."""
    matches, offline = "tests/browser/test_matches.py", "tests/browser/test_offline.py"
    copy.edit(matches, '["qwixx", "twenty_one", "qwantum", "sixto", "longo"]', '["toy"]')
    copy.edit(matches, 'always=["twenty_one", "qwantum", "sixto"]', "always=[]")
    copy.edit(offline, "import GAMES, find_game\n", "import TOY, find_game\n\nGAMES = (TOY,)\n")
    usual = '[*zip(GAMES, itertools.cycle(("With bots", "Solo"))), (find_game("qwixx"), "Solo")]'
    copy.edit(offline, usual, 'list(itertools.product(GAMES, ("Solo", "With bots")))')
    played = f"{matches}::test_two_devices_play_a_whole_match"
    copy.python("-m", "pytest", "-q", played, f"{offline}::test_games_solo_and_against_casual_to_the_end")


@pytest.mark.slow
def test_a_toy_game_needs_few_files_and_is_played_everywhere(tmp_path: Path) -> None:
    copy = Copy(tmp_path / "copy")
    files = add_game(copy)
    assert len(files) <= MOST_FILES, sorted(files)
    copy.python("web/scripts/make_messages.py")
    copy.python("-c", LIBRARY)
    copy.python("hatch_build.py")
    copy.node("typescript/bin/tsc", "--noEmit")
    tests = [f"test/{name}.test.ts" for name in ("games", "lessons", "padEntries", "texts")]
    copy.node("vitest/vitest.mjs", "run", *tests)
    run_browser_tests(copy)
