"""The dependencies of a release, read from the lock files of Python and npm."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']((?:@[\w.-]+/)?[\w.-]+)(?:/[\w./-]*)?["']""")


@dataclass(frozen=True, slots=True)
class Part:
    """One package in one version.

    Args:
        condition: The environment marker, empty if it is installed everywhere.
    """

    ecosystem: str
    name: str
    version: str
    algorithm: str
    hashes: tuple[str, ...]
    condition: str = ""
    license: str = ""

    @property
    def address(self) -> str:
        """The package URL (purl)."""
        kind = {"PyPI": "pypi", "npm": "npm"}[self.ecosystem]
        return f"pkg:{kind}/{quote(self.name, safe='/')}@{quote(self.version)}"


def read_lock(text: str) -> list[Part]:
    """Return the pinned packages of a requirements file."""
    whole = text.replace("\\\n", " ")
    return [_pinned(line) for line in whole.splitlines() if line and not line.startswith(("#", " "))]


def _pinned(line: str) -> Part:
    pin, _, rest = line.partition(" --hash=")
    named, _, condition = pin.partition(" ;")
    name, equals, version = named.strip().partition("==")
    if not equals or not rest:
        raise SystemExit(f"a locked package has a version and a hash, not {line[:80]!r}")
    hashes = tuple(word.removeprefix("--hash=").removeprefix("sha256:") for word in rest.split())
    return Part("PyPI", name, version, "SHA-256", hashes, condition.strip())


def read_page_parts(web: Path) -> list[Part]:
    """Return the npm packages bundled in the page: those that its sources import, and their dependencies."""
    locked = json.loads((web / "package-lock.json").read_text("utf-8"))["packages"]
    sources = [file.read_text("utf-8") for file in sorted((web / "src").rglob("*.ts*"))]
    todo = {name for source in sources for name in IMPORTED.findall(source) if f"node_modules/{name}" in locked}
    done: dict[str, Part] = {}
    while todo:
        name = todo.pop()
        entry = locked[f"node_modules/{name}"]
        done[name] = _bundled(name, entry)
        todo |= set(entry.get("dependencies", {})) - set(done)
    return [done[name] for name in sorted(done)]


def _bundled(name: str, entry: dict[str, str]) -> Part:
    algorithm, _, digest = entry["integrity"].partition("-")
    label = {"sha512": "SHA-512", "sha384": "SHA-384"}[algorithm]
    return Part("npm", name, entry["version"], label, (base64.b64decode(digest).hex(),), "", entry.get("license", ""))


def read_parts(root: Path) -> Iterator[Part]:
    """Yield all dependencies of a release with all extras."""
    yield from read_lock((root / "requirements" / "all.txt").read_text("utf-8"))
    yield from read_page_parts(root / "web")
