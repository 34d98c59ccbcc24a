"""Faction and special operations: RULES.md 9 and 10."""

from __future__ import annotations

import itertools

import pytest

from klatsch.games.chocolate_coin import boardfile

from games.chocolate_coin.table import asked, ends, here, legal, play, refused, score, supply, table

BP_FIRST = "track: bp elf | santa ie\ncards: 2d 3d\n"
IE_FIRST = "track: ie elf | santa bp\ncards: 2d 3d\n"
ELF_FIRST = "track: elf bp | santa ie\ncards: 2d 3d\n"

# ── 9.1 Mince Pies and E.L.F. Rally ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 9.1")
@pytest.mark.parametrize(("first", "operation", "side"), [("", "pies", "santa"), (ELF_FIRST, "rally", "elf")])
def test_exactly_one_area(first: str, operation: str, side: str) -> None:
    state = table(first + f"l1: base {side}, base {side}")
    play(state, "primary ops", operation, "area middle")
    assert [here(state, area) for area in ("north", "middle", "south")] == ["neutral", side, "neutral"]
    assert asked(state) != side  # three Regions would have been allowed, but one Area is all


@pytest.mark.rule("chocolate_coin 9.2")
def test_an_opposing_token_is_only_removed() -> None:
    state = table(ELF_FIRST + "north: santa\nmiddle: elf")
    assert supply(state, "santa") == 12
    play(state, "primary ops", "rally")
    assert refused(state, "area middle") == "9.2"
    play(state, "area north")
    assert here(state, "north") == "neutral"
    assert (supply(state, "santa"), supply(state, "elf")) == (13, 13)


# ── 9.3 Disperse ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 9.3", "chocolate_coin 9.4", "chocolate_coin 9.7")
def test_who_can_be_dispersed() -> None:
    state = table(IE_FIRST + "a: 2\nm1: santa 2, elf 1, base elf, bp 2 3\nr3: elf 4\nl1: base elf")
    play(state, "primary ops", "disperse")
    assert legal(state) == ["region m1", "done"]
    assert refused(state, "region r3") == "9.4"
    assert refused(state, "region l1") == "9.7"  # only a base is there
    play(state, "region m1")
    assert legal(state) == ["token santa unit", "token elf unit", "token bp unit 2"]
    assert refused(state, "token bp unit 3") == "9.3"
    assert refused(state, "token elf base") == "9.7"
    assert refused(state, "token ie a") == "9.3"
    play(state, "token bp unit 2", "region r1")
    assert (here(state, "m1"), here(state, "r1")) == ("santa 2, elf 1, bp 3, base elf", "bp 2")


@pytest.mark.rule("chocolate_coin 9.5")
def test_units_are_split_over_adjacent_regions_and_all_must_leave() -> None:
    state = table(IE_FIRST + "a: 1\nm1: elf 3, gift 2")
    play(state, "primary ops", "disperse", "region m1")
    assert legal(state) == ["region l1", "region r1", "region m2", "region r2"]
    assert refused(state, "region l3") == "9.5"
    play(state, "region r1", "amount 1", "region l1", "amount 1", "region m2")
    assert [here(state, region) for region in ("l1", "r1", "m2", "m1")] == ["elf 1", "elf 1", "elf 1", "gift 2"]
    state = table(IE_FIRST + "a: 1\nm1: elf 3")
    play(state, "primary ops", "disperse", "region m1", "region r2", "amount 2")
    play(state, "region r2")  # the last one, there too
    assert here(state, "r2") == "elf 3"


@pytest.mark.rule("chocolate_coin 9.6")
def test_no_unit_is_dispersed_twice() -> None:
    state = table(IE_FIRST + "a: 3\nb: 1\nm1: elf 2\nl1: elf 1")
    play(state, "primary ops", "disperse", "region m1", "region l1", "amount 2", "region l1")
    assert "elf 3" in here(state, "l1")
    play(state, "region l2")  # only the one that has not been sent away goes
    assert (here(state, "l1"), here(state, "l2")) == ("elf 2", "elf 1")
    state = table(IE_FIRST + "a: 4\nm1: bp 2")
    play(state, "primary ops", "disperse", "region m1", "region l1")
    assert asked(state) == "elf"  # l1 is in reach, but its unit has been sent already
    two = boardfile.shipped_text("campus").replace('kind = "attack", regions = "all"', 'kind = "own"')
    state = table("track: ie elf | santa bp\ncards: 7s 3d\na: 4\nm1: elf 2", board=two)
    play(state, "primary event", "region l1", "amount 2")
    assert asked(state) == "elf"  # a second Disperse in the same turn finds nobody


# ── 9.8 Steal Gifts ───────────────────────────────────────────────────────────────────────────────────────────────

EXAMPLE = BP_FIRST + "m1: santa 4, base santa, gift 6, bp 5, base bp 4"


@pytest.mark.rule("chocolate_coin 9.8", "chocolate_coin 9.9", "chocolate_coin 9.10")
def test_the_rulebooks_three_ways_to_spend_5_stealth() -> None:
    """A base on 4, a unit on 5, five Santa tokens: 3 and 1, 2 and 2, or 1 and 3 remain."""
    state = table(EXAMPLE)
    play(state, "primary ops", "steal", "region m1")
    assert legal(state) == ["token bp unit 5", "token bp base 4"]
    assert {here(end, "m1") for end in ends(state, "bp")} == {
        "santa 4, bp 1, base santa, base bp 3",
        "santa 4, bp 2, base santa, base bp 2",
        "santa 4, bp 3, base santa, base bp 1",
    }
    assert score(state, "bp") == 1
    state = table(BP_FIRST + "m1: santa 3, gift 6, bp 5 4, base bp 2")
    play(state, "primary ops", "steal", "region m1", "token bp base 2")
    assert refused(state, "token bp base 1") == "9.10"


@pytest.mark.rule("chocolate_coin 9.10")
def test_ways_to_spend_are_complete() -> None:
    """All multisets of remaining stealth, found by trying everything, against what the decisions lead to."""
    dice = (4, 4, 4, 2)
    for cost in range(1, 10):
        wanted = {
            tuple(sorted(rest, reverse=True))
            for rest in itertools.product(*(range(1, die + 1) for die in dice))
            if sum(dice) - sum(rest) == cost
        }
        state = table(BP_FIRST + f"m1: santa {cost}, gift 1, bp 4 4 4 2")
        play(state, "primary ops", "steal", "region m1")
        expected = {f"santa {cost}, bp " + " ".join(map(str, rest)) for rest in wanted}
        assert {here(end, "m1") for end in ends(state, "bp")} == expected


@pytest.mark.rule("chocolate_coin 9.8", "chocolate_coin 9.9")
def test_where_nothing_can_be_stolen() -> None:
    state = table(BP_FIRST + "m1: santa 5, gift 6, bp 5\nl1: gift 3, bp 1\nm2: gift 4\nl2: bp 6")
    play(state, "primary ops", "steal")
    assert refused(state, "region m1") == "9.10"
    assert refused(state, "region m2") == "9.8"
    assert refused(state, "region l2") == "9.8"
    play(state, "region l1")  # no Santa token: it costs nothing
    assert here(state, "l1") == "bp 1"
    assert score(state, "bp") == 1


@pytest.mark.rule("chocolate_coin 9.8")
def test_one_gift_for_each_region() -> None:
    state = table(BP_FIRST + "m1: gift 2 5, bp 5\nl1: gift 3, bp 5")
    play(state, "primary ops", "steal", "region m1")
    assert legal(state) == ["gift 2", "gift 5"]
    play(state, "gift 5", "region l1")
    assert here(state, "m1") == "bp 5, gift 2"
    assert score(state, "bp") == 2  # one point each, whatever the value


# ── 10 Special operations ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 10.1")
def test_ship_gifts_from_an_empty_dock() -> None:
    state = table("l3: gift 2 5\nr1: gift 1\nm1: gift 6")
    play(state, "primary ops+special", "done")
    assert legal(state) == ["region r1", "region l3", "done"]
    assert refused(state, "region m1") == "10.1"
    play(state, "region l3", "gift 5")
    assert here(state, "l3") == "gift 2"
    assert score(state, "santa") == 5


@pytest.mark.rule("chocolate_coin 10.2")
def test_sweep() -> None:
    state = table(IE_FIRST + "a: 2\nm1: bp 5 2, base bp 1\nr2: bp 3")
    play(state, "primary ops+special", "done")
    assert legal(state) == ["region m1", "done"]
    assert refused(state, "region r2") == "10.2"
    play(state, "region m1")
    assert legal(state) == ["token bp unit 2", "token bp unit 5", "token bp base 1"]
    play(state, "token bp unit 5")
    assert here(state, "m1") == "bp 3 2, base bp 1"
    assert score(state, "ie") == 0
    state = table(IE_FIRST + "a: 2\nm1: base bp 2")
    play(state, "primary ops+special", "done", "region m1")
    assert here(state, "m1") == ""
    assert score(state, "ie") == 1


@pytest.mark.rule("chocolate_coin 10.3")
def test_take_cover() -> None:
    state = table(BP_FIRST + "m1: bp 5 2 1, base bp 1\nl1: base bp 2\nr1: bp 6")
    play(state, "primary ops+special", "done")
    assert legal(state) == ["region m1", "done"]  # elsewhere nothing would change
    assert refused(state, "region l1") == "10.3"
    play(state, "region m1")
    assert here(state, "m1") == "bp 6 5 4, base bp 1"


@pytest.mark.rule("chocolate_coin 10.4")
def test_membership_drive() -> None:
    state = table(ELF_FIRST + "m1: santa 2, base santa\nl2: base santa\nnorth: santa")
    play(state, "primary ops+special", "done")
    assert legal(state) == ["region m1", "done"]
    assert refused(state, "region l2") == "10.4"
    play(state, "region m1")
    assert here(state, "m1") == "santa 1, elf 1, base santa"
    assert here(state, "north") == "santa"
    assert supply(state, "santa") == 9


@pytest.mark.rule("chocolate_coin 10.5")
def test_without_an_elf_token_the_santa_unit_stays() -> None:
    full = ELF_FIRST + "m1: santa 1\nr2: elf 13\nl1: base elf"
    state = table(full)
    play(state, "primary ops+special", "done", "region m1", "done")
    assert here(state, "m1") == "santa 1"
    state = table(full)
    play(state, "primary ops+special", "done", "region m1", "take off unit r2")
    assert (here(state, "m1"), here(state, "r2")) == ("elf 1", "elf 12")
