"""The command `paperdice stats FOLDER|FILE…`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from paperdice.cli.console import make_console
from paperdice.cli.files import save_file
from paperdice.cli.running import print_json
from paperdice.cli.streams import plain
from paperdice.cli.studying import AsJson, Language, Seed, bar, read_matches
from paperdice.draw.text import one_line
from paperdice.files import check_writable
from paperdice.texts import decimal, read_texts, tell

if TYPE_CHECKING:
    from paperdice.study.stats import GroupView, Interval, StatsView


def stats(
    *paths: Path,
    samples: int = 0,
    seed: Seed = 0,
    language: Language = "en",
    json: AsJson = False,
    csv: bool = False,
    svg: Path | None = None,
) -> None:
    """Summarize many records: scores, wins, luck and skill, habits and dice.

    Args:
        paths: Records, or folders of records.
        samples: The number of samples per evaluation, or 0 for the quick evaluation.
        csv: Print one row per seat of each match as CSV instead.
        svg: Write a picture of shares, luck and dice to this file.
    """
    from paperdice.study.stats import collect, stats_csv  # slow to import, so only when needed
    from paperdice.study.stats_picture import stats_svg

    if svg is not None:
        check_writable(svg)
    matches, refused = read_matches(paths)
    with bar("stats") as progress:
        found = collect(matches, samples=samples, seed=seed, progress=progress)
    found["refused"] = refused
    if svg is not None:
        save_file(svg, stats_svg(found, language).encode(), is_quiet=json or csv)
    if json:
        print_json(found)
    elif csv:
        sys.stdout.write(plain(stats_csv(found)))
    elif svg is None:
        _print(found, language)


def _span(found: Interval, factor: float = 1.0) -> str:
    """Format a mean with its margin of error, if there is one."""
    if found["high"] is None:
        return f"{factor * found['mean']:.1f}"
    return f"{factor * found['mean']:.1f} ± {factor * (found['high'] - found['mean']):.1f}"


def _print(found: StatsView, language: str) -> None:
    words = read_texts(language, "study")["stats"]
    console = make_console()
    heads = ("player", "game", "matches", "score", "share", "luck", "own_loss", "per_decision")
    table = Table(*(words[head] for head in heads), box=None)
    for group in found["groups"]:
        shown, *numbers = _cells(group)
        table.add_row(shown, *(decimal(number, language) for number in numbers))
    console.print(table)
    for group in found["groups"]:
        habits = ", ".join(f"{words[name]} {mean:.1f}" for name, mean in group["habits"].items())
        player = f"{one_line(group['player'])}, {group['game']}"
        console.print(tell(player, decimal(habits, language), language), markup=False)
        for name in ("by_seat", "by_time"):
            parts = [tell(str(key), _span(found), language) for key, found in group[name].items()]
            if len(parts) > 1:
                console.print("  " + tell(words[name], decimal("; ".join(parts), language), language), markup=False)
        odd = [die for die in group["dice"] if die["outside"]]
        told = "; ".join(
            words["odd_die"].format(die=die["die"], faces=_faces(die["outside"]), n=die["n"]) for die in odd
        )
        console.print(f"  {told or words['fair_dice']}", markup=False)


def _faces(faces: list[int]) -> str:
    return ", ".join(map(str, faces))


def _cells(group: GroupView) -> list[str]:
    factor = 100.0 if group["unit"] == "chance" else 1.0
    per_decision = f"{factor * group['loss_per_decision']:.2f}"
    share = _span(group["share"], 100.0) if group["unit"] == "chance" else ""
    name = f"{group['game']} ({group['seats']})"
    spans = [_span(group["luck"], factor), _span(group["own_loss"], factor), per_decision]
    return [escape(one_line(group["player"])), name, str(group["matches"]), _span(group["score"]), share, *spans]
