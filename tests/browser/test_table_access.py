"""Everybody can use it: axe finds nothing on the table and the replay, by day and by night; motion can be off."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from sitting import DESKTOP, PHONE, USUAL_SEATS, open_match, play_on, resign, sit_down, wait_for_turn


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    scheme: Literal["light", "dark"] = request.param
    context = browser.new_context(
        base_url=address, locale="en-GB", color_scheme=scheme, reduced_motion="reduce", bypass_csp=True
    )
    yield context.new_page()
    context.close()


def violations(page: Page) -> str:
    found = Axe().run(page)
    return str(found.generate_report()) if found.violations_count else ""


def test_the_table(themed: Page) -> None:
    sit_down(themed, open_match(themed.context, "coffee-chess"))
    play_on(themed, random.Random(3), 3)
    assert violations(themed) == ""
    for tab in ("Chat", "Rules"):
        themed.get_by_role("tab", name=tab).click()
        assert violations(themed) == ""


@pytest.mark.parametrize("game", USUAL_SEATS)
def test_every_table_by_day_and_by_night_on_a_desktop_and_on_a_phone(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    sit_down(page, open_match(context, game))
    wait_for_turn(page)
    found = {}
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
            found[scheme, size["width"]] = violations(page)
    context.close()
    assert not any(found.values()), found


def test_the_replay(themed: Page) -> None:
    match = open_match(themed.context, "coffee-chess")
    sit_down(themed, match)
    resign(themed)
    expect(themed.get_by_role("link", name="Replay and analysis")).to_be_visible()
    assert violations(themed) == ""
    themed.goto(f"/replay/{match.id}")
    expect(themed.locator("#replay[data-position]")).to_be_attached()
    expect(themed.locator("#graph")).not_to_have_class(re.compile("soft"))
    assert violations(themed) == ""


def test_reduced_motion_stops_the_gliding(themed: Page) -> None:
    sit_down(themed, open_match(themed.context, "coffee-chess"))
    assert themed.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--glide')") == "0ms"
