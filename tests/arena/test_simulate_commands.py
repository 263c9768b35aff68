"""`paperdice simulate` and `paperdice duel` as a person or a program meets them."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import paperdice
from paperdice.arena.blocks import COMPILED_BLOCK
from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup
from paperdice.cli import run
from paperdice.cli.running import KEPT
from paperdice.fast import cache
from paperdice.fast.compile import kernel
from paperdice.fast.playout import result_type
from tests.interruptible import PROGRAM
from tests.patience import patience, wait_until
from tests.sampling import sample

QUICK = ["simulate", "qwixx", "--matches", "300", "--seed", "5"]
SIMULATE_KEYS = {
    *("game", "seats", "bots", "matches", "seed", "seconds", "matches_per_second"),
    *("mean_scores", "win_shares", "end_reasons"),
}
DUEL_KEYS = {"bots", "matches", "wins", "ties", "forfeits", "share", "error", "mean_margin", "seconds"}


def test_tables_tell_everything(capsys: pytest.CaptureFixture[str], runs: Path) -> None:
    assert run(QUICK) == 0
    shown = capsys.readouterr().out
    for word in (
        "300 matches",
        "points",
        "spread",
        "wins in %",
        "marks",
        "locks",
        "misses",
        "strikes",
        "Turns",
        "Ends",
    ):
        assert word in shown


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str], runs: Path) -> None:
    assert run([*QUICK, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) >= SIMULATE_KEYS
    assert (told["game"], told["seats"], told["bots"]) == ("qwixx", 2, ["random", "random"])
    assert (told["matches"], told["seed"]) == (300, 5)
    assert len(told["mean_scores"]) == len(told["win_shares"]) == 2
    assert sum(told["win_shares"]) == pytest.approx(1)
    assert sum(told["end_reasons"].values()) == 300


def test_a_duel_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["duel", "casual", "random", "--game", "qwixx", "--matches", "101", "--seed", "2"]
    assert run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) >= DUEL_KEYS
    assert told["bots"] == ["casual", "random"]
    assert told["matches"] == 101 == sum(told["wins"]) + told["ties"]
    assert told["share"] == (told["wins"][0] + told["ties"] / 2) / 101
    assert run(words) == 0
    assert "share of casual" in capsys.readouterr().out


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample([game.name for game in paperdice.GAMES], 0, always=["qwixx", "sixto"]))
def test_any_match_of_a_run_comes_back_as_a_record(
    game: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["simulate", game, "--seats", "2", "--seed", "4"]
    assert run([*words, "--match", "123456", "--record"]) == 0
    match = paperdice.read_record(capsys.readouterr().out)
    assert match.over
    assert (match.headers["Seed"], match.headers["Match"]) == ("4", "123456")
    assert run([*words, "--match", "123456"]) == 0
    assert " to ".join(map(str, match.scores)) in capsys.readouterr().out


def test_rows_and_picture_are_written(tmp_path: Path, runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--csv", "rows.csv"], ["--parquet", "rows.parquet"], ["--plot", "scores.png"]):
        assert run([*QUICK, words[0], str(tmp_path / words[1])]) == 0
    assert sorted(file.name for file in tmp_path.glob("*.*")) == ["rows.csv", "rows.parquet", "scores.png"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--bot", "nobody"], 2, "unknown bot 'nobody' for qwixx"),
        (["--bot", "random", "--bot", "casual", "--bot", "random"], 2, "3 bots for 2 seats"),
        (["--seats", "6"], 2, "qwixx takes 1 to 5 seats, not 6"),
        (["--sheet", "mine"], 2, "unknown sheet 'mine'"),
        (["--matches", "0"], 2, "a run has at least one match, not 0"),
        (["--threads", "-2"], 2, "threads are counted from 1, not -2"),
        (["--cluster", "nowhere"], 2, "a cluster is a number of workers from 1"),
        (["--record"], 2, "--record wants --match NUMBER"),
        (["--match", "-1"], 2, "--record wants --match NUMBER"),
        (["--csv", "a.csv", "--parquet", "a.parquet"], 2, "either as --csv or as --parquet"),
        (["--csv", "a.txt"], 2, "rows are written as .csv or .parquet"),
        (["--csv", "/nowhere/a.csv"], 1, "there is no folder"),
        (["--plot", "a.gif"], 2, "pictures are drawn as .png"),
    ],
)
def test_wrong_use_is_one_sentence(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", "qwixx", *words]) == code
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert sentence in told[0]


def start(words: list[str], cache: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, *words]
    settings = {**os.environ, "PAPERDICE_CACHE": str(cache)}
    return subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_ctrl_c_tells_what_is_done_and_keeps_it(tmp_path: Path, runs: Path) -> None:
    """Where it was stopped it goes on."""
    setup = Setup("qwixx", 2, ("random", "random"), seed=77)
    play_run(setup, 1)  # compiles what the program then finds
    kernels = cache.cache_folder()
    assert kernels is not None
    (runs.parent / kernels.name).symlink_to(kernels)
    block = COMPILED_BLOCK * result_type(setup.played_game).itemsize
    words = ["simulate", "qwixx", "--matches", "1000000000", "--seed", "77", "--csv", str(tmp_path / "rows.csv")]
    program = start(words, runs.parent)
    rows = runs / f"{setup.name}.rows"
    wait_until(lambda: rows.exists() and rows.stat().st_size > 2 * block, "rows of a third block")
    program.send_signal(signal.SIGINT)
    out, errors = program.communicate(timeout=patience())
    assert program.returncode == 130
    assert "qwixx, 2 seats, seed 77" in out
    assert errors.splitlines() == [KEPT]
    assert not (tmp_path / "rows.csv").exists()
    done = int(out.split(": ")[1].split(" matches")[0].replace(",", ""))
    gone_on = play_run(setup, done + 500, rows=tmp_path / "rows.csv", resume=True)
    straight = play_run(setup, done + 500)
    assert replace(gone_on, seconds=0, matches_per_second=0) == replace(straight, seconds=0, matches_per_second=0)
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 1 + done + 500


@pytest.fixture
def broken_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file where the folder of the cache should be, found out anew."""
    broken = tmp_path / "file"
    broken.write_text("not a folder")
    for found in (cache.cache_folder, cache._tell_unwritable):
        found.cache_clear()
    with monkeypatch.context() as patch:
        patch.setenv("PAPERDICE_CACHE", str(broken))
        yield broken
    cache.cache_folder.cache_clear()


def test_a_broken_cache_is_one_sentence_and_no_more(
    broken_cache: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Although neither compiled code nor the run can be kept."""
    assert kernel(_double)(21) == 42
    assert run([*QUICK, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 300
    (told,) = caplog.messages
    assert told.startswith("nothing is kept between runs") and str(broken_cache) in told


def _double(number: int) -> int:
    return 2 * number
