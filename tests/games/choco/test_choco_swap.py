"""ChoCo, RULES.md 7: swapping in a game of three."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.choco.layout import ACTIVE
from klatsch.games.choco.rules import ChoCo

from games.choco.chocotable import TABLE, position


def three(**options: object) -> ChoCo:
    return position(
        TABLE,
        seats=3,
        colours="wmd",
        hand="mmmd wwmd dddw wmmw",
        others=("wwwm wwdd mmdd mddm", "dddm wwwd mmmw wddw"),
        **options,  # type: ignore[arg-type]
    )


def legal(state: klatsch.State) -> list[str]:
    return [state.game.notation(action) for action in state.legal_actions()]


def hand(state: klatsch.State, viewer: int, seat: int) -> list[str | None]:
    return [card["face"] for card in state.view(viewer)["hands"][seat]]


def told_lines(state: klatsch.State, notation: str) -> list[str]:
    """What each seat is told of the next step."""
    return [state.describe(state.game.parse(notation), viewer) for viewer in range(3)]


@pytest.mark.rule("choco 7.1", "choco 7.2")
def test_the_offer_is_announced_truly_to_everybody() -> None:
    state = three()
    public = "Player 1 offers Player 2 a card with 3 pieces of milk."
    own = "You offer Player 2 card 1 with 3 pieces of milk: three milk and one dark."
    asked = "Player 1 offers you a card with 3 pieces of milk."
    assert told_lines(state, "offer 1 to 2") == [own, asked, public]
    state.play("offer 1 to 2")
    assert state.actor == 1
    prompt = "Player 1 offers you a card with 3 pieces of milk. Answer with a card, or refuse."
    assert state.prompt(1) == prompt
    watched = "Player 1 offers Player 2 a card with 3 pieces of milk. Player 2 is thinking."
    assert [state.prompt(viewer) for viewer in (2, klatsch.PUBLIC)] == [watched] * 2
    assert state.prompt(0) == watched.replace("Player 1 offers", "You offer")
    for viewer in (1, 2, klatsch.PUBLIC):
        assert {"milk": 3} in [card["told"] for card in state.view(viewer)["hands"][0]]
        assert hand(state, viewer, 0) == [None] * 4


@pytest.mark.rule("choco 7.3", "choco 7.4")
def test_a_swap_with_both_announcements_accepted() -> None:
    state = three()
    state.play("offer 1 to 2")
    public = "Player 2 answers with a card with 3 pieces of white."
    own = "You answer with card 1 with 3 pieces of white: three white and one milk."
    assert told_lines(state, "answer 1") == [public, own, public]
    state.play("answer 1")
    assert state.actor == 0
    assert legal(state) == ["swap", "decline"]
    # Before agreeing, nobody sees anything; the description of the swap doesn't tell either.
    assert None in hand(state, 0, 1)
    assert told_lines(state, "swap") == [
        "You and Player 2 swap cards.",
        "Player 1 and you swap cards.",
        "Player 1 and Player 2 swap cards.",
    ]
    before = state.reveals()
    state.play("swap")
    assert state.reveals() > before
    assert hand(state, 0, 0) == ["wwwm", "wwmd", "dddw", "wmmw"]
    assert hand(state, 1, 1) == ["mmmd", "wwdd", "mmdd", "mddm"]
    assert "mmmd" in hand(state, 0, 1)  # the giver knows what was given
    assert hand(state, 2, 0) == [None] * 4  # the third player saw neither
    assert hand(state, 2, 1) == [None] * 4
    assert hand(state, klatsch.PUBLIC, 1) == [None] * 4


@pytest.mark.rule("choco 7.4", "choco 7.5")
def test_a_swap_declined_shows_nothing_and_uses_up_the_offer() -> None:
    state = three()
    state.play("offer 1 to 2")
    state.play("answer 1")
    state.play("decline")
    assert state.actor == 0
    assert hand(state, 0, 0) == ["mmmd", "wwmd", "dddw", "wmmw"]
    assert hand(state, 0, 1) == [None] * 4
    assert hand(state, 1, 0) == [None] * 4
    assert not any(notation.startswith("offer") for notation in legal(state))
    assert state.why_not("offer 2 to 3") == "7.5"
    # What was told stays known.
    assert {"white": 3} in [card["told"] for card in state.view(2)["hands"][1]]
    assert {"milk": 3} in [card["told"] for card in state.view(2)["hands"][0]]


@pytest.mark.rule("choco 7.3", "choco 7.5")
def test_a_refused_offer() -> None:
    state = three()
    state.play("offer 4 to 3")
    assert legal(state) == ["answer 1", "answer 2", "answer 3", "answer 4", "refuse"]
    assert state.why_not("swap") == "7.3"
    assert told_lines(state, "refuse") == ["Player 3 refuses the offer."] * 2 + ["You refuse the offer."]
    state.play("refuse")
    assert state.actor == 0
    assert state.why_not("offer 1 to 2") == "7.5"
    assert "card 1 turn 0" in legal(state)  # it never ends the turn


@pytest.mark.rule("choco 7.1", "choco 7.5")
def test_once_a_turn_and_again_in_the_next() -> None:
    state = three(tokens=0)
    state.play("offer 1 to 2")
    state.play("refuse")
    state.play("card 2 turn 0")
    state.play(state.legal_actions()[0])
    while state.actor == klatsch.CHANCE:
        state.play(state.legal_actions()[0])
    assert state.v[ACTIVE] == 1
    assert any(notation.startswith("offer") for notation in legal(state))
    assert not any(notation.endswith("to 2") for notation in legal(state))
    assert state.why_not("offer 1 to 2") == "7.2"


@pytest.mark.rule("choco 7.1")
def test_no_offer_before_the_second_player_has_a_colour() -> None:
    state = klatsch.load("choco").new(3)
    state.play("begin 1")
    while state.actor == klatsch.CHANCE:
        state.play(state.legal_actions()[-1])
    state.play("colour white")
    assert not any(notation.startswith("offer") for notation in legal(state))
    assert state.why_not("offer 1 to 2") == "7.1"
    state.play("card 1 turn 0")
    state.play("keep tokens")
    state.play(state.legal_actions()[0])
    assert state.why_not("offer 1 to 1") == "2.4"
    state.play("colour milk")
    assert {"offer 1 to 1", "offer 1 to 3"} <= set(legal(state))


@pytest.mark.rule("choco 7.1")
def test_no_swap_with_two_or_four_or_when_it_is_off() -> None:
    assert three(swap="off").why_not("offer 1 to 2") == "7.1"
    assert not any(notation.startswith("offer") for notation in legal(three(swap="off")))
    assert position(TABLE, hand="wwwm", others=("wwwd",)).why_not("offer 1 to 2") == "7.1"
    assert position(TABLE, seats=4, colours="wdwd", hand="wwwm").why_not("offer 1 to 2") == "7.1"


@pytest.mark.rule("choco 7.2")
def test_no_offer_to_a_seat_without_cards() -> None:
    state = position(TABLE, seats=3, colours="wmd", hand="wwwm", others=("", "wwwd"))
    assert "offer 1 to 3" in legal(state)
    assert state.why_not("offer 1 to 2") == "7.2"
    assert state.why_not("offer 2 to 3") == "6.1"


@pytest.mark.rule("choco 7.5", "choco 6.2")
def test_a_stuck_player_may_offer_before_passing() -> None:
    closed = """
        w1 w1 w2 w2
        w1 m1 m2 w2
        w3 d3 d4 w4
        w3 w3 w4 w4
    """
    state = position(closed, seats=3, colours="wmd", hand="mmmd", others=("dddw", "dddm"), safe=(1, 2, 3, 4))
    assert legal(state) == ["pass", "offer 1 to 2", "offer 1 to 3"]
    assert state.prompt(0) == "None of your cards can be laid: offer one for a swap, or pass."
    state.play("offer 1 to 2")
    state.play("answer 1")
    state.play("swap")
    assert "card 1 turn 0" in legal(state)  # the card that came has white
    assert "pass" not in legal(state)
