"""`paperdice verify RECORD`."""

from __future__ import annotations

import sys

from paperdice.cli.replay import Readable, read_text
from paperdice.verify import DiceCheck, verify_record


def verify(record: Readable) -> int:
    """Recompute every throw of a record from its published seed.

    Parameters
    ----------
    record
        A record, or - for standard input.
    """
    check = verify_record(read_text(record))
    sys.stdout.write("\n".join([*_promises(check), *_findings(check), ""]))
    return 1 if check.wrong else 0


def _promises(check: DiceCheck) -> list[str]:
    """Says what had to be known before the first roll, for players to compare."""
    if check.kind == "seeded":
        return ["The seed was published: anyone could compute these dice ahead."]
    lines = [f"hash of the server's seed   {check.server_hash}"]
    return lines + [f"commitment of seat {seat}        {text}" for seat, text in sorted(check.commitments.items())]


def _findings(check: DiceCheck) -> list[str]:
    lines = [
        f"turn {throw.turn}, throw {throw.throw}: {throw.given} should be {throw.derived}" for throw in check.wrong
    ]
    n_wrong = len(check.wrong)
    verdict = f"{n_wrong} of them are wrong" if n_wrong else "all as they had to be"
    return [*lines, f"{len(check.throws)} throws checked, {verdict}"]
