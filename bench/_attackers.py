"""One hostile client in its own process: the attacks, and a dummy target for comparison.

All traffic uses loopback addresses of this machine, and stops after the given time.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace

HOST, SOURCE = "127.0.0.1", "127.0.0.2"
LETTERS = "ACDEFHJKMNPRTUVWXY"
TEXT, PING = 1, 9
DUMMY_ANSWER = b"HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}"
DUMMY_UPGRADE = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True)
class Target:
    """The target of an attack: its port, the end time, and the ids, codes and tokens known to the attacker."""

    port: int
    end: float
    code: str
    token: str
    match: str
    # The code of a long table with typed dice.
    typed: str = ""
    source: str = SOURCE

    @property
    def is_on(self) -> bool:
        """Whether there is time left for the attack."""
        return time.monotonic() < self.end


async def dial(target: Target) -> Streams:
    """Open a connection from the attacker's address."""
    return await asyncio.open_connection(HOST, target.port, local_addr=(target.source, 0))


def get(path: str) -> bytes:
    """Return a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def post(path: str, body: object) -> bytes:
    """Return a POST request."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


def frame(body: bytes, opcode: int = TEXT) -> bytes:
    """Return a WebSocket frame, masked with zeros."""
    size = bytes([128 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return bytes([128 | opcode]) + size + bytes(4) + body


def say(**fields: object) -> bytes:
    """Return a command as a WebSocket frame."""
    return frame(json.dumps(fields).encode())


async def read_answer(reader: asyncio.StreamReader) -> None:
    """Read one complete response, chunked or not."""
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            await reader.readexactly(int(line.split(b":")[1]))
            return
    await reader.readuntil(b"0\r\n\r\n")


async def open_socket(target: Target) -> Streams:
    """Open a WebSocket to the known table."""
    reader, writer = await dial(target)
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /api/tables/{target.code}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    writer.write(f"{head}Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    if b" 101 " not in await reader.readuntil(b"\r\n\r\n"):
        raise ConnectionError("no socket")
    return reader, writer


async def again(work: Callable[[], Awaitable[None]], target: Target, at_once: int) -> None:
    """Call an async function repeatedly in concurrent tasks until the time is up, ignoring connection errors."""

    async def go_on() -> None:
        while target.is_on:
            with suppress(OSError, EOFError, asyncio.LimitOverrunError):
                async with asyncio.timeout(max(0.01, target.end - time.monotonic())):
                    await work()
            await asyncio.sleep(0)

    await asyncio.gather(*(go_on() for _ in range(at_once)))


async def flood(requests: Callable[[], bytes], target: Target, at_once: int = 100) -> None:
    """Send requests over many connections, each as soon as the previous one is answered."""

    async def ask() -> None:
        reader, writer = await dial(target)
        try:
            while target.is_on:
                writer.write(requests())
                await read_answer(reader)
        finally:
            writer.close()

    await again(ask, target, at_once)


async def swamp(
    target: Target, pieces: Callable[[], bytes], greeting: bytes = b"", at_once: int = 60, pause: float = 0.005
) -> None:
    """Send frames as fast as the server reads them, over many sockets, and read the responses."""

    async def send() -> None:
        reader, writer = await open_socket(target)
        drain = asyncio.create_task(_discard(reader))
        try:
            writer.write(greeting)
            while target.is_on and not drain.done():
                writer.write(pieces())
                await writer.drain()
                await asyncio.sleep(pause)
        finally:
            drain.cancel()
            writer.close()

    await again(send, target, at_once)


async def have_commands_done(target: Target, make: Callable[[], bytes]) -> None:
    """Send commands to the table with a long log as fast as the limits allow: a burst on each of many sockets, then
    more.
    """
    hello = say(type="hello", tokens=[target.token]) + b"".join(make() for _ in range(12))
    await swamp(replace(target, code=target.typed), make, hello, at_once=20, pause=0.35)


async def _discard(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


# Attacks


async def connect_and_leave(target: Target) -> None:
    """Open connections and close them immediately."""

    async def knock() -> None:
        _, writer = await dial(target)
        writer.close()
        await asyncio.sleep(0.002)

    await again(knock, target, 20)


async def hold_two_thousand(target: Target) -> None:
    """Hold two thousand connections open, replacing those that are closed."""

    async def hold() -> None:
        with suppress(OSError):
            reader, writer = await dial(target)
            try:
                await reader.read(1)
            finally:
                writer.close()
        await asyncio.sleep(0.5)

    await again(hold, target, 2000)


async def drip_headers(target: Target) -> None:
    """Send requests one byte at a time."""

    async def drip() -> None:
        _, writer = await dial(target)
        try:
            for letter in get("/api/games"):
                writer.write(bytes([letter]))
                await writer.drain()
                await asyncio.sleep(0.05)
        finally:
            writer.close()

    await again(drip, target, 250)


async def ask_for_games(target: Target) -> None:
    """Request the list of games over many connections."""
    await flood(lambda: get("/api/games"), target)


async def ask_for_schemas(target: Target) -> None:
    """Request the schemas of the protocol and of the HTTP API repeatedly."""
    await flood(lambda: get(random.choice(("/schema/protocol.json", "/schema/openapi.json"))), target)


async def read_a_huge_match(target: Target) -> None:
    """Request a match with a full log, and its record."""
    await flood(lambda: get(f"/api/matches/{target.match}" + random.choice(("", "/record"))), target)


async def delete_a_huge_match(target: Target) -> None:
    """Try to delete a match with a full log, with a wrong token."""
    head = f"DELETE /api/matches/{target.match} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {'x' * 40}\r\n\r\n"
    await flood(head.encode, target)


def new_sheet() -> str:
    """Return a sheet that is not in any cache."""
    rows = [",".join(f"{color}{n}" for n in range(2, 13)[:: 1 if color in "ry" else -1]) for color in "rygb"]
    return f"m{random.getrandbits(40)}={'/'.join(rows)}"


def new_position() -> str:
    """Return a position with different sheets each time."""
    return " | ".join(["qwixx 7 white 0 w4 w1 r2 y6 g3 b6", *(f"{new_sheet()} 11/1/-/- 1" for _ in range(5))])


async def advise_positions(target: Target) -> None:
    """Request advice for positions with different sheets each time."""
    await flood(lambda: post("/api/advise", {"position": new_position(), "seat": 0}), target)


async def ask_for_reviews(target: Target) -> None:
    """Request the review of a match with a full log, and cancel it."""
    await flood(lambda: post(f"/api/matches/{target.match}/review", {"cancel": random.random() < 0.5}), target)


async def open_tables_on_own_sheets(target: Target) -> None:
    """Open tables, each with different custom sheets."""
    await flood(lambda: post("/api/tables", {"game": "qwixx", "seats": [{}] * 5, "sheets": [new_sheet()]}), target)


async def fall_silent(target: Target) -> None:
    """Announce heartbeats on many sockets of one table, and send each slightly too late."""
    ping = say(type="ping", within=500)
    await swamp(target, lambda: ping, say(type="hello") + ping, at_once=90, pause=1.5)


async def react_for_ever(target: Target) -> None:
    """Send reactions on many sockets of one table."""
    hello = say(type="hello", tokens=[target.token])
    await swamp(target, lambda: say(type="react", seat=0, reaction="hello"), hello, at_once=90, pause=0.5)


async def list_many_matches(target: Target) -> None:
    """Request two hundred matches at a time."""
    matches = [f"{number:08x}" for number in range(199)]
    await flood(lambda: post("/api/matches/list", {"matches": [*matches, target.match]}), target)


async def look_back(target: Target) -> None:
    """Request the history of a long table, and its alternatives, repeatedly."""
    wish = {"type": "list_entries", "seat": 0, "turn": 196, "phase": "white"}
    await have_commands_done(target, lambda: say(**wish))


async def look_back_at_news(target: Target) -> None:
    """Request the history of a table whose log is growing, so that caching does not help."""

    def ask() -> bytes:
        name = f"n{random.getrandbits(30)}"
        rename = say(type="rename", id=f"r{random.getrandbits(40)}", seat=0, name=name)
        return rename + say(type="list_entries")

    await have_commands_done(target, ask)


async def correct_for_ever(target: Target) -> None:
    """Repeatedly correct the first throw of a long match to the same dice."""

    def correct() -> bytes:
        return say(type="correct", id=f"c{random.getrandbits(40)}", seat=0, turn=1, roll="w1 w1 r1 y1 g1 b1")

    await have_commands_done(target, correct)


async def arrange_for_ever(target: Target) -> None:
    """Rearrange a table repeatedly."""
    hello = say(type="hello", tokens=[target.token])

    def arrange() -> bytes:
        game = random.choice(("qwixx", "longo"))
        return say(type="arrange", id=f"a{random.getrandbits(40)}", game=game, seats=[0, 1, None, None, None])

    await swamp(target, arrange, hello)


async def guess_codes(target: Target) -> None:
    """Guess table codes repeatedly."""
    await flood(lambda: get("/api/tables/" + "".join(random.choices(LETTERS, k=6))), target)


async def open_tables(target: Target) -> None:
    """Open tables repeatedly."""
    await flood(lambda: post("/api/tables", {"game": "sixto", "seats": [{}] * 6}), target)


async def say_hello(target: Target) -> None:
    """Connect, say hello without a token, and disconnect."""

    async def greet() -> None:
        reader, writer = await open_socket(target)
        try:
            writer.write(say(type="hello"))
            await reader.read(1000)
        finally:
            writer.close()

    await again(greet, target, 50)


async def say_hello_again(target: Target) -> None:
    """Repeat hello on open sockets, with a token."""
    hello = say(type="hello", tokens=[target.token] * 8)
    await swamp(target, lambda: hello, hello)


async def play_stale_steps(target: Target) -> None:
    """Send moves for steps that are already over."""
    hello = say(type="hello", tokens=[target.token])
    await swamp(target, lambda: say(type="play", id="x", seat=0, step=9999, move="-"), hello)


async def rename_for_ever(target: Target) -> None:
    """Make a log grow by repeatedly changing a name."""
    hello = say(type="hello", tokens=[target.token])

    def rename() -> bytes:
        return say(type="rename", id=f"r{random.getrandbits(40)}", seat=0, name=f"n{random.getrandbits(30)}")

    await swamp(target, rename, hello)


async def send_nonsense(target: Target) -> None:
    """Send malformed frames."""
    await swamp(target, lambda: frame(b"{" * 100) * 20)


async def send_pings(target: Target) -> None:
    """Send pings."""
    await swamp(target, lambda: frame(b"x" * 100, PING) * 50)


async def watch_without_reading(target: Target) -> None:
    """Watch a table with many sockets without reading from them."""

    async def watch() -> None:
        _, writer = await open_socket(target)
        try:
            writer.write(say(type="hello"))
            await asyncio.sleep(max(0, target.end - time.monotonic()))
        finally:
            writer.close()

    await again(watch, target, 90)


ATTACKS: dict[str, Callable[[Target], Coroutine[object, object, None]]] = {
    attack.__name__: attack
    for attack in (
        connect_and_leave,
        hold_two_thousand,
        drip_headers,
        ask_for_games,
        ask_for_schemas,
        read_a_huge_match,
        delete_a_huge_match,
        advise_positions,
        ask_for_reviews,
        open_tables_on_own_sheets,
        fall_silent,
        react_for_ever,
        list_many_matches,
        look_back,
        look_back_at_news,
        correct_for_ever,
        arrange_for_ever,
        guess_codes,
        open_tables,
        say_hello,
        say_hello_again,
        play_stale_steps,
        rename_for_ever,
        send_nonsense,
        send_pings,
        watch_without_reading,
    )
}


# The dummy


async def serve_dummy(port: int) -> None:
    """Accept connections and answer requests with empty responses, ignoring messages."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, asyncio.LimitOverrunError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                if b"Upgrade" in head:
                    writer.write(DUMMY_UPGRADE)
                    await _discard(reader)
                    break
                _, _, length = head.partition(b"Content-Length: ")
                await reader.readexactly(int(length.split(b"\r\n")[0] or 0))
                writer.write(DUMMY_ANSWER)
        writer.close()

    async with await asyncio.start_server(answer, HOST, port, backlog=2048) as server:
        await server.serve_forever()


def main() -> None:
    """Run the attack described on standard input, or the dummy."""
    if sys.argv[1] == "dummy":
        os.nice(19)
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        asyncio.run(serve_dummy(int(sys.argv[2])))
        return
    told = json.loads(sys.stdin.read())
    seconds = told.pop("seconds")
    asyncio.run(ATTACKS[sys.argv[1]](Target(end=time.monotonic() + seconds, **told)))


if __name__ == "__main__":
    main()
