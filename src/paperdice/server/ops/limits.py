"""Counting what clients ask for, so that one of them cannot use up what is meant for all."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection

from paperdice.errors import PaperdiceError, Reason
from paperdice.server.settings import Limits

KNOWN_CLIENTS = 10_000


class TooManyError(PaperdiceError):
    """A client, or all together, ask for more than the server gives."""


def too_many(what: str) -> TooManyError:
    """The refusal for too much of something."""
    return TooManyError(f"too many {what}: try again later", Reason(f"too_many_{what}", {}))


class Bucket:
    """Lets so many things happen at once, and then so many a second."""

    __slots__ = ("_clock", "_full", "_last", "_left", "_rate")

    def __init__(self, rate: float, full: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._full, self._left, self._clock = rate, full, full, clock
        self._last = clock()

    def take(self) -> bool:
        """Takes one, and tells whether there was one."""
        now = self._clock()
        self._left = min(self._full, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each client, forgetting those that have not come for longest."""

    def __init__(
        self, per_minute: float, exempt: Collection[str] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_minute, self._exempt, self._clock = per_minute, exempt, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Takes one from the client's bucket, and tells whether there was one."""
        if client in self._exempt:
            return True
        if client not in self._buckets:
            self._buckets[client] = Bucket(self._per_minute / 60, self._per_minute, self._clock)
            if len(self._buckets) > KNOWN_CLIENTS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return self._buckets[client].take()


class Places:
    """A number of places, of which one client gets only some."""

    def __init__(self, total: int, per_client: int, exempt: Collection[str] = ()) -> None:
        self._total, self._per_client, self._exempt = total, per_client, exempt
        self._taken: Counter[str] = Counter()
        self.n_taken = 0

    def take(self, client: str) -> bool:
        """Takes a place, and tells whether there was one."""
        is_full = self._taken[client] >= self._per_client and client not in self._exempt
        if self.n_taken >= self._total or is_full:
            return False
        self._taken[client] += 1
        self.n_taken += 1
        return True

    def give_back(self, client: str) -> None:
        """Gives a taken place back."""
        self.n_taken -= 1
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]


class Throttles:
    """Everything that is counted for each client of a server."""

    def __init__(self, limits: Limits) -> None:
        exempt = limits.exempt_clients
        self.sockets = Places(limits.sockets, limits.sockets_per_client, exempt)
        self._openings = Buckets(limits.tables_per_client_minute, exempt)
        self._readings = Buckets(limits.readings_per_client_minute, exempt)
        self._misses = Buckets(limits.misses_per_client_minute, exempt)

    def check_opening(self, client: str) -> None:
        """Refuses a client that opens too much in too short a time."""
        if not self._openings.take(client):
            raise too_many("tables")

    def check_reading(self, client: str) -> None:
        """Refuses a client that has too many old matches replayed in too short a time."""
        if not self._readings.take(client):
            raise too_many("requests")

    def check_guess(self, client: str) -> None:
        """Refuses a client that has named too many tables that are not there."""
        if not self._misses.take(client):
            raise too_many("guesses")
