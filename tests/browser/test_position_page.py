"""The editor of positions in the browser: set one up by clicks, and play from it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

# Of each game: what is pressed, an id of the board or a brush; and what the text says then.
STEPS = {
    "coffee-chess": (("bean", "sq-d4", "sq-d4", "turn-black", "sq-e5"), "black to act; beans d4 2, e5 1"),
    "coin-age": (("heads-quarter", "space-b2", "tails-dime", "space-b2", "turn-tails"), "stacks b2 1T4H"),
    "four-armies": (("elf-hero", "hex-c3", "human-regular", "hex-a1", "turn-elf"), "map a1 Hr, c3 Eh"),
    "choco": (("turn-card", "card-3", "turn-2"), "dwwd 4 0"),
    "chocolate-coin": (("elf", "region-m1", "gift-3", "region-m1", "point", "marker-ie"), "gifts m1 3"),
}


def press(page: Page, what: str) -> None:
    """A brush or a place; the position is shown anew after it."""
    button = page.locator(f'[data-brush="{what}"]')
    if button.count():
        button.click()
    else:
        click_in(page, what)
    expect(page.locator("#editor:not([data-busy])")).to_be_attached()


def click_in(page: Page, id: str) -> None:
    box = page.locator(f"#board #{id}").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("game", STEPS)
def test_set_up_by_clicks_and_played(page: Page, game: str) -> None:
    page.goto(f"/position/{game}")
    expect(page.locator("#editor[data-ready]")).to_be_attached()
    steps, said = STEPS[game]
    for step in steps:
        press(page, step)
    text = page.locator("#text").input_value()
    assert said in text
    expect(page.locator("#problem")).to_be_empty()
    assert "position=" in page.url
    page.reload()
    expect(page.locator("#text")).to_have_value(text)
    page.get_by_role("button", name="Play it against bots").click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.get_by_text("begins from a position that was set up")).to_be_visible()


def test_by_its_text_and_by_the_keyboard(page: Page) -> None:
    page.goto("/position/coffee-chess")
    expect(page.locator("#editor[data-ready]")).to_be_attached()
    page.get_by_label("The position as text").fill("white to act; beans a1 60")
    page.get_by_role("button", name="Set it up").click()
    expect(page.get_by_role("alert")).to_contain_text("there are more than 50 beans")
    page.get_by_label("The position as text").fill("white to act; turn 3; beans a1 2; inventories 2 0")
    page.get_by_role("button", name="Set it up").click()
    expect(page.locator("#problem")).to_be_empty()
    page.get_by_role("button", name="Coffee bean").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sq-b2[tabindex]")).to_be_attached()
    page.locator("#sq-b2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile("b2 1"))
    expect(page.locator("#sq-b2")).to_be_focused()
    page.get_by_role("button", name="Take away").click()
    page.locator("#sq-b2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#text")).not_to_have_value(re.compile("b2 1"))


def test_questions_about_it(page: Page) -> None:
    page.goto("/position/coffee-chess?position=white+to+act%3B+turn+3%3B+beans+d4+2%3B+inventories+2+0")
    expect(page.locator("#editor[data-ready]")).to_be_attached()
    page.get_by_label("Is this legal?").fill("place a1")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#verdict")).to_contain_text("No.")
    expect(page.locator("#verdict")).to_contain_text("1.1")
    page.get_by_label("Is this legal?").fill("place a2")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("#verdict")).to_contain_text("Yes, that is legal.")
    page.get_by_role("button", name="What does a bot think?").click()
    expect(page.locator("#opinion p").first).to_be_visible(timeout=20_000)
    page.get_by_role("button", name="Copy a link").click()
    expect(page.locator("#opinion")).to_contain_text("link")
