"""Restoring large, malicious and interrupted backups."""

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any

import pytest

from paperdice.cli import run
from paperdice.errors import StoreError
from paperdice.store import postgres
from paperdice.store.backup import read_backup, write_backup
from paperdice.store.entries import ChallengeEntry
from paperdice.store.soundness import checksum_of
from paperdice.store.sqlite import SqliteStore
from paperdice.store.store import Store
from tests.patience import patience
from tests.postgres import LONG, patient_store
from tests.sampling import budget

MATCH = ["m1", "t1", "qwixx", None, 1, 1, 1, None, "", "", None, 0]
EVENT = ["m1", 1, "a", checksum_of("m1", 1, "a")]
TABLE = ["t1", "KXRM", "m1", 1]
EVENTS_PER_MATCH = 100

# Restores a match from a generator that stops half-way until it reads a line.
HALF_WAY = """
import asyncio, sys
from pathlib import Path
from paperdice.cli.serve import find_store
from paperdice.store.soundness import checksum_of

def rows():
    yield "matches", ("m1", "t1", "qwixx", None, 9_000, 1, 1, None, "", "", None, 0)
    for number in range(1, 9_001):
        if number == 6_000:
            print("half-way", flush=True)
            sys.stdin.readline()
        yield "events", ("m1", number, "a", checksum_of("m1", number, "a"))

async def main():
    target = sys.argv[1]
    store = find_store(None, target) if target.startswith("postgresql:") else find_store(Path(target), None)
    await store.open(serves=True)
    try:
        await store.restore(rows())
    finally:
        await store.close()

asyncio.run(main())
"""


def seal(path: Path, lines: list[bytes]) -> Path:
    """Write these lines between the first and the last line of a valid backup."""
    closing_line = {"rows": len(lines), "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    path.write_bytes(b"\n".join([b'{"paperdice_backup": 1}', *lines, json.dumps(closing_line).encode(), b""]))
    return path


def line_of(name: str, row: list[Any]) -> bytes:
    """Return the line of a row."""
    return json.dumps([name, row]).encode()


def write_events(path: Path, n_events: int) -> None:
    """Write a backup of matches with this many events in total, including every kind of id and text."""
    names = [f"{'aBz_é-9'[number % 7]}{number}" for number in range(n_events // EVENTS_PER_MATCH)]
    rows: list[tuple[str, list[Any]]] = []
    rows += [("matches", [name, f"t{name}", *MATCH[2:4], EVENTS_PER_MATCH, *MATCH[5:]]) for name in names]
    for name in names:
        for number in range(1, EVENTS_PER_MATCH + 1):
            text = json.dumps({"type": "played", "text": f"Zoë 🎲 \\ \t{number}"}, ensure_ascii=number % 2 == 0)
            rows.append(("events", [name, number, text, checksum_of(name, number, text)]))
    rows += [("tables", [f"t{name}", f"C{name}", name, 1]) for name in names]
    rows += [("challenges", [name, "qwixx", "{}", 1]) for name in names]
    rows += [("reviews", [name, "a kind", "a \\N body"]) for name in names]
    rows += [
        ("subscriptions", [f"t{name}", f"https://{end}", "h", "p", "a", "de", 1, ""]) for name in names for end in "bAé"
    ]
    rows += [("wakes", [name, 2**40]) for name in names]
    seal(path, [line_of(*row) for row in rows])


@pytest.mark.sampled
def test_a_large_backup_goes_round_both_databases(tmp_path: Path, postgres_url: str) -> None:
    made, first, second, third = (tmp_path / f"{number}.jsonl" for number in range(4))
    write_events(made, budget(25_000, 200_000))
    ours, back = ["--data", str(tmp_path / "ours.sqlite")], ["--data", str(tmp_path / "back.sqlite")]
    theirs = ["--database", postgres_url]
    assert run(["restore", str(made), *ours]) == 0
    assert run(["backup", str(first), *ours]) == 0
    assert run(["restore", str(first), *theirs]) == 0
    assert run(["backup", str(second), *theirs]) == 0
    assert run(["restore", str(second), *back]) == 0
    assert run(["backup", str(third), *back]) == 0
    assert first.read_bytes() == second.read_bytes() == third.read_bytes()


async def test_each_batch_has_a_deadline_of_its_own(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = patient_store(postgres_url)
    await store.open()
    used: list[float] = []
    real = postgres._deadline

    def counted(connection: Any, seconds: float) -> AbstractAsyncContextManager[None]:
        used.append(seconds)
        return real(connection, seconds)

    monkeypatch.setattr(postgres, "_deadline", counted)
    write_events(tmp_path / "made.jsonl", 3_000)
    await store.restore(read_backup(tmp_path / "made.jsonl"))
    await store.close()
    # One for all, one for the check of the target, and one per thousand rows of each table.
    assert used == [postgres._LONG_SECONDS, *[LONG] * (1 + 1 + 3 + 5)]


async def test_a_restore_tells_how_far_it_is(store: Store, tmp_path: Path) -> None:
    write_events(tmp_path / "made.jsonl", 3_000)
    heard: list[int] = []
    await store.restore(read_backup(tmp_path / "made.jsonl"), heard.append)
    assert heard == sorted(heard) and heard[-1] == read_backup(tmp_path / "made.jsonl").n_rows == 3_240
    assert len(heard) > 1


HOSTILE = {
    "an unknown table": [line_of("planets", ["x"])],
    "a table that is no text": [json.dumps([["matches"], MATCH]).encode()],
    "too few columns": [line_of("matches", MATCH[:-1])],
    "too many columns": [line_of("matches", [*MATCH, 1])],
    "a row that is no list": [b'["matches", {"id": "m1"}]'],
    "a row that is a text": [b'["wakes", "ab"]'],
    "no row at all": [b'["matches"]'],
    "a third part": [json.dumps(["matches", MATCH, 1]).encode()],
    "a number for an id": [line_of("matches", [1, *MATCH[1:]])],
    "a list for an id": [line_of("matches", [["m1"], *MATCH[1:]])],
    "an object for a text": [line_of("matches", [*MATCH[:8], {}, *MATCH[9:]])],
    "nothing for an id": [line_of("matches", [None, *MATCH[1:]])],
    "a text for a number": [line_of("matches", [*MATCH[:4], "1", *MATCH[5:]])],
    "a fraction for a number": [line_of("matches", [*MATCH[:4], 1.5, *MATCH[5:]])],
    "true for a number": [line_of("matches", [*MATCH[:4], True, *MATCH[5:]])],
    "a number beyond 32 bits": [line_of("matches", [*MATCH[:4], 2**31, *MATCH[5:]])],
    "a number beyond 64 bits": [line_of("matches", [*MATCH[:5], 2**63, *MATCH[6:]])],
    "a number of 5,000 digits": [b'["wakes", ["m1", ' + b"9" * 5_000 + b"]]"],
    "no number": [b'["wakes", ["m1", NaN]]'],
    "half a surrogate pair": [rb'["matches", ["m\ud800"' + json.dumps(MATCH[1:]).encode()[1:].join([b", ", b"]"])],
    "no JSON": [b"[oops"],
    "deep nesting": [b"[" * 100_000],
    "an event of no match": [line_of("events", EVENT)],
    "an event before its match": [line_of("events", EVENT), line_of("matches", MATCH)],
    "a match twice": [line_of("matches", MATCH), line_of("matches", MATCH)],
    "an event twice": [line_of("matches", MATCH), line_of("events", EVENT), line_of("events", EVENT)],
    "a code twice": [line_of("matches", MATCH), line_of("tables", TABLE), line_of("tables", ["t2", *TABLE[1:]])],
}


async def is_empty(store: Store) -> bool:
    """Return whether a store contains nothing that a backup would include."""
    return [row async for row in store.dump()] == []


@pytest.mark.parametrize("lines", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_hostile_backup_is_one_sentence_and_leaves_nothing(
    store: Store, tmp_path: Path, lines: list[bytes]
) -> None:
    path = seal(tmp_path / "hostile.jsonl", [line_of("matches", ["m0", *MATCH[1:]]), *lines])
    with pytest.raises(StoreError) as refused:
        await store.restore(read_backup(path))
    assert str(path) in str(refused.value) or "the backup" in str(refused.value)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 400
    assert await is_empty(store)
    await store.ping()


WHOLE = b'{"paperdice_backup": 1}\n' + line_of("matches", MATCH) + b"\n"
FILES = {
    "empty": b"",
    "UTF-16": WHOLE.decode().encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + WHOLE,
    "gzip": bytes.fromhex("1f8b0800") + bytes(100),
    "another version": b'{"paperdice_backup": 2}\n',
    "no version": b"[" * 100_000,
    "a version without an end": b'{"paperdice_backup": 1' + b" " * 100_000,
    "no closing line": WHOLE,
    "a closing line that is no object": WHOLE + b"7\n",
    "something after the closing line": WHOLE + b'{"rows": 1, "sha256": "x"}\n' + line_of("matches", MATCH) + b"\n",
    "bytes of no encoding": b'{"paperdice_backup": 1}\n\xff\xfe\x00[\n',
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES.keys())
def test_a_file_that_is_no_backup_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path, target = tmp_path / "kept.jsonl", tmp_path / "new.sqlite"
    path.write_bytes(content)
    assert run(["restore", str(path), "--data", str(target)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("paperdice: ") and said.count("\n") == 1 and len(said) < 400
    assert not target.exists()


@pytest.mark.parametrize("name", ["/dev/zero", "folder", "pipe", "missing"])
def test_an_invalid_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert run(["restore", str(tmp_path / name), "--data", str(tmp_path / "new.sqlite")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("paperdice: ") and said.count("\n") == 1


def test_ctrl_c_is_too_late_once_all_rows_are_committed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = SqliteStore.restore

    async def restore(store: SqliteStore, *words: Any) -> None:
        await real(store, *words)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(SqliteStore, "restore", restore)
    path = seal(tmp_path / "kept.jsonl", [line_of("matches", MATCH)])
    assert run(["restore", str(path), "--data", str(tmp_path / "new.sqlite")]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == (f"1 rows restored from {path}\n", "")


def test_ctrl_c_before_the_commit_says_that_nothing_was_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = SqliteStore.restore

    async def restore(store: SqliteStore, *words: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        await real(store, *words)

    monkeypatch.setattr(SqliteStore, "restore", restore)
    path = seal(tmp_path / "kept.jsonl", [line_of("matches", MATCH)])
    assert run(["restore", str(path), "--data", str(tmp_path / "new.sqlite")]) == 130
    told = capsys.readouterr()
    sentence = "\nstopped: nothing was restored, and you can run the same command again\n"
    assert (told.out, told.err) == ("", sentence)


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The target of a restore in a separate process."""
    yield str(tmp_path / "new.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


def open_store(target: str) -> Store:
    return patient_store(target) if target.startswith("postgresql:") else SqliteStore(target)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
async def test_an_interrupted_restore_leaves_an_empty_target(target: str, how: signal.Signals) -> None:
    command = [sys.executable, "-c", HALF_WAY, target]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half-way\n"
        os.kill(process.pid, how)
        process.communicate("\n", timeout=patience())
    assert process.returncode != 0
    store = open_store(target)
    await store.open(serves=True)
    assert await is_empty(store)
    await store.restore([("matches", tuple(MATCH)), ("events", tuple(EVENT))])
    assert await store.load("m1") == ["a"]
    await store.close()


async def test_a_target_that_holds_anything_is_refused(store: Store) -> None:
    await store.add_challenge(ChallengeEntry("c1", "qwixx", "{}", 5))
    with pytest.raises(StoreError, match="restore only into an empty one"):
        await store.restore([("matches", tuple(MATCH))])
    assert await store.find_match("m1") is None


async def test_a_damaged_event_with_a_zero_byte_is_carried_over(store: Store, tmp_path: Path) -> None:
    ours = SqliteStore(tmp_path / "ours.sqlite")
    await ours.open()
    await ours.restore([("matches", tuple(MATCH)), ("events", tuple(EVENT))])
    with closing(sqlite3.connect(tmp_path / "ours.sqlite")) as connection, connection:
        connection.execute("update events set event = 'a' || char(0)")
    assert (await write_backup(ours, tmp_path / "kept.jsonl")).damaged == {"m1"}
    await ours.close()
    await store.restore(read_backup(tmp_path / "kept.jsonl"))
    with pytest.raises(StoreError, match="damaged"):
        await store.load("m1")
