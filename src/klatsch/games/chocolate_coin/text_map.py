"""The campus in letters, from the view only: a drawing by the Regions' boxes, and the whole map in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from klatsch.core.definition import Say, View

WIDTH = 100  # columns of a terminal
ACROSS = WIDTH - 1  # steps from the left edge of the map to the right one
LEAST_ROWS, MOST_ROWS = 22, 60
SIGNS = ("workshop", "dock", "cane")

Place = dict[str, Any]  # a Region or a precinct of the view


# ── What is said of a place ───────────────────────────────────────────────────────────────────────────────────────


def short_name(view: View, place: Place) -> str:
    """With an arrow before the Region or precinct that is being resolved."""
    arrow = "> " if place["id"] == view["focus"] else ""
    return f"{arrow}{place['id'].upper()} {place['name']}"


def ids(places: Iterable[str]) -> str:
    return " ".join(place.upper() for place in places) or "–"


def with_signs(name: str, region: Place, say: Say) -> str:
    signs = [say("board." + sign) for sign in SIGNS if region[sign]]
    return f"{name}: {', '.join(signs)}" if signs else name


def short_lines(view: View, region: Place, say: Say) -> list[str]:
    """A Region in three lines: name and signs; base spaces and gifts; units."""
    gifts = "".join(f"[{value}]" for value in region["gifts"])
    second = f"{{{' '.join(spaces(region, say))}}}"
    units = [f"{say('short.' + faction)} {count}" for faction, count in region["units"].items() if count]
    units += [f"{say('short.bp')}({stealth})" for stealth in region["spies"]]
    lines = [with_signs(short_name(view, region), region, say)]
    lines.append(f"{second} {say('board.gifts')} {gifts}" if gifts else second)
    return [*lines, ", ".join(units)] if units else lines


def spaces(region: Place, say: Say) -> list[str]:
    """What stands in each base space, `·` where it is vacant."""
    held = [say("short." + faction) for faction, count in region["bases"].items() for _ in range(count)]
    held += [f"{say('short.bp')}({stealth})" for stealth in region["moles"]]
    return held + ["·"] * (region["spaces"] - len(held))


def lines_from(view: View, precinct: str) -> list[str]:
    """Where the transit lines of a precinct lead."""
    ends = [(one, two) for one, two, *_ in view["lines"]]
    return sorted({*(b for a, b in ends if a == precinct), *(a for a, b in ends if b == precinct)})


def borders_of(view: View, region: str) -> list[str]:
    there = {*(b for a, b in view["borders"] if a == region), *(a for a, b in view["borders"] if b == region)}
    return [each["id"] for each in view["regions"] if each["id"] in there]


# ── The drawing ───────────────────────────────────────────────────────────────────────────────────────────────────
#
#   +--------------+-----------+      Regions have their boxes, as high as what they hold needs;
#   | L1 … : dock  | M1 …      |      a precinct stands where its Regions meet, with its units.
#   | {Santa ·}   (A2)---------+
#   +--------------+ M2 …      |


class Sheet:
    """A sheet of letters of so many rows."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.letters = [[" "] * WIDTH for _ in range(rows + 1)]

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """Hundredths of the map to a column and a row."""
        return round(x * ACROSS / 100), round(y * self.rows / 100)

    def write(self, column: int, row: int, letters: str) -> None:
        for i, letter in enumerate(letters):
            self.letters[row][column + i] = letter

    def frame(self, box: list[float]) -> None:
        (left, top), (right, bottom) = self.spot(*box[:2]), self.spot(*box[2:])
        for row in (top, bottom):
            for column in range(left, right + 1):
                self.cross(column, row, "-")
        for column in (left, right):
            for row in range(top, bottom + 1):
                self.cross(column, row, "|")

    def cross(self, column: int, row: int, line: str) -> None:
        self.letters[row][column] = line if self.letters[row][column] in (" ", line) else "+"

    def room(self, box: list[float], taken: dict[int, list[tuple[int, int]]]) -> tuple[int, int, list[int]]:
        """The first column within a box, how many there are, and the rows that no precinct cuts into."""
        (left, top), (right, bottom) = self.spot(*box[:2]), self.spot(*box[2:])
        first, last = left + 2, right - 2
        free = [row for row in range(top + 1, bottom) if all(b < left + 1 or a > last for a, b in taken.get(row, []))]
        return first, last - first + 1, free


def drawn(view: View, say: Say) -> list[str]:
    """The map as rows of letters; none if the boxes of a board file can't be drawn so that all can be read."""
    if overlap(view):
        return []
    for rows in range(LEAST_ROWS, MOST_ROWS + 1):
        sheet = Sheet(rows)
        if fill(sheet, view, say):
            return ["".join(row).rstrip() for row in sheet.letters]
    return []


def overlap(view: View) -> bool:
    boxes = [region["box"] for region in view["regions"]]
    pairs = ((a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    return any(a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for a, b in pairs)


def fill(sheet: Sheet, view: View, say: Say) -> bool:
    """Whether there is room for everything."""
    for region in view["regions"]:
        sheet.frame(region["box"])
    taken: dict[int, list[tuple[int, int]]] = {}
    for precinct in view["precincts"]:
        mark = precinct_mark(view, precinct)
        column, row = sheet.spot(*precinct["at"])
        column = min(max(column - len(mark) // 2, 0), WIDTH - len(mark))
        if any(a <= column + len(mark) and column <= b + 1 for a, b in taken.get(row, [])):
            return False
        taken.setdefault(row, []).append((column, column + len(mark) - 1))
        sheet.write(column, row, mark)
    for region in view["regions"]:
        column, width, rows = sheet.room(region["box"], taken)
        if width < 8:
            return False
        lines = [part for line in short_lines(view, region, say) for part in wrap(line, width)]
        if len(lines) > len(rows):
            return False
        for row, line in zip(rows, lines, strict=False):
            sheet.write(column, row, line)
    return True


def precinct_mark(view: View, precinct: Place) -> str:
    arrow = ">" if precinct["id"] == view["focus"] else ""
    return f"({arrow}{precinct['id'].upper()}{precinct['units'] or ''})"


def region_list(view: View, say: Say) -> list[str]:
    """In place of a drawing."""
    return [part for region in view["regions"] for part in wrapped(" ".join(short_lines(view, region, say)))]


def area_lines(view: View, say: Say) -> list[str]:
    rows = []
    for number, area in enumerate(view["areas"]):
        regions = ids(region["id"] for region in view["regions"] if region["area"] == number)
        rows.append(f"{area['name']} ({regions})  {say('board.support')}: {side(area, say)}")
    return rows


def side(area: Place, say: Say) -> str:
    return say("board.neutral") if area["support"] == "neutral" else say("faction." + area["support"])


def precinct_lines(view: View, say: Say) -> list[str]:
    """Each with its units, the Regions that it touches, and where its transit lines lead."""
    widest = max(len(short_name(view, precinct)) for precinct in view["precincts"])
    rows = []
    for precinct in view["precincts"]:
        held = f"{short_name(view, precinct):<{widest}}  {precinct['units'] or '–':>2}"
        touched = say("map.touches_short", regions=ids(precinct["touches"]))
        lines = say("map.lines_short", precincts=ids(lines_from(view, precinct["id"])))
        rows += wrapped(f"{held}  {touched} · {lines}")
    return rows


def wrapped(line: str, indent: str = "  ", deeper: str = "    ") -> list[str]:
    return wrap(line, WIDTH, initial_indent=indent, subsequent_indent=deeper, drop_whitespace=True) or [""]


# ── The whole map in words ────────────────────────────────────────────────────────────────────────────────────────


def map_text(view: View, say: Say) -> str:
    rows: list[str] = []
    for number, area in enumerate(view["areas"]):
        rows.append(say("map.area", area=area["name"], side=side(area, say)))
        for region in view["regions"]:
            if region["area"] == number:
                rows += region_in_words(view, region, say)
    rows.append(say("map.precincts"))
    for precinct in view["precincts"]:
        rows += precinct_in_words(view, precinct, say)
    return "\n".join(rows)


def full_name(place: Place, say: Say) -> str:
    return say("place.region", name=place["name"], id=place["id"].upper())


def full_names(view: View, kind: str, places: Iterable[str], say: Say) -> str:
    found = {place["id"]: place for place in view[kind]}
    return ", ".join(full_name(found[id], say) for id in places) or "–"


def region_in_words(view: View, region: Place, say: Say) -> Iterator[str]:
    yield from wrapped(with_signs(full_name(region, say), region, say))
    touching = [p["id"] for p in view["precincts"] if region["id"] in p["touches"]]
    held = sum(region["bases"].values()) + len(region["moles"])
    told = [
        say("map.borders", places=full_names(view, "regions", borders_of(view, region["id"]), say)),
        say("map.touched", places=full_names(view, "precincts", touching, say)),
        say("map.spaces", spaces=region["spaces"], free=region["spaces"] - held),
        say("map.there", things=", ".join(things(view, region, say)) or say("map.nothing")),
    ]
    for line in told:
        yield from wrapped(line, "    ", "      ")


def things(view: View, region: Place, say: Say) -> list[str]:
    """All that stands or lies in a Region; Internal Elfairs are in every Region that their precinct touches."""
    found = []
    for what in ("units", "bases"):
        many = {faction: count for faction, count in region[what].items() if count}
        found += [say(f"map.{what}_of", who=say("faction." + faction), count=n) for faction, n in many.items()]
    owner = say("faction.bp")
    found += [say("token.bp_unit", owner=owner, stealth=stealth) for stealth in region["spies"]]
    found += [say("token.bp_base", owner=owner, stealth=stealth) for stealth in region["moles"]]
    police = sum(precinct["units"] for precinct in view["precincts"] if region["id"] in precinct["touches"])
    found += [say("map.units_of", who=say("faction.ie"), count=police)] if police else []
    return found + [say("map.gift", value=value) for value in region["gifts"]]


def precinct_in_words(view: View, precinct: Place, say: Say) -> Iterator[str]:
    units = say("label.units", units=precinct["units"])
    yield from wrapped(f"{full_name(precinct, say)}: {units}")
    told = (
        say("map.touches", places=full_names(view, "regions", precinct["touches"], say)),
        say("map.lines", places=full_names(view, "precincts", lines_from(view, precinct["id"]), say)),
    )
    for line in told:
        yield from wrapped(line, "    ", "      ")
