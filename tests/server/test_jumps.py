"""Clocks that are set anew: nobody is passed, and nothing in use is deleted."""

import asyncio
import logging
from dataclasses import replace

import pytest

from paperdice.server.live.lobby import Lobby
from paperdice.server.protocol.commands import Hello, Start, Throw
from paperdice.server.protocol.http import NewSeat, NewTable
from paperdice.store.memory import MemoryStore
from tests.patience import eventually
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
    await session.obey(ann, Start("start"))
    clock.now += 10_000
    clock.jump = jump
    await session._look()
    assert session.table.match.dice_wanted
    assert await left_ms(session) == 20_000
    await session.obey(ann, Throw("throw", seat=0, step=session.table.step))
    clock.now += 29_999
    await session._look()
    assert session.table.match.acting == (0, 1)
    clock.now += 1
    await session._look()
    assert session.table.match.acting != (0, 1)
    session.close()


class JumpingStore(MemoryStore):
    """A store whose clock can be set anew."""

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


async def test_what_is_in_use_is_not_swept_however_old_it_seems() -> None:
    store = JumpingStore()
    lobby = Lobby(store, FAST)
    await lobby.open()
    used = await lobby.open_table(NewTable(game="qwixx", seats=[NewSeat(), NewSeat()]), None)
    unused = await lobby.open_table(NewTable(game="qwixx", seats=[NewSeat(), NewSeat()]), None)
    await lobby.enter(used.opened.code, "client")
    store.jump = YEAR
    await lobby.clock.adjust()
    await lobby._sweep()
    found = [await store.find_match(opening.match_id) is not None for opening in (used, unused)]
    assert found == [True, False]
    await lobby.close()
