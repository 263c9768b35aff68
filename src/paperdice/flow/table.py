"""The state of a table as a plain object, built from its events without any I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from msgspec import structs

from paperdice.dice import DiceSource
from paperdice.errors import Reason, StoreError
from paperdice.fair import Agreement, Terms, commitment_to
from paperdice.flow import events, notices
from paperdice.flow.budget import spending_of
from paperdice.flow.codes import is_secret
from paperdice.flow.deal import read_deal, seeded_dice
from paperdice.flow.evening import FORGOTTEN, rename_player
from paperdice.flow.facts import Evening, PaceName, SeatKind, Status
from paperdice.game import Game
from paperdice.games import find_game
from paperdice.history import NOTES, Correction, MatchLike, Place
from paperdice.match import Match
from paperdice.pad import Pad

KEPT_COMMANDS = 5000
KEPT_NOTICES = 800


class OtherRulesError(StoreError):
    """The match was begun under another version of its game's rules and cannot be continued with this one."""


def _other_rules(match_id: str, opened: events.Opened, game: Game) -> OtherRulesError:
    params: dict[str, str | int] = {"game": game.title, "rules": opened.rules, "known": game.version}
    return OtherRulesError(
        f"match {match_id!r} was begun under rules {opened.rules} of {game.name}, this Paperdice has {game.version}",
        Reason("other_match_rules", params),
    )


@dataclass(slots=True)
class Seat:
    """The occupant of a seat (a person or a bot), or an open seat."""

    kind: SeatKind = "open"
    name: str = ""
    bot: str | None = None
    stand_in: str | None = None
    token_hash: str = ""
    left: bool = False

    def copy(self) -> Seat:
        """Return an independent copy of the seat."""
        return Seat(self.kind, self.name, self.bot, self.stand_in, self.token_hash, self.left)

    @property
    def player(self) -> str | None:
        """The bot that decides for this seat, or None if a person does."""
        return self.bot or self.stand_in


@dataclass(slots=True)
class TableGuest:
    """A person without a seat: one who plays in the next match, who waits to be admitted, or who is away.

    `tapped` means that the person has asked for the next match during this one, and `is_gone` that the person has
    left the list; guest numbers are never reused.
    """

    name: str
    token_hash: str
    waits: bool = False
    tapped: bool = False
    is_gone: bool = False

    def copy(self) -> TableGuest:
        """Return an independent copy of the guest."""
        return TableGuest(self.name, self.token_hash, self.waits, self.tapped, self.is_gone)


class Table:
    """A table with its current match, rebuilt from the match's log.

    The match begins as specified by `opened`, unless another `match` is given. `step` is incremented by the start, by
    each stage of the agreement on the dice, by each throw and by each resolved phase, so that late commands can be
    recognized. `status` changes only together with `step`.
    """

    def __init__(self, match_id: str, opened: events.Opened, match: MatchLike | None = None) -> None:
        game = find_game(opened.game)
        if opened.rules != game.version:
            raise _other_rules(match_id, opened, game)
        self.match_id = match_id
        self.setup = opened
        self.match: MatchLike = _begin(game, opened) if match is None else match
        self.seats = [Seat() for _ in opened.sheets]
        # The seats of people who were not removed, in the order in which they sat down at this table.
        self.seniority: list[int] = []
        # The scoreboard of the earlier matches at this table.
        self.evening: Evening | None = opened.evening
        self.guests = [
            TableGuest(kept.name, kept.token_hash, kept.waits, tapped=False, is_gone=not kept.token_hash)
            for kept in opened.guests
        ]
        # The guests who play in the next match, in the order in which they asked for that.
        self.queue = [number for number, kept in enumerate(opened.guests) if kept.plays and not kept.waits]
        # The token hashes of people whom the host has removed; at a closed table the host admits new devices.
        self.removed = set(opened.removed)
        self.closed = opened.closed
        # The plan for the next match, the seats that sit it out and those that have asked for it, who has asked first,
        # and the seat that is choosing.
        self.plan: events.NextPlanned | None = None
        self.out: set[int] = set()
        self.tapped: set[int] = set()
        self.asked: events.AgainAsked | None = None
        self.choosing: int | None = None
        # The seats whose devices contribute a share to committed dice.
        self.offered: set[int] = set()
        self.agreement: Agreement | None = None
        self.bot_secret = ""
        self.dice: DiceSource | None = seeded_dice(opened.seed) if opened.dice == "seeded" else None
        self.sequence = 1
        self.status: Status = "lobby"
        self.step = 0
        self.step_at = opened.at
        self.started_at: int | None = None
        self.next_match: events.NextOpened | None = None
        self.transfers: dict[int, events.TransferOffered] = {}
        self.done: dict[tuple[str, str], int] = {}
        self.spent: dict[tuple[str, str], int] = {}
        self.notices: list[notices.Notice] = []
        self.timed_out: list[int] = []
        # The moves of the phase that the last event has resolved, empty if it has resolved none.
        self.resolved: list[str | None] = []
        self.n_corrections = 0
        # The number of entries replayed by corrections; reading the log replays them again.
        self.n_reentered = 0
        # The number of entries replayed by the corrections of each seat.
        self.reentered_by: dict[int, int] = {}
        # The last checked correction, with the sequence number of the log at that time.
        self._checked: tuple[int, Place, str, Correction] | None = None
        self.pace: PaceName | None = opened.pace
        # The seats whose moves are on hold, with the time of the move; and the seats that have taken such a move back.
        self.on_hold: dict[int, int] = {}
        self.wavered: set[int] = set()
        # The seats whose players agree to hints, and the seats that have asked for a hint in this step.
        self.hints: set[int] = set()
        self.hinted: set[int] = set()
        # The seats whose players agree to stop the match, and whether it was stopped.
        self.stop: set[int] = set()
        self.is_stopped = False
        # The seats of a pad whose players are done while a lock or the end is pending.
        self.pad_done: set[int] = set()
        # The number of events other than throws and moves; when it grows, the facts about the table may have changed.
        self.n_around = 0

    @staticmethod
    def replay(match_id: str, log: Iterable[events.Event]) -> Table:
        """Return the table rebuilt from a log.

        Raises:
            StoreError: The log does not begin with the event `Opened`, or the match was begun under other rules.
        """
        table: Table | None = None
        for event in log:
            if table is not None:
                table.apply(event)
            elif isinstance(event, events.Opened):
                table = Table(match_id, event)
            else:
                break
        if table is None:
            raise StoreError(f"the log of match {match_id!r} does not begin at its beginning")
        return table

    def copy(self) -> Table:
        """Return an independent copy of the table."""
        table = Table(self.match_id, self.setup, self.match.copy())
        table.seats = [seat.copy() for seat in self.seats]
        table.seniority, table.evening, table.closed = list(self.seniority), self.evening, self.closed
        table.guests, table.queue = [guest.copy() for guest in self.guests], list(self.queue)
        table.removed, table.plan, table.out = set(self.removed), self.plan, set(self.out)
        table.tapped, table.asked, table.choosing = set(self.tapped), self.asked, self.choosing
        table.agreement = None if self.agreement is None else self.agreement.copy()
        table.offered, table.bot_secret = set(self.offered), self.bot_secret
        table.dice, table.pace, table.next_match = self.dice, self.pace, self.next_match
        table.sequence, table.status, table.n_around = self.sequence, self.status, self.n_around
        table.step, table.step_at, table.started_at = self.step, self.step_at, self.started_at
        table.transfers, table.done, table.spent = dict(self.transfers), dict(self.done), dict(self.spent)
        table.notices = list(self.notices)
        table.timed_out = list(self.timed_out)
        table.n_corrections, table.n_reentered = self.n_corrections, self.n_reentered
        table.reentered_by, table._checked = dict(self.reentered_by), self._checked
        table.on_hold, table.wavered = dict(self.on_hold), set(self.wavered)
        table.hints, table.hinted = set(self.hints), set(self.hinted)
        table.stop, table.is_stopped, table.pad_done = set(self.stop), self.is_stopped, set(self.pad_done)
        return table

    def after(self, new: Iterable[events.Event]) -> Table:
        """Return a copy of the table with further events applied."""
        table = self.copy()
        for event in new:
            table.apply(event)
        return table

    # Queries

    @property
    def persons(self) -> list[int]:
        """The seats that belong to people, whether they are connected or not."""
        return [seat for seat, entry in enumerate(self.seats) if entry.kind == "person"]

    @property
    def open_seats(self) -> list[int]:
        """The seats that anyone may take."""
        return [seat for seat, entry in enumerate(self.seats) if entry.kind == "open"]

    @property
    def has_begun(self) -> bool:
        """Whether the match has begun: the dice are ready for the first throw, or the match is over."""
        return self.status in ("playing", "over")

    @property
    def is_over(self) -> bool:
        """Whether the match has ended by the rules or was stopped.

        A stopped match is not over while entries that a correction made impossible have to be entered again.
        """
        return self.match.over or (self.is_stopped and not self.match.is_waiting)

    @property
    def stopped(self) -> int | None:
        """The last complete turn of a match that was stopped (the last entry of a pad), or None."""
        return self.match.turn - 1 if self.is_over and not self.match.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats of a match that is over or was stopped; none while it continues."""
        return self.match.leaders if self.is_over else ()

    @property
    def live_guests(self) -> list[int]:
        """The numbers of the people without a seat."""
        return [number for number, guest in enumerate(self.guests) if not guest.is_gone]

    @property
    def names(self) -> list[str]:
        """The names of everyone at the table."""
        seated = [entry.name for entry in self.seats if entry.kind != "open"]
        return [*seated, *[self.guests[number].name for number in self.live_guests]]

    @property
    def n_bots(self) -> int:
        """The number of seats played by bots, including stand-ins."""
        return sum(entry.player is not None for entry in self.seats)

    def is_offered(self, seat: int) -> bool:
        """Whether another player has requested a code to transfer this seat of an absent player to a new device."""
        return seat in self.transfers and self.transfers[seat].by is not None

    @property
    def is_kept_for_absent(self) -> bool:
        """Whether a bot stands in for an absent player, or another device may take over an absent player's seat."""
        return any(entry.stand_in or self.is_offered(seat) for seat, entry in enumerate(self.seats))

    @property
    def is_held(self) -> bool:
        """Whether all moves of the phase are sealed, but some of them are on hold and may still be taken back."""
        return self.status == "playing" and not self.match.acting and bool(self.match.answered)

    def check_correction(self, place: Place, text: str) -> Correction:
        """Return the result of a correction, and cache it until the next event.

        Args:
            place: The position of the entry in the history.
            text: The corrected roll or move.

        Raises:
            IllegalMoveError: There is no such entry, or the text is impossible there.
        """
        made = self.match.corrected(place, text)
        self._checked = (self.sequence, place, text, made)
        return made

    def take_correction(self, place: Place, text: str) -> Correction:
        """Return the result of a correction whose event is being applied.

        The result cached by `check_correction` is reused if nothing has happened since. The cache is then cleared.
        """
        checked = self._checked
        self._checked = None
        if checked is not None and checked[:3] == (self.sequence - 1, place, text):
            return checked[3]
        return self.match.corrected(place, text)

    def held(self, tokens: Iterable[str]) -> frozenset[int]:
        """Return the seats held by a device with these tokens; a removed device holds none."""
        return frozenset(seat for seat in self.seats_of(tokens) if seat in self.seniority)

    def seats_of(self, tokens: Iterable[str]) -> frozenset[int]:
        """Return the seats whose people have these tokens, including people who were removed after the match."""
        known = list(tokens)
        return frozenset(
            seat
            for seat, entry in enumerate(self.seats)
            if any(is_secret(self.setup.table_id, token, entry.token_hash) for token in known)
        )

    def guests_of(self, tokens: Iterable[str]) -> frozenset[int]:
        """Return the guests whose people have these tokens."""
        known = list(tokens)
        return frozenset(
            number
            for number in self.live_guests
            if any(is_secret(self.setup.table_id, token, self.guests[number].token_hash) for token in known)
        )

    def guests_of_hash(self, token_hash: str) -> list[int]:
        """Return the guests with this token hash."""
        return [number for number in self.live_guests if self.guests[number].token_hash == token_hash]

    def is_known(self, token_hash: str) -> bool:
        """Whether a person with this token hash has a seat or is a guest, and neither waits nor was removed."""
        if token_hash in self.removed:
            return False
        guests = [self.guests[number] for number in self.live_guests]
        return any(entry.token_hash == token_hash for entry in self.seats) or any(
            guest.token_hash == token_hash and not guest.waits for guest in guests
        )

    # Changes

    def apply(self, event: events.Event) -> None:
        """Apply an event to the table. It is not validated again, since `decide` has already done so."""
        self.sequence += 1
        # Remember the command first, since the event may renumber its seat.
        _remember_command(self, event)
        place = Place(self.match.turn, self.match.throw_number, self.match.phase)
        timed_out = list(self.timed_out)
        self.resolved = []
        EFFECTS[type(event)](self, event)
        if not self.match.is_closing:
            self.pad_done = set()
        about = (self.match, self.is_over, self.setup.first, self.resolved, timed_out, self.notices)
        self.notices += notices.public_part(event, notices.Applied(self.sequence, place, *about))
        if not event.is_play:
            self.n_around += 1
        if len(self.notices) > KEPT_NOTICES:
            self.notices = self.notices[len(self.notices) - KEPT_NOTICES :]

    def begin_step(self, at: int, *, has_played: bool = False) -> None:
        """Begin the next step: reset the state of the previous step and update the status.

        With `has_played` (after a throw or a resolved phase), add the elapsed time to the record.
        """
        self.step += 1
        self.step_at = at
        self.timed_out = []
        self.on_hold, self.wavered = {}, set()
        self.status = "over" if self.is_over else "playing"
        if self.agreement is not None and self.agreement.stage != "ready":
            self.status = "shares"
        if has_played and self.started_at is not None:
            self.match.note(self._say_beside(), max(0, round((at - self.started_at) / 100)) / 10)
        self.hinted = set()
        if not self.is_over:
            self.asked, self.choosing = None, None
            self.tapped = set()

    def _say_beside(self) -> str:
        """Return the comments for the record of a step, such as who asked for a hint."""
        noted = self.match.take_notes()
        if not noted and not self.hinted:
            return ""
        said = [*noted, _name_seats("hint", sorted(self.hinted))]
        return NOTES.join([note for note in dict.fromkeys(said) if note])


def _remember_command(table: Table, event: events.Event) -> None:
    """Count an event against its budget, and remember its command as executed, in case the device repeats it."""
    if event.budget is not None:
        spending = spending_of(event)
        table.spent[spending] = table.spent.get(spending, 0) + 1
    if event.command:
        table.done[event.sender, event.command] = table.sequence
    if len(table.done) > KEPT_COMMANDS:
        known = list(table.done)
        del table.done[known[0]]


def _name_seats(what: str, seats: Sequence[int]) -> str:
    """Return a comment such as `hint: 0 2`, or an empty string if there are no seats."""
    return f"{what}: {' '.join([str(seat) for seat in seats])}" if seats else ""


# Applying events


Happened = TypeVar("Happened", bound=events.Event)
# Maps each kind of event to the function that applies it.
Effect = Callable[[Table, events.Event], None]
EFFECTS: dict[type[events.Event], Effect] = {}


def applies(kind: type[Happened]) -> Callable[[Callable[[Table, Happened], None]], Callable[[Table, Happened], None]]:
    """Return a decorator that registers the function that applies one kind of event."""

    def register(function: Callable[[Table, Happened], None]) -> Callable[[Table, Happened], None]:
        EFFECTS[kind] = cast("Effect", function)
        return function

    return register


@applies(events.Opened)
def _open(table: Table, _: events.Opened) -> None:
    raise StoreError(f"the log of match {table.match_id!r} begins twice")


@applies(events.Arranged)
def _arrange(table: Table, event: events.Arranged) -> None:
    """Change the game and its options, and move the players to their new seats."""
    setup = structs.replace(
        table.setup, game=event.game, rules=event.rules, sheets=event.sheets, first=event.first, position=""
    )
    table.setup, table.match = setup, _begin(find_game(event.game), setup)
    _move_seats(table, event)
    table.notices.clear()
    table.transfers.clear()
    table.hints.clear()
    table.step, table.step_at = table.step + 1, event.at


def _move_seats(table: Table, event: events.Arranged) -> None:
    """Move players and budgets to their new seats."""
    moved: dict[int, int] = {old: new for new, old in enumerate(event.seats) if old is not None}
    table.seniority = [moved[seat] for seat in table.seniority if seat in moved]
    table.offered = {new for new, old in enumerate(event.seats) if old in table.offered}
    table.seats = [Seat() if seat is None else table.seats[seat] for seat in event.seats]
    spent = table.spent
    table.spent = {key: n for key, n in spent.items() if key[0] == events.GUEST}
    for new, old in enumerate(event.seats):
        for (seat, tag), n in spent.items():
            # Added seats do not bring a new budget for rearranging.
            if seat == str(old) or (old is None and seat == str(event.by) and tag == events.tag_of(event)):
                table.spent[str(new), tag] = n


@applies(events.Sat)
def _sit(table: Table, event: events.Sat) -> None:
    kind: SeatKind = "bot" if event.bot else "person"
    # People who are seated by the opening of a match are not among its guests.
    if kind == "person" and event.command:
        _seat_guest(table, event)
    table.seats[event.seat] = Seat(kind, event.name, event.bot, None, event.token_hash)
    table.hints.discard(event.seat)
    table.stop.discard(event.seat)
    table.seniority = [seat for seat in table.seniority if seat != event.seat]
    if kind == "person":
        table.seniority.append(event.seat)


def _seat_guest(table: Table, event: events.Sat) -> None:
    """Remove a person who takes a seat from the guests, and apply a change of name to the scoreboard.

    If several people share a device, the guest is recognized by name only.
    """
    own = table.guests_of_hash(event.token_hash)
    same = [number for number in own if table.guests[number].name == event.name]
    is_alone = len(own) == 1 and all(entry.token_hash != event.token_hash for entry in table.seats)
    for number in same[:1] if same or not is_alone else own:
        table.evening = rename_player(table.evening, table.guests[number].name, event.name)
        _drop_guest(table, number)


def _drop_guest(table: Table, number: int) -> None:
    table.guests[number].is_gone = True
    table.queue = [other for other in table.queue if other != number]


@applies(events.Stood)
def _stand(table: Table, event: events.Stood) -> None:
    _vacate(table, event.seat)


def _vacate(table: Table, seat: int) -> None:
    table.seats[seat] = Seat()
    table.seniority = [other for other in table.seniority if other != seat]
    table.hints.discard(seat)
    table.stop.discard(seat)
    table.transfers.pop(seat, None)
    table.offered.discard(seat)
    if table.agreement is not None:
        table.agreement.withdraw(seat)


@applies(events.Renamed)
def _rename(table: Table, event: events.Renamed) -> None:
    table.evening = rename_player(table.evening, table.seats[event.seat].name, event.name)
    table.seats[event.seat].name = event.name


@applies(events.Forgotten)
def _forget(table: Table, event: events.Forgotten) -> None:
    """Delete a player's name and token hash, and the name in the table's notices."""
    entry = table.seats[event.seat]
    table.evening = rename_player(table.evening, entry.name, FORGOTTEN)
    table.seniority = [seat for seat in table.seniority if seat != event.seat]
    entry.name, entry.token_hash, entry.left = FORGOTTEN, "", True
    table.transfers.pop(event.seat, None)
    table.notices = notices.without_name(table.notices, event.seat, FORGOTTEN)


@applies(events.ShareOffered)
def _offer_share(table: Table, event: events.ShareOffered) -> None:
    table.offered.add(event.seat)


@applies(events.Started)
def _start(table: Table, event: events.Started) -> None:
    table.started_at = event.at
    table.bot_secret = event.bot_secret
    if table.setup.dice == "committed":
        table.agreement = _agree(table, event.seed)
    table.begin_step(event.at)


def _agree(table: Table, seed: str) -> Agreement:
    """Return a new agreement on the dice, with the terms that are fixed at the start of the match."""
    setup, bots = table.setup, commitment_to(table.bot_secret) if table.bot_secret else ""
    sheets = " ".join(setup.sheets)
    terms = Terms(table.match_id, setup.game, setup.rules, len(setup.sheets), sheets, setup.first, bots)
    return Agreement(seed, terms, setup.dropped, setup.stopped)


def _agreement_of(table: Table) -> Agreement:
    assert table.agreement is not None
    return table.agreement


@applies(events.Committed)
def _commit(table: Table, event: events.Committed) -> None:
    _agreement_of(table).commit(event.seat, event.commitment)


@applies(events.SharesClosed)
def _close_shares(table: Table, event: events.SharesClosed) -> None:
    _agreement_of(table).close()
    _step_shares(table, event.at)


@applies(events.Revealed)
def _reveal(table: Table, event: events.Revealed) -> None:
    agreement = _agreement_of(table)
    agreement.reveal(event.seat, event.share)
    if agreement.stage == "ready":
        _step_shares(table, event.at)


@applies(events.SharesRestarted)
def _restart_shares(table: Table, event: events.SharesRestarted) -> None:
    _agreement_of(table).restart(event.without, event.seed)
    _step_shares(table, event.at)


def _step_shares(table: Table, at: int) -> None:
    """Begin the next stage of the agreement on the dice; after the last stage, the dice are ready."""
    table.begin_step(at)
    agreement = _agreement_of(table)
    if agreement.stage == "ready":
        table.dice = agreement.dice()


@applies(events.Thrown)
def _throw(table: Table, event: events.Thrown) -> None:
    table.match.throw(event.roll)
    table.begin_step(event.at, has_played=True)
    _enter_later(table, event.at)


@applies(events.Corrected)
def _correct(table: Table, event: events.Corrected) -> None:
    """Correct an entry, which may reopen a finished match or end a running one."""
    place = Place(event.turn, event.throw, event.phase, event.of)
    correction = table.take_correction(place, event.roll or event.move)
    table.match = correction.match
    table.n_corrections += 1
    _count_reentered(table, event.seat, correction)
    hinted = table.hinted
    table.begin_step(event.at)
    # Hints outlive a correction, since the record notes them with the next move.
    table.hinted = hinted


def _count_reentered(table: Table, seat: int, correction: Correction) -> None:
    table.n_reentered += correction.n_reentered
    table.reentered_by[seat] = table.reentered_by.get(seat, 0) + correction.n_reentered


@applies(events.Entered)
def _enter(table: Table, event: events.Entered) -> None:
    table.match.enter(event.seat, event.text)
    table.pad_done.discard(event.seat)
    table.begin_step(event.at)


def _enter_later(table: Table, at: int) -> None:
    """After a correction, replay the entries that were waiting for an earlier one to be entered again."""
    if table.match.enter_later():
        table.begin_step(at)


@applies(events.Sealed)
def _seal(table: Table, event: events.Sealed) -> None:
    table.match.play(event.seat, event.move, hold=True)
    if event.by == "clock":
        table.timed_out.append(event.seat)
    # While other moves are missing, a move can be taken back without a hold.
    is_last = not table.match.acting
    # At a table with a clock, a seat can put only one move per step on hold, since a hold stops the clock.
    if event.hold and is_last and not (table.setup.clock is not None and event.seat in table.wavered):
        table.on_hold[event.seat] = event.at
    _resolve_if_due(table, event.at)


def _begin(game: Game, opened: events.Opened) -> MatchLike:
    """Return the match in its initial state: with blank sheets or at a position; a pad if the dice are unknown."""
    if opened.position:
        return Match.from_position(opened.position)
    sheets = read_deal(game, opened.sheets)
    if opened.dice == "unknown":
        return Pad(game, len(opened.sheets), sheets)
    return Match(game, len(opened.sheets), sheets, opened.first)


@applies(events.Confirmed)
def _confirm(table: Table, event: events.Confirmed) -> None:
    table.on_hold = {seat: at for seat, at in table.on_hold.items() if seat not in event.seats}
    _resolve_if_due(table, event.at)


@applies(events.TakenBack)
def _take_back(table: Table, event: events.TakenBack) -> None:
    if table.is_held:
        table.wavered.add(event.seat)
    table.match.take_back(event.seat)
    # The last answer is that of this seat again.
    table.on_hold = {}


def _resolve_if_due(table: Table, at: int) -> None:
    """Resolve the phase if every move is sealed and none is on hold."""
    match = table.match
    if match.acting or not match.answered or table.on_hold:
        return
    table.resolved = [match.sealed(seat) for seat in range(match.seats)]
    match.resolve()
    table.begin_step(at, has_played=True)
    _enter_later(table, at)


@applies(events.PadDone)
def _say_done(table: Table, event: events.PadDone) -> None:
    if event.is_done:
        table.pad_done.add(event.seat)
    else:
        table.pad_done.discard(event.seat)


@applies(events.StopAgreed)
def _agree_to_stop(table: Table, event: events.StopAgreed) -> None:
    if event.agreed:
        table.stop.add(event.seat)
    else:
        table.stop.discard(event.seat)


@applies(events.MatchStopped)
def _stop(table: Table, event: events.MatchStopped) -> None:
    table.is_stopped = True
    table.begin_step(event.at)


@applies(events.PaceSet)
def _set_pace(table: Table, event: events.PaceSet) -> None:
    table.pace = event.pace


@applies(events.Left)
def _leave(table: Table, event: events.Left) -> None:
    table.seats[event.seat].left = True


@applies(events.StoodIn)
def _stand_in(table: Table, event: events.StoodIn) -> None:
    table.seats[event.seat].stand_in = event.bot


@applies(events.Returned)
def _return(table: Table, event: events.Returned) -> None:
    entry = table.seats[event.seat]
    entry.stand_in, entry.left = None, False
    if table.is_offered(event.seat):
        del table.transfers[event.seat]


@applies(events.HintsSet)
def _set_hints(table: Table, event: events.HintsSet) -> None:
    if event.agreed:
        table.hints.add(event.seat)
    else:
        table.hints.discard(event.seat)


@applies(events.Hinted)
def _hint(table: Table, event: events.Hinted) -> None:
    table.hinted.add(event.seat)


@applies(events.TransferOffered)
def _offer(table: Table, event: events.TransferOffered) -> None:
    table.transfers[event.seat] = event


@applies(events.Claimed)
def _claim(table: Table, event: events.Claimed) -> None:
    table.seats[event.seat].token_hash = event.token_hash
    table.seats[event.seat].left = False
    table.transfers.pop(event.seat, None)


# The next match


@applies(events.AgainAsked)
def _ask_again(table: Table, event: events.AgainAsked) -> None:
    """Start the countdown to the next match, unless the countdown is already running."""
    table.out = table.out - set(event.seats)
    table.tapped = table.tapped | set(event.seats)
    if table.asked is None:
        table.asked = event
        table.begin_step(event.at)


@applies(events.NextPlanned)
def _plan_next(table: Table, event: events.NextPlanned) -> None:
    table.plan, table.out = event, set(event.out)
    table.choosing = None
    table.begin_step(event.at)


@applies(events.Choosing)
def _choose_next(table: Table, event: events.Choosing) -> None:
    table.choosing = event.seat if event.is_choosing else None
    table.begin_step(event.at)


@applies(events.SatOut)
def _sit_out(table: Table, event: events.SatOut) -> None:
    if event.plays:
        table.out.discard(event.seat)
    else:
        table.out.add(event.seat)


@applies(events.GuestJoined)
def _join(table: Table, event: events.GuestJoined) -> None:
    number = len(table.guests) if event.known is None else event.known
    if event.known is None:
        table.guests.append(TableGuest(event.name, event.token_hash))
    guest = table.guests[number]
    if guest.name != event.name:
        table.evening = rename_player(table.evening, guest.name, event.name)
    guest.name, guest.waits, guest.tapped = event.name, event.waits, True
    table.queue = [other for other in table.queue if other != number]
    if not event.waits:
        table.queue.append(number)


@applies(events.GuestLeft)
def _leave_next(table: Table, event: events.GuestLeft) -> None:
    _drop_guest(table, event.guest)


@applies(events.Removed)
def _remove(table: Table, event: events.Removed) -> None:
    """Remove a person, and close the table to all devices that the host has not admitted.

    During a match, the person's seats become open; after it, they keep the person's name, as part of the result.
    """
    removed = table.seats[event.seat].token_hash if event.seat is not None else ""
    if event.guest is not None:
        removed = table.guests[event.guest].token_hash
    table.removed.add(removed)
    table.closed = True
    for number in table.guests_of_hash(removed):
        _drop_guest(table, number)
    for seat in [seat for seat in table.persons if table.seats[seat].token_hash == removed]:
        if table.is_over:
            table.seats[seat].left = True
            table.transfers.pop(seat, None)
            table.seniority = [other for other in table.seniority if other != seat]
        else:
            _vacate(table, seat)


@applies(events.Admitted)
def _admit(table: Table, event: events.Admitted) -> None:
    guest = table.guests[event.guest]
    guest.waits = False
    table.removed.discard(guest.token_hash)
    table.queue.append(event.guest)


@applies(events.NextOpened)
def _open_next(table: Table, event: events.NextOpened) -> None:
    table.next_match = event


@applies(events.EveningForgotten)
def _forget_evening(table: Table, event: events.EveningForgotten) -> None:
    """Delete names from the scoreboard of earlier matches, and guests."""
    for place in event.players:
        if table.evening is not None:
            table.evening = rename_player(table.evening, table.evening.players[place].name, FORGOTTEN)
    for number in event.guests:
        table.guests[number].name, table.guests[number].token_hash = FORGOTTEN, ""
        _drop_guest(table, number)
