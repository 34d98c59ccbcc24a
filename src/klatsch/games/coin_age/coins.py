"""Coins drawn: gold sun sides for Heads, silver moon sides for Tails, sized and numbered by kind.

Never by colour alone: a sun has rays and a reeded rim, a moon has a crescent and a beaded rim. All of it is drawn once,
at the size of a quarter, in DEFINITIONS.
"""

from __future__ import annotations

import math

from klatsch import drawing
from klatsch.drawing import Piece, element, group, label, polygon, stops
from klatsch.games.coin_age.actions import KINDS

LARGEST = 36.0
RADIUS = {"dime": 18.0, "penny": 24.0, "nickel": 30.0, "quarter": LARGEST}
LETTERS = 20  # the height of the smallest
LIFT = 3.5  # how much higher each coin of a stack lies

BODY = ("url(#ca-gold)", "url(#ca-silver)")
LINE = ("#7a5200", "#4c5866")
EDGE = ("#9a6a08", "#737f8c")
EMBLEM = ("#ffe9a3", "#f7fafc")
FIGURE = ("#4a2f00", "#1f2933")
HEADS = 0


def value(kind: str) -> int:
    return KINDS.index(kind) + 1


# ── What is drawn once ────────────────────────────────────────────────────────────────────────────


def sun(radius: float, rays: int = 12) -> str:
    """A disc of rays."""
    points = []
    for i in range(2 * rays):
        reach = radius if i % 2 == 0 else 0.74 * radius
        angle = math.pi * i / rays
        points.append((round(reach * math.sin(angle), 1), round(-reach * math.cos(angle), 1)))
    return polygon(points, fill=EMBLEM[0], stroke=EDGE[0])


def moon(radius: float) -> str:
    """A crescent open to the right, round the figure."""
    r = radius
    d = f"M{0.35 * r:.1f},{-0.94 * r:.1f}A{r:.1f},{r:.1f} 0 1 0 {0.35 * r:.1f},{0.94 * r:.1f}"
    d += f"A{0.96 * r:.1f},{0.96 * r:.1f} 0 0 1 {0.35 * r:.1f},{-0.94 * r:.1f}Z"
    return element("path", d=d, fill=EMBLEM[1], stroke=EDGE[1])


def rim(side: int) -> str:
    """A reeded rim for the sun, a beaded one for the moon."""
    if side == HEADS:
        return element("circle", r=LARGEST - 3, stroke=LINE[0], stroke_width=3.4, stroke_dasharray="1.5 2.7")
    return element("circle", r=LARGEST - 3.2, stroke=EMBLEM[1], stroke_width=3, stroke_dasharray="0.01 6",
                   stroke_linecap="round")  # fmt: skip


def disc(side: int) -> str:
    """A coin without its face, as it shows from under another."""
    return group(
        f"ca-disc-{side}",
        element("circle", r=LARGEST, cy=4, fill=EDGE[side]),
        element("circle", r=LARGEST, fill=BODY[side]),
        rim(side),
        fill="none",
        stroke=LINE[side],
        stroke_width=1.5,
        pointer_events="none",
    )


def sign(side: int) -> str:
    """A player's sign: a sun or a moon on its metal, without a figure."""
    face = sun(0.72 * LARGEST) if side == HEADS else moon(0.68 * LARGEST)
    return group(f"ca-sign-{side}", element("circle", r=LARGEST, fill=BODY[side], stroke=LINE[side]), face)


def whole(kind: str, side: int) -> str:
    """A coin of a kind: the disc and the face at its size, and its figure."""
    radius = RADIUS[kind]
    size = round(max(LETTERS + 5, (1.12 if side == HEADS else 1.06) * radius), 1)  # of a small coin, too
    parts = [element("use", href=f"#ca-{part}-{side}", transform=f"scale({radius / LARGEST:.3g})")
             for part in ("disc", "face")]  # fmt: skip
    figure = label(str(value(kind)), 0 if side == HEADS else round(0.2 * radius, 1), round(0.38 * size, 1), size,
                   font_weight="800", fill=FIGURE[side])  # fmt: skip
    return group(f"ca-{kind}-{side}", *parts, figure, pointer_events="none")


def token(side: int) -> str:
    """A small sign for a coin under others: rayed for the sun, round with a double ring for the moon."""
    shape = (
        sun(15.5, 13)
        if side == HEADS
        else element("circle", r=13.5, fill=EMBLEM[1], stroke=LINE[1], stroke_width=1.4)
        + element("circle", r=11.5, fill="none", stroke=EDGE[1])
    )
    return group(f"ca-token-{side}", shape)


DEFINITIONS = "".join(
    [
        element("radialGradient", stops("#ffdf80", "#eeb938", "#cf9216"), id="ca-gold", cx="0.4", cy="0.32", r="0.8"),
        element("radialGradient", stops("#f3f6f8", "#c9d1d9", "#9aa5b1"), id="ca-silver", cx="0.4", cy="0.32", r="0.8"),
        group("ca-face-0", sun(0.76 * LARGEST)),
        group("ca-face-1", moon(0.72 * LARGEST)),
        *(part(side) for side in (0, 1) for part in (disc, sign, token)),
        *(whole(kind, side) for kind in KINDS for side in (0, 1)),
        *(
            drawing.emblem(side, element("use", href=f"#ca-sign-{side}", transform=f"scale({18 / LARGEST})"))
            for side in (0, 1)
        ),
        group(
            "ca-twice",
            element("rect", x=-20, y=-13.5, width=40, height=27, rx=13.5, fill="#3a2a1f", stroke="#f6efe4",
                    stroke_width=1.5),
            label("×2", 0, 7, LETTERS, font_weight="700", fill="#fff6e2"),
        ),
    ]
)  # fmt: skip


# ── What is placed ────────────────────────────────────────────────────────────────────────────────


def coin(id: str, kind: str, side: int, x: float, y: float, scale: float = 1, **attributes: str | float) -> Piece:
    """A coin with its face up. Coins of a kind are all alike: `data-kind` says which may be seen as one that went."""
    style = f"transform:translate({x:g}px,{y:g}px)" + (f"scale({scale:g})" if scale != 1 else "")
    return Piece(id, element("use", id=id, href=f"#ca-{kind}-{side}", data_kind=kind, style=style, **attributes))


def covered(id: str, kind: str, side: int, x: float, y: float) -> Piece:
    """A coin under another, without its face."""
    style = f"transform:translate({x:g}px,{y:g}px)scale({RADIUS[kind] / LARGEST:.3g})"
    return Piece(id, element("use", id=id, href=f"#ca-disc-{side}", data_kind=kind, style=style))


def emblem(side: int, x: float, y: float, radius: float) -> str:
    at = f"translate({x:g},{y:g})scale({radius / LARGEST:.3g})"
    return element("use", href=f"#ca-sign-{side}", transform=at)


def stack(place: str, coins: list[tuple[str, int]], x: float, y: float) -> list[Piece]:
    """A stack seen from above, its coins given from the top down: the shadow, then the coins from below."""
    width = RADIUS[coins[-1][0]]
    shadow = element("ellipse", id=f"stack-{place}", cx=x + 1.5, cy=y + 7, rx=width + 2, ry=width, fill="#2b1a0e",
                     opacity=0.25, pointer_events="none")  # fmt: skip
    pieces = [Piece(f"stack-{place}", shadow)]
    for level, (kind, side) in enumerate(reversed(coins)):
        show = coin if level == len(coins) - 1 else covered
        pieces.append(show(f"coin-{place}-{kind}", kind, side, x, y - LIFT * level))
    return pieces


def signs(place: str, coins: list[tuple[str, int]], double: bool, x: float, y: float) -> list[Piece]:
    """What a stack can't show by itself: small signs for the coins under its top, from the top down; ×2."""
    hidden = coins[1:]
    parts = []
    for i, (kind, side) in enumerate(hidden):
        across = 30 * (i - (len(hidden) - 1) / 2)
        parts.append(element("use", href=f"#ca-token-{side}", x=across, y=37))
        parts.append(label(str(value(kind)), across, 44, LETTERS, fill=FIGURE[side]))
    if double:
        parts.append(element("use", href="#ca-twice", x=28, y=-28))
    if not parts:
        return []
    style = f"transform:translate({x:g}px,{y:g}px)"
    return [Piece(f"signs-{place}", group(f"signs-{place}", *parts, style=style, font_weight="800",
                                          pointer_events="none"))]  # fmt: skip
