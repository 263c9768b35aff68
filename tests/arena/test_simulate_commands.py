"""`paperdice simulate` and `paperdice duel` as used by people and by programs."""

import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import paperdice
from paperdice.arena.blocks import COMPILED_BLOCK
from paperdice.arena.run import play_run
from paperdice.arena.setup import Setup
from paperdice.cli import run
from paperdice.cli.arena import simulate
from paperdice.cli.console import spell_command
from paperdice.fast import cache
from paperdice.fast.compile import kernel
from paperdice.fast.playout import result_type
from tests.interruptible import PROGRAM
from tests.patience import patience, wait_until
from tests.sampling import sample

ODD = Path(__file__).parents[1] / "bots" / "odd_bot.py"
QUICK = ["simulate", "qwixx", "--matches", "300", "--seed", "5"]
SIMULATE_KEYS = {
    *("game", "seats", "bots", "matches", "seed", "seconds", "matches_per_second"),
    *("mean_scores", "win_shares", "end_reasons"),
}
DUEL_KEYS = {"bots", "matches", "wins", "ties", "forfeits", "share", "error", "mean_margin", "seconds"}


def test_tables_show_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*QUICK, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) >= SIMULATE_KEYS
    assert (told["game"], told["seats"], told["bots"]) == ("qwixx", 2, ["random", "random"])
    assert (told["matches"], told["seed"]) == (300, 5)
    assert len(told["mean_scores"]) == len(told["win_shares"]) == 2
    assert sum(told["win_shares"]) == pytest.approx(1)
    assert sum(told["end_reasons"].values()) == 300


def test_there_are_as_many_seats_as_bots(capsys: pytest.CaptureFixture[str]) -> None:
    """As with `paperdice.simulate`, a single bot plays in two seats."""
    for bots, seats in ((["casual", "random", "random"], 3), (["casual"], 2), ([], 2)):
        words = [word for bot in bots for word in ("--bot", bot)]
        assert run(["simulate", "qwixx", "--matches", "3", "--json", *words]) == 0
        assert json.loads(capsys.readouterr().out)["seats"] == seats


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
    assert (match.headers["DiceSeed"], match.headers["DiceMatch"]) == ("4", "123456")
    assert run([*words, "--match", "123456"]) == 0
    assert " to ".join(map(str, match.scores)) in capsys.readouterr().out


def test_a_match_of_a_run_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The match is printed as one object on one line, with or without --record."""
    words = ["simulate", "qwixx", "--bot", "casual", "--bot", "random", "--bot", "random", "--seed", "4"]
    assert run([*words, "--match", "7", "--record"]) == 0
    record = capsys.readouterr().out
    match = paperdice.read_record(record)
    for more in ([], ["--record"]):
        assert run([*words, "--match", "7", "--json", *more]) == 0
        told = capsys.readouterr().out
        assert told.count("\n") == 1
        assert json.loads(told) == {
            "game": "qwixx",
            "seats": 3,
            "bots": ["casual", "random", "random"],
            "sheets": ["classic"] * 3,
            "seed": 4,
            "match": 7,
            "scores": list(match.scores),
            "winners": list(match.winners),
            "end": match.end_reason,
            "turns": match.turn,
            "record": record,
        }


def test_a_forfeited_match_is_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    bot = "cmd:" + shlex.join([sys.executable, str(ODD), "illegal"])
    words = ["simulate", "qwixx", "--bot", bot, "--bot", "random", "--match", "0", "--budget", "60000"]
    assert run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["end"], told["winners"]) == ("forfeit", []) and "Forfeit" in told["record"]
    assert run(words) == 0
    assert capsys.readouterr().out.endswith("(forfeit)\n")


def test_rows_and_picture_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--csv", "rows.csv"], ["--parquet", "rows.parquet"], ["--plot", "scores.png"]):
        assert run([*QUICK, words[0], str(tmp_path / words[1])]) == 0
    assert sorted(file.name for file in tmp_path.glob("*.*")) == ["rows.csv", "rows.parquet", "scores.png"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--bot", "nobody"], 2, "unknown bot 'nobody' for qwixx"),
        (["--seats", "2", "--bot", "random", "--bot", "casual", "--bot", "random"], 2, "3 bots for 2 seats"),
        (["--seats", "6"], 2, "qwixx takes 1 to 5 seats, not 6"),
        (["--sheet", "mine"], 2, "unknown sheet 'mine'"),
        (["--matches", "0"], 2, "a run has at least one match, not 0"),
        (["--threads", "-2"], 2, "threads are counted from 1, not -2"),
        (["--cluster", "nowhere"], 2, "a cluster is a number of workers from 1"),
        (["--record"], 2, "--record requires --match NUMBER"),
        (["--match", "-1"], 2, "--record requires --match NUMBER"),
        (["--match", "1000000000000"], 2, "matches are counted from 0 to 999999999999, not 1000000000000"),
        (["--csv", "a.csv", "--parquet", "a.parquet"], 2, "use either --csv or --parquet, not both"),
        (["--csv", "a.txt"], 2, "rows are written as .csv or .parquet"),
        (["--csv", "/dev/null/a.csv"], 1, "there is no folder"),
        (["--plot", "a.gif"], 2, "pictures are saved as .png"),
    ],
)
def test_wrong_use_is_a_short_error(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", "qwixx", *words]) == code
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert sentence in told[0]


def spooled(process: int, folder: Path) -> int:
    """Return the total size of the unnamed files that a process has open in a folder, in bytes."""
    found = 0
    for opened in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            if opened.readlink().is_relative_to(folder):
                found += opened.stat().st_size
    return found


def test_ctrl_c_prints_what_is_done_and_the_command_for_the_rest(tmp_path: Path) -> None:
    setup = Setup("qwixx", 2, ("casual", "random"), seed=77)
    play_run(setup, 1)  # compiles the kernels that the program then loads
    words = ["simulate", "qwixx", "--bot", "casual", "--bot", "random", "--seed", "77", "--start", "500"]
    words += ["--matches", "1000000000", "--csv", "my rows.csv", "--json"]
    block = COMPILED_BLOCK * result_type(setup.played_game).itemsize
    command = [sys.executable, "-c", PROGRAM, *words]
    with subprocess.Popen(command, cwd=tmp_path, stdout=-1, stderr=-1, text=True) as program:
        wait_until(lambda: spooled(program.pid, tmp_path) > 2 * block, "rows of a third block")
        program.send_signal(signal.SIGINT)
        out, errors = program.communicate(timeout=patience())
    assert program.returncode == 130
    done = json.loads(out)
    assert done["start"] == 500 and 0 < done["matches"] < 1_000_000_000 and done["matches"] % COMPILED_BLOCK == 0
    left, start = 1_000_000_000 - done["matches"], 500 + done["matches"]
    said, command_line = errors.splitlines()
    assert said == f"Stopped after {done['matches']:,} matches. To play the remaining {left:,}:"
    further = f"--matches {left} --start {start} --seed 77 --json --csv 'my rows-from-{start}.csv'"
    assert command_line == f"paperdice simulate qwixx --bot casual --bot random {further}"
    rows = (tmp_path / "my rows.csv").read_text().splitlines()[1:]
    assert [int(row.partition(",")[0]) for row in rows] == list(range(500, start))
    assert done["mean_scores"] == list(play_run(setup, done["matches"], start=500).mean_scores)


def test_the_command_for_the_rest_can_be_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All options are repeated as given, and the parts have the same rows as the whole run."""
    given = {"game": "qwixx", "seats": 3, "bot": ("random", "casual", "random"), "sheet": ("mixx-a",), "matches": 40}
    given |= {"start": 60, "seed": 4, "threads": 1, "cluster": None, "budget": 70.0, "playouts": 2, "json": True}
    given |= {"csv": tmp_path / "a b.csv", "parquet": None, "plot": None, "match": None, "record": False}
    words = shlex.split(spell_command(simulate, given))
    assert words[0] == "paperdice" and run(words[1:]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["start"], told["matches"], told["seed"], told["seats"]) == (60, 40, 4, 3)
    assert told["bots"] == ["random", "casual", "random"] and told["sheets"] == ["mixx-a"] * 3
    assert len((tmp_path / "a b.csv").read_text().splitlines()) == 41


@pytest.fixture
def broken_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a file that blocks the cache folder, after clearing the caches of the lookup."""
    broken = tmp_path / "file"
    broken.write_text("not a folder")
    for found in (cache.cache_folder, cache._warn_unwritable):
        found.cache_clear()
    with monkeypatch.context() as patch:
        patch.setenv("PAPERDICE_CACHE", str(broken))
        yield broken
    cache.cache_folder.cache_clear()


def test_a_broken_cache_logs_a_single_warning(
    broken_cache: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert kernel(_double)(21) == 42
    assert run([*QUICK, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 300
    (told,) = caplog.messages
    assert told.startswith("the cache is not writable") and str(broken_cache) in told


def _double(number: int) -> int:
    return 2 * number
