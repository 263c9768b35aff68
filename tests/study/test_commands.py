"""`paperdice advise` and `paperdice review`: their output and their errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from paperdice import Match
from paperdice.cli import run
from paperdice.study import review
from paperdice.study.text import review_text
from paperdice.texts import LANGUAGES

PlayMatch = Callable[..., Match]
SEAT_FIELDS = {
    *("initial", "final", "luck", "own_loss", "others", "correction", "decisions", "forced", "labels", "turns"),
}
AHEAD = "qwixx 7 color 0 w4 w1 r2 y6 g3 b6 | classic 11111111/-/-/- 3 | classic 111/-/-/- 0"


@pytest.fixture
def record(tmp_path: Path, play_match: PlayMatch) -> Path:
    """Return the record of a solo match of Twenty One, which is solved."""
    file = tmp_path / "match.txt"
    file.write_text(play_match("twenty_one", ["random"]).record(), "utf-8")
    return file


def test_advise_prints_one_object(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advise", str(record), "--turn", "2", "--seat", "0", "--json"]) == 0
    advice = json.loads(capsys.readouterr().out)
    assert (advice["game"], advice["turn"], advice["seat"], advice["unit"]) == ("twenty_one", 2, 0, "points")
    assert all({"move", "value", "error", "margin", "why"} <= set(choice) for choice in advice["choices"])


def test_advise_takes_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advise", AHEAD, "--samples", "0", "--against", "steady", "--language", "de"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Zug 7, ")
    assert "100,0 %" in text


def test_review_prints_one_object(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(record), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"game", "unit", "evaluator", "seats"} <= set(found)
    assert SEAT_FIELDS <= set(found["seats"][0])
    decisions = [one for turn in found["seats"][0]["turns"] for one in turn["decisions"]]
    assert all({"move", "best", "loss", "error"} <= set(one) for one in decisions)


def test_review_is_readable(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", str(record)]) == 0
    assert "The costliest decisions" in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_review_writes_a_page_that_needs_nothing_else(
    record: Path, tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "review.html"
    assert run(["review", str(record), "--html", str(file), "--language", language]) == 0
    assert capsys.readouterr().out == f"{file} written\n"
    page = file.read_text("utf-8")
    assert f'<html lang="{language}">' in page
    assert page.count("<svg") == 5  # the chances, the luck of the only seat, three positions
    assert "{" not in page.split("</style>")[1].split("<svg")[0]
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "src=" not in page and "<script" not in page and "<link" not in page


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace('[Rules "1"]', '[Rules "7"]'), "the record was played under rules 7 of twenty_one"),
        (lambda text: text[: len(text) // 2].rsplit("\n", 1)[0], "it is cut off: the closing line is missing"),
        (lambda text: text.replace("2. 0: ", "2. 0: w9 "), "broken record at turn 2"),
    ],
)
def test_a_broken_record_is_refused_with_its_place(
    record: Path, change: Callable[[str], str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(change(record.read_text("utf-8")), "utf-8")
    assert run(["review", str(record), "--json"]) == 1
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", ["stats", "drill"])
def test_records_of_which_none_can_be_read_are_refused(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.txt").write_text("no record", "utf-8")
    assert run([command, str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "broken.txt: " in told.err and told.err.endswith("none of the records is readable\n")
    assert told.out == ""


def test_what_is_not_there_is_refused_with_its_place(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advise", str(record), "--turn", "99", "--seat", "0"]) == 1
    assert "the record has no turn 99: its turns are 1 to " in capsys.readouterr().err
    assert run(["advise", str(record), "--turn", "1", "--seat", "3"]) == 1
    assert "there is no seat 3" in capsys.readouterr().err
    assert run(["advise", AHEAD.replace("11111111/", "1111111111/"), "--seat", "1"]) == 1
    assert "decides nothing" in capsys.readouterr().err
    assert run(["advise", AHEAD.replace(" 3 |", " 9 |"), "--seat", "0"]) == 1
    assert "it cannot arise by the rules: bad misses" in capsys.readouterr().err
    for budget in (-1, 1, 10**12):
        for command in (["review", str(record)], ["advise", AHEAD], ["stats", str(record)], ["drill", str(record)]):
            assert run([*command, "--samples", str(budget)]) == 2
            assert f"the number of samples must be 0, or 2 to 100000, not {budget}" in capsys.readouterr().err
    assert run(["advise", str(record), "--turn", "0"]) == 1
    assert "the record has no turn 0: its turns are 1 to " in capsys.readouterr().err


def test_the_active_seat_of_the_turn_is_advised(
    tmp_path: Path, play_match: PlayMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is a different seat than the active one at the end of the record."""
    file = tmp_path / "match.txt"
    file.write_text(play_match("qwixx", ["steady", "random"], turns=3).record(), "utf-8")
    for turn, seat in ((1, 0), (2, 1), (3, 0)):
        assert run(["advise", str(file), "--turn", str(turn), "--samples", "0", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["seat"] == seat


def test_a_record_with_hints_is_studied_like_one_without(
    tmp_path: Path, play_match: PlayMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Comments of a table are not moves; the statistics count the seats that asked the coach."""
    plain = play_match("twenty_one", ["random"]).record()
    noted = "\n".join(
        f"{line} @9 {{hint: 0; corrected: 0}}" if line[:1].isdigit() else line for line in plain.split("\n")
    )
    told = []
    for name, text in (("plain", plain), ("noted", noted)):
        file = tmp_path / "match.txt"
        file.write_text(text, "utf-8")
        assert run(["review", str(file), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert run(["advise", str(file), "--turn", "2", "--json"]) == 0
        advice = json.loads(capsys.readouterr().out)
        assert run(["drill", str(file), "--json"]) == 0
        exercises = json.loads(capsys.readouterr().out)
        assert run(["stats", str(file), "--json"]) == 0
        (line,) = json.loads(capsys.readouterr().out)["lines"]
        assert line["habits"].pop("hints") == (0 if name == "plain" else found["turns"])
        told.append([{**found, "seconds": 0}, {**advice, "seconds": 0}, exercises, line])
    assert told[0] == told[1]


def test_a_review_tells_how_to_judge_by_the_bots_of_the_record(play_match: PlayMatch) -> None:
    """By default, `steady` is assumed; `expert` cannot be assumed."""
    found = review(play_match("sixto", ["steady", "random"], turns=2), samples=0)
    hint = "The record names other bots; to judge by them: "
    for names, assumed, options in (
        (["bot casual", "bot casual"], "steady", "--against casual"),
        (["Ann", "bot casual"], "steady", "--against steady --against casual"),
        (["bot steady", "bot expert"], "steady", None),
        (["casual", "bot nobody"], "steady", None),
        (["bot casual", "bot casual"], "casual", None),
    ):
        found["assumes"] = [assumed] * 2
        for seat, name in zip(found["seats"], names, strict=True):
            seat["player"] = name
        lines = review_text(found).splitlines()
        assert [line for line in lines if hint in line] == ([] if options is None else [hint + options])


HOSTILE = "<script>alert(1)</script> [/red] \x1b[31m and on and on"


def test_names_command_neither_terminal_nor_browser(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Markup in names is shown literally, control characters are replaced, and long names are shortened to fit."""
    record.write_text(record.read_text("utf-8").replace("[First ", f'[Player0 "{HOSTILE}"]\n[First '), "utf-8")
    assert run(["review", str(record)]) == 0
    told = capsys.readouterr().out
    assert "<script>alert(1)</script> [/red] [31m and on and on: The costliest" in told
    assert "Expected points  <script>alert(…\n" in told
    assert run(["stats", str(record)]) == 0
    shown = capsys.readouterr().out
    assert "<script>alert(1)</script> [/red] [31m and on and on, twenty_one: marks" in shown
    assert "\x1b" not in told + shown
    page, picture = tmp_path / "review.html", tmp_path / "stats.svg"
    assert run(["review", str(record), "--html", str(page)]) == 0
    assert run(["stats", str(record), "--svg", str(picture)]) == 0
    for file in (page, picture):
        assert "&lt;script&gt;" in file.read_text("utf-8") and "<script" not in file.read_text("utf-8")


def test_a_duel_without_luck_is_refused_where_it_does_not_pay(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["duel", "steady", "casual", "--adjusted"]) == 2
    assert "decide at once" in capsys.readouterr().err
    assert run(["duel", "expert", "casual", "--adjusted", "--start", "2"]) == 2
    assert "leave out --cluster and --start" in capsys.readouterr().err
