"""The command `paperdice advise RECORD|POSITION`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from paperdice.cli.console import make_console
from paperdice.cli.running import print_json
from paperdice.cli.studying import Against, AsJson, Language, Seed, Source, read_match
from paperdice.texts import decimal, read_texts

if TYPE_CHECKING:
    from paperdice.study import AdviceView


def advise(
    source: Source,
    *,
    turn: int | None = None,
    seat: int | None = None,
    phase: str | None = None,
    samples: int = 256,
    seed: Seed = 0,
    against: Against = (),
    language: Language = "en",
    json: AsJson = False,
) -> None:
    """Evaluate every choice of a decision, with the reasons for and against it.

    Args:
        source: A record, - for standard input, or a position string in quotes.
        turn: The turn of the record; by default the current one.
        seat: The seat that decides; by default the active one.
        phase: The phase, if a seat decides more than once in the turn.
        samples: The number of samples per choice; 0 prints the quick answer.
    """
    from paperdice.study import advise as ask  # slow to import, so only when needed
    from paperdice.study.walk import find_active

    match = read_match(source)
    active = match.active if turn is None else find_active(match, turn)
    chosen = active if seat is None else seat
    advice = ask(
        *(match, chosen), turn=turn, phase=phase, samples=samples, seed=seed, against=against, language=language
    )
    if json:
        print_json(advice)
    else:
        _print_table(advice, language)


def _print_table(advice: AdviceView, language: str) -> None:
    words = read_texts(language, "study")["review"]
    console = make_console()
    phase = read_texts(language)["phases"][advice["phase"]]
    console.print(f"{words['turn']} {advice['turn']}, {phase}, {words['seat']} {advice['seat']}", markup=False)
    is_chance = advice["unit"] == "chance"
    table = Table(words["choice"], words["chance" if is_chance else "points"], "±", words["margin"], "", box=None)
    factor, unit = (100, " %") if is_chance else (1, "")
    for choice in advice["choices"]:
        value, error = f"{factor * choice['value']:.1f}{unit}", f"{factor * choice['error']:.1f}"
        shown = [decimal(number, language) for number in (value, error, f"{choice['margin']:+.1f}")]
        table.add_row(choice["move"], *shown, choice["why"])
    console.print(table)
    console.print(words["evaluator"].format(name=advice["evaluator"]), markup=False)
