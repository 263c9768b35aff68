"""A table in use.

Each command is checked, stored, applied and broadcast, in this order; then bots move and the timer is set.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import NamedTuple

from paperdice.errors import BotError, IllegalMoveError, PaperdiceError, StaleMatchError, StoreError
from paperdice.flow import commands, events
from paperdice.flow.attendance import (
    Moment,
    awaited_people,
    first_attendance,
    follow_seats,
    goes_on_alone,
    keep_time,
    with_draft,
)
from paperdice.flow.checks import CommandResult, Who, not_yours, requested_place
from paperdice.flow.clock import (
    Due,
    bot_pause_ms,
    find_due,
    follow_up,
    may_end,
    return_events,
)
from paperdice.flow.codes import hash_secret
from paperdice.flow.decide import decide
from paperdice.flow.decide_seats import TRANSFER_SECONDS
from paperdice.flow.refusals import refuse
from paperdice.flow.setup import Opening, next_opening
from paperdice.flow.table import Table
from paperdice.server.live.broadcast import Broadcast
from paperdice.server.live.entries import EntryCache
from paperdice.server.live.hints import Hints, PendingHint
from paperdice.server.live.member import Member
from paperdice.server.live.ports import Bots, Notifier
from paperdice.server.live.presence import TablePresence
from paperdice.server.live.storage import keep_opening, load_table, new_ending, read_done_before, read_log
from paperdice.server.live.tasks import Tasks
from paperdice.server.ops.metrics import Metrics
from paperdice.server.protocol import messages
from paperdice.server.settings import DAY_MS, Settings
from paperdice.server.studies import Studies
from paperdice.store.entries import LostAnswerError
from paperdice.store.store import Store

RETRIES = 10
# When an unloaded slow table is woken: soon if its bots have to move, a year later if it has no clock.
BOT_WAKE_MS = 60_000
FORGOTTEN_MS = 365 * DAY_MS
DEVICE_LETTERS = 12
# The time between two nudges of the same seat.
NUDGE_MS = 5000
# Changes to the estimated time until a bot is ready are sent only if they are at least this large.
READY_STEP_MS = 5000
logger = logging.getLogger("paperdice.server")


@dataclass(frozen=True, slots=True)
class Services:
    """The dependencies that all sessions share.

    `rng` generates codes and seeds, and `by_match` maps match ids to sessions.
    """

    store: Store
    bots: Bots
    studies: Studies
    metrics: Metrics
    settings: Settings
    tasks: Tasks
    clock: Callable[[], Moment]
    rng: Random
    process: str
    by_match: dict[str, Session]
    notifier: Notifier | None = None


class PendingMove(NamedTuple):
    """A move that a bot is computing for a seat at a step of a match."""

    match_id: str
    step: int
    seat: int


class Session:
    """A table in use, with all of its connections to this process."""

    def __init__(self, services: Services, table: Table) -> None:
        self.table = table
        self.presence = TablePresence(services.store, services.process, services.settings)
        self.history = EntryCache()
        self._services = services
        self._store, self._clock = services.store, services.clock
        self._takeover_ms = int(services.settings.takeover_seconds * 1000)
        self._broadcast = Broadcast(self.presence, table)
        # The executed commands of the previous match, None until they are needed.
        self._done_before: dict[tuple[str, str], int] | None = None if table.setup.previous else {}
        self._lock = asyncio.Lock()
        self._pending: set[PendingMove] = set()
        # The time of the last nudge of each seat.
        self._nudged: dict[int, int] = {}
        self._hints = Hints(services.studies, self.presence, lambda: self.table)
        self._timer: asyncio.TimerHandle | None = None
        self.presence.attendance = first_attendance(table, self._clock())
        # The players who were last notified by push, and the time at which the stored table has to be woken.
        self._notified: tuple[str, int, frozenset[int]] | None = None
        self._wake: tuple[str, int | None] | None = None
        services.by_match[table.match_id] = self

    @property
    def is_parked(self) -> bool:
        """Whether the table is parked: nobody is connected, so its bots and clock are stopped."""
        return self.presence.attendance.is_parked

    def close(self) -> None:
        """Unload the session. The table remains in the store."""
        self.stop_clock()
        if self._services.by_match.get(self.table.match_id) is self:
            del self._services.by_match[self.table.match_id]

    # Attendance

    async def join(self, member: Member, hello: commands.Hello) -> None:
        """Add a connection to the table, send it the state, and remove the stand-in bots from its seats."""
        async with self._lock:
            monotonic_ms, was_there = self._clock().monotonic_ms, self.presence.attendance
            self._take_tokens(member, hello.tokens)
            await self._give_seats_back(member)
            table = self.table
            member.match_id = table.match_id
            member.sequence = min(hello.sequence, table.sequence) if hello.match == table.match_id else 0
            self.presence.members.add(member)
            self.presence.update(table, monotonic_ms)
            self._broadcast.send_state(self.table, [member], monotonic_ms)
            if not self.presence.attendance.has_same_people(was_there):
                await self._share_presence()
                self._broadcast.send_table(self.table, monotonic_ms, but=member)
            await self._settle()

    async def leave(self, member: Member) -> None:
        """Remove a connection from the table."""
        if member in self.presence.members:
            self.presence.leave(member)
            await self._follow_presence()

    def fall_silent(self, member: Member) -> None:
        """Report in the background that a device has missed its heartbeat."""
        self._services.tasks.spawn(self.note_silence(member, True))

    async def note_silence(self, member: Member, is_silent: bool) -> None:
        """Record that a device has missed its heartbeat or, if `is_silent` is false, has returned."""
        member.is_silent = is_silent
        if member in self.presence.members:
            await self._follow_presence()

    async def _follow_presence(self) -> None:
        """Broadcast the changed attendance, and handle its consequences, such as starting a match."""
        self.presence.update(self.table, self._clock().monotonic_ms)
        async with self._lock:
            await self._share_presence()
            self._broadcast.send_table(self.table, self._clock().monotonic_ms)
            if self.is_parked:
                self.stop_clock()
            else:
                await self._settle()

    def _take_tokens(self, member: Member, tokens: Iterable[str]) -> None:
        """Set the tokens of a device, and the ids derived from them, by which its commands are recognized."""
        member.tokens = tuple(tokens)
        member.devices = tuple(self._device(token) for token in tokens)

    def _device(self, token: str) -> str:
        """Return the id of the device with this token, which is the same in all matches of the table."""
        return hash_secret(self.table.setup.table_id, token)[:DEVICE_LETTERS]

    async def _give_seats_back(self, member: Member) -> None:
        """Assign a device its seats, and remove their stand-in bots. If the store fails, the bots are removed later."""
        for _ in range(RETRIES):
            member.held, member.guests = self.table.held(member.tokens), self.table.guests_of(member.tokens)
            try:
                if await self._write(return_events(self.table, member.held, self._clock().at)):
                    return
            except StoreError as error:
                self._services.metrics.note_failure(error)
                return

    async def _share_presence(self) -> None:
        """Store the connections of this process; if that fails, the next heartbeat retries."""
        try:
            await self.presence.share(self.table.match_id)
        except StoreError as error:
            self._services.metrics.note_failure(error)

    async def look_around(self) -> bool:
        """Fetch the connections of other processes, and broadcast them if they have changed.

        Returns:
            Whether they have changed.
        """
        has_changed = await self.presence.look_around(self.table, self._clock())
        if has_changed:
            self._broadcast.send_table(self.table, self._clock().monotonic_ms)
        return has_changed

    async def _follow_others(self) -> None:
        """Broadcast changes of attendance in other processes.

        The process where the change happened handles its consequences; this one checks again later, in case that
        process dies.
        """
        if not await self.look_around() or self.is_parked:
            return
        later = asyncio.get_running_loop().time() + self._takeover_ms / 1000
        if self._timer is None or self._timer.when() > later:
            self._look_later()

    async def heartbeat(self) -> None:
        """Renew the presence of this process, and apply events from other processes whose notifications were lost."""
        async with self._lock:
            if self.presence.members:
                await self._share_presence()
                await self._follow_others()
                await self._catch_up()

    # Commands

    async def handle(self, member: Member, command: commands.TableCommand) -> None:
        """Execute a command of a connection and reply to it.

        Raises:
            PaperdiceError: The command is refused, or the store failed.
        """
        async with self._lock:
            # A command that takes a seat includes the token of the device.
            devices = member.devices or ("",)
            if isinstance(command, commands.Sit | commands.Claim | commands.JoinNext):
                devices = (self._device(command.token),)
            seat, match_id = getattr(command, "seat", ""), self.table.match_id
            keys = [(f"{device}.{seat}", command.id) for device in devices]
            for _ in range(RETRIES):
                if self._done_before is None:
                    self._done_before = await read_done_before(self._store, self.table)
                done = [d[key] for d in (self.table.done, self._done_before) for key in keys if key in d]
                # Transfer codes are not stored, so a repeated command gets a new code.
                if done and not isinstance(command, commands.Transfer):
                    self._answer_again(member, command, done[0])
                    return
                try:
                    decision = self._decide(member, command, match_id)
                except IllegalMoveError:
                    # Another process may have executed this command, or one that it depends on.
                    if not await self._has_more():
                        raise
                    continue
                sequence = self.table.sequence + len(decision.events)
                if await self._write(decision.events, keys[0][0]):
                    break
            else:
                raise StoreError("the table is too busy: try again")
            changed = self._note_seats(member, command) if command.is_seating else []
            if changed:
                await self._share_presence()
            self._do_unstored(member, decision)
            await self._settle()
            if type(command) is commands.Hint:
                hint = PendingHint(self.table.match_id, command.step, command.seat, command.language)
                self._services.tasks.spawn(self._hints.advise(hint, member.client))
            if decision.seat is not None or changed:
                self._answer(member, command.id, decision, changed)
            member.tell(messages.Done(command.id, sequence))

    def _do_unstored(self, member: Member, decision: CommandResult) -> None:
        """Carry out effects of a command that are not stored as events: keep a draft in memory, or forward a nudge."""
        if decision.draft is not None:
            self.presence.attendance = with_draft(self.presence.attendance, *decision.draft)
        if decision.nudge is not None:
            self._nudge(member, *decision.nudge)

    def _decide(self, member: Member, command: commands.TableCommand, match_id: str) -> CommandResult:
        """Return the result of a command that arrived during the match `match_id`.

        If two players request the next match at the same time, the second request has no effect.
        """
        if type(command) is commands.Again and self.table.match_id != match_id:
            return CommandResult([])
        services, attendance = self._services, self.presence.attendance
        own_sheets = services.settings.own_sheets
        names, guests = services.bots.names, member.guests
        who = Who(member.held, attendance, self._clock(), services.rng, names, own_sheets, guests)
        return decide(self.table, command, who)

    async def _has_more(self) -> bool:
        """Apply new events from other processes, and return whether there were any.

        Raises:
            LostAnswerError: The log cannot be read.
        """
        try:
            return await self._catch_up()
        except StoreError as error:
            raise LostAnswerError(f"the log cannot be read: {error}") from error

    def _answer(self, member: Member, command_id: str, decision: CommandResult, changed: list[Member]) -> None:
        """Send a device its new seat or a transfer code, and send the new state to members whose seats have changed."""
        if decision.code and decision.seat is not None:
            member.tell(messages.TransferCode(command_id, decision.seat, decision.code, TRANSFER_SECONDS))
        elif decision.seat is not None:
            member.tell(messages.Seated(command_id, decision.seat))
        self._broadcast.send_state(self.table, changed, self._clock().monotonic_ms)

    def _answer_again(self, member: Member, command: commands.TableCommand, sequence: int) -> None:
        """Reply to a repeated command without executing it again."""
        if command.is_seating:
            self._broadcast.send_state(self.table, self._note_seats(member, command), self._clock().monotonic_ms)
        if isinstance(command, commands.Sit | commands.Claim):
            for seat in self.table.held([command.token]):
                member.tell(messages.Seated(command.id, seat))
        member.tell(messages.Done(command.id, sequence))

    def _note_seats(self, member: Member, command: commands.TableCommand) -> list[Member]:
        """Update the members after a command that changes seats; return those whose seats have changed."""
        if isinstance(command, commands.Sit | commands.Claim | commands.JoinNext):
            tokens = (command.token,) if command.token not in member.tokens else ()
            self._take_tokens(member, (*member.tokens, *tokens))
        bot = getattr(command, "bot", None)
        if bot is not None:
            self._services.bots.prepare([bot], self.table.match.raw)
        return self._hand_out_seats()

    def _hand_out_seats(self, *, tells: bool = True) -> list[Member]:
        """Recompute the seats of each member; return the members whose seats have changed.

        Members are notified of seats that they have lost, unless `tells` is false.
        """
        changed = []
        for member in self.presence.members:
            held, guests = self.table.held(member.tokens), self.table.guests_of(member.tokens)
            if held != member.held or guests != member.guests:
                for seat in sorted(member.held - held) if tells else ():
                    member.tell(messages.Unseated(seat))
                member.held, member.guests = held, guests
                changed.append(member)
        self.presence.update(self.table, self._clock().monotonic_ms)
        return changed

    async def list_entries(self, member: Member, command: commands.ListEntries) -> None:
        """Send a device all throws and moves of a match with real dice, so that they can be corrected.

        Raises:
            IllegalMoveError: The server throws the dice of this table, or the match has not begun.
            WrongSeatError: The device does not hold the requested seat.
        """
        table = self.table
        place = requested_place(table, member.held, command.seat, command.turn, command.phase)
        choices = [] if place is None else await self.history.choices(table, place)
        member.tell(messages.EntryList(table.match_id, table.sequence, await self.history.entries(table), choices))

    def react(self, member: Member, command: commands.React) -> None:
        """Send a player's reaction to everyone at the table.

        Raises:
            IllegalMoveError: The device does not hold the seat, or there are too many reactions.
        """
        if command.seat not in member.held:
            raise not_yours(command.seat)
        if not member.reactions.take():
            raise refuse("too_many_reactions")
        message = messages.encode_message(messages.Reacted(command.seat, command.reaction))
        for other in self.presence.members:
            other.tell(message)

    def _nudge(self, member: Member, seat: int, by: int) -> None:
        """Send a nudge to the devices of a seat.

        Raises:
            IllegalMoveError: The device has sent too many nudges, or the seat was nudged just now.
        """
        monotonic_ms = self._clock().monotonic_ms
        wait_ms = self._nudged.get(seat, monotonic_ms - NUDGE_MS) + NUDGE_MS - monotonic_ms
        if wait_ms > 0:
            raise refuse("nudged_already", seconds=-(-wait_ms // 1000))
        if not member.reactions.take():
            raise refuse("too_many_reactions")
        self._nudged[seat] = monotonic_ms
        message = messages.encode_message(messages.Nudged(seat, by))
        for other in self.presence.members:
            if seat in other.held:
                other.tell(message)

    def send_state(self, member: Member) -> None:
        """Send the complete state to a device that is out of date."""
        self._broadcast.send_state(self.table, [member], self._clock().monotonic_ms)

    # Writing

    async def _write(self, new: Sequence[events.Event], sender: str = "") -> bool:
        """Store events, then apply them to the table.

        Returns:
            False if another process has written to the log first; its events are applied instead.
        """
        if not new:
            return True
        for event in new:
            event.sender = sender if event.command else ""
        now, before = self._clock(), self.table
        step, was_over = before.step, before.is_over
        new = [*new, *follow_up(before, new, self.presence.attendance, now)]
        after = before.after(new) if may_end(before, new) else before
        texts = [events.encode_event(event).decode() for event in new]
        try:
            ending = new_ending(before, after, now.at)
            await self._store.append(before.match_id, before.sequence, texts, now.at, ending)
        except StaleMatchError:
            await self._catch_up()
            return False
        except LostAnswerError:
            if not await self._is_kept(texts):
                await self._catch_up()
                return False
        for event in new if after is before else ():
            before.apply(event)
        self.table = after
        self._follow_seats(new)
        self.presence.attendance = keep_time(self.presence.attendance, step, self.table, now.monotonic_ms)
        if self.table.is_over and not was_over:
            self._note_end()
        if any(type(event) is events.Started for event in new):
            self._prepare_bots()
        self._broadcast.pending.extend(new)
        self._services.metrics.n_events += len(new)
        return True

    def _follow_seats(self, new: Iterable[events.Event]) -> None:
        """Update the attendance if these events rearrange the seats, or if they record that a player has come back."""
        for event in new:
            if type(event) is events.Returned:
                self.presence.expect_back(event.seat, self._clock().monotonic_ms)
            if type(event) is events.Arranged:
                self.presence.attendance = follow_seats(self.presence.attendance, event)
                self.presence.forget_others()
                self._hand_out_seats(tells=False)

    async def _is_kept(self, texts: list[str]) -> bool:
        """Whether events were stored even though the store did not confirm it.

        Raises:
            LostAnswerError: The log cannot be read.
        """
        try:
            return (await self._store.load(self.table.match_id, self.table.sequence))[: len(texts)] == texts
        except StoreError as error:
            raise LostAnswerError(f"the log cannot be read: {error}") from error

    async def _settle(self) -> None:
        """Apply the events that are due, broadcast the changes, let bots play, and set the timer.

        If the store fails, retry later.
        """
        presence, rng = self.presence, self._services.rng
        try:
            while True:
                await self._follow_next()
                due = find_due(self.table, presence.attendance, self._clock(), rng)
                if not due.events:
                    break
                if not await self._write(due.events):
                    due = self._due_later()
                    break
        except StoreError as error:
            if not isinstance(error, StaleMatchError):
                self._services.metrics.note_failure(error)
            due = self._due_later()
        self._broadcast.send_changes(self.table, self._clock().monotonic_ms)
        for seat in due.bots:
            self._wake_bot(PendingMove(self.table.match_id, self.table.step, seat))
        if due.look_at is not None or self._timer is not None:
            self._set_timer(due.look_at)
        self._notify_absent()
        if self.table.setup.slow:
            await self._note_wake(due)

    def _due_later(self) -> Due:
        return Due(look_at=self._clock().monotonic_ms + self._takeover_ms)

    def _notify_absent(self) -> None:
        """Send push notifications, once per step, to absent players who have to decide."""
        notifier, table = self._services.notifier, self.table
        if notifier is None:
            return
        wanted = (table.match_id, table.step, frozenset(awaited_people(table)) - self.presence.attendance.seats)
        if wanted[2] and wanted != self._notified:
            self._notified = wanted
            self._services.tasks.spawn(notifier.notify(table, wanted[2]))

    async def _note_wake(self, due: Due) -> None:
        """Store the time at which a slow table (played over days) has to continue, even if it is unloaded by then."""
        now, table = self._clock(), self.table
        at: int | None = None
        if goes_on_alone(table):
            late = None if table.setup.clock is None else table.step_at + table.setup.clock * 1000
            soon = now.at + BOT_WAKE_MS if due.bots else None
            at = soon or late or table.step_at + FORGOTTEN_MS
            # If the time has passed and the table has still not continued, waking it again would not help.
            at = at if at > now.at else None
        if (table.match_id, at) == self._wake:
            return
        try:
            await self._store.wake_at(table.match_id, at)
            self._wake = (table.match_id, at)
        except StoreError as error:
            self._services.metrics.note_failure(error)

    def _note_end(self) -> None:
        """Count and log a match that has just ended."""
        match_id, game = self.table.match_id, self.table.setup.game
        self._services.metrics.count("paperdice_matches_finished_total", f'game="{game}"')
        logger.info("match finished", extra={"match": match_id, "game": game})

    async def _follow_next(self) -> None:
        """Switch to the next match if there is one, and create it unless another process already has."""
        while (opened := self.table.next_match) is not None:
            old, self.table = self.table, await self._open_or_load(next_opening(self.table, opened))
            self._done_before = old.done
            # The seats of the next match have other numbers.
            since = self._clock().monotonic_ms
            self.presence.attendance = replace(self.presence.attendance, since=since, awaited={})
            self._services.by_match.pop(old.match_id, None)
            self._services.by_match[self.table.match_id] = self
            self.presence.forget_others()
            self._hand_out_seats(tells=False)
            self._prepare_bots()
            await self._share_presence()

    def _prepare_bots(self) -> None:
        """Start compiling the bots of a match that is about to start."""
        self._services.bots.prepare((seat.bot for seat in self.table.seats if seat.bot), self.table.match.raw)

    async def _open_or_load(self, opening: Opening) -> Table:
        try:
            await keep_opening(self._store, opening)
            return opening.table()
        except StaleMatchError:
            return await load_table(self._store, opening.match_id)

    async def _read_on(self) -> bool:
        """Apply events written by other processes, and return whether there were any."""
        since, step = self.table.sequence, self.table.step
        texts = await self._store.load(self.table.match_id, since)
        if not texts:
            return False
        new = read_log(self.table.match_id, texts, since)
        for event in new:
            self.table.apply(event)
        self._broadcast.pending.extend(new)
        self._follow_seats(new)
        self.presence.attendance = keep_time(self.presence.attendance, step, self.table, self._clock().monotonic_ms)
        changed = self._hand_out_seats()
        await self._follow_next()
        self._broadcast.send_state(self.table, changed, self._clock().monotonic_ms)
        return True

    async def _catch_up(self) -> bool:
        """Apply and broadcast events written by other processes, and return whether there were any."""
        if not await self._read_on():
            return False
        self._broadcast.send_changes(self.table, self._clock().monotonic_ms)
        self._look_later()
        return True

    async def follow(self, length: int) -> None:
        """Handle a notification from another process that the log has a new length.

        A `length` of 0 means that the attendance has changed.
        """
        async with self._lock:
            if length == 0:
                await self._follow_others()
            elif length > self.table.sequence:
                await self._catch_up()

    # Bots and the clock

    def _wake_bot(self, pending: PendingMove) -> None:
        if pending not in self._pending:
            self._pending.add(pending)
            self._services.tasks.spawn(self._play_bot(pending))

    async def _play_bot(self, pending: PendingMove) -> None:
        """Compute a bot's move, and play it if it is still needed. If the bot fails, play the default move."""
        if not self._is_wanted(pending):
            self._pending.discard(pending)
            return
        try:
            move = await self._find_move(pending)
            async with self._lock:
                if self._is_wanted(pending):
                    await self._play_for(pending.seat, move)
        except PaperdiceError as error:
            self._services.metrics.note_failure(error)
            self._look_later()
        finally:
            self._pending.discard(pending)

    async def _play_for(self, seat: int, move: str | None) -> None:
        """Play a bot's move, or the default move if `move` is None.

        If another process has written to the log first, check again later.
        """
        by: events.By = "clock" if move is None else "bot"
        chosen = self.table.match.choices(seat)[0] if move is None else move
        self.table.match.check_move(seat, chosen)
        if await self._write([events.Sealed(at=self._clock().at, seat=seat, move=chosen, by=by)]):
            await self._settle()
        else:
            self._look_later()

    async def _find_move(self, pending: PendingMove) -> str | None:
        clients = {member.client for member in self.presence.members}
        finding = self._services.tasks.spawn(self._ask_bot(pending, clients))
        pause_ms = bot_pause_ms(self.table, self._services.settings.bot_pause_ms)
        attendance = self.presence.attendance
        began = attendance.since - attendance.headstart
        await asyncio.sleep(max(0, pause_ms - max(0, self._clock().monotonic_ms - began)) / 1000)
        return await finding

    async def _ask_bot(self, pending: PendingMove, clients: Collection[str]) -> str | None:
        """Return a bot's move, or None if the bot fails."""
        table, on_wait = self.table, partial(self._note_ready, pending)
        try:
            return await self._services.bots.find_move(table, pending.seat, clients, on_wait)
        except BotError as error:  # its message contains no move
            fields = {"match": table.match_id, "game": table.setup.game, "reason": error.reason.id}
            logger.warning("%s", error.message, extra=fields)
            return None

    def _note_ready(self, pending: PendingMove, seconds: float) -> None:
        """Broadcast the estimated time until a bot is compiled, unless the estimate has hardly changed."""
        monotonic_ms, before = self._clock().monotonic_ms, self.presence.attendance
        at = monotonic_ms + round(seconds * 1000)
        if self._is_wanted(pending) and abs(before.ready_at.get(pending.seat, 0) - at) >= READY_STEP_MS:
            self.presence.attendance = replace(before, ready_at={**before.ready_at, pending.seat: at})
            self._broadcast.send_table(self.table, monotonic_ms)

    def _is_wanted(self, pending: PendingMove) -> bool:
        """Whether the table is still waiting for this move of a bot."""
        table = self.table
        is_there = (table.match_id, table.step) == (pending.match_id, pending.step) and not self.is_parked
        return is_there and pending.seat in table.match.acting and table.seats[pending.seat].player is not None

    def _look_later(self) -> None:
        self._set_timer(self._clock().monotonic_ms + self._takeover_ms)

    def stop_clock(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self, at_ms: int | None) -> None:
        """Set the timer to a monotonic time in milliseconds, or cancel it if `at_ms` is None."""
        self.stop_clock()
        if at_ms is not None:
            seconds = max(0.0, (at_ms - self._clock().monotonic_ms) / 1000) + 0.01
            spawn = self._services.tasks.spawn
            self._timer = asyncio.get_running_loop().call_later(seconds, lambda: spawn(self.wake()))

    async def wake(self) -> None:
        """Apply events from other processes, and do whatever has become due."""
        async with self._lock:
            try:
                await self._read_on()
            except StoreError as error:
                self._services.metrics.note_failure(error)
            await self._settle()
