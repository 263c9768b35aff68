"""A state machine in which devices and spectators at one table act at random, with invariants."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import TypeVar

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from paperdice.store.memory import MemoryStore
from paperdice.view import QUIET_KEYS
from tests.patience import patience
from tests.server.clients import Json, cells_of, http_client, merged, socket_at
from tests.server.servers import running_server

T = TypeVar("T")
N_DEVICES = 4
# A restart takes as long as many other steps.
MOST_RESTARTS = 2
# Fields that may differ between two reads of the same table.
PASSING = ("connected", "awaited_ms")

devices = st.integers(0, N_DEVICES - 1)
seats = st.integers(0, 3)
garbage = st.one_of(
    st.binary(max_size=40),
    st.text('aZ0"{}[]:,\\ \0é\ud800🎲', max_size=40).map(lambda text: text.encode("utf-8", "replace")),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["play", "throw", "sit", "hello", "claim", "again", "react", "fly"])},
        optional={
            "id": st.one_of(st.just("g1"), st.integers(), st.none(), st.just("x" * 50)),
            "seat": st.one_of(st.integers(-2, 9), st.text(max_size=3), st.just(10**30)),
            "step": st.integers(-1, 10**20),
            "move": st.one_of(st.sampled_from(["-", "r5", "\0", "x" * 70]), st.lists(st.integers(), max_size=2)),
            "token": st.sampled_from(["t", "t" * 32, ["t" * 32]]),
            "tokens": st.sampled_from([["short"], "none", [7]]),
        },
    ).map(lambda command: json.dumps(command).encode()),
)


def _terse(view: Json | None) -> Json | None:
    """Return a copy of a view without default values of cells."""
    copy: Json | None = json.loads(json.dumps(view))
    for cell in cells_of(copy["sheets"] if copy else []):
        for key in [key for key in QUIET_KEYS if not cell.get(key, True)]:
            del cell[key]
    return copy


class Client:
    """One device: the messages it was sent, and the state that it may know."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.token = f"{number}" * 32
        self.share = f"{number}" * 64
        self.state: Json = {}
        self.sequence = 0
        self.socket: ClientConnection | None = None
        self.n_commands = 0
        self.last: Json | None = None
        self.code = ""

    @property
    def held(self) -> list[int]:
        """The seats of this device, according to the last complete state that it received."""
        return [view["seat"] for view in self.state.get("views", []) if view["seat"] is not None]

    def commitment(self, seat: int) -> str:
        """Return the commitment of a seat to this device's share, for the current match and attempt as the device knows
        them.
        """
        dice = self.state["table"]["dice"]
        bound = [self.state["match"], dice["attempt"], dice["server_hash"], seat, self.share]
        return hashlib.sha256("\n".join(map(str, ["paperdice dice 3 commitment", *bound])).encode()).hexdigest()

    async def connect(self, url: str, code: str) -> None:
        """Connect or reconnect."""
        self.socket = await socket_at(url, code)
        place = {"match": self.state["match"], "sequence": self.sequence} if self.state else {}
        await self.send({"type": "hello", "tokens": [self.token], **place})
        await self.until(lambda told: told["type"] == "state")

    async def hang_up(self) -> None:
        """Disconnect without leaving the table."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def send(self, command: Json) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(command))

    async def until(self, is_it: Callable[[Json], bool]) -> Json:
        """Receive messages until one satisfies a condition."""
        assert self.socket is not None
        async with asyncio.timeout(patience()):
            while True:
                told: Json = json.loads(await self.socket.recv())
                self._take(told)
                if is_it(told):
                    return told

    def _take(self, told: Json) -> None:
        kind = told["type"]
        if kind in ("state", "stepped"):
            self.state = merged(self.state, told)
            assert all(view["seat"] is not None or view["sealed"] is None for view in self.state["views"])
        elif kind == "table" and self.state:
            self.state["table"] = told["table"]
        elif kind in ("sealed", "taken_back"):
            assert told.get("move") is None or told["seat"] in self.held, "a sealed move was told to somebody else"
            for view in (self.state["view"], *self.state["views"]):
                view["acting"], view["answered"] = told["acting"], told["answered"]
        elif kind == "transfer_offered":
            self.code = told["code"]
        if kind in ("state", "stepped", "table", "sealed", "taken_back"):
            self.sequence = told["sequence"]

    async def do(self, command: Json) -> Json:
        """Send a command and return the answer that every command must get."""
        await self.send(command)
        return await self.until(lambda told: told["type"] in ("done", "refused") and told["id"] == command["id"])

    async def catch_up(self) -> None:
        """Receive everything that has been sent so far."""
        await self.send({"type": "ping"})
        await self.until(lambda told: told["type"] == "pong")


class _Failures(logging.Handler):
    """Collects errors logged by the server."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


class Table(RuleBasedStateMachine):
    """A real server with one table, and its clients, connected by sockets."""

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._store = MemoryStore()
        self._clients = [Client(number) for number in range(N_DEVICES)]
        self._failures = _Failures()
        logging.getLogger().addHandler(self._failures)
        self._server: AbstractAsyncContextManager[str] | None = None
        self._http: httpx.AsyncClient | None = None
        self._url = self._code = ""
        self._n_restarts = 0

    def _run(self, work: Coroutine[object, object, T]) -> T:
        return self._runner.run(work)

    async def _start(self) -> None:
        self._server = running_server(self._store)
        self._url = await self._server.__aenter__()
        self._http = http_client(self._url)

    async def _stop(self) -> None:
        for client in self._clients:
            await client.hang_up()
        if self._server is not None and self._http is not None:
            await self._http.aclose()
            await self._server.__aexit__(None, None, None)
            self._server = None

    async def _on_line(self, number: int) -> Client:
        """Return a client, connecting it if necessary."""
        client = self._clients[number]
        if client.socket is None:
            await client.connect(self._url, self._code)
        return client

    def _command(self, number: int, kind: str, **fields: object) -> Json:
        """Send a command of a client with an id that other clients use too, and return its answer."""

        async def work() -> Json:
            client = await self._on_line(number)
            client.n_commands += 1
            if "step" in fields:
                fields["step"] = client.state["step"]
            command = {"type": kind, "id": f"c{client.n_commands}", **fields}
            answer = await client.do(command)
            client.last = command if answer["type"] == "done" else client.last
            return answer

        return self._run(work())

    # Actions of any device

    @initialize(
        game=st.sampled_from(["qwixx", "twenty_one", "qwantum", "sixto"]),
        dice=st.sampled_from(["committed", "seeded", "seeded"]),
        n_seats=st.integers(2, 3),
        is_quick=st.booleans(),
    )
    def open(self, game: str, dice: str, n_seats: int, is_quick: bool) -> None:
        """Open a table; at some tables the first players are already seated."""

        async def work() -> None:
            await self._start()
            seats: list[Json] = [{} for _ in range(n_seats)]
            if is_quick:
                seats = [{"name": f"P{seat}", "token": self._clients[seat].token} for seat in range(n_seats)]
            wish: Json = {"game": game, "dice": dice, "seats": seats, "first": 0, "auto_throw": is_quick}
            if dice == "seeded":
                wish["seed"] = 7
            assert self._http is not None
            answer = await self._http.post("/api/tables", json=wish)
            assert answer.status_code == 201, answer.text
            self._code = answer.json()["code"]

        self._run(work())
        if is_quick:
            self._command(0, "start")

    @rule(number=devices)
    def come(self, number: int) -> None:
        self._run(self._on_line(number))

    @rule(number=devices)
    def go(self, number: int) -> None:
        """Drop the connection of a client."""
        self._run(self._clients[number].hang_up())

    @rule(number=devices, seat=st.one_of(st.none(), seats))
    def sit(self, number: int, seat: int | None) -> None:
        self._command(number, "sit", seat=seat, name=f"P{number}", token=self._clients[number].token)

    @rule(number=devices, seat=seats, kind=st.sampled_from(["stand", "clear_seat", "transfer"]))
    def change_seat(self, number: int, seat: int, kind: str) -> None:
        """Leave a seat, clear one, or offer it to another device."""
        self._command(number, kind, seat=seat)

    @rule(number=devices, other=devices)
    def claim(self, number: int, other: int) -> None:
        """Take over a seat with the code that was sent to another device."""
        client = self._clients[number]
        self._command(number, "claim", code=self._clients[other].code or "AAAAAAAA", token=client.token)

    @rule(number=devices, seat=seats, bot=st.sampled_from(["nobody", "planet"]))
    def call_a_bot(self, number: int, seat: int, bot: str) -> None:
        """Request a bot that does not exist."""
        assert self._command(number, "stand_in", seat=seat, bot=bot)["type"] == "refused"

    @rule(number=devices)
    def join_next(self, number: int) -> None:
        """Take part in the next match without a seat."""
        self._command(number, "join_next", name=f"P{number}", token=self._clients[number].token)

    @rule(number=devices, seat=st.one_of(st.none(), seats), guest=st.one_of(st.none(), st.integers(0, 3)))
    def remove(self, number: int, seat: int | None, guest: int | None) -> None:
        """Remove a seated person or a guest, whether or not this is the host's device."""
        self._command(number, "remove", seat=seat, guest=guest)

    @rule(number=devices, kind=st.sampled_from(["admit", "leave_next"]), guest=st.integers(0, 3))
    def change_guest(self, number: int, kind: str, guest: int) -> None:
        self._command(number, kind, guest=guest)

    @rule(number=devices, kind=st.sampled_from(["start", "again"]))
    def begin(self, number: int, kind: str) -> None:
        self._command(number, kind)

    @rule(number=devices, seat=seats)
    def share(self, number: int, seat: int) -> None:
        """Commit to a share, then open it, whether or not this is expected."""
        client = self._run(self._on_line(number))
        self._command(number, "offer_share", seat=seat)
        self._command(number, "commit", seat=seat, commitment=client.commitment(seat))
        answer = self._command(number, "reveal", seat=seat, share=client.share)
        assert answer["type"] == "done" or answer["why"]["id"] != "other_share", answer

    @rule(number=devices, seat=seats)
    def throw(self, number: int, seat: int) -> None:
        self._command(number, "throw", seat=seat, step=0)

    @rule(number=devices, seat=seats)
    def take_back(self, number: int, seat: int) -> None:
        self._command(number, "take_back", seat=seat, step=0)

    @rule(number=devices, pick=st.integers(0, 10**6))
    def play(self, number: int, pick: int) -> None:
        """Play an offered move, or throw if dice are required."""
        client = self._run(self._on_line(number))
        self._run(client.catch_up())
        for view in client.state["views"]:
            if view["seat"] is not None and view["choices"] and view["seat"] not in view["answered"]:
                move = view["choices"][pick % len(view["choices"])]
                step = client.state["step"]
                answer = self._command(number, "play", seat=view["seat"], step=0, move=move)
                assert answer["type"] == "done", answer
                self._run(client.catch_up())
                is_answered = all(view["seat"] in other["answered"] for other in client.state["views"])
                assert client.state["step"] > step or is_answered, "a move was said to be done and is not there"
            elif view["dice_wanted"] and view["active"] == view["seat"]:
                self._command(number, "throw", seat=view["seat"], step=0)

    @rule(number=devices, seat=seats, move=st.sampled_from(["-", "x", "r5", "keep", "w9"]))
    def guess(self, number: int, seat: int, move: str) -> None:
        """Play any move for any seat."""
        self._command(number, "play", seat=seat, step=0, move=move)

    @rule(number=devices)
    def ask_again(self, number: int) -> None:
        """Repeat a command that was executed: it is answered, but has no further effect."""
        command = self._clients[number].last
        if command is None or command["type"] == "transfer":
            return
        client = self._run(self._on_line(number))
        self._run(client.catch_up())
        before = (client.state["match"], client.sequence)
        answer = self._run(client.do(command))
        self._run(client.catch_up())
        assert answer["type"] == "done", answer
        # Before the match starts, the table may change on its own.
        if client.state["table"]["status"] in ("playing", "over"):
            assert (client.state["match"], client.sequence) == before, "a command was carried out twice"

    @rule(number=devices, frame=garbage)
    def babble(self, number: int, frame: bytes) -> None:
        """Send an invalid frame; the server may disconnect, but must not fail."""

        async def work() -> None:
            client = await self._on_line(number)
            assert client.socket is not None
            try:
                await client.socket.send(frame)
                await client.catch_up()
            except ConnectionClosed as closed:
                assert closed.rcvd is None or closed.rcvd.code not in (1011, 4500), closed
                client.socket = None

        self._run(work())

    @precondition(lambda self: self._n_restarts < MOST_RESTARTS)
    @rule()
    def restart(self) -> None:
        """Restart the server on the same store, and check that the table is unchanged."""
        self._n_restarts += 1
        before = self._run(self._pictures())
        # A new connection may advance the agreement on the dice, but only a limited number of times.
        while (settled := self._run(self._pictures())) != before:
            before = settled
        self._run(self._stop())
        self._run(self._start())
        assert self._run(self._pictures()) == before

    # Invariants

    async def _pictures(self) -> list[Json]:
        """Return the state that each device is sent when it connects."""
        shown = []
        for client in self._clients:
            await client.hang_up()
            await self._on_line(client.number)
            state = client.state
            table = {key: value for key, value in state["table"].items() if key not in ("parked", "watchers", "clock")}
            table["seats"] = [
                {key: value for key, value in seat.items() if key not in PASSING} for seat in table["seats"]
            ]
            shown.append({**state, "table": table, "notices": None})
            await client.hang_up()
        return shown

    @invariant()
    def everybody_sees_the_same(self) -> None:
        """Check that all connected devices have the same match, and no sealed moves of others."""
        there = [client for client in self._clients if client.socket is not None]
        # The table may change on its own between two reads.
        for _ in range(3):
            for client in there:
                self._run(client.catch_up())
            seen = {(client.state["match"], client.sequence, client.state["table"]["status"]) for client in there}
            if len(seen) <= 1:
                break
        assert len(seen) <= 1, seen
        # A complete view omits default values of cells, so they are removed before comparing.
        open_views = [_terse(client.state["view"]) for client in there]
        assert len({json.dumps(view, sort_keys=True) for view in open_views}) <= 1
        for view in [view for client in there for view in client.state["views"]]:
            assert view["sealed"] is None or view["seat"] in view["answered"]

    @invariant()
    def nothing_failed(self) -> None:
        """Check that no request and no task has failed."""
        assert self._failures.found == []
        if self._code:
            assert self._run(self._status(f"/api/tables/{self._code}")) == 200

    async def _status(self, path: str) -> int:
        assert self._http is not None
        return (await self._http.get(path)).status_code

    def teardown(self) -> None:
        self._run(self._stop())
        logging.getLogger().removeHandler(self._failures)
        self._runner.close()
