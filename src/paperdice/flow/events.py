"""The events of a match, as stored in its log. They contain secrets and are never sent to clients."""

from __future__ import annotations

from typing import ClassVar, Literal, Union, cast

import msgspec
from msgspec import Struct

from paperdice.flow.facts import DiceKind, Evening, PaceName

By = Literal["seat", "bot", "clock", "auto"]
# The budget key of events that are caused by people without a seat.
GUEST = "guest"


class Event(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    """An event in the log of a match.

    `at` is the system time in milliseconds. `command` is the id of the command that caused the event. Since each device
    chooses its own ids, `sender` identifies the device and the seat that sent it. `budget` is the maximum number of
    events of this kind per seat, or None for no limit. `is_play` marks events that change only the match itself,
    although they may end it. `may_end` marks the kinds of events, besides throws and moves, that may end or reopen a
    match.
    """

    budget: ClassVar[int | None] = None
    is_play: ClassVar[bool] = False
    may_end: ClassVar[bool] = False

    at: int
    command: str = ""
    sender: str = ""

    def spender(self, sender: str = "") -> str:
        """Return the seat whose budget is charged for the event.

        This is `sender` or, if it is empty, the seat in the event's own `sender` field. Events that name a seat
        override this method to return that seat.
        """
        return sender or self.sender.rpartition(".")[2]


class SeatEvent(Event):
    """An event about one seat."""

    seat: int

    def spender(self, sender: str = "") -> str:
        """Return the event's own seat; `sender` is ignored."""
        return str(self.seat)


class KeptGuest(Struct, omit_defaults=True):
    """A person without a seat, as carried over from one match of a table to the next."""

    name: str
    token_hash: str
    plays: bool = False
    waits: bool = False


class Opened(Event, tag="opened"):
    """The first event of every log: the game and the options of the match.

    `seed` is the published seed of seeded dice. If `position` is set, the match begins from it. `dropped` lists earlier
    agreements on dice at this table, as `MATCH/ATTEMPT`, whose dice cannot be verified; `stopped` lists those of the
    preceding matches that were stopped.

    What a table carries from match to match: the scoreboard of the `evening`, the `guests`, the token hashes of
    `removed` people, and whether it is `closed` to unknown devices. `tapped` lists the seats of the people who have
    asked for this match; the dice wait for their devices.
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
    position: str = ""
    slow: bool = False
    dropped: list[str] = []
    evening: Evening | None = None
    guests: list[KeptGuest] = []
    removed: list[str] = []
    closed: bool = False
    tapped: list[int] = []
    stopped: list[str] = []


class Arranged(Event, tag="arranged"):
    """The game, the sheets or the seats have been changed before the start.

    `seats` lists the previous number of each seat in the new order, with None for an added seat. `by` is the previous
    number of the seat that requested the change, or -1 if a person without a seat has added one.
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
        return str(self.by) if self.by >= 0 else GUEST


class Sat(SeatEvent, tag="sat"):
    """A person or a bot has taken a seat. `token_hash` identifies the person's device."""

    budget = 100

    name: str
    token_hash: str = ""
    bot: str | None = None


class Stood(SeatEvent, tag="stood"):
    """A seat has been vacated for good and is open again."""


class Renamed(SeatEvent, tag="renamed"):
    """A player has changed their nickname."""

    budget = 20

    name: str


class Forgotten(SeatEvent, tag="forgotten"):
    """A player has asked to be forgotten: the name and the token hash are removed from the stored events."""


class ShareOffered(SeatEvent, tag="share_offered"):
    """A seat's device will contribute a share (a secret number) to the dice, and the match waits for it."""

    budget = 20


class Started(Event, tag="started"):
    """The match has been started, and the server has drawn its secrets.

    `seed` is the server's secret for committed dice. `bot_secret` is the seed for random decisions of bots. It is empty
    in a challenge, where bots play the same way for everyone.
    """

    seed: str = ""
    bot_secret: str = ""


class Committed(SeatEvent, tag="committed"):
    """A seat has committed to its share (secret contribution to the dice) by publishing the hash of it."""

    budget = 20

    commitment: str


class SharesClosed(Event, tag="shares_closed"):
    """No more seats can commit to a share of the dice: only shares already committed to can be revealed."""


class Revealed(SeatEvent, tag="revealed"):
    """A seat has revealed its share (its secret contribution to the dice)."""

    share: str


class SharesRestarted(Event, tag="shares_restarted"):
    """Some seats withheld their secret shares: the agreement on the dice restarts without them and with a new seed."""

    without: list[int]
    seed: str


class Thrown(SeatEvent, tag="thrown"):
    """The dice have been thrown."""

    is_play = True

    roll: str
    by: By = "seat"


class Corrected(SeatEvent, tag="corrected"):
    """A typed roll, or a move at a table with real dice, has been corrected; later entries are replayed.

    A roll is identified by `turn` and `throw`; a move by `turn`, `phase` and the seat `of`. At a pad, `turn` is the
    number of the entry, and the move `-` deletes it. `was` is the text before the correction.
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
    """A seat has sealed a move. While a move is on `hold`, the phase is not resolved."""

    is_play = True

    move: str
    by: By = "seat"
    hold: bool = False


class Entered(SeatEvent, tag="entered"):
    """A seat has made an entry on a pad (a table without dice): a mark, a miss, or `close`.

    The entry `close` applies the pending lock or end of the match. It is made automatically once everyone is done.
    """

    may_end = True

    text: str


class PadDone(SeatEvent, tag="pad_done"):
    """A player at a pad has declared to be done marking while a lock or the end is pending, or has withdrawn this."""

    budget = 200

    is_done: bool


class StopAgreed(SeatEvent, tag="stop_agreed"):
    """A player has agreed to stop the match before its end, or has withdrawn the agreement."""

    budget = 50

    agreed: bool


class MatchStopped(Event, tag="stopped"):
    """The match has been stopped after the turn `turn`, since everyone present has agreed to that."""

    may_end = True

    turn: int


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
    """A player has left deliberately but keeps the seat and may come back."""

    budget = 20


class StoodIn(SeatEvent, tag="stood_in"):
    """A bot has begun to play for an absent player."""

    budget = 50

    bot: str


class Returned(SeatEvent, tag="returned"):
    """An absent player is back, and the stand-in bot, if any, has left."""

    budget = 50


class TransferOffered(SeatEvent, tag="transfer_offered"):
    """A transfer code for a seat has been issued. It expires at the time `until`.

    `by` is the seat that requested the code for an absent player, or None if the seat's own player requested it.
    """

    budget = 20

    code_hash: str
    until: int
    by: int | None = None

    def spender(self, sender: str = "") -> str:
        """Return the seat that requested the code; `sender` is ignored."""
        return str(self.seat if self.by is None else self.by)


class Claimed(SeatEvent, tag="claimed"):
    """A seat has been moved to another device."""

    token_hash: str


class AgainAsked(Event, tag="again_asked"):
    """A person has asked for the next match: the one in `seats` (several share a device), or a guest.

    This starts the countdown.
    """

    seats: list[int] = []
    guest: int | None = None


class NextPlanned(SeatEvent, tag="next_planned"):
    """A player has chosen the game, the sheets and the bots of the next match, and who sits it out.

    `most` is the largest number of seats of the game.
    """

    budget = 50

    game: str
    rules: int
    most: int
    sheets: list[str] | None
    bots: list[str]
    out: list[int]


class Choosing(SeatEvent, tag="choosing"):
    """A player has begun to choose the next match, or has finished; the countdown waits in the meantime."""

    budget = 50

    is_choosing: bool


class SatOut(SeatEvent, tag="sat_out"):
    """A player sits out the next match, or plays after all."""

    budget = 50

    plays: bool


class GuestJoined(Event, tag="guest_joined"):
    """A person without a seat takes part in the next match, or waits to be admitted by the host.

    A person who is known as the guest `known` keeps this number; a new one gets the next number.
    """

    budget = 200

    name: str
    token_hash: str
    waits: bool = False
    known: int | None = None

    def spender(self, sender: str = "") -> str:
        """Return the budget that all people without a seat share; `sender` is ignored."""
        return GUEST


class GuestLeft(Event, tag="guest_left"):
    """A guest has given up taking part, and is removed from the list of guests."""

    guest: int


class Removed(Event, tag="removed"):
    """The host (`by`) has removed a seated player or a guest. That person's device can only watch from then on."""

    budget = 50

    by: int
    seat: int | None = None
    guest: int | None = None

    def spender(self, sender: str = "") -> str:
        """Return the host's seat; `sender` is ignored."""
        return str(self.by)


class Admitted(Event, tag="admitted"):
    """The host (`by`) has admitted a guest who was waiting."""

    budget = 50

    by: int
    guest: int

    def spender(self, sender: str = "") -> str:
        """Return the host's seat; `sender` is ignored."""
        return str(self.by)


class NextOpened(Event, tag="next_opened"):
    """The next match has been opened: the table continues with the match `next_match`.

    Its seats are taken by the people from `seats`, then the people from `guests`, then `bots`. `full_seats` and
    `full_guests` are people who wanted to play, but for whom there was no room.
    """

    next_match: str
    seed: str
    first: int
    game: str
    rules: int
    sheets: list[str]
    seats: list[int]
    guests: list[int] = []
    bots: list[str] = []
    full_seats: list[int] = []
    full_guests: list[int] = []


class EveningForgotten(Event, tag="evening_forgotten"):
    """Players have asked to be forgotten: their names are removed from the scoreboard and the list of guests."""

    players: list[int]
    guests: list[int]


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
