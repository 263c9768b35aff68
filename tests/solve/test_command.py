"""Output and errors of the command `solve`."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

import paperdice
from paperdice.arena import solution
from paperdice.cli import run
from paperdice.errors import StoreError
from paperdice.solve.check import Check
from paperdice.solve.qwixx.states import Sizes
from paperdice.solve.qwixx_family import question
from paperdice.solve.qwixx_family.layout import SheetFeatures
from tests.sampling import sample

PAGE = Path(__file__).parents[2] / "docs" / "solve.md"

pytestmark = pytest.mark.usefixtures("_solved_qwixx")


@pytest.fixture(autouse=True)
def _few_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the number of matches that check each solution."""
    monkeypatch.setattr(solution, "CHECKED_MATCHES", 2_000)
    monkeypatch.setattr(solution, "BOUND_MATCHES", 200)


def told_by(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert run(["solve", *words, "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    answer = json.loads(lines[0])
    assert {"game", "value", "positions", "seconds"} <= set(answer)
    assert isinstance(answer, dict)
    return answer


def test_qwixx_is_read_from_the_stored_table(capsys: pytest.CaptureFixture[str]) -> None:
    told = told_by(["qwixx"], capsys)
    assert (told["game"], told["positions"], told["stored"]) == ("qwixx", 1_363_782, True)
    assert f"{told['value']:.8f}" == "115.48312602"


def test_twenty_one_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{told_by(['twenty_one'], capsys)['value']:.8f}" == "132.10820080"


def test_a_person_gets_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "twenty_one", "--seats", "2"]) == 0
    shown = capsys.readouterr().out
    assert "116.89822346" in shown
    assert "116.32952720" in shown
    assert "row 5" in shown


# `steady` for Qwantum takes long to compile for whole matches; its upper bound is tested in tests/solve/test_bounds.py.
BOUNDED = [("sixto", 525, 582.21), ("qwantum", 62, 116.09)]


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "lower", "upper"), sample(BOUNDED, 1, always=BOUNDED[:1]))
def test_games_that_are_too_large_are_bounded(
    game: str, lower: float, upper: float, capsys: pytest.CaptureFixture[str]
) -> None:
    told = told_by([game], capsys)
    assert told["upper"] == pytest.approx(upper, abs=0.01)
    assert isinstance(told["value"], float)
    assert lower < told["value"] < upper


def test_a_sheet_of_the_family_is_solved_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A toy replaces the printed sheet, which would take minutes to solve."""
    cells = ((1, 1, 1),) * 4
    toy = SheetFeatures(Sizes(2, 1), cells, steps=cells, framed=((0, 0, 0),) * 4)
    monkeypatch.setattr(question, "layout_of", lambda _sheet: toy)
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))
    first, again = (told_by(["qwixx", "--sheet", "double-b"], capsys) for _ in range(2))
    assert (first["sheet"], first["stored"], again["stored"]) == ("double-b", False, True)
    assert first["value"] == again["value"] and "check" in first and "check" not in again
    assert run(["solve", "qwixx", "--sheet", "double-b"]) == 0
    assert "qwixx double-b, 1 seat" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "unknown game"),
        (["qwixx", "--seats", "9"], "1 to 5 seats"),
        (["qwixx", "--hazard", "0.1"], "needs other seats"),
        (["qwixx", "--seats", "2", "--hazard", "2"], "a probability from 0"),
        (["sixto", "--target", "100"], "solved for qwixx"),
        (["sixto", "--seats", "2"], "one seat only"),
        (["twenty_one", "--seats", "7"], "1 to 6 seats"),
        (["twenty_one", "--sheet", "A"], "a sheet can only be chosen for qwixx"),
        (["qwixx", "--sheet", "double-z"], "double-z"),
        (["longo"], "there is no solver for longo, only for qwixx, twenty_one"),
        (["qwixx", "--sheet", "double-a"], "the sheet double-a, only for classic, bonus-a, double-b, steps-a"),
        (["qwixx", "--sheet", "double-b", "--seats", "2"], "one seat only"),
    ],
)
def test_a_question_without_an_answer_is_refused(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_a_table_that_play_contradicts_is_refused() -> None:
    with pytest.raises(StoreError, match="the table says"):
        solution.confirm(Check(matches=10, mean=1.0, error=0.1, value=3.0))


def test_the_examples_of_the_page_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution, "CHECKED_MATCHES", 50_000)
    examples = "\n".join(re.findall(r"(?ms)^```pycon\n(.*?)^```$", PAGE.read_text("utf-8")))
    assert examples.count(">>>") > 4
    test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert found.failed == 0, "".join(told)


def test_a_solution_shows_itself_and_has_no_columns_unless_scores_were_asked_for() -> None:
    solution = paperdice.solve_game("qwixx")
    assert repr(solution) == "<qwixx, 1 seat: points 115.48312602>" and solution.stored is True
    assert str(solution).startswith("qwixx, 1 seat\n") and "115.48312602" in solution._repr_html_()
    with pytest.raises(paperdice.SetupError, match=r"use solve_game\('qwixx', scores=True\)"):
        solution.columns()


def test_the_chances_of_scores_are_a_table() -> None:
    table = solution.Solution("qwixx", 1.75, 1, 0.0, scores={1: 0.25, 2: 0.75}).to_arrow()
    assert table.to_pydict() == {"score": [1, 2], "chance": [0.25, 0.75]}


def test_progress_goes_to_a_function() -> None:
    seen: list[tuple[int, int]] = []
    paperdice.solve_game("twenty_one", progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (5, 5)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"game": "qwixs"}, "unknown game 'qwixs'; did you mean qwixx?"),
        ({"game": "qwixx", "seats": "2"}, "seats must be a whole number, not '2'"),
        ({"game": "qwixx", "target": 1.5}, "a target must be a whole number, not 1.5"),
        ({"game": "qwixx", "hazard": "x"}, "a hazard must be a number, not 'x'"),
        ({"game": "qwixx", "progress": 3}, "progress is True, False, None or a function of two numbers, not 3"),
    ],
)
def test_invalid_input_raises_documented_errors(words: dict[str, Any], told: str) -> None:
    with pytest.raises(paperdice.PaperdiceError) as refusal:
        paperdice.solve_game(**words)
    assert told in str(refusal.value)
