"""The command line of Paperdice."""

import sys
from importlib.metadata import version


def main() -> None:
    """Say which version is installed."""
    sys.stdout.write(f"Paperdice {version('paperdice')}: roll-and-write dice games with exact rules.\n")
