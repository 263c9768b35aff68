"""Malicious clients: raw sockets from their own loopback addresses, since the server's address is exempt.

Nothing here leaves the machine, and everything terminates.
"""

import base64
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from tests.patience import patience

ATTACKER, HONEST = "127.0.0.2", "127.0.0.3"
MOST_BYTES = 20_000_000

Connections = list[socket.socket]


def call(port: int, source: str = ATTACKER) -> socket.socket:
    """Connect from an address of your choice."""
    return socket.create_connection(("127.0.0.1", port), timeout=patience(), source_address=(source, 0))


def is_alive(connection: socket.socket) -> bool:
    """Whether the server, as far as the client can tell, still holds an idle connection."""
    connection.setblocking(False)
    try:
        return connection.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def send_all(connection: socket.socket, piece: bytes, most: int = MOST_BYTES) -> int:
    """Send the same bytes repeatedly until the server hangs up; return how many bytes it accepted."""
    sent = 0
    connection.settimeout(patience())
    try:
        while sent < most:
            sent += connection.send(piece)
    except ConnectionError:
        return sent
    return sent


def read_all(connection: socket.socket) -> bytes:
    """Read everything until the server hangs up."""
    connection.settimeout(patience())
    found = b""
    try:
        while piece := connection.recv(65536):
            found += piece
    except ConnectionError:
        return found
    return found


def upgrade(connection: socket.socket, code: str) -> bytes:
    """Open the socket of a table and return the head of the response."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    connection.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    connection.settimeout(patience())
    answer = b""
    while b"\r\n\r\n" not in answer:
        piece = connection.recv(1)
        if not piece:
            break
        answer += piece
    return answer


def frame(body: bytes, opcode: int = 1, *, is_last: bool = True) -> bytes:
    """Return a frame as clients send it; a mask of zeros leaves the body as it is."""
    head = opcode | (128 if is_last else 0)
    if len(body) < 126:
        return bytes([head, 128 | len(body)]) + bytes(4) + body
    return bytes([head, 254]) + len(body).to_bytes(2, "big") + bytes(4) + body


@contextmanager
def connections(port: int, number: int, source: str = ATTACKER) -> Iterator[Connections]:
    """Open this many silent connections and return those that the server accepts."""
    opened: Connections = []
    try:
        for _ in range(number):
            try:
                opened.append(call(port, source))
            except OSError:
                continue
        yield opened
    finally:
        for connection in opened:
            connection.close()


def memory_of(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


class Watched:
    """Peak growth of a process's memory since the measurement began."""

    def __init__(self, pid: int) -> None:
        self._pid, self._before, self._most = pid, memory_of(pid), memory_of(pid)
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def _watch(self) -> None:
        while not self._end.wait(0.02):
            self._most = max(self._most, memory_of(self._pid))

    @property
    def growth(self) -> int:
        """Return the peak growth in bytes."""
        return max(self._most, memory_of(self._pid)) - self._before

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()
