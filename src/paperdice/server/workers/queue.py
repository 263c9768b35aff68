"""A queue in which clients take turns, and the tables of a client among themselves."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Collection
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Gives one entry of each client in turn, so that nobody waits longer because another asks for much."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._lengths: dict[str, int] = {}
        self._news = asyncio.Semaphore(0)

    def __len__(self) -> int:
        return sum(self._lengths.values())

    def put(self, entry: T, clients: Collection[str], table: str) -> None:
        """Adds an entry of a table; of all clients there, it counts for the one that waits for least."""
        client = min(clients, key=lambda each: (self._lengths.get(each, 0), each), default="")
        self._clients.setdefault(client, OrderedDict()).setdefault(table, deque()).append(entry)
        self._lengths[client] = self._lengths.get(client, 0) + 1
        self._news.release()

    async def get(self) -> T:
        """Takes the next entry, as soon as there is one."""
        await self._news.acquire()
        client, tables = self._clients.popitem(last=False)
        table, entries = tables.popitem(last=False)
        entry = entries.popleft()
        if entries:
            tables[table] = entries
        if tables:
            self._clients[client] = tables
        self._lengths[client] -= 1
        if not self._lengths[client]:
            del self._lengths[client]
        return entry
