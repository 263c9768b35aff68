"""Requests to push services: only over HTTPS, only to public addresses, and without following redirects."""

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

# The services of Chrome, Firefox, Safari and Edge; a star matches one or more labels.
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
    """The URL of a device's subscription at a push service.

    `is_own` is true if the server's owner added the service in the settings; only such services may have private
    addresses.
    """

    host: str
    port: int
    path: str
    is_own: bool

    @property
    def origin(self) -> str:
        """The origin of the service, used as the audience of its tokens."""
        return f"https://{self.host}" if self.port == HTTPS_PORT else f"https://{self.host}:{self.port}"


class CallError(OSError):
    """Raised if a push service must not be called or its response is invalid."""


def find_endpoint(address: str, own: Collection[str] = ()) -> Endpoint:
    """Parse and check the endpoint of a subscription.

    Args:
        address: The URL of the endpoint.
        own: Trusted services in addition to the known ones, as HOST:PORT or HOST.

    Raises:
        SetupError: The URL is invalid, or the push service is not known.
    """
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
    return SetupError(f"{address!r} is not an address of a known push service", Reason("unknown_push_service", {}))


async def _find_address(endpoint: Endpoint) -> str:
    """Look up the IP address of a service.

    Raises:
        CallError: The address is not public, and the service was not added by the server's owner.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    for address in addresses:
        number = ipaddress.ip_address(address.partition("%")[0])
        if not endpoint.is_own and (not number.is_global or number.is_multicast):
            raise CallError(f"{endpoint.host} has the address {address}, which is not public")
    return addresses[0]


async def call(endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
    """Post a body to a push service, and return the response status.

    The connection uses the IP address that was checked, and redirects are not followed.

    Raises:
        OSError: The service could not be reached, or its response is invalid.
        TimeoutError: The service did not respond in time.
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
            raise CallError(f"{endpoint.host} gave no valid response: {error}") from error
        finally:
            writer.close()


def _read_status(line: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] (\d{3})\b", line)
    if found is None:
        raise CallError(f"no status in the response {line[:80]!r}")
    return int(found[1])
