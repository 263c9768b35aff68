"""Statistics over records: means with intervals, habits, and dice compared with fair ones."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from paperdice import Match, RecordError, find_game, read_record
from paperdice.cli import run
from paperdice.study.stats import (
    collect,
    dice_of,
    find_records,
    habits_of,
    interval,
    judge_die,
    read_files,
    shares_interval,
    stats_csv,
)
from paperdice.study.stats_picture import stats_svg
from paperdice.texts import LANGUAGES

PlayMatch = Callable[..., Match]
# Seat 0 skips three cells with r5 and four more with b8, and takes a miss although y6 was possible; seat 1 passes.
HABITS = """[Paperdice "1"]
[Game "qwixx"]
[Rules "1"]
[Seats "2"]
[Sheets "classic classic"]
[First "0"]
[Player0 "Ann"]
[Player1 "Ben"]
[Date "2026-11-16"]

1. 0: w4 w1 r2 y6 g3 b4 | r5, - | b8
2. 1: w2 w2 r1 y5 g4 b6 | -, - | r3
3. 0: w5 w1 r2 y6 g3 b4 | -, - | -

* going on
"""


def test_habits_are_counted_by_hand() -> None:
    match = read_record(HABITS)
    assert habits_of(match, 0) == {
        "marks": 2,
        "skipped": 7,
        "strikes": 0,
        "locks": 0,
        "misses": 1,
        "misses_chosen": 1,
        "passes": 3,
        "rerolls": 0,
        "rerolls_offered": 0,
        "hints": 0,
    }
    assert habits_of(match, 1)["skipped"] == 1


def test_hints_are_counted_for_who_asked() -> None:
    """Ann asked before r5 and b8, and Ben once; other comments do not count."""
    noted = HABITS.replace("| r5, - |", "| r5, - @3 {hint: 0; corrected: 1} |").replace("| b8\n", "| b8 {hint: 0}\n")
    noted = noted.replace("| -, - | r3", "| -, - {a hint, perhaps: hint: 0; corrected: 0; hint: 1} | r3")
    match = read_record(noted)
    assert [habits_of(match, seat)["hints"] for seat in (0, 1)] == [2, 1]
    assert {**habits_of(match, 0), "hints": 0} == habits_of(read_record(HABITS), 0)


def test_dice_count_for_the_seat_that_threw_them() -> None:
    assert dice_of(read_record(HABITS), 0) == {
        "w": [2, 0, 0, 1, 1, 0],
        "r": [0, 2, 0, 0, 0, 0],
        "y": [0, 0, 0, 0, 0, 2],
        "g": [0, 0, 2, 0, 0, 0],
        "b": [0, 0, 0, 2, 0, 0],
    }


def test_second_throws_are_counted() -> None:
    match = Match(find_game("twenty_one"), 1)
    match.throw("w4 k1 r1 y4 g2 b3")
    match.play(0, "reroll")
    found = habits_of(match, 0)
    assert (found["rerolls"], found["rerolls_offered"]) == (1, 1)


def test_an_interval_narrows_with_the_number() -> None:
    """The mean of 1, 2, 3 and 4 is 2.5, and its error √(5/3)/2 = 0.645…"""
    found = interval([1, 2, 3, 4])
    assert (found["mean"], found["n"]) == (2.5, 4)
    assert found["high"] == pytest.approx(2.5 + 2 * 0.6454972)
    assert interval([7.0]) == {"mean": 7.0, "low": None, "high": None, "n": 1}


def test_a_player_who_has_won_every_match_may_still_lose_one() -> None:
    """Three wins in three matches do not prove a share of 100 %."""
    found = shares_interval([1.0, 1.0, 1.0])
    assert (found["mean"], found["high"], found["n"]) == (1.0, 1.0, 3)
    assert found["low"] is not None and 0.3 < found["low"] < 0.5


def test_a_die_is_judged_by_a_band_that_narrows_with_n() -> None:
    """With 60 throws, 10 are expected, ± 2·√(60·5/36) = 5.77; with 6000 throws, 1000 ± 57.7, so that the same shares
    lie outside.
    """
    few, many = judge_die("w", [15, 5, 10, 10, 10, 10]), judge_die("w", [1500, 500, 1000, 1000, 1000, 1000])
    assert few["expected"] == 10 and few["high"] == pytest.approx(15.7735)
    assert few["outside"] == []
    assert many["outside"] == [1, 2]


def test_players_are_summed_up_over_matches(play_match: PlayMatch) -> None:
    matches = []
    for seed in (1, 2, 3):
        match = play_match("twenty_one", ["random"], seed)
        match.headers["Player0"] = "Ann"
        match.headers["Date"] = "2026-11-16"
        matches.append((f"match {seed}", match))
    found = collect(matches)
    (group,) = found["groups"]
    assert (group["player"], group["matches"], group["unit"]) == ("Ann", 3, "points")
    assert group["score"]["mean"] == pytest.approx(sum(match.scores[0] for _, match in matches) / 3)
    assert list(group["by_time"]) == ["2026-11"] and list(group["by_seat"]) == ["0"]
    assert group["own_loss"]["mean"] > 10
    assert json.loads(json.dumps(found)) == found
    rows = list(csv.DictReader(io.StringIO(stats_csv(found))))
    assert [row["score"] for row in rows] == [str(match.scores[0]) for _, match in matches]
    assert {"luck", "own_loss", "blunder", "rerolls"} <= set(rows[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_prints_draws_and_names_what_it_leaves_out(
    language: str, tmp_path: Path, play_match: PlayMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.txt").write_text(play_match("twenty_one", ["random"]).record(), "utf-8")
    (tmp_path / "broken.txt").write_text("nothing", "utf-8")
    assert run(["stats", str(tmp_path), "--language", language]) == 0
    told = capsys.readouterr()
    assert "twenty_one" in told.out and "{" not in told.out
    assert "broken.txt: broken record" in told.err
    picture = tmp_path / "stats.svg"
    assert run(["stats", str(tmp_path / "one.txt"), "--svg", str(picture), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 1
    assert picture.read_text("utf-8").startswith("<svg")


def test_the_command_prints_scores_by_seat_and_month(
    tmp_path: Path, play_match: PlayMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ann plays solo in two months; the match of November is unfinished, and its share is not its points."""
    for month, turns in (("10", 10**6), ("11", 3)):
        match = play_match("twenty_one", ["random"], int(month), turns)
        match.headers.update({"Player0": "Ann", "Date": f"2026-{month}-16"})
        (tmp_path / f"{month}.txt").write_text(match.record(), "utf-8")
    assert run(["stats", str(tmp_path), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["share"] for row in rows] == ["1.0", "1.0"]
    assert run(["stats", str(tmp_path)]) == 0
    assert f"score by month: 2026-10: {rows[0]['score']}.0; 2026-11: {rows[1]['score']}.0" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@A1", "\t=1+1"])
def test_a_name_is_no_formula(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A date is no formula either; negative numbers remain numbers."""
    file = tmp_path / "match.txt"
    file.write_text(HABITS.replace("Ann", name).replace('Date "', 'Date "='), "utf-8")
    assert run(["stats", str(file), "--csv"]) == 0
    first, second = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (first["player"], second["player"]) == (f"'{name}", "Ben")
    assert first["date"] == "'=2026-11-16"
    assert min(float(row["luck"]) for row in (first, second)) < 0


def test_where_nothing_is_there_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no records found"):
        find_records([tmp_path])
    with pytest.raises(RecordError, match="no such file or folder"):
        find_records([tmp_path / "nowhere"])


def test_a_record_counts_once(tmp_path: Path) -> None:
    """A record may be named several times and by different paths; the first name is used."""
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text(HABITS, "utf-8")
    two.write_text(HABITS, "utf-8")
    (tmp_path / "link.txt").symlink_to(one)
    assert find_records([two, tmp_path, one, tmp_path / "." / "two.txt"]) == [two, tmp_path / "link.txt"]


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """Reading a pipe would block forever; a folder is searched, regardless of its name."""
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop.txt").symlink_to(tmp_path / "loop.txt")
    matches, refused = read_files(find_records([tmp_path]))
    assert matches == []
    assert [Path(name).name for name in refused] == ["gone.txt", "loop.txt", "pipe.txt"]
    assert refused[str(tmp_path / "pipe.txt")].endswith("pipe.txt is not a regular file")


def test_a_file_may_have_many_records(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(f"{HABITS}\n{HABITS.replace('r5', 'r9')}\n{HABITS}", "utf-8")
    matches, refused = read_files(find_records([tmp_path]))
    assert [Path(name).name for name, _ in matches] == ["many.txt, record 1", "many.txt, record 3"]
    assert [Path(name).name for name in refused] == ["many.txt, record 2"]


def test_a_picture_needs_no_match() -> None:
    assert "<svg" in stats_svg({"matches": 0, "evaluator": "", "refused": {}, "groups": [], "lines": []})
