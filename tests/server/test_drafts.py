"""Drafts: moves that are penciled at a table with a clock, which only the clock may play."""

import json

import pytest

from paperdice.errors import IllegalMoveError, PaperdiceError
from paperdice.flow import commands, events, notices
from paperdice.flow.clock import DRAFT_MS, Due, find_due
from paperdice.flow.commands import Draft, Hello, Play, Start, Throw
from paperdice.flow.record import record_of
from paperdice.server.live.session import Session
from paperdice.store.memory import MemoryStore
from tests.server.clients import Json
from tests.server.clocks import TableClock
from tests.server.tables import NOW, TOKENS, Driver, two_players
from tests.server.test_session import Device, begun, elsewhere
from tests.server.test_tables import reason_of

CLOCK = 30


def drafting(move: str | None = None) -> Driver:
    """Return a match in which seat 0 has penciled a move and seat 1 has passed."""
    driver = two_players(clock=CLOCK)
    driver.throw()
    driver.do(commands.Play, 1, move="-")
    if move is not None:
        driver.do(commands.Draft, 0, move=move)
    return driver


def mark_of(driver: Driver, seat: int = 0) -> str:
    """Return a legal mark."""
    return driver.table.match.choices(seat)[-1]


def run_out(driver: Driver) -> events.Event:
    """Let the time run out, and return the event that follows."""
    driver.now += CLOCK * 1000
    found = driver.due().events
    driver.apply(found)
    return found[0]


def test_the_clock_plays_what_is_penciled_and_says_so() -> None:
    driver = drafting()
    mark = mark_of(driver)
    driver.do(commands.Draft, 0, move=mark)
    assert run_out(driver) == events.Sealed(at=driver.now, seat=0, move=mark, by="clock")
    resolved = driver.table.notices[-1]
    assert isinstance(resolved, notices.ResolvedNotice)
    assert (resolved.moves, resolved.timed_out) == ([mark, "-"], [0])


def test_without_a_draft_the_clock_passes() -> None:
    driver = drafting()
    driver.do(commands.Draft, 0, move=mark_of(driver))
    driver.do(commands.Draft, 0, move=None)
    assert run_out(driver) == events.Sealed(at=driver.now, seat=0, move="-", by="clock")


def test_the_last_draft_counts_and_is_forgotten_with_the_step() -> None:
    driver = drafting()
    first, *_, last = driver.table.match.choices(0)[1:]
    for mark in (first, last):
        driver.do(commands.Draft, 0, move=mark)
    driver.do(commands.Play, 0, move=first)
    assert driver.attendance.drafts == {}
    assert driver.table.match.phase == "color"
    assert run_out(driver) == events.Sealed(at=driver.now, seat=0, move="-", by="clock")


def test_only_a_legal_move_of_the_step_at_a_table_with_a_clock_is_kept() -> None:
    driver = drafting()
    with pytest.raises(PaperdiceError) as unreadable:
        driver.do(commands.Draft, 0, move="r99")
    assert reason_of(unreadable) == "unreadable"
    with pytest.raises(IllegalMoveError, match="changed in the meantime"):
        driver.do(commands.Draft, 0, move=mark_of(driver), step=0)
    with pytest.raises(PaperdiceError) as sealed:
        driver.do(commands.Draft, 1, move="-")
    assert reason_of(sealed) == "sealed"
    driver.do(commands.Draft, 0, move=mark_of(driver))
    untimed = two_players()
    untimed.throw()
    with pytest.raises(PaperdiceError) as error:
        untimed.do(commands.Draft, 0, move=mark_of(untimed))
    assert reason_of(error) == "no_clock"


def test_the_draft_of_a_person_who_was_replaced_is_not_played() -> None:
    driver = drafting()
    driver.do(commands.Draft, 0, move=mark_of(driver))
    driver.do(commands.Leave, 0, bot="casual")
    assert run_out(driver) == events.Sealed(at=driver.now, seat=0, move="-", by="clock")


async def told_of(draft: int | None) -> tuple[list[Json], list[Json], list[str], str, str]:
    """Return what everything but Ann's own device learns of a turn in which she pencils her choice number `draft`.

    These are the messages to Ben and to a spectator, the stored log, the record and the metrics.
    """
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store, dice="seeded")
    devices = [Device() for _ in range(3)]
    ann, ben, watcher = [await device.member() for device in devices]
    for member, tokens in ((ann, [TOKENS[0]]), (ben, [TOKENS[1]]), (watcher, [])):
        await session.join(member, Hello(tokens=tokens))
    await session.handle(ann, Start("start"))
    await session.handle(ann, Throw("throw", seat=0, step=1))
    if draft is not None:
        move = session.table.match.choices(0)[draft]
        await session.handle(ann, Draft("draft", seat=0, step=2, move=move))
    clock.now += 1000
    await session.join(await Device().member(), Hello(tokens=[TOKENS[1]]))
    await session.handle(ben, Play("ben", seat=1, step=2, move="-"))
    await session.handle(ann, Play("ann", seat=0, step=2, move="-"))
    for member in (ben, watcher):
        member.close("restart")
        await member.write()
    log = await store.load(session.table.match_id)
    metrics = session._services.metrics.text({})
    session.close()
    return devices[1].sent, devices[2].sent, log, record_of(session.table), metrics


async def test_nobody_else_learns_whether_or_what_somebody_pencils() -> None:
    """No device, log, record, backup or metric depends on a draft that the clock does not play."""
    without = await told_of(None)
    assert len(without[0]) > 3 and any('"sealed"' in text for text in without[2])
    for draft in (1, 2):
        assert json.dumps(await told_of(draft)) == json.dumps(without)


async def drafted_across(store: MemoryStore, clock: TableClock) -> tuple[Session, Session, str]:
    """Return two processes of a table: Ann's, with her draft, and Ben's; Ben has answered."""
    one = await begun(clock, store, dice="seeded")
    ann, ben = await Device().member(), await Device().member()
    await one.join(ann, Hello(tokens=[TOKENS[0]]))
    await one.handle(ann, Start("start"))
    await one.handle(ann, Throw("throw", seat=0, step=1))
    two = await elsewhere(clock, store, one.table.match_id)
    await two.look_around()
    await two.join(ben, Hello(tokens=[TOKENS[1]]))
    await one.look_around()
    await two.handle(ben, Play("ben", seat=1, step=2, move="-"))
    await one.follow(one.table.sequence + 1)
    mark = one.table.match.choices(0)[-1]
    await one.handle(ann, Draft("draft", seat=0, step=2, move=mark))
    return one, two, mark


async def test_a_process_without_the_draft_leaves_the_other_one_a_moment() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    one, two, mark = await drafted_across(store, clock)
    clock.now += CLOCK * 1000
    due = find_due(two.table, two.presence.attendance, clock(), two._services.rng)
    assert due == Due(bots=[], look_at=clock.now + DRAFT_MS)
    await one.wake()
    await two.follow(two.table.sequence + 1)
    for session in (one, two):
        assert session.table.resolved == [mark, "-"]
        session.close()


async def test_a_process_that_died_with_the_draft_is_not_waited_for() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    one, two, _ = await drafted_across(store, clock)
    one.close()
    clock.now += CLOCK * 1000 + DRAFT_MS
    await two.wake()
    assert two.table.resolved == ["-", "-"]
    two.close()


async def test_a_draft_outlives_a_lost_connection() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    one, two, mark = await drafted_across(store, clock)
    (ann,) = one.presence.members
    await one.leave(ann)
    await one.look_around()
    clock.now += CLOCK * 1000
    await one.join(await Device().member(), Hello(tokens=[TOKENS[0]]))
    assert one.table.resolved == [mark, "-"]
    one.close()
    two.close()
