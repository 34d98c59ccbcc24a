"""The table in letters, from the view only."""

from __future__ import annotations

from typing import Any

from klatsch.core.definition import Say, View
from klatsch.games.chocolate_coin import names
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.draw_grid import ROWS, second_choices
from klatsch.games.chocolate_coin.text_map import area_lines, drawn, precinct_lines, region_list, wrapped

# What was taken on the action grid, as the grid calls it.
CHOICES = {
    "ops+special": "board.ops_special",
    "event": "board.event",
    "ops": "board.ops",
    "op": "board.one_op",
    "special": "board.special",
}


def standing(view: View, number: int, say: Say) -> str:
    """Who won, at the end; else, where somebody plays two factions, whose this one is."""
    seat = view["seats"][number]
    if seat in view["winners"]:
        return say("board.winner")
    return say("seat", number=seat + 1) if len(set(view["seats"])) < 4 else ""


def text(view: View, say: Say) -> str:
    lines = [header(view, say), track(view, say), *taken_lines(view, say), *grid_lines(view, say), ""]
    for card, id in ((view["current"], "board.current"), (view["upcoming"], "board.upcoming")):
        lines += card_lines(card, say(id), say) if card else []
    lines.append("")
    lines += [*map_lines(view, say), *area_lines(view, say), say("faction.ie"), *precinct_lines(view, say)]
    lines += ["", *(score_line(view, say, number) for number in range(4))]
    if view["attack"]:
        dice = " ".join(map(str, view["attack"]["dice"]))
        lines.append(f"{say('board.dice')}: {dice}  {say('board.hits', hits=view['attack']['hits'])}".rstrip())
    mark = names.reconstruction(view["reconstruction"])
    lines += [say(mark)] if mark else []
    return "\n".join(line.rstrip() for line in lines)


def header(view: View, say: Say) -> str:
    left = say("board.cards_left", cards=view["cards_left"])
    return f"{say('board.turn', turn=view['turn'])} · {left}"


def track(view: View, say: Say) -> str:
    places = [say("short." + faction) if faction else "–" for faction in view["track"]]
    shown = f"1 {places[0]}  2 {places[1]}  | {say('board.delayed')}: 3 {places[2]}  4 {places[3]}"
    return f"{say('board.track')}: {shown}"


def taken_lines(view: View, say: Say) -> list[str]:
    """The actions of this turn."""
    taken = {column: view[column] for column in ("primary", "secondary") if view[column]}
    told = [
        f"{say('board.' + column)}: {say('short.' + each['faction'])} {say(CHOICES[each['choice']])}"
        for column, each in taken.items()
    ]
    return [" · ".join(told)] if told else []


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
        rows += wrapped(
            f"{say(id)}: " + " ".join(say(effect["id"], **effect["args"]) for effect in column), "    ", "      "
        )
    return rows


def map_lines(view: View, say: Say) -> list[str]:
    return drawn(view, say) or region_list(view, say)


def score_line(view: View, say: Say, number: int) -> str:
    arrow = ">" if view["asked"] == FACTIONS[number] else " "
    suit = say("suit." + view["suits"][number])
    supply = say("board.supply", tokens=view["supply"][number])
    score = f"{view['score'][number]:>2}/{view['goal'][number]:<2}"
    line = f"{arrow} {suit} {say('faction.' + FACTIONS[number]):<17} {score}  {supply}"
    return f"{line}  {standing(view, number, say)}".rstrip()
