"""Downloads, profiles, leaderboards and personal data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, RowMapping, Table, func, select

from klatsch.core import registry
from klatsch.core.replay import read_event
from klatsch.server.errors import Refused
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.storage import player_ratings as rating
from klatsch.server.storage.boards import read_options
from klatsch.server.storage.database import Storage
from klatsch.server.storage.matches import lines_of
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import (
    blocks,
    chat,
    events,
    identities,
    matches,
    passkeys,
    persons,
    ratings,
    reports,
    seats,
    sessions,
    tokens,
)
from klatsch.server.words import WORDS

MOST_LISTED = 50

OWN_BOARD = "…"  # in place of the text of a board file


def changed_options(game: str, options: dict[str, str]) -> dict[str, str]:
    """Those that aren't as usual; a board of somebody's own is only told of."""
    usual = {option.name: option.default for option in registry.definition(game).options}
    return {
        name: value if len(value) <= 60 else OWN_BOARD for name, value in options.items() if usual.get(name) != value
    }


def download(hosted: HostedMatch, viewer: int, lang: str) -> tuple[str, str]:
    """A file's text and name: the replay, or of a running match with hidden hands the viewer's log."""
    match = hosted.running_match()
    name = f"{hosted.game.name}-{hosted.id}"
    if match.over or not hosted.game.definition.hidden:
        return match.replay().text(), f"{name}.replay"
    say = WORDS.say(lang)
    lines = [say("download.log", game=hosted.game.definition.title), "", *(line for _, line in match.log(viewer, lang))]
    return "\n".join(lines) + "\n", f"{name}.txt"


async def closed_download(storage: Storage, hosted: HostedMatch) -> tuple[str, str]:
    """The replay of a match that was closed, or that is over by older rules, with its seed: no draw is taken on trust.

    It names the rules by which it was played, which today's may not be.
    """
    if not all(seat.ready for seat in hosted.seats):  # it never began
        raise Refused(f"closed.{hosted.note}")
    async with storage.read() as db:
        record = hosted.record([read_event(line) for line in await lines_of(db, hosted.id)])
        played = select(matches.c.rules_version, matches.c.options).where(matches.c.id == hosted.id)
        record.rules_version, options = (await db.execute(played)).one()
        record.options = {**await read_options(db, options)}
        record.result = hosted.result or []
    return record.text(), f"{hosted.game.name}-{hosted.id}.replay"


@dataclass(frozen=True)
class Rating:
    game: str
    title: str
    player: str
    name: str
    rating: int
    interval: int
    games: int
    wins: float


@dataclass(frozen=True)
class Profile:
    id: str
    name: str
    guest: bool
    ratings: list[Rating]


@dataclass(frozen=True)
class SeatShare:
    seat: int
    share: float
    games: int


@dataclass(frozen=True)
class Leaderboard:
    game: str
    title: str
    players: list[Rating]
    seats: list[SeatShare]


@dataclass(frozen=True)
class PersonalData:
    """Rows of the database, as they are, but for secrets and for what others reported of you."""

    person: dict[str, object]
    seats: list[dict[str, object]]
    tables_you_opened: list[dict[str, object]]
    chat: list[dict[str, object]]
    ratings: list[dict[str, object]]
    blocks: list[dict[str, object]]
    reports: list[dict[str, object]]
    sessions: list[dict[str, object]]
    tokens: list[dict[str, object]]
    passkeys: list[dict[str, object]]
    identities: list[dict[str, object]]
    events_at_your_tables: int


async def profile(storage: Storage, person: Person) -> Profile:
    """Who somebody is, and how good; their games are `match_lists.history`."""
    async with storage.read() as db:
        rows = (await db.execute(select(ratings).where(ratings.c.player == person.id))).mappings().all()
    return Profile(person.id, person.name, person.is_guest, [rating_of(row, person.name) for row in rows])


def rating_of(row: RowMapping, name: str | None) -> Rating:
    value, interval = rating.shown(row["mu"], row["sigma"])
    return Rating(
        game=row["game"],
        title=registry.definition(row["game"]).title,
        player=row["player"],
        name=name or row["player"],
        rating=value,
        interval=interval,
        games=row["games"],
        wins=row["wins"],
    )


async def leaderboard(storage: Storage, game: str) -> Leaderboard:
    """The best by what they surely are (the lower end of the interval), and the share of wins of every seat."""
    definition = registry.definition(game)
    async with storage.read() as db:
        query = (
            select(ratings, persons.c.name)
            .outerjoin(persons, persons.c.id == ratings.c.player)
            .where(ratings.c.game == game)
            .order_by((ratings.c.mu - 2 * ratings.c.sigma).desc())
            .limit(MOST_LISTED)
        )
        rows = (await db.execute(query)).mappings().all()
        results = (
            await db.execute(select(matches.c.result).where(matches.c.game == game, matches.c.rating_weight > 0))
        ).scalars()
        shares = [result for result in results if result]
    return Leaderboard(game, definition.title, [rating_of(row, row["name"]) for row in rows], seat_shares(shares))


def seat_shares(results: Sequence[Sequence[float]]) -> list[SeatShare]:
    """Of the rated games with the usual number of seats: how often each seat won."""
    most = max((len(result) for result in results), default=0)
    counted = [result for result in results if len(result) == most]
    return [
        SeatShare(seat, sum(result[seat] for result in counted) / len(counted), len(counted)) for seat in range(most)
    ]


# What only the server needs: hashes, digests, marks.
SECRET = ("password", "recovery", "sessions", "folded", "skeleton", "digest", "address", "person")


async def data_of(storage: Storage, person: Person) -> PersonalData:
    """Everything that is stored about a person, but for secrets."""

    async def rows(table: Table, mine: ColumnElement[bool]) -> list[dict[str, object]]:
        shown = [column for column in table.columns if column.name not in SECRET]
        found = (await db.execute(select(*shown).where(mine).order_by(*table.primary_key.columns))).mappings()
        return [dict(row) for row in found]

    async with storage.read() as db:
        own = await rows(persons, persons.c.id == person.id)
        sat = await rows(seats, seats.c.person == person.id)
        opened = select(matches.c.id, matches.c.game, matches.c.created).where(matches.c.host == person.id)
        number = select(func.count()).select_from(events).where(events.c.match.in_([row["match"] for row in sat]))
        return PersonalData(
            person=own[0],
            seats=sat,
            tables_you_opened=[dict(row) for row in (await db.execute(opened)).mappings()],
            chat=await rows(chat, chat.c.person == person.id),
            ratings=await rows(ratings, ratings.c.player == person.id),
            blocks=await rows(blocks, blocks.c.person == person.id),
            reports=await rows(reports, reports.c.person == person.id),
            sessions=await rows(sessions, sessions.c.person == person.id),
            tokens=await rows(tokens, tokens.c.person == person.id),
            passkeys=await rows(passkeys, passkeys.c.person == person.id),
            identities=await rows(identities, identities.c.person == person.id),
            events_at_your_tables=await db.scalar(number) or 0,
        )
