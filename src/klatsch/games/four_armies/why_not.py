"""Why an action isn't legal now: the clause of RULES.md that forbids it, and a sentence that helps."""

from __future__ import annotations

from collections.abc import Callable

from klatsch.core.action import Button
from klatsch.core.message import Message, Refusal
from klatsch.games.four_armies.actions import ACTIONS, Action, First, Give, Offer, Place, Step, Take
from klatsch.games.four_armies.board import ARMIES, DWARF, FALCON, HERO, HUMAN, KINDS, MOUNTED
from klatsch.games.four_armies.hexes import CHIP, HEXES, count, lowest
from klatsch.games.four_armies.player_actions import MOST_ON_MAP
from klatsch.games.four_armies.position import (
    ANSWER,
    ASKED,
    BERSERKED,
    CHOOSE_ADVANCE,
    CHOOSE_BERSERK,
    CHOOSE_CAPTOR,
    CHOOSE_FORCE,
    CHOOSE_RETREAT,
    CLAIMED,
    DISPUTED,
    HERO_HEX,
    HORDE,
    MOUNTED_HEX,
    PHASE,
    TAKE_BACK,
    UNITS,
    reserve_of,
)
from klatsch.games.four_armies.rules import FourArmies


def no(clause: str, id: str, **args: int | str | Message) -> Refusal:
    return Refusal(clause, Message("not." + id, **args))


def army(number: int) -> Message:
    return Message("army." + ARMIES[number])


def why_not(state: FourArmies, action: int) -> Refusal:
    record = ACTIONS[action]
    if isinstance(record, First):
        return no("3.1", "chance_first")
    asked = ASKED_NOW.get(int(state.v[PHASE]))
    return asked(state, record) if asked else why_no_action(state, record)


# ── While something else is asked ─────────────────────────────────────────────────────────────────


def while_retreat(state: FourArmies, record: Action) -> Refusal:
    if not isinstance(record, Step) or record.verb != "retreat":
        return no("6.4", "retreat_now")
    seat = state.actor
    hex = record.source
    if not state.v[UNITS + seat] & 2**hex:
        return no("6.3", "not_yours", hex=HEXES[hex])
    captured = any(state.v[CLAIMED + other] & 2**hex for other in range(state.seats))
    if captured and state.v[MOUNTED_HEX + seat] == 2**hex and state.is_awed(seat):
        return no("8.10", "awed_retreat")
    if not int(state.retreaters()) & 2**hex or not captured:
        return no("6.3", "retreat_who", hex=HEXES[hex])
    return no("6.3", "retreat_where")


def while_captor(state: FourArmies, record: Action) -> Refusal:
    if isinstance(record, Give):
        return no("5.3", "not_claiming", army=army(record.army))
    return no("5.3", "captor_now", hex=HEXES[lowest(state.v[DISPUTED])])


def while_force(state: FourArmies, record: Action) -> Refusal:
    if isinstance(record, Step) and record.verb == "force":
        return no("8.4", "force_which")
    return no("8.4", "force_now")


def while_advance(state: FourArmies, record: Action) -> Refusal:
    if isinstance(record, Step) and record.verb == "advance":
        return no("5.4", "advance_which")
    return no("5.4", "advance_now")


def while_berserk(state: FourArmies, record: Action) -> Refusal:
    if isinstance(record, Step) and record.verb == "berserk":
        return why_no_berserk(state, record)
    return no("3.2", "berserk_now")


def while_take(state: FourArmies, record: Action) -> Refusal:
    if isinstance(record, Take):
        return no("4.7", "not_captured", army=army(record.army))
    return no("4.7", "take_now")


def while_horde(state: FourArmies, record: Action) -> Refusal:
    return no("8.9", "horde_where" if isinstance(record, Place) else "horde_now")


ASKED_NOW: dict[int, Callable[[FourArmies, Action], Refusal]] = {
    CHOOSE_RETREAT: while_retreat,
    CHOOSE_CAPTOR: while_captor,
    CHOOSE_FORCE: while_force,
    CHOOSE_ADVANCE: while_advance,
    CHOOSE_BERSERK: while_berserk,
    TAKE_BACK: while_take,
    HORDE: while_horde,
    ANSWER: lambda state, record: no("9.2", "answer_now"),
}


# ── While the turn's action is asked ──────────────────────────────────────────────────────────────

OUT_OF_TIME = {
    "advance": ("5.4", "no_advance"),
    "halt": ("5.4", "no_advance"),
    "retreat": ("6.3", "no_retreat"),
    "stay": ("6.3", "no_retreat"),
    "force": ("8.4", "no_force"),
    "spare": ("8.4", "no_force"),
    "leave": ("4.7", "no_rally_open"),
    "reserve": ("8.9", "no_rally_open"),
    "accept": ("9.2", "no_offer_open"),
    "refuse": ("9.2", "no_offer_open"),
    "face up": ("4.6", "chance_flip"),
    "face down": ("4.6", "chance_flip"),
    "end": ("3.2", "must_act"),
    "pass": ("3.2", "can_act"),
}


def why_no_action(state: FourArmies, record: Action) -> Refusal:
    name = record.verb if isinstance(record, Step) else record.notation
    if name in OUT_OF_TIME:
        return no(*OUT_OF_TIME[name])
    if isinstance(record, Take):
        return no("4.7", "no_rally_open")
    if isinstance(record, Give):
        return no("5.3", "no_captor")
    if isinstance(record, Step) and record.verb == "berserk":
        return why_no_berserk(state, record)
    if state.v[BERSERKED] and state.board.berserk_with_move and not isinstance(record, Step):
        return no("8.6", "only_move")
    match record:
        case Place(kind, hex):
            return why_no_placement(state, kind, hex)
        case Step(_, source, target):
            return why_no_move(state, source, target)
        case Offer():
            return why_no_offer(state, record)
        case Button("rally"):
            return why_no_rally(state)
    return no("8.10", "awed") if state.v[MOUNTED_HEX + state.actor] else no("4.8", "no_mounted")


def why_no_placement(state: FourArmies, kind: int, hex: int) -> Refusal:
    seat = state.actor
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
    if int(state.occupied()) & 2**hex:
        return no("4.1", "taken", hex=HEXES[hex])
    if hex == CHIP:
        return no("4.2", "chip")
    return no("4.1", "not_linked", hex=HEXES[hex])


def why_no_move(state: FourArmies, source: int, target: int) -> Refusal:
    seat = state.actor
    names = {"source": HEXES[source], "target": HEXES[target]}
    if not state.v[UNITS + seat] & 2**source:
        return no("4.3", "not_yours", hex=HEXES[source])
    is_hero = state.v[HERO_HEX + seat] == 2**source
    if is_hero and state.v[BERSERKED]:
        return no("8.6", "hero_moved")
    if source == target:
        return no("4.3", "same_hex", hex=HEXES[source])
    if int(state.occupied()) & 2**target:
        return no("4.3", "taken", hex=HEXES[target])
    army = state.board.army_of[seat]
    if army == FALCON:
        return no("7.2", "too_far_falcon", **names)
    if army == HUMAN and is_hero:
        return no("8.2", "too_far_charge", **names)
    return no("4.4", "too_far", **names)


def why_no_berserk(state: FourArmies, record: Step) -> Refusal:
    seat = state.actor
    if state.board.army_of[seat] != DWARF:
        return no("8.6", "not_dwarf")
    if state.v[BERSERKED]:
        return no("8.6", "berserk_used")
    if state.v[HERO_HEX + seat] != 2**record.source:
        return no("8.6", "berserk_hero_only")
    if record.source == record.target:
        return no("4.3", "same_hex", hex=HEXES[record.source])
    if int(state.occupied()) & 2**record.target:
        return no("4.3", "taken", hex=HEXES[record.target])
    return no("8.6", "berserk_far", source=HEXES[record.source], target=HEXES[record.target])


def why_no_rally(state: FourArmies) -> Refusal:
    lost = int(state.lost(state.actor))
    if lost < 2:
        return no("4.5", "few_lost", lost=lost)
    return no("4.5", "empty_pile")


def why_no_offer(state: FourArmies, offer: Offer) -> Refusal:
    if not state.board.prisoner_exchange:
        return no("9.1", "no_exchange")
    partner = int(state.board.seat_of[offer.army])
    if partner == state.actor:
        return no("9.1", "own_army")
    if not 0 <= partner < state.seats:
        return no("9.1", "absent", army=army(offer.army))
    if not state.lives(partner):
        return no("9.1", "beaten", army=army(offer.army))
    lost = int(state.lost(state.actor))
    if lost < 2:
        return no("9.1", "few_lost_exchange", lost=lost)
    if int(state.v[ASKED]) & 2**offer.army:
        return no("9.2", "asked", army=army(offer.army))
    return no("9.1", "no_such_swap", army=army(offer.army))
