"""The command `paperdice push-keys CONTACT`."""

from __future__ import annotations

import sys
from pathlib import Path

from paperdice.cli.serve import make_folder
from paperdice.errors import needs
from paperdice.files import data_file


def push_keys(contact: str, *, file: Path | None = None) -> None:
    """Generate the keys that identify your server to push services; pass the file to `paperdice serve --push-keys`.

    Args:
        contact: How push services can contact you: mailto:you@home.example or https://home.example.
        file: The key file to write; by default next to the matches.
    """
    with needs("web push", "paperdice[push]"):
        from paperdice.server.push.keys import make_keys

    path = file or make_folder(data_file("push-keys.json"))
    keys = make_keys(path, contact)
    sys.stdout.write(f"keys written to {path}; keep this file secret\npublic key: {keys.public}\n")
