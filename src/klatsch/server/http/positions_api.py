"""The API of the editor of positions: look at one, change it, ask what is legal there, and what a bot thinks of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from klatsch.core import registry
from klatsch.core.position_text import MOST_LETTERS
from klatsch.core.rng import Rng
from klatsch.server.background import workers
from klatsch.server.background.position_tasks import Edit, Judged, Shown, check_position, judge_action, show_position
from klatsch.server.budgets import Spender
from klatsch.server.errors import Refused
from klatsch.server.http.auth import Language, TheServer, Visitor, spender_of
from klatsch.server.server import Server
from klatsch.server.storage.boards import own_boards

router = APIRouter(prefix="/api/positions")
Text = Annotated[str, Field(max_length=MOST_LETTERS)]


class SetUp(BaseModel):
    """A position of a game with its options; without a text, the one where edits begin."""

    game: str = Field(examples=["coffee-chess"])
    options: dict[str, str] = {}
    seats: int = Field(0, ge=0, le=8)
    position: Text = ""


class Change(SetUp):
    """What is changed in it: something of the palette is put, or taken away, at a drawn place."""

    brush: str = Field("", max_length=40)
    place: str = Field("", max_length=40)
    take: bool = False


class Asked(SetUp):
    action: str = Field(max_length=100, examples=["place e4"])


class Opinion(BaseModel):
    sentences: list[str]


@router.post("")
async def look(wanted: Change, request: Request, server: TheServer, person: Visitor, lang: Language) -> Shown:
    """A position drawn, after a change: its text, what is wrong with it, and what can be done there."""
    return await looked(server, spender_of(request, person), wanted, lang)


async def looked(server: Server, spender: Spender, wanted: Change, lang: str) -> Shown:
    await admit(server, spender, wanted)
    edit = Edit(wanted.brush, wanted.place, wanted.take)
    return await server.board_check.position(
        show_position, wanted.game, wanted.options, wanted.seats, wanted.position, edit, lang
    )


async def admit(server: Server, spender: Spender, wanted: SetUp) -> None:
    """What strangers send is paid for, and a board of their own is built elsewhere first."""
    await server.budgets.spend("positions", spender)
    if own_boards(wanted.game, wanted.options):
        await server.budgets.spend("boards", spender)
        await server.board_check.check(wanted.game, wanted.options)


@router.post("/legal")
async def legal(wanted: Asked, request: Request, server: TheServer, person: Visitor, lang: Language) -> Judged:
    """May this action be played there? If not, the clause that forbids it."""
    await admit(server, spender_of(request, person), wanted)
    return await server.board_check.position(
        judge_action, wanted.game, wanted.options, wanted.position, wanted.action, lang
    )


@router.post("/explain")
async def explain(wanted: SetUp, request: Request, server: TheServer, person: Visitor, lang: Language) -> Opinion:
    """What a bot thinks of the position, from what the seat that decides knows."""
    spender = spender_of(request, person)
    await admit(server, spender, wanted)
    await server.board_check.position(check_position, wanted.game, wanted.options, wanted.position)
    state = registry.load_with(wanted.game, wanted.options).from_position(wanted.position)
    if state.actor < 0:
        raise Refused("nobody_decides", 422)
    await server.budgets.spend("hints", spender)
    known = state.known_to(int(state.actor), Rng(1)).to_bytes()
    task = workers.give_explanation
    options = dict(state.game.options)
    args = (wanted.game, options, known, lang, 1, False)
    return Opinion(sentences=await server.hint_queue.ask(spender.key, task, *args))
