"""Ratings of people and bots, per game: openskill's Plackett–Luce."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import RowMapping, delete, insert, select

from klatsch.server.match.hosted_match import HostedMatch, Seat, SeatKind
from klatsch.server.storage.database import Database
from klatsch.server.storage.schema import ratings

if TYPE_CHECKING:
    from openskill.models import PlackettLuce
    from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

# Shown as on other sites: a newcomer (whose mu is 25) near 1500, a point of mu worth 40.
CENTRE, SCALE, NEWCOMER = 1500, 40, 25.0


@cache
def model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # takes long to load, and is needed when a rated game ends

    return PlackettLuce(mu=NEWCOMER)


def shown(mu: float, sigma: float) -> tuple[int, int]:
    """A rating and its 95 % interval, as people read them."""
    return round(CENTRE + SCALE * (mu - NEWCOMER)), round(1.96 * SCALE * sigma)


def player_of(seat: Seat) -> str:
    return seat.name if seat.kind == SeatKind.BOT else str(seat.person)


async def settle(db: Database, hosted: HostedMatch) -> None:
    """Rate everybody of a rated match that has just ended."""
    match = hosted.match
    if not hosted.rated or match is None or match.outcome is None:
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
    for side, team in zip(sides, rated, strict=True):
        for seat, new in zip(side, team, strict=True):
            hosted.seats[seat].rating = [new.mu, new.sigma]
            before = known.get(players[seat])
            games = 1 + (before["games"] if before is not None else 0)
            wins = (hosted.result or [0.0] * len(players))[seat] + (before["wins"] if before is not None else 0.0)
            theirs = (ratings.c.game == hosted.game.name) & (ratings.c.player == players[seat])
            await db.execute(delete(ratings).where(theirs))
            await db.execute(
                insert(ratings).values(
                    game=hosted.game.name, player=players[seat], mu=new.mu, sigma=new.sigma, games=games, wins=wins
                )
            )


def old_rating(row: RowMapping | None) -> PlackettLuceRating:
    return model().rating() if row is None else model().rating(mu=row["mu"], sigma=row["sigma"])
