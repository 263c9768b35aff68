"""A real server that cheats in one way: `python -m tests.browser.dishonest_process PORT DATA CHEAT`."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec import structs

from paperdice.fair import Agreement, CommittedDice, commitment_to, draw_secret
from paperdice.server.http import history
from paperdice.server.live import storage
from paperdice.server.protocol import notices
from paperdice.server.protocol.facts import DiceFacts
from paperdice.server.table import facts
from paperdice.server.table.record import record_of
from paperdice.server.table.table import Table
from tests.browser.server_process import DEADLINE, main

Forge = Callable[[str, Table], str]


def patch(room: object, name: str, cheat: object) -> None:
    """Puts something dishonest in the place of something honest."""
    setattr(room, name, cheat)


def publish(forge: Forge) -> None:
    """Lets every record be forged before it is published."""

    def forged(played: Table) -> str:
        return forge(record_of(played), played)

    for room in (history, storage):
        patch(room, "record_of", forged)


def leave_out_a_turn() -> None:
    """Leaves the second turn out of the record."""
    publish(lambda record, _: re.sub(r"(?m)^2\. .*\n", "", record))


def choose_a_seed() -> None:
    """Tries seeds when all shares are open until the first throw is a double one, and shows the old hash all along."""
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
    """Shows another commitment for seat 0 than the one its device has made."""
    honest = facts.dice_facts

    def shown(played: Table) -> DiceFacts:
        dice = honest(played)
        return structs.replace(dice, commitments=["ab" * 32 if text else None for text in dice.commitments])

    patch(facts, "dice_facts", shown)


def tell_another_roll() -> None:
    """Tells of a roll in the second turn that neither the screen nor the record has."""
    honest = notices.Thrown

    def told(*fields: object) -> notices.Thrown:
        notice = honest(*fields)  # type: ignore[arg-type]  # the fields of the notice
        return structs.replace(notice, roll="w6 w6 r6 y6 g6 b6") if notice.turn == 2 else notice

    patch(notices, "Thrown", told)


CHEATS = {cheat.__name__: cheat for cheat in (leave_out_a_turn, choose_a_seed, replace_a_commitment, tell_another_roll)}

if __name__ == "__main__":
    CHEATS[sys.argv[3]]()
    # A device that opens no share is not waited for.
    deadline = 1 if sys.argv[3] == replace_a_commitment.__name__ else DEADLINE
    main(int(sys.argv[1]), Path(sys.argv[2]), deadline)
