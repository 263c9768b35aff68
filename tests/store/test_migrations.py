"""The schema comes forward from every released version, on both databases."""

import sqlite3
from pathlib import Path

import psycopg
import pytest

from paperdice.store.scripts import migrations
from paperdice.store.sqlite import SqliteStore
from paperdice.store.store import MatchEntry, Store, TableEntry
from tests.postgres import patient_store

VERSIONS = [number for number, _ in migrations()]
INSERTS = (
    (
        "insert into matches (id, table_id, game, challenge, length, created, touched, finished, ending, record) "
        """values ('m1', 't1', 'qwixx', 'c1', 1, 0, 0, 5, '{"scores": [31, 40], "winners": [1]}', '')"""
    ),
    "insert into events (match_id, sequence, event) values ('m1', 1, 'a')",
    "insert into tables values ('t1', 'KXRM', 'm1', 0, 0)",
)


def statements(version: int) -> list[str]:
    """Everything that makes a database of this version with one match in it."""
    made = ["create table schema_version (version integer primary key)"]
    for number, parts in migrations():
        if number <= version:
            made += [*parts, f"insert into schema_version values ({number})"]
    return [*made, *INSERTS]


async def comes_forward(store: Store, version: int) -> None:
    # What was written by a version that knew of merits has them already.
    merits = [("m1", 31)] if version == 1 else []
    await store.open()
    assert await store.load("m1") == ["a"]
    assert [(match.id, match.merit) for match in await store.list_results("c1", 1)] == merits
    await store.append("m1", 1, ["b"], now=1)
    table = TableEntry("t2", "HHHH", "m2", True, 0)
    await store.create(table, MatchEntry("m2", "t2", "sixto", None, 0, 0, 0), ["x"])
    assert await store.load("m1") == ["a", "b"]
    await store.close()


@pytest.mark.parametrize("version", VERSIONS)
async def test_sqlite_comes_forward(version: int, tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    connection = sqlite3.connect(path)
    for statement in statements(version):
        connection.execute(statement)
    connection.commit()
    connection.close()
    await comes_forward(SqliteStore(path), version)


@pytest.mark.parametrize("version", VERSIONS)
async def test_postgres_comes_forward(version: int, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for statement in statements(version):
            connection.execute(statement.encode())
    await comes_forward(patient_store(postgres_url), version)


def test_migrations_are_numbered_without_gaps() -> None:
    assert VERSIONS == list(range(1, len(VERSIONS) + 1))
