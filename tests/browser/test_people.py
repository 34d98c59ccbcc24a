"""People: an account over a guest, coming back, manners, ratings, and everything one can do with one's own data."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from sitting import begin_rated, get_account, play_turns

PASSWORD = "a long enough one"


@pytest.fixture
def other(browser: Browser, address: str) -> BrowserContext:
    """Somebody else, on another device."""
    return browser.new_context(base_url=address, locale="en-GB")


def sign_up(page: Page, name: str) -> str:
    """Makes an account; the recovery code."""
    page.goto("/sign-up")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    code = page.locator("#code-words")
    expect(code).to_have_text(re.compile(r"^(\w{5}-){3}\w{5}$"))
    expect(page.get_by_text("You have one already?")).to_be_hidden()
    return str(code.text_content())


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/sign-in")
    page.get_by_label("Name").first.fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_an_account_keeps_the_guests_games(page: Page, other: BrowserContext) -> None:
    made = page.request.post("/api/tables", data={"game": "coffee-chess", "seats": ["me", "open"]}).json()
    sign_up(page, "Greta Keeps")
    page.get_by_role("link", name="I have kept it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Greta Keeps")
    elsewhere = other.new_page()
    sign_in(elsewhere, "greta keeps")
    elsewhere.wait_for_url("**/")
    expect(elsewhere.locator(f"#lists a[href='/table/{made['id']}']")).to_be_visible()
    expect(elsewhere.get_by_role("link", name="Greta Keeps")).to_be_visible()


def test_wrong_passwords_and_taken_names_are_told_at_the_form(page: Page, other: BrowserContext) -> None:
    sign_up(page, "Only One")
    second = other.new_page()
    second.goto("/sign-up")
    second.get_by_label("Name").fill("ONLY one")
    second.get_by_label("Password").fill(PASSWORD)
    second.get_by_role("button", name="Make an account").click()
    expect(second.get_by_role("alert")).to_contain_text("is called ONLY one already")
    sign_in(second, "Only One", "not the password")
    expect(second.get_by_role("alert").first).to_have_text("Name or password is wrong.")


def test_recovery_and_a_new_password(page: Page, other: BrowserContext) -> None:
    code = sign_up(page, "Forgetful")
    elsewhere = other.new_page()
    elsewhere.goto("/sign-in")
    elsewhere.get_by_text("Password forgotten?").click()
    form = elsewhere.locator("form[data-post='/api/me/recover']")
    form.get_by_label("Name").fill("Forgetful")
    form.get_by_label("Recovery code").fill(code)
    form.get_by_label("New password").fill("quite another one")
    form.get_by_role("button").click()
    fresh = elsewhere.locator("#code-words")
    expect(fresh).to_have_text(re.compile(r"^(\w{5}-){3}\w{5}$"))
    assert fresh.text_content() != code
    elsewhere.get_by_role("link", name="I have kept it").click()
    elsewhere.wait_for_url("**/me")
    page.goto("/me")
    page.wait_for_url("**/sign-in")  # the old password's session has ended
    form = elsewhere.locator("form[data-post='/api/me/password']")
    form.get_by_label("Password until now").fill("quite another one")
    form.get_by_label("New password").fill("and a third one")
    form.get_by_role("button").click()
    expect(elsewhere.locator("#toast")).to_contain_text("The password is changed")
    elsewhere.get_by_role("button", name="Sign out", exact=True).click()
    elsewhere.wait_for_url("**/")
    sign_in(elsewhere, "Forgetful", "and a third one")
    expect(elsewhere.get_by_role("link", name="Forgetful")).to_be_visible()


def test_a_guest_has_a_name_and_can_change_it(page: Page) -> None:
    page.goto("/me")
    page.wait_for_url("**/sign-in")
    page.request.post("/api/tables", data={"game": "choco", "seats": ["me", "me"]})
    page.goto("/me")
    page.get_by_label("Name").fill("Mocha Bean")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mocha Bean")


def test_a_token_is_shown_once_and_works(page: Page, other: BrowserContext) -> None:
    sign_up(page, "Programmer")
    page.goto("/me")
    page.get_by_role("button", name="New token").click()
    shown = page.locator("#token-words")
    expect(shown).to_have_text(re.compile(r"^[\w-]{40,}$"))
    headers = {"Authorization": f"Bearer {shown.text_content()}"}
    assert other.request.get("/api/me", headers=headers).json()["name"] == "Programmer"
    page.reload()
    expect(shown).to_be_hidden()
    page.get_by_role("button", name="End all my tokens").click()
    expect(page.locator("#toast")).to_contain_text("No token works")
    assert other.request.get("/api/me", headers=headers).status == 401


def test_download_and_delete(page: Page) -> None:
    sign_up(page, "Fleeting")
    page.goto("/me")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    data = json.loads(download.value.path().read_text())
    assert data["person"]["name"] == "Fleeting"
    assert "password" not in data["person"]
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete me").click()
    page.wait_for_url("**/")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    sign_in(page, "Fleeting")
    expect(page.get_by_role("alert").first).to_have_text("Name or password is wrong.")


def test_mute_block_and_report(page: Page, other: BrowserContext) -> None:
    sign_up(page, "Peaceful")
    loud = other.request.post("/api/tables", data={"game": "choco", "seats": ["me", "open"]}).json()
    person = other.request.get("/api/me").json()["id"]
    page.goto(f"/people/{person}")
    mute, block = (page.get_by_role("button", name=name) for name in ("Mute", "Block"))
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    block.click()
    expect(block).to_have_attribute("aria-pressed", "true")
    expect(mute).to_have_attribute("aria-pressed", "false")
    assert page.request.post(f"/api/tables/{loud['id']}/join", data={}).status == 403
    page.reload()
    expect(block).to_have_attribute("aria-pressed", "true")
    block.click()
    expect(block).to_have_attribute("aria-pressed", "false")
    assert page.request.post(f"/api/tables/{loud['id']}/join", data={}).ok
    page.get_by_text("Report", exact=True).first.click()
    page.get_by_label("What happened?").fill("Very loud.")
    page.get_by_role("button", name="Report").click()
    expect(page.locator("#toast")).to_contain_text("the host will look at it")


def test_ratings_history_and_the_leaderboard(page: Page, other: BrowserContext) -> None:
    sign_up(page, "Victor")
    get_account(other)
    id = begin_rated(page.request, other.request)
    play_turns(page.request, other.request, id)
    assert other.request.post(f"/api/tables/{id}/resign", data={}).ok
    page.goto("/leaderboard")
    page.get_by_role("link", name="Coin Age").click()
    row = page.get_by_role("row").filter(has_text="Victor")
    expect(row).to_contain_text(re.compile(r"1\d{3} ± \d+"))
    expect(page.get_by_text(re.compile(r"Share of the wins in \d+ rated game"))).to_be_visible()
    expect(page.locator(".shares")).to_contain_text("100 %")
    page.get_by_role("link", name="Victor").last.click()
    expect(page.locator(".rows")).to_contain_text("won")
    expect(page.locator(".figures")).to_contain_text("Coin Age")


def test_devices_are_listed_and_ended(page: Page, other: BrowserContext) -> None:
    sign_up(page, "Two Devices")
    elsewhere = other.new_page()
    sign_in(elsewhere, "Two Devices")
    elsewhere.wait_for_url("**/")
    page.goto("/me")
    devices = page.locator("#devices")
    expect(devices.get_by_text("this device")).to_have_count(1)
    devices.get_by_role("button", name=re.compile("^End Chrome")).focus()
    page.keyboard.press("Enter")
    expect(devices.get_by_role("listitem")).to_have_count(1)
    elsewhere.goto("/me")
    elsewhere.wait_for_url("**/sign-in")
    page.get_by_role("button", name="Sign out everywhere").click()
    page.wait_for_url("**/")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_table_that_is_open_elsewhere_shows_that_one_is_signed_out(page: Page, context: BrowserContext) -> None:
    sign_up(page, "Left Open")
    table = page.request.post("/api/tables", data={"game": "choco", "seats": ["me", "open"]}).json()["id"]
    page.goto(f"/table/{table}")
    expect(page.get_by_role("link", name="Left Open")).to_be_visible()
    context.request.post("/api/me/sign-out")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_passkey_is_made_and_signs_in(page: Page, context: BrowserContext, address: str) -> None:
    """With Chromium's own authenticator in software. Passkeys are never for an address of figures."""
    devtools = context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = {**kind, "isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    home = address.replace("127.0.0.1", "localhost")
    page.goto(f"{address}/sign-in")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    page.goto(f"{home}/sign-up")
    page.get_by_label("Name").fill("Key Keeper")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    page.get_by_role("link", name="I have kept it").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("#passkeys").get_by_role("listitem")).to_contain_text("Chrome")
    page.wait_for_load_state()  # the page came anew, and its script after it
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{home}/")
    expect(page.get_by_role("link", name="Key Keeper")).to_be_visible()
