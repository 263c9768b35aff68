"""Identification of clients for rate limits, by their address or as reported by a trusted proxy."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable, Sequence

from paperdice.errors import SetupError

# The client of requests from the server's owner, or from a local proxy that does not report its clients.
LOCAL = "local"
# All clients of a trusted proxy that does not report them; they are limited together.
UNNAMED = "unnamed"
NETWORK_BITS = 64
_WITH_PORT = re.compile(r"\[([^\]]*)\](?::\d{1,5})?|([^:]*):\d{1,5}")

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
IpNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
Headers = Iterable[tuple[bytes, bytes]]


def read_proxies(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list of trusted proxies, each an address or a network.

    Raises:
        SetupError: An entry is not an address or network, or would trust every address.
    """
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name == "*":
            raise SetupError("--trust-proxy '*' would let every client choose its own address: name the proxy's")
        try:
            network = ipaddress.ip_network(name, strict=False)
        except ValueError as error:
            raise SetupError(f"a trusted proxy must be an address or network, not {name!r}") from error
        if network.prefixlen == 0:
            raise SetupError(f"--trust-proxy {name!r} would let every client choose its own address: name the proxy's")
    return names


def _read_address(text: str) -> IpAddress | None:
    """Parse an address, ignoring port, brackets and zone; return None if it is invalid.

    An IPv4-mapped IPv6 address is returned as IPv4.
    """
    text = text.strip().strip('"')
    if found := _WITH_PORT.fullmatch(text):
        text = found[1] if found[1] is not None else found[2]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _key(address: IpAddress) -> str:
    """Return the key under which a client is counted: its IPv4 address or IPv6 /64 network."""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))


class Clients:
    """Identifies clients by connection address and proxy headers."""

    def __init__(self, exempt: Collection[str], proxies: Sequence[str] = ()) -> None:
        self._exempt = frozenset(ipaddress.ip_address(name) for name in exempt)
        self._proxies: tuple[IpNetwork, ...] = tuple(ipaddress.ip_network(name, strict=False) for name in proxies)

    def of_peer(self, host: str) -> str:
        """Return the client of a connection, or `LOCAL` (exempt) for proxies, whose clients are limited separately."""
        address = _read_address(host)
        if address is None or address in self._exempt or self._is_proxy(address):
            return LOCAL
        return _key(address)

    def of_request(self, host: str, headers: Headers) -> str:
        """Return the client of a request.

        Proxy headers in requests from the server's own machine are trusted even without configuration: they can only
        subject clients to limits, never exempt them.
        """
        address = _read_address(host)
        is_local = address is None or address in self._exempt
        if address is not None and not is_local and not self._is_proxy(address):
            return _key(address)
        found = list(headers)
        hops = [
            hop for name, value in found if name == b"x-forwarded-for" for hop in value.decode("latin-1").split(",")
        ]
        if hops:
            return self._find_client(hops)
        is_forwarded = any(name == b"forwarded" for name, _ in found)
        return LOCAL if is_local and not is_forwarded else UNNAMED

    def _find_client(self, hops: Sequence[str]) -> str:
        """Return the last hop that is not a trusted proxy; each proxy appends the address of its client to the hops."""
        for hop in reversed(hops):
            address = _read_address(hop)
            if address is None:
                return UNNAMED
            if not self._is_proxy(address):
                return _key(address)
        first = _read_address(hops[0])
        return UNNAMED if first is None else _key(first)

    def _is_proxy(self, address: IpAddress) -> bool:
        return any(address in network for network in self._proxies)
