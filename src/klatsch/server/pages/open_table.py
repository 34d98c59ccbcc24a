"""The form that opens a table: seats, pace, and every option of the game, explained."""

from __future__ import annotations

import json
from collections.abc import Iterable

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.bots.level_bot import LEVELS
from klatsch.core import registry
from klatsch.core.definition import Say
from klatsch.game_facts import BoardFacts, ChoiceFacts, GameFacts, NumberFacts, PerSeatFacts, game_facts
from klatsch.server.http.auth import Language, Visitor
from klatsch.server.pages.html import Child, Safe, tag
from klatsch.server.pages.layout import page
from klatsch.server.storage.people import Person
from klatsch.server.words import WORDS

router = APIRouter()
MINUTES = (3, 5, 10, 15, 20, 30, 45, 60, 90, 120)
INCREMENTS = (0, 5, 10, 20, 30, 60)
DAYS = (1, 2, 3, 5, 7, 14)


@router.get("/open/{game}", response_class=HTMLResponse)
async def open_table(request: Request, game: str, person: Visitor, lang: Language) -> str:
    say = WORDS.say(lang)
    facts = game_facts(game, lang)
    form = tag(
        "form",
        seats_part(facts, lang, say),
        time_part(say),
        tag(
            "fieldset",
            tag("legend", say("open.kind")),
            rated_part(person, say),
            check("private", say("open.private")),
        ),
        presets_part(facts, say),
        boards_part(facts, say),
        choices_part(facts, say("open.optional_rules"), optional=True),
        choices_part(facts, say("open.rulings"), optional=False),
        tag("p", role="alert", id="refusal"),
        tag("button", say("open.make"), class_="primary wide"),
        id="open-table",
        data_game=game,
        data_too_large=say("open.too_large"),
    )
    body = tag(
        "section",
        tag("h1", say("open.title"), tag("small", facts.title)),
        tag("p", facts.about),
        tag("p", facts.reconstruction, class_="soft") if facts.reconstruction else None,
        tag("p", facts.balance, class_="soft") if facts.balance else None,
        tag("p", tag("a", say("open.see_rules", game=facts.title), href=f"/rules/{game}", class_="alone")),
        form,
        class_="sheet",
    )
    title = f"{say('open.title')} · {facts.title}"
    return page(
        request, title, body, person=person, scripts=("open_table.js",), styles=("narrow_page.css",), kind="narrow"
    )


# ── Parts of the form ─────────────────────────────────────────────────────────────────────────────


def rated_part(person: Person, say: Say) -> list[Safe]:
    """Guests are told what they lack before they ask for it."""
    box = check("rated", say("open.rated"), disabled=person.is_guest)
    link = tag("a", say("open.make_account"), href="/sign-up")
    return [box, tag("p", say("open.rated_guest"), " ", link, class_="soft")] if person.is_guest else [box]


def seats_part(facts: GameFacts, lang: str, say: Say) -> Safe:
    numbers = [(str(number), str(number)) for number in facts.seats]
    per_seat = next((option for option in facts.options if isinstance(option, PerSeatFacts)), None)
    return tag(
        "fieldset",
        tag("legend", say("open.seats")),
        labelled(say("open.number"), select("number", numbers, str(facts.usual_seats)))
        if len(numbers) > 1
        else tag("input", type="hidden", name="number", value=facts.usual_seats),
        tag("ol", [seat_row(seat, facts, per_seat, lang, say) for seat in range(max(facts.seats))], class_="seats"),
        length_line(facts, per_seat, say),
        check("lot", say("open.lot"), checked=True),
    )


def length_line(facts: GameFacts, per_seat: PerSeatFacts | None, say: Say) -> Safe:
    """About how long a game takes, as the page tells it again when seats or what they play change."""
    minutes = per_seat.minutes if per_seat else {"": facts.minutes}
    return tag(
        "p",
        say("open.length", minutes=facts.minutes[facts.usual_seats]),
        id="length",
        role="status",
        data_minutes=json.dumps(minutes),
        data_words=say("open.length", minutes="{minutes}"),
    )


def seat_row(seat: int, facts: GameFacts, per_seat: PerSeatFacts | None, lang: str, say: Say) -> Safe:
    sitters = [("me", say("open.me")), ("open", say("open.open")), ("invited", say("open.invited"))]
    sitters += [(f"bot:{level}", say("page.bot", level=level)) for level in LEVELS]
    title = seat_title(facts, seat, lang) if per_seat is None else say("open.seat", number=seat + 1)
    chosen = select(f"seat-{seat}", sitters, "me" if seat == 0 else "open", label=title, data_seat=seat)
    if per_seat is None:
        return tag("li", tag("span", title), chosen)
    words = [("", say("open.usual")), *per_seat.values.items()]
    question = f"{title}: {per_seat.question}"
    pick = select(f"option-{per_seat.name}-{seat}", words, "", label=question, data_per_seat=per_seat.name)
    return tag("li", tag("span", title), chosen, pick)


def seat_title(facts: GameFacts, seat: int, lang: str) -> str:
    """As the game calls it, at a table of so many seats that there is one."""
    game = registry.load(facts.name)
    seats = min(number for number in facts.seats if number > seat)
    return game.definition.words.say(lang)(game.definition.seat_names(game, seats)[seat])


def time_part(say: Say) -> Safe:
    return tag(
        "fieldset",
        tag("legend", say("open.time")),
        [radio("pace", kind, say(f"open.{kind}"), kind == "none") for kind in ("none", "live", "days")],
        tag(
            "div",
            labelled(say("open.minutes"), select("minutes", plain(MINUTES), "20")),
            labelled(say("open.increment"), select("increment", plain(INCREMENTS), "10")),
            class_="pace",
            data_pace="live",
        ),
        tag("div", labelled(say("open.day_count"), select("days", plain(DAYS), "2")), class_="pace", data_pace="days"),
    )


def presets_part(facts: GameFacts, say: Say) -> Safe | None:
    """Buttons that set several rulings at once."""
    if not facts.presets:
        return None
    buttons = [
        tag("button", preset.title, type="button", data_preset=json.dumps(preset.options), aria_pressed="false")
        for preset in facts.presets
    ]
    return tag("fieldset", tag("legend", say("open.presets")), tag("div", buttons, class_="presets"))


def boards_part(facts: GameFacts, say: Say) -> list[Safe]:
    return [board_part(option, say) for option in facts.options if isinstance(option, BoardFacts)]


def board_part(option: BoardFacts, say: Say) -> Safe:
    boards = [*option.values.items(), ("file", say("open.own_file"))]
    name = option.name
    return tag(
        "fieldset",
        tag("legend", say("open.board")),
        labelled(option.question, select(f"option-{name}", boards, option.default, data_option=name)),
        tag(
            "div",
            labelled(say("open.file"), tag("input", type="file", name=f"file-{name}", accept=".toml,text/plain")),
            class_="upload",
        ),
    )


def choices_part(facts: GameFacts, title: str, *, optional: bool) -> Safe | None:
    """Questions with what every answer means; rulings are folded away."""
    wanted = [
        option
        for option in facts.options
        if option.optional_rule == optional and isinstance(option, ChoiceFacts | NumberFacts)
    ]
    if not wanted:
        return None
    inside = [question(option) for option in wanted]
    return tag("details", tag("summary", title), tag("div", inside), open=optional, class_="questions")


def question(option: ChoiceFacts | NumberFacts) -> Safe:
    name = option.name
    if isinstance(option, NumberFacts):
        field = tag(
            "input",
            type="number",
            name=f"option-{name}",
            min=option.low,
            max=option.high,
            value=option.default,
            required=True,
            data_option=name,
        )
        return tag("div", labelled(option.question, field), class_="question")
    answers = [
        radio(f"option-{name}", value, sentence, value == option.default, data_option=name)
        for value, sentence in option.values.items()
    ]
    return tag("fieldset", tag("legend", option.question), answers, class_="question")


# ── Fields ────────────────────────────────────────────────────────────────────────────────────────


def plain(numbers: Iterable[int]) -> list[tuple[str, str]]:
    return [(str(number), str(number)) for number in numbers]


def labelled(words: str, field: Child) -> Safe:
    return tag("label", tag("span", words), field)


def select(
    name: str, choices: Iterable[tuple[str, str]], chosen: str, label: str | None = None, **more: str | int
) -> Safe:
    options = [tag("option", words, value=value, selected=value == chosen) for value, words in choices]
    return tag("select", options, name=name, aria_label=label, **more)


def check(name: str, words: str, *, checked: bool = False, disabled: bool = False) -> Safe:
    box = tag("input", type="checkbox", name=name, checked=checked, disabled=disabled)
    return tag("label", box, tag("span", words), class_="check")


def radio(name: str, value: str, words: str, checked: bool, **more: str) -> Safe:
    button = tag("input", type="radio", name=name, value=value, checked=checked, **more)
    return tag("label", button, tag("span", words), class_="check")
