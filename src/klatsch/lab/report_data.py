"""The data of a report: its games, how they were made, and its names in the report's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from klatsch.arena.ladder import Ladder
from klatsch.core import registry
from klatsch.core.definition import Say
from klatsch.core.game import Game
from klatsch.core.message import Message
from klatsch.core.options import PerSeat
from klatsch.lab.compare import Comparison
from klatsch.lab.game_record import GameRecord
from klatsch.lab.run_games import Setting
from klatsch.language import SEAT_ARGUMENTS, Catalogue

WORDS = Catalogue(Path(__file__).parent)


@dataclass(frozen=True)
class ReportData:
    game: Game
    setting: Setting
    records: Sequence[GameRecord]
    comparisons: Sequence[Comparison] = ()
    ladder: Ladder | None = None
    lang: str = "en"
    note: str = ""
    command: str = field(default="", compare=False)  # how to make it again

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return self.game.definition.sides(self.setting.seats)

    @property
    def parity(self) -> float:
        return 1 / len(self.sides)

    @property
    def games(self) -> int:
        return len(self.records)

    @cached_property
    def say(self) -> Say:
        """The report's own sentences."""
        return WORDS.say(self.lang)

    @cached_property
    def tell(self) -> Say:
        """The game's sentences."""
        return self.game.definition.words.say(self.lang)

    # ── Names ─────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def roles(self) -> dict[str, str]:
        """Armies or factions by their words, as they are called; {} where seats have none."""
        option = next((option.name for option in self.game.definition.options if isinstance(option, PerSeat)), "")
        names: dict[str, str] = {}
        for record in self.records:
            if option and not set(record.roles) <= names.keys():
                options = self.setting.options | {option: ",".join(record.roles)}
                game = registry.shared(self.game.name, options)
                messages = game.definition.seat_names(game, self.setting.seats)
                names |= {role: self.tell(message) for role, message in zip(record.roles, messages, strict=True)}
        return names

    @cached_property
    def seat_names(self) -> list[str]:
        """A seat is told by its number where who sits there changes from game to game."""
        if self.roles:
            return [self.say("seat", number=seat + 1) for seat in range(self.setting.seats)]
        return [self.tell(message) for message in self.game.definition.seat_names(self.game, self.setting.seats)]

    def side_name(self, number: int) -> str:
        return " + ".join(self.seat_names[seat] for seat in self.sides[number])

    def role_name(self, role: str) -> str:
        """Of a role of aggregates.py: a faction, or a seat's number."""
        return self.roles[role] if self.roles else self.seat_names[int(role)]

    def deed(self, kind: str) -> str:
        """The log's sentence for something that was done, with dots for whoever did it, where and how many."""
        id, *things = kind.split(";")
        message = blank_message(id)
        for thing in things:
            name, _, value = thing.partition("=")
            message.args[name] = blank_message(value[1:]) if value.startswith("@") else value
        return self.tell(message).rstrip(".").removeprefix("… ").strip()

    def option_value(self, option: str, value: str, name: str) -> str:
        """A value as the catalogue explains it, or as it is written."""
        try:
            return self.tell(f"option.value.{option}.{value}").rstrip(".")
        except KeyError:
            return name


class Blank(int):
    """A number that nobody knows, in a sentence."""

    def __str__(self) -> str:
        return "…"


class Blanks(dict[str, int | str | Message]):
    """Arguments of a sentence of which some are left out; a counted word is in the plural, and nobody is "you"."""

    def __missing__(self, name: str) -> int | str:
        return "…" if name in SEAT_ARGUMENTS else Blank(2)


def blank_message(id: str) -> Message:
    message = Message(id)
    message.args = Blanks()
    return message
