"""Push: who is notified, what is delivered and can be decrypted, and which addresses are never contacted."""

import asyncio
import re
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

from paperdice.errors import SetupError
from paperdice.flow.setup import new_opening
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewTable
from paperdice.server.live.storage import keep_opening
from paperdice.server.ops.metrics import Metrics
from paperdice.server.push import services
from paperdice.server.push.keys import make_keys, read_keys
from paperdice.server.push.pushes import Pushes
from paperdice.server.push.services import CallError, call, find_endpoint
from paperdice.server.settings import Settings
from paperdice.store.entries import Subscription
from paperdice.store.memory import MemoryStore
from tests.server.clients import Json, Player, http_client, open_table, seated
from tests.server.push_services import PushedDevice, PushService, running_service, write_certificate
from tests.server.servers import FAST, LONG, running_server
from tests.server.tables import BOTS, person
from tests.server.test_seats import delete

CONTACT = "mailto:owner@home.example"


@pytest.fixture
async def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PushService]:
    certificate, key = write_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with running_service(certificate, key) as service:
        yield service


@pytest.fixture
def keys_file(tmp_path: Path) -> Path:
    make_keys(tmp_path / "keys.json", CONTACT)
    return tmp_path / "keys.json"


@pytest.fixture
def settings(service: PushService, keys_file: Path) -> Settings:
    return replace(FAST, stand_in_seconds=LONG, push_keys=keys_file, push_services=(service.name,))


async def subscribe(url: str, code: str, token: str, wish: Json, how: str = "subscribe") -> httpx.Response:
    async with http_client(url) as client:
        headers = {"authorization": f"Bearer {token}"}
        return await client.post(f"/api/tables/{code}/{how}", json=wish, headers=headers)


async def nothing_comes(service: PushService) -> None:
    await asyncio.sleep(0.3)
    assert service.received.empty()


async def test_an_absent_player_is_notified_once_and_can_decrypt_it(
    service: PushService, settings: Settings, keys_file: Path
) -> None:
    device = PushedDevice()
    endpoint = f"https://{service.name}/to/ben?x=1"
    async with running_server(MemoryStore(), settings) as url:
        code = await open_table(url, {}, {}, first=0, dice="seeded", seed=4)
        async with Player(url, code) as ann:
            ben = Player(url, code)
            await ben.connect()
            await ann.sit("Ann", seat=0)
            await ben.sit("Ben", seat=1)
            answer = await subscribe(url, code, ben.tokens[0], device.subscription(endpoint, "fr"))
            assert answer.status_code == 204, answer.text
            await ann.do("start")
            assert ann.status == "playing"
            await nothing_comes(service)
            await ben.leave()
            await ann.until(lambda told: told["type"] == "table" and not told["table"]["seats"][1]["connected"])
            assert (await ann.do("throw", seat=0))["type"] == "done"
            push = await service.hear()
            assert push.path == "/to/ben?x=1"
            assert push.headers["content-encoding"] == "aes128gcm"
            assert int(push.headers["ttl"]) >= 3600
            assert re.fullmatch("[0-9a-f]{32}", push.headers["topic"])
            claims = push.check_host(read_keys(keys_file).public, f"https://{service.name}")
            assert claims["sub"] == CONTACT and time.time() < claims["exp"] <= time.time() + 86_400
            assert device.read(push.body) == {"code": code, "title": "Qwixx · Ann", "body": "À vous"}
            async with Player(url, code, ann.tokens[0]):
                await nothing_comes(service)
            await ben.connect()
            await ben.do("play", seat=1, move="-")
            await ben.leave()
            await ann.do("play", seat=0, move="-")
            await nothing_comes(service)


async def test_a_player_who_has_to_move_and_closes_a_slow_table_is_notified(
    service: PushService, settings: Settings
) -> None:
    device, (seats, tokens) = PushedDevice(), seated("Ann", "Ben")
    async with running_server(MemoryStore(), settings) as url:
        code = await open_table(url, *seats, first=0, dice="seeded", slow=True)
        async with Player(url, code, tokens[0]) as ann:
            endpoint = f"https://{service.name}/to/ann"
            assert (await subscribe(url, code, tokens[0], device.subscription(endpoint))).status_code == 204
            await ann.do("start")
        assert device.read((await service.hear()).body)["code"] == code


async def test_a_service_that_knows_the_device_no_more_ends_its_subscription(
    service: PushService, keys_file: Path
) -> None:
    pushes, store, subscription, table = await subscribed(service, keys_file)
    service.statuses = ["503 Later", "410 Gone"]
    await pushes.notify(table, [1])
    assert service.received.qsize() == 2
    assert await store.list_subscriptions(subscription.table_id) == []


@pytest.mark.parametrize("status", ["301 Moved", "307 Elsewhere", "400 Bad"])
async def test_an_answer_that_leads_elsewhere_is_not_followed(
    service: PushService, keys_file: Path, status: str
) -> None:
    pushes, store, subscription, table = await subscribed(service, keys_file)
    service.statuses = [status]
    await pushes.notify(table, [1])
    assert [(await service.hear()).path, service.received.qsize()] == ["/to/ben", 0]
    assert len(await store.list_subscriptions(subscription.table_id)) == 1


async def subscribed(service: PushService, keys_file: Path) -> tuple[Pushes, MemoryStore, Subscription, Table]:
    """Return a notifier with short pauses, its store, and a table of two with the second player's subscription."""
    store = MemoryStore()
    opening = new_opening(NewTable(game="qwixx", seats=[person(0), person(1)]), None, BOTS, 5, Random(2))
    await keep_opening(store, opening)
    table = opening.table()
    own = {service.name}
    pushes = Pushes(read_keys(keys_file), own, store, Metrics(), lambda: time.time_ns() // 10**6, pauses=(0.01,))
    wish = PushedDevice().subscription(f"https://{service.name}/to/ben")
    subscription = Subscription(table.setup.table_id, holder=table.seats[1].token_hash, created=1, **wish)
    await pushes.subscribe(subscription)
    return pushes, store, subscription, table


async def test_a_subscription_needs_a_seat_keys_and_a_known_service(service: PushService, settings: Settings) -> None:
    good = PushedDevice().subscription(f"https://{service.name}/to/ann")
    async with running_server(MemoryStore(), settings) as url:
        code = await open_table(url, {}, {})
        async with Player(url, code) as ann:
            await ann.sit("Ann")
            token = ann.tokens[0]
            for wish, by, reason in (
                (good, "x" * 40, "only_seated"),
                ({**good, "endpoint": "https://127.0.0.1:1/to/ann"}, token, "unknown_push_service"),
                ({**good, "endpoint": "https://evil.example/to/ann"}, token, "unknown_push_service"),
                ({**good, "auth": "AAAA"}, token, "bad_push_keys"),
                ({**good, "p256dh": good["auth"]}, token, "bad_push_keys"),
            ):
                answer = await subscribe(url, code, by, wish)
                assert answer.json()["why"]["id"] == reason, answer.text
            assert (await subscribe(url, code, token, good)).status_code == 204
            ended = await subscribe(url, code, token, {"endpoint": good["endpoint"]}, "unsubscribe")
            assert ended.status_code == 204


async def test_a_player_whose_name_was_removed_gets_no_notifications(service: PushService, settings: Settings) -> None:
    store = MemoryStore()
    async with running_server(store, settings) as url:
        code = await open_table(url, {}, {})
        async with Player(url, code) as ann, Player(url, code) as ben:
            for player, name in ((ann, "Ann"), (ben, "Ben")):
                await player.sit(name)
                wish = PushedDevice().subscription(f"https://{service.name}/to/{name}")
                assert (await subscribe(url, code, player.tokens[0], wish)).status_code == 204
            match = await store.find_match(ben.state["match"])
            assert match is not None
            assert await delete(url, match.id, ben.tokens[0]) == 204
    assert [each.endpoint for each in await store.list_subscriptions(match.table_id)] == [
        f"https://{service.name}/to/Ann"
    ]


async def test_without_keys_nothing_is_offered(shared_url: str) -> None:
    async with http_client(shared_url) as client:
        assert (await client.get("/api/push")).json() == {"key": None}
    code = await open_table(shared_url, {}, {})
    async with Player(shared_url, code) as ann:
        await ann.sit("Ann")
        wish = PushedDevice().subscription("https://fcm.googleapis.com/fcm/send/x")
        assert (await subscribe(shared_url, code, ann.tokens[0], wish)).json()["why"]["id"] == "no_push"


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-by3p.notify.windows.com/w/?token=x",
    ],
)
def test_the_services_of_browsers_are_known(address: str) -> None:
    assert not find_endpoint(address).is_own


@pytest.mark.parametrize(
    "address",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com/x",
        "https://push.apple.com.evil.example/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://169.254.169.254/x",
        "https://fcm.googleapis.com/x\r\nHost: y",
        "https://fcm.googleapis.com/x y",
        "https://[",
        "file:///etc/passwd",
    ],
)
def test_no_other_address_is_ever_called(address: str) -> None:
    with pytest.raises(SetupError):
        find_endpoint(address, {"other.example"})


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fd00::1"])
async def test_a_known_name_at_a_private_address_is_not_called(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """Controlling a name server gives no access to the private network; only the resolver is replaced."""

    async def resolve(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", ("8.8.8.8", 443)), (0, 0, 0, "", (address, 443))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    with pytest.raises(CallError, match="not public"):
        await call(find_endpoint("https://fcm.googleapis.com/x"), {}, b"")


async def test_a_service_with_a_wrong_certificate_is_told_nothing(
    service: PushService, keys_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushes, _, _, table = await subscribed(service, keys_file)
    monkeypatch.delenv("SSL_CERT_FILE")
    await pushes.notify(table, [1])
    assert service.received.empty()


async def test_a_certificate_for_another_name_is_refused(service: PushService, keys_file: Path) -> None:
    """The certificate is for 127.0.0.1, which `localhost` resolves to."""
    name = f"localhost:{service.port}"
    with pytest.raises(OSError, match="mismatch"):
        await call(find_endpoint(f"https://{name}/x", {name}), {}, b"")


async def test_a_service_that_says_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        name = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(TimeoutError):
            await call(find_endpoint(f"https://{name}/x", {name}), {}, b"")


def test_keys_are_made_once_and_kept_for_their_owner(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    made = make_keys(path, CONTACT)
    assert read_keys(path).public == made.public and len(made.public) == 87
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(SetupError, match="already exists"):
        make_keys(path, CONTACT)
    with pytest.raises(SetupError, match="a contact must look like"):
        make_keys(tmp_path / "other.json", "owner")
    path.write_text("{}")
    with pytest.raises(SetupError, match="does not contain push keys"):
        read_keys(path)
    with pytest.raises(SetupError, match="cannot read"):
        read_keys(tmp_path / "none.json")
