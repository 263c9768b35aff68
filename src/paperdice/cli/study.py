"""The commands that analyze matches: `advise`, `review` and `stats`, and what they share with `drill`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from paperdice import texts
from paperdice.cli.completion import BotNames
from paperdice.cli.console import make_console, print_json, read_text, save_file
from paperdice.cli.streams import plain
from paperdice.draw.text import one_line
from paperdice.errors import RecordError
from paperdice.files import check_writable
from paperdice.games import GAMES
from paperdice.match import Match, read_position, read_record
from paperdice.texts import decimal, read_texts, tell

if TYPE_CHECKING:
    from paperdice.study import AdviceView
    from paperdice.study.stats import Estimate, GroupView, StatsView

# The name of a file, `-` for standard input, or a position in quotes.
Source = Annotated[str, Parameter(allow_leading_hyphen=True)]
SentenceLanguage = Annotated[texts.Language, Parameter(help="The language of the sentences.")]
Seed = Annotated[int, Parameter(help="The seed of the samples.")]
Against = Annotated[
    BotNames, Parameter(help="The bot assumed in all seats, or one option per seat; by default steady.")
]
AsJson = Annotated[bool, Parameter(help="Print one JSON object for programs instead.")]


def read_match(source: str) -> Match:
    """Read a match from a record file, or from a position string."""
    if source.split(" ", maxsplit=1)[0] in {game.name for game in GAMES} and " " in source:
        return read_position(source)
    return read_record(read_text(Path(source)))


def read_matches(paths: Iterable[Path]) -> tuple[list[tuple[str, Match]], dict[str, str]]:
    """Read the matches of all records in files and folders, and report unreadable records on standard error.

    Returns:
        The matches with the names of their records, and a dictionary that maps the name of each unreadable record to
            the reason.

    Raises:
        RecordError: None of the records is readable.
    """
    from paperdice.study.stats import find_records, read_files  # slow to import, so only when needed

    matches, refused = read_files(find_records(paths))
    for name, why in refused.items():
        sys.stderr.write(plain(f"paperdice: skipped {name}: {why}") + "\n")
    if not matches:
        raise RecordError("none of the records is readable")
    return matches, refused


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar in a terminal while the context is open, and yield the function that updates it."""
    from rich.progress import Progress  # slow to import, so only when needed

    errors = make_console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task(what)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def advise(
    source: Source,
    *,
    turn: int | None = None,
    seat: int | None = None,
    phase: str | None = None,
    samples: int = 256,
    seed: Seed = 0,
    against: Against = (),
    language: SentenceLanguage = "en",
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


def review(
    source: Source,
    *,
    samples: int = 128,
    quick: bool = False,
    seed: Seed = 0,
    against: Against = (),
    language: SentenceLanguage = "en",
    json: AsJson = False,
    html: Path | None = None,
) -> None:
    """Review a match: what each decision cost, and luck separated from skill.

    Args:
        source: A record, or - for standard input.
        samples: The number of samples per evaluation.
        quick: Use the quick evaluation instead, which needs no samples.
        html: Write the review with pictures to this file, as one page that you can share.
    """
    from paperdice.study import review as study  # slow to import, so only when needed
    from paperdice.study.html import review_html
    from paperdice.study.text import review_text

    match = read_match(source)
    if html is not None:
        check_writable(html)
    budget = 0 if quick else samples
    with bar("review") as progress:
        found = study(match, samples=budget, seed=seed, against=against, progress=progress)
    if html is not None:
        save_file(html, review_html(found, match, language).encode(), is_quiet=json)
    if json:
        print_json(found)
    elif html is None:
        make_console().print(review_text(found, language), markup=False)


def stats(
    *paths: Path,
    samples: int = 0,
    seed: Seed = 0,
    language: SentenceLanguage = "en",
    json: AsJson = False,
    csv: bool = False,
    svg: Path | None = None,
) -> None:
    """Summarize many records: scores, wins, luck and skill, habits and dice.

    Args:
        paths: Records, or folders of records.
        samples: The number of samples per evaluation, or 0 for the quick evaluation.
        csv: Print one row per seat of each match as CSV instead.
        svg: Write a picture of win rates, luck and dice to this file.
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


def _span(found: Estimate, factor: float = 1.0) -> str:
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
