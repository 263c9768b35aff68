"""A store in PostgreSQL, shared by any number of server processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from paperdice.errors import StoreError, needs
from paperdice.store import scripts
from paperdice.store.database import DatabaseStore, Told
from paperdice.store.scripts import COLUMNS, Script
from paperdice.store.store import DumpedRow, Notice, Presence

with needs("a PostgreSQL database", "paperdice[postgres]"):
    import psycopg
    from psycopg import AsyncConnection, AsyncRawCursor, AsyncRawServerCursor, sql
    from psycopg.rows import TupleRow
    from psycopg_pool import AsyncConnectionPool, PoolTimeout

T = TypeVar("T")
_MIGRATION_LOCK = 0x70617065
_RETRY_SECONDS = 1.0
_DUMP_ROWS = 1000


async def _run(connection: AsyncConnection[TupleRow], script: Script[T]) -> T:
    """Runs a script statement by statement."""
    cursor = AsyncRawCursor(connection)
    try:
        statement, values = next(script)
        while True:
            await cursor.execute(statement.encode(), values)
            rows = await cursor.fetchall() if cursor.description is not None else []
            statement, values = script.send(rows)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]  # the generator's return type is T


class PostgresStore(DatabaseStore):
    """Keeps matches in a PostgreSQL database and tells the other processes about every change."""

    def __init__(self, url: str, connections: int = 8, timeout: float = 5) -> None:
        self._url = url
        self._pool = AsyncConnectionPool(url, min_size=1, max_size=connections, open=False, timeout=timeout)
        self._channel = ""
        self._listener: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connects and brings the schema up to date, one process at a time."""
        await self._pool.open()
        async with self._connection() as connection:
            await connection.execute("select pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
            await _run(connection, scripts.migrate())
            row = await (await connection.execute("select current_schema()")).fetchone()
            # Channels belong to the whole database, so the schema's name keeps two servers in it apart.
            self._channel = f"paperdice_{row[0] if row else 'public'}"

    async def close(self) -> None:
        """Stops listening and closes all connections."""
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        await self._pool.close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection[TupleRow]]:
        try:
            async with self._pool.connection() as connection:
                yield connection
        except (psycopg.Error, PoolTimeout) as error:
            raise StoreError(f"the database cannot be used: {error}") from error

    async def _do(self, script: Script[T], tell: Told | None = None) -> T:
        async with self._connection() as connection:
            result = await _run(connection, script)
            if tell is not None:
                payload = f"{tell[0]} {tell[1]}"
                await connection.execute("select pg_notify(%s, %s)", (self._channel, payload))
            return result

    async def listen(self, notice: Notice) -> None:
        """Hears what other processes (and this one) have written."""
        ready = asyncio.Event()
        self._listener = asyncio.create_task(self._hear(notice, ready))
        await ready.wait()

    async def _hear(self, notice: Notice, ready: asyncio.Event) -> None:
        while True:
            try:
                async with await AsyncConnection.connect(self._url, autocommit=True) as connection:
                    await connection.execute(sql.SQL("listen {}").format(sql.Identifier(self._channel)))
                    notice("", 0)
                    ready.set()
                    async for note in connection.notifies():
                        match_id, _, length = note.payload.partition(" ")
                        notice(match_id, int(length))
            except psycopg.Error:
                # The gap is made good by the notice("", 0) that follows the next connection.
                await asyncio.sleep(_RETRY_SECONDS)

    async def set_presence(self, match_id: str, presence: Presence, until: int) -> None:
        """Says who is connected through one process."""
        await self._do(scripts.set_presence(match_id, presence, until), (match_id, 0))

    async def list_presence(self, match_id: str, now: int) -> list[Presence]:
        """Gives who is connected."""
        return await self._do(scripts.list_presence(match_id, now))

    async def dump(self) -> AsyncIterator[DumpedRow]:
        """Gives every row as it was at one moment, while others go on writing."""
        async with self._connection() as connection:
            await connection.execute("set transaction isolation level repeatable read")
            for name, columns in COLUMNS.items():
                cursor = AsyncRawServerCursor(connection, f"dump_{name}")
                async with cursor:
                    await cursor.execute(f"select {', '.join(columns)} from {name} order by 1, 2".encode())
                    while rows := await cursor.fetchmany(_DUMP_ROWS):
                        for row in rows:
                            yield name, row
