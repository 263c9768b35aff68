"""A store in PostgreSQL, shared by any number of server processes."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from paperdice.errors import NotationError, Reason, StoreError, needs
from paperdice.store.entries import DumpedRow, LostAnswerError, Notice, Presence, Row, misfit
from paperdice.store.soundness import COLUMNS, is_text
from paperdice.store.store import Add, Script, Store, check_empty, prepare, reads, writes

with needs("a PostgreSQL database", "paperdice[postgres]"):
    import psycopg
    from psycopg import AsyncConnection, AsyncRawCursor, AsyncRawServerCursor, sql
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.rows import TupleRow
    from psycopg_pool import AsyncConnectionPool, PoolTimeout

T = TypeVar("T")
_SCHEMA_LOCK = 0x70617065
_RETRY_SECONDS = 1.0
# After this many timeouts without a notification, check that the database still responds.
_QUIET = 3
# The deadline for work whose duration depends on the size of the database.
_LONG_SECONDS = 3600.0
_DIGITS = 9
_DUMP_ROWS = 1000
# Settings that detect dead connections; the URL can override them.
_PATIENCE = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
# Presence expires by the database's clock, since the clocks of two servers may differ by minutes.
_CLOCK = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
_SET_PRESENCE = f"""
insert into presence (match_id, process, seats, n_watchers, guests, until) values ($1, $2, $3, $4, $5, {_CLOCK} + $6)
on conflict (match_id, process) do update
set seats = excluded.seats, n_watchers = excluded.n_watchers, guests = excluded.guests, until = excluded.until
"""
_LIST_PRESENCE = f"""
select process, seats, n_watchers, guests from presence where match_id = $1 and until > {_CLOCK} order by process
"""
logger = logging.getLogger("paperdice.store")


async def _run(connection: AsyncConnection[TupleRow], script: Script[T]) -> T:
    """Run the statements of a script, and return its result."""
    cursor = AsyncRawCursor(connection)
    try:
        statement, values = next(script)
        while True:
            await cursor.execute(statement.encode(), values)
            rows = await cursor.fetchall() if cursor.description is not None else []
            statement, values = script.send(rows)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]  # the generator's return type is T


def _in_one_line(error: Exception) -> str:
    """Return the message of a database error as one line."""
    return " ".join(str(error).split())


def _hang_up(connection: AsyncConnection[TupleRow]) -> None:
    """Shut down the socket of a connection, so that pending queries fail at once.

    If the database is unreachable or stopped, a query does not time out by itself, and a cancel request would wait for
    a reply.
    """
    if not connection.closed:
        with socket.socket(fileno=os.dup(connection.pgconn.socket)) as line, suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


@asynccontextmanager
async def _deadline(connection: AsyncConnection[TupleRow], seconds: float) -> AsyncIterator[None]:
    """Return a context manager that shuts down a connection if its body takes longer than the given time."""
    timer = asyncio.get_running_loop().call_later(seconds, _hang_up, connection)
    try:
        yield
    finally:
        timer.cancel()


class PostgresStore(Store):
    """Stores matches in a PostgreSQL database and notifies other processes of every change."""

    def __init__(self, url: str, connections: int = 8, timeout: float = 5) -> None:
        self._url, self._timeout = url, timeout
        self._pool: AsyncConnectionPool | None = None
        self._connections = connections
        self._channel = ""
        self._listener: asyncio.Task[None] | None = None

    def _settings(self) -> dict[str, str | int]:
        """Return the connection settings from the URL, with default timeouts that detect dead connections.

        Raises:
            StoreError: The URL is not valid.
        """
        try:
            return {**_PATIENCE, **conninfo_to_dict(self._url)}  # type: ignore[dict-item]  # given values are not None
        except psycopg.Error as error:
            raise StoreError(f"the address of the database is not valid: {error}") from error

    async def _configure(self, connection: AsyncConnection[TupleRow]) -> None:
        """Set timeouts, so that the database aborts statements and transactions that this process has abandoned."""
        ms = int(self._timeout * 1000)
        await connection.execute(f"set statement_timeout = {ms}".encode())
        await connection.execute(f"set idle_in_transaction_session_timeout = {2 * ms}".encode())
        await connection.commit()

    async def open(self, *, serves: bool = False) -> None:
        """Connect to the database, and create the schema if the database is new.

        A lock ensures that only one process at a time creates the schema.
        """
        self._pool = AsyncConnectionPool(
            kwargs=self._settings(),
            configure=self._configure,
            min_size=1,
            max_size=self._connections,
            open=False,
            timeout=self._timeout,
        )
        await self._pool.open()
        async with self._connection(_LONG_SECONDS) as connection:
            await connection.execute("set local statement_timeout = 0")
            await connection.execute("select pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
            await _run(connection, prepare())
            row = await (await connection.execute("select current_schema()")).fetchone()
            # Channels belong to the whole database; the schema's name separates servers that share the database.
            self._channel = f"paperdice_{row[0] if row else 'public'}"

    async def close(self) -> None:
        """Stop listening and close all connections."""
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        if self._pool is not None:
            await self._pool.close()

    @reads
    def now(self) -> Script[int]:
        """Return the Unix time in milliseconds by the database's clock, which all processes share."""
        rows = yield f"select {_CLOCK}", ()
        return int(rows[0][0])

    @asynccontextmanager
    async def _connection(self, seconds: float | None = None) -> AsyncIterator[AsyncConnection[TupleRow]]:
        """Return a context manager that provides a connection and commits at the end, all within a deadline.

        If the body fails, the transaction is rolled back.

        Raises:
            StoreError: The database cannot be used.
            LostAnswerError: The database did not confirm the commit.
            NotationError: The database rejects a value.
        """
        if self._pool is None:
            raise StoreError("the store is not open")
        is_closing = False
        try:
            async with self._pool.connection() as connection, _deadline(connection, seconds or self._timeout):
                yield connection
                is_closing = True
                await connection.commit()
        except (psycopg.Error, PoolTimeout) as error:
            await self._replace_silent(error)
            if isinstance(error, psycopg.DataError):
                message = f"the database rejects the value: {_in_one_line(error)}"
                raise NotationError(message, Reason("bad_text", {})) from error
            if is_closing:
                raise LostAnswerError(f"the database did not confirm the commit: {_in_one_line(error)}") from error
            raise StoreError(f"the database cannot be used: {_in_one_line(error)}") from error

    async def _replace_silent(self, error: Exception) -> None:
        """Replace all connections if an error shows that one was lost, since the others are probably lost too."""
        if isinstance(error, psycopg.OperationalError) and self._pool is not None and not self._pool.closed:
            await self._pool.drain()

    async def _do(self, script: Script[T]) -> T:
        async with self._connection() as connection:
            return await _run(connection, script)

    def _notify(self, match_id: str, length: int) -> Script[None]:
        """Notify other processes of a change once its transaction is committed."""
        yield "select pg_notify($1, $2)", (self._channel, f"{match_id} {length}")

    async def listen(self, notice: Notice) -> None:
        """Call `notice` for changes made by any process, including this one."""
        ready = asyncio.Event()
        self._listener = asyncio.create_task(self._hear(notice, ready))
        await ready.wait()

    async def _hear(self, notice: Notice, ready: asyncio.Event) -> None:
        while True:
            try:
                connection = await AsyncConnection.connect(autocommit=True, **self._settings())  # type: ignore[arg-type]  # settings of libpq
                async with connection:
                    await self._follow(connection, notice, ready)
            except psycopg.Error:
                # After reconnecting, notice("", 0) makes up for lost notifications.
                await asyncio.sleep(_RETRY_SECONDS)

    async def _follow(self, connection: AsyncConnection[TupleRow], notice: Notice, ready: asyncio.Event) -> None:
        """Pass on notifications, and check periodically that the database still responds."""
        async with _deadline(connection, self._timeout):
            await connection.execute(sql.SQL("listen {}").format(sql.Identifier(self._channel)))
        notice("", 0)
        ready.set()
        while True:
            async for note in connection.notifies(timeout=_QUIET * self._timeout):
                match_id, _, length = note.payload.partition(" ")
                if match_id and length.isascii() and length.isdecimal():
                    notice(match_id, int(length[:_DIGITS]))
                else:
                    logger.warning("ignored an unknown notification")
            async with _deadline(connection, self._timeout):
                await connection.execute("select 1")

    @writes
    def set_presence(self, match_id: str, presence: Presence, seconds: float) -> Script[None]:
        """Store the presence of a process and notify the other processes."""
        if presence.seats or presence.n_watchers:
            seats, guests = (" ".join(map(str, numbers)) for numbers in (presence.seats, presence.guests))
            until = int(seconds * 1000)
            yield _SET_PRESENCE, (match_id, presence.process, seats, presence.n_watchers, guests, until)
        else:
            yield "delete from presence where match_id = $1 and process = $2", (match_id, presence.process)
        yield from self._notify(match_id, 0)

    @reads
    def list_presence(self, match_id: str) -> Script[list[Presence]]:
        """Return the presence of each process at a match, excluding entries that have expired."""
        rows = yield _LIST_PRESENCE, (match_id,)
        return [
            Presence(process, tuple(map(int, seats.split())), n_watchers, tuple(map(int, guests.split())))
            for process, seats, n_watchers, guests in rows
        ]

    @asynccontextmanager
    async def _filling(self) -> AsyncIterator[Add]:
        """Yield a function that adds rows, with a deadline for each batch.

        Meanwhile, other processes can read but not write.
        """
        async with self._connection(_LONG_SECONDS) as connection:
            cursor = AsyncRawCursor(connection)

            async def add(name: str, rows: list[Row]) -> None:
                statement = f"copy {name} ({', '.join(COLUMNS[name])}) from stdin"
                async with _deadline(connection, self._timeout), cursor.copy(statement.encode()) as copy:
                    for row in rows:
                        await copy.write_row(row)

            try:
                async with _deadline(connection, self._timeout):
                    await cursor.execute(f"lock table {', '.join(COLUMNS)} in share row exclusive mode".encode())
                    await _run(connection, check_empty())
                yield add
            except psycopg.IntegrityError as error:
                raise misfit(error.diag.message_primary) from error

    async def dump(self) -> AsyncIterator[DumpedRow]:
        """Yield every row of a snapshot while other processes continue to write.

        Rows are sorted bytewise, as in SQLite, regardless of the database's locale.
        """
        async with self._connection(_LONG_SECONDS) as connection:
            await connection.execute("set transaction isolation level repeatable read")
            await connection.execute("set local statement_timeout = 0")
            for name, columns in COLUMNS.items():
                cursor = AsyncRawServerCursor(connection, f"dump_{name}")
                async with cursor:
                    order = ", ".join(f'{each} collate "C"' if is_text(each) else each for each in columns[:2])
                    await cursor.execute(f"select {', '.join(columns)} from {name} order by {order}".encode())
                    while rows := await cursor.fetchmany(_DUMP_ROWS):
                        for row in rows:
                            yield name, row
