"""Clock changes neither skip a player nor delete anything in use."""

import asyncio
import logging
import random
from collections.abc import Collection
from dataclasses import replace

import pytest

from paperdice.flow.commands import Hello, Start, Throw
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.live.lobby import Lobby
from paperdice.server.live.storage import keep_opening
from paperdice.store.memory import MemoryStore
from paperdice.store.store import Store
from tests.patience import eventually, patience
from tests.server.clocks import TableClock
from tests.server.servers import FAST
from tests.server.tables import NOW, TOKENS
from tests.server.test_session import Device, begun, left_ms

HOUR = 3_600_000
YEAR = 365 * 24 * HOUR


@pytest.mark.parametrize("jump", [-YEAR, -HOUR, HOUR, YEAR])
async def test_a_jump_of_the_date_passes_nobody(jump: int) -> None:
    clock = TableClock(NOW)
    session = await begun(clock, MemoryStore())
    ann = await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Start("start"))
    clock.now += 10_000
    clock.jump = jump
    await session.wake()
    assert session.table.match.dice_wanted
    assert await left_ms(session) == 20_000
    await session.handle(ann, Throw("throw", seat=0, step=session.table.step))
    clock.now += 29_999
    await session.wake()
    assert session.table.match.acting == (0, 1)
    clock.now += 1
    await session.wake()
    assert session.table.match.acting != (0, 1)
    session.close()


class JumpingStore(MemoryStore):
    """A store whose clock can be changed."""

    jump = 0

    async def now(self) -> int:
        return await super().now() + self.jump


async def test_a_jump_of_the_date_deletes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "paperdice.server")
    store = JumpingStore()
    lobby = Lobby(store, replace(FAST, presence_seconds=0.03, sweep_seconds=0.01))
    await lobby.open()
    opening = await lobby.open_table(NewTable(game="qwixx", seats=[NewSeat(), NewSeat()]), None)
    store.jump = YEAR
    await eventually(lambda: "the clock has jumped" in caplog.text, "the jump is noticed")
    await asyncio.sleep(0.1)
    assert await store.find_match(opening.match_id) is not None
    await lobby.close()


DAY = 24 * HOUR


async def old_match(store: Store, number: int, days: int) -> str:
    """Add an unfinished match that was last touched this many days ago, and return the code of its table."""
    wish = NewTable(game="qwixx", seats=[NewSeat(), NewSeat()])
    at = await store.now() - days * DAY
    opening = new_opening(wish, None, (), at, random.Random(number), own_sheets=False)
    await keep_opening(store, opening)
    return opening.opened.code


async def left_after_a_sweep(store: Store, *codes: str, enters: str | None = None) -> list[bool]:
    """Run one sweep of a store, and return whether each of these tables is left."""
    lobby = Lobby(store, FAST)
    await lobby.open()
    if enters is not None:
        await lobby.enter(enters, "client")
    await lobby._sweep()
    left = [await store.find_table(code) is not None for code in codes]
    await lobby.close()
    return left


async def test_what_is_in_use_is_not_swept_however_old_it_is() -> None:
    store = MemoryStore()
    used, unused, new = [await old_match(store, number, days) for number, days in enumerate((41, 41, 0))]
    assert await left_after_a_sweep(store, used, unused, new, enters=used) == [True, False, True]


@pytest.mark.parametrize("days", [41, 400])
async def test_a_start_with_the_clock_ahead_deletes_nothing(days: int) -> None:
    store = JumpingStore()
    code, old = await old_match(store, 1, 0), await old_match(store, 2, 41)
    store.jump = days * DAY
    assert await left_after_a_sweep(store, code, old) == [True, False]


async def test_what_is_played_with_the_clock_ahead_makes_nothing_older() -> None:
    store = JumpingStore()
    code = await old_match(store, 1, 0)
    store.jump = 41 * DAY
    lobby = Lobby(store, FAST)
    await lobby.open()
    await lobby.open_table(NewTable(game="qwixx", seats=[NewSeat(), NewSeat()]), None)
    await lobby._sweep()
    assert await store.find_table(code) is not None
    await lobby.close()


async def test_a_sweep_does_not_hold_up_the_heartbeats() -> None:
    store = SlowSweep()
    lobby = Lobby(store, replace(FAST, presence_seconds=0.03, sweep_seconds=0.01))
    await lobby.open()
    async with asyncio.timeout(patience()):
        await store.began.wait()
        store.n_looks = 0
        await eventually(lambda: store.n_looks > 3, "the lobby goes on meanwhile")
    store.may_end.set()
    await lobby.close()


class SlowSweep(MemoryStore):
    """A store whose sweep blocks until it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.may_end = asyncio.Event(), asyncio.Event()
        self.n_looks = 0

    async def sweep(self, finished_before: int, idle_before: int, in_use: Collection[str] = ()) -> int:
        self.began.set()
        await self.may_end.wait()
        return 0

    async def list_wakes(self, before: int, limit: int) -> list[str]:
        self.n_looks += 1
        return []
