"""Many simulated players at many tables, from one process, and the latencies they measure."""

from __future__ import annotations

import asyncio
import json
import math
import random
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from _wire import Wire, open_wire

import paperdice

HOST = "127.0.0.1"
SEATS = 4


# The parts of a message that players use


class Offer(msgspec.Struct):
    """The choices of a player's own seat."""

    choices: list[str] = []


class Facts(msgspec.Struct):
    """The fields of a table's state that players use."""

    status: str


class Told(msgspec.Struct):
    """A message of any type."""

    type: str
    match: str = ""
    sequence: int = 0
    step: int = 0
    id: str | None = None
    table: Facts | None = None
    own: list[Offer] = []
    message: str = ""


read_message = msgspec.json.Decoder(Told).decode


def fetch(port: int, path: str, body: object = None) -> str:
    """Send a GET or POST request and return the text of the response."""
    data = None if body is None else json.dumps(body).encode()
    headers = {} if body is None else {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://{HOST}:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        text: str = answer.read().decode()
    return text


# Players


@dataclass
class Game:
    """One table and its four connections."""

    code: str
    tokens: list[str]
    seen: list[int] = field(default_factory=lambda: [0] * SEATS)
    all_seen: int = 0
    reached: dict[int, float] = field(default_factory=dict)
    waiting: dict[int, float] = field(default_factory=dict)
    match: str = ""
    n_heard: int = 0
    is_over: bool = False


class Crowd:
    """All players, and their measurements."""

    def __init__(self, port: int, rate: float, sources: Sequence[str] = ()) -> None:
        self.port, self.rate, self._sources = port, rate, sources
        self.games: list[Game] = []
        self.latencies: list[float] = []
        self.errors: list[str] = []
        # Players that lost their connection since the last `connect`.
        self.lost: set[tuple[int, int]] = set()
        self.n_moves = self.n_done = self.n_bytes = self.n_frames = 0
        self.is_down = False
        self._rng = random.Random(1)
        self._ready: list[tuple[Game, int, int, str]] = []
        self._wires: dict[tuple[int, int], Wire] = {}
        self._sent: dict[str, tuple[Game, float]] = {}
        self._n_ids = 0

    async def open_tables(self, n_tables: int) -> None:
        """Open the tables and connect all players."""
        for number in range(n_tables):
            tokens = [f"token-{number:04}-{seat}-{'x' * 24}" for seat in range(SEATS)]
            seats = [{"name": f"P{seat}", "token": token} for seat, token in enumerate(tokens)]
            wish = {"game": "qwixx", "seats": seats, "auto_throw": True}
            made = json.loads(await asyncio.to_thread(fetch, self.port, "/api/tables", wish))
            self.games.append(Game(made["code"], tokens))
        await self.connect()
        for number in range(n_tables):
            self._wires[number, 0].send(b'{"type":"start","id":"start"}')
        while len(self._ready) < SEATS * n_tables:
            await asyncio.sleep(0.01)

    async def connect(self, *, at_once: bool = False) -> None:
        """Connect every seat of every unfinished table, and wait until each has received its table or lost its
        connection.

        Args:
            at_once: Connect all concurrently, not one after the other.
        """
        self._ready.clear()
        playing = [number for number, game in enumerate(self.games) if not game.is_over]
        for number in playing:
            self.games[number].waiting.clear()
            self.games[number].n_heard = 0
        self.lost.clear()
        seats = [(number, seat) for number in playing for seat in range(SEATS)]
        if at_once:
            found = await asyncio.gather(*(self._connect(*place) for place in seats), return_exceptions=True)
            refused = {place: each for place, each in zip(seats, found, strict=True) if each is not None}
            self.lost |= refused.keys()
            self.errors += map(str, refused.values())
        else:
            for place in seats:
                await self._connect(*place)
        while sum(min(self.games[number].n_heard, SEATS) for number in playing) + len(self.lost) < len(seats):
            await asyncio.sleep(0.01)

    async def _connect(self, number: int, seat: int) -> None:
        game = self.games[number]
        wire = await open_wire(
            HOST,
            self.port,
            f"/api/tables/{game.code}/socket",
            lambda body: self._hear(game, seat, body),
            lambda: self._lost(number, seat),
            self._sources[number % len(self._sources)] if self._sources else None,
        )
        self._wires[number, seat] = wire
        hello = {
            "type": "hello",
            "tokens": [game.tokens[seat]],
            "match": game.match or None,
            "sequence": game.seen[seat],
        }
        wire.send(json.dumps(hello).encode())

    def _lost(self, number: int, seat: int) -> None:
        if not self.is_down and not self.games[number].is_over:
            self.lost.add((number, seat))
            self.errors.append("a socket was lost")

    def _hear(self, game: Game, seat: int, body: bytes) -> None:
        self.n_bytes += len(body)
        self.n_frames += 1
        told = read_message(body)
        now = time.perf_counter()
        if told.type == "done":
            self._note_done(told)
        elif told.type == "refused":
            self.errors.append(told.message)
        elif told.type in ("state", "stepped", "sealed", "table"):
            self._note_seen(game, seat, told.sequence, now)
            if told.type in ("state", "stepped"):
                self._take_state(game, seat, told)

    def _take_state(self, game: Game, seat: int, told: Told) -> None:
        game.match = told.match
        game.n_heard += 1
        if told.table is not None and told.table.status == "over":
            game.is_over = True
        for offer in told.own:
            if offer.choices:
                self._ready.append((game, seat, told.step, self._rng.choice(offer.choices)))

    def _note_seen(self, game: Game, seat: int, sequence: int, now: float) -> None:
        game.seen[seat] = max(game.seen[seat], sequence)
        lowest = min(game.seen)
        for number in range(game.all_seen + 1, lowest + 1):
            sent = game.waiting.pop(number, None)
            if sent is not None:
                self.latencies.append(now - sent)
            else:
                game.reached[number] = now
        game.all_seen = max(game.all_seen, lowest)

    def _note_done(self, told: Told) -> None:
        game, sent = self._sent.pop(told.id or "", (None, 0.0))
        if game is None:
            return
        self.n_done += 1
        reached = game.reached.pop(told.sequence, None)
        if reached is not None:
            self.latencies.append(reached - sent)
        else:
            game.waiting[told.sequence] = sent

    async def play(self, until: float = 1.0, seconds: float = math.inf) -> None:
        """Play at the given rate until this share of the matches is over, or until this many seconds have passed."""
        wires = {id(game): number for number, game in enumerate(self.games)}
        last, allowed, quiet = time.perf_counter(), 0.0, 0
        end = last + seconds
        while last < end and sum(game.is_over for game in self.games) < until * len(self.games):
            await asyncio.sleep(0.005)
            now = time.perf_counter()
            # Moves that could not be sent in time are not made up for in a burst.
            allowed, last = min(allowed + (now - last) * self.rate, self.rate * 0.05), now
            quiet = 0 if self._ready else quiet + 1
            if quiet > 4000:
                raise RuntimeError(f"nothing happens any more: {self.errors[:3]}")
            while allowed >= 1 and self._ready:
                allowed -= 1
                game, seat, step, move = self._take_any()
                self._move(game, self._wires[wires[id(game)], seat], seat, step, move)

    def _take_any(self) -> tuple[Game, int, int, str]:
        """Remove and return a random player who can move, since people do not answer in order."""
        place = self._rng.randrange(len(self._ready))
        self._ready[place], self._ready[-1] = self._ready[-1], self._ready[place]
        return self._ready.pop()

    def _move(self, game: Game, wire: Wire, seat: int, step: int, move: str) -> None:
        self._n_ids += 1
        self.n_moves += 1
        command_id = f"m{self._n_ids}"
        self._sent[command_id] = (game, time.perf_counter())
        command = {"type": "play", "id": command_id, "seat": seat, "step": step, "move": move}
        wire.send(json.dumps(command).encode())

    def hang_up(self) -> None:
        """Close all connections."""
        self.is_down = True
        for wire in self._wires.values():
            wire.close()
        self._wires.clear()
        self._sent.clear()

    def check_records(self) -> int:
        """Return the number of finished matches whose records do not replay to the announced scores."""
        wrong = 0
        for game in self.games:
            facts = json.loads(fetch(self.port, f"/api/matches/{game.match}"))
            record = fetch(self.port, f"/api/matches/{game.match}/record")
            match = paperdice.read_record(record)
            wrong += not match.over or list(match.scores) != facts["scores"]
        return wrong
