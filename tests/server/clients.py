"""Clients that talk to a real server over real sockets and plain HTTP.

They ignore the environment, such as proxies and certificates.
"""

import asyncio
import json
import random
import secrets
import ssl
from collections.abc import Callable
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from paperdice.fair import Promise, Terms, draw_secret
from paperdice.view_builder import seat_view
from paperdice.view_changes import merge_view
from tests.patience import patience

Json = dict[str, Any]
# Each client would otherwise load the machine's certificates, which no server here uses.
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
# Accepts the self-signed certificate of a test.
TRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TRUSTING.check_hostname, TRUSTING.verify_mode = False, ssl.CERT_NONE


def http_client(url: str) -> httpx.AsyncClient:
    verify = TRUSTING if url.startswith("https:") else NO_CERTIFICATES
    return httpx.AsyncClient(base_url=url, timeout=patience(), trust_env=False, verify=verify)


def socket_at(url: str, code: str, origin: str | None = None) -> connect:
    """Return a WebSocket connection to a table, to be awaited or entered."""
    return connect(
        f"{url.replace('http', 'ws', 1)}/api/tables/{code}/socket",
        origin=None if origin is None else Origin(origin),
        ssl=TRUSTING if url.startswith("https:") else None,
        compression=None,
        max_size=None,
        max_queue=None,  # a full queue would keep `close` from reading the close frame
        proxy=None,
        open_timeout=patience(),
        close_timeout=patience(),
        ping_interval=None,
    )


def merged(known: Json, message: Json) -> Json:
    """Return the complete state after merging a `state` or `stepped` message.

    `views` are those of the device's own seats, or a spectator's.
    """
    view = message["view"]
    if message["type"] == "stepped":
        assert (message["match"], message["since"]) == (known["match"], known["step"]), message
        view = merge_view(known["view"], view)
    views = [seat_view(view, own) for own in message["own"] or [None]] if view else []
    table = message.get("table") or known["table"]
    own = message if message["type"] == "state" else known
    held, guest = own["held"], own["guest"]
    return {**message, "type": "state", "table": table, "view": view, "views": views, "held": held, "guest": guest}


class Player:
    """A device that merges the server's messages and plays offered choices."""

    def __init__(self, url: str, code: str, *tokens: str) -> None:
        self.url, self.code, self.tokens = url, code, list(tokens)
        self.state: Json = {}
        self.heard: list[Json] = []
        self.shares: dict[str, str] = {}
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def connect(self) -> Json:
        """Open the socket, send hello and wait for the state."""
        self._socket = await socket_at(self.url, self.code)
        place = {"match": self.state["match"], "sequence": self.state["sequence"]} if self.state else {}
        await self.send("hello", tokens=self.tokens, **place)
        return await self.until(lambda message: message["type"] == "state")

    async def leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    async def send(self, command: str, **fields: object) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": command, **fields}))

    async def hear(self) -> Json:
        """Receive the next message."""
        assert self._socket is not None
        async with asyncio.timeout(patience()):
            message: Json = json.loads(await self._socket.recv())
        self.heard.append(message)
        if message["type"] in ("state", "stepped"):
            self.state = merged(self.state, message)
            return self.state
        if message["type"] == "table" and self.state:
            self.state["table"] = message["table"]
        return message

    async def until(self, is_it: Callable[[Json], bool]) -> Json:
        """Receive messages until one satisfies a condition."""
        while True:
            message = await self.hear()
            if is_it(message):
                return message

    async def until_state(self, is_it: Callable[[Json], bool]) -> None:
        """Receive messages until the state matches, which it may do already."""
        while not is_it(self.state):
            await self.hear()

    async def do(self, command: str, **fields: object) -> Json:
        """Send a command and wait for its answer."""
        fields.setdefault("id", secrets.token_hex(6))
        if command in ("play", "throw", "take_back"):
            fields.setdefault("step", self.state["step"])
        await self.send(command, **fields)
        return await self.until(lambda told: told["type"] in ("done", "refused") and told["id"] == fields["id"])

    async def expect(self, command: str, reason: str, **fields: object) -> None:
        """Send a command that must be refused with this reason."""
        answer = await self.do(command, **fields)
        assert answer["type"] == "refused" and answer["why"]["id"] == reason, answer

    async def sit(self, name: str, *, shares: bool = False, **fields: object) -> int:
        """Take a seat with a new token."""
        token = secrets.token_urlsafe(32)
        self.tokens.append(token)
        answer = await self.do("sit", name=name, token=token, **fields)
        assert answer["type"] == "done", answer
        seat: int = next(told["seat"] for told in reversed(self.heard) if told["type"] == "seated")
        if shares:
            answer = await self.do("offer_share", seat=seat)
            assert answer["type"] == "done", answer
        return seat

    def draw_commitment(self, seat: int) -> str:
        """Draw a share of the dice for a seat, and return its commitment."""
        dice = self.state["table"]["dice"]
        share = draw_secret(secrets.SystemRandom())
        bound = Promise(Terms(self.state["match"], "", 0, 0, "", 0), dice["attempt"], (), dice["server_hash"])
        commitment = bound.commitment_to(seat, share)
        self.shares[commitment] = share
        return commitment

    @property
    def views(self) -> list[Json]:
        """The views of the device's own seats."""
        views: list[Json] = self.state["views"]
        return views

    @property
    def status(self) -> str:
        """The status of the match."""
        return str(self.state["table"]["status"])

    async def play_on(self, rng: random.Random, until: Callable[[Self], bool] | None = None) -> None:
        """Play at random until the match is over, or until a condition holds."""
        done_steps: set[tuple[str, int, int]] = set()
        while self.status != "over" and not (until and until(self)):
            await self._answer(rng, done_steps)
            await self.hear()

    async def _answer(self, rng: random.Random, done_steps: set[tuple[str, int, int]]) -> None:
        state = self.state
        await self._share(done_steps)
        for view in self.views:
            key = (state["match"], state["step"], view["seat"])
            if view["seat"] is None or key in done_steps:
                continue
            command = {"id": secrets.token_hex(6), "seat": view["seat"], "step": state["step"]}
            if view["choices"]:
                done_steps.add(key)
                await self.send("play", **command, move=rng.choice(view["choices"]))
            elif view["dice_wanted"] and view["active"] == view["seat"]:
                done_steps.add(key)
                await self.send("throw", **command)

    async def _share(self, done_steps: set[tuple[str, int, int]]) -> None:
        """Commit to the offered shares, and open them once all seats have committed."""
        match, dice = self.state["match"], self.state["table"]["dice"]
        for seat in set(self.state["held"]) & set(dice["offered"]):
            bind, reveal = (match, -2 * dice["attempt"], seat), (match, -2 * dice["attempt"] - 1, seat)
            share = self.shares.get(dice["commitments"][seat])
            if dice["stage"] == "commit" and share is None and bind not in done_steps:
                done_steps.add(bind)
                await self.send("commit", id=secrets.token_hex(6), seat=seat, commitment=self.draw_commitment(seat))
            if dice["stage"] == "reveal" and share is not None and reveal not in done_steps:
                done_steps.add(reveal)
                await self.send("reveal", id=secrets.token_hex(6), seat=seat, share=share)


def seated(*names: str) -> tuple[list[Json], list[str]]:
    """Return seats for people with these names at a new table, and their tokens."""
    tokens = [secrets.token_urlsafe(32) for _ in names]
    return [{"name": name, "token": token} for name, token in zip(names, tokens, strict=True)], tokens


def cells_of(sheets: list[Json]) -> list[Json]:
    return [cell for sheet in sheets for row in sheet["rows"] for cell in row["cells"]]


async def open_table(url: str, *seats: Json, **wishes: object) -> str:
    """Open a table, of Qwixx by default, and return its code."""
    async with http_client(url) as client:
        answer = await client.post("/api/tables", json={"game": "qwixx", "seats": list(seats), **wishes})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


async def fetch(url: str, path: str) -> httpx.Response:
    async with http_client(url) as client:
        return await client.get(path)
