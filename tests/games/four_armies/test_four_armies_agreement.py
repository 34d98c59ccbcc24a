"""The game's capture resolution beside the oracle's, step by step: the same questions to the same players with the same
answers, and the same end. The oracle was written apart, from the rulebook and our rulings."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import klatsch
from klatsch.games.four_armies import position as at
from klatsch.games.four_armies import rules
from klatsch.games.four_armies.board import ARMIES, KINDS, REGULAR
from klatsch.games.four_armies.hexes import COLUMNS, HEXES, neighbours
from klatsch.games.four_armies.rules import FourArmies

from games.four_armies import oracle
from games.four_armies.drawn import actor, legal, settled

# ── From our hexes to the oracle's: it counts from the top of each column ─────────────────────────


def oracle_hex(name: str) -> int:
    column = "abcde".index(name[0])
    heights = [height for _, height in COLUMNS]
    return sum(heights[:column]) + heights[column] - int(name[1])


TO_ORACLE = {name: oracle_hex(name) for name in HEXES}
FROM_ORACLE = {number: name for name, number in TO_ORACLE.items()}


def test_both_have_the_same_map() -> None:
    for hex, name in enumerate(HEXES):
        assert {TO_ORACLE[HEXES[other]] for other in neighbours(hex)} == oracle.NEIGHBOURS[TO_ORACLE[name]]


# ── Random positions ──────────────────────────────────────────────────────────────────────────────


@cache
def load(armies: tuple[str, ...], claim: str, advance: str, elf_force: str) -> klatsch.Game:
    return klatsch.load("four-armies", armies=",".join(armies), claim=claim, advance=advance, elf_force=elf_force)


def random_state(rng: random.Random) -> FourArmies:
    """A settled position, units anywhere, some captured; every army has two units or more."""
    armies = tuple(rng.sample(ARMIES, rng.choice((2, 3, 3, 4, 4, 5))))
    options = rng.choice(("most_units", "owner")), rng.choice(("per_capture", "one"))
    game = load(armies, *options, rng.choice(("hero", "hero_and_regulars")))
    state = game.new(len(armies))
    assert isinstance(state, FourArmies)
    on_map, scarce = rng.choice((0.25, 0.5, 0.75)), rng.choice((0.0, 0.5, 0.9))
    for seat in range(len(armies)):
        deal_army(state, seat, on_map, scarce, rng)
    state.v[at.TURN] = 5
    state.v[at.FEWEST] = sum(int(state.forces(seat)) for seat in range(len(armies)))
    state.v[at.ACTIVE] = rng.randrange(len(armies))
    state.choose_action()
    return state


def deal_army(state: FourArmies, seat: int, on_map: float, scarce: float, rng: random.Random) -> None:
    """Each unit to a hex where nobody is captured, to the reserve, to somebody's pile, or out of the game."""
    v = state.v
    units = [kind for kind in range(3) for _ in range(int(v[at.RESERVE + 3 * seat + kind]))]
    rng.shuffle(units)
    for kind in units:
        v[at.RESERVE + 3 * seat + kind] -= 1
        if rng.random() < (on_map if kind == REGULAR else 0.9) and put_somewhere(state, seat, kind, rng):
            continue
        if rng.random() > scarce or state.forces(seat) < 2:
            v[at.RESERVE + 3 * seat + kind] += 1
        elif rng.random() < 0.5:
            captor = rng.choice([other for other in range(state.seats) if other != seat])
            v[at.PILE + 15 * captor + 3 * seat + kind] += 1
        else:
            v[at.OUT + 3 * seat + kind] += 1


def put_somewhere(state: FourArmies, seat: int, kind: int, rng: random.Random) -> bool:
    hexes = list(range(len(HEXES)))
    rng.shuffle(hexes)
    for hex in hexes:
        if state.owner_at(hex) < 0:
            state.put(seat, kind, hex)
            if settled(state):
                return True
            state.lift(seat, hex)
    return False


def capturing_action(state: FourArmies, rng: random.Random) -> str | None:
    """A placement or move after which somebody is captured, often one that asks for a retreat; None without one."""
    actions = [name for name in sorted(legal(state)) if name.split()[0] in ("place", "move", "berserk")]
    actions = [name for name in actions if not settled(after(state, name))]
    retreats = [name for name in actions if asks_for_a_retreat(state, name)] if rng.random() < 0.7 else []
    return rng.choice(retreats or actions) if actions else None


def asks_for_a_retreat(state: FourArmies, notation: str) -> bool:
    copy = state.clone()
    copy.play(notation)
    return copy.actor >= 0 and copy.v[at.PHASE] == at.CHOOSE_RETREAT


def after(state: FourArmies, notation: str) -> FourArmies:
    """The map right after a placement or move, before any capture."""
    copy = state.clone()
    verb, what, target = notation.split()
    if verb == "place":
        kind = KINDS.index(what)
        copy.v[at.RESERVE + 3 * state.actor + kind] -= 1
        copy.put(state.actor, kind, HEXES.index(target))
    else:
        copy.step(state.actor, HEXES.index(what), HEXES.index(target))
    return copy


def oracle_position(state: FourArmies) -> oracle.Position:
    armies = state.board.armies
    units = {
        TO_ORACLE[name]: (armies[owner], KINDS[state.kind_at(owner, hex)])
        for hex, name in enumerate(HEXES)
        if (owner := int(state.owner_at(hex))) >= 0
    }
    rulings = state.game.options
    return oracle.Position(
        units=units,
        active=armies[state.v[at.ACTIVE]],
        order=armies,
        reserves={army: int(state.in_reserve(seat)) for seat, army in enumerate(armies)},
        captured={army: counted(state, at.PILE + 15 * seat) for seat, army in enumerate(armies)},
        options=oracle.Options(rulings["claim"], rulings["advance"], rulings["elf_force"]),
    )


def counted(state: FourArmies, first: int) -> list[oracle.Unit]:
    """Units by owner and kind, from `first` on in the numbers."""
    return sorted(
        (army, kind)
        for seat, army in enumerate(state.board.armies)
        for number, kind in enumerate(KINDS)
        for _ in range(int(state.v[first + 3 * seat + number]))
    )


# ── Side by side ──────────────────────────────────────────────────────────────────────────────────

PHASES = {
    "retreat": at.CHOOSE_RETREAT,
    "claim": at.CHOOSE_CAPTOR,
    "force": at.CHOOSE_FORCE,
    "advance": at.CHOOSE_ADVANCE,
}


class Comparison:
    """One resolution, by the game and by the oracle, with the same random answers."""

    def __init__(self, state: FourArmies, notation: str, rng: random.Random) -> None:
        self.rng = rng
        self.before = after(state, notation)
        self.resolver = oracle.Resolver(oracle_position(self.before))
        self.state = state
        self.refused: set[str] = set()  # units that the oracle asked, and that stay
        self.asked: Counter[str] = Counter()
        state.play(notation)

    def run(self) -> None:
        while (decision := self.resolver.pending) is not None:
            self.end_retreats(decision)
            if self.state.v[at.ALIVE] == 1:  # the game is won: it asks no more
                self.resolver.answer(None)
                continue
            self.asked[decision.kind] += 1
            assert (actor(self.state), self.state.v[at.PHASE]) == (decision.army, PHASES[decision.kind])
            getattr(self, decision.kind)(decision)
        self.end_retreats(None)
        self.same_end()

    def choice(self, decision: oracle.Decision) -> oracle.Answer:
        return self.rng.choice(sorted(decision.answers, key=str))

    def end_retreats(self, decision: oracle.Decision | None) -> None:
        """The oracle asks of one unit after another; the game lets the owner say once that all others stay."""
        if self.state.actor < 0 or self.state.v[at.PHASE] != at.CHOOSE_RETREAT or not self.refused:
            return
        if decision is None or decision.kind != "retreat" or decision.army != actor(self.state):
            assert {name.split()[0] for name in legal(self.state, "retreat")} <= self.refused
            self.state.play("stay")
            self.refused.clear()

    def retreat(self, decision: oracle.Decision) -> None:
        assert decision.subject is not None
        source = FROM_ORACLE[decision.subject]
        ours = {name.split()[1] for name in legal(self.state, "retreat") if name.startswith(source)}
        assert ours == {FROM_ORACLE[hex] for hex in decision.answers if isinstance(hex, int)}
        choice = self.choice(decision)
        if isinstance(choice, int):
            self.state.play(f"retreat {source} {FROM_ORACLE[choice]}")
            if self.state.actor < 0 or self.state.v[at.PHASE] != at.CHOOSE_RETREAT:
                self.refused.clear()
        else:
            self.refused.add(source)
        self.resolver.answer(choice)

    def claim(self, decision: oracle.Decision) -> None:
        assert legal(self.state, "give") == decision.answers
        choice = self.choice(decision)
        self.state.play(f"give {choice}")
        self.resolver.answer(choice)

    def step(self, decision: oracle.Decision, verb: str, none: str) -> None:
        theirs = {(FROM_ORACLE[step[0]], FROM_ORACLE[step[1]]) for step in decision.answers if isinstance(step, tuple)}
        assert {tuple(name.split()) for name in legal(self.state, verb)} == theirs
        choice = self.choice(decision)
        if isinstance(choice, tuple):
            self.state.play(f"{verb} {FROM_ORACLE[choice[0]]} {FROM_ORACLE[choice[1]]}")
        else:
            self.state.play(none)
        self.resolver.answer(choice)

    def force(self, decision: oracle.Decision) -> None:
        self.step(decision, "force", "spare")

    def advance(self, decision: oracle.Decision) -> None:
        self.step(decision, "advance", "halt")

    def same_end(self) -> None:
        """The same map, piles and fallen armies; what fell is out of the game, and nobody is left to be captured."""
        state, outcome = self.state, self.resolver.outcome()
        assert int(state.v[at.PHASE]) in (at.CHOOSE_ACTION, at.CHOOSE_BERSERK) or state.actor == klatsch.OVER
        ours = oracle_position(state)
        assert frozenset(ours.units.items()) == outcome.units
        fallen = {army for army in state.board.armies if not state.lives(state.board.armies.index(army))}
        assert fallen == set().union(*outcome.eliminated)
        piles = {army: sorted(units) for army, units in ours.captured.items() if army not in fallen}
        assert piles == {army: list(units) for army, units in outcome.captured}
        assert {army: count for army, count in ours.reserves.items() if army not in fallen} == dict(outcome.reserves)
        reserves = [
            (army, kind)
            for seat, army in enumerate(state.board.armies)
            for number, kind in enumerate(KINDS)
            for _ in range(int(self.before.v[at.RESERVE + 3 * seat + number]))
            if army in fallen
        ]
        out = Counter(counted(state, at.OUT)) - Counter(counted(self.before, at.OUT))
        assert out == Counter([*outcome.removed, *reserves])
        assert settled(state)
        assert rules.invariant(state) is None


def compare(positions: int, seed: int) -> Counter[str]:
    """Resolve that many random positions side by side; what was asked how often."""
    rng = random.Random(seed)
    asked: Counter[str] = Counter()
    while asked["positions"] < positions:
        state = random_state(rng)
        notation = capturing_action(state, rng)
        if notation is not None:
            comparison = Comparison(state, notation, rng)
            comparison.run()
            asked += comparison.asked
            asked["positions"] += 1
            asked["falls"] += state.v[at.ALIVE] < state.seats
    return asked


def test_the_game_resolves_captures_as_the_oracle_does() -> None:
    asked = compare(600, 1)
    assert asked["retreat"] > 30
    assert asked["advance"] > 300
    assert asked["force"] > 3
    assert asked["claim"] > 3
    assert asked["falls"] > 40


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_the_game_resolves_captures_as_the_oracle_does_at_length(seed: int) -> None:
    asked = compare(10_000, seed)
    assert min(asked[kind] for kind in PHASES) > 40
