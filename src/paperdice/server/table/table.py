"""A table as a plain object: it is what its events say, and does no input or output."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from paperdice.dice import DiceSource, SeededDice
from paperdice.errors import StoreError
from paperdice.fair import Agreement
from paperdice.games import find_game
from paperdice.match import Match
from paperdice.server.protocol import events as log
from paperdice.server.protocol import notices as happenings
from paperdice.server.protocol.facts import SeatKind, Status

KEPT_COMMANDS = 5000
KEPT_HAPPENINGS = 400


@dataclass(slots=True)
class Seat:
    """Who sits in one seat."""

    kind: SeatKind = "open"
    name: str = ""
    bot: str | None = None
    stand_in: str | None = None
    token_hash: str = ""

    @property
    def player(self) -> str | None:
        """The bot that decides for this seat now, None for a person."""
        return self.bot or self.stand_in


class Table:
    """One table with its current match, rebuilt from the match's log.

    `step` counts throws and resolved phases, so that a late command is known as late.
    """

    def __init__(self, match_id: str, opened: log.Opened) -> None:
        game = find_game(opened.game)
        if opened.rules != game.version:
            raise StoreError(f"match {match_id!r} was played under rules {opened.rules}, this is {game.version}")
        self.match_id = match_id
        self.setup = opened
        self.match = Match(game, len(opened.sheets), opened.sheets, opened.first)
        self.seats = [Seat() for _ in opened.sheets]
        self.agreement = Agreement(opened.seed, len(opened.sheets)) if opened.dice == "committed" else None
        self.dice: DiceSource | None = SeededDice(int(opened.seed)) if opened.dice == "seeded" else None
        self.sequence = 1
        self.step = 0
        self.step_at = opened.at
        self.begun_at: int | None = None
        self.next_match: log.Rematched | None = None
        self.transfers: dict[int, log.TransferOffered] = {}
        self.done: dict[str, int] = {}
        self.happenings: list[happenings.Happening] = []
        self.timed_out: list[int] = []
        self.before_throw: Match | None = None
        self.typed_roll = ""

    @classmethod
    def replay(cls, match_id: str, events: Iterable[log.Event]) -> Table:
        """Gives the table that a log tells."""
        iterator = iter(events)
        opened = next(iterator, None)
        if not isinstance(opened, log.Opened):
            raise StoreError(f"the log of match {match_id!r} does not begin at its beginning")
        table = cls(match_id, opened)
        for event in iterator:
            table.apply(event)
        return table

    # Asking

    @property
    def status(self) -> Status:
        """Where the match stands."""
        if self.begun_at is None:
            return "lobby"
        if self.agreement is not None and self.agreement.stage != "ready":
            return "shares"
        return "over" if self.match.over else "playing"

    @property
    def persons(self) -> list[int]:
        """The seats that belong to a person, there or not."""
        return [seat for seat, entry in enumerate(self.seats) if entry.kind == "person"]

    def held(self, tokens: Iterable[str]) -> frozenset[int]:
        """Gives the seats that these tokens open."""
        known = list(tokens)
        return frozenset(
            seat
            for seat, entry in enumerate(self.seats)
            if any(log.is_secret(self.setup.table_id, token, entry.token_hash) for token in known)
        )

    def happenings_since(self, sequence: int) -> list[happenings.Happening]:
        """Gives what happened after a sequence number, as far back as it is remembered."""
        return [entry for entry in self.happenings if entry.sequence > sequence]

    # Doing

    def apply(self, event: log.Event) -> None:
        """Makes an event part of the table; it was checked when it was decided."""
        self.sequence += 1
        _APPLY[type(event)](self, event)
        if event.command:
            self._remember(event.command)

    def _remember(self, command: str) -> None:
        self.done[command] = self.sequence
        while len(self.done) > KEPT_COMMANDS:
            del self.done[next(iter(self.done))]

    def tell(self, happening: happenings.Happening) -> None:
        """Adds to what is told to everyone."""
        self.happenings.append(happening)
        if len(self.happenings) > 2 * KEPT_HAPPENINGS:
            del self.happenings[:KEPT_HAPPENINGS]

    def take_step(self, at: int) -> None:
        """Begins the next step: whatever was offered before is out of date."""
        self.step += 1
        self.step_at = at
        self.timed_out = []

    def note_clock(self, at: int) -> None:
        """Writes the time into the record."""
        if self.begun_at is not None:
            self.match.note(clock=max(0, round((at - self.begun_at) / 1000, 1)))


def throw_number(table: Table) -> int:
    """Tells whether the first or the second throw of the turn comes."""
    match = table.match
    return int(match.game.rules.throw_number(match.raw.state))


def _sit(table: Table, event: log.SatDown) -> None:
    kind: SeatKind = "bot" if event.bot else "person"
    table.seats[event.seat] = Seat(kind, event.name, event.bot, None, event.token_hash)
    table.tell(happenings.Sat(table.sequence, event.at, event.seat, event.name, event.bot))


def _stand(table: Table, event: log.StoodUp) -> None:
    table.seats[event.seat] = Seat()
    table.transfers.pop(event.seat, None)
    if table.agreement is not None:
        table.agreement.withdraw(event.seat)
    table.tell(happenings.Stood(table.sequence, event.at, event.seat))


def _rename(table: Table, event: log.Renamed) -> None:
    table.seats[event.seat].name = event.name


def _commit(table: Table, event: log.Committed) -> None:
    assert table.agreement is not None
    table.agreement.commit(event.seat, event.commitment)


def _begin(table: Table, event: log.Begun) -> None:
    table.begun_at = event.at
    table.take_step(event.at)
    table.tell(happenings.Started(table.sequence, event.at, table.setup.first))


def _close_shares(table: Table, event: log.SharesClosed) -> None:
    assert table.agreement is not None
    table.agreement.close()
    table.take_step(event.at)
    _take_dice(table)


def _reveal(table: Table, event: log.Revealed) -> None:
    assert table.agreement is not None
    table.agreement.reveal(event.seat, event.share)
    if table.agreement.stage == "ready":
        table.take_step(event.at)
    _take_dice(table)


def _take_dice(table: Table) -> None:
    if table.agreement is not None and table.agreement.stage == "ready":
        table.dice = table.agreement.dice(table.match_id)


def _draw_anew(table: Table, event: log.SharesDrawnAnew) -> None:
    assert table.agreement is not None
    table.agreement.restart(event.without, event.seed)
    table.take_step(event.at)
    for seat in event.without:
        table.tell(happenings.SharesRestarted(table.sequence, event.at, seat))


def _roll(table: Table, event: log.Rolled) -> None:
    if table.setup.dice == "typed":
        table.before_throw = table.match.copy()
        table.typed_roll = event.roll
    turn, throw = table.match.turn, throw_number(table)
    table.match.throw(event.roll)
    table.note_clock(event.at)
    table.take_step(event.at)
    by = "seat" if event.by == "auto" else event.by
    table.tell(happenings.Thrown(table.sequence, event.at, turn, throw, event.seat, event.roll, by))


def _retype(table: Table, event: log.Retyped) -> None:
    assert table.before_throw is not None
    table.match = table.before_throw.copy()
    turn = table.match.turn
    table.match.throw(event.roll)
    table.note_clock(event.at)
    table.take_step(event.at)
    was, table.typed_roll = table.typed_roll, event.roll
    table.tell(happenings.Corrected(table.sequence, event.at, turn, event.seat, event.roll, was))


def _seal(table: Table, event: log.Sealed) -> None:
    match = table.match
    turn, phase, last = match.turn, match.phase, len(match.acting) == 1
    moves = [match.sealed(seat) for seat in range(match.seats)] if last else []
    match.play(event.seat, event.move)
    if event.by == "clock":
        table.timed_out.append(event.seat)
    if not last:
        return
    moves[event.seat] = event.move
    table.tell(happenings.Resolved(table.sequence, event.at, turn, phase, moves, table.timed_out))
    table.note_clock(event.at)
    table.take_step(event.at)
    if match.over:
        end = match.end_reason or ""
        table.tell(happenings.Ended(table.sequence, event.at, end, list(match.scores), list(match.winners)))


def _withdraw(table: Table, event: log.Withdrawn) -> None:
    table.match.take_back(event.seat)


def _substitute(table: Table, event: log.Substituted) -> None:
    table.seats[event.seat].stand_in = event.bot
    table.tell(happenings.StoodIn(table.sequence, event.at, event.seat, event.bot))


def _come_back(table: Table, event: log.CameBack) -> None:
    table.seats[event.seat].stand_in = None
    table.tell(happenings.Returned(table.sequence, event.at, event.seat))


def _offer(table: Table, event: log.TransferOffered) -> None:
    table.transfers[event.seat] = event


def _reseat(table: Table, event: log.Reseated) -> None:
    table.seats[event.seat].token_hash = event.token_hash
    table.transfers.pop(event.seat, None)


def _rematch(table: Table, event: log.Rematched) -> None:
    table.next_match = event


_APPLY: dict[type, Callable[..., None]] = {
    log.SatDown: _sit,
    log.StoodUp: _stand,
    log.Renamed: _rename,
    log.Committed: _commit,
    log.Begun: _begin,
    log.SharesClosed: _close_shares,
    log.Revealed: _reveal,
    log.SharesDrawnAnew: _draw_anew,
    log.Rolled: _roll,
    log.Retyped: _retype,
    log.Sealed: _seal,
    log.Withdrawn: _withdraw,
    log.Substituted: _substitute,
    log.CameBack: _come_back,
    log.TransferOffered: _offer,
    log.Reseated: _reseat,
    log.Rematched: _rematch,
}
