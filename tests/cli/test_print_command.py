"""`paperdice print` writes PDF and SVG, and reports what it cannot print."""

from pathlib import Path

import pytest

from paperdice.cli import run

GOLDEN = Path(__file__).parents[1] / "golden"


def test_a_pdf_and_svgs_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A PDF is one file; the front and the back of an SVG are two."""
    pdf, svg, kept = tmp_path / "[a].pdf", tmp_path / "b.SVG", tmp_path / "kept.svg"
    assert run(["print", "qwixx", "classic", "--copies", "4", "--paper", "letter", "--out", str(pdf)]) == 0
    assert run(["print", "sixto", "A", "B", "--grey", "--large", "--language", "de", "--out", str(svg)]) == 0
    assert run(["print", "--match", str(GOLDEN / "sixto-1.record"), "--out", str(kept)]) == 0
    assert pdf.read_bytes().startswith(b"%PDF-1.4")
    pages = [tmp_path / f"b-{place}.SVG" for place in (1, 2, 3, 4)]
    assert all(page.read_text("utf-8").startswith("<svg") for page in [*pages, kept])
    told = capsys.readouterr().out.splitlines()
    assert told == [f"{file} written" for file in (pdf, *pages, kept)]


def test_all_sheets_of_a_game_and_own_files(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    source = Path(__file__).parents[2] / "src/paperdice/games/qwixx/sheets/mixx-a.toml"
    own.write_text(source.read_text("utf-8").replace('"mixx-a"', '"own"'), "utf-8")
    assert run(["print", "qwixx", "--no-rules", "--out", str(tmp_path / "all.pdf")]) == 0
    assert run(["print", "qwixx", str(own), "--no-rules", "--out", str(tmp_path / "own.pdf")]) == 0


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["print"], 2, "name a game, or a record with --match"),
        (["print", "qwix"], 2, "did you mean qwixx?"),
        (["print", "qwixx", "A"], 2, "unknown sheet 'A' of qwixx"),
        (["print", "qwixx", "--out", "x.png"], 2, "x.png must end in .pdf or .svg"),
        (["print", "qwixx", "--paper", "a5"], 2, '"a4", "letter"'),
        (["print", "qwixx", "--copies", "0"], 2, "1 to 100 sheets are printed at a time, not 0 of 19"),
        (["print", "qwantum", "--out", "no/folder/x.pdf"], 1, "cannot write no/folder/x.pdf: there is no folder"),
        (["print", "qwixx", "none.toml"], 1, "none.toml"),
        (["print", "sixto", "--match", "x.txt"], 2, "a record already defines its game and sheets"),
    ],
)
def test_what_cannot_be_printed_is_told(
    words: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == code
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--out", "x.png", "--language", "fr"], "« x.png » ne finit ni par .pdf ni par .svg."),
        (["--copies", "0", "--language=fr"], "On imprime de 1 à 100 feuilles à la fois."),
        (["--copies", "0", "--language", "en"], "1 to 100 sheets are printed at a time, not 0 of 19"),
    ],
)
def test_what_cannot_be_printed_is_told_in_the_language_asked_for(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["print", "qwixx", *words]) == 2
    assert capsys.readouterr().err == f"paperdice: {told}\n"


def test_a_sheet_that_cannot_be_read_is_told_in_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text('game = "qwixx"\nname = ')
    assert run(["print", "qwixx", str(tmp_path / "mine.toml"), "--language", "de"]) == 1
    assert capsys.readouterr().err == "paperdice: Das ist keine Blattdatei: Zeile 2 ist kein TOML.\n"


def test_a_sheet_of_another_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    source = Path(__file__).parents[2] / "src/paperdice/games/sixto/sheets/A.toml"
    assert run(["print", "qwixx", str(source)]) == 2
    assert "A is a sheet of sixto, not of qwixx" in capsys.readouterr().err
