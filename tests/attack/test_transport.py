"""One client cannot exhaust the memory, the connections or the time of a server, whatever it sends or leaves unread."""

import asyncio
import gc
import json
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from itertools import chain, repeat
from typing import NamedTuple, TypeVar

import httpx
import pytest
import pytest_asyncio

from paperdice.server.transport import RequestProtocol
from paperdice.store.memory import MemoryStore
from tests.attack.attackers import (
    HONEST,
    Watched,
    call,
    connections,
    frame,
    is_alive,
    read_all,
    send_all,
    upgrade,
)
from tests.patience import PAUSE, eventually, patience
from tests.server.clients import NO_CERTIFICATES, Player, http_client, open_table, seated
from tests.server.processes import ServerProcess, server_process
from tests.server.servers import FAST, LIMITS, running_server

MOST_MEMORY = 20_000_000
T = TypeVar("T")


async def aside(work: Callable[..., T], *args: object) -> T:
    """Run an attack in a thread."""
    return await asyncio.to_thread(work, *args)


async def warm_up(process: ServerProcess) -> str:
    """Play a little and load the page, so that later growth is due to the attack; return a table's code."""
    seats, tokens = seated("Ann")
    code = await open_table(process.url, *seats, {}, first=0)
    async with Player(process.url, code, *tokens) as ann:
        await ann.do("rename", seat=0, name="Anna")
    async with http_client(process.url) as client:
        for path in ("/", "/api/games", "/schema/openapi.json", "/schema/protocol.json", f"/api/tables/{code}"):
            await client.get(path)
    return code


async def is_served(port: int) -> bool:
    """Whether another client gets an answer, which comes after the server has handled all earlier ones."""
    transport = httpx.AsyncHTTPTransport(local_address=HONEST, verify=NO_CERTIFICATES)
    async with httpx.AsyncClient(transport=transport, timeout=patience()) as client:
        return (await client.get(f"http://127.0.0.1:{port}/api/games")).status_code == 200


def port_of(url: str) -> int:
    """Return the port of an address."""
    return int(url.rpartition(":")[2])


class Place(NamedTuple):
    """A server, a table on it, and the address of a client that is new to the server."""

    port: int
    code: str
    source: str


Attack = Callable[[Place], None]


def send_endless_header(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        attacker.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nA: ")
        assert send_all(attacker, b"a" * 65536) < 10_000_000


def send_endless_headers(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        attacker.sendall(b"GET / HTTP/1.1\r\n")
        assert send_all(attacker, b"a:b\r\n" * 10_000) < 10_000_000


def send_endless_address(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        attacker.sendall(b"GET /")
        assert send_all(attacker, b"a" * 65536) < 10_000_000


def send_endless_body(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        attacker.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
        assert send_all(attacker, b"1\r\na\r\n" * 10_000) < 10_000_000


def send_endless_trailers(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        attacker.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        assert send_all(attacker, b"a:b\r\n" * 10_000) < 10_000_000


def send_a_pipeline(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        assert send_all(attacker, b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n" * 5000) < 10_000_000


def leave_requests_half_sent(place: Place) -> None:
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 65000\r\n\r\n"
    with connections(place.port, 300, place.source) as opened:
        for attacker in opened:
            send_all(attacker, head + b" " * 64_000, 64_000)


def leave_heads_half_sent(place: Place) -> None:
    with connections(place.port, 300, place.source) as opened:
        for attacker in opened:
            send_all(attacker, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 90 + b"c: " + b"d" * 15_000, 15_000)


def leave_answers_unread(place: Place) -> None:
    with connections(place.port, 300, place.source) as opened:
        for attacker in opened:
            send_all(attacker, b"GET /schema/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 8, 300)


def ping_without_reading(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        assert b" 101 " in upgrade(attacker, place.code)
        assert send_all(attacker, frame(b"x" * 125, 9) * 400) < 10_000_000


def pong_for_ever(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        upgrade(attacker, place.code)
        assert send_all(attacker, frame(b"", 10) * 5000) < 10_000_000


def send_endless_fragments(place: Place) -> None:
    with call(place.port, place.source) as attacker:
        upgrade(attacker, place.code)
        attacker.sendall(frame(b"{", is_last=False))
        assert send_all(attacker, frame(b"", 0, is_last=False) * 5000) < 10_000_000


def send_tiny_messages(place: Place) -> None:
    with connections(place.port, 60, place.source) as opened:
        for attacker in opened:
            upgrade(attacker, place.code)
        for attacker in opened:
            send_all(attacker, frame(b"{") * 30_000, 200_000)


def send_huge_frames(place: Place) -> None:
    for body in (b"\x81\xff" + (2**40).to_bytes(8, "big") + bytes(4), frame(b"x" * 60_000)):
        with call(place.port, place.source) as attacker:
            upgrade(attacker, place.code)
            attacker.sendall(body)
            assert send_all(attacker, b"x" * 65536) < 10_000_000


ATTACKS: tuple[Attack, ...] = (
    send_endless_header,
    send_endless_headers,
    send_endless_address,
    send_endless_body,
    send_endless_trailers,
    send_a_pipeline,
    leave_requests_half_sent,
    leave_heads_half_sent,
    leave_answers_unread,
    ping_without_reading,
    pong_for_ever,
    send_endless_fragments,
    send_tiny_messages,
    send_huge_frames,
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """Start a server that each test attacks from another address."""
    async with server_process("--data", str(tmp_path_factory.mktemp("data") / "data.sqlite")) as made:
        await warm_up(made)
        yield made


@pytest.mark.asyncio(loop_scope="module")
async def test_no_client_takes_much_memory(process: ServerProcess) -> None:
    grown = {}
    code = await open_table(process.url, {}, {})
    for number, attack in enumerate(ATTACKS):
        with Watched(process.pid) as watched:
            await aside(attack, Place(process.port, code, f"127.0.2.{number + 1}"))
            assert await is_served(process.port), attack.__name__
        grown[attack.__name__] = watched.growth
    assert {name: growth for name, growth in grown.items() if growth > MOST_MEMORY} == {}
    assert sum(grown.values()) < 3 * MOST_MEMORY, grown


@pytest.mark.asyncio(loop_scope="module")
async def test_two_thousand_connections_of_one_client_leave_others_undisturbed(process: ServerProcess) -> None:
    seats, tokens = seated("Ann", "Ben")
    code = await open_table(process.url, *seats, first=0)
    with connections(process.port, 2000, "127.0.3.1") as opened, Watched(process.pid) as watched:
        async with Player(process.url, code, *tokens) as both:
            await both.do("start")
            assert (await both.do("throw", seat=0))["type"] == "done"
        assert await is_served(process.port)
        assert sum(map(is_alive, opened)) <= 256
    assert watched.growth < MOST_MEMORY


@pytest.mark.asyncio(loop_scope="module")
async def test_watchers_that_do_not_read_share_what_may_wait_for_them(process: ServerProcess) -> None:
    seats, tokens = seated("Ann", "Ben", "Cleo", "Dan")
    code = await open_table(process.url, *seats, first=0)
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player(process.url, code, token)) for token in tokens]
        await players[0].do("start")
        with Watched(process.pid) as watched, connections(process.port, 80, "127.0.3.2") as opened:
            await aside(watch_without_reading, opened, code)
            for number in range(200):
                seat, turn = number % 4, number // 4
                # Each seat has a budget for each of them.
                wishes: tuple[tuple[str, dict[str, object]], ...] = (
                    ("rename", {"name": f"Somebody called {number:05}"}),
                    ("set_pace", {"pace": "fast" if turn % 2 else "slow"}),
                    ("set_hints", {"agreed": turn % 2 == 0}),
                )
                command, fields = wishes[turn % 3]
                answer = await players[seat].do(command, seat=seat, **fields)
                assert answer["type"] == "done", answer
        assert watched.growth < MOST_MEMORY


def watch_without_reading(opened: list[socket.socket], code: str) -> None:
    for connection in opened:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        upgrade(connection, code)
        connection.sendall(frame(json.dumps({"type": "hello"}).encode()))


HALVES = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 9\r\n\r\n{",
    "half a chunk": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "an empty line": b"\r\n",
}


HASTY = replace(FAST, limits=replace(LIMITS, idle_seconds=0.3, request_seconds=0.6))


async def test_every_request_has_a_deadline() -> None:
    async with running_server(MemoryStore(), HASTY) as url:
        with ExitStack() as stack:
            attackers = [stack.enter_context(call(port_of(url))) for _ in HALVES]
            for attacker, half in zip(attackers, HALVES.values(), strict=True):
                attacker.sendall(half)
            for attacker in attackers:
                await aside(read_all, attacker)


async def test_a_request_that_is_sent_drop_by_drop_has_a_deadline() -> None:
    async with running_server(MemoryStore(), HASTY) as url:
        with call(port_of(url)) as attacker:
            letters = chain(b"GET / HTTP/1.1\r\nA: ", repeat(ord("b")))

            def is_hung_up_on() -> bool:
                """Send one more letter."""
                try:
                    attacker.sendall(bytes((next(letters),)))
                except OSError:
                    return True
                return not is_alive(attacker)

            await eventually(is_hung_up_on, "the server hangs up")


async def test_a_connection_that_was_reset_leaves_nothing_behind() -> None:
    settings = replace(FAST, limits=replace(LIMITS, idle_seconds=3600))
    async with running_server(MemoryStore(), settings) as url:
        for _ in range(5):
            with call(port_of(url)) as attacker:
                attacker.sendall(b"GET /api/push HTTP/1.1\r\nHost: x\r\n\r\n")
                assert (await aside(attacker.recv, 12)) == b"HTTP/1.1 200"
                attacker.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

        def is_gone() -> bool:
            return not any(type(each) is RequestProtocol for each in gc.get_objects())

        await eventually(is_gone, "the server forgets the connections")


async def test_a_socket_must_say_hello_in_time() -> None:
    limits = replace(LIMITS, hello_seconds=0.3)
    async with running_server(MemoryStore(), replace(FAST, limits=limits)) as url:
        code = await open_table(url, {}, {})
        with call(port_of(url)) as attacker:
            await aside(upgrade, attacker, code)
            await aside(read_all, attacker)


async def test_connections_are_counted_for_each_client_when_they_are_accepted() -> None:
    limits = replace(LIMITS, connections_per_client=5, connections=8)
    async with running_server(MemoryStore(), replace(FAST, limits=limits)) as url:
        port = port_of(url)
        with ExitStack() as stack:
            first = stack.enter_context(connections(port, 7))
            second = stack.enter_context(connections(port, 3, HONEST))
            # The last one is refused after all others were counted, perhaps while it still connects.
            third = stack.enter_context(connections(port, 1, "127.0.0.4"))
            await eventually(lambda: not any(map(is_alive, third)), "one too many is refused")
            assert [is_alive(connection) for connection in first] == [True] * 5 + [False] * (len(first) - 5)
            assert [is_alive(connection) for connection in second] == [True] * 3
        async with asyncio.timeout(patience()):
            while not await aside(is_answered, port):
                await asyncio.sleep(PAUSE)


def is_answered(port: int) -> bool:
    """Whether a request of the attacker is answered."""
    try:
        with call(port) as attacker:
            attacker.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return read_all(attacker).startswith(b"HTTP/1.1 200 ")
    except OSError:
        return False
