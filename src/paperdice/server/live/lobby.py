"""All tables that this process serves: found, opened, followed and, when nobody is left, put away."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from paperdice.errors import PaperdiceError, Reason, StaleMatchError, StoreError
from paperdice.server.http.challenges import Challenge
from paperdice.server.live.bot_pool import Thinkers
from paperdice.server.live.session import RETRIES, Room, now_ms
from paperdice.server.ops.limits import Buckets, Places, too_many
from paperdice.server.ops.metrics import Metrics
from paperdice.server.protocol import events as log
from paperdice.server.protocol.http import NewTable, TableLine
from paperdice.server.settings import DAY_MS, Settings
from paperdice.server.table.codes import read_code
from paperdice.server.table.setup import Opening, new_opening
from paperdice.server.table.table import Table
from paperdice.store.store import Store

T = TypeVar("T")
HEARTBEATS = 3
GOODBYE_SECONDS = 3
logger = logging.getLogger("paperdice.server")


class UnknownTableError(PaperdiceError, LookupError):
    """There is no table, match or challenge of this name."""


def unknown(what: str) -> UnknownTableError:
    """Gives the error for something that is not there."""
    return UnknownTableError(f"there is no such {what}", Reason(f"unknown_{what}", {}))


class Hall:
    """The tables in use, and the work that goes on around them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.metrics = Metrics()
        self.thinkers = Thinkers(settings.bot_budget_ms)
        limits = settings.limits
        self.sockets = Places(limits.sockets, limits.sockets_per_client, limits.exempt_clients)
        self.openings = Buckets(limits.tables_per_client_minute, limits.exempt_clients)
        self.readings = Buckets(limits.readings_per_client_minute, limits.exempt_clients)
        self.misses = Buckets(limits.misses_per_client_minute, limits.exempt_clients)
        self.table_lines: dict[tuple[str, int], TableLine] = {}
        self.is_closing = False
        self._is_open = False
        self._rooms: dict[str, Room] = {}
        self._by_match: dict[str, Room] = {}
        self._entering: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Beginning and end

    async def open(self) -> None:
        """Starts to serve; a second call does nothing."""
        if self._is_open:
            return
        await self.store.open()
        self._is_open = True
        await self.store.listen(self._hear)
        self.spawn(self._keep_house())

    async def say_goodbye(self) -> None:
        """Tells every client to come back in a moment, and waits until they have heard it."""
        self.is_closing = True
        for room in self._rooms.values():
            room.stop_timer()
            for line in list(room.lines):
                line.close("restart")
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while any(room.lines for room in self._rooms.values()):
                    await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Stops serving."""
        await self.say_goodbye()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Lets work go on beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._is_done)
        return task

    def _is_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a task failed", exc_info=error)

    def note_failure(self, error: PaperdiceError) -> None:
        """Counts and logs a failure that no client waits for."""
        if isinstance(error, StoreError):
            self.metrics.count("paperdice_store_failures_total")
        logger.warning("%s", error)

    # Tables

    @property
    def gauges(self) -> dict[str, float]:
        """What is in use now."""
        return {
            "paperdice_sockets": self.sockets.n_taken,
            "paperdice_tables": len(self._rooms),
            "paperdice_tables_parked": sum(room.is_parked for room in self._rooms.values()),
        }

    def check_opening(self, client: str) -> None:
        """Refuses a client that opens too much in too short a time."""
        if not self.openings.take(client) or len(self._rooms) >= self.settings.limits.tables:
            raise too_many("tables")

    def check_reading(self, client: str) -> None:
        """Refuses a client that has too many old matches replayed in too short a time."""
        if not self.readings.take(client):
            raise too_many("requests")

    async def open_table(self, wish: NewTable, challenge: Challenge | None, client: str) -> Opening:
        """Opens a new table under a free code."""
        self.check_opening(client)
        for _ in range(RETRIES):
            opening = new_opening(wish, challenge, now_ms())
            try:
                await opening.keep_in(self.store)
            except StaleMatchError:
                continue
            table = opening.table()
            self.thinkers.prepare((seat.bot for seat in table.seats if seat.bot is not None), table.match.game)
            logger.info("table opened", extra={"match": opening.match.id, "game": opening.match.game})
            return opening
        raise too_many("tables")

    async def enter(self, text: str, client: str) -> Room:
        """Gives the room of a table, loading it if nobody was there; guessing codes is limited."""
        code = read_code(text)
        if code in self._rooms:
            return self._rooms[code]
        async with self._entering.setdefault(code, asyncio.Lock()):
            try:
                room = self._rooms.get(code) or await self._load(code)
            finally:
                self._entering.pop(code, None)
        if room is None:
            if not self.misses.take(client):
                raise too_many("guesses")
            raise unknown("table")
        return room

    async def _load(self, code: str) -> Room | None:
        entry = await self.store.find_table(code) if code else None
        if entry is None:
            return None
        if len(self._rooms) >= self.settings.limits.tables:
            raise too_many("tables")
        match = await self.store.find_match(entry.match_id)
        events = await self.store.load(entry.match_id)
        table = Table.replay(entry.match_id, map(log.read_event, events))
        room = Room(self, table, match is not None and match.finished is not None)
        self._rooms[code] = self._by_match[table.match_id] = room
        await room.look_around()
        return room

    def rename(self, room: Room, match_id: str) -> None:
        """Notes that a room goes on with another match."""
        self._by_match.pop(room.table.match_id, None)
        self._by_match[match_id] = room

    def room_of(self, match_id: str) -> Room | None:
        """Gives the room where a match is played now, if it is in use."""
        return self._by_match.get(match_id)

    def forget(self, room: Room) -> None:
        """Puts a room away."""
        room.stop_timer()
        self._rooms.pop(room.table.setup.code, None)
        self._by_match.pop(room.table.match_id, None)

    # Around the tables

    def _hear(self, match_id: str, length: int) -> None:
        if not match_id:
            for room in list(self._by_match.values()):
                self.spawn(self._follow(room, room.table.sequence + 1))
        elif match_id in self._by_match:
            self.spawn(self._follow(self._by_match[match_id], length))

    async def _follow(self, room: Room, length: int) -> None:
        try:
            await room.hear(length)
        except StoreError as error:
            self.note_failure(error)

    async def _keep_house(self) -> None:
        """Renews presence, puts empty rooms away and deletes what is too old."""
        pause = self.settings.presence_seconds / HEARTBEATS
        next_sweep = time.monotonic()
        while True:
            await asyncio.sleep(pause)
            try:
                for room in list(self._rooms.values()):
                    await self._tend(room)
                if time.monotonic() >= next_sweep:
                    next_sweep = time.monotonic() + self.settings.sweep_seconds
                    await self._sweep()
            except StoreError as error:
                self.note_failure(error)

    async def _tend(self, room: Room) -> None:
        if room.lines:
            await room.heartbeat()
        elif time.monotonic() - room.empty_since > self.settings.idle_room_seconds:
            self.forget(room)

    async def _sweep(self) -> None:
        now, days = now_ms(), self.settings.keep_finished_days
        finished_before = 0 if days is None else now - days * DAY_MS
        n_gone = await self.store.sweep(finished_before, now - self.settings.keep_idle_days * DAY_MS)
        if n_gone:
            logger.info("old matches deleted", extra={"n_matches": n_gone})
