"""The page of a table: the board, the prompt under it, and beside it seats, log, chat and rules.

The page is a frame with the board in it; what changes during a match comes over the socket (static/table/table.js).
"""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.bots.bot_names import LEVEL_NAMES
from klatsch.core.definition import Say
from klatsch.core.options import Choice
from klatsch.drawing import FONT
from klatsch.language import read_catalogue
from klatsch.rulebook import rules_text
from klatsch.server.http.auth import Language, TheServer, Visitor
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.pages import markdown
from klatsch.server.pages.html import Child, Safe, tag
from klatsch.server.pages.layout import pace_words, page
from klatsch.server.screens.drawing_cache import DrawingCache
from klatsch.server.screens.page_drawing import PageDrawing, page_drawing
from klatsch.server.screens.screen import viewer_for
from klatsch.server.storage.downloads import OWN_BOARD, changed_options
from klatsch.server.words import WORDS

router = APIRouter()
TABS = ("result", "log", "chat", "rules", "more")
STYLES = ("board.css", "table.css", "side_panels.css")


@router.get("/table/{id}", response_class=HTMLResponse)
async def table(
    request: Request, id: str, server: TheServer, person: Visitor, lang: Language, invite: str | None = None
) -> str:
    hosted = await server.matches.get(id)
    say = WORDS.say(lang)
    title = hosted.game.definition.title
    drawing = first_drawing(server.connections.drawings, hosted, viewer_for(hosted, person.id), lang)
    frame = tag(
        "div",
        stage(board_frame(drawing, say, pieces=hosted.match is None), say),
        tag("section", id="seats", class_="players", aria_label=say("table.tab_seats")),
        dock(say),
        tag("div", id="note", class_="note", role="status"),
        side(hosted, say, lang),
        cover(say),
        keys_help(say),
        id="table",
        class_="table",
        data_match=id,
        data_title=title,
        data_commitment=hosted.commitment,
        data_person=person.id,
        data_host=person.id == hosted.host,
        data_invitations=packed({seat.number: seat.invitation for seat in hosted.seats if seat.invitation})
        if person.id == hosted.host
        else None,
        data_invite=invite,
        data_hidden=hosted.game.definition.hidden,
        data_shared=hosted.shared_screen,
        data_levels=packed(list(LEVEL_NAMES)),
        data_pace=pace_words(hosted.pace, say),
        data_words=packed(script_words(lang, "table")),
    )
    return page(
        request,
        title,
        frame,
        person=person,
        scripts=("table.js",),
        styles=STYLES,
        kind="at-table",
        game=hosted.game.name,
    )


def packed(data: object) -> str:
    return msgspec.json.encode(data).decode()


def script_words(lang: str, section: str) -> dict[str, str]:
    """A section of the catalogue for the page's script, English where a translation is missing."""
    found = {**read_catalogue(WORDS.folder, "en"), **read_catalogue(WORDS.folder, lang)}
    return {id.removeprefix(f"{section}."): text for id, text in found.items() if id.startswith(f"{section}.")}


# ── The board and what is under it ────────────────────────────────────────────────────────────────


def first_drawing(cache: DrawingCache, hosted: HostedMatch, viewer: int, lang: str) -> PageDrawing:
    """The position before anything happened."""
    if hosted.ending is not None:
        return hosted.ending.in_language(lang).drawing_at(0)
    view = hosted.first_state().view(viewer) if hosted.match is None else hosted.match.view_after(0, viewer)
    return page_drawing(cache.draw(hosted.game, view, lang))


def board(drawing: PageDrawing, label: str, pieces: bool = False) -> Safe:
    """The board with its layers: pieces, marks of the choices and of the last move, what chance throws."""
    laid = "".join(piece.markup for piece in drawing.pieces) if pieces else ""
    layers = f'<g id="pieces">{laid}</g><g id="layer-marks"></g><g id="layer-thrown"></g>'
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "id": "board",
        "data_key": drawing.key,
        "data_layout": packed(drawing.layout),
        "role": "group",
        "aria_label": label,
        "font_family": FONT,
    }
    inside = f'<defs>{drawing.definitions}</defs><g id="layer-board">{drawing.board}</g>{layers}'
    return tag("svg", Safe(inside), **attributes)


def board_frame(drawing: PageDrawing, say: Say, pieces: bool = False) -> Safe:
    scroller = tag("div", board(drawing, say("table.board"), pieces), id="scroller", class_="scroller")
    return tag("div", scroller, id="frame", class_="frame")


def zoom(say: Say) -> Safe:
    return tag(
        "div",
        tag("button", "−", id="zoom-out", title=say("table.zoom_out"), aria_label=say("table.zoom_out"), disabled=True),
        tag("button", "+", id="zoom-in", title=say("table.zoom_in"), aria_label=say("table.zoom_in")),
        class_="zoom",
    )


def stage(frame: Safe, say: Say) -> Safe:
    line = tag("div", id="line", class_="line", role="status", hidden=True)
    return tag("section", line, frame, class_="stage", aria_label=say("table.stage"))


def dock(say: Say) -> Safe:
    """Where somebody is asked and answers: always in the same place, always as high."""
    return tag(
        "section",
        tag("p", say("table.connecting"), id="prompt"),
        tag("div", tag("div", id="offers", class_="offers"), tag("div", id="choices", class_="choices"), class_="asks"),
        tag("div", tag("div", id="tools", class_="tools"), view_tools(say, last_turn(say)), class_="tool-row"),
        tag("div", id="announcer", class_="unseen", aria_live="polite"),
        id="dock",
        class_="dock",
        aria_label=say("table.dock"),
    )


def view_tools(say: Say, *before: Safe) -> Safe:
    """How one looks at the board: from another seat, closer, from further away."""
    turn = tag("button", "⟳", id="turn-board", title=say("table.turn"), aria_label=say("table.turn"), hidden=True)
    return tag("div", *before, turn, zoom(say), class_="view-tools")


def last_turn(say: Say) -> Safe:
    """Shows again what the others did."""
    return tag("button", "↺", id="last-turn", title=say("table.last_turn"), aria_label=say("table.last_turn"))


# ── Beside it ─────────────────────────────────────────────────────────────────────────────────────


def side(hosted: HostedMatch, say: Say, lang: str) -> Safe:
    tabs = [
        tag(
            "button",
            say(f"table.tab_{name}"),
            role="tab",
            id=f"tab-{name}",
            aria_controls=f"panel-{name}",
            aria_selected="false",
            hidden=name == "result",
        )
        for name in TABS
    ]
    heading = tag("h1", hosted.game.definition.title)
    return tag(
        "aside",
        tag("header", heading, tag("p", id="subtitle", class_="soft"), class_="title"),
        tag("div", tabs, role="tablist", class_="tabs", aria_label=say("table.tabs")),
        panel("result", tag("div", id="result"), tag("div", id="tally")),
        panel("log", tag("ol", id="log", class_="log")),
        panel("chat", chat(say)),
        panel("rules", tag("article", rules(hosted, lang), class_="rules")),
        panel("more", tag("div", id="manners", class_="manners"), chosen_options(hosted, lang), letter_keys(say)),
        class_="side",
    )


def chosen_options(hosted: HostedMatch, lang: str) -> Safe | None:
    """How this table plays, where it isn't as usual: everybody sees it before they sit down."""
    say = hosted.game.definition.words.say(lang)
    kinds = {option.name: option for option in hosted.game.definition.options}
    told = []
    for name, value in changed_options(hosted.game.name, hosted.game.options).items():
        if isinstance(kinds[name], Choice):
            told.append(say(f"option.value.{name}.{value}"))
        else:
            told.append(f"{name}: {WORDS.say(lang)('table.own_board') if value == OWN_BOARD else value}")
    if hosted.position:
        told.append(WORDS.say(lang)("table.from_position"))
    return tag("ul", [tag("li", each) for each in told], class_="chosen soft") if told else None


def letter_keys(say: Say) -> Safe:
    """Who types where nothing can be written may switch them off; this browser remembers it."""
    why = say("table.letter_keys_why")
    look = {"type": "button", "class_": "switch", "aria_pressed": "true", "title": why}
    switch = tag("button", say("table.letter_keys"), id="letter-keys", **look)
    return tag("div", switch, tag("button", say("table.show_keys"), id="show-keys", type="button"), class_="manners")


def panel(name: str, *inside: Child) -> Safe:
    return tag(
        "section",
        *inside,
        role="tabpanel",
        id=f"panel-{name}",
        aria_labelledby=f"tab-{name}",
        tabindex=0,
        class_="panel",
    )


def chat(say: Say) -> list[Safe]:
    form = tag(
        "form",
        tag(
            "input", id="chat-text", name="text", maxlength=500, autocomplete="off", aria_label=say("table.chat_label")
        ),
        tag("button", say("table.chat_send")),
        id="chat-form",
        class_="chat-form",
    )
    return [tag("ol", id="chat", class_="chat", aria_live="polite"), form]


def rules(hosted: HostedMatch, lang: str) -> Safe:
    return markdown.to_html(rules_text(hosted.game.definition, lang))


def cover(say: Say) -> Safe:
    """What hides the screen while it is handed to somebody else."""
    inside = [tag("p", id="cover-words"), tag("button", say("table.uncover"), id="uncover", class_="primary")]
    return tag("dialog", *inside, id="cover", class_="cover", aria_labelledby="cover-words")


def keys_help(say: Say) -> Safe:
    keys = ("arrows", "enter", "escape", "r", "u", "h", "e", "c", "l", "zoom", "help")
    rows = [
        tag("tr", tag("th", tag("kbd", say(f"table.key_{key}")), scope="row"), tag("td", say(f"table.does_{key}")))
        for key in keys
    ]
    close = tag("form", tag("button", say("table.close")), method="dialog")
    heading = tag("h2", say("table.keys"), id="keys-title")
    return tag("dialog", heading, tag("table", rows), close, id="keys", class_="keys", aria_labelledby="keys-title")
