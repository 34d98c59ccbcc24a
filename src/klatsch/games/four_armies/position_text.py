"""Positions of Battle of the 4 Armies as text: `human to act; turn 10; map c3 Hh, d3 Hr, b2 Em; captured elf Dr 2`.

A unit is told by the first letters of its army and its kind: Hr is a Human Regular, Em the Elf Mounted unit, Gh the
Goblin Hero.
"""

from __future__ import annotations

from dataclasses import dataclass

from klatsch.core.game import CHANCE, OVER, Game
from klatsch.core.position_text import Counts, Draft, Form, Marks, MarksBy, Number, Part, Word, items, one_of
from klatsch.games.four_armies import position as at
from klatsch.games.four_armies.board import ARMIES, HERO, KIND_COUNT, KINDS, MOUNTED, STRENGTH, Board
from klatsch.games.four_armies.hexes import COUNT, HEXES, touched_twice
from klatsch.games.four_armies.rules import GOES_ON, LAST_TURN, MOST_ROUNDS, REASONS, FourArmies

PHASES = (
    *("first", "action", "answer", "flip", "take-back", "horde", "retreat"),
    *("captor", "force", "advance", "berserk"),
)
ACTED = ("nothing", "hero", "move", "else")
NO = ("no", "yes")


@dataclass(frozen=True)
class Units(Part):
    """The units on the map: the hexes of each seat, its Mounted unit's and its Hero's."""

    units: tuple[str, ...]  # KIND_COUNT for each seat

    def covers(self) -> range:
        return range(self.at, at.RESERVE)

    def write(self, draft: Draft) -> str:
        found = ((hex, unit_at(draft.v, i)) for i, hex in enumerate(HEXES))
        return ", ".join(f"{hex} {self.units[unit]}" for hex, unit in found if unit >= 0)

    def read(self, text: str, draft: Draft) -> None:
        for words in items(text) if text else ():
            if len(words) != 2:
                raise ValueError(f"{' '.join(words)!r} should be a hex and a unit")
            hex = one_of(words[0], HEXES)
            if unit_at(draft.v, hex) >= 0:
                raise ValueError(f"{words[0]} is named twice")
            put_unit(draft.v, hex, one_of(words[1], self.units[: KIND_COUNT * draft.seats]))


def unit_at(v: list[int], hex: int) -> int:
    """KIND_COUNT · seat + kind of the unit there, or −1."""
    bit = 2**hex
    for seat in range(at.SEATS):
        if v[at.UNITS + seat] & bit:
            mounted, hero = v[at.MOUNTED_HEX + seat] == bit, v[at.HERO_HEX + seat] == bit
            return KIND_COUNT * seat + (MOUNTED if mounted else HERO if hero else 0)
    return -1


def put_unit(v: list[int], hex: int, unit: int) -> None:
    """A unit appears on an empty hex."""
    seat, kind = divmod(unit, KIND_COUNT)
    v[at.UNITS + seat] |= 2**hex
    for place, special in ((at.MOUNTED_HEX, MOUNTED), (at.HERO_HEX, HERO)):
        if kind == special:
            if v[place + seat]:
                raise ValueError(f"an army has one {KINDS[kind]} unit only")
            v[place + seat] = 2**hex


def lift_unit(v: list[int], hex: int) -> None:
    """Whatever stands on a hex leaves it."""
    for place in range(at.UNITS, at.RESERVE):
        v[place] &= ~(2**hex)


def armies_by_seat(board: Board) -> tuple[str, ...]:
    """Of all five places that a state has room for."""
    return (*board.armies, *(army for army in ARMIES if army not in board.armies))[: at.SEATS]


def rest(draft: Draft, place: int) -> int:
    """A reserve, unless told: the units that are nowhere else."""
    seat, kind = divmod(place, KIND_COUNT)
    if seat >= draft.seats:
        return 0
    v = draft.v
    on_map = sum(unit_at(v, hex) == place for hex in range(COUNT))
    captured = sum(v[at.PILE + at.PILE_SIZE * captor + place] for captor in range(at.SEATS))
    board = draft.game.board
    assert isinstance(board, Board)
    return STRENGTH[board.army_of[seat]][kind] - on_map - captured - v[at.OUT + place]


def living(draft: Draft) -> int:
    return draft.seats - sum(place > 0 for place in draft.v[at.FALLEN : at.FALLEN + at.SEATS])


def left(draft: Draft) -> int:
    return sum(map(int.bit_count, draft.v[at.UNITS : at.UNITS + at.SEATS])) + sum(draft.v[at.RESERVE : at.PILE])


def form(game: Game, seats: int) -> Form:
    assert isinstance(game.board, Board)
    armies = armies_by_seat(game.board)
    units = tuple(army[0].upper() + kind[0] for army in armies for kind in KINDS)
    piles = tuple(f"{army} {unit}" for army in armies for unit in units)
    notations = tuple(action.notation for action in game.actions)
    parts = (
        Word("phase", at.PHASE, PHASES, 0, at.CHOOSE_ACTION),
        Word("active", at.ACTIVE, armies, 0, lambda draft: max(draft.actor, 0)),
        Word("starter", at.STARTER, armies),
        Number("turn", at.TURN, 1, 0, LAST_TURN),
        Number("round", at.ROUND, 1, 0, MOST_ROUNDS),
        Units("map", at.UNITS, units),
        Counts("captured", at.PILE, piles),
        Counts("out", at.OUT, units),
        Counts("reserve", at.RESERVE, units, rest),
        Counts("fallen", at.FALLEN, armies),
        Number("alive", at.ALIVE, living, 0, at.SEATS),
        Number("quiet-turns", at.QUIET, 0, 0, LAST_TURN),
        Number("fewest", at.FEWEST, left),
        Word("loss", at.LOSS, NO),
        Word("acted", at.ACTED, ACTED),
        Word("berserked", at.BERSERKED, NO),
        Number("flips", at.FLIPS, 0, 0, 100),
        Marks("asked", at.ASKED, armies),
        Word("offered", at.OFFERED, notations),
        Number("forced", at.FORCED, 0, 0, 100),
        Word("ended", at.ENDED, REASONS),
        Marks("winners", at.WINNERS, armies),
        Number("batch", at.BATCH, 0, 0, 1000),
        MarksBy("snapshot", at.SNAPSHOT, armies, HEXES),
        MarksBy("claimed", at.CLAIMED, armies, HEXES),
        Marks("may-retreat", at.MAY_RETREAT, HEXES),
        Marks("disputed", at.DISPUTED, HEXES),
        Marks("advances", at.OPEN_ADVANCES, HEXES),
        Marks("forces", at.OPEN_FORCES, HEXES),
        MarksBy("advancers", at.ADVANCERS, HEXES, HEXES),
        Counts("opened", at.OPENED, HEXES),
        MarksBy("forced-units", at.FORCED_UNITS, HEXES, HEXES),
    )
    return Form(armies[:seats], parts, problem)


# ── What can't be ─────────────────────────────────────────────────────────────────────────────────


def problem(state: FourArmies) -> str | None:
    v = state.v
    if (state.actor == OVER) != (v[at.ENDED] != GOES_ON):
        return "the game is over without a reason, or has one and goes on"
    if state.actor == OVER and v[at.WINNERS] == 0:
        return "the game is over, and nobody has won it"
    if (state.actor == CHANCE) != (v[at.PHASE] in (at.CHOOSE_FIRST, at.FLIP)) and state.actor != OVER:
        return "chance decides who begins, and flips coins; nothing else"
    return wrong_armies(state) or (wrong_turn(state) if state.actor != OVER else None)


def wrong_armies(state: FourArmies) -> str | None:
    v = state.v
    alive = [seat for seat in range(state.seats) if state.lives(seat)]
    if len(alive) != v[at.ALIVE]:
        return f"{len(alive)} armies live, not {v[at.ALIVE]}"
    for seat in range(state.seats):
        name, forces = state.board.armies[seat], state.forces(seat)
        if seat in alive and forces <= 1:
            return f"the {name} army has {forces} units on the map and in its reserve, so it has fallen"
        if seat not in alive and (forces or any(v[at.pile_of(seat, 0) : at.pile_of(seat + 1, 0)])):
            return f"the {name} army has fallen, and yet it has units"
    return None


def wrong_turn(state: FourArmies) -> str | None:
    v = state.v
    phase = v[at.PHASE]
    if v[at.ALIVE] < 2 or not state.lives(v[at.ACTIVE]) or (state.actor >= 0 and not state.lives(state.actor)):
        return "it is the turn of an army that has fallen, or nobody is left to fight"
    if phase in (at.CHOOSE_ACTION, at.CHOOSE_ADVANCE, at.CHOOSE_BERSERK) and state.actor != v[at.ACTIVE]:
        return "in this phase the active army decides"
    if phase in (at.CHOOSE_ACTION, at.CHOOSE_BERSERK, at.TAKE_BACK, at.HORDE, at.FLIP, at.ANSWER):
        return doomed(state)
    return None


def doomed(state: FourArmies) -> str | None:
    """§5.1: when nothing is being captured, nobody stands beside two units of one enemy."""
    for seat in range(state.seats):
        units = state.v[at.UNITS + seat]
        hexes = touched_twice(units) & state.occupied() & ~units
        for hex in range(COUNT):
            if hexes >> hex & 1:
                return f"the unit on {HEXES[hex]} stands beside two {state.board.armies[seat]} units: it is captured"
    return None
