"""Every game, played in the browser by clicking what the board offers."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from sitting import USUAL_SEATS, open_match, play_on, sit_down

MOST_CLICKS = {"choco": 30, "chocolate-coin": 12}  # a sample of the long ones; whole games with -m long
WHOLE_GAME = 2000


@pytest.mark.parametrize("game", USUAL_SEATS)
def test_a_game_against_bots(page: Page, game: str) -> None:
    sit_down(page, open_match(page.context, game))
    if play_on(page, random.Random(1), MOST_CLICKS.get(game, WHOLE_GAME)):
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator("#log li").first).to_be_attached()


@pytest.mark.long
@pytest.mark.parametrize("game", MOST_CLICKS)
def test_a_whole_game_against_bots(page: Page, game: str) -> None:
    sit_down(page, open_match(page.context, game))
    assert play_on(page, random.Random(2), WHOLE_GAME)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator(".place.p1").first).to_be_visible()
