"""A lab report for everybody: axe finds nothing, and nothing is wider than a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from klatsch.core import registry
from klatsch.lab import compare
from klatsch.lab.report import report
from klatsch.lab.report_data import ReportData
from klatsch.lab.run_games import Variant, make_setting, play
from klatsch.lab.skill import play_ladder

from sitting import DESKTOP, PHONE


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with everything in it."""
    game = registry.load("coin-age")
    setting = make_setting(game, 2, ["search:sims=2"], 1, None)
    variants = compare.variants_of(setting, game, ["map=volcano"], {})
    base, *others = play([Variant(setting), *variants], 4)
    rated = play_ladder(setting, ("random", "search:sims=2"), 2, workers=1, ray=None, results=None)
    compared = compare.compare(base, variants, others, game.definition.sides(2))
    file = tmp_path_factory.mktemp("lab") / "report.html"
    file.write_text(report(ReportData(game, setting, base, compared, rated, "en", "A note.", "klatsch lab")), "utf-8")
    return file


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_is_for_everybody(browser: Browser, page_file: Path, scheme: str) -> None:
    size = PHONE if scheme == "dark" else DESKTOP
    context = browser.new_context(viewport=size, color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    page.goto(page_file.as_uri())
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    found = Axe().run(page)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    context.close()
    assert found.violations_count == 0, found.generate_report()
    assert wide <= 0
