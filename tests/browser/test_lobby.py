"""The lobby: two clicks to a table, friends, one device for all, and tables with every option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from klatsch.balance_data import balance_of
from klatsch.core import registry
from klatsch.games import GAMES
from klatsch.server.http.local_network import local_address
from klatsch.server.pages import qr

from sitting import get_account


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


# ── With a friend ─────────────────────────────────────────────────────────────────────────────────


def invite(page: Page, game: str) -> str:
    """Makes a table with an invited seat; its link."""
    page.goto("/")
    card = page.locator(f"#{game}")
    card.locator("summary").click()
    card.get_by_role("button", name="Play with a friend").click()
    page.wait_for_url(re.compile(r"/table/\w+/invite$"))
    return page.get_by_role("textbox", name="Link").input_value()


def test_a_friend_gets_a_link_and_the_same_as_a_qr_code(page: Page, browser: Browser, address: str) -> None:
    link = invite(page, "coffee-chess")
    assert re.fullmatch(rf"{address}/table/\w+\?invite=\w+", link)
    code = page.get_by_role("img", name="QR code of the link")
    assert str(code.locator("path").last.get_attribute("d")) in qr.svg(link, "")
    page.reload()
    expect(page.get_by_role("textbox", name="Link")).to_have_value(link)
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#toast")).to_have_text("The link is copied.")
    other = browser.new_context(base_url=address)
    friend = other.new_page()
    friend.goto(link)
    other.request.post(
        link.partition("?")[0].replace("/table/", "/api/tables/") + "/join", data={"invitation": word(link)}
    )
    page.wait_for_url(re.compile(r"/table/\w+$"))
    other.close()


def word(link: str) -> str:
    return link.rpartition("=")[2]


def test_a_dead_link_can_be_brought_to_life(page: Page) -> None:
    page.context.set_extra_http_headers({})  # asked from this machine, by no proxy
    link = invite(page, "coin-age")
    expect(page.get_by_text("for this machine only")).to_be_visible()
    page.get_by_role("button", name="Open to this network").click()
    network = local_address()
    if network is None:
        expect(page.locator("#toast")).to_contain_text("in no network")
        return
    expect(page.get_by_text("for this machine only")).to_be_hidden()
    assert page.get_by_role("textbox", name="Link").input_value() == link.replace("127.0.0.1", network)
    assert page.request.get(f"http://{network}:{link.split(':')[2].partition('/')[0]}/api/games").ok


# ── Open tables ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_an_open_table_of_every_game_with_other_options(page: Page, game: str) -> None:
    facts = next(each for each in page.request.get("/api/games").json() if each["name"] == game)
    page.goto(f"/open/{game}")
    page.locator("details.questions:not([open]) summary").first.click()
    wanted = {}
    for option in facts["options"]:
        if option["kind"] == "choice":
            wanted[option["name"]] = list(option["values"])[-1]
            page.check(f"input[name=option-{option['name']}][value='{wanted[option['name']]}']")
        elif option["kind"] == "board":
            wanted[option["name"]] = option["shipped"][-1]
            page.select_option(f"select[name=option-{option['name']}]", wanted[option["name"]])
    page.get_by_label("Live").check()
    page.get_by_label("Minutes for the game").select_option("30")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert {name: table["options"][name] for name in wanted} == wanted
    assert [seat["kind"] for seat in table["seats"]].count("person") == 1
    mine = page.request.get("/api/tables?which=mine").json()[0]
    assert mine["pace"] == {"kind": "live", "seconds": 1800, "increment": 10}


def test_an_even_game_is_one_click(page: Page) -> None:
    page.goto("/open/coffee-chess")
    rulebook, even = (page.get_by_role("button", name=name) for name in ("By the rulebook", "Even"))
    expect(rulebook).to_have_attribute("aria-pressed", "true")
    even.click()
    expect(even).to_have_attribute("aria-pressed", "true")
    expect(rulebook).to_have_attribute("aria-pressed", "false")
    page.locator('[name="seat-1"]').select_option("bot:1")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert table["options"].items() >= dict(balance_of(registry.definition("coffee-chess")).even).items()


@pytest.mark.parametrize("days", [1, 7])
def test_a_rated_table_with_days_for_every_turn(page: Page, browser: Browser, address: str, days: int) -> None:
    get_account(page.context)
    page.goto("/open/coin-age")
    page.get_by_label("Days for every turn").check()
    expect(page.get_by_label("Minutes for the game")).to_be_hidden()
    page.locator("select[name=days]").select_option(str(days))
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    id = page.url.rpartition("/")[2]
    mine = page.request.get("/api/tables?which=mine").json()[0]
    assert (mine["id"], mine["pace"], mine["rated"]) == (id, {"kind": "days", "days": days}, True)
    other = browser.new_context(base_url=address, locale="en-GB")
    get_account(other)
    friend = other.new_page()
    friend.goto("/")
    row = friend.locator(f"#lists a[href='/table/{id}']")
    expect(row).to_contain_text(f"{days} day{'s' if days > 1 else ''} a turn ·\u00a0rated")
    row.click()
    friend.get_by_role("button", name="Sit here").click()
    expect(friend.locator("#subtitle")).to_contain_text("Rated")
    expect(page.locator("#table[data-status=playing]")).to_be_attached()
    expect(page.locator("[data-clock]").first).to_have_text(re.compile(r"^(\d+ d \d+ h|23:59:\d\d)$"))
    other.close()


def test_a_rated_table_needs_people_and_a_clock(page: Page) -> None:
    get_account(page.context)
    page.goto("/open/coin-age")
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Open the table").click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("A rated game needs a clock: give a time for the game or for every turn.")
    page.locator("select[name=seat-1]").select_option("bot:2")
    page.get_by_role("button", name="Open the table").click()
    expect(alert).to_have_text("A rated game needs people on different devices.")


def test_a_guest_is_told_that_rated_games_need_an_account(page: Page) -> None:
    page.goto("/open/coin-age")
    expect(page.get_by_label("Rated")).to_be_disabled()
    expect(page.get_by_text("Rated games are for people with accounts")).to_be_visible()
    page.get_by_role("link", name="Make an account").last.click()
    page.wait_for_url("**/sign-up")


def test_seats_are_as_chosen_and_armies_too(page: Page) -> None:
    page.goto("/open/four-armies")
    page.get_by_label("How many play?").select_option("3")
    page.get_by_label("Draw lots for the seats").uncheck()
    page.get_by_label("Seat 2", exact=True).select_option("bot:5")
    page.get_by_label("Seat 3", exact=True).select_option("invited")
    page.get_by_label("Seat 1: Which armies").select_option("falcon")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/table/\w+/invite$"))
    table = page.request.get(f"/api/tables/{page.url.split('/')[-2]}").json()
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "invited"]
    assert table["options"]["armies"].split(",")[0] == "falcon"


def test_how_long_a_game_takes_depends_on_seats_and_armies(page: Page) -> None:
    page.goto("/open/four-armies")
    facts = next(each for each in page.request.get("/api/games").json() if each["name"] == "four-armies")
    armies = next(option for option in facts["options"] if option["name"] == "armies")
    length = page.locator("#length")
    page.get_by_label("How many play?").select_option("2")
    expect(length).to_have_text(f"About {facts['minutes']['2']} min")
    page.get_by_label("Seat 2: Which armies").select_option("falcon")
    expect(length).to_have_text(f"About {armies['minutes']['falcon']['2']} min")
    page.get_by_label("How many play?").select_option("5")
    expect(length).to_have_text(f"About {facts['minutes']['5']} min")


def test_a_board_of_ones_own(page: Page, tmp_path: Path) -> None:
    page.goto("/open/coin-age")
    page.get_by_label("Which map?").select_option("file")
    page.get_by_label("64 kB at most").set_input_files(
        {"name": "own.toml", "mimeType": "text/plain", "buffer": b"this is no board"}
    )
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("map")
    own = Path("src/klatsch/games/coin_age/data/forest.toml").read_text(encoding="utf-8")
    page.get_by_label("64 kB at most").set_input_files(
        {"name": "own.toml", "mimeType": "text/plain", "buffer": own.encode()}
    )
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))


def test_lists_of_open_own_and_watched_tables(page: Page, browser: Browser, address: str) -> None:
    made = page.request.post("/api/tables", data={"game": "choco", "seats": ["me", "open"]}).json()
    other = browser.new_context(base_url=address, locale="en-GB")
    friend = other.new_page()
    friend.goto("/")
    expect(friend.locator(f"#lists a[href='/table/{made['id']}']")).to_contain_text("waiting")
    assert other.request.post(f"/api/tables/{made['id']}/join", data={}).ok
    for number, who in enumerate((page, friend)):
        who.request.post(f"/api/tables/{made['id']}/ready", data={"nonce": f"{number}" * 32})
    page.goto("/")
    friend.goto("/")
    both = [who.locator(f"#lists a[href='/table/{made['id']}']") for who in (page, friend)]
    assert sum("Your turn" in str(row.text_content()) for row in both) == 1
    third = browser.new_context(base_url=address, locale="en-GB")
    watcher = third.new_page()
    watcher.goto("/")
    watched = watcher.get_by_role("heading", name="Games to watch").locator("xpath=..")
    expect(watched.locator(f"a[href='/table/{made['id']}']")).to_be_visible()
    other.close()
    third.close()


def test_a_long_list_goes_on_at_an_address_that_can_be_shared(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, locale="en-GB")
    for _ in range(22):
        assert context.request.post("/api/tables", data={"game": "choco", "seats": ["me", "invited"]}).ok
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="More: Your tables").click()
    expect(page).to_have_title("Your tables · Klatsch")
    expect(page.locator(".rows li")).to_have_count(20)
    page.get_by_role("link", name="More: Your tables").click()
    expect(page.locator(".rows li")).to_have_count(2)
    page.reload()
    expect(page.locator(".rows li")).to_have_count(2)
    page.get_by_role("link", name="From the beginning").click()
    expect(page.locator(".rows li")).to_have_count(20)
    context.close()


# ── The first page ────────────────────────────────────────────────────────────────────────────────


def test_the_first_page_is_small(page: Page) -> None:
    """HTML, style, scripts and pictures together, as they travel."""
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    page.goto("/", wait_until="networkidle")
    assert sum(sizes.values()) < 100_000, sizes


def test_three_languages_by_the_links_below(page: Page) -> None:
    page.goto("/open/choco")
    for name, code in (("Português", "pt"), ("Română", "ro"), ("English", "en")):
        page.get_by_role("link", name=name).click()
        expect(page.locator("html")).to_have_attribute("lang", code)
        assert page.url.endswith("/open/choco")
        expect(page.get_by_role("link", name=name)).to_have_attribute("aria-current", "true")
