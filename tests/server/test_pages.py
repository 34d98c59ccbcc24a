"""The pages as HTML: every one has a title and an address that can be shared; cards and forms tell all they should."""

from __future__ import annotations

import re
import sqlite3
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from klatsch.games import GAMES
from klatsch.language import LANGUAGES, from_to
from klatsch.server.commands import COMMANDS

from serving import Visitor

NONCE = "ab" * 16
STATIC = Path("src/klatsch/server/static")
SHARED = """
/ /tables/open /tables/watch /people/{person} /leaderboard /leaderboard/choco /rules /rules/choco /open/choco
/table/{running} /table/{over} /replay/{over} /fair-dice/{over} /fair-dice/{running} /api /sign-in /sign-up
""".split()
OWN = ["/me", "/tables/mine", "/table/{waiting}/invite"]


def furnished(client: TestClient) -> dict[str, str]:
    """A table that waits, one that runs, one that is over, and who plays there."""
    names = {}
    for name, game, seats in (
        ("waiting", "coffee-chess", ["me", "invited"]),
        ("running", "choco", ["me", "me"]),
        ("over", "coin-age", ["me", "me"]),
    ):
        names[name] = str(client.post("/api/tables", json={"game": game, "seats": seats}).json()["id"])
        client.post(f"/api/tables/{names[name]}/ready", json={"nonce": NONCE})
    client.post(f"/api/tables/{names['over']}/resign", json={})
    return names | {"person": str(client.get("/api/me").json()["id"])}


def title_of(text: str) -> str:
    found = re.search("<title>(.+?)</title>", text)
    assert found, text[:200]
    return unescape(found[1])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_has_a_title_of_its_own_and_can_be_loaded_again(somebody: Visitor, lang: str) -> None:
    client = somebody()
    names = furnished(client)
    client.cookies.set("lang", lang)
    titles: dict[str, str] = {}
    for path in SHARED[:-2] + OWN:
        texts = [client.get(path.format(**names), follow_redirects=False) for _ in range(2)]
        assert [text.status_code for text in texts] == [200, 200], path
        titles[path] = title_of(texts[0].text)
        assert title_of(texts[1].text) == titles[path]
        assert "<h1" in texts[0].text, path
        assert f'lang="{lang}"' in texts[0].text
    assert titles.pop("/") == "Klatsch"
    assert all(title.endswith(" · Klatsch") for title in titles.values()), titles
    alone = [title for path, title in titles.items() if "{" not in path]
    assert len(set(alone)) == len(alone), alone
    assert "Coin Age" in titles["/replay/{over}"]


def test_an_address_can_be_given_to_anybody(somebody: Visitor) -> None:
    names = furnished(somebody())
    stranger = somebody()
    for path in SHARED:
        assert stranger.get(path.format(**names), follow_redirects=False).status_code == 200, path
    for path in OWN:  # what is one's own leads elsewhere, not to an error
        assert stranger.get(path.format(**names), follow_redirects=True).status_code == 200, path


# ── The lobby's cards and the form of an open table ───────────────────────────────────────────────


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_for_every_game_with_one_primary_button(somebody: Visitor, lang: str) -> None:
    client = somebody()
    cards = client.get(f"/?lang={lang}").text.split("<article")[1:]
    facts = client.get(f"/api/games?lang={lang}").json()
    assert len(cards) == len(facts) == len(GAMES)
    for card, game in zip(cards, facts, strict=True):
        assert f'src="/art/small/{game["name"]}.svg' in card
        assert escape(game["title"]) in card
        assert escape(game["about"]) in card
        assert f">{from_to(game['minutes'].values())} min</span>" in card
        assert "●" * game["complexity"] + "○" * (5 - game["complexity"]) in card
        assert ("–".join(str(game["seats"][place]) for place in (0, -1)) if len(game["seats"]) > 1 else "2") in card
        assert card.count('class="primary"') == 1
        assert [word for word in ("play", "friend", "pass") if f'data-way="{word}"' in card] == [
            "play",
            "friend",
            "pass",
        ]
        picture = client.get(f"/art/small/{game['name']}.svg?lang={lang}")
        assert picture.text.startswith("<svg")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_is_asked_and_every_ruling_explained(somebody: Visitor, game: str, lang: str) -> None:
    client = somebody()
    text = client.get(f"/open/{game}?lang={lang}").text
    facts = next(each for each in client.get(f"/api/games?lang={lang}").json() if each["name"] == game)
    assert facts["options"]
    for option in facts["options"]:
        assert escape(option["question"]) in text
        for value, words in option.get("values", {}).items():
            assert f'value="{value}"' in text
            assert escape(words) in text
            if option["kind"] == "choice":
                assert words.endswith("."), words  # a sentence


@pytest.mark.parametrize("game", GAMES)
def test_the_form_tells_how_long_a_game_takes(somebody: Visitor, game: str) -> None:
    client = somebody()
    text = client.get(f"/open/{game}").text
    facts = next(each for each in client.get("/api/games").json() if each["name"] == game)
    assert f">About {facts['minutes'][str(facts['usual_seats'])]} min</p>" in text


# ── People ────────────────────────────────────────────────────────────────────────────────────────


def test_passwords_and_recovery_codes_are_kept_by_argon2_only(somebody: Visitor, tmp_path: Path) -> None:
    answer = somebody().post("/api/me/sign-up", json={"name": "Zoë", "password": "espresso forte"})
    database = sqlite3.connect(tmp_path / "klatsch.sqlite3")
    [(password, recovery)] = database.execute("SELECT password, recovery FROM persons WHERE name = 'Zoë'").fetchall()
    everything = "\n".join(database.iterdump())
    database.close()
    assert password.startswith("$argon2id$")
    assert recovery.startswith("$argon2id$")
    assert "espresso forte" not in everything
    assert answer.json()["recovery_code"] not in everything


# ── What the page can do, a program can ───────────────────────────────────────────────────────────


def test_every_command_of_the_page_is_a_documented_path(somebody: Visitor) -> None:
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in STATIC.rglob("*.js"))
    asked = set(re.findall(r"""\b(?:ask|tell)\(\s*"(\w+)\"""", scripts))
    assert {"play", "undo", "join", "ready", "chat", "resign", "rematch", "at", "why", "hint"} <= asked
    assert asked <= set(COMMANDS)
    paths: dict[str, Any] = somebody().get("/api/openapi.json").json()["paths"]
    assert {f"/api/tables/{{id}}/{name}" for name in COMMANDS} <= set(paths)
    forms = set(re.findall(r"""form\(\s*f?"(/api/[^"]+)\"""", Path("src/klatsch/server/pages/people.py").read_text()))
    assert "/api/me/sign-up" in forms
    assert forms <= set(paths)


@pytest.mark.parametrize("path", ["/sign-in", "/sign-up", "/me"])
def test_no_form_can_put_a_password_into_an_address(somebody: Visitor, path: str) -> None:
    """A click before the script is there sends a form as it stands: never by GET."""
    client = somebody()
    client.post("/api/me", json={})
    forms = re.findall(r"<form\b[^>]*>", client.get(path).text)
    assert forms
    assert all('method="post"' in form for form in forms)
