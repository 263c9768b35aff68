"""Answers that are the same for everyone, squeezed once and handed out to whoever can read them so."""

from __future__ import annotations

import gzip
from dataclasses import dataclass

from litestar import Request, Response
from litestar.datastructures import State


@dataclass(frozen=True, slots=True)
class Squeezed:
    """What is answered, as it is and squeezed; the latter is None where it would not become smaller."""

    body: bytes
    squeezed: bytes | None
    media_type: str

    def answer(self, request: Request[object, object, State], headers: dict[str, str]) -> Response[bytes]:
        """The answer to one request, with these headers besides."""
        headers = {**headers, "vary": "accept-encoding"}
        if self.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            squeezed = {**headers, "content-encoding": "gzip"}
            return Response(self.squeezed, headers=squeezed, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


def squeeze(body: bytes, media_type: str) -> Squeezed:
    """Squeezes what will be answered often."""
    return Squeezed(body, gzip.compress(body, 9, mtime=0), media_type)
