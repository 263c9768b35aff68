"""Identification of clients for rate limits."""

import pytest

from paperdice.errors import SetupError
from paperdice.server.ops.clients import LOCAL, UNNAMED, Clients, read_proxies

EXEMPT = ("127.0.0.1", "::1")


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("127.0.0.1", LOCAL),
        ("::1", LOCAL),
        ("::ffff:127.0.0.1", LOCAL),
        ("::2", "::/64"),
        ("127.0.0.2", "127.0.0.2"),
        ("", LOCAL),
    ],
)
def test_clients_are_told_apart_by_address_and_by_network(host: str, key: str) -> None:
    clients = Clients(EXEMPT)
    assert (clients.of_peer(host), clients.of_request(host, [])) == (key, key)


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ([b"192.0.2.7"], "192.0.2.7"),
        ([b"127.0.0.1, 192.0.2.7"], "192.0.2.7"),
        ([b"127.0.0.1", b"192.0.2.7"], "192.0.2.7"),
        ([b"192.0.2.7 , 10.0.0.3"], "192.0.2.7"),
        ([b"  192.0.2.7:4711  "], "192.0.2.7"),
        ([b"[2001:db8:1:2::5]:443"], "2001:db8:1:2::/64"),
        ([b'"[2001:db8:1:2::5]"'], "2001:db8:1:2::/64"),
        ([b"::ffff:192.0.2.7"], "192.0.2.7"),
        ([b"127.0.0.1"], "127.0.0.1"),
        ([b"::1"], "::/64"),
        ([b"[::1]:1"], "::/64"),
        ([b"127.0.0.1, 10.0.0.2, 10.0.0.3"], "127.0.0.1"),
        ([b"10.0.0.2"], "10.0.0.2"),
        ([b"unknown"], UNNAMED),
        ([b""], UNNAMED),
        ([b"127.0.0.1, _hidden"], UNNAMED),
        ([b"127.0.0.1,"], UNNAMED),
        ([b"\xff\x00"], UNNAMED),
    ],
)
@pytest.mark.parametrize("proxy", ["10.0.0.1", "127.0.0.1", "::1", ""])
def test_a_proxied_client_is_never_the_exempt_local_one(proxy: str, lines: list[bytes], key: str) -> None:
    clients = Clients(EXEMPT, ("10.0.0.0/24",))
    headers = [(b"host", b"x"), *((b"x-forwarded-for", line) for line in lines)]
    assert clients.of_request(proxy, headers) == key


def test_a_proxy_that_does_not_name_its_clients_lets_them_share_one_count() -> None:
    clients = Clients(EXEMPT, ("10.0.0.1",))
    assert clients.of_request("10.0.0.1", []) == UNNAMED
    assert clients.of_request("127.0.0.1", [(b"forwarded", b"for=127.0.0.1")]) == UNNAMED
    assert clients.of_peer("10.0.0.1") == LOCAL


def test_strangers_cannot_name_others() -> None:
    clients = Clients(EXEMPT, ("10.0.0.1",))
    headers = [(b"x-forwarded-for", b"127.0.0.1"), (b"forwarded", b"for=127.0.0.1"), (b"x-real-ip", b"127.0.0.1")]
    assert clients.of_request("192.0.2.7", headers) == "192.0.2.7"


@pytest.mark.parametrize("text", ["*", "127.0.0.1, *", "0.0.0.0/0", "::/0", "proxy.example.org", "10.0.0.0/33"])
def test_nobody_may_trust_everybody(text: str) -> None:
    with pytest.raises(SetupError):
        read_proxies(text)


def test_proxies_are_addresses_and_networks() -> None:
    assert read_proxies("127.0.0.1, 10.0.0.0/24,::1") == ("127.0.0.1", "10.0.0.0/24", "::1")
    assert read_proxies("") == ()
