"""What a table does by itself: throws, passes and starts that are due, and when to look again."""

from __future__ import annotations

from paperdice import fair
from paperdice.server.protocol import events as log
from paperdice.server.table.decide import begin, rolled
from paperdice.server.table.table import Table

SHARES_SECONDS = 10


def due_events(table: Table, now: int, present: frozenset[int]) -> list[log.Event]:
    """Gives the events that are due at this moment, one kind at a time; ask again after applying them."""
    if table.status == "lobby":
        return _due_start(table, now, present)
    if table.status == "shares":
        return _due_shares(table, now, present)
    if table.status == "over":
        return []
    return _due_throw(table, now) if table.match.dice_wanted else _due_moves(table, now)


def next_look(table: Table, now: int) -> int | None:
    """Gives the time at which something may be due, None if only people can bring it about."""
    if table.status == "shares" or (table.status == "lobby" and table.setup.previous is not None):
        return table.step_at + SHARES_SECONDS * 1000
    if table.status == "playing" and table.setup.clock is not None:
        return max(now, table.step_at + table.setup.clock * 1000)
    return None


def bots_to_move(table: Table) -> list[int]:
    """Gives the seats that owe a move which a bot has to find."""
    if table.status != "playing":
        return []
    return [seat for seat in table.match.acting if table.seats[seat].player is not None]


def _is_late(table: Table, now: int) -> bool:
    return table.setup.clock is not None and now >= table.step_at + table.setup.clock * 1000


def _all_bound(table: Table, present: frozenset[int]) -> bool:
    """Tells whether every person who is there has committed, so that nobody need be waited for."""
    agreement = table.agreement
    if agreement is None:
        return bool(present)
    asked = [seat for seat in table.persons if seat in present and seat not in agreement.without]
    return bool(present) and all(seat in agreement.commitments for seat in asked)


def _due_start(table: Table, now: int, present: frozenset[int]) -> list[log.Event]:
    """A rematch starts by itself when all who are there have committed, or after a while; bots alone start at once."""
    if any(entry.kind == "open" for entry in table.seats):
        return []
    if not table.persons:
        return begin(table, now)
    if table.setup.previous is None:
        return []
    waited = now >= table.step_at + SHARES_SECONDS * 1000 and bool(present)
    return begin(table, now) if waited or _all_bound(table, present) else []


def _due_shares(table: Table, now: int, present: frozenset[int]) -> list[log.Event]:
    agreement = table.agreement
    assert agreement is not None
    waited = now >= table.step_at + SHARES_SECONDS * 1000
    if agreement.stage == "commit":
        return [log.SharesClosed(at=now)] if waited or _all_bound(table, present) else []
    if waited:
        return [log.SharesDrawnAnew(at=now, without=list(agreement.awaited), seed=fair.draw_secret())]
    return []


def _due_throw(table: Table, now: int) -> list[log.Event]:
    if table.setup.dice == "typed":
        return []
    if table.seats[table.match.active].player is not None:
        return [rolled(table, now, "bot")]
    if table.setup.auto_throw:
        return [rolled(table, now, "auto")]
    return [rolled(table, now, "clock")] if _is_late(table, now) else []


def _due_moves(table: Table, now: int) -> list[log.Event]:
    """Plays the only choice of a seat where that is wished, and the quiet move of whoever is out of time."""
    events: list[log.Event] = []
    late = _is_late(table, now)
    if not late and not table.setup.auto_pass:
        return events
    for seat in table.match.acting:
        choices = table.match.choices(seat)
        if table.setup.auto_pass and len(choices) == 1:
            events.append(log.Sealed(at=now, seat=seat, move=choices[0], by="auto"))
        elif late:
            events.append(log.Sealed(at=now, seat=seat, move=choices[0], by="clock"))
    return events
