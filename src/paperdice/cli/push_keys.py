"""`paperdice push-keys CONTACT`."""

from __future__ import annotations

import sys
from pathlib import Path

from paperdice.cli.serve import default_data, make_folder
from paperdice.errors import needs


def push_keys(contact: str, *, file: Path | None = None) -> None:
    """Make the keys by which push services know your server; give their file to `paperdice serve --push-keys`.

    Parameters
    ----------
    contact
        Where push services reach you if something is wrong: mailto:you@home.example or https://home.example.
    file
        Where the keys are kept; by default beside the matches.
    """
    with needs("web push", "paperdice[push]"):
        from paperdice.server.push.keys import make_keys

    path = file or make_folder(default_data().with_name("push-keys.json"))
    keys = make_keys(path, contact)
    sys.stdout.write(f"keys written to {path}; nobody else may read it\npublic key: {keys.public}\n")
