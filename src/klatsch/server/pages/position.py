"""The editor of positions: the drawing to click on, what can be put there, the text, and what to do with it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.core import registry
from klatsch.core.definition import Say
from klatsch.core.palette import Brush, palette_of
from klatsch.core.position_text import MOST_LETTERS
from klatsch.game_facts import BoardFacts, ChoiceFacts, GameFacts, NumberFacts, game_facts
from klatsch.games import GAMES
from klatsch.server.background.position_tasks import Shown, is_button
from klatsch.server.http.auth import Language, TheServer, Visitor, spender_of
from klatsch.server.http.positions_api import Change, looked
from klatsch.server.pages.html import Safe, tag
from klatsch.server.pages.layout import page
from klatsch.server.pages.open_table import labelled, select
from klatsch.server.pages.table import STYLES, board_frame, packed, script_words, stage, view_tools
from klatsch.server.screens.page_drawing import PageDrawing
from klatsch.server.words import WORDS

router = APIRouter()


@router.get("/position/{game}", response_class=HTMLResponse)
async def position(
    request: Request,
    game: str,
    server: TheServer,
    person: Visitor,
    lang: Language,
    seats: int = 0,
    position: str = "",
) -> str:
    facts = game_facts(game, lang)
    names = {option.name for option in facts.options}
    options = {name: value for name, value in request.query_params.items() if name in names}
    spender = spender_of(request, person)
    given = {"game": game, "options": options, "seats": min(max(seats, 0), 8), "position": position[:MOST_LETTERS]}
    wanted = Change.model_validate(given)
    problem = ""
    try:
        found = await looked(server, spender, wanted, lang)
    except ValueError as error:  # a text that can't be read stays to be mended
        if not position:
            raise
        problem = str(error)
        found = await looked(server, spender, wanted.model_copy(update={"position": ""}), lang)
    say = WORDS.say(lang)
    title = say("position.title")
    frame = tag(
        "div",
        stage(board_frame(drawing_of(found), say, pieces=True), say),
        dock(game, options, found, say, lang),
        tag("div", id="note", class_="note", role="status"),
        side(facts, options, found, position if problem else found.position, problem or found.problem, say),
        id="editor",
        class_="table editor",
        data_game=game,
        data_options=packed(options),
        data_seats=found.seats,
        data_actor=found.actor,
        data_actions=packed(found.actions),
        data_words=packed(script_words(lang, "position")),
    )
    return page(
        request,
        f"{title} · {facts.title}",
        frame,
        person=person,
        scripts=("position.js",),
        styles=(*STYLES, "position.css"),
        kind="at-table",
        game=game,
    )


# ── The board and the palette under it ────────────────────────────────────────────────────────────


def dock(game: str, options: dict[str, str], found: Shown, say: Say, lang: str) -> Safe:
    loaded = registry.load_with(game, options)
    named = loaded.definition.words.say(lang)
    brushes = palette_of(loaded, found.seats).brushes
    things = [brush_button(brush, named) for brush in brushes if not is_button(brush)]
    turns = [brush_button(brush, named) for brush in brushes if is_button(brush)]
    modes = [
        tag("button", say(f"position.{name}"), id=f"mode-{name}", type="button", aria_pressed=pressed)
        for name, pressed in (("put", "true"), ("take", "false"))
    ]
    return tag(
        "section",
        tag("p", found.prompt, id="prompt", aria_live="polite"),
        tag(
            "div",
            tag("div", things, class_="palette", role="group", aria_label=say("position.palette")),
            tag("div", turns, class_="palette turns", role="group", aria_label=say("position.turns")),
            class_="asks",
            tabindex=0,
        ),
        tag(
            "div",
            tag("div", modes, class_="modes", role="group", aria_label=say("position.mode")),
            view_tools(say),
            class_="tool-row",
        ),
        id="dock",
        class_="dock",
        aria_label=say("position.palette"),
    )


def drawing_of(found: Shown) -> PageDrawing:
    return PageDrawing(found.definitions, found.board, tuple(found.pieces), found.layout, "")


def brush_button(brush: Brush, named: Say) -> Safe:
    pressed = None if is_button(brush) else "false"
    return tag("button", named(brush.label), type="button", data_brush=brush.id, aria_pressed=pressed)


# ── Beside it ─────────────────────────────────────────────────────────────────────────────────────


def side(facts: GameFacts, options: dict[str, str], found: Shown, text: str, problem: str, say: Say) -> Safe:
    heading = tag("header", tag("h1", say("position.title")), tag("p", facts.title, class_="soft"), class_="title")
    area = tag("textarea", text, id="text", rows=5, maxlength=MOST_LETTERS, spellcheck="false", autocomplete="off")
    form = tag(
        "form",
        tag("label", say("position.text"), for_="text"),
        area,
        tag("div", tag("button", say("position.set_up")), class_="choices"),
        id="text-form",
    )
    return tag(
        "aside",
        heading,
        form,
        tag("p", problem, id="problem", class_="problem", role="alert"),
        tag("div", actions(say), class_="choices"),
        tag("div", id="opinion", class_="opinion", role="status"),
        legality(found, say),
        choose(facts, options, found, say),
        class_="side",
    )


def actions(say: Say) -> list[Safe]:
    return [
        tag("button", say("position.play_bots"), id="play-bots", type="button", class_="primary"),
        tag("button", say("position.play_people"), id="play-people", type="button"),
        tag("button", say("position.analyse"), id="analyse", type="button"),
        tag("button", say("position.share"), id="share", type="button"),
    ]


def legality(found: Shown, say: Say) -> Safe:
    listed = tag("datalist", [tag("option", value=each) for each in found.actions], id="actions")
    field = tag("input", id="action", name="action", list="actions", maxlength=100, autocomplete="off", required=True)
    return tag(
        "form",
        tag("label", say("position.legal"), for_="action"),
        tag("div", field, tag("button", say("position.ask")), class_="ask"),
        listed,
        tag("div", id="verdict", role="status"),
        id="legal-form",
    )


def choose(facts: GameFacts, options: dict[str, str], found: Shown, say: Say) -> Safe:
    """Another game, number of seats or ruling: a new page, with a position to begin with."""
    games = [tag("li", tag("a", game_facts(name, "en").title, href=f"/position/{name}")) for name in GAMES
             if name != facts.name]  # fmt: skip
    numbers = [(str(number), str(number)) for number in facts.seats]
    seats = labelled(say("open.number"), select("seats", numbers, str(found.seats))) if len(numbers) > 1 else None
    questions = []
    for option in facts.options:
        chosen = options.get(option.name, option.default)
        if isinstance(option, ChoiceFacts | BoardFacts):
            questions.append(labelled(option.question, select(option.name, option.values.items(), chosen)))
        elif isinstance(option, NumberFacts):
            number = tag("input", type="number", name=option.name, min=option.low, max=option.high, value=chosen)
            questions.append(labelled(option.question, number))
    form = tag("form", seats, questions, tag("button", say("position.use")), action=f"/position/{facts.name}")
    others = tag("ul", games, class_="games")
    return tag("details", tag("summary", say("position.choose")), form, tag("h2", say("position.other")), others,
               class_="questions")  # fmt: skip
