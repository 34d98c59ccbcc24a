"""Lists of matches, page by page: open, one's own, to watch, finished.

A page ends with a place, from which the next one goes on: addresses can be shared, and a table that moves meanwhile
makes no other one appear twice or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal, get_args

from sqlalchemy import ColumnElement, RowMapping, and_, case, exists, func, literal, not_, or_, select

from klatsch.core import registry
from klatsch.server.budgets import MOST_SEATS, MOST_TABLES
from klatsch.server.errors import Refused
from klatsch.server.match.hosted_match import SeatKind, Status
from klatsch.server.match.pace import Pace, checked_pace
from klatsch.server.storage.database import Storage
from klatsch.server.storage.downloads import changed_options
from klatsch.server.storage.schema import matches, seats

PAGE = 20
Kind = Literal["mine", "open", "watch"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class ListedMatch:
    """A match in a list, as one person sees it."""

    id: str
    game: str
    title: str
    status: Status
    rated: bool
    private: bool
    pace: Pace
    players: list[str]
    kinds: list[SeatKind]
    options: dict[str, str]  # those that aren't as usual
    your_turn: bool
    result: list[float] | None
    own: list[int]  # the seats of this person
    changed: float


@dataclass(frozen=True)
class Page:
    rows: list[ListedMatch]
    next: str | None  # the place after which the next page begins; None: this is the last


async def listing(storage: Storage, which: str, person: str, after: str = "", most: int = PAGE) -> Page:
    """Open tables, a person's own (first where it's their turn, last what is over), or those to watch."""
    if which == "mine" and not person:
        return Page([], None)
    mine = sits(person)
    free = matches.c.id.in_(select(seats.c.match).where(seats.c.kind == SeatKind.OPEN))
    where = {
        "open": and_(matches.c.status == Status.WAITING, not_(matches.c.private), free, not_(mine)),
        "mine": and_(mine, matches.c.status.in_((Status.WAITING, Status.PLAYING, Status.OVER))),
        "watch": and_(matches.c.status == Status.PLAYING, not_(matches.c.private), not_(mine)),
    }[which]
    rank = case((is_asked(person), 0), (matches.c.status == Status.OVER, 2), else_=1) if which == "mine" else literal(0)
    return await paged(storage, where, rank, person, after, most)


async def history(storage: Storage, person: str, viewer: str, after: str = "") -> Page:
    """A person's finished games, as far as the viewer may know of them: private ones only who sat there."""
    where = and_(sits(person), matches.c.status == Status.OVER, or_(not_(matches.c.private), sits(viewer)))
    return await paged(storage, where, literal(0), person, after, PAGE)


async def check_room(storage: Storage, person: str, opens: int = 0) -> None:
    """Refused if somebody has opened, or sits at, as many unfinished tables as they may."""
    unfinished = matches.c.status.in_((Status.WAITING, Status.PLAYING))
    opened = select(func.count()).where(unfinished, matches.c.host == person)
    taken = select(func.count()).where(unfinished, sits(person))
    async with storage.read() as db:
        if opens and (await db.scalar(opened)) >= MOST_TABLES:
            raise Refused("too_many_tables", 429, most=MOST_TABLES)
        if (await db.scalar(taken)) >= MOST_SEATS:
            raise Refused("too_many_seats", 429, most=MOST_SEATS)


def sits(person: str) -> ColumnElement[bool]:
    return matches.c.id.in_(select(seats.c.match).where(seats.c.person == person, seats.c.kind == SeatKind.PERSON))


def is_asked(person: str) -> ColumnElement[bool]:
    """Is it this person's turn?"""
    acting = and_(seats.c.match == matches.c.id, seats.c.seat == matches.c.actor)
    return exists().where(acting, seats.c.person == person, seats.c.kind == SeatKind.PERSON)


# ── Pages ─────────────────────────────────────────────────────────────────────────────────────────


async def paged(
    storage: Storage, where: ColumnElement[bool], rank: ColumnElement[int], person: str, after: str, most: int
) -> Page:
    """By rank, in each the latest first."""
    if after:
        where = and_(where, beyond(rank, after))
    order = (rank, matches.c.changed.desc(), matches.c.id)
    query = select(matches, rank.label("rank")).where(where).order_by(*order).limit(most + 1)
    async with storage.read() as db:
        found = (await db.execute(query)).mappings().all()
        rows = found[:most]
        of_these = seats.c.match.in_([row["id"] for row in rows])
        seated = (await db.execute(select(seats).where(of_these).order_by(seats.c.seat))).mappings().all()
    shown = [listed(row, [seat for seat in seated if seat["match"] == row["id"]], person) for row in rows]
    return Page(shown, place(rows[-1]) if len(found) > most else None)


def place(row: RowMapping) -> str:
    return f"{row['rank']}-{row['changed']!r}-{row['id']}"


def beyond(rank: ColumnElement[int], after: str) -> ColumnElement[bool]:
    """What comes after a place; Refused if it is none."""
    try:
        first, second, id = after.split("-")
        ranked, changed = int(first[:1]), float(second)
        if not (isfinite(changed) and id.isalnum()):
            raise ValueError(after)
    except ValueError:
        raise Refused("no_such_page", 404) from None
    later = or_(matches.c.changed < changed, and_(matches.c.changed == changed, matches.c.id > id))
    return or_(rank > ranked, and_(rank == ranked, later))


def listed(row: RowMapping, seated: Sequence[RowMapping], person: str) -> ListedMatch:
    own = [seat["seat"] for seat in seated if seat["person"] == person and seat["kind"] == SeatKind.PERSON]
    return ListedMatch(
        id=row["id"],
        game=row["game"],
        title=registry.definition(row["game"]).title,
        status=Status(row["status"]),
        rated=row["rated"],
        private=row["private"],
        pace=checked_pace(**row["pace"]),
        players=[seat["name"] for seat in seated],
        kinds=[SeatKind(seat["kind"]) for seat in seated],
        options=changed_options(row["game"], row["options"]),
        your_turn=row["actor"] in own,
        result=row["result"],
        own=own,
        changed=row["changed"],
    )
