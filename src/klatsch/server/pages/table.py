"""The table: the board, the prompt under it, and beside it seats, log, chat and rules."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.server.html import Safe, tag
from klatsch.server.live import WORDS
from klatsch.server.pages.layout import page
from klatsch.server.visitors import Language, TheHouse, Visitor

router = APIRouter()


@router.get("/table/{id}", response_class=HTMLResponse)
async def table(request: Request, id: str, house: TheHouse, person: Visitor, lang: Language) -> str:
    live = await house.tables.get(id)
    say = WORDS.say(lang)
    state = live.game.new(len(live.seats)) if live.table is None else live.table.state_after(0)
    drawing = house.hub.artist.draw(live.game, state.view(-3), lang)
    board = Safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.height}" id="board">'
        f"<defs>{drawing.definitions}</defs>"
        f'<g class="board">{drawing.board}</g><g class="pieces" id="pieces"></g></svg>'
    )
    return page(
        request,
        live.game.definition.title,
        tag("div", board, class_="board-frame", data_match=id),
        tag("p", say("table.connecting"), id="prompt", aria_live="polite"),
        person=person,
        scripts=("table.js",),
        kind="table",
    )
