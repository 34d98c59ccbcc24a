"""Lists of tables: short in the lobby, and page by page on pages of their own."""

from __future__ import annotations

from collections import Counter

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.core.definition import Say
from klatsch.server.http.auth import After, Language, TheServer, Visitor
from klatsch.server.pages.html import Safe, joined, tag
from klatsch.server.pages.layout import pace_words, page, player_name
from klatsch.server.storage import match_lists
from klatsch.server.storage.match_lists import ListedMatch
from klatsch.server.words import WORDS

router = APIRouter()
IN_LOBBY = 3  # tables of one list, so that all three lists are seen beside the cards


@router.get("/lists", response_class=HTMLResponse)
async def fresh_lists(server: TheServer, person: Visitor, lang: Language) -> str:
    """The lobby's lists alone, for the page to renew them."""
    return await all_lists(server, person.id, lang)


async def all_lists(server: TheServer, person: str, lang: str) -> Safe:
    say = WORDS.say(lang)
    sections = []
    for which in match_lists.KINDS:
        found = await match_lists.listing(server.storage, which, person, most=IN_LOBBY)
        if found.rows or which != "mine":
            more = more_link(f"/tables/{which}", say, say(f"lobby.{which}"), "alone") if found.next else None
            sections.append(tag("section", tag("h2", say(f"lobby.{which}")), rows(found.rows, which, say), more))
    return joined(sections)


@router.get("/tables/{which}", response_class=HTMLResponse)
async def tables(
    request: Request,
    which: match_lists.Kind,
    server: TheServer,
    person: Visitor,
    lang: Language,
    after: After = "",
) -> str:
    """One of the lists, page by page."""
    say = WORDS.say(lang)
    found = await match_lists.listing(server.storage, which, person.id, after)
    title = say(f"lobby.{which}")
    body = tag(
        "section",
        tag("h1", title),
        rows(found.rows, which, say),
        turn_pages(f"/tables/{which}", after, found.next, say, title),
        class_="sheet",
    )
    return page(request, title, body, person=person, styles=("narrow_page.css",), kind="narrow")


def rows(found: list[ListedMatch], which: str, say: Say) -> Safe:
    if not found:
        return tag("p", say(f"lobby.none_{which}"), class_="quiet")
    return tag("ul", [table_row(row, say) for row in found], class_="rows")


def turn_pages(path: str, after: str, next: str | None, say: Say, title: str) -> Safe | None:
    """To the beginning, and on."""
    first = tag("a", say("lobby.first_page"), href=path, class_="button") if after else None
    more = more_link(f"{path}?after={next}", say, title) if next else None
    return tag("nav", first, more, class_="pages", aria_label=title) if first or more else None


def more_link(address: str, say: Say, title: str, kind: str = "button") -> Safe:
    return tag("a", say("lobby.more"), href=address, class_=kind, aria_label=f"{say('lobby.more')}: {title}")


# ── A table in a line ─────────────────────────────────────────────────────────────────────────────


def table_row(row: ListedMatch, say: Say, marked: Safe | None = None, when: str = "") -> Safe:
    kinds = zip(row.players, row.kinds, range(len(row.players)), strict=True)
    others = Counter(player_name(name, kind, say) for name, kind, seat in kinds if seat not in row.own)
    named = [f"{count} × {name}" if count > 1 else name for name, count in others.items()]
    with_whom = ", ".join(named) or say("lobby.shared")
    return tag(
        "li",
        tag(
            "a",
            tag("strong", row.title),
            tag("span", " ·\u00a0".join(filter(None, [with_whom, *conditions(row, say), when])), class_="with"),
            marked or mark(row, say),
            href=f"/table/{row.id}",
        ),
    )


def conditions(row: ListedMatch, say: Say) -> list[str | None]:
    """How fast, and whether it counts."""
    return [pace_words(row.pace, say), say("lobby.rated") if row.rated else None]


def mark(row: ListedMatch, say: Say) -> Safe:
    """How the table stands, in a word or two."""
    kind = "your_turn" if row.your_turn else row.status
    return tag("span", say(f"lobby.mark.{kind}"), class_=f"mark {kind}")
