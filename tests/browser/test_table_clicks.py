"""Clicks the way people click: in any order, by dragging with mouse and finger, with a thing in hand; and keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, ViewportSize, expect

from sitting import click_place, open_match, place, sit_down, wait_for_turn, wait_until

SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1440, "height": 900},
    "phone": {"width": 390, "height": 664},
}


@pytest.fixture(params=SIZES)
def sized(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """Somebody with a mouse before a wide screen, or with a phone."""
    phone = request.param == "phone"
    context = browser.new_context(
        base_url=address, viewport=SIZES[request.param], has_touch=phone, is_mobile=phone, locale="en-GB"
    )
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    yield page
    context.close()


def open_tab(page: Page, name: str) -> None:
    """A tip may lie over the tabs: it is closed first."""
    if page.locator("#note:not(:empty)").count():
        page.get_by_role("button", name="Close this message").click()
    page.get_by_role("tab", name=name).click()


def is_phone(page: Page) -> bool:
    return page.viewport_size == SIZES["phone"]


def middle(page: Page, id: str) -> tuple[float, float]:
    box = place(page, id).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Page, id: str) -> None:
    """A click, or a tap, at the middle of a place; on a phone some are scrolled to."""
    place(page, id).scroll_into_view_if_needed()
    x, y = middle(page, id)
    if is_phone(page):
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def drag(page: Page, source: tuple[float, float], target: tuple[float, float], drop: bool = True) -> CDPSession | None:
    """With the mouse, or with a finger as the browser itself hears it, which may stay there."""
    steps = [
        (source[0] + (target[0] - source[0]) * i / 8, source[1] + (target[1] - source[1]) * i / 8) for i in range(9)
    ]
    if not is_phone(page):
        page.mouse.move(*source)
        page.mouse.down()
        for x, y in steps:
            page.mouse.move(x, y)
        if drop:
            page.mouse.up()
        return None
    finger = page.context.new_cdp_session(page)
    touch(finger, "touchStart", source)
    for point in steps:
        touch(finger, "touchMove", point)
    if drop:
        touch(finger, "touchEnd")
    return finger


def touch(finger: CDPSession, what: str, *points: tuple[float, float]) -> None:
    finger.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def in_sight(page: Page, ids: list[str]) -> list[str]:
    """Those that can be seen, and touched at their middle."""
    found: list[str] = page.evaluate(
        """(ids) => ids.filter((id) => {
          const box = document.querySelector(`#board [id='${id}']`)?.getBoundingClientRect();
          if (!box) return false;
          const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
          return top?.closest("#board") != null;
        })""",
        ids,
    )
    return found


def unit_and_hex(page: Page) -> tuple[str, str]:
    """A unit of the reserve, and a hex in sight where it can go."""
    unit = legal(page, "reserve-")[-1][0]
    place(page, unit).scroll_into_view_if_needed()
    return unit, in_sight(page, [anchors[1] for anchors in legal(page, unit)])[-1]


def log_lines(page: Page) -> Locator:
    return page.locator("#log li")


def version(page: Page) -> int:
    return int(page.evaluate("klatsch.screen.version"))


def legal(page: Page, prefix: str = "", parts: int = 2) -> list[list[str]]:
    """The anchors of what can be done now."""
    actions: list[list[str]] = page.evaluate("(klatsch.screen.actions ?? []).map(([, ...anchors]) => anchors)")
    return [anchors for anchors in actions if len(anchors) == parts and anchors[0].startswith(prefix)]


def play(page: Page, *notations: str) -> None:
    """Decisions that the test isn't about, over the page's own line."""
    for notation in notations:
        wait_for_turn(page)
        before = version(page)
        page.evaluate("(action) => klatsch.socket.ask('play', { action, seen: klatsch.screen.version })", notation)
        wait_until(page, f"klatsch.screen.version > {before}")
    wait_for_turn(page)
    page.wait_for_timeout(400)  # what glides has come to rest


def played(page: Page, before: int) -> None:
    wait_until(page, f"klatsch.screen.version > {before}")


RULE = """async ([actions, clicks]) => {
  const { Choices } = await import(document.querySelector("script[src*='pages/table.js']").src.replace(
    "pages/table.js", "table/choices.js"));
  const choices = new Choices(actions);
  const taken = clicks.map((id) => choices.take(id));
  return { last: taken.at(-1), next: [...choices.next], clicks: choices.clicks };
}"""


@pytest.mark.parametrize(
    ("clicks", "last", "following"),
    [
        ("coin", {"narrowed": True}, ["x", "y"]),
        ("x", {"narrowed": True}, ["coin", "y"]),  # a coin comes here, or the stack goes to y
        ("x coin", {"play": 1}, []),
        ("coin x", {"play": 1}, []),
        ("x y", {"play": 3}, []),  # there is a way back as well, but this is the order
        ("y x", {"play": 4}, []),
        ("z", {"narrowed": True}, ["y"]),
        ("z y", {"play": 5}, []),
        ("coin z", {}, ["x", "y"]),  # that coin was meant
        ("z coin", {"narrowed": True}, ["x", "y"]),  # begun anew
        ("coin coin", {"narrowed": True}, ["coin", "x", "y", "w"]),  # taken back
        ("w", {"play": 6}, []),
        ("nothing", {}, ["coin", "x", "y", "w"]),
    ],
)
def test_the_rule_of_clicks(page: Page, clicks: str, last: dict[str, object], following: list[str]) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    ways = [[1, "coin", "x"], [2, "coin", "y"], [3, "x", "y"], [4, "y", "x"], [5, "y", "z"], [6, "w"], [7, "y", "w"]]
    found = page.evaluate(RULE, [ways, clicks.split()])
    assert found["last"] == last
    if "play" not in last:
        assert found["next"] == following


# ── Any order ─────────────────────────────────────────────────────────────────────────────────────


def sit_with_coins(page: Page) -> list[str]:
    """At a table of Coin Age where a coin can be placed: one such placement, as coin and space."""
    while True:
        sit_down(page, open_match(page.context, "coin-age"))
        wait_for_turn(page)
        found = [anchors for anchors in legal(page, "coin-") if anchors[1].startswith("space-")]
        if found:
            return found[0]


def test_the_space_and_then_the_coin(sized: Page) -> None:
    coin, space = sit_with_coins(sized)
    before = version(sized)
    press(sized, space)
    expect(place(sized, space)).to_have_attribute("data-mark", "chosen")
    expect(place(sized, coin)).to_have_attribute("data-mark", "target")
    press(sized, coin)
    played(sized, before)
    expect(log_lines(sized).last).to_contain_text(re.compile("place", re.IGNORECASE))


def test_the_hex_and_then_the_unit(sized: Page) -> None:
    sit_down(sized, open_match(sized.context, "four-armies"))
    wait_for_turn(sized)
    unit, hexagon = unit_and_hex(sized)
    before = version(sized)
    press(sized, hexagon)
    expect(place(sized, unit)).to_have_attribute("data-mark", "target")
    press(sized, unit)
    played(sized, before)


def test_only_what_actions_begin_with_is_lit_at_first(page: Page) -> None:
    sit_down(page, open_match(page.context, "four-armies"))
    wait_for_turn(page)
    lit = page.locator("#board [data-mark]").evaluate_all("all => all.map(({ id }) => id)")
    assert set(lit) == {anchors[0] for anchors in legal(page)}


# ── Drag and drop ─────────────────────────────────────────────────────────────────────────────────


def test_beans_are_dragged(sized: Page) -> None:
    sit_down(sized, open_match(sized.context, "coffee-chess"))
    play(sized, "place a8", "place a8", "end")
    before = version(sized)
    drag(sized, middle(sized, "sq-a8"), middle(sized, "sq-b7"))
    played(sized, before)
    expect(sized.locator("#pieces [id^='bean-b7-']")).to_have_count(1)


def test_a_bean_of_the_inventory_is_dragged_to_its_square(sized: Page) -> None:
    sit_down(sized, open_match(sized.context, "coffee-chess"))
    wait_for_turn(sized)
    sized.wait_for_timeout(400)
    bean = "bean-white-0"
    place(sized, bean).scroll_into_view_if_needed()
    target = in_sight(sized, ["sq-c8", "sq-c6", "sq-c4", "sq-c2"])[-1]
    before = version(sized)
    finger = drag(sized, middle(sized, bean), middle(sized, target), drop=False)
    expect(sized.locator("#board .dragged > *")).to_have_count(1)
    if finger:
        touch(finger, "touchEnd")
    else:
        sized.mouse.up()
    played(sized, before)
    expect(log_lines(sized).last).to_contain_text(f"You place a bean on {target.removeprefix('sq-')}")
    other = target.replace("c", "d")
    sized.wait_for_timeout(400)
    drag(sized, middle(sized, bean), middle(sized, other))
    expect(sized.locator("#note.refusal")).to_contain_text(other.removeprefix("sq-"))


def test_what_is_dropped_elsewhere_goes_back_and_is_told_why(sized: Page) -> None:
    sit_down(sized, open_match(sized.context, "coffee-chess"))
    play(sized, "place a8", "place a8", "end")
    before = version(sized)
    finger = drag(sized, middle(sized, "sq-a8"), middle(sized, "sq-e6"), drop=False)
    expect(sized.locator("#board .dragged > *")).to_have_count(2)
    expect(sized.locator("#pieces .lifted")).to_have_count(2)
    expect(place(sized, "sq-b7")).to_have_attribute("data-mark", "target")
    if finger:
        touch(finger, "touchEnd")
    else:
        sized.mouse.up()
    expect(sized.locator("#note.refusal")).to_contain_text("a8")
    expect(sized.locator("#note.refusal")).to_contain_text("e6")
    expect(sized.locator("#pieces .lifted")).to_have_count(0)
    expect(sized.locator("#board .dragged > *")).to_have_count(0)
    expect(place(sized, "sq-a8")).to_have_attribute("data-mark", "may")
    assert version(sized) == before


def test_a_coin_is_dragged(sized: Page) -> None:
    coin, space = sit_with_coins(sized)
    before = version(sized)
    drag(sized, middle(sized, coin), middle(sized, space))
    played(sized, before)
    expect(log_lines(sized).last).to_contain_text(re.compile("place", re.IGNORECASE))


def test_a_unit_is_dragged(sized: Page) -> None:
    sit_down(sized, open_match(sized.context, "four-armies"))
    wait_for_turn(sized)
    unit, hexagon = unit_and_hex(sized)
    before = version(sized)
    drag(sized, middle(sized, unit), middle(sized, hexagon))
    played(sized, before)


def test_a_finger_moves_an_enlarged_board_where_nothing_is_dragged(browser: Browser, address: str) -> None:
    phone = browser.new_context(
        base_url=address, viewport=SIZES["phone"], has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = phone.new_page()
    sit_down(page, open_match(phone, "coffee-chess"))
    play(page, "place a8", "place a8", "end")
    page.get_by_role("button", name="Zoom in").tap()
    page.get_by_role("button", name="Zoom in").tap()
    before = version(page)
    page.evaluate("document.querySelector('#scroller').scrollTo(100, 100)")
    box = page.locator("#scroller").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    drag(page, (x, y), (x - 90, y - 90))
    wait_until(page, "document.querySelector('#scroller').scrollLeft > 130")
    assert version(page) == before
    phone.close()


# ── A thing in hand ───────────────────────────────────────────────────────────────────────────────

WHERE = """() => {
  const ghost = document.querySelector("#board .ghost"), box = ghost.getBoundingClientRect();
  const board = document.querySelector("#scroller").getBoundingClientRect();
  const across = box.left >= board.left && box.right <= board.right;
  const whole = across && box.top >= board.top && box.bottom <= board.bottom;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, whole, inside: ghost.innerHTML };
}"""


def take_card(page: Page) -> None:
    """In the second turn of ChoCo, with a card in hand that can be turned."""
    while True:
        sit_down(page, open_match(page.context, "choco"))
        wait_for_turn(page)
        for _ in range(12):
            wait_for_turn(page)
            if legal(page, "hand-") and log_lines(page).count() > 3:
                break
            before = version(page)
            number = page.evaluate("klatsch.screen.actions[0][0]")
            page.evaluate("(action) => klatsch.socket.ask('play', { action, seen: klatsch.screen.version })", number)
            played(page, before)
        cards = [anchors[0] for anchors in legal(page, "hand-")]
        turning = [card for card in cards if cards.count(card) > 2]
        if not turning:
            continue
        turn = next(anchors[1] for anchors in legal(page, "hand-") if anchors[0] == turning[0])
        press(page, turn)
        expect(page.locator("#pieces [data-held]")).to_be_attached()
        if page.locator("#pieces [data-preview]").count():
            page.wait_for_timeout(300)
            return  # else it was the first card, which goes to the middle at once


def targets(page: Page) -> list[str]:
    """Places in sight for the card in hand; on a phone the table is scrolled to."""
    place(page, legal(page, "at-", 1)[0][0]).scroll_into_view_if_needed()
    return in_sight(page, [anchors[0] for anchors in legal(page, "at-", 1)])


def test_a_card_is_chosen_by_one_click_and_shown_whole_where_it_would_lie(sized: Page) -> None:
    take_card(sized)
    for target in targets(sized)[:6]:
        x, y = middle(sized, target)
        if is_phone(sized):
            sized.touchscreen.tap(x, y)
        else:
            sized.mouse.move(x, y)
        expect(sized.locator("#board .ghost.fits use")).to_have_count(3)
        shown = sized.evaluate(WHERE)
        assert shown["whole"], (target, shown)
        assert abs(shown["x"] - x) < 4
        assert abs(shown["y"] - y) < 4
    before = version(sized)
    if is_phone(sized):
        sized.get_by_role("button", name="Lay it here").tap()
    else:
        sized.mouse.click(x, y)
    played(sized, before)
    expect(sized.locator("#log")).to_contain_text("You lay a card")


@pytest.mark.parametrize("way", ["wheel", "key", "button"])
def test_the_card_in_hand_is_turned(page: Page, way: str) -> None:
    take_card(page)
    target = targets(page)[0]
    page.mouse.move(*middle(page, target))
    before = page.evaluate(WHERE)["inside"]
    number = version(page)
    if way == "wheel":
        page.mouse.wheel(0, 100)
    elif way == "key":
        page.keyboard.press("r")
    else:
        page.get_by_role("button", name="Turn it").click()
        played(page, number)
        page.mouse.move(*middle(page, target)) if place(page, target).count() else page.mouse.move(300, 400)
    played(page, number)
    wait_until(page, f"document.querySelector('#board .ghost').innerHTML !== {before!r}")
    assert page.evaluate(WHERE)["whole"]


def test_a_second_tap_turns_the_card(browser: Browser, address: str) -> None:
    phone = browser.new_context(
        base_url=address, viewport=SIZES["phone"], has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = phone.new_page()
    take_card(page)
    point = middle(page, targets(page)[0])
    page.touchscreen.tap(*point)
    expect(page.locator("#board .ghost.fits use")).to_have_count(3)
    before = page.evaluate(WHERE)
    number = version(page)
    page.touchscreen.tap(*point)
    played(page, number)
    wait_until(page, f"document.querySelector('#board .ghost').innerHTML !== {before['inside']!r}")
    after = page.evaluate(WHERE)
    assert abs(after["x"] - before["x"]) < 2
    phone.close()


def test_a_card_can_be_taken_up_again_until_it_is_laid(sized: Page) -> None:
    take_card(sized)
    held = sized.locator("#pieces [data-held]")
    first = held.evaluate("thing => thing.style.transform")
    before = version(sized)
    other = sized.locator("#board [data-instead]").last.get_attribute("id")
    assert other is not None
    press(sized, other)
    played(sized, before)
    wait_until(sized, f"document.querySelector('#pieces [data-held]').style.transform !== {first!r}")
    sized.get_by_role("button", name="Put it back").click()
    expect(held).to_have_count(0)
    assert legal(sized, "hand-")


def test_a_card_is_dragged_from_the_hand_to_the_table_and_a_token_to_a_card(sized: Page) -> None:
    take_card(sized)
    sized.get_by_role("button", name="Put it back").click()
    expect(sized.locator("#pieces [data-held]")).to_have_count(0)
    lift = sized.locator("#board [data-lift]").first.get_attribute("id")
    assert lift is not None
    place(sized, lift).scroll_into_view_if_needed()
    start = middle(sized, lift)
    finger = drag(sized, start, (start[0] - 25, start[1] - 25), drop=False)
    expect(sized.locator("#pieces [data-held]")).to_be_attached()
    sized.wait_for_timeout(300)
    target = middle(sized, in_sight(sized, [anchors[0] for anchors in legal(sized, "at-", 1)])[-1])
    if finger:
        for point in ((start[0] - 40, start[1] - 60), target, target):
            touch(finger, "touchMove", point)
    else:
        sized.mouse.move(*target, steps=4)
    expect(sized.locator("#board .ghost.fits use")).to_have_count(3)
    before = version(sized)
    if finger:
        touch(finger, "touchEnd")
    else:
        sized.mouse.up()
    played(sized, before)
    expect(sized.locator("#log")).to_contain_text("You lay a card")
    if not sized.locator("#pieces [data-held]").count():
        return  # on the second level it needs no token
    sized.wait_for_timeout(400)  # the card has come to rest
    token = sized.locator("#pieces [data-held]").get_attribute("id")
    card = legal(sized, "card-", 1)[-1][0]
    assert token is not None
    before = version(sized)
    if in_sight(sized, [token]):
        drag(sized, middle(sized, token), middle(sized, card))
    else:
        press(sized, card)
    played(sized, before)
    expect(sized.locator("#log")).to_contain_text("token on card")


# ── Keys ──────────────────────────────────────────────────────────────────────────────────────────


def test_opening_the_chat_puts_the_cursor_there(page: Page) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    open_tab(page, "Chat")
    expect(page.locator("#chat-text")).to_be_focused()
    page.keyboard.type("good luck")
    expect(page.locator("#chat-text")).to_have_value("good luck")


@pytest.mark.parametrize("after", ["board", "prompt", "tab"])
def test_typing_takes_no_move_back(page: Page, after: str) -> None:
    sit_down(page, open_match(page.context, "coffee-chess"))
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(log_lines(page)).to_have_count(1)
    if after == "prompt":
        page.locator("#prompt").click()
    elif after == "tab":
        open_tab(page, "Rules")
    page.keyboard.type("good luck")
    page.wait_for_timeout(300)
    expect(log_lines(page)).to_have_count(1)


def test_letters_act_while_the_board_has_the_focus_and_can_be_switched_off(page: Page) -> None:
    match = open_match(page.context, "coffee-chess")
    sit_down(page, match)
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(log_lines(page)).to_have_count(1)
    page.keyboard.press("u")
    expect(log_lines(page)).to_have_count(0)
    open_tab(page, "More")
    page.keyboard.press("u")
    switch = page.get_by_role("button", name="Letter keys")
    switch.click()
    page.reload()
    wait_for_turn(page)
    click_place(page, "sq-a8")
    expect(log_lines(page)).to_have_count(1)
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    expect(log_lines(page)).to_have_count(1)
    open_tab(page, "More")
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="All keys").click()
    expect(page.locator("#keys")).to_be_visible()
