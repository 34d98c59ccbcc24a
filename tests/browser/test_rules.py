"""Rules and the guide for programs: in every language, with an address for every clause."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from klatsch.core import registry
from klatsch.games import GAMES
from klatsch.rulebook import clauses, rules_text


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_an_address(page: Page, game: str) -> None:
    page.goto(f"/rules/{game}")
    definition = registry.definition(game)
    expected = [f"rule-{number}" for number in clauses(rules_text(definition))]
    assert page.locator(".clause").evaluate_all("all => all.map(each => each.id)") == expected
    page.goto(f"/rules/{game}#{expected[-1]}")
    expect(page.locator(f"[id='{expected[-1]}']")).to_be_in_viewport()
    options = page.locator(".options dt")
    expect(options).to_have_count(len(definition.options))


def test_rules_in_the_language_of_the_page(page: Page) -> None:
    page.goto("/rules/coffee-chess")
    page.get_by_role("link", name="Português").click()
    expect(page.locator("html")).to_have_attribute("lang", "pt")
    translated = clauses(rules_text(registry.definition("coffee-chess"), "pt"))["1.2"]
    expect(page.locator("[id='rule-1.2']")).to_contain_text(translated.split("\n")[0].split("*")[0])


def test_contents_lead_to_the_parts(page: Page) -> None:
    page.goto("/rules")
    page.get_by_role("link", name="Chocolate COIN").click()
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Options").click()
    expect(page.get_by_role("heading", name="Options")).to_be_in_viewport()


def test_programs_find_every_path(page: Page) -> None:
    page.goto("/api")
    paths = page.request.get("/api/openapi.json").json()["paths"]
    shown = " ".join(page.locator(".endpoint h3").all_text_contents())
    assert all(path in shown for path in paths)
    expect(page.get_by_role("heading", name="The socket of a table")).to_be_visible()


def test_a_page_that_is_not_there_leads_back(page: Page) -> None:
    page.goto("/nowhere")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    page.get_by_role("link", name="Back to the tables").click()
    expect(page).to_have_title("Klatsch")
