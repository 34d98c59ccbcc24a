"""The layout that all pages share: head, bar, foot, and the error page."""

from __future__ import annotations

from urllib.parse import quote

from starlette.requests import HTTPConnection

from klatsch.core.definition import Say
from klatsch.language import LANGUAGES
from klatsch.server.http.auth import NOBODY, language_of
from klatsch.server.match.hosted_match import SeatKind
from klatsch.server.match.pace import Days, Live, Pace
from klatsch.server.pages.html import Child, Safe, joined, tag
from klatsch.server.storage.people import Person
from klatsch.server.words import WORDS

THEME_COOKIE, THEMES = "theme", ("light", "dark")
LANGUAGE_NAMES = {"en": "English", "pt": "Português", "ro": "Română"}


def page(
    connection: HTTPConnection,
    title: str,
    *body: Child,
    person: Person = NOBODY,
    scripts: tuple[str, ...] = (),
    styles: tuple[str, ...] = (),
    kind: str = "",
    game: str = "",
) -> str:
    """A whole page: `scripts` of static/pages, `styles` of static/css; `kind` is a class of the body, for its style;
    `game`: whose board is on it."""
    lang = language_of(connection)
    say = WORDS.say(lang)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} · Klatsch" if title else "Klatsch"),
        [tag("link", rel="stylesheet", href=f"/static/css/{name}") for name in ("base.css", *styles)],
        tag("link", rel="stylesheet", href=f"/night/{game}.css") if game else None,
        tag("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        [tag("script", src=f"/static/pages/{name}", type="module") for name in ("common.js", *scripts)],
    )
    inside = joined(
        tag("a", say("page.skip"), href="#main", class_="skip"),
        bar(say, person),
        warning(say, person) if person.warning else None,
        tag("main", *body, id="main"),
        foot(connection, say, lang),
        tag("div", id="toast", role="status", aria_live="polite"),
    )
    theme = theme_of(connection)
    html = tag("html", head, tag("body", inside, class_=kind or None), lang=lang, data_theme=theme or None)
    return "<!doctype html>" + html


def theme_of(connection: HTTPConnection) -> str:
    """The theme that was chosen; none: as the system has it."""
    chosen = connection.cookies.get(THEME_COOKIE, "")
    return chosen if chosen in THEMES else ""


def themed_picture(connection: HTTPConnection, source: str, **attributes: str | int) -> Safe:
    """A picture of a board, light or dark as the page is. It comes after the page's own styles and words."""
    theme, dark = theme_of(connection), f"{source}&theme=dark"
    picture = tag("img", src=dark if theme == "dark" else source, decoding="async", fetchpriority="low", **attributes)
    if theme:
        return picture
    return tag("picture", tag("source", srcset=dark, media="(prefers-color-scheme: dark)"), picture)


def bar(say: Say, person: Person) -> Safe:
    who = tag("a", person.name, href="/me") if person.id else tag("a", say("page.sign_in"), href="/sign-in")
    brand = tag(
        "a", tag("img", src="/static/icon.svg", alt="", width=32, height=32), "Klatsch", href="/", class_="brand"
    )
    reports = tag("a", say("page.reports"), href="/reports") if person.moderator else None
    links = reports, tag("a", say("page.leaderboard"), href="/leaderboard"), who
    return tag("header", brand, tag("nav", links, aria_label=say("page.menu")), class_="bar")


def warning(say: Say, person: Person) -> Safe:
    """What a moderator told them, on every page until they have read it."""
    read = tag("button", say("page.warning_read"), data_read="/api/me/warning-read")
    words = tag("p", tag("strong", say("page.warning")), " ", person.warning)
    return tag("aside", words, read, class_="warning", role="alert")


def pace_words(pace: Pace, say: Say) -> str | None:
    """How fast a table plays; None where no clock runs."""
    if isinstance(pace, Days):
        return say("lobby.pace_days", days=pace.days)
    if isinstance(pace, Live):
        return say("lobby.pace_live", minutes=f"{pace.seconds / 60:g}", seconds=pace.increment)
    return None


def player_name(name: str, kind: str, say: Say) -> str:
    """Who sits on a seat, in words: a person's name, a bot's level, or that nobody does yet."""
    if kind == SeatKind.BOT:
        return say("page.bot", level=name.rpartition(":")[2])
    return name or say(f"page.seat_{kind}")


def foot(connection: HTTPConnection, say: Say, lang: str) -> Safe:
    back = connection.url.path + (f"?{connection.url.query}" if connection.url.query else "")
    links = [
        tag(
            "a",
            LANGUAGE_NAMES[each],
            href=f"/language/{each}?back={quote(back, safe='/')}",
            lang=each,
            hreflang=each,
            aria_current="true" if each == lang else None,
        )
        for each in LANGUAGES
    ]
    themes = [
        tag(
            "a",
            say(f"page.theme_{each or 'system'}"),
            href=f"/theme/{each or 'system'}?back={quote(back, safe='/')}",
            aria_current="true" if each == theme_of(connection) else None,
        )
        for each in ("", *THEMES)
    ]
    more = [tag("a", say(f"page.{name}"), href=f"/{path}") for name, path in (("rules", "rules"), ("programs", "api"))]
    return tag(
        "footer",
        tag("nav", links, aria_label=say("page.language"), class_="languages"),
        tag("nav", themes, aria_label=say("page.theme")),
        tag("nav", more, aria_label=say("page.more")),
        class_="foot",
    )


def error_page(connection: HTTPConnection, status: int, sentence: str, person: Person) -> str:
    say = WORDS.say(language_of(connection))
    return page(
        connection,
        say("page.error", status=status),
        tag(
            "section",
            tag("p", str(status), class_="status", aria_hidden="true"),
            tag("h1", sentence),
            tag("p", tag("a", say("page.back"), href="/", class_="button primary")),
            class_="error",
        ),
        person=person,
    )
