"""The command `paperdice serve`, which runs the game server."""

from __future__ import annotations

import ipaddress
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from paperdice.errors import SetupError, StoreError
from paperdice.fast.cores import count_cores
from paperdice.files import data_file

if TYPE_CHECKING:
    from paperdice.store.store import Store


Host = Annotated[str, Parameter(help="Address to listen on; 127.0.0.1 serves this machine only.")]
Port = Annotated[int, Parameter(help="Port to listen on; 0 picks a free one.")]
Data = Annotated[Path | None, Parameter(help="SQLite file for the matches.")]
Database = Annotated[str | None, Parameter(help="PostgreSQL address instead of a file, for several processes.")]
Certificate = Annotated[Path | None, Parameter(help="Certificate file, to serve HTTPS.")]
Key = Annotated[Path | None, Parameter(help="Private key file of the certificate.")]
Origins = Annotated[list[str] | None, Parameter(help="Origin of another site that may connect; may be repeated.")]
Proxies = Annotated[str | None, Parameter(help="Addresses of reverse proxies whose X-Forwarded-For is trusted.")]
Days = Annotated[int | None, Parameter(help="Delete finished matches after this many days; by default never.")]
Budget = Annotated[int, Parameter(help="Milliseconds per decision for bots that search.")]
Workers = Annotated[int | None, Parameter(help="Worker processes for bots; by default one per core, at most 4.")]
PushKeys = Annotated[Path | None, Parameter(help="Key file of `paperdice push-keys`, to send push notifications.")]
PushServices = Annotated[list[str] | None, Parameter(help="HOST:PORT of a self-hosted push service; may be repeated.")]
OwnSheets = Annotated[bool, Parameter(help="Allow custom sheets.")]
Level = Annotated[Literal["debug", "info", "warning", "error"], Parameter(help="Lowest level of log messages.")]


# The name of the file in the user's data folder that stores matches.
MATCHES = "matches.sqlite"


def find_store(data: Path | None, database: str | None) -> Store:
    """Return the store selected by `--data` or `--database`, by default an SQLite file in the user's data folder.

    Raises:
        SetupError: Both options are given, or one of them is invalid.
    """
    if database is not None:
        if data is not None:
            raise SetupError("use either --data or --database, not both")
        if not database.startswith(("postgresql://", "postgres://")):
            raise SetupError(f"a database address starts with postgresql://, not {database!r}")
        from paperdice.store.postgres import PostgresStore

        return PostgresStore(database)
    from paperdice.store.sqlite import SqliteStore

    if data is not None and data.is_dir():
        raise SetupError(f"{data} is a folder: name a file in it")
    return SqliteStore(data or make_folder(data_file(MATCHES)))


def make_folder(file: Path) -> Path:
    """Create the parent folder of a file if it is missing, accessible only to its owner, and return the file.

    Raises:
        StoreError: The folder cannot be created.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot create the folder {file.parent}: {error.strerror}") from error
    return file


def serve(
    *,
    host: Host = "0.0.0.0",
    port: Port = 8021,
    data: Data = None,
    database: Database = None,
    tls_cert: Certificate = None,
    tls_key: Key = None,
    origin: Origins = None,
    trust_proxy: Proxies = None,
    keep_days: Days = None,
    bot_budget: Budget = 100,
    workers: Workers = None,
    push_keys: PushKeys = None,
    push_service: PushServices = None,
    own_sheets: OwnSheets = True,
    log_level: Level = "warning",
) -> None:
    """Host tables for everyone who opens the printed address."""
    from paperdice.server.ops.clients import read_proxies
    from paperdice.server.run import Address, Options, announcement, run, run_server
    from paperdice.server.settings import Settings

    _check_pair(tls_cert, tls_key)
    settings = Settings(
        origins=tuple(origin or ()),
        trusted_proxies=read_proxies(trust_proxy or ""),
        keep_finished_days=keep_days,
        bot_budget_ms=bot_budget,
        n_workers=_count_workers(workers),
        warms_ahead=True,
        push_keys=push_keys,
        push_services=tuple(push_service or ()),
        own_sheets=own_sheets,
    )
    with _listen(host, port) as listening:
        bound, bound_port, *_ = listening.getsockname()
        address = Address("https" if tls_cert else "http", host, bound_port, _lan_address(host, bound))
        options = Options(listening, tls_cert, tls_key, log_level)
        run(run_server(find_store(data, database), settings, options, lambda: _say(announcement(address))))


def _check_pair(certificate: Path | None, key: Path | None) -> None:
    if (certificate is None) != (key is None):
        raise SetupError("--tls-cert and --tls-key belong together")


def _count_workers(wished: int | None) -> int:
    if wished is not None and wished < 1:
        raise SetupError(f"--workers must be 1 or more, not {wished}")
    return wished or min(4, count_cores())


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to this address; raise `SetupError` with advice if the port is invalid or in use."""
    if not 0 <= port < 65536:
        raise SetupError(f"a port must be 0 to 65535, not {port}")
    try:
        found = socket.getaddrinfo(host or None, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        # A name such as localhost may have addresses of both kinds.
        family, _, _, _, address = min(found, key=lambda each: each[0] != socket.AF_INET)
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((address[0], port, *address[2:]))
        except OSError:
            listening.close()
            raise
    except OSError as error:
        raise SetupError(f"cannot listen on {host} port {port}: {error.strerror}; try --port 0") from error
    return listening


def _lan_address(host: str, bound: str) -> str | None:
    """Return this machine's address on the local network, or None if it has none or serves only itself.

    Args:
        host: The address given by the user.
        bound: The address on which the server listens.
    """
    if not _address(bound).is_unspecified:
        return None if _address(bound).is_loopback else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if _address(found).is_loopback else found


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    return ipaddress.ip_address(text.partition("%")[0])  # without the zone of a link-local address
