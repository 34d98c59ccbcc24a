"""Several people: invitation, spectators who see no hand, chat, offers, one screen for two, a seat left to a bot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from sitting import click_place, get_account, offered, open_match, place, sit_down, wait_for_turn

NewPage = Callable[[], Page]


@pytest.fixture
def newcomer(browser: Browser, address: str) -> Iterator[NewPage]:
    """Somebody else with a browser of their own."""
    contexts: list[BrowserContext] = []

    def make() -> Page:
        contexts.append(browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}, locale="en-GB"))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        return page

    yield make
    for context in contexts:
        context.close()


def begin_for_two(page: Page, guest: Page, game: str, **more: Any) -> str:
    match = open_match(page.context, game, ["me", "invited"], **more)
    page.goto(f"/table/{match.id}")
    expect(page.locator("#prompt")).to_have_text("Waiting for players.")
    guest.goto(f"/table/{match.id}?invite={match.invitations['1']}")
    guest.get_by_role("button", name="Sit down").click()
    for each in (page, guest):
        expect(each.locator("#table[data-status=playing]")).to_be_attached()
    return match.id


def test_two_browsers_and_a_spectator_who_sees_no_hand(page: Page, newcomer: NewPage) -> None:
    guest, spectator, another = newcomer(), newcomer(), newcomer()
    match = begin_for_two(page, guest, "choco")
    spectator.goto(f"/table/{match}")
    expect(spectator.locator("#table[data-status=playing]")).to_be_attached()
    expect(spectator.locator("#subtitle")).to_contain_text("You are watching.")
    another.goto(f"/table/{match}")
    expect(page.locator("#subtitle")).to_contain_text("Watching: 2")  # though nobody knows who they are
    another.close()
    expect(page.locator("#subtitle")).to_contain_text("Watching: 1")
    assert page.locator("#pieces [id^='hand-']").count() > 0
    assert spectator.locator("#pieces [id^='hand-']").count() == 0
    mover = page if page.locator("#table[data-deciding]").count() else guest
    other = guest if mover is page else page
    assert not offered(other)
    x, y = offered(mover)[0]["point"]
    mover.mouse.click(x, y)
    for each in (page, guest, spectator):
        expect(each.locator("#log")).to_contain_text(re.compile("plays? (white|milk|dark)|(choose|lay)s? a card"))


def test_chat_and_a_draw_that_both_want(page: Page, newcomer: NewPage) -> None:
    guest = newcomer()
    begin_for_two(page, guest, "coffee-chess")
    guest.get_by_role("tab", name="Chat").click()
    guest.get_by_label("Say something").fill("good luck <b>!</b>")
    guest.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Chat")).to_have_class(re.compile("calls"))
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator("#chat")).to_contain_text("good luck <b>!</b>")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Offer a draw").click()
    guest.get_by_role("button", name="Agree").click()
    expect(page.locator("#prompt")).to_contain_text("You share the win")
    for each in (page, guest):
        expect(each.locator("#result")).to_contain_text("agreed on a draw")


def test_undo_by_consent(page: Page, newcomer: NewPage) -> None:
    guest = newcomer()
    begin_for_two(page, guest, "coffee-chess")
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(page.locator("#log li")).to_have_count(1)
    page.locator("#choices button").first.click()
    wait_for_turn(guest)
    click_place(guest, "sq-b8")
    page.get_by_role("button", name="Ask for undo").click()
    guest.get_by_role("button", name="Agree").click()
    expect(page.locator("#table[data-deciding]")).to_be_attached()


def test_a_seat_left_to_a_bot_and_taken_back(page: Page, newcomer: NewPage) -> None:
    guest = newcomer()
    begin_for_two(page, guest, "coffee-chess")
    guest.get_by_role("tab", name="More").click()
    guest.get_by_role("button", name="Let a bot play for me").click()
    expect(page.locator("#seats")).to_contain_text("a bot plays for")
    guest.get_by_role("button", name="Take my seat back").click()
    expect(page.locator("#seats")).not_to_contain_text("a bot plays for")


def test_an_abandoned_seat_is_played_on_by_a_bot_until_its_player_comes_back(page: Page, newcomer: NewPage) -> None:
    guest = newcomer()
    match = begin_for_two(page, guest, "coffee-chess")
    seats = [page.locator(f"[data-seat='{seat}'] .emblem") for seat in (0, 1)]
    for seat in seats:
        expect(seat).to_have_attribute("aria-label", "here")
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(page.locator("#log li")).to_have_count(1)
    page.locator("#choices button").first.click()
    expect(guest.locator("#table[data-deciding]")).to_be_attached()
    expect(page.get_by_role("button", name="Let a bot play on")).to_have_count(0)
    context = guest.context
    guest.close()
    expect(seats[1]).to_have_attribute("aria-label", "away")
    page.wait_for_timeout(1100)  # as long as the server of these tests wants somebody to be absent
    page.get_by_role("button", name="Let a bot play on").click()
    expect(page.locator("[data-seat='1']")).to_contain_text("a bot plays for")
    expect(page.locator("#table[data-deciding]")).to_be_attached()  # the bot has moved
    again = context.new_page()
    again.goto(f"/table/{match}")
    expect(seats[1]).to_have_attribute("aria-label", "here")
    again.get_by_role("button", name="Take my seat back").click()
    expect(page.locator("[data-seat='1']")).not_to_contain_text("a bot plays for")
    page.locator("#choices button").first.click()
    expect(again.locator("#table[data-deciding]")).to_be_attached()


def test_at_a_rated_table_nobody_gets_help(page: Page, newcomer: NewPage) -> None:
    guest = newcomer()
    for each in (page, guest):
        get_account(each.context)
    begin_for_two(page, guest, "coffee-chess", rated=True, pace={"kind": "live", "seconds": 900})
    wait_for_turn(page)
    expect(page.locator("#subtitle")).to_contain_text("Rated")
    expect(page.locator("#tool-undo")).to_be_visible()
    for words in ("Hint", "Explain"):
        expect(page.get_by_role("button", name=words)).to_have_count(0)
    expect(page.locator("#note.guide")).to_have_count(0)
    expect(page.locator("[data-key=to-bot]")).to_have_count(0)
    for command in ("hint", "explain"):
        answer = page.evaluate("name => klatsch.socket.ask(name)", command)
        assert answer["type"] == "refused"


CALLS = """
  window.calls = [];
  const Audio = window.AudioContext;
  window.AudioContext = class extends Audio { constructor() { super(); calls.push("sound"); } };
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, { body }) { calls.push(`${title}: ${body}`); }
  };
  Object.defineProperty(document, "hidden", { get: () => true });
"""


def test_one_is_called_by_sound_and_notification_if_one_wants(page: Page, newcomer: NewPage) -> None:
    guest = newcomer()
    page.add_init_script(CALLS)
    begin_for_two(page, guest, "coffee-chess")

    def a_turn_of_each() -> list[str]:
        page.evaluate("calls.length = 0")
        for each in (page, guest):
            wait_for_turn(each)
            each.locator("#choices button", has_text="End turn").click()
        wait_for_turn(page)
        calls: list[str] = page.evaluate("calls")
        return calls

    assert a_turn_of_each() == []
    page.get_by_role("tab", name="More").click()
    for name in ("Sound", "Notify me"):
        switch = page.get_by_role("button", name=name)
        expect(switch).to_have_attribute("aria-pressed", "false")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    wait_for_turn(page)
    page.get_by_role("tab", name="More").click()
    for name in ("Sound", "Notify me"):
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    page.evaluate("Notification.permission = 'granted'")  # the browser remembers what our stand-in forgets
    assert a_turn_of_each() == ["sound", "Coffee Chess: Your turn"]
    page.get_by_role("button", name="Notify me").click()
    assert a_turn_of_each() == ["sound"]


def test_the_host_can_seat_a_bot_instead(page: Page) -> None:
    match = open_match(page.context, "coffee-chess", ["me", "open"])
    page.goto(f"/table/{match.id}")
    page.get_by_label("Level of the bot").select_option("bot:1")
    page.get_by_role("button", name="Seat a bot").click()
    expect(page.locator("#table[data-status=playing]")).to_be_attached()


def test_an_open_seat_is_taken_with_one_button(page: Page, newcomer: NewPage) -> None:
    guest = newcomer()
    match = open_match(page.context, "coffee-chess", ["me", "open"])
    page.goto(f"/table/{match.id}")
    guest.goto(f"/table/{match.id}")
    guest.get_by_role("button", name="Sit here").click()
    expect(guest.locator("#table[data-status=playing]")).to_be_attached()


def test_one_screen_for_two_is_covered_between_them(page: Page) -> None:
    match = open_match(page.context, "choco", ["me", "me"])
    sit_down(page, match)
    cover = page.locator("#cover")
    faces: list[str] = []
    for _ in range(30):
        if cover.is_visible():
            assert page.locator("#pieces [id^='hand-']").count() == 0 or faces
            faces.append(cover.locator("#cover-words").inner_text())
            page.get_by_role("button", name="I have it").click()
            expect(cover).to_be_hidden()
            expect(page.locator("#pieces [id^='hand-']").first).to_be_attached()
        if len(set(faces)) == 2:
            return
        wait_for_turn_or_cover(page)
        if not cover.is_visible():
            x, y = offered(page)[0]["point"]
            page.mouse.click(x, y)
            page.wait_for_timeout(150)
    raise AssertionError(f"the screen went only to {faces}")


def wait_for_turn_or_cover(page: Page) -> None:
    expect(page.locator("#table[data-deciding], #cover[open]").first).to_be_attached()


def test_a_shared_screen_without_secrets_needs_no_cover(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess", ["me", "me"]))
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(place(page, "bean-a8-0")).to_be_attached()
    expect(page.locator("#cover")).to_be_hidden()
