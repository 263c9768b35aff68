"""Parameter types for games, bots and sheets with shell completion, and the command `paperdice completion SHELL`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from paperdice.bots import bot_names
from paperdice.cli import make_app
from paperdice.games import GAMES

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext

    from paperdice.game import Game


def _typed_games(context: CompletionContext) -> tuple[Game, ...]:
    """Return the game already given on the command line, or all games if there is none."""
    typed = context["game"].raw
    return tuple(game for game in GAMES if game.name == typed) or GAMES


def complete_game(_context: CompletionContext) -> dict[str, str]:
    return {game.name: game.title for game in GAMES}


def complete_bot(context: CompletionContext) -> list[str]:
    """Return the possible completions of a bot name, for the game already on the command line or for all games."""
    return list(dict.fromkeys(name for game in _typed_games(context) for name in bot_names(game)))


def complete_sheet(context: CompletionContext) -> list[str]:
    """Return the possible completions of a sheet name, for the game already on the command line or for all games."""
    return list(dict.fromkeys(name for game in _typed_games(context) for name in game.sheets))


_NAMES = [game.name for game in GAMES]

GameName = Annotated[str, Parameter(help=f"{', '.join(_NAMES[:-1])} or {_NAMES[-1]}.", completer=complete_game)]
BotName = Annotated[str, Parameter(completer=complete_bot)]
BotNames = Annotated[tuple[str, ...], Parameter(completer=complete_bot, show_default=" ".join)]
SheetName = Annotated[str | None, Parameter(completer=complete_sheet)]
PrintedNames = Annotated[str, Parameter(completer=complete_sheet)]
SheetNames = Annotated[tuple[str, ...], Parameter(completer=complete_sheet, show_default=False)]


# The generated script only defines a function. It must be called if zsh autoloads the file, and registered as a
# completion if the file is sourced.
CALL_IN_ZSH = """
if [[ "$funcstack[1]" == _*paperdice ]]; then
  _cyclopts_paperdice "$@"
else
  compdef _cyclopts_paperdice paperdice
fi
"""


def completion(shell: Literal["bash", "zsh", "fish"]) -> None:
    """Print a script that completes commands, options, games, bots and sheets in your shell.

    Args:
        shell: bash, zsh or fish.
    """
    script = make_app().generate_completion(shell=shell).rstrip() + "\n"
    sys.stdout.write(script + (CALL_IN_ZSH if shell == "zsh" else ""))
