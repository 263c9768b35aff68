"""Which push services are called, and how: by https, at a public address, once, without following them elsewhere."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from paperdice.errors import Reason, SetupError

# The services of Chrome, Firefox, Safari and Edge; a star stands for one or more names.
KNOWN = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
HTTPS_PORT = 443
SECONDS = 10.0
_PATH = re.compile(r"/[!-~]*")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a push for one device goes; an owner's own service may have a private address."""

    host: str
    port: int
    path: str
    is_own: bool

    @property
    def origin(self) -> str:
        """The service as its host signs for it."""
        return f"https://{self.host}" if self.port == HTTPS_PORT else f"https://{self.host}:{self.port}"


class CallError(OSError):
    """A push service was not called, or gave no answer that makes sense."""


def find_endpoint(address: str, own: Collection[str] = ()) -> Endpoint:
    """The endpoint at an address; SetupError if it belongs to no known service and to none that the owner named."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or HTTPS_PORT
    except ValueError:
        raise _unknown(address) from None
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    is_plain = parts.scheme == "https" and "@" not in parts.netloc and not parts.fragment and _PATH.fullmatch(path)
    is_own = f"{host}:{port}" in own or (port == HTTPS_PORT and host in own)
    if not is_plain or not (is_own or (port == HTTPS_PORT and _is_known(host))):
        raise _unknown(address)
    return Endpoint(host, port, path, is_own)


def _is_known(host: str) -> bool:
    return any(host.endswith(known[1:]) if known.startswith("*") else host == known for known in KNOWN)


def _unknown(address: str) -> SetupError:
    return SetupError(f"{address!r} is no address of a known push service", Reason("unknown_push_service", {}))


async def _find_address(endpoint: Endpoint) -> str:
    """An address of a service; none is taken if any of them is not public, unless the owner named the service."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    for address in addresses:
        number = ipaddress.ip_address(address.partition("%")[0])
        if not endpoint.is_own and (not number.is_global or number.is_multicast):
            raise CallError(f"{endpoint.host} has the address {address}, which is not public")
    return addresses[0]


async def call(endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
    """Posts a body and gives the status of the answer; OSError or TimeoutError if there is none.

    The connection goes to the very address that was looked at, and an answer that leads elsewhere is only a status.
    """
    lines = [f"POST {endpoint.path} HTTP/1.1", f"Host: {endpoint.origin.removeprefix('https://')}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
    async with asyncio.timeout(SECONDS):
        address = await _find_address(endpoint)
        context = ssl.create_default_context()
        reader, writer = await asyncio.open_connection(
            address, endpoint.port, ssl=context, server_hostname=endpoint.host
        )
        try:
            writer.write("\r\n".join(lines).encode() + body)
            await writer.drain()
            return _read_status(await reader.readline())
        except ValueError as error:
            raise CallError(f"{endpoint.host} gave no answer: {error}") from error
        finally:
            writer.close()


def _read_status(line: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] (\d{3})\b", line)
    if found is None:
        raise CallError(f"no status in {line[:80]!r}")
    return int(found[1])
