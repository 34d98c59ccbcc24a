"""Recruit, Move, Attack: RULES.md 8, with every example of the rulebook."""

from __future__ import annotations

import pytest

import klatsch

from games.chocolate_coin.table import asked, here, legal, play, refused, score, supply, table

BP_FIRST = "track: bp elf | santa ie\ncards: 2d 3d\n"
IE_FIRST = "track: ie elf | santa bp\ncards: 2d 3d\n"
ELF_FIRST = "track: elf bp | santa ie\ncards: 2d 3d\n"

# ── Recruit ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 8.1", "chocolate_coin 8.2", "chocolate_coin 8.3")
def test_units_in_one_region_a_base_in_another_units_in_a_third() -> None:
    state = table("""
        l1: base santa
        m2: santa 1, base santa
        """)
    play(state, "primary ops", "recruit")
    play(state, "region l1")  # no unit, so no base: units, unasked
    assert here(state, "l1") == "santa 2, base santa"
    play(state, "region m2")
    assert legal(state) == ["units", "base"]
    play(state, "base", "region r1")
    assert here(state, "m2") == "santa 1, base santa, base santa"
    assert here(state, "r1") == "santa 1"


@pytest.mark.rule("chocolate_coin 8.2", "chocolate_coin 1.8")
def test_what_the_supply_has() -> None:
    state = table("""
        m2: santa 9, base santa, base santa
        """)
    assert supply(state, "santa") == 2
    play(state, "primary ops", "recruit", "region m2")  # no space for a third base: units
    assert here(state, "m2") == "santa 11, base santa, base santa"
    assert supply(state, "santa") == 0  # the third unit could only be a base of m2: that is asked
    assert legal(state) == ["take off base m2", "done"]


@pytest.mark.rule("chocolate_coin 8.3")
def test_a_base_needs_a_unit_and_a_space() -> None:
    state = table("r1: santa 1, base elf\nm1: santa 2")
    play(state, "primary ops", "recruit", "region r1")
    assert here(state, "r1") == "santa 2, base elf"
    state = table("""
        m1: santa 9, base santa
        m2: santa 1, base santa
        l2: base santa
        """)
    play(state, "primary ops", "recruit", "region m2", "base")
    assert refused(state, "take off unit m2") == "1.9"  # then no unit would be beside the base
    play(state, "take off unit m1")
    assert here(state, "m2") == "santa 1, base santa, base santa"


@pytest.mark.rule("chocolate_coin 8.4", "chocolate_coin 8.5", "chocolate_coin 8.6")
def test_where_santa_and_the_elf_recruit() -> None:
    state = table("north: elf\nsouth: santa")
    play(state, "primary ops", "recruit")
    assert [refused(state, f"region {region}") for region in ("l1", "m1", "r1")] == ["8.4"] * 3
    assert "region l2" in legal(state)
    assert "region m3" in legal(state)
    state = table(ELF_FIRST + "north: elf\nsouth: santa")
    play(state, "primary ops", "recruit")
    assert legal(state) == ["region l1", "region r2", "done"]
    assert refused(state, "region m3") == "8.5"
    assert refused(state, "region m1") == "8.6"


@pytest.mark.rule("chocolate_coin 8.7")
def test_several_recruits_into_one_precinct() -> None:
    state = table(IE_FIRST + "a: 2")
    play(state, "primary ops", "recruit", "region l1")
    assert legal(state) == ["precinct a", "precinct c"]
    assert refused(state, "base") == "8.7"
    play(state, "precinct c", "region m2", "precinct c")
    assert here(state, "c") == "2"
    assert asked(state) == "elf"


@pytest.mark.rule("chocolate_coin 8.8")
def test_the_elf_scores_for_bases() -> None:
    state = table(ELF_FIRST + "l1: elf 2\nm3: elf 1, base elf")
    play(state, "primary ops", "recruit", "region m3", "base")
    assert score(state, "elf") == 1
    play(state, "region l1", "base")
    assert score(state, "elf") == 3


@pytest.mark.rule("chocolate_coin 8.9", "chocolate_coin 8.10")
def test_big_plastic_recruits_at_4_where_others_are() -> None:
    state = table(BP_FIRST + "l1: bp 6\nm1: gift 3\nr3: base santa\nc: 1\nm3: bp 5")
    play(state, "primary ops", "recruit")
    # The precinct c touches l1, l2 and m2.
    assert legal(state) == ["region l1", "region l2", "region m2", "region r3", "done"]
    assert refused(state, "region m1") == "8.10"
    play(state, "region l1", "base", "region l2")
    assert here(state, "l1") == "bp 6, base bp 4"
    assert here(state, "l2") == "bp 4"


# ── Move ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 8.11")
def test_any_number_to_one_adjacent_region() -> None:
    state = table("l1: santa 3, base santa\nr3: elf 2")
    play(state, "primary ops", "move")
    assert refused(state, "region r3") == "8.11"
    play(state, "region l1")
    assert legal(state) == ["region m1", "region l2", "region m2"]
    assert refused(state, "region r1") == "8.11"
    play(state, "region m2")
    assert legal(state) == ["amount 1", "amount 2", "amount 3"]
    assert refused(state, "amount 0") == "8.11"
    play(state, "amount 2")
    assert (here(state, "l1"), here(state, "m2")) == ("santa 1, base santa", "santa 2")


@pytest.mark.rule("chocolate_coin 8.12")
def test_a_unit_moves_once_in_a_move() -> None:
    state = table("l1: santa 2, base santa\nm1: base santa, base santa\nl3: santa 1")
    play(state, "primary ops", "move", "region l1", "region m1", "amount 2")
    assert refused(state, "region m1") == "8.12"
    state = table("l1: santa 2, base santa\nm1: santa 1, base santa, base santa")
    play(state, "primary ops", "move", "region l1", "region m1", "amount 2", "region m1", "region r1")
    assert (here(state, "m1"), here(state, "r1")) == ("santa 2, base santa, base santa", "santa 1")


@pytest.mark.rule("chocolate_coin 8.12")
def test_big_plastics_moved_dice_stay_apart_from_the_others() -> None:
    state = table(BP_FIRST + "l1: bp 5 3\nm1: bp 5")
    play(state, "primary ops", "move", "region l1", "region m1", "token bp unit 5")
    assert refused(state, "token bp unit 5") == "8.11"
    play(state, "done", "region m1", "region r1")
    assert here(state, "r1") == "bp 5"
    assert here(state, "m1") == "bp 5"
    assert here(state, "l1") == "bp 3"


@pytest.mark.rule("chocolate_coin 8.13")
def test_santa_carries_gifts() -> None:
    state = table("m1: santa 2, gift 2 5 5\nl1: gift 6")
    play(state, "primary ops", "move", "region m1", "region r1", "amount 1")
    assert legal(state) == ["gift 2", "gift 5", "done"]
    assert refused(state, "gift 6") == "8.13"
    play(state, "gift 5", "gift 2")
    assert (here(state, "m1"), here(state, "r1")) == ("santa 1, gift 5", "santa 1, gift 2 5")
    state = table(ELF_FIRST + "m1: elf 2, gift 2")
    play(state, "primary ops", "move", "region m1", "region r1", "amount 1")
    assert here(state, "m1") == "elf 1, gift 2"


@pytest.mark.rule("chocolate_coin 8.14")
@pytest.mark.parametrize(("relay", "end"), [("yes", "r1"), ("no", "m1")])
def test_a_gift_is_carried_on_by_another_unit(relay: str, end: str) -> None:
    state = table("l1: santa 1, gift 4, base santa\nm1: santa 1", gift_relay=relay)
    play(state, "primary ops", "move", "region l1", "region m1", "gift 4", "region m1", "region r1")
    if relay == "yes":
        assert "gift 4" in legal(state)
        play(state, "gift 4")
    assert "gift 4" in here(state, end)


@pytest.mark.rule("chocolate_coin 8.15", "chocolate_coin 1.3")
def test_internal_elfairs_move_along_the_lines() -> None:
    state = table(IE_FIRST + "a: 3\nf: 1")
    play(state, "primary ops", "move")
    assert legal(state) == ["precinct a", "precinct f", "done"]
    assert refused(state, "region l1") == "8.15"
    play(state, "precinct a")
    assert legal(state) == ["precinct b", "precinct c"]
    assert refused(state, "precinct d") == "8.15"
    play(state, "precinct c", "amount 2", "precinct f", "precinct d")
    assert [here(state, precinct) for precinct in "acdf"] == ["1", "2", "1", "0"]


# ── Attack ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 8.16", "chocolate_coin 8.17", "chocolate_coin 8.18", "chocolate_coin 8.27")
def test_the_rulebooks_attack_with_four_dice() -> None:
    """Two E.L.F. units and a base against four IE units. 1, 3, 4, 6 removes all three; 1, 3, 5, 6 only the units."""
    text = IE_FIRST + "a: 3\nc: 1\nl1: elf 2, base elf\nscore: elf 5"
    state = table(text)
    play(state, "primary ops", "attack", "region l1", "roll 1", "roll 3", "roll 4", "roll 6")
    assert refused(state, "token elf base") == "8.18"
    play(state, "token elf unit", "token elf unit", "token elf base")
    assert here(state, "l1") == ""
    assert score(state, "elf") == 3  # the base stood in a workshop
    state = table(text)
    play(state, "primary ops", "attack", "region l1", "roll 1", "roll 3", "roll 5", "roll 6")
    play(state, "token elf unit", "token elf unit")
    assert here(state, "l1") == "base elf"
    assert state.view(klatsch.PUBLIC)["attack"] is None
    assert score(state, "elf") == 5


@pytest.mark.rule("chocolate_coin 8.16", "chocolate_coin 1.10")
def test_bases_roll_no_dice_and_six_units_never_miss() -> None:
    state = table("m1: santa 1, base santa, elf 2")
    play(state, "primary ops", "attack", "region m1", "roll 2")
    assert here(state, "m1") == "santa 1, elf 2, base santa"
    state = table("m1: santa 6, elf 2")
    play(state, "primary ops", "attack", "region m1")
    assert "6 hits" in state.prompt(0)


@pytest.mark.rule("chocolate_coin 8.17", "chocolate_coin 8.18")
def test_hits_are_mixed_or_left() -> None:
    state = table("m1: santa 6, elf 2, base elf, bp 2, base bp 1\na: 1\nb: 1")
    play(state, "primary ops", "attack", "region m1")
    assert legal(state) == ["token elf unit", "token ie a", "token ie b", "token bp unit 2", "done"]
    assert refused(state, "token santa unit") == "8.17"
    assert refused(state, "token bp base 1") == "8.18"
    play(state, "token ie b", "token bp unit 2", "token elf unit", "token bp base 1", "done")  # two hits stay unused
    assert here(state, "m1") == "santa 6, elf 1, base elf"
    assert (here(state, "a"), here(state, "b")) == ("1", "0")


@pytest.mark.rule("chocolate_coin 8.19")
def test_where_no_attack_is_possible() -> None:
    state = table("l1: santa 1\nm1: base santa, elf 1\nm2: santa 2, bp 3")
    play(state, "primary ops")
    assert refused(state, "attack") == "8.21"  # nowhere, for the stealth in m2
    state = table("l1: santa 1\nm1: base santa, elf 1\nm2: santa 2, bp 2")
    play(state, "primary ops", "attack")
    assert legal(state) == ["region m2", "done"]
    assert refused(state, "region l1") == "8.19"
    assert refused(state, "region m1") == "8.19"


@pytest.mark.rule("chocolate_coin 8.20")
def test_internal_elfairs_fight_and_are_attacked_in_every_touched_region() -> None:
    state = table(IE_FIRST + "a: 2\nb: 1\nm1: elf 1\nl1: elf 1")
    play(state, "primary ops", "attack", "region m1")
    assert "3 units" not in state.prompt(1)
    play(state, "roll 1", "roll 6", "roll 6", "token elf unit", "region l1", "roll 1", "roll 6", "token elf unit")
    assert (here(state, "m1"), here(state, "l1")) == ("", "")
    state = table("m2: santa 3\na: 1\nc: 1\nb: 1")
    play(state, "primary ops", "attack", "region m2", "roll 3", "roll 6", "roll 6")
    assert legal(state) == ["token ie a", "token ie c", "done"]
    play(state, "token ie c")
    assert [here(state, precinct) for precinct in "abc"] == ["1", "1", "0"]


@pytest.mark.rule("chocolate_coin 8.21")
def test_the_rulebooks_stealth_example() -> None:
    """Stealth 4 and 5 against three Santa units and a base: the 4 can be attacked, the 5 can't."""
    state = table("m1: santa 3, base santa, bp 4 5")
    play(state, "primary ops", "attack", "region m1", "roll 1", "roll 2", "roll 3")
    assert legal(state) == ["token bp unit 4", "done"]
    assert refused(state, "token bp unit 5") == "8.21"
    play(state, "token bp unit 4")
    assert here(state, "m1") == "santa 3, bp 5, base santa"
    assert supply(state, "bp") == 5


@pytest.mark.rule("chocolate_coin 8.22", "chocolate_coin 8.28")
def test_the_rulebooks_base_behind_a_hidden_unit() -> None:
    """Three IE units, a unit at stealth 5, a base at stealth 2: the base can be removed."""
    state = table(IE_FIRST + "a: 3\nm1: bp 5, base bp 2")
    play(state, "primary ops", "attack", "region m1", "roll 6", "roll 1", "roll 5")
    assert legal(state) == ["token bp base 2", "done"]
    play(state, "token bp base 2")
    assert here(state, "m1") == "bp 5"
    assert score(state, "ie") == 1


@pytest.mark.rule("chocolate_coin 8.23")
@pytest.mark.parametrize(
    ("before", "after"), [("north: santa", "neutral"), ("south: santa", "elf"), ("north: elf", "elf")]
)
def test_santas_attacks_cost_support(before: str, after: str) -> None:
    state = table(f"m1: santa 1, elf 1\n{before}")
    play(state, "primary ops", "attack", "region m1", "roll 1", "token elf unit")
    assert here(state, "north") == after


@pytest.mark.rule("chocolate_coin 8.23")
def test_one_step_for_each_region_and_none_for_bases() -> None:
    state = table("m1: santa 6, base elf")
    play(state, "primary ops", "attack", "region m1", "token elf base")
    assert here(state, "north") == "neutral"
    state = table("m1: santa 6, elf 3\nl1: santa 6, elf 1, base santa\nnorth: santa")
    play(state, "primary ops", "attack", "region m1", "token elf unit", "token elf unit", "done")
    assert here(state, "north") == "neutral"
    play(state, "region l1", "token elf unit")
    assert here(state, "north") == "elf"
    state = table("m1: santa 1, elf 1\nnorth: santa")
    play(state, "primary ops", "attack", "region m1", "roll 2")
    assert here(state, "north") == "santa"


@pytest.mark.rule("chocolate_coin 8.24")
@pytest.mark.parametrize(
    ("before", "after"), [("middle: elf", "neutral"), ("north: elf", "santa"), ("middle: santa", "santa")]
)
def test_the_elfs_attacks_cost_support(before: str, after: str) -> None:
    state = table(ELF_FIRST + f"m2: elf 1\na: 1\n{before}")
    play(state, "primary ops", "attack", "region m2", "roll 1", "token ie a")
    assert here(state, "middle") == after


@pytest.mark.rule("chocolate_coin 8.24")
def test_attacks_of_others_cost_no_support() -> None:
    state = table(IE_FIRST + "a: 1\nm1: elf 1\nnorth: elf")
    play(state, "primary ops", "attack", "region m1", "roll 1", "token elf unit")
    assert here(state, "north") == "elf"


@pytest.mark.rule("chocolate_coin 8.25")
def test_the_support_token_comes_from_the_supply() -> None:
    full = "r2: elf 12\nm1: santa 1, "
    state = table(full + "elf 2")
    assert supply(state, "elf") == 0
    play(state, "primary ops", "attack", "region m1", "roll 1", "token elf unit")
    assert here(state, "north") == "elf"  # with the very token that was removed
    state = table(full + "elf 2\na: 1")
    play(state, "primary ops", "attack", "region m1", "roll 1", "token ie a")
    assert here(state, "north") == "neutral"


@pytest.mark.rule("chocolate_coin 8.26")
@pytest.mark.parametrize("roll", ["roll 1", "roll 6"])
def test_big_plastic_halves_its_stealth_hit_or_miss(roll: str) -> None:
    state = table(BP_FIRST + "m1: santa 1, bp 6 5 1, base bp 4")
    play(state, "primary ops", "attack", "region m1", roll, "roll 6", "roll 6")
    if roll == "roll 1":
        play(state, "token santa unit")
    assert here(state, "m1") == ("" if roll == "roll 1" else "santa 1, ") + "bp 3 3 1, base bp 4"


@pytest.mark.rule("chocolate_coin 8.28")
def test_only_internal_elfairs_score_for_removed_dice() -> None:
    state = table(IE_FIRST + "a: 6\nm1: bp 2 1, base bp 3")
    play(state, "primary ops", "attack", "region m1")
    play(state, "token bp unit 1", "token bp unit 2", "token bp base 3")
    assert score(state, "ie") == 3
    state = table("m1: santa 6, bp 2")
    play(state, "primary ops", "attack", "region m1", "token bp unit 2")
    assert (score(state, "ie"), score(state, "santa")) == (0, 0)


@pytest.mark.rule("chocolate_coin 6.5")
def test_regions_are_chosen_after_seeing_earlier_dice() -> None:
    state = table("m1: santa 1, elf 1, base santa\nm2: santa 1, elf 1")
    play(state, "primary ops", "attack", "region m1", "roll 6")
    assert legal(state) == ["region m2", "done"]
