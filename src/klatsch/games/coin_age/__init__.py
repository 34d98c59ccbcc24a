"""Coin Age, by Adam P. McIver: ten spaces and pocket change, for two.

Coin tosses, no hidden information. Complete rules with every ruling of RULES.md as an option; the forest map as
published, three more reconstructed, or a map of one's own.
"""

from __future__ import annotations

from pathlib import Path

from klatsch.core.definition import Definition
from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.core.options import BoardFile, Choice
from klatsch.games.coin_age import changes, clicks, draw, maps, palette, position_text, rules, text, view, words
from klatsch.games.coin_age.actions import action_table
from klatsch.games.coin_age.board import Board
from klatsch.games.coin_age.evaluate import CoinAgeEvaluator
from klatsch.games.coin_age.observe import CoinAgeObserver
from klatsch.language import Catalogue

FOLDER = Path(__file__).parent


def reconstruction(game: Game) -> Message | None:
    assert isinstance(game.board, Board)
    picture = game.board.picture
    assert isinstance(picture, maps.Map)
    title = Message(f"map.{picture.key}") if picture.key else picture.title
    return Message("board.reconstructed", map=title) if picture.reconstruction else None


DEFINITION = Definition(
    name="coin-age",
    title="Coin Age",
    folder=FOLDER,
    rules_version=1,
    seats=(2,),
    minutes=8,
    complexity=1,
    options=(
        BoardFile("map", maps.SHIPPED, maps.check_text, random=True),
        Choice("capture_own", "yes", "no"),
        Choice("cover_own", "yes", "no"),
        Choice("move_whose", "any", "own"),
        Choice("majority", "more_than_opponent", "more_than_half"),
    ),
    # With the names of the default map; a game has its own map's names.
    actions_on=maps.actions_on,
    actions=action_table(maps.shipped_map(maps.SHIPPED[0]).names),
    # Turn 200 is the last; the longest has a toss, a payment, three placements and the end of the turn.
    max_decisions=200 * 6,
    hidden=False,
    prepare=maps.prepare,
    new=rules.new,
    blank=rules.blank,
    words=Catalogue(FOLDER),
    prompt=words.prompt,
    clause=words.clause,
    describe=words.describe,
    why_not=words.why_not,
    why_clicks=clicks.why_clicks,
    view=view.view,
    draw=draw.draw,
    text=text.text,
    tally=text.tally,
    changes=changes.CHANGES,
    guide=words.guide,
    seat_names=lambda game, seats: words.SEATS,
    reconstruction=reconstruction,
    invariant=rules.invariant,
    position=position_text.form,
    palette=palette.palette,
    evaluator=CoinAgeEvaluator,
    observation=CoinAgeObserver,
)
