"""Inviting friends to a table: a link, the same as a QR code, and what to do where a link can't be reached."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from klatsch.core.definition import Say
from klatsch.server.http.auth import Language, TheServer, Visitor
from klatsch.server.match.hosted_match import HostedMatch, SeatKind, Status
from klatsch.server.pages import qr
from klatsch.server.pages.html import Safe, tag
from klatsch.server.pages.layout import page
from klatsch.server.words import WORDS

router = APIRouter()


@router.get("/table/{id}/invite", response_class=HTMLResponse)
async def invite(request: Request, id: str, server: TheServer, person: Visitor, lang: Language) -> Response:
    hosted = await server.matches.get(id)
    links = invitations(hosted, server.network.link_base(request))
    if hosted.status != Status.WAITING or not links or person.id != hosted.host:
        return RedirectResponse(f"/table/{id}", 303)
    say = WORDS.say(lang)
    body = tag(
        "section",
        tag("h1", say("invite.title")),
        tag("p", say("invite.how", game=hosted.game.definition.title)),
        offer_network(say) if server.network.is_dead_end(request) else None,
        [invitation(number, name, link, say) for number, (name, link) in enumerate(named(hosted, links, lang))],
        tag("p", tag("a", say("invite.to_table"), href=f"/table/{id}", class_="button")),
        tag("p", say("invite.waiting"), class_="quiet", role="status"),
        class_="sheet invite",
        data_match=id,
    )
    title = f"{say('invite.title')} · {hosted.game.definition.title}"
    return HTMLResponse(
        page(request, title, body, person=person, scripts=("invite.js",), styles=("narrow_page.css",), kind="narrow")
    )


def invitations(hosted: HostedMatch, base: str) -> dict[int, str]:
    """The links that lead to seats still empty; all open seats have the same one."""
    links = {
        seat.number: f"{base}/table/{hosted.id}?invite={seat.invitation}"
        for seat in hosted.seats
        if seat.kind == SeatKind.INVITED
    }
    free = next((seat.number for seat in hosted.seats if seat.kind == SeatKind.OPEN), None)
    return links if free is None else links | {free: f"{base}/table/{hosted.id}"}


def named(hosted: HostedMatch, links: dict[int, str], lang: str) -> list[tuple[str, str]]:
    """With the seat's name where there are several."""
    say = hosted.game.definition.words.say(lang)
    return [(say(hosted.seat_name(seat)) if len(links) > 1 else "", link) for seat, link in links.items()]


def invitation(number: int, name: str, link: str, say: Say) -> Safe:
    return tag(
        "div",
        tag("h2", name) if name else None,
        Safe(qr.svg(link, say("invite.qr"))),
        tag(
            "div",
            tag("label", say("invite.link"), for_=f"link-{number}"),
            tag("input", id=f"link-{number}", value=link, readonly=True),
            tag(
                "button",
                say("invite.copy"),
                type="button",
                data_copy=f"link-{number}",
                data_copied=say("invite.copied"),
                class_="primary",
            ),
            class_="link",
        ),
        class_="invitation",
    )


def offer_network(say: Say) -> Safe:
    return tag(
        "div",
        tag("p", say("invite.dead_end")),
        tag("button", say("invite.open_network"), type="button", id="open-network"),
        class_="notice",
    )
