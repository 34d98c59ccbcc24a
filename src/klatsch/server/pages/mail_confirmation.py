"""Pages that links in mails lead to: confirming an address, and ending all mail to it.

Both ask for one more click: programs that look at mails follow links, and nobody has agreed to anything by that.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from klatsch.server.http.auth import Language, TheServer, Visitor
from klatsch.server.pages.forms import form
from klatsch.server.pages.html import tag
from klatsch.server.pages.layout import page
from klatsch.server.storage.people import Person
from klatsch.server.words import WORDS

router = APIRouter()
It = Annotated[str, Query(max_length=400)]


@router.get("/mail/confirm", response_class=HTMLResponse)
async def confirm_page(request: Request, it: It, server: TheServer, person: Visitor, lang: Language) -> str:
    _, mail = server.mail_links.confirmed(it)
    return asked(request, "confirm", mail, person, lang)


@router.post("/mail/confirm", include_in_schema=False)
async def confirm(it: It, server: TheServer) -> dict[str, str]:
    id, mail = server.mail_links.confirmed(it)
    await server.people.set_mail(id, mail)
    return {}


@router.get("/mail/stop", response_class=HTMLResponse)
async def stop_page(request: Request, it: It, server: TheServer, person: Visitor, lang: Language) -> str:
    _, mail = server.mail_links.stopped(it)
    return asked(request, "stop", mail, person, lang)


@router.post("/mail/stop", include_in_schema=False)
async def stop(it: It, server: TheServer) -> dict[str, str]:
    """Also by one click in a program for mail (RFC 8058)."""
    id, mail = server.mail_links.stopped(it)
    await server.people.set_mail(id, "", instead_of=mail)
    return {}


def asked(request: Request, kind: str, mail: str, person: Person, lang: str) -> str:
    say = WORDS.say(lang)
    title = say(f"mail.{kind}_title")
    path = f"{request.url.path}?{request.url.query}"
    body = tag(
        "section",
        tag("h1", title),
        tag("p", say(f"mail.{kind}_why", mail=mail)),
        form(path, title, done=say(f"mail.{kind}_done")),
        class_="sheet",
    )
    scripts = ("people.js",)
    return page(request, title, body, person=person, scripts=scripts, styles=("narrow_page.css",), kind="narrow")
