"""Small pictures for the first page: a game in progress, only the heart of its drawing, and no byte too many.

The drawing of a table carries ids, titles and exact numbers that a picture of a few centimetres doesn't need. What
is drawn twice in the same shape is written once.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from klatsch.bots.bot import choose
from klatsch.bots.greedy import GreedyBot
from klatsch.core import registry
from klatsch.core.game import CHANCE, OVER, PUBLIC
from klatsch.core.rng import Rng

SHOWN_DECISIONS = 60  # into the game that is drawn in the lobby

SVG = "http://www.w3.org/2000/svg"
NUMBER = re.compile(r"-?\d*\.\d+")
TRANSLATE = re.compile(r"translate\(\s*(-?[\d.]+)(?:px)?[ ,]+(-?[\d.]+)(?:px)?\s*\)")
REFERENCE = re.compile(r"url\(#([^)]+)\)")
KEPT_ROLES = ("linearGradient", "radialGradient", "pattern", "symbol", "clipPath", "mask", "filter")
NO_PICTURE = ("title", "desc", "metadata")
COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
ANY_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
USUAL_SYMBOL = 100.0
TURNED = re.compile("rotate|scale|matrix")
LEAST_SHARED = 90  # characters of a path that are worth a name
ATTRIBUTES_LEFT_OUT = ("class", "role", "tabindex", "font-family", "pointer-events")


Corners = tuple[float, float, float, float]  # left, top, right, bottom


class Box(NamedTuple):
    """A part of a drawing: what the small picture shows."""

    x: float
    y: float
    width: float
    height: float

    def misses(self, corners: Corners) -> bool:
        left, top, right, bottom = corners
        return right < self.x or bottom < self.y or left > self.x + self.width or top > self.y + self.height


# In units of the drawing: the board without what stands around it.
HEARTS = {
    "coffee-chess": Box(26, 238, 544, 340),
    "coin-age": Box(0, 108, 640, 400),
    "four-armies": Box(0, 110, 600, 375),
    "choco": Box(40, 212, 608, 380),
    "chocolate-coin": Box(32, 574, 800, 500),
}


@cache
def showcase(name: str, lang: str) -> str:
    """A game in progress, drawn: the same one every time."""
    game = registry.load(name)
    state = game.new()
    rng = Rng(7)
    bot = GreedyBot()
    for _ in range(SHOWN_DECISIONS):
        if state.actor == OVER:
            break
        after = state.clone()
        after.apply(int(state.sample(rng)) if state.actor == CHANCE else choose(bot, state, rng))
        if after.actor == OVER:
            break
        state = after
    return state.svg(PUBLIC, lang)


@cache
def small_picture(name: str, lang: str) -> str:
    return slim(showcase(name, lang), HEARTS.get(name))


def slim(svg: str, heart: Box | None = None) -> str:
    """The same picture, cut to its heart, in fewer bytes."""
    root = ElementTree.fromstring(svg)
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
        clean(each)
    if heart is not None:
        root.set("viewBox", " ".join(f"{value:g}" for value in heart))
        shapes = {each.get("id", ""): each for each in root.iter() if each.get("id")}
        drop_outside(root, heart, shapes, 0, 0)
    drop_unused(root)
    share_groups(root)
    share_paths(root)
    shorten_names(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return text.replace(" />", "/>").replace("<svg ", f'<svg xmlns="{SVG}" ', 1)


def clean(element: Element) -> None:
    """Round numbers; leave out what only a page needs, and text of elements that hold none."""
    for key in list(element.attrib):
        plain = key.rpartition("}")[2]
        if plain in ATTRIBUTES_LEFT_OUT or plain.startswith(("data-", "aria-")):
            del element.attrib[key]
        elif plain not in ("id", "href"):
            element.set(plain, NUMBER.sub(rounded, element.attrib.pop(key)))
    for child in list(element):
        if child.tag.rpartition("}")[2] in NO_PICTURE:
            element.remove(child)
    if element.tag != "text" and element.text is not None and not element.text.strip():
        element.text = None


def rounded(match: re.Match[str]) -> str:
    value = float(match[0])
    text = f"{value:.{2 if abs(value) < 2 else 1 if abs(value) < 20 else 0}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


# ── What lies outside ─────────────────────────────────────────────────────────────────────────────


def drop_outside(parent: Element, heart: Box, shapes: dict[str, Element], dx: float, dy: float) -> None:
    for child in list(parent):
        if child.tag in ("defs", *KEPT_ROLES) or TURNED.search(moves_of(child)):
            continue
        if child.tag == "g":
            x, y = offset_of(child)
            drop_outside(child, heart, shapes, dx + x, dy + y)
            continue
        found = moved(corners(child, shapes), *offset_of(child))
        if found is not None and heart.misses((found[0] + dx, found[1] + dy, found[2] + dx, found[3] + dy)):
            parent.remove(child)


def moves_of(element: Element) -> str:
    return element.get("transform", "") + element.get("style", "")


def offset_of(element: Element) -> tuple[float, float]:
    found = TRANSLATE.search(moves_of(element))
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def moved(found: Corners | None, x: float, y: float) -> Corners | None:
    return None if found is None else (found[0] + x, found[1] + y, found[2] + x, found[3] + y)


def corners(element: Element, shapes: dict[str, Element]) -> Corners | None:
    """Between which corners an element lies, before it is moved; None where that isn't plain to see."""

    def number(name: str, otherwise: float = 0) -> float:
        return float(element.get(name, otherwise))

    if element.tag in ("polygon", "polyline", "path"):
        return corners_of_path(element.get("d") or "M" + element.get("points", ""))
    x, y = number("x"), number("y")
    if element.tag in ("rect", "image"):
        return x, y, x + number("width"), y + number("height")
    if element.tag in ("circle", "ellipse"):
        x, y, rx, ry = number("cx"), number("cy"), number("r", number("rx")), number("r", number("ry"))
        return x - rx, y - ry, x + rx, y + ry
    if element.tag == "text":
        size = number("font-size", 16)
        reach = size * len("".join(element.itertext())) * 0.6
        return x - reach, y - size, x + reach, y + size
    if element.tag == "use":
        shape = shapes.get(element.get("href", "#")[1:])
        if shape is not None and shape.tag == "symbol":
            return x, y, x + number("width", USUAL_SYMBOL), y + number("height", USUAL_SYMBOL)
        return None if shape is None else moved(corners(shape, shapes), x, y)
    if element.tag == "g":
        return around(
            [None if TURNED.search(moves_of(c)) else moved(corners(c, shapes), *offset_of(c)) for c in element]
        )
    return None


def around(boxes: list[Corners | None]) -> Corners | None:
    known = [box for box in boxes if box is not None]
    if len(known) < len(boxes) or not known:
        return None
    lefts, tops, rights, bottoms = zip(*known, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def corners_of_path(data: str) -> Corners | None:
    """From all its points, those that only bend it included."""
    x = y = 0.0
    xs, ys = [], []
    for letter, written in COMMAND.findall(data):
        numbers = [float(each) for each in ANY_NUMBER.findall(written)]
        kind, relative = letter.upper(), letter.islower()
        size = {"H": 1, "V": 1, "Z": 1, "A": 7}.get(kind, {"C": 6, "S": 4, "Q": 4}.get(kind, 2))
        for start in range(0, len(numbers) - size + 1, size):
            step = numbers[start : start + size]
            points = points_of(kind, step, x, y, relative)
            xs += [px for px, _ in points]
            ys += [py for _, py in points]
            x, y = points[-1]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def points_of(kind: str, step: list[float], x: float, y: float, relative: bool) -> list[tuple[float, float]]:
    if kind == "H":
        return [(step[0] + (x if relative else 0), y)]
    if kind == "V":
        return [(x, step[0] + (y if relative else 0))]
    if kind == "A":
        step = step[5:]
    pairs = zip(step[::2], step[1::2], strict=True)
    return [(px + x, py + y) if relative else (px, py) for px, py in pairs]


# ── What nobody refers to, and what is there twice ────────────────────────────────────────────────


def references(root: Element) -> set[str]:
    found: set[str] = set()
    for each in root.iter():
        for key, value in each.attrib.items():
            found.update(REFERENCE.findall(value))
            if key.rpartition("}")[2] == "href":
                found.add(value.removeprefix("#"))
    return found


def drop_unused(root: Element) -> None:
    before = -1
    while before != (count := sum(1 for _ in root.iter())):
        before = count
        used = references(root)
        for each in root.iter():
            if each.get("id") not in used:
                each.attrib.pop("id", None)
        for parent in root.iter():
            for child in list(parent):
                orphan = child.tag in KEPT_ROLES and child.get("id") is None
                if orphan or (child.tag in ("g", "defs") and not len(child)):
                    parent.remove(child)


def share_groups(root: Element) -> None:
    """Groups that look alike but for their place are drawn once and used again."""
    groups = [group for group in root.iter("g") if len(group) and group.get("id") is None and is_placed(group)]
    looks = Counter(look_of(group) for group in groups)
    names: dict[str, str] = {}
    for group in groups:
        look = look_of(group)
        if looks[look] < 2 or len(look) < LEAST_SHARED:
            continue
        if look not in names:
            names[look] = f"group-{len(names)}"
            shape = Element("g", {"id": names[look]})
            shape.extend(list(group))
            definitions(root).append(shape)
        for child in list(group):
            group.remove(child)
        group.tag = "use"
        group.set("href", "#" + names[look])


def share_paths(root: Element) -> None:
    """Outlines that are filled, edged and clipped are written once; each use has its own colours."""
    paths = [path for path in root.iter("path") if path.get("id") is None and len(path.get("d", "")) > LEAST_SHARED]
    times = Counter(path.get("d") for path in paths)
    names: dict[str, str] = {}
    for path in paths:
        data = path.get("d", "")
        if times[data] < 2:
            continue
        if data not in names:
            names[data] = f"path-{len(names)}"
            definitions(root).append(Element("path", {"id": names[data], "d": data}))
        del path.attrib["d"]
        path.tag = "use"
        path.set("href", "#" + names[data])


def definitions(root: Element) -> Element:
    found = root.find("defs")
    if found is None:
        found = Element("defs")
        root.insert(0, found)
    return found


def is_placed(group: Element) -> bool:
    return bool(TRANSLATE.search(group.get("transform", "") + group.get("style", "")))


def look_of(group: Element) -> str:
    return "".join(ElementTree.tostring(child, encoding="unicode") for child in group)


def shorten_names(root: Element) -> None:
    short = {name: f"a{number}" for number, name in enumerate(sorted(references(root)))}
    for each in root.iter():
        for key, value in list(each.attrib.items()):
            plain = key.rpartition("}")[2]
            if plain == "id":
                each.set(key, short[value])
            elif plain == "href":
                del each.attrib[key]
                each.set("href", "#" + short[value.removeprefix("#")])
            else:
                each.set(key, REFERENCE.sub(lambda match: f"url(#{short[match[1]]})", value))
