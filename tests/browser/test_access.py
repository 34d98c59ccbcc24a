"""The pages around the table for everybody: axe finds nothing, nothing is wider than a phone, and thumbs hit what they
aim at; by day and by night, in all languages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from sitting import DESKTOP, PHONE, begin_rated, get_account, play_turns

Scheme = Literal["light", "dark"]
SIZES = {"desktop": DESKTOP, "phone": PHONE}
NONCE = "0f" * 16

PATHS = """
/ /tables/open /tables/mine /sign-in /sign-up /me /people/{person} /people/{other} /leaderboard /leaderboard/coin-age
/position/coffee-chess /position/choco
/rules /rules/coffee-chess /rules/chocolate-coin /open/four-armies /open/coin-age /table/{waiting}/invite
/fair-dice/{waiting} /fair-dice/{over} /api /nowhere
""".split()

# What a thumb aims at and misses. A link in a sentence is as high as its lines; a box counts with its label.
TOO_SMALL = """() => {
  const all = document.querySelectorAll("a, button, summary, input:not([type=hidden]), select, textarea");
  const inSentence = (link) => {
    const around = link.closest("p, li, dd, td, figcaption");
    return link.tagName === "A" && around && around.textContent.trim() !== link.textContent.trim();
  };
  return [...all]
    .filter((each) => each.checkVisibility() && !each.matches(".skip") && !inSentence(each))
    .map((each) => [each, (each.matches("[type=checkbox], [type=radio]") ? each.closest("label") : each)])
    .map(([each, target]) => [each, target.getBoundingClientRect()])
    .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
    .map(([each, box]) => `${each.outerHTML.slice(0, 90)} ${Math.round(box.width)} × ${Math.round(box.height)}`);
}"""


@contextmanager
def visitor(browser: Browser, address: str, size: str, scheme: Scheme, locale: str = "en-GB") -> Iterator[Page]:
    context = browser.new_context(
        base_url=address, viewport=SIZES[size], color_scheme=scheme, reduced_motion="reduce", locale=locale
    )
    yield context.new_page()
    context.close()


def furnished(page: Page, browser: Browser, address: str) -> dict[str, str]:
    """A table that waits for a friend, a game that is over, the visitor and somebody else, who plays rated games."""
    waiting = page.request.post("/api/tables", data={"game": "choco", "seats": ["me", "invited"]}).json()["id"]
    plan = {"game": "coin-age", "seats": ["me", "open"], "pace": {"kind": "days", "days": 2}}
    over = page.request.post("/api/tables", data=plan).json()["id"]
    friend, another = (browser.new_context(base_url=address) for _ in range(2))
    assert friend.request.post(f"/api/tables/{over}/join", data={}).ok
    for who in (page.request, friend.request):
        assert who.post(f"/api/tables/{over}/ready", data={"nonce": NONCE}).ok
    assert friend.request.post(f"/api/tables/{over}/resign", data={}).ok
    for context in (friend, another):
        get_account(context)
    rated = begin_rated(friend.request, another.request)
    play_turns(friend.request, another.request, rated)
    assert another.request.post(f"/api/tables/{rated}/resign", data={}).ok
    friend.request.post("/api/tables", data={**plan, "rated": True})
    other = friend.request.get("/api/me").json()["id"]
    for context in (friend, another):
        context.close()
    return {"waiting": waiting, "over": over, "person": page.request.get("/api/me").json()["id"], "other": other}


def unfold(page: Page) -> None:
    page.evaluate(
        "for (const part of document.querySelectorAll('.questions, .card:first-child .more')) part.open = true"
    )


def faults(page: Page, name: str) -> str:
    """What is wrong with a page, in a few lines."""
    report = Axe().run(page)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    told = [f"{name}: {report.generate_report()}"] if report.violations_count else []
    return "\n".join(told + ([f"{name}: {wide} px too wide"] if wide > 0 else []))


@pytest.mark.parametrize(
    ("size", "scheme", "locale"),
    [
        ("desktop", "light", "pt-PT"),
        ("phone", "dark", "ro-RO"),
        pytest.param("desktop", "dark", "en-GB", marks=pytest.mark.long),
        pytest.param("phone", "light", "en-GB", marks=pytest.mark.long),
    ],
)
def test_axe_finds_nothing(browser: Browser, address: str, size: str, scheme: Scheme, locale: str) -> None:
    with visitor(browser, address, size, scheme, locale) as page:
        names = furnished(page, browser, address)
        found = []
        for path in PATHS:
            page.goto(path.format(**names))
            assert page.locator("html").get_attribute("lang") == locale[:2]
            unfold(page)
            found.append(faults(page, path))
    assert not any(found), "\n".join(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_where_something_was_pressed(
    browser: Browser, address: str, size: str, scheme: Scheme
) -> None:
    """The recovery code, a checked game, and the cover of a shared screen."""
    with visitor(browser, address, size, scheme) as page:
        page.goto("/sign-up")
        page.get_by_label("Name").fill(f"Access {size} {scheme}")
        page.get_by_label("Password").fill("espresso forte")
        page.get_by_role("button", name="Make an account").click()
        expect(page.locator("#code-words")).to_be_visible()
        found = [faults(page, "the code")]
        over = furnished(page, browser, address)["over"]
        page.goto(f"/fair-dice/{over}")
        expect(page.locator("#verdict")).to_contain_text("The hashes fit")
        found.append(faults(page, "the check"))
        shared = page.request.post("/api/tables", data={"game": "choco", "seats": ["me", "me"]}).json()["id"]
        page.goto(f"/table/{shared}")
        expect(page.locator("#cover")).to_be_visible()
        found.append(faults(page, "the cover"))
    assert not any(found), "\n".join(found)


def test_on_a_phone_every_target_is_as_large_as_a_thumb(browser: Browser, address: str) -> None:
    with visitor(browser, address, "phone", "light") as page:
        names = furnished(page, browser, address)
        small = []
        for path in PATHS:
            page.goto(path.format(**names))
            unfold(page)
            small += [f"{path}: {each}" for each in page.evaluate(TOO_SMALL)]
    assert not small, "\n".join(small)


@pytest.mark.parametrize(("size", "scheme", "locale"), [("desktop", "light", "en-GB"), ("phone", "dark", "ro-RO")])
def test_the_page_of_an_account_with_devices_passkeys_and_tokens(
    browser: Browser, address: str, size: str, scheme: Scheme, locale: str
) -> None:
    account = {"name": f"Accessible {size}", "password": "a long enough one"}
    home = address.replace("127.0.0.1", "localhost")  # where there are passkeys
    with visitor(browser, home, size, scheme, locale) as page, visitor(browser, home, size, scheme) as other:
        assert page.request.post("/api/me/sign-up", data=account).ok
        assert other.request.post("/api/me/sign-in", data=account).ok
        assert page.request.post("/api/me/tokens", data={"label": "a program with quite a long name"}).ok
        page.goto("/me")
        expect(page.locator("#passkeys")).to_be_visible()
        expect(page.locator(".entries li")).to_have_count(3)
        assert not faults(page, "/me")
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"]
        if size == "phone":
            assert page.evaluate(TOO_SMALL) == []
