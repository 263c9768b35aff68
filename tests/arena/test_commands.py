"""Output and errors of the commands that run bots."""

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from paperdice.cli import run

ODD = Path(__file__).parents[1] / "bots" / "odd_bot.py"


def odd_bot(way: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(ODD), way])


def told_by(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    assert run([*words, "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    told = json.loads(lines[0])
    assert isinstance(told, dict)
    return told


def test_a_league_prints_json_and_saves_a_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "league.png"
    told = told_by(["league", "random", "casual", "--matches", "40", "--seed", "1", "--plot", str(picture)], capsys)
    assert told["bots"] == ["casual", "random"] and told["matches"] == [40, 40] and told["game"] == "qwixx"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_league_prints_ratings_and_shares(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["league", "random", "casual", "--matches", "40", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "casual counts as 1000" in shown and "against the one above" in shown


def test_a_duel_with_a_broken_bot_says_why_and_goes_on(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert run(["duel", odd_bot("nonsense"), "random", "--matches", "4", "--budget", "60000"]) == 0
    assert "forfeits" in capsys.readouterr().out
    assert "chess' instead of 'move': 4 matches forfeited in this way" in caplog.text


def test_the_others_are_casual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("-\n" * 3))
    assert run(["play", "--seed", "3", "--record", str(tmp_path / "kept")]) == 1
    kept = (tmp_path / "kept").read_text("utf-8")
    assert '[Player1 "casual"]' in kept and "| -, g11 |" in kept


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["duel", "casual", "nobody"], "unknown bot 'nobody'"),
        (["duel", "casual", "random", "--budget", "0"], "a budget above 0, not 0"),
        (["duel", "casual", "random", "--playouts", "0"], "a budget above 0, not 0"),
        (["duel", "casual", "random", "--matches", "0"], "at least one match"),
        (["duel", "casual", "random", "--seats", "1"], "at least two seats"),
        (["duel", "casual", "cmd:no-such-program"], "there is no program 'no-such-program'"),
        (["duel", "casual", "random", "--cluster", "0"], "a number of workers from 1"),
        (["league", "casual"], "at least two bots"),
        (["league", "casual", "casual"], "named twice"),
        (["league", "casual", "nobody"], "unknown bot 'nobody'"),
        (["league", "--game", "chess"], "unknown game 'chess'"),
        (["league", "--matches", "0"], "at least one match"),
        (["league", "--budget", "-5"], "a budget above 0, not -5"),
        (["league", "--plot", "league.txt"], "saved as .png"),
        (["simulate", "qwixx", "--budget", "0"], "a budget above 0, not 0"),
    ],
)
def test_wrong_use_is_a_short_error(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    shown = capsys.readouterr().err
    assert told in shown and "Traceback" not in shown
