"""Coins drawn: gold sun sides for Heads, silver moon sides for Tails, sized and numbered by kind.

Never by colour alone: a sun has rays and a reeded rim, a moon has a crescent and a beaded rim.
"""

from __future__ import annotations

import math

from klatsch.drawing import element, label, polygon, stops
from klatsch.games.coin_age.actions import KINDS

RADIUS = {"dime": 18.0, "penny": 24.0, "nickel": 30.0, "quarter": 36.0}
LIFT = 3.5  # how much higher each coin of a stack lies

GOLD, SILVER = "url(#ca-gold)", "url(#ca-silver)"
BODY = (GOLD, SILVER)
LINE = ("#7a5200", "#4c5866")
EDGE = ("#9a6a08", "#737f8c")
EMBLEM = ("#ffe9a3", "#f7fafc")
FIGURE = ("#4a2f00", "#1f2933")
HEADS = 0

DEFINITIONS = "".join(
    [
        element("radialGradient", stops("#ffdf80", "#eeb938", "#cf9216"), id="ca-gold", cx="0.4", cy="0.32", r="0.8"),
        element("radialGradient", stops("#f3f6f8", "#c9d1d9", "#9aa5b1"), id="ca-silver", cx="0.4", cy="0.32", r="0.8"),
    ]
)


def value(kind: str) -> int:
    return KINDS.index(kind) + 1


def sun(radius: float, rays: int = 12) -> str:
    """A disc of rays."""
    points = []
    for i in range(2 * rays):
        reach = radius if i % 2 == 0 else 0.74 * radius
        angle = math.pi * i / rays
        points.append((reach * math.sin(angle), -reach * math.cos(angle)))
    return polygon(points, fill=EMBLEM[0], stroke=EDGE[0], stroke_width=1)


def moon(radius: float) -> str:
    """A crescent open to the right, round the figure."""
    r = radius
    d = f"M{0.35 * r:.2f},{-0.94 * r:.2f} A{r:.2f},{r:.2f} 0 1 0 {0.35 * r:.2f},{0.94 * r:.2f} "
    d += f"A{0.96 * r:.2f},{0.96 * r:.2f} 0 0 1 {0.35 * r:.2f},{-0.94 * r:.2f} Z"
    return element("path", d=d, fill=EMBLEM[1], stroke=EDGE[1], stroke_width=1)


def rim(radius: float, side: int) -> str:
    """A reeded rim for the sun, a beaded one for the moon."""
    if side == HEADS:
        return element(
            "circle", r=radius - 2.6, fill="none", stroke=LINE[0], stroke_width=3, stroke_dasharray="1.3 2.3"
        )
    return element(
        "circle",
        r=radius - 2.8,
        fill="none",
        stroke=EMBLEM[1],
        stroke_width=2.6,
        stroke_dasharray="0.01 5.2",
        stroke_linecap="round",
    )


def coin(kind: str, side: int, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """One coin lying at x, y, with its edge and its face."""
    return element("g", disc(kind, side, scale), face(kind, side, scale), transform=shift(x, y))


def shift(x: float, y: float) -> str | None:
    return f"translate({x:g},{y:g})" if x or y else None


def disc(kind: str, side: int, scale: float = 1) -> str:
    """A coin without its face, as it shows from under another."""
    radius = RADIUS[kind] * scale
    return "".join(
        [
            element("circle", r=radius, cy=3.2, fill=EDGE[side], stroke=LINE[side], stroke_width=1.2),
            element("circle", r=radius, fill=BODY[side], stroke=LINE[side], stroke_width=1.2),
            rim(radius, side),
        ]
    )


def face(kind: str, side: int, scale: float) -> str:
    radius = RADIUS[kind] * scale
    figure = 1.12 * radius if side == HEADS else 1.06 * radius
    x = 0.0 if side == HEADS else 0.2 * radius
    sign = sun(0.76 * radius) if side == HEADS else moon(0.72 * radius)
    return sign + label(str(value(kind)), x, 0.38 * figure, figure, font_weight="800", fill=FIGURE[side])


def token(kind: str, side: int, x: float, y: float) -> str:
    """A small sign for a coin: rayed for the sun, round with a double ring for the moon."""
    shape = (
        sun(12.5, 10)
        if side == HEADS
        else element("circle", r=10.5, fill=EMBLEM[1], stroke=LINE[1], stroke_width=1.4)
        + element("circle", r=8, fill="none", stroke=EDGE[1], stroke_width=1)
    )
    figure = label(str(value(kind)), 0, 5, 14, font_weight="800", fill=FIGURE[side])
    return element("g", shape, figure, transform=f"translate({x:g},{y:g})")


def emblem(side: int, x: float, y: float, radius: float) -> str:
    """A player's sign: a sun or a moon on its metal, without a figure."""
    sign = sun(0.72 * radius) if side == HEADS else moon(0.68 * radius)
    return element(
        "g",
        element("circle", r=radius, fill=BODY[side], stroke=LINE[side], stroke_width=1.2),
        sign,
        transform=f"translate({x:g},{y:g})",
    )


def stack(coins: list[tuple[str, int]], double: bool) -> list[str]:
    """A stack seen from above, its coins given from the top down. Lower coins show their rims; tokens below name
    them, from the top down."""
    width = RADIUS[coins[-1][0]]
    drawn = [element("ellipse", cx=1.5, cy=7, rx=width + 2, ry=width, fill="#2b1a0e", opacity=0.25)]
    for level, (kind, side) in enumerate(reversed(coins)):
        on_top = level == len(coins) - 1
        shown = disc(kind, side) + (face(kind, side, 1) if on_top else "")
        drawn.append(element("g", shown, transform=shift(0, -LIFT * level)))
    hidden = coins[1:]
    for i, (kind, side) in enumerate(hidden):
        drawn.append(token(kind, side, 25 * (i - (len(hidden) - 1) / 2), 37))
    if double:
        drawn.append(badge("×2", 28, -28))
    return drawn


def badge(text: str, x: float, y: float) -> str:
    return element(
        "g",
        element(
            "rect", x=-16, y=-11.5, width=32, height=23, rx=11.5, fill="#3a2a1e", stroke="#f6efe4", stroke_width=1.5
        ),
        label(text, 0, 5.5, 16, font_weight="700", fill="#fff6e2"),
        transform=f"translate({x:g},{y:g})",
    )
