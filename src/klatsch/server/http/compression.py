"""Static files and pictures, gzipped once and cached by their ETag.

Pages and the API travel as they are: they hold secrets beside what others wrote, and how well the two compress together
would tell of both.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

MOST_FILES = 200


@dataclass(frozen=True)
class Packed:
    """Something public in both its forms."""

    plain: bytes
    gzipped: bytes
    media_type: str

    def response(self, asked: Headers, headers: Mapping[str, str]) -> Response:
        """What suits the request: compressed or not, or only that the browser has it already."""
        zipped = "gzip" in asked.get("accept-encoding", "")
        body = self.gzipped if zipped else self.plain
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        coding = {"content-encoding": "gzip"} if zipped else {}
        told = {**headers, **coding, "etag": etag, "vary": "Accept-Encoding"}
        response = Response(body, media_type=self.media_type, headers=told)
        known = [tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")]
        return NotModifiedResponse(response.headers) if etag in known else response


def packed(body: bytes, media_type: str) -> Packed:
    return Packed(body, gzip.compress(body, mtime=0), media_type)  # the same bytes, and ETag, in every process


class CompressedFiles(StaticFiles):
    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        return packed_file(Path(full_path), stat_result.st_mtime_ns).response(Headers(scope=scope), {})


@lru_cache(maxsize=MOST_FILES)
def packed_file(path: Path, changed: int) -> Packed:
    """A file as it was when it was last changed: an edited one is read anew."""
    return packed(path.read_bytes(), mimetypes.guess_type(path)[0] or "application/octet-stream")
