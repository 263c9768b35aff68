"""A match that is damaged or has a different rules version is refused with a reason; all others can be played."""

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest

from paperdice.store.entries import Ending
from paperdice.store.sqlite import SqliteStore
from tests.postgres import patient_store
from tests.server.clients import Player, fetch, open_table, seated, socket_at
from tests.server.servers import running_server


async def make_tables(path: Path) -> tuple[list[str], list[str], str]:
    """Create two open tables in a file; return their codes, the tokens of the second table, and the match of the
    first.
    """
    async with running_server(SqliteStore(path)) as url:
        seats, tokens = seated("Ann", "Ben")
        codes = [await open_table(url, *seats, open=True), await open_table(url, *seats, open=True)]
        async with Player(url, codes[0]) as watcher:
            return codes, tokens, watcher.state["match"]


async def test_a_damaged_match_is_refused_and_others_are_played(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    codes, tokens, match = await make_tables(path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update events set event = replace(event, 'Ben', 'Bex') where match_id = ?", (match,))
    async with running_server(SqliteStore(path)) as url:
        for address in (f"/api/tables/{codes[0]}", f"/api/matches/{match}", f"/api/matches/{match}/record"):
            refused = await fetch(url, address)
            assert (refused.status_code, refused.json()["why"]["id"]) == (503, "damaged_match")
        async with socket_at(url, codes[0]) as socket:
            await socket.send('{"type":"hello"}')
            told = [json.loads(await socket.recv()) for _ in range(2)]
        assert (told[0]["type"], told[0]["why"]["id"]) == ("refused", "damaged_match")
        assert (told[1]["type"], told[1]["retry_ms"]) == ("closing", None)
        assert [line["code"] for line in (await fetch(url, "/api/tables")).json()] == [codes[1]]
        async with Player(url, codes[1], tokens[0]) as ann:
            assert (await ann.do("start"))["type"] == "done"


async def test_a_match_under_newer_rules_is_refused_and_others_are_played(tmp_path: Path) -> None:
    """The table's page shows the reason in one sentence without retrying, and the list of open tables omits the
    table.
    """
    path = tmp_path / "matches.sqlite"
    codes, tokens, match = await make_tables(path)
    store = SqliteStore(path)
    await store.open()
    opened, *log = await store.load(match)
    newer = [opened.replace('"rules":1', '"rules":2'), *log]
    await store.rewrite(match, len(newer), newer, 0, Ending(None, "", ""))
    await store.close()
    sentence = f"match {match!r} was begun under rules 2 of qwixx, this Paperdice has 1"
    async with running_server(SqliteStore(path)) as url:
        for address in (f"/api/tables/{codes[0]}", f"/api/matches/{match}", f"/api/matches/{match}/record"):
            refused = await fetch(url, address)
            assert (refused.status_code, refused.json()["message"]) == (503, sentence)
            assert refused.json()["why"]["id"] == "other_match_rules"
        async with socket_at(url, codes[0]) as socket:
            await socket.send('{"type":"hello"}')
            told = [json.loads(await socket.recv()) for _ in range(2)]
        assert (told[0]["type"], told[0]["message"]) == ("refused", sentence)
        assert told[0]["why"]["params"] == {"game": "Qwixx", "rules": 2, "known": 1}
        assert (told[1]["type"], told[1]["retry_ms"]) == ("closing", None)
        assert [line["code"] for line in (await fetch(url, "/api/tables")).json()] == [codes[1]]
        async with Player(url, codes[1], tokens[0]) as ann:
            assert (await ann.do("start"))["type"] == "done"


BAD = ("m%00", "%00", "%ED%A0%80", "a%C0%80b")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_characters_that_no_text_may_have_are_bad_input(kind: str, postgres_url: str, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "matches.sqlite") if kind == "sqlite" else patient_store(postgres_url)
    async with running_server(store) as url:
        for text in BAD:
            for address in (
                f"/api/matches/{text}",
                f"/api/matches/{text}/record",
                f"/api/challenges/{text}",
                f"/api/tables/{text}",
                f"/api/challenges/daily-2026-01-01-qwixx?match={text}",
            ):
                answer = await fetch(url, address)
                assert answer.status_code in (200, 400, 404), (address, answer.status_code)
                if "%00" in text and "tables" not in address:
                    assert (answer.status_code, answer.json()["why"]["id"]) == (400, "bad_text"), address
