"""Selecting and playing actions, the end of the turn: RULES.md 4 to 7 and 13."""

from __future__ import annotations

import pytest

import klatsch

from games.chocolate_coin.table import asked, here, legal, play, refused, supply, table, track

# ── 4 and 5 Selecting ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 4.1", "chocolate_coin 4.2", "chocolate_coin 4.3", "chocolate_coin 5.2")
@pytest.mark.rule("chocolate_coin 13.1", "chocolate_coin 13.2")
def test_the_rulebooks_example_of_selecting_and_sliding() -> None:
    """The three of hearts: the E.L.F. lets the event go, Santa takes OPS, the E.L.F. follows with 1 OP."""
    state = table("""
        track: santa elf | ie bp
        cards: 3h 4d
        """)
    assert asked(state) == "elf"
    assert legal(state) == ["primary event", "pass"]
    assert refused(state, "primary ops") == "4.2"
    assert refused(state, "primary ops+special") == "4.2"
    play(state, "pass")
    assert asked(state) == "santa"
    play(state, "primary ops", "done")
    assert asked(state) == "elf"
    assert sorted(legal(state)) == ["pass", "secondary op", "secondary special"]
    assert refused(state, "secondary ops") == "5.2"
    assert refused(state, "primary event") == "4.1"
    play(state, "secondary op", "done", "card 6s")
    assert track(state) == "ie bp | elf santa"


@pytest.mark.rule("chocolate_coin 4.2")
def test_below_the_delayed_line_there_is_no_priority() -> None:
    state = table("""
        track: santa ie | elf bp
        cards: 3h 4d
        """)
    assert asked(state) == "santa"
    state = table("""
        track: elf santa | ie bp
        cards: 3h 4d
        """)
    assert len(legal(state)) == 4  # at place 1 it has the whole choice at once


@pytest.mark.rule("chocolate_coin 4.3")
def test_who_let_the_event_go_may_take_it_later() -> None:
    state = table("cards: 3h 4d")
    play(state, "pass", "pass")
    assert asked(state) == "elf"
    assert "primary event" in legal(state)


@pytest.mark.rule("chocolate_coin 4.4", "chocolate_coin 4.5", "chocolate_coin 13.2")
def test_all_pass_and_nothing_moves() -> None:
    state = table("cards: 3c 4c")
    order = []
    for _ in range(4):
        order.append(asked(state))
        assert refused(state, "secondary op") == "4.5"
        play(state, "pass")
    assert order == ["santa", "elf", "ie", "bp"]
    play(state, "card 6s")
    assert track(state) == "santa elf | ie bp"
    assert state.view(klatsch.PUBLIC)["turn"] == 2


@pytest.mark.rule("chocolate_coin 4.4", "chocolate_coin 13.2", "chocolate_coin 5.3")
def test_one_actor_goes_to_the_bottom() -> None:
    state = table("cards: 3c 4c")
    play(state, "pass", "pass", "primary ops", "done")  # a delayed faction may act
    assert asked(state) == "bp"
    play(state, "pass", "card 6s")
    assert track(state) == "santa elf | bp ie"


@pytest.mark.rule("chocolate_coin 5.1")
@pytest.mark.parametrize(("option", "first"), [("below", "ie"), ("top", "santa")])
def test_who_is_asked_after_place_2_jumped(option: str, first: str) -> None:
    state = table("cards: 8h 4d", secondary_from=option)
    play(state, "primary event")
    assert asked(state) == first
    play(state, "pass")
    assert asked(state) == ("bp" if option == "below" else "ie")  # never the actor itself


@pytest.mark.rule("chocolate_coin 5.1")
@pytest.mark.parametrize("option", ["below", "top"])
def test_who_passed_before_the_actor_is_not_asked_again(option: str) -> None:
    state = table("cards: 3c 4c", secondary_from=option)
    play(state, "pass", "primary ops", "done")
    assert asked(state) == "ie"


@pytest.mark.rule("chocolate_coin 5.2")
@pytest.mark.parametrize(
    ("option", "primary", "secondary"),
    [
        ("op_or_event", "primary ops+special", ["secondary event", "secondary op"]),
        ("op", "primary ops+special", ["secondary op"]),
        ("op_or_event", "primary event", ["secondary ops", "secondary special"]),
        ("op_or_event", "primary ops", ["secondary op", "secondary special"]),
    ],
)
def test_the_action_grid(option: str, primary: str, secondary: list[str]) -> None:
    state = table("cards: 8d 4d", ops_special_second=option)
    play(state, primary)
    while asked(state) == "santa":
        play(state, "done")
    assert sorted(legal(state)) == ["pass", *secondary]


@pytest.mark.rule("chocolate_coin 5.3")
def test_nobody_takes_the_secondary_action() -> None:
    state = table("cards: 3c 4c")
    play(state, "primary ops", "done", "pass", "pass", "pass")
    assert state.actor == klatsch.CHANCE
    play(state, "card 6s")
    assert track(state) == "elf ie | bp santa"


# ── 6 and 7 Operations ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 6.1")
def test_universal_operations_and_the_factions_own() -> None:
    text = """
        track: {} | {}
        cards: 2{} 3d
        l1: santa 1, elf 1, bp 2, gift 2
        a: 2
        """
    own = {"santa": "pies", "ie": "disperse", "elf": "rally", "bp": "steal"}
    for faction, operation in own.items():
        others = [other for other in own if other != faction]
        state = table(text.format(f"{faction} {others[0]}", " ".join(others[1:]), "s" if faction != "ie" else "h"))
        while asked(state) != faction:
            play(state, "pass")
        play(state, "primary ops")
        assert sorted(legal(state)) == sorted(["recruit", "move", "attack", operation, "done"])
        assert refused(state, own[others[0]]) == "6.1"


@pytest.mark.rule("chocolate_coin 6.2", "chocolate_coin 6.5", "chocolate_coin 6.4")
def test_one_region_and_one_for_each_base() -> None:
    state = table("""
        l1: santa 1, base santa
        m1: base santa
        """)
    play(state, "primary ops", "recruit", "region l1", "base")
    assert refused(state, "region l1") == "6.5"
    play(state, "region l2", "region m3")
    assert asked(state) == "elf"  # three Regions: the new base came too late to count
    assert (here(state, "l2"), here(state, "m3")) == ("santa 1", "santa 1")


@pytest.mark.rule("chocolate_coin 6.3")
@pytest.mark.parametrize(
    ("option", "precincts", "regions"),
    [
        ("half_units", "a: 3\nb: 2", 3),
        ("half_units", "a: 1", 1),
        ("half_units", "", 1),
        ("precincts", "a: 3\nb: 2", 3),
        ("precincts", "a: 5", 2),
        ("precincts", "", 1),
    ],
)
def test_the_regions_of_internal_elfairs(option: str, precincts: str, regions: int) -> None:
    state = table("track: ie elf | santa bp\ncards: 2d 3d\n" + precincts, ie_regions=option)
    play(state, "primary ops")
    assert f"in {regions} place" in state.prompt(1)
    play(state, "recruit")
    done = 0
    while asked(state) == "ie":
        options = [action for action in legal(state) if action != "done"]
        done += options[0].startswith("region")
        play(state, options[0])
    assert done == regions


@pytest.mark.rule("chocolate_coin 6.3")
@pytest.mark.parametrize(
    ("option", "tokens", "regions"),
    [
        ("presence", "l1: bp 3 3\nm1: base bp 2", 2),
        ("presence", "", 1),
        ("half_tokens", "l1: bp 3\nm1: base bp 2 2", 2),
        ("board", "l1: bp 3 3\nm1: base bp 2", 3),  # one more than that
        ("board", "", 1),
    ],
)
def test_the_regions_of_big_plastic(option: str, tokens: str, regions: int) -> None:
    state = table("track: bp elf | santa ie\ncards: 2d 3d\nr3: santa 1\n" + tokens, bp_regions=option)
    play(state, "primary ops")
    assert f"in {regions} place" in state.prompt(3)


@pytest.mark.rule("chocolate_coin 6.6")
def test_a_limited_operation_has_one_region() -> None:
    state = table("""
        cards: 3c 4c
        m3: base elf, elf 1
        l1: base elf
        """)
    play(state, "primary ops", "done", "secondary op", "recruit", "region l1")
    assert here(state, "l1") == "elf 2, base elf"
    assert state.actor == klatsch.CHANCE


@pytest.mark.rule("chocolate_coin 7.1", "chocolate_coin 7.2")
def test_first_the_operation_then_the_special() -> None:
    state = table("l3: gift 4")
    play(state, "primary ops+special")
    assert refused(state, "region l3") == "6.1"  # not yet
    play(state, "pies", "area north")
    assert legal(state) == ["region l3", "done"]
    play(state, "done")
    assert asked(state) == "elf"
    state = table("l3: gift 4\nl2: gift 3")
    play(state, "primary ops+special", "done", "region l3")
    assert asked(state) == "elf"
    assert here(state, "l3") == ""
    assert here(state, "l2") == "gift 3"


@pytest.mark.rule("chocolate_coin 7.3")
def test_an_action_may_do_nothing_and_single_answers_are_not_asked() -> None:
    state = table("cards: 7c 4c")
    play(state, "primary ops+special", "done")  # no special is possible, so none is asked
    assert asked(state) == "elf"
    assert refused(state, "done") == "5.2"
    play(state, "secondary event")
    assert state.actor == klatsch.CHANCE  # E.L.F. has nobody to attack or to win over: the event has no effect
    state = table("l1: santa 1")
    play(state, "primary ops", "move", "region l1", "region m1")  # one unit: not asked how many
    assert here(state, "m1") == "santa 1"
    state = table("l1: santa 1")
    play(state, "primary ops", "move")
    assert refused(state, "pass") == "7.3"


@pytest.mark.rule("chocolate_coin 13.4", "chocolate_coin 14.6")
def test_the_last_card_is_played_without_an_upcoming_one() -> None:
    state = table("cards: 3c 4c", drawn=38)
    play(state, "pass", "pass", "pass", "pass")
    view = state.view(klatsch.PUBLIC)
    assert view["upcoming"] is None
    assert view["current"]["rank"] == "4"
    play(state, "pass", "pass", "pass", "pass")
    assert state.actor == klatsch.OVER


def test_the_supply_counts_what_lies_in_support() -> None:
    assert supply(table("north: elf\nsouth: elf"), "elf") == 12
