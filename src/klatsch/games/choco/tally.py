"""Where everybody stands in ChoCo, and at the end the score sheet: from the view only."""

from __future__ import annotations

from klatsch.core.definition import Say, Sheet, View

UNKNOWN = "–"


def tally(view: View, say: Say) -> Sheet:
    """§9: the largest group and, unless three play, what neutral groups give; at the end what decides a tie."""
    columns = ["colour", "group", "points"]
    if len(view["hands"]) != 3:
        columns.insert(2, "neutral")
    if view["ended"] is None:
        columns.append("tokens")
    elif is_tied(view):
        columns.append("next")
    rows = [tuple(cell(view, say, seat, column) for column in columns) for seat in range(len(view["hands"]))]
    seated = (columns.index("points"), columns.index("group"))
    return Sheet(tuple(say("tally." + column) for column in columns), tuple(rows), seated)


def is_tied(view: View) -> bool:
    """Do two colours have the same points, so that their next groups matter (§9.6)?"""
    points = [view["tally"][colour]["points"] for colour in set(view["colours"]) if colour]
    return len(set(points)) < len(points)


def cell(view: View, say: Say, seat: int, column: str) -> str:
    colour = view["colours"][seat]
    if column == "tokens":
        return str(view["tokens"][seat])
    if not colour:
        return UNKNOWN
    if column == "colour":
        return say("colour." + colour)
    key = {"group": "largest", "neutral": "from_neutral", "points": "points", "next": "next"}[column]
    return str(view["tally"][colour][key])
