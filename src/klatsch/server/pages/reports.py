"""The page of reports, for moderators: what was reported, what was said around it, what to do; and what was done."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from klatsch.core.definition import Say
from klatsch.server.http.auth import Language, TheServer, Visitor
from klatsch.server.http.moderation_api import check_moderator
from klatsch.server.pages.forms import field
from klatsch.server.pages.html import Safe, tag
from klatsch.server.pages.people import sheet, sheet_page
from klatsch.server.pages.sessions import day
from klatsch.server.storage.moderation import Done, OpenReport
from klatsch.server.words import WORDS

router = APIRouter()
ACTS = ("warn", "mute", "close", "ban", "nothing")


@router.get("/reports")
async def reports(request: Request, server: TheServer, person: Visitor, lang: Language) -> Response:
    check_moderator(person)
    say = WORDS.say(lang)
    waiting = [report_part(each, say, lang) for each in await server.moderation.open_reports()]
    done = [done_row(each, say, lang) for each in await server.moderation.record()]
    body = (
        sheet(tag("h1", say("reports.title")), waiting or tag("p", say("reports.none"))),
        sheet(tag("h2", say("reports.record")), tag("ol", done) if done else tag("p", say("reports.nothing_done"))),
    )
    return sheet_page(request, say("reports.title"), person, *body)


def report_part(report: OpenReport, say: Say, lang: str) -> Safe:
    who = tag("a", report.about_name, href=f"/people/{report.about}")
    table = tag("a", say("reports.table"), href=f"/table/{report.match}", class_="alone") if report.match else None
    lines = [tag("li", tag("strong", line.name), ": ", line.text) for line in report.lines]
    return tag(
        "article",
        tag("h2", who),
        tag("p", f"{day(report.at, lang)}: ", tag("q", report.text)),
        tag("p", table) if table else None,
        tag("details", tag("summary", say("reports.said")), tag("ul", lines)) if lines else None,
        decision(report, say),
        class_="report",
    )


def decision(report: OpenReport, say: Say) -> Safe:
    acts = [act for act in ACTS if act != "close" or report.match]
    return tag(
        "form",
        field("reason", say("reports.reason"), maxlength=500, autocomplete="off"),
        field("days", say("reports.days"), type="number", min=1, max=365, value=7),
        tag("p", role="alert"),
        tag("p", [tag("button", say(f"reports.{act}"), name="act", value=act) for act in acts], class_="buttons"),
        data_post=f"/api/reports/{report.id}",
        data_go="/reports",
    )


def done_row(done: Done, say: Say, lang: str) -> Safe:
    what = say(f"reports.did_{done.act}", who=done.name, about=done.about_name, days=done.days)
    return tag("li", f"{day(done.at, lang)}: {what} ", tag("q", done.reason))
