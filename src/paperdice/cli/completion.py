"""`paperdice completion SHELL`."""

from __future__ import annotations

import sys
from typing import Literal

from paperdice.cli import make_app

# The script only defines a function: call it where the file is one itself, announce it where the file is sourced.
CALL_IN_ZSH = """
if [[ "$funcstack[1]" == _*paperdice ]]; then
  _cyclopts_paperdice "$@"
else
  compdef _cyclopts_paperdice paperdice
fi
"""


def completion(shell: Literal["bash", "zsh", "fish"]) -> None:
    """Print the script with which a shell completes commands, options, games, bots and sheets.

    Parameters
    ----------
    shell
        bash, zsh or fish.
    """
    script = make_app().generate_completion(shell=shell).rstrip() + "\n"
    sys.stdout.write(script + (CALL_IN_ZSH if shell == "zsh" else ""))
