"""A table: one match from its first position to its end. Everything that happens to it is an event of its replay.

The live table and a replay being verified are the same thing: both only `record` events.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from klatsch.core.game import CHANCE, OPEN, OVER, Game, State
from klatsch.core.message import IllegalAction, Message, Outcome
from klatsch.core.replay import Event, Replay
from klatsch.table.dice import FairDice, commitment, new_nonce, new_seed


class NotAllowed(ValueError):
    """Something that the table refuses, with a sentence; the game's own refusals are IllegalAction."""


class Table:
    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        *,
        players: Sequence[str] = (),
        seed: bytes | None = None,
        table: str | None = None,
        nonces: Sequence[bytes] | None = None,
    ) -> None:
        self.game = game
        self.state: State = game.new(seats)
        self.seats = int(self.state.seats)
        self.players = list(players) or [f"player {seat + 1}" for seat in range(self.seats)]
        self.id = table or secrets.token_hex(6)
        self.nonces = [new_nonce() for _ in range(self.seats)] if nonces is None else list(nonces)
        self.dice = FairDice(new_seed() if seed is None else seed, self.id, self.nonces)
        self.events: list[Event] = []
        self.left: list[int] = []  # seats that resigned or ran out of time, in that order
        self.agreed_draw = False
        # The states before each action and chance event that still stands, with the event.
        self.past: list[tuple[State, Event]] = []
        self.settle_chance()

    # ── What happens ──────────────────────────────────────────────────────────────────────────────

    @property
    def over(self) -> bool:
        return self.state.actor == OVER or self.agreed_draw or self.one_side_left()

    def play(self, seat: int, action: int | str) -> None:
        """A seat's decision, and the draws of chance that follow it."""
        index = self.game.parse(action) if isinstance(action, str) else action
        if not self.over and self.state.actor != seat:
            raise NotAllowed(f"it is not the turn of {self.players[seat]}")
        refusal = self.state.refusal(index)
        if refusal is not None:
            raise IllegalAction(self.game.definition.words.say("en")(refusal.message), refusal.clause)
        self.record(Event("play", seat, self.game.notation(index)))
        self.settle_chance()

    def settle_chance(self) -> None:
        while self.state.actor == CHANCE and not self.over:
            self.record(Event("chance", detail=self.game.notation(self.drawn())))

    def drawn(self) -> int:
        """What the fair dice say now."""
        return self.state.legal_actions()[self.dice.draw(self.state.weights())]

    def undo(self, seat: int, *, consent: bool = False) -> None:
        """Take back the seat's last decision: freely while nothing has been learned since, else by consent of all."""
        if not consent:
            reason = self.why_no_undo(seat)
            if reason is not None:
                raise NotAllowed(reason)
        self.record(Event("undo", seat, "consent" if consent else ""))

    def resign(self, seat: int) -> None:
        self.record(Event("resign", seat))

    def agree_draw(self) -> None:
        """All players agreed."""
        self.record(Event("draw"))

    # ── The one place where events take effect ────────────────────────────────────────────────────

    def record(self, event: Event) -> None:
        """Let an event happen; ValueError, and nothing has changed, if it can't."""
        if self.over:
            raise NotAllowed("the game is over")
        if event.kind in ("play", "chance"):
            self.step(event)
        elif event.kind == "undo":
            self.take_back(event.seat, consent=event.detail == "consent")
        elif event.kind in ("resign", "timeout"):
            self.leave(event.seat)
        elif event.kind == "draw":
            self.agreed_draw = True
        elif event.kind in ("takeover", "return"):
            self.check_seat(event.seat)
        else:
            raise NotAllowed(f"there is no event {event.kind!r}")
        self.events.append(event)

    def step(self, event: Event) -> None:
        expected = CHANCE if event.kind == "chance" else event.seat
        if self.state.actor != expected:
            raise NotAllowed(f"{event.line!r} is out of turn")
        before = self.state.clone()
        self.state.play(event.detail)
        self.past.append((before, event))

    def take_back(self, seat: int, *, consent: bool) -> None:
        if not consent:
            reason = self.why_no_undo(seat)
            if reason is not None:
                raise NotAllowed(reason)
        for position in range(len(self.past) - 1, -1, -1):
            if self.past[position][1].seat == seat:
                self.state = self.past[position][0]
                del self.past[position:]
                return
        raise NotAllowed("there is nothing to take back")

    def why_no_undo(self, seat: int) -> str | None:
        """Why the seat can't take its last decision back without asking; None if it can.

        Never across chance, a reveal, or another seat's decision.
        """
        if not self.past or not any(event.seat == seat for _, event in self.past):
            return "there is nothing to take back"
        before, event = self.past[-1]
        if event.kind == "chance":
            return "chance has decided since: that can't be taken back"
        if event.seat != seat:
            return "another player has decided since: that can't be taken back"
        if before.reveals() != self.state.reveals():
            return "something hidden has been shown since: that can't be taken back"
        if self.over:
            return "the game is over"
        return None

    def leave(self, seat: int) -> None:
        self.check_seat(seat)
        if seat in self.left:
            raise NotAllowed("that seat has left already")
        self.left.append(seat)

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise NotAllowed(f"there is no seat {seat}")

    # ── The end ───────────────────────────────────────────────────────────────────────────────────

    def one_side_left(self) -> bool:
        sides = self.game.definition.sides(self.seats)
        return bool(self.left) and sum(not set(side) <= set(self.left) for side in sides) <= 1

    def utilities(self) -> list[float]:
        """Each seat's share of the win, resignations and agreed draws included."""
        if not self.over:
            raise ValueError("the game is not over: nobody has a result yet")
        sides = self.game.definition.sides(self.seats)
        if self.agreed_draw:
            return [1 / len(sides)] * self.seats
        if self.one_side_left():
            staying = [side for side in sides if not set(side) <= set(self.left)]
            return [1.0 if staying and seat in staying[0] else 0.0 for seat in range(self.seats)]
        return self.state.utilities()

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        if self.agreed_draw:
            return Outcome(Message("end_by.draw"), (tuple(range(self.seats)),))
        if self.one_side_left():
            winners = tuple(seat for seat, share in enumerate(self.utilities()) if share > 0)
            losers = tuple(seat for seat in range(self.seats) if seat not in winners)
            leaver = self.game.definition.seat_names(self.game, self.seats)[self.left[-1]]
            return Outcome(Message("end_by.leaving", who=leaver), (winners, losers))
        return self.state.outcome

    # ── What is told ──────────────────────────────────────────────────────────────────────────────

    def log(self, viewer: int, lang: str = "en") -> list[str]:
        """What happened, in sentences told to one viewer; what was taken back is not told."""
        if viewer == OPEN and not self.over:
            raise ValueError("klatsch.OPEN shows everything: only once the game is over")
        definition = self.game.definition
        say = definition.words.say(lang)
        return [say(definition.describe(before, self.game.parse(event.detail), viewer)) for before, event in self.past]

    def replay(self) -> Replay:
        """The record of this match. The seed is in it only after the end."""
        return Replay(
            game=self.game.name,
            rules_version=self.game.definition.rules_version,
            options=dict(self.game.options),
            seats=self.seats,
            table=self.id,
            commitment=commitment(self.dice.seed),
            nonces=[nonce.hex() for nonce in self.nonces],
            players=list(self.players),
            events=list(self.events),
            seed=self.dice.seed.hex() if self.over else "",
            result=self.utilities() if self.over else [],
        )
