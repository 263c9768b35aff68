"""The command `paperdice replay FILE`."""

from __future__ import annotations

from rich.text import Text

from paperdice.cli.console import make_console
from paperdice.cli.files import Readable, read_text
from paperdice.cli.running import print_json
from paperdice.draw.text import draw_table
from paperdice.errors import RecordError
from paperdice.history import MatchLike
from paperdice.match import Match
from paperdice.pad import final_match, pad_steps
from paperdice.record import Record, Turn, is_pad, parse_record
from paperdice.view import view_of


def replay(file: Readable, *, turn: int | None = None, json: bool = False) -> None:
    """Show the sheets after each turn of a record.

    Args:
        file: A record, or - for standard input.
        turn: Show the sheets after this turn only.
        json: Print one JSON object for programs instead.
    """
    record = parse_record(read_text(file))
    steps = _pad_steps(record) if is_pad(record) else None
    final = final_match(record)
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
    """Return the state of the match after a turn of its record."""
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
