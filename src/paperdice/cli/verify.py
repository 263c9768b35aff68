"""The command `paperdice verify RECORD [RECEIPT]`."""

from __future__ import annotations

import sys

from paperdice.cli.files import Readable, read_text
from paperdice.receipt import unpack_receipt
from paperdice.record import parse_record
from paperdice.verify import DiceCheck, verify_record

# The exit status if the dice match the commitments, but earlier deals at the table were dropped.
DROPPED = 3


def verify(record: Readable, receipt: Readable | None = None) -> int:
    """Check the dice of a record against its commitments, and recompute every throw.

    The exit status is 0 if everything is correct, 1 if something is wrong, and 3 if everything is correct but earlier
    deals were dropped, so that the server could choose among them.

    Args:
        record: A record, or - for standard input.
        receipt: A receipt of the match that was saved from the page; by default the one in the record.
    """
    text = read_text(record)
    check = verify_record(text, unpack_receipt(parse_record(text).headers) if receipt is None else read_text(receipt))
    sys.stdout.write("\n".join([*_promises(check), *_findings(check), *_limits(check), ""]))
    if check.wrong:
        return 1
    return DROPPED if check.dropped else 0


def _dropped(check: DiceCheck) -> str:
    n = len(check.dropped)
    return f"{n} {'deal before it was' if n == 1 else 'deals before it were'} dropped: {' '.join(check.dropped)}"


def _promises(check: DiceCheck) -> list[str]:
    """Return lines with the values that were published before the first roll, for players to compare."""
    if check.kind == "seeded":
        return ["The seed was public: anyone could compute these dice in advance."]
    commitments = [f"commitment of seat {seat}        {text}" for seat, text in sorted(check.commitments.items())]
    return [f"hash of the server's seed   {check.server_hash}", *commitments]


def _findings(check: DiceCheck) -> list[str]:
    lines = [
        f"turn {throw.turn}, throw {throw.throw}: {throw.given} should be {throw.derived}" for throw in check.wrong
    ]
    n_wrong = len(check.wrong)
    verdict = f"{n_wrong} of them are wrong" if n_wrong else "all correct"
    if not n_wrong and check.dropped:
        verdict = f"but {_dropped(check)}"
    return [*lines, f"{len(check.throws)} throws checked, {verdict}"]


def _limits(check: DiceCheck) -> list[str]:
    """Return lines that explain what this check cannot prove."""
    if check.wrong or check.kind == "seeded":
        return []
    unbound = [f"Seats of players without a share: {', '.join(map(str, check.unbound))}."] if check.unbound else []
    return [*unbound, *_vouching(check)]


def _vouching(check: DiceCheck) -> list[str]:
    if check.vouched is None:
        return ["Without a receipt it is unknown whether these promises were made before the first roll."]
    if not check.vouched:
        return ["The receipt agrees, but its device added no share: it must trust that another seat was honest."]
    seats = ", ".join(map(str, check.vouched))
    if check.dropped:
        n = 1 + len(check.dropped)
        return [f"The receipt of seat {seats} agrees. The server knew the dropped deals: it could choose among {n}."]
    return [f"The receipt of seat {seats} agrees: nobody could choose these dice once its share was open."]
