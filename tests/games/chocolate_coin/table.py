"""Positions of Chocolate COIN drawn in text, for the tests.

    track: santa elf | ie bp
    cards: 3h 4d              the current one, the upcoming one
    score: santa 3, elf 2
    north: santa              support of an Area
    l1: santa 3, elf 1, bp 5 2, base santa, base bp 4, gift 3 6
    a: 2                      units in a precinct

What isn't named is empty. The position stands at the beginning of a turn.
"""

from __future__ import annotations

import klatsch
from klatsch.games.chocolate_coin.actions import AREAS, FACTIONS, PRECINCTS, REGIONS, card_id
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules import layout as at
from klatsch.games.chocolate_coin.rules.board import TOKENS
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin, blank
from klatsch.games.chocolate_coin.rules.position import gift_at

CARDS = {card_id(card): card for card in range(at.JOKER + 1)}


def table(text: str, seats: int = 4, drawn: int = 2, **options: object) -> ChocolateCoin:
    """The position that a text draws, at the beginning of a turn; `drawn`: how many cards were turned over."""
    game = klatsch.load("chocolate-coin", **options)
    state = blank(game, seats)
    v = [0] * at.SIZE
    v[at.DRAWN] = drawn
    v[at.PRIMARY_BY] = v[at.SECONDARY_BY] = v[at.SECONDARY_CHOICE] = -1
    v[at.TRACK : at.TRACK + 4] = [0, 2, 1, 3]
    v[at.CURRENT], v[at.UPCOMING] = CARDS["2d"], CARDS["2s"]
    for line in text.strip().splitlines():
        place, things = line.split(":")
        read_line(v, place.strip(), things.split("#")[0].strip())
    v[at.DICE : at.DICE_END] = sorted(v[at.DICE : at.DICE_END], reverse=True)
    for card in (v[at.CURRENT], v[at.UPCOMING]):
        if 0 <= card < at.EVENT_CARDS:
            v[at.SEEN + card] = 1
    if 6 < drawn < 38:
        v[at.PILE_SCORING] = 2 - sum(card >= at.ACE for card in (v[at.CURRENT], v[at.UPCOMING]))
    state.restore([0, *v])
    on_board = [int(state.tokens_on_board(faction)) for faction in range(4)]
    v[at.SUPPLY : at.SUPPLY + 4] = [int(TOKENS[faction]) - on_board[faction] for faction in range(4)]
    state.restore([0, *v])
    state.go(kinds.BEGIN_TURN)
    state.walk()
    return state


def read_line(v: list[int], place: str, things: str) -> None:
    if place == "track":
        v[at.TRACK : at.TRACK + 4] = [FACTIONS.index(word) for word in things.replace("|", " ").split()]
    elif place == "cards":
        cards = things.split()
        v[at.CURRENT] = CARDS[cards[0]]
        v[at.UPCOMING] = CARDS[cards[1]] if len(cards) > 1 else at.NO_CARD
    elif place == "score":
        for entry in things.split(","):
            faction, points = entry.split()
            v[at.SCORE + FACTIONS.index(faction)] = int(points)
    elif place in AREAS:
        v[at.SUPPORT + AREAS.index(place)] = {"santa": 1, "elf": 2}[things]
    elif place in PRECINCTS:
        v[at.IE_UNITS + PRECINCTS.index(place)] = int(things)
    else:
        for thing in things.split(","):
            read_thing(v, REGIONS.index(place), thing.split())


def read_thing(v: list[int], region: int, words: list[str]) -> None:
    base = words[0] == "base"
    if base:
        words = words[1:]
    if words[0] == "gift":
        for value in words[1:]:
            v[at.GIFTS + int(gift_at(region, int(value)))] += 1
    elif words[0] == "bp":
        for stealth in words[1:]:
            free = v.index(0, at.DICE, at.DICE_END)
            v[free] = region * at.DIE_REGION + base * at.DIE_BASE + int(stealth)
    else:
        santa, elf = (at.SANTA_BASES, at.ELF_BASES) if base else (at.SANTA_UNITS, at.ELF_UNITS)
        v[(santa if words[0] == "santa" else elf) + region] += 1 if base else int(words[1])


# ── Reading a position back ───────────────────────────────────────────────────────────────────────────────────────


def here(state: klatsch.State, place: str) -> str:
    """What lies in a Region, in a precinct or in a support circle, in the words of `table`."""
    view = state.view(klatsch.PUBLIC)
    if place in AREAS:
        return str(view["areas"][AREAS.index(place)]["support"])
    if place in PRECINCTS:
        return str(view["precincts"][PRECINCTS.index(place)]["units"])
    region = view["regions"][REGIONS.index(place)]
    things = [f"{faction} {count}" for faction, count in region["units"].items() if count]
    if region["spies"]:
        things.append("bp " + " ".join(map(str, region["spies"])))
    for faction, count in region["bases"].items():
        things += [f"base {faction}"] * count
    if region["moles"]:
        things.append("base bp " + " ".join(map(str, region["moles"])))
    if region["gifts"]:
        things.append("gift " + " ".join(map(str, region["gifts"])))
    return ", ".join(things)


def score(state: klatsch.State, faction: str) -> int:
    return int(state.view(klatsch.PUBLIC)["score"][FACTIONS.index(faction)])


def supply(state: klatsch.State, faction: str) -> int:
    return int(state.view(klatsch.PUBLIC)["supply"][FACTIONS.index(faction)])


def track(state: klatsch.State) -> str:
    places = state.view(klatsch.PUBLIC)["track"]
    return f"{places[0]} {places[1]} | {places[2]} {places[3]}"


def asked(state: klatsch.State) -> str | None:
    found = state.view(klatsch.PUBLIC)["asked"]
    return None if found is None else str(found)


def legal(state: klatsch.State) -> list[str]:
    return [state.game.notation(action) for action in state.legal_actions()]


def play(state: klatsch.State, *actions: str) -> None:
    for action in actions:
        state.play(action)


def refused(state: klatsch.State, action: str) -> str | None:
    """The clause that forbids an action."""
    return state.why_not(action)
