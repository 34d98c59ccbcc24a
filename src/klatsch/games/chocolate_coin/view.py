"""What a viewer may see of Chocolate COIN: everything, since nothing is hidden (the deck's order doesn't exist yet)."""

from __future__ import annotations

from klatsch.core.definition import View
from klatsch.core.game import OVER
from klatsch.core.message import Message
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import (
    AREAS,
    FACTIONS,
    PRECINCTS,
    PRIMARIES,
    RANKS,
    REGIONS,
    SECONDARIES,
    SUITS,
)
from klatsch.games.chocolate_coin.rules import kinds, layout
from klatsch.games.chocolate_coin.rules.board import GOALS
from klatsch.games.chocolate_coin.rules.layout import (
    ACE,
    ACTING,
    AREA_COUNT,
    CURRENT,
    DECK,
    DICE,
    DICE_END,
    DICE_ROLLED,
    DIE_BASE,
    DRAWN,
    ELF,
    ENDED,
    FACTION_COUNT,
    FOCUS,
    GIFT_VALUES,
    GIFTS,
    HITS,
    IE,
    IE_UNITS,
    KIND,
    NO_CARD,
    NOBODY,
    PILE_SCORING,
    PRIMARY_BY,
    REGION_COUNT,
    ROLLED,
    ROW,
    SANTA,
    SCORE,
    SECONDARY_BY,
    SECONDARY_CHOICE,
    SEEN,
    SIZE,
    STRENGTH,
    SUIT_COUNT,
    SUPPLY,
    SUPPORT,
    TRACK,
    TURN,
    UPCOMING,
)
from klatsch.games.chocolate_coin.rules.position import Position, gift_at, is_token_in, stealth_of
from klatsch.games.chocolate_coin.words import asked_faction

SIDES = ("neutral", "santa", "elf")
# Kinds at which no Region is being resolved.
NO_FOCUS = {
    kinds.TRACK_ORDER,
    kinds.SET_UP,
    kinds.DRAW_CARD,
    kinds.ASK_PRIORITY,
    kinds.ASK_PRIMARY,
    kinds.ASK_SECONDARY,
    kinds.CHOOSE_OPERATION,
    kinds.CHOOSE_REGION,
    kinds.CHOOSE_AREA,
    kinds.BUILD_GIFT,
}


def view(p: Position, viewer: int) -> View:
    v = p.v
    factions = range(FACTION_COUNT)
    return {
        **table(p),
        "actor": int(p.actor),
        "asked": FACTIONS[asked_faction(p)] if p.actor >= 0 else None,
        "turn": v[TURN],
        "seats": [int(p.seat_of[faction]) for faction in factions],
        "suits": list(names.campus(p).suits),
        "primary": taken(v[PRIMARY_BY], PRIMARIES[v[ROW]]),
        "secondary": taken(v[SECONDARY_BY], SECONDARIES[max(v[SECONDARY_CHOICE], 0)]),
        "row": v[ROW] if v[PRIMARY_BY] != NOBODY else None,
        "event_second": bool(p.board.event_after_ops_special),
        "upcoming": card(p, v[UPCOMING]),
        "cards_left": DECK - v[DRAWN],
        "goal": [int(GOALS[faction]) for faction in factions],
        "lines": [[*line.ends, line.arc] for line in names.campus(p).lines],
        "borders": [list(border) for border in names.campus(p).borders],
        "reconstruction": list(names.campus(p).reconstruction),
        "focus": focus(p),
        "attack": attack(p),
        "seen": [card_name(number) for number in range(ACE) if v[SEEN + number]],
        "scoring_cards_in_pile": v[PILE_SCORING],
        "progress": progress(p),
        "ended": bool(v[ENDED]),
        "winners": [seat for seat in range(p.seats) if p.utility(seat) > 0] if p.actor == OVER else [],
    }


def table(p: Position) -> View:
    """What lies on the table: scores, tokens, gifts, the track and the current card."""
    v = p.v
    return {
        "track": [FACTIONS[v[TRACK + i]] if v[TRACK + i] != NOBODY else None for i in range(FACTION_COUNT)],
        "current": card(p, v[CURRENT]),
        "score": [v[SCORE + faction] for faction in range(FACTION_COUNT)],
        "supply": [v[SUPPLY + faction] for faction in range(FACTION_COUNT)],
        "areas": [
            {"id": AREAS[i], "name": names.campus(p).areas[i], "support": SIDES[v[SUPPORT + i]]}
            for i in range(AREA_COUNT)
        ],
        "regions": [region(p, i) for i in range(REGION_COUNT)],
        "precincts": [precinct(p, i) for i in range(p.board.precincts)],
    }


# Where the action being played has got to: every number of layout.py from the one that says what is asked, by name.
PROGRESS = sorted(
    (number, name.lower())
    for name, number in vars(layout).items()
    if name.isupper()
    and isinstance(number, int)
    and KIND <= number < SIZE
    and name not in ("ACTION_FIRST", "ACTION_END")
)


def progress(p: Position) -> dict[str, int]:
    """What isn't at its start, so that nothing about the next decision is left to guess."""
    ends = [number for number, _ in PROGRESS[1:]] + [SIZE]
    return {
        name if index == first else f"{name}_{index - first}": p.v[index]
        for (first, name), end in zip(PROGRESS, ends, strict=True)
        for index in range(first, end)
        if p.v[index]
    }


def card_name(number: int) -> str:
    return f"{RANKS[number // SUIT_COUNT]} {SUITS[number % SUIT_COUNT]}"


def taken(faction: int, choice: str) -> dict[str, str] | None:
    return None if faction == NOBODY else {"faction": FACTIONS[faction], "choice": choice}


def region(p: Position, number: int) -> dict[str, object]:
    found = names.campus(p).regions[number]
    dice = [die for die in p.v[DICE:DICE_END] if is_token_in(die, number)]
    return {
        "id": found.id,
        "name": found.name,
        "area": AREAS.index(found.area),
        "workshop": found.workshop,
        "dock": found.dock,
        "cane": found.cane,
        "spaces": found.spaces,
        "box": list(found.box),
        "units": {"santa": int(p.units(SANTA, number)), "elf": int(p.units(ELF, number))},
        "bases": {"santa": int(p.bases(SANTA, number)), "elf": int(p.bases(ELF, number))},
        "spies": sorted((int(stealth_of(die)) for die in dice if not die & DIE_BASE), reverse=True),
        "moles": sorted((int(stealth_of(die)) for die in dice if die & DIE_BASE), reverse=True),
        "gifts": [value for value in range(1, GIFT_VALUES + 1) for _ in range(p.v[GIFTS + gift_at(number, value)])],
    }


def precinct(p: Position, number: int) -> dict[str, object]:
    found = names.campus(p).precincts[number]
    return {
        "id": found.id,
        "name": found.name,
        "at": list(found.at),
        "touches": list(found.touches),
        "units": p.v[IE_UNITS + number],
    }


def card(p: Position, number: int) -> dict[str, object] | None:
    if number == NO_CARD:
        return None
    if number >= ACE:
        return {"scoring": True, "rank": "ace" if number == ACE else "joker", "suit": None, "name": None, "columns": []}
    event = names.event(p, number)
    return {
        "scoring": False,
        "rank": RANKS[number // SUIT_COUNT],
        "suit": SUITS[number % SUIT_COUNT],
        "name": event.name,
        "columns": [[plain(effect) for effect in names.column(column)] for column in event.columns],
    }


def plain(message: Message) -> dict[str, object]:
    return {"id": message.id, "args": dict(message.args)}


def focus(p: Position) -> str | None:
    """The Region or precinct that is being resolved."""
    v = p.v
    if p.actor == OVER or v[KIND] in NO_FOCUS:
        return None
    if v[KIND] in (kinds.MOVE_TARGET, kinds.MOVE_AMOUNT) and v[ACTING] == IE:
        return PRECINCTS[v[FOCUS]]
    if v[KIND] in (kinds.SHIP_REGION, kinds.SWEEP_REGION, kinds.COVER_REGION, kinds.DRIVE_REGION, kinds.PLACE):
        return None
    in_event = kinds.EVENT_PLACE <= v[KIND] <= kinds.EVENT_BASE_TOKEN
    resolving = (kinds.EVENT_REMOVE_TOKEN, kinds.EVENT_GIFT_DIE, kinds.EVENT_GIFT_CHANGE, kinds.EVENT_BASE_TOKEN)
    return None if in_event and v[KIND] not in resolving else REGIONS[v[FOCUS]]


def attack(p: Position) -> dict[str, object] | None:
    """The dice of the attack that is being resolved."""
    v = p.v
    if p.actor == OVER or v[KIND] not in (kinds.ROLL_DIE, kinds.REMOVE_TOKEN):
        return None
    return {
        "faction": FACTIONS[v[ACTING]],
        "strength": v[STRENGTH],
        "dice": [value for value in v[ROLLED : ROLLED + DICE_ROLLED] if value],
        "hits": v[HITS],
    }
