"""One table in use: its sockets, its place in the store, its bots and its clock."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from paperdice.bots import Bot
from paperdice.errors import PaperdiceError, StaleMatchError, StoreError
from paperdice.server.live.bot_pool import BOT_NAMES
from paperdice.server.live.broadcast import Showing, show
from paperdice.server.live.member import Line
from paperdice.server.protocol import events as log
from paperdice.server.protocol import messages
from paperdice.server.table.clock import bots_to_move, due_events, next_look
from paperdice.server.table.decide import TRANSFER_SECONDS, Decision, Who, decide, refuse, sealed
from paperdice.server.table.record import Attendance, ending_of, is_parked
from paperdice.server.table.setup import Opening, next_opening
from paperdice.server.table.table import Table
from paperdice.store.store import Presence

if TYPE_CHECKING:
    from paperdice.server.live.lobby import Hall

RETRIES = 10
DUE_AT_ONCE = 1000
Thought = tuple[str, int, int]
logger = logging.getLogger("paperdice.server")


def now_ms() -> int:
    """Gives the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Room:
    """A table with everybody who is connected to it through this process."""

    def __init__(self, hall: Hall, table: Table, is_finished: bool) -> None:
        self.hall = hall
        self.table = table
        self.lines: set[Line] = set()
        self.empty_since = time.monotonic()
        self._is_finished = is_finished
        self._elsewhere: list[Presence] = []
        self._lock = asyncio.Lock()
        self._unshown: list[log.Event] = []
        self._shown = (table.match_id, table.step)
        self._bots: dict[tuple[str, int, str], Bot] = {}
        self._thinking: set[Thought] = set()
        self._timer: asyncio.TimerHandle | None = None

    # Who is there

    @property
    def attendance(self) -> Attendance:
        """Who is connected, here and through other processes."""
        seats = {seat for line in self.lines for seat in line.held}
        watchers = sum(not line.held for line in self.lines)
        for presence in self._elsewhere:
            seats.update(presence.seats)
            watchers += presence.n_watchers
        return Attendance(frozenset(seats), watchers)

    @property
    def is_parked(self) -> bool:
        """Tells whether everybody has left."""
        return is_parked(self.table, self.attendance)

    async def join(self, line: Line, hello: messages.Hello) -> None:
        """Lets a socket take part: shows it the table, and gives its seats back to their person."""
        async with self._lock:
            was_parked, was_there = self.is_parked, self.attendance
            line.tokens = tuple(hello.tokens)
            line.held = self.table.held(line.tokens)
            line.match_id = self.table.match_id
            line.sequence = min(hello.sequence, self.table.sequence) if hello.match == self.table.match_id else 0
            self.lines.add(line)
            if was_parked and not self.is_parked:
                self.table.step_at = max(self.table.step_at, now_ms())
            await self._give_seats_back(line)
            self._show_state([line])
            if self.attendance != was_there:
                await self._share_presence()
                self._show_table(but=line)
            await self._go_on()

    async def leave(self, line: Line) -> None:
        """Takes a socket out."""
        if line not in self.lines:
            return
        self.lines.discard(line)
        self.empty_since = time.monotonic()
        async with self._lock:
            await self._share_presence()
            self._show_table()
            self._set_timer()

    async def _give_seats_back(self, line: Line) -> None:
        seats = [seat for seat in sorted(line.held) if self.table.seats[seat].stand_in is not None]
        for _ in range(RETRIES):
            try:
                await self._write([log.CameBack(at=now_ms(), seat=seat) for seat in seats])
                return
            except StaleMatchError:
                await self._catch_up()

    async def _share_presence(self) -> None:
        """Tells other processes who is here; a store that fails now is told again by the next heartbeat."""
        seats = tuple(sorted({seat for line in self.lines for seat in line.held}))
        presence = Presence(self.hall.process, seats, sum(not line.held for line in self.lines))
        until = now_ms() + int(self.hall.settings.presence_seconds * 1000)
        try:
            await self.hall.store.set_presence(self.table.match_id, presence, until)
        except StoreError as error:
            self.hall.note_failure(error)

    async def look_around(self) -> None:
        """Learns who is connected through other processes."""
        found = await self.hall.store.list_presence(self.table.match_id, now_ms())
        elsewhere = [presence for presence in found if presence.process != self.hall.process]
        if elsewhere != self._elsewhere:
            self._elsewhere = elsewhere
            self._show_table()

    async def heartbeat(self) -> None:
        """Renews what other processes know, and learns what they know."""
        async with self._lock:
            if self.lines:
                await self._share_presence()
                await self.look_around()

    # Commands

    async def obey(self, line: Line, command: messages.Command) -> None:
        """Carries out a command of a socket; raises what is wrong with it."""
        if isinstance(command, messages.React):
            self._react(line, command)
            return
        async with self._lock:
            for _ in range(RETRIES):
                try:
                    await self._obey_once(line, command)
                    return
                except StaleMatchError:
                    await self._catch_up()
                    self._show_changes()
            raise StoreError("the table is too busy: try again")

    async def _obey_once(self, line: Line, command: messages.Command) -> None:
        command_id: str = getattr(command, "id", "")
        if command_id in self.table.done:
            self._repeat_answer(line, command, command_id)
            return
        decision = decide(self.table, command, Who(line.held, self.attendance.seats, now_ms(), BOT_NAMES))
        await self._write(decision.events)
        if isinstance(command, messages.SeatBot | messages.StandIn):
            self.hall.thinkers.prepare([command.bot], self.table.match.game)
        sequence = self.table.sequence
        changed = self._reckon_seats(line, command)
        await self._go_on()
        self._answer(line, command_id, decision)
        self._show_state(changed)
        line.tell(messages.Done(command_id, sequence))

    def _answer(self, line: Line, command_id: str, decision: Decision) -> None:
        if decision.code:
            line.tell(messages.TransferCode(command_id, decision.seat or 0, decision.code, TRANSFER_SECONDS))
        elif decision.seat is not None:
            line.tell(messages.Seated(command_id, decision.seat))

    def _repeat_answer(self, line: Line, command: messages.Command, command_id: str) -> None:
        """Answers a command that was carried out before, without doing it again."""
        self._show_state(self._reckon_seats(line, command))
        if isinstance(command, messages.Sit | messages.Claim):
            for seat in self.table.held([command.token]):
                line.tell(messages.Seated(command_id, seat))
        line.tell(messages.Done(command_id, self.table.done[command_id]))

    def _reckon_seats(self, line: Line, command: messages.Command) -> list[Line]:
        """Finds out anew which seats each socket holds, and gives the sockets for which that has changed."""
        if isinstance(command, messages.Sit | messages.Claim) and command.token not in line.tokens:
            line.tokens = (*line.tokens, command.token)
        elif not isinstance(command, messages.Stand | messages.ClearSeat | messages.Sit | messages.Claim):
            return []
        return self._hand_out_seats()

    def _hand_out_seats(self) -> list[Line]:
        changed = []
        for line in self.lines:
            held = self.table.held(line.tokens)
            if held != line.held:
                for seat in sorted(line.held - held):
                    line.tell(messages.Moved(seat))
                line.held = held
                changed.append(line)
        return changed

    def _react(self, line: Line, command: messages.React) -> None:
        if command.seat not in line.held:
            raise refuse("not_your_seat", f"seat {command.seat} does not belong to this device", seat=command.seat)
        if not line.reactions.take():
            raise refuse("too_many_reactions", "too many reactions: wait a little")
        for other in self.lines:
            other.tell(messages.Reacted(command.seat, command.reaction))

    # Writing

    async def _write(self, events: Sequence[log.Event]) -> None:
        """Makes events durable, then part of the table; StaleMatchError if somebody else was first."""
        if not events:
            return
        table = self.table
        texts = [log.write_event(event) for event in events]
        await self.hall.store.append(table.match_id, table.sequence, texts, now_ms())
        self._take_in(events)
        self.hall.metrics.count("paperdice_events_total", value=len(events))

    def _take_in(self, events: Iterable[log.Event]) -> None:
        for event in events:
            self.table.apply(event)
            self._unshown.append(event)

    async def _go_on(self) -> None:
        """Does what is due, shows what has changed and wakes the bots; if the store fails, tries again later."""
        is_late = False
        try:
            await self._do_what_is_due()
            await self._keep_ending()
            await self._follow_rematch()
        except StoreError as error:
            is_late = True
            if not isinstance(error, StaleMatchError):
                self.hall.note_failure(error)
        self._show_changes()
        self._wake_bots()
        if is_late:
            self._look_in(self.hall.settings.takeover_seconds)
        else:
            self._set_timer()

    async def _do_what_is_due(self) -> None:
        for _ in range(DUE_AT_ONCE):
            events = [] if self.is_parked else due_events(self.table, now_ms(), self.attendance.seats)
            if not events:
                return
            await self._write(events)

    async def _keep_ending(self) -> None:
        """Keeps result and record of a match that is over; after a corrected roll it may go on again."""
        table = self.table
        if table.match.over == self._is_finished:
            return
        now = now_ms()
        await self.hall.store.append(table.match_id, table.sequence, [], now, ending_of(table, now))
        self._is_finished = table.match.over
        if self._is_finished:
            self.hall.metrics.count("paperdice_matches_finished_total", f'game="{table.setup.game}"')
            logger.info("match finished", extra={"match": table.match_id, "game": table.setup.game})

    async def _follow_rematch(self) -> None:
        """Moves everybody to the next match, made here or by another process."""
        while self.table.next_match is not None:
            opening = next_opening(self.table)
            table = await self._open_or_load(opening)
            self.hall.rename(self, table.match_id)
            self.table, self._is_finished, self._elsewhere = table, table.match.over, []
            self._bots.clear()
            self._hand_out_seats()
            await self._share_presence()

    async def _open_or_load(self, opening: Opening) -> Table:
        try:
            await opening.keep_in(self.hall.store)
            return opening.table()
        except StaleMatchError:
            kept = await self.hall.store.load(opening.match.id)
            return Table.replay(opening.match.id, map(log.read_event, kept))

    async def _catch_up(self) -> None:
        """Reads what another process has written."""
        texts = await self.hall.store.load(self.table.match_id, self.table.sequence)
        if not texts:
            return
        self._take_in(map(log.read_event, texts))
        self._hand_out_seats()
        self._is_finished = self.table.match.over
        await self._follow_rematch()

    async def hear(self, length: int) -> None:
        """Follows another process; if that one dies before it has gone on, this one does it a little later."""
        async with self._lock:
            if length == 0:
                await self.look_around()
            elif length > self.table.sequence:
                await self._catch_up()
                self._show_changes()
                self._look_in(self.hall.settings.takeover_seconds)

    # Showing

    def _show_changes(self) -> None:
        """Shows everything after a step, else only who has answered, or what is new around the match."""
        events, self._unshown = self._unshown, []
        shown, self._shown = self._shown, (self.table.match_id, self.table.step)
        if shown != self._shown:
            self._show_state(self.lines)
        elif events and all(isinstance(event, log.Sealed | log.Withdrawn) for event in events):
            self._show_answers(events)
        elif events:
            self._show_table()

    def _show_state(self, lines: Iterable[Line]) -> None:
        showing = None
        for line in lines:
            showing = showing or Showing(self.table, self.attendance, now_ms())
            since = line.sequence if line.match_id == self.table.match_id else 0
            line.put(showing.state(line.held, since))
            line.match_id, line.sequence = self.table.match_id, self.table.sequence

    def show_again(self, line: Line) -> None:
        """Shows the whole state to a device that was out of date."""
        self._show_state([line])

    def _show_table(self, but: Line | None = None) -> None:
        lines = [line for line in self.lines if line is not but]
        if lines:
            text = Showing(self.table, self.attendance, now_ms()).changed()
            for line in lines:
                line.put(text)

    def _show_answers(self, events: Sequence[log.Event]) -> None:
        """Tells that seats have answered, and only their own devices what."""
        table = self.table
        sequence = table.sequence - len(events)
        for event in events:
            sequence += 1
            assert isinstance(event, log.Sealed | log.Withdrawn)
            is_back = isinstance(event, log.Withdrawn)
            match = table.match
            answer = messages.Answered(
                table.match_id, sequence, table.step, event.seat, is_back, list(match.acting), list(match.answered)
            )
            public = show(answer)
            answer.move = None if isinstance(event, log.Withdrawn) else event.move
            private = show(answer)
            for line in self.lines:
                line.put(private if event.seat in line.held else public)
            if is_back:
                self._show_state([line for line in self.lines if event.seat in line.held])

    # Bots and the clock

    def _wake_bots(self) -> None:
        if self.is_parked:
            return
        for seat in bots_to_move(self.table):
            thought = (self.table.match_id, self.table.step, seat)
            if thought not in self._thinking:
                self._thinking.add(thought)
                self.hall.spawn(self._think(thought))

    async def _think(self, thought: Thought) -> None:
        """Lets a bot find its move, and plays it if it is still wanted."""
        try:
            move = await self._find_move(thought)
            async with self._lock:
                if move is not None and self._is_wanted(thought):
                    await self._write([sealed(self.table, thought[2], move, now_ms(), "bot")])
                    await self._go_on()
        except StaleMatchError:
            await self.hear(self.table.sequence + 1)
        except PaperdiceError as error:
            self.hall.note_failure(error)
            self._look_in(self.hall.settings.takeover_seconds)
        finally:
            self._thinking.discard(thought)

    async def _find_move(self, thought: Thought) -> str | None:
        if not self._is_wanted(thought):
            return None
        thinking = self.hall.spawn(self.hall.thinkers.think(self._bots, self.table, thought[2]))
        await asyncio.sleep(self.hall.settings.bot_pause_ms / 1000)
        return await thinking

    def _is_wanted(self, thought: Thought) -> bool:
        match_id, step, seat = thought
        is_there = self.table.match_id == match_id and self.table.step == step
        return is_there and not self.is_parked and seat in bots_to_move(self.table)

    def _set_timer(self) -> None:
        self.stop_timer()
        due = None if self.is_parked else next_look(self.table, now_ms())
        if due is not None:
            self._look_in(max(0.0, (due - now_ms()) / 1000) + 0.01)

    def _look_in(self, seconds: float) -> None:
        self.stop_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self.hall.spawn(self._look()))

    def stop_timer(self) -> None:
        """Stops the clock."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _look(self) -> None:
        """Does what has become due while nobody did anything."""
        async with self._lock:
            try:
                await self._catch_up()
            except StoreError as error:
                self.hall.note_failure(error)
            await self._go_on()
