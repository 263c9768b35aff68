"""The command-line interface, with one module per topic, imported only when one of its commands runs."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING

from paperdice.cli.streams import OutputError, plain, wrap_streams
from paperdice.errors import (
    MissingExtraError,
    NotationError,
    PaperdiceError,
    SetupError,
    StoreError,
    UnknownBotError,
    UnknownGameError,
    UnknownSheetError,
)
from paperdice.games import GAMES

if TYPE_CHECKING:
    from cyclopts import App

# The exit code of each kind of error. 1: the command failed; 2: its arguments are invalid.
EXIT_CODES: tuple[tuple[type[PaperdiceError], int], ...] = (
    (NotationError, 2),
    (MissingExtraError, 2),
    (UnknownGameError, 2),
    (UnknownSheetError, 2),
    (UnknownBotError, 2),
    (SetupError, 2),
    (PaperdiceError, 1),
)

# The name, function and help line of each command. A name with a space is a command in a group.
COMMANDS = (
    ("play", "paperdice.cli.play:play", "Play a match in the terminal."),
    ("show", "paperdice.cli.records:show", "Draw a position."),
    ("replay", "paperdice.cli.records:replay", "Show a record turn by turn."),
    ("advise", "paperdice.cli.study:advise", "Evaluate the choices of a decision, with reasons."),
    ("review", "paperdice.cli.study:review", "Review a match: costly decisions, luck and skill."),
    ("stats", "paperdice.cli.study:stats", "Summarize many records: luck, skill, habits, dice."),
    ("drill", "paperdice.cli.drill:drill", "Practice the costly positions of your matches."),
    ("serve", "paperdice.cli.serve:serve", "Host tables for friends on their own devices."),
    ("warm", "paperdice.cli.serve:warm", "Compile bots ahead of time."),
    ("backup", "paperdice.cli.serve:backup", "Copy all matches of a server into a file."),
    ("restore", "paperdice.cli.serve:restore", "Restore a backup into an empty database."),
    ("push-keys", "paperdice.cli.serve:push_keys", "Generate web-push keys."),
    ("verify", "paperdice.cli.records:verify", "Check the dice of a record."),
    ("simulate", "paperdice.cli.arena:simulate", "Play many matches between bots."),
    ("duel", "paperdice.cli.arena:duel", "Compare two bots in direct matches."),
    ("league", "paperdice.cli.arena:league", "Rate bots by a round-robin tournament."),
    ("solve", "paperdice.cli.arena:solve", "Solve a game for one sheet exactly."),
    ("sheet check", "paperdice.cli.sheets:check", "Check a sheet file."),
    ("sheet show", "paperdice.cli.sheets:show", "Draw a game's sheets."),
    ("print", "paperdice.cli.sheets:print", "Print sheets for real dice, or a finished match."),
    ("completion", "paperdice.cli.completion:completion", "Print a completion script for your shell."),
)
GROUPS = {"sheet": "Check and draw printed sheets."}

TITLES = f"{', '.join(game.title for game in GAMES[:-1])} and {GAMES[-1].title}"

# The sections of the overview, in order.
SECTIONS = {
    "Play": ("play", "show", "replay", "print"),
    "Analyze": ("advise", "review", "stats", "drill"),
    "Play with friends": ("serve", "warm", "backup", "restore", "push-keys", "verify"),
    "Bots and statistics": ("simulate", "duel", "league", "solve"),
    "More": ("sheet", "completion"),
}

# The example at the end of each command's help.
EXAMPLES = {
    "play": "paperdice play sixto --seats 3 --bot steady --bot casual --seed 7",
    "show": 'paperdice show "qwixx 2 roll 1 | classic ...1/-/-/..1 0 | classic -/-/-/- 0"',
    "replay": "paperdice replay match.txt --turn 5",
    "advise": "paperdice advise match.txt --turn 5 --seat 0",
    "review": "paperdice review match.txt --json",
    "stats": "paperdice stats matches",
    "drill": "paperdice drill match.txt --player Ann",
    "serve": "paperdice serve --host 127.0.0.1 --port 9000 --data matches.sqlite",
    "warm": "paperdice warm qwixx --bot steady --seats 2 --seats 3",
    "push-keys": "paperdice push-keys mailto:you@home.example --file push-keys.json",
    "backup": "paperdice backup matches.jsonl --data matches.sqlite",
    "restore": "paperdice restore matches.jsonl --database postgresql:///paperdice",
    "verify": "paperdice verify match.txt",
    "simulate": "paperdice simulate qwixx --seats 3 --bot steady --matches 100000 --seed 1",
    "duel": "paperdice duel steady casual --game sixto --matches 2000 --seed 1",
    "league": "paperdice league random casual steady --game qwantum --matches 1000",
    "solve": "paperdice solve qwixx --seats 2",
    "sheet check": "paperdice sheet check mine.toml",
    "sheet show": "paperdice sheet show qwixx mixx-a",
    "print": "paperdice print qwixx classic --copies 4 --paper a4 --out qwixx.pdf",
    "completion": "paperdice completion fish > ~/.config/fish/completions/paperdice.fish",
}


WELCOME = f"""Paperdice: {TITLES}.

  paperdice play qwixx                     play against a bot, here in the terminal
  paperdice serve                          host a table for friends and their phones
  paperdice simulate qwixx --bot steady    play ten thousand matches and summarize them
  paperdice solve twenty_one               compute the value of the best play

paperdice --help lists all commands, paperdice COMMAND --help describes one with an example.
The documentation starts at docs/index.md in the source tree.
"""


def make_app() -> App:
    """Build the command-line app with all its commands."""
    from cyclopts import App, Group, Parameter

    # Help is plain text, since importing the Markdown renderer takes as long as all other imports together.
    app = App(
        name="paperdice",
        help=f"Play, analyze and simulate {TITLES}.",
        version=find_version,
        help_format="plaintext",
        version_format="plaintext",
        default_parameter=Parameter(negative_iterable=()),
    )
    made = [(Group(title, sort_key=place), names) for place, (title, names) in enumerate(SECTIONS.items())]
    sections = {name: section for section, names in made for name in names}
    for flag in ("--help", "--version"):
        app[flag].group = sections["completion"]
    groups = {name: App(name=name, help=line, group=sections[name]) for name, line in GROUPS.items()}
    for part in groups.values():
        app.command(part)
    for name, place, line in COMMANDS:
        group, _, command = name.rpartition(" ")
        section = None if group else sections[name]
        groups.get(group, app).command(
            place, name=command, help=line, group=section, help_epilogue=f"Example:\n\n  {EXAMPLES[name]}"
        )
    return app


def find_version() -> str:
    from importlib.metadata import version

    return version("paperdice")


def main(words: list[str] | None = None) -> None:
    """Run the program with these arguments, by default `sys.argv`, and exit.

    Expected errors are printed as one sentence, without a traceback.
    """
    wrap_streams()
    sys.exit(run(sys.argv[1:] if words is None else words))


def run(words: list[str]) -> int:
    """Run one command, print its error if it fails, and return the exit code."""
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except OutputError as error:
        if error.is_closed:
            return 0
        return _refuse(error, words)
    except PaperdiceError as error:
        return _refuse(error, words)
    except OSError as error:  # errors that a command does not handle itself
        where = f"{error.filename}: " if error.filename else ""
        return _refuse(StoreError(f"{where}{error.strerror or error}"), words)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    return code


def _dispatch(words: list[str]) -> int:
    """Run the command given by these arguments and return its exit code; without any, print the welcome text."""
    if not words:
        sys.stdout.write(WELCOME)
        return 0
    from cyclopts import CycloptsError  # slow to import, so only when needed

    try:
        code = make_app()(words, exit_on_error=False, print_error=True, result_action="return_value")
    except CycloptsError:
        return 2
    return code if isinstance(code, int) else 0


def _refuse(error: PaperdiceError, words: list[str]) -> int:
    """Print an error as one sentence and return its exit code."""
    sys.stderr.write(f"paperdice: {plain(tell(error, words))}\n")
    return next(code for kind, code in EXIT_CODES if isinstance(error, kind))


def tell(error: PaperdiceError, words: list[str]) -> str:
    """Return an error message in the language of the `--language` option, by default in English."""
    from paperdice.texts import LANGUAGES, say

    asked = [word.removeprefix("--language=") for word in words if word.startswith("--language=")]
    asked += [following for word, following in pairwise(words) if word == "--language"]
    language = asked[-1] if asked and asked[-1] in LANGUAGES else "en"
    return str(error) if language == "en" else say(error.reason, language)
