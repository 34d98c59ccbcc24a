"""A real Chromium and a real server for the tests of the pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from serving import serving, some_address
from sitting import DESKTOP

# The same engine without the window around it, where there is one: half the processor time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None and not os.environ.get("KLATSCH_NO_SKIP"):
                item.add_marker(
                    pytest.mark.skip(reason="chromium is not installed: apt-get install chromium-headless-shell")
                )


@pytest.fixture(scope="session")
def server_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its database."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def address(server_data: Path) -> Iterator[str]:
    with serving(server_data, "--bot-pause", "0.02", "--absent-after", "1") as found:
        yield found


@pytest.fixture(scope="module")  # Playwright's event loop runs as long: other modules' tests need their own
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        new_context = launched.new_context

        def from_elsewhere(**wanted: Any) -> BrowserContext:
            made = new_context(extra_http_headers={"X-Forwarded-For": some_address()}, **wanted)
            # Turns end when a test says so.
            made.add_init_script("localStorage['klatsch-auto-end'] ??= 'no'")
            return made

        launched.new_context = from_elsewhere  # type: ignore[method-assign]
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Somebody new, on a desktop."""
    made = browser.new_context(base_url=address, viewport=DESKTOP, locale="en-GB")
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    found = context.new_page()
    found.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return found
