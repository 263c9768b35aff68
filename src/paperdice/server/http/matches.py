"""Stored matches: facts for permanent links, lines for lists, and deletion of personal data."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from paperdice.errors import WrongSeatError
from paperdice.flow import events
from paperdice.flow.codes import hash_secret
from paperdice.flow.describe import dice_facts
from paperdice.flow.record import record_of, result_of
from paperdice.flow.refusals import refuse, refuse_seat
from paperdice.flow.table import FORGOTTEN
from paperdice.flow.weights import weigh_log
from paperdice.server.live.lobby import Lobby, unknown
from paperdice.server.live.storage import ending_of, read_log, read_result
from paperdice.server.protocol.http import MatchFacts, MatchLine
from paperdice.store.entries import DamagedMatchError, MatchEntry


async def find_entry(lobby: Lobby, match_id: str) -> MatchEntry:
    """Return the stored entry of a match.

    Raises:
        UnknownTableError: There is no such match.
    """
    entry = await lobby.store.find_match(match_id)
    if entry is None:
        raise unknown("match")
    return entry


async def match_facts(lobby: Lobby, match_id: str, client: str) -> MatchFacts:
    """Return all public facts about a match. If its log has to be replayed, charge the cost to `client`."""
    entry = await find_entry(lobby, match_id)
    table = await lobby.find_table(entry, client)
    result = result_of(table)
    return MatchFacts(
        match=match_id,
        game=table.setup.game,
        title=table.match.game.title,
        code=table.setup.code,
        names=result.names,
        bots=result.bots,
        sheets=result.sheets,
        started=table.started_at or table.setup.at,
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


async def match_record(lobby: Lobby, match_id: str, client: str) -> str:
    """Return the record of a match, omitting sealed moves if it is still running."""
    entry = await find_entry(lobby, match_id)
    return entry.record or record_of(await lobby.find_table(entry, client))


async def match_lines(lobby: Lobby, match_ids: list[str]) -> list[MatchLine]:
    """Return a list entry for each of the given matches that is finished."""
    entries = await lobby.store.list_finished(list(dict.fromkeys(match_ids)))
    return [line for entry in entries if (line := _match_line(lobby, entry)) is not None]


def _match_line(lobby: Lobby, entry: MatchEntry) -> MatchLine | None:
    """Return the list entry of a finished match, or None if the stored result is damaged."""
    try:
        result = read_result(entry)
    except DamagedMatchError as error:
        lobby.metrics.note_failure(error)
        return None
    return MatchLine(
        match=entry.id,
        game=result.game,
        names=result.names,
        bots=result.bots,
        sheets=result.sheets,
        n_turns=result.n_turns,
        scores=result.scores,
        winners=result.winners,
        end_reason=result.end_reason,
        finished=entry.finished or 0,
        challenge=entry.challenge,
    )


async def forget_player(lobby: Lobby, match_id: str, token: str, client: str) -> None:
    """Delete a player's personal data from a match that is over or has not started.

    The names and push subscriptions of the token's seats are deleted. If no other person is left, the whole match is
    deleted. If the match has not started, the seats become open.

    Raises:
        WrongSeatError: The token belongs to no seat of the match.
        IllegalMoveError: The match is running.
    """
    entry = await find_entry(lobby, match_id)
    lobby.throttles.check_reading(client, entry.length)
    await lobby.throttles.pace(client, 2 * weigh_log(entry.length))
    texts = await lobby.store.load(match_id)
    # If a log lacks this hash, the token belongs to no seat, and no replay is needed.
    kept_of_token = hash_secret(entry.table_id, token)
    if not any(kept_of_token in text for text in texts):
        raise _not_yours()
    log = read_log(match_id, texts)
    table = await lobby.replay(match_id, log, client)
    seats = table.held([token])
    if not seats:
        raise _not_yours()
    if table.status not in ("over", "lobby"):
        raise refuse("not_over")
    await _forget_devices(lobby, entry.table_id, kept_of_token)
    others = [seat for seat in table.persons if table.seats[seat].token_hash and seat not in seats]
    is_lobby, now = table.status == "lobby", lobby.clock().at
    if not others and not (is_lobby and lobby.is_visited(match_id)):
        await lobby.delete_match(match_id)
        return
    kept = _without_names(log, seats)
    for seat in sorted(seats):
        kept.append(events.Forgotten(at=now, seat=seat))
        kept += [events.Stood(at=now, seat=seat)] if is_lobby else []
    ending = ending_of(await lobby.replay(match_id, kept, client), entry.finished or now)
    await lobby.rewrite_match(match_id, len(log), kept, ending)


async def _forget_devices(lobby: Lobby, table_id: str, holder: str) -> None:
    """Cancel a player's push subscriptions for a table; `holder` is the hash of the player's token."""
    for subscription in await lobby.store.list_subscriptions(table_id):
        if subscription.holder == holder:
            await lobby.store.unsubscribe(subscription.endpoint, table_id)


def _not_yours() -> WrongSeatError:
    return refuse_seat("not_your_match")


def _without_names(log: Sequence[events.Event], seats: frozenset[int]) -> list[events.Event]:
    """Return a copy of a log without the names and token hashes of some seats.

    `seats` are numbered as at the end of the log. In events before a rearrangement of the seats, their earlier
    numbers apply.
    """
    kept = []
    for event in reversed(log):
        kept.append(_without_name(event, seats))
        if isinstance(event, events.Arranged):
            seats = frozenset(old for seat in seats if (old := event.seats[seat]) is not None)
    return kept[::-1]


def _without_name(event: events.Event, seats: frozenset[int]) -> events.Event:
    """Return an event without its name and token hash if it concerns one of these seats."""
    match event:
        case events.Sat(seat=seat) if seat in seats:
            return structs.replace(event, name=FORGOTTEN, token_hash="")
        case events.Renamed(seat=seat) if seat in seats:
            return structs.replace(event, name=FORGOTTEN)
        case events.Claimed(seat=seat) if seat in seats:
            return structs.replace(event, token_hash="")
        case _:
            return event
