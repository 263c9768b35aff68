"""Requests are charged by the work they cause, and no single request causes much work."""

import asyncio
import time
import tracemalloc
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random
from typing import NamedTuple, cast

import httpx
import pytest

from paperdice.dice import SeededDice
from paperdice.errors import IllegalMoveError, SheetError
from paperdice.flow import commands, events
from paperdice.flow.decide_moves import MOST_REENTERED
from paperdice.flow.setup import Opening, new_opening
from paperdice.flow.weights import weigh, weigh_entries
from paperdice.flow.wishes import NewTable
from paperdice.history import Correction, Place
from paperdice.match import Match
from paperdice.pad import Pad
from paperdice.server.http.matches import forget_player, match_facts
from paperdice.server.live.entries import EntryCache
from paperdice.server.live.lobby import Lobby
from paperdice.server.live.storage import keep_opening, replay_log
from paperdice.server.ops.limits import Throttles, TooManyError
from paperdice.sheet import decode_sheet
from paperdice.store.memory import MemoryStore
from tests.patience import patience
from tests.server.clients import NO_CERTIFICATES, Player, seated
from tests.server.clients import open_table as open_at
from tests.server.servers import FAST, LIMITS, running_server
from tests.server.tables import TOKENS, Driver, open_table, person, started

# Budgets do not refill during a test.
SPENT = replace(FAST, limits=replace(LIMITS, burst_at_once=20, burst_per_second=0.01))
TABLE = {"game": "qwixx", "seats": [{}, {}]}


class Asked(NamedTuple):
    """A request, and the number of its repetitions."""

    path: str
    body: object
    most: int


ASKED = (
    Asked("/api/tables", TABLE, 3),
    Asked("/api/challenges", {"game": "qwixx"}, 3),
    Asked("/api/matches/list", {"matches": [f"{n:08}" for n in range(200)]}, 1),
    Asked("/api/matches/nothing8/review", {}, 1),
)


async def count_answers(url: str, source: str, asked: Asked) -> int:
    """Send requests from a new address until the server refuses them."""
    transport = httpx.AsyncHTTPTransport(local_address=source, verify=NO_CERTIFICATES)
    async with httpx.AsyncClient(transport=transport, base_url=url, timeout=patience()) as client:
        for number in range(30):
            if (await client.post(asked.path, json=asked.body)).status_code == 429:
                return number
    return 30


async def test_requests_are_charged_by_their_weight() -> None:
    async with running_server(MemoryStore(), SPENT) as url:
        counted = [count_answers(url, f"127.0.4.{n}", asked) for n, asked in enumerate(ASKED, 1)]
        answered = await asyncio.gather(*counted)
    assert {each.path: n for each, n in zip(ASKED, answered, strict=True)} == {each.path: each.most for each in ASKED}


async def keep_long_log(store: MemoryStore, length: int) -> Opening:
    """Keep a match with typed dice whose log has this many events, most of them new names."""
    wish = NewTable(game="qwixx", seats=[person(0), person(1)], first=0, dice="typed")
    opening = new_opening(wish, None, (), time.time_ns() // 1_000_000, Random(5))
    await keep_opening(store, opening)
    n_names = length - len(opening.events) - 4
    log = [
        events.Started(at=0),
        *(events.Renamed(at=0, seat=0, name=f"Eve {number}") for number in range(n_names)),
        events.Thrown(at=0, seat=0, roll="w4 w1 r2 y6 g3 b6"),
        *(events.Sealed(at=0, seat=seat, move="-") for seat in range(2)),
    ]
    texts = [events.encode_event(event).decode() for event in log]
    await store.append(opening.match_id, len(opening.events), texts, 0)
    return opening


async def test_looking_back_at_a_long_match_is_charged_by_its_weight() -> None:
    store, settings = MemoryStore(), replace(SPENT, limits=replace(SPENT.limits, burst_at_once=100))
    opening = await keep_long_log(store, 120)
    async with running_server(store, settings) as url, Player(url, opening.opened.code, TOKENS[0]) as eve:
        # The socket weighs 10, its hello 1 and the log 10; the first look back weighs 1 + 4 + 4, each other 1 + 4.
        answers = []
        while "refused" not in answers:
            await eve.send("list_entries", seat=0, turn=1, phase="white")
            answers.append((await eve.until(lambda told: told["type"] in ("entry_list", "refused")))["type"])
        assert answers == ["entry_list"] * 15 + ["refused"]
        assert eve.heard[-1]["why"]["id"] == "too_many_commands"


async def test_what_everyone_at_a_table_is_told_is_charged_by_their_number() -> None:
    limits = replace(SPENT.limits, burst_at_once=300, reactions_at_once=1000)
    async with running_server(MemoryStore(), replace(SPENT, limits=limits)) as url, AsyncExitStack() as stack:
        seats, tokens = seated("Eve")
        code = await open_at(url, *seats, {})
        eve = await stack.enter_async_context(Player(url, code, *tokens))
        for _ in range(19):
            await stack.enter_async_context(Player(url, code))
        answers = []
        while "refused" not in answers:
            await eve.send("react", seat=0, reaction="hello")
            answers.append((await eve.until(lambda told: told["type"] in ("reacted", "refused")))["type"])
        # Opening the table weighs 6, each of twenty sockets 10 and its hello 1; each reaction weighs 1 and 20 / 20.
        assert answers == ["reacted"] * 36 + ["refused"]
        assert eve.heard[-1]["why"]["id"] == "too_many_commands"


def most_bytes(work: Callable[[], object]) -> int:
    """Measure the peak memory of some work in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


LONGEST_SHEET = 4_000
HOSTILE_SHEETS = {
    "a deep key": "a" + ".a" * (LONGEST_SHEET // 2 - 2) + "=1",
    "a deep quoted key": '"a"' + '."a"' * (LONGEST_SHEET // 4 - 2) + "=1",
    "a deep table": "[a" + ".a" * (LONGEST_SHEET // 2 - 2) + "]",
    "a deep key in a table": "a={a" + ".a" * (LONGEST_SHEET // 2 - 6) + "=1}",
    "many keys of many parts": ("a" + ".a" * 99 + "=1\n") * (LONGEST_SHEET // 202),
    "nested lists": "a=" + "[" * (LONGEST_SHEET // 2 - 2) + "]" * (LONGEST_SHEET // 2 - 2),
    "many tables": "\n".join(f"[a.b{n}]" for n in range(400)),
}


@pytest.mark.parametrize("name", HOSTILE_SHEETS)
def test_no_sheet_is_much_work_to_read(name: str) -> None:
    text = HOSTILE_SHEETS[name]
    assert len(text) <= LONGEST_SHEET

    def read() -> None:
        with pytest.raises(SheetError):
            decode_sheet(text.encode())

    # A key of a thousand parts needs megabytes, and the time to fill them.
    assert most_bytes(read) < 1_000_000


def test_dots_in_texts_and_remarks_are_no_keys() -> None:
    row = "[[rows]]\ncells = [{}]\n"
    cells = [", ".join(f'"{color}{n}"' for n in range(2, 13)[:: 1 if color in "ry" else -1]) for color in "rygb"]
    head = f"# {'.' * 200}\ngame = 'qwixx'\nname = 'mine'\nsource = 'a...{'.' * 80}'\n"
    assert decode_sheet((head + "".join(row.format(each) for each in cells)).encode()).name == "mine"


def long_table() -> Driver:
    """Return a match of Sixto with typed dice and no ticks."""
    driver = started(*map(person, range(6)), game="sixto", dice="typed")
    dice = SeededDice(1)
    while not driver.table.match.over:
        match = driver.table.match
        if match.dice_wanted:
            driver.do(commands.Throw, match.active, roll=match.draw_roll(dice))
        driver.pass_all()
    return driver


async def count_turns(work: asyncio.Task[object]) -> int:
    """Count how often another task runs while some work is in progress."""
    n_turns = 0
    while not work.done():
        await asyncio.sleep(0)
        n_turns += 1
    return n_turns


async def test_a_long_history_is_walked_once_and_holds_nobody_up() -> None:
    table, history = long_table().table, EntryCache()
    work = asyncio.create_task(history.entries(table))
    assert await count_turns(cast("asyncio.Task[object]", work)) >= 5
    assert len(work.result()) > 120
    assert history.is_known(table) and await history.entries(table) is work.result()
    last = work.result()[-1]
    place = Place(last.turn, 0, last.phase, last.seat)
    seeking = asyncio.create_task(history.choices(table, place))
    assert await count_turns(cast("asyncio.Task[object]", seeking)) >= 5
    assert last.text in seeking.result()
    with pytest.raises(IllegalMoveError):
        await history.choices(table, Place(99, 0, last.phase, 0))
    table.sequence += 1
    assert not history.is_known(table)
    assert await history.entries(table) == work.result()


def test_looking_back_weighs_more_at_a_longer_table() -> None:
    table = open_table(person(0), person(1), dice="typed")
    table.sequence = 1500
    look, choices = commands.ListEntries(), commands.ListEntries(seat=0, turn=1, phase="white")
    correction = commands.Correct(id="a", seat=0, roll="w1")
    weights = [weigh(each, table, is_known=known) for each in (look, choices) for known in (True, False)]
    assert weights == [1, 51, 51, 101] and weigh(correction, table, is_known=True) == 151
    pad = open_table(person(0), person(1), dice="unknown")
    assert not pad.match.has_dice
    assert weigh(choices, pad, is_known=True) == 1
    assert weigh(commands.Ping(), table, is_known=False) == 1


def count_corrections(kind: type[Match | Pad], monkeypatch: pytest.MonkeyPatch) -> list[Place]:
    """Return a list of the places of all corrections that are replayed from here on."""
    worked_out, work_out = list[Place](), kind.corrected

    def count(match: Match | Pad, place: Place, text: str) -> Correction:
        worked_out.append(place)
        return work_out(match, place, text)  # type: ignore[arg-type]  # it is a method of this very class

    monkeypatch.setattr(kind, "corrected", count)
    return worked_out


def test_a_correction_enters_the_match_again_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, worked_out = long_table(), count_corrections(Match, monkeypatch)
    first = next(event for event in driver.log if isinstance(event, events.Thrown))
    driver.do(commands.Correct, 0, turn=1, throw=1, roll=first.roll)
    assert len(worked_out) == 1 and driver.table.n_corrections == 1


def test_a_correction_enters_a_pad_again_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, worked_out = started(person(0), person(1), dice="unknown"), count_corrections(Pad, monkeypatch)
    driver.do(commands.Enter, 0, text="r5")
    driver.do(commands.Enter, 0, text="r7")
    driver.do(commands.Correct, 0, turn=1, move="r6")
    assert worked_out == [Place(1, 0, "pad", 0)]
    # Entries made in between belong to the pad too.
    driver.table.check_correction(Place(1, 0, "pad", 0), "r5")
    driver.do(commands.Enter, 0, text="r8")
    corrected = events.Corrected(at=0, seat=0, move="r5", turn=1, phase="pad", of=0, was="r6")
    driver.table.apply(corrected)
    assert [entry.text for entry in driver.table.match.history().values()] == ["r5", "r7", "r8"]


async def test_corrections_are_replayed_one_by_one_and_charged() -> None:
    driver = long_table()
    first = next(event for event in driver.log if isinstance(event, events.Thrown))
    for _ in range(8):
        driver.do(commands.Correct, 0, turn=1, throw=1, roll=first.roll)
    replaying = asyncio.create_task(replay_log("match", [driver.table.setup, *driver.log]))
    assert await count_turns(cast("asyncio.Task[object]", replaying)) >= 8 + len(driver.log) // 25
    table = replaying.result()
    assert table.n_reentered == driver.table.n_reentered > 8 * 120
    assert weigh_entries(driver.log) >= table.n_reentered / 20 > 48
    assert MOST_REENTERED / 20 <= 1000


async def test_work_whose_weight_is_known_late_is_paid_by_what_comes_next() -> None:
    throttles = Throttles(replace(LIMITS, burst_at_once=20, burst_per_second=10))
    throttles.bursts.of("eve").spend(60)
    assert throttles.bursts.of("eve").wait(1) == pytest.approx(4.1, abs=0.1)
    assert throttles.bursts.of("ann").wait(1) == 0


async def test_what_waits_waits_also_for_work_that_turned_out_heavier() -> None:
    throttles = Throttles(replace(LIMITS, burst_at_once=1, burst_per_second=1000))
    await throttles.pace("eve", 1)
    waiting = asyncio.create_task(throttles.pace("eve", 100))
    await asyncio.sleep(0)
    throttles.bursts.of("eve").spend(20_000)
    with pytest.raises(TooManyError):
        await waiting


def padded(n_entries: int) -> Driver:
    """Return a pad with this many entries, each erased but the last."""
    driver = started(person(0), person(1), dice="unknown")
    for number in range(1, n_entries + 1):
        driver.do(commands.Enter, 0, text="r2")
        if number < n_entries:
            driver.do(commands.Correct, 0, move="-")
    return driver


async def test_entries_of_a_pad_are_replayed_few_at_a_time() -> None:
    driver = padded(40)
    replaying = asyncio.create_task(replay_log("match", [driver.table.setup, *driver.log]))
    assert await count_turns(cast("asyncio.Task[object]", replaying)) >= 40


async def keep_corrected_match(store: MemoryStore) -> tuple[str, float]:
    """Keep a match with typed dice that was corrected 40 times; return it and the weight of what was entered again."""
    wish = NewTable(game="qwixx", seats=[person(0), person(1)], first=0, dice="typed")
    opening = new_opening(wish, None, (), time.time_ns() // 1_000_000, Random(5))
    driver, roll = Driver(opening.table()), "w4 w1 r2 y6 g3 b6"
    driver.do(commands.Start, held=(0,))
    driver.do(commands.Throw, 0, roll=roll)
    driver.pass_all()
    for number in range(40):
        driver.do(commands.Correct, number % 2, turn=1, throw=1, roll=roll)
    await keep_opening(store, opening)
    texts = [events.encode_event(event).decode() for event in driver.log]
    await store.append(opening.match_id, len(opening.events), texts, 0)
    return opening.match_id, weigh_entries(driver.log)


@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_who_has_a_log_with_corrections_replayed_pays_for_them(method: str) -> None:
    store = MemoryStore()
    (match, weight), lobby = await keep_corrected_match(store), Lobby(store, FAST)
    await lobby.open()
    if method == "GET":
        await match_facts(lobby, match, "eve")
    else:
        with pytest.raises(IllegalMoveError):
            await forget_player(lobby, match, TOKENS[0], "eve")
    assert lobby.throttles.bursts.of("eve").late == pytest.approx(weight) and weight >= 6
    await lobby.close()
