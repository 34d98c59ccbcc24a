"""What an action changed in Chocolate COIN, step by step: the rules go on by themselves until somebody has a choice.

Each step is looked at alone, so its cause is known: which step of the rules it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from klatsch.core.change import Change, ChangeLog, Part, listed
from klatsch.core.definition import View
from klatsch.core.message import Message
from klatsch.games.chocolate_coin import actions, view
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.describe import describe
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin
from klatsch.games.chocolate_coin.rules.layout import (
    A_RECRUITED_MEMBER,
    A_SUPPORT,
    BP,
    CHOSEN,
    CURRENT,
    ELF,
    IE,
    IN_EVENT,
    KIND,
    PLACE_WHAT,
    RALLY,
    RECRUIT,
    SANTA,
    SEEN,
)

# ── Step by step ──────────────────────────────────────────────────────────────────────────────────

CAUSES = {
    kinds.TRACK_ORDER: "set_up",
    kinds.SET_UP: "set_up",
    kinds.NEXT_STEP: "points",  # an event that gives points does nothing else
    kinds.MOVE_AMOUNT: "move",
    kinds.MOVE_DIE: "move",
    kinds.MOVE_GIFT: "move",
    kinds.REMOVE_TOKEN: "attack",
    kinds.DISPERSE_TARGET: "disperse",
    kinds.DISPERSE_AMOUNT: "disperse",
    kinds.STEAL_GIFT: "steal",
    kinds.SPEND_STEALTH: "steal",
    kinds.SHIP_GIFT: "ship",
    kinds.SWEEP_TOKEN: "sweep",
    kinds.COVER_REGION: "cover",
    kinds.BUILD_GIFT: "build",
    kinds.END_TURN: "end_turn",
    kinds.SCORING_ROUND: "scoring",
}
# Sentences about a choice that only leads to the next one: of several in a row that nobody was asked, the last is told.
LEADING = {
    *("does.move_from", "does.move_to", "does.ship_from", "does.sweep_in", "does.steal_in", "does.sabotage_in"),
    *("does.recruit_in", "does.recruit_beside", "does.disperse_in", "does.disperse_to", "does.turn_in"),
    *("does.expose", "does.hide", "does.put_gift", "does.remove_gift", "does.change_gift", "does.carry_gift"),
    *("does.remove_gift_in", "does.change_gift_in", "does.carry_gift_in", "does.choose_gift"),
}


def parts(before: ChocolateCoin, action: int, after: ChocolateCoin) -> list[Part[ChocolateCoin]]:
    """The steps from one question to the next, as the rules go them: §7.3, a choice with one answer isn't asked."""
    p = before.clone()
    found = [chosen(p, action, None)]
    while True:
        while p.entering:
            found.append(entered(p))
        if p.actor < 0:
            break
        legal = p.legal_actions()
        if len(legal) > 1 or p == after:
            break
        did = None if legal[0] == actions.DONE else describe(p, legal[0], int(p.actor))
        found.append(chosen(p, legal[0], did))
    return told(found)


def chosen(p: ChocolateCoin, action: int, did: Message | None) -> Part[ChocolateCoin]:
    was, cause = p.clone(), cause_of(p)
    p.step().apply(p, action)
    return Part(cause, was, p.clone(), did)


def entered(p: ChocolateCoin) -> Part[ChocolateCoin]:
    was, cause = p.clone(), cause_of(p)
    p.entering = False
    p.step().enter(p)
    return Part(cause, was, p.clone())


def cause_of(p: ChocolateCoin) -> str:
    """Why whatever changes in the next step does."""
    kind = p.v[KIND]
    if kind in CAUSES:
        return CAUSES[kind]
    if kind == kinds.PLACE and p.v[PLACE_WHAT] == A_RECRUITED_MEMBER:
        return "drive"
    support = kind == kinds.CHOOSE_AREA or (kind == kinds.PLACE and p.v[PLACE_WHAT] == A_SUPPORT)
    operation = kind == kinds.CHOOSE_AREA or (kind == kinds.PLACE and is_operation(p))
    if not operation:
        return "event"
    return ("rally" if p.v[CHOSEN] == RALLY else "pies") if support else "recruit"


def is_operation(p: ChocolateCoin) -> bool:
    """Is a placement a part of an operation? In an event it is, too, while one is being performed."""
    return not p.v[IN_EVENT] or p.v[CHOSEN] >= RECRUIT


def told(found: list[Part[ChocolateCoin]]) -> list[Part[ChocolateCoin]]:
    """The steps that changed something, or that somebody wasn't asked about and would want to know."""
    dids = [part.did for part in found if part.did is not None]
    kept: list[Part[ChocolateCoin]] = []
    for part in found:
        did = None if part.did is None or (part.did.id in LEADING and part.did is not dids[-1]) else part.did
        changed = table(part.before) != table(part.after)
        if changed or did is not None:
            kept.append(part._replace(did=did, after=part.after if changed else part.before))
    return kept


def table(p: ChocolateCoin) -> tuple[int, ...]:
    """All that lies on the table."""
    return (*p.v[:SEEN], p.v[CURRENT])


# ── What everybody sees of the table ──────────────────────────────────────────────────────────────

SCORES = {"ship": "ship", "steal": "steal", "points": "event", "scoring": "scoring"}


def between(before: View, after: View, cause: str) -> Iterator[Change]:
    yield from tokens(before, after, cause)
    yield from gifts(before, after, cause)
    yield from stealth(before, after, cause)
    yield from support(before, after, cause)
    yield from scores(before, after, cause)
    yield from turn(before, after, cause)


def faction(number: int) -> Message:
    return Message("faction." + FACTIONS[number])


def place(found: View) -> Message:
    kind = "precinct" if "touches" in found else "region"
    return Message("place." + kind, name=found["name"], id=found["id"].upper())


def counts(look: View) -> dict[tuple[int, str, int], int]:
    """How many units and bases everybody has where: Regions from 0, then precincts."""
    found = {}
    for i, region in enumerate(look["regions"]):
        for number, name in ((SANTA, "santa"), (ELF, "elf")):
            found[number, "unit", i] = region["units"][name]
            found[number, "base", i] = region["bases"][name]
        found[BP, "unit", i], found[BP, "base", i] = len(region["spies"]), len(region["moles"])
    for i, precinct in enumerate(look["precincts"], start=len(look["regions"])):
        found[IE, "unit", i] = precinct["units"]
    return found


def tokens(before: View, after: View, cause: str) -> Iterator[Change]:
    """Units and bases that came from the supply, went back to it, or went elsewhere."""
    old, new = counts(before), counts(after)
    places = [*after["regions"], *after["precincts"]]
    changed = {key: new[key] - old[key] for key in new if new[key] != old[key]}
    if cause in ("move", "disperse"):
        yield from moved(changed, places, cause)
        return
    for (number, what, at), amount in changed.items():
        kind = f"{what}_{'up' if amount > 0 else 'down'}"
        left = after["supply"][number]
        yield Change(kind, cause, number, faction(number), amount, where=place(places[at]), now=left)


def moved(changed: dict[tuple[int, str, int], int], places: list[View], cause: str) -> Iterator[Change]:
    for (number, _, source), lost in changed.items():
        if lost < 0:
            target = next(at for (mover, _, at), won in changed.items() if mover == number and won == -lost)
            where, to = place(places[source]), place(places[target])
            yield Change("moved", cause, number, faction(number), -lost, where=where, to=to)


def gifts(before: View, after: View, cause: str) -> Iterator[Change]:
    """§12, §8.13, §9.8, §10.1, §11.10: a step takes one gift off, puts one, or turns or carries one."""
    gone = one_more(after, before)
    come = one_more(before, after)
    if gone and come:
        kind = "gift_changed" if gone[0] is come[0] or gone[0]["id"] == come[0]["id"] else "gift_moved"
        yield Change(kind, cause, -1, faction(SANTA), 1, place(gone[0]), place(come[0]), gone[1], come[1])
    elif come:
        kind = "gift_built" if cause == "build" else "gift_put"
        yield Change(kind, cause, -1, faction(SANTA), 1, where=place(come[0]), value=come[1])
    elif gone:
        kind = {"ship": "gift_shipped", "steal": "gift_stolen"}.get(cause, "gift_removed")
        who = faction(BP if cause == "steal" else SANTA)
        yield Change(kind, cause, -1, who, 1, where=place(gone[0]), value=gone[1])


def one_more(before: View, after: View) -> tuple[View, int] | None:
    """Where there is a gift that wasn't there, and its value."""
    for old, new in zip(before["regions"], after["regions"], strict=True):
        more = Counter(new["gifts"]) - Counter(old["gifts"])
        if more:
            return new, next(iter(more))
    return None


def stealth(before: View, after: View, cause: str) -> Iterator[Change]:
    """What Big Plastic's tokens that stayed have gained or lost."""
    if cause in ("move", "disperse"):
        return
    for old, new in zip(before["regions"], after["regions"], strict=True):
        amount = sum(change_of_dice(old[what], new[what]) for what in ("spies", "moles"))
        if amount:
            kind = "stealth_up" if amount > 0 else "stealth_down"
            yield Change(kind, cause, BP, faction(BP), amount, where=place(new))


def change_of_dice(old: list[int], new: list[int]) -> int:
    """Dice, highest first. If one was taken off or put down, the others are as they were, or all were lowered."""
    if not Counter(old) - Counter(new) or not Counter(new) - Counter(old):
        return 0
    return sum(new) - sum(old[: len(new)])


def support(before: View, after: View, cause: str) -> Iterator[Change]:
    for old, new in zip(before["areas"], after["areas"], strict=True):
        area = Message("place.area", name=new["name"])
        if old["support"] == new["support"]:
            continue
        for side, kind, amount in ((old["support"], "support_lost", -1), (new["support"], "support_won", 1)):
            if side != "neutral":
                number = FACTIONS.index(side)
                yield Change(kind, cause, number, faction(number), amount, where=area, now=after["supply"][number])


def scores(before: View, after: View, cause: str) -> Iterator[Change]:
    for number in range(len(FACTIONS)):
        now = after["score"][number]
        amount = now - before["score"][number]
        if amount:
            kind = "score_up" if amount > 0 else "score_down"
            why = SCORES.get(cause) or ("caught" if number == IE else "base" if amount > 0 else "base_lost")
            yield Change(kind, why, number, faction(number), amount, now=now)


def turn(before: View, after: View, cause: str) -> Iterator[Change]:
    """§13: the action track, and the card that is the current one by itself."""
    track = after["track"]
    if track != before["track"] and None not in track:
        order = [Message("short." + name) for name in track]
        yield Change("track", cause, -1, listed(order), 1)
    if before["current"] is not None and after["current"] is not None and after["current"] != before["current"]:
        yield Change("card", cause, -1, card(after["current"]), 1)


def card(found: View) -> Message:
    if found["scoring"]:
        return Message("card." + found["rank"])
    rank, suit = Message("rank." + found["rank"]), Message("suit." + found["suit"])
    return Message("card.event", rank=rank, suit=suit, name=found["name"])


# What the sentences of describe.py say by themselves.
UNIT, BASE = ("unit_up", 1), ("base_up", 1)
UNIT_OFF, BASE_OFF = ("unit_down", 1), ("base_down", 1)
STATED: dict[str, tuple[tuple[str, int | str], ...]] = {
    "does.set_up_base": (BASE,),
    "does.set_up_unit": (UNIT,),
    "does.set_up_precinct": (UNIT,),
    "does.set_up_die": (UNIT,),
    "does.recruit_units": (("unit_up", "count"),),
    "does.recruit_precinct": (UNIT,),
    "does.place_unit": (UNIT,),
    "does.two_units": (("unit_up", 2),),
    "does.build_base": (BASE,),
    "does.build_base_elf": (BASE, ("score_up", "points")),
    "does.take_off_unit": (UNIT_OFF,),
    "does.take_off_base": (BASE_OFF,),
    "does.take_off_base_elf": (BASE_OFF, ("score_down", "points")),
    "does.take_off_support": (("support_lost", 1),),
    "does.take_off_unit_die": (UNIT_OFF,),
    "does.take_off_base_die": (BASE_OFF,),
    "does.move_units": (("moved", "count"),),
    "does.move_die": (("moved", 1),),
    "does.carry": (("gift_moved", 1),),
    "does.remove": (UNIT_OFF, BASE_OFF),
    "does.remove_base_elf": (BASE_OFF, ("score_down", "points")),
    "does.lower": (("stealth_down", "by"),),
    "does.lower_off": (UNIT_OFF, BASE_OFF),
    "does.drive": (UNIT_OFF, UNIT),
    "does.support_won_santa": (("support_won", 1),),
    "does.support_won_elf": (("support_won", 1),),
    "does.support_lost_santa": (("support_lost", 1),),
    "does.support_lost_elf": (("support_lost", 1),),
    "does.steal": (("gift_stolen", 1), ("score_up", "points")),
    "does.spend": (("stealth_down", 1),),
    "does.ship": (("gift_shipped", 1), ("score_up", "points")),
    "does.put_gift_in": (("gift_put", 1),),
    "does.remove_that_gift": (("gift_removed", 1),),
    "does.gift_value": (("gift_changed", 1),),
    "does.gift_carry": (("gift_moved", 1),),
    "does.build_gift": (("gift_built", 1),),
    "does.card_scoring_santa": (("score_up", 1),),
    "does.card_scoring_elf": (("score_up", 1),),
}

CHANGES: ChangeLog[ChocolateCoin] = ChangeLog(look=view.table, between=between, parts=parts, stated=STATED)
