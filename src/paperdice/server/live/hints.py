"""Hints from the coach during a match, sent to the devices of the seat that asked for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from paperdice.errors import IllegalMoveError, PaperdiceError
from paperdice.flow.decide_moves import check_hint
from paperdice.flow.table import Table
from paperdice.position import format_position
from paperdice.server.bots import WAIT_SECONDS
from paperdice.server.live.presence import TablePresence
from paperdice.server.protocol import messages
from paperdice.server.studies import ADVICE_SAMPLES, Studies


class PendingHint(NamedTuple):
    """A hint that a seat has requested at a step of a match."""

    match_id: str
    step: int
    seat: int
    language: str


class Hints:
    """The hints in progress at one table.

    Args:
        studies: The service that computes advice.
        presence: The members at the table.
        table: A function that returns the current state of the table.
    """

    def __init__(self, studies: Studies, presence: TablePresence, table: Callable[[], Table]) -> None:
        self._studies, self._presence, self._table = studies, presence, table
        self._pending: set[PendingHint] = set()

    async def advise(self, hint: PendingHint, client: str) -> None:
        """Send quick and then final advice to a seat, as long as it still has to decide and hints are allowed.

        If the advice fails, send the reason instead. The work is charged to `client`.
        """
        if hint in self._pending:
            return
        self._pending.add(hint)
        try:
            with self._studies.place(client):
                for samples in (0, ADVICE_SAMPLES):
                    await self._advise_once(hint, client, samples)
        except PaperdiceError as error:
            self._tell(hint, messages.Advised(*hint[:3], is_final=True, why=error.reason.as_dict()))
        finally:
            self._pending.discard(hint)

    async def _advise_once(self, hint: PendingHint, client: str, samples: int) -> None:
        """Wait until the coach has warmed up, then send its advice to the devices that hold the seat."""
        is_told = False
        while self._may_know(hint):
            position = format_position(self._table().match.snapshot())
            advice = await self._studies.advise(position, hint.seat, hint.language, samples, {client}, hint.match_id)
            if advice is not None:
                self._tell(hint, messages.Advised(*hint[:3], is_final=samples > 0, advice=advice))
                return
            if not is_told:
                self._tell(hint, messages.Advised(*hint[:3], is_final=False))
                is_told = True
            await asyncio.sleep(WAIT_SECONDS)

    def _tell(self, hint: PendingHint, message: messages.Advised) -> None:
        if self._may_know(hint):
            for member in self._presence.members:
                if hint.seat in member.held:
                    member.tell(message)

    def _may_know(self, hint: PendingHint) -> bool:
        """Whether the seat is still allowed to get the hint: it has not moved, and hints are still permitted."""
        table = self._table()
        if (table.match_id, table.step) != (hint.match_id, hint.step):
            return False
        try:
            check_hint(table, hint.seat)
        except IllegalMoveError:
            return False
        return True
