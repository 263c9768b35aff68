"""The command `paperdice completion SHELL`."""

from __future__ import annotations

import sys
from typing import Literal

from paperdice.cli import make_app

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
