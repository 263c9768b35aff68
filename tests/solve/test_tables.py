"""Solved tables are cached and loaded, and solved again if the file is broken."""

import json
import logging
from pathlib import Path

import numpy as np
import pytest

from paperdice.errors import SetupError, StoreError
from paperdice.solve import tables
from paperdice.solve.qwixx.question import Question, SolvedTable, solve_qwixx
from paperdice.solve.qwixx.states import Sizes

TOY = Question(sizes=Sizes(2, 2))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERDICE_CACHE", str(tmp_path))


def solve_toy(*, fresh: bool = False) -> SolvedTable:
    return solve_qwixx(sizes=TOY.sizes, fresh=fresh)


def stored_file() -> Path:
    return tables.table_path(TOY.name, TOY.facts())


def test_a_table_is_found_again_as_it_was() -> None:
    solved = solve_toy()
    again = solve_toy()
    assert not solved.is_stored
    assert again.is_stored
    assert np.array_equal(solved.values, again.values)
    assert (again.positions, again.seconds) == (solved.positions, solved.seconds)


def test_fresh_solves_in_spite_of_a_stored_table() -> None:
    solve_toy()
    assert not solve_toy(fresh=True).is_stored


def test_the_header_describes_the_table() -> None:
    table = solve_toy()
    header = json.loads(stored_file().with_suffix(".json").read_text("utf-8"))
    assert (header["game"], header["seats"], header["value"]) == ("qwixx", 1, table.value())


def test_a_changed_byte_is_detected_logged_and_repaired(caplog: pytest.LogCaptureFixture) -> None:
    value = solve_toy().value()
    content = bytearray(stored_file().read_bytes())
    content[-5] ^= 1
    stored_file().write_bytes(content)
    with pytest.raises(StoreError, match="checksum differs"):
        tables.load_table(TOY.name, TOY.facts())
    with caplog.at_level(logging.WARNING):
        mended = solve_toy()
    assert mended.value() == value
    assert not mended.is_stored
    assert "solving it again" in caplog.text
    assert solve_toy().is_stored


@pytest.mark.parametrize("suffix", [".npy", ".json"])
def test_half_a_file_is_detected(suffix: str) -> None:
    solve_toy()
    file = stored_file().with_suffix(suffix)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(StoreError, match="broken table"):
        tables.load_table(TOY.name, TOY.facts())


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"checksum": "0"}', "\N{SNOWMAN}"])
def test_an_invalid_header_is_detected(content: str) -> None:
    solve_toy()
    stored_file().with_suffix(".json").write_text(content, "utf-8")
    with pytest.raises(StoreError, match="broken table"):
        tables.load_table(TOY.name, TOY.facts())


def test_an_empty_table_is_detected() -> None:
    solve_toy()
    stored_file().write_bytes(b"")
    with pytest.raises(StoreError, match="broken table"):
        tables.load_table(TOY.name, TOY.facts())


def test_a_header_without_its_table_counts_as_nothing() -> None:
    solve_toy()
    stored_file().unlink()
    assert tables.load_table(TOY.name, TOY.facts()) is None


def test_a_table_of_older_sources_is_deleted() -> None:
    solve_toy()
    old = stored_file().with_name(f"{TOY.name}-0123456789ab.npy")
    old.write_bytes(b"old")
    solve_toy(fresh=True)
    assert not old.exists()
    assert stored_file().exists()


def test_a_table_is_solved_without_a_writable_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("PAPERDICE_CACHE", str(blocked))
    with caplog.at_level(logging.WARNING):
        assert solve_toy().value() > 0
    assert "not cached" in caplog.text


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"seats": 0}, "1 to 5 seats"),
        ({"seats": 6}, "1 to 5 seats"),
        ({"seats": 2, "hazard": 1.0}, "probability"),
        ({"seats": 2, "hazard": -0.1}, "probability"),
        ({"seats": 2, "hazard": ()}, "probability"),
        ({"seats": 2, "hazard": (0.1, 1.5)}, "probability"),
        ({"seats": 1, "hazard": 0.1}, "other seats"),
        ({"seats": 2, "hazard": 0.1, "target": 100}, "together"),
    ],
)
def test_a_question_without_an_answer_is_refused(settings: dict[str, object], complaint: str) -> None:
    with pytest.raises(SetupError, match=complaint):
        Question(**settings)  # type: ignore[arg-type]  # invalid on purpose
