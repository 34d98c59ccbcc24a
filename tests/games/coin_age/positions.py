"""Positions of Coin Age as text, and a slow second opinion on legality and scoring, written from RULES.md alone.

A stack is written from the top down: `1H3T` is a dime of Heads over a nickel of Tails, `.` an empty space. A bank is
written as the values of its coins: `11124`. Coins that are neither on the map nor in Heads' bank are in Tails' bank.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, TypeAlias

import klatsch

DATA = Path(klatsch.__file__).parent / "games" / "coin_age" / "data"
KINDS = ("dime", "penny", "nickel", "quarter")
ALL_COINS = Counter({1: 8, 2: 6, 3: 4, 4: 2})

# Stacks of one, of three coins, and of both sides.
STACKED = """
       A1 1T    A2 3H    A3 .
    B1 .    B2 1H2T4H    B3 2H    B4 .
       C1 .     C2 3T    C3 .
"""

# A map as a player might write it.
OWN = """
title = "Ten Isles"

[regions.west]
spaces = ["1", "2", "3"]
[regions.middle]
name = "The Middle"
spaces = ["4", "5", "6", "7"]
[regions.east]
colour = "#f3c89a"
pattern = "rings"
spaces = ["8", "9", "10"]

[spaces]
1 = {centre = [15, 15], borders = ["2", "10"]}
2 = {centre = [38, 12], borders = ["1", "3", "6"]}
3 = {centre = [62, 14], borders = ["2", "4"]}
4 = {centre = [85, 16], borders = ["3", "5"]}
5 = {centre = [88, 40], borders = ["4", "6", "7"]}
6 = {centre = [60, 36], borders = ["2", "5", "8"]}
7 = {centre = [75, 58], borders = ["5", "8"]}
8 = {centre = [50, 58], borders = ["6", "7", "9"]}
9 = {centre = [25, 57], borders = ["8", "10"]}
10 = {centre = [15, 37], borders = ["1", "9"]}
"""

Stack: TypeAlias = list[tuple[int, str]]  # from the top down: value and side, H or T
Stacks: TypeAlias = dict[str, Stack]


# ── Positions ─────────────────────────────────────────────────────────────────────────────────────


def read_words(drawing: str) -> dict[str, str]:
    words = drawing.split()
    return dict(zip(words[0::2], words[1::2], strict=True))


def read_stacks(drawing: str) -> Stacks:
    return {
        name: [(int(value), side) for value, side in re.findall(r"(\d)([HT])", stack)]
        for name, stack in read_words(drawing).items()
    }


def write_stacks(stacks: Stacks) -> str:
    """The occupied spaces, in the order of the map: `A1 1H3T, B2 2T`."""
    return ", ".join(f"{name} {''.join(f'{v}{s}' for v, s in stack)}" for name, stack in stacks.items() if stack)


def stacks_of(state: klatsch.State) -> Stacks:
    """The stacks of a state, as its view shows them."""
    view = state.view(klatsch.PUBLIC)
    return {
        space["name"]: [(KINDS.index(kind) + 1, "HT"[side]) for kind, side in space["stack"]]
        for space in view["spaces"]
    }


def drawn(state: klatsch.State) -> str:
    return write_stacks(stacks_of(state))


def bank(state: klatsch.State, seat: int) -> str:
    counts = state.view(klatsch.PUBLIC)["banks"][seat]
    return "".join(str(number + 1) * counts[kind] for number, kind in enumerate(KINDS))


def packed(coins: Counter[int]) -> int:
    return sum(coins[value] * 16 ** (value - 1) for value in (1, 2, 3, 4))


def code(stack: Stack) -> int:
    return sum(2 ** (value - 1) * (17 if side == "T" else 1) for value, side in stack)


def new(**options: object) -> klatsch.State:
    return klatsch.load("coin-age", **options).new()


def position(drawing: str, heads: str = "1111222334", turn: int = 1, **options: object) -> klatsch.State:
    """A position before the toss of a turn. Spaces that the drawing doesn't name are empty."""
    stacks = ", ".join(f"{name.lower()} {coins}" for name, coins in read_words(drawing).items() if coins != ".")
    text = f"chance to act; turn {turn}; heads {heads or 'empty'}" + (f"; stacks {stacks}" if stacks else "")
    return klatsch.load("coin-age", **options).from_position(text)


def play(state: klatsch.State, script: str) -> klatsch.State:
    """Play actions by notation, separated by semicolons or lines."""
    for notation in re.split(r"[;\n]", script):
        if notation.strip():
            state.play(notation)
    return state


def legal(state: klatsch.State) -> set[str]:
    return {state.game.notation(action) for action in state.legal_actions()}


# ── The slow second opinion ───────────────────────────────────────────────────────────────────────


def read_map_file(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text("utf-8"))


def slow_points(stacks: Stacks, bank: str, side: str, regions: list[list[str]], majority: str) -> int:
    """§9, region by region, coin by coin."""
    total = 0
    for region in regions:
        tops = [stacks[name][0] for name in region if stacks.get(name)]
        mine = [value for value, owner in tops if owner == side]
        theirs = [value for value, owner in tops if owner != side]
        if majority == "more_than_opponent":
            factor = 2 if len(mine) > len(theirs) else 1
        else:
            factor = 2 if len(mine) > len(region) / 2 else 1
        total += factor * sum(mine)
    return total + len(bank)


def slow_placements(stacks: Stacks, matched: list[int], side: str, cover_own: bool) -> set[str]:
    found = set()
    for value in matched:
        for name, stack in stacks.items():
            if stack:
                top, owner = stack[0]
                if not value < top or (owner == side and not cover_own):
                    continue
            found.add(f"place {KINDS[value - 1]} {name.lower()}")
    return found


def slow_moves(stacks: Stacks, borders: dict[str, list[str]], side: str, any_stack: bool) -> set[str]:
    return {
        f"move {name.lower()} {other.lower()}"
        for name, stack in stacks.items()
        for other in borders[name]
        if stack and not stacks[other] and (any_stack or stack[0][1] == side)
    }


def slow_captures(stacks: Stacks, side: str, own_too: bool) -> set[str]:
    return {f"capture {name.lower()}" for name, stack in stacks.items() if stack and (own_too or stack[0][1] != side)}
