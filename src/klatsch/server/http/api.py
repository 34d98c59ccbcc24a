"""The HTTP API: games, tables, people. What a table's socket takes as a command is here too, one path each."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from klatsch.core.position_text import MOST_LETTERS
from klatsch.game_facts import GameFacts, game_facts
from klatsch.games import GAMES
from klatsch.match.verify import PublishedDraws, published
from klatsch.server.background.position_tasks import check_position
from klatsch.server.background.workers import Analysis
from klatsch.server.budgets import Spender, address_of
from klatsch.server.commands import COMMANDS, CommandContext, Handler
from klatsch.server.errors import Refused
from klatsch.server.http.auth import (
    DEVICE,
    NOBODY,
    Account,
    After,
    Guest,
    Language,
    Owner,
    TheServer,
    Visitor,
    by_session,
    forget_cookies,
    known_device,
    remember,
    spender_of,
)
from klatsch.server.http.json_answer import JsonObject, json_answer
from klatsch.server.match import setup
from klatsch.server.match.hosted_match import SeatKind, Status
from klatsch.server.match.pace import checked_pace
from klatsch.server.match.setup import NewMatch, PersonRef
from klatsch.server.screens.screen import screen, viewer_for
from klatsch.server.server import Server
from klatsch.server.storage import downloads, match_lists, profiles
from klatsch.server.storage.boards import own_boards
from klatsch.server.storage.names import folded
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import reports
from klatsch.server.words import WORDS

router = APIRouter(prefix="/api")
Id = Annotated[str, Path(max_length=16)]


class WantedPace(BaseModel):
    """How much time there is: none, live (seconds for the match and an increment a turn), or days for every turn."""

    kind: str = "none"
    seconds: int = 0
    increment: int = 0
    days: int = 0


class NewTable(BaseModel):
    """A table as you want it. Seats: `me`, `open`, `invited` or a bot (`bot:1` … `bot:8`)."""

    game: str = Field(examples=["coffee-chess"])
    seats: list[str] = Field(min_length=1, max_length=8, examples=[["me", "bot:3"]])
    options: dict[str, str] = {}
    pace: WantedPace = WantedPace()
    rated: bool = False
    private: bool = False
    position: str = Field("", max_length=MOST_LETTERS)  # where it begins; as usual, at the game's first position


# ── Games ─────────────────────────────────────────────────────────────────────────────────────────


@router.get("/games")
async def games(lang: Language) -> list[GameFacts]:
    """The games with their options."""
    return [game_facts(name, lang) for name in GAMES]


# ── Tables ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class OpenedTable:
    id: str
    link: str
    commitment: str
    invitations: dict[int, str]


@router.post("/tables", status_code=201)
async def create(plan: NewTable, request: Request, server: TheServer, person: Guest) -> OpenedTable:
    """Open a table. The dice's commitment is told now; the match begins when everybody is seated and ready."""
    spender = spender_of(request, person)
    await server.budgets.spend("tables", spender)
    if own_boards(plan.game, plan.options):
        await server.budgets.spend("boards", spender)
        await server.board_check.check(plan.game, plan.options)
    if plan.position:
        await server.budgets.spend("positions", spender)
        await server.board_check.position(check_position, plan.game, plan.options, plan.position)
    pace = checked_pace(plan.pace.kind, plan.pace.seconds, plan.pace.increment, plan.pace.days)
    wanted = NewMatch(plan.game, plan.seats, plan.options, pace, plan.rated, plan.private, plan.position)
    await match_lists.check_room(server.storage, person.id, opens=1)
    hosted = setup.open_match(wanted, PersonRef(person.id, person.name, person.is_guest), time.time())
    await server.matches.add(hosted)
    return OpenedTable(
        id=hosted.id,
        link=f"{server.network.base}/table/{hosted.id}",
        commitment=hosted.commitment,
        invitations={seat.number: seat.invitation for seat in hosted.seats if seat.invitation},
    )


@router.get("/tables")
async def list_tables(
    server: TheServer,
    person: Visitor,
    response: Response,
    which: match_lists.Kind = "open",
    after: After = "",
) -> list[match_lists.ListedMatch]:
    """Open tables, your own, or games to watch, twenty at a time; where there are more, the header `Link` leads on."""
    page = await match_lists.listing(server.storage, which, person.id, after)
    if page.next is not None:
        response.headers["Link"] = f'</api/tables?which={which}&after={page.next}>; rel="next"'
    return page.rows


@router.get("/tables/{id}")
async def look(id: Id, server: TheServer, person: Visitor, lang: Language) -> JsonObject:
    """What you may see of a table now, and what you can do, as the socket tells it."""
    hosted = await server.matches.get(id)
    viewer = viewer_for(hosted, person.id)
    present, now = server.connections.present(id), server.clock.now()
    shown = screen(hosted, person.id, viewer, lang, server.connections.drawings, present, now)
    view = None if hosted.match is None else hosted.match.view_after(len(hosted.match.entries), viewer)
    table = {"id": id, "game": hosted.game.name, "options": hosted.game.options, "commitment": hosted.commitment}
    return table | {"view": view} | json_answer(shown)


@router.get("/tables/{id}/replay", response_class=PlainTextResponse)
async def replay(id: Id, server: TheServer, person: Visitor, lang: Language) -> Response:
    """The record of a match; while it runs with hidden hands: the log as you may know it, not to be replayed."""
    hosted = await server.matches.get(id)
    if hosted.status == Status.CLOSED or hosted.ending is not None:
        text, name = await downloads.closed_download(server.storage, hosted)
    else:
        text, name = downloads.download(hosted, viewer_for(hosted, person.id), lang)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{id}/draws")
async def chance_draws(id: Id, server: TheServer) -> PublishedDraws:
    """After the end: every draw of the dice, and all that is needed to check it."""
    hosted = await server.matches.get(id)
    if hosted.status != Status.OVER:
        raise Refused("not_over")
    bots = [seat.number for seat in hosted.seats if seat.kind == SeatKind.BOT]
    return published(hosted.running_match().replay(), bots)


@router.get("/tables/{id}/analysis")
async def analysis(id: Id, request: Request, server: TheServer, person: Visitor, lang: Language) -> Analysis:
    """Who stood how when, the turning points, luck and skill; made once, when somebody first asks."""
    hosted = await server.matches.get(id)
    if hosted.status != Status.OVER:
        raise Refused("not_over")
    spender = spender_of(request, person)
    return await server.analyses.of(id, hosted.running_match(), lang, spender)


def add_command(name: str, kind: type, handler: Handler) -> None:
    """POST /api/tables/ID/play takes what the socket takes as {"do": "play", …}."""

    async def endpoint(
        *, id: Id, request: Request, server: TheServer, person: Guest, lang: Language, command: Any
    ) -> JsonObject:
        context = CommandContext(server, person, spender_of(request, person), id, lang)
        return json_answer(await handler(context, command))

    needed = any(each.default is MISSING for each in fields(kind))
    body = Body() if needed else Body(default_factory=kind)
    endpoint.__annotations__["command"] = Annotated[kind, body]
    endpoint.__doc__ = kind.__doc__
    path: Callable[..., Callable[[Callable[..., Awaitable[JsonObject]]], Any]] = router.post
    path(f"/tables/{{id}}/{name}", name=name)(endpoint)


for command_name, each in COMMANDS.items():
    add_command(command_name, each.kind, each.handler)


# ── People ────────────────────────────────────────────────────────────────────────────────────────


class Credentials(BaseModel):
    name: str = Field(max_length=60)
    password: str = Field(max_length=200)


class Recovery(Credentials):
    code: str = Field(max_length=60)


class Passwords(BaseModel):
    old: str = Field(max_length=200)
    new: str = Field(max_length=200)


class Change(BaseModel):
    name: str | None = Field(None, max_length=60)
    lang: str | None = Field(None, pattern="^(en|pt|ro)$")
    mail: str | None = Field(None, max_length=200, pattern=r"^([^@\s]+@[^@\s]+)?$")


class Block(BaseModel):
    kind: str = Field("", pattern="^(mute|block|)$")


class ReportText(BaseModel):
    text: str = Field(min_length=1, max_length=500)


@dataclass(frozen=True)
class Me:
    id: str
    name: str
    guest: bool
    lang: str
    mail: str | None


@router.get("/me")
async def me(person: Visitor) -> Me:
    return Me(person.id, person.name, person.is_guest, person.lang, person.mail)


@router.post("/me")
async def change_me(change: Change, request: Request, server: TheServer, person: Owner) -> Me:
    """Your name while you are a guest, your language, where "your turn" is mailed to (after you have confirmed it)."""
    given = {name: value for name, value in change.model_dump().items() if value is not None}
    mail = given.pop("mail", person.mail)
    if not mail:
        given["mail"] = ""
    elif mail != person.mail:
        await ask_to_confirm(server, request, person, mail)
    return await me(await server.people.change(person, **given)) if given else await me(person)


async def ask_to_confirm(server: Server, request: Request, person: Person, mail: str) -> None:
    """Nothing else is sent to an address before whoever reads there has agreed."""
    if not server.settings.mail_server:
        raise Refused("no_mail_here")
    await server.budgets.spend("confirmations", Spender(mail.lower(), address_of(request)))
    say, link = WORDS.say(person.lang), server.mail_links.confirm(person, mail)
    text = say("mail.confirm_text", name=person.name, link=link)
    server.tasks.start(server.outgoing.mail(mail, say("mail.confirm_title"), text))


@router.post("/me/sign-up")
async def sign_up(given: Credentials, request: Request, server: TheServer, person: Owner) -> dict[str, str]:
    """Make an account of the guest you are. The recovery code is shown once."""
    await server.budgets.spend("sign_ups", spender_of(request, person))
    person, code = await server.people.sign_up(person, given.name, given.password)
    await remember(request, person)
    return {"recovery_code": code}


async def guess(server: Server, request: Request, name: str) -> AbstractAsyncContextManager[None]:
    """Around a check of a password or code: only so many failures for one account, and from one address."""
    account = await server.people.account_id(name)
    device = known_device(request, account)
    return server.sign_in_limits.guess(folded(name), address_of(request), device)


@router.post("/me/sign-in")
async def sign_in(given: Credentials, request: Request, server: TheServer, guest: Visitor) -> dict[str, str]:
    """Come back to your account; what you play as a guest comes along."""
    async with await guess(server, request, given.name):
        person = await server.people.sign_in(given.name, given.password)
    guest.need("account")
    await server.people.bring_along(guest, person)
    await remember(request, person)
    return {"id": person.id, "name": person.name}


@router.post("/me/recover")
async def recover(given: Recovery, request: Request, server: TheServer) -> dict[str, str]:
    """A new password by the recovery code. It is spent then; the next one is shown once."""
    async with await guess(server, request, given.name):
        person, code = await server.people.recover(given.name, given.code, given.password)
    await remember(request, person)
    return {"id": person.id, "name": person.name, "recovery_code": code}


@router.post("/me/password")
async def change_password(given: Passwords, request: Request, server: TheServer, person: Account) -> dict[str, str]:
    """A new password. All other devices and all programs have to come in again."""
    async with await guess(server, request, person.name):
        person = await server.people.change_password(person, given.old, given.new)
    await remember(request, person)
    return {}


@router.post("/me/sign-out")
async def sign_out(request: Request, server: TheServer) -> dict[str, str]:
    """End this device's session."""
    person = await by_session(request)
    if person is not None:
        await server.sessions.end(person.id, person.entry.id)
    forget_cookies(request, "")
    return {}


@router.get("/me/data")
async def my_data(server: TheServer, person: Account) -> profiles.PersonalData:
    """Everything that is stored about you."""
    return await profiles.data_of(server.storage, person)


@router.post("/me/delete")
async def delete_me(request: Request, server: TheServer, person: Account) -> dict[str, str]:
    """Delete your account and everything that tells who you were."""
    await server.people.forget(person)
    forget_cookies(request, "", DEVICE)
    return {}


@dataclass(frozen=True)
class ProfileWithGames(profiles.Profile):
    games: list[match_lists.ListedMatch]
    next: str | None


@router.get("/people/{id}")
async def profile(
    id: Annotated[str, Path(max_length=24)], server: TheServer, person: Visitor, after: After = ""
) -> ProfileWithGames:
    """A person's ratings and finished games, twenty at a time; `next`, where it is set, is `after` for those before."""
    known = await profiles.profile(server.storage, await server.people.get(id))
    games = await match_lists.history(server.storage, id, person.id, after)
    return ProfileWithGames(**vars(known), games=games.rows, next=games.next)


@router.post("/people/{id}/peace")
async def peace(
    id: Annotated[str, Path(max_length=24)], given: Block, server: TheServer, person: Account
) -> dict[str, str]:
    """Mute somebody (no chat of theirs), block them (no table with them either), or neither."""
    if person is NOBODY or id == person.id:
        raise Refused("not_yourself", 422)
    await server.people.get(id)
    await server.people.set_block(person, id, given.kind)
    return {}


@router.post("/people/{id}/report")
async def report_person(
    id: Annotated[str, Path(max_length=24)], given: ReportText, request: Request, server: TheServer, person: Account
) -> dict[str, str]:
    """Tell the host of the server about somebody's behaviour."""
    await server.budgets.spend("reports", spender_of(request, person))
    about = await server.people.get(id)
    async with server.storage.write() as db:
        row = {"person": person.id, "about": about.id, "match": None, "text": given.text, "at": time.time()}
        await db.execute(reports.insert().values(**row))
    return {}


@router.get("/leaderboard/{game}")
async def leaderboard(game: str, server: TheServer) -> profiles.Leaderboard:
    """The best of a game, and how much each of its seats is worth."""
    return await profiles.leaderboard(server.storage, game)


# ── The server ────────────────────────────────────────────────────────────────────────────────────


@router.post("/network")
async def open_network(request: Request, server: TheServer) -> dict[str, str]:
    """Let the local network in, so that friends' links work; only a page on the server's own machine can ask."""
    server.network.check_asked_from_here(request)
    return {"address": await server.network.open(request.app)}
