"""Leaderboard pages: the best of every game, and how often each seat wins."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from klatsch.core import registry
from klatsch.core.definition import Say
from klatsch.games import GAMES
from klatsch.server.http.auth import Language, TheServer, Visitor
from klatsch.server.match.hosted_match import SeatKind
from klatsch.server.pages.html import Safe, tag
from klatsch.server.pages.layout import page, player_name
from klatsch.server.storage import profiles
from klatsch.server.storage.player_ratings import LEAST_TURNS, WEIGHTS
from klatsch.server.storage.profiles import Leaderboard, Rating
from klatsch.server.words import WORDS

router = APIRouter()
MOST_IN_OVERVIEW = 5


@router.get("/leaderboard", response_class=HTMLResponse)
async def overview(request: Request, server: TheServer, person: Visitor, lang: Language) -> str:
    say = WORDS.say(lang)
    boards = [await profiles.leaderboard(server.storage, game) for game in GAMES]
    body = tag(
        "section",
        tag("h1", say("people.leaderboard")),
        tag("p", say("people.rating_why")),
        tag("p", rating_rules(say)),
        [
            tag(
                "section",
                tag("h2", tag("a", board.title, href=f"/leaderboard/{board.game}")),
                best(board.players[:MOST_IN_OVERVIEW], say),
            )
            for board in boards
        ],
        class_="sheet boards",
    )
    return page(
        request, say("people.leaderboard"), body, person=person, styles=("narrow_page.css", "people.css"), kind="narrow"
    )


@router.get("/leaderboard/{game}", response_class=HTMLResponse)
async def leaderboard(request: Request, game: str, server: TheServer, person: Visitor, lang: Language) -> str:
    say = WORDS.say(lang)
    board = await profiles.leaderboard(server.storage, game)
    body = tag(
        "section",
        tag("h1", say("people.leaderboard"), tag("small", board.title)),
        tag("p", tag("a", say("people.all_games"), href="/leaderboard", class_="alone")),
        best(board.players, say),
        tag("p", say("people.rating_why"), class_="quiet"),
        tag("p", rating_rules(say), class_="quiet"),
        tag("h2", say("people.seats")),
        seat_shares(board, lang, say),
        class_="sheet",
    )
    title = f"{say('people.leaderboard')} · {board.title}"
    return page(request, title, body, person=person, styles=("narrow_page.css", "people.css"), kind="narrow")


def rating_rules(say: Say) -> str:
    later = ", ".join(f"{100 * weight:g} %" for weight in WEIGHTS[1:])
    return say("people.rating_rules", turns=LEAST_TURNS, weights=later)


def best(players: list[Rating], say: Say) -> Safe:
    if not players:
        return tag("p", say("people.nobody_rated"), class_="quiet")
    names = ("place", "player", "rating", "games", "wins")
    heads = [tag("th", say(f"people.{name}"), scope="col") for name in names]
    lines = [
        tag(
            "tr",
            tag("td", str(place)),
            tag("th", player(row, say), scope="row"),
            tag("td", f"{row.rating} ", tag("small", f"± {row.interval}")),
            tag("td", str(row.games)),
            tag("td", f"{row.wins:g}"),
        )
        for place, row in enumerate(players, start=1)
    ]
    return tag("table", tag("thead", tag("tr", heads)), tag("tbody", lines), class_="figures")


def player(row: Rating, say: Say) -> Safe | str:
    if row.player.startswith("bot:"):
        return player_name(row.player, SeatKind.BOT, say)
    return tag("a", player_name(row.name, SeatKind.PERSON, say), href=f"/people/{row.player}")


def seat_shares(board: Leaderboard, lang: str, say: Say) -> Safe:
    """How often each seat won, as a bar and a number."""
    shares = board.seats
    if not shares:
        return tag("p", say("people.no_shares"), class_="quiet")
    game = registry.load(board.game)
    names = game.definition.seat_names(game, len(shares))
    words = game.definition.words.say(lang)
    rows = [
        tag(
            "li",
            tag("span", words(name)),
            tag("span", tag("i", style=f"width:{100 * share.share:.0f}%"), class_="share", aria_hidden="true"),
            tag("span", f"{100 * share.share:.0f} %"),
        )
        for name, share in zip(names, shares, strict=True)
    ]
    return tag("div", tag("p", say("people.shares_of", games=shares[0].games)), tag("ul", rows, class_="shares"))
