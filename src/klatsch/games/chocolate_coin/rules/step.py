# klatsch: compiled
"""What every kind of step has: it is entered, and, if it asks somebody, says what is legal and does what is chosen.

Steps that ask alike share how: OptionalStep, RegionStep, OptionalRegionStep.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.games.chocolate_coin.actions import DONE, PRECINCT, REGION
from klatsch.games.chocolate_coin.rules.kinds import NEXT_STEP
from klatsch.games.chocolate_coin.rules.layout import ACTING, REGION_COUNT
from klatsch.games.chocolate_coin.rules.position import Position


class Step:
    kind: int = -1  # its number in kinds.py, by which a position names it; each subclass that is a step has its own

    def enter(self, p: Position) -> None:
        """The game comes here: ask the acting faction, unless a step does something else, or goes on at once."""
        p.ask(p.v[ACTING])

    def fill(self, p: Position, out: vec[i16]) -> i64:
        """The legal actions, never none. A single one is played at once, unasked."""
        raise NotImplementedError

    def weight(self, p: Position, outcome: i64) -> i64:
        return 1

    def apply(self, p: Position, action: i64) -> None:
        raise NotImplementedError

    def is_redundant(self, p: Position, previous: i64, action: i64) -> bool:
        """§2.8, for the search: after `previous`, is `action` only another order of equal choices?"""
        return False


def is_earlier(previous: i64, action: i64, first: i64, end: i64) -> bool:
    """Two choices of one part of the action table, which came in the opposite order of the table."""
    return first <= action < previous < end


# ── A choice that may be left ─────────────────────────────────────────────────────────────────────────────────────


def or_done(p: Position, out: vec[i16], n: i64) -> i64:
    """§7.3, §11.2: after the n choices the end, if they may be left or there are none."""
    if n == 0 or p.may_stop():
        out[n] = DONE
        n += 1
    return n


class OptionalStep(Step):
    """One of some choices, or an end of this part of the action."""

    def choices(self, p: Position, out: vec[i16]) -> i64:
        raise NotImplementedError

    def choose(self, p: Position, action: i64) -> None:
        raise NotImplementedError

    def fill(self, p: Position, out: vec[i16]) -> i64:
        return or_done(p, out, self.choices(p, out))

    def apply(self, p: Position, action: i64) -> None:
        if action == DONE:
            p.go(NEXT_STEP)
        else:
            self.choose(p, action)


# ── A Region, or a precinct ───────────────────────────────────────────────────────────────────────────────────────


class RegionStep(Step):
    """One Region, or precinct: a step of this sort tells only which are eligible, and what follows."""

    def of_precincts(self, p: Position) -> bool:
        """Is a precinct chosen, and not a Region?"""
        return False

    def eligible(self, p: Position, place: i64) -> bool:
        raise NotImplementedError

    def choose(self, p: Position, place: i64) -> None:
        raise NotImplementedError

    def fill(self, p: Position, out: vec[i16]) -> i64:
        precincts = self.of_precincts(p)
        places = p.board.precincts if precincts else i64(REGION_COUNT)
        action: i64 = PRECINCT if precincts else REGION
        n: i64 = 0
        for place in range(places):
            if self.eligible(p, place):
                out[n] = i16(action + place)
                n += 1
        return n

    def apply(self, p: Position, action: i64) -> None:
        self.choose(p, action - PRECINCT if action >= PRECINCT else action - REGION)


class OptionalRegionStep(RegionStep):
    """The same, or an end of this part of the action."""

    def another(self, p: Position) -> bool:
        """May one more be chosen?"""
        return True

    def fill(self, p: Position, out: vec[i16]) -> i64:
        n: i64 = 0
        if self.another(p):
            n = super().fill(p, out)
        return or_done(p, out, n)

    def apply(self, p: Position, action: i64) -> None:
        if action == DONE:
            p.go(NEXT_STEP)
        else:
            super().apply(p, action)
