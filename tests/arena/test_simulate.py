"""The figures of a run are those of its matches, regardless of where and how the run is executed."""

import csv
import subprocess
import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paperdice
from paperdice.arena import blocks, run
from paperdice.arena.blocks import Block, play_block, replay
from paperdice.arena.engines import Threads
from paperdice.arena.results import SimulationResult, Stopped
from paperdice.arena.setup import Setup, per_seat
from paperdice.errors import SetupError, StoreError
from paperdice.game import Game
from tests.patience import patience
from tests.sampling import sample

# `tests/fast` compares compiled matches of every game; these two are also compiled for other tests.
USUAL = [paperdice.find_game("qwixx"), paperdice.find_game("sixto")]
SETUP = Setup("qwixx", 3, ("random",) * 3, seed=5)
MATCHES = 16_000


class StopAt:
    """A progress callback that simulates Ctrl-C after this many matches."""

    def __init__(self, matches: int) -> None:
        self.matches = matches

    def __call__(self, done: int, _total: int) -> None:
        if done >= self.matches:
            raise KeyboardInterrupt


class OddBlocks:
    """An engine that plays matches sequentially in blocks of irregular sizes."""

    def play(self, todo: Iterable[Block]) -> Generator[np.ndarray, None, None]:
        for setup, start, number in todo:
            middle = number // 3
            parts = [play_block(setup, start, middle), play_block(setup, start + middle, number - middle)]
            yield np.concatenate(parts)


def same(one: SimulationResult, other: SimulationResult) -> bool:
    arrays = other.summary.arrays()
    return all(array.tobytes() == arrays[name].tobytes() for name, array in one.summary.arrays().items())


@pytest.mark.sampled
@pytest.mark.parametrize("game", sample(paperdice.GAMES, 0, always=USUAL), ids=lambda game: game.name)
def test_the_numbers_are_those_of_the_matches_replayed(game: Game) -> None:
    setup = Setup(game.name, 2, ("random", "random"), seed=3)
    told = run.play_run(setup, 12)
    matches = [replay(setup, number) for number in range(12)]
    scores = np.array([match.scores for match in matches])
    shares = [[(seat in match.winners) / len(match.winners) for seat in (0, 1)] for match in matches]
    reasons = [match.end_reason for match in matches]
    assert told.matches == 12
    assert told.mean_scores == pytest.approx(scores.mean(axis=0))
    assert told.score_spreads == pytest.approx(scores.std(axis=0))
    assert told.win_shares == pytest.approx(np.mean(shares, axis=0))
    assert told.mean_turns == pytest.approx(np.mean([match.turn for match in matches]))
    assert told.end_reasons == {reason: reasons.count(reason) for reason in game.end_reasons if reason in reasons}
    medians = [sorted(scores[:, seat])[5] for seat in (0, 1)]
    assert [quantiles["0.5"] for quantiles in told.score_quantiles] == medians
    marks = [np.mean([(match.raw.state.written[seat] > 0).sum() for match in matches]) for seat in (0, 1)]
    assert [events["marks"] for events in told.mean_events] == pytest.approx(marks)


def test_threads_and_blocks_change_nothing() -> None:
    one = run.play_run(SETUP, MATCHES, engine=Threads(1))
    assert one.matches == MATCHES
    assert same(one, run.play_run(SETUP, MATCHES, engine=Threads(2)))
    assert same(one, run.play_run(SETUP, MATCHES, engine=OddBlocks()))


def test_another_seed_is_another_run() -> None:
    other = Setup("qwixx", 3, ("random",) * 3, seed=6)
    assert not same(run.play_run(SETUP, 100), run.play_run(other, 100))


def test_one_match_shows_no_certainty() -> None:
    """The output shows neither a mean with an error of 0 nor a share of exactly 100 %."""
    result = run.play_run(Setup("qwixx", 2, ("random", "random"), seed=3), 1)
    assert sorted(result.win_shares) == [0, 1] and "0.00 ± 0.00" not in str(result) and "±" not in str(result)
    for (low, high), share in zip(result.win_intervals, result.win_shares, strict=True):
        assert low <= share <= high and high - low > 0.7


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_stopped_run_writes_the_rows_of_what_is_done(suffix: str, tmp_path: Path) -> None:
    """Together with the rows of the remaining matches, they are those of the whole run."""
    done, rest, whole = (tmp_path / f"{name}{suffix}" for name in ("done", "rest", "whole"))
    with pytest.raises(Stopped) as stopped:
        run.play_run(SETUP, MATCHES, rows=done, progress=StopAt(5000))
    assert stopped.value.rest is not None
    start, matches = stopped.value.rest
    assert 5000 <= start == MATCHES - matches < MATCHES
    run.play_run(SETUP, matches, start=start, rows=rest)
    run.play_run(SETUP, MATCHES, rows=whole)
    assert read_rows(done) + read_rows(rest) == read_rows(whole)
    assert sorted(tmp_path.iterdir()) == sorted([done, rest, whole])


def read_rows(file: Path) -> list[str]:
    """Return the rows of a file as text, without column names."""
    if file.suffix == ".csv":
        return file.read_text().splitlines()[1:]
    from pyarrow import parquet

    return [str(row) for row in parquet.read_table(file).to_pylist()]


def test_a_run_stopped_before_its_first_match_writes_no_rows(tmp_path: Path) -> None:
    with pytest.raises(Stopped) as stopped:
        run.play_run(SETUP, MATCHES, rows=tmp_path / "rows.csv", progress=StopAt(0))
    assert stopped.value.result is None and list(tmp_path.iterdir()) == []


def test_csv_has_one_row_a_match(tmp_path: Path) -> None:
    setup = Setup("sixto", 2, ("random", "random"), seed=1)
    file = tmp_path / "rows.csv"
    run.play_run(setup, 25, rows=file)
    with file.open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert [int(row["match"]) for row in rows] == list(range(25))
    for row in rows[:6]:
        match = replay(setup, int(row["match"]))
        assert (int(row["score_0"]), int(row["score_1"])) == match.scores
        assert (row["end"], int(row["turns"])) == (match.end_reason, match.turn)
        assert float(row["win_0"]) == (0 in match.winners) / len(match.winners)
        assert int(row["marks_1"]) == (match.raw.state.written[1] > 0).sum()


def test_parquet_has_the_columns_of_csv(tmp_path: Path) -> None:
    from pyarrow import parquet

    run.play_run(SETUP, 50, rows=tmp_path / "rows.csv")
    run.play_run(SETUP, 50, rows=tmp_path / "rows.parquet")
    with (tmp_path / "rows.csv").open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in table] == rows


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("rows.txt", "rows are written as .csv or .parquet, not 'rows.txt'"),
        ("nowhere/rows.csv", "there is no folder"),
    ],
)
def test_a_wrong_row_file_is_refused_before_anything_is_played(name: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(paperdice.PaperdiceError) as refusal:
        run.play_run(SETUP, 10**12, rows=tmp_path / name)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_full_disk_leaves_no_half_file(suffix: str, tmp_path: Path) -> None:
    rows = tmp_path / f"rows{suffix}"
    rows.symlink_to("/dev/full")
    with pytest.raises(StoreError, match="No space left on device"):
        run.play_run(SETUP, MATCHES, rows=rows)
    rows.unlink()
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_during_a_run_is_a_short_error(tmp_path: Path) -> None:
    """File sizes are limited to a few rows, as if the disk became full during the run."""
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "import paperdice; paperdice.simulate('qwixx', matches=1)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "from paperdice.cli import main; main()"
    )
    words = ["simulate", "qwixx", "--matches", "20000", "--csv", str(tmp_path / "rows.csv")]
    command = [sys.executable, "-c", program, *words]
    told = subprocess.run(command, capture_output=True, text=True, timeout=patience(), check=False)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == f"paperdice: cannot write {tmp_path / 'rows.csv'}: File too large\n"
    assert list(tmp_path.iterdir()) == []


def test_bots_that_search_play_through_normal_matches() -> None:
    setup = Setup("qwixx", 2, ("expert", "random"), seed=2, playouts=1)
    blocks.prepare(setup)
    result = run.play_run(setup, 1)
    match = replay(setup, 0)
    assert result.mean_scores == match.scores
    assert result.mean_turns == match.turn


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("qwixx", 6, ("random",) * 6), "qwixx takes 1 to 5 seats, not 6"),
        (("qwixx", 2, ("random",) * 3), "3 bots for 2 seats"),
        (("qwixx", 2, ("nobody", "random")), "unknown bot 'nobody' for qwixx"),
        (("sixto", 2, ("evolved",) * 2), "unknown bot 'evolved' for sixto"),
        (("qwixx", 2, ("random",) * 2, -1), "a seed is a number from 0 up, not -1"),
        (("qwixx", 2, ("random",) * 2, 0, ("classic",) * 3), "3 sheets for 2 seats"),
        (("qwixx", 2, ("random",) * 2, 0, ("mine",) * 2), "unknown sheet 'mine'"),
        (("chess", 2, ("random",) * 2), "unknown game 'chess'"),
    ],
)
def test_a_wrong_setup_is_refused(words: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(paperdice.PaperdiceError) as refusal:
        Setup(*words)
    assert sentence in str(refusal.value)


def test_a_run_has_at_least_one_match_and_one_thread() -> None:
    with pytest.raises(SetupError, match="at least one match, not 0"):
        run.play_run(SETUP, 0)
    with pytest.raises(SetupError, match="threads are counted from 1, not -1"):
        Threads(-1)


def test_one_entry_serves_all_seats() -> None:
    assert per_seat(("a",), 3) == ("a", "a", "a")
    assert per_seat(("a", "b"), 3) == ("a", "b")
