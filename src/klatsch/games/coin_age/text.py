"""Coin Age in letters, from the view only: a sketch of the map, then every space, the banks, the toss, the tally."""

from __future__ import annotations

from typing import Any

from klatsch.core.definition import Say, View
from klatsch.games.coin_age.actions import KINDS

COLUMNS, ROWS = 76, 17
NAMES = ("heads", "tails")


def map_title(view: View, say: Say) -> str:
    facts = view["map"]
    title = say(f"map.{facts['key']}") if facts["key"] else facts["title"]
    if facts["reconstruction"]:
        return say("board.reconstructed", map=title)
    return title


def region_name(view: View, number: int, say: Say) -> str:
    region = view["regions"][number]
    key = view["map"]["key"]
    return say(f"region.{key}.{region['key']}") if key else str(region["name"])


def coins(stack: list[list[Any]], say: Say) -> str:
    """A stack from the top down: `1H 3T` is a dime of Heads over a nickel of Tails."""
    marks = [say(f"board.mark_{name}") for name in NAMES]
    return " ".join(f"{KINDS.index(kind) + 1}{marks[side]}" for kind, side in stack)


def sketch(view: View, say: Say) -> list[str]:
    """Names and stacks where they lie on the map; a dot for an empty space."""
    grid = [[" "] * COLUMNS for _ in range(ROWS)]
    for space in view["spaces"]:
        x, y = space["centre"]
        row = min(ROWS - 2, round(y / 70 * (ROWS - 1)) - 1)
        for line, words in enumerate((space["name"], coins(space["stack"], say) or "·")):
            start = max(0, min(COLUMNS - len(words), round(x / 100 * COLUMNS - len(words) / 2)))
            grid[max(0, row) + line][start : start + len(words)] = words
    lines = ["".join(row).rstrip() for row in grid]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def space_rows(view: View, say: Say) -> list[str]:
    """Region by region, its spaces with coins, points and borders."""
    rows = []
    for number in range(len(view["regions"])):
        rows.append(region_row(view, number, say))
        rows += [space_row(space, say) for space in view["spaces"] if space["region"] == number]
    return rows


def region_row(view: View, number: int, say: Say) -> str:
    region = view["regions"][number]
    id = {None: "board.region", 0: "board.region_heads", 1: "board.region_tails"}[region["double"]]
    return say(id, name=region_name(view, number, say), heads=region["points"][0], tails=region["points"][1])


def space_row(space: dict[str, Any], say: Say) -> str:
    stack = coins(space["stack"], say) or "·"
    points = ""
    if space["controls"] is not None:
        points = f"{say(NAMES[space['controls']])} {space['points']}"
    return f"  {space['name']:<4} {stack:<12} {points:<9} – {' '.join(space['borders'])}"


def bank_row(view: View, say: Say, seat: int) -> str:
    held = view["banks"][seat]
    total = view["totals"][seat]
    arrow = ">" if view["mover"] == seat and view["ended"] is None else "*" if seat in view["winners"] else " "
    return f"{arrow} " + say(
        "board.bank_line",
        who=say(NAMES[seat]),
        points=total["points"],
        map=total["map"],
        bank=total["bank"],
        dimes=held["dime"],
        pennies=held["penny"],
        nickels=held["nickel"],
        quarters=held["quarter"],
    )


def toss_row(view: View, say: Say) -> str:
    """The tossed coins as they fell; a used one in brackets."""
    facts = view["toss"]
    if facts is None:
        return "  " + say("board.waiting")
    marks = [say(f"board.mark_{name}") for name in NAMES]
    fallen = []
    for kind in facts["tossed"]:
        side = view["mover"] if kind in facts["matched"] else 1 - view["mover"]
        shown = f"{KINDS.index(kind) + 1}{marks[side]}"
        fallen.append(f"({shown})" if kind in facts["matched"] and kind not in facts["usable"] else shown)
    matches = say("board.matches", matches=len(facts["matched"]), tossed=len(facts["tossed"]))
    return f"  {' '.join(fallen)}: {matches}"


def text(view: View, say: Say) -> str:
    turn = say("board.over") if view["ended"] else say("board.turn", turn=view["turn"])
    rows = [f"{map_title(view, say)} · {turn}", *sketch(view, say), "", *space_rows(view, say), ""]
    rows += [bank_row(view, say, 1), bank_row(view, say, 0), toss_row(view, say)]
    return "\n".join(rows)
