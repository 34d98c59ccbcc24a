"""Static files and pictures travel compressed, pages and the API don't."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.applications import Starlette

from klatsch.server.http.compression import CompressedFiles

from serving import Visitor

PUBLIC = (
    "/static/css/base.css",
    "/static/lib/http.js",
    "/static/icon.svg",
    "/art/choco.svg",
    "/art/small/choco.svg?lang=pt",
)
GZIP, PLAIN = {"Accept-Encoding": "gzip, br"}, {"Accept-Encoding": "identity"}


@pytest.mark.parametrize("path", PUBLIC)
def test_public_things_are_compressed_for_whoever_takes_it(somebody: Visitor, path: str) -> None:
    client = somebody()
    zipped, plain = client.get(path, headers=GZIP), client.get(path, headers=PLAIN)
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert zipped.content == plain.content
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"]) == len(plain.content)
    assert zipped.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert zipped.headers["content-type"] == plain.headers["content-type"]
    assert zipped.headers["etag"] != plain.headers["etag"]  # they are different bytes


@pytest.mark.parametrize("path", PUBLIC)
def test_what_a_browser_has_is_not_sent_again(somebody: Visitor, path: str) -> None:
    client = somebody()
    first = client.get(path, headers=GZIP)
    for tag in (first.headers["etag"], f'"other", W/{first.headers["etag"]}'):
        again = client.get(path, headers=GZIP | {"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        assert again.headers["cache-control"] == first.headers["cache-control"]
    assert client.get(path, headers=GZIP | {"If-None-Match": '"other"'}).status_code == 200


def test_pages_and_the_api_are_not(somebody: Visitor) -> None:
    for path in ("/", "/api/games", "/rules/choco", "/nowhere", "/static/nothing.js"):
        assert "content-encoding" not in somebody().get(path, headers=GZIP).headers, path


def test_an_edited_file_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    app = Starlette()
    app.mount("/", CompressedFiles(directory=tmp_path))
    for number, text in enumerate(("a{}", "b{}")):
        file.write_text(text)
        os.utime(file, (number, number))
        with TestClient(app).stream("GET", "/a.css", headers=GZIP) as answer:
            assert gzip.decompress(b"".join(answer.iter_raw())).decode() == text
