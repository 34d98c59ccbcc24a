"""What a table shows of Coffee Chess: beans that can be followed, where both stand, a newcomer's first turn."""

from __future__ import annotations

import re
from typing import Any

import pytest

import klatsch
from klatsch.drawing import Drawing

from games.coffee_chess.positions import BLACK, WHITE, legal, play, position
from playing import walk


def drawing(state: klatsch.State) -> Drawing:
    definition = state.game.definition
    drawn = definition.draw(state.view(klatsch.PUBLIC), definition.words.say("en"))
    assert isinstance(drawn, Drawing)
    return drawn


def beans(state: klatsch.State) -> set[str]:
    return {piece.id for piece in drawing(state).pieces if piece.id.startswith("bean-")}


def tally(state: klatsch.State) -> tuple[tuple[str, ...], ...]:
    definition = state.game.definition
    columns, rows, _ = definition.tally(state.view(klatsch.PUBLIC), definition.words.say("en"))
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


# ── Ends that come by counting turns ──────────────────────────────────────────────────────────────────


def countdown(state: klatsch.State) -> tuple[str, int] | None:
    told = state.view(klatsch.PUBLIC)["countdown"]
    return None if told is None else (told["reason"], told["turns"])


FULL: dict[str, Any] = {"inventories": (5, 5), "drawn": 0}


@pytest.mark.parametrize(
    ("position_and_options", "told"),
    [
        ({"quiet_turns": 29}, None),
        ({"quiet_turns": 30}, ("quiet", 10)),
        ({"quiet_turns": 39}, ("quiet", 1)),
        ({"quiet_turns": 39, "quiet": "off"}, None),
        ({"turn": 369}, None),
        ({"turn": 371}, ("turn_400", 30)),
        ({"turn": 399, "quiet": "off"}, ("turn_400", 2)),
        ({"turn": 395, "quiet_turns": 32}, ("turn_400", 6)),  # what comes first
        ({"turn": 395, "quiet_turns": 37}, ("quiet", 3)),
        ({"idle_turns": 1, **FULL}, None),
        ({"idle_turns": 0, "idle_end": "two_turns", **FULL}, ("nobody_acts", 2)),
        ({"idle_turns": 1, "idle_end": "two_turns", **FULL}, ("nobody_acts", 1)),
        ({"idle_turns": 1, "idle_end": "two_turns", "drawn": 2}, None),  # who drew is not idle
        ({"idle_turns": 1, "idle_end": "two_turns", "quiet_turns": 39, **FULL}, ("nobody_acts", 1)),
    ],
)
def test_an_end_by_counting_is_told_before(position_and_options: dict[str, Any], told: tuple[str, int] | None) -> None:
    assert countdown(position({"c4": 3, "c5": 1}, **position_and_options)) == told


def test_the_countdown_comes_true() -> None:
    """Whoever saves to the end is told of it: one turn fewer every turn, then that very end."""
    for options in ({}, {"quiet": "off"}, {"idle_end": "two_turns"}):
        state = klatsch.load("coffee-chess", **options).new()
        counted: list[tuple[str, int]] = []
        while state.actor != klatsch.OVER:
            counted += [told] if (told := countdown(state)) else []
            play(state, "end")
        assert state.outcome is not None
        reason = state.outcome.reason.id.removeprefix("end.")
        first = {"quiet": 10, "turn_400": 30, "nobody_acts": 2}[reason]
        assert counted == [(reason, turns) for turns in range(first, 0, -1)]
        assert countdown(state) is None


def test_a_countdown_ends_with_an_action() -> None:
    state = position({"c4": 3, "c5": 1}, idle_turns=1, idle_end="two_turns", **FULL)
    play(state, "place b1")
    assert countdown(state) is None


@pytest.mark.parametrize(
    ("lang", "why", "left"),
    [
        ("en", "No new low of the bank", "7 turns left"),
        ("pt", "Sem novo mínimo do banco", "restam 7 turnos"),
        ("ro", "Fără un nou minim al băncii", "mai sunt 7 ture"),
    ],
)
def test_the_countdown_is_on_the_board_in_letters_and_in_the_tally(lang: str, why: str, left: str) -> None:
    state = position({"c4": 3, "c5": 1}, quiet_turns=33)
    definition = state.game.definition
    sheet = definition.tally(state.view(klatsch.PUBLIC), definition.words.say(lang))
    assert [row[-1] for row in sheet.rows] == [left, left]
    assert f"{why}: {left}" in state.text(klatsch.PUBLIC, lang)
    assert f"{why}: {left}" in state.svg(klatsch.PUBLIC, lang)
    far = position({"c4": 3, "c5": 1}, quiet_turns=20)
    assert why not in far.svg(klatsch.PUBLIC, lang) + far.text(klatsch.PUBLIC, lang)


# ── Prompts ───────────────────────────────────────────────────────────────────────────────────────────

VERBS = {
    "en": {"place": "place", "move": "move", "steal": "steal"},
    "pt": {"place": "coloque", "move": "mova", "steal": "roube"},
    "ro": {"place": "pune", "move": "mută", "steal": "fură"},
}


@pytest.mark.parametrize("lang", VERBS)
def test_a_prompt_names_what_can_be_done_and_nothing_else(lang: str) -> None:
    game = klatsch.load("coffee-chess")
    seen = set()
    for seed in range(12):
        for state in walk(game, 2, seed):
            if state.actor == klatsch.OVER:
                continue
            possible = {kind for kind in VERBS[lang] if legal(state, kind)}
            prompt = re.findall(r"\w+", state.prompt(int(state.actor), lang).lower())
            assert {kind for kind, verb in VERBS[lang].items() if verb in prompt} == possible, prompt
            seen.add((state.view(WHITE)["kind"], *sorted(possible)))
    assert {(None, "place"), (None, "move", "place", "steal"), ("move",), ("steal",)} <= seen


def test_a_turn_in_which_nothing_more_can_be_done() -> None:
    state = position({"c4": 2}, inventories=(3, 3))
    assert state.prompt(WHITE) == "Your turn: place or move, with 3 beans."
    play(state, "move c4 d3")
    assert state.prompt(WHITE) == "Nothing more can be done: end your turn and keep 2 beans."


def test_a_prompt_warns_where_the_end_of_the_turn_ends_the_game() -> None:
    state = position({"c4": 12, "c5": 10}, quiet_turns=39, inventories=(1, 3))
    warning = "Ending your turn ends the game, 12 to 10."
    assert state.prompt(WHITE).endswith(warning)
    play(state, "place b1")
    assert state.prompt(WHITE) == "You have no bean left: end your turn. Ending your turn ends the game, 13 to 10."
    play(state, "end")
    assert state.actor == klatsch.OVER


def test_a_prompt_warns_of_the_draw_that_will_empty_the_bank() -> None:
    beans = {"c4": 30, "a1": 12}
    assert "ends the game, 30 to 12" in position(beans, inventories=(3, 3)).prompt(WHITE)  # two in the bank
    assert "ends the game" not in position(beans, inventories=(3, 3), bank_end="finish_turn").prompt(WHITE)
    assert "ends the game" not in position(beans, inventories=(2, 3)).prompt(WHITE)


def test_no_warning_while_an_amount_is_asked() -> None:
    """The turn can't be ended before it is chosen."""
    state = position({"c4": 4, "c5": 1}, quiet_turns=39, move_amount="any")
    play(state, "move c4 d3")
    assert state.prompt(WHITE) == "How many beans move from c4 to d3? 1 to 3."
    assert "From c4 to d3: how many beans? 1 to 3" in state.text(WHITE)


# ── After the end ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("actor", "theft", "receiver"), [(WHITE, "steal c5 c4", "c4"), (BLACK, "steal c4 c5", "c5")])
def test_squares_that_received_are_named_after_the_end_too(actor: int, theft: str, receiver: str) -> None:
    state = position({"c4": 2, "c5": 2}, actor=actor, quiet_turns=39)
    play(state, theft, "end")
    assert state.actor == klatsch.OVER
    assert state.view(klatsch.OPEN)["received"] == [receiver]


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
