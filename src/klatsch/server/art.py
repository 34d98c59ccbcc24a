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

from klatsch.server.facts import showcase

SVG = "http://www.w3.org/2000/svg"
NUMBER = re.compile(r"-?\d*\.\d+")
TRANSLATE = re.compile(r"translate\(\s*(-?[\d.]+)(?:px)?[ ,]+(-?[\d.]+)(?:px)?\s*\)")
REFERENCE = re.compile(r"url\(#([^)]+)\)")
KEPT_ROLES = ("linearGradient", "radialGradient", "pattern", "symbol", "clipPath", "mask", "filter")
NO_PICTURE = ("title", "desc", "metadata")
ATTRIBUTES_LEFT_OUT = ("class", "role", "tabindex", "font-family")


class Box(NamedTuple):
    """A part of a drawing: what the small picture shows."""

    x: float
    y: float
    width: float
    height: float

    def misses(self, x: float, y: float, reach: float) -> bool:
        return not (
            self.x - reach <= x <= self.x + self.width + reach and self.y - reach <= y <= self.y + self.height + reach
        )


# In units of the drawing: the board without what stands around it.
HEARTS = {
    "coffee-chess": Box(26, 170, 544, 408),
    "coin-age": Box(20, 96, 600, 450),
    "four-armies": Box(30, 90, 540, 405),
    "choco": Box(110, 200, 480, 360),
    "chocolate-coin": Box(30, 250, 800, 600),
}


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
        drop_outside(root, heart, 0, 0)
    drop_unused(root)
    share_repeated(root)
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
    text = f"{value:.2f}" if abs(value) < 2 else f"{value:.1f}"
    text = text.rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


# ── What lies outside ─────────────────────────────────────────────────────────────────────────────


def drop_outside(parent: Element, heart: Box, dx: float, dy: float) -> None:
    for child in list(parent):
        if child.tag in ("defs", *KEPT_ROLES):
            continue
        moved = TRANSLATE.search(child.get("transform", "") + child.get("style", ""))
        x, y = (dx + float(moved[1]), dy + float(moved[2])) if moved else (dx, dy)
        found = extent(child)
        if found is not None and heart.misses(x + found[0], y + found[1], found[2]):
            parent.remove(child)
        elif (
            child.tag == "g"
            and "rotate" not in child.get("transform", "")
            and "scale" not in child.get("transform", "")
        ):
            drop_outside(child, heart, x, y)
            if not len(child) and not child.get("id"):
                parent.remove(child)


def extent(element: Element) -> tuple[float, float, float] | None:
    """A point of the element and how far it reaches from there; None where that isn't plain to see."""
    get = element.get
    try:
        if element.tag == "circle":
            return float(get("cx", "0")), float(get("cy", "0")), float(get("r", "0"))
        if element.tag == "text":
            size = float(get("font-size", "16"))
            return float(get("x", "0")), float(get("y", "0")), size * len("".join(element.itertext())) * 0.6
        if element.tag in ("rect", "use", "ellipse"):
            reach = max(float(get("width", "80")), float(get("height", "80")), float(get("rx", "0")))
            return float(get("x", get("cx", "0"))), float(get("y", get("cy", "0"))), reach
    except ValueError:
        return None
    if element.tag in ("polygon", "path"):
        return extent_of_points(get("points") or get("d") or "")
    return None


def extent_of_points(text: str) -> tuple[float, float, float] | None:
    """Of absolute points only."""
    if re.search(r"[a-df-yHVA]", text):
        return None
    numbers = [float(found) for found in re.findall(r"-?[\d.]+", text)]
    if len(numbers) < 4:
        return None
    xs, ys = numbers[::2], numbers[1::2]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return x, y, max(max(xs) - x, max(ys) - y)


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


def share_repeated(root: Element) -> None:
    """Groups that look alike but for their place are drawn once and used again."""
    outer = [group for group in root.iter("g") if len(group) and group.get("id") is None and is_placed(group)]
    looks = Counter(look_of(group) for group in outer)
    defs = root.find("defs")
    if defs is None:
        defs = Element("defs")
        root.insert(0, defs)
    names: dict[str, str] = {}
    for group in outer:
        look = look_of(group)
        if looks[look] < 2 or len(look) < 60:
            continue
        if look not in names:
            names[look] = f"shared-{len(names)}"
            shape = Element("g", {"id": names[look]})
            shape.extend(list(group))
            defs.append(shape)
        for child in list(group):
            group.remove(child)
        group.tag = "use"
        group.set("href", "#" + names[look])


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
