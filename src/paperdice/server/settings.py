"""Server settings and limits."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

DAY_MS = 86_400_000

try:
    VERSION = version("paperdice")
except PackageNotFoundError:
    VERSION = "0"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits per client, and for all clients combined.

    Requests from this machine come from the server's owner or from a proxy, so only the combined limits apply to them.
    The defaults are high enough for a school class that shares one address; `docs/security.md` explains each limit.
    """

    exempt_clients: tuple[str, ...] = ("127.0.0.1", "::1")
    # Connections, before anything is read
    connections: int = 6000
    connections_per_client: int = 216
    tls_connections_per_client: int = 100
    connections_per_second: float = 20
    connections_at_once: int = 256
    # Incoming requests
    header_bytes: int = 16 * 1024
    headers: int = 100
    body_bytes: int = 64 * 1024
    pending_bytes_per_client: int = 2 * 1024 * 1024
    pipelined: int = 4
    request_seconds: float = 15
    answer_seconds: float = 60
    idle_seconds: float = 10
    hang_up_seconds: float = 10
    # Complete requests
    requests_per_second: float = 40
    requests_at_once: int = 600
    burst_per_second: float = 400
    burst_at_once: int = 20
    readings_per_client_minute: int = 240
    events_a_reading: int = 200
    requests_in_progress: int = 64
    tables_per_client_minute: int = 60
    misses: int = 20
    lockout_seconds: float = 3600
    # Tables
    tables: int = 5000
    empty_tables: int = 100
    # Sockets
    sockets: int = 5000
    sockets_per_client: int = 100
    bots: int = 5000
    bots_per_client: int = 150
    frame_bytes: int = 8 * 1024
    fragments: int = 16
    frames_per_second: float = 40
    frames_at_once: int = 80
    hello_seconds: float = 10
    hellos_per_second: float = 5
    hellos_at_once: int = 40
    commands_per_second: float = 20
    commands_at_once: int = 60
    client_commands_per_second: float = 60
    client_commands_at_once: int = 300
    states_per_second: float = 5
    states_at_once: int = 30
    reactions_per_second: float = 0.5
    reactions_at_once: int = 4
    # Studies
    studies: int = 64
    studies_per_client: int = 4
    # Outboxes
    outbox_messages: int = 200
    outbox_bytes: int = 1024 * 1024
    outboxes_bytes_per_client: int = 4 * 1024 * 1024
    send_buffer_bytes: int = 32 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that the server's owner can change.

    Times are in seconds unless the name says otherwise.

    Attributes:
        limits: Rate limits and quotas.
        origins: Origins of other sites that may send requests and open WebSockets.
        trusted_proxies: Addresses or networks of proxies whose X-Forwarded-For header is trusted.
        static: The folder that contains the files of the web page.
        push_keys: The key file for web push, or None to send no push notifications.
        push_services: Trusted push services in addition to the known ones, as HOST:PORT.
        keep_finished_days: The number of days after which finished matches are deleted, or None to keep them forever.
        n_workers: The number of worker processes for bots.
        warms_ahead: Whether to compile the most common bots at startup.
        own_sheets: Whether tables may use custom sheets.
    """

    limits: Limits = Limits()
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    static: Path = Path(__file__).parent / "static"
    push_keys: Path | None = None
    push_services: tuple[str, ...] = ()
    keep_finished_days: int | None = None
    keep_idle_days: int = 30
    bot_budget_ms: int = 100
    bot_pause_ms: int = 700
    n_workers: int = 2
    warms_ahead: bool = False
    own_sheets: bool = True
    idle_session_seconds: float = 600
    code_release_seconds: float = 86_400
    presence_seconds: float = 60
    takeover_seconds: float = 3
    stand_in_seconds: float = 30
    sweep_seconds: float = 3600
