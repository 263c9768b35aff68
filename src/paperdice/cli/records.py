"""The commands that read positions and records: `show`, `replay` and `verify`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from paperdice.cli.console import Readable, make_console, print_json, read_text, save_file
from paperdice.draw import match_svg
from paperdice.draw.palette import ThemeName
from paperdice.draw.text import draw_table
from paperdice.errors import RecordError
from paperdice.history import MatchLike
from paperdice.match import Match, read_position
from paperdice.pad import final_match, pad_steps
from paperdice.receipt import unpack_receipt
from paperdice.record import Record, Turn, parse_record
from paperdice.verify import DiceCheck, verify_record
from paperdice.view_builder import view_of


def show(position: str, *, svg: Path | None = None, theme: ThemeName = "light") -> None:
    """Draw a position.

    Args:
        position: A position string, in quotes.
        svg: Write a picture to this file instead.
        theme: The colors of the picture: light, dark or print.
    """
    match = read_position(position)
    if svg is not None:
        save_file(svg, match_svg(match, theme=theme).encode())
        return
    make_console().print(draw_table(view_of(match, None), [f"seat {seat}" for seat in range(match.seats)]))


def replay(file: Readable, *, turn: int | None = None, json: bool = False) -> None:
    """Show the sheets after each turn of a record.

    Args:
        file: A record, or - for standard input.
        turn: Show the sheets after this turn only.
        json: Print one JSON object for programs instead.
    """
    record = parse_record(read_text(file))
    final = final_match(record)
    steps = None if final.has_dice else _pad_steps(record)
    if json:
        print_report(record, final, steps)
        return
    if turn is not None and turn not in [line.number for line in record.turns]:
        raise RecordError(f"the record has no turn {turn}")
    names = seat_names(final)
    console = make_console()
    if steps is not None:
        console.print("marks of a pad: the dice of this match were not recorded")
    for line in record.turns:
        if turn is None or line.number == turn:
            view = view_of(_after(record, line, steps), None)
            console.rule(Text(f"turn {line.number}, {names[line.active]}"))
            console.print(" | ".join(part.text for part in line.parts))
            console.print(draw_table(view, names))


def seat_names(match: MatchLike) -> list[str]:
    """Return the players' names, with `seat N` for players without a name."""
    return [name or f"seat {seat}" for seat, name in enumerate(match.names)]


def _pad_steps(record: Record) -> list[MatchLike]:
    """Return the state of a pad (a match with unknown dice) after each entry of its record."""
    return [pad for _, pad in pad_steps(record)]


def _after(record: Record, line: Turn, steps: list[MatchLike] | None) -> MatchLike:
    """Return the state of the match after this turn of the record."""
    if steps is not None:
        return steps[line.number - 1]
    is_last = line is record.turns[-1]
    return Match.replay(record) if is_last else Match.replay(record, until=line.number + 1)


def print_report(record: Record, final: MatchLike, steps: list[MatchLike] | None) -> None:
    """Print a record as one JSON object: its headers, its turns with scores and positions, and the result."""
    turns: list[dict[str, object]] = []
    for line in record.turns:
        match = _after(record, line, steps)
        parts = [{"text": part.text, "clock": part.clock, "comment": part.comment or None} for part in line.parts]
        place = {"turn": line.number, "active": line.active, "parts": parts}
        turns.append(place | {"scores": list(match.scores), "position": match.position()})
    report: dict[str, object] = {
        "headers": record.headers,
        "game": final.game.name,
        "seats": final.seats,
        "turns": turns,
    }
    report |= {"sheets": [sheet.name for sheet in final.sheets], "over": final.over, "end_reason": final.end_reason}
    report |= {"scores": list(final.scores), "winners": list(final.winners)}
    report["position"] = final.position()
    print_json(report)


# The exit status if the dice match the commitments, but earlier deals at the table were dropped.
UNFINISHED = 3


def verify(record: Readable, receipt: Readable | None = None) -> int:
    """Check the dice of a record against its commitments, and recompute every throw.

    The exit status is 0 if everything is correct, 1 if something is wrong, and 3 if everything is correct but the
    match was stopped, or earlier deals at the table were stopped or dropped.

    Args:
        record: A record, or - for standard input.
        receipt: A receipt of the match that was saved from the page; by default the one in the record.
    """
    text = read_text(record)
    check = verify_record(text, unpack_receipt(parse_record(text).headers) if receipt is None else read_text(receipt))
    sys.stdout.write("\n".join([*_promises(check), *_findings(check), *_limits(check), ""]))
    if check.wrong:
        return 1
    return UNFINISHED if check.dropped or check.stopped_before or check.stopped is not None else 0


def _before(deals: Sequence[str], what: str) -> list[str]:
    """Return a clause that lists earlier deals (attempts to agree on the dice), or nothing if there are none.

    `what` says what happened to them: "dropped" or "stopped".
    """
    n = len(deals)
    were = "1 deal before it was" if n == 1 else f"{n} deals before it were"
    return [f"{were} {what}: {' '.join(deals)}"] if deals else []


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
    stopped = [] if check.stopped is None else [f"stopped after turn {check.stopped}"]
    before = [*_before(check.dropped, "dropped"), *_before(check.stopped_before, "stopped")]
    verdict = ", ".join([*stopped, *(f"but {clause}" for clause in before)]) or "all correct"
    return [*lines, f"{len(check.throws)} throws checked, {f'{n_wrong} of them are wrong' if n_wrong else verdict}"]


def _limits(check: DiceCheck) -> list[str]:
    """Return lines that explain what this check cannot prove."""
    if check.wrong or check.kind == "seeded":
        return []
    unbound = [f"Seats of players without a share: {', '.join(map(str, check.unbound))}."] if check.unbound else []
    is_alone = check.stopped is not None and check.vouched is not None and not check.agreed
    return [*unbound, *_vouching(check), *(["Its device did not agree to stop the match."] if is_alone else [])]


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
