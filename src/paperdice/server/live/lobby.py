"""All tables in use in this process: opening, loading, updating and unloading them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from paperdice.errors import PaperdiceError, Reason, StaleMatchError, StoreError, needs
from paperdice.flow import events
from paperdice.flow.attendance import Attendance, Moment
from paperdice.flow.codes import read_code
from paperdice.flow.facts import Challenge
from paperdice.flow.setup import Opening, new_opening
from paperdice.flow.table import OtherRulesError, Table
from paperdice.flow.weights import weigh_entries, weigh_log
from paperdice.flow.wishes import NewTable
from paperdice.server.bots import BotPool
from paperdice.server.live.presence import TablePresence
from paperdice.server.live.session import RETRIES, Services, Session
from paperdice.server.live.storage import keep_opening, read_log, replay_log
from paperdice.server.live.tasks import Tasks
from paperdice.server.ops.limits import Throttles, too_many
from paperdice.server.ops.metrics import Metrics
from paperdice.server.protocol.http import TableLine
from paperdice.server.settings import DAY_MS, Settings
from paperdice.server.studies import Studies
from paperdice.store.entries import DamagedMatchError, DeletedMatchError, Ending, MatchEntry
from paperdice.store.store import Store

if TYPE_CHECKING:
    from paperdice.server.push.pushes import Pushes

HEARTBEATS = 3
GOODBYE_SECONDS = 3
# How long a table must be empty before it can be unloaded: connections may still be joining, or come back.
JUST_LEFT_SECONDS = 5
JUMP_MS = 60_000
WAKES_AT_ONCE = 50
# The number of logs read concurrently; after a restart everyone reconnects at once.
LOGS_AT_ONCE = 50
# The pause before another attempt to wake a slow match that cannot be replayed.
UNREADABLE_MS = 3_600_000
logger = logging.getLogger("paperdice.server")


class UnknownTableError(PaperdiceError, LookupError):
    """Raised if a table, match or challenge does not exist."""


def unknown(what: str) -> UnknownTableError:
    """Return the error for something that does not exist; `what` is "table", "match" or "challenge"."""
    return UnknownTableError(f"there is no such {what}", Reason(f"unknown_{what}", {}))


class StoreClock:
    """A clock shared by all processes that use the same store.

    It is the store's time, which is fetched regularly and advanced by this process's monotonic clock in between.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._offset = (time.time_ns() - time.monotonic_ns()) // 1_000_000

    def __call__(self) -> Moment:
        """Return the current time."""
        monotonic_ms = time.monotonic_ns() // 1_000_000
        return Moment(monotonic_ms + self._offset, monotonic_ms)

    async def adjust(self) -> int:
        """Adjust the clock to the store's time, and return the correction in milliseconds."""
        jump = await self._store.now() - self().at
        self._offset += jump
        return jump


class Ages:
    """A clock for computing the ages of matches, so that a wrong system date does not cause early deletions.

    It starts at the time of the newest stored event and follows the monotonic clock, but never exceeds the system date.
    """

    def __init__(self, newest: int | None, now: Moment) -> None:
        self._offset = (now.at if newest is None else newest) - now.monotonic_ms

    def __call__(self, now: Moment) -> int:
        """Return the Unix time in milliseconds that is used to compute ages."""
        return min(now.at, now.monotonic_ms + self._offset)


class Lobby:
    """The tables in use, the services that they share, and their background work."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.clock = StoreClock(store)
        self._ages = Ages(None, self.clock())
        self.bots = BotPool(settings.bot_budget_ms, settings.n_workers, warms_ahead=settings.warms_ahead)
        self.throttles = Throttles(settings.limits)
        self.studies = Studies(self.bots, self.throttles.studies)
        # The URL of the served page's main script.
        self.page = ""
        self.is_closing = False
        self._is_open = False
        self._tasks = Tasks()
        self._sessions: dict[str, Session] = {}
        self._by_match: dict[str, Session] = {}
        # A lock exists only as long as a task holds it or waits for it.
        self._entering: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._reading = asyncio.Semaphore(LOGS_AT_ONCE)
        self._loading = asyncio.Lock()
        self._lines: dict[tuple[str, int], TableLine | None] = {}
        self.pushes = self._make_pushes()
        self._services = Services(
            store=store,
            bots=self.bots,
            studies=self.studies,
            metrics=self.metrics,
            settings=settings,
            tasks=self._tasks,
            clock=self.clock,
            rng=secrets.SystemRandom(),
            process=secrets.token_hex(6),
            by_match=self._by_match,
            notifier=self.pushes,
        )

    def _make_pushes(self) -> Pushes | None:
        """Return the sender of push notifications, or None if the server has no push keys."""
        if self.settings.push_keys is None:
            return None
        with needs("web push", "paperdice[push]"):
            from paperdice.server.push.keys import read_keys
            from paperdice.server.push.pushes import Pushes
        keys = read_keys(self.settings.push_keys)
        return Pushes(keys, self.settings.push_services, self.store, self.metrics, lambda: self.clock().at)

    # Start and stop

    async def open(self) -> None:
        """Open the store and start the background work. A second call has no effect."""
        if self._is_open:
            return
        await self.store.open(serves=True)
        self._is_open = True
        await self.clock.adjust()
        await self.store.listen(self._hear)
        if self.settings.warms_ahead:
            self.bots.open()
        self._ages = Ages(await self.store.newest(), self.clock())
        self._tasks.spawn(self._maintain())
        self._tasks.spawn(self._keep_sweeping())

    async def say_goodbye(self) -> None:
        """Ask every client to reconnect shortly, and wait until the messages have been sent."""
        self.is_closing = True
        for session in self._sessions.values():
            session.stop_clock()
            for member in list(session.presence.members):
                member.close("restart")
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while any(session.presence.members for session in self._sessions.values()):
                    await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Disconnect all clients, stop the background work and close the store."""
        await self.say_goodbye()
        await self._tasks.cancel()
        await self.bots.close()
        await self.store.close()

    # Tables

    @property
    def gauges(self) -> dict[str, float]:
        """The gauges for the metrics: the numbers of open WebSockets, tables in use, and parked tables."""
        return {
            "paperdice_sockets": self.throttles.sockets.n_taken,
            "paperdice_tables": len(self._sessions),
            "paperdice_tables_parked": sum(session.is_parked for session in self._sessions.values()),
        }

    def check_capacity(self) -> None:
        """Make room for another table, if necessary by unloading the table that has been empty the longest.

        Raises:
            TooManyError: There is no room.
        """
        limits = self.settings.limits
        before = time.monotonic() - JUST_LEFT_SECONDS
        empty = [session for session in self._sessions.values() if not session.presence.members]
        is_full = len(self._sessions) >= limits.tables
        if not is_full and len(empty) < limits.empty_tables:
            return
        left = [session for session in empty if session.presence.empty_since < before]
        if left:
            self._put_away(min(left, key=lambda session: session.presence.empty_since))
        elif is_full:
            raise too_many("tables")

    async def open_table(self, wish: NewTable, challenge: Challenge | None) -> Opening:
        """Open a new table with an unused code, and return its `Opening`.

        Raises:
            PaperdiceError: The options are invalid, or there are too many tables.
        """
        self.check_capacity()
        for _ in range(RETRIES):
            opening = new_opening(
                wish,
                challenge,
                self.bots.names,
                self.clock().at,
                self._services.rng,
                own_sheets=self.settings.own_sheets,
            )
            if opening.opened.code in self._sessions:
                continue
            try:
                await keep_opening(self.store, opening, opening.opened.at - self._release_ms)
            except StaleMatchError:
                continue
            table = opening.table()
            self.bots.prepare((seat.bot for seat in table.seats if seat.bot is not None), table.match.raw)
            logger.info("table opened", extra={"match": opening.match_id, "game": table.setup.game})
            return opening
        raise too_many("tables")

    async def enter(self, text: str, client: str) -> Session:
        """Return the session of the table with this code, loading the table if it is not in use.

        Raises:
            UnknownTableError: There is no such table.
            TooManyError: The client has guessed too many codes, or there are too many tables.
        """
        code = self._check_code(text, client)
        if code not in self._sessions:
            async with self._alone_at(code):
                if code not in self._sessions:
                    await self._load(code, client)
        self.throttles.guesses.hit(client, code)
        session = self._sessions.get(code)
        if session is None:
            # The match was deleted while it was being loaded.
            raise unknown("table")
        session.presence.expect_member()
        return session

    @asynccontextmanager
    async def _alone_at(self, code: str) -> AsyncIterator[None]:
        """Keep other tasks from loading the table with this code, so that it never has two sessions."""
        lock = self._entering.setdefault(code, asyncio.Lock())
        async with lock:
            yield

    async def peek(self, text: str, client: str) -> tuple[Table, Attendance]:
        """Return a table and its attendance for a preview, without creating a session for it.

        Raises:
            UnknownTableError: There is no such table.
            TooManyError: The client has guessed too many codes.
        """
        code = self._check_code(text, client)
        session = self._sessions.get(code)
        if session is None:
            table = await self.find_table(await self._find_match(code, client), client)
            presence = TablePresence(self.store, self._services.process, self.settings)
            await presence.look_around(table, self.clock())
            return table, presence.attendance
        self.throttles.guesses.hit(client, code)
        return session.table, session.presence.attendance

    def _check_code(self, text: str, client: str) -> str:
        """Parse the table code that a client has typed.

        Raises:
            UnknownTableError: The text is not a table code.
            TooManyError: The client has guessed too many codes.
        """
        code = read_code(text)
        if not code:
            raise unknown("table")
        self.throttles.guesses.check(client, code)
        return code

    async def _find_match(self, code: str, client: str) -> MatchEntry:
        """Return the current match of the table with this code.

        The code is released some time after the match has finished.
        """
        entry = await self.store.find_table(code)
        match = await self.store.find_match(entry.match_id) if entry is not None else None
        # Other guesses of this client may have failed meanwhile.
        self.throttles.guesses.check(client, code)
        if match is None or self._is_released(match):
            self.throttles.guesses.miss(client)
            raise unknown("table")
        self.throttles.guesses.hit(client, code)
        return match

    @property
    def _release_ms(self) -> int:
        """How long a table keeps its code after its match, in milliseconds."""
        return int(self.settings.code_release_seconds * 1000)

    def _is_released(self, match: MatchEntry) -> bool:
        return match.finished is not None and self.clock().at - match.touched > self._release_ms

    async def _load(self, code: str, client: str) -> None:
        match = await self._find_match(code, client)
        self.check_capacity()
        table = await self.find_table(match, client)
        self._sessions[code] = session = Session(self._services, table)
        if table.status == "lobby":
            self.bots.prepare((seat.bot for seat in table.seats if seat.bot is not None), table.match.raw)
        await session.look_around()

    async def find_table(self, match: MatchEntry, client: str) -> Table:
        """Return the table of a match. If the table is not in use, replay its log and charge the cost to the client.

        Raises:
            TooManyError: The client has exceeded a limit.
        """
        if match.id in self._by_match:
            return await self._table_of(match.id)
        self.throttles.check_reading(client, match.length)
        await self.throttles.pace(client, weigh_log(match.length))
        return await self._table_of(match.id, client)

    async def list_open(self, limit: int) -> list[TableLine]:
        """Return up to `limit` tables that anyone may join.

        A table is replayed only if it has changed since the previous call.
        """
        lines: dict[tuple[str, int], TableLine | None] = {}
        for entry in await self.store.list_tables(limit):
            key = (entry.match_id, entry.touched)
            try:
                if key in self._lines:
                    lines[key] = self._lines[key]
                else:
                    lines[key] = _table_line(await self._table_of(entry.match_id))
            except (DamagedMatchError, OtherRulesError) as error:
                self.metrics.note_failure(error)
        self._lines = lines
        return [line for line in lines.values() if line is not None]

    async def _table_of(self, match_id: str, client: str | None = None) -> Table:
        """Return the table of a match. Several logs can be read concurrently, but only one is replayed at a time."""
        session = self._by_match.get(match_id)
        if session is not None:
            return session.table
        async with self._reading:
            log = read_log(match_id, await self.store.load(match_id))
            return await self.replay(match_id, log, client)

    async def replay(self, match_id: str, log: Sequence[events.Event], client: str | None = None) -> Table:
        """Rebuild a table from its log; only one log is replayed at a time.

        If `client` is given, log entries that are expensive to replay count against its rate limit.
        """
        if client is not None:
            self.throttles.bursts.of(client).spend(weigh_entries(log))
        async with self._loading:
            return await replay_log(match_id, log)

    def is_visited(self, match_id: str) -> bool:
        """Whether anyone is connected to the table of a match, through this process or another one."""
        session = self._by_match.get(match_id)
        attendance = session.presence.attendance if session is not None else Attendance()
        return bool(attendance.seats or attendance.n_watchers)

    async def rewrite_match(self, match_id: str, length: int, log: Sequence[events.Event], ending: Ending) -> None:
        """Replace the stored log of a match, and apply the added events if its table is in use.

        Args:
            match_id: The id of the match.
            length: The expected length of the stored log.
            log: The new log.
            ending: The new result of the match.

        Raises:
            StaleMatchError: The stored log has a different length.
        """
        texts = [events.encode_event(event).decode() for event in log]
        await self.store.rewrite(match_id, length, texts, self.clock().at, ending)
        if match_id in self._by_match:
            await self._by_match[match_id].follow(len(log))

    async def delete_match(self, match_id: str) -> None:
        """Delete a match, and also its table if this is the table's current match."""
        await self.store.delete(match_id)
        if match_id in self._by_match:
            self._close_deleted(self._by_match[match_id])

    def _close_deleted(self, session: Session) -> None:
        """Unload the table of a deleted match and close its connections."""
        self._put_away(session)
        for member in list(session.presence.members):
            member.close("deleted")

    def _put_away(self, session: Session) -> None:
        session.close()
        # The code may belong to another session by now: the same table loaded again, or a new one.
        if self._sessions.get(session.table.setup.code) is session:
            del self._sessions[session.table.setup.code]

    # Background work

    def _hear(self, match_id: str, length: int) -> None:
        """Handle a notification that another process has changed a match.

        An empty `match_id` means that notifications may have been lost, so all tables are checked.
        """
        if not match_id:
            for session in list(self._by_match.values()):
                self._tasks.spawn(self._follow(session, session.table.sequence + 1))
        elif match_id in self._by_match:
            self._tasks.spawn(self._follow(self._by_match[match_id], length))

    async def _follow(self, session: Session, length: int) -> None:
        try:
            await session.follow(length)
        except DeletedMatchError:
            self._close_deleted(session)
        except StoreError as error:
            self.metrics.note_failure(error)

    async def _maintain(self) -> None:
        """Periodically adjust the clock, renew presence, unload empty tables and wake slow ones (played over days)."""
        pause = self.settings.presence_seconds / HEARTBEATS
        while True:
            await asyncio.sleep(pause)
            try:
                if abs(await self.clock.adjust()) > JUMP_MS:
                    logger.warning("the clock has jumped")
                for session in list(self._sessions.values()):
                    await self._try(self._tend(session))
                for match_id in await self.store.list_wakes(self.clock().at, WAKES_AT_ONCE):
                    await self._try(self._wake(match_id))
            except StoreError as error:
                self.metrics.note_failure(error)

    async def _keep_sweeping(self) -> None:
        """Periodically delete old matches, independently of the other background work."""
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            try:
                await self._sweep()
            except StoreError as error:
                self.metrics.note_failure(error)

    async def _try(self, work: Awaitable[None]) -> None:
        """Run background work for one table. A failure is logged and does not affect other tables."""
        try:
            await work
        except PaperdiceError as error:
            self.metrics.note_failure(error)

    async def _wake(self, match_id: str) -> None:
        """Continue a slow table (played over days) while nobody is connected to it.

        If its log cannot be replayed, retry after a long delay; never retry if the log is damaged.
        """
        if match_id not in self._by_match:
            try:
                table = await self._table_of(match_id)
            except StoreError as error:
                later = None if isinstance(error, DamagedMatchError) else self.clock().at + UNREADABLE_MS
                await self.store.wake_at(match_id, later)
                raise
            async with self._alone_at(table.setup.code):
                if table.setup.code not in self._sessions:
                    self._sessions[table.setup.code] = session = Session(self._services, table)
                    await session.look_around()
        if match_id in self._by_match:
            await self._by_match[match_id].wake()

    async def _tend(self, session: Session) -> None:
        if session.presence.members:
            try:
                await session.heartbeat()
            except DeletedMatchError:
                self._close_deleted(session)
        elif time.monotonic() - session.presence.empty_since > self.settings.idle_session_seconds:
            self._put_away(session)

    async def _sweep(self) -> None:
        now, days = self._ages(self.clock()), self.settings.keep_finished_days
        finished_before = 0 if days is None else now - days * DAY_MS
        idle_before = now - self.settings.keep_idle_days * DAY_MS
        n_gone = await self.store.sweep(finished_before, idle_before, self._by_match.keys())
        if n_gone:
            logger.info("old matches deleted", extra={"n_matches": n_gone})


def _table_line(table: Table) -> TableLine | None:
    """Return a table's entry in the list of open tables, or None if its host has closed it."""
    if table.closed:
        return None
    names = [seat.name for seat in table.seats if seat.kind != "open"]
    return TableLine(table.setup.code, table.setup.game, names, len(table.open_seats), table.status)
