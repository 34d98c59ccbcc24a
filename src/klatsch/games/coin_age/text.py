"""Coin Age in letters, from the view only: a sketch of the map, every space, the banks, the toss, the points."""

from __future__ import annotations

from typing import Any, TypeAlias

from klatsch.core.definition import Say, Sheet, View
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


Span: TypeAlias = tuple[int, int, str]  # row, first column, words


def span(space: dict[str, Any], line: int, words: str) -> Span:
    """Words round a space's centre, in the first or second line there."""
    x, y = space["centre"]
    row = max(0, min(ROWS - 2, round(y / 70 * (ROWS - 1)) - 1))
    return row + line, max(0, min(COLUMNS - len(words), round(x / 100 * COLUMNS - len(words) / 2))), words


def apart(one: Span, other: Span) -> bool:
    """Is there a blank between them?"""
    left, right = sorted((one[1:], other[1:]))
    return one[0] != other[0] or left[0] + len(left[1]) < right[0]


def short_coins(stack: list[list[Any]], say: Say) -> str:
    """The top coin, and how many lie under it: `1H+2`. At most four letters wide, for which there is always room."""
    return coins(stack[:1], say) + (f"+{len(stack) - 1}" if len(stack) > 1 else "") or "·"


def sketched(view: View, say: Say) -> list[Span]:
    """Names and stacks; a stack in full where that leaves its neighbours their room."""
    names = [span(space, 0, space["name"]) for space in view["spaces"]]
    stacks = [span(space, 1, short_coins(space["stack"], say)) for space in view["spaces"]]
    for number, space in enumerate(view["spaces"]):
        full = span(space, 1, coins(space["stack"], say) or "·")
        if all(apart(full, other) for other in [*names, *stacks[:number], *stacks[number + 1 :]]):
            stacks[number] = full
    return [*names, *stacks]


def sketch(view: View, say: Say) -> list[str]:
    """Names and stacks where they lie on the map; a dot for an empty space."""
    grid = [[" "] * COLUMNS for _ in range(ROWS)]
    for row, start, words in sketched(view, say):
        grid[row][start : start + len(words)] = words
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
        worth = f"2×{space['points'] // 2}" if space["double"] else str(space["points"])
        points = f"{say(NAMES[space['controls']])} {worth}"
    return f"  {space['name']:<4} {stack:<12} {points:<10} – {' '.join(space['borders'])}"


def bank_row(view: View, say: Say, seat: int) -> str:
    held = view["banks"][seat]
    total = view["totals"][seat]
    arrow = "*" if seat in view["winners"] else ">" if view["mover"] == seat and view["ended"] is None else " "
    line = say(
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
    return " · ".join([f"{arrow} {line}", *verdict(view, say, seat)])


def verdict(view: View, say: Say, seat: int) -> list[str]:
    """After the end: is this the winner, and what decided if points didn't (§9.5)."""
    totals = view["totals"]
    tied = view["ended"] is not None and totals[0]["points"] == totals[1]["points"]
    words = [say("board.worth", value=totals[seat]["bank_value"])] if tied else []
    if seat in view["winners"]:
        words.append(say("board.draw" if len(view["winners"]) == 2 else "board.winner"))
    return words


def toss_row(view: View, say: Say) -> str:
    """The tossed coins as they fell: one that can be used has a star, a used one stands in brackets."""
    facts = view["toss"]
    if facts is None:
        return "  " + say("board.waiting")
    marks = [say(f"board.mark_{name}") for name in NAMES]
    fallen = []
    for kind in facts["tossed"]:
        side = view["mover"] if kind in facts["matched"] else 1 - view["mover"]
        shown = f"{KINDS.index(kind) + 1}{marks[side]}"
        if kind in facts["usable"]:
            shown += "*"
        elif kind in facts["matched"]:
            shown = f"({shown})"
        fallen.append(shown)
    matches = say("board.matches", matches=len(facts["matched"]), tossed=len(facts["tossed"]))
    return f"  {' '.join(fallen)}: {matches}"


def text(view: View, say: Say) -> str:
    turn = say("board.over") if view["ended"] else say("board.turn", turn=view["turn"])
    rows = [f"{map_title(view, say)} · {turn}", *sketch(view, say), "", *space_rows(view, say), ""]
    rows += [bank_row(view, say, 1), bank_row(view, say, 0), toss_row(view, say)]
    return "\n".join(rows)


# ── Where both stand ──────────────────────────────────────────────────────────────────────────────


def tally(view: View, say: Say) -> Sheet:
    """Points by region, the bank, the total; and what breaks a tie, where there is one at the end (§9.5)."""
    regions = [region_name(view, number, say) for number in range(len(view["regions"]))]
    columns = [*regions, say("tally.bank"), say("tally.total")]
    heads, tails = view["totals"]
    tied = view["ended"] is not None and heads["points"] == tails["points"]
    if tied:
        columns.append(say("tally.worth"))
    seated = (len(regions) + 1,)
    return Sheet(tuple(columns), tuple(tally_row(view, say, seat, tied) for seat in (0, 1)), seated)


def tally_row(view: View, say: Say, seat: int, tied: bool) -> tuple[str, ...]:
    total = view["totals"][seat]
    cells = [
        say("tally.double", points=region["points"][seat]) if region["double"] == seat else str(region["points"][seat])
        for region in view["regions"]
    ]
    cells += [str(total["bank"]), str(total["points"])]
    return (*cells, str(total["bank_value"])) if tied else tuple(cells)
