"""The events of a match, as its log stores them; they contain secrets and are never sent to clients."""

from __future__ import annotations

from typing import ClassVar, Literal, Union, cast

import msgspec
from msgspec import Struct

from paperdice.flow.facts import DiceKind, PaceName

By = Literal["seat", "bot", "clock", "auto"]


class Event(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    """An event at the time `at`; `command` is the id of its command, and `sender` names the device and the seat of that
    command, since every device draws its own ids.

    Each seat may cause at most `budget` events of an optional kind. An `is_play` event changes only the match itself,
    unless it ends it; a `may_end` event, besides moves and throws, may end or reopen a match.
    """

    budget: ClassVar[int | None] = None
    is_play: ClassVar[bool] = False
    may_end: ClassVar[bool] = False

    at: int
    command: str = ""
    sender: str = ""

    def spender(self, sender: str = "") -> str:
        """Return the seat that an event with a budget is charged to: the sender's, unless the event names another."""
        return sender or self.sender.rpartition(".")[2]


class SeatEvent(Event):
    """An event about one seat."""

    seat: int

    def spender(self, sender: str = "") -> str:
        """Return its own seat."""
        return str(self.seat)


class Opened(Event, tag="opened"):
    """The first event: the game and its options; `seed` is the published number of seeded dice.

    `series` has the matches that each seat has won in a series of rematches. With a `position` the match begins there.
    `dropped` names earlier deals of the table whose dice cannot be checked.
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
    """Before the start: the table is rearranged; `seats` has the old number of each seat, None for a new one.

    `by` is the seat that requested it, by its old number.
    """

    budget = 50

    by: int
    game: str
    rules: int
    sheets: list[str]
    seats: list[int | None]
    first: int

    def spender(self, sender: str = "") -> str:
        """Return the seat that requested it."""
        return str(self.by)


class Sat(SeatEvent, tag="sat"):
    """A person (with the hash of a token) or a bot has taken a seat."""

    budget = 100

    name: str
    token_hash: str = ""
    bot: str | None = None


class Stood(SeatEvent, tag="stood"):
    """A seat is open again."""


class Renamed(SeatEvent, tag="renamed"):
    """A person has changed the nickname."""

    budget = 20

    name: str


class Forgotten(SeatEvent, tag="forgotten"):
    """A person has asked to be forgotten; earlier events are stored without the name and the device."""


class ShareOffered(SeatEvent, tag="share_offered"):
    """A seat's device adds a share to the dice, and the start waits for it."""

    budget = 20


class Started(Event, tag="started"):
    """All seats are taken; the match starts, and the server draws its secrets.

    `seed` is that of committed dice. Bots draw from `bot_secret`; a challenge has none, since its bots are the same for
    everyone.
    """

    seed: str = ""
    bot_secret: str = ""


class Committed(SeatEvent, tag="committed"):
    """A seat has committed to its share of the dice."""

    budget = 20

    commitment: str


class SharesClosed(Event, tag="shares_closed"):
    """Commitments are closed, and shares are opened."""


class Revealed(SeatEvent, tag="revealed"):
    """A seat has opened its share."""

    share: str


class SharesRestarted(Event, tag="shares_restarted"):
    """Some seats withheld their share: begin again without them, from another seed."""

    without: list[int]
    seed: str


class Thrown(SeatEvent, tag="thrown"):
    """Dice have been thrown."""

    is_play = True

    roll: str
    by: By = "seat"


class Corrected(SeatEvent, tag="corrected"):
    """A correction of a typed roll, or of a move at such a table; later entries are replayed.

    Its place is a `turn` with the number of a `throw`, or with seat `of` and a `phase`; at a pad the turn is the number
    of the entry, and the move `-` deletes it.
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
    """A seat has sealed a move; while it is on `hold` the phase does not resolve."""

    is_play = True

    move: str
    by: By = "seat"
    hold: bool = False


class Entered(SeatEvent, tag="entered"):
    """At a pad: a seat has made a mark, taken a miss, or closed the moment."""

    may_end = True

    text: str


class Confirmed(Event, tag="confirmed"):
    """The held moves of some seats are confirmed."""

    is_play = True
    may_end = True

    seats: list[int]


class PaceSet(Event, tag="pace_set"):
    """The table has changed its pace."""

    budget = 20

    pace: PaceName


class HintsSet(SeatEvent, tag="hints_set"):
    """A person agrees to hints in this match, or has withdrawn that."""

    budget = 20

    agreed: bool


class Hinted(SeatEvent, tag="hinted"):
    """A seat has asked the coach."""


class TakenBack(SeatEvent, tag="taken_back"):
    """A seat has taken its sealed move back."""

    budget = 100
    is_play = True


class Left(SeatEvent, tag="left"):
    """A person has left on purpose, and may come back."""

    budget = 20


class StoodIn(SeatEvent, tag="stood_in"):
    """A bot plays for an absent person."""

    budget = 50

    bot: str


class Returned(SeatEvent, tag="returned"):
    """The person is back and the bot has left."""

    budget = 50


class TransferOffered(SeatEvent, tag="transfer_offered"):
    """A seat may be claimed with a code until a time; `by` is another seat that has allowed it."""

    budget = 20

    code_hash: str
    until: int
    by: int | None = None

    def spender(self, sender: str = "") -> str:
        """Return the seat that has allowed it."""
        return str(self.seat if self.by is None else self.by)


class Claimed(SeatEvent, tag="claimed"):
    """A seat belongs to another device."""

    token_hash: str


class RematchAsked(Event, tag="rematch_asked"):
    """Some seats ask for another match."""

    seats: list[int]


class Rematched(Event, tag="rematched"):
    """The table continues with another match."""

    next_match: str
    seed: str
    first: int


_EVENTS: list[type[Event]] = [each for each in globals().values() if isinstance(each, type) and issubclass(each, Event)]
EVENTS = tuple(event for event in _EVENTS if not event.__subclasses__())
TAGS = {event: str(event.__struct_config__.tag) for event in EVENTS}
ANY_EVENT = cast("type[Event]", Union[EVENTS])  # noqa: UP007  # made from the classes


def tag_of(event: Event) -> str:
    """Return the name of a kind of event in the log."""
    return TAGS[type(event)]


encode_event = msgspec.json.Encoder().encode
_event_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(ANY_EVENT)


def read_event(text: str | bytes) -> Event:
    """Decode a stored event."""
    return _event_decoder.decode(text)
