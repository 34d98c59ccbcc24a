"""The first page opens."""

from playwright.sync_api import Page


def test_the_lobby_opens(page: Page) -> None:
    page.goto("/")
    assert page.title() == "Klatsch"
