"""The proxies of `deploy/` pass pages, sockets and the true address of a client on."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from tests.long.proxies import HERE, SITE, Proxied, caddy, echo, nginx, trusting
from tests.server.clients import open_table
from tests.server.processes import server_process

Proxy = Callable[[Path, int], AbstractContextManager[Proxied]]
PROXIES = pytest.mark.parametrize("proxy", [nginx, caddy])


@PROXIES
def test_the_client_is_told_by_the_proxy_and_not_by_itself(proxy: Proxy, tmp_path: Path) -> None:
    claims = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "gopher"}
    with echo() as upstream, proxy(tmp_path, upstream) as site:
        site.wait()
        told = json.loads(site.get("/", claims)[1])
    assert told["x-forwarded-for"] == ["127.0.0.7"]
    assert told["x-forwarded-proto"] == ["https"]
    assert told["host"] == [f"{SITE}:{site.port}"]


@PROXIES
async def test_page_and_sockets_pass(proxy: Proxy, tmp_path: Path) -> None:
    words = ["--data", str(tmp_path / "matches.sqlite"), "--trust-proxy", "127.0.0.1"]
    async with server_process(*words) as server:
        code = await open_table(server.url, {"name": "Ann", "token": "a" * 32}, {})
        with proxy(tmp_path, server.port) as site:
            await asyncio.to_thread(site.wait)
            kind, page = await asyncio.to_thread(site.get, "/")
            assert (kind, b"<title>" in page) == ("text/html", True)
            assert await hello(site, code, f"https://{SITE}:{site.port}") == "welcome"
            with pytest.raises(InvalidStatus):
                await hello(site, code, "https://elsewhere.example.org")


async def hello(site: Proxied, code: str, origin: str) -> str:
    """Send hello from a page of this origin, and return the type of the answer."""
    place = f"wss://{SITE}:{site.port}/api/tables/{code}/socket"
    async with connect(
        place, origin=Origin(origin), proxy=None, host=HERE, port=site.port, ssl=trusting(), server_hostname=SITE
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": ["a" * 32]}))
        return str(json.loads(await socket.recv())["type"])
