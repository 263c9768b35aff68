"""Tables with long clocks: the clock runs while nobody is connected, nobody is replaced, and nothing is deleted."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from paperdice.errors import SetupError, StoreError
from paperdice.flow.attendance import awaited_people
from paperdice.flow.commands import Again, Hello, Play, StandIn, Start, Throw
from paperdice.flow.describe import table_facts
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.live.lobby import UNREADABLE_MS, Lobby
from paperdice.server.live.session import Services, Session
from paperdice.server.live.storage import keep_opening, load_table
from paperdice.server.live.tasks import Tasks
from paperdice.server.ops.metrics import Metrics
from paperdice.server.settings import DAY_MS
from paperdice.store.entries import Ending
from paperdice.store.memory import MemoryStore
from tests.server.clocks import TableClock
from tests.server.servers import FAST
from tests.server.tables import BOTS, NOW, TOKENS, person, played_out, two_players
from tests.server.test_session import Device, make_pool

DAY = 86_400


async def slow_table(clock: TableClock, store: MemoryStore, days: int | None, draw: int = 2) -> Session:
    """Return a table of two with a clock of days, at which the first player has started and disconnected."""
    clock_of = None if days is None else days * DAY
    seats = [person(0), person(1)]
    wish = NewTable(game="qwixx", seats=seats, first=0, dice="seeded", seed=3, clock=clock_of, slow=True)
    opening = new_opening(wish, None, BOTS, clock().at, Random(draw))
    await keep_opening(store, opening)
    services = Services(store, *make_pool(), Metrics(), FAST, Tasks(), clock, Random(1), "here", {})
    session = Session(services, opening.table())
    ann = await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Start("start"))
    await session.leave(ann)
    return session


@pytest.mark.parametrize("days", [1, 3, 7])
async def test_a_clock_of_days_goes_on_while_nobody_is_there(days: int) -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await slow_table(clock, store, days)
    assert not session.is_parked
    clock.now += days * DAY_MS - 1
    await session.wake()
    assert session.table.match.dice_wanted
    facts = table_facts(session.table, session.presence.attendance, clock().monotonic_ms)
    assert facts.slow and facts.clock is not None and facts.clock.left_ms == 1
    clock.now += 1
    await session.wake()
    assert session.table.match.acting == (0, 1)
    clock.now += days * DAY_MS
    await session.wake()
    assert session.table.match.acting == (0,)
    session.close()


async def test_a_server_that_starts_anew_wakes_a_table_in_time() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await slow_table(clock, store, 1)
    match_id = session.table.match_id
    session.close()
    assert await store.list_wakes(NOW + DAY_MS - 1, 9) == []
    assert await store.list_wakes(NOW + DAY_MS, 9) == [match_id]
    lobby = Lobby(store, FAST)
    later = TableClock(50, jump=NOW + DAY_MS - 50)
    lobby._services = replace(lobby._services, clock=later)
    await lobby._wake(match_id)
    woken = lobby._by_match[match_id]
    assert woken.table.match.acting == (0, 1)
    assert await store.list_wakes(NOW + 2 * DAY_MS - 1, 9) == []
    assert await store.list_wakes(NOW + 2 * DAY_MS, 9) == [match_id]
    await lobby.close()


async def test_without_a_clock_a_table_is_kept_for_a_year() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await slow_table(clock, store, None)
    match_id = session.table.match_id
    assert await store.sweep(0, idle_before=NOW + 364 * DAY_MS) == 0
    clock.now += 366 * DAY_MS
    await session.wake()
    assert session.table.match.dice_wanted
    session.close()
    assert await store.list_wakes(clock.now, 9) == []
    assert await store.sweep(0, idle_before=clock.now) == 1
    assert await store.find_match(match_id) is None


async def test_nobody_is_replaced_or_hurried() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await slow_table(clock, store, 3)
    clock.now += 2 * DAY_MS
    ann = await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Throw("throw", seat=0, step=session.table.step))
    assert awaited_people(session.table) == [0, 1]
    with pytest.raises(Exception, match="waits for everyone"):
        await session.handle(ann, StandIn("bot", seat=1, bot="random"))
    await session.handle(ann, Play("play", seat=0, step=session.table.step, move="-"))
    assert awaited_people(session.table) == [1]
    session.close()


def test_at_a_slow_table_the_next_match_is_for_all_who_have_not_left() -> None:
    driver = played_out(two_players(slow=True, dice="seeded"))
    driver.present = frozenset({0})
    driver.do(Again, 0)
    assert driver.table.next_match is None
    driver.now += 15_000
    driver.settle()
    assert driver.table.next_match is not None and driver.table.next_match.seats == [0, 1]


@pytest.mark.parametrize(("clock", "slow"), [(30, True), (DAY + 1, True), (2 * DAY, False)])
def test_clocks_that_do_not_fit_are_refused(clock: int, slow: bool) -> None:
    wish = NewTable(game="qwixx", seats=[NewSeat(), NewSeat()], clock=clock, slow=slow)
    with pytest.raises(SetupError, match="whole days"):
        new_opening(wish, None, BOTS, NOW, Random(2))


async def test_a_match_under_newer_rules_is_refused_and_holds_no_other_up() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    for draw in (2, 3):
        (await slow_table(clock, store, 1, draw)).close()
    lobby = Lobby(store, FAST)
    later = TableClock(50, jump=NOW + DAY_MS - 50)
    lobby.clock = later  # type: ignore[assignment]
    lobby._services = replace(lobby._services, clock=later)
    first, second = await store.list_wakes(later().at, 9)
    opened, *log = await store.load(first)
    newer = [opened.replace('"rules":1', '"rules":2'), *log]
    await store.rewrite(first, len(newer), newer, NOW, Ending(None, "", ""))
    with pytest.raises(StoreError) as caught:
        await load_table(store, first)
    assert str(caught.value) == f"match {first!r} was begun under rules 2 of qwixx, this Paperdice has 1"
    for match_id in (first, second):
        await lobby._try(lobby._wake(match_id))
    assert lobby._by_match[second].table.match.acting == (0, 1)
    assert await store.list_wakes(later().at, 9) == []
    assert first in await store.list_wakes(later().at + UNREADABLE_MS, 9)
    await lobby.close()


async def test_a_table_that_is_woken_while_somebody_comes_has_one_session() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await slow_table(clock, store, 1)
    match_id, code = session.table.match_id, session.table.setup.code
    session.close()
    lobby = Lobby(store, FAST)
    lobby._services = replace(lobby._services, clock=TableClock(50, jump=NOW + DAY_MS - 50))
    entered, _, again = await asyncio.gather(
        lobby.enter(code, "a client"), lobby._wake(match_id), lobby.enter(code, "another")
    )
    assert entered is again is lobby._by_match[match_id] is lobby._sessions[code]
    await lobby.close()
