"""Ratings of people and bots, per game: openskill's Plackett–Luce."""

from __future__ import annotations

from functools import cache
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from sqlalchemy import RowMapping, delete, func, insert, select

from klatsch.match.match import Match
from klatsch.server.match.hosted_match import HostedMatch, Seat, SeatKind
from klatsch.server.match.pace import DAY
from klatsch.server.storage.database import Database
from klatsch.server.storage.schema import matches, persons, ratings, seats

if TYPE_CHECKING:
    from openskill.models import PlackettLuce
    from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

# Shown as on other sites: a newcomer (whose mu is 25) near 1500, a point of mu worth 40.
CENTRE, SCALE, NEWCOMER = 1500, 40, 25.0

# What the first, second, … game of the same two people within a day counts; the ones after these count nothing. So
# nobody gets far by winning against a friend, or a second account, again and again.
WEIGHTS = (1.0, 0.5, 0.25, 0.125)
LEAST_TURNS = 3  # for each seat, on average: what ends before is no game yet


@cache
def model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # takes long to load, and is needed when a rated game ends

    return PlackettLuce(mu=NEWCOMER)


def shown(mu: float, sigma: float) -> tuple[int, int]:
    """A rating and its 95 % interval, as people read them."""
    return round(CENTRE + SCALE * (mu - NEWCOMER)), round(1.96 * SCALE * sigma)


def shown_change(rating: list[float] | None) -> tuple[int, int] | None:
    """What a seat's match made of its rating: before and after; None where it isn't known."""
    if rating is None or len(rating) < 3:
        return None
    mu, sigma, before = rating
    return shown(before, sigma)[0], shown(mu, sigma)[0]


def player_of(seat: Seat) -> str:
    return seat.name if seat.kind == SeatKind.BOT else str(seat.person)


async def settle(db: Database, hosted: HostedMatch, now: float) -> None:
    """Rate everybody of a rated match that has just ended, as much as it counts."""
    match = hosted.match
    if not hosted.rated or match is None or match.outcome is None:
        return
    hosted.rating_weight, hosted.note = await weight_of(db, hosted, match, now)
    if hosted.rating_weight == 0:
        return
    players = [player_of(seat) for seat in hosted.seats]
    rows = (
        (await db.execute(select(ratings).where(ratings.c.game == hosted.game.name, ratings.c.player.in_(players))))
        .mappings()
        .all()
    )
    known = {row["player"]: row for row in rows}
    place = {seat: number for number, seats in enumerate(match.outcome.ranking) for seat in seats}
    sides = hosted.game.definition.sides(len(hosted.seats))
    teams = [[old_rating(known.get(players[seat])) for seat in side] for side in sides]
    rated = model().rate(teams, ranks=[float(min(place[seat] for seat in side)) for side in sides])
    for side, old_team, team in zip(sides, teams, rated, strict=True):
        for seat, old, new in zip(side, old_team, team, strict=True):
            mu = part_way(old.mu, new.mu, hosted.rating_weight)
            sigma = part_way(old.sigma, new.sigma, hosted.rating_weight)
            hosted.seats[seat].rating = [mu, sigma, old.mu]
            before = known.get(players[seat])
            games = 1 + (before["games"] if before is not None else 0)
            wins = (hosted.result or [0.0] * len(players))[seat] + (before["wins"] if before is not None else 0.0)
            theirs = (ratings.c.game == hosted.game.name) & (ratings.c.player == players[seat])
            await db.execute(delete(ratings).where(theirs))
            await db.execute(
                insert(ratings).values(
                    game=hosted.game.name, player=players[seat], mu=mu, sigma=sigma, games=games, wins=wins
                )
            )


def part_way(old: float, new: float, weight: float) -> float:
    return old + weight * (new - old)


def old_rating(row: RowMapping | None) -> PlackettLuceRating:
    return model().rating() if row is None else model().rating(mu=row["mu"], sigma=row["sigma"])


# ── How much a game counts ────────────────────────────────────────────────────────────────────────


async def weight_of(db: Database, hosted: HostedMatch, match: Match, now: float) -> tuple[float, str]:
    """How much a match counts, and if not at all, why."""
    people = sorted({str(seat.person) for seat in hosted.seats if seat.kind == SeatKind.PERSON})
    # The rows are locked: games of the same people that end at the same moment are counted one after another.
    own = select(persons.c.folded).where(persons.c.id.in_(people)).order_by(persons.c.id).with_for_update()
    accounts = [name for name in await db.scalars(own) if name is not None]
    if len(accounts) < len(people):
        return 0.0, "guests"
    if turns(match) < LEAST_TURNS * match.seats:
        return 0.0, "short"
    earlier = max(
        [await games_together(db, hosted.game.name, *pair, now) for pair in combinations(people, 2)], default=0
    )
    return (WEIGHTS[earlier], "") if earlier < len(WEIGHTS) else (0.0, "often")


def turns(match: Match) -> int:
    """How often somebody decided after somebody else, of what was not taken back."""
    deciders = [entry.event.seat for entry in match.entries if entry.event.kind == "play"]
    return sum(1 for _ in groupby(deciders))


async def games_together(db: Database, game: str, one: str, other: str, now: float) -> int:
    """Games of these two that have counted within a day."""
    first, second = seats.alias(), seats.alias()
    counted = (matches.c.game == game) & (matches.c.rating_weight > 0) & (matches.c.changed > now - DAY)
    query = (
        select(func.count(matches.c.id.distinct()))
        .join(first, first.c.match == matches.c.id)
        .join(second, second.c.match == matches.c.id)
        .where(first.c.person == one, second.c.person == other, counted)
    )
    return int(await db.scalar(query) or 0)
