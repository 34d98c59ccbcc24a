"""Take the README's screenshots of the table in Chromium: uv run python -m website.screenshots"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from website import ROOT
from website.pictures import PICTURES

sys.path.insert(0, str(ROOT / "tests"))

from browser.conftest import CHROMIUM

from serving import serving
from sitting import open_match, play_on, sit_down, wait_for_turn


def take(browser: Browser, address: str, name: str, game: str, size: tuple[int, int], dark: bool, clicks: int) -> None:
    context = browser.new_context(
        base_url=address,
        viewport=ViewportSize(width=size[0], height=size[1]),
        locale="en-GB",
        color_scheme="dark" if dark else "light",
    )
    context.add_init_script("localStorage['klatsch-auto-end'] = 'no'")
    page = context.new_page()
    sit_down(page, open_match(context, game))
    play_on(page, random.Random(4), clicks)
    wait_for_turn(page)
    page.evaluate("klatsch.actionPanel.dismiss()")
    page.wait_for_timeout(1500)  # until all lies still
    page.screenshot(path=PICTURES / name)
    context.close()


if __name__ == "__main__":
    with serving(Path(tempfile.mkdtemp()), "--bot-pause", "0.02") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        take(browser, address, "table-choco.png", "choco", (1280, 800), dark=False, clicks=22)
        take(browser, address, "table-phone.png", "coffee-chess", (390, 844), dark=True, clicks=30)
