"""A language is one folder of texts and one line; everything else follows."""

import re
from pathlib import Path

import pytest

from tests.long.copies import ROOT, Copy

TEXTS = "src/paperdice/texts"
ACCENTS = str.maketrans("aeiouAEIOU", "àèìòùÀÈÌÒÙ")
# Placeholders, escapes and bold markup stay unchanged.
KEPT = re.compile(r"(\{\w+\}|\\.|\*\*)")
# A language code that Intl supports, with the plural forms of English.
CODE = "eo"
CHECK = """
import paperdice
from paperdice import Reason, view_of
from paperdice.draw import result_svg
from paperdice.texts import LANGUAGES, decimal, say
assert LANGUAGES == ("en", "fr", "de", "eo"), LANGUAGES
assert decimal("1.5", "eo") == "1;5"
assert say(Reason("unknown_game", {"game": "chess"}), "eo") == "Thèrè ìs nò gàmè càllèd “chess”.", say(
    Reason("unknown_game", {"game": "chess"}), "eo")
match = paperdice.read_record(open("tests/golden/qwixx-1.record").read())
svg = result_svg(view_of(match, 0), language="eo")
assert any(letter in svg for letter in "àèìòù"), svg
"""


def accented(text: str) -> str:
    """Return a catalogue with accents on all vowels of its texts."""

    def change(line: re.Match[str]) -> str:
        parts = KEPT.split(line[2])
        return line[1] + "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in parts) + line[3]

    return re.sub(r'(?m)^([\w"-]+ = ")(.*)("\s*)$', change, text)


def add_language(copy: Copy) -> None:
    for file in sorted((ROOT / TEXTS / "en").glob("*.toml")):
        copy.write(f"{TEXTS}/{CODE}/{file.name}", accented(file.read_text("utf-8")))
    copy.edit(f"{TEXTS}/{CODE}/library.toml", 'name = "Ènglìsh"\ndecimal = "."', 'name = "Accents"\ndecimal = ";"')
    copy.edit(f"{TEXTS}/{CODE}/library.toml", 'signs = "clòsè"', 'signs = "apart"')
    copy.edit(f"{TEXTS}/__init__.py", 'Literal["en", "fr", "de"]', f'Literal["en", "fr", "de", "{CODE}"]')


@pytest.mark.slow
def test_a_folder_of_texts_and_a_line_are_a_language(tmp_path: Path) -> None:
    copy = Copy(tmp_path / "copy")
    add_language(copy)
    copy.python("-c", CHECK)
    assert "Accents" not in (copy.folder / "web/src/net/protocol/commands.ts").read_text("utf-8")
    copy.python("web/scripts/make_messages.py")
    copy.python("hatch_build.py")
    page = copy.folder / "src/paperdice/server/static"
    (first,) = page.glob(f"assets/{CODE}-*.js")
    assert "Wrìtè" in first.read_text("utf-8") or "Plày" in first.read_text("utf-8")
    assert f"/assets/{first.name}" in (page / "index.html").read_text("utf-8")
    copy.node("typescript/bin/tsc", "--noEmit")
    copy.node("vitest/vitest.mjs", "run", "test/texts.test.ts")
