"""Every game, played whole in the browser by what the board offers: by mouse, by keys, by touch, in all languages.

Of the two long games only the beginning is played by clicks and the rest over the page's own line; with -m long all.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from typer.testing import CliRunner

from klatsch.cli.app import app
from klatsch.core import registry
from klatsch.core.game import OPEN
from klatsch.language import parts_of, read_catalogue
from klatsch.match.match import Match
from klatsch.match.verify import verify_bytes
from klatsch.server.words import WORDS

from sitting import PHONE, USUAL_SEATS, finish, open_match, play_on, sit_down, update_sizes, wait_for_turn

CLICKS = {"choco": 15, "chocolate-coin": 12}
WHOLE_GAME = 2000
USUAL_UPDATE, LARGEST_UPDATE = 15_000, 40_000


@pytest.mark.parametrize("game", USUAL_SEATS)
def test_a_whole_game_against_bots(page: Page, game: str, tmp_path: Path) -> None:
    sizes = update_sizes(page)
    match = open_match(page.context, game)
    sit_down(page, match)
    if not play_on(page, random.Random(1), CLICKS.get(game, WHOLE_GAME)):
        finish(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator(".place.p1").first).to_be_visible()
    assert len(sizes) > 3  # a game may be over soon
    assert median(sizes) < USUAL_UPDATE, sorted(sizes)
    assert max(sizes) < LARGEST_UPDATE, sorted(sizes)
    check_record(page, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("size", [(1440, 900), (390, 664)], ids=str)
@pytest.mark.parametrize("game", USUAL_SEATS)
def test_a_whole_game_by_clicks_wide_and_on_a_phone(page: Page, game: str, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    sit_down(page, open_match(page.context, game))
    assert play_on(page, random.Random(2), WHOLE_GAME)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(page.locator(".place.p1").first).to_be_visible()


# ── The record ────────────────────────────────────────────────────────────────────────────────────


def check_record(page: Page, folder: Path) -> None:
    """What is downloaded passes `klatsch verify`, and tells the score sheet and the result that the page shows."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    path = folder / "game.txt"
    download.value.save_as(path)
    verified = CliRunner().invoke(app, ["verify", str(path)])
    assert verified.exit_code == 0, verified.output
    table = verify_bytes(path.read_bytes()).match
    assert table.outcome is not None
    assert sheet_shown(page) == sheet_of(table)
    say = table.say_to(page.evaluate("klatsch.own[0].seat"))
    expect(page.locator("#result")).to_contain_text(say(table.outcome.reason))
    for place, seats in enumerate(table.outcome.ranking, start=1):
        for seat in seats:
            expect(page.locator(f"[data-seat='{seat}'] .place")).to_have_text(f"{place}.")


def sheet_shown(page: Page) -> list[list[str]]:
    """The cells of the score sheet, row by row, without the names before them."""
    rows = page.locator("#tally tbody tr")
    return [rows.nth(at).locator("td").all_inner_texts() for at in range(rows.count())]


def sheet_of(table: Match) -> list[list[str]]:
    definition = table.game.definition
    say = definition.words.say("en")
    sheet = definition.tally(table.view_after(len(table.entries), OPEN if table.over else 0), say)
    names = [say(name) for name in definition.seat_names(table.game, table.seats)]
    named = any(row[0] == name for row, name in zip(sheet.rows, names, strict=True))
    return [[str(cell) for cell in row[1 if named else 0 :]] for row in sheet.rows]


def test_the_figures_of_the_seats_run_along(page: Page) -> None:
    match = open_match(page.context, "coin-age", ["me", "me"])
    sit_down(page, match)
    seen = []
    for number in range(4):
        play_on(page, random.Random(number), 4)
        table = verify_bytes(page.request.get(f"/api/tables/{match.id}/replay").body()).match
        seen.append([seat.locator("dd").all_inner_texts() for seat in page.locator("#seats .seat").all()])
        sheet = table.game.definition.tally(
            table.view_after(len(table.entries), 0), table.game.definition.words.say("en")
        )
        assert seen[-1] == [[str(row[column]) for column in sheet.seated or ()] for row in sheet.rows]
    assert len({str(sheet) for sheet in seen}) > 1


# ── By keys, by touch ─────────────────────────────────────────────────────────────────────────────


def test_a_whole_game_by_keyboard_only(page: Page) -> None:
    sit_down(page, open_match(page.context, "coin-age"))
    rng = random.Random(4)
    for _ in range(400):
        if not wait_for_turn(page):
            break
        for _ in range(rng.randint(1, 3)):
            page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        page.keyboard.press("Enter")
    expect(page.locator("#table[data-status=over]")).to_be_attached()
    expect(page.locator("#announcer")).to_contain_text(page.locator("#prompt").inner_text())
    page.keyboard.press("ArrowUp")
    expect(page.locator("#choices :focus")).to_be_visible()


def test_a_whole_game_on_a_phone_by_touch(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")
    page = context.new_page()
    sit_down(page, open_match(context, "four-armies"))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert play_on(page, random.Random(5), WHOLE_GAME, touch=True)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    context.close()


# ── In other languages ────────────────────────────────────────────────────────────────────────────

SAID = """() => [...document.querySelectorAll(
  "#prompt, #choices > *, #tools button span:last-child, #log li, #subtitle, .who *, .figures dt, #manners button," +
  " #tally th, #note p, [role=tab], .foot a, .bar nav a"
)].map((element) => element.textContent.trim()).filter(Boolean)"""


@pytest.mark.parametrize(("lang", "game"), [("pt", "coin-age"), ("ro", "four-armies")])
def test_a_whole_game_in_another_language(browser: Browser, address: str, lang: str, game: str) -> None:
    context = browser.new_context(base_url=address, locale=lang)
    page = context.new_page()
    sit_down(page, open_match(context, game))
    expect(page.locator("html")).to_have_attribute("lang", lang)
    said: set[str] = set()
    over = False
    for number in range(WHOLE_GAME):
        if over:
            break
        said |= set(page.evaluate(SAID))
        over = play_on(page, random.Random(number), 4)
    said |= set(page.evaluate(SAID))
    context.close()
    assert over
    assert len(said) > 40
    english = {words: pattern for words in said for pattern in english_patterns(game, lang) if pattern.fullmatch(words)}
    assert not english


def english_patterns(game: str, lang: str) -> list[re.Pattern[str]]:
    """Every English sentence of the game and of the page that reads otherwise in that language."""
    found = []
    for folder in (registry.definition(game).folder, WORDS.folder):
        theirs = read_catalogue(folder, lang)
        for id, words in read_catalogue(folder, "en").items():
            written = [part for part in parts_of(words) if isinstance(part, str)]
            if len(re.findall(r"\w", "".join(written))) < 4:
                continue  # hardly more than its arguments: it would fit anything
            if not shape(theirs[id]).fullmatch("x".join(written)):
                found.append(shape(words))
    return found


def shape(sentence: str) -> re.Pattern[str]:
    """What a sentence may look like with its arguments in it."""
    parts = parts_of(sentence)
    return re.compile("".join(re.escape(part) if isinstance(part, str) else ".+?" for part in parts))


def test_english_would_be_found() -> None:
    """The check of the languages can fail."""
    patterns = english_patterns("coin-age", "pt")
    assert any(pattern.fullmatch("Unrated") for pattern in patterns)
    assert any(pattern.fullmatch("Watching: 3") for pattern in patterns)
    assert not any(pattern.fullmatch("Público: 3") for pattern in patterns)
