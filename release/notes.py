"""The notes of a release: what changed for users, and what is known about the packages it stands on."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from release.holes import Hole


def changes_of(changelog: str, version: str) -> str:
    """The entries of one version."""
    _, found, rest = changelog.partition(f"\n## {version} (")
    if not found:
        raise SystemExit(f"CHANGELOG.md has no entry for {version}")
    return rest.partition(")\n")[2].partition("\n## ")[0].strip()


def holes_line(holes: Sequence[Hole] | None, n_parts: int, day: datetime.date, why: str = "") -> str:
    """What is known about holes on a day; None says that nobody could tell, and why."""
    if holes is None:
        return f"Known holes: not checked on {day}, because {why}."
    asked = f"{n_parts} packages were asked about on {day}"
    return f"Known holes: {', '.join(map(str, holes)) or 'none'}; {asked}."


def make_notes(version: str, changes: str, lines: Sequence[str]) -> str:
    """The notes as Markdown."""
    return "\n\n".join([f"# Paperdice {version}", changes, "## What it stands on", "\n".join(lines)]) + "\n"
