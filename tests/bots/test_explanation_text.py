"""Explanations and hints as they are read, and where a hint says to look. A seeded search gives the same text."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.bots.explain import Turn, expected, explain, rank, sentences, turns_of
from klatsch.bots.hints import hint, outline, position, where
from klatsch.bots.leaf_statistics import Entry
from klatsch.bots.mcts import Search
from klatsch.bots.search_for_explanation import study
from klatsch.core.game import KnownState

MIDDLE_GAME = ("connect-four", "drop 4", "drop 4", "drop 3")
TWO_CARDS = ("kuhn-poker", "deal 2", "deal 1")


def known(name: str, *actions: str) -> KnownState:
    state = klatsch.load(name).new()
    for action in actions:
        state.play(action)
    return state.known_to(int(state.actor), klatsch.Rng(5))


def searched(position: KnownState, sims: int) -> Search:
    return study(position, klatsch.Rng(5), sims=sims)


def test_an_explanation_as_it_is_read() -> None:
    """After 4, 4, 3 Red must not leave both sides of the row open."""
    red = known(*MIDDLE_GAME)
    say = red.state.game.definition.words.say("en")
    assert [say(line) for line in sentences(explain(searched(red, 600), red))] == [
        "Red: win chance 44 % ± 2, from 600 simulations.",
        "1. Red drops a disc into column 5. 44 % ± 2.",
        "2. Red drops a disc into column 2. 43 % ± 2.",
        "3. Red drops a disc into column 4. This loses by force.",
        "   Beside the best choice, in points: "
        "−0.6 places that would make four, +0.4 discs in the middle, −0.2 being to move.",
        "Expected:",
        " · Red drops a disc into column 5.",
        " · Yellow drops a disc into column 1.",
        " · Red drops a disc into column 2.",
    ]


def test_an_explanation_where_hands_are_hidden() -> None:
    first = known(*TWO_CARDS)
    say = first.state.game.definition.words.say("en")
    assert [say(line) for line in sentences(explain(searched(first, 200), first))] == [
        "Player 1: win chance 54 % ± 9, from 200 simulations.",
        "1. Player 1 bets. 54 % ± 9.",
        "   Good in 54 % of the hands they may hold.",
        "2. Player 1 passes. 52 % ± 10.",
        "   Good in 52 % of the hands they may hold.",
        "Expected:",
        " · Player 1 bets.",
        " · Player 2 bets.",
    ]


@pytest.mark.parametrize(
    ("actions", "sims", "steps"),
    [
        (
            MIDDLE_GAME,
            600,
            [
                "Look at the middle of the table.",
                "Think about column 5.",
                "Best: Red drops a disc into column 5.",
                "At first sight: Red drops a disc into column 4. This loses by force.\n"
                "Expected answer: Yellow drops a disc into column 5.",
            ],
        ),
        (
            TWO_CARDS,
            200,
            [
                "It is nothing on the board: think of what else you can do.",
                "One of these: «Pass», «Bet».",
                "Best: Player 1 bets.",
                "Second choice: Player 1 passes. 52 % ± 10.\n"
                "Beside the best that makes no difference that this search can see: 1 ± 14 points of win chance.\n"
                "Expected answer: Player 2 bets.",
            ],
        ),
    ],
)
def test_hints_as_they_are_read(actions: tuple[str, ...], sims: int, steps: list[str]) -> None:
    position = known(*actions)
    search = searched(position, sims)
    say = position.state.game.definition.words.say("en")
    assert ["\n".join(map(say, hint(search, position, step))) for step in (1, 2, 3, 4)] == steps


# ── The expected course ───────────────────────────────────────────────────────────────────────────────


def entry(winner: int) -> Entry:
    return Entry(action=0, visits=20, value=0.5, error=0.0, good=0.5, winner=winner)


def test_a_side_prefers_its_proven_win_and_avoids_its_proven_loss() -> None:
    assert [rank(entry(winner), side=1) for winner in (1, -1, 0)] == [1, 0, -1]
    assert [rank(entry(winner), side=-1) for winner in (1, -1, 0)] == [0, 0, 0]  # chance is blind


def test_the_expected_course_goes_on_while_something_was_visited_often_enough() -> None:
    red = known(*MIDDLE_GAME)
    search = searched(red, 600)
    line = expected(search, red.state, search.best())
    assert len(line) > 2
    for length in range(1, len(line)):
        visits = {found.action: found.visits for found in search.entries(line[:length])}
        assert visits[line[length]] >= 10
    assert all(found.visits < 10 for found in search.entries(line))


def test_a_turn_that_the_search_has_not_seen_to_its_end_is_left_out() -> None:
    """Coffee Chess: a turn is several decisions."""
    state = klatsch.load("coffee-chess").new()
    place, end, other = (state.game.parse(action) for action in ("place b1", "end", "place a1"))

    def seats(*line: int) -> list[tuple[int, int]]:
        return [(turn.seat, len(turn.steps)) for turn in turns_of(line, state, 0)]

    assert seats(place) == [(0, 1)]
    assert seats(place, end) == [(0, 2)]
    assert seats(place, end, other) == [(0, 2)]
    assert seats(place, end, other, end) == [(0, 2), (1, 2)]
    assert isinstance(turns_of([place], state, 0)[0], Turn)


# ── Where to look ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "shape",
    [
        '<rect id="a" x="20" y="10" width="20" height="60"/>',
        '<circle id="a" cx="30" cy="40" r="9"/>',
        '<ellipse id="a" cx="30" cy="40" rx="9" ry="3"/>',
        '<polygon id="a" points="20,10 40,10 40,70 20,70"/>',
        '<polyline id="a" points="20,10 40,70"/>',
        '<text id="a" x="30" y="40">A</text>',
        '<use id="a" href="#b" x="30" y="40"/>',
        '<path id="a" d="M20,10 H40 V70 h-20 z"/>',
        '<g id="a"><circle cx="20" cy="10" r="1"/><circle cx="40" cy="70" r="1"/></g>',
        '<g id="a" transform="translate(10 20)"><circle cx="20" cy="20" r="1"/></g>',
        '<g id="a" style="transform: translate(10px, 20px)"><circle cx="20" cy="20" r="1"/></g>',
        '<g transform="translate(10,20)"><g><circle id="a" cx="20" cy="20" r="1"/></g></g>',
        '<g transform="translate(20 20)"><g id="a" transform="translate(10,20)"/></g>',
    ],
)
def test_the_middle_of_any_shape(shape: str) -> None:
    svg = f'<svg viewBox="-10 -20 100 200">{shape}</svg>'
    place = position(svg, "a")
    assert place is not None
    assert place == pytest.approx(((40 + 20) / 200, (30 + 10) / 100))


def test_what_is_not_drawn_is_on_the_table() -> None:
    state = klatsch.load("connect-four").new()
    assert where(state, "no-such-place", 0).id == "hint.on_the_table"


def test_where_the_strokes_of_a_path_end() -> None:
    """Capitals say where, small letters how far from there; a letter may have several strokes."""
    path = "M1,2 3,4 l1,1 1,1 H9 h1 V7 v-1 T5,6 Q0,0 1,1 S0,0 2,2 C0,0 0,0 3,3 A9,9 0 0 1 4,4 z"
    strokes = [
        (1, 2),
        (3, 4),
        (4, 5),
        (5, 6),
        (9, 6),
        (10, 6),
        (10, 7),
        (10, 6),
        (5, 6),
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]
    assert outline(path) == strokes
