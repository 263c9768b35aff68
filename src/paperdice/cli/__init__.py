"""The command line: one file a command, each thin, imported when it is asked for."""

from __future__ import annotations

import sys
from importlib.metadata import version

from cyclopts import App, CycloptsError

from paperdice.errors import (
    MissingExtraError,
    NotationError,
    PaperdiceError,
    SetupError,
    UnknownBotError,
    UnknownGameError,
    UnknownSheetError,
)

# 1 says no, 2 did not understand.
EXIT_CODES: tuple[tuple[type[PaperdiceError], int], ...] = (
    (NotationError, 2),
    (MissingExtraError, 2),
    (UnknownGameError, 2),
    (UnknownSheetError, 2),
    (UnknownBotError, 2),
    (SetupError, 2),
    (PaperdiceError, 1),
)

# Command, where it lives, and its line in the help; a blank in the name makes a group.
COMMANDS = (
    ("play", "paperdice.cli.play:play", "Play a match in the terminal."),
    ("show", "paperdice.cli.show:show", "Draw a position."),
    ("replay", "paperdice.cli.replay:replay", "Show a record turn by turn."),
    ("serve", "paperdice.cli.serve:serve", "Serve tables to friends on their own devices."),
    ("warm", "paperdice.cli.warm:warm", "Get bots ready beforehand."),
    ("backup", "paperdice.cli.backup:backup", "Copy all matches of a server into a file."),
    ("restore", "paperdice.cli.backup:restore", "Fill an empty server from a backup."),
    ("verify", "paperdice.cli.verify:verify", "Check the dice of a record."),
    ("simulate", "paperdice.cli.simulate:simulate", "Play many matches between bots."),
    ("duel", "paperdice.cli.duel:duel", "Let two bots play against each other."),
    ("league", "paperdice.cli.league:league", "Rate bots by letting all play against each other."),
    ("solve", "paperdice.cli.solve:solve", "Solve a game for one sheet exactly."),
    ("sheet check", "paperdice.cli.sheet:check", "Check a sheet file."),
    ("sheet show", "paperdice.cli.sheet:show", "Draw a game's sheets."),
)
GROUPS = {"sheet": "Check and draw printed sheets."}


def make_app() -> App:
    """Gives the program with all its commands."""
    app = App(name="paperdice", help="Qwixx, Twenty One, Qwantum and Sixto, exact to the letter.")
    app.version = version("paperdice")
    groups = {name: App(name=name, help=line) for name, line in GROUPS.items()}
    for part in groups.values():
        app.command(part)
    for name, place, line in COMMANDS:
        group, _, command = name.rpartition(" ")
        groups.get(group, app).command(place, name=command, help=line)
    return app


def main(words: list[str] | None = None) -> None:
    """Runs the program; every expected error is one sentence and an exit code."""
    sys.exit(run(sys.argv[1:] if words is None else words))


def run(words: list[str]) -> int:
    """Runs one command and gives its exit code."""
    app = make_app()
    try:
        code = app(words, exit_on_error=False, print_error=True, result_action="return_value")
    except CycloptsError:
        return 2
    except PaperdiceError as error:
        sys.stderr.write(f"paperdice: {error}\n")
        return next(code for kind, code in EXIT_CODES if isinstance(error, kind))
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    except BrokenPipeError:
        return 0
    return code if isinstance(code, int) else 0
