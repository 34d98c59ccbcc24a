"""The HTTP API: games, tables, people. What a table's socket takes as a command is here too, one path each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import MISSING, fields
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field
from sqlalchemy import delete, select

from klatsch.games import GAMES
from klatsch.match.match import Match
from klatsch.match.verify import draws
from klatsch.server import clock, lists, records, seating
from klatsch.server.commands import COMMANDS, Handler, Visit
from klatsch.server.facts import game_facts
from klatsch.server.house import House
from klatsch.server.live import BOT, CLOSED, FINISHED, Refused
from klatsch.server.people import COOKIE, folded
from klatsch.server.schema import analyses, reports, tokens
from klatsch.server.screen import screen, viewer_for
from klatsch.server.seating import Plan, Sitter
from klatsch.server.thinking import give_analysis
from klatsch.server.visitors import NOBODY, Account, After, Guest, Language, TheHouse, Visitor, address_of, remember

router = APIRouter(prefix="/api")
Id = Annotated[str, Path(max_length=16)]


class Pace(BaseModel):
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
    pace: Pace = Pace()
    rated: bool = False
    private: bool = False


# ── Games ─────────────────────────────────────────────────────────────────────────────────────────


@router.get("/games")
async def games(lang: Language) -> list[dict[str, Any]]:
    """The games with their options."""
    return [game_facts(name, lang) for name in GAMES]


# ── Tables ────────────────────────────────────────────────────────────────────────────────────────


@router.post("/tables", status_code=201)
async def create(plan: NewTable, house: TheHouse, person: Guest) -> dict[str, Any]:
    """Open a table. The dice's commitment is told now; the match begins when everybody is seated and ready."""
    await house.limit("create", person.id)
    pace = clock.checked_pace(plan.pace.kind, plan.pace.seconds, plan.pace.increment, plan.pace.days)
    wanted = Plan(plan.game, plan.seats, plan.options, pace, plan.rated, plan.private)
    live = seating.open_match(wanted, Sitter(person.id, person.name), time.time())
    await house.tables.add(live)
    return {
        "id": live.id,
        "link": f"{house.network.base}/table/{live.id}",
        "commitment": live.commitment,
        "invitations": {seat.number: seat.invitation for seat in live.seats if seat.invitation},
    }


@router.get("/tables")
async def list_tables(
    house: TheHouse,
    person: Visitor,
    response: Response,
    which: lists.Kind = "open",
    after: After = "",
) -> list[dict[str, Any]]:
    """Open tables, your own, or games to watch, twenty at a time; where there are more, the header `Link` leads on."""
    page = await lists.listing(house.storage, which, person.id, after)
    if page.next is not None:
        response.headers["Link"] = f'</api/tables?which={which}&after={page.next}>; rel="next"'
    return page.rows


@router.get("/tables/{id}")
async def look(id: Id, house: TheHouse, person: Visitor, lang: Language) -> dict[str, Any]:
    """What you may see of a table now, and what you can do, as the socket tells it."""
    live = await house.tables.get(id)
    viewer = viewer_for(live, person.id)
    shown = screen(live, person.id, viewer, lang, house.hub.artist, house.hub.present(id))
    view = None if live.table is None else live.table.view_after(len(live.table.entries), viewer)
    return {"id": id, "game": live.game.name, "options": live.game.options, "commitment": live.commitment} | {
        "view": view,
        **shown,
    }


@router.get("/tables/{id}/replay", response_class=PlainTextResponse)
async def replay(id: Id, house: TheHouse, person: Visitor, lang: Language) -> Response:
    """The record of a match; while it runs with hidden hands: the log as you may know it, not to be replayed."""
    live = await house.tables.get(id)
    if live.status == CLOSED:
        text, name = await records.closed_download(house.storage, live, lang)
    else:
        text, name = records.download(live, viewer_for(live, person.id), lang)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/tables/{id}/draws")
async def chance_draws(id: Id, house: TheHouse) -> dict[str, Any]:
    """After the end: every draw of the dice, and all that is needed to check it."""
    live = await house.tables.get(id)
    if live.status != FINISHED or live.table is None:
        raise Refused("not_over")
    replay = live.table.replay()
    return {
        "table": replay.match_id,
        "commitment": replay.commitment,
        "nonces": replay.nonces,
        "seed": replay.seed,
        "bots": [seat.number for seat in live.seats if seat.kind == BOT],
        "draws": [vars(draw) for draw in draws(replay)],
    }


@router.get("/tables/{id}/analysis")
async def analysis(id: Id, request: Request, house: TheHouse, person: Visitor, lang: Language) -> dict[str, Any]:
    """Who stood how when, the turning points, luck and skill; made once, when somebody first asks."""
    live = await house.tables.get(id)
    if live.status != FINISHED or live.table is None:
        raise Refused("not_over")
    async with house.storage.read() as db:
        where = (analyses.c.match == id) & (analyses.c.lang == lang)
        found = await db.scalar(select(analyses.c.data).where(where))
    if found is not None:
        return dict(found)
    task = house.analyses.get((id, lang))
    if task is None:  # who asks while it is being made waits for the same one
        await house.limit("analyse", person.id or address_of(request))
        task = asyncio.create_task(analysed(house, live.table, id, lang))
        house.analyses[id, lang] = task
        task.add_done_callback(lambda _: house.analyses.pop((id, lang), None))
    return await asyncio.shield(task)


async def analysed(house: House, table: Match, id: str, lang: str) -> dict[str, Any]:
    data = await house.analysts.ask(give_analysis, table.replay().text(), lang)
    async with house.storage.write() as db:
        await db.execute(delete(analyses).where(analyses.c.match == id, analyses.c.lang == lang))
        await db.execute(analyses.insert().values(match=id, lang=lang, data=data))
    return data


def add_command(name: str, kind: type, handler: Handler) -> None:
    """POST /api/tables/ID/play takes what the socket takes as {"do": "play", …}."""

    async def endpoint(*, id: Id, house: TheHouse, person: Guest, lang: Language, command: Any) -> dict[str, Any]:
        return await handler(Visit(house, person, id, lang), command)

    needed = any(each.default is MISSING for each in fields(kind))
    body = Body() if needed else Body(default_factory=kind)
    endpoint.__annotations__["command"] = Annotated[kind, body]
    endpoint.__doc__ = kind.__doc__
    path: Callable[..., Callable[[Callable[..., Awaitable[dict[str, Any]]]], Any]] = router.post
    path(f"/tables/{{id}}/{name}", name=name)(endpoint)


for command_name, (command_kind, command_handler) in COMMANDS.items():
    add_command(command_name, command_kind, command_handler)


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


class Peace(BaseModel):
    kind: str = Field("", pattern="^(mute|block|)$")


class ReportText(BaseModel):
    text: str = Field(min_length=1, max_length=500)


class TokenLabel(BaseModel):
    label: str = Field("bot", max_length=40)


@router.get("/me")
async def me(person: Visitor) -> dict[str, Any]:
    return {"id": person.id, "name": person.name, "guest": person.is_guest, "lang": person.lang, "mail": person.mail}


@router.post("/me")
async def change_me(change: Change, house: TheHouse, person: Guest) -> dict[str, Any]:
    """Your name while you are a guest, your language, where "your turn" is mailed to."""
    given = {name: value for name, value in change.model_dump().items() if value is not None}
    return await me(await house.people.change(person, **given)) if given else await me(person)


@router.post("/me/sign-up")
async def sign_up(given: Credentials, house: TheHouse, person: Guest) -> dict[str, str]:
    """Make an account of the guest you are. The recovery code is shown once."""
    await house.limit("sign_up", person.id)
    _, code = await house.people.sign_up(person, given.name, given.password)
    return {"recovery_code": code}


async def limit_guesses(house: House, request: Request, name: str) -> None:
    """So often for one account, and so often from one address."""
    await house.limit("sign_in", folded(name))
    await house.limit("sign_in_from", address_of(request))


@router.post("/me/sign-in")
async def sign_in(given: Credentials, request: Request, house: TheHouse, guest: Visitor) -> Response:
    """Come back to your account; what you play as a guest comes along."""
    await limit_guesses(house, request, given.name)
    person = await house.people.sign_in(given.name, given.password)
    await house.people.bring_along(guest, person)
    response = JSONResponse({"id": person.id, "name": person.name})
    remember(house, response, person)
    return response


@router.post("/me/recover")
async def recover(given: Recovery, request: Request, house: TheHouse) -> Response:
    """A new password by the recovery code. It is spent then; the next one is shown once."""
    await limit_guesses(house, request, given.name)
    person, code = await house.people.recover(given.name, given.code, given.password)
    response = JSONResponse({"id": person.id, "name": person.name, "recovery_code": code})
    remember(house, response, person)
    return response


@router.post("/me/password")
async def change_password(given: Passwords, house: TheHouse, person: Account) -> Response:
    await house.limit("sign_in", person.id)
    person = await house.people.change_password(person, given.old, given.new)
    response = JSONResponse({})
    remember(house, response, person)
    return response


@router.post("/me/sign-out")
async def sign_out() -> Response:
    response = JSONResponse({})
    response.delete_cookie(COOKIE)
    return response


@router.get("/me/data")
async def my_data(house: TheHouse, person: Account) -> dict[str, Any]:
    """Everything that is stored about you."""
    return await records.data_of(house.storage, person)


@router.post("/me/delete")
async def delete_me(house: TheHouse, person: Account) -> Response:
    """Delete your account and everything that tells who you were."""
    await house.people.forget(person)
    response = JSONResponse({})
    response.delete_cookie(COOKIE)
    return response


@router.post("/me/tokens", status_code=201)
async def new_token(given: TokenLabel, house: TheHouse, person: Guest) -> dict[str, str]:
    """A token for a program that plays as you; shown once. It goes into the header `Authorization: Bearer …`."""
    await house.limit("create", person.id)
    return {"token": await house.people.new_token(person, given.label)}


@router.post("/me/tokens/delete")
async def end_tokens(house: TheHouse, person: Account) -> dict[str, str]:
    """End all your tokens."""
    async with house.storage.write() as db:
        await db.execute(delete(tokens).where(tokens.c.person == person.id))
    return {}


@router.get("/people/{id}")
async def profile(
    id: Annotated[str, Path(max_length=24)], house: TheHouse, person: Visitor, after: After = ""
) -> dict[str, Any]:
    """A person's ratings and finished games, twenty at a time; `next`, where it is set, is `after` for those before."""
    known = await records.profile(house.storage, await house.people.get(id))
    games = await lists.history(house.storage, id, person.id, after)
    return known | {"games": games.rows, "next": games.next}


@router.post("/people/{id}/peace")
async def peace(
    id: Annotated[str, Path(max_length=24)], given: Peace, house: TheHouse, person: Account
) -> dict[str, str]:
    """Mute somebody (no chat of theirs), block them (no table with them either), or neither."""
    if person is NOBODY or id == person.id:
        raise Refused("not_yourself", 422)
    await house.people.get(id)
    await house.people.set_block(person, id, given.kind)
    return {}


@router.post("/people/{id}/report")
async def report_person(
    id: Annotated[str, Path(max_length=24)], given: ReportText, house: TheHouse, person: Account
) -> dict[str, str]:
    """Tell the host of the server about somebody's behaviour."""
    await house.limit("report", person.id)
    about = await house.people.get(id)
    async with house.storage.write() as db:
        row = {"person": person.id, "about": about.id, "match": None, "text": given.text, "at": time.time()}
        await db.execute(reports.insert().values(**row))
    return {}


@router.get("/leaderboard/{game}")
async def leaderboard(game: str, house: TheHouse) -> dict[str, Any]:
    """The best of a game, and how much each of its seats is worth."""
    return await records.leaderboard(house.storage, game)


# ── The server ────────────────────────────────────────────────────────────────────────────────────


@router.post("/network")
async def open_network(request: Request, house: TheHouse) -> dict[str, str]:
    """Let the local network in, so that friends' links work; only a page on the server's own machine can ask."""
    house.network.check_asked_from_here(request)
    return {"address": await house.network.open(request.app)}
