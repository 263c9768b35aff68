"""Logs contain no address, code, token, name or move, at any level and for any failure."""

import asyncio
import contextlib
import json
import logging
import random
import socket
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from paperdice.errors import IllegalMoveError, StoreError
from paperdice.server.ops.logging import JsonFormatter
from paperdice.server.ops.metrics import Metrics
from tests.patience import patience
from tests.server.clients import Player, http_client, open_table, seated, socket_at
from tests.server.processes import server_process

TOKEN = "tokentokentokentokentokentokentoken"


async def misbehave(url: str, code: str) -> None:
    """Send every kind of invalid input that a client can send."""
    for frame in (b"\xff\xfe", "[" * 4000, '{"type":"hello","tokens":["' + TOKEN, "{}", "x" * 9000):
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(patience()), socket_at(url, code) as client:
                await client.send(frame)
                await client.recv()
    host, port = url.removeprefix("http://").split(":")
    for line in (
        b"\x00\x01\r\n\r\n",
        b"GET /" + TOKEN.encode() + b" HTTP/9\r\n\r\n",
        b"GET / HTTP/1.1\r\nA\x00: b\r\n\r\n",
    ):
        with socket.create_connection((host, int(port))) as client:
            client.sendall(line + b"\r\n\r\n")
    async with http_client(url) as client:
        await client.post("/api/tables", json={"game": TOKEN})
        await client.delete("/api/matches/none", headers={"authorization": f"Bearer {TOKEN}"})
        await client.get(f"/api/tables/{code}?token={TOKEN}")


async def test_the_log_of_a_whole_match_tells_nothing_of_it(tmp_path: Path) -> None:
    log, words = tmp_path / "log", ("--data", str(tmp_path / "data.sqlite"), "--log-level", "debug")
    seats, tokens = seated("Annabel", "Benedict")
    async with server_process(*words, log=log) as process:
        code = await open_table(process.url, *seats, first=0, auto_throw=True)
        async with Player(process.url, code, *tokens) as both:
            await both.do("start")
            await both.do("transfer", seat=0)
            transfer = next(told["code"] for told in both.heard if told["type"] == "transfer_offered")
            await both.play_on(random.Random(4))
        await misbehave(process.url, code)
        await process.stop()
    text = log.read_text("utf-8")
    entries = [json.loads(line) for line in text.splitlines()]
    assert {"table opened", "match finished"} <= {entry["message"] for entry in entries}
    moves = [move for notice in both.state["notices"] if notice["type"] == "resolved" for move in notice["moves"]]
    secrets = [
        code,
        transfer,
        TOKEN,
        *tokens,
        "127.0.0.1",
        "Annabel",
        "Benedict",
        *(m for m in moves if m and m != "-"),
    ]
    words_said = " ".join(f"{entry['message']} {entry.get('error', '')}" for entry in entries)
    assert [secret for secret in secrets[:8] if secret in text] == []
    assert [secret for secret in secrets[8:] if secret in words_said.split()] == []


def formatted(name: str, message: str, *args: object, error: ValueError | None = None) -> str:
    """Return a line of the log as written for this message."""
    info = None
    if error is not None:
        try:
            raise error
        except ValueError:
            info = sys.exc_info()
    return JsonFormatter().format(logging.LogRecord(name, logging.ERROR, "x.py", 1, message, args, info))


def test_others_words_are_kept_without_what_they_are_filled_with() -> None:
    line = json.loads(formatted("uvicorn.error", '%s - "WebSocket %s" [accepted]', "192.0.2.7", "/api/tables/KXRMKX"))
    assert line["message"] == '%s - "WebSocket %s" [accepted]'
    line = json.loads(formatted("asyncio", "Fatal error\nprotocol: <x>\ntransport: 192.0.2.7"))
    assert line["message"] == "Fatal error"
    assert json.loads(formatted("paperdice.server", "%d tables", 3))["message"] == "3 tables"


def test_an_error_is_told_by_its_kind_and_place_only() -> None:
    line = formatted("paperdice.server", "a request failed", error=ValueError(TOKEN))
    assert TOKEN not in line
    assert json.loads(line)["error"][0] == "ValueError"
    assert json.loads(line)["error"][1].startswith("test_logs.py:")


def test_a_failure_is_told_by_its_reason_and_a_database_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    Metrics().note_failure(IllegalMoveError("illegal move 'r12'"))
    Metrics().note_failure(StoreError("the disk is full\nDETAIL: Key (code)=(KXRMKX)"))
    assert [entry.getMessage() for entry in caplog.records] == ["IllegalMoveError", "the disk is full"]
