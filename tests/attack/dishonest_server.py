"""A server that runs the real protocol on the real table, and cheats in one way.

Seat 0 is an honest device, seat 1 belongs to the server's accomplice. Each hook is honest here; a cheat overrides
one. Throws, messages and records are always as consistent as the cheat allows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Protocol

import msgspec
from msgspec import convert, structs

from paperdice.fair import CommittedDice, Promise, commitment_to, draw_secret
from paperdice.flow import commands, events, notices
from paperdice.flow.attendance import Attendance, Moment
from paperdice.flow.checks import Who
from paperdice.flow.clock import find_due
from paperdice.flow.codes import draw_id
from paperdice.flow.decide import decide
from paperdice.flow.decide_moves import throw_dice
from paperdice.flow.describe import table_facts
from paperdice.flow.facts import DiceFacts, TableFacts
from paperdice.flow.record import record_of
from paperdice.flow.setup import new_opening
from paperdice.flow.table import Table
from paperdice.flow.wishes import NewSeat, NewTable
from paperdice.server.protocol import messages
from paperdice.view import OpenView
from paperdice.view_builder import open_view, own_view
from tests.attack.devices import Json

NOW = 1_000_000
TOKEN = "a" * 32
ACCOMPLICE = "b0" * 32


class Device(Protocol):
    """The server's view of a device."""

    def hear(self, message: messages.Message) -> list[Json]:
        """Send a message to the device; return its commands."""

    def tap(self) -> list[Json]:
        """Confirm the next dice, as the person would; return the commands that follow."""

    def agree_to_stop(self) -> None:
        """Agree to stop the match, as the person would."""

    def check(self, match: str, record: str) -> object:
        """Check the record of a match that has ended, as a device does by itself."""


@dataclass(frozen=True)
class Basis:
    """The inputs of the dice of a match, and the facts in its record."""

    seed: str
    promise: Promise
    shares: dict[int, str]
    bot_secret: str

    def dice(self) -> CommittedDice:
        """Return the dice that follow."""
        return CommittedDice.promised(self.seed, self.promise, self.shares)

    def rebound(self, **terms: object) -> Basis:
        """Return the same with other terms, with commitments as if all seats had been bound to them."""
        promise = replace(self.promise, terms=replace(self.promise.terms, **terms))  # type: ignore[arg-type]
        return self.refitted(promise)

    def refitted(self, promise: Promise, **shares: str) -> Basis:
        """Return the same for another promise, with matching commitments."""
        opened = {**self.shares, **{int(seat[1:]): share for seat, share in shares.items()}}
        bound = {seat: promise.commitment_to(seat, share) for seat, share in opened.items()}
        return replace(self, promise=replace(promise, commitments=bound), shares=opened)

    def reseeded(self, seed: str) -> Basis:
        """Return the same with another seed of the server."""
        return replace(self, seed=seed).refitted(replace(self.promise, server_hash=commitment_to(seed)))

    def tags(self) -> dict[str, str]:
        """Return the tags of a record."""
        promise = self.promise
        return {
            "Match": promise.terms.match,
            "DiceMatch": promise.terms.match,
            "DiceAttempt": str(promise.attempt),
            "DiceWithout": " ".join(map(str, promise.without)),
            "DiceDropped": " ".join(promise.dropped),
            "DiceStopped": " ".join(promise.stopped),
            "DiceCommitments": " ".join(f"{seat}:{text}" for seat, text in sorted(promise.commitments.items())),
            "DiceHash": promise.server_hash,
            "DiceShares": " ".join(f"{seat}:{share}" for seat, share in sorted(self.shares.items())),
            "DiceSeed": self.seed,
            "BotSecret": self.bot_secret,
        }


def retag(record: str, tags: dict[str, str]) -> str:
    """Return a record with other values of some tags."""
    for name, value in tags.items():
        record = re.sub(rf'(?m)^\[{name} ".*"\]$', f'[{name} "{value}"]', record)
    return record


class DishonestServer:
    """The honest server; cheats are its subclasses."""

    def __init__(self, game: str = "qwixx") -> None:
        self.rng = Random(5)
        seats = [NewSeat(name="Ann", token=TOKEN), NewSeat(name="Ben", token="b" * 32)]
        wish = convert({"game": game, "first": 0, "seats": seats}, NewTable)
        self.table: Table = new_opening(wish, None, (), NOW, random.SystemRandom()).table()
        self.now = NOW
        self.basis: Basis | None = None
        self._told = 0
        self._n = 0

    # Hooks for cheats

    def shown(self, facts: TableFacts) -> TableFacts:
        """Return what the device sees of the table."""
        return facts

    def chosen(self, basis: Basis) -> Basis:
        """Return the inputs of the dice, chosen when all shares are open."""
        return basis

    def told(self, notice: notices.Notice) -> list[notices.Notice]:
        """Return the message about an event."""
        return [notice]

    def drawn(self, view: OpenView) -> OpenView:
        """Return what the device draws on its screen."""
        return view

    def published(self, record: str) -> str:
        """Return the record as it is published."""
        return record

    def after_opening(self, device: Device) -> None:
        """A hook between the opening of the shares and the first throw."""

    accomplice_binds = True
    taps = False
    # The turn in which the match is stopped, and whether the person at the device agrees to that.
    stops_in: int | None = None
    agrees = True

    # The parts shared with every server

    @property
    def match(self) -> str:
        """Return the id of the match."""
        return self.table.match_id

    def run(self, device: Device) -> str:
        """Play a whole match with a device and return the record."""
        self.deal(device)
        self.open_accomplice()
        self.after_opening(device)
        self.settle_shares(device)
        self.basis = self.chosen(self.honest_basis())
        self.table.dice = self.basis.dice()
        self.play(device)
        return self.published(retag(record_of(self.table), self.basis.tags()))

    def deal(self, device: Device) -> None:
        """Start the match and let everyone commit; the device opens its share."""
        self.talk(device)
        for answer in device.tap() if self.taps else ():
            self.handle(answer, held=0)
        if self.accomplice_binds:
            self.handle({"type": "offer_share", "seat": 1}, held=1)
        self.handle({"type": "start"}, held=0)
        if self.accomplice_binds:
            self.bind_accomplice()
        self.talk(device)
        if self.table.status == "shares":
            self.settle_once()
        self.talk(device)

    def drop(self, device: Device, dropped: Sequence[str] = ()) -> None:
        """Deal, and start another match when all shares are open."""
        self.deal(device)
        self.open_accomplice()
        self.settle_shares(device)
        setup = structs.replace(self.table.setup, dropped=list(dropped))
        self.table, self._told = Table(draw_id(self.rng), setup), 0
        self.sit_down()

    def sit_down(self) -> None:
        """Return both people at a newly opened table, each in a seat."""
        for seat, name in enumerate(("Ann", "Ben")):
            self.apply([events.Sat(at=NOW, seat=seat, name=name, token_hash=name)])

    def settle_once(self) -> None:
        """Perform the actions that are due."""
        self.apply(find_due(self.table, Attendance(frozenset({0, 1})), Moment(self.now, self.now), self.rng).events)

    def bind_accomplice(self) -> None:
        """The accomplice commits to a share that the server knows."""
        assert self.table.agreement is not None
        bound = self.table.agreement.commitment_to(1, ACCOMPLICE)
        self.handle({"type": "commit", "seat": 1, "commitment": bound}, held=1)

    def open_accomplice(self) -> None:
        """The accomplice opens its share."""
        if self.accomplice_binds:
            self.handle({"type": "reveal", "seat": 1, "share": ACCOMPLICE}, held=1)

    def settle_shares(self, device: Device) -> None:
        """Wait until a seat that withholds its share is left out and the others have drawn again."""
        agreement = self.table.agreement
        assert agreement is not None
        while agreement.stage != "ready":
            self.now += 10_000
            self.settle_once()
            self.talk(device)

    def honest_basis(self) -> Basis:
        """Return the required inputs of the dice."""
        agreement = self.table.agreement
        assert agreement is not None
        return Basis(agreement.seed, agreement.promise, dict(agreement.shares), self.table.bot_secret)

    def handle(self, command: Json, held: int) -> None:
        """Execute a command of a seat."""
        self._n += 1
        read = commands.read_command(msgspec.json.encode({**command, "id": f"c{self._n}"}))
        assert isinstance(read, commands.TableCommand)
        who = Who(frozenset({held}), Attendance(frozenset({0, 1})), Moment(self.now, self.now), self.rng)
        self.apply(decide(self.table, read, who).events)

    def apply(self, new: Sequence[events.Event]) -> None:
        """Apply events to the table."""
        for event in new:
            self.table.apply(event)

    def talk(self, device: Device) -> None:
        """Show the device the table and execute its answers until it has none."""
        while answers := device.hear(self.state()):
            for answer in answers:
                self.handle(answer, held=0)

    def state(self) -> messages.State:
        """Return the message that shows the table."""
        facts = self.shown(table_facts(self.table, Attendance(frozenset({0, 1})), self.now))
        new = [notice for notice in self.table.notices if notice.sequence > self._told]
        self._told = self.table.sequence
        told = [each for notice in new for each in self.told(notice)]
        is_playing = self.table.status in ("playing", "over")
        match, place = self.table.match, (self.match, self.table.sequence, self.table.step, facts)
        if not is_playing:
            return messages.State(*place, [0], None, [], told)
        return messages.State(*place, [0], self.drawn(open_view(match)), [own_view(match, 0)], told)

    def play(self, device: Device) -> None:
        """Throw and play at random to the end or to `stops_in`, and inform the device."""
        match = self.table.match
        while not match.over:
            if match.turn == self.stops_in and match.dice_wanted:
                self.stop(device)
                return
            if match.dice_wanted:
                self.apply([throw_dice(self.table, self.table.match, self.now, "auto")])
            for seat in match.acting:
                move = self.rng.choice(match.choices(seat))
                self.apply([events.Sealed(at=self.now, seat=seat, move=move)])
            device.hear(self.state())

    def stop(self, device: Device) -> None:
        """Stop the match in the middle of a turn, after both people have agreed to that or, if not, without a word."""
        self.apply([throw_dice(self.table, self.table.match, self.now, "auto")])
        for seat in (0, 1) if self.agrees else ():
            self.handle({"type": "stop", "seat": seat, "agreed": True}, held=seat)
        if self.agrees:
            device.agree_to_stop()
            self.settle_once()
        else:
            self.apply([events.MatchStopped(at=self.now, turn=self.table.match.turn - 1)])
        device.hear(self.state())


@dataclass(frozen=True)
class Caught:
    """The verdict of each of the three checks: an id from the page, a sentence from script and command."""

    page: str
    script: str
    command: str


class Cheat(DishonestServer):
    """A server that cheats in one way; `caught` holds the verdicts that expose it."""

    caught: ClassVar[Caught]


def with_dice(facts: TableFacts, **changes: object) -> TableFacts:
    """Return the facts of a table with another statement about its dice."""
    dice: DiceFacts = structs.replace(facts.dice, **changes)
    return structs.replace(facts, dice=dice)


def new_secret() -> str:
    """Draw a new secret."""
    return draw_secret(random.SystemRandom())
