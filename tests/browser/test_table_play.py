"""At one's own table: choosing, refusals, undo, hints, the log, keys, zoom, reload and lost connections."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from sitting import click_place, open_match, place, play_on, resign, sit_down, wait_for_turn, wait_until


def beans(page: Page, square: str) -> Locator:
    return page.locator(f"#pieces [id^='bean-{square}-']")


def test_choosing_a_piece_narrows_to_its_targets(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    for lines in (1, 2):
        wait_for_turn(page)
        click_place(page, "sq-a8")
        expect(page.locator("#log li")).to_have_count(lines)
    page.locator("#choices button").click()
    expect(page.locator("#log")).to_contain_text("You end your turn; Black takes 2 beans.")
    expect(page.locator("#log")).to_contain_text("Black ends the turn")
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(place(page, "sq-a8")).to_have_attribute("data-mark", "chosen")
    expect(place(page, "sq-b7")).to_have_attribute("data-mark", "target")
    expect(place(page, "sq-h1")).not_to_have_attribute("data-mark", re.compile("."))
    expect(page.locator("#choices")).to_contain_text("Place a bean on a8")
    page.keyboard.press("Escape")
    expect(place(page, "sq-a8")).to_have_attribute("data-mark", "may")


def test_a_click_on_something_impossible_says_why_with_its_clause(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    click_place(page, "sq-b8")
    note = page.locator("#note")
    expect(note).to_have_class(re.compile("refusal"))
    link = note.get_by_role("button", name=re.compile(r"Rule \d+\.\d+"))
    link.click()
    expect(page.locator(".clause.lit")).to_be_in_viewport()
    expect(page.locator("#tab-rules")).to_have_attribute("aria-selected", "true")


def test_the_rules_show_the_clause_of_what_is_asked(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    expect(page.locator("#tab-log")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Rules").click()
    asked = page.locator("#panel-rules .clause.asked")
    expect(asked).to_have_id("rule-3.1")
    expect(asked).to_be_in_viewport()
    click_place(page, "sq-a8")
    expect(asked).to_have_id("rule-4.1")
    expect(asked).to_be_in_viewport()


def test_undo_takes_the_last_decision_back(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(page.locator("#log li")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#log li")).to_have_count(0)
    click_place(page, "sq-c8")
    expect(page.locator("#log li")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("#log li")).to_have_count(0)


def test_hint_and_explanation(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    note = page.locator("#note.hint")
    expect(note).to_be_visible()
    note.get_by_role("button", name="More").click()
    expect(note).to_be_visible()
    page.get_by_role("button", name="Explain").click()
    expect(note).to_contain_text("%")


def test_a_guide_for_the_first_turn_can_be_closed(page: Page) -> None:
    sit_down(page, open_match(page.context, "choco"))
    wait_for_turn(page)
    expect(page.locator("#note.guide")).to_be_visible()
    page.get_by_role("button", name="Close this message").click()
    expect(page.locator("#note.guide")).to_be_hidden()


def test_lines_of_the_log_show_their_position(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(page.locator("#log li")).to_have_count(1)
    click_place(page, "sq-c8")
    expect(page.locator("#log li")).to_have_count(2)
    page.locator("#log button").first.click()
    expect(beans(page, "c8")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(beans(page, "c8")).not_to_have_count(0)


def test_the_board_leaves_the_past_when_another_seat_looks(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess", ["me", "me"]))
    wait_for_turn(page)
    for lines, square in enumerate(("sq-a8", "sq-c8"), start=1):
        click_place(page, square)
        expect(page.locator("#log li")).to_have_count(lines)
    page.locator("#log button").first.click()
    expect(beans(page, "c8")).to_have_count(0)
    page.evaluate("""() => {
      const [done] = Object.keys(klatsch.screen.buttons);
      return klatsch.socket.ask("play", { action: Number(done), seen: klatsch.screen.version });
    }""")
    expect(page.locator("#log")).to_contain_text("White ends the turn")
    expect(page.locator(".ribbon")).to_be_hidden()
    expect(beans(page, "c8")).not_to_have_count(0)


def test_ending_the_turn_is_loud_only_when_nothing_else_is_left(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    end = page.locator("#choices button", has_text="End turn")
    expect(page.locator("#prompt")).to_have_text("Your turn: place up to 2 beans.")
    expect(end).to_have_text("End turn, keep 2")
    expect(end).not_to_have_class(re.compile("primary"))
    for lines, square in enumerate(("sq-a8", "sq-c8"), start=1):
        click_place(page, square)
        expect(page.locator("#log li")).to_have_count(lines)
    expect(end).to_have_text("End turn")
    expect(end).to_have_class(re.compile("primary"))


def test_choices_have_names_for_screen_readers(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    page.keyboard.press("ArrowDown")
    focused = page.locator("#board [data-mark]:focus")
    expect(focused).to_have_attribute("aria-description", re.compile("Place a bean on .*"))
    expect(page.locator("#layer-marks .focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#announcer")).to_contain_text(re.compile("Place another bean"))


def test_a_wide_board_fits_a_phone_and_can_be_enlarged(browser: Browser, address: str) -> None:
    phone = browser.new_context(
        base_url=address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = phone.new_page()
    sit_down(page, open_match(phone, "choco"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    play_on(page, random.Random(5), 3, touch=True)
    wide = page.locator("#board").bounding_box()
    page.get_by_role("button", name="Zoom in").tap()
    page.get_by_role("button", name="Zoom in").tap()
    zoomed = page.locator("#board").bounding_box()
    assert wide is not None
    assert zoomed is not None
    assert zoomed["width"] > 1.9 * wide["width"]
    phone.close()


def test_the_page_survives_a_reload(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(page.locator("#log li")).to_have_count(1)
    page.reload()
    expect(beans(page, "a8")).not_to_have_count(0)
    assert wait_for_turn(page)


def test_a_lost_connection_comes_back_and_nothing_is_lost(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    page.context.set_offline(True)
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    click_place(page, "sq-a8")
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("still here")
    page.get_by_role("button", name="Send").click()
    page.context.set_offline(False)
    expect(beans(page, "a8")).not_to_have_count(0)
    expect(page.get_by_text("The connection is lost")).to_be_hidden()
    expect(page.locator("#chat")).to_contain_text("still here")


@pytest.mark.parametrize("busy", [True, False], ids=["while one plays", "while one waits"])
def test_a_line_that_dies_without_a_word_is_noticed(page: Page, busy: bool) -> None:
    """The socket stays open and nothing comes or goes: the page finds out by itself and makes another."""
    lines: list[bool] = []  # is it alive?

    def between(route: WebSocketRoute) -> None:
        server, number = route.connect_to_server(), len(lines)
        lines.append(True)

        def pass_on(to: WebSocketRoute, message: str | bytes) -> None:
            if lines[number]:
                to.send(message)

        route.on_message(lambda message: pass_on(server, message))
        server.on_message(lambda message: pass_on(route, message))

    page.route_web_socket(re.compile("/socket$"), between)
    page.clock.install()
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    lines[:] = [False] * len(lines)
    page.get_by_role("tab", name="Chat").click()
    if busy:
        click_place(page, "sq-a8")
        page.get_by_label("Say something").fill("said into the void")
        page.get_by_role("button", name="Send").click()
    page.get_by_label("Say something").fill("half a sen")
    expect(page.get_by_text("The connection is lost")).to_be_hidden()
    page.evaluate("""() => new MutationObserver(() => (window.told = document.querySelector("#line").textContent))
      .observe(document.querySelector("#line"), { childList: true, attributes: true })""")
    page.clock.fast_forward(11_000 if busy else 16_000)
    if not busy:
        page.clock.fast_forward(11_000)
    wait_until(page, "window.told?.startsWith('The connection is lost')")
    expect(page.locator("#table[data-line=open]")).to_be_attached()
    expect(page.get_by_text("The connection is lost")).to_be_hidden()
    expect(page.get_by_label("Say something")).to_have_value("half a sen")
    assert len(lines) == 2
    if busy:
        expect(beans(page, "a8")).not_to_have_count(0)
        expect(page.locator("#chat")).to_contain_text("said into the void")


def test_the_title_tells_whose_turn_it_is(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    expect(page).to_have_title(re.compile("Your turn · Coffee Chess"))


def test_resign_then_rematch(page: Page) -> None:
    match = open_match(page.context, "coffee-chess")
    sit_down(page, match)
    resign(page)
    expect(page.locator("#prompt")).to_contain_text("Black won")
    expect(page.locator("#result")).to_contain_text("You gave up.")
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(re.compile(match.id))
    expect(page.locator("#table[data-status=playing]")).to_be_attached()
