"""Rate limits and quotas per client, so that no client can exhaust the server."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from paperdice.errors import PaperdiceError, Reason
from paperdice.server.ops.clients import LOCAL
from paperdice.server.settings import Limits

KNOWN_CLIENTS = 10_000
KNOWN_CODES = 200
LONGEST_WAIT = 10.0
GREETING_WEIGHT = 10
ENDLESS = 1e18
ReadClock = Callable[[], float]
T = TypeVar("T")


class TooManyError(PaperdiceError):
    """Raised if a client, or all clients combined, exceed a limit."""


def too_many(what: str) -> TooManyError:
    """Return the error for an exceeded limit on `what`, such as `requests`."""
    return TooManyError(f"too many {what}: try again later", Reason(f"too_many_{what}", {}))


class Bucket:
    """A token bucket that allows bursts of up to `full` tokens, and `rate` tokens per second on average."""

    __slots__ = ("_clock", "_full", "_last", "_left", "late", "rate")

    def __init__(self, rate: float, full: float, clock: ReadClock = time.monotonic) -> None:
        self.rate, self._full, self._left, self._clock = rate, full, full, clock
        self._last = clock()
        # The sum of all work charged by `spend`.
        self.late = 0.0

    def take(self, weight: float = 1) -> bool:
        """Take `weight` tokens from the bucket; if it holds fewer, take none and return False."""
        now = self._clock()
        self._left = min(self._full, self._left + (now - self._last) * self.rate)
        self._last = now
        if self._left < min(weight, self._full):
            return False
        self._left -= weight
        return True

    def spend(self, weight: float) -> None:
        """Charge for work whose weight is known only afterwards.

        The bucket may go into debt, which delays later requests.
        """
        self._left -= weight
        self.late += weight

    def wait(self, weight: float = 1, most: float = LONGEST_WAIT) -> float | None:
        """Reserve `weight` tokens in advance.

        Returns:
            The number of seconds to wait before starting the work. If this would exceed `most`, nothing is reserved and
            the result is None.
        """
        if self.take(weight):
            return 0.0
        seconds = (weight - self._left) / self.rate
        if seconds > most:
            return None
        self._left -= weight
        return seconds


class PerClient(Generic[T]):
    """A mapping from clients to values, which evicts the values of the least recently used clients."""

    def __init__(self, make: Callable[[], T], most: int = KNOWN_CLIENTS) -> None:
        self._make, self._most = make, most
        self._kept: OrderedDict[str, T] = OrderedDict()

    def of(self, client: str) -> T:
        """Return a client's value, creating it if the client is not known."""
        if client not in self._kept:
            self._kept[client] = self._make()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(client)
        return self._kept[client]


class Buckets:
    """One token bucket per client; exempt clients share a bucket that is never empty."""

    def __init__(
        self, rate: float, full: float, exempt: Collection[str] = (), clock: ReadClock = time.monotonic
    ) -> None:
        self._exempt, self._endless = exempt, Bucket(ENDLESS, ENDLESS, clock)
        self._buckets = PerClient(lambda: Bucket(rate, full, clock))

    def of(self, client: str) -> Bucket:
        """Return a client's bucket."""
        return self._endless if client in self._exempt else self._buckets.of(client)


class Places:
    """A pool of places (slots), limited in total and per client. Exempt clients are limited only by the total."""

    def __init__(self, total: int, per_client: int, exempt: Collection[str] = ()) -> None:
        self._total, self._per_client, self._exempt = total, per_client, exempt
        self._taken: Counter[str] = Counter()
        self.n_taken = 0

    def take(self, client: str, n: int = 1) -> bool:
        """Take `n` places for a client; if there are not enough, take none and return False."""
        is_full = self._taken[client] + n > self._per_client and client not in self._exempt
        if self.n_taken + n > self._total or is_full:
            return False
        self._taken[client] += n
        self.n_taken += n
        return True

    def give_back(self, client: str, n: int = 1) -> None:
        """Release `n` places of a client."""
        self.n_taken -= n
        self._taken[client] -= n
        if not self._taken[client]:
            del self._taken[client]


@dataclass(slots=True)
class Waiting:
    """The number of bytes queued for all connections of a client, and the maximum allowed."""

    most: float
    n_bytes: int = 0


@dataclass(slots=True)
class _Guesser:
    """A client's history of table requests.

    It consists of the times of requests for unknown codes, the end of the lockout, and the codes of existing tables
    that the client has requested.
    """

    misses: list[float] = field(default_factory=list)
    locked_until: float = 0.0
    known: OrderedDict[str, None] = field(default_factory=OrderedDict)


class Guesses:
    """Protection against guessing table codes.

    After too many requests for unknown codes, a client is locked out of all tables that it has not used before. Known
    tables stay accessible, so that one player's mistakes do not lock out others behind the same address.
    """

    def __init__(self, misses: int, seconds: float, exempt: Collection[str] = (), clock: ReadClock = time.monotonic):
        self._misses, self._seconds, self._exempt, self._clock = misses, seconds, exempt, clock
        self._guessers = PerClient(_Guesser)

    def check(self, client: str, code: str) -> None:
        """Raise `TooManyError` if a client is locked out of this code. Call this before looking up the code."""
        guesser = self._guessers.of(client)
        if code not in guesser.known and self._clock() < guesser.locked_until:
            raise too_many("guesses")

    def hit(self, client: str, code: str) -> None:
        """Record a client's request for an existing table."""
        known = self._guessers.of(client).known
        known[code] = None
        known.move_to_end(code)
        if len(known) > KNOWN_CODES:
            known.popitem(last=False)

    def miss(self, client: str) -> None:
        """Record a client's request for a table that does not exist; after too many, lock out the client."""
        if client in self._exempt:
            return
        guesser, now = self._guessers.of(client), self._clock()
        guesser.misses = [*(at for at in guesser.misses if now - at < self._seconds), now]
        if len(guesser.misses) >= self._misses:
            guesser.misses = []
            guesser.locked_until = now + self._seconds


def _longer(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else max(one, other)


class Throttles:
    """All rate limits and quotas of a server."""

    def __init__(self, limits: Limits, clock: ReadClock = time.monotonic) -> None:
        def buckets(rate: float, full: float) -> Buckets:
            return Buckets(rate, full, exempt, clock)

        exempt = (LOCAL,)
        self.sockets = Places(limits.sockets, limits.sockets_per_client, exempt)
        self.bots = Places(limits.bots, limits.bots_per_client, exempt)
        self.studies = Places(limits.studies, limits.studies_per_client, exempt)
        self._in_progress = PerClient(lambda: asyncio.Semaphore(limits.requests_in_progress))
        self._waiting = PerClient(lambda: Waiting(limits.outboxes_bytes_per_client))
        self.guesses = Guesses(limits.misses, limits.lockout_seconds, exempt, clock)
        self.requests = buckets(limits.requests_per_second, limits.requests_at_once)
        self.bursts = buckets(limits.burst_per_second, limits.burst_at_once)
        self.greetings = buckets(limits.hellos_per_second, limits.hellos_at_once)
        self.commands = buckets(limits.client_commands_per_second, limits.client_commands_at_once)
        self.states = buckets(limits.states_per_second, limits.states_at_once)
        self._openings = buckets(limits.tables_per_client_minute / 60, limits.tables_per_client_minute)
        self._seatings = buckets(limits.tables_per_client_minute / 60, limits.tables_per_client_minute)
        self._readings = buckets(limits.readings_per_client_minute / 60, limits.readings_per_client_minute)
        self._events_a_reading = limits.events_a_reading

    def waiting_for(self, client: str) -> Waiting:
        """Return the counter of bytes queued for a client."""
        return Waiting(ENDLESS) if client == LOCAL else self._waiting.of(client)

    def in_progress(self, client: str) -> AbstractAsyncContextManager[None]:
        """Return the semaphore that limits a client's concurrent requests."""
        return nullcontext() if client == LOCAL else self._in_progress.of(client)

    async def pace(self, client: str, weight: float, what: str = "requests") -> None:
        """Wait until the rate limit of a client allows work of this weight.

        A weight of 1 is the cost of a move: about half a millisecond of the event loop. Work that turns out heavier
        than expected delays the client's next requests.

        Args:
            client: The client.
            weight: The weight of the work.
            what: The name of the limited resource for the error message, such as `requests`.

        Raises:
            TooManyError: The wait would be too long.
        """
        bucket, waited = self.bursts.of(client), 0.0
        late, seconds = bucket.late, bucket.wait(weight)
        while seconds != 0:
            if seconds is None or waited + seconds > LONGEST_WAIT:
                raise too_many(what)
            await asyncio.sleep(seconds)
            waited += seconds
            late, seconds = bucket.late, (bucket.late - late) / bucket.rate

    def wait_for_request(self, client: str) -> float | None:
        """Return how many seconds a client's next request has to wait, or None if it must be refused."""
        return _longer(self.bursts.of(client).wait(), self.requests.of(client).wait())

    def wait_for_socket(self, client: str) -> float | None:
        """Return how many seconds a client's next WebSocket has to wait, or None if it must be refused.

        Opening a WebSocket costs as much as several requests.
        """
        return _longer(self.bursts.of(client).wait(GREETING_WEIGHT), self.greetings.of(client).wait())

    def check_opening(self, client: str) -> None:
        """Raise `TooManyError` if a client opens tables too fast."""
        if not self._openings.of(client).take():
            raise too_many("tables")

    def check_seating(self, client: str) -> None:
        """Raise `TooManyError` if a client takes seats too fast."""
        if not self._seatings.of(client).take():
            raise too_many("commands")

    def check_reading(self, client: str, n_events: int = 0) -> None:
        """Raise `TooManyError` if a client reads or replays matches too fast.

        `n_events` is the length of the log to replay.
        """
        if not self._readings.of(client).take(1 + n_events / self._events_a_reading):
            raise too_many("requests")
