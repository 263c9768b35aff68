"""A finished match is stored as finished even if the process that wrote its last move dies immediately."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from paperdice.errors import StoreError
from paperdice.flow.events import Event, read_event
from paperdice.flow.table import Table
from paperdice.store.entries import Ending, MatchEntry, TableEntry
from paperdice.store.postgres import PostgresStore
from paperdice.store.sqlite import SqliteStore
from paperdice.store.store import Store
from tests.postgres import LONG, patient_store
from tests.server.clients import Player, fetch, open_table, seated
from tests.server.servers import running_server


class Dying(Store):
    """The store of a process that dies as soon as the last move of a match is committed."""

    def __init__(self, *words: str | Path, **options: float) -> None:
        super().__init__(*words, **options)
        self.is_dead = False
        self._log: list[Event] = []

    async def create(
        self, table: TableEntry, match: MatchEntry, events: Sequence[str], released_before: int = 0
    ) -> None:
        self._log = list(map(read_event, events))
        await super().create(table, match, events, released_before)

    async def append(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        if self.is_dead:
            raise StoreError("this process is dead")
        await super().append(match_id, expected_length, events, now, ending)
        self._log += map(read_event, events)
        self.is_dead = Table.replay(match_id, self._log).match.over


class DyingSqlite(Dying, SqliteStore):
    """`Dying` on SQLite."""


class DyingPostgres(Dying, PostgresStore):
    """`Dying` on PostgreSQL."""


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
async def test_the_last_move_and_the_ending_are_kept_in_one_transaction(
    database: str, tmp_path: Path, postgres_url: str
) -> None:
    path, is_sqlite = tmp_path / "data.sqlite", database == "sqlite"
    dying = DyingSqlite(path) if is_sqlite else DyingPostgres(postgres_url, timeout=LONG)
    seats, tokens = seated("Ann", "Ben")
    async with running_server(dying) as url:
        code = await open_table(url, *seats, first=0, auto_throw=True, dice="seeded", seed=1)
        async with Player(url, code, *tokens) as both:
            await both.do("start")
            await both.play_on(random.Random(1))
            match = both.state["match"]
    assert dying.is_dead
    async with running_server(SqliteStore(path) if is_sqlite else patient_store(postgres_url)) as url:
        facts = (await fetch(url, f"/api/matches/{match}")).json()
        assert facts["finished"] is not None
        assert (await fetch(url, f"/api/matches/{match}/record")).text.endswith(facts["record"])
