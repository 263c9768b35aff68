"""What the first edition has stored is read for ever: its database, its backup and its records.

`tests/first_edition/` was made by the code of the first edition and never changes; its README tells how.
"""

import json
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import paperdice
from paperdice.server.protocol.events import read_event
from paperdice.server.table.facts import dice_facts
from paperdice.server.table.record import record_of
from paperdice.server.table.table import Table
from paperdice.store.backup import read_backup
from paperdice.store.memory import MemoryStore
from paperdice.store.sqlite import SqliteStore
from paperdice.store.store import Store
from paperdice.verify import verify_record
from tests.server.clients import Json, Player, fetch
from tests.server.servers import FAST, running_server

# However old these matches are, no sweep deletes them.
SETTINGS = replace(FAST, keep_idle_days=100_000)
FOLDER = Path(__file__).parents[1] / "first_edition"
EXPECTED: dict[str, Json] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
RECORDS = sorted((FOLDER / "records").glob("*.record"))

# What the first edition told of dice.
DICE_FACTS = {"kind", "server_hash", "commitments", "shares", "revealed", "without", "seed"}

# Every kind of event that the first edition could store.
KINDS = {
    "opened",
    "sat_down",
    "stood_up",
    "renamed",
    "committed",
    "begun",
    "shares_closed",
    "revealed",
    "shares_drawn_anew",
    "rolled",
    "retyped",
    "sealed",
    "withdrawn",
    "substituted",
    "came_back",
    "transfer_offered",
    "reseated",
    "rematched",
}


@pytest.fixture
def database(tmp_path: Path) -> SqliteStore:
    shutil.copy(FOLDER / "paperdice.db", tmp_path / "paperdice.db")
    return SqliteStore(tmp_path / "paperdice.db")


@pytest.fixture(params=["database", "backup"])
async def store(request: pytest.FixtureRequest, database: SqliteStore) -> AsyncIterator[Store]:
    """The matches of the first edition: its own database, and a new store filled from its backup."""
    chosen: Store = database if request.param == "database" else MemoryStore()
    await chosen.open()
    if request.param == "backup":
        await chosen.restore(read_backup(FOLDER / "paperdice.backup"))
    yield chosen
    await chosen.close()


def derived_status(table: Table) -> str:
    """The status of a table, from what it must follow from."""
    if table.started_at is None:
        return "lobby"
    if table.agreement is not None and table.agreement.stage != "ready":
        return "shares"
    return "over" if table.match.over else "playing"


def told_of(table: Table) -> Json:
    """Everything that a table says of itself, as `expected.json` has it."""
    match = table.match
    return {
        "game": table.setup.game,
        "code": table.setup.code,
        "status": table.status,
        "sequence": table.sequence,
        "step": table.step,
        "scores": list(match.scores),
        "winners": list(match.winners),
        "end_reason": match.end_reason,
        "position": match.position(),
        "sealed": [match.sealed(seat) for seat in range(match.seats)],
        "seats": [[seat.kind, seat.name, seat.bot, seat.stand_in] for seat in table.seats],
        "dice": {name: fact for name, fact in msgspec.to_builtins(dice_facts(table)).items() if name in DICE_FACTS},
        "challenge": table.setup.challenge,
        "previous": table.setup.previous,
        "next_match": table.next_match.next_match if table.next_match else None,
        "notices": [_as_told_then(msgspec.to_builtins(notice)) for notice in table.notices],
        "record": record_of(table),
    }


def _as_told_then(notice: Json) -> Json:
    """A notice without what the first edition did not tell: what a bot had played for somebody who is back."""
    later = ("bot", "moves") if notice["type"] == "returned" else ()
    return {key: value for key, value in notice.items() if key not in later}


def expected_of(match_id: str) -> Json:
    """What a table must say of itself."""
    return {key: value for key, value in EXPECTED[match_id].items() if key not in ("finished", "stored_record")}


async def test_every_kind_of_event_is_among_them(store: Store) -> None:
    kinds = {json.loads(text)["type"] for match_id in EXPECTED for text in await store.load(match_id)}
    assert kinds == KINDS


@pytest.mark.parametrize("match_id", EXPECTED)
async def test_a_log_replays_to_the_same_table(store: Store, match_id: str) -> None:
    table = Table.replay(match_id, map(read_event, await store.load(match_id)))
    assert told_of(table) == expected_of(match_id)


async def test_the_status_follows_after_every_event(store: Store) -> None:
    seen = set()
    for match_id in EXPECTED:
        opened, *later = map(read_event, await store.load(match_id))
        table = Table.replay(match_id, [opened])
        for event in later:
            table.apply(event)
            assert table.status == derived_status(table), event
            seen.add(table.status)
    assert seen == {"lobby", "shares", "playing", "over"}


@pytest.mark.parametrize("match_id", EXPECTED)
async def test_what_is_kept_beside_the_log_is_the_same(store: Store, match_id: str) -> None:
    entry = await store.find_match(match_id)
    assert entry is not None
    assert (entry.finished, entry.record) == (EXPECTED[match_id]["finished"], EXPECTED[match_id]["stored_record"])
    table = await store.find_table(EXPECTED[match_id]["code"])
    assert table is not None and table.match_id in EXPECTED


async def test_the_matches_are_served(database: SqliteStore) -> None:
    async with running_server(database, SETTINGS) as url:
        for match_id, expected in EXPECTED.items():
            assert (await fetch(url, f"/api/matches/{match_id}/record")).text == expected["record"]
            facts = (await fetch(url, f"/api/matches/{match_id}")).json()
            assert (facts["scores"], facts["winners"]) == (expected["scores"], expected["winners"])
        running = next(expected for expected in EXPECTED.values() if expected["status"] == "playing")
        async with Player(url, running["code"]) as watcher:
            assert watcher.views[0]["position"] == running["position"]


async def test_a_challenge_has_its_results(database: SqliteStore) -> None:
    challenge = next(told for told in EXPECTED.values() if told["challenge"] and told["game"] == "qwantum")
    async with running_server(database, SETTINGS) as url:
        facts = (await fetch(url, f"/api/challenges/{challenge['challenge']}")).json()
    assert (facts["seed"], facts["bots"]) == (4711, ["random"])
    assert [line["scores"] for line in facts["results"]] == [challenge["scores"]]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.stem))
def test_a_record_is_read_and_written_again(path: Path) -> None:
    text = path.read_text("utf-8")
    match = paperdice.read_record(text)
    assert match.record() == text
    assert [told["scores"] for told in EXPECTED.values() if told["record"] == text] == [list(match.scores)]


def test_the_dice_of_finished_matches_are_verified() -> None:
    finished = [path.read_text("utf-8") for path in RECORDS if "\n* going on" not in path.read_text("utf-8")]
    assert len(finished) == 6
    assert all(not verify_record(text).wrong for text in finished)
