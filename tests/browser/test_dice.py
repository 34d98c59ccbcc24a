"""The fair dice page: our own SHA-256 and HMAC in the browser say what Python says, and the page checks a match."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from klatsch.match.dice import FairDice, commitment

from sitting import open_match, play_on, sit_down

RUN = """async (given) => {
  const dice = await import("/static/lib/dice_check.js");
  const { fromHex, toHex } = await import("/static/lib/hex.js");
  return given.map(({ call, ...rest }) => {
    if (call === "sha256") return toHex(dice.sha256(fromHex(rest.message)));
    if (call === "hmac") return toHex(dice.hmac(fromHex(rest.key), fromHex(rest.message)));
    if (call === "commitment") return dice.commitment(rest.seed);
    return rest.weights.map((weights, n) => dice.drawn(rest, n, weights));
  });
}"""


def test_hashes_are_those_of_python(page: Page) -> None:
    """Lengths around the block's edges, and a key longer than a block."""
    page.goto("/sign-in")
    chance = random.Random(1)
    messages = [chance.randbytes(length) for length in (0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000)]
    keys = [chance.randbytes(length) for length in (0, 16, 32, 64, 65, 100)]
    given = [{"call": "sha256", "message": message.hex()} for message in messages]
    given += [{"call": "hmac", "key": key.hex(), "message": messages[4].hex()} for key in keys]
    expected = [hashlib.sha256(message).hexdigest() for message in messages]
    expected += [hmac.digest(key, messages[4], "sha256").hex() for key in keys]
    assert page.evaluate(RUN, given) == expected


@pytest.mark.parametrize("number", range(5))
def test_draws_are_those_of_python(page: Page, number: int) -> None:
    page.goto("/sign-in")
    chance = random.Random(number)
    seed, nonces = chance.randbytes(32), [chance.randbytes(16) for _ in range(1 + number)]
    dice = FairDice(seed, f"table{number}", nonces)
    weights = [[chance.randint(0, 9) for _ in range(chance.randint(1, 40))] + [1] for _ in range(30)]
    weights += [[2**40, 3, 2**52], [1]]
    shared = {"seed": seed.hex(), "table": f"table{number}", "nonces": [nonce.hex() for nonce in nonces]}
    draws, told = page.evaluate(
        RUN, [{"call": "drawn", "weights": weights} | shared, {"call": "commitment", "seed": seed.hex()}]
    )
    assert draws == [dice.draw(each) for each in weights]
    assert told == commitment(seed)


def finished_match(page: Page) -> str:
    """A match with tosses, given up after a few of them."""
    page.goto("/")
    id = str(page.request.post("/api/tables", data={"game": "coin-age", "seats": ["me", "me"]}).json()["id"])
    page.request.post(f"/api/tables/{id}/ready", data={"nonce": "ab" * 16})
    for _ in range(8):
        shown = page.request.get(f"/api/tables/{id}").json()
        assert page.request.post(f"/api/tables/{id}/play", data={"action": shown["actions"][0][0]}).ok
    return id


def test_a_match_is_checked_draw_by_draw_after_its_end(page: Page) -> None:
    id = finished_match(page)
    page.goto(f"/fair-dice/{id}")
    expect(page.get_by_text("secret until the end")).to_be_visible()
    assert page.request.get(f"/api/tables/{id}/draws").status == 409
    page.request.post(f"/api/tables/{id}/resign", data={})
    page.reload()
    expect(page.get_by_role("status").filter(has_text="Everything fits")).to_be_visible()
    told = page.request.get(f"/api/tables/{id}/draws").json()
    assert told["draws"]
    rows = page.locator(".draws tbody tr")
    expect(rows).to_have_count(len(told["draws"]) + 2)  # the commitment and the table's name before them
    expect(page.locator("#kept")).to_contain_text("This browser kept nothing of this game")
    expect(rows.last).to_contain_text(re.compile("right$"))
    expect(page.locator(".draws .wrong")).to_have_count(0)


def test_a_forged_draw_is_found(page: Page) -> None:
    id = finished_match(page)
    page.request.post(f"/api/tables/{id}/resign", data={})
    told = page.request.get(f"/api/tables/{id}/draws").json()
    forged = next(draw for draw in told["draws"] if len(draw["weights"]) > 1)
    forged["drawn"] = (forged["drawn"] + 1) % len(forged["weights"])
    page.route("**/draws", lambda route: route.fulfill(json=told))
    page.goto(f"/fair-dice/{id}")
    expect(page.get_by_text("Wrong: 1.")).to_be_visible()
    expect(page.locator(".draws .wrong")).to_have_count(1)


# ── What the browser itself kept ──────────────────────────────────────────────────────────────────


def played_here(page: Page, *seats: str) -> str:
    """A match that began at the table's page, with tosses, given up after a few."""
    match = open_match(page.context, "coin-age", list(seats))
    sit_down(page, match)
    assert play_on(page, random.Random(4), 6) is False
    assert page.request.post(f"/api/tables/{match.id}/resign", data={}).ok
    return match.id


def forged(told: dict[str, Any]) -> dict[str, Any]:
    """The same game by another seed, consistent in all its parts: commitment, numbers and every draw fit together."""
    seed = random.Random(9).randbytes(32)
    dice = FairDice(seed, told["table"], [bytes.fromhex(nonce) for nonce in told["nonces"]])
    draws = [draw | {"drawn": dice.draw(draw["weights"])} for draw in told["draws"]]
    return told | {"seed": seed.hex(), "commitment": commitment(seed), "draws": draws}


def show_record(page: Page, id: str, record: dict[str, Any]) -> None:
    page.route("**/draws", lambda route: route.fulfill(json=record))
    page.goto(f"/fair-dice/{id}")


@pytest.mark.parametrize("seats", [("me", "bot:1"), ("bot:1", "me"), ("me", "me")])
def test_the_record_is_compared_with_what_the_browser_kept(page: Page, seats: tuple[str, ...]) -> None:
    id = played_here(page, *seats)
    page.goto(f"/fair-dice/{id}")
    expect(page.locator("#kept")).to_contain_text("The record has the same.")
    expect(page.locator("#verdict")).to_contain_text("Everything fits")
    expect(page.locator(".draws")).to_contain_text(
        f"the random number that this browser added, seat {1 + seats.index('me')}"
    )
    expect(page.locator(".draws .wrong")).to_have_count(0)


def test_a_record_that_is_forged_in_all_its_parts_is_found(page: Page, browser: Browser, address: str) -> None:
    id = played_here(page, "me", "bot:1")
    record = forged(page.request.get(f"/api/tables/{id}/draws").json())
    stranger = browser.new_context(base_url=address, locale="en-GB").new_page()
    show_record(stranger, id, record)
    expect(stranger.locator("#verdict")).to_contain_text("Everything fits")  # nobody else could know
    stranger.context.close()
    show_record(page, id, record)
    expect(page.locator("#kept")).to_contain_text("The record is not that of the game that was played here")
    expect(page.locator("#verdict")).to_contain_text("Wrong: 1.")
    expect(page.locator(".draws .wrong")).to_contain_text("the commitment that this browser was told before the game")


@pytest.mark.parametrize(
    ("seat", "words"), [(0, "the random number that this browser added, seat 1"), (1, "the bot on seat 2")]
)
def test_a_number_that_was_chosen_afterwards_is_found(page: Page, seat: int, words: str) -> None:
    """With the committed seed, but a number that suits somebody better, and the draws that follow from it."""
    id = played_here(page, "me", "bot:1")
    told = page.request.get(f"/api/tables/{id}/draws").json()
    told["nonces"][seat] = "5a" * 16
    dice = FairDice(bytes.fromhex(told["seed"]), told["table"], [bytes.fromhex(nonce) for nonce in told["nonces"]])
    show_record(page, id, told | {"draws": [d | {"drawn": dice.draw(d["weights"])} for d in told["draws"]]})
    expect(page.locator("#verdict")).to_contain_text("Wrong: 1.")
    expect(page.locator(".draws .wrong")).to_contain_text(words)


def test_the_first_number_stays_when_the_page_is_loaded_again(page: Page) -> None:
    """While nobody else has come: what was sent is what is kept."""
    match = open_match(page.context, "coin-age", ["me", "open"])
    page.goto(f"/table/{match.id}")
    expect(page.locator("#table[data-status=waiting]")).to_be_attached()
    kept = page.evaluate(f"localStorage.getItem('klatsch-dice-{match.id}')")
    page.reload()
    expect(page.locator("#table[data-status=waiting]")).to_be_attached()
    assert page.evaluate(f"localStorage.getItem('klatsch-dice-{match.id}')") == kept
    page.goto(f"/fair-dice/{match.id}")
    expect(page.locator(".numbers")).to_contain_text(json.loads(kept)["nonce"])
