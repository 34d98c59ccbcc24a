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
from klatsch.core.position_text import read_draft
from klatsch.games.chocolate_coin.actions import AREAS, FACTIONS, PRECINCTS, REGIONS
from klatsch.games.chocolate_coin.position_text import seat_words
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin, blank


def table(text: str, seats: int = 4, drawn: int = 2, **options: object) -> ChocolateCoin:
    """The position that a text draws, at the beginning of a turn; `drawn`: how many cards were turned over."""
    game = klatsch.load("chocolate-coin", **options)
    parts = {"track": ["santa elf ie bp"], "card": ["2d"], "next-card": ["2s"]}
    for line in text.strip().splitlines():
        place, things = line.split(":")
        for name, words in parts_of(place.strip(), things.split("#")[0].strip()):
            parts.setdefault(name, []).append(words)
    parts["track"], parts["card"], parts["next-card"] = (parts[name][-1:] for name in ("track", "card", "next-card"))
    seen = {parts[name][0] for name in ("card", "next-card")} - {"ace", "joker", "none"}
    support = dict(word.split() for word in parts.pop("support", []))
    told = {name: ", ".join(words) for name, words in parts.items()}
    told |= {"seats": str(seats), "drawn": str(drawn), "seen": " ".join(seen), "step": "begin-turn"}
    told["support"] = " ".join(support.get(area, "neutral") for area in AREAS)
    scoring = 2 - sum(parts[name][0] in ("ace", "joker") for name in ("card", "next-card"))
    told["pile-scoring"] = str(scoring if 6 < drawn < 38 else 0)
    first = seat_words(game.options["factions"], seats)[0]
    line = "; ".join([f"{first} to act", *(f"{name} {words}" for name, words in told.items() if words)])
    draft = read_draft(game, line)
    state = blank(game, seats)
    state.restore(draft.numbers)
    state.go(kinds.BEGIN_TURN)
    state.walk()
    return state


def parts_of(place: str, things: str) -> list[tuple[str, str]]:
    """What a line says, as parts of a position's text."""
    if place == "track":
        return [("track", things.replace("|", " "))]
    if place == "cards":
        return list(zip(("card", "next-card"), (*things.split(), "none"), strict=False))
    if place == "score":
        return [("score", entry.strip()) for entry in things.split(",")]
    if place in AREAS:
        return [("support", f"{place} {things}")]
    if place in PRECINCTS:
        return [("ie", f"{place} {things}")]
    found = []
    bases = [thing.split()[1] for thing in things.split(",") if thing.split()[0] == "base"]
    for words in (thing.split() for thing in things.split(",")):
        if words[0] == "gift":
            found.append(("gifts", f"{place} {' '.join(words[1:])}"))
        elif "bp" in words:
            base = " base" if words[0] == "base" else ""
            found += [("bp", f"{place} {stealth}{base}") for stealth in words[words.index("bp") + 1 :]]
        elif words[0] == "base":
            if (f"{words[1]}-bases", f"{place} {bases.count(words[1])}") not in found:
                found.append((f"{words[1]}-bases", f"{place} {bases.count(words[1])}"))
        else:
            found.append((words[0], f"{place} {words[1]}"))
    return found


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


# ── Every way to go on ────────────────────────────────────────────────────────────────────────────────────────────


def ends(state: klatsch.State, faction: str, searched: bool = False) -> list[klatsch.State]:
    """The position after every way in which a faction can go on until another one is asked, or dice are rolled.

    `searched`: as a search goes on, which skips what is only another order of equal choices. The same way twice counts
    twice; the same position before the end is gone on from once, unless it is searched.
    """
    found = []
    waiting = [(state, -1)]
    seen = set()
    while waiting:
        position, previous = waiting.pop()
        if position.actor < 0 or asked(position) != faction:
            found.append(position)
            continue
        for action in position.legal_actions():
            if searched and previous >= 0 and position.is_redundant(previous, action):
                continue
            copy = position.clone()
            copy.apply(action)
            if searched or copy.key() not in seen:
                seen.add(copy.key())
                waiting.append((copy, action))
    return found
