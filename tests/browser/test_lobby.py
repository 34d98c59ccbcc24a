"""The lobby: two clicks to a table, friends, one device for all, and tables with every option."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def test_two_clicks_to_a_table(page: Page) -> None:
    page.goto("/")
    page.locator("#coffee-chess").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    table = page.request.get("/api/tables?which=mine").json()[0]
    assert sorted(table["kinds"]) == ["bot", "person"]
    assert "bot:3" in table["players"]


def test_the_slider_says_what_the_levels_mean_and_is_remembered(page: Page) -> None:
    page.goto("/")
    slider = page.get_by_label("Your opponent")
    expect(page.locator("#level-words")).to_have_text("Level 3: a friendly regular")
    slider.press("End")
    expect(page.locator("#level-words")).to_have_text("Level 8: the strongest")
    page.reload()
    expect(slider).to_have_value("8")
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "Level 1: a kind beginner")
    page.locator("#coin-age").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    assert "bot:1" in page.request.get("/api/tables?which=mine").json()[0]["players"]


def test_more_opens_and_closes_by_the_keyboard(page: Page) -> None:
    page.goto("/")
    card = page.locator("#choco")
    more = card.locator("summary")
    more.press("Enter")
    expect(card.get_by_role("button", name="Play with a friend")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card.get_by_role("button", name="Play with a friend")).to_be_hidden()
    expect(more).to_be_focused()


def test_pass_and_play(page: Page) -> None:
    page.goto("/")
    card = page.locator("#choco")
    card.locator("summary").click()
    card.get_by_role("button", name="Pass and play").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    table = page.request.get("/api/tables?which=mine").json()[0]
    assert table["own"] == [0, 1]
