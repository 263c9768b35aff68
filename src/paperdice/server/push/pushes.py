"""Push notifications to players who have to decide but do not have the page open."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Sequence

from paperdice.errors import Reason, SetupError, StoreError
from paperdice.flow.codes import hash_secret
from paperdice.flow.table import Table
from paperdice.server.ops.metrics import Metrics
from paperdice.server.push.cipher import check_device_keys, encrypt
from paperdice.server.push.keys import PushKeys
from paperdice.server.push.services import call, find_endpoint
from paperdice.store.entries import Subscription
from paperdice.store.store import Store
from paperdice.texts import LANGUAGES, read_texts

AT_ONCE = 8
GONE = (404, 410)
# The seconds to wait before each retry of a failed push.
PAUSES = (5.0, 60.0)
HOUR = 3600
# The maximum length of a topic. [RFC 8030, section 5.4]
TOPIC_LETTERS = 32
# The largest number of tables per device, and of devices per player at a table.
MOST_TABLES = 20
MOST_DEVICES = 4
logger = logging.getLogger("paperdice.server")


class Pushes:
    """Sends push notifications to subscribed devices.

    Args:
        keys: The server's keys.
        own_services: Trusted push services in addition to the known ones.
        store: The store that holds the subscriptions.
        metrics: The metrics that count push messages and failures.
        clock: A function that returns the current Unix time in milliseconds.
        pauses: The seconds to wait before each retry.
    """

    def __init__(
        self,
        keys: PushKeys,
        own_services: Collection[str],
        store: Store,
        metrics: Metrics,
        clock: Callable[[], int],
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._keys, self._own_services = keys, own_services
        self._store, self._metrics, self._clock, self._pauses = store, metrics, clock, pauses
        self._slots = asyncio.Semaphore(AT_ONCE)

    @property
    def public_key(self) -> str:
        """The public key that the page needs in order to subscribe."""
        return self._keys.public

    async def subscribe(self, subscription: Subscription) -> None:
        """Store a subscription.

        Raises:
            SetupError: The push service is not known, or the device's keys are not valid.
        """
        find_endpoint(subscription.endpoint, self._own_services)
        try:
            check_device_keys(subscription.p256dh, subscription.auth)
        except ValueError as error:
            raise SetupError(f"the keys of the device are not valid: {error}", Reason("bad_push_keys", {})) from error
        await self._store.subscribe(subscription, MOST_TABLES, MOST_DEVICES)

    async def notify(self, table: Table, seats: Collection[int]) -> None:
        """Notify the players in these seats on all of their subscribed devices, at most once per step of the table."""
        holders = {table.seats[seat].token_hash for seat in seats}
        what = f"{table.match_id} {table.step}"
        messages: dict[str, bytes] = {lang: _message(table, seats, lang) for lang in LANGUAGES}
        seconds = table.setup.clock or HOUR
        headers = {"TTL": str(max(HOUR, seconds)), "Urgency": "high", "Topic": _topic(table)}
        try:
            found = await self._store.list_subscriptions(table.setup.table_id)
            wanted = [
                each
                for each in found
                if each.holder in holders and await self._store.claim_notification(each.table_id, each.endpoint, what)
            ]
            await asyncio.gather(*(self._push(each, headers, messages[each.lang]) for each in wanted))
        except StoreError as error:
            self._metrics.note_failure(error)

    async def _push(self, subscription: Subscription, headers: dict[str, str], message: bytes) -> None:
        """Send a message to a push service, with a few retries.

        Delete the subscription if the service reports that it does not exist.
        """
        for pause in (*self._pauses, None):
            status = await self._offer(subscription, headers, message)
            self._metrics.count("paperdice_pushes_total", f'status="{status or "none"}"')
            if status in GONE:
                await self._store.unsubscribe(subscription.endpoint)
            is_worth_more = status is None or status == 429 or status >= 500
            if not is_worth_more or pause is None:
                return
            await asyncio.sleep(pause)

    async def _offer(self, subscription: Subscription, headers: dict[str, str], message: bytes) -> int | None:
        """Try once to send a message; return the response status, or None if the service was not reached."""
        try:
            endpoint = find_endpoint(subscription.endpoint, self._own_services)
            body = encrypt(message, subscription.p256dh, subscription.auth)
            sent = {
                **headers,
                "Authorization": self._keys.authorization(endpoint.origin, self._clock() // 1000),
                "Content-Type": "application/octet-stream",
                "Content-Encoding": "aes128gcm",
            }
            async with self._slots:
                return await call(endpoint, sent, body)
        except (OSError, TimeoutError, SetupError) as error:
            logger.warning("a push was not delivered: %s", error)
            return None


def _topic(table: Table) -> str:
    """Return the push topic of a table, so that newer messages replace older ones. It does not reveal the table."""
    return hash_secret(table.setup.table_id, "push")[:TOPIC_LETTERS]


def _message(table: Table, seats: Collection[int], lang: str) -> bytes:
    """Return the message that `sw-push.js` displays: the game, the other players, and that it is the player's turn."""
    others = [entry.name for seat, entry in enumerate(table.seats) if seat not in seats and entry.kind == "person"]
    title = " · ".join([table.match.game.title, *([", ".join(others)] if others else [])])
    body = read_texts(lang, "page")["turn"]["own"]
    return json.dumps({"code": table.setup.code, "title": title[:120], "body": body}, ensure_ascii=False).encode()
