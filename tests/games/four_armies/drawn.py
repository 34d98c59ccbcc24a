"""Positions drawn in letters, for the tests.

Nineteen places of two letters, in the shape of the map: army (Human, Elf, Dwarf, Goblin, Falcon) and kind (regular,
mounted, hero), or two dots.

              ..                    c5
          ..      Er            b4      d4
      Hr      ..      ..    a3      c4      e3
          ..      ..            b3      d3
      ..      Gm      ..    a2      c3      e2
          ..      ..            b2      d2
      ..      ..      ..    a1      c2      e1
          ..      ..            b1      d1
              ..                    c1
"""

from __future__ import annotations

import klatsch
from klatsch.core.position_text import read_draft
from klatsch.games.four_armies import position as at
from klatsch.games.four_armies.board import ARMIES, KINDS, STRENGTH
from klatsch.games.four_armies.hexes import HEXES, touched_twice
from klatsch.games.four_armies.rules import FourArmies

ORDER = (
    *("c5", "b4", "d4", "a3", "c4", "e3", "b3", "d3", "a2", "c3"),
    *("e2", "b2", "d2", "a1", "c2", "e1", "b1", "d1", "c1"),
)
LETTERS = {army[0].upper(): army for army in ARMIES}


def unit(letters: str) -> tuple[str, int]:
    """Army and number of the kind."""
    return LETTERS[letters[0]], [kind[0] for kind in KINDS].index(letters[1])


def position(
    drawing: str,
    armies: str = "human,dwarf",
    active: str = "",
    reserve: dict[str, str] | None = None,
    captured: dict[str, str] | None = None,
    turn: int = 10,
    round_number: int = 1,
    quiet: int = 0,
    fewest: int | None = None,
    sound: bool = True,
    **options: object,
) -> FourArmies:
    """It is `active`'s turn (the first army's unless told otherwise), and its action is to be chosen.

    Rounds begin with the first army. `fewest`: the fewest units left so far; unless told otherwise, those left now.
    Units that are neither drawn nor captured are in the reserve; for an army in `reserve` only those listed there,
    and the rest is out of the game. `sound`: False for what can't be in a game, or not before the test goes on with it.
    """
    names = armies.split(",")
    tokens = drawing.split()
    assert len(tokens) == len(ORDER), tokens
    units = [token for token in tokens if token != ".."]
    piles = [f"{captor} {token}" for captor, held in (captured or {}).items() for token in held.split()]
    reserves, out = {}, {}
    for army, listed in (reserve or {}).items():
        for kind, strength in zip(KINDS, STRENGTH[ARMIES.index(army)], strict=True):
            token = army[0].upper() + kind[0]
            elsewhere = units.count(token) + sum(each.endswith(token) for each in piles)
            reserves[token] = listed.split().count(token)
            out[token] = strength - elsewhere - reserves[token]
    parts = {
        "seats": str(len(names)),
        "turn": str(turn),
        "round": str(round_number),
        "quiet-turns": str(quiet),
        "map": ", ".join(f"{hex} {token}" for hex, token in zip(ORDER, tokens, strict=True) if token != ".."),
        "captured": ", ".join(f"{held} {piles.count(held)}" for held in dict.fromkeys(piles)),
        "out": ", ".join(f"{token} {many}" for token, many in out.items()),
        "reserve": ", ".join(f"{token} {many}" for token, many in reserves.items()),
        "fewest": "" if fewest is None else str(fewest),
    }
    text = "; ".join([f"{active or names[0]} to act", *(f"{name} {words}" for name, words in parts.items() if words)])
    game = klatsch.load("four-armies", armies=armies, **options)
    state = game.from_position(text) if sound else unchecked(game, text)
    assert isinstance(state, FourArmies)
    return state


def unchecked(game: klatsch.Game, text: str) -> klatsch.State:
    draft = read_draft(game, text)
    state: klatsch.State = game.definition.blank(game, draft.seats)
    state.restore(draft.numbers)
    return state


def drawing(state: FourArmies) -> str:
    """The map in the same letters, on one line."""
    return " ".join(token_at(state, HEXES.index(hex)) for hex in ORDER)


def token_at(state: FourArmies, hex: int) -> str:
    owner = int(state.owner_at(hex))
    if owner < 0:
        return ".."
    return state.board.armies[owner][0].upper() + KINDS[state.kind_at(owner, hex)][0]


def shows(state: FourArmies, expected: str) -> bool:
    return drawing(state) == " ".join(expected.split())


def piles(state: FourArmies) -> dict[str, str]:
    """Who has captured what, as in `position`."""
    found: dict[str, str] = {}
    for captor, army in enumerate(state.board.armies[: state.seats]):
        for owner, name in enumerate(state.board.armies[: state.seats]):
            for kind in range(3):
                number = int(state.v[at.PILE + 15 * captor + 3 * owner + kind])
                tokens = [name[0].upper() + KINDS[kind][0]] * number
                if tokens:
                    found[army] = " ".join(filter(None, [found.get(army, ""), *tokens]))
    return found


def actor(state: FourArmies) -> str:
    return state.board.armies[state.actor] if state.actor >= 0 else {-1: "chance", -2: "over"}[int(state.actor)]


def legal(state: FourArmies, verb: str = "") -> set[str]:
    """The legal actions, all or those that begin with a verb (which is then left out)."""
    notations = {state.game.notation(action) for action in state.legal_actions()}
    return {name.removeprefix(verb).strip() for name in notations if name.split()[0] == verb} if verb else notations


def play(state: FourArmies, *notations: str) -> FourArmies:
    for notation in notations:
        state.play(notation)
    return state


def copy(state: FourArmies) -> FourArmies:
    return state.clone()


def settled(state: FourArmies) -> bool:
    """Nobody stands beside two units of one enemy."""
    for seat in range(state.seats):
        units = int(state.v[at.UNITS + seat])
        if int(touched_twice(units)) & int(state.occupied()) & ~units:
            return False
    return True
