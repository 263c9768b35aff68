"""A real server that cheats in one way: `python -m tests.browser.dishonest_process PORT DATA CHEAT`."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from paperdice.fair import Agreement, CommittedDice, commitment_to, draw_secret
from paperdice.flow import clock, commands, describe, events, notices, registry
from paperdice.flow.checks import CommandResult, Who
from paperdice.flow.codes import draw_id
from paperdice.flow.facts import DiceFacts, TableFacts
from paperdice.flow.record import record_of
from paperdice.flow.setup import Opening
from paperdice.flow.table import Table
from paperdice.server.http import matches
from paperdice.server.live import broadcast, session, storage
from tests.browser.server_process import DEADLINE, main

Forge = Callable[[str, Table], str]


def patch(room: object, name: str, cheat: object) -> None:
    """Replace an honest function with a cheat."""
    setattr(room, name, cheat)


def publish(forge: Forge) -> None:
    """Forge every record before it is published."""

    def forged(played: Table) -> str:
        return forge(record_of(played), played)

    for room in (matches, storage):
        patch(room, "record_of", forged)


def leave_out_a_turn() -> None:
    """Omit the second turn from the record."""
    publish(lambda record, _: re.sub(r"(?m)^2\. .*\n", "", record))


def choose_a_seed() -> None:
    """After all shares are open, try seeds until both dice of the first throw show a one, but keep the old hash."""
    chosen: dict[str, str] = {}

    def loaded(agreement: Agreement) -> CommittedDice:
        for _ in range(5000):
            tried = Agreement(draw_secret(secrets.SystemRandom()), agreement.terms)
            bound = {seat: tried.commitment_to(seat, share) for seat, share in agreement.shares.items()}
            tried.commitments, tried.shares = bound, agreement.shares
            dice = CommittedDice.promised(tried.seed, tried.promise, tried.shares)
            if dice.face(1, 1, 0) == dice.face(1, 1, 1) == 1:
                chosen["seed"], chosen["bound"] = tried.seed, " ".join(f"{seat}:{text}" for seat, text in bound.items())
                return dice
        raise AssertionError("no luck")

    def forge(record: str, _: Table) -> str:
        tags = {
            "DiceSeed": chosen["seed"],
            "DiceHash": commitment_to(chosen["seed"]),
            "DiceCommitments": chosen["bound"],
        }
        for name, value in tags.items():
            record = re.sub(rf'(?m)^\[{name} ".*"\]$', f'[{name} "{value}"]', record)
        return record

    patch(Agreement, "dice", loaded)
    publish(forge)


def replace_a_commitment() -> None:
    """Replace the commitment of seat 0 with one that its device has not made."""
    honest = describe.dice_facts

    def shown(played: Table) -> DiceFacts:
        dice = honest(played)
        return structs.replace(dice, commitments=["ab" * 32 if text else None for text in dice.commitments])

    patch(describe, "dice_facts", shown)


def tell_another_roll() -> None:
    """Report a roll in the second turn that differs from the one on the screen and in the record."""
    honest = notices.public_part

    def told(event: events.Event, applied: notices.Applied) -> list[notices.Notice]:
        return [
            structs.replace(notice, roll="w6 w6 r6 y6 g6 b6")
            if isinstance(notice, notices.ThrownNotice) and notice.turn == 2
            else notice
            for notice in honest(event, applied)
        ]

    patch(notices, "public_part", told)


def hurry() -> None:
    """Do not wait for devices that open no share.

    This is called after a cheat, so until then devices have as much time as at an honest server.
    """
    clock.SHARES_SECONDS = clock.TAP_SECONDS = 0


def drop_deals(n: int, *, names: bool, hangs_up: bool = False, waits: bool = False) -> None:
    """Replace the match `n` times after all shares are open, with or without naming the dropped deals.

    Args:
        n: The number of dropped deals.
        names: Whether they are named; then devices wait for a tap.
        hangs_up: Whether the server disconnects first, as if it had been restarted.
        waits: Whether the next match does not begin before the server is restarted.
    """
    honest = session.Session._settle  # a dishonest host would patch this
    dropped: list[str] = []

    async def settle(self: session.Session) -> None:
        agreement = self.table.agreement
        if len(dropped) < n and agreement is not None and agreement.commitments and agreement.stage == "ready":
            dropped.append(agreement.deal)
            await deal_anew(self, dropped if names else [])
            if not names and not waits:
                hurry()
            if hangs_up:
                for member in list(self.presence.members):
                    member.close("restart")
        await honest(self)

    patch(session.Session, "_settle", settle)


async def deal_anew(self: session.Session, dropped: list[str]) -> None:
    """Replace the match of a table with a new one, which starts automatically."""
    old = self.table
    seats = [
        events.Sat(at=old.setup.at, seat=seat, name=each.name, token_hash=each.token_hash, bot=each.bot)
        for seat, each in enumerate(old.seats)
    ]
    # A match that follows another starts automatically, once those who have asked for it have offered their shares.
    opened = structs.replace(old.setup, dropped=list(dropped), previous=old.match_id, tapped=[*range(len(seats))])
    opening = Opening(draw_id(secrets.SystemRandom()), opened, tuple(seats))
    await storage.keep_opening(self._store, opening)
    self.table = opening.table()
    self._services.by_match.pop(old.match_id, None)
    self._services.by_match[self.table.match_id] = self
    self._hand_out_seats(tells=False)


def drop_and_hide() -> None:
    """Drop a deal whose dice are known, without naming it."""
    drop_deals(1, names=False)


def drop_hang_up_and_hide() -> None:
    """Drop a deal without naming it, and disconnect in between, as if the server had been restarted."""
    drop_deals(1, names=False, hangs_up=True)


def drop_restart_and_hide() -> None:
    """Drop a deal without naming it; the test restarts the server before the next match begins."""
    drop_deals(1, names=False, waits=True)


def drop_and_change_the_code() -> None:
    """Drop a deal without naming it, and then pretend that the table is a different one."""
    honest = describe.table_facts
    drop_deals(1, names=False)

    def shown(played: Table, *there: object) -> TableFacts:
        told = honest(played, *there)  # type: ignore[arg-type]  # who is there, and when
        return structs.replace(told, code="ZZZZZZ") if played.setup.previous else told

    patch(broadcast, "table_facts", shown)


def drop_twice_and_name() -> None:
    """Drop two deals whose dice are known, and name them."""
    drop_deals(2, names=True)


def time_out_a_device() -> None:
    """Pretend once that a share is missing, although it has arrived."""
    honest = registry.DECISIONS[commands.Reveal]

    def deaf(played: Table, command: commands.TableCommand, who: Who) -> CommandResult:
        assert played.agreement is not None
        hurry()
        return CommandResult([]) if played.agreement.attempt == 1 else honest(played, command, who)

    registry.DECISIONS[commands.Reveal] = deaf


CHEATS = {
    cheat.__name__: cheat
    for cheat in (
        leave_out_a_turn,
        choose_a_seed,
        replace_a_commitment,
        tell_another_roll,
        drop_and_hide,
        drop_hang_up_and_hide,
        drop_restart_and_hide,
        drop_and_change_the_code,
        drop_twice_and_name,
        time_out_a_device,
    )
}

if __name__ == "__main__":
    port, data, name = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    if data.exists():  # it has cheated before its restart
        main(port, data, 0)
    else:
        CHEATS[name]()
        # A device does not open the share of a commitment that it has not made.
        main(port, data, 1 if name == "replace_a_commitment" else DEADLINE)
