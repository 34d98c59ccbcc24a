"""The replay page: a slider, the result with its score sheet, the analysis, and what to do next."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from klatsch.core.definition import Say
from klatsch.core.game import OPEN
from klatsch.server.http.auth import Language, TheServer, Visitor
from klatsch.server.match.hosted_match import HostedMatch, Status
from klatsch.server.pages.html import Safe, tag
from klatsch.server.pages.layout import page
from klatsch.server.pages.table import STYLES, board_frame, first_drawing, packed, script_words, stage, view_tools
from klatsch.server.words import WORDS

router = APIRouter()


@router.get("/replay/{id}", response_class=HTMLResponse)
async def replay(request: Request, id: str, server: TheServer, person: Visitor, lang: Language) -> Response:
    hosted = await server.matches.get(id)
    if hosted.status != Status.OVER:
        return RedirectResponse(f"/table/{id}", 303)
    say = WORDS.say(lang)
    title = say("replay.title", game=hosted.game.definition.title)
    frame = tag(
        "div",
        stage(board_frame(first_drawing(server.connections.drawings, hosted, OPEN, lang), say), say),
        dock(hosted, say, lang),
        side(title, say),
        id="replay",
        class_="table replay",
        data_match=id,
        data_title=hosted.game.definition.title,
        data_person=person.id,
        data_words=packed(script_words(lang, "table") | script_words(lang, "replay")),
    )
    html = page(
        request,
        title,
        frame,
        person=person,
        scripts=("replay.js",),
        styles=(*STYLES, "replay.css"),
        kind="at-table",
        game=hosted.game.name,
    )
    return HTMLResponse(html)


def dock(hosted: HostedMatch, say: Say, lang: str) -> Safe:
    return tag(
        "section",
        tag("p", say("table.connecting"), id="prompt", aria_live="polite"),
        tag("input", id="slider", type="range", min=0, max=0, value=0, aria_label=say("replay.slider")),
        tag(
            "div",
            tag("div", steps(say), class_="steps"),
            viewers(hosted, say, lang),
            view_tools(say),
            class_="tool-row",
        ),
        id="dock",
        class_="dock",
        aria_label=say("replay.slider"),
    )


def steps(say: Say) -> list[Safe]:
    signs = {"first": "«", "back": "‹", "play": "▶", "on": "›", "last": "»"}
    return [
        tag("button", sign, id=f"step-{name}", title=say(f"replay.{name}"), aria_label=say(f"replay.{name}"))
        for name, sign in signs.items()
    ]


def viewers(hosted: HostedMatch, say: Say, lang: str) -> Safe | None:
    """From which seat to look; only where hands were hidden."""
    if not hosted.game.definition.hidden:
        return None
    named = hosted.game.definition.words.say(lang)
    seats = [tag("option", named(hosted.seat_name(seat)), value=seat) for seat in range(len(hosted.seats))]
    select = tag("select", tag("option", say("replay.open"), value=OPEN), seats, id="viewer")
    return tag("label", tag("span", say("replay.seen_by")), " ", select, class_="viewer")


def side(title: str, say: Say) -> Safe:
    graph = tag(
        "section",
        tag("h2", say("replay.analysis")),
        tag("div", say("replay.analysing"), id="graph", class_="graph soft"),
        tag("ul", id="turning", class_="turning"),
    )
    result = [tag("p", id="result", class_="result"), tag("div", id="links", class_="choices"), tag("div", id="tally")]
    log = tag("section", tag("h2", say("table.tab_log")), tag("ol", id="log", class_="log"), class_="log-section")
    return tag("aside", tag("header", tag("h1", title), class_="title"), *result, graph, log, class_="side")
