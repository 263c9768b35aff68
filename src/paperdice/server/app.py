"""The server as an ASGI app: routes, sockets, the page, and what is refused in which words."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, MethodNotAllowedException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from paperdice import errors
from paperdice.server.http.assets import Pages
from paperdice.server.http.routes import ROUTES
from paperdice.server.live.connection import table_socket
from paperdice.server.live.lobby import Hall, UnknownTableError
from paperdice.server.ops.limits import TooManyError
from paperdice.server.protocol.http import Problem
from paperdice.server.protocol.views import Why
from paperdice.server.settings import Settings
from paperdice.server.version import VERSION
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

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
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
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def make_app(store: Store, settings: Settings | None = None) -> Litestar:
    """Gives the app that serves tables from a store."""
    chosen = settings or Settings()
    hall = Hall(store, chosen)
    pages = Pages(chosen.static)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    return Litestar(
        route_handlers=[*ROUTES, table_socket, show_page, show_start],
        dependencies={
            "hall": Provide(lambda: hall, sync_to_thread=False),
            "pages": Provide(lambda: pages, sync_to_thread=False),
        },
        lifespan=[lifespan],
        before_send=[_headers_for(hall)],
        exception_handlers={Exception: _problem},
        request_max_body_size=chosen.limits.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Paperdice",
            version=VERSION,
            description="Tables for Qwixx, Twenty One, Qwantum and Sixto. Playing itself goes over a WebSocket at "
            "/api/tables/{code}/socket; its messages are described by /schema/protocol.json.",
            use_handler_docstrings=True,
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        state=State({"hall": hall}),
    )


def _headers_for(hall: Hall) -> Callable[[Message, Scope], Awaitable[None]]:
    """Gives what adds the usual headers to every answer and counts it."""

    async def add_headers(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message=message)
        for name, value in HEADERS.items():
            headers[name] = value
        if scope["path"].startswith(("/api/", "/health", "/metrics")):
            headers["cache-control"] = "no-store"
        if scope.get("method") == "OPTIONS":
            headers["allow"] = ", ".join(_methods_at(scope))
        hall.metrics.count("paperdice_requests_total", f'status="{message["status"]}"')

    return add_headers


def _problem(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    if isinstance(error, errors.PaperdiceError):
        status = next((status for kind, status in STATUSES if isinstance(error, kind)), 400)
        why = Why(error.reason.id, error.reason.rule, dict(error.reason.params))
        return Response(Problem(type(error).__name__, str(error), why), status_code=status)
    if isinstance(error, HTTPException):
        words = f"{error.detail}: {error.extra}" if error.extra else error.detail
        headers = dict(error.headers or {})
        if isinstance(error, MethodNotAllowedException):
            headers["allow"] = ", ".join(_methods_at(request.scope))
        problem = Problem("RequestError", words, Why("bad_request"))
        return Response(problem, status_code=error.status_code, headers=headers)
    logger.error("a request failed", exc_info=error)
    return Response(Problem("ServerError", "the server failed", Why("server_failed")), status_code=500)


def _fits(part: object, word: str) -> bool:
    """Tells whether a part of a route's path takes a word of an address; parameters take any."""
    return part == word or not isinstance(part, str)


def _methods_at(scope: Scope) -> list[str]:
    """Gives the methods that an address takes; one that is spelled out goes before one with a parameter."""
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


@get("/", include_in_schema=False)
async def show_start(pages: NamedDependency[Pages], request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page."""
    return _hand_out(pages, "", request)


@get("/{path:path}", include_in_schema=False)
async def show_page(
    path: FromPath[str], pages: NamedDependency[Pages], request: Request[Any, Any, Any]
) -> Response[bytes]:
    """A file of the page, or the page itself."""
    return _hand_out(pages, path, request)


def _hand_out(pages: Pages, path: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    page = pages.find(path)
    if page is None:
        raise HTTPException("there is nothing at this address", status_code=404)
    caching = "public, max-age=31536000, immutable" if page.is_forever else "no-cache"
    headers = {"etag": page.etag, "cache-control": caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == page.etag:
        return Response(b"", status_code=304, headers=headers, media_type=page.media_type)
    body = page.body
    if page.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = page.squeezed, "gzip"
    return Response(body, headers=headers, media_type=page.media_type)
