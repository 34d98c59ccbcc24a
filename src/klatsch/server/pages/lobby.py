"""The lobby: a card for each game with a position drawn on it, and the lists of tables."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from klatsch.bots.level_bot import LEVELS
from klatsch.core import registry
from klatsch.core.definition import Say
from klatsch.game_facts import GameFacts, game_facts
from klatsch.games import GAMES
from klatsch.language import LANGUAGES, from_to
from klatsch.night_colours import night_colours, style_sheet
from klatsch.server.http.auth import LANGUAGE_COOKIE, NOBODY, Language, TheServer, Visitor
from klatsch.server.http.cookies import SECONDS
from klatsch.server.pages.html import Safe, tag
from klatsch.server.pages.layout import THEME_COOKIE, THEMES, page, themed_picture
from klatsch.server.pages.lists import all_lists, table_row
from klatsch.server.pages.pictures import packed_picture
from klatsch.server.storage import match_lists
from klatsch.server.words import WORDS

router = APIRouter()
USUAL_LEVEL = 3
MOST_AWAITED = 2
HARDEST = 5
A_WHILE = {"Cache-Control": "public, max-age=3600"}


@router.get("/", response_class=HTMLResponse)
async def lobby(request: Request, server: TheServer, person: Visitor, lang: Language) -> str:
    say = WORDS.say(lang)
    return page(
        request,
        "",
        tag(
            "div",
            tag("div", tag("h1", say("lobby.title")), tag("p", say("lobby.welcome")), class_="greeting"),
            level_slider(say),
            class_="top",
        ),
        await awaited(server, person.id, lang),
        tag(
            "div",
            [card(request, name, lang, say) for name in GAMES],
            tag("aside", await all_lists(server, person.id, lang), id="lists", aria_label=say("lobby.tables")),
            class_="cards",
        ),
        person=person,
        scripts=("lobby.js",),
        styles=("lobby.css",),
        kind="lobby",
    )


async def awaited(server: TheServer, person: str, lang: str) -> Safe | None:
    """Tables where the others wait for this person: before anything else."""
    mine = await match_lists.listing(server.storage, "mine", person, most=MOST_AWAITED)
    rows = [table_row(row, WORDS.say(lang)) for row in mine.rows if row.your_turn]
    return tag("ul", rows, class_="rows awaited") if rows else None


def level_slider(say: Say) -> Safe:
    words = [say(f"level.{level}") for level in LEVELS]
    return tag(
        "div",
        tag("label", say("lobby.level"), for_="level"),
        tag(
            "input",
            type="range",
            id="level",
            min=LEVELS[0],
            max=LEVELS[-1],
            value=USUAL_LEVEL,
            data_words="|".join(words),
        ),
        tag("output", words[USUAL_LEVEL - 1], id="level-words", for_="level"),
        class_="level",
    )


# ── A game's card ─────────────────────────────────────────────────────────────────────────────────


def card(request: Request, name: str, lang: str, say: Say) -> Safe:
    facts = game_facts(name, lang)
    return tag(
        "article",
        themed_picture(request, f"/art/small/{name}.svg?lang={lang}", alt="", width=400, height=300),
        tag(
            "div",
            tag("h2", facts.title),
            fact_line(facts, say),
            tag("p", facts.about),
            tag("p", facts.reconstruction, class_="soft") if facts.reconstruction else None,
            tag(
                "div",
                way("play", facts, say("lobby.play_now"), "primary", f"{say('lobby.play_now')}: {facts.title}"),
                more(facts, say),
                class_="ways",
            ),
            class_="about",
        ),
        class_="card",
        id=name,
    )


def fact_line(facts: GameFacts, say: Say) -> Safe:
    hard = facts.complexity
    return tag(
        "p",
        tag("span", say("lobby.players", seats=from_to(facts.seats))),
        tag("span", say("lobby.minutes", minutes=from_to(facts.minutes.values()))),
        tag(
            "span",
            "●" * hard + "○" * (HARDEST - hard),
            role="img",
            aria_label=say("lobby.complexity", hard=hard, hardest=HARDEST),
            class_="dots",
        ),
        class_="facts",
    )


def way(kind: str, facts: GameFacts, words: str, class_: str | None = None, label: str | None = None) -> Safe:
    """A button that makes a table at once."""
    return tag(
        "button",
        words,
        type="button",
        data_way=kind,
        data_game=facts.name,
        data_seats=facts.usual_seats,
        class_=class_,
        aria_label=label,
    )


def more(facts: GameFacts, say: Say) -> Safe:
    return tag(
        "details",
        tag("summary", say("lobby.more"), aria_label=f"{say('lobby.more')}: {facts.title}"),
        tag(
            "div",
            way("friend", facts, say("lobby.friend")),
            way("pass", facts, say("lobby.pass")),
            tag("a", say("lobby.open_table"), href=f"/open/{facts.name}"),
            tag("a", say("position.title"), href=f"/position/{facts.name}"),
            tag("a", say("lobby.rules"), href=f"/rules/{facts.name}"),
            class_="menu",
        ),
        class_="more",
    )


# ── Pictures and languages ────────────────────────────────────────────────────────────────────────


@router.get("/art/small/{name}.svg")
async def small_art(request: Request, name: str, lang: Language, theme: str = "") -> Response:
    """The board of the game in progress that the lobby shows."""
    picture = await asyncio.to_thread(packed_picture, name, lang, for_lobby=True, dark=theme == "dark")
    return picture.response(request.headers, A_WHILE)


@router.get("/art/{name}.svg")
async def art(request: Request, name: str, lang: Language, theme: str = "") -> Response:
    """The whole drawing of that game."""
    picture = await asyncio.to_thread(packed_picture, name, lang, for_lobby=False, dark=theme == "dark")
    return picture.response(request.headers, A_WHILE)


@router.get("/night/{name}.css")
async def night(name: str) -> Response:
    """The colours of a game's board in the dark theme."""
    sheet = style_sheet(night_colours(registry.definition(name)))
    return Response(sheet, media_type="text/css", headers=A_WHILE)


@router.get("/theme/{theme}")
async def choose_theme(server: TheServer, theme: str, back: str = "/") -> Response:
    response = RedirectResponse(safe_target(back), 303)
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=SECONDS, samesite="lax", secure=server.settings.secure)
    else:
        response.delete_cookie(THEME_COOKIE)
    return response


def safe_target(back: str) -> str:
    """Where to go back to: a page of ours."""
    return back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"


@router.get("/language/{lang}")
async def choose_language(server: TheServer, person: Visitor, lang: str, back: str = "/") -> Response:
    response = RedirectResponse(safe_target(back), 303)
    if lang in LANGUAGES:
        secure = server.settings.secure
        response.set_cookie(LANGUAGE_COOKIE, lang, max_age=SECONDS, samesite="lax", secure=secure)
        if person is not NOBODY:  # mail comes in that language too
            await server.people.change(person, lang=lang)
    return response
