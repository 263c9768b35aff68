"""Exercises: costly and neutral positions, which are assessed and repeated at growing intervals."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from paperdice import IllegalMoveError, Match, StoreError
from paperdice.cli import run
from paperdice.study.drills import Schedule, answer, find_exercises
from paperdice.study.results import Exercise

PlayMatch = Callable[..., Match]
DAY = date(2026, 11, 16)


@pytest.fixture
def exercises(play_match: PlayMatch) -> list[Exercise]:
    return find_exercises(play_match("twenty_one", ["random"]))


def test_costly_positions_come_with_neutral_ones(exercises: list[Exercise]) -> None:
    costly = [one for one in exercises if one["is_costly"]]
    neutral = [one for one in exercises if not one["is_costly"]]
    assert len(costly) > 3
    assert len(neutral) == round(len(costly) / 2)
    assert all(one["loss"] >= 1 for one in costly)
    assert len({one["id"] for one in exercises}) == len(exercises)


def test_only_the_decisions_of_the_wanted_seats_are_put(play_match: PlayMatch) -> None:
    match = play_match("qwixx", ["steady", "random"])
    assert {one["seat"] for one in find_exercises(match, [1], samples=0)} == {1}


def test_an_answer_is_judged(exercises: list[Exercise]) -> None:
    exercise = next(one for one in exercises if one["is_costly"])
    wrong = answer(exercise, exercise["played"])
    assert not wrong["is_right"]
    assert wrong["loss"] == pytest.approx(exercise["loss"], abs=1e-9)
    assert answer(exercise, wrong["best"])["is_right"]
    with pytest.raises(IllegalMoveError, match="'z9' is not one of the choices"):
        answer(exercise, "z9")


def test_what_is_solved_comes_again_after_growing_pauses(tmp_path: Path, exercises: list[Exercise]) -> None:
    file, one, day = tmp_path / "kept" / "drill.json", exercises[0], DAY
    pauses = []
    for _ in range(7):
        schedule = Schedule(file)
        assert one in schedule.due(exercises, day)
        again = schedule.note(one, day, is_right=True)
        assert one not in Schedule(file).due(exercises, again - timedelta(days=1))
        pauses.append((again - day).days)
        day = again
    assert pauses == [1, 2, 4, 8, 16, 32, 32]
    assert Schedule(file).note(one, day, is_right=False) == day + timedelta(days=1)
    assert Schedule(file).note(one, day, is_right=True) == day + timedelta(days=1)


@pytest.mark.parametrize("kept", ["[1, 2]", '{"a": [1', '{"a": [1, 99999999999]}', '{"a": [1e999, 1]}'])
def test_a_broken_file_is_told(kept: str, tmp_path: Path) -> None:
    """Dates out of range are reported too."""
    file = tmp_path / "drill.json"
    file.write_text(kept, "utf-8")
    with pytest.raises(StoreError, match="cannot read the exercises stored in"):
        Schedule(file)


def test_the_command_asks_judges_and_keeps(
    tmp_path: Path, play_match: PlayMatch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, kept = tmp_path / "match.txt", tmp_path / "drill.json"
    record.write_text(play_match("twenty_one", ["random"]).record(), "utf-8")
    assert run(["drill", str(record), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["exercises"]
    best = answer(found[0], found[0]["played"])["best"]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"z9\n{best}\n?\nq\n"))
    assert run(["drill", str(record), "--file", str(kept)]) == 0
    text = capsys.readouterr().out
    assert "z9 is not one of the choices." in text
    assert f"Right: {best}." in text
    assert "The best choice is" in text
    assert "1 of 2 right" in text
    assert len(json.loads(kept.read_text("utf-8"))) == 2


def test_the_command_shows_letters_of_the_language_and_what_is_typed(
    tmp_path: Path, play_match: PlayMatch, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "match.txt"
    record.write_text(play_match("twenty_one", ["random"]).record(), "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert run(["drill", str(record), "--file", str(tmp_path / "drill.json"), "--language", "fr"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "  à taper : Bc = w, N = k, R = r, J = y, V = g, Bl = b" in told
    assert sum(line.startswith(("  R", "› R")) for line in told) == 1


def test_the_command_names_an_unknown_player(
    tmp_path: Path, play_match: PlayMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Matches of other players are skipped if at least one match of the player is left."""
    match = play_match("twenty_one", ["random"])
    for name in ("Ann", "Ben"):
        match.headers["Player0"] = name
        (tmp_path / f"{name}.txt").write_text(match.record(), "utf-8")
    assert run(["drill", str(tmp_path), "--player", "Zoe"]) == 1
    assert "no record has a player 'Zoe', only Ann, Ben" in capsys.readouterr().err
    assert run(["drill", str(tmp_path), "--seat", "4"]) == 1
    assert "no record has a seat 4, only 0" in capsys.readouterr().err
    assert run(["drill", str(tmp_path), "--seat", "4", "--player", "Ann"]) == 1
    assert "Ann has no seat 4, only 0\n" in capsys.readouterr().err
    assert run(["drill", str(tmp_path), "--player", "Ann", "--json"]) == 0
    of_ann = json.loads(capsys.readouterr().out)["exercises"]
    assert run(["drill", str(tmp_path / "Ann.txt"), "--json"]) == 0
    assert of_ann == json.loads(capsys.readouterr().out)["exercises"] != []
