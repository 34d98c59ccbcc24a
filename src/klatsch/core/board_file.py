"""Reads the text of a board file, possibly a stranger's: what would take long to parse is refused first.

The standard library's parser takes time that grows with the square of a dotted key's length, and a level of recursion
for every bracket.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_LETTERS = 65536
MOST_KEPT = 64  # boards of one game that were read and are remembered
MOST_LINES = 2000
LONGEST_LINE = 500
DEEPEST = 8  # brackets within brackets, and parts of a dotted key; ours have three
# Strings and comments, in which brackets and dots mean nothing.
WORDS = re.compile(
    r'''"""(?:[^"\\]|\\.|"{1,2}(?!"))*"""|'{3}(?:[^']|'{1,2}(?!'))*'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\#[^\n]*''',
    re.DOTALL,
)
BRACKETS = re.compile(r"[][{}]")
DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


def read_board_file(text: str, what: str) -> dict[str, Any]:
    """The file as tables; ValueError with a sentence about `what` ("the map") if it can't be read."""
    check_size(text, what)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"{what} is no valid TOML: {error}") from error


def check_size(text: str, what: str) -> None:
    if len(text) > MOST_LETTERS:
        raise ValueError(f"{what} is larger than 64 kB")
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise ValueError(f"{what} has more than {MOST_LINES} lines")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"{what} has more than {LONGEST_LINE} letters in line {number}")
    bare = WORDS.sub("x", text)
    if DOTTED.search(bare):
        raise ValueError(f"{what} has a key of more than {DEEPEST} parts")
    depth = 0
    for bracket in BRACKETS.findall(bare):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise ValueError(f"{what} has more than {DEEPEST} brackets within each other")
