"""What is sent to everyone at a table: whole states after a step, small messages between, each part encoded once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec
from msgspec import Raw, Struct

from paperdice.match import Match
from paperdice.server.live.member import Member
from paperdice.server.live.presence import Presence
from paperdice.server.protocol import events, messages
from paperdice.server.protocol.messages import encode_message
from paperdice.server.table.facts import table_facts
from paperdice.server.table.table import Table
from paperdice.view import QUIET_KEYS, add_prospects, open_frame, open_sheet, own_frame

_encode = msgspec.json.Encoder().encode


class _StateParts(Struct, tag_field="type", tag="state"):
    """A `State` whose parts are encoded already."""

    match: str
    sequence: int
    step: int
    table: Raw
    held: list[int]
    views: list[Raw]
    notices: Raw


def _encode_sheet(match: Match, owner: int) -> tuple[Raw, Raw]:
    """A sheet as the others and as its owner see it."""
    sheet = open_sheet(match.raw, owner)
    for cell in [cell for row in sheet["rows"] for cell in row["cells"]]:
        for key in [key for key in QUIET_KEYS if not cell[key]]:
            del cell[key]
    seen = Raw(_encode(sheet))
    add_prospects(match, sheet)
    return seen, Raw(_encode(sheet))


def _encode_views(match: Match, seats: Iterable[int | None]) -> dict[int | None, Raw]:
    """The views of some seats; what they share is made once."""
    frame = open_frame(match)
    sheets = [_encode_sheet(match, owner) for owner in range(match.seats)]
    views: dict[int | None, Raw] = {}
    for seat in seats:
        seen = [sheet[owner == seat] for owner, sheet in enumerate(sheets)]
        views[seat] = Raw(_encode({**frame, **own_frame(match, seat), "sheets": seen}))
    return views


class Broadcast:
    """Tells the members of a table what has changed since they were last told."""

    def __init__(self, presence: Presence, table: Table) -> None:
        self._presence = presence
        self._sent = (table.match_id, table.step)
        self.pending: list[events.Event] = []

    def send_changes(self, table: Table, ticks: int) -> None:
        """Sends everything after a step, else only who has answered, or what is new around the match."""
        pending, self.pending = self.pending, []
        sent, self._sent = self._sent, (table.match_id, table.step)
        answers = [event for event in pending if isinstance(event, events.Sealed | events.TakenBack)]
        if sent != self._sent:
            self.send_state(table, self._presence.members, ticks)
        elif pending and len(answers) == len(pending):
            self._send_answers(table, answers, ticks)
        elif pending:
            self.send_table(table, ticks)

    def send_state(self, table: Table, members: Collection[Member], ticks: int) -> None:
        """Sends some members everything that they may see."""
        if not members:
            return
        seats: dict[frozenset[int], list[int | None]]
        seats = {member.held: [*sorted(member.held)] or [None] for member in members}
        is_playing = table.status in ("playing", "over")
        views = _encode_views(table.match, {seat for held in seats.values() for seat in held}) if is_playing else {}
        facts = Raw(_encode(table_facts(table, self._presence.attendance, ticks)))
        states: dict[tuple[frozenset[int], int], bytes] = {}
        for member in members:
            since = member.sequence if member.match_id == table.match_id else 0
            if (member.held, since) not in states:
                own = [views[seat] for seat in seats[member.held]] if is_playing else []
                notices = Raw(_encode([notice for notice in table.notices if notice.sequence > since]))
                place = (table.match_id, table.sequence, table.step)
                state = _StateParts(*place, facts, sorted(member.held), own, notices)
                states[member.held, since] = _encode(state)
            member.tell(states[member.held, since])
            member.match_id, member.sequence = table.match_id, table.sequence

    def send_table(self, table: Table, ticks: int, but: Member | None = None) -> None:
        """Sends everyone, or everyone but one, what is known around the match."""
        members = [member for member in self._presence.members if member is not but]
        if members:
            facts = table_facts(table, self._presence.attendance, ticks)
            message = encode_message(messages.TableChanged(table.match_id, table.sequence, facts))
            for member in members:
                member.tell(message)

    def _send_answers(self, table: Table, answers: Sequence[events.Sealed | events.TakenBack], ticks: int) -> None:
        """Tells that seats have answered, and only their own devices what."""
        acting, answered = list(table.match.acting), list(table.match.answered)
        first = table.sequence - len(answers) + 1
        for sequence, event in enumerate(answers, first):
            place = (table.match_id, sequence, table.step, event.seat, acting, answered)
            owners = {member for member in self._presence.members if event.seat in member.held}
            match event:
                case events.Sealed():
                    public = encode_message(messages.Sealed(*place))
                    private = encode_message(messages.Sealed(*place, event.move))
                case events.TakenBack():
                    public = private = encode_message(messages.TakenBack(*place))
            for member in self._presence.members:
                member.tell(private if member in owners else public)
            if isinstance(event, events.TakenBack):
                self.send_state(table, owners, ticks)
