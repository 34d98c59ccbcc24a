"""Positions as text: every position of every variant survives, and a mangled text is refused or a sound position."""

from __future__ import annotations

import random

import pytest

import klatsch
from klatsch.core.position_text import MOST_LETTERS, form_of

from contract.position_mangling import mangled, positions
from contract.variants import VARIANTS, Variant

with_variants = pytest.mark.parametrize("variant", VARIANTS, ids=str)
OURS = [variant for variant in VARIANTS if variant.game not in ("connect-four", "kuhn-poker")]


def round_trips(variant: Variant, seeds: range, every: int) -> None:
    game = variant.load()
    for seed in seeds:
        for number, state in enumerate(positions(game, variant.seats, seed)):
            text = state.position()
            assert "\n" not in text
            assert len(text) < MOST_LETTERS / 2
            if number % every == seed % every or state.actor == klatsch.OVER:
                again = game.from_position(text)
                assert again.to_bytes() == state.to_bytes(), text
                assert again.position() == text


@with_variants
def test_round_trip(variant: Variant) -> None:
    round_trips(variant, range(4), 5)


@pytest.mark.long
@with_variants
def test_round_trip_of_many_games(variant: Variant) -> None:
    round_trips(variant, range(100, 200), 1)


@pytest.mark.parametrize("variant", OURS, ids=str)
def test_the_parts_cover_every_number_once(variant: Variant) -> None:
    game = variant.load()
    covered = [place for part in form_of(game, variant.seats).parts for place in part.covers()]
    assert len(covered) == len(set(covered))
    # ChoCo's parts for its table and its hands also say how many cards there are.
    implied = {"choco": 5}.get(variant.game, 0)
    length = len(game.definition.blank(game, variant.seats).numbers()) - 1
    assert len(covered) == length - implied
    names = [part.name for part in form_of(game, variant.seats).parts]
    assert len(names) == len(set(names))


def stays_sound(variant: Variant, tries: int, seed: int) -> None:
    game = variant.load()
    texts = [state.position() for start in range(3) for state in positions(game, variant.seats, start)]
    chooser = random.Random(seed)
    for _ in range(tries):
        text = mangled(chooser.choice(texts), chooser.choice(texts), chooser)
        try:
            state = game.from_position(text)
        except ValueError:
            continue
        final = game.playout(state, seed)
        assert game.definition.invariant(final) is None, text
        assert sum(final.utilities()) > 0, text
        assert game.from_position(state.position()) == state


@pytest.mark.parametrize("variant", OURS, ids=str)
def test_mangled_texts(variant: Variant) -> None:
    stays_sound(variant, 200, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("variant", OURS, ids=str)
def test_many_mangled_texts(variant: Variant) -> None:
    stays_sound(variant, 20_000, seed=2)


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("coffee-chess", "", "begins with 'white to act', 'black to act', 'chance to act' or 'over'"),
        ("coffee-chess", "white to act; beams a1 2", "has no part 'beams'"),
        ("coffee-chess", "white to act; turn 2", "turn 2 is black's"),
        ("coffee-chess", "white to act; beans a1 60", "there are more than 50 beans"),
        ("coffee-chess", "white to act; inventories 6 0", "an inventory holds more than five beans"),
        ("coffee-chess", "white to act; beans z9 1", "beans: 'z9' should be one of a1"),
        ("coffee-chess", "white to act; beans a1 1, a1 2", "a1 is named twice"),
        ("coffee-chess", "white to act; turn 3; turn 5", "says 'turn' twice"),
        ("coffee-chess", "white to act; turn", "nothing follows 'turn'"),
        ("coffee-chess", "white to act; turn x", "turn: 'x' should be a whole number"),
        ("coffee-chess", "over", "the game is over without a reason"),
        ("coin-age", "heads to act; stacks a1 2H1T", "coins get larger from the top down"),
        ("coin-age", "chance to act; stacks a1 4H, a2 4H, a3 4T", "there are more coins on the map"),
        ("coin-age", "chance to act; heads empty; tails empty", "a coin is lost or won"),
        ("four-armies", "human to act; seats 9", "is played by 2 or 3 or 4 or 5, not 9"),
        ("four-armies", "human to act; map c3 Hh, c4 Hr, d3 Er", "the unit on d3 stands beside two human units"),
        ("four-armies", "human to act; map c3 Hh, c4 Hh", "an army has one hero unit only"),
        ("choco", "1 to act; cards wwww 0 0", "'wwww' should be one of"),
        ("choco", "1 to act; cards wwwm 0 0, mmmd 1 1", "lies half on others"),
        ("choco", "1 to act; colours white white; cards wwwm 0 0", "the same colour"),
        ("chocolate-coin", "santa to act; track santa elf ie", "there should be 4 words"),
        ("chocolate-coin", "santa to act; santa l1 20", "tokens of santa are lost or won"),
        ("kuhn-poker", "seat 1 to act; numbers 1 2", "something is out of range"),
    ],
)
def test_what_is_wrong_is_told(game: str, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as told:
        klatsch.load(game).from_position(text)
    assert sentence in str(told.value)


def test_a_long_text_is_not_looked_at() -> None:
    with pytest.raises(ValueError, match="at most 20000 letters"):
        klatsch.load("coffee-chess").from_position("white to act" + "; " * 20_000)


def test_blanks_and_order_don_t_matter() -> None:
    game = klatsch.load("coffee-chess")
    one = game.from_position("black to act; turn 4; beans a1 2, b1 3")
    assert game.from_position(" black to act ;beans  b1 3,a1   2;; turn 4 ;") == one
