"""Command ids are unique per device, and a repeated command gets the same answer as the first."""

from collections.abc import Sequence
from random import Random

import pytest

from paperdice.errors import IllegalMoveError, StoreError
from paperdice.flow import commands, events
from paperdice.flow.commands import Again, Claim, Hello, Play, Rename, Sit, Start, Throw, Transfer
from paperdice.flow.setup import new_opening
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.live.member import Member
from paperdice.server.live.session import Services, Session
from paperdice.server.live.storage import keep_opening, load_table
from paperdice.server.live.tasks import Tasks
from paperdice.server.ops.metrics import Metrics
from paperdice.store.entries import Ending, LostAnswerError
from paperdice.store.memory import MemoryStore
from tests.server.clocks import TableClock
from tests.server.servers import FAST
from tests.server.tables import BOTS, NOW, TOKENS, person
from tests.server.test_session import Device, make_pool


class Place:
    """A table for two in a store, with sessions in several processes that share it."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.clock = TableClock(NOW)
        self.match_id = ""

    async def open(self, *seats: NewSeat) -> None:
        opening = new_opening(NewTable(game="qwixx", seats=list(seats), first=0), None, BOTS, NOW, Random(2))
        await keep_opening(self.store, opening)
        self.match_id = opening.match_id

    async def session(self, process: str) -> Session:
        """Return a session of a process that has just loaded the table."""
        services = Services(self.store, *make_pool(), Metrics(), FAST, Tasks(), self.clock, Random(1), process, {})
        return Session(services, await load_table(self.store, self.match_id))


@pytest.fixture
async def place() -> Place:
    made = Place(MemoryStore())
    await made.open(person(0), person(1))
    return made


async def sit_down(session: Session, *tokens: str) -> tuple[Member, Device]:
    """Connect a device that has said hello."""
    device = Device()
    member = await device.member()
    await session.join(member, Hello(tokens=list(tokens)))
    return member, device


async def answers(member: Member, device: Device) -> list[tuple[str, str]]:
    """Close the connection, and return the type and id of the answers it received."""
    member.close("restart")
    await member.write()
    return [(told["type"], told["id"]) for told in device.sent if told["type"] in ("done", "refused")]


async def log_of(place: Place, match_id: str) -> list[tuple[str, str]]:
    """Return the type and command of every event caused by a command."""
    found = [events.read_event(text) for text in await place.store.load(match_id)]
    return [(type(event).__name__, event.command) for event in found if event.command]


async def test_one_players_id_does_not_swallow_anothers_command(place: Place) -> None:
    session = await place.session("here")
    ann, _ = await sit_down(session, TOKENS[0])
    ben, device = await sit_down(session, TOKENS[1])
    await session.handle(ann, Rename("same", seat=0, name="Anna"))
    await session.handle(ben, Rename("same", seat=1, name="Benno"))
    assert [seat.name for seat in session.table.seats] == ["Anna", "Benno"]
    assert await answers(ben, device) == [("done", "same")]


async def test_the_seats_of_one_device_have_ids_of_their_own(place: Place) -> None:
    session = await place.session("here")
    both, device = await sit_down(session, TOKENS[0], TOKENS[1])
    await session.handle(both, Rename("same", seat=0, name="Anna"))
    await session.handle(both, Rename("same", seat=1, name="Benno"))
    await session.handle(both, Rename("same", seat=0, name="Hanna"))
    assert [seat.name for seat in session.table.seats] == ["Anna", "Benno"]
    assert await answers(both, device) == [("done", "same")] * 3


async def test_an_id_is_known_after_the_device_has_come_back_with_more_tokens(place: Place) -> None:
    session = await place.session("here")
    ann, _ = await sit_down(session, TOKENS[0])
    await session.handle(ann, Start("start"))
    again, device = await sit_down(session, TOKENS[4], TOKENS[0])
    await session.handle(again, Start("start"))
    assert await answers(again, device) == [("done", "start")]
    assert await log_of(place, place.match_id) == [("Started", "start")]


async def test_a_seat_that_was_taken_is_not_taken_twice() -> None:
    place = Place(MemoryStore())
    await place.open(NewSeat(), NewSeat())
    session = await place.session("here")
    ann, device = await sit_down(session)
    for _ in range(2):
        await session.handle(ann, Sit("sit", name="Ann", token=TOKENS[0]))
    assert [seat.name for seat in session.table.seats] == ["Ann", ""]
    assert await answers(ann, device) == [("done", "sit")] * 2
    ben, _ = await sit_down(session)
    await session.handle(ben, Sit("sit", name="Ben", token=TOKENS[1]))
    assert [seat.name for seat in session.table.seats] == ["Ann", "Ben"]


async def play_out(session: Session, ann: Member, ben: Member) -> Play:
    """Throw and pass until the match is over; return the last move, which is Ann's or Ben's."""
    await session.handle(ann, Start("start"))
    members = {0: ann, 1: ben}
    number = 0
    while True:
        match, step = session.table.match, session.table.step
        number += 1
        if match.dice_wanted:
            await session.handle(members[match.active], Throw(f"t{number}", seat=match.active, step=step))
            continue
        seat = match.acting[0]
        last = Play(f"p{number}", seat=seat, step=step, move=match.choices(seat)[0])
        await session.handle(members[seat], last)
        if session.table.match.over:
            return last


@pytest.mark.parametrize("is_elsewhere", [False, True])
async def test_what_was_done_before_the_next_match_is_answered_after_it(place: Place, is_elsewhere: bool) -> None:
    session = await place.session("here")
    ann, _ = await sit_down(session, TOKENS[0])
    ben, _ = await sit_down(session, TOKENS[1])
    last = await play_out(session, ann, ben)
    first_match = session.table.match_id
    await session.handle(ann, Again("again"))
    await session.handle(ben, Again("at once"))
    assert session.table.match_id != first_match
    place.match_id = session.table.match_id
    asked = await place.session("elsewhere") if is_elsewhere else session
    for token, command in ((TOKENS[last.seat], last), (TOKENS[0], Again("again")), (TOKENS[0], Start("start"))):
        member, device = await sit_down(asked, token)
        await asked.handle(member, command)
        assert await answers(member, device) == [("done", command.id)]
    assert asked.table.status == "lobby"
    assert await log_of(place, place.match_id) == []


class ForgetfulStore(MemoryStore):
    """A store whose answers are lost, before or after the work is done."""

    loses: str = ""

    async def append(
        self, match_id: str, expected_length: int, texts: Sequence[str], now: int, ending: Ending | None = None
    ) -> None:
        loses, self.loses = self.loses, "" if self.loses != "everything" else self.loses
        if loses != "the request":
            await super().append(match_id, expected_length, texts, now, ending)
        if loses:
            raise LostAnswerError("the line went dead")

    async def load(self, match_id: str, since: int = 0) -> list[str]:
        if self.loses == "everything":
            raise StoreError("the line is dead")
        return await super().load(match_id, since)


@pytest.mark.parametrize("lost", ["the answer", "the request"])
async def test_a_lost_answer_of_the_database_is_told_by_the_log(lost: str) -> None:
    store = ForgetfulStore()
    place = Place(store)
    await place.open(person(0), person(1))
    session = await place.session("here")
    ann, device = await sit_down(session, TOKENS[0])
    store.loses = lost
    await session.handle(ann, Rename("name", seat=0, name="Anna"))
    assert session.table.seats[0].name == "Anna"
    assert await answers(ann, device) == [("done", "name")]
    assert await log_of(place, place.match_id) == [("Renamed", "name")]


async def test_what_nobody_knows_is_not_refused_but_asked_again() -> None:
    store = ForgetfulStore()
    place = Place(store)
    await place.open(person(0), person(1))
    session = await place.session("here")
    ann, device = await sit_down(session, TOKENS[0])
    store.loses = "everything"
    with pytest.raises(LostAnswerError):
        await session.handle(ann, Rename("name", seat=0, name="Anna"))
    store.loses = ""
    await session.handle(ann, Rename("name", seat=0, name="Anna"))
    assert await answers(ann, device) == [("done", "name")]
    assert await log_of(place, place.match_id) == [("Renamed", "name")]


async def test_a_process_that_is_behind_answers_by_what_another_has_kept(place: Place) -> None:
    here, behind = await place.session("here"), await place.session("behind")
    ann, _ = await sit_down(here, TOKENS[0])
    await here.handle(ann, Start("start"))
    throw = Throw("throw", seat=0, step=here.table.step)
    await here.handle(ann, throw)
    moved, device = await sit_down(behind, TOKENS[0])
    await behind.handle(moved, throw)
    assert await answers(moved, device) == [("done", "throw")]
    assert behind.table.sequence == here.table.sequence


async def test_a_heartbeat_catches_up_with_what_no_notice_told(place: Place) -> None:
    here, deaf = await place.session("here"), await place.session("deaf")
    ann, _ = await sit_down(here, TOKENS[0])
    ben, device = await sit_down(deaf, TOKENS[1])
    await here.handle(ann, Start("start"))
    await deaf.heartbeat()
    ben.close("restart")
    await ben.write()
    assert [told["table"]["status"] for told in device.sent if "table" in told][-1] == "playing"


async def test_a_refusal_stays_one(place: Place) -> None:
    session = await place.session("here")
    ann, _ = await sit_down(session, TOKENS[0])
    for _ in range(2):
        with pytest.raises(IllegalMoveError, match="still going on"):
            await session.handle(ann, Again("again"))


@pytest.mark.parametrize(
    ("frame", "read"),
    [
        (b'{"type":"play","id":"c1"}', "c1"),
        (b'{"type":"fly","id":"c1","seat":[]}', "c1"),
        (b'{"id":7}', None),
        (b'{"id":"' + b"x" * 41 + b'"}', None),
        (b'["c1"]', None),
        (b"\xff", None),
        (b"[" * 5000, None),
    ],
)
def test_the_id_of_what_cannot_be_read_is_read_if_it_can_be(frame: bytes, read: str | None) -> None:
    assert commands.read_id(frame) == read


async def test_a_repeated_request_for_a_transfer_code_gets_a_valid_one(place: Place) -> None:
    session = await place.session("here")
    ann, device = await sit_down(session, TOKENS[0])
    for _ in range(2):
        await session.handle(ann, Transfer("code", seat=0))
    assert await answers(ann, device) == [("done", "code")] * 2
    codes = [told["code"] for told in device.sent if told["type"] == "transfer_offered"]
    other, _ = await sit_down(session)
    await session.handle(other, Claim("claim", token=TOKENS[4], code=codes[1]))
    assert other.held == {0}
