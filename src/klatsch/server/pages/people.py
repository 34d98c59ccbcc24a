"""Pages about people: sign-up, sign-in, one's own page, other people's."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from klatsch.core.definition import Say
from klatsch.language import LANGUAGES
from klatsch.server.http.auth import NOBODY, After, Language, TheServer, Visitor
from klatsch.server.pages.forms import field, form, password, told_once
from klatsch.server.pages.html import Child, Safe, tag
from klatsch.server.pages.layout import LANGUAGE_NAMES, page
from klatsch.server.pages.lists import table_row, turn_pages
from klatsch.server.pages.sessions import day, passkeys_part, sessions_part, tokens_part
from klatsch.server.server import Server
from klatsch.server.storage import match_lists, profiles
from klatsch.server.storage.match_lists import ListedMatch
from klatsch.server.storage.passwords import LEAST_PASSWORD
from klatsch.server.storage.people import Person
from klatsch.server.storage.profiles import Rating
from klatsch.server.words import WORDS

router = APIRouter()


def sheet_page(request: Request, title: str, person: Person, *sections: Child) -> HTMLResponse:
    return HTMLResponse(
        page(
            request,
            title,
            *sections,
            person=person,
            scripts=("people.js", "passkeys.js"),
            styles=("narrow_page.css", "people.css"),
            kind="narrow",
        )
    )


def sheet(*inside: Child) -> Safe:
    return tag("section", *inside, class_="sheet")


# ── Coming in ─────────────────────────────────────────────────────────────────────────────────────


@router.get("/sign-up")
async def sign_up(request: Request, person: Visitor, lang: Language) -> Response:
    if not person.is_guest:
        return RedirectResponse("/me", 303)
    say = WORDS.say(lang)
    fields = (
        field("name", say("people.name"), say("people.name_hint"), autocomplete="username", maxlength=24, minlength=2),
        password("password", say("people.password"), say("people.password_hint", least=LEAST_PASSWORD), new=True),
    )
    body = sheet(
        tag("h1", say("people.sign_up")),
        tag("p", say("people.sign_up_why")),
        form("/api/me/sign-up", say("people.sign_up"), *fields, shows="recovery_code", reveals="code"),
        tag("p", say("people.have_account"), " ", tag("a", say("people.sign_in"), href="/sign-in"), data_until="code"),
        told_once("code", say("people.code_title"), say("people.code_why"), say, tag_on="/me"),
    )
    return sheet_page(request, say("people.sign_up"), person, body)


@router.get("/sign-in")
async def sign_in(request: Request, server: TheServer, person: Visitor, lang: Language) -> Response:
    if not person.is_guest:
        return RedirectResponse("/me", 303)
    say = WORDS.say(lang)
    name = field("name", say("people.name"), autocomplete="username", maxlength=60)
    recovery = (
        field("name", say("people.name"), autocomplete="username", maxlength=60),
        field("code", say("people.code"), autocomplete="off", maxlength=60),
        password("password", say("people.new_password"), new=True),
    )
    body = sheet(
        tag("h1", say("people.sign_in")),
        form("/api/me/sign-in", say("people.sign_in"), name, password("password", say("people.password")), go="/"),
        tag(
            "p",
            tag("button", say("people.use_passkey"), type="button", data_passkey="use"),
            data_passkeys=True,
            hidden=True,
        ),
        openid_link(server, say("people.use_openid", host=server.openid.host)),
        tag("p", say("people.no_account"), " ", tag("a", say("people.sign_up"), href="/sign-up")),
        tag(
            "details",
            tag("summary", say("people.forgotten")),
            form("/api/me/recover", say("people.set_password"), *recovery, shows="recovery_code", reveals="code"),
            told_once("code", say("people.new_code_title"), say("people.new_code_why"), say, tag_on="/me"),
            class_="questions",
        ),
    )
    return sheet_page(request, say("people.sign_in"), person, body)


def openid_link(server: Server, words: str) -> Safe | None:
    return tag("p", tag("a", words, href="/sign-in/openid", class_="button")) if server.openid.active else None


# ── One's own page ────────────────────────────────────────────────────────────────────────────────


@router.get("/me")
async def me(request: Request, server: TheServer, person: Visitor, lang: Language) -> Response:
    if person is NOBODY:
        return RedirectResponse("/sign-in", 303)
    say = WORDS.say(lang)
    sections = [about_me(person, say)]
    if person.is_guest:
        sections.append(guests_part(say))
    elif await server.people.has_password(person):
        sections.append(account_part(say))
    if not person.is_guest and server.openid.active:
        sections.append(await identity_part(server, person, say))
    if server.settings.mail_server:
        sections.append(mail_part(person, say))
    if not person.is_guest:
        sections.append(passkeys_part(await server.passkeys.listed(person.id), lang, say))
        sections.append(sessions_part(await server.sessions.of(person.id, person.entry.id), lang, say))
    sections += [tokens_part(await server.sessions.tokens_of(person.id), lang, say), data_part(person, say)]
    return sheet_page(request, say("people.me"), person, *sections)


def about_me(person: Person, say: Say) -> Safe:
    names = [(lang, LANGUAGE_NAMES[lang]) for lang in LANGUAGES]
    languages = [tag("a", name, href=f"/language/{lang}?back=/me", lang=lang, class_="button") for lang, name in names]
    return sheet(
        tag("h1", person.name, tag("small", say("people.guest" if person.is_guest else "people.account"))),
        tag("p", tag("a", say("people.see_profile"), href=f"/people/{person.id}", class_="alone")),
        tag("h2", say("page.language")),
        tag("p", languages, class_="buttons"),
    )


def guests_part(say: Say) -> Safe:
    rename = field("name", say("people.name"), say("people.name_hint"), maxlength=24, minlength=2)
    return sheet(
        tag("h2", say("people.rename")),
        form("/api/me", say("people.rename"), rename, kind="", go="/me"),
        tag("h2", say("people.sign_up")),
        tag("p", say("people.sign_up_why")),
        tag(
            "p",
            tag("a", say("people.sign_up"), href="/sign-up", class_="button primary"),
            tag("a", say("people.sign_in"), href="/sign-in", class_="button"),
            class_="buttons",
        ),
    )


def account_part(say: Say) -> Safe:
    fields = (
        password("old", say("people.old_password")),
        password("new", say("people.new_password"), say("people.password_hint", least=LEAST_PASSWORD), new=True),
    )
    return sheet(
        tag("h2", say("people.change_password")),
        form("/api/me/password", say("people.set_password"), *fields, kind="", done=say("people.password_changed")),
    )


async def identity_part(server: Server, person: Person, say: Say) -> Safe:
    known = await server.people.knows_from(person, server.settings.oidc_issuer)
    host = server.openid.host
    inside = (
        tag("p", say("people.openid_linked", host=host))
        if known
        else openid_link(server, say("people.link_openid", host=host))
    )
    return sheet(tag("h2", host), inside)


def mail_part(person: Person, say: Say) -> Safe:
    address = field("mail", say("people.mail"), type="email", value=person.mail, required=False, maxlength=200)
    return sheet(
        tag("h2", say("people.mail_title")),
        tag("p", say("people.mail_why")),
        form("/api/me", say("people.save"), address, kind="", done=say("people.mail_sent")),
    )


def data_part(person: Person, say: Say) -> Safe:
    return sheet(
        tag("h2", say("people.data")),
        tag("p", say("people.data_why")),
        tag("p", tag("a", say("people.download"), href="/api/me/data", download="klatsch.json", class_="button")),
        tag("p", say("people.delete_why")),
        form("/api/me/delete", say("people.delete"), kind="danger", sure=say("people.delete_sure"), go="/"),
    )


# ── Other people ──────────────────────────────────────────────────────────────────────────────────


@router.get("/people/{id}")
async def profile(
    request: Request, id: str, server: TheServer, person: Visitor, lang: Language, after: After = ""
) -> Response:
    say = WORDS.say(lang)
    shown = await profiles.profile(server.storage, await server.people.get(id))
    games = await match_lists.history(server.storage, id, person.id, after)
    peace = (await server.people.blocked_by(person.id)).get(id, "") if person is not NOBODY else ""
    body = sheet(
        tag("h1", shown.name, tag("small", say("people.guest" if shown.guest else "people.account"))),
        tag("h2", say("people.ratings")),
        rating_table(shown.ratings, say),
        tag("h2", say("people.history")),
        history(games.rows, lang, say),
        turn_pages(f"/people/{id}", after, games.next, say, say("people.history")),
    )
    manners = None if person.id in ("", id) else manners_part(id, shown.name, peace, say)
    return sheet_page(request, shown.name, person, body, manners)


def rating_table(rows: list[Rating], say: Say) -> Safe:
    if not rows:
        return tag("p", say("people.no_ratings"), class_="quiet")
    heads = [tag("th", say(f"people.{name}"), scope="col") for name in ("game", "rating", "games", "wins")]
    lines = [
        tag(
            "tr",
            tag("th", tag("a", row.title, href=f"/leaderboard/{row.game}"), scope="row"),
            tag("td", f"{row.rating} ", tag("small", f"± {row.interval}")),
            tag("td", str(row.games)),
            tag("td", f"{row.wins:g}"),
        )
        for row in rows
    ]
    return tag("table", tag("thead", tag("tr", heads)), tag("tbody", lines), class_="figures")


def history(games: list[ListedMatch], lang: str, say: Say) -> Safe:
    if not games:
        return tag("p", say("people.no_history"), class_="quiet")
    rows = [table_row(game, say, result_mark(game, say), day(game.changed, lang)) for game in games]
    return tag("ul", rows, class_="rows")


def result_mark(game: ListedMatch, say: Say) -> Safe:
    share = max((game.result[seat] for seat in game.own), default=0.0) if game.result else 0.0
    kind = "won" if share == 1 else "shared" if share else "lost"
    return tag("span", say(f"people.{kind}"), class_=f"mark {kind}")


def manners_part(id: str, name: str, peace: str, say: Say) -> Safe:
    buttons = [
        tag(
            "button",
            say(f"people.{kind}"),
            type="button",
            data_peace=kind,
            data_path=f"/api/people/{id}/peace",
            data_done=say(f"people.{kind}_done", name=name),
            data_undone=say("people.peace", name=name),
            aria_pressed="true" if peace == kind else "false",
        )
        for kind in ("mute", "block")
    ]
    text = tag(
        "label", tag("span", say("people.report_what")), tag("textarea", name="text", maxlength=500, required=True)
    )
    return sheet(
        tag("h2", say("people.manners")),
        tag("p", say("people.manners_why")),
        tag("p", buttons, class_="buttons"),
        tag(
            "details",
            tag("summary", say("people.report")),
            form(f"/api/people/{id}/report", say("people.report"), text, kind="", done=say("people.reported")),
            class_="questions",
        ),
    )
