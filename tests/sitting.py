"""Sitting at a table in a real browser: opens matches and plays them as somebody would, by what the page offers."""

from __future__ import annotations

import random
import secrets
import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import APIRequestContext, BrowserContext, Locator, Page, ViewportSize, expect

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
USUAL_SEATS = {"coffee-chess": 2, "coin-age": 2, "four-armies": 2, "choco": 2, "chocolate-coin": 4}
expect.set_options(timeout=20000)  # the first bot of a server takes seconds to wake up
READY = "#table[data-deciding], #table[data-status=over], #table[data-tossing]"

# A point of every choice that can be clicked: of a place one where nothing else of the board lies over it.
OFFERED = """() => {
  const visible = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const pointOf = (element) => {
    const box = element.getBoundingClientRect();
    for (const [u, v] of [[.5, .5], [.5, .25], [.5, .75], [.25, .5], [.75, .5], [.2, .2], [.8, .8]]) {
      const x = box.left + u * box.width, y = box.top + v * box.height;
      const top = visible(x, y) && document.elementFromPoint(x, y);
      if (top && (element.contains(top) || top.closest("[id]") === element)) return [x, y];
    }
    return null;
  };
  const places = document.querySelectorAll("#board [data-mark=may], #board [data-mark=target]");
  const buttons = document.querySelectorAll("#choices [data-action], #choices [data-key=held-lay]");
  return [...places, ...buttons]
    .map((element) => ({ id: element.id || "button " + element.dataset.key, point: pointOf(element) }))
    .filter(({ point }) => point);
}"""


@dataclass(frozen=True)
class Opened:
    id: str
    invitations: dict[str, str]


def open_match(context: BrowserContext, game: str, seats: list[str] | None = None, **more: Any) -> Opened:
    """A new match; the people on other seats than ours are bots of level 1 if nobody says otherwise."""
    wanted = seats or ["me"] + ["bot:1"] * (USUAL_SEATS[game] - 1)
    response = context.request.post("/api/tables", data={"game": game, "seats": wanted, **more})
    assert response.ok, response.text()
    data = response.json()
    return Opened(data["id"], data["invitations"])


def get_account(context: BrowserContext) -> None:
    """An account with a name that nobody else has: rated games ask for it."""
    credentials = {"name": f"Player {secrets.token_hex(5)}", "password": "espresso forte"}
    assert context.request.post("/api/me/sign-up", data=credentials).ok


def begin_rated(one: APIRequestContext, other: APIRequestContext) -> str:
    """A rated game of two people with accounts."""
    plan = {"game": "coin-age", "seats": ["me", "open"], "rated": True, "pace": {"kind": "days", "days": 2}}
    table = str(one.post("/api/tables", data=plan).json()["id"])
    assert other.post(f"/api/tables/{table}/join", data={}).ok
    for who in (one, other):
        assert who.post(f"/api/tables/{table}/ready", data={"nonce": "0f" * 16}).ok
    return table


def play_turns(one: APIRequestContext, other: APIRequestContext, table: str) -> None:
    """So many decisions that a rated game counts."""
    for _ in range(12):
        screen = next(each for who in (one, other) if (each := who.get(f"/api/tables/{table}").json()).get("actions"))
        who = (one, other)[screen["actor"]]
        assert who.post(f"/api/tables/{table}/play", data={"action": screen["actions"][-1][0]}).ok


def sit_down(page: Page, match: Opened) -> None:
    page.goto(f"/table/{match.id}")
    expect(page.locator("#table[data-status=playing]")).to_be_attached()


def wait_for_turn(page: Page) -> bool:
    """True when it is our turn, with our coins tossed; False when the game is over."""
    expect(page.locator(READY)).to_be_attached(timeout=40000)
    if page.locator("#table[data-tossing]").count():
        page.locator("[data-key=toss]").click()
        expect(page.locator("#table[data-deciding], #table[data-status=over]")).to_be_attached()
    return page.locator("#table[data-deciding]").count() == 1


def offered(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(OFFERED)
    return found


def play_on(page: Page, rng: random.Random, clicks: int, touch: bool = False) -> bool:
    """So many clicks on what is offered, at random; True when the game is over."""
    for _ in range(clicks):
        if not wait_for_turn(page):
            return True
        for _ in range(30):
            options = offered(page)
            if options:
                break
            page.wait_for_timeout(100)  # something still moves
        assert options, "it is our turn and nothing is offered"
        x, y = rng.choice(options)["point"]
        if touch:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)
    return not wait_for_turn(page)


def resign(page: Page) -> None:
    """By the menu: pressed twice."""
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()


def place(page: Page, id: str) -> Locator:
    return page.locator(f"#board [id='{id}']")


def click_place(page: Page, id: str) -> None:
    """A click into the middle of a drawn place, whatever can be done there."""
    box = place(page, id).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


# ── Whole games ───────────────────────────────────────────────────────────────────────────────────

# Plays on over the page's own line, without clicks: whatever is legal, at random.
FINISH = """async (most) => {
  for (let at = 0; klatsch.screen.status === "playing" && at < most; ) {
    const { actions, version } = klatsch.screen;
    if (!actions?.length) {
      await new Promise((later) => setTimeout(later, 10));
      continue;
    }
    const [number] = actions[Math.floor(Math.random() * actions.length)];
    await klatsch.socket.ask("play", { action: number, seen: version });
    at += 1;
  }
  return klatsch.screen.status;
}"""


def finish(page: Page, most: int = 3000) -> None:
    """Plays a game that has begun to its end, so fast that nobody could follow."""
    assert page.evaluate(FINISH, most) == "over"
    expect(page.locator("#table[data-status=over]")).to_be_attached()


def update_sizes(page: Page) -> list[int]:
    """A list that fills with the sizes of the updates that the page is sent, in bytes."""
    sizes: list[int] = []

    def heard(payload: str | bytes) -> None:
        text = payload if isinstance(payload, str) else payload.decode()
        if text.startswith('{"type":"update"'):
            sizes.append(len(text.encode()))

    page.on("websocket", lambda socket: socket.on("framereceived", heard))
    return sizes


def wait_until(page: Page, expression: str, seconds: float = 20) -> None:
    """Until an expression is true in the page. Page.wait_for_function asks again by `eval`, which our pages forbid."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(30)
