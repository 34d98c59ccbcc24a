"""How the table looks and moves: targets for a thumb, tips that are read whole, what chance throws, what glides."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from klatsch.core import registry
from klatsch.language import LANGUAGES, read_catalogue

from sitting import PHONE, USUAL_SEATS, click_place, offered, open_match, play_on, sit_down, wait_for_turn, wait_until

# Everything one can press beside the board, with its size; the skip link is off the screen until it has the focus.
TARGETS = """() => [...document.querySelectorAll("button, a[href], input, select, summary, [role=tab]")]
  .filter((element) => !element.closest("#board") && element.checkVisibility())
  .filter((element) => !element.matches(".rules p a")) // a link within a sentence is as high as its line
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, box]) => box.right > 0)
  .map(([element, box]) => ({
    name: (element.id || element.className || element.tagName) + " " + element.textContent.trim().slice(0, 40),
    width: Math.round(box.width), height: Math.round(box.height),
  }))"""
LEAST = 44

FALLEN = """
  window.fallen = [];
  document.addEventListener("animationstart", ({ animationName }) => window.fallen.push(animationName));
"""
# An animation begins with the next frame.
SOON_AFTER = "() => new Promise((answer) => setTimeout(() => answer(fallen), 300))"
AT_REST = "() => document.getAnimations().every((each) => each.animationName !== 'flips')"
THROWN = {"flips", "tumbles", "throw"}


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")
    yield context.new_page()
    context.close()


# ── On a phone ────────────────────────────────────────────────────────────────────────────────────


def small_targets(page: Page) -> list[dict[str, Any]]:
    found = page.evaluate(TARGETS)
    assert len(found) > 8
    return [each for each in found if each["width"] < LEAST or each["height"] < LEAST]


@pytest.mark.parametrize("game", USUAL_SEATS)
def test_everything_beside_the_board_is_large_enough_for_a_thumb(phone: Page, game: str) -> None:
    sit_down(phone, open_match(phone.context, game))
    wait_for_turn(phone)
    expect(phone.locator("#note.guide")).to_be_visible()
    tip = phone.locator("#note .words")
    assert tip.evaluate("tip => tip.scrollHeight - tip.clientHeight") <= 0, tip.inner_text()
    wrong = small_targets(phone)
    play_on(phone, random.Random(2), 2, touch=True)
    phone.get_by_role("tab", name="More").tap()
    phone.get_by_role("button", name="Resign").tap()
    wrong += small_targets(phone)
    phone.evaluate("klatsch.actionPanel.refuse({ sentence: 'No.', clause: '3.1' })")
    phone.evaluate("klatsch.chat.hear({ person: 'p', name: 'Ada', text: 'hello', at: 0 })")
    for tab in ("Log", "Chat", "Rules"):
        phone.get_by_role("tab", name=tab).tap()
        wrong += small_targets(phone)
    assert not wrong
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_replay_is_large_enough_for_a_thumb(phone: Page) -> None:
    match = open_match(phone.context, "coin-age", ["me", "me"])
    sit_down(phone, match)
    play_on(phone, random.Random(1), 3, touch=True)
    phone.request.post(f"/api/tables/{match.id}/resign", data={})
    turning = {"svg": "<svg></svg>", "turning": [{"event": 2, "words": "Turn 1: a mistake."}]}
    phone.route(
        "**/analysis", lambda route: route.fulfill(json=turning)
    )  # which takes its time, and is tested elsewhere
    phone.goto(f"/replay/{match.id}")
    expect(phone.get_by_role("button", name="Turn 1: a mistake.")).to_be_visible()
    assert not small_targets(phone)


def test_every_tip_of_every_game_is_seen_whole(phone: Page) -> None:
    sit_down(phone, open_match(phone.context, "coffee-chess"))
    wait_for_turn(phone)
    folders = [registry.definition(game).folder for game in USUAL_SEATS]
    catalogues = [read_catalogue(folder, lang) for folder in folders for lang in LANGUAGES]
    tips = [words for catalogue in catalogues for id, words in catalogue.items() if id.startswith("guide.")]
    assert len(tips) > 100
    cut = phone.evaluate(
        """tips => tips.filter((tip) => {
          klatsch.actionPanel.say("guide", [tip]);
          const words = document.querySelector("#note .words");
          return words.scrollHeight > words.clientHeight;
        })""",
        tips,
    )
    assert cut == []


# ── Said on the page ──────────────────────────────────────────────────────────────────────────────


def test_every_key_that_does_something_is_listed(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    source = page.request.get("/static/table/keyboard.js").text()
    letters = set(re.findall(r"^    (\w): ", source, re.MULTILINE))
    assert {"u", "h", "e", "c", "l"} <= letters
    page.locator("#board").focus()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    listed = page.locator("#keys kbd").all_inner_texts()
    assert {letter.upper() for letter in letters} <= set(listed)
    expect(page.locator("#keys")).to_contain_text("explain the position")


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        ({"kind": "live", "seconds": 600, "increment": 5}, "10 min + 5 s a turn"),
        ({"kind": "days", "days": 3}, "3 days a turn"),
        ({"kind": "days", "days": 1}, "1 day a turn"),
    ],
)
def test_the_pace_stands_under_the_title(page: Page, pace: dict[str, Any], words: str) -> None:
    sit_down(page, open_match(page.context, "coffee-chess", pace=pace))
    expect(page.locator("#subtitle")).to_have_text(f"Unrated · {words}")


# ── Motion ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_tossed_coins_flip_and_rolled_dice_tumble_unless_motion_is_off(
    browser: Browser, address: str, motion: Any
) -> None:
    context = browser.new_context(base_url=address, locale="en-GB", reduced_motion=motion)
    page = context.new_page()
    page.add_init_script(FALLEN)
    sit_down(page, open_match(page.context, "coin-age"))
    while "toss" not in page.locator("#log").inner_text() or page.locator("#pieces [data-thrown]").count() == 0:
        play_on(page, random.Random(1), 1)
    fallen = {"coin-age": set(page.evaluate(SOON_AFTER))}
    for game, outcomes in {"four-armies": ["face up"], "chocolate-coin": ["roll 3", "roll 6"]}.items():
        sit_down(page, open_match(page.context, game))
        wait_for_turn(page)
        later = [[10_000 + n, outcome] for n, outcome in enumerate(outcomes)]
        page.evaluate("drawn => klatsch.view.chance.show(drawn)", later)
        shown = page.locator("#layer-thrown use")
        assert shown.count() == len(outcomes)
        fallen[game] = set(page.evaluate(SOON_AFTER))
        expect(shown).to_have_count(0)  # it goes by itself
    moved = {game: names & THROWN for game, names in fallen.items()}
    context.close()
    if motion == "reduce":
        assert not any(moved.values())
    else:
        assert moved == {
            "coin-age": {"flips"},
            "four-armies": {"flips", "throw"},
            "chocolate-coin": {"tumbles", "throw"},
        }


def test_a_throw_is_not_repeated_by_undo(page: Page) -> None:
    page.add_init_script(FALLEN)
    sit_down(page, open_match(page.context, "coin-age", ["me", "me"]))
    rng = random.Random(3)
    for _ in range(20):
        wait_for_turn(page)
        lines = page.locator("#log li").count()
        x, y = rng.choice(offered(page))["point"]
        page.mouse.click(x, y)
        page.wait_for_timeout(150)
        if page.locator("#log li").count() == lines + 1 and page.locator("#tool-undo").is_enabled():
            break
    else:
        raise AssertionError("nothing could be taken back")
    wait_until(page, AT_REST)
    thrown = page.evaluate("fallen.filter((name) => name === 'flips').length")
    page.locator("#tool-undo").click()
    expect(page.locator("#log li")).to_have_count(lines)
    page.wait_for_timeout(100)
    wait_until(page, AT_REST)
    assert page.evaluate("fallen.filter((name) => name === 'flips').length") == thrown


def test_a_piece_that_moves_stays_the_same_element_and_its_places_are_marked(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess", ["me", "me"]))
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#layer-marks .last")).to_have_attribute("data-for", "sq-a8")
    page.evaluate("""() => {
      window.things = [...document.querySelectorAll("#pieces [data-kind]")].map((element) => [element, element.id]);
      window.glides = [];
      document.querySelector("#board").addEventListener("transitionrun", (event) => glides.push(event.propertyName));
    }""")
    click_place(page, "sq-b7")
    expect(page.locator("#log li")).to_have_count(2)
    expect(page.locator("#layer-marks .last[data-for='sq-b7']")).to_have_count(1)
    kept = page.evaluate("() => things.filter(([element]) => element.isConnected).length / things.length")
    travelled = page.evaluate("() => things.filter(([element, id]) => element.isConnected && element.id !== id).length")
    assert kept == 1
    assert travelled > 0
    wait_until(page, "glides.includes('transform')")  # it begins with the next frame


# ── From my side ──────────────────────────────────────────────────────────────────────────────────


def height_of(page: Page, id: str) -> float:
    box = page.locator(f"#board #{id}").bounding_box()
    assert box is not None
    return box["y"]


def test_the_board_faces_me_and_can_be_turned(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess", ["bot:1", "me"]))
    wait_for_turn(page)
    assert height_of(page, "sq-a8") > height_of(page, "sq-a1")  # Black sits at the other side
    page.locator("#turn-board").click()
    assert height_of(page, "sq-a8") < height_of(page, "sq-a1")
    click_place(page, page.locator("#board [data-mark=may]").first.get_attribute("id") or "")  # it is played as ever
    expect(page.locator("#log")).to_contain_text("You place")


@pytest.mark.parametrize("game", ["coin-age", "four-armies"])
def test_my_own_tray_is_the_first(page: Page, game: str) -> None:
    sit_down(page, open_match(page.context, game, ["bot:1", "me"]))
    wait_for_turn(page)
    style = page.locator("#board").get_attribute("style") or ""
    mine, theirs = (re.search(rf"--p-tray-{seat}: ?translate\(([\d.]+)px, ?([\d.]+)px", style) for seat in (1, 0))
    assert mine is not None
    assert theirs is not None
    own, other = (tuple(map(float, found.groups())) for found in (mine, theirs))
    assert own[1] > other[1] or own[0] < other[0]  # below it, or left of it
