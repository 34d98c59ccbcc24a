"""Why nothing can be done with what was clicked: told of that alone, and of what is possible now."""

from __future__ import annotations

from klatsch.core.message import Message, Refusal
from klatsch.games.four_armies.actions import RETURNING, Give, Offer, Place, Step, Take
from klatsch.games.four_armies.board import ARMIES, FALCON, HERO, KINDS, MOUNTED
from klatsch.games.four_armies.hexes import HEXES, count
from klatsch.games.four_armies.player_actions import MOST_ON_MAP
from klatsch.games.four_armies.position import (
    ANSWER,
    BERSERKED,
    CHOOSE_ADVANCE,
    CHOOSE_BERSERK,
    CHOOSE_CAPTOR,
    CHOOSE_FORCE,
    CHOOSE_RETREAT,
    HERO_HEX,
    HORDE,
    PHASE,
    TAKE_BACK,
    UNITS,
    reserve_of,
)
from klatsch.games.four_armies.rules import FourArmies
from klatsch.games.four_armies.why_not import no, while_captor, while_retreat, while_take, why_no_action, why_no_berserk

# What is asked instead, where the click is about something else.
ASKED_FIRST = {
    CHOOSE_RETREAT: ("6.4", "retreat_now"),
    CHOOSE_CAPTOR: ("5.3", "captor_first"),
    CHOOSE_FORCE: ("8.4", "force_now"),
    CHOOSE_ADVANCE: ("5.4", "advance_now"),
    CHOOSE_BERSERK: ("3.2", "berserk_now"),
    TAKE_BACK: ("4.7", "take_now"),
    HORDE: ("8.9", "horde_now"),
    ANSWER: ("9.2", "answer_now"),
}
# What is asked, told to whoever clicks the wrong hex.
WRONG_HEX = {
    CHOOSE_FORCE: ("8.4", "force_which"),
    CHOOSE_ADVANCE: ("5.4", "advance_which"),
    HORDE: ("8.9", "horde_where"),
}


def why_clicks(state: FourArmies, places: tuple[str, ...]) -> Refusal | None:
    phase = int(state.v[PHASE])
    hexes = [HEXES.index(place.removeprefix("hex-")) for place in places if place.startswith("hex-")]
    if phase in ASKED_FIRST:
        return while_asked(state, phase, places, hexes)
    sort, _, rest = places[-1].partition("-")
    if sort in ("held", "lost"):
        return of_prisoners(state, places)
    if sort == "army" and rest in ARMIES:
        return why_no_action(state, Give(ARMIES.index(rest)))
    reserve = [KINDS.index(place.removeprefix("reserve-")) for place in places if place.startswith("reserve-")]
    if sort == "reserve" and not hexes:
        return of_reserve(state, reserve[-1])
    if reserve and hexes:
        return why_no_action(state, Place(reserve[-1], hexes[-1]))
    if sort != "hex":
        return None
    return of_two_hexes(state, *hexes[-2:]) if len(hexes) > 1 else of_hex(state, hexes[-1])


def while_asked(state: FourArmies, phase: int, places: tuple[str, ...], hexes: list[int]) -> Refusal:
    sort, _, rest = places[-1].partition("-")
    if phase == CHOOSE_CAPTOR and sort == "army":
        return while_captor(state, Give(ARMIES.index(rest)))
    if phase == TAKE_BACK and sort == "lost":
        army, _, kind = rest.partition("-")
        return while_take(state, Take(ARMIES.index(army), KINDS.index(kind)))
    if sort == "hex" and phase == CHOOSE_RETREAT:
        return of_retreat(state, hexes)
    if sort == "hex" and phase == CHOOSE_BERSERK and len(hexes) > 1:
        return why_no_berserk(state, Step("berserk", *from_own(state, hexes[-2], hexes[-1])))
    wrong = WRONG_HEX.get(phase) if sort == "hex" else None
    return no(*(wrong or ASKED_FIRST[phase]))


def of_retreat(state: FourArmies, hexes: list[int]) -> Refusal:
    last = hexes[-1]
    if not int(state.occupied()) & 2**last:
        return no("6.3", "retreat_where")
    return while_retreat(state, Step("retreat", last, last))


# ── Hexes ─────────────────────────────────────────────────────────────────────────────────────────


def from_own(state: FourArmies, one: int, other: int) -> tuple[int, int]:
    """Of two hexes first the one with an own unit."""
    return (other, one) if not is_own(state, one) and is_own(state, other) else (one, other)


def is_own(state: FourArmies, hex: int) -> bool:
    return bool(state.v[UNITS + state.actor] & 2**hex)


def of_two_hexes(state: FourArmies, one: int, other: int) -> Refusal:
    if not is_own(state, one) and not is_own(state, other):
        return of_hex(state, other)
    return why_no_action(state, Step("move", *from_own(state, one, other)))


def of_hex(state: FourArmies, hex: int) -> Refusal:
    if is_own(state, hex):
        if state.v[BERSERKED] and state.v[HERO_HEX + state.actor] == 2**hex:
            return no("8.6", "hero_moved")
        return no("4.4", "hemmed_in", hex=HEXES[hex])
    if int(state.occupied()) & 2**hex:
        return no("4.3", "not_yours", hex=HEXES[hex])
    return why_not_into(state, hex)


def why_not_into(state: FourArmies, hex: int) -> Refusal:
    """A vacant hex: the reserve can't enter it, and no unit reaches it."""
    seat = state.actor
    held = [kind for kind in range(len(KINDS)) if state.v[reserve_of(seat) + kind]]
    if not held or state.v[BERSERKED]:
        return no("4.4", "nobody_reaches", hex=HEXES[hex])
    placeable = [kind for kind in held if state.may_place(seat, kind)]
    return why_no_action(state, Place((placeable or held)[0], hex))


# ── The reserve ───────────────────────────────────────────────────────────────────────────────────


def of_reserve(state: FourArmies, kind: int) -> Refusal:
    seat = state.actor
    if state.v[BERSERKED] and state.board.berserk_with_move:
        return no("8.6", "only_move")
    if kind == MOUNTED and state.board.army_of[seat] == FALCON:
        return no("7.4", "never_mounted")
    if state.v[reserve_of(seat) + kind] == 0:
        return no("4.1", "none_in_reserve", kind=Message("kind." + KINDS[kind]))
    if state.board.max_five and count(state.v[UNITS + seat]) >= MOST_ON_MAP:
        return no("9.3", "five")
    if not state.has_room(seat):
        return no("9.4", "arms_race_largest" if state.board.largest_rival else "arms_race_smallest")
    if kind in (HERO, MOUNTED) and not state.may_place(seat, kind):
        return no("9.5", "both")
    return no("4.1", "no_hex_open")


# ── Prisoners ─────────────────────────────────────────────────────────────────────────────────────


def of_prisoners(state: FourArmies, places: tuple[str, ...]) -> Refusal:
    """An exchange, by one of its prisoners or by both; in any order."""
    found = {"held": RETURNING[0], "lost": RETURNING[0]}
    army = 0
    for place in places:
        sort, _, rest = place.partition("-")
        if sort in found:
            name, _, kind = rest.partition("-")
            army = ARMIES.index(name)
            found[sort] = KINDS.index(kind)
    return why_no_action(state, Offer(army, found["held"], found["lost"]))
