"""Middleware that identifies the client of each request, applies rate limits and checks the origin."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from paperdice.errors import PaperdiceError, Reason
from paperdice.server.ops.clients import Clients
from paperdice.server.ops.limits import Throttles, too_many
from paperdice.server.protocol.http import Problem
from paperdice.server.settings import Settings

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# A rate-limited client gets its refusal after a pause, so that it cannot cause many refusals.
REFUSAL_SECONDS = 2.0
# A body is sent in pieces of this size, since TLS copies each.
PIECE_BYTES = 8 * 1024
FORBIDDEN, BUSY = 4403, 4429
STATUSES = {"other_site": 403, "not_json": 415, "too_many_requests": 429}


class ClientMiddleware:
    """Identifies the client of each request and WebSocket, and delays or refuses clients that exceed the limits."""

    def __init__(self, app: ASGIApp, settings: Settings, throttles: Throttles, posts: Collection[str]) -> None:
        self._app, self._origins, self._throttles = app, settings.origins, throttles
        # A parameter of a route, in braces, matches any segment.
        self._posts = re.compile("|".join(re.sub(r"\\\{.*?\\\}", "[^/]+", re.escape(path)) for path in posts))
        self._clients = Clients(settings.limits.exempt_clients, settings.trusted_proxies)
        self._most_bytes = settings.limits.body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request that is not allowed, or pass it to the app once the client's rate limit permits."""
        peer = scope["client"]
        client = self._clients.of_request(peer[0] if peer else "", scope["headers"])
        scope["client"] = (client, 0)
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        refusal = self._find_refusal(scope)
        if refusal is None:
            throttles = self._throttles
            wait = throttles.wait_for_socket(client) if is_socket else throttles.wait_for_request(client)
            if wait != 0:
                await asyncio.sleep(REFUSAL_SECONDS if wait is None else wait)
            refusal = too_many("requests") if wait is None else None
        if refusal is None and is_socket:
            await self._app(scope, receive, send)
        elif refusal is None:
            # A request counts as in progress until its response has been read, so that unread responses cannot pile up.
            async with self._throttles.in_progress(client):
                await self._app(scope, receive, in_pieces(send))
        elif is_socket:
            code = FORBIDDEN if refusal.reason.id == "other_site" else BUSY
            await send({"type": "websocket.close", "code": code, "reason": refusal.message})
        else:
            await _drain(receive, self._most_bytes)
            await _answer(refusal, send)

    def _find_refusal(self, scope: Scope) -> PaperdiceError | None:
        """Return the error for a request that comes from another site or has a body other than JSON, otherwise None."""
        method = scope.get("method")
        if method in SAFE_METHODS:
            return None
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
        if not self._is_own_page(headers):
            return PaperdiceError("another site's page may not do this", Reason("other_site", {}))
        if method == "POST" and self._takes_body(scope["path"]) and not _is_json(headers):
            return PaperdiceError("the body must be JSON and say so", Reason("not_json", {}))
        return None

    def _takes_body(self, path: str) -> bool:
        """Whether a POST route exists for this path; like the router, ignore trailing and double slashes."""
        return self._posts.fullmatch(re.sub("/+", "/", path).rstrip("/")) is not None

    def _is_own_page(self, headers: dict[str, list[str]]) -> bool:
        """Whether a request comes from a page of this host or of an allowed origin.

        Requests without an origin, such as those from scripts, are allowed.
        """
        origins = headers.get("origin", [])
        if any(origin in self._origins for origin in origins):
            return len(origins) == 1
        hosts = headers.get("host", [])
        is_same = all(site in ("same-origin", "none") for site in headers.get("sec-fetch-site", []))
        return is_same and all(_host_of(origin) in hosts for origin in origins)


def in_pieces(send: Send) -> Send:
    """Wrap `send` to send long bodies in chunks, waiting between chunks until the client has read enough."""

    async def send_piece(message: Message) -> None:
        if message["type"] != "http.response.body" or len(message["body"]) <= PIECE_BYTES:
            await send(message)
            return
        body = memoryview(message["body"])
        for start in range(0, len(body), PIECE_BYTES):
            piece = bytes(body[start : start + PIECE_BYTES])
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            # Let the event loop notice if the connection is lost.
            await asyncio.sleep(0)
        await send({"type": "http.response.body", "body": b"", "more_body": message["more_body"]})

    return send_piece


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _is_json(headers: dict[str, list[str]]) -> bool:
    kinds = headers.get("content-type", [])
    return len(kinds) == 1 and kinds[0].partition(";")[0].strip().lower() == "application/json"


async def _drain(receive: Receive, most_bytes: int) -> None:
    """Read and discard an unwanted request body.

    Closing the connection before the body has been read would reset it, and the response could be lost.
    """
    n_bytes = 0
    while n_bytes <= most_bytes:
        message = await receive()
        if message["type"] != "http.request" or not message["more_body"]:
            return
        n_bytes += len(message["body"])


async def _answer(refusal: PaperdiceError, send: Send) -> None:
    """Send an error response without calling the app, and close the connection."""
    status = STATUSES[refusal.reason.id]
    body = msgspec.json.encode(Problem(type(refusal).__name__, refusal.message, refusal.reason.as_dict()))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
