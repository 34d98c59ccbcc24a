"""What every game must fulfil, checked by random play of every variant in variants.py."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import klatsch
from klatsch import rulebook
from klatsch.core.options import Choice
from klatsch.core.rng import MAX_ACTIONS, Rng

from contract.variants import VARIANTS, Variant
from playing import all_definitions, walk

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def some(states: Iterator[klatsch.State], step: int = 7) -> Iterator[klatsch.State]:
    """Every `step`-th state of a walk, and the last."""
    for number, state in enumerate(states):
        if number % step == 0 or state.actor == klatsch.OVER:
            yield state


def viewers(state: klatsch.State) -> list[int]:
    everything = [klatsch.OPEN] if state.actor == klatsch.OVER else []
    return [*range(state.seats), klatsch.PUBLIC, *everything]


def shown(state: klatsch.State, viewer: int) -> tuple[str, ...]:
    """All that a viewer is told of a state."""
    view = json.dumps(state.view(viewer), sort_keys=True)
    clause = state.game.definition.clause(state)
    return view, state.svg(viewer), state.text(viewer), state.prompt(viewer), clause


def test_every_game_is_covered() -> None:
    """Every registered game, every number of seats, every value of every choice is in variants.py."""
    for definition in all_definitions():
        mine = [variant for variant in VARIANTS if variant.game == definition.name]
        assert {variant.seats for variant in mine} == set(definition.seats), definition.name
        for option in definition.options:
            if isinstance(option, Choice):
                used = {str(variant.options.get(option.name, option.default)) for variant in mine}
                assert used == set(option.choices), (definition.name, option.name)


@pytest.mark.parametrize("definition", all_definitions(), ids=lambda definition: definition.name)
def test_actions_have_unique_notations(definition: klatsch.core.definition.Definition[Any]) -> None:
    game = klatsch.load(definition.name)
    assert len(game.actions) <= MAX_ACTIONS
    notations = [game.notation(action) for action in range(len(game.actions))]
    assert len(set(notations)) == len(notations)
    for action, notation in enumerate(notations):
        assert game.parse(notation) == action
        assert notation == " ".join(notation.lower().split())
    for wrong in ("nonsense", "", "end end end"):
        with pytest.raises(ValueError, match="no action of"):
            game.parse(wrong)


@pytest.mark.parametrize("definition", all_definitions(), ids=lambda definition: definition.name)
def test_wrong_names_are_told_the_right_ones(definition: klatsch.core.definition.Definition[Any]) -> None:
    with pytest.raises(ValueError, match=definition.name):
        klatsch.load("no-such-game")
    with pytest.raises(ValueError, match="no option 'nonsense'"):
        klatsch.load(definition.name, nonsense="1")
    for option in definition.options:
        with pytest.raises(ValueError, match=f"option {option.name} can't be 'nonsense_'"):
            klatsch.load(definition.name, **{option.name: "nonsense_"})
    with pytest.raises(ValueError, match="is played by"):
        klatsch.load(definition.name).new(seats=99)


@each_variant
def test_random_play_ends(variant: Variant) -> None:
    game = variant.load()
    for seed in range(10):
        states = [state.actor for state in walk(game, variant.seats, seed)]
        assert len(states) - 1 <= game.max_decisions


@each_variant
def test_legal_is_accepted_and_all_else_refused(variant: Variant) -> None:
    game = variant.load()
    clauses = set(rulebook.clauses(rulebook.rules_text(game.definition)))
    for state in some(walk(game, variant.seats, 1), 11):
        before = state.to_bytes()
        legal = state.legal_actions()
        assert len(set(legal)) == len(legal)
        assert state.legal_actions() == legal
        assert (legal == []) == (state.actor == klatsch.OVER)
        for action in legal:
            copy = state.clone()
            copy.play(action)
            assert state.why_not(action) is None
        step = max(1, len(game.actions) // 300)
        for action in sorted(set(range(0, len(game.actions), step)) - set(legal)):
            with pytest.raises(klatsch.IllegalAction) as refused:
                state.play(action)
            assert refused.value.sentence
            assert refused.value.clause == state.why_not(action)
            if state.actor >= 0:
                assert refused.value.clause in clauses, (game.notation(action), refused.value.sentence)
        for nothing in (-1, len(game.actions)):
            with pytest.raises(klatsch.IllegalAction):
                state.play(nothing)
        assert state.to_bytes() == before


@each_variant
def test_clone_is_equal_and_independent(variant: Variant) -> None:
    game = variant.load()
    for state in some(walk(game, variant.seats, 2)):
        copy = state.clone()
        before = state.to_bytes()
        assert copy.to_bytes() == before
        assert copy == state
        if state.actor != klatsch.OVER:
            rng = Rng(5)
            while copy.actor != klatsch.OVER:
                copy.apply(copy.sample(rng))
            assert state.to_bytes() == before
            copy = state.clone()
            copy.play(state.legal_actions()[0])
            assert state.to_bytes() == before


@each_variant
def test_bytes_round_trip(variant: Variant) -> None:
    game = variant.load()
    for state in some(walk(game, variant.seats, 3)):
        data = state.to_bytes()
        again = game.from_bytes(data)
        assert again.to_bytes() == data
        assert again.legal_actions() == state.legal_actions()
        assert again.key() == state.key()
        assert [again.view(viewer) for viewer in viewers(state)] == [state.view(viewer) for viewer in viewers(state)]
        assert klatsch.core.game.checksum(again, 9) == klatsch.core.game.checksum(state, 9)
    assert pickle.loads(pickle.dumps(state)) == state
    for damaged in (b"", b"KLS1", data[:-1], data + b"\0", b"XXXX" + data[4:], data[:12] + b"\xff\xff" + data[14:]):
        with pytest.raises(ValueError):
            game.from_bytes(damaged)
    numbers = state.numbers()
    for wrong in (numbers[:-1], [*numbers, 0, 0], [], [2**31 - 1] * len(numbers)):
        with pytest.raises(ValueError, match="damaged"):
            game.from_numbers(variant.seats, wrong)
    for other in {definition.name for definition in all_definitions()} - {variant.game}:
        with pytest.raises(ValueError, match="is not of"):
            klatsch.load(other).from_bytes(data)


@each_variant
def test_same_seed_same_game(variant: Variant) -> None:
    game = variant.load()
    start = game.new(variant.seats)
    before = start.to_bytes()
    assert game.playout(start, 7) == game.playout(start, 7)
    assert game.playouts(start, 20, 7) == game.playouts(start, 20, 7)
    assert len({game.playout(start, seed).to_bytes() for seed in range(30)}) > 3
    assert start.to_bytes() == before


@each_variant
def test_sample_draws_what_is_legal(variant: Variant) -> None:
    """`sample` gives legal actions only, at chance by weight: checked where few are legal, by counting."""
    game = variant.load()
    counted = 0
    for state in some(walk(game, variant.seats, 4), 3):
        if state.actor == klatsch.OVER:
            break
        rng = Rng(11)
        legal = state.legal_actions()
        counts = dict.fromkeys(legal, 0)
        for _ in range(50):
            counts[int(state.sample(rng))] += 1
        if 1 < len(legal) <= 6 and counted < 5:
            counted += 1
            n = 3000
            for _ in range(n):
                counts[int(state.sample(rng))] += 1
            chances = dict(state.outcomes()) if state.actor == klatsch.CHANCE else dict.fromkeys(legal, 1 / len(legal))
            for action, chance in chances.items():
                expected = (n + 50) * chance
                assert abs(counts[action] - expected) < 6 * (expected * (1 - chance)) ** 0.5 + 20


@each_variant
def test_outcomes_have_weights(variant: Variant) -> None:
    game = variant.load()
    for state in walk(game, variant.seats, 5):
        if state.actor == klatsch.CHANCE:
            assert all(weight > 0 for weight in state.weights())
            assert sum(chance for _, chance in state.outcomes()) == pytest.approx(1)
            assert [outcome for outcome, _ in state.outcomes()] == state.legal_actions()
            assert state.draw(3) in state.legal_actions()
        else:
            with pytest.raises(ValueError, match="chance"):
                state.outcomes()


@each_variant
def test_utilities_and_ranking_agree(variant: Variant) -> None:
    game = variant.load()
    sides = game.definition.sides(variant.seats)
    assert sorted(seat for side in sides for seat in side) == list(range(variant.seats))
    start = game.new(variant.seats)
    assert start.outcome is None
    with pytest.raises(ValueError, match="not over"):
        start.utilities()
    for seed in range(40):
        final = game.playout(start, seed)
        utilities = final.utilities()
        assert sum(utilities) == pytest.approx(variant.seats / len(sides))
        for side in sides:
            assert len({utilities[seat] for seat in side}) == 1
        outcome = final.outcome
        assert outcome is not None
        assert sorted(seat for place in outcome.ranking for seat in place) == list(range(variant.seats))
        first = outcome.ranking[0]
        assert {seat for seat in range(variant.seats) if utilities[seat] > 0} == set(first)
        winning_sides = sum(side[0] in first for side in sides)
        assert all(utilities[seat] == pytest.approx(1 / winning_sides) for seat in first)
        assert final.prompt(klatsch.OPEN)


@each_variant
def test_views_are_plain_and_drawings_stand(variant: Variant) -> None:
    import xml.etree.ElementTree as ElementTree

    game = variant.load()
    start = game.new(variant.seats)
    for viewer in (klatsch.OPEN, 99, -77):
        with pytest.raises(ValueError):
            start.view(viewer)
    for state in some(walk(game, variant.seats, 6), 13):
        for viewer in viewers(state):
            view = state.view(viewer)
            assert json.loads(json.dumps(view)) == view
            svg = ElementTree.fromstring(state.svg(viewer))
            ids = [element.get("id") for element in svg.iter() if element.get("id")]
            assert len(set(ids)) == len(ids)
            assert state.text(viewer)
        if state.actor >= 0:
            svg = ElementTree.fromstring(state.svg(state.actor))
            ids = [element.get("id") for element in svg.iter()]
            for action in state.legal_actions():
                assert set(game.actions[action].anchors) <= set(ids), game.notation(action)
    assert state._repr_svg_() == state.svg(klatsch.OPEN)


@each_variant
def test_where_nothing_is_hidden_the_view_tells_all(variant: Variant) -> None:
    """States that look alike to everybody have the same actor and the same legal actions."""
    game = variant.load()
    if game.definition.hidden:
        return
    known: dict[str, tuple[int, list[int]]] = {}
    for seed in range(6):
        for state in walk(game, variant.seats, seed):
            view = json.dumps(state.view(klatsch.PUBLIC), sort_keys=True)
            now = (int(state.actor), state.legal_actions())
            assert known.setdefault(view, now) == now


@each_variant
def test_only_legal_actions_are_described(variant: Variant) -> None:
    game = variant.load()
    state = game.new(variant.seats)
    illegal = [action for action in range(len(game.actions)) if not state.is_legal(action)]
    for action in (-1, *illegal[:5], len(game.actions)):
        with pytest.raises(ValueError, match="legal action"):
            state.describe(action, 0)


@each_variant
def test_every_action_is_described_to_everybody(variant: Variant) -> None:
    game = variant.load()
    for state in some(walk(game, variant.seats, 8), 5):
        for action in state.legal_actions()[:40]:
            for viewer in viewers(state):
                assert state.describe(action, viewer)


@each_variant
def test_what_a_viewer_sees_does_not_change_by_redealing(variant: Variant) -> None:
    # Where nothing is hidden a re-dealt state is the same state (checked below), so a glance is enough.
    if variant.load().definition.hidden:
        check_redealing(variant, seeds=2, step=11)
    else:
        check_redealing(variant, seeds=1, step=60)


@pytest.mark.long
@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.load().definition.hidden], ids=str)
def test_what_a_viewer_sees_does_not_change_by_redealing_at_length(variant: Variant) -> None:
    check_redealing(variant, seeds=8, step=4)


def check_redealing(variant: Variant, seeds: int, step: int) -> None:
    """Re-deal what a viewer can't know: view, drawing, text and prompt stay the same to the byte; so does
    everything told of the next step to a viewer who doesn't make it."""
    for seed in range(seeds):
        for state in some(walk(variant.load(), variant.seats, seed), step):
            if state.actor == klatsch.OVER:
                continue
            for viewer in [*range(variant.seats), klatsch.PUBLIC]:
                before = shown(state, viewer)
                for again in range(2):
                    dealt = state.clone().resample(viewer, Rng(1000 * seed + again))
                    assert shown(dealt, viewer) == before
                    assert dealt.actor == state.actor
                    if viewer == state.actor:
                        assert dealt.legal_actions() == state.legal_actions()
                        assert [dealt.describe(a, viewer) for a in dealt.legal_actions()[:20]] == [
                            state.describe(a, viewer) for a in state.legal_actions()[:20]
                        ]


@each_variant
def test_redealt_states_are_whole_games(variant: Variant) -> None:
    """A re-dealt state plays on to an end like any other; nothing hidden: it is the same state."""
    game = variant.load()
    for state in some(walk(game, variant.seats, 9), 9):
        if state.actor == klatsch.OVER:
            continue
        for viewer in range(variant.seats):
            dealt = state.clone().resample(viewer, Rng(viewer))
            if not game.definition.hidden:
                assert dealt == state
            game.playout(dealt, 3)
            assert game.from_bytes(dealt.to_bytes()) == dealt


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_where_chance_decides_is_told(variant: Variant) -> None:
    """`chance` says whether draws can be checked."""
    game = variant.load()
    drawn = any(state.actor == klatsch.CHANCE for state in walk(game, variant.seats, 1))
    assert game.definition.chance == drawn


@pytest.mark.parametrize("definition", [d for d in all_definitions() if d.hidden], ids=lambda d: d.name)
def test_hidden_games_do_hide(definition: klatsch.core.definition.Definition[Any]) -> None:
    """In a game that says it hides something, re-dealing must change something."""
    game = klatsch.load(definition.name)
    changed = 0
    for seed in range(10):
        for state in walk(game, definition.seats[0], seed):
            if state.actor != klatsch.OVER:
                changed += state.clone().resample(klatsch.PUBLIC, Rng(seed)) != state
    assert changed > 0


def test_an_index_of_another_kind_is_taken() -> None:
    """A numpy integer, say: anything that says it is an index."""

    class Index:
        def __index__(self) -> int:
            return 3

    state = klatsch.load("connect-four").new()
    state.play(Index())
    assert state.view(0)["columns"][3][0] == 0
    with pytest.raises(TypeError):
        state.play(1.5)  # type: ignore[arg-type]


def test_states_of_other_options_are_not_equal() -> None:
    assert klatsch.load("coffee-chess").new() != klatsch.load("coffee-chess", bank_end="finish_turn").new()
    assert klatsch.load("coffee-chess").new() == klatsch.load("coffee-chess").new()
