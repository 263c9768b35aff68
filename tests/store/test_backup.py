"""Damaged, truncated or foreign backups are refused before anything is restored."""

from pathlib import Path

import pytest

from paperdice.errors import StoreError
from paperdice.store.backup import read_backup, write_backup
from paperdice.store.entries import MatchEntry, TableEntry
from paperdice.store.memory import MemoryStore


@pytest.fixture
async def backup(tmp_path: Path) -> Path:
    store = MemoryStore()
    table = TableEntry("t1", "KXRM", "m1", 0)
    await store.create(table, MatchEntry("m1", "t1", "qwixx", None, 0, 0, 0), ["é", "b"])
    await write_backup(store, tmp_path / "backup.jsonl")
    return tmp_path / "backup.jsonl"


async def test_a_whole_backup_is_read(backup: Path) -> None:
    assert [name for name, _ in read_backup(backup)] == ["matches", "events", "events", "tables"]


@pytest.mark.parametrize("cut", [0, 1, 30, 200, -2, -40])
async def test_a_cut_backup_is_refused(backup: Path, cut: int) -> None:
    backup.write_bytes(backup.read_bytes()[:cut])
    with pytest.raises(StoreError):
        list(read_backup(backup))


async def test_a_changed_backup_is_refused(backup: Path) -> None:
    backup.write_text(backup.read_text().replace('"b"', '"c"'))
    with pytest.raises(StoreError, match="damaged"):
        list(read_backup(backup))


async def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello\n")
    with pytest.raises(StoreError):
        list(read_backup(tmp_path / "x"))


async def test_a_backup_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot write"):
        await write_backup(MemoryStore(), tmp_path / "nowhere" / "backup.jsonl")
    assert list(tmp_path.iterdir()) == []
