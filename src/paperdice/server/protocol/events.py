"""The events that a match is made of, as its log keeps them; they hold secrets and never leave the server as such."""

from __future__ import annotations

import hashlib
import hmac
from typing import Literal

import msgspec
from msgspec import Struct

from paperdice.server.protocol.facts import DiceKind

By = Literal["seat", "bot", "clock", "auto"]


class _Event(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    at: int
    command: str = ""


class Opened(_Event, tag="opened"):
    """The first event: what is played and how; `seed` is the server's secret, or the published number."""

    table_id: str
    code: str
    game: str
    rules: int
    sheets: list[str]
    first: int
    dice: DiceKind
    seed: str = ""
    clock: int | None = None
    open: bool = False
    auto_throw: bool = False
    auto_pass: bool = False
    challenge: str | None = None
    previous: str | None = None


class SatDown(_Event, tag="sat_down"):
    """A person (with the hash of a token) or a bot has taken a seat."""

    seat: int
    name: str
    token_hash: str = ""
    bot: str | None = None


class StoodUp(_Event, tag="stood_up"):
    """A seat is open again."""

    seat: int


class Renamed(_Event, tag="renamed"):
    """A person has another nickname."""

    seat: int
    name: str


class Committed(_Event, tag="committed"):
    """A seat has bound itself to its share of the dice."""

    seat: int
    commitment: str


class Begun(_Event, tag="begun"):
    """Everybody sits; the match begins."""


class SharesClosed(_Event, tag="shares_closed"):
    """No more commitments are taken; shares are opened from now on."""


class Revealed(_Event, tag="revealed"):
    """A seat has opened its share."""

    seat: int
    share: str


class SharesDrawnAnew(_Event, tag="shares_drawn_anew"):
    """Some seats kept their share back: begin again without them, from another seed."""

    without: list[int]
    seed: str


class Rolled(_Event, tag="rolled"):
    """Dice lie on the table."""

    seat: int
    roll: str
    by: By = "seat"


class Retyped(_Event, tag="retyped"):
    """The last typed roll was wrong; this is the right one."""

    seat: int
    roll: str


class Sealed(_Event, tag="sealed"):
    """A seat has sealed a move."""

    seat: int
    move: str
    by: By = "seat"


class Withdrawn(_Event, tag="withdrawn"):
    """A seat has taken its sealed move back."""

    seat: int


class Substituted(_Event, tag="substituted"):
    """A bot plays for an absent person."""

    seat: int
    bot: str


class CameBack(_Event, tag="came_back"):
    """The person is back and the bot gone."""

    seat: int


class TransferOffered(_Event, tag="transfer_offered"):
    """A seat may be claimed by whoever knows a code, until a time."""

    seat: int
    code_hash: str
    until: int


class Reseated(_Event, tag="reseated"):
    """A seat belongs to another device."""

    seat: int
    token_hash: str


class Rematched(_Event, tag="rematched"):
    """The table goes on with another match."""

    next_match: str
    seed: str
    first: int


Event = (
    Opened
    | SatDown
    | StoodUp
    | Renamed
    | Committed
    | Begun
    | SharesClosed
    | Revealed
    | SharesDrawnAnew
    | Rolled
    | Retyped
    | Sealed
    | Withdrawn
    | Substituted
    | CameBack
    | TransferOffered
    | Reseated
    | Rematched
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Event)


def write_event(event: Event) -> str:
    """Gives the text that is kept of an event."""
    return _encoder.encode(event).decode()


def read_event(text: str) -> Event:
    """Gives the event that a kept text tells."""
    event: Event = _decoder.decode(text)
    return event


def hash_secret(table_id: str, secret: str) -> str:
    """Gives what is kept of a token or code: useless elsewhere, and of no help to learn the secret."""
    return hashlib.sha256(f"{table_id}:{secret}".encode()).hexdigest()


def is_secret(table_id: str, secret: str, kept: str) -> bool:
    """Tells in constant time whether this is the secret that was hashed."""
    return bool(kept) and hmac.compare_digest(hash_secret(table_id, secret), kept)
