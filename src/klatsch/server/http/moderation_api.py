"""The HTTP API of reports: what moderators decide, and that a warning was read."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

from klatsch.server.errors import Refused
from klatsch.server.http.auth import Account, TheServer
from klatsch.server.storage.moderation import Act
from klatsch.server.storage.people import Person

router = APIRouter(prefix="/api")


class Decision(BaseModel):
    """What to do about a report: take their chat away for some days, warn, close the table, ban, or nothing."""

    act: Act
    reason: str = Field(min_length=1, max_length=500)
    days: int = Field(7, ge=1, le=365)


def check_moderator(person: Person) -> None:
    if not person.moderator:
        raise Refused("only_moderators", 403)


@router.post("/reports/{id}")
async def decide(id: int, given: Decision, server: TheServer, person: Account) -> dict[str, str]:
    """For moderators: decide about a report. It is written down who did what, about whom, when and why."""
    check_moderator(person)
    await server.moderation.decide(person, id, given.act, given.days, given.reason)
    return {}


@router.post("/me/warning-read")
async def warning_read(server: TheServer, person: Account) -> dict[str, str]:
    """You have read what a moderator told you."""
    await server.moderation.warning_read(person)
    return {}
