"""Real server processes: killed at any moment, restarted, two of them at one table."""

import asyncio
import contextlib
import random
import secrets
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import paperdice
from tests.server.clients import Json, Player, fetch, open_table, seated
from tests.server.processes import ServerProcess, server_process


async def four_players(url: str) -> list[Player]:
    """A table of four devices whose match has begun."""
    seats, tokens = seated("P0", "P1", "P2", "P3")
    code = await open_table(url, *seats, auto_throw=True)
    players = [Player(url, code, token) for token in tokens]
    for player in players:
        await player.connect()
    await players[0].do("start")
    return players


@pytest.mark.slow
async def test_kill_9_loses_no_acknowledged_move(tmp_path: Path) -> None:
    rng = random.Random(9)
    async with server_process("--data", str(tmp_path / "matches.sqlite")) as process:
        players = await four_players(process.url)
        for _ in range(5):
            playing = [asyncio.create_task(_play_until_lost(player, rng)) for player in players]
            await asyncio.sleep(rng.uniform(0.02, 0.3))
            await process.stop(signal.SIGKILL)
            acknowledged = await asyncio.gather(*playing)
            await process.start()
            for player in players:
                await player.connect()
            assert players[0].state["sequence"] >= max(acknowledged)
        await asyncio.gather(*(player.play_on(rng) for player in players))
        record = (await fetch(process.url, f"/api/matches/{players[0].state['match']}/record")).text
        assert list(paperdice.read_record(record).scores) == players[0].views[0]["scores"]
        for player in players:
            await player.leave()


async def _play_until_lost(player: Player, rng: random.Random) -> int:
    """Plays until the server is gone, and gives the last sequence number that it acknowledged or showed."""
    with contextlib.suppress(ConnectionClosed):
        await player.play_on(rng)
    return max((int(told["sequence"]) for told in player.heard if "sequence" in told), default=0)


async def test_a_gentle_end_tells_the_clients(tmp_path: Path) -> None:
    async with server_process("--data", str(tmp_path / "matches.sqlite")) as process:
        players = await four_players(process.url)
        await process.stop(signal.SIGTERM)
        goodbye = await players[0].until(lambda told: told["type"] == "closing")
        assert goodbye["reason"] == "restart"


@pytest.mark.slow
async def test_two_processes_serve_one_table_and_one_may_die(postgres_url: str) -> None:
    rng = random.Random(10)
    async with server_process("--database", postgres_url) as one, server_process("--database", postgres_url) as two:
        seats, tokens = seated("Ann", "Ben")
        code = await open_table(one.url, *seats, auto_throw=True, first=0)
        ann, ben = Player(one.url, code, tokens[0]), Player(two.url, code, tokens[1])
        await ann.connect()
        await ben.connect()
        await ann.until(_both_are_there)
        await ann.do("start")
        await ben.until(lambda told: told["type"] == "state" and told["views"] != [])
        await asyncio.gather(ann.play_on(rng, _turn(4)), ben.play_on(rng, _turn(4)))
        await _one_dies_in_mid_phase(ann, ben, one)
        ann.url = two.url
        await ann.connect()
        assert (ann.views[0]["seat"], ann.views[0]["position"]) == (0, ben.views[0]["position"])
        await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
        assert ann.views[0]["scores"] == ben.views[0]["scores"]
        record = (await fetch(two.url, f"/api/matches/{ann.state['match']}/record")).text
        assert list(paperdice.read_record(record).scores) == ann.views[0]["scores"]
        await ann.leave()
        await ben.leave()


def _both_are_there(told: Json) -> bool:
    return "table" in told and all(seat["connected"] for seat in told["table"]["seats"])


def _turn(number: int) -> Callable[[Player], bool]:
    return lambda player: bool(player.views) and player.views[0]["turn"] >= number


async def _one_dies_in_mid_phase(ann: Player, ben: Player, process: ServerProcess) -> None:
    """Ben has sealed a move and Ann's server is killed before she answers."""
    while ben.views[0]["phase"] != "white" or not ben.views[0]["choices"]:
        await ben.hear()
    await ben.do("play", seat=1, move=ben.views[0]["choices"][0])
    await process.stop(signal.SIGKILL)
    await ann.leave()


async def test_a_bot_goes_on_through_another_process(postgres_url: str) -> None:
    async with server_process("--database", postgres_url) as one, server_process("--database", postgres_url) as two:
        token = secrets.token_urlsafe(32)
        code = await open_table(one.url, {"name": "Ann", "token": token}, {"bot": "random"}, auto_throw=True, first=1)
        ann = Player(one.url, code, token)
        await ann.connect()
        await ann.do("start")
        await process_killed(one, ann)
        ann.url = two.url
        await ann.connect()
        await ann.play_on(random.Random(3), _turn(3))
        await ann.leave()


async def process_killed(process: ServerProcess, player: Player) -> None:
    """Kills a server and lets its player notice."""
    await process.stop(signal.SIGKILL)
    with contextlib.suppress(ConnectionClosed):
        while True:
            await player.hear()


async def test_a_second_server_on_the_same_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    data = str(tmp_path / "matches.sqlite")
    async with server_process("--data", data) as process:
        words = ("-m", "paperdice", "serve", "--host", "127.0.0.1", "--port", "0", "--data", data)
        second = await asyncio.create_subprocess_exec(sys.executable, *words, stderr=asyncio.subprocess.PIPE)
        _, said = await second.communicate()
        assert second.returncode == 1
        assert f"another server (process {process.pid}) already serves {data!r}" in said.decode()
        assert "Traceback" not in said.decode()
        assert (await fetch(process.url, "/health")).status_code == 200
