"""Static files of the web page, built by Vite, read once and served from memory."""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import FromPath

from paperdice.server.http.compression import CompressedBody, compress

INDEX = "index.html"
MISSING = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Paperdice</title>
<h1>Paperdice</h1><p>The server is running, but the page has not been built. Run <code>./do play</code> in the checkout.
"""
# The inline scripts, which run before the page is displayed.
_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_SCRIPT = re.compile(rb'<script type="module"[^>]* src="([^"]+)"')
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_COMPRESSIBLE = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file: its content, its ETag, and whether clients may cache it forever."""

    content: CompressedBody
    etag: str
    is_forever: bool


def _asset(name: str, body: bytes) -> Asset:
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    content = compress(body, kind) if kind.startswith(_COMPRESSIBLE) else CompressedBody(body, None, kind)
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return Asset(content, etag, is_forever=name.startswith("assets/"))


class Assets:
    """The static files of the web page. The page itself is also served for paths that are not file names."""

    def __init__(self, folder: Path) -> None:
        files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []
        names = {path.relative_to(folder).as_posix(): path for path in files}
        self._assets = {name: _asset(name, path.read_bytes()) for name, path in names.items()}
        self._assets.setdefault(INDEX, _asset(INDEX, MISSING))

    @property
    def script(self) -> str:
        """The URL of the page's main script, which is different for each build."""
        found = _SCRIPT.search(self._assets[INDEX].content.body)
        return found[1].decode() if found else ""

    @property
    def inline_hashes(self) -> list[str]:
        """The hashes of the page's inline scripts, for the Content-Security-Policy."""
        found = _INLINE.findall(self._assets[INDEX].content.body)
        return [f"sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}" for script in found]

    def find(self, path: str) -> Asset | None:
        """Return the file at this path, or None if the file does not exist.

        For a path that is not a file name, return the page itself.
        """
        name = path.strip("/")
        if name in self._assets:
            return self._assets[name]
        return None if "." in name.rpartition("/")[2] or name.startswith(("api/", "assets/")) else self._assets[INDEX]


@get("/", include_in_schema=False)
async def show_start(assets: NamedDependency[Assets], request: Request[object, object, State]) -> Response[bytes]:
    """Serve the web page."""
    return _hand_out(assets, "", request)


@get("/{path:path}", include_in_schema=False)
async def show_page(
    path: FromPath[str], assets: NamedDependency[Assets], request: Request[object, object, State]
) -> Response[bytes]:
    """Serve a static file or, if the path is not a file name, the web page."""
    return _hand_out(assets, path, request)


def _hand_out(assets: Assets, path: str, request: Request[object, object, State]) -> Response[bytes]:
    asset = assets.find(path)
    if asset is None:
        raise HTTPException("there is nothing at this address", status_code=404)
    caching = "public, max-age=31536000, immutable" if asset.is_forever else "no-cache"
    headers = {"etag": asset.etag, "cache-control": caching}
    if request.headers.get("if-none-match") == asset.etag:
        headers["vary"] = "accept-encoding"
        return Response(b"", status_code=304, headers=headers, media_type=asset.content.media_type)
    return asset.content.answer(request, headers)
