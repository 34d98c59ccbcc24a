"""Battle of the 4 Armies in letters, from the view only."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.games.four_armies.hexes import HEXES, centre


def turn_said(view: View, say: Say) -> str:
    if not view["turn"]:
        return say("board.before")
    return say("board.turn", turn=view["turn"], round=view["round"], rounds=view["rounds"])


def countdown_said(view: View, say: Say) -> str:
    """§10.5: how near an end without a winner is, or nothing."""
    near = view["countdown"]
    return say("countdown." + near["reason"], rounds=near["rounds"]) if near else ""


def has_turn(view: View, seat: int) -> bool:
    """Is it this army's turn? Not any more if it was beaten, or the game is over."""
    return bool(view["active"] == seat and view["seats"][seat]["alive"] and view["phase"] != "over")


def text(view: View, say: Say) -> str:
    """The map in letters: army and kind (Er Elf Regular, Em Mounted unit, Eh Hero), named spaces in brackets."""
    lines = [*map_rows(view), "", *(f"  {hex} {say('place.' + place)}" for place, hex in view["places"].items())]
    lines += [f"  {say('board.reconstructed')}"] if view["reconstruction"] else []
    lines += ["", f"  {turn_said(view, say)}; {say('board.quiet', turns=view['quiet'])}"]
    lines += [f"  {countdown_said(view, say)}"] if view["countdown"] else []
    lines += [seat_line(view, say, seat) for seat in range(len(view["seats"]))]
    marks = legend(view, say)
    return "\n".join([*lines, f"  {marks}"] if marks else lines)


def map_rows(view: View) -> list[str]:
    standing = {hex: seat["army"][0].upper() + kind[0] for seat in view["seats"] for hex, kind in seat["units"].items()}
    rows = [[" " * 9 for _ in range(5)] for _ in range(9)]
    for number, hex in enumerate(HEXES):
        x, y = centre(number)
        left, right = "[]" if hex in view["places"].values() else "  "
        enter = "+" if hex in view["open"] else " "
        rows[4 - y][x + 2] = f"{hex}{enter}{left}{standing.get(hex, '··')}{danger(view, hex)}{right}".ljust(9)
    return ["".join(row).rstrip() for row in rows]


def danger(view: View, hex: str) -> str:
    if hex in view["captured_now"]:
        return "?" if hex in view["disputed"] else "x"
    return "!" if hex in view["threatened"] else " "


def legend(view: View, say: Say) -> str:
    """What the marks mean that stand somewhere now."""
    falling = set(view["captured_now"])
    marks = {
        "asked": view["actor"] >= 0,
        "turn": any(has_turn(view, seat) for seat in range(len(view["seats"]))),
        "threatened": view["threatened"],
        "falling": falling - set(view["disputed"]),
        "disputed": falling & set(view["disputed"]),
        "open": view["open"],
    }
    return "; ".join(say("legend." + mark) for mark, stands in marks.items() if stands)


def seat_line(view: View, say: Say, seat: int) -> str:
    shown = view["seats"][seat]
    marks = (">" if view["actor"] == seat else " ") + ("*" if has_turn(view, seat) else " ")
    name = say("army." + shown["army"]) + (f" ({say('board.winner')})" if seat in view["winners"] else "")
    if not shown["alive"]:
        return f"{marks} {name}: {say('board.out')}"
    places = say("board.places", places=shown["named"])
    reserve = counted(say, shown["reserve"])
    captured = ", ".join(f"{say('army.' + held['army'])} {counted(say, held['units'])}" for held in shown["pile"])
    return (
        f"{marks} {name}: {say('tally.places')}: {places}; {say('board.reserve')}: {reserve or say('board.no_units')}; "
        f"{say('board.captured')}: {captured or say('board.no_units')}"
    )


def counted(say: Say, units: dict[str, int]) -> str:
    return " ".join(f"{say('kind.' + kind)}×{number}" for kind, number in units.items())
