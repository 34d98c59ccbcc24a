"""QR codes: the picture on the page is made from the link beside it."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import segno

from klatsch.server.pages import qr

from serving import Visitor

LINK = "http://192.168.178.20:8000/table/abcdefghjk"
QUIET_ZONE = 4
RUN = re.compile(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?")


def dark_modules(path: str) -> set[tuple[int, int]]:
    """Column and row of every dark square that a path of strokes draws, without the quiet zone."""
    found = set()
    x = y = 0.0
    for step, first, second in RUN.findall(path):
        if step == "h":
            found |= {(int(x) + i - QUIET_ZONE, int(y) - QUIET_ZONE) for i in range(int(first))}
            x += float(first)
        elif step == "M":
            x, y = float(first), float(second)
        else:
            x, y = x + float(first), y + float(second)
    return found


def test_the_picture_is_the_code_of_the_link() -> None:
    picture = ElementTree.fromstring(qr.svg(LINK, 'the "code"'))
    assert picture.get("aria-label") == 'the "code"'
    matrix = segno.make_qr(LINK).matrix
    assert picture.get("viewBox") == f"0 0 {len(matrix) + 2 * QUIET_ZONE} {len(matrix) + 2 * QUIET_ZONE}"
    expected = {(x, y) for y, row in enumerate(matrix) for x, is_dark in enumerate(row) if is_dark}
    assert dark_modules(str(picture[1].get("d"))) == expected


def test_every_link_of_a_page_has_its_own_code(somebody: Visitor) -> None:
    client = somebody()
    table = client.post("/api/tables", json={"game": "choco", "seats": ["me", "invited", "invited"]}).json()
    page = client.get(f"/table/{table['id']}/invite").text
    links = [unescape(link) for link in re.findall(r'id="link-\d" value="([^"]+)"', page)]
    assert len(set(links)) == 2
    label = "QR code of the link"
    assert re.findall(r"<svg role.+?</svg>", page, re.DOTALL) == [qr.svg(link, label) for link in links]
