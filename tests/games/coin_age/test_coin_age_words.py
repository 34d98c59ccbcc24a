"""What Coin Age says: the first turn's advice, prompts, descriptions, refusals."""

from __future__ import annotations

import re

import pytest

import klatsch
from klatsch.games.coin_age import DEFINITION
from klatsch.language import read_catalogue

from games.coin_age.positions import STACKED, new, play, position

# ── A newcomer's first turn ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("toss none", "end the turn"),
        ("toss dime; place dime a1; end; toss none; capture a1", "All is done"),
        ("toss dime", "nothing covers a dime"),
        ("toss dime; place dime a1", "move a stack"),
        ("toss nickel quarter", "keeping it for later"),
        ("toss dime penny; place dime a1", "You may place more"),
        ("toss dime penny; place dime a1; place penny a2", "All is done"),
        ("toss dime penny nickel quarter", "give one to your opponent's bank"),
        ("toss quarter; place quarter a1; end; toss penny", "Your penny (2) can cover the quarter (4) on A1"),
        ("toss quarter; place quarter a1; end; toss none", "Take your opponent's largest"),
        ("toss dime; end; toss none; end; toss dime", None),
    ],
)
def test_the_first_turn_is_guided_and_no_other(script: str, words: str | None) -> None:
    state = play(new(), script)
    told = state.game.definition.guide(state, int(state.actor))
    assert state.game.definition.guide(state, 1 - int(state.actor)) is None
    if words is None:
        assert told is None
    else:
        assert told is not None
        assert words in DEFINITION.words.say("en")(told)


# ── Sentences ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("script", "prompt"),
    [
        ("", "You toss one coin of each kind left in the bank."),
        ("toss none", "Your turn: capture a top coin and move a stack, in either order."),
        ("toss none; capture a1", "Move a stack to an empty space beside it, or end your turn."),
        ("toss none; move a1 b1", "Capture a top coin, or end your turn."),
        ("toss none; move a1 b1; capture b1", "You have nothing left to do: end your turn."),
        ("toss dime", "Your turn: place the matching coin and move a stack, in either order."),
        ("toss dime penny", "Your turn: place up to 2 matching coins."),
        ("toss dime penny; place dime b1", "Your turn: place a matching coin."),
    ],
)
def test_prompts(script: str, prompt: str) -> None:
    assert play(position(STACKED, heads="11123"), script).prompt(0) == prompt


def test_prompts_for_the_others() -> None:
    state = position(STACKED, heads="11123")
    assert state.prompt(1) == state.prompt(klatsch.PUBLIC) == "Heads tosses one coin of each kind left in the bank."
    play(state, "toss none")
    assert state.prompt(1) == state.prompt(klatsch.PUBLIC) == "Heads is thinking."


def test_prompts_of_four_matches() -> None:
    state = play(new(), "toss dime penny nickel quarter")
    assert state.prompt(0) == "Your turn: place up to 2 matching coins, or pay one coin to place one more."
    play(state, "place penny a1")
    assert state.prompt(0) == "Your turn: place a matching coin, or pay one coin to place one more."
    play(state, "place dime a1")
    assert state.prompt(0) == "Pay a matching coin to place one more, or end your turn."
    play(state, "pay quarter")
    assert state.prompt(0) == "Your turn: place a matching coin."


@pytest.mark.parametrize(
    ("before", "action", "sentence"),
    [
        ("", "toss none", "Heads tosses: no coin matches."),
        ("", "toss penny", "Heads tosses: the penny (2) matches."),
        ("", "toss dime nickel", "Heads tosses: dime (1) and nickel (3) match."),
        ("toss dime", "place dime a3", "Heads places a dime (1) on A3."),
        ("toss dime", "place dime c2", "Heads places a dime (1) on C2, over the nickel (3) of Tails."),
        ("toss none", "capture a1", "Heads captures the dime (1) on A1; the space is empty."),
        ("toss none", "capture b2", "Heads captures the dime (1) on B2; Tails controls the space now."),
        ("toss none", "move b2 c1", "Heads moves the stack from B2 to C1."),
        ("toss none", "end", "Heads ends the turn."),
    ],
)
def test_descriptions(before: str, action: str, sentence: str) -> None:
    state = play(position(STACKED, heads="11123"), before)
    assert state.describe(state.game.parse(action), klatsch.PUBLIC) == sentence


def test_describing_a_payment() -> None:
    state = play(new(), "toss none; end; toss dime penny nickel quarter")
    pays = state.game.parse("pay nickel")
    assert state.describe(pays, klatsch.PUBLIC) == "Tails pays a nickel (3) into the bank of Heads."
    assert state.describe(pays, 0) == "Tails pays a nickel (3) into your bank."
    assert state.describe(pays, 1) == "You pay a nickel (3) into the bank of Heads."


@pytest.mark.parametrize(
    ("matches", "action", "sentence"),
    [
        (
            "toss penny",
            "place penny b3",
            "The penny (2) is not smaller than the penny (2) on top of B3: only a smaller coin may cover it. (§4.2)",
        ),
        (
            "toss none",
            "place dime a1",
            "No coin matched: this turn you may capture and move, but not place. (§3.5)",
        ),
        (
            "toss none",
            "move a1 a1",
            "The stack lies on A1 already: it moves to an empty space beside it. (§6.1)",
        ),
    ],
)
def test_refusals_are_sentences_that_help(matches: str, action: str, sentence: str) -> None:
    state = play(position(STACKED, heads="11123"), matches)
    with pytest.raises(klatsch.IllegalAction) as refused:
        state.play(action)
    assert str(refused.value) == sentence


def test_every_sentence_is_used() -> None:
    """No sentence of the catalogue is left over: every id is named in the sources, or built from one there."""
    sources = "".join(path.read_text("utf-8") for path in DEFINITION.folder.glob("*.py"))
    built = re.compile(
        r"(button|anchor|cause|change|coin|feature|panel|prompt|end|verdict|region|map|option|does\.toss)[._]"
    )
    unused = [
        id
        for id in read_catalogue(DEFINITION.folder, "en")
        if f'"{id}"' not in sources
        and not built.match(id)
        and id not in ("about", "balance", "board.mark_heads", "board.mark_tails")
    ]
    assert unused == []
