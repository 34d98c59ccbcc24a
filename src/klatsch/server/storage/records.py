"""Downloads, profiles, leaderboards and personal data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import RowMapping, func, select

from klatsch.core import registry
from klatsch.core.replay import read_event
from klatsch.server.errors import Refused
from klatsch.server.match.hosted_match import HostedMatch
from klatsch.server.storage import player_ratings as rating
from klatsch.server.storage.database import Storage
from klatsch.server.storage.matches import lines_of
from klatsch.server.storage.people import Person
from klatsch.server.storage.schema import chat, events, matches, persons, ratings, seats, tokens
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
    """The replay of a match that was closed, with its seed: nobody has to take its draws on trust.

    It names the rules by which it was played, which today's may not be.
    """
    if not all(seat.ready for seat in hosted.seats):  # it never began
        raise Refused(f"closed.{hosted.note}")
    async with storage.read() as db:
        record = hosted.record([read_event(line) for line in await lines_of(db, hosted.id)])
        record.rules_version = await db.scalar(select(matches.c.rules_version).where(matches.c.id == hosted.id))
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
    """Rows of the database, as they are."""

    person: dict[str, object]
    seats: list[dict[str, object]]
    chat: list[dict[str, object]]
    tokens: list[dict[str, object]]
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


async def data_of(storage: Storage, person: Person) -> PersonalData:
    """Everything that is stored about a person, but for secrets."""
    async with storage.read() as db:
        own = (await db.execute(select(persons).where(persons.c.id == person.id))).mappings().one()
        sat = (await db.execute(select(seats).where(seats.c.person == person.id))).mappings().all()
        said = (await db.execute(select(chat).where(chat.c.person == person.id))).mappings().all()
        keys = (
            await db.execute(select(tokens.c.label, tokens.c.created).where(tokens.c.person == person.id))
        ).mappings()
        number = await db.scalar(
            select(func.count()).select_from(events).where(events.c.match.in_([row["match"] for row in sat]))
        )
    secret = ("password", "recovery", "sessions", "folded")
    return PersonalData(
        person={name: value for name, value in own.items() if name not in secret},
        seats=[dict(row) for row in sat],
        chat=[dict(row) for row in said],
        tokens=[dict(row) for row in keys],
        events_at_your_tables=number or 0,
    )
