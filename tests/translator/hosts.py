"""Tables with one device, hosted by a session of the server and by the host of the page."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from paperdice.errors import PaperdiceError
from paperdice.flow import commands, events
from paperdice.flow.clock import Due
from paperdice.flow.record import record_of
from paperdice.flow.setup import Opening
from paperdice.flow.table import Table
from paperdice.game import Game
from paperdice.server.bots import BotPool
from paperdice.server.live.session import Services
from paperdice.server.live.storage import ending_of, keep_opening
from paperdice.server.live.tasks import Tasks
from paperdice.server.ops.limits import Throttles
from paperdice.server.ops.metrics import Metrics
from paperdice.server.studies import Studies
from paperdice.store.memory import MemoryStore
from paperdice.view import QUIET_KEYS
from tests.attack.devices import WEB
from tests.server.clients import merged
from tests.server.clocks import TableClock
from tests.server.servers import FAST, LIMITS
from tests.server.sessions import CasualBots, Listener, TimedSession
from tests.translator.lockstep import NODE
from tests.translator.requests import Scene, Step, choose_step
from tests.translator.tables import TOKEN, Device, Lots, begin, plain

Json = dict[str, Any]
BUILD = """
const [outDir] = process.argv.slice(1);
const { build } = await import("vite");
const options = { ssr: "test/tableHost.ts", outDir, copyPublicDir: false, emptyOutDir: true };
await build({ build: options, ssr: { noExternal: true }, logLevel: "error" });
"""


def build_host(folder: Path) -> Path:
    """Bundle the page's host of tables and return the program."""
    command = [str(NODE), "--input-type=module", "-e", BUILD, str(folder)]
    subprocess.run(command, cwd=WEB, check=True)
    return folder / "tableHost.js"


class Server:
    """A table of a server, with one device that holds the seats of all people."""

    def __init__(self, device: Device) -> None:
        self.clock, self._store, self._tasks = TableClock(device.now), MemoryStore(), Tasks()
        self._log = device.log
        pool = BotPool(5, 1, warms_ahead=False)
        studies = Studies(pool, Throttles(LIMITS).studies)
        services = Services(
            self._store, CasualBots(), studies, Metrics(), FAST, self._tasks, self.clock, device.lots, "here", {}
        )
        self.session = TimedSession(services, device.table)
        self._member: Listener | None = None
        self._known: Json | None = None
        self._notices: dict[str, list[Json]] = {}
        self._matches = [device.table.match_id]

    @property
    def is_away(self) -> bool:
        """Whether the device is not connected."""
        return self._member is None

    async def store(self) -> dict[str, str]:
        """Store the log of the table, and return the records of finished matches."""
        opened, *others = self._log
        assert isinstance(opened, events.Opened)
        match_id = self.session.table.match_id
        await keep_opening(self._store, Opening(match_id, opened, ()))
        texts = [events.encode_event(event).decode() for event in others]
        await self._store.append(match_id, 1, texts, self.clock.now, ending_of(self.session.table, self.clock.now))
        return await self._finished()

    def scene(self, chance: random.Random) -> Scene:
        """Return what the device sees; bots play without it."""
        return Scene(self.session.table, self.session.presence.attendance, Due(), chance)

    async def handle(self, request: Json) -> Json:
        """Execute a request, and return what the device knows afterwards and what is stored."""
        await self._pass(request["ms"])
        answer: object = None
        if "command" in request:
            answer = await self._execute(request["command"])
        elif request["there"]:
            self._member = Listener()
            await self.session.join(self._member, commands.Hello(tokens=[TOKEN]))
        elif self._member is not None:
            await self.session.leave(self._member)
            self._member = None
        await self._calm()
        return {**await self._stored(), "answer": answer, "state": self._state()}

    async def _execute(self, asked: Json) -> object:
        assert self._member is not None
        command = msgspec.convert(asked, commands.ANY_COMMAND)
        try:
            if isinstance(command, commands.ListEntries):
                await self.session.list_entries(self._member, command)
            else:
                await self.session.handle(self._member, command)  # type: ignore[arg-type]
        except PaperdiceError as error:
            return ["refused", asked.get("id"), reason_of(dict(error.reason.as_dict()))]
        return _answer_in(self._member.told)

    async def _pass(self, ms: int) -> None:
        """Advance the clock, and wake the session when its timer ends."""
        end = self.clock.now + ms
        while (at := self.session.wakes_at) is not None and at <= end:
            self.session.wakes_at = None
            self.clock.now = max(self.clock.now, at)
            await self.session.wake()
            await self._calm()
        self.clock.now = end

    async def _calm(self) -> None:
        """Wait for the moves of bots."""
        while self._tasks._tasks:
            await asyncio.wait(self._tasks._tasks)

    async def _stored(self) -> Json:
        table = self.session.table
        if table.match_id not in self._matches:
            self._matches.append(table.match_id)
        log = [plain(events.read_event(text)) for text in await self._store.load(table.match_id)]
        return {
            "log": [{**event, "sender": ""} for event in log],  # type: ignore[dict-item]
            "record": record_of(table),
            "finished": await self._finished(),
        }

    async def _finished(self) -> dict[str, str]:
        found = [await self._store.find_match(match_id) for match_id in self._matches]
        return {match.id: match.record for match in found if match is not None and match.finished is not None}

    def _state(self) -> object:
        """Return the complete state that the device is sent, with all notices of the match; None if it is away."""
        if self._member is None:
            self._known = None
            return None
        self.session.send_state(self._member)
        told = [json.loads(frame) for frame in self._member.take()]
        for message in told:
            notices = self._notices.setdefault(message.get("match", ""), [])
            notices += [notice for notice in message.get("notices", []) if notice not in notices]
        *changes, state = told
        if self._known is not None:
            # Merging the changes gives the complete state.
            for message in changes:
                if message["type"] in ("state", "stepped"):
                    self._known = merged(self._known, message)
            known, complete = state_of(self._known)["view"], state_of(state)["view"]
            assert (known and known["sheets"]) == (complete and complete["sheets"])
        self._known = merged({}, state)
        return state_of({**state, "notices": self._notices[state["match"]]})


def _answer_in(told: Sequence[Json]) -> object:
    """Return the reply to a command, without the sequence number: hosts count what follows by itself differently."""
    for message in told:
        if message["type"] == "done":
            return ["done", message["id"]]
        if message["type"] == "entry_list":
            return message
        if message["type"] == "refused":
            return ["refused", message["id"], reason_of(message["why"])]
    return None


def reason_of(why: Json) -> Json:
    """Return a reason without the English of another one that it quotes."""
    return {**why, "params": {name: value for name, value in why["params"].items() if name not in ("why", "message")}}


def state_of(state: Json) -> Json:
    """Return a state in a form in which both hosts agree.

    A server publishes the seed of seeded dice, and leaves out empty fields of cells and notices. The time that a clock
    has left depends on when the state was sent.
    """
    facts = state["table"]
    clock = facts["clock"] and {**facts["clock"], "left_ms": facts["clock"]["left_ms"] is not None}
    table = {**facts, "dice": {**facts["dice"], "seed": None}, "clock": clock}
    notices = [{key: value for key, value in notice.items() if value != ""} for notice in state["notices"]]
    view = state["view"] and {**state["view"], "sheets": [_terse(sheet) for sheet in state["view"]["sheets"]]}
    return {**state, "table": table, "view": view, "notices": notices}


def _terse(sheet: Json) -> Json:
    rows = [{**row, "cells": [_terse_cell(cell) for cell in row["cells"]]} for row in sheet["rows"]]
    return {**sheet, "rows": rows}


def _terse_cell(cell: Json) -> Json:
    return {key: value for key, value in cell.items() if value or key not in QUIET_KEYS}


class Hosted(NamedTuple):
    """A table of a server: its replay data for the page, and what its device knows after each request."""

    script: Json
    seen: list[Json]


async def host(game: Game, sheets: Sequence[str], seed: int, n_requests: int) -> Hosted:
    """Host a random table by a session of the server."""
    chance = random.Random(seed)
    device, _ = begin(game, sheets, seed, chance)
    device.lots = Lots(seed)
    if device.table.n_bots:
        # Bots of both hosts move at once.
        device.write([events.PaceSet(at=device.now, pace="fast")])
    kept = {"match": device.table.match_id, "log": [plain(event) for event in device.log]}
    server, requests, seen = Server(device), list[Json](), list[Json]()
    finished = await server.store()
    while len(requests) < n_requests:
        step = choose_step(server.scene(chance), f"c{len(requests)}")
        requests.append({"ms": 0, "there": True} if server.is_away else _request(step, server.session.table))
        seen.append(await server.handle(requests[-1]))
    server.session.close()
    drawn = device.lots.drawn
    name = device.table.match.game.public.name if game.base is None else f"family_{game.public.name}"
    script = {"game": name, "kept": kept, "now": device.now, "drawn": drawn, "finished": finished, "requests": requests}
    return Hosted(script, seen)


def _request(step: Step, table: Table) -> Json:
    """Return a step as a request of the only device, which is connected.

    Bots move at once, so a table with bots keeps its fast pace.
    """
    if "there" in step:
        return {"ms": step["ms"], "there": False}
    command = dict(step["command"])  # type: ignore[call-overload]
    if command["type"] == "set_pace" and table.n_bots:
        command["pace"] = "fast"
    return {"ms": step["ms"], "command": command}


def host_on_page(program: Path, tables: Sequence[Hosted]) -> list[list[Json]]:
    """Return what the page knows after each request when it hosts the same tables."""
    lines = "".join(f"{json.dumps(table.script)}\n" for table in tables)
    done = subprocess.run([NODE, program], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return [_with_states(json.loads(line), table) for line, table in zip(done.stdout.splitlines(), tables, strict=True)]


def _with_states(seen: list[Json], table: Hosted) -> list[Json]:
    """Return what the page knows after each request: its reply, and the last state that it was told."""
    found, state, is_there = list[Json](), None, False
    for request, each in zip(table.script["requests"], seen, strict=True):
        is_there = request.get("there", is_there)
        told = each.pop("told")
        states = [message for message in told if message["type"] == "state"]
        state = state_of(states[-1]) if states else state
        found.append({**each, "answer": _answer_in(told), "state": state if is_there else None})
    return found
