"""The lobby: five tables with a game in progress drawn on each, one button each."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from klatsch.core.definition import Say
from klatsch.games import GAMES
from klatsch.language import LANGUAGES
from klatsch.server.facts import game_facts, showcase
from klatsch.server.html import Safe, tag
from klatsch.server.live import WORDS
from klatsch.server.pages.layout import page
from klatsch.server.visitors import LANGUAGE_COOKIE, Language, Visitor

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
async def lobby(request: Request, person: Visitor, lang: Language) -> str:
    say = WORDS.say(lang)
    cards = [card(name, lang, say) for name in GAMES]
    return page(
        request,
        "",
        tag("h1", say("lobby.title")),
        tag("div", cards, class_="cards"),
        person=person,
        scripts=("lobby.js",),
        kind="lobby",
    )


def card(name: str, lang: str, say: Say) -> Safe:
    facts = game_facts(name, lang)
    return tag(
        "article",
        tag("img", src=f"/art/{name}.svg", alt="", loading="lazy"),
        tag("h2", facts["title"]),
        tag("p", facts["about"]),
        tag("button", say("lobby.play_now"), data_play=name, data_seats=facts["usual_seats"], class_="primary"),
        class_="card",
    )


@router.get("/art/{name}.svg")
async def art(name: str, lang: Language) -> Response:
    """The game in progress that the lobby shows."""
    return Response(showcase(name, lang), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


@router.get("/language/{lang}")
async def choose_language(lang: str, back: str = "/") -> Response:
    target = back if back.startswith("/") and not back.startswith("//") else "/"
    response = RedirectResponse(target, 303)
    if lang in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, lang, max_age=400 * 86400, samesite="lax")
    return response
