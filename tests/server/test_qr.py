"""QR codes: as another program writes them, and readable by a decoder that shares no code with the encoder."""

from __future__ import annotations

import hashlib
import re
from xml.etree import ElementTree

import pytest

from klatsch.server.pages import qr

from qr_reader import matrix_of, read

LINK = "http://192.168.178.20:8000/table/" + "abcdefghjk" * 30


@pytest.mark.parametrize(
    ("length", "mask", "digest"),
    [
        (10, 0, "5d18dc5619b32680"),
        (30, 1, "6906c3ea25e770e1"),
        (60, 2, "11cc847010186463"),
        (90, 3, "4237d6a6481e6950"),
        (110, 4, "c58f1b19681c8298"),
        (130, 5, "84a431c78693ec64"),
        (160, 6, "d4bee4863d49f345"),
        (205, 7, "e55c9d420e722d07"),
    ],
)
def test_symbols_are_those_of_the_qrcode_package(length: int, mask: int, digest: str) -> None:
    """Digests of matrices that qrcode 8.2 from PyPI made of the same text, level M, with that mask."""
    data = LINK[:length].encode()
    version = qr.smallest_version(len(data))
    symbol = qr.Symbol(version, qr.interleaved(version, qr.data_codewords(version, data)), mask)
    lines = "\n".join("".join(str(int(dark)) for dark in line) for line in symbol.modules)
    assert hashlib.sha256(lines.encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize("length", [1, 14, 15, 26, 62, 84, 106, 122, 152, 180, 213])
def test_every_version_can_be_read(length: int) -> None:
    text = LINK[:length]
    assert read(qr.encode(text)) == text


def test_letters_beyond_ascii_and_what_is_too_long() -> None:
    assert read(qr.encode("Café · România")) == "Café · România"
    with pytest.raises(ValueError, match="too long"):
        qr.encode("x" * 214)


def test_the_picture_is_the_matrix() -> None:
    picture = qr.svg(LINK[:60], 'the "code"')
    assert ElementTree.fromstring(picture).get("aria-label") == 'the "code"'
    path = re.search(r'd="([^"]+)"', picture)
    assert path is not None
    assert matrix_of(path[1], len(qr.encode(LINK[:60]))) == qr.encode(LINK[:60])
