"""Battle of the 4 Armies with The Battle is Joined, by Nathan Hansen: hexes, captures and heroes, for two to five.

Nothing is hidden; chance is only who begins and the coin of a rally. Complete rules, all four optional ones included.
The outer named spaces are a reconstruction; a map file puts them where the original has them.
"""

from __future__ import annotations

from pathlib import Path

from klatsch.core.definition import Definition
from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.core.options import BoardFile, Choice, PerSeat, Switch, Whole
from klatsch.games.four_armies import changes, clicks, draw, maps, palette, position_text, rules, view, words
from klatsch.games.four_armies.actions import ACTIONS
from klatsch.games.four_armies.board import ARMIES, Board
from klatsch.games.four_armies.evaluate import FourArmiesEvaluator
from klatsch.games.four_armies.observe import FourArmiesObserver
from klatsch.language import Catalogue

FOLDER = Path(__file__).parent

# By seats, without the Falcon army and with it. People were not timed: this is the mean number of decisions in 24 games
# between search:sims=100, random in everybody's first turn, times 20 seconds, to the nearest five minutes.
MINUTES = {2: 10, 3: 25, 4: 30}
MINUTES_WITH_FALCONS = {2: 40, 3: 40, 4: 60, 5: 75}


def minutes(game: Game, seats: int) -> int:
    assert isinstance(game.board, Board)
    return (MINUTES_WITH_FALCONS if "falcon" in game.board.armies[:seats] else MINUTES)[seats]


def reconstruction(game: Game) -> Message | None:
    assert isinstance(game.board, Board)
    return Message("board.reconstructed") if game.board.reconstruction else None


DEFINITION = Definition(
    name="four-armies",
    title="Battle of the 4 Armies",
    folder=FOLDER,
    rules_version=2,
    seats=(4, 2, 3, 5),
    minutes=minutes,
    complexity=3,
    options=(
        PerSeat("armies", ARMIES),
        BoardFile("map", maps.SHIPPED, maps.read),
        Choice("claim", "most_units", "owner"),
        Choice("advance", "per_capture", "one"),
        Choice("elf_force", "hero", "hero_and_regulars"),
        Choice("berserk_with", "move", "any"),
        Whole("stalemate", 40, 1, 200),
        Whole("rounds", 100, 1, rules.MOST_ROUNDS),
        Switch("prisoner_exchange"),
        Switch("max_five"),
        Switch("arms_race", "largest", "smallest"),
        Switch("hero_or_mounted"),
    ),
    actions=ACTIONS,
    max_decisions=1 + rules.LAST_TURN * rules.MOST_DECISIONS_A_TURN,
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
    text=draw.text,
    tally=view.tally,
    changes=changes.CHANGES,
    guide=words.guide,
    seat_names=words.seat_names,
    reconstruction=reconstruction,
    invariant=rules.invariant,
    position=position_text.form,
    palette=palette.palette,
    evaluator=FourArmiesEvaluator,
    observation=FourArmiesObserver,
)
