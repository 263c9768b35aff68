"""The results of a challenge are sorted by rank, include the player's own, and cannot be hidden by flooding."""

from collections.abc import AsyncIterator, Iterator
from hashlib import sha256

import httpx
import msgspec
import pytest

from paperdice.flow.facts import FinalResult
from paperdice.store.entries import Ending, MatchEntry, TableEntry, rank_score_of
from paperdice.store.memory import MemoryStore
from paperdice.store.store import Store
from tests.server.clients import http_client
from tests.server.servers import server_aside

Json = dict[str, object]


def id_of(challenge: str, number: int) -> str:
    return sha256(f"{challenge} {number}".encode()).hexdigest()[:24]


async def add_result(store: Store, challenge: str, number: int, name: str, score: int, *, won: bool) -> None:
    """Store a finished match of a challenge, as a server would."""
    match_id = id_of(challenge, number)
    table = TableEntry(f"t{match_id}", f"code{match_id}", match_id, 0)
    await store.create(table, MatchEntry(match_id, table.id, "qwixx", challenge, 0, 0, 0), ["opened"])
    winner = 0 if won else 1
    result = FinalResult("qwixx", [name, "bot"], [None, "random"], ["classic"] * 2, [score, 50], [winner], "locks", 9)
    text = msgspec.json.encode(result).decode()
    await store.append(match_id, 1, ["end"], number, Ending(number, text, "", rank_score_of(score, won=won)))


@pytest.fixture(scope="module")
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture(scope="module")
def url(store: MemoryStore) -> Iterator[str]:
    with server_aside(store) as address:
        yield address


@pytest.fixture
async def client(url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with http_client(url) as made:
        yield made


async def flooded(client: httpx.AsyncClient, store: Store) -> str:
    """Create a challenge that Ann has lost with 40 points and that others have won 700 times, and return its id."""
    challenge = str(
        (await client.post("/api/challenges", json={"game": "qwixx", "bots": ["random"]})).json()["challenge"]
    )
    await add_result(store, challenge, 0, "Ann", 40, won=False)
    for number in range(1, 701):
        await add_result(store, challenge, number, "Eve", 60 + number % 7, won=True)
    return challenge


async def test_the_best_are_listed_not_the_first(client: httpx.AsyncClient, store: MemoryStore) -> None:
    challenge = await flooded(client, store)
    await add_result(store, challenge, 900, "Ben", 120, won=True)
    await add_result(store, challenge, 901, "Cleo", 130, won=False)
    facts = (await client.get(f"/api/challenges/{challenge}")).json()
    assert facts["n_results"] == 703
    assert [(line["place"], line["name"], line["score"]) for line in facts["results"][:2]] == [
        (1, "Ben", 120),
        (2, "Eve", 66),
    ]
    assert [line["match"] for line in facts["results"][1:3]] == [id_of(challenge, 6), id_of(challenge, 13)]


async def test_a_flood_hides_nobodys_own_result(client: httpx.AsyncClient, store: MemoryStore) -> None:
    challenge = await flooded(client, store)
    query = {"match": [id_of(challenge, 0), "unknown", id_of(challenge, 3)]}
    facts = (await client.get(f"/api/challenges/{challenge}", params=query)).json()
    assert "Ann" not in {line["name"] for line in facts["results"]}
    assert [(line["place"], line["name"], line["score"]) for line in facts["own"]] == [
        (301, "Eve", 63),
        (701, "Ann", 40),
    ]


async def test_every_result_can_be_reached(client: httpx.AsyncClient, store: MemoryStore) -> None:
    challenge = await flooded(client, store)
    lines: list[Json] = []
    while page := (await client.get(f"/api/challenges/{challenge}", params={"offset": len(lines)})).json()["results"]:
        lines += page
    assert [line["place"] for line in lines] == list(range(1, 702))
    assert lines[-1]["name"] == "Ann"


async def test_the_results_of_another_challenge_are_not_ones_own(client: httpx.AsyncClient, store: MemoryStore) -> None:
    challenge = await flooded(client, store)
    await add_result(store, "another", 950, "Ann", 99, won=True)
    facts = (await client.get(f"/api/challenges/{challenge}", params={"match": [id_of("another", 950)]})).json()
    assert facts["own"] == []


@pytest.mark.parametrize("query", ["offset=-1", "offset=x", "offset=1000001", "&".join(["match=m"] * 51)])
async def test_queries_out_of_range_are_refused(client: httpx.AsyncClient, query: str) -> None:
    assert (await client.get(f"/api/challenges/daily-2026-01-01-qwixx?{query}")).status_code == 400


async def test_a_damaged_result_is_left_out_and_the_others_stay(client: httpx.AsyncClient, store: MemoryStore) -> None:
    challenge = await flooded(client, store)
    await store.append(id_of(challenge, 6), 2, [], 6, Ending(6, "{rotten", "", rank_score_of(66, won=True)))
    facts = (await client.get(f"/api/challenges/{challenge}")).json()
    assert [line["place"] for line in facts["results"][:2]] == [2, 3]
    lines = (
        await client.post("/api/matches/list", json={"matches": [id_of(challenge, 6), id_of(challenge, 7)]})
    ).json()
    assert [line["match"] for line in lines] == [id_of(challenge, 7)]
