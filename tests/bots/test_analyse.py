"""The analysis of a game: judged turns, luck beside skill, the same numbers every time, nothing hidden told early."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

import klatsch
from klatsch.analysis.analyse import Analysis, Moment, analyse, grown, judged, luck_of, turns_of
from klatsch.analysis.graph import apart, svg_graph, text_graph
from klatsch.analysis.graph import in_words as turn_in_words
from klatsch.core.replay import Event
from klatsch.match.match import Match
from klatsch.match.verify import WaitingMatch


def played(name: str, *actions: str, seats: int | None = None) -> Match:
    """A table with these actions; those of chance too."""
    match = WaitingMatch(klatsch.load(name), seats)
    for action in actions:
        seat = int(match.state.actor)
        match.record(Event("chance", detail=action) if seat == klatsch.CHANCE else Event("play", seat, action))
    return match


def random_game(name: str, seed: int, seats: int | None = None) -> Match:
    match = played(name, seats=seats)
    rng = klatsch.Rng(seed)
    while not match.over:
        action = match.game.notation(int(match.state.sample(rng)))
        seat = int(match.state.actor)
        match.record(Event("chance", detail=action) if seat == klatsch.CHANCE else Event("play", seat, action))
    return match


# Red builds three in the first row; Yellow, who could stop it in column 4, plays elsewhere.
NOT_STOPPED = ("drop 7", "drop 1", "drop 7", "drop 2", "drop 5", "drop 3", "drop 6", "drop 4")


@pytest.fixture(scope="module")
def lost_game() -> Analysis:
    return analyse(played("connect-four", *NOT_STOPPED), 600)


# ── Decisions ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_blunder_is_found_with_what_was_better(lost_game: Analysis) -> None:
    blunder = lost_game.turns[6]
    assert (blunder.number, blunder.seat, blunder.mark) == (7, 0, "blunder")
    assert blunder.loss > 0.3
    assert blunder.worst.best == 3
    text = turn_in_words(blunder, lost_game, klatsch.load("connect-four").definition.words.say("en"))
    assert text.startswith("Turn 7 (event 7), Yellow: blunder ?? ")
    assert "Played: Yellow drops a disc into column 6." in text
    assert "Better: Yellow drops a disc into column 4." in text


def test_the_best_choice_loses_nothing(lost_game: Analysis) -> None:
    last = lost_game.moments[-1]
    assert (last.action, last.best, last.loss, last.error) == (3, 3, 0.0, 0.0)
    assert last.values == (0.0, 1.0)  # proven
    assert lost_game.final == (0.0, 1.0)


def test_the_totals_are_sums_of_turns(lost_game: Analysis) -> None:
    for seat in (0, 1):
        own = [turn for turn in lost_game.turns if turn.seat == seat]
        assert lost_game.lost(seat)[0] == pytest.approx(sum(turn.loss for turn in own))
        assert sum(lost_game.marks(seat).values()) == sum(bool(turn.mark) for turn in own)
    assert lost_game.luck(0) == (0.0, 0.0)
    assert not lost_game.has_luck


def test_values_are_shares_of_the_win(lost_game: Analysis) -> None:
    for moment in lost_game.moments:
        assert sum(moment.values) == pytest.approx(1)


@pytest.mark.parametrize(
    ("losses", "mark"),
    [
        ([(0.049, 0.0)], ""),
        ([(0.05, 0.04)], "inaccuracy"),
        ([(0.05, 0.05)], ""),  # not larger than its error
        ([(0.04, 0.01), (0.07, 0.01)], "mistake"),  # the sum over the turn's decisions
        ([(0.10, 0.09), (0.10, 0.09)], "blunder"),  # errors add up as squares: 0.127
        ([(0.30, 0.35)], ""),
        ([(0.20, 0.01), (-0.18, 0.01)], ""),
    ],
)
def test_how_a_turn_is_judged(losses: Sequence[tuple[float, float]], mark: str) -> None:
    moments = [Moment(n, 0, 0, (0.5, 0.5), 1, loss, error) for n, (loss, error) in enumerate(losses)]
    assert judged(1, moments).mark == mark


def test_a_turn_is_all_that_a_seat_does_in_a_row() -> None:
    seats = [-1, 0, 0, -1, 0, -1, 1, 0, -1]
    turns = turns_of([Moment(n, seat, 0, (0.5, 0.5)) for n, seat in enumerate(seats)])
    assert [[moment.number for moment in turn.moments] for turn in turns] == [[0, 1, 2, 3, 4], [5, 6], [7]]
    assert [turn.seat for turn in turns] == [0, 1, 0]


def test_it_is_judged_from_what_the_player_knew() -> None:
    """Kuhn poker: with the 2, a bet is judged alike whether the other one turns out to hold the 1 or the 3."""
    found = [analyse(played("kuhn-poker", "deal 2", f"deal {card}", "bet", "pass"), 300).moments[2] for card in (1, 3)]
    assert found[0].number == found[1].number == 3
    assert (found[0].best, found[0].loss, found[0].error) == (found[1].best, found[1].loss, found[1].error)
    assert found[0].values[0] == found[1].values[0]


# ── Chance ────────────────────────────────────────────────────────────────────────────────────────────


def test_luck_is_the_value_after_chance_minus_the_one_expected() -> None:
    """Kuhn poker: whoever is dealt the 3 is lucky, whoever is dealt the 1 isn't."""
    for card, sign in ((1, -1), (3, 1)):
        other = 2
        analysis = analyse(played("kuhn-poker", f"deal {card}", f"deal {other}", "bet", "pass"), 500)
        first = analysis.moments[0]
        assert sign * first.luck[0] > 0.2
        assert sign * first.luck[1] < -0.2
        assert first.values[0] == pytest.approx(0.5, abs=0.15)


def test_luck_is_fair() -> None:
    """Weighed by their probabilities, the luck of all outcomes is nothing."""
    state = klatsch.load("coin-age").new()
    while state.actor != klatsch.CHANCE or len(state.legal_actions()) < 3:
        state.apply(state.sample(klatsch.Rng(1)))
    search = grown(state.known_to(0, klatsch.Rng(2)), 1000, klatsch.Rng(2))
    weights = dict(state.outcomes())
    for seat in (0, 1):
        lucks = {outcome: luck_of(search, seat, outcome, weights)[1] for outcome in weights}
        assert sum(weights[outcome] * luck for outcome, luck in lucks.items()) == pytest.approx(0, abs=1e-9)
        assert max(lucks.values()) > 0


# ── Whole games ───────────────────────────────────────────────────────────────────────────────────────


def test_the_same_seed_gives_the_same_analysis_on_any_number_of_workers() -> None:
    match = played("connect-four", *NOT_STOPPED)
    one = analyse(match, 60, seed=4).as_data()
    assert analyse(match, 60, seed=4, workers=2).as_data() == one
    assert analyse(match, 60, seed=5).as_data() != one


@pytest.mark.parametrize(("name", "seats"), [("coin-age", 2), ("four-armies", 3), ("choco", 2), ("kuhn-poker", 2)])
def test_any_game_can_be_analysed(name: str, seats: int) -> None:
    match = random_game(name, 1, seats)
    analysis = analyse(match, 10)
    assert len(analysis.moments) == len(match.events)
    assert analysis.final == tuple(match.utilities())
    assert all(0 <= value <= 1 + 1e-9 for moment in analysis.moments for value in moment.values)
    say = match.game.definition.words.say("en")
    assert len(lines_of(svg_graph(analysis, say))) == seats
    assert text_graph(analysis, say, 80)
    assert all(turn_in_words(turn, analysis, say) for turn in analysis.marked())


def test_a_running_game_is_analysed_only_if_nothing_is_hidden() -> None:
    running = analyse(played("connect-four", "drop 4", "drop 4"), 100)
    assert sum(running.final) == pytest.approx(1)
    with pytest.raises(ValueError, match="still running"):
        analyse(played("kuhn-poker", "deal 1", "deal 2", "bet"), 100)
    before_a_toss = played("coin-age")
    assert before_a_toss.state.actor == klatsch.CHANCE
    assert sum(analyse(before_a_toss, 50).final) == pytest.approx(1)


def test_what_was_taken_back_is_not_judged() -> None:
    match = Match(klatsch.load("coffee-chess"))
    match.play(0, "place b1")
    match.undo(0)
    match.play(0, "place h7")
    match.resign(0)
    analysis = analyse(match, 20)
    assert [match.game.notation(moment.action) for moment in analysis.moments] == ["place h7"]
    assert analysis.final == (0.0, 1.0)


# ── The graph ─────────────────────────────────────────────────────────────────────────────────────────


def lines_of(svg: str) -> list[str]:
    """The colours of the seats' lines, each drawn on a wider one in the paper's colour."""
    root = ElementTree.fromstring(svg)
    return [line.attrib["stroke"] for line in root.iter() if line.tag.endswith("polyline")][1::2]


def test_the_picture(lost_game: Analysis) -> None:
    say = klatsch.load("connect-four").definition.words.say("en")
    svg = svg_graph(lost_game, say)
    root = ElementTree.fromstring(svg)
    dashes = [line.get("stroke-dasharray") for line in root.iter() if line.tag.endswith("polyline")][1::2]
    assert len(set(lines_of(svg))) == len(set(dashes)) == 2
    texts = [text.text for text in root.iter() if text.tag.endswith("text")]
    assert texts.count("Yellow") == 2  # at the line's end and in the table
    assert "??" in texts
    assert "Connect Four: who was winning when" in texts


def test_the_text_graph(lost_game: Analysis) -> None:
    say = klatsch.load("connect-four").definition.words.say("en")
    lines = text_graph(lost_game, say, 80).splitlines()
    yellow = next(line for line in lines if line.startswith("Yellow"))
    assert yellow.endswith("▁▁▁▁  0 %")
    assert lines[lines.index(yellow) + 1].rstrip().endswith("??")
    assert all(len(line) <= 80 for line in lines)
    assert len(text_graph(lost_game, say, 10).splitlines()) >= len(lines)


def test_labels_are_pushed_apart() -> None:
    assert apart([10, 12, 50], 16, 0, 100) == [10, 26, 50]
    assert apart([95, 98, 100], 16, 0, 100) == [68, 84, 100]
