"""The events of a match, as its log stores them. They contain secrets and are never sent to clients."""

from __future__ import annotations

from typing import ClassVar, Literal, Union, cast

import msgspec
from msgspec import Struct

from paperdice.flow.facts import DiceKind, PaceName

By = Literal["seat", "bot", "clock", "auto"]


class Event(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    """An event at the system time `at`, in milliseconds.

    `command` is the id of the command that caused it, and `sender` names the device and the seat that sent it, since
    each device chooses its own ids. `budget` is how many events of this kind each seat may cause; None means that there
    is no limit. An `is_play` event changes only the match itself, except that it may end it. `may_end` marks the kinds
    of events, besides throws and moves, that may end or reopen a match.
    """

    budget: ClassVar[int | None] = None
    is_play: ClassVar[bool] = False
    may_end: ClassVar[bool] = False

    at: int
    command: str = ""
    sender: str = ""

    def spender(self, sender: str = "") -> str:
        """Return the seat against whose budget the event counts.

        That is `sender` or, if it is empty, the seat in the event's own `sender` field; subclasses return the seat that
        they name.
        """
        return sender or self.sender.rpartition(".")[2]


class SeatEvent(Event):
    """An event about one seat."""

    seat: int

    def spender(self, sender: str = "") -> str:
        """Return the event's own seat; `sender` is ignored."""
        return str(self.seat)


class Opened(Event, tag="opened"):
    """The first event of every log: the game and the options of the match.

    `seed` is the published seed of seeded dice. `series` is the number of matches that each seat has won in a series of
    rematches. If there is a `position`, the match begins with it. `dropped` names earlier agreements on dice at this
    table, as `MATCH/ATTEMPT`, whose dice cannot be checked.
    """

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
    pace: PaceName | None = None
    series: list[int] = []
    position: str = ""
    slow: bool = False
    dropped: list[str] = []


class Arranged(Event, tag="arranged"):
    """Before the start: the game, the sheets or the seats have been changed.

    `seats` has the old number of each new seat, None for an additional one. `by` is the seat that requested the change,
    by its old number.
    """

    budget = 50

    by: int
    game: str
    rules: int
    sheets: list[str]
    seats: list[int | None]
    first: int

    def spender(self, sender: str = "") -> str:
        """Return the seat that requested the change; `sender` is ignored."""
        return str(self.by)


class Sat(SeatEvent, tag="sat"):
    """A person (with the hash of a token) or a bot has taken a seat."""

    budget = 100

    name: str
    token_hash: str = ""
    bot: str | None = None


class Stood(SeatEvent, tag="stood"):
    """A seat has been left for good and is open again."""


class Renamed(SeatEvent, tag="renamed"):
    """A player has changed their nickname."""

    budget = 20

    name: str


class Forgotten(SeatEvent, tag="forgotten"):
    """A player has asked to be forgotten: the name and the token hash are removed from the stored events."""


class ShareOffered(SeatEvent, tag="share_offered"):
    """A seat's device will contribute a share (a secret number) to the dice, and the start waits for it."""

    budget = 20


class Started(Event, tag="started"):
    """The match has been started with all seats taken, and the server has drawn its secrets.

    `seed` is the server's secret for committed dice. `bot_secret` is the seed for random decisions of bots; a challenge
    has none, since its bots play alike for everyone.
    """

    seed: str = ""
    bot_secret: str = ""


class Committed(SeatEvent, tag="committed"):
    """A seat has committed to its share of the dice by publishing its hash."""

    budget = 20

    commitment: str


class SharesClosed(Event, tag="shares_closed"):
    """The stage of commitments is over: seats can only reveal the shares that they have committed to."""


class Revealed(SeatEvent, tag="revealed"):
    """A seat has revealed its share."""

    share: str


class SharesRestarted(Event, tag="shares_restarted"):
    """Some seats withheld their shares: the agreement on the dice begins again without them, with another seed."""

    without: list[int]
    seed: str


class Thrown(SeatEvent, tag="thrown"):
    """Dice have been thrown."""

    is_play = True

    roll: str
    by: By = "seat"


class Corrected(SeatEvent, tag="corrected"):
    """A typed roll, or a move at a table with real dice, has been corrected; later entries are replayed.

    The entry is identified by `turn` and, for a roll, the number of the `throw`; for a move, the seat `of` and the
    `phase`. At a pad `turn` is the number of the entry, and the move `-` deletes it. `was` is the text before the
    correction.
    """

    budget = 50
    may_end = True

    turn: int
    roll: str = ""
    move: str = ""
    throw: int = 0
    phase: str = ""
    of: int = -1
    was: str = ""


class Sealed(SeatEvent, tag="sealed"):
    """A seat has sealed a move. While the move is on `hold`, the phase is not resolved."""

    is_play = True

    move: str
    by: By = "seat"
    hold: bool = False


class Entered(SeatEvent, tag="entered"):
    """At a pad: a seat has made a mark, taken a miss, or applied the pending lock or end (`close`)."""

    may_end = True

    text: str


class Confirmed(Event, tag="confirmed"):
    """Moves on hold have been confirmed and cannot be taken back."""

    is_play = True
    may_end = True

    seats: list[int]


class PaceSet(Event, tag="pace_set"):
    """The pace of the table has been changed."""

    budget = 20

    pace: PaceName


class HintsSet(SeatEvent, tag="hints_set"):
    """A player has agreed to hints in this match, or has withdrawn the agreement."""

    budget = 20

    agreed: bool


class Hinted(SeatEvent, tag="hinted"):
    """A seat has asked the coach for a hint."""


class TakenBack(SeatEvent, tag="taken_back"):
    """A seat has taken back its sealed move."""

    budget = 100
    is_play = True


class Left(SeatEvent, tag="left"):
    """A player has left on purpose, keeps the seat, and may come back."""

    budget = 20


class StoodIn(SeatEvent, tag="stood_in"):
    """A bot has begun to play for an absent player."""

    budget = 50

    bot: str


class Returned(SeatEvent, tag="returned"):
    """An absent player is back, and the stand-in bot has left."""

    budget = 50


class TransferOffered(SeatEvent, tag="transfer_offered"):
    """A seat may be claimed with a code until the time `until`; `by` is the other seat that allowed it, if any."""

    budget = 20

    code_hash: str
    until: int
    by: int | None = None

    def spender(self, sender: str = "") -> str:
        """Return the seat that allowed the transfer; `sender` is ignored."""
        return str(self.seat if self.by is None else self.by)


class Claimed(SeatEvent, tag="claimed"):
    """A seat has been moved to another device."""

    token_hash: str


class RematchAsked(Event, tag="rematch_asked"):
    """Some seats have asked for a rematch."""

    seats: list[int]


class Rematched(Event, tag="rematched"):
    """A rematch has been opened: the table continues with the match `next_match`."""

    next_match: str
    seed: str
    first: int


_EVENTS: list[type[Event]] = [each for each in globals().values() if isinstance(each, type) and issubclass(each, Event)]
EVENTS = tuple(event for event in _EVENTS if not event.__subclasses__())
TAGS = {event: str(event.__struct_config__.tag) for event in EVENTS}
ANY_EVENT = cast("type[Event]", Union[EVENTS])  # noqa: UP007  # made from the classes


def tag_of(event: Event) -> str:
    """Return the tag of an event's kind, as it appears in the log."""
    return TAGS[type(event)]


encode_event = msgspec.json.Encoder().encode
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(ANY_EVENT)


def read_event(text: str | bytes) -> Event:
    """Decode an event from its stored JSON."""
    return _event_decoder.decode(text)
