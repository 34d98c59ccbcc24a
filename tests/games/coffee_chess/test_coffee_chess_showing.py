"""What a table shows of Coffee Chess: beans that can be followed, where both stand, a newcomer's first turn."""

from __future__ import annotations

import re

import klatsch
from klatsch.drawing import Drawing

from games.coffee_chess.positions import BLACK, WHITE, play, position


def drawing(state: klatsch.State) -> Drawing:
    definition = state.game.definition
    drawn = definition.draw(state.view(klatsch.PUBLIC), definition.words.say("en"))
    assert isinstance(drawn, Drawing)
    return drawn


def beans(state: klatsch.State) -> set[str]:
    return {piece.id for piece in drawing(state).pieces if piece.id.startswith("bean-")}


def tally(state: klatsch.State) -> tuple[tuple[str, ...], ...]:
    definition = state.game.definition
    columns, rows = definition.tally(state.view(klatsch.PUBLIC), definition.words.say("en"))
    return (columns, *rows)


def guide(state: klatsch.State, seat: int) -> str | None:
    message = state.game.definition.guide(state, seat)
    return None if message is None else state.game.definition.words.say("en")(message)


# ── Drawing ───────────────────────────────────────────────────────────────────────────────────────────


def test_all_fifty_beans_are_drawn_and_a_move_changes_only_those_that_travel() -> None:
    state = position({"e4": 9, "d1": 1})
    before = beans(state)
    play(state, "move e4 f5")
    after = beans(state)
    assert len(before) == len(after) == 50
    assert before - after == {"bean-white-2", *(f"bean-e4-{i}" for i in range(1, 9))}
    assert {id for id in after - before if "bank" not in id} == {f"bean-f5-{i}" for i in range(8)}


def test_squares_tell_what_lies_there() -> None:
    svg = position({"e4": 3}).svg(WHITE)
    names = dict(re.findall(r'id="sq-(\w\w)"[^>]* aria-label="([^"]+)"', svg))
    assert len(names) == 64
    assert (names["e4"], names["a1"]) == ("e4, White: 3 beans", "a1, Black")


# ── Where both stand ──────────────────────────────────────────────────────────────────────────────────


def test_the_tally_counts_beans_and_lines() -> None:
    state = position({"c4": 1, "d5": 2, "e6": 1, "a1": 3}, inventories=(2, 5))
    assert tally(state) == (("On the board", "Saved", "Lines"), ("4", "2", "1"), ("3", "5", "0"))


def test_after_the_end_only_the_board_counts() -> None:
    state = position({"c4": 20, "a1": 25}, inventories=(3, 0))
    play(state, "end")
    assert state.actor == klatsch.OVER
    assert tally(state) == (("On the board",), ("20",), ("25",))


# ── A newcomer's first turn ───────────────────────────────────────────────────────────────────────────


def test_the_first_turn_is_guided_and_no_other() -> None:
    state = klatsch.load("coffee-chess").new()
    told = guide(state, WHITE)
    assert told is not None
    assert "more beans on the board" in told
    assert guide(state, BLACK) is None
    play(state, "place c4")
    assert guide(state, WHITE) != told
    play(state, "place d5")
    assert "end the turn" in (guide(state, WHITE) or "")
    play(state, "end")
    assert guide(state, WHITE) is None
    assert "steal" in (guide(state, BLACK) or "")
    play(state, "end")
    assert guide(state, WHITE) is None
