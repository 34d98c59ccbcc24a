"""Names of people: which may be had, and which look like another one."""

from __future__ import annotations

import re
import secrets
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

from klatsch.server.errors import Refused

LOOK_ALIKES = Path(__file__).parents[1] / "data" / "look_alikes.toml"
NAME = re.compile(r"[\w .’'-]{2,24}")
SEPARATORS = re.compile(r"[\W_]")
GUEST_NAMES = """
Almond Apple Barley Biscuit Caramel Cardamom Chestnut Cinnamon Clove Cocoa Crema Filter Ginger Hazel
Honey Juniper Latte Lemon Maple Mocha Nutmeg Oat Peach Pepper Plum Praline Quince Saffron Sesame
Sugar Toffee Vanilla Walnut
""".split()
# Names that would speak for the house, or pass for a program.
RESERVED = """
Klatsch admin administrator moderator mod host server system root support staff official security guest nobody
everybody anybody somebody deleted bot robot random greedy search human você voce gazda
""".split()
BOT = re.compile(r"b[o0]t(level|nivel|nível)?[\dlo]*")
# Letters that are drawn as nothing.
BLANK = "\u115f\u1160\u3164\uffa0"
# Lengthening and repetition, which Japanese names have: of the modifiers the only ones.
JAPANESE_MARKS = "ー々"
# Scripts that are written together. Any other mixture is there to deceive.
TOGETHER = ({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}, {"LATIN", "CJK", "HANGUL"}, {"LATIN", "CJK", "BOPOMOFO"})


def checked_name(name: str) -> str:
    """The name as it is kept; Refused if nobody can have it."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not NAME.fullmatch(name) or not all(is_visible(letter) for letter in name):
        raise Refused("bad_name", 422)
    if not any(letter.isalnum() for letter in name):
        raise Refused("bad_name", 422)
    if mixes_scripts(name):
        raise Refused("mixed_scripts", 422)
    if is_reserved(name):
        raise Refused("name_taken", name=name)
    return name


def is_visible(letter: str) -> bool:
    """Letters, figures and the few signs that `NAME` lets through; no fillers, no modifiers."""
    if letter in BLANK:
        return False
    return unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo", "Nd") or letter in " .’'-_" + JAPANESE_MARKS


def mixes_scripts(name: str) -> bool:
    scripts = {script(letter) for letter in name if letter.isalnum() and not letter.isascii()}
    if any(letter.isascii() and letter.isalpha() for letter in name):
        scripts.add("LATIN")
    return len(scripts) > 1 and not any(scripts <= together for together in TOGETHER)


def script(letter: str) -> str:
    first = re.split(r"[ -]", unicodedata.name(letter, "?"))[0]
    return "CJK" if first == "IDEOGRAPHIC" else first


def is_reserved(name: str) -> bool:
    shape = skeleton(name)
    return shape in {skeleton(each) for each in RESERVED} or BOT.fullmatch(shape) is not None


# ── Names that look alike ─────────────────────────────────────────────────────────────────────────


def folded(name: str) -> str:
    """The same for all ways of typing a name."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def skeleton(name: str) -> str:
    """The same for names that look alike, as UTS #39 has it: by shape first, then without marks, case and gaps."""
    shaped = "".join(shapes().get(letter, letter) for letter in unicodedata.normalize("NFKC", name))
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", shaped) if not unicodedata.combining(letter))
    alike = "".join(shapes().get(letter, letter) for letter in bare).casefold()
    return SEPARATORS.sub("", alike).replace("m", "rn").replace("w", "vv")


@cache
def shapes() -> dict[str, str]:
    table = tomllib.loads(LOOK_ALIKES.read_text(encoding="utf-8"))
    return {letter: shape for shape, letters in table.items() for letter in letters}


# ── Guests ────────────────────────────────────────────────────────────────────────────────────────


def guest_name(attempt: int) -> str:
    """Two different words; after some attempts a number, too: there are a thousand pairs, and guests may be more."""
    first, second = secrets.SystemRandom().sample(GUEST_NAMES, 2)
    return f"{first} {second}" if attempt < 8 else f"{first} {second} {secrets.randbelow(9000) + 1000}"
