"""Events: RULES.md 11, both columns of every card."""

from __future__ import annotations

import pytest

import klatsch
from klatsch.games.chocolate_coin import boardfile
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.rules import layout as at

from games.chocolate_coin.table import asked, here, legal, play, refused, score, supply, table

SANTA = "track: santa elf | ie bp\n"
IE = "track: ie elf | santa bp\n"
ELF = "track: elf bp | santa ie\n"
BP = "track: bp elf | santa ie\n"


@pytest.mark.rule("chocolate_coin 11.1")
def test_the_columns() -> None:
    """Headlines: Santa's own card (diamonds) scores; who plays another's takes points from the E.L.F."""
    state = table(SANTA + "cards: 8d 2s")
    play(state, "primary event")
    assert score(state, "santa") == 5
    state = table(SANTA + "cards: 8s 2s\nscore: elf 4")
    play(state, "primary event")
    assert (score(state, "santa"), score(state, "elf")) == (0, 1)
    for first, card, faction in ((IE, "8s", "ie"), (ELF, "8h", "elf"), (BP, "8c", "bp")):
        state = table(f"{first}cards: {card} 2s\nscore: elf 4")
        play(state, "primary event")
        assert (score(state, faction), score(state, "elf")) == (4 if faction == "elf" else 0, 4)


@pytest.mark.rule("chocolate_coin 11.2")
def test_an_event_must_do_something_if_it_can() -> None:
    state = table(SANTA + "cards: 2d 2s")
    play(state, "primary event")
    assert refused(state, "done") == "11.2"
    play(state, "region m1")
    assert "done" in legal(state)
    state = table(BP + "cards: 7d 2s")
    play(state, "primary event")  # nobody to attack, and no unit to hide: no effect
    assert asked(state) == "elf"


# ── 2 Overtime ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.4")
def test_overtime() -> None:
    state = table(SANTA + "cards: 2d 2s\nnorth: elf")
    play(state, "primary event")
    assert refused(state, "region l1") == "8.4"
    play(state, "region l2", "region l2")
    assert refused(state, "region l1") == "8.4"
    play(state, "region r3")
    assert (here(state, "l2"), here(state, "r3").split(",")[0]) == ("santa 2", "santa 1")
    assert asked(state) == "elf"  # three and no more
    state = table(ELF + "cards: 2d 2s")
    play(state, "primary event", "region l1", "region r2")
    assert asked(state) == "bp"  # OTHER: two
    state = table(IE + "cards: 2d 2s")
    play(state, "primary event", "precinct d", "precinct d")
    assert here(state, "d") == "2"
    state = table(BP + "cards: 2c 2s\nm1: santa 1")
    play(state, "primary event", "region m1", "region m1")  # the first one had no other place to go
    assert here(state, "m1") == "santa 1, bp 4 4 4"


# ── 3 Secret Passage ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.5")
def test_secret_passage() -> None:
    state = table(SANTA + "cards: 3d 2s\nl1: santa 1, gift 4\nm3: santa 1\nr1: base santa")
    play(state, "primary event")
    assert refused(state, "done") == "11.2"  # the Move must be, the Recruit may be left
    play(state, "region l1", "region m1", "gift 4", "region m3", "region l3")
    assert (here(state, "m1"), here(state, "l3")) == ("santa 1, gift 4", "santa 1")
    play(state, "recruit", "region r1", "region m2")
    assert (here(state, "r1"), here(state, "m2")) == ("santa 2, base santa", "santa 1, gift 1")
    state = table(SANTA + "cards: 3s 2s\nl1: santa 1\nm3: santa 1\nr1: base santa")
    play(state, "primary event", "region l1", "region m1")
    assert here(state, "m3") == "santa 1"  # OTHER: a Move in one Region
    play(state, "recruit", "region r1", "region r2")
    assert [here(state, region).split(",")[0] for region in ("r1", "r2")] == ["santa 2", "santa 1"]
    state = table(ELF + "cards: 3d 2s\nl1: elf 3")
    play(state, "primary event", "region l2", "amount 1", "recruit", "region l1", "base")
    assert score(state, "elf") == 2
    state = table(ELF + "cards: 3d 2s")
    play(state, "primary event")  # no unit to move, so only the Recruit
    assert refused(state, "region m1") == "8.6"


PASSAGE = boardfile.shipped_text("campus").replace(
    'other = [{ effect = "operation", kind = "move" }, { effect = "operation", kind = "recruit", regions = "all" }]',
    'other = [{ effect = "move", units = "one" }]',
)
ANY = boardfile.shipped_text("campus").replace(
    'other = [{ effect = "operation", kind = "move" }, { effect = "operation", kind = "recruit", regions = "all" }]',
    'other = [{ effect = "move", units = "any" }]',
)


@pytest.mark.rule("chocolate_coin 11.3")
def test_a_move_to_any_region() -> None:
    """No event of the campus has this effect, other board files may."""
    state = table(SANTA + "cards: 3s 2s\nl1: santa 3, gift 4", board=ANY)
    play(state, "primary event", "region r3", "amount 2", "gift 4")
    assert here(state, "r3") == "santa 2, gift 4"
    state = table(IE + "cards: 3d 2s\na: 2\nb: 1", board=ANY)
    play(state, "primary event", "precinct a", "precinct f", "amount 2")  # no line leads there
    assert here(state, "f") == "2"
    state = table(ELF + "cards: 3d 2s\nl1: elf 3", board=PASSAGE)
    play(state, "primary event", "region r3")  # one unit
    assert (here(state, "l1"), here(state, "r3")) == ("elf 2", "elf 1")
    state = table(BP + "cards: 3d 2s\nl1: bp 5 2", board=PASSAGE)
    play(state, "primary event", "region r3", "token bp unit 2")
    assert (here(state, "l1"), here(state, "r3")) == ("bp 5", "bp 2")
    state = table(SANTA + "cards: 3s 2s", board=ANY)
    play(state, "primary event")  # no unit to move: no effect
    assert asked(state) == "elf"


# ── 4 Rumour Mill ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.6")
def test_rumour_mill() -> None:
    state = table(SANTA + "cards: 4d 2s\nnorth: elf")
    play(state, "primary event", "area south", "shift north santa", "shift north santa")  # Mince Pies, then two shifts
    assert (here(state, "south"), here(state, "north")) == ("santa", "santa")
    assert asked(state) == "elf"
    state = table(IE + "cards: 4d 2s\nmiddle: santa\nsouth: elf")
    play(state, "primary event")
    assert refused(state, "shift middle elf") == "11.3"  # OTHER: three shifts, toward Santa only
    play(state, "shift south santa", "shift north santa", "shift south santa")
    assert [here(state, area) for area in ("north", "middle", "south")] == ["santa"] * 3
    assert asked(state) == "elf"


@pytest.mark.rule("chocolate_coin 11.6", "chocolate_coin 1.9")
def test_rumours_need_tokens() -> None:
    full = "r2: elf 13\nm3: base elf\n"
    state = table(IE + "cards: 4s 2s\nnorth: santa\n" + full)
    play(state, "primary event")
    assert refused(state, "shift south elf") == "11.6"  # the E.L.F. has no token, and doesn't act
    assert "shift north elf" in legal(state)
    state = table(ELF + "cards: 4h 2s\nnorth: santa\n" + full)
    play(state, "primary event", "area north", "shift south elf", "take off unit r2")
    assert (here(state, "north"), here(state, "south")) == ("neutral", "elf")


@pytest.mark.rule("chocolate_coin 11.6", "chocolate_coin 2.8")
def test_what_a_first_shift_makes_possible_may_follow_in_any_order() -> None:
    """The token that leaves the south is the only one with which the north can be won."""
    state = table(IE + "cards: 4s 2s\nsouth: elf\nr2: elf 12\nm3: base elf")
    assert supply(state, "elf") == 0
    play(state, "primary event", "shift south santa", "shift north elf")
    assert (here(state, "south"), here(state, "north")) == ("neutral", "elf")
    state = table(IE + "cards: 4s 2s")
    play(state, "primary event", "shift south santa")
    assert "shift north elf" in legal(state)  # though north first, then south, is the same


# ── 6 Sabotage ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.7")
def test_sabotage() -> None:
    text = SANTA + "cards: 6d 2s\na: 1\nnorth: santa\n"
    state = table(text + "m1: base santa, elf 2, base elf\nl2: santa 1, bp 4\nr3: elf 1")
    play(state, "primary event")
    assert legal(state) == ["region m1", "region l2"]
    assert refused(state, "region r3") == "11.7"
    play(state, "region m1")
    assert legal(state) == ["token elf unit", "token ie a"]  # the base has units beside it
    play(state, "token elf unit", "region l2")
    assert here(state, "m1") == "elf 1, base santa, base elf"
    assert here(state, "l2") == "santa 1"  # lowered by 4: gone
    assert here(state, "north") == "santa"
    assert asked(state) == "elf"
    state = table(IE + "cards: 6d 2s\na: 1\nm1: elf 1, bp 2 5\nl1: elf 1\nm2: elf 1")
    play(state, "primary event", "region l1", "region m1", "token bp unit 2")
    assert here(state, "m1") == "elf 1, bp 5"
    assert score(state, "ie") == 1
    assert asked(state) == "elf"  # OTHER: two Regions, anyone's units


@pytest.mark.rule("chocolate_coin 11.7", "chocolate_coin 8.28")
def test_sabotage_against_the_cards_faction_only() -> None:
    """A board file may bind it to the card's faction, and lower by less."""
    campus = boardfile.shipped_text("campus")
    other = 'regions = 2, against = "anyone", bases = true, lowers = 4'
    assert other in campus
    card = campus.replace(other, 'regions = 1, against = "card", lowers = 3')
    state = table(IE + "cards: 6c 2s\na: 1\nm1: elf 1, bp 2 5", board=card)
    play(state, "primary event")
    assert legal(state) == ["token bp unit 2", "token bp unit 5"]
    play(state, "token bp unit 5")
    assert here(state, "m1") == "elf 1, bp 2 2"
    assert score(state, "ie") == 0


# ── 7 Double Shift ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.8")
def test_double_shift() -> None:
    state = table(SANTA + "cards: 7d 2s\nm1: santa 6, elf 1\nl2: santa 3, elf 1\nr1: base santa")
    play(state, "primary event", "area south", "attack", "region m1", "token elf unit")  # Mince Pies first
    assert here(state, "south") == "santa"
    play(state, "region l2")  # in as many Regions as usual
    assert state.actor == klatsch.CHANCE  # three units have to roll
    state = table(SANTA + "cards: 7s 2s\nm1: santa 6, elf 1\nr1: gift 3")
    play(state, "primary event", "token elf unit", "region r1")  # there is one Region to attack in
    assert (here(state, "m1"), score(state, "santa")) == ("santa 6", 3)
    state = table(SANTA + "cards: 7s 2s\nr1: gift 3")
    play(state, "primary event")  # nobody to attack: only the special
    assert score(state, "santa") == 3


# ── 8 Headlines ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.9", "chocolate_coin 1.7")
def test_headlines() -> None:
    for faction, card, points in (("santa", "8d", 5), ("ie", "8s", 0), ("elf", "8h", 0), ("bp", "8c", 0)):
        others = [other for other in ("santa", "ie", "elf", "bp") if other != faction]
        state = table(f"track: {faction} {others[0]} | {others[1]} {others[2]}\ncards: {card} 2s")
        play(state, "primary event")
        assert score(state, faction) == points
        play(state, "pass", "pass", "pass")
        assert [FACTIONS[state.v[at.TRACK + place]] for place in range(4)] == [faction, *others]
    for before, after in ((5, 2), (2, 0)):
        state = table(IE + f"cards: 8d 2s\nscore: elf {before}, santa 3, ie 3, bp 3")
        play(state, "primary event")
        assert [score(state, faction) for faction in ("santa", "ie", "elf", "bp")] == [3, 3, after, 3]


# ── J Surplus ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.10")
def test_surplus() -> None:
    state = table(ELF + "cards: jh 2s\nl1: gift 4")
    play(state, "primary event", "put gift")
    assert legal(state) == ["region m2", "region r3"]
    assert refused(state, "region l1") == "11.10"
    play(state, "region m2")
    assert here(state, "m2") == "gift 5"
    state = table(ELF + "cards: jh 2s\nl1: gift 4")
    play(state, "primary event", "remove gift")
    assert here(state, "l1") == ""
    assert score(state, "santa") == 0
    state = table(ELF + "cards: jd 2s\nl1: gift 6")
    play(state, "primary event", "change gift")
    assert legal(state) == ["amount 2", "amount 3", "amount 4", "amount 5"]
    campus = boardfile.shipped_text("campus").replace("change = 4,", "change = 2,")
    state = table(ELF + "cards: jd 2s\nl1: gift 5", board=campus)
    play(state, "primary event", "change gift")
    assert legal(state) == ["amount 3", "amount 4", "amount 6"]
    assert refused(state, "amount 2") == "11.10"
    play(state, "amount 3")
    assert here(state, "l1") == "gift 3"
    state = table(ELF + "cards: jd 2s\nl1: gift 5")
    play(state, "primary event", "carry gift")
    assert refused(state, "region r3") == "11.10"
    play(state, "region m1")
    assert here(state, "m1") == "gift 5"


# ── Q Turncoats ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 11.11")
def test_turncoats_for_the_faction() -> None:
    state = table(ELF + "cards: qh 2s\nm2: elf 1\nr1: elf 1, base santa\nmiddle: santa")
    play(state, "primary event")  # m2 has no cane and supports Santa, but is the only place
    assert here(state, "m2") == "elf 1, base elf"
    assert score(state, "elf") == 2
    state = table(IE + "cards: qs 2s")
    play(state, "primary event", "precinct e")
    assert here(state, "e") == "2"
    state = table(BP + "cards: qc 2s\nm2: bp 6")
    play(state, "primary event")
    assert here(state, "m2") == "bp 6, base bp 4"


@pytest.mark.rule("chocolate_coin 11.11", "chocolate_coin 8.27", "chocolate_coin 8.28")
def test_turncoats_for_the_others() -> None:
    text = "track: santa bp | elf ie\ncards: qh 2s\nscore: elf 4\n"
    state = table(text + "m2: santa 2, elf 2, base elf\nl2: santa 1, elf 2\nr3: base santa, elf 1")
    play(state, "primary event")  # only in m2 there are enough Santa units
    assert here(state, "m2").startswith("santa 2, elf 2")
    assert "base elf" not in here(state, "m2")
    assert score(state, "elf") == 2
    state = table(SANTA + "cards: qc 2s\nm1: santa 2, bp 6 2")
    play(state, "primary event")
    assert legal(state) == ["token bp unit 2", "token bp unit 6"]  # without a base, a unit; stealth ignored
    play(state, "token bp unit 6")
    assert here(state, "m1") == "santa 2, bp 2"
    state = table(IE + "cards: qc 2s\na: 1\nm1: base bp 6, bp 3")
    play(state, "primary event")
    assert here(state, "m1") == "bp 3"
    assert score(state, "ie") == 1
    state = table(SANTA + "cards: qs 2s\nm2: santa 2\na: 1\nc: 1")
    play(state, "primary event", "token ie c")
    assert (here(state, "a"), here(state, "c")) == ("1", "0")


# ── Own tokens taken off in an event (§1.9) ───────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 1.9", "chocolate_coin 11.2")
@pytest.mark.parametrize(
    "position",
    [
        BP + "cards: qc 2s\nm1: bp 6 6 6 6 6 6",  # Turncoats: a base beside the unit
        BP + "cards: 2c 2s\nm1: santa 1, bp 6 6 6 6 6 6",  # Overtime
        ELF + "cards: qh 2s\nr2: elf 12, base elf, base elf",
        SANTA + "cards: 2d 2s\nm1: santa 12, base santa",
    ],
)
def test_nobody_has_to_take_a_token_off(position: str) -> None:
    """An empty supply, and an event that could only place: the player is asked, and may leave it."""
    state = table(position)
    before = list(state.v[: at.TRACK])
    play(state, "primary event")
    acting = asked(state)
    for _ in range(12):
        if asked(state) != acting:
            break
        offers = legal(state)
        if "done" in offers:
            play(state, "done")
        else:  # where? then: take something off, or not
            play(state, offers[0])
    assert asked(state) != acting
    assert list(state.v[: at.TRACK]) == before


@pytest.mark.rule("chocolate_coin 11.6")
def test_a_support_token_taken_off_opens_a_shift_in_an_earlier_area() -> None:
    """South becomes pro-E.L.F. with the token of North; North, now neutral, may then be shifted to Santa."""
    own = '{ effect = "operation", kind = "own" }, '
    shifts = boardfile.shipped_text("campus").replace(own + '{ effect = "support"', '{ effect = "support"')
    state = table("track: elf santa | ie bp\ncards: 4h 3s\nnorth: elf\nr2: elf 13", board=shifts)
    play(state, "primary event", "shift south elf", "take off support north")
    assert "shift north santa" in legal(state)
    play(state, "shift north santa")
    assert [state.v[at.SUPPORT + area] for area in range(3)] == [at.PRO_SANTA, at.NEUTRAL, at.PRO_ELF]


@pytest.mark.rule("chocolate_coin 9.6")
def test_a_third_operation_disperses_nobody_twice() -> None:
    """An own board file with three operations in one event: who was dispersed in the first stays where it is."""
    campus = boardfile.shipped_text("campus")
    two = '[{ effect = "operation", kind = "own" }, { effect = "operation", kind = "attack", regions = "all" }]'
    assert two in campus
    own = campus.replace(two, "[" + ", ".join(['{ effect = "operation" }'] * 3) + "]")
    state = table(IE + "cards: 7s 2d\nm1: santa 1\na: 1", board=own)
    play(state, "primary event", "disperse")
    while asked(state) == "ie" and "recruit" not in legal(state):
        play(state, next((offer for offer in legal(state) if "l1" in offer), legal(state)[0]))
    assert here(state, "l1").startswith("santa 1")
    play(state, "recruit")
    while asked(state) == "ie" and "recruit" not in legal(state):
        play(state, legal(state)[0])
    assert "disperse" not in legal(state)


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 11.7")
def test_sabotage_takes_regions_in_any_order_each_once() -> None:
    state = table(SANTA + "cards: 6d 2s\nl1: santa 1, elf 2\nm1: santa 1, elf 1\nr1: santa 1, elf 1")
    play(state, "primary event", "region m1", "region l1")
    assert refused(state, "region l1") == "11.7"
    assert legal(state) == ["region r1", "done"]


@pytest.mark.rule("chocolate_coin 1.9", "chocolate_coin 2.8")
def test_tokens_come_off_in_any_order() -> None:
    """Two units to recruit, none in the supply."""
    position = SANTA + "cards: 3s 2d\nm2: santa 6\nl2: santa 5\nr3: santa 1, base santa"
    state = table(position)
    assert supply(state, "santa") == 0
    play(state, "primary ops", "recruit", "region r3")
    if "units" in legal(state):
        play(state, "units")
    before = state.clone()
    play(state, "take off unit l2", "take off unit m2")
    play(before, "take off unit m2", "take off unit l2")
    assert state.key() == before.key()
