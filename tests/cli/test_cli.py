"""The command line: input, output and exit codes."""

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

import paperdice
from paperdice.cli import run
from paperdice.pad import Pad

POSITION = "qwixx 7 white 0 w4 w1 r2 y6 g3 b6 | classic 1.11/.1/-/- 1 | mixx-a -/-/1/- 0"
ODD = Path(__file__).parents[1] / "bots" / "odd_bot.py"


def odd_bot(way: str) -> str:
    return "cmd:" + shlex.join([sys.executable, str(ODD), way])


# A bot that plays its last choice and needs no compiled code.
LAST = odd_bot("good")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = paperdice.Match(paperdice.find_game("qwixx"), seats=2)
    match.headers["Player0"] = "Ada"
    dice = paperdice.SeededDice(3)
    while not match.over:
        if match.dice_wanted:
            match.throw(dice)
        for seat in match.acting:
            match.play(seat, match.choices(seat)[-1])
    file = tmp_path / "match.record"
    file.write_text(match.record(), encoding="utf-8")
    return file


def test_show_draws_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", POSITION]) == 0
    shown = capsys.readouterr().out
    assert "Turn 7" in shown and "misses 1/4" in shown and "x2" in shown and "-3" in shown


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["show", "nonsense"], 1, "cannot read position"),
        (["sheet", "show", "chess"], 2, "unknown game 'chess'"),
        (["sheet", "show", "qwixx", "Z"], 2, "unknown sheet 'Z'"),
        (["sheet", "check", "none.toml"], 1, "cannot be read"),
        (["replay", "none.record"], 1, "cannot read none.record"),
        (["play", "qwixx", "--seats", "9"], 2, "seats"),
        (["play", "--seats", "two"], 2, "two"),
        (["play", "--bot", "nobody"], 2, "unknown bot 'nobody' for qwixx"),
        (["play", "--bot", "cmd:"], 2, "names no program"),
        (["play", "--bot", "casual", "--bot", "random"], 2, "2 bots for 1 seats"),
        (["play", "--budget", "0"], 2, "a budget above 0, not 0"),
        (["dance"], 2, "dance"),
    ],
)
def test_wrong_use_is_one_sentence(words: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The output has no traceback, only the error, and there is an exit code."""
    assert run(words) == code
    shown = capsys.readouterr()
    assert told in shown.err + shown.out and "Traceback" not in shown.err


def test_sheets_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    """A single sheet or all sheets of a game are drawn; mixed rows show their letters."""
    assert run(["sheet", "show", "qwixx"]) == 0
    shown = capsys.readouterr().out
    assert "qwixx classic" in shown and "qwixx mixx-b" in shown
    assert "y 2" in shown.replace("  ", " ")


def test_a_good_sheet_file_is_called_fine(capsys: pytest.CaptureFixture[str]) -> None:
    """The sheet is also drawn."""
    file = Path(paperdice.__file__).parent / "games" / "qwixx" / "sheets" / "classic.toml"
    assert run(["sheet", "check", str(file)]) == 0
    assert "is valid" in capsys.readouterr().out


def test_replay_shows_each_turn(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sheets are shown after each turn; with --turn, after one turn only."""
    assert run(["replay", str(record)]) == 0
    shown = capsys.readouterr().out
    assert "turn 1, Ada" in shown and "won" in shown
    assert run(["replay", str(record), "--turn", "2"]) == 0
    assert "turn 1, Ada" not in capsys.readouterr().out


def test_replay_speaks_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The object has headers, turns with scores and positions, and the result."""
    assert run(["replay", str(record), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "qwixx" and told["over"] is True and told["turns"][0]["turn"] == 1
    assert told["scores"] == told["turns"][-1]["scores"]
    assert paperdice.read_position(told["turns"][0]["position"]).turn == 2


@pytest.fixture
def pad_record(tmp_path: Path) -> Path:
    """Write the record of a pad, two marks and a miss without dice, and return its path."""
    pad = Pad(paperdice.find_game("qwixx"), 2)
    for seat, text in ((0, "r2"), (0, "r5"), (1, "miss")):
        pad.enter(seat, text)
    file = tmp_path / "pad.record"
    file.write_text(pad.record())
    return file


def test_a_pad_is_replayed_entry_by_entry(pad_record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output mentions that the dice are unknown."""
    assert run(["replay", str(pad_record)]) == 0
    shown = capsys.readouterr().out
    assert "the dice of this match were not recorded" in shown and "turn 3, seat 1" in shown and "miss" in shown
    assert run(["replay", str(pad_record), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [turn["scores"] for turn in told["turns"]] == [[1, 0], [3, 0], [3, -5]]
    assert told["headers"]["Dice"] == "unknown"
    heads = [turn["position"].split(" | ")[0] for turn in told["turns"]]
    assert heads == ["qwixx 2 pad 0", "qwixx 3 pad 0", "qwixx 4 pad 0"]
    assert told["position"] == told["turns"][-1]["position"]


@pytest.mark.parametrize("command", ["verify", "review"])
def test_what_needs_dice_says_that_a_pad_has_none(
    command: str, pad_record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, str(pad_record)]) == 1
    assert "this is the record of a pad: it tells marks, but no dice" in capsys.readouterr().err


def test_statistics_leave_a_pad_out_and_say_why(pad_record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown dice cannot be analyzed."""
    run(["stats", str(pad_record)])
    shown = capsys.readouterr()
    assert "it tells marks, but no dice" in shown.err + shown.out


def test_records_come_from_standard_input_too(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A single hyphen is not treated as an option."""
    seeded = paperdice.Match(paperdice.find_game("qwixx"), 2)
    seeded.headers |= {"Dice": "seeded", "DiceSeed": "5"}
    record.write_text("\ufeff" + record.read_text("utf-8"), "utf-8")
    assert run(["replay", str(record), "--json"]) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.read_bytes())))
    assert run(["replay", "-", "--json"]) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(seeded.record().encode())))
    assert run(["verify", "-"]) == 0
    assert "0 throws checked" in capsys.readouterr().out


def test_a_turn_that_was_not_played_is_said(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Printing nothing would suggest an empty record."""
    assert run(["replay", str(record), "--turn", "999"]) == 1
    assert "the record has no turn 999" in capsys.readouterr().err


def test_names_are_shown_as_they_are(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name in brackets is not interpreted as markup."""
    match = paperdice.read_record(record.read_text("utf-8"))
    match.headers |= {"Player0": "[/b] :dog:", "Player1": "[/b] :dog:"}
    record.write_text(match.record(), "utf-8")
    assert run(["replay", str(record)]) == 0
    assert "turn 1, [/b] :dog:" in capsys.readouterr().out


def test_a_broken_record_names_its_turn(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is 1."""
    record.write_text(record.read_text(encoding="utf-8").replace("2. 1:", "2. 0:"), encoding="utf-8")
    assert run(["replay", str(record)]) == 1
    assert "at turn 2" in capsys.readouterr().err


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))


def test_a_match_can_be_left_and_its_record_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The player's questions are answered, capitals and spaces are tolerated, and the record is written."""
    typed(monkeypatch, "?", "why r12", "why r11", "sheets", "r12", "zzz", "", "  R11 ", "quit")
    assert run(["play", "--bot", LAST, "--seed", "3", "--record", str(tmp_path / "left.record")]) == 1
    shown = capsys.readouterr().out
    assert "The white dice make 11, not 12. [Qwixx 4]" in shown and "r11 is allowed." in shown
    assert "“zzz” cannot be read." in shown and "You left the match." in shown
    kept = (tmp_path / "left.record").read_text(encoding="utf-8")
    assert "r11, b11" in kept and '[Player0 "you"]' in kept and "[Player1 " in kept


def test_a_match_can_be_played_to_its_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The match also ends if the player passes every time."""
    typed(monkeypatch, *["-"] * 200)
    assert run(["play", "qwixx", "--seats", "3", "--bot", LAST, "--bot", LAST, "--seed", "1", "--budget", "5000"]) == 0
    assert "You lose" in capsys.readouterr().out


def test_a_bot_that_fails_ends_the_match_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, *["-"] * 200)
    assert run(["play", "--bot", odd_bot("illegal"), "--seed", "1", "--budget", "5000"]) == 1
    shown = capsys.readouterr().err
    assert "played 'r99', which is not one of its" in shown and "Traceback" not in shown


def test_a_person_can_play_alone(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, *["-"] * 50)
    assert run(["play", "--seats", "1", "--seed", "1"]) == 0
    assert "-20" in capsys.readouterr().out
