"""Clocks on the page: shown, running, and out of time. The two matches run while the other tests of this file do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from sitting import click_place, open_match, place, sit_down, wait_for_turn

SHORTEST = {"kind": "live", "seconds": 30, "increment": 0}


@pytest.fixture(scope="module")
def timed(browser: Browser, address: str) -> Iterator[dict[str, Page]]:
    """Two matches in which nobody moves: with two sides, and with three."""
    context = browser.new_context(base_url=address, locale="en-GB")
    pages = {}
    for game, seats in {"coffee-chess": ["me", "bot:1"], "four-armies": ["me", "bot:1", "bot:1"]}.items():
        pages[game] = context.new_page()
        sit_down(pages[game], open_match(context, game, seats, pace=SHORTEST))
        wait_for_turn(pages[game])  # the bots' time doesn't run
    yield pages
    context.close()


def seconds(page: Page, seat: int) -> int:
    minutes, rest = page.locator(f"[data-clock='{seat}']").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def test_clocks_are_shown_and_the_one_of_whoever_decides_runs(page: Page) -> None:
    pace = {"kind": "live", "seconds": 600, "increment": 0}
    sit_down(page, open_match(page.context, "coffee-chess", pace=pace))
    wait_for_turn(page)
    expect(page.locator("#subtitle")).to_contain_text("10 min + 0 s a turn")
    own = page.locator("[data-clock='0']").inner_text()
    expect(page.locator("[data-clock='0']")).not_to_have_text(own)
    assert seconds(page, 0) < 600
    assert seconds(page, 1) == 600


def test_a_turn_earns_its_increment(page: Page) -> None:
    pace = {"kind": "live", "seconds": 300, "increment": 60}
    sit_down(page, open_match(page.context, "coffee-chess", ["me", "me"], pace=pace))
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(place(page, "bean-a8-0")).to_be_attached()
    page.locator("#choices button", has_text="End turn").click()
    expect(page.locator("[data-seat='1'].acts")).to_be_visible()
    assert 300 < seconds(page, 0) <= 360
    assert seconds(page, 1) <= 300


def test_days_are_shown_as_days(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess", pace={"kind": "days", "days": 2}))
    expect(page.locator("[data-clock='0']")).to_have_text(re.compile(r"^(2 d 0|1 d 23) h$"))


def test_out_of_time_with_two_sides_is_a_loss(timed: dict[str, Page]) -> None:
    page = timed["coffee-chess"]
    expect(page.locator("#table[data-status=over]")).to_be_attached(timeout=45000)
    expect(page.locator("#prompt")).to_have_text("Black won.")
    expect(page.locator("#result")).to_contain_text("You ran out of time.")
    expect(page.locator("[data-clock='0']")).to_have_class(re.compile("short"))
    expect(page.locator("[data-seat='1'] .place")).to_have_text("1.")
    expect(page.locator("[data-seat='0'] .place")).to_have_text("2.")


def test_out_of_time_with_more_sides_a_bot_takes_the_seat_and_the_player_ranks_last(timed: dict[str, Page]) -> None:
    page = timed["four-armies"]
    own = page.locator(".seat.own")
    expect(own).to_contain_text("gave up", timeout=45000)
    expect(own).to_contain_text("a bot plays for")
    expect(page.get_by_role("button", name="Take my seat back")).to_have_count(0)
    expect(page.locator("#table[data-status=over]")).to_be_attached(timeout=60000)
    expect(own.locator(".place")).to_have_text("3.")
