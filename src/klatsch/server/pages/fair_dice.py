"""The fair-dice page of a match: how they work, what they don't prove, and a check in the browser."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.core.definition import Say
from klatsch.server.http.auth import Language, TheServer, Visitor
from klatsch.server.match.hosted_match import HostedMatch, SeatKind, Status
from klatsch.server.pages.html import Safe, joined, tag
from klatsch.server.pages.layout import page, player_name
from klatsch.server.words import WORDS

router = APIRouter()


@router.get("/fair-dice/{id}", response_class=HTMLResponse)
async def fair_dice(request: Request, id: str, server: TheServer, person: Visitor, lang: Language) -> str:
    hosted = await server.matches.get(id)
    say = WORDS.say(lang)
    over = hosted.status == Status.OVER and hosted.match is not None
    closed = hosted.status == Status.CLOSED and all(seat.ready for seat in hosted.seats)  # else it never began
    file = f"{hosted.game.name}-{id}"
    command = f"klatsch verify {file}.replay" + (f" --draws {file}.draws.json" if over else "")
    body = tag(
        "section",
        tag("h1", say("dice.title"), tag("small", hosted.game.definition.title)),
        tag("p", say("dice.how")),
        tag("p", say("dice.links")),
        tag("p", say("dice.formula")),
        tag("pre", tag("code", FORMULA), tabindex=0),
        tag("p", say("dice.not_proven")),
        tag("h2", say("dice.numbers")),
        numbers(hosted, over or closed, lang, say),
        tag("h2", say("dice.check")),
        check_part(hosted, say) if over else tag("p", say("dice.closed" if closed else "dice.later")),
        tag("h2", say("dice.yourself")),
        tag("p", say("dice.yourself_why")),
        tag("p", say("dice.yourself_how")),
        tag("pre", tag("code", command), tabindex=0),
        tag("p", [download(say, id, file, name) for name in (("replay", "draws") if over else ("replay",))])
        if over or closed
        else None,
        tag("p", tag("a", say("dice.to_table"), href=f"/table/{id}", class_="alone")),
        class_="sheet",
    )
    title = f"{say('dice.title')} · {hosted.game.definition.title}"
    styles = ("narrow_page.css", "people.css", "fair_dice.css")
    return page(request, title, body, person=person, scripts=("fair_dice.js",), styles=styles, kind="narrow")


FORMULA = """\
W = sum of the weights
x = HMAC-SHA256(seed, table|nonce|…|nonce|n|link|try)
    next try while x ≥ W·⌊2²⁵⁶/W⌋
x mod W picks by cumulative weight"""


COMPARED = """
kept_commitment kept_number kept_chain kept_link kept_good kept_bad kept_nothing same_table bots_nothing seed_alone
""".split()


def download(say: Say, id: str, file: str, name: str) -> Safe:
    saved = f"{file}.draws.json" if name == "draws" else f"{file}.replay"
    return tag("a", say(f"dice.{name}"), href=f"/api/tables/{id}/{name}", download=saved, class_="button")


def numbers(hosted: HostedMatch, over: bool, lang: str, say: Say) -> Safe:
    rows = [(say("dice.table"), hosted.id), (say("dice.commitment"), hosted.commitment)]
    for seat in hosted.seats:
        who = f"{hosted.game.definition.words.say(lang)(hosted.seat_name(seat.number))}, "
        who += player_name(seat.name, seat.kind, say)
        added = say("dice.bot_number") if seat.kind == SeatKind.BOT else seat.nonce or say("dice.not_yet")
        rows.append((say("dice.nonce", who=who), added))
        if seat.chain is not None:
            rows.append((say("dice.chain", who=who), seat.chain))
    rows.append((say("dice.seed"), hosted.seed if over else say("dice.secret")))
    return tag("dl", [joined(tag("dt", name), tag("dd", value)) for name, value in rows], class_="numbers")


def check_part(hosted: HostedMatch, say: Say) -> Safe:
    heads = [tag("th", say(f"dice.{name}"), scope="col") for name in ("draw", "outcome", "verdict")]
    return tag(
        "div",
        tag("p", say("dice.checking"), role="status", id="verdict"),
        tag("p", role="status", id="kept"),
        tag("table", tag("thead", tag("tr", heads)), tag("tbody"), class_="figures draws", hidden=True),
        tag("noscript", tag("p", say("dice.no_script"))),
        id="check",
        data_match=hosted.id,
        data_right=say("dice.right"),
        data_wrong=say("dice.wrong"),
        data_good=say("dice.good"),
        data_bad=say("dice.bad"),
        data_commitment=say("dice.commitment_fits"),
        **{f"data_{name}": say(f"dice.{name}") for name in COMPARED},
    )
