"""A table without a network: commands produce events, which are applied to the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any, TypedDict, Unpack

from msgspec import convert

from paperdice.bots import PLAYERS
from paperdice.flow import commands, events
from paperdice.flow.attendance import Attendance, Moment, keep_time, with_draft
from paperdice.flow.checks import CommandResult, Who
from paperdice.flow.clock import Due, find_due
from paperdice.flow.decide import decide
from paperdice.flow.facts import DiceKind, PaceName
from paperdice.flow.setup import Opening, new_opening, next_opening
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewSeat, NewTable

NOW = 1_000_000
# All bots that a table may have.
BOTS = PLAYERS
TOKENS = tuple(letter * 32 for letter in "abcdef")
SHARES = tuple(digit * 64 for digit in "123456")


class Wishes(TypedDict, total=False):
    """Options of a new table."""

    game: str
    first: int
    sheets: list[str] | None
    dice: DiceKind
    clock: int
    open: bool
    auto_throw: bool
    auto_pass: bool
    pace: PaceName
    slow: bool


def person(seat: int) -> NewSeat:
    """A seat taken by a person's device."""
    return NewSeat(name=f"P{seat}", token=TOKENS[seat])


def open_table(*seats: NewSeat, **wishes: Unpack[Wishes]) -> Table:
    """Return a table in its lobby, of Qwixx by default."""
    wish = convert({"game": "qwixx", "first": 0, "seats": list(seats), **wishes}, NewTable)
    return new_opening(wish, None, BOTS, NOW, SystemRandom()).table()


def _derived_status(table: Table) -> str:
    """Derive the status of a table from its parts."""
    if table.started_at is None:
        return "lobby"
    if table.agreement is not None and table.agreement.stage != "ready":
        return "shares"
    return "over" if table.is_over else "playing"


class Driver:
    """Sends commands to a table as its devices would, and keeps its log as a store would."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.now = NOW
        self.log: list[events.Event] = []
        self.present = frozenset(table.persons)
        # The connected guests.
        self.guests: frozenset[int] = frozenset()
        self._times = Attendance(since=NOW)
        self.awaited: dict[int, int] = {}
        self._n = 0
        self.rng = SystemRandom()

    @property
    def attendance(self) -> Attendance:
        """The connected seats, and the clocks of the table."""
        return replace(self._times, seats=self.present, awaited=self.awaited, guests=self.guests)

    @property
    def since(self) -> int:
        """The monotonic time at which the clocks started."""
        return self._times.since

    @since.setter
    def since(self, monotonic_ms: int) -> None:
        self._times = replace(self._times, since=monotonic_ms)

    @property
    def moment(self) -> Moment:
        """The current time on both clocks."""
        return Moment(self.now, self.now)

    def do(
        self,
        kind: type[commands.TableCommand],
        seat: int | None = None,
        *,
        held: tuple[int, ...] | None = None,
        guests: frozenset[int] = frozenset(),
        **fields: Any,
    ) -> CommandResult:
        """Execute a command from the device that holds a seat."""
        self._n += 1
        if seat is not None and "seat" in kind.__struct_fields__:
            fields.setdefault("seat", seat)
        if "step" in kind.__struct_fields__:
            fields.setdefault("step", self.table.step)
        fields.setdefault("id", f"c{self._n}")
        owned = frozenset(held if held is not None else () if seat is None else (seat,))
        command = kind(**fields)
        who = Who(owned, self.attendance, self.moment, self.rng, BOTS, guests=guests)
        decision = decide(self.table, command, who)
        self.apply(decision.events)
        if decision.draft is not None:
            self._times = with_draft(self._times, *decision.draft)
        return decision

    def commit(self, seat: int, share: str = "") -> None:
        """Commit a seat to its own share, or to a given one."""
        assert self.table.agreement is not None
        bound = self.table.agreement.commitment_to(seat, share or SHARES[seat])
        self.do(commands.Commit, seat, commitment=bound)

    def close_pad(self) -> None:
        """Let every person say *done* at a pad, so that its locks and its end take effect."""
        for seat in self.table.persons:
            self.do(commands.SayDone, seat, is_done=True)
        self.settle()

    def apply(self, new: Sequence[events.Event]) -> None:
        """Apply events to the table after a round trip through their stored text."""
        step = self.table.step
        for event in new:
            self.table.apply(events.read_event(events.encode_event(event)))
            assert self.table.status == _derived_status(self.table), event
            self.log.append(event)
        self._times = keep_time(self._times, step, self.table, self.now)

    def due(self) -> Due:
        """Return the automatic action that is due at the table."""
        return find_due(self.table, self.attendance, self.moment, self.rng)

    def settle(self) -> None:
        """Apply all automatic actions that are due at the table."""
        while found := self.due().events:
            self.apply(found)

    def next(self, *held: int) -> Driver:
        """Ask twice for the next match, and return its table; its log begins with this opening."""
        self.do(commands.Again, held=held)
        if self.table.next_match is None:
            self.do(commands.Again, held=held)
        return self.follow()

    def follow(self) -> Driver:
        """Return the next match, which has been opened."""
        opening = next_of(self.table)
        following = Driver(
            Table.replay(opening.match_id, [events.read_event(events.encode_event(event)) for event in opening.events])
        )
        following.now, following.since = self.now, self.now
        return following

    def throw(self) -> None:
        """Throw for the active seat."""
        self.do(commands.Throw, self.table.match.active)

    def pass_all(self) -> None:
        """Play the quiet move for every acting seat."""
        for seat in self.table.match.acting:
            self.do(commands.Play, seat, move=self.table.match.choices(seat)[0])

    def play_out(self) -> None:
        """Throw and pass until the match is over."""
        while not self.table.match.over:
            if self.table.match.dice_wanted:
                self.throw()
            self.pass_all()


def started(*seats: NewSeat, **wishes: Unpack[Wishes]) -> Driver:
    """Return a running match in which no seat takes part in the dice."""
    driver = Driver(open_table(*seats, **wishes))
    driver.do(commands.Start, held=(0,))
    return driver


def offering(*seats: int) -> Driver:
    """Return a table of two people in its lobby, with the devices of these seats offering shares."""
    driver = Driver(open_table(person(0), person(1)))
    for seat in seats:
        driver.do(commands.OfferShare, seat)
    return driver


def bound(*bound_seats: int) -> Driver:
    """Return a table of two people that has started, with the commitments of these seats."""
    driver = offering(*bound_seats)
    driver.do(commands.Start, held=(0,))
    for seat in bound_seats:
        driver.commit(seat)
    driver.settle()
    return driver


def opened(*bound_seats: int) -> Driver:
    """Return a table of two people that has started, with all shares of these seats opened."""
    driver = bound(*bound_seats)
    for seat in bound_seats:
        driver.do(commands.Reveal, seat, share=SHARES[seat])
    return driver


def two_players(**wishes: Unpack[Wishes]) -> Driver:
    """Return a running match of two people."""
    return started(person(0), person(1), **wishes)


def played_out(driver: Driver) -> Driver:
    """Play a match to its end."""
    driver.play_out()
    return driver


def next_of(table: Table) -> Opening:
    """Return the next match of a table, which has been opened."""
    assert table.next_match is not None
    return next_opening(table, table.next_match)
