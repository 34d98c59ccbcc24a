"""Where everybody stands in Chocolate COIN, and at the end the score sheet: from the view only."""

from __future__ import annotations

from klatsch.core.definition import Say, Sheet, View
from klatsch.games.chocolate_coin.actions import FACTIONS


def tally(view: View, say: Say) -> Sheet:
    """§14: score and goal; the ratio of the two decides, of a double player the lower one."""
    columns = ["faction", "score", "ratio"]
    if not view["winners"]:
        columns += ["left", "supply", "areas"]
    rows = tuple(tuple(cell(view, say, seat, column) for column in columns) for seat in range(seats(view)))
    seated = tuple(number for number, column in enumerate(columns) if column in ("score", "supply"))
    return Sheet(tuple(say("tally." + column) for column in columns), rows, seated)


def seats(view: View) -> int:
    return len(set(view["seats"]))


def cell(view: View, say: Say, seat: int, column: str) -> str:
    """One or two entries: a seat may have two factions."""
    own = [number for number in range(4) if view["seats"][number] == seat]
    score, goal = view["score"], view["goal"]
    if column == "ratio":
        return f"{min(100 * score[number] // goal[number] for number in own)} %"
    entries = {
        "faction": [say("short." + FACTIONS[number]) for number in own],
        "score": [f"{score[number]} / {goal[number]}" for number in own],
        "left": [str(max(0, goal[number] - score[number])) for number in own],
        "supply": [str(view["supply"][number]) for number in own],
        "areas": [areas(view, FACTIONS[number]) for number in own],
    }
    return " · ".join(entries[column])


def areas(view: View, faction: str) -> str:
    """How many Areas support a faction; two of the four can have none."""
    if faction not in ("santa", "elf"):
        return "–"
    return str(sum(area["support"] == faction for area in view["areas"]))
