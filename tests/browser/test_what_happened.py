"""What happened: the log by turns, the last turn again, news, tosses, turns that end by themselves, the end."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from sitting import click_place, finish, open_match, place, play_on, sit_down, wait_for_turn, wait_until

PNG = b"\x89PNG"


def test_the_log_is_grouped_by_turns(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess", ["me", "me"]))
    for square in ("sq-a8", "sq-c8"):
        click_place(page, square)
        expect(page.locator(f"#log [data-turn-of='0'] >> text={square[3:]}")).to_be_visible()
    page.locator("#choices button", has_text="End turn").click()
    expect(page.locator("#table[data-deciding]")).to_be_attached()
    click_place(page, "sq-b8")
    expect(page.locator("#log li")).to_have_count(4)
    begins = page.locator("#log .begins")
    expect(begins).to_have_count(2)
    for seat in (0, 1):
        expect(begins.nth(seat).locator("use")).to_have_attribute("href", f"#emblem-{seat}")


def test_the_others_turn_is_marked_and_shown_again(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    click_place(page, "sq-a8")
    expect(place(page, "bean-a8-0")).to_be_attached()
    expect(page.locator("#last-turn")).to_be_disabled()
    page.locator("#choices button", has_text="End turn").click()
    wait_for_turn(page)
    lines = page.locator("#log li").count()
    theirs = page.locator("#log li[data-turn-of='1']").count()
    marked = page.evaluate("[...document.querySelectorAll('#layer-marks .last')].map((each) => each.dataset.for)")
    told = " ".join(page.locator("#log li[data-turn-of='1']").all_inner_texts())
    places = {f"sq-{square}" for square in re.findall(r"\b[a-h][1-8]\b", told)}
    assert places
    assert places <= set(marked)
    page.locator("#last-turn").click()
    expect(page.locator(".ribbon")).to_contain_text(f"{lines - theirs}")
    expect(page.locator("#table:not([data-deciding])")).to_be_attached()
    expect(page.locator(".ribbon")).to_be_hidden()  # it comes back by itself
    expect(page.locator("#table[data-deciding]")).to_be_attached()


def test_three_bots_turns_end_in_a_summary(page: Page) -> None:
    sit_down(page, open_match(page.context, "chocolate-coin"))
    rng = random.Random(5)
    for _ in range(60):
        assert not play_on(page, rng, 1)
        if page.locator("#note.news").count():
            break
    news = page.locator("#note.news")
    expect(news).to_be_visible()
    told = page.evaluate("klatsch.screen.news")
    assert told
    assert all(seat != 0 and sentences for seat, sentences in told)
    news.get_by_role("button", name="Close").click()
    expect(page.locator("#note.news")).to_have_count(0)


# ── Tosses ────────────────────────────────────────────────────────────────────────────────────────


def test_i_toss_my_coins_and_nothing_tells_before(page: Page) -> None:
    sit_down(page, open_match(page.context, "coin-age"))
    wait_for_turn(page)
    while page.locator("#table[data-tossing]").count() == 0:
        page.locator("#choices [data-action]").last.click()  # the end of the turn
        expect(page.locator("#table[data-tossing], #table[data-deciding]")).to_be_attached()
    assert page.locator("#prompt").inner_text() == "Your toss"
    lines = page.locator("#log li").count()
    in_the_air = page.evaluate("""() => {
      document.querySelector("[data-key=toss]").click();
      return document.querySelectorAll("#log li").length;
    }""")
    assert in_the_air == lines
    expect(page.locator("#log")).to_contain_text("You toss")
    expect(page.locator("#table[data-deciding]")).to_be_attached()


# ── Turns that end by themselves ──────────────────────────────────────────────────────────────────


@pytest.fixture
def leisurely(browser: Browser, address: str) -> Iterator[Page]:
    """Somebody whose turns end by themselves, as usual."""
    context = browser.new_context(base_url=address, locale="en-GB")
    context.add_init_script("localStorage.removeItem('klatsch-auto-end')")
    yield context.new_page()
    context.close()


def spend_all(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    for square in ("sq-a8", "sq-c8"):
        click_place(page, square)
        expect(place(page, f"bean-{square[3:]}-0")).to_be_attached()


def test_a_turn_with_nothing_left_ends_by_itself(leisurely: Page) -> None:
    spend_all(leisurely)
    expect(leisurely.locator("#choices .ending")).to_be_visible()
    assert leisurely.locator("#log li").count() == 2  # nothing is committed before
    expect(leisurely.locator("#log")).to_contain_text("You end your turn")


def test_any_click_stops_it(leisurely: Page) -> None:
    spend_all(leisurely)
    expect(leisurely.locator("#choices .ending")).to_be_visible()
    leisurely.locator("#prompt").click()
    expect(leisurely.locator("#choices .ending")).to_have_count(0)
    leisurely.wait_for_timeout(2500)
    assert leisurely.locator("#log li").count() == 2
    leisurely.get_by_role("button", name="Undo").click()
    expect(leisurely.locator("#log li")).to_have_count(1)


def test_it_can_be_switched_off(leisurely: Page) -> None:
    sit_down(leisurely, open_match(leisurely.context, "coffee-chess"))
    leisurely.get_by_role("tab", name="More").click()
    switch = leisurely.get_by_role("button", name="End my turn by itself")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert leisurely.evaluate("localStorage['klatsch-auto-end']") == "no"


# ── The end ───────────────────────────────────────────────────────────────────────────────────────


def test_the_end_tells_points_and_why_and_gives_a_picture(page: Page) -> None:
    sit_down(page, open_match(page.context, "coin-age"))
    wait_for_turn(page)
    finish(page)
    expect(page.locator("#prompt")).to_have_text(re.compile(r"^(You|Tails) won, \d+ to \d+\.$|share"))
    expect(page.get_by_role("tab", name="Result")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#result .reason")).not_to_be_empty()
    expect(page.locator("#tally tbody tr")).to_have_count(2)
    expect(place(page, "counted-0")).to_be_visible()  # each region's points, on the map
    with page.expect_download() as download:
        page.get_by_role("button", name="Share a picture").click()
    assert download.value.suggested_filename == "coin-age.png"
    path = download.value.path()
    assert path.read_bytes().startswith(PNG)
    assert path.stat().st_size > 20_000  # the board is on it


def test_the_groups_are_outlined_at_the_end_of_choco_and_nothing_else_is(page: Page) -> None:
    sit_down(page, open_match(page.context, "choco"))
    wait_for_turn(page)
    finish(page)
    wait_until(page, "document.querySelector('#outlines')?.getAttribute('visibility') !== 'hidden'")
    assert page.locator("#outlines path").count() > 0
    assert page.locator("#layer-marks .last").count() == 0


# ── Themes ────────────────────────────────────────────────────────────────────────────────────────


def test_the_board_is_dark_in_the_dark(page: Page) -> None:
    sit_down(page, open_match(page.context, "coin-age"))
    colour = """getComputedStyle(document.querySelector("#board rect[fill='#bcd8dc']")).fill"""
    wait_until(page, "document.querySelector(\"#board rect[fill='#bcd8dc']\") !== null")
    by_day = page.evaluate(colour)
    page.get_by_role("link", name="Dark").click()
    expect(page.locator("html[data-theme=dark]")).to_be_attached()
    wait_until(page, f"{colour} !== '{by_day}'")
    page.get_by_role("link", name="As the system").click()
    expect(page.locator("html:not([data-theme])")).to_be_attached()
    wait_until(page, f"{colour} === '{by_day}'")
    page.emulate_media(color_scheme="dark")
    wait_until(page, f"{colour} !== '{by_day}'")


def test_titles_are_in_our_own_font(page: Page) -> None:
    page.goto("/")
    assert page.evaluate("document.fonts.load('600 20px Fraunces', 'Aș').then((faces) => faces.length)") == 2
    assert "Fraunces" in page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily")
