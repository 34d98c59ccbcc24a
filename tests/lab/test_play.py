"""Records of games: the same however they are made; resumed, not repeated; nothing found where nothing is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from klatsch.core import registry
from klatsch.lab import compare, measures
from klatsch.lab.aggregates import openings, shares_by_beginning, shares_of_roles, uses, visits
from klatsch.lab.game_record import GameRecord, stored_game_record
from klatsch.lab.run_games import Variant, make_setting, play, seated_options
from klatsch.lab.skill import elos, play_ladder, steepness, usual_rungs


def variant(name: str, seats: int, bot: str, **options: str) -> Variant:
    return Variant(make_setting(registry.load(name, **options), seats, [bot], 3, None))


def test_workers_change_nothing(tmp_path: Path) -> None:
    base = variant("coin-age", 2, "search:sims=10")
    files = [tmp_path / "one", tmp_path / "two"]
    for workers, file in enumerate(files, start=1):
        play([base], 6, workers=workers, results=file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_stopped_and_resumed(tmp_path: Path) -> None:
    base = variant("kuhn-poker", 2, "search:sims=5")
    whole = play([base], 8)
    file = tmp_path / "results"
    play([base], 3, results=file)
    kept = file.read_text().splitlines()
    assert play([base], 8, results=file) == whole
    assert file.read_text().splitlines()[:4] == kept
    assert play([base], 5, results=file) == [whole[0][:5]]


def test_results_of_something_else_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "results"
    play([variant("kuhn-poker", 2, "random")], 2, results=file)
    with pytest.raises(ValueError, match="holds another lab"):
        play([variant("connect-four", 2, "random")], 2, results=file)
    lines = file.read_text().splitlines()
    broken = json.dumps({**json.loads(lines[1]), "shares": [0.0, 0.0]})
    file.write_text("\n".join([lines[0], broken]) + "\n")
    with pytest.raises(ValueError, match="damaged"):
        play([variant("kuhn-poker", 2, "random")], 2, results=file)


def test_a_record_comes_back_as_it_was() -> None:
    record = play([variant("coin-age", 2, "search:sims=10")], 2)[0][1]
    assert stored_game_record(json.loads(json.dumps(record.as_data()))) == record
    assert record.trace  # the searches' opinions
    assert sum(record.shares) == 1.0
    assert all(seat in (0, 1) and 0 <= percent <= 100 for _, seat, percent in record.trace)
    assert all(record.first)
    assert {kind.partition(";")[0].partition(".")[0] for counts in record.used for kind in counts} == {"does"}
    assert {place.partition("-")[0] for counts in record.places for place in counts} == {"space"}


def test_every_army_sits_everywhere() -> None:
    """Of the 120 seatings of four among five armies none comes twice before all came once."""
    setting = make_setting(registry.load("four-armies"), 4, ["random"], 0, None)
    seen = [tuple(seated_options(setting, number)[1]) for number in range(240)]
    assert len(set(seen[:120])) == 120
    assert sorted(seen[:120]) == sorted(seen[120:])
    asked_for = make_setting(registry.load("four-armies", armies="elf,human"), 2, ["random"], 0, None)
    assert {tuple(seated_options(asked_for, n)[1]) for n in range(2)} == {("elf", "human"), ("human", "elf")}


def test_an_option_without_effect_reads_no_difference() -> None:
    """Whom the Elves may force can't matter where no Elves are."""
    base = variant("four-armies", 2, "search:sims=8", armies="human,goblin")
    game = registry.load("four-armies", armies="human,goblin")
    others = compare.variants_of(base.setting, game, ["elf_force"], {})
    assert [other.value for other in others] == ["hero_and_regulars"]
    records = play([base, *others], 6)
    [found] = compare.compare(records[0], others, records[1:], game.definition.sides(2))
    assert found.is_identical
    assert not any(contrast.is_beyond_chance for contrast in found.contrasts)
    assert {contrast.p for contrast in found.contrasts} == {1.0}


def test_an_option_with_effect_is_found() -> None:
    """After one quiet round a game between random bots is over much sooner."""
    game = registry.load("four-armies")
    base = variant("four-armies", 4, "random")
    others = compare.variants_of(base.setting, game, ["stalemate=1"], {})
    records = play([base, *others], 20)
    [found] = compare.compare(records[0], others, records[1:], game.definition.sides(4))
    assert not found.is_identical
    turns = next(contrast for contrast in found.contrasts if contrast.measure == "turns")
    assert turns.is_beyond_chance
    assert turns.gap.high < 0
    assert {contrast.role for contrast in found.contrasts if contrast.role} == {
        *("human", "elf", "dwarf", "goblin", "falcon")
    }


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("colour", "there is no option 'colour'; the options are map, capture_own"),
        ("capture_own=maybe", "option capture_own can't be 'maybe'"),
        ("capture_own=yes", "there is nothing to compare capture_own = yes with"),
    ],
)
def test_what_cannot_be_varied(wanted: str, sentence: str) -> None:
    game = registry.load("coin-age")
    with pytest.raises(ValueError, match=sentence):
        compare.variants_of(variant("coin-age", 2, "random").setting, game, [wanted], {})


# ── Figures ───────────────────────────────────────────────────────────────────────────────────────────


def made_up(number: int, first_wins: bool, *, uses_it: bool, trace: list[tuple[int, int, int]]) -> GameRecord:
    shares = [1.0, 0.0] if first_wins else [0.0, 1.0]
    used = [{"does.trick": 1} if uses_it else {}, {}]
    places = [{"sq-a1": 2} if first_wins else {"sq-b1": 1}, {}]
    first = ["place a1" if first_wins else "place b1", "end"]
    return GameRecord(number, [], shares, "end.won", number % 2, 4, [3, 1, 2], trace, used, places, first)


SIDES = ((0,), (1,))


def test_the_course_of_a_game() -> None:
    trace = [(1, 0, 52), (2, 1, 70), (3, 0, 55), (4, 1, 46)]  # nobody, second, first, still first, then the end
    lost = measures.course(made_up(0, False, uses_it=True, trace=trace), SIDES)
    won = measures.course(made_up(0, True, uses_it=True, trace=trace), SIDES)
    assert lost is not None
    assert won is not None
    assert (won.lead_changes, lost.lead_changes) == (1, 2)
    assert won.behind == pytest.approx(0.4)
    assert won.decided == 0.5  # behind in the second of four turns for the last time
    assert lost.decided == 1.0
    assert measures.course(made_up(0, True, uses_it=True, trace=[]), SIDES) is None


def test_what_wins_is_found() -> None:
    """Whoever uses the trick wins nine times in ten; without it one in ten."""
    records = [made_up(n, (n % 10 != 0) == (n < 30), uses_it=n < 30, trace=[]) for n in range(60)]
    [trick] = uses(records)
    assert (trick.kind, trick.times, trick.users) == ("does.trick", 0.5, 0.25)
    assert trick.gain.value == pytest.approx(0.8)
    assert trick.p < 0.001
    first = openings(records)[0]
    assert {opening.notation for opening in openings(records)} == {"place a1", "place b1", "end"}
    assert first.notation == "end"
    found = visits(records, SIDES)
    assert found["sq-a1"] == (1.0, 2.0, 0.0)  # two in each of the thirty games that the first seat won
    assert found["sq-b1"] == (0.5, 0.0, 2.0)
    order = shares_by_beginning(records, SIDES)
    assert order.games == {"begins": 60, "later": 60}
    assert sum(row.value for row in order.rows.values()) == pytest.approx(1.0)


def without_effect(random: Random, seats: int, often: float, exclusive: bool, strong: bool) -> list[GameRecord]:
    """Games whose winner, the first seat more often if it is strong, has nothing to do with what anybody did."""
    records = []
    for number in range(60):
        winner = 0 if strong and random.random() < 0.7 else random.randrange(seats)
        doer = random.randrange(seats) if random.random() < often else -1
        used = [
            {"does.trick": 1} if (seat == doer if exclusive else random.random() < often) else {}
            for seat in range(seats)
        ]
        shares = [float(seat == winner) for seat in range(seats)]
        first = [f"place {random.choice('aaabbbccdef')}1" for _ in range(seats)]
        records.append(GameRecord(number, [], shares, "end.won", 0, 4, [2], [], used, [{}] * seats, first))
    return records


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("often", "exclusive"), [(0.1, False), (1.0, True)])
@pytest.mark.parametrize("strong", [True, False])
def test_false_alarms(seats: int, often: float, exclusive: bool, strong: bool) -> None:
    """What changes nothing is told beyond chance in about one report in twenty at most: rare or common, whether all
    seats may do it or one at most, whoever is strong. So is, among all openings, any that changes nothing."""
    random = Random(f"{seats} {often} {exclusive} {strong}")
    reports = [without_effect(random, seats, often, exclusive, strong) for _ in range(100)]
    at_most = 0.05 + 3 * (0.05 * 0.95 / len(reports)) ** 0.5
    assert sum(use.p < 0.05 for report in reports for use in uses(report)) / len(reports) <= at_most
    assert sum(any(one.p < 0.05 for one in openings(report)) for report in reports) / len(reports) <= at_most


def test_shares_by_faction() -> None:
    records = [
        replace(made_up(n, n % 4 != 0, uses_it=False, trace=[]), roles=["elf", "human"] if n % 2 else ["human", "elf"])
        for n in range(80)
    ]
    shares = shares_of_roles(records, SIDES)
    assert shares.rows["elf"].value == 0.75  # always, where it sits first, and every other time where it doesn't
    assert shares.p < 0.001


def test_more_thought_is_worth_something() -> None:
    assert usual_rungs("search:sims=160") == ("random", "search:sims=10", "search:sims=40", "search:sims=160")
    assert usual_rungs("search:sims=2") == ("random", "search:sims=1", "search:sims=2")
    assert usual_rungs("bot:3") == ("random", "bot:3")
    setting = variant("connect-four", 2, "search:sims=80").setting
    rated = play_ladder(setting, usual_rungs("search:sims=80"), 3, workers=1, ray=None, results=None)
    found = elos(rated)
    assert next(iter(found)) == "random"
    assert found["random"].value == 0
    steep = steepness(rated)
    assert steep is not None
    assert steep.low < steep.value < steep.high
    assert steep.value > 0
