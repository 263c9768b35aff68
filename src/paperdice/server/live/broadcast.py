"""Messages to everyone at a table: changes after each step, sealed moves within a step, and states for new members.

Each part of a message is built and encoded once for all devices.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeGuard

import msgspec
from msgspec import Raw, Struct, structs

from paperdice.flow import events
from paperdice.flow.describe import table_facts
from paperdice.flow.facts import ClockFacts, TableFacts
from paperdice.flow.table import Table
from paperdice.server.live.member import Member
from paperdice.server.live.presence import TablePresence
from paperdice.server.protocol import messages
from paperdice.server.protocol.messages import encode_message
from paperdice.view import QUIET_KEYS, OpenView, RowView
from paperdice.view_builder import own_view
from paperdice.view_changes import ViewCache

_encode = msgspec.json.Encoder().encode
_NOTHING = Raw(b"null")
# A sealed or taken-back move, with its sequence number in the log.
Answer = tuple[int, events.Sealed | events.TakenBack]


class _StateParts(Struct, tag_field="type", tag="state"):
    """A `State` message with parts that are already encoded."""

    match: str
    sequence: int
    step: int
    table: Raw
    held: list[int]
    view: Raw
    own: list[Raw]
    notices: Raw
    guest: int | None


class _SteppedParts(Struct, tag_field="type", tag="stepped", omit_defaults=True):
    """A `Stepped` message with parts that are already encoded."""

    match: str
    sequence: int
    since: int
    step: int
    view: Raw
    own: list[Raw]
    notices: Raw
    table: TableFacts | None = None
    clock: ClockFacts | None = None


class _Seen(NamedTuple):
    """The cache key of a message: the member's seats, last event and guest, and whether it has the table's facts."""

    held: frozenset[int]
    since: int
    knows_table: bool
    guest: int | None = None


def _is_answer(event: events.Event) -> TypeGuard[events.Sealed | events.TakenBack]:
    return type(event) is events.Sealed or type(event) is events.TakenBack


def _around(table: Table, presence: TablePresence) -> tuple[object, ...]:
    """Return the values that determine the facts about a table, so that changes can be detected.

    Values that change with time are excluded, as are throws and moves that must be entered again after a correction.
    """
    there = presence.attendance
    place = (table.match_id, table.n_around, table.status)
    return (*place, there.seats, there.guests, there.n_watchers, there.is_parked, tuple(there.ready_at))


def _stands_still(facts: TableFacts) -> bool:
    """Whether the facts about a table remain valid as time passes and players throw and move."""
    is_waiting = any(seat.awaited_ms or seat.ready_ms for seat in facts.seats)
    is_counting = facts.next is not None and facts.next.left_ms is not None
    return facts.clock is None and not facts.again and not facts.later and not is_waiting and not is_counting


def _encode_view(view: OpenView) -> Raw:
    """Encode a complete open view, omitting the keys of cells that have empty values."""
    sheets = [{**sheet, "rows": [_terse(row) for row in sheet["rows"]]} for sheet in view["sheets"]]
    return Raw(_encode({**view, "sheets": sheets}))


def _terse(row: RowView) -> dict[str, object]:
    cells = [{key: value for key, value in cell.items() if value or key not in QUIET_KEYS} for cell in row["cells"]]
    return {**row, "cells": cells}


class _Parts:
    """The encoded parts of the messages about one state of a table, each built when first needed."""

    def __init__(self, table: Table, view: OpenView | None) -> None:
        self._table = table
        self._view = view
        self._own: dict[int, Raw] = {}
        self._notices: dict[int, Raw] = {}

    def own(self, held: frozenset[int]) -> list[Raw]:
        """Return the encoded private views of these seats in order, or an empty list before the start."""
        if self._view is None:
            return []
        for seat in held - self._own.keys():
            self._own[seat] = Raw(_encode(own_view(self._table.match, seat, self._view["sheets"][seat]["rows"])))
        return [self._own[seat] for seat in sorted(held)]

    def notices(self, since: int) -> Raw:
        """Return the encoded notices that are newer than the event with this sequence number."""
        if since not in self._notices:
            new = []
            for notice in reversed(self._table.notices):
                if notice.sequence <= since:
                    break
                new.append(notice)
            self._notices[since] = Raw(_encode(new[::-1]))
        return self._notices[since]


class Broadcast:
    """Sends each member of a table the changes since that member's last message."""

    def __init__(self, presence: TablePresence, table: Table) -> None:
        self._presence = presence
        self._sent = (table.match_id, table.step)
        self._views: ViewCache | None = None
        self._facts: TableFacts | None = None
        self._around: tuple[object, ...] | None = None
        self.pending: list[events.Event] = []

    def send_changes(self, table: Table, monotonic_ms: int) -> None:
        """Send members the changes made by a new step or, within a step, sealed moves and updated table facts."""
        pending, self.pending = self.pending, []
        sent, self._sent = self._sent, (table.match_id, table.step)
        numbered = enumerate(pending, table.sequence - len(pending) + 1)
        answers = [(number, each) for number, each in numbered if _is_answer(each)]
        if sent != self._sent:
            self._send_step(table, sent, monotonic_ms)
            return
        self._send_answers(table, answers, monotonic_ms)
        if len(answers) < len(pending):
            self.send_table(table, monotonic_ms)

    def _send_step(self, table: Table, sent: tuple[str, int], monotonic_ms: int) -> None:
        """Send the changes of a step to members that have the previous step, and the complete state to all others."""
        views, members = self._views, self._presence.members
        if views is None or sent[0] != table.match_id or not table.has_begun:
            self._views = None
            self.send_state(table, members, monotonic_ms)
            return
        change = views.step(table.match)
        if change is None:
            self.send_state(table, members, monotonic_ms)
            return
        facts = self._facts_now(table, monotonic_ms)
        place = (table.match_id, table.sequence, sent[1], table.step, Raw(_encode(change)))
        parts = _Parts(table, views.view)
        made: dict[_Seen, bytes] = {}
        behind = []
        for member in members:
            if (member.match_id, member.step) != sent:
                behind.append(member)
                continue
            seen = _Seen(member.held, member.sequence, member.facts is self._facts)
            if seen not in made:
                told = None if seen.knows_table else facts
                own, notices = parts.own(seen.held), parts.notices(seen.since)
                made[seen] = _encode(_SteppedParts(*place, own, notices, told, facts.clock))
            self._show(table, member, made[seen])
        self.send_state(table, behind, monotonic_ms)

    def _show(self, table: Table, member: Member, message: bytes) -> None:
        """Send a message that brings a member up to date, and record the member's new state."""
        member.tell(message)
        member.match_id, member.sequence, member.step = table.match_id, table.sequence, table.step
        member.facts = self._facts

    def _facts_now(self, table: Table, monotonic_ms: int) -> TableFacts:
        """Return the current facts about the table.

        `_facts` caches them without the clock, and is replaced by a new object only if they have changed.
        """
        around = _around(table, self._presence)
        if self._facts is not None and around == self._around:
            return self._facts
        facts = table_facts(table, self._presence.attendance, monotonic_ms)
        bare = facts if facts.clock is None else structs.replace(facts, clock=None)
        if bare != self._facts:
            self._facts = bare
        self._around = around if _stands_still(facts) else None
        return facts

    def send_state(self, table: Table, members: Collection[Member], monotonic_ms: int) -> None:
        """Send the complete state to these members."""
        if not members:
            return
        if self._sent != (table.match_id, table.step):
            self.send_changes(table, monotonic_ms)
        view, made = self._open_view(table), dict[_Seen, bytes]()
        facts, parts = Raw(_encode(self._facts_now(table, monotonic_ms))), _Parts(table, view)
        shown = _NOTHING if view is None else _encode_view(view)
        place = (table.match_id, table.sequence, table.step, facts)
        for member in members:
            since = member.sequence if member.match_id == table.match_id else 0
            guest = min(member.guests) if member.guests and not member.held else None
            seen = _Seen(member.held, since, knows_table=True, guest=guest)
            if seen not in made:
                own, notices = parts.own(seen.held), parts.notices(seen.since)
                made[seen] = _encode(_StateParts(*place, sorted(seen.held), shown, own, notices, guest))
            self._show(table, member, made[seen])

    def _open_view(self, table: Table) -> OpenView | None:
        """Return the open view, or None before the start."""
        match = table.match
        if not table.has_begun:
            return None
        if self._views is None:
            self._views = ViewCache(match)
        return {**self._views.view, "acting": list(match.acting), "answered": list(match.answered)}

    def send_table(self, table: Table, monotonic_ms: int, but: Member | None = None) -> None:
        """Send the facts about the table to all members except `but`."""
        members = [member for member in self._presence.members if member is not but]
        if members:
            facts = self._facts_now(table, monotonic_ms)
            message = encode_message(messages.TableChanged(table.match_id, table.sequence, facts))
            for member in members:
                member.tell(message)
                member.facts = self._facts

    def _send_answers(self, table: Table, answers: Sequence[Answer], monotonic_ms: int) -> None:
        """Announce that seats have sealed or taken back moves. Only a seat's own devices receive its move."""
        acting, answered = list(table.match.acting), list(table.match.answered)
        for sequence, event in answers:
            place = (table.match_id, sequence, table.step, event.seat, acting, answered)
            owners = {member for member in self._presence.members if event.seat in member.held}
            match event:
                case events.Sealed():
                    public = encode_message(messages.MoveSealed(*place))
                    private = encode_message(messages.MoveSealed(*place, event.move))
                case events.TakenBack():
                    public = private = encode_message(messages.MoveTakenBack(*place))
            for member in self._presence.members:
                member.tell(private if member in owners else public)
            if type(event) is events.TakenBack:
                self.send_state(table, owners, monotonic_ms)
