"""One table in use, with injected dependencies: a manual clock and an in-memory store."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from paperdice.errors import BotError, IllegalMoveError, StoreError
from paperdice.flow.clock import Due, find_due
from paperdice.flow.commands import (
    Again,
    Arrange,
    ClearSeat,
    Correct,
    Hello,
    Play,
    Rename,
    Sit,
    StandIn,
    Start,
    Throw,
)
from paperdice.flow.facts import DiceKind
from paperdice.flow.record import record_of
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.position import Position
from paperdice.server.bots import BotPool
from paperdice.server.live.member import Member
from paperdice.server.live.session import Services, Session
from paperdice.server.live.storage import keep_opening, load_table
from paperdice.server.live.tasks import Tasks
from paperdice.server.ops.limits import Throttles, Waiting
from paperdice.server.ops.logging import JsonFormatter
from paperdice.server.ops.metrics import Metrics
from paperdice.server.settings import Settings
from paperdice.server.studies import Studies
from paperdice.store.entries import Ending, Presence
from paperdice.store.memory import MemoryStore
from tests.patience import eventually
from tests.server.clients import Json
from tests.server.clocks import TableClock
from tests.server.servers import FAST, LIMITS
from tests.server.tables import BOTS, NOW, TOKENS, person


@dataclass
class Device:
    """A device that stores the messages sent to a member."""

    sent: list[Json] = field(default_factory=list)

    async def send(self, data: bytes) -> None:
        self.sent.append(json.loads(data))

    async def member(self) -> Member:
        return Member(self.send, LIMITS, Waiting(10**9))


# No bot steps in for players whose connections the other process does not know yet.
PATIENT = replace(FAST, stand_in_seconds=30)


def make_pool(pool: BotPool | None = None) -> tuple[BotPool, Studies]:
    """Return a bot pool and its studies."""
    bots = pool or BotPool(5, 1, warms_ahead=False)
    return bots, Studies(bots, Throttles(LIMITS).studies)


async def begun(
    clock: TableClock,
    store: MemoryStore,
    dice: DiceKind = "committed",
    *,
    auto_throw: bool = False,
    settings: Settings = PATIENT,
) -> Session:
    """Return the session of a table for two with a clock of thirty seconds."""
    services = Services(store, *make_pool(), Metrics(), settings, Tasks(), clock, Random(1), "here", {})
    wish = NewTable(game="qwixx", seats=[person(0), person(1)], first=0, clock=30, dice=dice, auto_throw=auto_throw)
    opening = new_opening(wish, None, BOTS, clock().at, Random(2))
    await keep_opening(store, opening)
    return Session(services, opening.table())


async def elsewhere(clock: TableClock, store: MemoryStore, match_id: str) -> Session:
    """Return the session of the same match in another process."""
    services = Services(store, *make_pool(), Metrics(), PATIENT, Tasks(), clock, Random(3), "elsewhere", {})
    return Session(services, await load_table(store, match_id))


async def left_ms(session: Session) -> object:
    """Return the remaining time sent to a newly connected device, which stays connected."""
    device = Device()
    member = await device.member()
    await session.join(member, Hello(tokens=[TOKENS[0]]))
    member.close("restart")
    await member.write()
    return device.sent[0]["table"]["clock"]["left_ms"]


async def test_the_clock_starts_anew_when_somebody_comes_back_to_a_parked_table() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store)
    ann = await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Start("start"))
    clock.now += 10_000
    assert await left_ms(session) == 20_000
    for member in list(session.presence.members):
        await session.leave(member)
    clock.now += 600_000
    assert session.is_parked
    assert await left_ms(session) == 30_000
    session.close()


async def test_a_clock_goes_on_when_another_process_joins_in() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store)
    ann = await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Start("start"))
    clock.now += 10_000
    other = await elsewhere(clock, store, session.table.match_id)
    await other.look_around()
    assert not other.is_parked
    assert await left_ms(other) == 20_000
    other.close()
    session.close()


async def test_a_held_move_has_its_time_when_another_process_joins_in() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store, dice="seeded")
    ann = await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0], TOKENS[1]]))
    await session.handle(ann, Start("start"))
    await session.handle(ann, Throw("throw", seat=0, step=1))
    clock.now += 10_000
    for seat in (1, 0):
        await session.handle(ann, Play(f"play{seat}", seat=seat, step=2, move="-", hold=seat == 0))
    clock.now += 1000
    other = await elsewhere(clock, store, session.table.match_id)
    await other.look_around()
    assert find_due(other.table, other.presence.attendance, clock(), Random(4)) == Due(
        look_at=clock().monotonic_ms + 500
    )
    other.close()
    session.close()


async def test_another_process_tells_of_answers_and_of_what_came_with_them() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store, dice="seeded")
    ann, ben = await Device().member(), Device()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Start("start"))
    await session.handle(ann, Throw("throw", seat=0, step=1))
    other, member = await elsewhere(clock, store, session.table.match_id), await ben.member()
    await other.join(member, Hello(tokens=[TOKENS[1]]))
    await session.handle(ann, Play("play", seat=0, step=2, move="-"))
    await session.handle(ann, Rename("name", seat=0, name="Anna"))
    await other.follow(session.table.sequence)
    member.close("restart")
    await member.write()
    sealed, table, _ = ben.sent[-3:]
    assert (sealed["type"], sealed["seat"], sealed["acting"], sealed.get("move")) == ("sealed", 0, [1], None)
    assert (table["type"], table["table"]["seats"][0]["name"]) == ("table", "Anna")
    assert (sealed["sequence"], table["sequence"]) == (6, 7)
    other.close()
    session.close()


class CountingStore(MemoryStore):
    """A store that records the number of events of each append."""

    def __init__(self) -> None:
        super().__init__()
        self.n_added: list[int] = []

    async def append(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        await super().append(match_id, expected_length, events, now, ending)
        self.n_added.append(len(events))


async def test_the_last_move_of_a_turn_and_the_throw_after_it_are_kept_at_once() -> None:
    clock, store = TableClock(NOW), CountingStore()
    session = await begun(clock, store, dice="seeded", auto_throw=True)
    device = Device()
    member = await device.member()
    await session.join(member, Hello(tokens=[TOKENS[0], TOKENS[1]]))
    await session.handle(member, Start("start"))
    for seat, step in ((0, 2), (1, 2), (0, 3)):
        await session.handle(member, Play(f"play{seat}{step}", seat=seat, step=step, move="-"))
    assert store.n_added[-4:] == [1, 1, 1, 2]
    assert (session.table.match.turn, session.table.match.phase, session.table.sequence) == (2, "white", 9)
    member.close("restart")
    await member.write()
    done = {told["id"]: told["sequence"] for told in device.sent if told["type"] == "done"}
    assert done["play03"] == session.table.sequence - 1  # of the move, not the throw
    assert (await load_table(store, session.table.match_id)).match.record() == session.table.match.record()
    session.close()


async def test_a_throw_that_was_foreseen_is_forgotten_when_another_process_was_first() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store, dice="seeded", auto_throw=True)
    ann, ben = await Device().member(), await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0], TOKENS[1]]))
    await session.handle(ann, Start("start"))
    for seat in (0, 1):
        await session.handle(ann, Play(f"white{seat}", seat=seat, step=2, move="-"))
    other = await elsewhere(clock, store, session.table.match_id)
    await other.join(ben, Hello(tokens=[TOKENS[0]]))
    choice = session.table.match.choices(0)[-1]
    await other.handle(ben, Play("color", seat=0, step=3, move=choice))
    with pytest.raises(IllegalMoveError, match="changed in the meantime"):
        await session.handle(ann, Play("late", seat=0, step=3, move="-"))
    assert session.table.match.record() == other.table.match.record()
    assert session.table.sequence == other.table.sequence == len(await store.load(session.table.match_id))
    assert (session.table.match.turn, session.table.match.phase) == (2, "white")
    other.close()
    session.close()


async def test_a_lost_connection_has_a_grace_period_in_an_arranged_seat_too() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    settings = replace(FAST, stand_in_seconds=30)
    services = Services(store, *make_pool(), Metrics(), settings, Tasks(), clock, Random(1), "here", {})
    wish = NewTable(game="qwixx", seats=[person(0), person(1), NewSeat()])
    opening = new_opening(wish, None, BOTS, clock().at, Random(2))
    await keep_opening(store, opening)
    session = Session(services, opening.table())
    ann, ben = await Device().member(), await Device().member()
    for member, token in ((ann, TOKENS[0]), (ben, TOKENS[1])):
        await session.join(member, Hello(tokens=[token]))
    clock.now += 60_000
    await session.leave(ben)
    clock.now += 10_000
    await session.handle(ann, Arrange("anew", "qwixx", [0, 2, 1]))
    with pytest.raises(IllegalMoveError, match="in 20 s a bot may take over"):
        await session.handle(ann, ClearSeat("clear", seat=2))
    clock.now += 20_000
    await session.handle(ann, ClearSeat("clear", seat=2))
    session.close()


class NotingPool(BotPool):
    """A pool that records which bots it was asked to prepare."""

    def __init__(self) -> None:
        super().__init__(5, 1, warms_ahead=False)
        self.asked: list[tuple[str, str]] = []

    def prepare(self, names: Iterable[str], position: Position) -> None:
        self.asked += [(name, position.game.name) for name in names]


async def test_bots_of_an_arranged_table_get_ready_when_it_starts() -> None:
    clock, store, bots = TableClock(NOW), MemoryStore(), NotingPool()
    services = Services(store, *make_pool(bots), Metrics(), FAST, Tasks(), clock, Random(1), "here", {})
    wish = NewTable(game="qwixx", seats=[person(0), NewSeat(bot="steady")], first=0, dice="seeded")
    opening = new_opening(wish, None, BOTS, clock().at, Random(2))
    await keep_opening(store, opening)
    session, ann = Session(services, opening.table()), await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    for game in ("sixto", "twenty_one"):
        await session.handle(ann, Arrange(game, game, [0, 1], first=0))
    assert bots.asked == []
    await session.handle(ann, Start("start"))
    assert bots.asked == [("steady", "twenty_one")]
    session.close()


class FailingPool(BotPool):
    """A pool whose bots fail."""

    async def find_move(self, *_others: object) -> str:
        raise BotError("the bot steady fails: MemoryError")


async def test_a_bot_that_fails_has_run_out_of_time(caplog: pytest.LogCaptureFixture) -> None:
    clock, store = TableClock(NOW), MemoryStore()
    pool = make_pool(FailingPool(5, 1, warms_ahead=False))
    services = Services(store, *pool, Metrics(), FAST, Tasks(), clock, Random(1), "here", {})
    wish = NewTable(game="qwixx", seats=[person(0), NewSeat(bot="steady")], first=0, dice="seeded", auto_throw=True)
    opening = new_opening(wish, None, BOTS, clock().at, Random(2))
    await keep_opening(store, opening)
    session, ann = Session(services, opening.table()), await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Start("start"))
    await eventually(lambda: session.table.timed_out == [1], "the bot has run out of time")
    assert session.table.match.acting == (0,)
    [line] = [json.loads(JsonFormatter().format(each)) for each in caplog.records]
    assert (line["message"], line["game"]) == ("the bot steady fails: MemoryError", "qwixx")
    session.close()


# Repeated commands


async def test_nothing_is_done_twice_however_often_a_table_was_arranged() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store)
    ann, cid = await Device().member(), await Device().member()
    sit = Sit("sit", name="Cid", token=TOKENS[2])
    anew = Arrange("anew", "sixto", [0, 1, None])
    await session.join(ann, Hello(tokens=[TOKENS[0], TOKENS[1]]))
    await session.join(cid, Hello())
    await session.handle(ann, anew)
    await session.handle(cid, sit)
    await session.handle(ann, Arrange("other", "twenty_one", [0, 1, 2]))
    await session.handle(ann, Arrange("room", "qwixx", [0, 1, 2, None]))
    for now in (session, await elsewhere(clock, store, session.table.match_id)):
        await now.join(ann, Hello(tokens=[TOKENS[0], TOKENS[1]]))
        await now.join(cid, Hello(tokens=[TOKENS[2]]))
        await now.handle(ann, anew)
        await now.handle(cid, sit)
        assert [seat.name for seat in now.table.seats] == ["P0", "P1", "Cid", ""]
        assert (now.table.setup.game, now.table.step) == ("qwixx", 3)
        now.close()


class FailingStore(MemoryStore):
    """A store whose writes fail while it is told to."""

    fails = False

    async def append(
        self, match_id: str, expected_length: int, events: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        if self.fails:
            raise StoreError("the disk is full")
        await super().append(match_id, expected_length, events, now, ending)


async def test_a_player_who_returns_while_the_store_fails_gets_the_seat_later() -> None:
    clock, store = TableClock(NOW), FailingStore()
    session = await begun(clock, store)
    ann, ben = await Device().member(), Device()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Start("start"))
    clock.now += 30_000
    await session.handle(ann, StandIn("in", seat=1, bot="random"))
    store.fails = True
    member = await ben.member()
    await session.join(member, Hello(tokens=[TOKENS[1]]))
    assert session.presence.attendance.seats == {0, 1}
    assert session.table.seats[1].stand_in == "random"
    store.fails = False
    await session.handle(ann, Rename("name", seat=0, name="Anna"))
    assert session.table.seats[1].stand_in is None
    member.close("restart")
    await member.write()
    assert [sent["type"] for sent in ben.sent] == ["state", "table", "closing"]
    assert ben.sent[1]["table"]["seats"][1]["stand_in"] is None
    session.close()


async def test_a_table_is_what_its_events_say() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store)
    ann = await Device().member()
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await session.handle(ann, Start("start"))
    await session.leave(ann)
    clock.now += 600_000
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    told = await load_table(store, session.table.match_id)
    assert (told.step_at, told.step, told.sequence) == (session.table.step_at, session.table.step, 5)
    session.close()


async def play_out(session: Session, member: Member) -> None:
    """Join with both seats and play a match with typed dice to its end, which seat 0 wins."""
    await session.join(member, Hello(tokens=list(TOKENS[:2])))
    await session.handle(member, Start("start"))
    for turn in range(8):
        match = session.table.match
        await session.handle(member, Throw(f"throw-{turn}", match.active, session.table.step, "w1 w2 r6 y6 g6 b6"))
        marks = {0: "r3" if turn == 0 else "-", 1: "-"}
        for seat in (0, 1):
            await session.handle(member, Play(f"white-{turn}-{seat}", seat, session.table.step, marks[seat]))
        if session.table.match.phase == "color":
            await session.handle(member, Play(f"color-{turn}", match.active, session.table.step, "-"))
        if session.table.match.over:
            break


async def test_a_correction_after_the_end_changes_what_is_kept_of_it() -> None:
    clock, store = TableClock(NOW), MemoryStore()
    session, ann = await begun(clock, store, "typed"), await Device().member()
    match_id = session.table.match_id
    await play_out(session, ann)
    before = await store.find_match(match_id)
    assert before is not None and before.finished is not None and session.table.match.winners == (0,)
    await session.handle(ann, Correct("correct", seat=0, turn=1, phase="white", move="-"))
    entry = await store.find_match(match_id)
    assert entry is not None and session.table.match.over
    assert entry.record == record_of(session.table) != before.record
    assert entry.ending != before.ending
    session.close()


async def test_the_next_match_does_not_wait_for_players_of_a_process_that_died() -> None:
    """A dead process cannot report that its players have left; its presence expires, and they do not play."""
    clock, store = TableClock(NOW), MemoryStore()
    session = await begun(clock, store, "typed", settings=FAST)
    both, ann = await Device().member(), await Device().member()
    await play_out(session, both)
    old = session.table.match_id
    await session.join(ann, Hello(tokens=[TOKENS[0]]))
    await store.set_presence(old, Presence("elsewhere", (1,), 0), 60)
    await session.leave(both)
    await session.follow(0)
    await session.handle(ann, Again("again"))
    assert session.table.match_id == old
    await store.set_presence(old, Presence("elsewhere", (), 0), 60)
    await session.heartbeat()
    clock.now += 60_000
    await session.wake()
    await eventually(lambda: session.table.match_id != old, "the next match starts")
    assert [entry.name for entry in session.table.seats] == ["P0"]
    session.close()
