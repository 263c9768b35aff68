"""The notes of a release: the changes for users, and the known vulnerabilities of its dependencies."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from release.vulnerabilities import Vulnerability


def changes_of(changelog: str, version: str) -> str:
    """Return the changelog entries of one version."""
    _, found, rest = changelog.partition(f"\n## {version} (")
    if not found:
        raise SystemExit(f"CHANGELOG.md has no entry for {version}")
    return rest.partition(")\n")[2].partition("\n## ")[0].strip()


def vulnerabilities_line(found: Sequence[Vulnerability] | None, n_parts: int, day: datetime.date, why: str = "") -> str:
    """Return the line about known vulnerabilities.

    Args:
        found: The vulnerabilities, None if the service did not answer.
        n_parts: The number of packages that were checked.
        day: The date of the check.
        why: The reason if the service did not answer.
    """
    if found is None:
        return f"Known vulnerabilities: not checked on {day}, because {why}."
    listed = ", ".join(map(str, found)) or "none"
    return f"Known vulnerabilities: {listed}; {n_parts} packages were checked on {day}."


def make_notes(version: str, changes: str, lines: Sequence[str]) -> str:
    """Return the notes as Markdown."""
    return "\n\n".join([f"# Paperdice {version}", changes, "## Dependencies", "\n".join(lines)]) + "\n"
