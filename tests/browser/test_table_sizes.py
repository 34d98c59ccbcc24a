"""The table on every screen: the board is the page, all can be read, nothing is covered and nothing jumps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from sitting import USUAL_SEATS, open_match, play_on, sit_down, wait_until

WIDE = ((1280, 800), (1440, 900), (1920, 1080))
TABLET = (820, 1180)
PHONES = ((390, 844), (390, 664))
PHONE_ON_ITS_SIDE = (844, 390)
SIZES = (*WIDE, TABLET, *PHONES, PHONE_ON_ITS_SIDE)
DENSE = {"choco", "chocolate-coin"}  # on a phone their letters are read after one tap of the zoom
LEAST_LETTERS = 11
LONG = (
    "A sentence that is about as long as the longest tips are: it tells what can be done now, and why one would. " * 2
)

BOARD = """() => {
  const box = document.querySelector("#board [style*='--p-board)']").getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map(Math.round);
}"""

# Letters of the drawing, also those in what it uses again and again, and of the page around it.
SMALL = """(least) => {
  const board = document.querySelector("#board");
  const found = [];
  const look = (text, matrix) => {
    const size = Math.hypot(matrix.b, matrix.d) * parseFloat(getComputedStyle(text).fontSize);
    if (size > 0.5 && size < least) found.push(`${text.textContent.trim()} ${size.toFixed(1)}`);
  };
  for (const text of board.querySelectorAll("text")) {
    if (text.textContent.trim() && !text.closest("defs")) look(text, text.getScreenCTM());
  }
  for (const use of board.querySelectorAll("use")) {
    if (use.closest("defs") || use.closest("[hidden]")) continue;
    const used = document.querySelector(use.getAttribute("href"));
    for (const text of used?.querySelectorAll("text") ?? []) look(text, use.getScreenCTM());
  }
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("svg") || !element.offsetParent) continue;
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (says && parseFloat(getComputedStyle(element).fontSize) < least) found.push(element.textContent.trim());
  }
  return found;
}"""

# What a click at the middle of a choice would not choose; the board is scrolled there first, as a finger would.
# Of a card that lies half under another, a click on the rest of it.
MISSED = """() => [...document.querySelectorAll("#board [data-mark=may]")].filter((element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  const chosen = ([u, v]) => {
    const [clientX, clientY] = [box.left + u * box.width, box.top + v * box.height];
    if (!document.elementFromPoint(clientX, clientY)?.closest("#board")) return undefined;
    const { selection } = klatsch;
    return selection.meant(selection.idsUnder({ detail: 1, clientX, clientY, target: null }));
  };
  const middle = chosen([.5, .5]);
  if (middle === undefined) return true;
  const parts = middle.startsWith("card-") ? [[.25, .25], [.75, .25], [.25, .75], [.75, .75]] : [];
  return middle !== element.id && !parts.some((part) => chosen(part) === element.id);
}).map((element) => element.id)"""


@pytest.fixture
def desktop(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address, locale="en-GB", has_touch=True)
    yield context.new_page()
    context.close()


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    page.wait_for_timeout(120)
    wait_until(page, "document.getAnimations().every(({ playState }) => playState !== 'running')")


def begun(page: Page, game: str) -> None:
    """Some clicks into a game, with something on the board to choose."""
    resize(page, (1440, 900))
    for seed in range(9):
        sit_down(page, open_match(page.context, game))
        over = play_on(page, random.Random(seed), 4)
        page.evaluate("klatsch.selection.back()")
        if not over and page.locator("#board [data-mark=may]").count():
            return
    raise AssertionError("there was never anything to choose")


each_game = pytest.mark.parametrize("game", USUAL_SEATS)


@each_game
def test_the_board_is_the_page(desktop: Page, game: str) -> None:
    begun(desktop, game)
    for size in SIZES:
        resize(desktop, size)
        left, _, width, height = desktop.evaluate(BOARD)
        if size in WIDE:
            assert height >= 0.8 * size[1], size
        elif size in PHONES:
            assert width >= 0.9 * size[0], size
        elif size == PHONE_ON_ITS_SIDE:
            dock = desktop.locator("#dock").bounding_box()
            assert dock is not None
            assert dock["x"] >= left + width, size
        assert desktop.evaluate("document.documentElement.scrollWidth") <= size[0], size


@each_game
def test_all_letters_can_be_read(desktop: Page, game: str) -> None:
    begun(desktop, game)
    for size in SIZES:
        resize(desktop, size)
        zoomed = game in DENSE and size in (*PHONES, PHONE_ON_ITS_SIDE)
        if zoomed:
            desktop.locator("#zoom-in").click()
        assert desktop.evaluate(SMALL, LEAST_LETTERS) == [], size
        if zoomed:
            desktop.locator("#zoom-out").click()


@each_game
def test_nothing_covers_what_can_be_chosen(desktop: Page, game: str) -> None:
    begun(desktop, game)
    for size in SIZES:
        resize(desktop, size)
        assert desktop.evaluate(MISSED) == [], size
        desktop.evaluate("document.querySelector('#scroller').scrollTo(0, 0)")


@each_game
def test_nothing_jumps(desktop: Page, game: str) -> None:
    """Neither by a choice nor by anything that is said."""
    begun(desktop, game)
    for size in SIZES:
        resize(desktop, size)
        desktop.evaluate("klatsch.actionPanel.clearNote()")
        before = [desktop.evaluate(BOARD), *rectangles(desktop)]
        seen = {"choice": choose_and_back(desktop)}
        for kind in ("guide", "hint", "info"):
            desktop.evaluate("([kind, words]) => klatsch.actionPanel.say(kind, [words])", [kind, LONG])
            seen[kind] = desktop.evaluate(BOARD)
            assert rectangles(desktop) == before[1:], (size, kind)
        desktop.evaluate(
            "klatsch.actionPanel.refuse({ error: 'No. ' + 'It is not possible. '.repeat(9), clause: '3.1' })"
        )
        seen["refusal"] = desktop.evaluate(BOARD)
        assert seen == dict.fromkeys(seen, before[0]), size
        desktop.evaluate("klatsch.actionPanel.clearNote()")


def rectangles(page: Page) -> list[Any]:
    """The dock's place and size, and the seats'."""
    return [page.locator(id).bounding_box() for id in ("#dock", "#seats")]


def choose_and_back(page: Page) -> list[int]:
    """Where the board is after a first click that plays nothing yet."""
    page.evaluate("""() => {
      const { choices } = klatsch.selection;
      const first = choices.actions.find(({ anchors }) => anchors.length > 1)?.anchors[0];
      if (first) klatsch.selection.choose(first);
    }""")
    found: list[int] = page.evaluate(BOARD)
    page.evaluate("klatsch.selection.back()")
    return found


@pytest.mark.parametrize("size", [(1440, 900), (390, 664)])
def test_real_hints_and_explanations_push_nothing(desktop: Page, size: tuple[int, int]) -> None:
    begun(desktop, "coffee-chess")
    resize(desktop, size)
    desktop.evaluate("klatsch.actionPanel.clearNote()")
    before = desktop.evaluate(BOARD)
    for tool in ("#tool-hint", "#tool-explain"):
        desktop.evaluate("klatsch.actionPanel.clearNote()")
        desktop.locator(tool).click()
        expect(desktop.locator("#note.hint .words")).to_be_visible()
        wait_until(desktop, "document.querySelector('#note .words').textContent.length > 20")
        assert desktop.evaluate(BOARD) == before
