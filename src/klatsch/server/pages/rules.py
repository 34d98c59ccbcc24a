"""The rules pages: our numbered restatement in the page's language, every clause with an address."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.core import registry
from klatsch.core.definition import Say
from klatsch.game_facts import AnyOptionFacts, GameFacts, NumberFacts, game_facts
from klatsch.games import GAMES
from klatsch.rulebook import rules_text
from klatsch.server.http.auth import Language, Visitor
from klatsch.server.pages.html import Safe, joined, tag
from klatsch.server.pages.layout import page, themed_picture
from klatsch.server.pages.lobby import fact_line
from klatsch.server.pages.markdown import to_html
from klatsch.server.words import WORDS

router = APIRouter()
PART = re.compile(r"(?m)^(?=## )")
TITLE = re.compile(r"\A# .*\n")


@router.get("/rules", response_class=HTMLResponse)
async def all_rules(request: Request, person: Visitor, lang: Language) -> str:
    say = WORDS.say(lang)
    body = tag(
        "section",
        tag("h1", say("rules.title")),
        tag("ul", [listed(game_facts(name, lang)) for name in GAMES], class_="rows"),
        class_="sheet",
    )
    return page(request, say("rules.title"), body, person=person, styles=("narrow_page.css",), kind="narrow")


def listed(facts: GameFacts) -> Safe:
    about = tag("strong", facts.title), tag("span", facts.about, class_="with")
    return tag("li", tag("a", about, href=f"/rules/{facts.name}"))


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules(request: Request, game: str, person: Visitor, lang: Language) -> str:
    say = WORDS.say(lang)
    facts = game_facts(game, lang)
    intro, *parts = PART.split(rules_text(registry.definition(game), lang))
    titles = [part.partition("\n")[0].removeprefix("## ") for part in parts]
    contents = [*titles, *([say("rules.options")] if facts.options else [])]
    body = tag(
        "div",
        table_of_contents(contents, say),
        tag(
            "article",
            tag("h1", facts.title),
            fact_line(facts, say),
            tag("p", facts.reconstruction) if facts.reconstruction else None,
            tag("p", facts.balance) if facts.balance else None,
            themed_picture(
                request, f"/art/{game}.svg?lang={lang}", alt=say("rules.picture", game=facts.title), class_="showcase"
            ),
            ways(facts, say),
            to_html(TITLE.sub("", intro)),
            [tag("section", to_html(part), id=f"part-{number}") for number, part in enumerate(parts, start=1)],
            options_part(facts, len(contents), say),
            class_="sheet rules",
        ),
        class_="rulebook",
    )
    title = f"{say('rules.title')} · {facts.title}"
    return page(request, title, body, person=person, styles=("narrow_page.css", "rulebook.css"))


def table_of_contents(titles: list[str], say: Say) -> Safe:
    links = [tag("li", tag("a", title, href=f"#part-{number}")) for number, title in enumerate(titles, start=1)]
    return tag("nav", tag("ol", links), aria_label=say("rules.contents"), class_="contents")


def ways(facts: GameFacts, say: Say) -> Safe:
    return tag(
        "p",
        tag("a", say("rules.play"), href=f"/#{facts.name}", class_="button primary"),
        tag("a", say("lobby.open_table"), href=f"/open/{facts.name}", class_="button"),
        tag("a", say("position.title"), href=f"/position/{facts.name}", class_="button"),
        class_="ways",
    )


def options_part(facts: GameFacts, number: int, say: Say) -> Safe | None:
    """Every option with its question and what each answer means; the usual one is marked."""
    if not facts.options:
        return None
    questions = [joined(tag("dt", option.question), answers(option, say)) for option in facts.options]
    heading = tag("h2", say("rules.options"))
    return tag("section", heading, tag("dl", questions, class_="options"), id=f"part-{number}")


def answers(option: AnyOptionFacts, say: Say) -> Safe:
    if isinstance(option, NumberFacts):
        return tag("dd", say("rules.number", low=option.low, high=option.high, usual=option.default))
    usual = option.default
    return tag(
        "dd",
        tag(
            "ul",
            [
                tag(
                    "li",
                    sentence,
                    " " if value == usual else None,
                    tag("em", say("rules.usual")) if value == usual else None,
                )
                for value, sentence in option.values.items()
            ],
        ),
    )
