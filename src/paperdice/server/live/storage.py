"""Storing and loading tables: new matches, the endings of matches, and tables rebuilt from logs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from itertools import islice

import msgspec

from paperdice.errors import PaperdiceError, Reason, StoreError
from paperdice.flow import events
from paperdice.flow.facts import FinalResult
from paperdice.flow.record import has_new_ending, record_of, result_of
from paperdice.flow.setup import Opening
from paperdice.flow.table import OtherRulesError, Table
from paperdice.pad import ENTRY_WORK
from paperdice.store.entries import DamagedMatchError, Ending, LostAnswerError, MatchEntry, TableEntry, rank_score_of
from paperdice.store.store import Store

# How many events are replayed before other tasks can run: about a millisecond's work.
STRETCH = 25
# The cost of events that take longer to replay, in events; a correction replays the whole match.
WORK: Mapping[type[events.Event], int] = {events.Entered: ENTRY_WORK, events.Corrected: STRETCH}
_read_result = msgspec.json.Decoder(FinalResult).decode


def new_ending(before: Table, after: Table, now: int) -> Ending | None:
    """Return the ending to store after a table has changed, or None if its ending has not changed.

    A correction may change the ending of a match, or reopen the match.
    """
    is_new = has_new_ending(after, was_over=before.is_over, n_corrections=before.n_corrections)
    return ending_of(after, now) if is_new else None


def ending_of(table: Table, now: int) -> Ending:
    """Return what to store about the ending of a match at time `now`; the fields are empty until the match is over."""
    if not table.is_over:
        return Ending(None, "", "")
    result = result_of(table)
    rank_score = rank_score_of(result.scores[0], won=0 in result.winners)
    return Ending(now, msgspec.json.encode(result).decode(), record_of(table), rank_score)


def read_result(entry: MatchEntry) -> FinalResult:
    """Return the stored result of a finished match.

    Raises:
        DamagedMatchError: The result cannot be decoded.
    """
    try:
        return _read_result(entry.ending)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise DamagedMatchError(entry.id, f"its result cannot be read: {error}") from error


async def keep_opening(store: Store, opening: Opening, released_before: int = 0) -> None:
    """Store a new match. Its code may be that of another table whose match was finished before `released_before`.

    Raises:
        StaleMatchError: The id of the match, or the code of a new table, is already taken.
    """
    opened, match_id = opening.opened, opening.match_id
    entry = TableEntry(opened.table_id, opened.code, match_id, opened.at)
    match = MatchEntry(
        match_id, opened.table_id, opened.game, opened.challenge, 0, opened.at, opened.at, is_open=opened.open
    )
    await store.create(entry, match, [events.encode_event(event).decode() for event in opening.events], released_before)


async def load_table(store: Store, match_id: str) -> Table:
    """Load the table of a match.

    Raises:
        DamagedMatchError: The log is invalid.
        StoreError: The log cannot be loaded.
    """
    return await replay_log(match_id, read_log(match_id, await store.load(match_id)))


def read_log(match_id: str, texts: Iterable[str], since: int = 0) -> list[events.Event]:
    """Decode the events of a log, or of the part of a log that follows event number `since`.

    Raises:
        DamagedMatchError: An event cannot be decoded.
    """
    found = []
    for number, text in enumerate(texts, since + 1):
        try:
            found.append(events.read_event(text))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise DamagedMatchError(match_id, f"event {number} cannot be read: {error}") from error
    return found


async def replay_log(match_id: str, log: Iterable[events.Event]) -> Table:
    """Rebuild a table from its log, while regularly yielding to other tasks.

    Raises:
        DamagedMatchError: The events are inconsistent.
        OtherRulesError: The match was started under another version of the rules.
    """
    iterator = iter(log)
    try:
        table, n_done = Table.replay(match_id, islice(iterator, 1)), 0
        for event in iterator:
            table.apply(event)
            n_done += WORK.get(type(event), 1)
            if n_done >= STRETCH:
                n_done = 0
                await asyncio.sleep(0)
    except StoreError:
        raise
    except (PaperdiceError, AssertionError, LookupError, TypeError, ValueError) as error:
        raise DamagedMatchError(match_id, f"its events do not fit together: {error}") from error
    return table


async def read_done_before(store: Store, table: Table) -> dict[tuple[str, str], int]:
    """Return the commands executed in the previous match, to recognize commands that devices send again.

    If that match was deleted or cannot be replayed, the result is empty.

    Raises:
        LostAnswerError: The store failed.
    """
    before = table.setup.previous or ""
    try:
        return {} if await store.find_match(before) is None else (await load_table(store, before)).done
    except (DamagedMatchError, OtherRulesError):
        return {}
    except StoreError as error:
        raise LostAnswerError(f"whether this was done in the match before cannot be read: {error}") from error


def hide_store(error: PaperdiceError) -> PaperdiceError:
    """Return an error that is safe to show to clients.

    Messages from the database are replaced, since they may reveal its address.
    """
    if isinstance(error, StoreError) and error.reason.id == "error":
        return StoreError("matches cannot be kept or fetched right now: try again", Reason("store_failed", {}))
    return error
