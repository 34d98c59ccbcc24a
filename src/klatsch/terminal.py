"""Play in the terminal: shows the position, asks the person to move, lets bots play theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from klatsch.bots.bot import Bot, choose, tell
from klatsch.bots.bot_names import HUMAN, make_bot
from klatsch.bots.explain import explain, sentences, worth, worth_in_words
from klatsch.bots.hints import FAIR_PART, STEPS, hint, make_fair
from klatsch.bots.mcts import Search
from klatsch.bots.search_for_explanation import study
from klatsch.core.game import OPEN, OVER, PUBLIC, KnownState
from klatsch.core.message import IllegalAction, Message
from klatsch.core.rng import Rng
from klatsch.match.match import Entry, Match, NotAllowed
from klatsch.rulebook import clause_text

# How long a hint or an explanation may take.
STUDY_SECONDS = 2.0


class Quit(Exception):
    """The person has left."""


@dataclass
class Study:
    """What a search found for the player's own seat, from what that seat knows."""

    events: int  # of the table then: it holds for this decision only
    known: KnownState
    search: Search
    hints: int = 0  # steps that were given


@dataclass
class Session:
    match: Match
    players: Sequence[str]
    lang: str
    console: Console
    ask: Callable[[str], str]
    rng: Rng
    save_to: Path | None = None
    told: int = 0  # the last event that was shown
    heard: int = 0  # events that the bots were told of
    facing: int = PUBLIC  # the seat that sees the screen
    study: Study | None = None  # of the decision that is asked now

    # ── The game ──────────────────────────────────────────────────────────────────────────────────

    def run(self) -> None:
        bots = {seat: make_bot(name) for seat, name in enumerate(self.players) if name != HUMAN}
        try:
            while not self.match.over:
                self.inform(bots)
                self.turn(bots)
        except (Quit, EOFError, KeyboardInterrupt):
            self.print("")
        self.show_end()
        if self.save_to is not None:
            self.save(self.save_to)

    def turn(self, bots: dict[int, Bot]) -> None:
        seat = int(self.match.state.actor)
        if seat in bots:
            self.match.play(seat, choose(bots[seat], self.match.state, self.rng))
            return
        self.face(seat)
        self.tell_news(seat)
        self.show_board(seat)
        while not self.match.over and self.match.state.actor == seat:
            self.print(f"\n{self.prompt(seat)}", style="bold")
            if not self.obey(seat, self.ask("> ").strip()):
                continue
            self.tell_news(seat)
            if not self.match.over and self.match.state.actor == seat:
                self.show_board(seat)

    def inform(self, bots: dict[int, Bot]) -> None:
        """Tell the bots what happened since they were told last."""
        game = self.match.game
        for event in self.match.events[self.heard :]:
            played = event.kind in ("play", "chance")
            tell(bots, game, event.seat if played else OVER, game.parse(event.detail) if played else None)
        self.heard = len(self.match.events)

    def face(self, seat: int) -> None:
        """With hidden hands and several people the screen is handed over covered."""
        if self.facing != seat and self.match.game.definition.hidden and self.players.count(HUMAN) > 1:
            self.console.clear()
            self.ask(self.say("terminal.take_the_screen", who=self.match.seat_name(seat)) + " ")
            self.told = 0  # told anew, as this seat may know it
        self.facing = seat

    # ── What a person may type ────────────────────────────────────────────────────────────────────

    def obey(self, seat: int, typed: str) -> bool:
        """Do what was typed; True if the table has changed."""
        word, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[], bool]] = {
            "": lambda: self.show_list(seat),
            "help": lambda: self.print(self.say("terminal.help")),
            "?": lambda: self.print(self.say("terminal.help")),
            "list": lambda: self.show_list(seat),
            "board": lambda: self.show_board(seat),
            "map": lambda: self.show_map(seat),
            "position": lambda: self.print(self.match.position_after(len(self.match.entries))),
            "log": lambda: self.show_log(seat),
            "undo": lambda: self.undo(seat),
            "hint": lambda: self.show_hint(seat),
            "explain": lambda: self.show_explanation(seat, rest.strip().lower()),
            "why": lambda: self.show_why(rest.strip()),
            "rule": lambda: self.show_rule(rest.strip()),
            "save": lambda: self.save(Path(rest.strip()) if rest.strip() else self.save_to),
            "resign": lambda: self.resign(seat),
            "quit": self.quit,
        }
        try:
            if word.lower() in commands and typed.lower() not in self.match.game.indices:
                return commands[word.lower()]()
            self.match.play(seat, self.action(typed))
            return True
        except IllegalAction as error:
            refusal = error.refusal
            clause = f" (§{refusal.clause})" if refusal.clause else ""
            return self.print(self.match.game.definition.words.say(self.lang)(refusal.message) + clause, style="red")
        except NotAllowed as error:
            return self.print(self.match.game.definition.words.say(self.lang)(error.message), style="red")
        except (ValueError, OSError) as error:
            return self.print(str(error), style="red")

    def action(self, typed: str) -> int:
        """The action that was typed: a notation, or a number of the list."""
        if not typed.isdecimal():
            return self.match.game.parse(typed)
        legal = self.match.state.legal_actions()
        if not 1 <= int(typed) <= len(legal):
            raise self.match.refuse(Message("terminal.list_numbers", last=len(legal)))
        return legal[int(typed) - 1]

    def undo(self, seat: int) -> bool:
        self.match.undo(seat)
        return True

    def resign(self, seat: int) -> bool:
        answer = self.ask(self.say("terminal.give_up", who=self.match.seat_name(seat)) + " ")
        if answer.strip().lower() in ("yes", "y", self.say("terminal.yes")):
            self.match.resign(seat)
            return True
        return False

    def quit(self) -> bool:
        raise Quit

    def save(self, path: Path | None) -> bool:
        if path is None:
            raise self.match.refuse(Message("terminal.save_where"))
        path.write_text(self.match.replay().text(), encoding="utf-8")
        return self.print(self.say("terminal.saved", file=str(path)))

    # ── What is shown ─────────────────────────────────────────────────────────────────────────────

    def print(self, text: str, style: str | None = None) -> bool:
        self.console.print(escape(text), style=style, highlight=False, soft_wrap=True)
        return False

    def say(self, id: str, **args: int | str | Message) -> str:
        return self.match.game.definition.words.say(self.lang)(id, **args)

    @property
    def you(self) -> int:
        """Whom "you" means: the only person's seat; nobody where several share the screen."""
        people = [seat for seat, player in enumerate(self.players) if player == HUMAN]
        return people[0] if len(people) == 1 else PUBLIC

    def prompt(self, seat: int) -> str:
        match = self.match
        return match.state.prompt(seat, self.lang) if self.you == seat else match.asked(seat, self.lang)

    def show_board(self, seat: int) -> bool:
        return self.print("\n" + self.match.state.text(seat, self.lang))

    def show_map(self, seat: int) -> bool:
        definition = self.match.game.definition
        if definition.map is None:
            return self.print(self.say("terminal.no_map"))
        return self.print(definition.map(self.match.state.view(seat), definition.words.say(self.lang)))

    def show_list(self, seat: int) -> bool:
        state = self.match.state
        legal = state.legal_actions()
        width = len(str(len(legal)))
        notations = [self.match.game.notation(action) for action in legal]
        longest = max(len(notation) for notation in notations)
        for number, (action, notation) in enumerate(zip(legal, notations, strict=True), start=1):
            self.print(f"{number:>{width}}  {notation:<{longest}}  {state.describe(action, seat, self.lang)}")
        return False

    def show_log(self, seat: int) -> bool:
        for _, line in self.match.log(seat, self.lang, self.you):
            self.print(line)
        return False

    def tell_news(self, viewer: int) -> None:
        for number, line in self.match.log(viewer, self.lang, self.you):
            if number > self.told:
                self.print(f"· {line}")
        self.told = len(self.match.events)

    def show_why(self, typed: str) -> bool:
        refusal = self.match.state.refusal(self.action(typed))
        if refusal is None:
            return self.print(self.say("terminal.legal"))
        definition = self.match.game.definition
        self.print(f"{definition.words.say(self.lang)(refusal.message)} (§{refusal.clause})")
        return self.show_rule(refusal.clause)

    def show_rule(self, clause: str) -> bool:
        return self.print(clause_text(self.match.game.definition, clause, self.lang))

    # ── What a bot would say ──────────────────────────────────────────────────────────────────────

    def studied(self, seat: int) -> Study:
        """The study of this decision, made once."""
        events = len(self.match.events)
        if self.study is None or self.study.events != events:
            known = self.match.state.known_to(seat, self.rng)
            self.study = Study(events, known, study(known, self.rng, seconds=STUDY_SECONDS))
        return self.study

    def show_hint(self, seat: int) -> bool:
        """Each repetition goes one step further."""
        found = self.studied(seat)
        found.hints = min(found.hints + 1, STEPS)
        return self.show_messages(hint(found.search, found.known, found.hints, self.lang))

    def show_explanation(self, seat: int, what: str) -> bool:
        if what == "last":
            return self.explain_last(seat)
        found = self.studied(seat)
        return self.show_messages(sentences(explain(found.search, found.known)))

    def explain_last(self, seat: int) -> bool:
        """The last turn of another player: what a bot in that seat would have thought, beside what was played."""
        if self.match.game.definition.hidden:
            raise self.match.refuse(Message("terminal.explain_hidden"))
        entry = self.last_of_others(seat)
        if entry is None or entry.before is None:
            raise self.match.refuse(Message("terminal.explain_nothing"))
        before, played = entry.before, self.match.game.parse(entry.event.detail)
        known = before.known_to(int(before.actor), self.rng)
        search = study(known, self.rng, seconds=STUDY_SECONDS)
        explanation = explain(search, known)
        make_fair(search, before, played, int(FAIR_PART * explanation.choices[0].visits))
        found = next(each for each in search.entries([]) if each.action == played)
        does = self.match.game.definition.describe(before, played, seat)
        told = Message("terminal.explain_played", does=does, worth=worth_in_words(worth(search, found)))
        return self.show_messages([told, *sentences(explanation)])

    def last_of_others(self, seat: int) -> Entry | None:
        """The first real choice in the last turn of another seat."""
        found: Entry | None = None
        whose = seat
        for entry in reversed(self.match.entries):
            if entry.event.kind != "play" or entry.before is None:
                continue
            if whose == seat:
                whose = entry.event.seat
            elif entry.event.seat != whose:
                break
            if whose != seat and len(entry.before.legal_actions()) > 1:
                found = entry
        return found

    def show_messages(self, messages: Sequence[Message]) -> bool:
        say = self.match.say_to(self.you, self.lang)
        return self.print("\n".join(say(message) for message in messages))

    def show_end(self) -> None:
        match = self.match
        outcome = match.outcome
        if outcome is None:
            self.print(self.say("terminal.not_finished"))
            return
        viewer = OPEN if match.state.actor == OVER else PUBLIC
        self.tell_news(viewer)
        self.print("\n" + match.state.text(viewer, self.lang))
        self.print(f"\n{match.say_to(self.you, self.lang)(outcome.reason)}", style="bold")
        self.print(match.won_by(outcome, self.lang, self.you))
