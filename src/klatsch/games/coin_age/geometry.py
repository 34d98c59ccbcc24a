"""Plane geometry for maps: where a point lies, and polygons softened into land."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


def distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def circle(centre: Point, radius: float, corners: int = 12) -> tuple[Point, ...]:
    angles = [2 * math.pi * i / corners for i in range(corners)]
    return tuple((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles)


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Is the point inside the polygon? Counts the edges that a ray to the right crosses."""
    x, y = point
    found = False
    for i, (ax, ay) in enumerate(outline):
        bx, by = outline[i - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def distance_to_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length
    t = min(1.0, max(0.0, t))
    return distance(point, (a[0] + t * dx, a[1] + t * dy))


def distance_to_edge(point: Point, outline: Sequence[Point]) -> float:
    return min(distance_to_segment(point, corner, outline[i - 1]) for i, corner in enumerate(outline))


def luminance(colour: str) -> float:
    """The relative luminance of '#rrggbb', as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# ── Land ──────────────────────────────────────────────────────────────────────────────────────────


def wobble(a: Point, b: Point, strength: float) -> list[Point]:
    """An edge as a hand would draw it: points from a up to b (without b). The same from both ends, so that
    neighbours share their border."""
    if b < a:
        return [a, *reversed(wobble(b, a, strength)[1:])]
    length = distance(a, b)
    if length == 0:
        return [a]
    steps = max(2, round(length / 3.5))
    normal = ((a[1] - b[1]) / length, (b[0] - a[0]) / length)
    points = [a]
    for i in range(1, steps):
        t = i / steps
        phase = 12.9898 * a[0] + 78.233 * a[1] + 37.719 * b[0] + 4.581 * b[1] + 5.3 * i
        shift = strength * math.sin(phase)
        points.append((a[0] + t * (b[0] - a[0]) + shift * normal[0], a[1] + t * (b[1] - a[1]) + shift * normal[1]))
    return points


def soften(outline: Sequence[Point], strength: float = 0.45) -> list[Point]:
    """A polygon with every edge wobbled."""
    points: list[Point] = []
    for i, corner in enumerate(outline):
        points += wobble(corner, outline[(i + 1) % len(outline)], strength)
    return points


def box(middle: Point, half_width: float, half_height: float) -> list[Point]:
    """The corners of a box, and the middles of its long sides."""
    x, y = middle
    return [(x + across, y + up) for across in (-half_width, 0, half_width) for up in (-half_height, half_height)]


ENOUGH_ROOM = 1.2


def free_spot(
    outline: Sequence[Point], discs: Sequence[tuple[Point, float]], half_width: float, half_height: float
) -> Point:
    """Where a short name can be written inside the polygon, all of its box clear of the edges and of the discs (the
    first is the space's coin); upper places and those near the middle first."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    middle = discs[0][0]

    def cost(spot: Point) -> float:
        return 0.02 * abs(spot[0] - middle[0]) + 0.01 * (spot[1] - min(ys))

    def room(spot: Point) -> float:
        return min(ENOUGH_ROOM, *(room_at(corner, outline, discs) for corner in box(spot, half_width, half_height)))

    spots = [
        (column / 2, row / 2)
        for row in range(int(min(ys)) * 2, int(max(ys)) * 2 + 1)
        for column in range(int(min(xs)) * 2, int(max(xs)) * 2 + 1)
    ]
    best, most = middle, -math.inf
    for spot in sorted(spots, key=cost):
        if ENOUGH_ROOM - cost(spot) <= most:  # no later one can be better
            break
        worth = room(spot) - cost(spot)
        if worth > most:
            best, most = spot, worth
    return best


def room_at(point: Point, outline: Sequence[Point], discs: Sequence[tuple[Point, float]]) -> float:
    """How far a point is from edges and discs; below zero where it can't be."""
    room = min(distance(point, centre) - radius for centre, radius in discs)
    if room < 0:
        return room
    edge = distance_to_edge(point, outline)
    return min(room, edge if inside(point, outline) else -edge)
