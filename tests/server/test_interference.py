"""Sealed moves are secret: two matches that differ in one sealed move alone look the same to every other device.

Everything that the devices of the other seats and a spectator are sent is compared byte by byte, until the phase is
resolved: while moves are on hold, bots move, entries are listed and corrected, and hints are given.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec
import pytest

import paperdice
from paperdice.errors import BotError, PaperdiceError, Reason
from paperdice.flow import commands
from paperdice.flow.notices import ResolvedNotice
from paperdice.flow.record import record_of
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.bots import BotPool
from paperdice.server.live.session import Services
from paperdice.server.live.storage import keep_opening
from paperdice.server.live.tasks import Tasks
from paperdice.server.ops.limits import Throttles
from paperdice.server.ops.metrics import Metrics
from paperdice.server.studies import Studies
from paperdice.store.memory import MemoryStore
from paperdice.study.results import AdviceView
from tests.sampling import budget
from tests.server.clocks import TableClock
from tests.server.servers import FAST, LIMITS
from tests.server.sessions import CASUAL, CasualBots, Listener, TimedSession
from tests.server.tables import NOW, TOKENS, person
from tests.translator.requests import Scene, carry_on, correct, list_entries

N_MATCHES = budget(12, 200)
N_ACTIONS = 8
# Actions of the others while the move of Ann is sealed; each has to happen at the tables of every game.
ACTIONS = ("correct", "hint", "list_entries", "play", "release", "rename", "take_back", "watch")


class NotedStudies(Studies):
    """A coach that keeps the positions that it is asked about, and gives no advice."""

    def __init__(self) -> None:
        super().__init__(BotPool(5, 1, warms_ahead=False), Throttles(LIMITS).studies)
        self.asked: list[str] = []

    async def advise(
        self, position: str, seat: int, language: str, samples: int, clients: Collection[str], table: str
    ) -> AdviceView | None:
        """Keep the position and fail."""
        self.asked.append(position)
        raise BotError("there is no coach", Reason("study_failed", {}))


class Room:
    """A table of Ann in seat 0, Ben in seat 1 and a bot, with a spectator."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self.chance = chance
        self.bots, self.studies, self._tasks, self._store = CasualBots(), NotedStudies(), Tasks(), MemoryStore()
        wish = NewTable(
            game=game,
            seats=[person(0), person(1), NewSeat(bot=CASUAL)],
            dice=chance.choice(["typed", "seeded"]),
            pace="fast",
        )
        rng, clock = random.Random(1), TableClock(NOW)
        self._opening = new_opening(wish, None, self.bots.names, NOW, rng)
        services = Services(self._store, self.bots, self.studies, Metrics(), FAST, self._tasks, clock, rng, "here", {})
        self.session = TimedSession(services, self._opening.table())
        self.ann, self.ben, self.watcher = Listener(), Listener(), Listener()
        self._n_commands = 0

    async def start(self) -> None:
        """Connect everybody, let them agree to hints, and start the match."""
        await keep_opening(self._store, self._opening)
        for member, tokens in ((self.ann, TOKENS[:1]), (self.ben, TOKENS[1:2]), (self.watcher, ())):
            await self.session.join(member, commands.Hello(tokens=list(tokens)))
        for seat in (0, 1):
            await self.send({"type": "set_hints", "seat": seat, "agreed": True})
        await self.send({"type": "start"})

    @property
    def scene(self) -> Scene:
        """The table as the people there see it."""
        return Scene(self.session.table, self.session.presence.attendance, None, self.chance)  # type: ignore[arg-type]

    async def send(self, asked: dict[str, Any]) -> None:
        """Send a command from the device that holds its seat, and wait for what follows."""
        member = self.ben if asked.get("seat") == 1 else self.ann
        try:
            if asked["type"] == "list_entries":
                await self.session.list_entries(self.ben, msgspec.convert(asked, commands.ListEntries))
            else:
                self._n_commands += 1
                named = {**asked, "id": f"c{self._n_commands}"}
                await self.session.handle(member, msgspec.convert(named, commands.ANY_COMMAND))  # type: ignore[arg-type]
        except PaperdiceError as error:
            member.frames.append(f"{error.reason.id} {error.reason.params}".encode())
        for _ in range(100):
            await asyncio.sleep(0)

    async def come_to_a_decision(self) -> bool:
        """Play until Ann can choose between moves; return whether that happens before the end."""
        n_skipped = self.chance.randrange(8)
        while not self.session.table.match.over:
            match = self.session.table.match
            if not match.dice_wanted and 0 in match.acting and len(match.choices(0)) > 1:
                n_skipped -= 1
                if n_skipped < 0:
                    return True
            await self.send(
                {**carry_on(self.scene), "hold": False}
                if match.acting and not match.dice_wanted
                else carry_on(self.scene)
            )
        return False

    async def act(self, kind: str) -> None:
        """Do one of the things that others can do without Ann."""
        match self._request(kind):
            case None if kind == "release":
                self.bots.may_move.set()
                await self.send({"type": "rename", "seat": 1, "name": "Ben"})
            case None:
                await self.session.leave(self.watcher)
                await self.session.join(self.watcher, commands.Hello())
            case request:
                await self.send(request)

    def _request(self, kind: str) -> dict[str, Any] | None:
        table, chance, match = self.session.table, self.chance, self.session.table.match
        place = {"seat": 1, "step": table.step}
        match kind:
            case "play":
                choices = match.choices(1) if 1 in match.acting else ["-"]
                return {"type": "play", **place, "move": chance.choice(choices), "hold": chance.random() < 0.5}
            case "hint" | "take_back":
                return {"type": kind, **place}
            case "rename":
                return {"type": kind, "seat": 1, "name": chance.choice(["Ben", "Zoë"])}
            case "list_entries":
                return {**list_entries(self.scene), "seat": 1}
            case "correct":
                return {**correct(self.scene), "seat": 1}
        return None


class Seen(NamedTuple):
    """The output of a match with one of two sealed moves.

    Attributes:
        moves: The two moves.
        own: The messages to Ann's device.
        public: The messages to the others, the record, and the positions that the coach was asked about.
        kinds: How often the others did what, as long as the move was secret.
    """

    moves: list[str]
    own: list[bytes]
    public: list[object]
    kinds: Counter[str]


async def play_with(game: str, seed: int, which: int) -> Seen | None:
    """Play a match in which Ann seals one of two moves; None if she never has a choice."""
    room = Room(game, random.Random(seed))
    await room.start()
    chance, session = room.chance, room.session
    if not await room.come_to_a_decision():
        return None
    table = session.table
    moves = chance.sample(list(table.match.choices(0)), 2)
    # A phase that waits for nobody else is resolved at once unless the move is on hold.
    is_held = list(table.match.acting) == [0] or chance.random() < 0.5
    for member in (room.ann, room.ben, room.watcher):
        member.take()
    room.bots.may_move.clear()
    await room.send({"type": "play", "seat": 0, "step": table.step, "move": moves[which], "hold": is_held})
    seen, kinds, since, is_resolved = list[object](), Counter({"held": is_held}), session.table.sequence, False
    own = room.ann.take()
    while session.table.match.sealed(0) is not None and len(seen) < N_ACTIONS:
        seen.append([room.ben.take(), room.watcher.take(), record_of(session.table), list(room.studies.asked)])
        kind = chance.choice(ACTIONS)
        await room.act(kind)
        is_resolved = any(
            type(notice) is ResolvedNotice and notice.sequence > since for notice in session.table.notices
        )
        if is_resolved:
            break
        kinds[kind] += 1
    if not is_resolved:
        seen.append([room.ben.take(), room.watcher.take(), record_of(session.table)])
    session.close()
    await room._tasks.cancel()
    return Seen(moves, own, seen, kinds)


@pytest.mark.sampled
@pytest.mark.parametrize("game", [game.name for game in paperdice.GAMES])
async def test_nothing_that_others_are_sent_depends_on_a_sealed_move(game: str) -> None:
    kinds = Counter[str]()
    for seed in range(N_MATCHES):
        one, other = await play_with(game, seed, 0), await play_with(game, seed, 1)
        if one is None or other is None:
            continue
        assert (one.moves, one.public) == (other.moves, other.public)
        assert one.own != other.own
        kinds += one.kinds
    assert kinds.keys() == {*ACTIONS, "held"}
