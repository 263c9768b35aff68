"""Real server processes: killed at any moment, restarted, or two of them serving one table."""

import asyncio
import contextlib
import random
import resource
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from websockets.exceptions import ConnectionClosed

import paperdice
from tests.patience import PAUSE, eventually, patience
from tests.postgres import Server
from tests.sampling import budget
from tests.server.clients import Json, Player, fetch, open_table, seated
from tests.server.processes import ServerProcess, server_process

# All tests share these processes and thus an event loop; stopped processes are restarted.
pytestmark = pytest.mark.asyncio(loop_scope="module")
DAY = 86_400


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data") / "matches.sqlite"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process_with_file(data: Path) -> AsyncIterator[ServerProcess]:
    async with server_process("--data", str(data)) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def process(process_with_file: ServerProcess) -> ServerProcess:
    """A server with a file."""
    await process_with_file.start()
    return process_with_file


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def processes_with_database(postgres_server: Server) -> AsyncIterator[tuple[ServerProcess, ServerProcess]]:
    words = "--database", postgres_server.make_schema("processes")
    async with server_process(*words, skew_seconds=-DAY) as slow, server_process(*words, skew_seconds=2 * DAY) as fast:
        yield slow, fast


@pytest_asyncio.fixture(loop_scope="module")
async def two(processes_with_database: tuple[ServerProcess, ServerProcess]) -> tuple[ServerProcess, ServerProcess]:
    """Two servers with one database, whose clocks differ by three days."""
    for each in processes_with_database:
        await each.start()
    return processes_with_database


async def four_players(url: str) -> list[Player]:
    """Open a table with four devices and start its match."""
    seats, tokens = seated("P0", "P1", "P2", "P3")
    code = await open_table(url, *seats, auto_throw=True)
    players = [Player(url, code, token) for token in tokens]
    for player in players:
        await player.connect()
    await players[0].do("start")
    return players


@pytest.mark.slow
@pytest.mark.sampled
async def test_kill_9_loses_no_acknowledged_move(process: ServerProcess) -> None:
    rng = random.Random(9)
    players = await four_players(process.url)
    for _ in range(budget(2, 20)):
        playing = [asyncio.create_task(_play_until_lost(player, rng)) for player in players]
        await _until_heard(players, rng.randrange(1, 60))
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


async def _until_heard(players: list[Player], more: int) -> None:
    """Wait until the players have received this many more messages, or until their match is over."""
    enough = sum(len(player.heard) for player in players) + more
    await eventually(
        lambda: sum(len(player.heard) for player in players) >= enough or players[0].status == "over",
        "the match goes on",
    )


async def _play_until_lost(player: Player, rng: random.Random) -> int:
    """Play until the connection is lost; return the last sequence number that was acknowledged or shown."""
    with contextlib.suppress(ConnectionClosed):
        await player.play_on(rng)
    return max((int(told["sequence"]) for told in player.heard if "sequence" in told), default=0)


async def test_a_gentle_end_tells_the_clients(process: ServerProcess) -> None:
    players = await four_players(process.url)
    await process.stop(signal.SIGTERM)
    goodbye = await players[0].until(lambda told: told["type"] == "closing")
    assert goodbye["reason"] == "restart"


async def test_a_second_server_on_the_same_file_is_refused_in_one_sentence(process: ServerProcess, data: Path) -> None:
    words = ("-m", "paperdice", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data))
    second = await asyncio.create_subprocess_exec(sys.executable, *words, stderr=asyncio.subprocess.PIPE)
    _, said = await second.communicate()
    assert second.returncode == 1
    assert f"another server (process {process.pid}) already serves {str(data)!r}" in said.decode()
    assert "Traceback" not in said.decode()
    assert (await fetch(process.url, "/health")).status_code == 200


async def test_a_disk_that_takes_nothing_is_told_and_being_well_again_too(process: ServerProcess, data: Path) -> None:
    assert (await fetch(process.url, "/health")).json() == {"status": "ok"}
    _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, hard))
    told = await _until_health(process.url, 503)
    assert told["why"]["id"] == "store_failed"
    assert str(data.parent) not in str(told)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    await _until_health(process.url, 200)


async def _until_health(url: str, status: int) -> Json:
    """Poll `/health` and return the first response with this status."""
    async with asyncio.timeout(patience()):
        while (answer := await fetch(url, "/health")).status_code != status:
            await asyncio.sleep(PAUSE)
    told: Json = answer.json()
    return told


def _both_are_there(told: Json) -> bool:
    return "table" in told and all(seat["connected"] for seat in told["table"]["seats"])


def _turn(number: int) -> Callable[[Player], bool]:
    return lambda player: bool(player.views) and player.views[0]["turn"] >= number


async def ann_and_ben(two: tuple[ServerProcess, ServerProcess], **wishes: object) -> tuple[Player, Player]:
    """Start a match of two players, each connected to a separate process."""
    seats, tokens = seated("Ann", "Ben")
    code = await open_table(two[0].url, *seats, first=0, **wishes)
    ann, ben = (Player(process.url, code, token) for process, token in zip(two, tokens, strict=True))
    await ann.connect()
    await ben.connect()
    await ann.until(_both_are_there)
    if not _both_are_there(ben.state):
        await ben.until(_both_are_there)
    await ann.do("start")
    return ann, ben


async def test_two_servers_whose_clocks_differ_by_days_play_one_match(
    two: tuple[ServerProcess, ServerProcess],
) -> None:
    ann, ben = await ann_and_ben(two, clock=3600)
    await ann.do("throw", seat=0)
    await ben.until(lambda told: told["type"] == "state" and told["views"] != [] and told["views"][0]["choices"] != [])
    for player in (ann, ben):
        assert 0 < player.state["table"]["clock"]["left_ms"] <= 3_600_000
    code = (await ann.do("transfer", seat=0), ann.heard[-2]["code"])[1]
    async with Player(ben.url, ann.code) as other:
        assert (await other.do("claim", code=code, token="c" * 32))["type"] == "done"
    times = [notice["at"] for notice in ann.state["notices"]]
    assert times == sorted(times)
    await ann.leave()
    await ben.leave()


@pytest.mark.slow
async def test_two_processes_serve_one_table_and_one_may_die(two: tuple[ServerProcess, ServerProcess]) -> None:
    rng = random.Random(10)
    ann, ben = await ann_and_ben(two, auto_throw=True)
    await ben.until(lambda told: told["type"] == "state" and told["views"] != [])
    await asyncio.gather(ann.play_on(rng, _turn(4)), ben.play_on(rng, _turn(4)))
    await _one_dies_in_mid_phase(ann, ben, two[0])
    ann.url = two[1].url
    await ann.connect()
    assert (ann.views[0]["seat"], ann.views[0]["position"]) == (0, ben.views[0]["position"])
    await asyncio.gather(ann.play_on(rng), ben.play_on(rng))
    assert ann.views[0]["scores"] == ben.views[0]["scores"]
    record = (await fetch(two[1].url, f"/api/matches/{ann.state['match']}/record")).text
    assert list(paperdice.read_record(record).scores) == ann.views[0]["scores"]
    await ann.leave()
    await ben.leave()


async def _one_dies_in_mid_phase(ann: Player, ben: Player, process: ServerProcess) -> None:
    """Seal a move for Ben, and kill Ann's server before she answers."""
    while ben.views[0]["phase"] != "white" or not ben.views[0]["choices"]:
        await ben.hear()
    await ben.do("play", seat=1, move=ben.views[0]["choices"][0])
    await process.stop(signal.SIGKILL)
    await ann.leave()


async def test_a_bot_goes_on_through_another_process(two: tuple[ServerProcess, ServerProcess]) -> None:
    token = secrets.token_urlsafe(32)
    code = await open_table(two[0].url, {"name": "Ann", "token": token}, {"bot": "random"}, auto_throw=True, first=1)
    ann = Player(two[0].url, code, token)
    await ann.connect()
    await ann.do("start")
    await two[0].stop(signal.SIGKILL)
    with contextlib.suppress(ConnectionClosed):
        while True:
            await ann.hear()
    ann.url = two[1].url
    await ann.connect()
    await ann.play_on(random.Random(3), _turn(3))
    await ann.leave()
