"""After the game and away from it: result and reason, score sheet, turning points."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from sitting import get_account, open_match


def given_up(page: Page, game: str) -> str:
    """A game of all seats on this device, given up after some decisions."""
    match = open_match(page.context, game, ["me", "me"])
    assert page.request.post(f"/api/tables/{match.id}/ready", data={"nonce": "ab" * 16}).ok
    for _ in range(6):
        shown = page.request.get(f"/api/tables/{match.id}").json()
        if "actions" in shown:
            page.request.post(f"/api/tables/{match.id}/play", data={"action": shown["actions"][0][0]})
    assert page.request.post(f"/api/tables/{match.id}/resign", data={}).ok
    return match.id


@pytest.mark.parametrize("game", ["coin-age", "choco"])
def test_the_result_has_its_reason_and_a_score_sheet(page: Page, game: str) -> None:
    id = given_up(page, game)
    shown = page.request.get(f"/api/tables/{id}").json()
    assert shown["result"]["reason"].endswith(".")
    for path in (f"/table/{id}", f"/replay/{id}"):
        page.goto(path)
        expect(page.get_by_text(shown["result"]["reason"]).first).to_be_visible()
        expect(page.locator("#tally table tbody tr")).to_have_count(2)
        expect(page.locator("#tally caption")).to_have_text("Score sheet")


def test_turning_points_lead_to_their_positions(page: Page) -> None:
    id = given_up(page, "coin-age")
    lines = page.request.get(f"/api/tables/{id}").json()["log"]
    found = page.request.get(f"/api/tables/{id}/analysis").json()
    assert found["svg"].startswith("<svg")
    turning = [{"event": lines[at][0], "words": f"Turning point {at}"} for at in (1, 3)]
    page.route("**/analysis", lambda route: route.fulfill(json=found | {"turning": turning}))
    page.goto(f"/replay/{id}")
    expect(page.locator("#graph svg")).to_be_visible()
    for at in (1, 3):
        page.get_by_role("button", name=f"Turning point {at}").click()
        expect(page.locator("#replay")).to_have_attribute("data-position", str(at + 1))


def test_the_form_of_an_open_table_survives_a_reload(page: Page) -> None:
    get_account(page.context)
    page.goto("/open/coin-age")
    page.get_by_label("Days for every turn").check()
    page.locator("select[name=days]").select_option("7")
    page.get_by_label("Rated").check()
    page.reload()
    expect(page.get_by_label("Days for every turn")).to_be_checked()
    expect(page.locator("select[name=days]")).to_be_visible()
    expect(page.locator("select[name=days]")).to_have_value("7")
    expect(page.get_by_label("Rated")).to_be_checked()
