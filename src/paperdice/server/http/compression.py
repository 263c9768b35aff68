"""Response bodies that are the same for everyone, gzipped once and kept in memory."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass

from litestar import Request, Response
from litestar.datastructures import State

_NEVER = re.compile(r"q=0(\.0{0,3})?")


@dataclass(frozen=True, slots=True)
class CompressedBody:
    """A response body, raw and gzipped; `gzipped` is None for media types that do not compress well."""

    body: bytes
    gzipped: bytes | None
    media_type: str

    def answer(self, request: Request[object, object, State], headers: dict[str, str]) -> Response[bytes]:
        """Return the response to a request with additional headers, gzipped if the client accepts gzip."""
        headers = {**headers, "vary": "accept-encoding"}
        if self.gzipped is not None and takes_gzip(request.headers.get("accept-encoding", "")):
            gzipped = {**headers, "content-encoding": "gzip"}
            return Response(self.gzipped, headers=gzipped, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header accepts gzip. A quality value of 0 means that it does not."""
    weights = dict[str, str]()
    for part in accepted.lower().split(","):
        coding, _, weight = (word.strip() for word in part.partition(";"))
        weights[coding] = weight.replace(" ", "")
    wanted = next((weights[name] for name in ("gzip", "x-gzip", "*") if name in weights), "q=0")
    return not _NEVER.fullmatch(wanted)


def compress(body: bytes, media_type: str) -> CompressedBody:
    """Gzip a response body."""
    return CompressedBody(body, gzip.compress(body, 9, mtime=0), media_type)
