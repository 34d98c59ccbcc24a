"""Lines of the log in each game: what was done, and what followed from it. And summaries of whole turns."""

from __future__ import annotations

import klatsch
from klatsch.match.match import Match

from games.choco.chocotable import holding
from games.choco.chocotable import position as chocolate
from games.chocolate_coin import table as campus
from games.coffee_chess.positions import position as beans
from games.coin_age.positions import position as coins
from games.four_armies.drawn import position as armies


def from_here(state: klatsch.State) -> Match:
    """A match that goes on from a position."""
    seats = int(state.seats)
    match = Match(state.game, seats, seed=bytes(32), match_id="log", nonces=[b""] * seats)
    match.events, match.entries = [], []
    match.lines, match.happenings = {}, {}
    match.state = state
    return match


def lines(state: klatsch.State, *actions: str, lang: str = "en") -> list[str]:
    """What the log tells of some actions."""
    match = from_here(state)
    for action in actions:
        event = klatsch.core.replay.Event
        chance = match.state.actor == klatsch.CHANCE
        match.record(event("chance", detail=action) if chance else event("play", int(match.state.actor), action))
    return [line for _, line in match.log(klatsch.PUBLIC, lang)]


# ── Chocolate COIN ────────────────────────────────────────────────────────────────────────────────────────────────

ATTACK = """
    north: santa
    l1: santa 2, elf 1, base elf
    score: elf 5
"""


def test_an_attack_costs_support_and_a_base_its_points() -> None:
    state = campus.table(ATTACK)
    told = lines(state, "primary ops", "attack", "region l1", "roll 1", "roll 2", "token elf unit", "token elf base")
    assert told[-2].startswith("Santa removes an E.L.F. unit in ")
    name = state.view(klatsch.PUBLIC)["areas"][0]["name"]
    points = 2 if state.view(klatsch.PUBLIC)["regions"][0]["workshop"] else 1
    assert f"the E.L.F. loses {points} point" in told[-1]
    assert f"{name} no longer supports Santa: attack." in told[-1]


def test_what_is_played_unasked_is_told() -> None:
    """Santa has nothing to ship, a gift must be built in the one workshop with a worker, and the turn ends."""
    state = campus.table("l1: santa 2\ntrack: santa elf | ie bp")
    told = lines(state, "primary ops", "recruit", "done")
    assert told[-1].startswith("Santa is done. Santa builds a gift of 2 in ")


def test_the_end_of_a_turn_tells_the_track_and_the_card() -> None:
    state = campus.table("track: santa elf | ie bp\ncards: 2d 3h")
    told = lines(state, "pass", "pass", "pass", "pass")
    assert told[-1].startswith("Big Plastic passes. 3♥ ")
    assert told[-1].endswith(" is the current card.")
    state = campus.table("track: santa elf | ie bp\ncards: 2d 3h")
    told = lines(state, "primary ops", "done", "pass", "pass", "pass")
    assert "The action track is now E.L.F., IE, BP and Santa (end of the turn)." in told[-1]


# ── The others ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_coffee_chess_tells_prices_losses_and_lines() -> None:
    state = beans({"c4": 1, "d5": 1, "e6": 1, "c5": 1, "a7": 1})
    assert lines(state, "steal c5 c4") == [
        "White steals 1 bean from c5 with c4. White pays 1 bean (theft), 2 left. "
        "Black has 1 fewer bean on the board (theft), now 1."
    ]
    state = beans({"c4": 1, "d5": 1})
    assert lines(state, "place e6") == ["White places a bean on e6. White has 1 more line (placing), now 1."]
    assert lines(state, "place e6", lang="pt")[0].endswith("As Brancas têm mais 1 linha (colocação), agora 1.")
    assert lines(state, "place e6", lang="ro")[0].endswith("Alb are cu 1 linie mai mult (punere), acum 1.")


def test_coin_age_tells_points_and_majorities() -> None:
    state = coins("A1 2T", heads="1124")
    told = lines(state, "toss dime", "place dime a1")
    assert told[1].startswith("Heads places a dime (1) on A1, over the penny (2) of Tails.")
    assert "Heads has 2 points more in The Copper Peaks (majority won), " in told[1]
    assert "Tails has 4 points fewer in The Copper Peaks (majority lost), " in told[1]


def test_four_armies_tell_named_spaces() -> None:
    state = armies(
        """
              ..
          ..      ..
      ..      ..      ..
          ..      ..
      ..      ..      ..
          Hr      ..
      ..      ..      ..
          ..      ..
              Dr
        """
    )
    assert lines(state, "move b2 a1") == [
        "Humans move a Regular from b2 to a1. Humans hold Hangman's Tree (entered), now 1 of 4 named spaces."
    ]


def test_choco_tells_the_largest_groups_of_all() -> None:
    state = holding(chocolate("w1 w1\nw1 m1"), "wmwd")
    assert lines(state, "lay 2 0")[0].endswith(
        "The largest group of Player 1 has 2 more pieces (new card), now 5 points. "
        "The largest group of Player 2 has 1 more piece (new card), now 1 point."
    )


# ── Summaries, undo ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_summary_puts_a_turn_together() -> None:
    match = from_here(beans({"a8": 3, "h7": 3}))
    for action in ("move a8 b7", "move h7 g8", "end"):
        match.play(0, action)
    (turn,) = match.turns()
    assert match.summary(turn, klatsch.PUBLIC) == [
        "White pays 2 beans (move), 1 left.",
        "Black has 2 more beans in the inventory (from the bank), now 5.",
    ]


def test_what_was_taken_back_is_not_told() -> None:
    match = from_here(beans({"c4": 1, "d5": 1}))
    match.play(0, "place e6")
    assert "line" in match.log(0)[0][1]
    match.undo(0)
    match.play(0, "place a8")
    assert [line for _, line in match.log(0)] == ["You place a bean on a8."]
    assert match.happened(match.entries[0]).changes[0].amount == 1


def test_a_game_without_changes_tells_actions_only() -> None:
    match = Match(klatsch.load("connect-four"), 2)
    match.play(0, 3)
    assert match.happened(match.entries[0]).changes == []
    assert match.summary(match.turns()[0], 0) == [match.log(0)[0][1]]
