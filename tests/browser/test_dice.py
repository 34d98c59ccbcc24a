"""The fair dice page: our own SHA-256 and HMAC in the browser say what Python says, and the page checks a match."""

from __future__ import annotations

import hashlib
import hmac
import random
import re

import pytest
from playwright.sync_api import Page, expect

from klatsch.table.dice import FairDice, commitment

RUN = """async (given) => {
  const dice = await import("/static/dice.js");
  return given.map(({ call, ...rest }) => {
    if (call === "sha256") return dice.toHex(dice.sha256(dice.fromHex(rest.message)));
    if (call === "hmac") return dice.toHex(dice.hmac(dice.fromHex(rest.key), dice.fromHex(rest.message)));
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
    expect(rows).to_have_count(len(told["draws"]) + 1)
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
