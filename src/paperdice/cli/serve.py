"""The commands for hosts: `serve`, `warm`, `backup`, `restore` and `push-keys`."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from paperdice.bots import check_bot
from paperdice.bots.rehearsal import USUAL_BOTS, needs_warm_up
from paperdice.cli.console import STOPPED, make_console
from paperdice.errors import PaperdiceError, SetupError, StoreError, needs
from paperdice.fast.cache import cache_root, size_of
from paperdice.fast.cores import count_cores
from paperdice.files import data_file
from paperdice.games import GAMES, find_game
from paperdice.study.readiness import STUDY
from paperdice.study.worker import PROGRAM
from paperdice.workers.readiness import Warmers, WarmUp

if TYPE_CHECKING:
    from paperdice.store.backup import Backup, Written
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
KeyFile = Annotated[Path | None, Parameter(help="Key file of `paperdice push-keys`, to send push notifications.")]
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
    """Create the parent folder of a file if necessary, accessible only to its owner, and return the file.

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
    push_keys: KeyFile = None,
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
    """Return this machine's address on the local network, or None if other devices cannot reach the server.

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


Games = Annotated[str, Parameter(help="Games to compile bots for; by default all.")]
Levels = Annotated[
    list[str] | None, Parameter(name="--bot", help="Bot to compile, or study for coach and review; may be repeated.")
]
Seats = Annotated[list[int] | None, Parameter(help="Number of seats to compile for; may be repeated, by default 2.")]


def warm(*games: Games, bot: Levels = None, seats: Seats = None) -> int:
    """Compile bots and build their tables ahead of time, so that matches start without a delay."""
    wanted = _list(games, bot or USUAL_BOTS, seats or [2])
    asyncio.run(_warm(wanted))
    left = [each for each in wanted if not each.is_done(cache_root())]
    if left:
        names = ", ".join(f"{each.bot} of {each.game} for {each.seats} seats" for each in left)
        raise PaperdiceError(f"could not compile: {names}")
    make_console().print(f"Ready: {len(wanted)} bots, {size_of(cache_root()) / 1e6:.0f} MB in {cache_root()}")
    return 0


def _list(games: Sequence[str], bots: Sequence[str], seats: Sequence[int]) -> list[WarmUp]:
    wanted = []
    for game in [find_game(name) for name in games] or GAMES:
        for number in seats:
            if number not in game.seats:
                raise SetupError(f"{game.name} is played by {game.seats[0]} to {game.seats[-1]}, not {number}")
        for bot in bots:
            if bot != STUDY:
                check_bot(bot, game)
            wanted += [WarmUp(game.name, bot, number) for number in seats if needs_warm_up(bot)]
    return sorted(wanted, key=lambda each: bots.index(each.bot))


async def _warm(wanted: Sequence[WarmUp]) -> None:
    """Compile bots and build tables as listed, showing a progress bar in a terminal."""
    from paperdice.arena.progress import open_watch  # slow to import, so only when needed

    with open_watch(None) as watch:
        move_bar = watch.follow("Compiling bots")
        done = [each for each in wanted if each.is_done(cache_root())]

        def tell(each: WarmUp, _seconds: float) -> None:
            done.append(each)
            move_bar(len(done), len(wanted))

        move_bar(len(done), len(wanted))
        warmers = Warmers(cache_root(), PROGRAM, tell)
        for each in wanted:
            warmers.ask(each)
        try:
            await warmers.finish()
        finally:
            await warmers.close()


def backup(file: Path, *, data: Data = None, database: Database = None) -> None:
    """Copy all matches into one file; the server may keep running.

    Args:
        file: The backup file to write.
    """
    file_to_copy = data or data_file(MATCHES)
    if database is None and not file_to_copy.exists():
        raise StoreError(f"{file_to_copy} does not exist")
    written = asyncio.run(_backup(find_store(data, database), file))
    sys.stdout.write(f"{written.n_rows} rows written to {file}\n")
    for match_id in sorted(written.damaged):
        sys.stderr.write(f"match {match_id!r} was already damaged; an older backup may have it intact\n")


def restore(file: Path, *, data: Data = None, database: Database = None) -> int:
    """Restore a backup into an empty file or database.

    Args:
        file: The backup file to read.
    """
    from paperdice.store.backup import read_backup

    rows = read_backup(file)
    try:
        asyncio.run(_restore(find_store(data, database), rows))
    except KeyboardInterrupt:
        # The interrupt may have come during or after the commit.
        if asyncio.run(_is_empty(find_store(data, database))):
            sys.stderr.write("\nstopped: nothing was restored, and you can run the same command again\n")
            return STOPPED
    sys.stdout.write(f"{rows.n_rows} rows restored from {file}\n")
    return 0


async def _backup(store: Store, file: Path) -> Written:
    from paperdice.store.backup import write_backup

    await store.open()
    try:
        return await write_backup(store, file)
    finally:
        await store.close()


async def _restore(store: Store, rows: Backup) -> None:
    from rich.console import Console  # slow to import, so only when needed
    from rich.progress import Progress

    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    await store.open(serves=True)
    try:
        with bar:
            task = bar.add_task("Restoring", total=rows.n_rows)
            await store.restore(rows, lambda n_done: bar.update(task, completed=n_done))
    finally:
        await store.close()


async def _is_empty(store: Store) -> bool:
    await store.open()
    try:
        async for _ in store.dump():
            return False
        return True
    finally:
        await store.close()


def push_keys(contact: str, *, file: Path | None = None) -> None:
    """Generate the keys that identify your server to push services; pass the file to `paperdice serve --push-keys`.

    Args:
        contact: How push services can contact you: mailto:you@home.example or https://home.example.
        file: The key file to write; by default next to the matches.
    """
    with needs("web push", "paperdice[push]"):
        from paperdice.server.push.keys import make_keys

    path = file or make_folder(data_file("push-keys.json"))
    keys = make_keys(path, contact)
    sys.stdout.write(f"keys written to {path}; keep this file secret\npublic key: {keys.public}\n")
