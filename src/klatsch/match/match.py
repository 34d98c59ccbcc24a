"""A match from its first position to its end. Everything that happens in it is an event of its replay.

A running match and a replay being verified are the same thing: both only `record` events.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, SupportsIndex, TypeAlias, TypeVar

from klatsch.core.change import Change, Happened, grouped, joined
from klatsch.core.definition import Say, View, Words
from klatsch.core.game import CHANCE, OPEN, OVER, PUBLIC, Game, State
from klatsch.core.message import Message, Outcome
from klatsch.core.replay import Event, Replay
from klatsch.match.dice import Chain, FairDice, commitment, new_nonce, new_seed

Ranking: TypeAlias = tuple[tuple[int, ...], ...]
LEAVING = ("resign", "timeout")  # events by which a seat is out of the game for good
Thing = TypeVar("Thing")


def shallow_copy(thing: Thing) -> Thing:
    """As copy.copy, for what is no more than its attributes: a match is forked for every action."""
    other = object.__new__(type(thing))
    other.__dict__.update(thing.__dict__)
    return other


def first_state(game: Game, seats: int | None, position: str) -> State:
    """Where a match begins; ValueError for a position in which nothing is left to play."""
    if not position:
        return game.new(seats)
    state = game.from_position(position)
    if seats is not None and state.seats != seats:
        raise ValueError(f"the position is one of {state.seats} players, not of {seats}")
    if state.actor == OVER:
        raise ValueError("in this position the game is over")
    return state


class NotAllowed(ValueError):
    """Something that the match refuses; the game's own refusals are IllegalAction. `message` can be translated."""

    def __init__(self, words: Words, message: Message) -> None:
        super().__init__(words.say("en")(message))
        self.message = message
        self.words = words


@dataclass(frozen=True)
class Entry:
    """A line of the log: the event, its number (from 1), and for an action or draw the states before and after it."""

    number: int
    event: Event
    before: State | None
    after: State | None


class Turn(NamedTuple):
    """What one seat decided without another's decision between, with the draws of chance that followed."""

    seat: int
    entries: list[Entry]


class Match:
    """A game between players at one table: what happens is checked, drawn by fair dice, logged, and can be replayed."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        *,
        players: Sequence[str] = (),
        seed: bytes | None = None,
        match_id: str | None = None,
        nonces: Sequence[bytes] | None = None,
        chains: Mapping[int, str] | None = None,
        position: str = "",
    ) -> None:
        self.game = game
        self.position = position  # where it begins, if not at the game's first position
        self.state: State = first_state(game, seats, position)
        self.seats = int(self.state.seats)
        self.players = list(players) or [f"player {seat + 1}" for seat in range(self.seats)]
        self.id = match_id or secrets.token_hex(6)
        self.nonces = [new_nonce() for _ in range(self.seats)] if nonces is None else list(nonces)
        if not len(self.players) == len(self.nonces) == self.seats:
            raise ValueError(f"a match of {self.seats} needs as many players and nonces")
        self.dice = FairDice(new_seed() if seed is None else seed, self.id, self.nonces)
        self.chain_ends = dict(chains or {})  # of seats whose devices have a hash chain
        self.chains = {seat: Chain(end) for seat, end in self.chain_ends.items()}
        self.events: list[Event] = []
        self.left: list[int] = []  # seats that resigned or ran out of time, in that order
        self.away: set[int] = set()  # seats that a bot plays for somebody
        self.agreed_draw = False
        self.entries: list[Entry] = []  # what the log tells: what was taken back is gone
        # What was told already, by event, viewer, who is "you" and language; forks share it.
        self.lines: dict[tuple[int, int, int, str], tuple[int, str]] = {}
        self.happenings: dict[int, Happened] = {}  # what followed from an action, by event; forks share it
        self.settle_chance()

    def fork(self) -> Match:
        """A match that goes on from here by itself, and leaves this one as it is."""
        other = shallow_copy(self)
        other.dice, other.away = shallow_copy(self.dice), set(self.away)
        other.chains = {seat: shallow_copy(chain) for seat, chain in self.chains.items()}
        other.events, other.left, other.entries = list(self.events), list(self.left), list(self.entries)
        return other

    # ── What happens ──────────────────────────────────────────────────────────────────────────────

    @property
    def over(self) -> bool:
        """Is it over: by the rules, by an agreed draw, or since one side is left?"""
        return self.state.actor == OVER or self.agreed_draw or self.one_side_left()

    def play(self, seat: int, action: SupportsIndex | str, link: str = "") -> None:
        """A seat's decision, and the draws of chance that follow it. NotAllowed or IllegalAction: nothing changed.

        `link`: of the seat's hash chain, if it has one; it is noted where chance decides what follows.
        """
        self.check_seat(seat)
        if not self.over and self.state.actor != seat:
            raise self.refuse(Message("match.not_your_turn", who=self.seat_name(seat)))
        if self.link_wanted(seat) is None:
            link = ""
        self.record(Event("play", seat, self.game.notation(self.game.index(action)), link))
        self.settle_chance()

    def link_wanted(self, seat: int) -> int | None:
        """The number of the link that goes with the seat's next action; None where none does."""
        chain = self.chains.get(seat)
        return None if chain is None else chain.next

    def settle_chance(self) -> None:
        """Draw until somebody has to decide."""
        while self.state.actor == CHANCE and not self.over:
            self.record(Event("chance", detail=self.game.notation(self.drawn())))

    def drawn(self) -> int:
        """What the fair dice say now."""
        return self.state.legal_actions()[self.dice.draw(self.state.weights())]

    def undo(self, seat: int, *, consent: bool = False) -> None:
        """Take back the seat's last decision: freely while nothing has been learned since, else by consent of all."""
        self.record(Event("undo", seat, "consent" if consent else ""))

    def resign(self, seat: int) -> None:
        """A seat gives up for good."""
        self.record(Event("resign", seat))

    def agree_draw(self) -> None:
        """All players agreed."""
        self.record(Event("draw"))

    # ── The one place where events take effect ────────────────────────────────────────────────────

    def record(self, event: Event) -> None:
        """Let an event happen; ValueError, and nothing has changed, if it can't."""
        if self.over:
            raise self.refuse_over()
        before = None
        if event.kind == "play":
            self.check_link(event)
            before = self.step(event)
            event = self.noted_link(event)
        elif event.kind == "chance":
            before = self.step(event)
        elif event.kind == "undo":
            self.take_back(event.seat, consent=event.detail == "consent")
        elif event.kind in LEAVING:
            self.leave(event.seat)
        elif event.kind == "draw":
            self.agreed_draw = True
        elif event.kind == "takeover":
            self.check_seat(event.seat)
            self.away.add(event.seat)
        elif event.kind == "return":
            self.check_seat(event.seat)
            self.away.discard(event.seat)
        else:
            raise self.refuse(Message("match.no_event", kind=event.kind))
        self.events.append(event)
        if event != Event("undo", event.seat):  # what is taken back freely leaves no trace in the log
            after = None if before is None else self.state
            self.entries.append(Entry(len(self.events), event, before, after))

    def step(self, event: Event) -> State:
        """Plays an action; the state before it."""
        expected = CHANCE if event.kind == "chance" else event.seat
        if self.state.actor != expected:
            raise self.refuse(Message("match.out_of_turn", event=event.line))
        before = self.state
        after = before.clone()
        after.play(event.detail)
        self.state = after
        return before

    def check_link(self, event: Event) -> None:
        """NotAllowed for a link that isn't the next of the seat's chain."""
        chain = self.chains.get(event.seat)
        if event.link and (chain is None or chain.given_up or not chain.fits(event.link)):
            raise self.refuse(Message("match.bad_link", who=self.seat_name(event.seat)))

    def noted_link(self, event: Event) -> Event:
        """An action that was played: with its link where chance decides next, and without it elsewhere."""
        chance = self.state.actor == CHANCE and not self.over
        chain = self.chains.get(event.seat)
        if chain is not None:
            chain.act(event.link)
            # A bot that plays for somebody has no link; when they are back, their chain goes on.
            chain.given_up |= chance and not event.link and event.seat not in self.away
        self.dice.link = event.link if chance else ""
        return event if chance or not event.link else replace(event, link="")

    def take_back(self, seat: int, *, consent: bool) -> None:
        """Go back to before the last decision of the seat."""
        if not consent and self.why_no_undo(seat) is not None:
            raise self.refuse_undo(seat)
        for position in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[position]
            if entry.event.kind == "play" and entry.event.seat == seat:
                assert entry.before is not None
                self.state = entry.before
                self.entries[position:] = [later for later in self.entries[position:] if later.before is None]
                return
        raise self.refuse(Message("match.nothing_to_undo"))

    def why_no_undo(self, seat: int) -> Message | None:
        """Why the seat can't take its last decision back without asking; None if it can.

        Never across chance, a reveal, or another seat's decision.
        """
        last = next((entry for entry in reversed(self.entries) if entry.before is not None), None)
        if last is None or not self.has_played(seat):
            return Message("match.nothing_to_undo")
        assert last.before is not None
        if last.event.kind == "chance":
            return Message("match.undo_chance")
        if last.event.seat != seat:
            return Message("match.undo_other")
        if last.before.reveals() != self.state.reveals():
            return Message("match.undo_reveal")
        return Message("game_is_over") if self.over else None

    def has_played(self, *seats: int) -> bool:
        """Does a decision of one of these seats stand?"""
        return any(entry.event.seat in seats and entry.event.kind == "play" for entry in reversed(self.entries))

    def leave(self, seat: int) -> None:
        """A seat is out of the game for good; whoever is beaten is out already."""
        self.check_seat(seat)
        if self.state.is_out(seat):
            raise self.refuse(Message("match.is_out", who=self.seat_name(seat)))
        if seat in self.left:
            raise self.refuse(Message("match.left_already", who=self.seat_name(seat)))
        self.left.append(seat)

    def check_seat(self, seat: int) -> None:
        """NotAllowed if there is no such seat."""
        if not 0 <= seat < self.seats:
            raise self.refuse(Message("match.no_seat", seat=seat))

    def refuse_over(self) -> NotAllowed:
        """The game is over."""
        return self.refuse(Message("game_is_over"))

    def refuse_undo(self, seat: int) -> NotAllowed:
        """Why the seat can't take anything back."""
        return self.refuse(self.why_no_undo(seat) or Message("match.nothing_to_undo"))

    def refuse(self, message: Message) -> NotAllowed:
        """A refusal to be raised, in the words of the game."""
        return NotAllowed(self.game.definition.words, message)

    # ── The end ───────────────────────────────────────────────────────────────────────────────────

    def is_playing(self, seat: int) -> bool:
        """Neither beaten nor gone: who isn't playing is asked nothing."""
        return seat not in self.left and not self.state.is_out(seat)

    def sides_left(self) -> list[tuple[int, ...]]:
        """The sides that are still playing."""
        sides = self.game.definition.sides(self.seats)
        return [side for side in sides if any(self.is_playing(seat) for seat in side)]

    def one_side_left(self) -> bool:
        """Has everybody else left or been beaten, and somebody left?"""
        return bool(self.left) and len(self.sides_left()) <= 1

    def utilities(self) -> list[float]:
        """Each seat's share of the win, resignations and agreed draws included."""
        if not self.over:
            raise ValueError("the game is not over: nobody has a result yet")
        if self.state.actor == OVER and not self.left:
            return self.state.utilities()
        return self.shares_of(self.ranking())

    def ranking(self) -> Ranking:
        """After the end: the seats from first to last place."""
        if self.state.actor == OVER:
            return self.ranking_without_left(self.state.result().ranking)
        return self.ranking_at_early_end()

    def ranking_at_early_end(self) -> Ranking:
        """Who is still playing comes first, then who was beaten, the latest first, then who left."""
        first = {seat for side in self.sides_left() for seat in side}
        gone = set(self.left) - first
        places: dict[int, list[int]] = {}
        for seat in set(range(self.seats)) - first - gone:
            places.setdefault(self.beaten_after(seat), []).append(seat)
        beaten = [places[number] for number in sorted(places, reverse=True)]
        return tuple(tuple(sorted(place)) for place in (first, *beaten, gone) if place)

    def beaten_after(self, seat: int) -> int:
        """After how many lines of the log the seat was out."""
        return next(n for n in range(len(self.entries) + 1) if self.state_after(n).is_out(seat))

    def ranking_without_left(self, ranking: Ranking) -> Ranking:
        """Who left ranks last, whatever the bot in that seat has won; in a team the side counts while one stays."""
        sides = self.game.definition.sides(self.seats)
        gone = {seat for side in sides if set(side) <= set(self.left) for seat in side}
        staying = [tuple(seat for seat in place if seat not in gone) for place in ranking]
        return (*(place for place in staying if place), tuple(sorted(gone))) if gone else ranking

    def shares_of(self, ranking: Ranking) -> list[float]:
        """The sides in the first place share the win."""
        first = [side for side in self.game.definition.sides(self.seats) if set(side) & set(ranking[0])]
        return [sum(seat in side for side in first) / len(first) for seat in range(self.seats)]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        if not self.over:
            return None
        return Outcome(self.reason(), self.ranking())

    def reason(self) -> Message:
        """Why the game is over."""
        if self.state.actor == OVER:
            return self.state.result().reason
        if self.agreed_draw:
            return Message("end_by.draw")
        last = self.events[-1]
        if last.kind in LEAVING:
            return Message(f"end_by.{last.kind}", who=self.seat_name(last.seat))
        return Message("end_by.nobody_else")  # the last of the others was beaten; who left has no say

    # ── What is told ──────────────────────────────────────────────────────────────────────────────

    def seat_name(self, seat: int) -> Message:
        """What the game calls a seat."""
        return self.game.definition.seat_names(self.game, self.seats)[seat]

    def asked(self, seat: int, lang: str = "en") -> str:
        """What a seat is asked, with its name before it: for people who share a screen."""
        prompt = self.game.definition.prompt(self.state, seat)
        return self.say_to(seat, lang)(Message("match.to", who=self.seat_name(seat), asked=prompt))

    def won_by(self, outcome: Outcome, lang: str = "en", you: int = PUBLIC) -> str:
        """Who won, told to one of them or to anybody."""
        say = self.say_to(PUBLIC, lang)
        first = outcome.ranking[0]
        own, shared = you in first, len(outcome.ranking) == 1
        names = " & ".join(say(self.seat_name(seat)) for seat in first if not (own and seat == you))
        if own:
            return say("you_share", who=names) if shared else say("you_win")
        return say("shared" if shared else "wins", who=names)

    def say_to(self, viewer: int, lang: str = "en") -> Say:
        """Renders messages for a viewer, whose own seat is "you"; for one without a seat everybody has a name."""
        definition = self.game.definition
        return definition.words.say(lang, definition.names_of(self.game, self.seats, viewer))

    def log(self, viewer: int, lang: str = "en", you: int | None = None) -> list[tuple[int, str]]:
        """What happened, in sentences told to one viewer, each with the number of its event.

        `you`: the seat whose player is addressed, if it isn't the viewer: after the end a player sees all, and a record
        for anybody addresses nobody (PUBLIC).
        """
        if viewer == OPEN and not self.over:
            raise ValueError("klatsch.OPEN shows everything: only once the game is over")
        if viewer != OPEN:
            self.state.check_viewer(viewer)
        known = self.lines.get
        seat = viewer if you is None else you
        return [
            known((entry.number, viewer, seat, lang)) or self.tell(entry, viewer, seat, lang) for entry in self.entries
        ]

    def tell(self, entry: Entry, viewer: int, you: int, lang: str) -> tuple[int, str]:
        """A line of the log, made once: what has happened doesn't change."""
        sentence = self.say_to(you, lang)(self.told(entry, viewer))
        line = self.lines[entry.number, viewer, you, lang] = (entry.number, sentence)
        return line

    def state_after(self, position: int) -> State:
        """The state after so many lines of the log (0: the first of all)."""
        for entry in self.entries[position:]:
            if entry.before is not None:
                return entry.before
        return self.state

    def position_after(self, position: int) -> str:
        """The state after so many lines as text, with all that is in it: NotAllowed while hands are hidden."""
        if self.game.definition.hidden and not self.over:
            raise self.refuse(Message("match.position_hidden"))
        return self.state_after(position).position()

    def view_after(self, position: int, viewer: int) -> View:
        """What a viewer may see of that state. After the end every seat's view and all hands are open."""
        if not self.over:
            return self.state_after(position).view(viewer)
        return self.game.definition.view(self.state_after(position), viewer)

    def told(self, entry: Entry, viewer: int) -> Message:
        """A line of the log as a message, told to a viewer."""
        event = entry.event
        if entry.before is not None:
            return self.told_action(entry, viewer)
        if event.kind == "draw":
            return Message("match.did.draw")
        who = self.seat_name(event.seat)
        if event.kind == "takeover":
            return Message("match.did.takeover", who=who, by=event.detail)
        return Message(f"match.did.{event.kind}", who=who)

    def told_action(self, entry: Entry, viewer: int) -> Message:
        """What somebody did, told to a viewer, and what followed from it."""
        assert entry.before is not None
        definition = self.game.definition
        did = definition.describe(entry.before, self.game.parse(entry.event.detail), viewer)
        if definition.changes is None:
            return did
        return joined([did, *definition.changes.follows(did, self.happened(entry))])

    def happened(self, entry: Entry) -> Happened:
        """What followed from an action or draw, found once: the same for everybody."""
        found = self.happenings.get(entry.number)
        if found is None:
            log = self.game.definition.changes
            if log is None or entry.before is None or entry.after is None:
                return Happened([], [])
            action = self.game.parse(entry.event.detail)
            found = self.happenings[entry.number] = log.happened(entry.before, action, entry.after)
        return found

    def turns(self) -> list[Turn]:
        """The log by turns: the runs of decisions of one seat. Chance before the first decision is in none."""
        found: list[Turn] = []
        for entry in self.entries:
            if entry.event.kind == "play" and (not found or found[-1].seat != entry.event.seat):
                found.append(Turn(entry.event.seat, []))
            if found and entry.before is not None:
                found[-1].entries.append(entry)
        return found

    def summary(self, turn: Turn, viewer: int, lang: str = "en", you: int | None = None) -> list[str]:
        """What a whole turn changed, in a few sentences; of one that changed nothing, what was done last."""
        changes: list[Change] = [change for entry in turn.entries for change in self.happened(entry).changes]
        messages = grouped(changes)
        if not messages:
            last = [entry for entry in turn.entries if entry.event.kind == "play"][-1]
            messages = [self.told(last, viewer)]
        say = self.say_to(viewer if you is None else you, lang)
        return [say(message) for message in messages]

    def replay(self) -> Replay:
        """The record of this match. Seed and result are in it only after the end."""
        record = self.unfinished_replay()
        if self.over:
            record.seed = self.dice.seed.hex()
            record.result = self.utilities()
        return record

    def unfinished_replay(self) -> Replay:
        """The record so far, without seed and result."""
        return Replay(
            game=self.game.name,
            rules_version=self.game.definition.rules_version,
            options=dict(self.game.options),
            seats=self.seats,
            match_id=self.id,
            commitment=commitment(self.dice.seed),
            nonces=[nonce.hex() for nonce in self.nonces],
            chains=dict(self.chain_ends),
            position=self.position,
            players=list(self.players),
            events=list(self.events),
        )
