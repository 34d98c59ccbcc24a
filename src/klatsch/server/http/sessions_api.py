"""The HTTP API of sessions and tokens: which devices and programs can come in as you, and ending that."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from klatsch.server.http.auth import Account, Owner, TheServer, forget_cookies, spender_of
from klatsch.server.storage.sessions import MOST_TOKEN_DAYS, TOKEN_DAYS, ListedSession, ListedToken

router = APIRouter(prefix="/api/me")
EntryId = Annotated[str, Path(max_length=16)]


class NewToken(BaseModel):
    """`read`: look at what you may see; `play`: sit down, play, chat; `account`: change or delete the account."""

    label: str = Field("bot", min_length=1, max_length=40)
    scopes: str = Field("read play", pattern="^read( play( account)?)?$")
    days: int = Field(TOKEN_DAYS, ge=1, le=MOST_TOKEN_DAYS)


@router.get("/sessions")
async def list_sessions(server: TheServer, person: Account) -> list[ListedSession]:
    """The devices on which you are signed in."""
    return await server.sessions.of(person.id, person.entry.id)


@router.post("/sessions/{id}/end")
async def end_session(id: EntryId, server: TheServer, person: Account) -> dict[str, str]:
    """Sign one device out."""
    await server.sessions.end(person.id, id)
    return {}


@router.post("/sign-out-everywhere")
async def sign_out_everywhere(request: Request, server: TheServer, person: Account) -> dict[str, str]:
    """Sign all devices out, this one too."""
    await server.sessions.end_everywhere(person.id)
    forget_cookies(request, "")
    return {}


@router.get("/tokens")
async def list_tokens(server: TheServer, person: Account) -> list[ListedToken]:
    """Your programs' tokens, without the tokens themselves."""
    return await server.sessions.tokens_of(person.id)


@router.post("/tokens", status_code=201)
async def new_token(given: NewToken, request: Request, server: TheServer, person: Owner) -> dict[str, str]:
    """A token for a program that plays as you; shown once. It goes into the header `Authorization: Bearer …`."""
    await server.budgets.spend("tokens", spender_of(request, person))
    return {"token": await server.sessions.new_token(person.id, given.label, given.scopes, given.days)}


@router.post("/tokens/{id}/end")
async def end_token(id: EntryId, server: TheServer, person: Account) -> dict[str, str]:
    """End one token."""
    await server.sessions.end_tokens(person.id, id)
    return {}


@router.post("/tokens/delete")
async def end_tokens(server: TheServer, person: Account) -> dict[str, str]:
    """End all your tokens."""
    await server.sessions.end_tokens(person.id)
    return {}
