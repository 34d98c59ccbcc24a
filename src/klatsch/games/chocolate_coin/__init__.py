"""Chocolate COIN: Dona et Tutamen, by Jake Staines: four unlike factions on the Christmas Campus, for two to four.

Open information, cards and dice. The board and reference sheet are reconstructions, in data/campus.toml.
"""

from __future__ import annotations

from pathlib import Path

from klatsch.core.definition import Definition, Names
from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.games.chocolate_coin import (
    boardfile,
    changes,
    clicks,
    describe,
    draw,
    guide,
    names,
    options,
    palette,
    position_text,
    refusals,
    tally,
    text,
    text_map,
    view,
    words,
)
from klatsch.games.chocolate_coin.actions import ACTIONS, FACTIONS
from klatsch.games.chocolate_coin.evaluate import ChocolateCoinEvaluator
from klatsch.games.chocolate_coin.invariant import invariant
from klatsch.games.chocolate_coin.observe import ChocolateCoinObserver
from klatsch.games.chocolate_coin.rules import game as rules
from klatsch.language import Catalogue

FOLDER = Path(__file__).parent


def seat_names(game: Game, seats: int) -> tuple[Message, ...]:
    state = rules.blank(game, seats)
    return tuple(rules.seat_name(state, seat) for seat in range(seats))


def own_names(game: Game, seats: int, seat: int) -> Names:
    """Who plays two factions is told which of them does what."""
    name = seat_names(game, seats)[seat]
    return (name,) if name.id.removeprefix("faction.") in FACTIONS else ()


def reconstruction(game: Game) -> Message | None:
    return names.reconstruction(boardfile.read(game.options["board"]).reconstruction)


DEFINITION = Definition(
    name="chocolate-coin",
    title="Chocolate COIN",
    folder=FOLDER,
    rules_version=3,
    seats=(4, 3, 2),
    minutes=90,
    complexity=5,
    options=options.OPTIONS,
    actions=ACTIONS,
    # 38 cards; on each two actions, of at most nine Regions with fifteen dice and as many hits, and the choices around.
    max_decisions=38 * (2 * 9 * 36 + 40),
    hidden=False,
    prepare=options.prepare,
    new=rules.new,
    blank=rules.blank,
    words=Catalogue(FOLDER),
    prompt=words.prompt,
    clause=words.clause,
    describe=describe.describe,
    why_not=refusals.why_not,
    why_clicks=clicks.why_clicks,
    view=view.view,
    draw=draw.draw,
    text=text.text,
    map=text_map.map_text,
    tally=tally.tally,
    changes=changes.CHANGES,
    guide=guide.guide,
    seat_names=seat_names,
    own_names=own_names,
    reconstruction=reconstruction,
    invariant=invariant,
    position=position_text.form,
    palette=palette.palette,
    evaluator=ChocolateCoinEvaluator,
    observation=ChocolateCoinObserver,
)
