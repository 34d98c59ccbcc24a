"""Aggregates over many games: who wins, what is used and where, and whether those who did so won more often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import NamedTuple

from klatsch.lab.game_record import GameRecord
from klatsch.lab.measures import STEPS, Sides, course, sole_winner
from klatsch.lab.statistics import Difference, Interval, all_alike, go_together, holm, quartiles, wilson

# An opening is told if it was played in at least this part of the games, and so often.
LEAST_PART, LEAST_TIMES = 0.02, 4
# Bands of win chance in which the bots' opinions are compared with the results.
BANDS = 5


class Played(NamedTuple):
    """One seat of one game."""

    record: GameRecord
    seat: int

    @property
    def role(self) -> str:
        """What is alike about seats: the army or faction where there is one, else the seat's number."""
        return self.record.roles[self.seat] if self.record.roles else str(self.seat)

    @property
    def share(self) -> float:
        return self.record.shares[self.seat]


def seats_of(records: Sequence[GameRecord]) -> Iterator[Played]:
    return (Played(record, seat) for record in records for seat in range(len(record.shares)))


# ── Who wins ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Shares:
    """Shares of the win of some kinds of players, and whether they could all be alike."""

    rows: dict[str, Interval]
    games: dict[str, int]
    p: float


def shares_by(players: Sequence[Played], kinds: Sequence[str], parity: float) -> Shares:
    won: defaultdict[str, float] = defaultdict(float)
    games: Counter[str] = Counter()
    for player, kind in zip(players, kinds, strict=True):
        won[kind] += player.share
        games[kind] += 1
    order = sorted(games)
    rows = {kind: wilson(won[kind], games[kind]) for kind in order}
    # The last kind's wins follow from the others', so there is one less to be free; parity is the same for all.
    p = all_alike([won[kind] for kind in order], [games[kind] * parity for kind in order])
    return Shares(rows, dict(games), p)


def shares_of_sides(records: Sequence[GameRecord], sides: Sides) -> Shares:
    """By seat; team-mates, who win together, are one."""
    players = [Played(record, side[0]) for record in records for side in sides]
    kinds = [str(number) for _ in records for number in range(len(sides))]
    return shares_by(players, kinds, 1 / len(sides))


def shares_of_roles(records: Sequence[GameRecord], sides: Sides) -> Shares:
    players = list(seats_of(records))
    return shares_by(players, [player.role for player in players], 1 / len(sides))


def shares_by_beginning(records: Sequence[GameRecord], sides: Sides) -> Shares:
    """Of the side that begins, and of those that come later."""
    players = [Played(record, side[0]) for record in records for side in sides]
    kinds = ["begins" if record.begins in side else "later" for record in records for side in sides]
    return shares_by(players, kinds, 1 / len(sides))


def endings(records: Sequence[GameRecord]) -> list[tuple[str, int]]:
    return Counter(record.end for record in records).most_common()


# ── The course of a game ──────────────────────────────────────────────────────────────────────────────


def choices_by_tenth(records: Sequence[GameRecord]) -> list[tuple[float, float, float]]:
    """Quartiles of the number of choices, tenth by tenth of the games."""
    tenths: list[list[float]] = [[] for _ in range(STEPS)]
    for record in records:
        for place, count in enumerate(record.choices):
            tenths[place * STEPS // len(record.choices)].append(float(count))
    return [quartiles(tenth) if tenth else (0.0, 0.0, 0.0) for tenth in tenths]


def winners_course(records: Sequence[GameRecord], sides: Sides) -> list[tuple[float, float, float]]:
    """Quartiles of the eventual winner's win chance, from the beginning to the end."""
    courses = [found for record in records if (found := course(record, sides)) and found.winner is not None]
    return [quartiles(step) for step in zip(*(found.of_winner() for found in courses), strict=True)] if courses else []


def trust(records: Sequence[GameRecord]) -> list[tuple[float, Interval, int]]:
    """The win chances that bots gave themselves, in bands: their mean, what came of them, and how many games.

    A band counts once for each seat of a game, however long its chance stayed there: turns aren't independent.
    """
    said: list[list[float]] = [[] for _ in range(BANDS)]
    won: list[list[float]] = [[] for _ in range(BANDS)]
    for record in records:
        seen: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
        for _, seat, percent in record.trace:
            seen[seat, min(BANDS - 1, percent * BANDS // 100)].append(percent / 100)
        for (seat, band), chances in seen.items():
            said[band].append(fmean(chances))
            won[band].append(record.shares[seat])
    return [(fmean(s), wilson(sum(w), len(w)), len(w)) for s, w in zip(said, won, strict=True) if s]


# ── What is used and what wins ────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Use:
    """Something that was done: how often, and what became of those who did it more often than others in their place."""

    kind: str
    times: float  # a game, all seats together
    users: float  # the part of seats that did it at all
    gain: Difference  # in share of the win
    p: float = 1.0  # corrected for the number of things looked at


def usual_shares(players: Sequence[Played]) -> dict[str, float]:
    """What every role wins on average, so that nothing is praised for being used by a strong one."""
    shares: defaultdict[str, list[float]] = defaultdict(list)
    for player in players:
        shares[player.role].append(player.share)
    return {role: fmean(found) for role, found in shares.items()}


def uses(records: Sequence[GameRecord]) -> list[Use]:
    """Everything that was done in at least a few games, the most used first."""
    players = list(seats_of(records))
    usual = usual_shares(players)
    kinds = Counter(kind for player in players for kind in player.record.used[player.seat])
    games = [{player.role: player for player in seats_of([record])} for record in records]
    found = [
        use_of(kind, games, usual)
        for kind, seats in kinds.items()
        if seats >= max(LEAST_TIMES, LEAST_PART * len(records))
    ]
    corrected = holm([use.gain.p for use in found])
    told = [replace(use, p=p) for use, p in zip(found, corrected, strict=True)]
    return sorted(told, key=lambda use: (-use.times, use.kind))


def use_of(kind: str, games: Sequence[Mapping[str, Played]], usual: Mapping[str, float]) -> Use:
    """Of games, each with its players by role."""
    roles = sorted(usual)
    counts = [{role: one.record.used[one.seat].get(kind, 0) for role, one in game.items()} for game in games]
    all_counts = [count for game in counts for count in game.values()]
    of_role = {role: [game[role] for game in counts if role in game] for role in roles}
    least = {role: more_than_usual(found) for role, found in of_role.items() if any(found)}  # others can't do it
    does = [{role: count >= least[role] for role, count in game.items() if role in least} for game in counts]
    often = sum(sum(game.values()) for game in does)
    seldom = sum(map(len, does)) - often
    gain = Difference(0.0, -1.0, 1.0, 1.0)
    if often and seldom:
        part = {True: 1 / often, False: -1 / seldom}
        gain = go_together(
            [[part[game[role]] if role in game else 0.0 for role in roles] for game in does],
            [[game[role].share - usual[role] if role in game else 0.0 for role in roles] for game in games],
        )
    return Use(kind, sum(all_counts) / len(games), sum(map(bool, all_counts)) / len(all_counts), gain)


def more_than_usual(counts: Sequence[int]) -> float:
    """From how many times on it is often: where that splits the players most evenly, at or above the median."""
    middle = median(counts)
    return min((middle, middle + 1), key=lambda least: abs(sum(count >= least for count in counts) / len(counts) - 0.5))


@dataclass(frozen=True)
class Opening:
    role: str
    notation: str
    times: int
    share: Interval
    usual: float  # the share of that role
    p: float = 1.0


def openings(records: Sequence[GameRecord]) -> list[Opening]:
    """The first decision of a seat, by role: how often it was played, and how those seats fared."""
    players = [player for player in seats_of(records) if player.record.first[player.seat]]
    usual = usual_shares(players)
    played: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for player in players:
        played[player.role, player.record.first[player.seat]].append(player.share)
    found, chances = [], []
    for (role, notation), shares in played.items():
        if len(shares) < max(LEAST_TIMES, LEAST_PART * len(records)):
            continue
        others = [s for (r, n), all_ in played.items() if r == role and n != notation for s in all_]
        found.append(Opening(role, notation, len(shares), wilson(sum(shares), len(shares)), usual[role]))
        weights = [[1 / len(shares)]] * len(shares) + [[-1 / len(others)] for _ in others]
        chances.append(go_together(weights, [[share] for share in (*shares, *others)]).p if others else 1.0)
    told = [replace(opening, p=p) for opening, p in zip(found, holm(chances), strict=True)]
    return sorted(told, key=lambda opening: (-opening.times, opening.role, opening.notation))


# ── Where ─────────────────────────────────────────────────────────────────────────────────────────────


class Visits(NamedTuple):
    """How often a place was chosen: in a game; and by winners and by others, beside what is usual for their role."""

    times: float
    by_winners: float
    by_others: float


def visits(records: Sequence[GameRecord], sides: Sides) -> dict[str, Visits]:
    """A role that wins much would make all its places look like the winners', so each is compared with itself."""
    total: Counter[str] = Counter()
    chosen: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    of_role: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seats: Counter[tuple[str, bool]] = Counter()
    for player in seats_of(records):
        places = player.record.places[player.seat]
        total.update(places)
        winner = sole_winner(player.record, sides)
        if winner is not None:
            won = player.seat in sides[winner]
            chosen[won].update(places)
            of_role[player.role].update(places)
            seats[player.role, won] += 1

    def beside_usual(place: str, won: bool) -> float:
        usual = sum(
            counts[place] * seats[role, won] / (seats[role, True] + seats[role, False])
            for role, counts in of_role.items()
        )
        return chosen[won][place] / usual if usual else 1.0

    return {
        place: Visits(times / len(records), beside_usual(place, True), beside_usual(place, False))
        for place, times in sorted(total.items())
    }
