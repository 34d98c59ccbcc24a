"""The pages around the table for everybody: axe finds nothing, and nothing is wider than a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from sitting import DESKTOP, PHONE

SIZES = {"desktop": DESKTOP, "phone": PHONE}

PATHS = """
/ /sign-in /sign-up /me /people/{person} /leaderboard /leaderboard/coin-age /rules /rules/coffee-chess
/rules/chocolate-coin /open/four-armies /open/coin-age /table/{table}/invite /fair-dice/{table} /api /nowhere
""".split()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(browser: Browser, address: str, scheme: str, size: str) -> None:
    context = browser.new_context(
        base_url=address,
        viewport=SIZES[size],
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    table = page.request.post("/api/tables", data={"game": "choco", "seats": ["me", "invited"]}).json()["id"]
    person = page.request.get("/api/me").json()["id"]
    found = [look(page, path.format(person=person, table=table)) for path in PATHS]
    context.close()
    assert not any(found), "\n".join(found)


def look(page: Page, path: str) -> str:
    """What is wrong with a page, in a few lines."""
    page.goto(path)
    page.evaluate(
        "for (const part of document.querySelectorAll('.questions, .card:first-child .more')) part.open = true"
    )
    report = Axe().run(page)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    told = [f"{path}: {report.generate_report()}"] if report.violations_count else []
    return "\n".join(told + ([f"{path}: {wide} px too wide"] if wide > 0 else []))
