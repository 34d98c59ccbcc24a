"""The record of one game in a report: small, but enough for every figure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from typing import Any

from klatsch.arena.run_game import PlayedGame
from klatsch.bots.bot import Bot
from klatsch.bots.level_bot import LevelBot
from klatsch.bots.search_bot import SearchBot
from klatsch.core.game import CHANCE, OPEN, PUBLIC, Game, State
from klatsch.core.message import Argument, Message

DRAWN_ID = re.compile(r'\bid="([^"]+)"')
# A place of a board without edges is drawn where it is needed, and its id ends in two coordinates: `at-3--2`.
RELATIVE = re.compile(r"[a-z]+(-{1,2}\d+){2}")


@dataclass
class GameRecord:
    """One game. Lists have an entry for every seat unless they say otherwise."""

    number: int
    roles: list[str]  # factions or armies, where the seats have them
    shares: list[float] = field(default_factory=list)  # of the win
    end: str = ""  # why it ended
    begins: int = CHANCE  # the first seat that decided something
    turns: int = 0
    choices: list[int] = field(default_factory=list)  # at each decision, how many actions were legal
    # The win chance that a searching seat gave itself when a turn of its began: turn, seat, percent.
    trace: list[tuple[int, int, int]] = field(default_factory=list)
    used: list[dict[str, int]] = field(default_factory=list)  # how often it did what; the keys are those of `deeds`
    places: list[dict[str, int]] = field(default_factory=list)  # how often it chose a place of the board
    first: list[str] = field(default_factory=list)  # its first decision; empty if it had none
    moves: int | None = None  # a number that games share in which the same was played

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def stored_game_record(line: Any) -> GameRecord:
    """A record as a result file has it; ValueError or TypeError if it isn't one."""
    record = GameRecord(**line)
    seats = len(record.shares)
    lists = (record.used, record.places, record.first)
    if not seats or any(len(entries) != seats for entries in lists) or not sum(record.shares) > 0.99:
        raise ValueError(f"game {record.number} has no sound record")
    record.trace = [(turn, seat, percent) for turn, seat, percent in record.trace]
    return record


class GameRecorder:
    """Sits beside a game between bots and fills a record."""

    def __init__(self, game: Game, bots: Sequence[Bot], record: GameRecord) -> None:
        self.game = game
        self.bots = bots
        self.record = record
        self.last = CHANCE
        self.is_measured = False  # was this turn's win chance told?
        self.used: list[Counter[str]] = [Counter() for _ in bots]
        self.places: list[Counter[str]] = [Counter() for _ in bots]
        self.on_board = board_places(game, len(bots))
        self.names = frozenset(game.definition.seat_names(game, len(bots)))
        record.first = [""] * len(bots)

    def __call__(self, state: State, action: int, chosen: bool) -> None:
        """An action is about to be played."""
        seat = int(state.actor)
        if seat == CHANCE:
            return
        record = self.record
        if seat != self.last:
            self.last, self.is_measured = seat, False
            record.turns += 1
            if record.begins == CHANCE:
                record.begins = seat
        legal = len(state.legal_actions())
        record.choices.append(legal)
        if chosen and legal > 1 and not self.is_measured:
            self.measure(seat)
        anchors = self.game.actions[action].anchors
        self.places[seat].update(
            {anchor for anchor in anchors if anchor in self.on_board or RELATIVE.fullmatch(anchor)}
        )
        self.used[seat].update(deeds(state, action, self.names, self.on_board))
        if not record.first[seat]:
            record.first[seat] = self.game.notation(action)

    def measure(self, seat: int) -> None:
        found = win_chance(self.bots[seat])
        if found is not None:
            self.record.trace.append((self.record.turns, seat, round(100 * found)))
            self.is_measured = True

    def finish(self, game: PlayedGame) -> GameRecord:
        record = self.record
        record.shares = game.final.utilities()
        record.end = game.final.result().reason.id
        record.moves = game.moves
        record.used = [dict(sorted(counts.items())) for counts in self.used]
        record.places = [dict(sorted(counts.items())) for counts in self.places]
        return record


def win_chance(bot: Bot) -> float | None:
    """What a searching bot's last search thinks of its own choice; None where nothing was searched."""
    search_bot = bot.search_bot if isinstance(bot, LevelBot) else bot
    if not isinstance(search_bot, SearchBot) or search_bot.search is None:
        return None
    entries = search_bot.search.entries([])
    return entries[0].value if entries else None


# ── What was done, and where ──────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=256)
def board_places(game: Game, seats: int) -> frozenset[str]:
    """The places that can be chosen and are drawn from the beginning."""
    drawn = set(DRAWN_ID.findall(game.new(seats).svg(PUBLIC)))
    return frozenset(anchor for action in game.actions for anchor in action.anchors if anchor in drawn)


def deeds(state: State, action: int, names: frozenset[Message], places: frozenset[str]) -> list[str]:
    """What an action does, as keys: the log's sentence and the things named in it, but neither persons nor places.

    `does.place;unit=@unit.hero` is a sentence with a thing; what follows from it (a capture, say) is a key of its own.
    """
    message = state.game.definition.describe(state, action, OPEN)
    keys = []
    while isinstance(inner := message.args.get("what"), Message):
        keys.append(message.id)
        message = inner
    things = [f"{name}={thing}" for name, value in message.args.items() if (thing := thing_named(value, names, places))]
    return [*keys, ";".join([message.id, *things])]


def thing_named(value: object, names: frozenset[Message], places: frozenset[str]) -> str:
    """A thing in a sentence, as part of a key: its message's id, or its own name; "" for numbers, persons, places."""
    if isinstance(value, Message):
        told = [argument for argument in value.args.values() if not is_person(argument)]
        return "" if value in names or told else f"@{value.id}"
    if isinstance(value, str) and not is_place(value.lower(), places):
        return value
    return ""


def is_person(argument: Argument) -> bool:
    """Whose a thing is, in a sentence told to its owner."""
    return isinstance(argument, Message) and not argument.args


@cache
def is_place(word: str, places: frozenset[str]) -> bool:
    return any(place.endswith(f"-{word}") for place in places)
