"""Stored matches: facts for permanent links, lines for lists, and deletion of personal data."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from paperdice.errors import StaleMatchError, WrongSeatError
from paperdice.flow import events
from paperdice.flow.codes import hash_secret
from paperdice.flow.describe import dice_facts
from paperdice.flow.evening import FORGOTTEN, names_in, rename_player
from paperdice.flow.record import record_of, result_of
from paperdice.flow.refusals import refuse, refuse_seat
from paperdice.flow.weights import weigh_log
from paperdice.server.live.lobby import Lobby, unknown
from paperdice.server.live.session import RETRIES
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
        record=record_of(table) if table.is_over else "",
    )


async def match_record(lobby: Lobby, match_id: str, client: str) -> str:
    """Return the record of a match, omitting sealed (still secret) moves if the match is running."""
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
    seats = table.seats_of([token])
    if not seats:
        raise _not_yours()
    if table.status not in ("over", "lobby"):
        raise refuse("not_over")
    await _forget_devices(lobby, entry.table_id, kept_of_token)
    names = _names_of(log, seats)
    await _forget_evenings(lobby, entry, kept_of_token, {each[-1] for each in names}, client)
    others = [seat for seat in table.persons if table.seats[seat].token_hash and seat not in seats]
    is_lobby, now = table.status == "lobby", lobby.clock().at
    if not others and not (is_lobby and lobby.is_visited(match_id)):
        await lobby.delete_match(match_id)
        return
    kept = _without_names(log, seats)
    everything = {name for each in names for name in each}
    kept[0], _, numbers = _without_evening(kept[0], everything, kept_of_token)
    kept = [_without_guest(event, kept_of_token) for event in kept]
    if numbers:
        kept.append(events.EveningForgotten(at=now, players=[], guests=numbers))
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


async def _forget_evenings(lobby: Lobby, entry: MatchEntry, holder: str, names: set[str], client: str) -> None:
    """Delete a person from the scoreboards and guest lists of all later matches at the table.

    Args:
        lobby: The tables in use, and their store.
        entry: The match from which the person is being removed.
        holder: The hash of the person's token.
        names: The person's names at the end of that match.
        client: The client, which is charged for the work.
    """
    for later in await lobby.store.list_later(entry):
        lobby.throttles.check_reading(client, later.length)
        await lobby.throttles.pace(client, 2 * weigh_log(later.length))
        for _ in range(RETRIES):
            log = read_log(later.id, await lobby.store.load(later.id))
            opened, players, numbers = _without_evening(log[0], names, holder)
            kept = [_without_guest(event, holder) for event in (opened, *log[1:])]
            table = await lobby.replay(later.id, log, client)
            numbers = sorted({*numbers, *table.guests_of_hash(holder)})
            names |= {table.seats[seat].name for seat in table.persons if table.seats[seat].token_hash == holder}
            if not players and not numbers and kept == log:
                break
            kept.append(events.EveningForgotten(at=lobby.clock().at, players=players, guests=numbers))
            ending = ending_of(await lobby.replay(later.id, kept, client), later.finished or lobby.clock().at)
            try:
                await lobby.rewrite_match(later.id, len(log), kept, ending)
            except StaleMatchError:
                continue
            break


def _names_of(log: Sequence[events.Event], seats: frozenset[int]) -> list[list[str]]:
    """For each of these seats, return all names that its last occupant used during the match, oldest first."""
    names: dict[int, list[str]] = {}
    for event in log:
        match event:
            case events.Sat():
                names[event.seat] = [event.name]
            case events.Renamed():
                names[event.seat] = [*names.get(event.seat, []), event.name]
            case events.Arranged():
                names = {new: names[old] for new, old in enumerate(event.seats) if old in names}
            case _:
                pass
    return [names[seat] for seat in sorted(seats)]


def _without_evening(event: events.Event, names: set[str], holder: str) -> tuple[events.Event, list[int], list[int]]:
    """Remove a person from the scoreboard and the guest list in the first event of a log.

    Returns:
        A copy of the event without the person's data, and the person's indices on the scoreboard and in the guest list.
    """
    if not isinstance(event, events.Opened):
        return event, [], []
    evening = event.evening
    players = [place for place, name in enumerate(names_in(evening)) if name in names]
    for name in names:
        evening = rename_player(evening, name, FORGOTTEN)
    numbers = [number for number, guest in enumerate(event.guests) if guest.token_hash == holder]
    guests = [
        events.KeptGuest(FORGOTTEN, "") if number in numbers else guest for number, guest in enumerate(event.guests)
    ]
    return structs.replace(event, evening=evening, guests=guests), players, numbers


def _without_guest(event: events.Event, holder: str) -> events.Event:
    """Return an event, without name and token hash if it records that the person with this hash joined as a guest."""
    if isinstance(event, events.GuestJoined) and event.token_hash == holder:
        return structs.replace(event, name=FORGOTTEN, token_hash="")
    return event


def _not_yours() -> WrongSeatError:
    return refuse_seat("not_your_match")


def _without_names(log: Sequence[events.Event], seats: frozenset[int]) -> list[events.Event]:
    """Return a copy of a log without the names and token hashes of some seats.

    `seats` contains the seat numbers at the end of the log. They are translated for events that precede a
    rearrangement of the seats.
    """
    kept = []
    for event in reversed(log):
        kept.append(_without_name(event, seats))
        if isinstance(event, events.Arranged):
            seats = frozenset(old for seat in seats if (old := event.seats[seat]) is not None)
    return kept[::-1]


def _without_name(event: events.Event, seats: frozenset[int]) -> events.Event:
    """Return an event, without its name and token hash if it concerns one of these seats."""
    match event:
        case events.Sat(seat=seat) if seat in seats:
            return structs.replace(event, name=FORGOTTEN, token_hash="")
        case events.Renamed(seat=seat) if seat in seats:
            return structs.replace(event, name=FORGOTTEN)
        case events.Claimed(seat=seat) if seat in seats:
            return structs.replace(event, token_hash="")
        case _:
            return event
