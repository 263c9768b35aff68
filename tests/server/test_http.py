"""Plain HTTP: clear refusals, headers, the page, health and metrics."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from paperdice.errors import StoreError
from paperdice.server.http import challenges
from paperdice.store.entries import TableEntry
from paperdice.store.memory import MemoryStore
from tests.server.clients import Player, fetch, http_client, open_table
from tests.server.servers import FAST, LIMITS, running_server


@pytest.fixture
async def client(shared_url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with http_client(shared_url) as made:
        yield made


TOKEN = "t" * 32
PERSON = {"name": "Ann", "token": TOKEN}


@pytest.mark.parametrize(
    ("wish", "status", "reason"),
    [
        ({"game": "chess", "seats": [{}, {}]}, 404, "unknown_game"),
        ({"game": "qwixx", "seats": [{}] * 6}, 400, "bad_seats"),
        ({"game": "qwixx", "seats": []}, 400, "bad_request"),
        ({"game": "qwixx", "seats": [{}, {}], "first": 2}, 400, "bad_first"),
        ({"game": "qwixx", "seats": [{}, {}], "sheets": ["golden"]}, 404, "unknown_sheet"),
        ({"game": "qwixx", "seats": [{}, {}], "sheets": ["classic"] * 3}, 400, "bad_deal"),
        ({"game": "qwixx", "seats": [{}, {}], "sheets": ["classic", "double-a"]}, 400, "bad_mix"),
        ({"game": "qwixx", "seats": [{"bot": "godlike"}, {}]}, 409, "unknown_bot"),
        ({"game": "qwixx", "seats": [{"bot": "cmd:true"}, {}]}, 400, "bad_request"),
        ({"game": "qwixx", "seats": [{"bot": "random", "name": "Ann"}, {}]}, 400, "bad_seat"),
        ({"game": "qwixx", "seats": [{"name": "Ann"}, {}]}, 400, "bad_seat"),
        ({"game": "qwixx", "seats": [{"name": "x" * 25, "token": TOKEN}, {}]}, 400, "bad_request"),
        ({"game": "qwixx", "seats": [{"name": "Ann", "token": "short"}, {}]}, 400, "bad_request"),
        ({"game": "qwixx", "seats": [{}, {}], "seed": 5}, 400, "seed_not_wanted"),
        ({"game": "qwixx", "seats": [{}, {}], "clock": 1}, 400, "bad_request"),
        ({"game": "qwixx", "seats": [{}, {}], "unknown": 1}, 400, "bad_request"),
        ({"game": "qwixx", "seats": [PERSON], "challenge": "none"}, 404, "unknown_challenge"),
        ({"game": "sixto", "seats": [PERSON], "challenge": "daily-2026-01-01-qwixx-solo"}, 400, "other_challenge"),
        ({"game": "qwixx", "seats": [PERSON, PERSON], "challenge": "daily-2026-01-01-qwixx"}, 400, "other_challenge"),
        ("[", 400, "bad_request"),
        ({}, 400, "bad_request"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(
    client: httpx.AsyncClient, wish: object, status: int, reason: str
) -> None:
    answer = await (
        client.post("/api/tables", content=wish, headers={"content-type": "application/json"})
        if isinstance(wish, str)
        else client.post("/api/tables", json=wish)
    )
    assert (answer.status_code, answer.json()["why"]["id"]) == (status, reason), answer.text


async def test_a_huge_body_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/tables", content=b"x" * 1_000_000, headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        *("/api/tables/AAAA", "/api/tables/hello", "/api/tables/%00", "/api/matches/nothing", "/api/nothing"),
        *("/api/matches/nothing/record", "/api/challenges/nothing", "/assets/nothing.js", "/nothing.js"),
        *("/api/challenges/daily-2026-13-45-qwixx", "/api/challenges/daily-2026-01-01-chess"),
        *("/../pyproject.toml", "/assets/../../app.py", "/%2e%2e/app.py"),
    ],
)
async def test_what_is_not_there_is_not_found(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404


async def test_every_answer_has_the_usual_headers(client: httpx.AsyncClient) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/health", "/schema/openapi.json"):
        headers = (await client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert "server" not in headers
    assert (await client.get("/api/games")).headers["cache-control"] == "no-store"


async def test_the_schemas_are_served_and_nothing_loads_from_elsewhere(client: httpx.AsyncClient) -> None:
    openapi = (await client.get("/schema/openapi.json")).json()
    assert openapi["openapi"].startswith("3.1") and "/api/tables" in openapi["paths"]
    assert "Command" in (await client.get("/schema/protocol.json")).json()["$defs"]
    assert (await client.get("/schema/swagger")).headers["content-type"].startswith(("text/html", "application/json"))
    assert "cdn" not in (await client.get("/schema/swagger")).text


async def test_the_games_show_their_printed_sheets(client: httpx.AsyncClient) -> None:
    games = {game["name"]: game for game in (await client.get("/api/games")).json()}
    assert set(games) == {"qwixx", "longo", "twenty_one", "qwantum", "sixto"}
    first = games["qwixx"]["sheets"][0]
    assert (first["name"], first["rows"][0]["numbers"][:3], games["qwixx"]["seats"]) == ("classic", [2, 3, 4], [1, 5])


async def test_the_list_of_games_is_gzipped_on_request(client: httpx.AsyncClient) -> None:
    """A slow phone needs this list before it can render anything."""
    gzipped = await client.get("/api/games", headers={"accept-encoding": "gzip"})
    plain = await client.get("/api/games", headers={"accept-encoding": "identity"})
    assert gzipped.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert int(gzipped.headers["content-length"]) < 4_000 < int(plain.headers["content-length"])
    assert gzipped.json() == plain.json()
    assert {answer.headers["vary"] for answer in (gzipped, plain)} == {"accept-encoding"}


@pytest.mark.parametrize(
    ("accepted", "is_gzipped"),
    [
        ("br, GZip;q=0.1", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*;q=0", False),
        ("not-gzip", False),
        ("", False),
    ],
)
async def test_gzip_is_only_used_if_accepted(client: httpx.AsyncClient, accepted: str, is_gzipped: bool) -> None:
    games = await client.get("/api/games", headers={"accept-encoding": accepted})
    assert games.status_code == 200 and games.headers["vary"] == "accept-encoding"
    assert games.headers.get("content-encoding") == ("gzip" if is_gzipped else None)
    assert games.json()


async def test_daily_challenges_are_those_of_the_day_that_is_asked_on(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "today", lambda: date(2031, 5, 7))
    games = (await client.get("/api/games")).json()
    assert [game["daily"] for game in games][:2] == ["daily-2031-05-07-qwixx", "daily-2031-05-07-twenty_one"]


async def test_counts_are_in_the_format_of_prometheus() -> None:
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, {}, {})
        async with Player(url, code) as ann:
            await ann.sit("Ann")
            answer = await fetch(url, "/metrics")
    lines = answer.text.splitlines()
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'paperdice_commands_total{type="sit"} 1' in lines
    assert "paperdice_sockets 1" in lines
    assert 'paperdice_command_seconds_bucket{le="+Inf"} 2' in lines


async def test_guessing_codes_is_limited_and_then_right_guesses_are_refused_too() -> None:
    limits = replace(LIMITS, misses=3)
    store = MemoryStore()
    async with (
        running_server(store, replace(FAST, limits=limits)) as url,
        http_client(url) as client,
    ):
        known, unknown = await open_table(url, {}, {}), await open_table(url, {}, {})
        assert (await client.get(f"/api/tables/{known}")).status_code == 200
        codes = [(await client.get("/api/tables/AAAAAA")).status_code for _ in range(5)]
        assert codes == [404, 404, 404, 429, 429]
        looked_up = []

        async def find_table(code: str) -> None:
            looked_up.append(code)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "find_table", find_table)
            refused = await client.get(f"/api/tables/{unknown}")
        assert (refused.status_code, refused.json()["why"]["id"], looked_up) == (429, "too_many_guesses", [])
        with pytest.raises(ConnectionClosed):
            await Player(url, unknown).connect()
        assert (await client.get(f"/api/tables/{known}")).status_code == 200


async def test_guesses_at_the_same_time_are_limited_too() -> None:
    store = MemoryStore()
    honest = store.find_table

    n_asked, all_asked = 0, asyncio.Event()

    async def find_table(code: str) -> TableEntry | None:
        """Wait until ten requests have arrived, then return the table."""
        nonlocal n_asked
        n_asked += 1
        if n_asked == 10:
            all_asked.set()
        await all_asked.wait()
        return await honest(code)

    async with (
        running_server(store, replace(FAST, limits=replace(LIMITS, misses=3))) as url,
        http_client(url) as client,
    ):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "find_table", find_table)
            answers = await asyncio.gather(*(client.get("/api/tables/AAAAAA") for _ in range(10)))
        assert sorted(answer.status_code for answer in answers) == [404] * 3 + [429] * 7


async def test_what_cannot_be_a_code_is_no_guess() -> None:
    limits = replace(LIMITS, misses=3)
    async with (
        running_server(MemoryStore(), replace(FAST, limits=limits)) as url,
        http_client(url) as client,
    ):
        assert [(await client.get("/api/tables/hello")).status_code for _ in range(5)] == [404] * 5


async def test_the_page_is_handed_out_with_etags_and_gzip(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "hello " * 200)
    (tmp_path / "assets" / "app-123.js").write_text("let x = 1")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    settings = replace(FAST, static=tmp_path)
    async with running_server(MemoryStore(), settings) as url, http_client(url) as client:
        start = await client.get("/")
        assert "hello" in start.text and start.headers["content-encoding"] == "gzip"
        assert start.headers["cache-control"] == "no-cache"
        assert (await client.get("/", headers={"if-none-match": start.headers["etag"]})).status_code == 304
        assert (await client.get("/t/KXRM")).text == start.text
        script = await client.get("/assets/app-123.js")
        assert (
            script.headers["content-type"].startswith("text/javascript")
            and "immutable" in script.headers["cache-control"]
        )
        assert (await client.get("/manifest.webmanifest")).headers["content-type"] == "application/manifest+json"


async def test_a_script_inside_the_page_may_run_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<script>let x = 1;</script><script type="module" src="/assets/a.js"></script>'
    )
    settings = replace(FAST, static=tmp_path)
    async with running_server(MemoryStore(), settings) as url, http_client(url) as client:
        policy = (await client.get("/")).headers["content-security-policy"]
    # printf 'let x = 1;' | openssl dgst -sha256 -binary | base64
    assert "script-src 'self' 'sha256-qtc3jf64UXA5J6U02kfQ0Cvn9Uz4wXUaN3NNUVgR2v4='" in policy


async def test_an_unbuilt_page_says_so(tmp_path: Path) -> None:
    settings = replace(FAST, static=tmp_path / "nothing")
    async with running_server(MemoryStore(), settings) as url, http_client(url) as client:
        assert "has not been built" in (await client.get("/")).text


async def test_no_secret_reaches_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    token = secrets.token_urlsafe(32)
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, {"name": "Ann", "token": token}, {})
        async with Player(url, code, token) as ann:
            await ann.do("transfer", seat=0)
            transfer = next(told["code"] for told in ann.heard if told["type"] == "transfer_offered")
    ours = [
        entry.getMessage() for entry in caplog.records if not entry.name.startswith(("websockets", "httpcore", "httpx"))
    ]
    assert not [line for line in ours if token in line or transfer in line]


async def test_a_store_that_fails_loses_nothing_and_the_server_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    async with running_server(store) as url:
        code = await open_table(url, {}, {}, first=0)
        async with Player(url, code) as ann, Player(url, code) as ben:
            await ann.sit("Ann")
            await ben.sit("Ben")
            await ann.do("start")
            with monkeypatch.context() as patch:

                async def full(*_: object, **__: object) -> None:
                    raise StoreError("the disk is full")

                patch.setattr(store, "append", full)
                answer = await ann.do("throw", seat=0, id="again")
                assert (answer["type"], answer["error"]) == ("refused", "StoreError")
                assert ann.views[0]["roll"] == ""
            assert (await ann.do("throw", seat=0, id="again"))["type"] == "done"
            await ben.until(lambda told: told["type"] == "state" and told["views"][0]["roll"] != "")
