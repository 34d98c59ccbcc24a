"""The table in letters, from the view only."""

from __future__ import annotations

from typing import Any

from klatsch.core.definition import Say, View
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.draw import standing
from klatsch.games.chocolate_coin.draw_grid import ROWS, second_choices

# What was taken on the action grid, as the grid calls it.
CHOICES = {
    "ops+special": "board.ops_special",
    "event": "board.event",
    "ops": "board.ops",
    "op": "board.one_op",
    "special": "board.special",
}


def text(view: View, say: Say) -> str:
    lines = [header(view, say), track(view, say), *grid_lines(view, say), ""]
    for card, id in ((view["current"], "board.current"), (view["upcoming"], "board.upcoming")):
        lines += card_lines(card, say(id), say) if card else []
    lines.append("")
    for number, area in enumerate(view["areas"]):
        support = say("board.neutral") if area["support"] == "neutral" else say("faction." + area["support"])
        lines.append(f"{area['name']}  ({say('board.support')}: {support})")
        lines += [region_line(view, region, say) for region in view["regions"] if region["area"] == number]
    lines += precinct_lines(view, say)
    lines += ["", *(score_line(view, say, number) for number in range(4))]
    if view["attack"]:
        dice = " ".join(map(str, view["attack"]["dice"]))
        lines.append(f"{say('board.dice')}: {dice}  {say('board.hits', hits=view['attack']['hits'])}".rstrip())
    return "\n".join(line.rstrip() for line in lines)


def header(view: View, say: Say) -> str:
    left = say("board.cards_left", cards=view["cards_left"])
    return f"{say('board.turn', turn=view['turn'])} · {left}"


def track(view: View, say: Say) -> str:
    places = [say("short." + faction) if faction else "–" for faction in view["track"]]
    shown = (
        f"{say('board.track')}: 1 {places[0]}  2 {places[1]}  | {say('board.delayed')}: 3 {places[2]}  4 {places[3]}"
    )
    for column in ("primary", "secondary"):
        if view[column]:
            taken = view[column]
            shown += f"  · {say('board.' + column)}: {say('short.' + taken['faction'])} {say(CHOICES[taken['choice']])}"
    return shown


def grid_lines(view: View, say: Say) -> list[str]:
    """The row of the action grid that is in play: the primary action and what may follow it."""
    if view["row"] is None:
        return []
    second = " | ".join(say("board." + word) for _, word in second_choices(view, view["row"]))
    return [f"{say('board.grid')}: {say('board.' + ROWS[view['row']][1])} → {second}"]


def card_lines(card: dict[str, Any], label: str, say: Say) -> list[str]:
    if card["scoring"]:
        return [f"{label}: {say('card.' + card['rank'])}"]
    name = say("card.event", rank=say("rank." + card["rank"]), suit=say("suit." + card["suit"]), name=card["name"])
    rows = [f"{label}: {name}"]
    for id, column in zip(("board.faction", "board.other"), card["columns"], strict=True):
        rows.append(f"    {say(id)}: " + " ".join(say(effect["id"], **effect["args"]) for effect in column))
    return rows


def pointer(view: View, place: dict[str, Any]) -> str:
    """Before the Region or precinct that is being resolved."""
    return ">" if place["id"] == view["focus"] else " "


def region_line(view: View, region: dict[str, Any], say: Say) -> str:
    signs = [say("board." + sign) for sign in ("workshop", "dock", "cane") if region[sign]]
    bases = [say("short.santa")] * region["bases"]["santa"] + [say("short.elf")] * region["bases"]["elf"]
    bases += [f"{say('short.bp')}({stealth})" for stealth in region["moles"]]
    bases += ["·"] * (region["spaces"] - len(bases))
    units = [f"{say('short.' + faction)} {count}" for faction, count in region["units"].items() if count]
    units += [f"{say('short.bp')}({stealth})" for stealth in region["spies"]]
    gifts = "".join(f"[{value}]" for value in region["gifts"])
    name = f"{pointer(view, region)} {region['id'].upper()} {region['name']}"
    shown = f"{name:<24} {', '.join(signs):<15} {{{' '.join(bases)}}}".ljust(62) + f" {', '.join(units)}"
    return f"{shown}  {say('board.gifts')} {gifts}" if gifts else shown


def precinct_lines(view: View, say: Say) -> list[str]:
    held = [f"{pointer(view, p)} {p['id'].upper()} {p['name']}: {p['units'] or '–'}" for p in view["precincts"]]
    return [say("faction.ie"), " ".join(held[:3]), " ".join(held[3:])]


def score_line(view: View, say: Say, number: int) -> str:
    arrow = ">" if view["asked"] == FACTIONS[number] else " "
    suit = say("suit." + view["suits"][number])
    supply = say("board.supply", tokens=view["supply"][number])
    score = f"{view['score'][number]:>2}/{view['goal'][number]:<2}"
    line = f"{arrow} {suit} {say('faction.' + FACTIONS[number]):<17} {score}  {supply}"
    return f"{line}  {standing(view, number, say)}".rstrip()
