"""Explanations and hints: every number quoted is in the tree, and no step says more than it should."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import klatsch
from klatsch.bots.explain import Explanation, sentences
from klatsch.bots.explain import explain as explain_known
from klatsch.bots.hints import drawn_for, first_sight, is_on, obvious, position, spaced
from klatsch.bots.hints import hint as hint_known
from klatsch.bots.leaf_statistics import Entry
from klatsch.bots.mcts import Search
from klatsch.bots.search_for_explanation import study as study_with
from klatsch.core.definition import Definition
from klatsch.core.game import KnownState
from klatsch.core.message import Message
from klatsch.language import read_catalogue

from playing import all_definitions, walk

GAMES = ("connect-four", "kuhn-poker", "coin-age", "coffee-chess", "four-armies", "choco", "chocolate-coin")


def after(name: str, *actions: str) -> klatsch.State:
    state = klatsch.load(name).new()
    for action in actions:
        state.play(action)
    return state


def decision(name: str, seed: int = 3, steps: int = 12) -> klatsch.State:
    """A decision with several choices in a random game, re-dealt for the seat to move."""
    rng = klatsch.Rng(seed)
    state = klatsch.load(name).new()
    while steps > 0 or state.actor < 0 or len(state.legal_actions()) < 2:
        state.apply(state.sample(rng))
        steps -= 1
        if state.actor == klatsch.OVER:
            state, steps = klatsch.load(name).new(), 2
    return state.resample(int(state.actor), rng)


def study(state: klatsch.State, sims: int = 400) -> Search:
    return study_with(known(state), klatsch.Rng(5), sims=sims)


def known(state: klatsch.State) -> KnownState:
    return state.known_to(int(state.actor), klatsch.Rng(5))


def explain(search: Search, state: klatsch.State) -> Explanation:
    return explain_known(search, known(state))


def hint(search: Search, state: klatsch.State, step: int, lang: str = "en") -> list[Message]:
    return hint_known(search, known(state), step, lang)


def words(state: klatsch.State, messages: list[Message]) -> str:
    say = state.say_to(int(state.actor))
    return "\n".join(say(message) for message in messages)


# ── Numbers ───────────────────────────────────────────────────────────────────────────────────────────


def quoted(message: Message) -> Iterator[tuple[str, int | str]]:
    """The numbers in what an explanation says, by name; what the game itself says of an action has its own."""
    for name, value in message.args.items():
        if isinstance(value, Message):
            if value.id.startswith(("explain.", "hint.")):
                yield from quoted(value)
        elif name != "rank":
            yield name, value


def all_entries(search: Search) -> list[Entry]:
    """Every entry of the tree's first four levels."""
    found: list[Entry] = []
    lines: list[list[int]] = [[]]
    while lines:
        line = lines.pop()
        entries = search.entries(line)
        found += entries
        if len(line) < 3:
            lines += [[*line, entry.action] for entry in entries if entry.visits > 9]
    return found


def points_in(search: Search) -> set[str]:
    """All differences of weighed mean features between two actions of the root, written as an explanation does."""
    evaluator = search.evaluator
    if evaluator is None:
        return set()
    means = [search.remembered(entry.action)[1] for entry in search.entries([])]
    sides, count = list(search.sides), len(evaluator.names)
    own = sides[search.seat]
    leads = []
    for values in (mean for mean in means if mean):
        for i in range(count):
            mine = sum(values[seat * count + i] for seat, side in enumerate(sides) if side == own)
            others = sum(values[seat * count + i] for seat, side in enumerate(sides) if side != own)
            leads.append(evaluator.weights[i] * (mine - others / (len(set(sides)) - 1)))
    return {f"{a - b:+.1f}".replace("-", "−") for a in leads for b in leads}


def check_numbers(told: list[Message], search: Search, explanation: Explanation) -> None:
    entries = all_entries(search)
    root = {entry.action: entry for entry in search.entries([])}
    allowed: dict[str, set[int | str]] = {
        "simulations": {explanation.simulations},
        "percent": {round(100 * part) for entry in entries for part in (entry.value, entry.good)},
        "error": {round(196 * entry.error) for entry in entries},
        "points": {*points_in(search)},
        "share": {round(100 * a.visits / explanation.simulations) for a in entries},
    }
    # The hint quotes a difference of two values, and its error.
    best = root[explanation.choices[0].action]
    allowed["percent"] |= {round(100 * (best.value - other.value)) for other in root.values()}
    allowed["error"] |= {round(196 * (best.error**2 + other.error**2) ** 0.5) for other in root.values()}
    if explanation.turning is not None:
        allowed["share"] = {round(100 * turning.share) for turning in explanation.turning}
    numbers = [pair for message in told for pair in quoted(message)]
    for what, number in numbers:
        assert number in allowed[what], (what, number)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_quoted_is_in_the_tree(name: str) -> None:
    state = decision(name)
    search = study(state)
    explanation = explain(search, state)
    told = sentences(explanation)
    assert any(list(quoted(message)) for message in told)
    check_numbers(told, search, explanation)
    # A hint may look further into the obvious choice: then the tree has grown, and it tells of that.
    last_hint = hint(search, state, 4)
    check_numbers(last_hint, search, explanation)
    assert words(state, told + last_hint)


@pytest.mark.parametrize("name", GAMES)
def test_choices_are_the_trees_own(name: str) -> None:
    state = decision(name)
    search = study(state)
    root = {entry.action: entry for entry in search.entries([])}
    explanation = explain(search, state)
    assert explanation.choices[0].action == search.best()
    assert len(explanation.choices) == min(3, len(root))
    assert explanation.worth == explanation.choices[0].worth
    assert explanation.simulations == sum(entry.visits for entry in root.values())
    for choice in explanation.choices:
        entry = root[choice.action]
        assert (choice.visits, choice.good) == (entry.visits, entry.good)
        assert choice.worth.value == entry.value
        assert choice.worth.error == 1.96 * entry.error


@pytest.mark.parametrize("name", GAMES)
def test_the_line_is_whole_legal_turns(name: str) -> None:
    state = decision(name)
    search = study(state, 1500)
    line = explain(search, state).line
    assert line[0].steps[0].action == search.best()
    replayed = state.clone()
    for number, turn in enumerate(line):
        assert number == 0 or line[number - 1].seat != turn.seat
        for step in turn.steps:
            assert replayed.actor == turn.seat
            replayed.play(step.action)
    assert len(line) == 1 or replayed.actor != line[-1].seat


def test_chance_at_its_best_and_worst() -> None:
    """Coin Age: after the turn the other one tosses. Shares and values are those of the outcomes in the tree."""
    state = after("coin-age")
    while len(state.legal_actions()) < 2 or state.actor == klatsch.CHANCE:
        state.play(state.draw(1) if state.actor == klatsch.CHANCE else state.legal_actions()[0])
    search = study(state, 4000)
    explanation = explain(search, state)
    assert explanation.turning is not None
    best, worst = explanation.turning
    own = [step.action for turn in explanation.line if turn.seat != klatsch.CHANCE for step in turn.steps]
    outcomes = {entry.action: entry for entry in search.entries(own[: len(explanation.line[0].steps)])}
    total = sum(entry.visits for entry in outcomes.values())
    seen = [entry.value for entry in outcomes.values() if entry.visits >= 10]
    assert (best.worth.value, worst.worth.value) == (max(seen), min(seen))
    for turning in (best, worst):
        assert turning.share == outcomes[turning.action].visits / total
    assert "Chance at its worst, in" in words(state, sentences(explanation))


# ── Forced ────────────────────────────────────────────────────────────────────────────────────────────

WINS = ("drop 1", "drop 1", "drop 2", "drop 2", "drop 3", "drop 3")
# Yellow has three in the first row with both ends free: Red can stop only one.
LOSES = ("drop 3", "drop 3", "drop 4", "drop 4", "drop 5")


def test_a_forced_win_and_a_forced_loss() -> None:
    won = after("connect-four", *WINS)
    explanation = explain(study(won), won)
    assert (explanation.worth.proven, explanation.worth.value) == ("win", 1.0)
    assert "You win by force." in words(won, sentences(explanation))
    lost = after("connect-four", *LOSES)
    explanation = explain(study(lost, 5000), lost)
    assert (explanation.worth.proven, explanation.worth.value) == ("loss", 0.0)
    assert "You lose by force: every choice does." in words(lost, sentences(explanation))


@pytest.mark.parametrize("seed", range(4))
def test_a_proven_node_is_worth_what_is_proven(seed: int) -> None:
    """Whatever the simulations before the proof had found."""
    state = decision("connect-four", seed, 24)
    search = study(state, 3000)
    proven = [entry for entry in search.entries([]) if entry.winner != -1]
    for entry in proven:
        assert (entry.value, entry.error) == (1.0 if entry.winner == search.seat else 0.0, 0.0)


# ── The evaluator's terms ─────────────────────────────────────────────────────────────────────────────


def test_terms_are_differences_of_weighed_features() -> None:
    state = decision("connect-four", 7, 9)
    search = study(state, 3000)
    evaluator = search.evaluator
    assert evaluator is not None
    first, second, _ = explain(search, state).choices
    assert first.terms == ()
    assert second.terms
    own, other = int(search.seat), 1 - int(search.seat)
    for term in second.terms:
        i = evaluator.names.index(term.feature)
        leads = [
            evaluator.weights[i] * (means[3 * own + i] - means[3 * other + i])
            for _, means in (search.remembered(action) for action in (second.action, first.action))
        ]
        assert term.points == pytest.approx(leads[0] - leads[1])
    assert "Beside the best choice, in points: " in words(state, sentences(explain(search, state)))


def test_without_an_evaluator_there_are_no_terms() -> None:
    state = decision("kuhn-poker")
    search = study(state)
    explanation = explain(search, state)
    assert all(choice.terms == () for choice in explanation.choices)
    assert search.remembered(search.best()) == (0, [])


@pytest.mark.parametrize("definition", all_definitions(), ids=lambda definition: definition.name)
def test_every_feature_has_a_phrase(definition: Definition[Any]) -> None:
    if definition.evaluator is None:
        return
    evaluator = definition.evaluator(klatsch.load(definition.name), definition.seats[0])
    english = read_catalogue(definition.folder, "en")
    assert [name for name in evaluator.names if f"feature_{name}" not in english] == []


# ── Hidden hands ──────────────────────────────────────────────────────────────────────────────────────


def test_good_in_so_many_of_the_hands() -> None:
    """With the 2, a pass that is passed wins against the 1 and loses against the 3."""
    state = after("kuhn-poker", "deal 2", "deal 1")
    explanation = explain(study(state, 2000), state)
    for choice in explanation.choices:
        assert choice.good == pytest.approx(choice.worth.value)  # all or nothing is at stake
        assert 0.3 < choice.good < 0.7
    assert "of the hands they may hold." in words(state, sentences(explanation))


def test_nothing_hidden_is_told() -> None:
    told: list[Explanation] = []
    for card in (1, 3):
        state = after("kuhn-poker", "deal 2", f"deal {card}")
        dealt = state.resample(0, klatsch.Rng(4))
        told.append(explain(study(dealt), dealt))
    assert told[0] == told[1]


def test_only_ones_own_decision_is_explained() -> None:
    state = after("connect-four", "drop 4")
    search = study(state)
    with pytest.raises(ValueError, match="own decision"):
        explain(search, after("connect-four"))


def test_as_data_is_plain() -> None:
    import json

    state = decision("connect-four")
    data = explain(study(state), state).as_data(state.game.definition.words.say("en"))
    assert json.loads(json.dumps(data)) == data
    assert " drops a disc into column " in data["choices"][0]["does"]


# ── Hints ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", GAMES)
def test_steps_give_away_no_more_than_they_say(name: str) -> None:
    state = decision(name)
    search = study(state)
    best = search.best()
    does = state.describe(best, int(search.seat))
    steps = [words(state, hint(search, state, step)) for step in (1, 2, 3, 4)]
    anchors = state.game.actions[best].anchors
    assert steps[2] == f"Best: {does}"
    for text in steps[:2]:
        assert does not in text
    assert state.game.notation(best) not in steps[0]
    for later in anchors[1:]:
        assert spaced(later.partition("-")[2]) not in steps[1].split()
    if anchors:
        assert steps[0].startswith("Look at the ")
        place = spaced(anchors[0].partition("-")[2])
        assert place not in steps[0].split()
        drawn = label(state.svg(int(search.seat)), anchors[0])
        assert (f"«{drawn}»" if drawn else place) in steps[1]
    with pytest.raises(ValueError, match="steps 1 to 4"):
        hint(search, state, 5)


def label(svg: str, id: str) -> str | None:
    """What a screen reader calls a drawn element."""
    return next(each for each in ElementTree.fromstring(svg).iter() if each.get("id") == id).get("aria-label")


def test_a_piece_is_named_in_the_language_of_the_player() -> None:
    state = klatsch.load("choco").new()
    rng = klatsch.Rng(1)
    while state.actor < 0:
        state.apply(state.sample(rng))
    search = study(state, 60)
    colour = state.game.notation(search.best()).split()[-1]
    say = state.game.definition.words.say("pt")
    (told,) = (say(message) for message in hint(search, state, 2, "pt"))
    assert say(f"colour.{colour}") in told
    assert colour not in told


def test_a_forced_decision_needs_no_hint() -> None:
    forced = after("coffee-chess", "place b1", "place b1")
    assert words(forced, hint(study(forced), forced, 1)) == "There is only one thing you can do."


def test_ids_in_words() -> None:
    assert spaced("primary-1-op") == "primary 1 op"
    assert spaced("4--1") == "4 -1"
    assert spaced("-2-3") == "-2 3"


def test_where_a_region_is() -> None:
    """Its outline is a path: what counts is the middle of it, not where the pen begins."""
    svg = '<svg viewBox="0 0 100 200"><path id="a" d="M0,0 H60 v80 l-20,0 C30,90 20,70 0,80Z"/></svg>'
    assert position(svg, "a") == (0.2, 0.3)


def test_where_a_square_is() -> None:
    svg = klatsch.load("coffee-chess").new().svg(0)
    corners = {square: position(svg, f"sq-{square}") for square in ("a8", "h8", "a1", "h1")}
    assert all(corners.values())
    rows = {square: place[0] for square, place in corners.items() if place}
    columns = {square: place[1] for square, place in corners.items() if place}
    assert rows["a8"] == rows["h8"] < 0.3 < 0.7 < rows["a1"] == rows["h1"]
    assert columns["a8"] == columns["a1"] < 0.3 < 0.6 < columns["h8"] == columns["h1"]
    assert position(svg, "no-such-square") is None


@pytest.mark.parametrize("name", GAMES)
def test_every_anchor_has_a_place_and_a_name(name: str) -> None:
    game = klatsch.load(name)
    english = read_catalogue(game.definition.folder, "en")
    for number, state in enumerate(walk(game, game.definition.seats[0], 2)):
        if state.actor < 0 or number % 9:
            continue
        drawing = drawn_for(state, int(state.actor))
        for anchor in {game.actions[action].anchors[:1] for action in state.legal_actions()} - {()}:
            panel = next(panel for panel in drawing.panels if is_on(panel, anchor[0]))
            place = position(drawing.picture_of(panel.name), anchor[0])
            assert place is not None
            assert all(0 <= part <= 1 for part in place), (anchor, place)
            assert panel.name == "board" or f"panel.{panel.name.partition('-')[0]}" in english
            assert f"anchor.{anchor[0].partition('-')[0]}" in english


def test_why_the_obvious_one_fails() -> None:
    """What the evaluator likes at first sight is compared fairly; its loss is the difference in the tree."""
    state = decision("connect-four", 7, 9)
    search = study(state, 3000)
    found = obvious(search, state)
    assert found is not None
    sight = first_sight(search, state)
    assert found.at_first_sight == (sight != search.best())
    root = {entry.action: entry for entry in search.entries([])}
    best, other = root[search.best()], root[found.choice.action]
    assert other.visits >= best.visits // 4 or other.winner != -1
    assert found.loss == pytest.approx(best.value - other.value)
    assert words(state, hint(search, state, 4)).startswith(("At first sight: You", "Second choice: You"))


def test_the_obvious_one_loses_by_force() -> None:
    """Yellow must stop three in a row; every other choice loses at once."""
    state = after("connect-four", "drop 7", "drop 1", "drop 7", "drop 2", "drop 5", "drop 3")
    search = study(state, 3000)
    assert search.best() == state.game.parse("drop 4")
    text = words(state, hint(search, state, 4))
    assert "This loses by force." in text
