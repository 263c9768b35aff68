"""What is sent to everyone at a table: whole states after a step, small messages between, each part encoded once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import Raw, Struct

from paperdice.server.live.member import Member
from paperdice.server.live.presence import Presence
from paperdice.server.protocol import events, messages
from paperdice.server.protocol.messages import write_message
from paperdice.server.table.facts import table_facts
from paperdice.server.table.table import Table
from paperdice.view import QUIET_KEYS, OpenFrame, SheetView, add_prospects, open_frame, open_sheet, own_frame

_encode = msgspec.json.Encoder().encode


class _StateParts(Struct, tag_field="type", tag="state"):
    """A `State` whose parts are encoded already."""

    match: str
    sequence: int
    step: int
    table: Raw
    views: list[Raw]
    notices: Raw


@dataclass(slots=True)
class Snapshot:
    """What is shown of a table at one moment; make another one when anything has changed."""

    table: Table
    facts: Raw
    _frame: OpenFrame | None = None
    _sheets: dict[int, tuple[Raw, Raw]] = field(default_factory=dict)
    _views: dict[int | None, Raw] = field(default_factory=dict)
    _notices: dict[int, Raw] = field(default_factory=dict)
    _states: dict[tuple[frozenset[int], int], str] = field(default_factory=dict)

    def state(self, held: frozenset[int], since: int) -> str:
        """The `state` message for a device that holds these seats and has seen everything until `since`."""
        if (held, since) in self._states:
            return self._states[held, since]
        table = self.table
        seats: list[int | None] = [*sorted(held)] if held else [None]
        views = [self._view(seat) for seat in seats] if table.status in ("playing", "over") else []
        if since not in self._notices:
            self._notices[since] = Raw(_encode(table.notices_since(since)))
        parts = _StateParts(table.match_id, table.sequence, table.step, self.facts, views, self._notices[since])
        self._states[held, since] = text = _encode(parts).decode()
        return text

    def _view(self, seat: int | None) -> Raw:
        if seat not in self._views:
            match = self.table.match
            self._frame = self._frame or open_frame(match)
            sheets = [self._sheet(other)[other == seat] for other in range(match.seats)]
            self._views[seat] = Raw(_encode({**self._frame, **own_frame(match, seat), "sheets": sheets}))
        return self._views[seat]

    def _sheet(self, owner: int) -> tuple[Raw, Raw]:
        """A sheet as the others and as its owner see it; both are made at the same time."""
        if owner not in self._sheets:
            sheet = open_sheet(self.table.match, owner)
            _leave_out_quiet_keys(sheet)
            seen = Raw(_encode(sheet))
            add_prospects(self.table.match, sheet)
            self._sheets[owner] = seen, Raw(_encode(sheet))
        return self._sheets[owner]


def _leave_out_quiet_keys(sheet: SheetView) -> None:
    for row in sheet["rows"]:
        for cell in row["cells"]:
            for key in QUIET_KEYS:
                if not cell[key]:
                    del cell[key]


class Broadcast:
    """Tells the members of a table what has changed since they were last told."""

    def __init__(self, presence: Presence, table: Table) -> None:
        self._presence = presence
        self._sent = (table.match_id, table.step)
        self.pending: list[events.Event] = []

    def send_changes(self, table: Table, now: int) -> None:
        """Sends everything after a step, else only who has answered, or what is new around the match."""
        pending, self.pending = self.pending, []
        sent, self._sent = self._sent, (table.match_id, table.step)
        answers = [event for event in pending if isinstance(event, events.Sealed | events.TakenBack)]
        if sent != self._sent:
            self.send_state(table, self._presence.members, now)
        elif pending and len(answers) == len(pending):
            self._send_answers(table, answers, now)
        elif pending:
            self.send_table(table, now)

    def send_state(self, table: Table, members: Iterable[Member], now: int) -> None:
        """Sends some members everything that they may see."""
        snapshot = None
        for member in members:
            snapshot = snapshot or Snapshot(table, Raw(_encode(table_facts(table, self._presence.attendance, now))))
            since = member.sequence if member.match_id == table.match_id else 0
            member.put(snapshot.state(member.held, since))
            member.match_id, member.sequence = table.match_id, table.sequence

    def send_table(self, table: Table, now: int, but: Member | None = None) -> None:
        """Sends everyone, or everyone but one, what is known around the match."""
        members = [member for member in self._presence.members if member is not but]
        if members:
            facts = table_facts(table, self._presence.attendance, now)
            text = write_message(messages.TableChanged(table.match_id, table.sequence, facts))
            for member in members:
                member.put(text)

    def _send_answers(self, table: Table, answers: Sequence[events.Sealed | events.TakenBack], now: int) -> None:
        """Tells that seats have answered, and only their own devices what."""
        acting, answered = list(table.match.acting), list(table.match.answered)
        first = table.sequence - len(answers) + 1
        for sequence, event in enumerate(answers, first):
            place = (table.match_id, sequence, table.step, event.seat, acting, answered)
            owners = {member for member in self._presence.members if event.seat in member.held}
            match event:
                case events.Sealed():
                    public = write_message(messages.Sealed(*place))
                    private = write_message(messages.Sealed(*place, event.move))
                case events.TakenBack():
                    public = private = write_message(messages.TakenBack(*place))
            for member in self._presence.members:
                member.put(private if member in owners else public)
            if isinstance(event, events.TakenBack):
                self.send_state(table, owners, now)
