"""Invalid input over the socket leaves the table unchanged and the server running."""

import asyncio
import contextlib
import json
import random
import socket
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from paperdice.server.live import connection
from paperdice.store.memory import MemoryStore
from tests.patience import patience
from tests.sampling import budget
from tests.server.clients import Player, open_table, seated, socket_at
from tests.server.servers import FAST, LIMITS, running_server

COMMANDS = (
    *("hello", "sit", "stand", "rename", "seat_bot", "clear_seat", "offer_share", "commit", "reveal", "start"),
    *("throw", "correct"),
    *("play", "take_back", "stand_in", "again", "plan_next", "choose_next", "sit_out", "join_next", "leave_next"),
    *("remove", "admit", "arrange", "transfer", "claim", "react", "ping", "fly", ""),
)
VALUES: tuple[object, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1,
        2,
        7,
        10**30,
        0.5,
        "",
        "-",
        "r5",
        "x" * 40,
        "x" * 3000,
        "\x00",
        "\ud800",
        "w1 w1 r1 y1 g1 b1",
    ),
    *([], {}, [[]], ["t" * 32], "steady", "bravo", "a" * 64),
)
FIELDS = (
    "id",
    "seat",
    "step",
    "move",
    "roll",
    "name",
    "token",
    "tokens",
    "bot",
    "code",
    "commitment",
    "share",
    "game",
    "seats",
    "extra",
)


@pytest.fixture
def url(shared_url: str) -> str:
    return shared_url


async def begun(url: str) -> tuple[Player, Player]:
    """Return two devices in a running match; one has sealed a move."""
    seats, tokens = seated("Ann", "Ben")
    code = await open_table(url, *seats, first=0, auto_throw=True)
    ann, ben = Player(url, code, tokens[0]), Player(url, code, tokens[1])
    await ann.connect()
    await ben.connect()
    await ann.do("start")
    await ann.do("play", seat=0, move=ann.views[0]["choices"][-1])
    await ben.until(lambda told: told["type"] == "sealed")
    return ann, ben


def picture(player: Player) -> tuple[object, ...]:
    """Return all parts of the match that only its players may change."""
    view = player.views[0]
    return player.state["match"], player.state["step"], view["position"], view["answered"], view["sealed"]


async def assert_unchanged(player: Player, before: tuple[object, ...]) -> None:
    await player.leave()
    await player.connect()
    assert picture(player) == before
    await player.leave()


def garbage(rng: random.Random) -> str | bytes:
    """Return a frame that our clients would never send."""
    kind = rng.randrange(5)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(50)))
    if kind == 2:
        return json.dumps(rng.choice(VALUES))
    command = {"type": rng.choice(COMMANDS)} | {
        name: rng.choice(VALUES) for name in rng.sample(FIELDS, rng.randrange(4))
    }
    text = json.dumps(command)
    return text if kind == 3 else text[: rng.randrange(len(text))]


@contextlib.contextmanager
def hung_up_politely() -> Iterator[None]:
    """Allow the server to disconnect, but not to fail."""
    try:
        yield
    except ConnectionClosed as closed:
        assert closed.rcvd is None or closed.rcvd.code not in (1011, 4500), closed


@pytest.mark.parametrize("frame", ["", b"", b"\xff\xfe", "{", b'{"type":'])
async def test_a_frame_that_cannot_be_read_is_answered(url: str, frame: str | bytes) -> None:
    seats, _ = seated("Ann", "Ben")
    code = await open_table(url, *seats)
    async with socket_at(url, code) as stranger:
        await stranger.send(frame)
        assert json.loads(await stranger.recv())["why"]["id"] == "unreadable_command"
        await stranger.send(b'{"type":"hello"}')
        assert json.loads(await stranger.recv())["type"] == "welcome"


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(budget(4, 100)))
async def test_garbage_from_a_stranger_changes_nothing(url: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pause after a mistake is short, so that the server reads frames until it disconnects for too many
    mistakes.
    """
    monkeypatch.setattr(connection, "MISTAKE_SECONDS", 0.001)
    ann, ben = await begun(url)
    await ann.leave()
    await ann.connect()
    before = picture(ann)
    rng = random.Random(seed)
    for _ in range(6):
        with hung_up_politely():
            async with asyncio.timeout(patience()), socket_at(url, ann.code) as stranger:
                if rng.random() < 0.7:
                    await stranger.send('{"type":"hello"}')
                for _ in range(40):
                    await stranger.send(garbage(rng))
                await stranger.send('{"type":"ping"}')
                while (told := str(await stranger.recv())) != '{"type":"pong"}':
                    assert '"sealed":"' not in told
    await assert_unchanged(ann, before)
    await ben.leave()


async def test_a_huge_frame_closes_only_its_own_socket(url: str) -> None:
    ann, ben = await begun(url)
    with pytest.raises(ConnectionClosed):
        await ben.send("rename", id="x", seat=1, name="y" * 100_000)
        while True:
            await ben.hear()
    assert (await ann.do("take_back", seat=0))["type"] == "done"
    await ann.leave()


async def test_half_closed_and_silent_sockets_do_no_harm(url: str) -> None:
    ann, ben = await begun(url)
    place = urlsplit(url)
    for sent in (
        b"",
        b"GET /api/tables/",
        b"GET / HTTP/1.1\r\n",
        _handshake(ann.code),
        _handshake(ann.code) + b"\x81\xfe",
    ):
        raw = socket.create_connection((place.hostname, place.port))
        raw.sendall(sent)
        raw.shutdown(socket.SHUT_WR)
        raw.close()
    assert (await ann.do("take_back", seat=0))["type"] == "done"
    await ann.leave()
    await ben.leave()


def _handshake(code: str) -> bytes:
    lines = (
        f"GET /api/tables/{code}/socket HTTP/1.1",
        "Host: x",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def test_commands_replayed_and_reordered_do_nothing_new(url: str) -> None:
    ann, ben = await begun(url)
    sent = [{"type": "play", "id": f"b{i}", "seat": 1, "step": ben.state["step"], "move": "-"} for i in range(3)]
    for command in (*sent, *reversed(sent), *sent):
        await ben.send(**{"command": command["type"], **{k: v for k, v in command.items() if k != "type"}})
    answers = [await ben.until(lambda told: told["type"] in ("done", "refused")) for _ in range(9)]
    assert [answer["type"] for answer in answers if answer["id"] == "b0"] == ["done"] * 3
    assert {answer["type"] for answer in answers if answer["id"] != "b0"} == {"refused"}
    await ann.leave()
    await ben.leave()


async def test_another_seats_token_opens_no_other_seat(url: str) -> None:
    ann, ben = await begun(url)
    await ben.expect("play", "not_your_seat", seat=0, move="-")
    await ben.expect("take_back", "not_your_seat", seat=0)
    await ben.expect("stand", "not_your_seat", seat=0)
    await ben.expect("transfer", "seat_present", seat=0)
    await ben.expect("rename", "not_your_seat", seat=0, name="Eve")
    other = Player(url, await open_table(url, {}, {}), *ann.tokens)
    await other.connect()
    assert other.state["views"] == []
    await other.expect("start", "only_seated")
    await other.leave()
    await ann.leave()
    await ben.leave()


async def test_too_many_commands_are_refused_and_then_the_socket_closed() -> None:
    limits = replace(LIMITS, commands_per_second=20, commands_at_once=60)
    async with running_server(MemoryStore(), replace(FAST, limits=limits)) as url:
        await flood(url)


async def flood(url: str) -> None:
    """Send more than the limits allow."""
    ann, ben = await begun(url)
    with pytest.raises(ConnectionClosed):
        for _ in range(500):
            await ben.send("ping")
        while True:
            await ben.hear()
    reasons = {told["why"]["id"] for told in ben.heard if told["type"] == "refused"}
    assert reasons == {"too_many_commands"}
    assert ben.heard[-1]["type"] == "closing"
    await ben.connect()
    assert ben.views[0]["seat"] == 1
    await ann.leave()
    await ben.leave()
