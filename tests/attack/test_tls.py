"""Over TLS a client uses no more of a server than over plain sockets."""

import asyncio
import json
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from paperdice.server.settings import Limits, Settings
from paperdice.store.memory import MemoryStore
from tests.attack.attackers import HONEST, Watched, call, connections, frame, read_all, upgrade
from tests.patience import PAUSE, patience
from tests.server.clients import TRUSTING, Player, http_client, open_table, seated
from tests.server.processes import server_process
from tests.server.push_services import write_certificate
from tests.server.servers import FAST, LIMITS, running_server

MOST_MEMORY = 20_000_000
GAMES = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
Files = tuple[Path, Path]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A certificate and its key."""
    return write_certificate(tmp_path_factory.mktemp("tls"))


@contextmanager
def shaken(port: int, number: int, source: str) -> Iterator[list[ssl.SSLSocket]]:
    """Open connections of one client that have finished the handshake and will read slowly."""
    with connections(port, number, source) as opened, ExitStack() as stack:
        for connection in opened:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        yield [stack.enter_context(TRUSTING.wrap_socket(connection)) for connection in opened]


async def is_served(port: int) -> bool:
    """Whether another client gets an answer, which comes after the server has handled all earlier ones."""
    transport = httpx.AsyncHTTPTransport(local_address=HONEST, verify=TRUSTING)
    async with httpx.AsyncClient(transport=transport, timeout=patience()) as client:
        return (await client.get(f"https://127.0.0.1:{port}/api/games")).status_code == 200


def leave_unread(opened: list[ssl.SSLSocket], path: str) -> None:
    for connection in opened:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * Limits().pipelined)


def watch_without_reading(opened: list[ssl.SSLSocket], code: str) -> None:
    for connection in opened:
        upgrade(connection, code)
        connection.sendall(frame(json.dumps({"type": "hello"}).encode()))


async def test_what_nobody_reads_takes_little_memory_over_tls(files: Files, tmp_path: Path) -> None:
    certificate, key = map(str, files)
    n_connections = Limits().tls_connections_per_client
    size, name = max((path.stat().st_size, path.name) for path in (Settings().static / "assets").iterdir())
    asset = f"/assets/{name}"
    words = ("--data", str(tmp_path / "data.sqlite"), "--tls-cert", certificate, "--tls-key", key)
    async with server_process(*words) as process:
        seats, tokens = seated("Ann", "Ben", "Cleo", "Dan")
        code = await open_table(process.url, *seats, first=0)
        async with http_client(process.url) as client:
            assert len((await client.get(asset, headers={"accept-encoding": "identity"})).content) == size > 64 * 1024
        async with Player(process.url, code, *tokens) as all_seats:
            await all_seats.do("start")
            with Watched(process.pid) as watched, ExitStack() as stack:
                opened = await asyncio.to_thread(stack.enter_context, shaken(process.port, n_connections, "127.0.5.1"))
                await asyncio.to_thread(leave_unread, opened, asset)
                assert len(opened) == n_connections and await is_served(process.port) and await is_served(process.port)
            assert watched.growth < MOST_MEMORY
            with Watched(process.pid) as watched, ExitStack() as stack:
                opened = await asyncio.to_thread(stack.enter_context, shaken(process.port, 80, "127.0.5.2"))
                await asyncio.to_thread(watch_without_reading, opened, code)
                for number in range(50):
                    answer = await all_seats.do("rename", seat=number % 4, name=f"Somebody called {number:05}")
                    assert answer["type"] == "done", answer
            assert watched.growth < MOST_MEMORY


def send_frames(opened: list[ssl.SSLSocket], code: str) -> None:
    """Open sockets, and send as much as the server and the kernel accept."""
    for connection in opened:
        upgrade(connection, code)
    for connection in opened:
        connection.settimeout(0.2)
        with suppress(OSError):
            connection.sendall(frame(b"{" + b"x" * 8000) * 30)


def send_bodies(opened: list[ssl.SSLSocket]) -> None:
    """Send all of a request but its last byte over every connection."""
    size = Limits().body_bytes
    head = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
    for connection in opened:
        connection.settimeout(0.2)
        with suppress(OSError):
            connection.sendall(head.encode() + b" " * (size - 1))


def come_again(port: int, source: str) -> None:
    """Send a body that is too long over one connection after the other."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 650000\r\n\r\n"
    for _ in range(100):
        with suppress(OSError), TRUSTING.wrap_socket(call(port, source)) as connection:
            connection.sendall(head + b" " * 600_000)


async def test_what_is_sent_takes_little_memory_over_tls(files: Files, tmp_path: Path) -> None:
    certificate, key = map(str, files)
    words = ("--data", str(tmp_path / "data.sqlite"), "--tls-cert", certificate, "--tls-key", key)
    async with server_process(*words) as process:
        code = await open_table(process.url, {}, {})
        assert await is_served(process.port)
        with Watched(process.pid) as watched, ExitStack() as stack:
            opened = await asyncio.to_thread(stack.enter_context, shaken(process.port, 100, "127.0.5.3"))
            await asyncio.to_thread(send_frames, opened, code)
            assert await is_served(process.port)
        assert watched.growth < MOST_MEMORY
        with Watched(process.pid) as watched, ExitStack() as stack:
            n_connections = Limits().tls_connections_per_client
            opened = await asyncio.to_thread(stack.enter_context, shaken(process.port, n_connections, "127.0.5.5"))
            await asyncio.to_thread(send_bodies, opened)
            assert await is_served(process.port)
        assert watched.growth < MOST_MEMORY
        with Watched(process.pid) as watched:
            await asyncio.to_thread(come_again, process.port, "127.0.5.4")
            assert await is_served(process.port)
        assert watched.growth < MOST_MEMORY


async def test_a_long_answer_arrives_whole_over_tls(files: Files) -> None:
    async with running_server(MemoryStore(), tls=files) as url, http_client(url) as client:
        for encoding in ("identity", "gzip"):
            answer = await client.get("/api/games", headers={"accept-encoding": encoding})
            assert {game["name"] for game in answer.json()} >= {"qwixx", "sixto"}
        head = await client.head("/api/games", headers={"accept-encoding": "identity"})
        assert head.content == b""


async def test_a_client_that_shakes_no_hands_is_hung_up_on(files: Files) -> None:
    settings = replace(FAST, limits=replace(LIMITS, idle_seconds=0.3))
    async with running_server(MemoryStore(), settings, files) as url:
        port = int(url.rpartition(":")[2])
        with call(port) as silent, call(port) as plain:
            plain.sendall(GAMES)
            assert await asyncio.to_thread(read_all, silent) == b""
            assert b"HTTP" not in await asyncio.to_thread(read_all, plain)


async def test_a_client_that_leaves_after_the_handshake_gives_its_place_back(files: Files) -> None:
    settings = replace(FAST, limits=replace(LIMITS, tls_connections_per_client=2))
    async with running_server(MemoryStore(), settings, files) as url:
        port = int(url.rpartition(":")[2])

        def shake(request: bytes) -> bytes:
            """Do the handshake, send any request, hang up without a close alert; return the response."""
            try:
                with TRUSTING.wrap_socket(call(port)) as connection:
                    connection.sendall(request)
                    return connection.recv(12) if request else b"nothing"
            except OSError:
                return b""

        for _ in range(10):
            await eventually_in_thread(shake, b"", b"nothing")
        await eventually_in_thread(shake, GAMES, b"HTTP/1.1 200")


async def eventually_in_thread(work: Callable[[bytes], bytes], given: bytes, wanted: bytes) -> None:
    """Repeat some work in a thread until it returns the expected value."""
    async with asyncio.timeout(patience()):
        while await asyncio.to_thread(work, given) != wanted:
            await asyncio.sleep(PAUSE)
