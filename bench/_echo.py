"""An echo server on the same stack as the real one: the lower bound for the cost of a move.

python bench/_echo.py PORT FRAMES BYTES answers each frame with FRAMES frames of BYTES bytes.
"""

from __future__ import annotations

import os
import socket
import sys

from litestar import Litestar, WebSocket, get, websocket
from litestar.datastructures import State

from paperdice.server.ops.logging import set_up_logs
from paperdice.server.run import Options, make_server, run
from paperdice.server.settings import Settings


@get("/")
async def show_page() -> str:
    """Return the page that shows clients that the server is up."""
    return ""


def make_echo(n_frames: int, n_bytes: int) -> Litestar:
    """Return an app that answers every frame with the same frames."""
    answer = "x" * n_bytes

    @websocket("/echo")
    async def echo(socket: WebSocket[object, object, State]) -> None:
        await socket.accept()
        while (await socket.receive())["type"] == "websocket.receive":
            for _ in range(n_frames):
                await socket.send_data(answer)

    return Litestar([show_page, echo])


async def serve(port: int, n_frames: int, n_bytes: int) -> None:
    """Serve until killed."""
    set_up_logs("warning")
    listening = socket.create_server(("127.0.0.1", port), backlog=2048)
    server = make_server(make_echo(n_frames, n_bytes), Settings(), Options(listening))
    await server.serve(sockets=[listening])


if __name__ == "__main__":
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    run(serve(*(int(word) for word in sys.argv[1:4])))
