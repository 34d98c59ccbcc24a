"""Manners at a table: somebody who is muted is heard no more, the host of the server reads reports, a no-show goes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sitting import PHONE, get_account, open_match


@pytest.fixture
def guest(browser: Browser, address: str) -> Iterator[Page]:
    """Somebody else with a browser of their own."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    yield page
    context.close()


def meet(page: Page, guest: Page) -> str:
    """Both sit at a table that waits for a third."""
    match = open_match(page.context, "choco", ["me", "open", "open"])
    page.goto(f"/table/{match.id}")
    guest.goto(f"/table/{match.id}")
    guest.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_role("button", name="Remove")).to_be_visible()
    return match.id


def say(page: Page, words: str) -> None:
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill(words)
    page.keyboard.press("Enter")
    expect(page.locator("#chat")).to_contain_text(words)


def test_somebody_who_is_muted_is_heard_no_more(page: Page, guest: Page) -> None:
    meet(page, guest)
    say(guest, "first words")
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator("#chat")).to_contain_text("first words")
    page.locator("#chat summary").click()
    page.get_by_role("button", name="Mute").click()
    expect(page.locator("#chat")).not_to_contain_text("first words")
    say(guest, "second words")
    say(page, "an answer")
    expect(page.locator("#chat")).not_to_contain_text("second words")
    expect(guest.locator("#chat")).to_contain_text("an answer")


def test_a_report_reaches_the_host_of_the_server(page: Page, guest: Page, server_data: Path) -> None:
    match = meet(page, guest)
    say(guest, "rude words")
    page.get_by_role("tab", name="Chat").click()
    page.locator("#chat summary").click()
    page.get_by_role("button", name="Report").click()
    expect(page.locator("#note")).to_contain_text("the host will look at it")
    database = sqlite3.connect(server_data / "klatsch.sqlite3")
    rows = database.execute("SELECT text, about FROM reports WHERE match = ?", [match]).fetchall()
    database.close()
    assert rows == [("rude words", guest.request.get("/api/me").json()["id"])]


def test_the_host_removes_a_no_show_whose_seat_is_free_again(page: Page, guest: Page) -> None:
    match = meet(page, guest)
    expect(guest.get_by_role("button", name="Remove")).to_have_count(0)  # only who opened the table can
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(0)
    expect(guest.get_by_role("button", name="Sit here").first).to_be_visible()
    seats = page.request.get(f"/api/tables/{match}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open", "open"]


def test_who_is_blocked_cannot_sit_down(page: Page, guest: Page) -> None:
    match = open_match(page.context, "choco", ["me", "open"])
    guest.request.post("/api/me", data={})
    stranger = guest.request.get("/api/me").json()["id"]
    page.goto(f"/people/{stranger}")
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_role("button", name="Block")).to_have_attribute("aria-pressed", "true")
    guest.goto(f"/table/{match.id}")
    guest.get_by_role("button", name="Sit here").click()
    expect(guest.locator("#note")).to_contain_text("One of you has blocked the other.")


def test_a_moderator_warns_on_a_phone_and_the_warning_is_there_until_it_was_read(
    page: Page, guest: Page, server_data: Path
) -> None:
    match = meet(page, guest)
    say(guest, "rude words " * 20)
    rude = guest.request.get("/api/me").json()["id"]
    page.request.post(f"/api/tables/{match}/report", data={"person": rude, "text": "insults"})
    get_account(page.context)
    database = sqlite3.connect(server_data / "klatsch.sqlite3")
    database.execute("UPDATE persons SET moderator = 1 WHERE id = ?", [page.request.get("/api/me").json()["id"]])
    database.execute("UPDATE reports SET done = 1 WHERE match IS NOT ?", [match])  # those of other tests
    database.commit()
    database.close()
    page.set_viewport_size(PHONE)
    page.goto("/")
    page.get_by_role("link", name="Reports").click()
    page.get_by_text("What was said before").click()
    expect(page.locator(".report")).to_contain_text("rude words")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for button in page.locator(".report button").all():
        assert (button.bounding_box() or {"height": 0})["height"] >= 44
    page.get_by_label("Why").fill("Please stay friendly.")
    page.get_by_role("button", name="Warn").click()
    expect(page.locator("ol")).to_contain_text("Please stay friendly.")
    guest.goto("/")
    expect(guest.get_by_role("alert")).to_contain_text("Please stay friendly.")
    guest.get_by_role("button", name="I have read it").click()
    expect(guest.get_by_text("Please stay friendly.")).to_have_count(0)
    guest.reload()
    expect(guest.get_by_text("Please stay friendly.")).to_have_count(0)
