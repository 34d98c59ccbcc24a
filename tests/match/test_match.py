"""A table: whose turn, undo, leaving, logs, and the replay that it writes."""

from __future__ import annotations

from collections import Counter

import pytest

import klatsch
from klatsch.core.replay import Event
from klatsch.match.dice import FairDice, commitment
from klatsch.match.match import Match, NotAllowed
from klatsch.match.verify import resume

SEED = bytes(range(32))


def match(name: str = "coffee-chess", **options: object) -> Match:
    return Match(klatsch.load(name, **options), seed=SEED, match_id="t1", nonces=[b"a" * 16, b"b" * 16])


def poker(seed: bytes = SEED) -> Match:
    return Match(klatsch.load("kuhn-poker"), seed=seed, match_id="t1", nonces=[b"a" * 16, b"b" * 16])


def test_only_the_actor_plays() -> None:
    game = match()
    with pytest.raises(NotAllowed, match="not your turn"):
        game.play(1, "place a1")
    with pytest.raises(klatsch.IllegalAction, match="not a square of your colour"):
        game.play(0, "place a1")
    assert game.events == []
    game.play(0, "place b1")
    assert [event.line for event in game.events] == ["play 0 place b1"]


def test_undo_goes_back_through_own_decisions_only() -> None:
    game = match()
    start = game.state.to_bytes()
    game.play(0, "place b1")
    game.play(0, "place d1")
    game.undo(0)
    game.undo(0)
    assert game.state.to_bytes() == start
    with pytest.raises(NotAllowed, match="nothing to take back"):
        game.undo(0)
    game.play(0, "end")
    with pytest.raises(NotAllowed, match="nothing to take back"):
        game.undo(1)
    game.play(1, "place a1")
    with pytest.raises(NotAllowed, match="Another player"):
        game.undo(0)
    game.undo(0, consent=True)
    assert game.state.to_bytes() == start
    assert [line for _, line in game.log(0)] == ["You took your last decision back; all agreed."]


def test_the_log_tells_all_that_happened() -> None:
    game = match()
    game.play(0, "place b1")
    game.play(0, "place d1")
    game.undo(0)
    game.record(Event("takeover", 1, "random"))
    game.record(Event("return", 1))
    game.record(Event("timeout", 1))
    assert game.log(klatsch.PUBLIC) == [
        (1, "White places a bean on b1."),
        (4, "random plays for Black from now on."),
        (5, "Black is back."),
        (6, "Black ran out of time."),
    ]
    assert [line for _, line in game.log(1)[1:]] == [
        "random plays for you from now on.",
        "You are back.",
        "You ran out of time.",
    ]
    assert game.log(1, you=klatsch.PUBLIC) == game.log(klatsch.PUBLIC)
    game = match()
    game.resign(0)
    assert game.log(0) == [(1, "You give up.")]
    game = match()
    game.agree_draw()
    assert game.log(0) == [(1, "The players agree on a draw.")]


def test_wrong_seats_are_refused() -> None:
    game = match()
    for seat in (-1, 7):
        with pytest.raises(NotAllowed, match="no seat"):
            game.play(seat, "place b1")
    with pytest.raises(ValueError, match="as many players"):
        Match(klatsch.load("coffee-chess"), players=["x"])


def test_undo_never_crosses_chance_freely() -> None:
    game = poker()
    assert [event.kind for event in game.events] == ["chance", "chance"]
    with pytest.raises(NotAllowed):
        game.undo(0)
    assert game.why_no_undo(0) == klatsch.Message("match.nothing_to_undo")


def test_undo_never_crosses_freely_what_was_shown_of_a_hand() -> None:
    """ChoCo: whoever lays a card has shown it, although nobody else has acted since."""
    game = match("choco")
    seat = int(game.state.actor)
    while game.why_no_undo(seat) != klatsch.Message("match.undo_reveal"):
        seat = int(game.state.actor)
        game.play(seat, game.state.legal_actions()[0])
    assert game.events[-1].seat == seat
    with pytest.raises(NotAllowed, match="Something hidden has been shown since"):
        game.undo(seat)


def test_draws_count_on_after_an_undo_by_consent() -> None:
    """An undone draw is used up: the next one is another number, so nobody can draw again what was seen."""
    match = Match(klatsch.load("coin-age"), seed=SEED, match_id="t1", nonces=[b"a" * 16, b"b" * 16])
    seat = int(match.state.actor)
    while int(match.state.actor) == seat:  # the other's turn begins with a toss
        match.play(seat, match.state.legal_actions()[0])
    tosses = match.dice.draws
    assert tosses == sum(event.kind == "chance" for event in match.events)
    match.undo(seat, consent=True)
    assert match.dice.draws == tosses
    while int(match.state.actor) == seat:
        match.play(seat, match.state.legal_actions()[0])
    assert match.dice.draws == sum(event.kind == "chance" for event in match.events) > tosses


def test_draws_are_different_numbers_and_the_same_again() -> None:
    dice = FairDice(SEED, "t", [])
    first = [dice.draw([1] * 1000) for _ in range(3)]
    again = FairDice(SEED, "t", [])
    assert [again.draw([1] * 1000) for _ in range(3)] == first
    assert len(set(first)) == 3


def test_fair_dice_follow_the_weights() -> None:
    dice = FairDice(SEED, "t", [b"x"])
    counts = Counter(dice.draw([1, 2, 5]) for _ in range(8000))
    assert abs(counts[0] - 1000) < 150
    assert abs(counts[1] - 2000) < 200
    assert abs(counts[2] - 5000) < 230


def test_fair_dice_depend_on_seed_table_and_nonces() -> None:
    def draws(dice: FairDice) -> list[int]:
        return [dice.draw([1] * 10**6) for _ in range(4)]

    base = draws(FairDice(SEED, "t", [b"x", b"y"]))
    assert draws(FairDice(SEED[::-1], "t", [b"x", b"y"])) != base
    assert draws(FairDice(SEED, "u", [b"x", b"y"])) != base
    assert draws(FairDice(SEED, "t", [b"x", b"z"])) != base


def test_the_recipe_of_the_fair_dice() -> None:
    """Recomputed by hand: the page in the browser must come to the same numbers."""
    import hashlib
    import hmac

    message = b"t1|" + (b"a" * 16).hex().encode() + b"|" + (b"b" * 16).hex().encode() + b"|0|0"
    number = int.from_bytes(hmac.new(SEED, message, hashlib.sha256).digest(), "big") % 3
    assert poker().events[0].detail == f"deal {number + 1}"
    assert poker().replay().commitment == hashlib.sha256(SEED).hexdigest() == commitment(SEED)
    dice = FairDice(SEED, "t1", [b"a" * 16, b"b" * 16])
    for draw in range(12):
        digest = hmac.new(SEED, message[:-3] + f"{draw}|0".encode(), hashlib.sha256).digest()
        assert dice.draw([1] * 8) == int.from_bytes(digest, "big") % 8


def test_a_rejected_number_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a range of 10 and three outcomes, 9 would favour the first: it is drawn again."""
    monkeypatch.setattr("klatsch.match.dice.RANGE", 10)
    answers = iter([b"\x09", b"\x07"])
    monkeypatch.setattr("klatsch.match.dice.hmac.digest", lambda *_: next(answers))
    assert FairDice(SEED, "t", []).draw([1, 1, 1]) == 1


def test_resigning_loses_and_ends_the_game() -> None:
    game = match()
    game.resign(0)
    assert game.over
    assert game.utilities() == [0.0, 1.0]
    assert game.outcome is not None
    assert game.outcome.ranking == ((1,), (0,))
    with pytest.raises(NotAllowed, match="over"):
        game.play(0, "place b1")


def test_by_the_rules_the_winner_is_first() -> None:
    game = poker()
    with pytest.raises(ValueError, match="not over"):
        game.utilities()
    game.play(0, "pass")
    game.play(1, "pass")
    first = game.utilities().index(1.0)
    assert game.outcome is not None
    assert game.outcome.ranking == game.ranking() == ((first,), (1 - first,))


def test_an_agreed_draw_is_shared() -> None:
    game = match()
    game.agree_draw()
    assert game.utilities() == [0.5, 0.5]
    assert game.outcome is not None
    assert game.outcome.ranking == ((0, 1),)


def test_events_that_cannot_be() -> None:
    game = match()
    for event in (Event("nonsense"), Event("resign", 7), Event("play", 1, "place a1"), Event("chance", detail="end")):
        with pytest.raises(ValueError):
            game.record(event)
    assert game.events == []
    game.record(Event("takeover", 1, "random"))
    game.record(Event("return", 1))
    assert len(game.events) == 2


def test_a_log_tells_each_viewer_what_it_may_know() -> None:
    game = poker()
    cards = [int(event.detail[-1]) for event in game.events]
    assert game.log(0) == [(1, f"You are dealt a {cards[0]}."), (2, "Player 2 is dealt a card.")]
    assert game.log(1) == [(1, "Player 1 is dealt a card."), (2, f"You are dealt a {cards[1]}.")]
    assert game.log(klatsch.PUBLIC) == [(1, "Player 1 is dealt a card."), (2, "Player 2 is dealt a card.")]
    with pytest.raises(ValueError, match="a viewer is"):
        game.log(99)
    with pytest.raises(ValueError, match="over"):
        game.log(klatsch.OPEN)
    game.play(0, "pass")
    game.play(1, "pass")
    assert f"dealt a {cards[1]}" in game.log(klatsch.OPEN)[1][1]


def test_the_seed_is_secret_until_the_end() -> None:
    game = poker()
    assert SEED.hex() not in game.replay().text()
    game.play(0, "pass")
    game.play(1, "pass")
    assert SEED.hex() in game.replay().text()


def test_who_left_ranks_last_whatever_the_bot_in_that_seat_wins() -> None:
    game = Match(klatsch.load("four-armies"), 4, seed=SEED, match_id="t1", nonces=[b"a" * 16] * 4)
    game.record(Event("resign", 0))
    game.record(Event("takeover", 0, "bot:3"))
    assert not game.over
    assert game.ranking_without_left(((0,), (1, 2), (3,))) == ((1, 2), (3,), (0,))
    assert game.shares_of(((1, 2), (3,), (0,))) == [0.0, 0.5, 0.5, 0.0]
    assert game.ranking_without_left(((1,), (0, 2, 3))) == ((1,), (2, 3), (0,))


def test_a_fork_goes_on_by_itself() -> None:
    game = match()
    game.play(0, "place b1")
    other = game.fork()
    other.play(0, "place d1")
    assert [len(each.events) for each in (game, other)] == [1, 2]
    assert game.state.to_bytes() != other.state.to_bytes()


def test_a_stored_table_goes_on_with_the_same_dice() -> None:
    whole = poker()
    record = whole.unfinished_replay()
    record.seed = SEED.hex()
    again = resume(record)
    assert again.state.to_bytes() == whole.state.to_bytes()
    assert again.dice.draws == whole.dice.draws
    for each in (whole, again):
        each.play(int(each.state.actor), each.game.notation(each.state.legal_actions()[0]))
    assert [event.line for event in again.events] == [event.line for event in whole.events]


def test_views_of_the_past_open_only_after_the_end() -> None:
    game = poker()
    with pytest.raises(ValueError, match="only once the game is over"):
        game.view_after(0, klatsch.OPEN)
    game.resign(0)
    assert game.view_after(len(game.entries), klatsch.OPEN) != game.view_after(len(game.entries), klatsch.PUBLIC)
