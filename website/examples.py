"""Drawn examples of the rules: positions of the tests, drawn by the games themselves, told by them in three languages.

A position is set up in the words in which the tests set it up. What is played there must be legal, and what is refused
must be refused by the very clause it stands under; otherwise the site isn't built. Captions are in examples.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import klatsch

from games.choco import chocotable as choco
from games.chocolate_coin import table as chocolate_coin
from games.coffee_chess import positions as coffee_chess
from games.coin_age import positions as coin_age
from games.four_armies import drawn as four_armies

CAPTIONS = Path(__file__).with_name("examples.toml")


@cache
def captions() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads(CAPTIONS.read_text("utf-8"))


def words(lang: str, key: str) -> str:
    return captions()["words"][key][lang]


@dataclass(frozen=True)
class Example:
    """A position that shows a clause; what is then played, by notation; what is refused at the end."""

    game: str
    clause: str
    name: str
    position: Callable[[], klatsch.State]
    play: tuple[str, ...] = ()
    refused: str = ""
    viewer: int = klatsch.PUBLIC
    outlines: bool = False  # ChoCo can outline its groups

    def after(self) -> klatsch.State:
        state = self.position()
        for action in self.play:
            state.play(action)
        return state

    def caption(self, lang: str) -> str:
        return captions()[self.game][self.name][lang]

    def pictures(self, lang: str) -> list[str]:
        states = [self.position(), self.after()] if self.play else [self.position()]
        return [self.drawn(state, lang) for state in states]

    def drawn(self, state: klatsch.State, lang: str) -> str:
        definition = state.game.definition
        more = {"show_outlines": True} if self.outlines else {}
        viewer = klatsch.OPEN if state.actor == klatsch.OVER else self.viewer
        return definition.draw(state.view(viewer), definition.words.say(lang), **more).svg

    def alt(self, lang: str, number: int) -> str:
        if not self.play:
            return self.caption(lang)
        return f"{words(lang, ('before', 'after')[number])}: {self.caption(lang)}"

    def sentences(self, lang: str) -> list[str]:
        """What the game says of each action, then of what it refuses."""
        state = self.position()
        told = []
        for action in self.play:
            index = state.game.parse(action)
            told.append(state.describe(index, klatsch.PUBLIC, lang))
            state.play(index)
        if self.refused:
            refusal = state.refusal(self.refused)
            if refusal is None or refusal.clause != self.clause:
                raise ValueError(f"{self.game}: {self.refused!r} isn't refused by {self.clause}, but by {refusal}")
            told.append(f"✗ {self.refused}: {state.game.definition.words.say(lang)(refusal.message)} (§{self.clause})")
        return told


def examples_of(game: str) -> list[Example]:
    return [example for example in EXAMPLES if example.game == game]


# ── Positions ─────────────────────────────────────────────────────────────────────────────────────

LINE = {"c3": 1, "d4": 1, "e5": 1, "c4": 1, "g4": 1, "f5": 2}
X = {"c6": 1, "e6": 1, "d5": 1, "c4": 1, "e4": 1}

CROWD = "A1 1T A2 3H B2 3T4H B3 2H C2 3T"
LAST_SPACE = "A1 1H A2 2H A3 1T B1 2T B2 1H B3 2H B4 1T C1 2T C2 1H"

# As in tests/games/four_armies/drawn.py.
CHAIN = """
              ..
          ..      ..
      ..      ..      ..
          ..      ..
      Hr      Dr      ..
          ..      Hr
      Hr      ..      ..
          ..      ..
              ..
"""
TWICE = """
              ..
          ..      ..
      ..      ..      Hr
          Hr      Dr
      ..      Dr      ..
          ..      ..
      ..      ..      ..
          Hr      ..
              ..
"""
AT_ONCE = """
              Hr
          ..      ..
      Hr      Dr      ..
          ..      ..
      Dr      ..      ..
          ..      ..
      ..      ..      ..
          ..      ..
              ..
"""
RIDER = """
              ..
          Hr      ..
      ..      ..      ..
          Hr      ..
      ..      Dm      ..
          ..      ..
      ..      ..      ..
          Hr      ..
              ..
"""

ONE_BAR = """
w1 w1
w1 m1
"""
TWO_BARS = """
w1 w1 m2 m2
w1 d1 m2 d2
"""
GROUPS = """
.   m10 w10 .   d4  d4  m6  m6
.   d10 m10 .   d4  w4  d6  d6
m8  d8  m3  m3  d1  w1  w2  d2
d8  d8  d3  m3  m1  m1  w2  d2
.   d7  d7  m5  w5  d9  w9  .
.   d7  w7  w5  w5  d9  w9  .
"""

IE_FIRST = "track: ie elf | santa bp\ncards: 2d 3d\n"


def a_chocolate_coin_position(text: str, *played: str) -> klatsch.State:
    state = chocolate_coin.table(text)
    chocolate_coin.play(state, *played)
    return state


EXAMPLES = (
    # ── Coffee Chess ──
    Example(
        *("coffee-chess", "2.3", "line"),
        lambda: coffee_chess.position(LINE, inventories=(3, 0)),
        play=("end",),
    ),
    Example("coffee-chess", "2.4", "x", lambda: coffee_chess.position(X)),
    Example(
        *("coffee-chess", "5.1", "moving"),
        lambda: coffee_chess.position({"c4": 4, "e4": 2, "f6": 2}),
        play=("move c4 d3", "move d3 e4"),
    ),
    Example(
        *("coffee-chess", "6.1", "stealing"),
        lambda: coffee_chess.position({"c4": 3, "c5": 2, "f6": 2}),
        play=("steal c5 c4",),
    ),
    Example(
        *("coffee-chess", "6.3", "once"),
        lambda: coffee_chess.position({"c4": 1, "c5": 1, "b4": 1, "d3": 1}),
        play=("steal c5 c4",),
        refused="steal b4 c4",
    ),
    # ── Coin Age ──
    Example(
        *("coin-age", "2.1", "toss"),
        lambda: coin_age.position(CROWD, heads="11122234"),
        play=("toss dime penny",),
    ),
    Example(
        *("coin-age", "4.2", "covering"),
        lambda: coin_age.play(coin_age.position(CROWD, heads="11122234"), "toss dime penny"),
        play=("place penny c2",),
        refused="place dime a1",
    ),
    Example(
        *("coin-age", "6.1", "moving"),
        lambda: coin_age.play(coin_age.position(CROWD, heads="11122234"), "toss none"),
        play=("move b2 c1",),
    ),
    Example(
        *("coin-age", "7.2", "capturing"),
        lambda: coin_age.play(coin_age.position(CROWD, heads="11122234"), "toss none"),
        play=("capture b2",),
    ),
    Example(
        *("coin-age", "9.2", "scoring"),
        lambda: coin_age.play(coin_age.position(LAST_SPACE, heads="11234"), "toss nickel quarter"),
        play=("place nickel c3",),
    ),
    # ── Battle of the 4 Armies ──
    Example(
        *("four-armies", "4.4", "chain"),
        lambda: four_armies.position(CHAIN),
        play=("move a1 b3",),
    ),
    Example(
        *("four-armies", "5.1", "capture"),
        lambda: four_armies.position(TWICE),
        play=("move b1 c2",),
    ),
    Example("four-armies", "5.2", "batch", lambda: four_armies.position(AT_ONCE), play=("place regular b3",)),
    Example(
        *("four-armies", "5.5", "advance"),
        lambda: four_armies.play(four_armies.position(TWICE), "move b1 c2"),
        play=("advance b3 c3", "advance c3 d3"),
    ),
    Example(
        *("four-armies", "6.3", "retreat"),
        lambda: four_armies.play(four_armies.position(RIDER), "move b4 c4"),
        play=("retreat c3 d2",),
    ),
    # ── ChoCo ──
    Example(
        *("choco", "3.2", "laying"),
        lambda: choco.holding(choco.position(ONE_BAR), "wmwd"),
        play=("lay 2 0",),
        viewer=0,
    ),
    Example(
        *("choco", "3.3", "colours"),
        lambda: choco.holding(choco.position(ONE_BAR), "dddm"),
        refused="lay 2 0",
        viewer=0,
    ),
    Example(
        *("choco", "4.1", "covering"),
        lambda: choco.holding(choco.position(TWO_BARS), "wwmm"),
        play=("lay 1 0",),
        viewer=0,
    ),
    Example("choco", "9.4", "groups", lambda: choco.position(GROUPS, colours="wd"), outlines=True),
    # ── Chocolate COIN ──
    Example(
        *("chocolate-coin", "8.2", "recruiting"),
        lambda: a_chocolate_coin_position("l1: base santa\nm2: santa 1, base santa", "primary ops", "recruit"),
        play=("region l1",),
    ),
    Example(
        *("chocolate-coin", "8.17", "attack"),
        lambda: a_chocolate_coin_position(
            IE_FIRST + "a: 3\nc: 1\nl1: elf 2, base elf\nscore: elf 5", "primary ops", "attack", "region l1"
        ),
        play=("roll 1", "roll 3", "roll 4", "roll 6", "token elf unit", "token elf unit", "token elf base"),
    ),
    Example(
        *("chocolate-coin", "8.21", "stealth"),
        lambda: a_chocolate_coin_position(
            "m1: santa 3, base santa, bp 4 5", "primary ops", "attack", "region m1", "roll 1", "roll 2", "roll 3"
        ),
        play=("token bp unit 4",),
    ),
    Example(
        *("chocolate-coin", "9.2", "support"),
        lambda: a_chocolate_coin_position(
            "track: elf bp | santa ie\ncards: 2d 3d\nnorth: santa\nmiddle: elf", "primary ops", "rally"
        ),
        play=("area north",),
    ),
    Example(
        *("chocolate-coin", "12.3", "gift"),
        lambda: a_chocolate_coin_position("m2: santa 2, elf 1\nm1: santa 2, elf 2", "primary ops"),
        play=("done",),
    ),
)
