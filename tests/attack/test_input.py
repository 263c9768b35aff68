"""Whatever is sent, the answer is a refusal with a reason, never a failure of the server."""

import asyncio
import json
import secrets
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from paperdice.store.memory import MemoryStore
from tests.attack.attackers import call, read_all
from tests.postgres import Server, patient_store
from tests.server.clients import Player, http_client, open_table, socket_at
from tests.server.servers import server_aside

JSON = {"content-type": "application/json"}
BODIES = {
    "nested lists": b"[" * 30_000,
    "nested lists in a field": b'{"game":' + b"[" * 30_000,
    "nested lists in an unknown field": b'{"unknown":' + b"[" * 15_000 + b"]" * 15_000 + b"}",
    "nested objects": b'{"game":' * 6000,
    "broken UTF-8": b'{"game":"\xff\xfe"}',
    "half a surrogate": b'{"game":"\\ud800"}',
    "a NUL byte": b'{"game":"\x00"}',
    "a NUL escape": b'{"game":"qwixx\\u0000","seats":[{},{}]}',
    "a huge number": b'{"game":"qwixx","seats":[{},{}],"seed":' + b"9" * 20_000 + b"}",
    "a huge exponent": b'{"game":"qwixx","seats":[{},{}],"clock":1e999999}',
    "not a number": b'{"game":"qwixx","seats":[{},{}],"clock":NaN}',
    "a text for a number": b'{"game":"qwixx","seats":[{},{}],"first":"none"}',
    "a number for a text": b'{"game":7,"seats":[{},{}]}',
    "a list": b"[]",
    "null": b"null",
    "nothing": b"",
    "a NUL in a sheet": b'{"game":"qwixx","seats":[{},{}],"sheets":["a\\u0000"]}',
    "a NUL in a challenge": b'{"game":"qwixx","seats":[{}],"challenge":"a\\u0000"}',
    "a NUL in a list of matches": b'{"matches":["aaaaaaaa\\u0000"]}',
    "a NUL in a position": b'{"position":"qwixx 1 roll \\u0000","seat":0}',
}
# Addresses of the same resources, and addresses with a variable part.
DETOURS = (
    "/api/tables/",
    "/api/tables%2f",
    "/api//challenges/",
    "/api/challenges/",
    "/api/tables/KXRM/subscribe",
    "/api/tables/KXRM/unsubscribe/",
    "/api/matches/nothing/review",
)
POSTS = ("/api/tables", "/api/challenges", "/api/matches/list", "/api/advise")
PATHS = ("%00", "a%00b", "%ff%fe", "%ed%a0%80", "A" * 5000, "..%2f..", "%f0%9f%8e%b2", "'; drop table matches; --")


@pytest.fixture(scope="module")
def memory() -> Iterator[str]:
    """Return the address of a server that keeps everything in memory."""
    with server_aside(MemoryStore()) as address:
        yield address


@pytest.fixture(scope="module")
def postgres(postgres_server: Server) -> Iterator[str]:
    """Return the address of a server with a database."""
    with server_aside(patient_store(postgres_server.make_schema("input"))) as address:
        yield address


@pytest.fixture(params=["memory", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the address of a server of either kind."""
    return str(request.getfixturevalue(request.param))


async def test_a_body_that_makes_no_sense_is_refused_with_a_reason(url: str) -> None:
    async with http_client(url) as client:
        for name, body in BODIES.items():
            for path in POSTS:
                answer = await client.post(path, content=body, headers=JSON)
                told = (name, path, answer.status_code, answer.text[:200])
                assert answer.status_code in (400, 404) or (path == "/api/matches/list" and answer.json() == []), told
                assert answer.status_code == 200 or answer.json()["why"]["id"], told


async def test_a_path_that_makes_no_sense_is_refused(url: str) -> None:
    async with http_client(url) as client:
        for text in PATHS:
            for place in ("/api/tables/", "/api/matches/", "/api/challenges/", "/"):
                answer = await client.get(f"{place}{text}")
                assert answer.status_code < 500 and (place == "/" or answer.status_code in (400, 404)), (place, text)
            for path in (f"/api/matches/{text}/record", f"/api/tables/KXRM?{text}={text}"):
                assert (await client.get(path)).status_code in (400, 404), path
            answer = await client.delete(f"/api/matches/{text}", headers={"authorization": f"Bearer {'x' * 40}"})
            assert answer.status_code in (400, 403, 404), text


async def test_headers_that_make_no_sense_are_refused(memory: str) -> None:
    async with http_client(memory) as client:
        strange = [b"\xff\xfe", b"http://[", b"null", b"//", b"http://", "http://örtchen".encode(), b"\x80" * 4000]
        for value in strange:
            answer = await client.post("/api/tables", content=b"{}", headers=[(b"origin", value), *JSON_BYTES])
            assert (answer.status_code, answer.json()["why"]["id"]) == (403, "other_site"), value
            answer = await client.delete("/api/matches/nothing", headers=[(b"authorization", b"Bearer " + value)])
            assert answer.status_code in (403, 404), value
            answer = await client.get("/api/games", headers=[(b"accept-encoding", value), (b"cookie", value)])
            assert answer.status_code == 200, value


async def test_a_refusal_arrives_although_its_body_comes_later(memory: str) -> None:
    """A server that closes a connection with unread bytes resets it."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n"
    port = int(memory.rpartition(":")[2])

    def ask() -> bytes:
        with call(port) as connection:
            connection.sendall(head)
            # Long enough for an answer that does not wait for the body.
            time.sleep(0.1)
            connection.sendall(b"[1,")
            time.sleep(0.1)
            connection.sendall(b"2]")
            return read_all(connection)

    answer = await asyncio.to_thread(ask)
    assert answer.startswith(b"HTTP/1.1 415 ") and b"not_json" in answer


JSON_BYTES = [(b"content-type", b"application/json")]
FRAMES = (
    "[" * 8000,
    '{"type":' * 900,
    '{"unknown":' + "[" * 7000,
    '{"type":"play","unknown":' + "[" * 7000,
    '{"type":"play","id":' + "9" * 5000,
    "null",
    "7",
    '""',
    "",
    "\x00",
    '{"type":7}',
)


async def test_a_frame_that_makes_no_sense_is_refused_and_the_socket_lives(url: str) -> None:
    code = await open_table(url, {}, {})
    async with Player(url, code) as ann:
        assert ann._socket is not None
        for frame in (*FRAMES, b"\xff\xfe", b"\x00" * 100):
            await ann._socket.send(frame)
            told = await ann.until(lambda message: message["type"] == "refused")
            assert told["why"]["id"] == "unreadable_command", frame
        for step in (2**63, 10**30, -1):
            await ann.send("play", id="a", seat=0, step=step, move="-")
            assert (await ann.until(lambda message: message["type"] == "refused"))["why"]["id"]
        answer = await ann.do("sit", name="a\x00b", token=secrets.token_urlsafe(32))
        assert answer["type"] == "done"


async def test_other_sites_open_nothing(memory: str) -> None:
    url, wish = memory, {"game": "qwixx", "seats": [{}, {}]}
    async with http_client(url) as client:
        for headers in (
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
            {"origin": url, "sec-fetch-site": "cross-site"},
            {"origin": url.replace("127.0.0.1", "127.0.0.2")},
        ):
            for ask in (
                client.post("/api/tables", json=wish, headers=headers),
                client.post("/api/challenges", json={"game": "qwixx"}, headers=headers),
                client.delete("/api/matches/nothing", headers=headers),
            ):
                answer = await ask
                assert (answer.status_code, answer.json()["why"]["id"]) == (403, "other_site"), headers
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json"):
            answer = await client.post("/api/tables", content=json.dumps(wish), headers={"content-type": kind})
            assert (answer.status_code, answer.json()["why"]["id"]) == (415, "not_json"), kind
        answer = await client.post("/api/tables", content=json.dumps(wish).encode())
        assert answer.status_code == 415
        for path in DETOURS:
            answer = await client.post(path, content=json.dumps(wish), headers={"content-type": "text/plain"})
            assert (answer.status_code, answer.json()["why"]["id"]) == (415, "not_json"), path
        for headers in ({"origin": url}, {"origin": url, "sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}):
            assert (await client.post("/api/tables", json=wish, headers=headers)).status_code == 201


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1:1"])
async def test_other_sites_open_no_sockets(origin: str, memory: str) -> None:
    code = await open_table(memory, {}, {})
    with pytest.raises(InvalidStatus, match="403"):
        await socket_at(memory, code, origin)
