"""The rules of ChoCo against slow second opinions, over random games."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.choco.actions import ACTIONS, Choose, Lay
from klatsch.games.choco.cards import FACE_NAMES, turned
from klatsch.games.choco.grid import coordinates
from klatsch.games.choco.layout import ACTIVE, LAID, PHASE
from klatsch.games.choco.position import CARD_CHOICE, PLACING
from klatsch.games.choco.rules import ChoCo

from games.choco.chocoracle import Table
from games.choco.chocotable import DECK, all_cards
from playing import walk

VARIANTS = [
    (2, {}),
    (3, {}),
    (4, {"cover_match": "either", "contact_unit": "pieces"}),
    (2, {"cover_match": "beneath", "neutral": "largest", "tie": "shared"}),
]
each_variant = pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)


def check_legality(state: ChoCo) -> None:
    view = state.view(state.v[ACTIVE])
    table = Table(view)
    tokens, ruling = view["tokens"][state.v[ACTIVE]], state.game.options["cover_match"]
    actions = [ACTIONS[action] for action in state.legal_actions()]
    if state.v[PHASE] == PLACING:
        legal = {coordinates(action.cell) for action in actions if isinstance(action, Lay)}
        slow = table.places(view["choice"]["pieces"], tokens, ruling)
        assert legal == {(x - 2 + view["columns"][2], y - 2 + view["rows"][2]) for x, y in slow}
        assert len(legal) == len(actions)
    elif state.v[PHASE] == CARD_CHOICE and state.v[LAID] > 0:
        offered = {
            turned(str(view["hands"][state.v[ACTIVE]][action.slot]["face"]), action.turns)
            for action in actions
            if isinstance(action, Choose)
        }
        hand = {FACE_NAMES[state.face(state.v[ACTIVE], slot)] for slot in range(state.size(state.v[ACTIVE]))}
        shapes = {turned(face, quarters) for face in hand for quarters in range(4)}
        assert offered == {shape for shape in shapes if table.places(shape, tokens, ruling)}
        assert (state.game.parse("pass") in state.legal_actions()) == (not offered)


def play_and_check(seats: int, options: dict[str, object], seed: int) -> None:
    for state in walk(klatsch.load("choco", **options), seats, seed):
        assert isinstance(state, ChoCo)
        assert all_cards(state) == DECK
        if state.actor >= 0:
            check_legality(state)


@pytest.mark.rule(
    "choco 3.1", "choco 3.2", "choco 3.3", "choco 4.2", "choco 4.3", "choco 4.4", "choco 4.6", "choco 6.2"
)
@each_variant
def test_legal_places_are_those_of_a_slow_scan(seats: int, options: dict[str, object]) -> None:
    play_and_check(seats, options, seed=1)


@pytest.mark.long
@each_variant
def test_legal_places_are_those_of_a_slow_scan_at_length(seats: int, options: dict[str, object]) -> None:
    for seed in range(100, 120):
        play_and_check(seats, options, seed)


def ranking(table: Table, state: ChoCo) -> list[tuple[int, list[int]]]:
    """For each seat what counts: the points, and then (unless ties are shared) the smaller groups."""
    view = state.view(klatsch.PUBLIC)
    neutral = view["neutral"][0] if view["neutral"] else None
    rules = state.game.options
    told = []
    for colour in view["colours"]:
        points = table.points(colour[0], neutral, rules["neutral"], rules["contact_unit"])
        assert points == view["tally"][colour]["points"]
        rest = [len(group) for group in table.groups(colour[0])[1:]]
        told.append((points, rest if rules["tie"] == "next_group" else []))
    return told


@pytest.mark.rule("choco 9.1", "choco 9.2", "choco 9.3", "choco 9.4", "choco 9.5", "choco 9.6")
@each_variant
def test_points_and_ranking_are_those_of_a_slow_count(seats: int, options: dict[str, object]) -> None:
    game = klatsch.load("choco", **options)
    start = game.new(seats)
    for seed in range(30):
        final = game.playout(start, seed)
        assert isinstance(final, ChoCo)
        told = ranking(Table(final.view(klatsch.PUBLIC)), final)
        places = sorted(dict.fromkeys(map(repr, told), 0))
        order = sorted(range(seats), key=lambda seat: told[seat], reverse=True)
        assert final.outcome is not None
        flat = [seat for place in final.outcome.ranking for seat in place]
        assert [told[seat] for seat in flat] == [told[seat] for seat in order]
        assert len(final.outcome.ranking) == len(places)
        best = max(told)
        winners = [seat for seat in range(seats) if told[seat] == best]
        share = (2 if seats == 4 else 1) / len(winners)
        assert final.utilities() == pytest.approx([share if seat in winners else 0 for seat in range(seats)])
