"""What the two databases share: every call is one script, run in one transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from paperdice.store import scripts
from paperdice.store.scripts import Script
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
# A match and the length of its log, 0 where other processes must read it anew.
Told = tuple[str, int]


class DatabaseStore(ABC):
    """Answers each call with a script; a store says how one is run."""

    @abstractmethod
    async def _do(self, script: Script[T], tell: Told | None = None) -> T:
        """Runs a script, all or nothing, and tells other processes what it changed."""

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

    async def rewrite(self, match_id: str, expected_length: int, events: Sequence[str], ending: Ending) -> None:
        """Replaces the words of a finished log."""
        await self._do(scripts.rewrite(match_id, expected_length, events, ending))

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        """Gives the end of a log."""
        return await self._do(scripts.load(match_id, since))

    async def find_match(self, match_id: str) -> MatchEntry | None:
        """Gives one match."""
        return await self._do(scripts.find_match(match_id))

    async def find_table(self, code: str) -> TableEntry | None:
        """Gives one table."""
        return await self._do(scripts.find_table(code))

    async def list_tables(self, limit: int) -> list[TableEntry]:
        """Gives the open tables."""
        return await self._do(scripts.list_tables(limit))

    async def list_finished(self, match_ids: Sequence[str]) -> list[MatchEntry]:
        """Gives the finished ones among some matches."""
        return await self._do(scripts.list_finished(match_ids))

    async def list_results(self, challenge: str, limit: int, offset: int = 0) -> list[MatchEntry]:
        """Gives the finished matches of a challenge, best first."""
        return await self._do(scripts.list_results(challenge, limit, offset))

    async def count_results(self, challenge: str, better_than: MatchEntry | None = None) -> int:
        """Gives how many matches of a challenge are finished, or are listed before one of them."""
        return await self._do(scripts.count_results(challenge, better_than))

    async def add_challenge(self, challenge: ChallengeEntry) -> None:
        """Adds a challenge."""
        await self._do(scripts.add_challenge(challenge))

    async def find_challenge(self, challenge: str) -> ChallengeEntry | None:
        """Gives one challenge."""
        return await self._do(scripts.find_challenge(challenge))

    async def save_review(self, review: ReviewEntry, record: str) -> None:
        """Keeps the review of a match whose record is still the same."""
        await self._do(scripts.save_review(review, record))

    async def find_review(self, match_id: str) -> ReviewEntry | None:
        """Gives the review of a match."""
        return await self._do(scripts.find_review(match_id))

    async def delete(self, match_id: str) -> None:
        """Forgets a match."""
        await self._do(scripts.delete(match_id), (match_id, 0))

    async def sweep(self, finished_before: int, idle_before: int, in_use: Collection[str] = ()) -> int:
        """Deletes old matches."""
        return await self._do(scripts.sweep(finished_before, idle_before, in_use))

    async def subscribe(self, subscription: Subscription, most_tables: int, most_devices: int) -> None:
        """Adds or renews a subscription."""
        await self._do(scripts.subscribe(subscription, most_tables, most_devices))

    async def unsubscribe(self, endpoint: str, table_id: str | None = None) -> None:
        """Forgets a subscription."""
        await self._do(scripts.unsubscribe(endpoint, table_id))

    async def list_subscriptions(self, table_id: str) -> list[Subscription]:
        """Gives who wants to be told of a table."""
        return await self._do(scripts.list_subscriptions(table_id))

    async def claim_telling(self, table_id: str, endpoint: str, told: str) -> bool:
        """Notes what a device is told of."""
        return await self._do(scripts.claim_telling(table_id, endpoint, told))

    async def wake_at(self, match_id: str, at: int | None) -> None:
        """Notes when a match wants to be looked at."""
        await self._do(scripts.wake_at(match_id, at))

    async def list_wakes(self, before: int, limit: int) -> list[str]:
        """Gives matches that wanted to be looked at."""
        return await self._do(scripts.list_wakes(before, limit))

    async def restore(self, rows: Iterable[DumpedRow]) -> None:
        """Fills an empty database, all or nothing."""
        await self._do(scripts.restore(rows))
