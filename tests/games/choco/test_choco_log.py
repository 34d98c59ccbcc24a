"""ChoCo, RULES.md 8: the log tells a viewer nothing of what is hidden.

Two games run side by side: the true one, and one in which everything that the viewer can't know was dealt anew. As long
as the same things happen in public, the viewer must be told and shown the same, byte by byte.
"""

from __future__ import annotations

import json

import pytest

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.choco import DEFINITION
from klatsch.games.choco.actions import ACTIONS, Answer, Choose, Draw, Lay, Offer
from klatsch.games.choco.cards import FACE_NAMES
from klatsch.games.choco.layout import ACTIVE, CHOSEN_SLOT, FACE, FIELDS, GIVEN_BY, HELD_BY, LAID, PARTNER, at
from klatsch.games.choco.rules import ChoCo

from games.choco.chocotable import position

TRIES = 40


def origin(state: ChoCo, seat: int, slot: int) -> tuple[int, int]:
    """A swapped card is recognized when it is laid; any other isn't."""
    return int(state.v[at(seat, slot) + HELD_BY]), int(state.v[at(seat, slot) + GIVEN_BY])


def told_of(state: ChoCo, seat: int, slot: int) -> tuple[int, ...]:
    """All that the table knows of a card: everything but its face."""
    return tuple(int(state.v[at(seat, slot) + i]) for i in range(FIELDS) if i != FACE)


def public(state: ChoCo, action: int, viewer: int) -> object:
    """What happens in public by an action that the viewer doesn't make: equal for those that nobody can tell apart."""
    turn, partner = int(state.v[ACTIVE]), int(state.v[PARTNER])
    match ACTIONS[action]:
        case Draw(face):
            return "draw", face if state.receiver() == viewer else None
        case Choose(slot, turns):
            return "choose", (FACE_NAMES[state.face(turn, slot)], turns) if state.v[LAID] == 0 else None
        case Lay(cell):
            slot = int(state.v[CHOSEN_SLOT])
            return "lay", cell, int(state.chosen_shape()), origin(state, turn, slot)
        case Offer(slot, other):
            return "offer", other, int(state.pieces_of(turn, slot, state.colour(other))), told_of(state, turn, slot)
        case Answer(slot):
            return "answer", int(state.pieces_of(partner, slot, state.colour(turn))), told_of(state, partner, slot)
        case _:
            return action


class Mirror:
    """The re-dealt game beside the true one."""

    def __init__(self, viewer: int, seed: int) -> None:
        self.viewer = viewer
        self.rng = Rng(seed)
        self.other: ChoCo | None = None
        self.followed = 0  # steps that the re-dealt game could follow
        self.mixed = 0  # cards laid from another place in the hand

    def anew(self, state: ChoCo) -> ChoCo:
        dealt = state.clone().resample(self.viewer, self.rng)
        assert isinstance(dealt, ChoCo)
        return dealt

    def same_action(self, state: ChoCo, other: ChoCo, action: int, then: object) -> int | None:
        """An action of the other game that is the same in public; of a choice, that the same card can be laid."""
        legal = other.legal_actions()
        if state.actor == self.viewer:
            return action if action in legal else None
        found = [a for a in legal if public(other, a, self.viewer) == public(state, action, self.viewer)]
        if isinstance(ACTIONS[action], Choose) and state.v[LAID] > 0:
            found = [a for a in found if then in self.publicly_next(other, a)]
        return found[self.rng.below(len(found))] if found else None

    def publicly_next(self, other: ChoCo, action: int) -> list[object]:
        after = other.clone()
        assert isinstance(after, ChoCo)
        after.apply(action)
        return [public(after, a, self.viewer) for a in after.legal_actions()]

    def step(self, state: ChoCo, action: int, then: object) -> None:
        """Before an action of the true game: compare what is told of it, and follow it."""
        choice = None
        for _ in range(TRIES):
            if self.other is None:
                self.other = self.anew(state)
            choice = self.same_action(state, self.other, action, then)
            if choice is not None:
                break
            self.other = None
        if choice is None or self.other is None:
            return
        assert self.other.describe(choice, self.viewer) == state.describe(action, self.viewer)
        self.mixed += isinstance(ACTIONS[action], Lay) and state.v[CHOSEN_SLOT] != self.other.v[CHOSEN_SLOT]
        sees_a_new_card = ACTIONS[action] == ACTIONS[state.game.parse("swap")] and self.viewer in (
            state.v[ACTIVE],
            state.v[PARTNER],
        )
        self.other.apply(choice)
        self.followed += 1
        if sees_a_new_card:
            self.other = None

    def compare(self, state: ChoCo, drawn: bool) -> None:
        if self.other is None or state.actor == klatsch.OVER:
            return
        views = [json.dumps(s.view(self.viewer), sort_keys=True) for s in (state, self.other)]
        assert views[0] == views[1]
        assert state.prompt(self.viewer) == self.other.prompt(self.viewer)
        if drawn:
            assert state.svg(self.viewer) == self.other.svg(self.viewer)
            assert state.text(self.viewer) == self.other.text(self.viewer)


def follow(seats: int, viewer: int, seed: int) -> tuple[int, int, int]:
    """Steps of a random game, how many could be followed, and cards laid from other places."""
    state = klatsch.load("choco").new(seats)
    assert isinstance(state, ChoCo)
    rng = Rng(seed)
    mirror = Mirror(viewer, seed + 1)
    steps = 0
    waiting: int | None = None
    while state.actor != klatsch.OVER:
        action = state.sample(rng) if waiting is None else waiting
        waiting, then = None, None
        if isinstance(ACTIONS[action], Choose) and state.v[LAID] > 0:
            after = state.clone()
            assert isinstance(after, ChoCo)
            after.apply(action)
            waiting = after.sample(rng)
            then = public(after, waiting, viewer)
        mirror.step(state, action, then)
        state.apply(action)
        mirror.compare(state, steps % 12 == 0)
        steps += 1
    return steps, mirror.followed, mirror.mixed


@pytest.mark.rule("choco 8.1", "choco 8.3", "choco 8.5", "choco 8.6")
@pytest.mark.parametrize(("seats", "viewer", "seed"), [(2, 0, 1), (3, 1, 2), (3, klatsch.PUBLIC, 3), (4, 3, 4)])
def test_the_same_public_history_is_told_the_same(seats: int, viewer: int, seed: int) -> None:
    steps, followed, mixed = follow(seats, viewer, seed)
    assert followed > 0.9 * steps
    assert mixed > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 22))
def test_the_same_public_history_is_told_the_same_in_many_games(seed: int) -> None:
    for viewer in (0, 1, 2, klatsch.PUBLIC):
        follow(3, viewer, seed)


def line(state: klatsch.State, notation: str, viewer: int) -> str:
    """A line of the log: told of an earlier state, which may be done with everything open once the game is over."""
    return DEFINITION.words.say("en")(state.game.definition.describe(state, state.game.parse(notation), viewer))


def test_with_everything_open_the_log_shows_the_faces() -> None:
    state = klatsch.load("choco").new(2)
    state.play(state.legal_actions()[0])
    assert line(state, "draw mmmd", klatsch.OPEN) == "Player 1 is dealt a card: three milk and one dark."
    assert line(state, "draw mmmd", klatsch.PUBLIC) == "Player 1 is dealt a card."
    table = position("w1 w1\nw1 m1", seats=3, colours="wmd", hand="wwwd", others=("dddw", "mmmw"))
    assert line(table, "card 1 turn 0", klatsch.OPEN) == "Player 1 chooses card 1: three white and one dark."
    assert line(table, "card 1 turn 0", klatsch.PUBLIC) == "Player 1 chooses a card."
    offer = "Player 1 offers Player 2 card 1 with 0 pieces of milk: three white and one dark."
    assert line(table, "offer 1 to 2", klatsch.OPEN) == offer
    table.play("offer 1 to 2")
    answer = "Player 2 answers with card 1 with 1 piece of white: three dark and one white."
    assert line(table, "answer 1", klatsch.OPEN) == answer
