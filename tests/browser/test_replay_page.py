"""After the game: the replay page."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from sitting import open_match, play_on, resign, sit_down

# Those on the board: the others lie in the bank or with a player.
BEANS = "#pieces [id^='bean-']" + "".join(f":not([id^='bean-{where}'])" for where in ("bank", "white", "black"))


def finish(page: Page, game: str, clicks: int) -> str:
    match = open_match(page.context, game)
    sit_down(page, match)
    if not play_on(page, random.Random(6), clicks):
        resign(page)
    page.get_by_role("link", name="Replay and analysis").click()
    expect(page.locator("#replay[data-position]")).to_be_attached()
    return match.id


def test_going_through_a_game(page: Page) -> None:
    finish(page, "coffee-chess", 5)
    slider = page.get_by_role("slider")
    last = int(slider.input_value())
    assert last == page.locator("#log li").count() - 1
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator("#replay")).to_have_attribute("data-position", "0")
    expect(page.locator(BEANS)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-position", "1")
    expect(page.locator(BEANS)).to_have_count(1)
    expect(page).to_have_url(re.compile("#1$"))
    page.reload()
    expect(page.locator("#replay")).to_have_attribute("data-position", "1")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#replay")).to_have_attribute("data-position", "3")
    page.get_by_role("button", name="Pause").click()


def test_analysis_and_downloads(page: Page) -> None:
    match = finish(page, "coffee-chess", 5)
    expect(page.locator("#graph svg")).to_be_visible()
    turning = page.locator("#turning button")
    if turning.count():
        turning.first.click()
        expect(page.locator("#replay")).to_have_attribute(
            "data-position", turning.first.get_attribute("data-position") or ""
        )
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == f"coffee-chess-{match}.replay"
    expect(page.get_by_role("link", name="Check the draws")).to_have_count(0)  # nothing was left to chance


def test_draws_can_be_checked(page: Page) -> None:
    match = finish(page, "coin-age", 3)
    expect(page.get_by_role("link", name="Check the draws")).to_have_attribute("href", f"/fair-dice/{match}")


def test_hidden_hands_from_any_seat(page: Page) -> None:
    finish(page, "choco", 4)
    hands = page.locator("#pieces [id^='hand-']")
    page.get_by_label("Seen by").select_option("1")
    expect(page).to_have_url(re.compile(",1$"))
    expect(hands.first).to_be_attached()


def test_a_running_game_has_no_replay_yet(page: Page) -> None:
    match = open_match(page.context, "coffee-chess")
    page.goto(f"/replay/{match.id}")
    expect(page).to_have_url(re.compile(f"/table/{match.id}"))
