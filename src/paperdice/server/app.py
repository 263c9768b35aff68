"""The server's ASGI app: routes, WebSockets, static files, security headers and error responses."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, Response
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, MethodNotAllowedException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from paperdice import errors
from paperdice.errors import Reason
from paperdice.server.http.assets import Assets, show_page, show_start
from paperdice.server.http.games import GameList
from paperdice.server.http.middleware import ClientMiddleware
from paperdice.server.http.reviews import Reviews
from paperdice.server.http.routes import ROUTES, AnyRequest
from paperdice.server.live.connection import table_socket
from paperdice.server.live.lobby import Lobby, UnknownTableError
from paperdice.server.live.storage import hide_store
from paperdice.server.ops.health import Health
from paperdice.server.ops.limits import TooManyError
from paperdice.server.ops.metrics import Metrics
from paperdice.server.protocol.http import Problem
from paperdice.server.settings import VERSION, Settings
from paperdice.store.store import Store

logger = logging.getLogger("paperdice.server")

STATUSES: tuple[tuple[type[errors.PaperdiceError], int], ...] = (
    (UnknownTableError, 404),
    (errors.UnknownGameError, 404),
    (errors.UnknownSheetError, 404),
    (TooManyError, 429),
    (errors.WrongSeatError, 403),
    (errors.IllegalMoveError, 409),
    (errors.StaleMatchError, 409),
    (errors.StoreError, 503),
)

POLICY = (
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
OPENAPI = OpenAPIConfig(
    title="Paperdice",
    version=VERSION,
    description="Tables for Qwixx, Twenty One, Qwantum and Sixto. Playing itself goes over a WebSocket at "
    "/api/tables/{code}/socket; its messages are described by /schema/protocol.json.",
    use_handler_docstrings=True,
    render_plugins=[JsonRenderPlugin()],
)


def make_app(store: Store, settings: Settings | None = None) -> Litestar:
    """Create the app that serves the tables in a store, using the default settings if none are given."""
    chosen = settings or Settings()
    lobby, assets = Lobby(store, chosen), Assets(chosen.static)
    lobby.page = assets.script
    games = GameList(lobby.bots.names, chosen.own_sheets)
    reviews = Reviews(lobby)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await lobby.open()
        try:
            yield
        finally:
            await reviews.close()
            await lobby.close()

    app = Litestar(
        route_handlers=[*ROUTES, table_socket, show_page, show_start],
        dependencies={
            "lobby": _provide(lobby),
            "assets": _provide(assets),
            "games": _provide(games),
            "review_desk": _provide(reviews),
            "health": _provide(Health(store.ping)),
        },
        lifespan=[lifespan],
        exception_handlers={Exception: _problem},
        request_max_body_size=chosen.limits.body_bytes,
        openapi_config=OPENAPI,
        logging_config=None,
        state=State({"lobby": lobby}),
    )
    app.asgi_handler = _with_headers(_with_middleware(app, chosen, lobby), lobby.metrics, assets)
    return app


def _with_middleware(app: Litestar, settings: Settings, lobby: Lobby) -> ASGIApp:
    posts = {route.path for route in app.routes if isinstance(route, HTTPRoute) and "POST" in route.methods}
    return ClientMiddleware(app.asgi_handler, settings, lobby.throttles, posts)


def _provide(part: object) -> Provide:
    """Wrap a component as a dependency that routes can request by name."""
    return Provide(lambda: part, sync_to_thread=False)


def _policy(assets: Assets) -> str:
    """Return the Content-Security-Policy header, which allows only our own files and the page's inline scripts."""
    scripts = ["'self'", *(f"'{each}'" for each in assets.inline_hashes)]
    return "; ".join((*POLICY, f"script-src {' '.join(scripts)}"))


def _with_headers(app: ASGIApp, metrics: Metrics, assets: Assets) -> ASGIApp:
    """Wrap an app to add security headers to HTTP responses and count them by status. WebSockets are unaffected."""
    usual = {**HEADERS, "content-security-policy": _policy(assets)}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message, scope, usual)
                metrics.count("paperdice_requests_total", f'status="{message["status"]}"')
            await send(message)

        await app(scope, receive, send_with_headers if scope["type"] == ScopeType.HTTP else send)

    return answer


def _add_headers(message: HTTPResponseStartEvent, scope: Scope, usual: dict[str, str]) -> None:
    headers = MutableScopeHeaders.from_message(message=message)
    for name, value in usual.items():
        headers[name] = value
    if scope["path"].startswith(("/api/", "/health", "/metrics")):
        headers["cache-control"] = "no-store"
    if scope.get("method") == "OPTIONS":
        headers["allow"] = ", ".join(_methods_at(scope))


def _problem(request: AnyRequest, error: Exception) -> Response[Problem]:
    if isinstance(error, errors.PaperdiceError):
        status = next((status for kind, status in STATUSES if isinstance(error, kind)), 400)
        told = hide_store(error)
        return Response(Problem(type(told).__name__, str(told), told.reason.as_dict()), status_code=status)
    if isinstance(error, HTTPException):
        words = f"{error.detail}: {error.extra}" if error.extra else error.detail
        headers = dict(error.headers or {})
        if isinstance(error, MethodNotAllowedException):
            headers["allow"] = ", ".join(_methods_at(request.scope))
        problem = Problem("RequestError", words, Reason("bad_request", {}).as_dict())
        return Response(problem, status_code=error.status_code, headers=headers)
    if isinstance(error, RecursionError | UnicodeDecodeError):
        words = "the body is nested too deeply or not UTF-8"
        problem = Problem("RequestError", words, Reason("bad_request", {}).as_dict())
        return Response(problem, status_code=400)
    logger.error("a request failed", exc_info=error)
    why = Reason("server_failed", {}).as_dict()
    return Response(Problem("ServerError", "the server failed", why), status_code=500)


def _fits(part: object, word: str) -> bool:
    """Whether a component of a route's path matches a segment of a URL path. A parameter matches any segment."""
    return part == word or not isinstance(part, str)


def _methods_at(scope: Scope) -> list[str]:
    """Return the HTTP methods allowed for the requested path.

    Routes without parameters take precedence over routes with parameters.
    """
    words = scope["path"].strip("/").split("/")
    spelled: set[str] = set()
    fitting: set[str] = set()
    for route in scope["app"].routes:
        if not isinstance(route, HTTPRoute) or len(route.path_components) != len(words):
            continue
        if route.path_components == words:
            spelled |= set(route.methods)
        elif all(map(_fits, route.path_components, words)):
            fitting |= set(route.methods)
    return sorted((spelled or fitting) | {"OPTIONS"})
