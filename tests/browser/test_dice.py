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

from klatsch.match.dice import FairDice, commitment, hashed

from sitting import open_match, play_on, sit_down

RUN = """async (given) => {
  const dice = await import("/static/lib/dice_check.js");
  const { fromHex, toHex } = await import("/static/lib/hex.js");
  return given.map(({ call, ...rest }) => {
    if (call === "sha256") return toHex(dice.sha256(fromHex(rest.message)));
    if (call === "hmac") return toHex(dice.hmac(fromHex(rest.key), fromHex(rest.message)));
    if (call === "commitment") return dice.commitment(rest.seed);
    if (call === "chain") return dice.chainOf(rest.secret, rest.seat, rest.links);
    return rest.weights.map((weights, n) => dice.drawn(rest, n, weights, rest.links[n]));
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


def drawn(dice: FairDice, weights: list[int], link: str) -> int:
    dice.link = link
    return dice.draw(weights)


def test_a_chain_is_that_of_python(page: Page) -> None:
    page.goto("/sign-in")
    given = {"call": "chain", "secret": "5a" * 32, "seat": 3, "links": 20}
    values = page.evaluate(RUN, [given])[0]
    assert values[0] == hashlib.sha256(b"\x5a" * 32 + b"\x03").hexdigest()
    assert [hashed(value, 1) for value in values[:-1]] == values[1:]
    assert len(values) == 21


@pytest.mark.parametrize("number", range(5))
def test_draws_are_those_of_python(page: Page, number: int) -> None:
    page.goto("/sign-in")
    chance = random.Random(number)
    seed, nonces = chance.randbytes(32), [chance.randbytes(16) for _ in range(1 + number)]
    dice = FairDice(seed, f"table{number}", nonces)
    weights = [[chance.randint(0, 9) for _ in range(chance.randint(1, 40))] + [1] for _ in range(30)]
    weights += [[2**40, 3, 2**52], [1]]
    links = [chance.randbytes(32).hex() if chance.random() < 0.5 else "" for _ in weights]
    shared = {"seed": seed.hex(), "table": f"table{number}", "nonces": [nonce.hex() for nonce in nonces]}
    shared |= {"links": links}
    draws, told = page.evaluate(
        RUN, [{"call": "drawn", "weights": weights} | shared, {"call": "commitment", "seed": seed.hex()}]
    )
    assert draws == [drawn(dice, each, link) for each, link in zip(weights, links, strict=True)]
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
    expect(page.get_by_role("status").filter(has_text="The hashes fit")).to_be_visible()
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


def played_here(page: Page, *seats: str, clicks: int = 6) -> str:
    """A match that began at the table's page, with tosses, given up after a few."""
    match = open_match(page.context, "coin-age", list(seats))
    sit_down(page, match)
    if not play_on(page, random.Random(4), clicks):
        assert page.request.post(f"/api/tables/{match.id}/resign", data={}).ok
    return match.id


def forged(told: dict[str, Any]) -> dict[str, Any]:
    """The same game by another seed, consistent in all its parts: commitment, numbers and every draw fit together."""
    seed = random.Random(9).randbytes(32)
    dice = FairDice(seed, told["table"], [bytes.fromhex(nonce) for nonce in told["nonces"]])
    draws = [draw | {"drawn": drawn(dice, draw["weights"], draw["link"])} for draw in told["draws"]]
    return told | {"seed": seed.hex(), "commitment": commitment(seed), "draws": draws}


def show_record(page: Page, id: str, record: dict[str, Any]) -> None:
    page.route("**/draws", lambda route: route.fulfill(json=record))
    page.goto(f"/fair-dice/{id}")


@pytest.mark.parametrize("seats", [("me", "bot:1"), ("bot:1", "me"), ("me", "me")])
def test_the_record_is_compared_with_what_the_browser_kept(page: Page, seats: tuple[str, ...]) -> None:
    id = played_here(page, *seats)
    page.goto(f"/fair-dice/{id}")
    expect(page.locator("#kept")).to_contain_text("The record has the same.")
    expect(page.locator("#verdict")).to_contain_text("The hashes fit")
    expect(page.locator(".draws")).to_contain_text(
        f"the random number that this browser added, seat {1 + seats.index('me')}"
    )
    expect(page.locator(".draws .wrong")).to_have_count(0)


def test_a_record_that_is_forged_in_all_its_parts_is_found(page: Page, browser: Browser, address: str) -> None:
    id = played_here(page, "me", "bot:1")
    record = forged(page.request.get(f"/api/tables/{id}/draws").json())
    stranger = browser.new_context(base_url=address, locale="en-GB").new_page()
    show_record(stranger, id, record)
    expect(stranger.locator("#verdict")).to_contain_text("The hashes fit")  # nobody else could know
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
    draws = [draw | {"drawn": drawn(dice, draw["weights"], draw["link"])} for draw in told["draws"]]
    show_record(page, id, told | {"draws": draws})
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


# ── Hash chains ───────────────────────────────────────────────────────────────────────────────────


def told_draws(page: Page, id: str) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"/api/tables/{id}/draws").json()
    return found


@pytest.mark.parametrize("seats", [("me", "bot:1"), ("me", "me")])
def test_the_page_adds_a_link_to_every_draw_of_its_actions(page: Page, seats: tuple[str, ...]) -> None:
    id = played_here(page, *seats, clicks=20)
    told = told_draws(page, id)
    own = [draw for draw in told["draws"] if draw["seat"] >= 0 and seats[draw["seat"]] == "me"]
    assert own
    assert all(draw["link"] for draw in own)
    page.goto(f"/fair-dice/{id}")
    expect(page.locator("#verdict")).to_contain_text("The hashes fit")
    expect(page.locator(".draws")).to_contain_text("the hash chain that this browser made, seat 1")
    expect(page.locator(".draws")).to_contain_text("by the seed alone")  # the draw before the first action
    expect(page.locator(".draws .wrong")).to_have_count(0)


def test_a_server_that_leaves_our_links_out_is_found(page: Page) -> None:
    """So that it could foresee our draws; all the rest of its record fits."""
    id = played_here(page, "me", "bot:1", clicks=20)
    told = told_draws(page, id)
    lost = [draw for draw in told["draws"] if draw["link"]]
    dice = FairDice(bytes.fromhex(told["seed"]), told["table"], [bytes.fromhex(nonce) for nonce in told["nonces"]])
    draws = [draw | {"link": "", "drawn": drawn(dice, draw["weights"], "")} for draw in told["draws"]]
    show_record(page, id, told | {"draws": draws, "chains": {}})
    expect(page.locator("#verdict")).to_contain_text(f"Wrong: {len(lost)}.")
    expect(page.locator(".draws .wrong").first).to_contain_text("the link that this browser told with action")


def test_a_link_that_is_not_of_the_chain_is_found(page: Page) -> None:
    id = played_here(page, "me", "me", clicks=20)
    told = told_draws(page, id)
    number, rigged = next((n, draw) for n, draw in enumerate(told["draws"]) if draw["link"])
    dice = FairDice(bytes.fromhex(told["seed"]), told["table"], [bytes.fromhex(nonce) for nonce in told["nonces"]])
    dice.draws = number
    told["draws"][number] = rigged | {"link": "5a" * 32, "drawn": drawn(dice, rigged["weights"], "5a" * 32)}
    show_record(page, id, told)
    expect(page.locator("#verdict")).to_contain_text("Wrong: 1.")


def test_two_tabs_a_new_page_and_a_lost_connection_go_on_with_the_chain(page: Page) -> None:
    match = open_match(page.context, "coin-age", ["me", "me"])
    sit_down(page, match)
    assert play_on(page, random.Random(4), 3) is False
    other = page.context.new_page()
    other.goto(f"/table/{match.id}")
    assert play_on(other, random.Random(5), 3) is False
    page.reload()
    assert play_on(page, random.Random(6), 3) is False
    page.evaluate(
        """() => {
          klatsch.selection.act(klatsch.screen.actions[0][0]);
          klatsch.socket.socket.close();  // before the answer: the same command, with its link, is sent again
        }"""
    )
    assert play_on(page, random.Random(7), 3) is False
    assert page.request.post(f"/api/tables/{match.id}/resign", data={}).ok
    draws = told_draws(page, match.id)["draws"]
    assert [bool(draw["link"]) for draw in draws] == [draw["seat"] >= 0 for draw in draws]


def test_a_link_that_was_taken_is_never_told_again(page: Page) -> None:
    """A server that was restored from an older back-up would draw the same again, and everybody would know it."""
    match = open_match(page.context, "coin-age", ["me", "me"])
    sit_down(page, match)
    next_link = (
        "(link) => import('/static/lib/stored_dice.js').then((dice) => dice.nextLink(klatsch.facts.match, link))"
    )
    first = page.evaluate(next_link, {"seat": 0, "link": 1})["link"]
    assert page.evaluate(next_link, {"seat": 0, "link": 1})["link"] == first  # as long as it wasn't taken
    page.evaluate(
        "(link) => import('/static/lib/stored_dice.js').then((dice) => dice.linkUsed(klatsch.facts.match, link))",
        {"seat": 0, "link": 1},
    )
    assert page.evaluate(next_link, {"seat": 0, "link": 1}) == {}
    assert hashed(page.evaluate(next_link, {"seat": 0, "link": 2})["link"], 1) == first


def test_the_page_says_what_only_the_rules_can_check(page: Page) -> None:
    """Weights that were made to fit pass its arithmetic: `klatsch verify --draws` finds them."""
    id = finished_match(page)
    page.request.post(f"/api/tables/{id}/resign", data={})
    page.goto(f"/fair-dice/{id}")
    expect(page.locator("#verdict")).to_contain_text("by the outcomes and weights that the server names")
    expect(page.get_by_text("a server could have made them fit")).to_be_visible()
    expect(page.locator("pre").last).to_have_text(
        f"klatsch verify coin-age-{id}.replay --draws coin-age-{id}.draws.json"
    )
    with page.expect_download() as got:
        page.get_by_role("link", name="Download the draws").click()
    assert got.value.suggested_filename == f"coin-age-{id}.draws.json"
