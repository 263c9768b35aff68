"""`--svg` writes pictures of sheets and positions."""

from pathlib import Path

import pytest

from paperdice import find_game, read_position
from paperdice.cli import run
from paperdice.draw import match_svg, sheet_svg

POSITION = "qwixx 2 roll 1 | classic ...1/-/-/..1 0 | classic -/-/-/- 0"


def test_a_sheet_and_a_position_become_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The files contain the library's drawings."""
    sheet, position = tmp_path / "sheet.svg", tmp_path / "[position].svg"
    assert run(["sheet", "show", "sixto", "C", "--svg", str(sheet), "--theme", "print"]) == 0
    assert run(["show", POSITION, "--svg", str(position)]) == 0
    assert sheet.read_text("utf-8") == sheet_svg(find_game("sixto").sheets["C"], theme="print")
    assert position.read_text("utf-8") == match_svg(read_position(POSITION))
    assert capsys.readouterr().out.splitlines() == [f"{sheet} written", f"{position} written"]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["sheet", "show", "qwixx", "--svg", "x.svg"], 2, "a picture shows one sheet: name one of classic"),
        (["show", POSITION, "--svg", "no/folder/x.svg"], 1, "cannot write no/folder/x.svg: there is no folder"),
        (["show", POSITION, "--svg", "x.svg", "--theme", "pink"], 2, '"light", "dark", "print"'),
    ],
)
def test_what_cannot_be_written_is_told(
    words: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == code
    assert told in capsys.readouterr().err
