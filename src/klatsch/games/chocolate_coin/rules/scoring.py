# klatsch: compiled
"""Scoring rounds, win ratios, the end of the game (RULES.md 14)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from klatsch.core.game import OVER
from klatsch.games.chocolate_coin.rules.board import GOALS, RATIO_UNITS
from klatsch.games.chocolate_coin.rules.kinds import ASK_PRIMARY, FINAL_COUNT, SCORING_ROUND
from klatsch.games.chocolate_coin.rules.layout import (
    AREA_COUNT,
    DID,
    ELF,
    ENDED,
    ENDED_BY_DECK,
    ENDED_BY_SCORING,
    FACTION_COUNT,
    NOBODY,
    PRO_ELF,
    PRO_SANTA,
    SANTA,
    SCORE,
    SUPPORT,
)
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.step import Step
from klatsch.games.chocolate_coin.rules.turn import next_card

ABOVE_ALL_RATIOS: Final = 1000

# ── Win ratios ────────────────────────────────────────────────────────────────────────────────────────────────────


def ratio(p: Position, faction: i64) -> i64:
    """§14.3: score by goal, in 120ths, which are exact."""
    return p.v[SCORE + faction] * RATIO_UNITS[faction]


def lower_ratio(p: Position, seat: i64) -> i64:
    """§14.4: of a player's factions the one that stands worse."""
    lowest: i64 = ABOVE_ALL_RATIOS
    for faction in range(i64(FACTION_COUNT)):
        if p.seat_of[faction] == seat:
            lowest = min(lowest, ratio(p, faction))
    return lowest


def higher_ratio(p: Position, seat: i64) -> i64:
    highest: i64 = 0
    for faction in range(i64(FACTION_COUNT)):
        if p.seat_of[faction] == seat:
            highest = max(highest, ratio(p, faction))
    return highest


def standing(p: Position, seat: i64) -> i64:
    """What players are ranked by: the lower ratio, then (§14.7) a double player's other one."""
    return lower_ratio(p, seat) * ABOVE_ALL_RATIOS + higher_ratio(p, seat)


def has_won(p: Position, seat: i64) -> bool:
    """§14.2, §14.4: every faction of the player has reached its goal."""
    for faction in range(i64(FACTION_COUNT)):
        if p.seat_of[faction] == seat and p.v[SCORE + faction] < GOALS[faction]:
            return False
    return True


# ── The scoring round ─────────────────────────────────────────────────────────────────────────────────────────────


class ScoringRound(Step):
    """§14.1, §14.2: the only time when a reached goal ends the game. The next card may bring another round (§14.8)."""

    kind = SCORING_ROUND

    def enter(self, p: Position) -> None:
        for seat in range(p.seats):
            if has_won(p, seat):
                end(p, ENDED_BY_SCORING)
                return
        bonus_point(p)
        if p.board.scoring_turn:
            p.go(ASK_PRIMARY)
        else:
            next_card(p)


def side_with_more_support(p: Position) -> i64:
    """§14.5: Santa, the E.L.F., or nobody."""
    lead = support_lead(p)
    return SANTA if lead > 0 else ELF if lead < 0 else NOBODY


def support_lead(p: Position) -> i64:
    """How many more Areas are for Santa than for the E.L.F."""
    v = p.v
    lead: i64 = 0
    for area in range(i64(AREA_COUNT)):
        if v[SUPPORT + area] == PRO_SANTA:
            lead += 1
        elif v[SUPPORT + area] == PRO_ELF:
            lead -= 1
    return lead


def bonus_point(p: Position) -> None:
    side = side_with_more_support(p)
    if side != NOBODY:
        p.gain(side, 1)
        p.v[DID] = 0  # that was no action


class FinalCount(Step):
    """§14.6: the deck is used up."""

    kind = FINAL_COUNT

    def enter(self, p: Position) -> None:
        end(p, ENDED_BY_DECK)


def end(p: Position, reason: i64) -> None:
    p.v[ENDED] = reason
    p.actor = OVER
