"""ChoCo, RULES.md 8.6: what can be inferred of hands, against an enumeration of every way it may have come about."""

from __future__ import annotations

import random
from collections import Counter
from typing import TypeVar

import pytest

import klatsch
from klatsch.core.action import Button
from klatsch.core.observation_layout import slices
from klatsch.core.rng import Rng
from klatsch.games.choco.actions import ACTIONS, Choose, Offer, Token
from klatsch.games.choco.cards import FACE_NAMES
from klatsch.games.choco.layout import ACTIVE, PHASE, STACK
from klatsch.games.choco.observe import ChoCoObserver
from klatsch.games.choco.position import PLACING
from klatsch.games.choco.rules import ChoCo

from games.choco.chocotable import CLOSED, TABLE, empty_stack, position
from games.choco.chocoworlds import Hand, Worlds, hand_of

VIEWER = 1
T = TypeVar("T")


def late(hands: tuple[str, str, str], stack: str, table: str = TABLE) -> ChoCo:
    """Near the end of a game of three: few cards are hidden, and nothing has been told yet."""
    safe = (1, 2, 3, 4) if table == CLOSED else ()
    state = position(table, seats=3, colours="wmd", hand=hands[0], others=hands[1:], tokens=0, safe=safe)
    empty_stack(state)
    for face in stack.split():
        state.v[STACK + FACE_NAMES.index(face)] += 1
    return state


def dealt_hands(state: ChoCo, viewer: int, rng: Rng) -> tuple[Hand, ...]:
    dealt = state.clone().resample(viewer, rng)
    assert isinstance(dealt, ChoCo)
    return tuple(hand_of(dealt, seat) for seat in range(3))


def check_chances(state: ChoCo, worlds: Worlds, deals: int) -> None:
    """Re-dealing finds the hands of the worlds, no others, and each as often as it should."""
    rng = Rng(5)
    found = Counter(dealt_hands(state, worlds.viewer, rng) for _ in range(deals))
    expected = worlds.hands_of_others()
    assert set(found) <= set(expected)
    total = sum(expected.values())
    # All together, and the cards and stories of one seat apart: there are fewer of those, so they tell more.
    compare(found, {hands: deals * ways / total for hands, ways in expected.items()})
    for seat in (0, 2):
        chances: Counter[Hand] = Counter()
        for hands, ways in expected.items():
            chances[hands[seat]] += ways
        seen: Counter[Hand] = Counter()
        for hands, many in found.items():
            seen[hands[seat]] += many
        compare(seen, {hand: deals * ways / total for hand, ways in chances.items()})


def compare(found: Counter[T], expected: dict[T, float]) -> None:
    for key, mean in expected.items():
        assert abs(found[key] - mean) < 5 * mean**0.5 + 3, (key, found[key], mean)


def play(state: ChoCo, worlds: Worlds, *steps: str) -> None:
    for step in steps:
        action = state.game.parse(step)
        worlds.follow(state, action)
        state.play(step)


# ── An example that can be counted by hand ────────────────────────────────────────────────────────────


@pytest.mark.rule("choco 8.6")
def test_one_of_two_cards_is_such_a_card() -> None:
    """Seat 0 tells "three of milk" of one of two cards, and lays `mmmd`. Either that was the one, and nothing is known
    of the other; or it wasn't, and the other has three of milk. The old rule forgot this."""
    state = late(("mmmd mmmw", "dddw", "wwdd"), "dddm")
    worlds = Worlds(state, VIEWER)
    play(state, worlds, "offer 1 to 2", "refuse", "card 1 turn 0", "lay 4 0")
    # Unseen are mmmw, wwdd, dddm: three cards for the hands of seats 0 and 2 and the stack.
    #   laid was the told one:  mmmw, wwdd or dddm is left;  it was the other one:  mmmw is left.
    chances = {"mmmw": 2 / 4, "wwdd": 1 / 4, "dddm": 1 / 4}
    rng = Rng(1)
    found = Counter(dealt_hands(state, VIEWER, rng)[0][0].face for _ in range(2000))
    compare(found, {face: 2000 * chance for face, chance in chances.items()})
    assert set(found) == set(chances)
    check_chances(state, worlds, 2000)
    doubt = state.view(VIEWER)["doubts"][0]
    assert [(hand["ways"], [card["told"] for card in hand["cards"]]) for hand in doubt] == [
        (1, [{}]),
        (1, [{"milk": 3}]),
    ]
    assert "[not certain: nothing told | told: 3 of milk" in state.text(VIEWER)
    assert state.svg(VIEWER).count(">?</text><title>not certain: nothing told | told: 3 of milk") == 1


@pytest.mark.rule("choco 8.6")
def test_a_learner_is_told_which_hands_may_be() -> None:
    """As above, with a third card: two ways lead to a hand that still has the told card, one to a hand without it."""
    state = late(("mmmd mmmw wwmm", "dddw", "wwdd"), "")
    for step in ("offer 1 to 2", "refuse", "card 1 turn 0", "lay 4 0"):
        state.play(step)
    eyes = ChoCoObserver(state.game, 3)
    numbers = eyes.numbers(state, VIEWER)
    parts = {part.name: numbers[slices(eyes.layout)[part.name]] for part in eyes.layout}
    last = slice(2 * 4, 3 * 4)  # seat 0 comes last, seen from seat 1
    assert parts["possible_ways"][last] == [666, 333, 0, 0]
    assert parts["hand_unsure"] == [0] * 8 + [0, 1, 0, 0] or parts["hand_unsure"] == [0] * 8 + [1, 0, 0, 0]
    told = parts["possible_told"][2 * 4 * 4 * 3 :]
    assert sum(told[:12]) == 3 + 1
    assert sum(told[12:]) == 0
    faces = parts["possible_faces"][2 * 4 * 4 * 21 :]
    assert sum(faces[: 4 * 21]) == 21 + 2
    assert sum(faces[4 * 21 : 8 * 21]) == 21 + 21
    assert sum(parts["possible_ways"]) == 999


@pytest.mark.rule("choco 8.6", "choco 8.3")
@pytest.mark.parametrize(("offered", "doubt"), [(1, False), (2, True)])
def test_a_told_card_that_is_offered_again_ends_the_doubt(offered: int, doubt: bool) -> None:
    """Seat 0 has laid one of three; when it offers another, all see whether that is the one of which it told."""
    state = late(("mmmd mmmw wwmm", "dddw wwwd", "wwdd mmdd"), "")
    worlds = Worlds(state, VIEWER)
    play(state, worlds, "offer 2 to 2", "refuse", "card 1 turn 0", "lay 4 0")
    assert state.is_in_doubt(0)
    while state.v[ACTIVE] != 0:
        step = next(
            name for name in map(state.game.notation, state.legal_actions()) if name.startswith(("card", "pass"))
        )
        play(state, worlds, step)
        if state.v[PHASE] == PLACING:
            play(state, worlds, state.game.notation(state.legal_actions()[0]))
    play(state, worlds, f"offer {offered} to 2")
    assert state.is_in_doubt(0) == doubt
    assert ({"milk": 3} in [card["told"] for card in state.view(VIEWER)["hands"][0]]) == (not doubt)
    check_chances(state, worlds, 1500)


# ── Any game near its end ─────────────────────────────────────────────────────────────────────────────


def lively(state: ChoCo, dice: random.Random) -> int:
    """Many offers, few swaps: so that much is told, and little certain."""
    actions = state.legal_actions()
    offers = [action for action in actions if isinstance(ACTIONS[action], Offer)]
    if offers and dice.random() < 0.6:
        return dice.choice(offers)
    others = [action for action in actions if action not in offers]
    if len(others) > 1 and dice.random() < 0.7:
        others = [action for action in others if ACTIONS[action] not in (Button("refuse"), Button("swap"))]
    return dice.choice(others)


DEALS = (
    (("mmmd mmmw wwmm", "dddw wwwd", "wwdd mmdd wmmw"), "dddm", TABLE),
    (("wwwm mmmw wmdw", "dddw mmmw", "wwwd wwmm"), "wmmw mmmd", TABLE),
    (("dddm mmdd wwwm", "wwwd wwdd", "mddm mmmd wwwd"), "wddw", CLOSED),
    (("mmdd wwwm dddm", "mmmd wwdd", "mmmd mddm"), "wwwd dddm", CLOSED),
)


def follow_a_game(number: int, seed: int) -> int:
    """Compares at every choice of a card where a hand is in doubt, and at the answers; how often."""
    state = late(*DEALS[number])
    worlds = Worlds(state, VIEWER)
    dice = random.Random(seed)
    compared = 0
    while state.actor != klatsch.OVER and compared < 4:
        action = state.draw(dice) if state.actor == klatsch.CHANCE else lively(state, dice)
        worlds.follow(state, action)
        state.apply(action)
        doubtful = any(state.is_in_doubt(seat) for seat in (0, 2))
        if doubtful and state.v[PHASE] != PLACING and not isinstance(ACTIONS[action], Choose | Token):
            check_chances(state, worlds, 400)
            compared += 1
    return compared


@pytest.mark.rule("choco 8.3", "choco 8.4", "choco 8.6")
@pytest.mark.parametrize("number", range(len(DEALS)))
def test_redealing_finds_all_that_may_be_as_often_as_it_may(number: int) -> None:
    assert sum(follow_a_game(number, seed) for seed in range(3)) > 1


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(DEALS)))
def test_redealing_finds_all_that_may_be_in_many_games(number: int) -> None:
    assert sum(follow_a_game(number, seed) for seed in range(100, 130)) > 10
