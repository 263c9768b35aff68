"""Everything about a server that its owner may choose."""

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
    """How much one client, and all together, may ask for.

    What comes from this machine is its owner or a proxy, so it is counted only with all together.
    """

    exempt_clients: tuple[str, ...] = ("127.0.0.1", "::1")
    body_bytes: int = 64 * 1024
    frame_bytes: int = 8 * 1024
    sockets: int = 5000
    sockets_per_client: int = 64
    tables: int = 5000
    tables_per_client_minute: int = 30
    misses_per_client_minute: int = 60
    readings_per_client_minute: int = 240
    commands_per_second: float = 20
    commands_at_once: int = 60
    reactions_per_second: float = 0.5
    reactions_at_once: int = 4
    outbox_messages: int = 200
    outbox_bytes: int = 2 * 1024 * 1024
    hello_seconds: float = 10


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of a server's owner; times are in seconds unless the name says otherwise.

    `origins` are pages of other hosts that may open sockets; `keep_finished_days` None keeps matches for ever.
    """

    limits: Limits = Limits()
    origins: tuple[str, ...] = ()
    static: Path = Path(__file__).parent / "static"
    keep_finished_days: int | None = None
    keep_idle_days: int = 30
    bot_budget_ms: int = 100
    bot_pause_ms: int = 700
    idle_session_seconds: float = 600
    presence_seconds: float = 60
    takeover_seconds: float = 3
    sweep_seconds: float = 3600
