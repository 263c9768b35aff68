"""`paperdice verify RECORD [RECEIPT]`."""

from __future__ import annotations

import sys

from paperdice.cli.files import Readable, read_text
from paperdice.verify import DiceCheck, verify_record


def verify(record: Readable, receipt: Readable | None = None) -> int:
    """Check what a record promised of its dice, and recompute every throw.

    Parameters
    ----------
    record
        A record, or - for standard input.
    receipt
        What a device kept of the match, as the page saves it.
    """
    check = verify_record(read_text(record), None if receipt is None else read_text(receipt))
    sys.stdout.write("\n".join([*_promises(check), *_findings(check), *_limits(check), ""]))
    return 1 if check.wrong else 0


def _promises(check: DiceCheck) -> list[str]:
    """Says what had to be known before the first roll, for players to compare."""
    if check.kind == "seeded":
        return ["The seed was published: anyone could compute these dice ahead."]
    commitments = [f"commitment of seat {seat}        {text}" for seat, text in sorted(check.commitments.items())]
    return [f"hash of the server's seed   {check.server_hash}", *commitments]


def _findings(check: DiceCheck) -> list[str]:
    lines = [
        f"turn {throw.turn}, throw {throw.throw}: {throw.given} should be {throw.derived}" for throw in check.wrong
    ]
    n_wrong = len(check.wrong)
    verdict = f"{n_wrong} of them are wrong" if n_wrong else "all as they had to be"
    return [*lines, f"{len(check.throws)} throws checked, {verdict}"]


def _limits(check: DiceCheck) -> list[str]:
    """Says what this check cannot tell."""
    if check.wrong or check.kind == "seeded":
        return []
    if check.vouched is None:
        return ["Without a receipt it is not known whether these promises were made before the first roll."]
    if not check.vouched:
        return ["The receipt agrees, but its device added no share: it must trust that another seat was honest."]
    seats = ", ".join(map(str, check.vouched))
    if check.attempts > 1:
        n = check.attempts
        return [f"The receipt of seat {seats} agrees. Shares were drawn {n} times: the server could choose among {n}."]
    return [f"The receipt of seat {seats} agrees: nobody could choose these dice once its share was open."]
