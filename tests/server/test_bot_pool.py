"""Bots at tables: they think elsewhere, and one that fails does not stop the others."""

import random
import secrets

import pytest

from paperdice.position import Position
from paperdice.server.live import bot_pool
from paperdice.store.memory import MemoryStore
from paperdice.view import View
from tests.server.clients import Player, fetch, open_table
from tests.server.servers import running_server


class Broken:
    """A bot that fails in every way."""

    def __init__(self) -> None:
        self._n = 0

    def choose(self, view: View) -> str:
        raise RuntimeError("no idea")

    def decide(self, position: Position, seat: int) -> str:
        self._n += 1
        if self._n % 2:
            raise RuntimeError("no idea")
        return "nonsense"


async def test_a_bot_that_fails_plays_the_quiet_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_pool, "make_bot", lambda *_, **__: Broken())
    token = secrets.token_urlsafe(32)
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, {"name": "Ann", "token": token}, {"bot": "steady"}, auto_throw=True)
        async with Player(url, code, token) as ann:
            await ann.do("start")
            await ann.play_on(random.Random(1))
    assert ann.status == "over"
    assert ann.views[0]["sheets"][1]["misses"] > 0


async def test_a_table_of_bots_plays_for_whoever_watches() -> None:
    async with running_server(MemoryStore()) as url:
        code = await open_table(url, {"bot": "random"}, {"bot": "random"})
        assert (await fetch(url, f"/api/tables/{code}")).json()["status"] == "lobby"
        async with Player(url, code) as watcher:
            await watcher.until(lambda told: told["type"] == "state" and told["table"]["status"] == "over")
            assert watcher.views[0]["seat"] is None
            await watcher.expect("rematch", "only_seated")
