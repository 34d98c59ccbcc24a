"""ChoCo, RULES.md 8: what is known and what is hidden; re-dealing."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

import pytest

import klatsch
from klatsch.core.action import Button
from klatsch.core.rng import Rng
from klatsch.games.choco.actions import ACTIONS, Answer, Begin, Choose, Draw, Lay, Offer
from klatsch.games.choco.cards import ALL_FACES, FACE_NAMES
from klatsch.games.choco.layout import ACTIVE, CHOSEN_SLOT, CHOSEN_TURNS, LAID, OFFER_MADE, PARTNER, PHASE
from klatsch.games.choco.position import PLACING
from klatsch.games.choco.rules import ChoCo

from games.choco.chocotable import CLOSED, DECK, TABLE, all_cards, hands, position
from games.choco.chocoworlds import card_of, faces_that_fit


def shown(state: klatsch.State, viewer: int) -> tuple[str, str, str, str]:
    view = json.dumps(state.view(viewer), sort_keys=True)
    return view, state.svg(viewer), state.text(viewer), state.prompt(viewer)


# ── A second bookkeeping of what everybody knows ──────────────────────────────────────────────────

Story = tuple[tuple[str, ...], tuple[tuple[str, int], ...]]  # the faces that a card may have, and what was told of it
Stories = tuple[Story, ...]


@dataclass
class Known:
    """A hand card as the table knows it."""

    held_by: set[int]
    given_by: int = -1
    may_be: frozenset[str] = frozenset(FACE_NAMES)
    told: frozenset[tuple[str, int]] = frozenset()

    @property
    def story(self) -> Story:
        return tuple(sorted(self.may_be)), tuple(sorted(self.told))


class Memory:
    """Follows a game by its actions, and says whether a re-dealt state agrees with what a viewer knows.

    `guesses` are the stories that the cards of a seat may have which it has drawn and never swapped (§8.6).
    """

    def __init__(self, seats: int) -> None:
        self.hands: list[list[Known]] = [[] for _ in range(seats)]
        self.guesses: list[set[Stories]] = [{()} for _ in range(seats)]
        self.chosen = self.offered = self.answered = -1

    def before(self, state: ChoCo, action: int) -> None:
        turn, partner = int(state.v[ACTIVE]), int(state.v[PARTNER])
        match ACTIONS[action]:
            case Draw(_):
                self.draw(int(state.receiver()))
            case Choose(slot, _):
                self.chosen = slot
                if state.v[LAID] == 0:
                    self.lay(turn, FACE_NAMES[state.face(turn, slot)])
            case Lay(_):
                self.lay(turn, FACE_NAMES[state.face(turn, self.chosen)])
            case Offer(slot, other):
                self.offered = slot
                self.tell(state, turn, slot, other)
            case Answer(slot):
                self.answered = slot
                self.tell(state, partner, slot, turn)
            case Button("swap"):
                mine, theirs = self.hands[turn][self.offered], self.hands[partner][self.answered]
                self.leave(turn, mine)
                self.leave(partner, theirs)
                self.hands[turn][self.offered], self.hands[partner][self.answered] = theirs, mine
                mine.held_by.add(partner)
                theirs.held_by.add(turn)
                mine.given_by, theirs.given_by = turn, partner
            case Button("pass"):
                self.passes(state)
            case Begin(_):
                assert state.v[LAID] == 0

    def draw(self, seat: int) -> None:
        card = Known({seat})
        self.hands[seat].append(card)
        self.guesses[seat] = {tuple(sorted((*guess, card.story))) for guess in self.guesses[seat]}

    def lay(self, seat: int, face: str) -> None:
        """The others see the face, and know a swapped card as that one; else it may be any that may have the face."""
        card = self.hands[seat].pop(self.chosen)
        if card.given_by < 0:
            guesses = self.guesses[seat]
            self.guesses[seat] = {without(guess, story) for guess in guesses for story in guess if face in story[0]}

    def leave(self, seat: int, card: Known) -> None:
        if card.given_by < 0:
            self.guesses[seat] = {without(guess, card.story) for guess in self.guesses[seat]}

    def tell(self, state: ChoCo, seat: int, slot: int, other: int) -> None:
        colour = state.view(klatsch.PUBLIC)["colours"][other]
        card = self.hands[seat][slot]
        before = card.story
        pieces = FACE_NAMES[state.face(seat, slot)].count(colour[0])
        card.may_be = frozenset(face for face in card.may_be if face.count(colour[0]) == pieces)
        card.told |= {(colour, pieces)}
        if card.given_by < 0:
            fitting = [guess for guess in self.guesses[seat] if before in guess]
            self.guesses[seat] = {tuple(sorted((*without(guess, before), card.story))) for guess in fitting}

    def passes(self, state: ChoCo) -> None:
        fitting = faces_that_fit(state)
        for card in self.hands[state.v[ACTIVE]]:
            card.may_be -= fitting
        left: set[Stories] = set()
        for guess in self.guesses[state.v[ACTIVE]]:
            stories = [(tuple(face for face in may_be if face not in fitting), told) for may_be, told in guess]
            if all(may_be for may_be, _ in stories):
                left.add(tuple(sorted(stories)))
        self.guesses[state.v[ACTIVE]] = left

    def check(self, state: ChoCo, dealt: ChoCo, viewer: int) -> None:
        assert all_cards(dealt) == DECK
        for seat, known in enumerate(self.hands):
            assert len(known) == state.size(seat) == dealt.size(seat)
            drawn = []
            for slot, card in enumerate(known):
                new = card_of(dealt, seat, slot)
                assert viewer not in card.held_by or new == card_of(state, seat, slot)
                assert new.face in new.may_be
                if card.given_by < 0:
                    drawn.append((tuple(sorted(new.may_be)), new.told))
                else:
                    assert (tuple(sorted(new.may_be)), new.told) == card.story
            assert tuple(sorted(drawn)) in self.guesses[seat]
            assert state.is_in_doubt(seat) == (len(self.guesses[seat]) > 1)


def without(guess: Stories, story: Story) -> Stories:
    place = guess.index(story)
    return guess[:place] + guess[place + 1 :]


def check_game(seats: int, seed: int, step: int, **options: object) -> None:
    state = klatsch.load("choco", **options).new(seats)
    assert isinstance(state, ChoCo)
    rng = Rng(seed)
    memory = Memory(seats)
    number = 0
    while state.actor != klatsch.OVER:
        if number % step == 0:
            for viewer in (*range(seats), klatsch.PUBLIC):
                before = shown(state, viewer)
                dealt = state.clone().resample(viewer, Rng(seed * 1000 + number))
                assert isinstance(dealt, ChoCo)
                assert shown(dealt, viewer) == before
                memory.check(state, dealt, viewer)
                if dealt.actor >= 0:
                    assert dealt.legal_actions()
        action = state.sample(rng)
        memory.before(state, action)
        state.apply(action)
        number += 1


@pytest.mark.rule("choco 8.1", "choco 8.2", "choco 8.3", "choco 8.4", "choco 8.5", "choco 8.6")
@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (3, 1), (3, 2), (4, 3)])
def test_redealing_respects_all_that_a_viewer_knows(seats: int, seed: int) -> None:
    check_game(seats, seed, 5)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("cover_match", ["beside", "beneath", "either"])
def test_redealing_respects_all_that_a_viewer_knows_at_every_moment(seats: int, cover_match: str) -> None:
    for seed in range(100, 102):
        check_game(seats, seed, 1, cover_match=cover_match)


# ── Examples ──────────────────────────────────────────────────────────────────────────────────────


def three(table: str = TABLE, **options: object) -> ChoCo:
    return position(
        table,
        seats=3,
        colours="wmd",
        hand="mmmd wwmd dddw wmmw",
        others=("wwdd mmdd mddm dddm", "wwmm mmmw wddw mmmw"),
        **options,  # type: ignore[arg-type]
    )


def redealt(state: ChoCo, viewer: int, times: int = 200) -> list[list[list[str]]]:
    found = []
    for seed in range(times):
        dealt = state.clone().resample(viewer, Rng(seed))
        assert isinstance(dealt, ChoCo)
        found.append(hands(dealt))
    return found


@pytest.mark.rule("choco 8.1")
def test_the_own_hand_stays_and_the_others_change() -> None:
    state = three()
    found = redealt(state, 0)
    assert all(deal[0] == ["mmmd", "wwmd", "dddw", "wmmw"] for deal in found)
    assert len({json.dumps(deal[1]) for deal in found}) > 150
    assert len({json.dumps(deal[0]) for deal in redealt(state, klatsch.PUBLIC)}) > 150
    unseen = state.view(0)["unseen"]
    assert sum(unseen.values()) == 36 - 2 - 4
    assert "wmmw" not in unseen
    assert unseen["mmmd"] == 1


@pytest.mark.rule("choco 8.2")
def test_the_giver_knows_a_card_until_it_is_laid() -> None:
    state = three(tokens=0)
    for step in ("offer 1 to 2", "answer 4", "swap"):
        state.play(step)
    assert all(deal[1][3] == "mmmd" and deal[0][0] == "dddm" for deal in redealt(state, 0))
    assert all(deal[1][3] == "mmmd" and deal[0][0] == "dddm" for deal in redealt(state, 1))
    # The third player knows what was told: three of milk here, none of white there.
    third = redealt(state, 2)
    assert {deal[1][3] for deal in third} == {"mmmw", "mmmd"}
    assert all("w" not in deal[0][0] for deal in third)
    assert len({deal[0][0] for deal in third}) > 3
    # Laid, it is known to all, and nothing is remembered of it.
    play_one_card(state, "card 2 turn 0")
    assert state.v[ACTIVE] == 1
    play_one_card(state, "card 4 turn 0")
    assert all(card["given_by"] is None for card in state.view(2)["hands"][1])


def play_one_card(state: ChoCo, choice: str) -> None:
    play_choice(state, choice)
    while state.actor == klatsch.CHANCE:
        state.play(state.legal_actions()[0])


@pytest.mark.rule("choco 8.3")
def test_a_declined_offer_tells_something_all_the_same() -> None:
    state = three()
    for step in ("offer 1 to 2", "answer 2", "decline"):
        state.play(step)
    for viewer in (2, klatsch.PUBLIC):
        found = redealt(state, viewer)
        assert {deal[0][0] for deal in found} == {"mmmw", "mmmd"}
        assert all("w" not in deal[1][1] for deal in found)
    assert all("w" not in deal[1][1] for deal in redealt(state, 0))
    assert all(deal[0][0].count("m") == 3 for deal in redealt(state, 1))


@pytest.mark.rule("choco 8.3")
def test_told_holds_until_the_card_is_laid() -> None:
    state = three(tokens=0)
    state.play("offer 3 to 3")  # dddw: three of dark
    state.play("refuse")
    assert {"dark": 3} in [card["told"] for card in state.view(1)["hands"][0]]
    other = state.clone()
    assert isinstance(other, ChoCo)
    play_one_card(other, "card 2 turn 0")
    assert {"dark": 3} in [card["told"] for card in other.view(1)["hands"][0]]  # another card was laid
    play_one_card(state, "card 3 turn 0")
    assert [card["told"] for card in state.view(1)["hands"][0]] == [{}] * 4


def laid_after_a_refused_offer(offered: int, laid: int) -> ChoCo:
    """One of two three-milk cards is told of, one is laid; the draw is still to come."""
    state = position(TABLE, seats=3, colours="wmd", hand="mmmd mmmw wwwd", others=("dddm", "dddw"), tokens=0)
    for step in (f"offer {offered} to 2", "refuse", f"card {laid} turn 0"):
        state.play(step)
    state.play("lay 4 0" if laid < 3 else "lay 0 2")
    return state


@pytest.mark.rule("choco 8.6")
@pytest.mark.parametrize("laid", [1, 2])
def test_the_others_do_not_learn_whether_the_told_card_was_laid(laid: int) -> None:
    """Seat 0 has `mmmd mmmw` and offers one, `three of milk`; then a card of three milk is laid."""
    told, other = laid_after_a_refused_offer(laid, laid), laid_after_a_refused_offer(3 - laid, laid)
    for viewer in (1, 2, klatsch.PUBLIC):
        assert shown(told, viewer) == shown(other, viewer)
        assert [card["told"] for card in told.view(viewer)["hands"][0]] == [{}, {}]
        assert [card["unsure"] for card in told.view(viewer)["hands"][0]] == [False, True]
        doubt = told.view(viewer)["doubts"][0]
        assert [(hand["ways"], [card["told"] for card in hand["cards"]]) for hand in doubt] == [
            (1, [{}]),
            (2, [{"milk": 3}]),  # either of the two others may have been laid
        ]
        assert any(face.count("m") < 3 for deal in redealt(other, viewer) for face in deal[0][:1])
    # The owner knows, and sees that the others can't tell.
    assert [card["unsure"] for card in other.view(0)["hands"][0]] == [True, False]
    assert other.view(0)["hands"][0][0]["told"] == {"milk": 3}
    assert other.view(0)["doubts"][0]


@pytest.mark.rule("choco 8.6")
def test_a_card_that_cannot_be_the_told_one_leaves_what_was_told() -> None:
    state = laid_after_a_refused_offer(1, 3)
    assert {"milk": 3} in [card["told"] for card in state.view(1)["hands"][0]]
    assert all(deal[0][0].count("m") == 3 for deal in redealt(state, 1))


@pytest.mark.rule("choco 8.6")
def test_what_was_told_of_all_cards_that_may_have_been_laid_remains() -> None:
    """All three passed for want of white: whichever of two is laid later, the other two have no white either."""
    state = position(CLOSED, seats=2, hand="mmmd mmdd dddm", others=("wddw",), safe=(1, 2, 3, 4), tokens=0)
    state.play("pass")
    play_one_card(state, "card 1 turn 0")
    assert state.actor == 0
    state.play(state.legal_actions()[0])
    state.play(state.legal_actions()[0])
    left = state.view(1)["hands"][0]
    assert [card["may_be"] for card in left] == [["mmmd", "dddm", "mmdd", "mddm"]] * 2


@pytest.mark.rule("choco 8.3", "choco 8.6")
def test_a_swapped_card_is_not_mixed_up_with_others() -> None:
    """Seat 1 got `mmmd` from seat 0, and lays its own `mmmw`: everybody still knows what was told of the other."""
    state = position(TABLE, seats=3, colours="wmd", hand="mmmd wwwd", others=("dddm mmmw", "dddw"), tokens=0)
    for step in ("offer 1 to 2", "answer 1", "swap"):
        state.play(step)
    play_one_card(state, "card 2 turn 0")
    assert state.v[ACTIVE] == 1
    state.play("card 2 turn 0")
    state.play(state.legal_actions()[0])
    assert [card["told"] for card in state.view(2)["hands"][1]] == [{"milk": 3}]
    assert [card["face"] for card in state.view(0)["hands"][1]] == ["mmmd"]


@pytest.mark.rule("choco 8.3", "choco 8.6")
def test_two_swapped_cards_are_not_mixed_up_with_each_other() -> None:
    """Both came from seat 0. One is laid: everybody knows which, and what was told of the other."""
    state = position(TABLE, seats=3, colours="wmd", hand="mmmd wwwd", others=("dddm mmdw wwdd", "dddw"), tokens=0)
    for slot in (1, 2):
        for step in (f"offer {slot} to 2", f"answer {slot}", "swap"):
            state.play(step)
        state.v[OFFER_MADE] = False  # as if in the next turn
    assert sorted(card["given_by"] is not None for card in state.view(2)["hands"][1]) == [False, True, True]
    told = [card["told"] for card in state.view(2)["hands"][1] if card["given_by"] == 0]
    assert sorted(map(str, told)) == ["{'milk': 0}", "{'milk': 3}"]
    play_one_card(state, "card 1 turn 0")
    assert state.v[ACTIVE] == 1
    play_choice(state, "card 1 turn 0")  # mmmd
    assert {"milk": 0} in [card["told"] for card in state.view(2)["hands"][1]]
    assert not state.is_in_doubt(1)


@pytest.mark.rule("choco 8.4")
def test_a_pass_tells_that_nothing_fits() -> None:
    state = position(CLOSED, hand="mmmd mmdd", others=("dddm wwmm",), safe=(1, 2, 3, 4))
    assert len({json.dumps(deal[0]) for deal in redealt(state, 1)}) > 100  # before the pass: anything
    state.play("pass")
    found = redealt(state, 1)
    assert all("w" not in face for deal in found for face in deal[0])
    assert any("w" in face for deal in redealt(state, 0) for face in deal[1])
    assert state.view(1)["hands"][0][0]["may_be"] == ["mmmd", "dddm", "mmdd", "mddm"]


@pytest.mark.rule("choco 8.4")
def test_a_pass_without_tokens_leaves_faces_that_fit_on_level_two_only() -> None:
    """With a token every face could be laid here; without one, only those with white.

    (A pass with tokens never tells more than level 1 does: some colour is always asked there, every card has two
    colours or more, so whoever passes with tokens finds no second colour asked on level 2.)
    """
    table = """
        w1 w1 w2 w2
        w1 m1 m2 w2
        w3 m3 d4 w4
        w3 w3 w4 w4
    """
    state = position(table, hand="mmmd", others=("dddm",), tokens=0)
    assert state.faces_that_fit(1) == ALL_FACES
    state.play("pass")
    assert state.view(1)["hands"][0][0]["may_be"] == ["mmmd", "dddm", "mmdd", "mddm"]
    assert {deal[0][0] for deal in redealt(state, 1)} == {"mmmd", "dddm", "mmdd", "mddm"}


@pytest.mark.rule("choco 8.5")
def test_a_chosen_card_is_hidden_until_it_is_laid() -> None:
    state = three()
    before = [shown(state, viewer) for viewer in (1, 2, klatsch.PUBLIC)]
    lines = {state.describe(action, 1) for action in state.legal_actions() if isinstance(ACTIONS[action], Choose)}
    assert lines == {"Player 1 chooses a card."}
    reveals = state.reveals()
    state.play("card 3 turn 2")
    assert [shown(state, viewer) for viewer in (1, 2, klatsch.PUBLIC)] == before
    assert state.reveals() == reveals  # may be undone
    dealt = [state.clone().resample(1, Rng(seed)) for seed in range(200)]
    chosen = Counter(other.describe(other.legal_actions()[0], 0) for other in dealt)
    assert len(chosen) > 20  # for all that seat 1 knows it may be any card
    state.play(state.legal_actions()[0])
    assert state.reveals() == reveals + 1


@pytest.mark.rule("choco 8.5")
def test_a_redealt_choice_can_be_laid() -> None:
    """Only white fits here: whatever hand is dealt, the chosen card has white."""
    state = position(CLOSED, hand="mmmd mmdd wddw", others=("dddm",), safe=(1, 2, 3, 4))
    state.play("card 3 turn 1")
    for seed in range(100):
        dealt = state.clone().resample(1, Rng(seed))
        assert isinstance(dealt, ChoCo)
        assert dealt.v[PHASE] == PLACING
        assert "w" in hands(dealt)[0][dealt.v[CHOSEN_SLOT]]
        assert dealt.legal_actions()
    own = state.clone().resample(0, Rng(1))
    assert isinstance(own, ChoCo)
    assert (own.v[CHOSEN_SLOT], own.v[CHOSEN_TURNS]) == (state.v[CHOSEN_SLOT], state.v[CHOSEN_TURNS])


@pytest.mark.rule("choco 8.5", "choco 8.3")
def test_what_counts_as_shown() -> None:
    state = three(tokens=0)
    counts = [int(state.reveals())]
    for step in ("offer 1 to 2", "answer 1", "swap", "card 2 turn 0"):
        state.play(step)
        counts.append(int(state.reveals()))
    assert counts == [0, 1, 2, 3, 3]
    stuck = position(CLOSED, hand="mmmd", others=("dddm",), safe=(1, 2, 3, 4))
    stuck.play("pass")
    assert stuck.reveals() == 1


def test_what_is_said_of_hidden_steps_tells_nothing() -> None:
    """The log lines of choices, draws and swaps are the same, to those who don't see them, whatever the cards."""
    state = three()
    for viewer in (1, 2, klatsch.PUBLIC):
        for seed in range(5):
            dealt = state.clone().resample(viewer, Rng(seed))
            assert dealt.describe(dealt.game.parse("card 1 turn 0"), viewer) == "Player 1 chooses a card."
    state = three(tokens=0)
    play_choice(state, "card 2 turn 0")
    assert state.actor == klatsch.CHANCE
    for viewer in (1, 2, klatsch.PUBLIC):
        assert {state.describe(outcome, viewer) for outcome in state.legal_actions()} == {"Player 1 draws a card."}
    assert len({state.describe(outcome, 0) for outcome in state.legal_actions()}) == len(state.legal_actions())


def play_choice(state: ChoCo, choice: str) -> None:
    state.play(choice)
    state.play(state.legal_actions()[0])


def test_the_place_of_a_card_in_a_hand_is_not_shown() -> None:
    """Two hands that differ only in the order of their cards look the same to the others."""
    one = position(TABLE, seats=3, colours="wmd", hand="mmmd wwmd", others=("dddm",))
    two = position(TABLE, seats=3, colours="wmd", hand="wwmd mmmd", others=("dddm",))
    one.play("offer 1 to 2")
    two.play("offer 2 to 2")
    assert [shown(one, viewer) for viewer in (1, 2)] == [shown(two, viewer) for viewer in (1, 2)]
