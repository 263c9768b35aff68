"""Matches after the fact: their facts for a permanent link, short lines for lists, and being forgotten."""

from __future__ import annotations

from paperdice.errors import Reason, WrongSeatError
from paperdice.server.live.lobby import Hall, unknown
from paperdice.server.live.session import now_ms
from paperdice.server.protocol import events as log
from paperdice.server.protocol.http import MatchFacts, MatchLine, TableLine
from paperdice.server.table.decide import refuse
from paperdice.server.table.record import dice_facts, ending_of, read_result, record_of, result_of
from paperdice.server.table.table import Table
from paperdice.store.store import MatchEntry


async def find_entry(hall: Hall, match_id: str) -> MatchEntry:
    """Gives what is kept of a match."""
    entry = await hall.store.find_match(match_id)
    if entry is None:
        raise unknown("match")
    return entry


async def load_table(hall: Hall, match_id: str) -> Table:
    """Gives the table of a match as it is or was, from the room in use or from the log."""
    room = hall.room_of(match_id)
    if room is not None:
        return room.table
    events = await hall.store.load(match_id)
    return Table.replay(match_id, map(log.read_event, events))


async def match_facts(hall: Hall, match_id: str) -> MatchFacts:
    """Gives everything that anyone with the link may know of a match."""
    entry = await find_entry(hall, match_id)
    table = await load_table(hall, match_id)
    result = result_of(table)
    return MatchFacts(
        match=match_id,
        game=table.setup.game,
        title=table.match.game.title,
        code=table.setup.code,
        names=result.names,
        bots=result.bots,
        sheets=result.sheets,
        started=table.begun_at or table.setup.at,
        finished=entry.finished,
        scores=result.scores,
        winners=result.winners,
        end_reason=result.end_reason or None,
        n_turns=result.n_turns,
        dice=dice_facts(table),
        challenge=table.setup.challenge,
        previous=table.setup.previous,
        record=record_of(table) if table.match.over else "",
    )


async def match_record(hall: Hall, match_id: str) -> str:
    """Gives the record of a match; while it runs, without any sealed move."""
    entry = await find_entry(hall, match_id)
    return entry.record or record_of(await load_table(hall, match_id))


async def match_lines(hall: Hall, match_ids: list[str]) -> list[MatchLine]:
    """Gives one line for each finished match among these."""
    entries = await hall.store.list_finished(list(dict.fromkeys(match_ids)))
    return [_line(entry) for entry in entries]


def _line(entry: MatchEntry) -> MatchLine:
    result = read_result(entry.ending)
    return MatchLine(
        match=entry.id,
        game=entry.game,
        names=result.names,
        scores=result.scores,
        winners=result.winners,
        end_reason=result.end_reason,
        finished=entry.finished or 0,
        challenge=entry.challenge,
    )


async def open_tables(hall: Hall, limit: int) -> list[TableLine]:
    """Gives the tables that are open to everyone; each is replayed only when it has changed."""
    lines = {}
    for entry in await hall.store.list_tables(limit):
        key = (entry.match_id, entry.touched)
        lines[key] = hall.table_lines.get(key) or _table_line(await load_table(hall, entry.match_id))
    hall.table_lines = lines
    return list(lines.values())


def _table_line(table: Table) -> TableLine:
    names = [seat.name for seat in table.seats if seat.kind != "open"]
    n_open = sum(seat.kind == "open" for seat in table.seats)
    return TableLine(table.setup.code, table.setup.game, names, n_open, table.status)


async def forget_player(hall: Hall, match_id: str, token: str) -> None:
    """Takes the names of a token's seats out of a finished match; the last person's wish deletes it."""
    entry = await find_entry(hall, match_id)
    events = [log.read_event(text) for text in await hall.store.load(match_id)]
    table = Table.replay(match_id, events)
    seats = table.held([token])
    if not seats:
        raise WrongSeatError("this token opens no seat of the match", Reason("not_your_match", {}))
    if table.status not in ("over", "lobby"):
        raise refuse("not_over", "the match is still going on")
    others = [seat for seat in table.persons if table.seats[seat].token_hash and seat not in seats]
    if not others or table.status == "lobby":
        await _delete(hall, match_id)
        return
    kept = [_without_names(event, seats) for event in events]
    ending = ending_of(Table.replay(match_id, kept), entry.finished or now_ms())
    await hall.store.rewrite(match_id, entry.length, [log.write_event(event) for event in kept], ending)


def _without_names(event: log.Event, seats: frozenset[int]) -> log.Event:
    if isinstance(event, log.SatDown | log.Renamed) and event.seat in seats:
        event.name = "?"
    if isinstance(event, log.SatDown | log.Reseated) and event.seat in seats:
        event.token_hash = ""
    return event


async def _delete(hall: Hall, match_id: str) -> None:
    await hall.store.delete(match_id)
    room = hall.room_of(match_id)
    if room is not None:
        hall.forget(room)
        for line in list(room.lines):
            line.close("deleted")
