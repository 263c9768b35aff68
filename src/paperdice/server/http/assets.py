"""The page: files built by Vite, read once and handed out from memory."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

INDEX = "index.html"
MISSING = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Paperdice</title>
<h1>Paperdice</h1><p>The server is running, but the page has not been built. Run <code>./do play</code> in the checkout.
"""
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_SQUEEZED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class Page:
    """One file with everything that is needed to answer."""

    body: bytes
    squeezed: bytes | None
    media_type: str
    etag: str
    is_forever: bool


def _page(name: str, body: bytes) -> Page:
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    squeezed = gzip.compress(body, 9, mtime=0) if kind.startswith(_SQUEEZED) else None
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return Page(body, squeezed, kind, etag, is_forever=name.startswith("assets/"))


class Pages:
    """All files of the page; any address that names no file is the page itself, which finds its way by the address."""

    def __init__(self, folder: Path) -> None:
        files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
        self._pages = {path.relative_to(folder).as_posix(): path for path in files}
        self._read: dict[str, Page] = {name: _page(name, path.read_bytes()) for name, path in self._pages.items()}
        self._read.setdefault(INDEX, _page(INDEX, MISSING))

    def find(self, path: str) -> Page | None:
        """Gives the file at this address, None if there is none."""
        name = path.strip("/")
        if name in self._read:
            return self._read[name]
        return None if "." in name.rpartition("/")[2] or name.startswith(("api/", "assets/")) else self._read[INDEX]
