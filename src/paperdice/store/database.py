"""What the two databases share: every call is one script, run in one transaction."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from itertools import groupby, islice
from operator import itemgetter
from typing import TypeVar

from paperdice.errors import StoreError
from paperdice.store import scripts
from paperdice.store.scripts import Row, Script
from paperdice.store.store import (
    ChallengeEntry,
    DumpedRow,
    Ending,
    MatchEntry,
    ReviewEntry,
    Subscription,
    TableEntry,
)

T = TypeVar("T")
# A match and the length of its log, 0 where only presence has changed.
Told = tuple[str, int]
# Larger than the length of any log: whoever reads on finds no match.
_DELETED = 999_999_999
# Adds rows to a table.
Add = Callable[[str, list[Row]], Awaitable[None]]
_BATCH_ROWS = 1000
# A sweep pauses this many times as long as it has worked.
_REST = 9
logger = logging.getLogger("paperdice.store")


class DamagedFileError(StoreError):
    """A page of the database file cannot be read."""


class DatabaseStore(ABC):
    """Answers each call with a script; a store says how one is run."""

    @abstractmethod
    async def _do(self, script: Script[T], tell: Told | None = None) -> T:
        """Runs a script, all or nothing, and tells other processes what it changed."""

    async def _read(self, script: Script[T]) -> T:
        """Run a script that changes nothing."""
        return await self._do(script)

    async def ping(self) -> None:
        """Writes one row, so that a full disk or a file that cannot be written is noticed."""
        await self._do(scripts.ping())

    async def create(self, table: TableEntry, match: MatchEntry, events: Sequence[str]) -> None:
        """Adds a match and its first events."""
        await self._do(scripts.create(table, match, events), (match.id, len(events)))

    async def append(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        """Adds events at the end of a log."""
        script = scripts.append(match_id, expected_length, events, now, ending)
        await self._do(script, (match_id, expected_length + len(events)))

    async def rewrite(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending
    ) -> None:
        """Replace the events of a log, and append those that are new."""
        await self._do(scripts.rewrite(match_id, expected_length, events, now, ending), (match_id, len(events)))

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        """Gives the end of a log."""
        return await self._read(scripts.load(match_id, since))

    async def find_match(self, match_id: str) -> MatchEntry | None:
        """Gives one match."""
        return await self._read(scripts.find_match(match_id))

    async def find_table(self, code: str) -> TableEntry | None:
        """Gives one table."""
        return await self._read(scripts.find_table(code))

    async def list_tables(self, limit: int) -> list[TableEntry]:
        """Gives the open tables."""
        return await self._read(scripts.list_tables(limit))

    async def list_finished(self, match_ids: Sequence[str]) -> list[MatchEntry]:
        """Gives the finished ones among some matches."""
        return await self._read(scripts.list_finished(match_ids))

    async def list_results(self, challenge: str, limit: int, offset: int = 0) -> list[MatchEntry]:
        """Gives the finished matches of a challenge, best first."""
        return await self._read(scripts.list_results(challenge, limit, offset))

    async def count_results(self, challenge: str, better_than: MatchEntry | None = None) -> int:
        """Gives how many matches of a challenge are finished, or are listed before one of them."""
        return await self._read(scripts.count_results(challenge, better_than))

    async def add_challenge(self, challenge: ChallengeEntry) -> None:
        """Adds a challenge."""
        await self._do(scripts.add_challenge(challenge))

    async def find_challenge(self, challenge: str) -> ChallengeEntry | None:
        """Gives one challenge."""
        return await self._read(scripts.find_challenge(challenge))

    async def save_review(self, review: ReviewEntry, record: str) -> None:
        """Keeps the review of a match whose record is still the same."""
        await self._do(scripts.save_review(review, record))

    async def find_review(self, match_id: str) -> ReviewEntry | None:
        """Gives the review of a match."""
        return await self._read(scripts.find_review(match_id))

    async def delete(self, match_id: str) -> None:
        """Forgets a match."""
        await self._do(scripts.delete(match_id), (match_id, _DELETED))

    async def sweep(self, finished_before: int, idle_before: int, in_use: Collection[str] = ()) -> int:
        """Delete old matches in short transactions, with pauses in which others write."""
        old = await self._read(scripts.list_old(finished_before, idle_before))
        n_gone = 0
        for first in range(0, len(old), scripts.SWEEP_MATCHES):
            began = time.monotonic()
            batch = [match_id for match_id in old[first : first + scripts.SWEEP_MATCHES] if match_id not in in_use]
            if batch:
                n_gone += await self._sweep_few(batch, finished_before, idle_before)
                await asyncio.sleep(_REST * (time.monotonic() - began))
        await self._do(scripts.sweep_challenges(idle_before))
        return n_gone

    async def _sweep_few(self, match_ids: Sequence[str], finished_before: int, idle_before: int) -> int:
        """Delete a few old matches in one transaction; where a page is damaged, each of them in its own."""
        try:
            return await self._do(scripts.sweep(match_ids, finished_before, idle_before))
        except DamagedFileError:
            if len(match_ids) == 1:
                logger.warning("an old match lies on a damaged page and cannot be deleted")
                return 0
        return sum([await self._sweep_few([match_id], finished_before, idle_before) for match_id in match_ids])

    async def newest(self) -> int | None:
        """Return when a match was last touched."""
        return await self._read(scripts.newest())

    async def subscribe(self, subscription: Subscription, most_tables: int, most_devices: int) -> None:
        """Adds or renews a subscription."""
        await self._do(scripts.subscribe(subscription, most_tables, most_devices))

    async def unsubscribe(self, endpoint: str, table_id: str | None = None) -> None:
        """Forgets a subscription."""
        await self._do(scripts.unsubscribe(endpoint, table_id))

    async def list_subscriptions(self, table_id: str) -> list[Subscription]:
        """Gives who wants to be told of a table."""
        return await self._read(scripts.list_subscriptions(table_id))

    async def claim_telling(self, table_id: str, endpoint: str, told: str) -> bool:
        """Notes what a device is told of."""
        return await self._do(scripts.claim_telling(table_id, endpoint, told))

    async def wake_at(self, match_id: str, at: int | None) -> None:
        """Notes when a match wants to be looked at."""
        await self._do(scripts.wake_at(match_id, at))

    async def list_wakes(self, before: int, limit: int) -> list[str]:
        """Gives matches that wanted to be looked at."""
        return await self._read(scripts.list_wakes(before, limit))

    async def restore(self, rows: Iterable[DumpedRow], progress: Callable[[int], None] = lambda _: None) -> None:
        """Fill an empty database in one transaction, a batch of rows at a time."""
        n_done = 0
        async with self._filling() as add:
            for name, batch in _in_batches(rows):
                await add(name, batch)
                n_done += len(batch)
                progress(n_done)

    @abstractmethod
    def _filling(self) -> AbstractAsyncContextManager[Add]:
        """Begin a transaction on an empty database that is rolled back unless all rows have been added."""


def _in_batches(rows: Iterable[DumpedRow]) -> Iterator[tuple[str, list[Row]]]:
    """Yield rows of the same table together, at most `_BATCH_ROWS` at a time."""
    for name, together in groupby(rows, key=itemgetter(0)):
        rest = (row for _, row in together)
        while batch := list(islice(rest, _BATCH_ROWS)):
            yield name, batch


def misfit(error: object) -> StoreError:
    """Return the error for rows that the schema refuses: a key twice, or a reference to nothing."""
    return StoreError(f"the rows of the backup do not fit together: {error}")
