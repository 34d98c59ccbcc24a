"""A game in the terminal: shows the table, asks the person whose turn it is, lets bots play theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from klatsch.bots.players import HUMAN, make_bot
from klatsch.bots.seat import Bot, choose, tell
from klatsch.core.game import OPEN, OVER, PUBLIC
from klatsch.core.message import IllegalAction
from klatsch.core.rng import Rng
from klatsch.language import Catalogue
from klatsch.rulebook import clause_text
from klatsch.table.table import NotAllowed, Table

HELP = """\
Type an action (its words or its number in the list), or one of these:
  list        all that you can do now          why ACTION  which rule forbids it
  undo        take your last decision back     rule N.M    a clause of the rules
  log         what happened so far             board       draw the table again
  save FILE   write the replay                 resign      give up
  help        this page                        quit        leave (Ctrl-D does too)"""


class Quit(Exception):
    """The person has left."""


@dataclass
class Session:
    table: Table
    players: Sequence[str]
    lang: str
    console: Console
    ask: Callable[[str], str]
    rng: Rng
    save_to: Path | None = None
    told: int = 0  # events of the log that were shown already
    heard: int = 0  # events that the bots were told of
    facing: int = PUBLIC  # the seat that sees the screen

    # ── The game ──────────────────────────────────────────────────────────────────────────────────

    def run(self) -> None:
        bots = {seat: make_bot(name) for seat, name in enumerate(self.players) if name != HUMAN}
        try:
            while not self.table.over:
                self.inform(bots)
                self.turn(bots)
        except (Quit, EOFError, KeyboardInterrupt):
            self.print("")
        self.show_end()
        if self.save_to is not None:
            self.save(self.save_to)

    def turn(self, bots: dict[int, Bot]) -> None:
        seat = int(self.table.state.actor)
        if seat in bots:
            self.table.play(seat, choose(bots[seat], self.table.state, self.rng))
            return
        self.face(seat)
        self.tell_news(seat)
        self.show_board(seat)
        while not self.table.over and self.table.state.actor == seat:
            self.print(f"\n[bold]{self.table.state.prompt(seat, self.lang)}[/bold]")
            if not self.obey(seat, self.ask("> ").strip()):
                continue
            self.tell_news(seat)
            if not self.table.over and self.table.state.actor == seat:
                self.show_board(seat)

    def inform(self, bots: dict[int, Bot]) -> None:
        """Tell the bots what happened since they were told last."""
        game = self.table.game
        for event in self.table.events[self.heard :]:
            played = event.kind in ("play", "chance")
            tell(bots, game, event.seat if played else OVER, game.parse(event.detail) if played else None)
        self.heard = len(self.table.events)

    def face(self, seat: int) -> None:
        """With hidden hands and several people the screen is handed over covered."""
        people = self.players.count(HUMAN)
        if self.table.game.definition.hidden and people > 1 and self.facing != seat:
            self.console.clear()
            self.ask(f"{self.name(seat)}, take the screen and press Enter. ")
        if self.facing != seat:
            self.told = 0 if self.table.game.definition.hidden and people > 1 else self.told
        self.facing = seat

    # ── What a person may type ────────────────────────────────────────────────────────────────────

    def obey(self, seat: int, typed: str) -> bool:
        """Do what was typed; True if the table has changed."""
        word, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[], bool]] = {
            "": lambda: self.show_list(seat),
            "help": lambda: self.print(HELP),
            "?": lambda: self.print(HELP),
            "list": lambda: self.show_list(seat),
            "board": lambda: self.show_board(seat),
            "log": lambda: self.show_log(seat),
            "undo": lambda: self.undo(seat),
            "why": lambda: self.show_why(rest),
            "rule": lambda: self.show_rule(rest),
            "save": lambda: self.save(Path(rest) if rest else self.save_to),
            "resign": lambda: self.resign(seat),
            "quit": self.quit,
        }
        try:
            if word in commands and typed not in self.table.game.indices:
                return commands[word]()
            return self.play(seat, typed)
        except (IllegalAction, NotAllowed, ValueError, OSError) as error:
            self.print(f"[red]{error}[/red]", markup=True)
            return False

    def play(self, seat: int, typed: str) -> bool:
        legal = self.table.state.legal_actions()
        if typed.isdigit():
            if not 1 <= int(typed) <= len(legal):
                raise ValueError(f"the list has numbers from 1 to {len(legal)}")
            self.table.play(seat, legal[int(typed) - 1])
        else:
            self.table.play(seat, typed)
        return True

    def undo(self, seat: int) -> bool:
        self.table.undo(seat)
        self.told = min(self.told, len(self.table.past))
        return True

    def resign(self, seat: int) -> bool:
        if self.ask(f"{self.name(seat)}: really give up? (yes/no) ").strip().lower() in ("y", "yes"):
            self.table.resign(seat)
            return True
        return False

    def quit(self) -> bool:
        raise Quit

    def save(self, path: Path | None) -> bool:
        if path is None:
            raise ValueError("save where? Type: save FILE")
        path.write_text(self.table.replay().text(), encoding="utf-8")
        self.print(f"The replay is in {path}.")
        return False

    # ── What is shown ─────────────────────────────────────────────────────────────────────────────

    def print(self, text: str, markup: bool = True) -> bool:
        self.console.print(text, markup=markup, highlight=False)
        return False

    def name(self, seat: int) -> str:
        definition = self.table.game.definition
        return definition.words.say(self.lang)(definition.seat_names(self.table.game, self.table.seats)[seat])

    def show_board(self, seat: int) -> bool:
        self.print("")
        return self.print(self.table.state.text(seat, self.lang), markup=False)

    def show_list(self, seat: int) -> bool:
        state = self.table.state
        width = len(str(len(state.legal_actions())))
        for number, action in enumerate(state.legal_actions(), start=1):
            notation = self.table.game.notation(action)
            self.print(f"{number:>{width}}  {notation:<16} {state.describe(action, seat, self.lang)}", markup=False)
        return False

    def show_log(self, seat: int) -> bool:
        for line in self.table.log(seat, self.lang):
            self.print(line, markup=False)
        return False

    def tell_news(self, viewer: int) -> None:
        lines = self.table.log(viewer, self.lang)
        for line in lines[self.told :]:
            self.print(f"[dim]·[/dim] {line}")
        self.told = len(lines)

    def show_why(self, notation: str) -> bool:
        refusal = self.table.state.refusal(notation)
        if refusal is None:
            return self.print("That is legal now.")
        definition = self.table.game.definition
        self.print(f"{definition.words.say(self.lang)(refusal.message)} (§{refusal.clause})", markup=False)
        return self.print(clause_text(definition, refusal.clause, self.lang), markup=False)

    def show_rule(self, clause: str) -> bool:
        return self.print(clause_text(self.table.game.definition, clause, self.lang), markup=False)

    def show_end(self) -> None:
        table = self.table
        outcome = table.outcome
        if outcome is None:
            self.print("The game is not finished.")
            return
        ended = table.state.actor == OVER
        self.tell_news(OPEN if ended else PUBLIC)
        self.print("")
        self.print(table.state.text(OPEN if ended else PUBLIC, self.lang), markup=False)
        words = table.game.definition.words
        assert isinstance(words, Catalogue)
        self.print(f"\n[bold]{words.render(outcome.reason, self.lang)}[/bold]")
        first = [self.name(seat) for seat in outcome.ranking[0]]
        self.print(words.say(self.lang)("wins" if len(outcome.ranking) > 1 else "shared", who=" & ".join(first)))
