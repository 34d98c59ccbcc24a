"""What a viewer may see of Battle of the 4 Armies: everything, since nothing is hidden; and where all stand."""

from __future__ import annotations

from klatsch.core.definition import Say, Sheet, View
from klatsch.core.game import OVER
from klatsch.games.four_armies.actions import ACTIONS
from klatsch.games.four_armies.board import ARMIES, KINDS, PLACES
from klatsch.games.four_armies.hexes import COUNT, HEXES, touched_twice
from klatsch.games.four_armies.position import (
    ACTED,
    ACTIVE,
    ADVANCERS,
    ANSWER,
    ASKED,
    BERSERKED,
    CHOOSE_ACTION,
    CHOOSE_BERSERK,
    CHOOSE_CAPTOR,
    CHOOSE_FIRST,
    CHOOSE_FORCE,
    CHOOSE_RETREAT,
    CLAIMED,
    DISPUTED,
    FLIPS,
    FORCED,
    FORCED_UNITS,
    LOSS,
    MAY_RETREAT,
    OFFERED,
    OPEN_ADVANCES,
    OPEN_FORCES,
    PHASE,
    QUIET,
    ROUND,
    TURN,
    UNITS,
    WINNERS,
    out_of,
    pile_of,
    reserve_of,
)
from klatsch.games.four_armies.rules import FourArmies

# What is being decided, in the order of the numbers in position.py.
PHASES = ["first", "action", "answer", "flip", "take", "horde", "retreat", "captor", "force", "advance", "berserk"]

# Nobody is being captured: what could be next is of interest.
QUIET_PHASES = (CHOOSE_ACTION, ANSWER, CHOOSE_BERSERK)

COUNTED_DOWN = 10  # rounds before an end without a winner (§10.5)


def view(state: FourArmies, viewer: int) -> View:
    v = state.v
    phase = int(v[PHASE])
    return {
        **table(state),
        "actor": int(state.actor),
        "active": None if phase == CHOOSE_FIRST else int(v[ACTIVE]),
        "turn": int(v[TURN]),
        "round": int(v[ROUND]),
        "rounds": int(state.board.most_rounds),
        "winners": [seat for seat in range(state.seats) if v[WINNERS] & 2**seat],
        "quiet": int(v[QUIET]),
        "reconstruction": state.board.reconstruction,
        "captured_now": names(all_claimed(state)) if phase in (CHOOSE_RETREAT, CHOOSE_CAPTOR) else [],
        "disputed": names(int(v[DISPUTED])),
        "open": names(int(v[OPEN_FORCES] if phase == CHOOSE_FORCE else v[OPEN_ADVANCES])),
        # This turn so far: what an exchange was offered and who refused, whether the Dwarf Hero had its extra move,
        # flips left, forced advances made, and who may still retreat, advance or be forced.
        "offered": ACTIONS[v[OFFERED]].notation if phase == ANSWER else None,
        "refused": [ARMIES[army] for army in range(len(ARMIES)) if v[ASKED] & 2**army],
        "berserked": v[BERSERKED] == 1,
        "acted": v[ACTED] != 0,
        "flips": int(v[FLIPS]),
        "forced": int(v[FORCED]),
        "may_retreat": names(int(v[MAY_RETREAT])),
        "may_enter": {
            HEXES[hex]: names(int(v[(FORCED_UNITS if phase == CHOOSE_FORCE else ADVANCERS) + hex]))
            for hex in range(COUNT)
            if v[OPEN_FORCES if phase == CHOOSE_FORCE else OPEN_ADVANCES] & 2**hex
        },
        "threatened": names(threatened(state)) if phase in QUIET_PHASES else [],
    }


def table(state: FourArmies) -> View:
    """Where all units are, and how near the end is."""
    return {
        "phase": PHASES[state.v[PHASE]] if state.actor != OVER else "over",
        "countdown": countdown(state),
        "places": {place: HEXES[hex] for place, hex in zip(PLACES, state.board.places, strict=True)},
        "seats": [seat_view(state, seat) for seat in range(state.seats)],
    }


def countdown(state: FourArmies) -> View | None:
    """§10.5: which end without a winner is near, in how many rounds, and how many turns everybody has until then."""
    if state.actor == OVER or state.v[PHASE] == CHOOSE_FIRST:
        return None
    ends = {} if state.v[LOSS] else {"stalemate": int(state.turns_to_stalemate())}
    ends["rounds"] = int(state.turns_to_last_round())
    reason = min(ends, key=ends.__getitem__)
    turns = turns_of_each(state, ends[reason])
    return {"reason": reason, "rounds": max(turns), "turns": turns} if max(turns) <= COUNTED_DOWN else None


def turns_of_each(state: FourArmies, turns: int) -> list[int]:
    """How many of the next turns, the one that goes on included, are each seat's."""
    counts = [0] * state.seats
    seat = int(state.v[ACTIVE])
    for _ in range(turns):
        counts[seat] += 1
        seat = int(state.next_living(seat))
    return counts


def seat_view(state: FourArmies, seat: int) -> View:
    v = state.v
    army = int(state.board.army_of[seat])
    return {
        "army": ARMIES[army],
        "alive": state.lives(seat),
        "units": {HEXES[hex]: KINDS[state.kind_at(seat, hex)] for hex in range(COUNT) if v[UNITS + seat] & 2**hex},
        "reserve": kinds(state, int(reserve_of(seat))),
        "pile": [
            {"army": ARMIES[state.board.army_of[owner]], "units": kinds(state, int(pile_of(seat, owner)))}
            for owner in range(state.seats)
            if state.held(seat, owner)
        ],
        "out": kinds(state, int(out_of(seat))),
        "named": int(state.places_held(seat)),
    }


def kinds(state: FourArmies, first: int) -> dict[str, int]:
    return {kind: int(state.v[first + i]) for i, kind in enumerate(KINDS) if state.v[first + i]}


def names(mask: int) -> list[str]:
    return [HEXES[hex] for hex in range(COUNT) if mask & 2**hex]


def all_claimed(state: FourArmies) -> int:
    claimed = 0
    for seat in range(state.seats):
        claimed |= int(state.v[CLAIMED + seat])
    return claimed


def threatened(state: FourArmies) -> int:
    """Units that some enemy could bring under capture by one placement or move."""
    found = 0
    for enemy in range(state.seats):
        if state.lives(enemy):
            units = int(state.v[UNITS + enemy])
            targets = int(state.occupied()) & ~units
            found |= targets & after_placing(state, enemy, units)
            for source in range(COUNT):
                if units & 2**source:
                    found |= targets & after_moving(state, enemy, units, source)
    return found


def after_placing(state: FourArmies, seat: int, units: int) -> int:
    """The hexes that would touch two of the seat's units after some placement."""
    if not state.has_room(seat) or not any(state.may_place(seat, kind) for kind in range(len(KINDS))):
        return 0
    return after_arriving(units, int(state.places_for(seat)))


def after_moving(state: FourArmies, seat: int, units: int, source: int) -> int:
    return after_arriving(units & ~(2**source), int(state.destinations(seat, source)))


def after_arriving(units: int, targets: int) -> int:
    found = 0
    for hex in range(COUNT):
        if targets & 2**hex:
            found |= int(touched_twice(units | 2**hex))
    return found


# ── Where all stand ───────────────────────────────────────────────────────────────────────────────


def tally(view: View, say: Say) -> Sheet:
    """What wins, and what ranks where nobody wins: named spaces, units; and the turns left where they are counted."""
    columns = ["places", "on_map", "reserve", "captured"]
    rows = [tally_row(seat, say) for seat in view["seats"]]
    near = view["countdown"]
    if near:
        columns.append("turns_left")
        rows = [
            (*row, str(turns) if seat["alive"] else "")
            for row, turns, seat in zip(rows, near["turns"], view["seats"], strict=True)
        ]
    return Sheet(tuple(say("tally." + name) for name in columns), tuple(rows), (0, *range(4, len(columns))))


def tally_row(seat: View, say: Say) -> tuple[str, ...]:
    if not seat["alive"]:
        return (say("tally.beaten"), "", "", "")
    held = sum(sum(prisoners["units"].values()) for prisoners in seat["pile"])
    return str(seat["named"]), str(len(seat["units"])), str(sum(seat["reserve"].values())), str(held)
