"""Nudges: telling a player that everyone is waiting."""

import pytest

from paperdice.errors import PaperdiceError
from paperdice.flow import commands
from paperdice.flow.commands import Hello, Nudge, Play, Start, Throw
from paperdice.server.live.session import NUDGE_MS, Session
from paperdice.store.memory import MemoryStore
from tests.server.clocks import TableClock
from tests.server.servers import LIMITS
from tests.server.tables import NOW, TOKENS, Driver, person, started, two_players
from tests.server.test_session import Device, begun
from tests.server.test_tables import reason_of


def refused(driver: Driver, seat: int, to: int, held: tuple[int, ...] | None = None) -> str:
    with pytest.raises(PaperdiceError) as error:
        driver.do(commands.Nudge, seat, held=held or (seat,), to=to)
    return reason_of(error)


def test_only_a_person_for_whom_the_match_waits_is_nudged() -> None:
    driver = two_players()
    assert driver.do(commands.Nudge, 1, to=0).nudge == (0, 1)
    assert refused(driver, 0, 1) == "not_awaited"
    driver.throw()
    assert driver.do(commands.Nudge, 0, to=1).events == []
    driver.do(commands.Play, 1, move="-")
    assert refused(driver, 0, 1) == "not_awaited"
    assert refused(driver, 1, 7) == "no_such_seat"
    assert refused(driver, 1, 0, held=(0,)) == "not_your_seat"
    assert refused(driver, 1, 0, held=(0, 1)) == "not_awaited"


def test_at_a_pad_a_person_who_is_not_done_is_nudged() -> None:
    driver = started(person(0), person(1), dice="unknown")
    assert refused(driver, 0, 1) == "not_awaited"
    for text in ["r2", "r3", "r4", "r5", "r6", "r12"]:
        driver.do(commands.Enter, 0, text=text)
    driver.do(commands.SayDone, 0, is_done=True)
    assert driver.do(commands.Nudge, 0, to=1).nudge == (1, 0)
    assert refused(driver, 1, 0) == "not_awaited"


async def nudging(clock: TableClock) -> tuple[Session, list[Device]]:
    """Return a session with two devices of Ann and one of Ben, in which everyone waits for Ben."""
    session, devices = await begun(clock, MemoryStore(), dice="seeded"), [Device(), Device(), Device()]
    for device, token in zip(devices, (TOKENS[0], TOKENS[0], TOKENS[1]), strict=True):
        await session.join(await device.member(), Hello(tokens=[token]))
    ann = next(member for member in session.presence.members if 0 in member.held)
    await session.handle(ann, Start("start"))
    await session.handle(ann, Throw("throw", seat=0, step=1))
    await session.handle(ann, Play("play", seat=0, step=2, move="-"))
    return session, devices


async def nudge(session: Session, name: str) -> str:
    """Send a nudge from a device of Ann's, and return the reason if it is refused."""
    member = next(member for member in session.presence.members if 0 in member.held)
    try:
        await session.handle(member, Nudge(name, seat=0, to=1))
    except PaperdiceError as error:
        return error.reason.id
    return ""


async def test_a_nudge_reaches_the_devices_of_the_seat_alone_and_is_not_stored() -> None:
    session, devices = await nudging(TableClock(NOW))
    before = session.table.sequence
    assert await nudge(session, "n1") == ""
    for member in list(session.presence.members):
        member.close("restart")
        await member.write()
    nudges = [[told for told in device.sent if told["type"] == "nudged"] for device in devices]
    assert nudges == [[], [], [{"type": "nudged", "seat": 1, "by": 0}]]
    assert session.table.sequence == before
    session.close()


async def test_nudges_are_limited_for_each_seat_and_each_device() -> None:
    clock = TableClock(NOW)
    session, _ = await nudging(clock)
    assert await nudge(session, "first") == ""
    assert await nudge(session, "again") == "nudged_already"
    reasons = []
    for number in range(LIMITS.reactions_at_once):
        clock.now += NUDGE_MS
        reasons.append(await nudge(session, f"n{number}"))
    assert reasons[-1] == "too_many_reactions" and set(reasons[:-1]) == {""}
    session.close()
