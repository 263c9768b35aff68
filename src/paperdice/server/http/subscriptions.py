"""Subscriptions to push notifications about a seat."""

from __future__ import annotations

from paperdice.flow.codes import hash_secret
from paperdice.flow.refusals import refuse_seat, refuse_setup
from paperdice.flow.table import Table
from paperdice.server.live.lobby import Lobby
from paperdice.server.protocol import http
from paperdice.store.entries import Subscription


async def subscribe(lobby: Lobby, table: Table, token: str, wish: http.NewSubscription) -> None:
    """Subscribe a device to push notifications about the seat that its token belongs to.

    Raises:
        SetupError: The server has no push keys, or the subscription is invalid.
        WrongSeatError: The token belongs to no seat at the table.
    """
    if lobby.pushes is None:
        raise refuse_setup("no_push")
    if not table.held([token]):
        raise refuse_seat("only_seated")
    table_id = table.setup.table_id
    device = (wish.p256dh, wish.auth, wish.lang)
    kept = Subscription(table_id, wish.endpoint, hash_secret(table_id, token), *device, lobby.clock().at)
    await lobby.pushes.subscribe(kept)


async def unsubscribe(lobby: Lobby, table: Table, wish: http.EndedSubscription) -> None:
    """Cancel a device's subscription for a table. No token is needed, since only the device knows its endpoint."""
    await lobby.store.unsubscribe(wish.endpoint, table.setup.table_id)
