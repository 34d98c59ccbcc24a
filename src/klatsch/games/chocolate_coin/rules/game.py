# klatsch: compiled
"""The game put together: its steps by kind, and the state that walks from one to the next."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from klatsch.core.game import Game
from klatsch.core.message import Message, Outcome
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.rules import (
    attack,
    event_tokens,
    events,
    faction_operations,
    moving,
    operations,
    recruit,
    scoring,
    selecting,
    setup,
    special_operations,
    turn,
)
from klatsch.games.chocolate_coin.rules.board import WHOLE_RATIO, Board
from klatsch.games.chocolate_coin.rules.kinds import KINDS
from klatsch.games.chocolate_coin.rules.layout import DID, ENDED, ENDED_BY_SCORING, FACTION_COUNT, KIND, SIZE
from klatsch.games.chocolate_coin.rules.position import Position
from klatsch.games.chocolate_coin.rules.step import Step


def by_kind(steps: list[Step]) -> vec[Step]:
    """Each in the place of its own kind; every kind must have one."""
    ordered = sorted(steps, key=lambda step: step.kind)
    assert [step.kind for step in ordered] == list(range(KINDS))
    return vec[Step](ordered)


STEPS: Final = by_kind(
    [
        setup.TrackOrder(),
        setup.SetUp(),
        setup.DrawCard(),
        selecting.BeginTurn(),
        selecting.AskPriority(),
        selecting.AskPrimary(),
        selecting.AskSecondary(),
        operations.NextStep(),
        operations.ChooseOperation(),
        operations.ChooseRegion(),
        recruit.RecruitWhat(),
        recruit.RecruitPrecinct(),
        recruit.Place(),
        moving.MoveTarget(),
        moving.MoveAmount(),
        moving.MoveDie(),
        moving.MoveGift(),
        attack.StartAttack(),
        attack.RollDie(),
        attack.RemoveToken(),
        faction_operations.ChooseArea(),
        faction_operations.DisperseWho(),
        faction_operations.DisperseTarget(),
        faction_operations.DisperseAmount(),
        faction_operations.StealGift(),
        faction_operations.SpendStealth(),
        special_operations.ShipRegion(),
        special_operations.ShipGift(),
        special_operations.SweepRegion(),
        special_operations.SweepToken(),
        special_operations.CoverRegion(),
        special_operations.DriveRegion(),
        events.EventPlace(),
        events.EventMove(),
        events.EventSupport(),
        event_tokens.EventRemoveRegion(),
        event_tokens.EventRemoveToken(),
        events.EventStealthWay(),
        events.EventStealthRegion(),
        events.EventGiftWay(),
        events.EventGiftRegion(),
        events.EventGiftDie(),
        events.EventGiftChange(),
        event_tokens.EventBasePlace(),
        event_tokens.EventBaseRegion(),
        event_tokens.EventBaseToken(),
        turn.BuildGift(),
        turn.AfterAction(),
        turn.EndTurn(),
        scoring.ScoringRound(),
        scoring.FinalCount(),
    ]
)


class ChocolateCoin(Position):
    def step(self) -> Step:
        return STEPS[self.v[KIND]]

    def fill_actions(self, out: vec[i16]) -> i64:
        return self.step().fill(self, out)

    def weight(self, outcome: i64) -> i64:
        return self.step().weight(self, outcome)

    def apply(self, action: i64) -> None:
        self.step().apply(self, action)
        self.walk()

    def is_redundant(self, previous: i64, action: i64) -> bool:
        return self.step().is_redundant(self, previous, action)

    def walk(self) -> None:
        """On to the next question: steps that ask nothing pass by, and so do questions with one answer."""
        out = self.game.buffer
        step = self.step()
        while True:
            while self.entering:
                self.entering = False
                step = self.step()
                step.enter(self)
            if self.actor < 0 or step.fill(self, out) > 1:
                return
            step.apply(self, i64(out[0]))

    # ── The end ───────────────────────────────────────────────────────────────────────────────────

    def utility(self, seat: i64) -> float:
        mine = scoring.standing(self, seat)
        sharing: i64 = 0
        for other in range(self.seats):
            theirs = scoring.standing(self, other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                sharing += 1
        return 1.0 / float(sharing)

    def result(self) -> Outcome:
        standings = [scoring.standing(self, seat) for seat in range(self.seats)]
        ranking = tuple(
            tuple(seat for seat in range(self.seats) if standings[seat] == standing)
            for standing in sorted(set(standings), reverse=True)
        )
        id = "end.scoring" if self.v[ENDED] == ENDED_BY_SCORING else "end.deck"
        if len(ranking[0]) > 1:
            return Outcome(Message(id + "_shared", players=len(ranking[0])), ranking)
        winner = ranking[0][0]
        percent = int(scoring.lower_ratio(self, winner)) * 100 // WHOLE_RATIO
        return Outcome(Message(id, who=seat_name(self, winner), percent=percent), ranking)

    # ── Copies ────────────────────────────────────────────────────────────────────────────────────

    def clone(self) -> ChocolateCoin:
        copy = ChocolateCoin(self.game, self.seats, self.board, self.seat_of, self.v[:])
        copy.actor = self.actor
        return copy

    def is_sound(self) -> bool:
        return 0 <= self.v[KIND] < KINDS


def seat_name(p: Position, seat: int) -> Message:
    """`faction.santa`, or `faction.santa_ie` for who plays two."""
    factions = [FACTIONS[faction] for faction in range(FACTION_COUNT) if p.seat_of[faction] == seat]
    return Message("faction." + "_".join(factions))


DEFAULT_FACTIONS: Final = {2: "santa+ie,elf+bp", 3: "santa+ie,elf,bp", 4: "santa,ie,elf,bp"}


def seats_of_factions(chosen: str, seats: int) -> list[int]:
    """§1.12: the seat of each faction; ValueError if the `factions` option is for another number of players."""
    players = (DEFAULT_FACTIONS[seats] if chosen == "default" else chosen).split(",")
    if len(players) != seats:
        raise ValueError(f"option factions names {len(players)} players ({chosen}), but {seats} play")
    return [next(seat for seat in range(seats) if faction in players[seat].split("+")) for faction in FACTIONS]


def blank(game: Game, seats: int) -> ChocolateCoin:
    assert isinstance(game.board, Board)
    seat_of = vec[i64](seats_of_factions(game.board.factions, seats))
    return ChocolateCoin(game, seats, game.board, seat_of, vec[i64]([0] * SIZE))


def new(game: Game, seats: int) -> ChocolateCoin:
    state = blank(game, seats)
    setup.set_table(state)
    state.walk()
    state.v[DID] = 0
    return state
