"""The table, set-up and the event deck: RULES.md 1 to 3."""

from __future__ import annotations

from collections import Counter

import pytest

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.chocolate_coin.actions import CARD, REGIONS

from games.chocolate_coin.table import asked, here, legal, play, refused, score, supply, table, track


def started(order: str, seats: int = 4, **options: object) -> klatsch.State:
    state = klatsch.load("chocolate-coin", **options).new(seats)
    play(state, *(f"order {faction}" for faction in order.split()[:3]))
    return state


@pytest.mark.rule("chocolate_coin 1.1", "chocolate_coin 1.2")
def test_the_campus() -> None:
    view = started("santa ie elf").view(klatsch.PUBLIC)
    assert [region["id"] for region in view["regions"]] == list(REGIONS)
    assert Counter(region["area"] for region in view["regions"]) == {0: 3, 1: 3, 2: 3}
    assert [r["id"] for r in view["regions"] if r["dock"]] == ["r1", "l3"]
    assert [r["id"] for r in view["regions"] if r["cane"]] == ["l1", "r2", "m3"]
    assert [r["id"] for r in view["regions"] if r["workshop"]] == ["l1", "m2", "r3"]
    assert view["precincts"][0]["touches"] == ["l1", "m1", "m2"]
    assert len(view["precincts"]) == 6


@pytest.mark.rule("chocolate_coin 1.4")
def test_every_border_and_precinct_of_the_campus_is_real_in_the_drawing() -> None:
    """Regions that border on each other share a piece of edge of their boxes; a precinct lies on a three-way corner."""
    view = started("santa ie elf").view(klatsch.PUBLIC)
    boxes = {region["id"]: region["box"] for region in view["regions"]}
    touching = set()
    for one, a in boxes.items():
        for two, b in boxes.items():
            across = min(a[2], b[2]) - max(a[0], b[0])
            down = min(a[3], b[3]) - max(a[1], b[1])
            if one < two and ((across == 0 and down >= 12) or (down == 0 and across >= 12)):
                touching.add((one, two))
    assert touching == {tuple(sorted(border)) for border in view["borders"]}
    for precinct in view["precincts"]:
        x, y = precinct["at"]
        beside = {id for id, box in boxes.items() if box[0] <= x <= box[2] and box[1] <= y <= box[3]}
        assert beside == set(precinct["touches"])


@pytest.mark.rule("chocolate_coin 1.6", "chocolate_coin 2.1")
def test_tokens_scores_and_support_at_the_beginning() -> None:
    state = started("santa ie elf")
    assert [supply(state, faction) for faction in ("santa", "ie", "elf", "bp")] == [13, 8, 14, 6]
    assert [score(state, faction) for faction in ("santa", "ie", "elf", "bp")] == [0, 0, 0, 0]
    assert [here(state, area) for area in ("north", "middle", "south")] == ["neutral"] * 3
    assert not any("gift" in here(state, region) for region in REGIONS)


@pytest.mark.rule("chocolate_coin 2.2")
def test_the_track_is_drawn_and_every_order_is_equally_likely() -> None:
    game = klatsch.load("chocolate-coin")
    orders: Counter[str] = Counter()
    for seed in range(2400):
        state = game.new(4)
        rng = Rng(seed)
        while state.actor == klatsch.CHANCE:
            state.apply(state.sample(rng))
        orders[track(state)] += 1
    assert len(orders) == 24
    assert 60 < min(orders.values()) <= max(orders.values()) < 145


@pytest.mark.rule("chocolate_coin 2.3", "chocolate_coin 2.4", "chocolate_coin 2.5", "chocolate_coin 2.6")
@pytest.mark.rule("chocolate_coin 2.7")
def test_starting_pieces_in_the_order_of_the_track() -> None:
    state = started("elf bp santa")
    assert track(state) == "elf bp | santa ie"
    assert asked(state) == "elf"
    assert legal(state) == ["region l1", "region r2", "region m3"]
    assert refused(state, "region m1") == "2.7"
    play(state, "region l1", "region l1", "region r2")
    assert asked(state) == "bp"
    assert legal(state) == [f"region {region}" for region in REGIONS]
    play(state, "region m1")
    assert here(state, "m1") == "bp 6"
    assert asked(state) == "santa"
    play(state, "region l1", "region m2", "region r3")
    assert here(state, "l1") == "elf 2, base santa"
    assert here(state, "m2") == "base santa"
    assert here(state, "r3") == "santa 1"
    assert asked(state) == "ie"
    assert refused(state, "region l1") == "2.5"
    play(state, "precinct c", "precinct c")
    assert here(state, "c") == "2"
    assert state.actor == klatsch.CHANCE
    assert [supply(state, faction) for faction in ("santa", "ie", "elf", "bp")] == [10, 6, 11, 5]


@pytest.mark.rule("chocolate_coin 2.4", "chocolate_coin 2.8")
def test_santa_may_fill_a_region_but_not_a_full_one() -> None:
    state = started("santa ie elf")
    play(state, "region l1")
    assert "region l1" in legal(state)
    state = started("santa ie elf")
    play(state, "region l3")
    assert refused(state, "region l3") == "2.4"  # a dock has one space
    assert refused(state, "precinct a") == "1.2"
    play(state, "region l1")
    assert here(state, "l1") == here(state, "l3") == "base santa"


@pytest.mark.rule("chocolate_coin 1.12")
@pytest.mark.parametrize(
    ("seats", "factions", "expected"),
    [
        (4, "default", [0, 1, 2, 3]),
        (3, "default", [0, 0, 1, 2]),
        (2, "default", [0, 0, 1, 1]),
        (4, "bp,elf,ie,santa", [3, 2, 1, 0]),
        (3, "elf,ie+santa,bp", [1, 1, 0, 2]),
        (2, "bp+elf,santa+ie", [1, 1, 0, 0]),
    ],
)
def test_who_plays_what(seats: int, factions: str, expected: list[int]) -> None:
    state = klatsch.load("chocolate-coin", factions=factions).new(seats)
    assert state.view(klatsch.PUBLIC)["seats"] == expected


@pytest.mark.rule("chocolate_coin 1.12")
def test_impossible_companies_are_refused() -> None:
    for wrong in (
        "santa,elf",
        "santa+elf,ie,bp",
        "santa+ie,elf+bp,elf+bp",
        "santa,ie,elf,elf",
        "santa",
        "santa+ie+elf,bp",
    ):
        with pytest.raises(ValueError, match="option factions can't be"):
            klatsch.load("chocolate-coin", factions=wrong)
    with pytest.raises(ValueError, match="names 3 players"):
        klatsch.load("chocolate-coin", factions="santa+ie,elf,bp").new(4)


# ── 3 The event deck ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 3.1", "chocolate_coin 3.2")
def test_the_composition_of_the_deck() -> None:
    """38 cards: 6 events; 12 and two aces; 8 and two aces; 6 and two jokers."""
    game = klatsch.load("chocolate-coin")
    for seed in range(20):
        state = game.new(4)
        rng = Rng(seed)
        deck: list[str] = []
        while state.actor != klatsch.OVER:
            action = int(state.sample(rng))
            if state.actor == klatsch.CHANCE and CARD <= action < CARD + 34:
                deck.append(game.notation(action).removeprefix("card "))
            state.apply(action)
        if state.view(klatsch.PUBLIC)["cards_left"]:
            continue  # won before the deck was used up
        assert len(deck) == 38
        assert len({card for card in deck if card not in ("ace", "joker")}) == 32
        piles = [Counter(card for card in pile if card in ("ace", "joker")) for pile in split(deck, 6, 14, 10, 8)]
        assert piles == [Counter(), Counter(ace=2), Counter(ace=2), Counter(joker=2)]


def split(deck: list[str], *sizes: int) -> list[list[str]]:
    piles = []
    for size in sizes:
        piles.append(deck[:size])
        deck = deck[size:]
    return piles


@pytest.mark.rule("chocolate_coin 3.2")
def test_the_odds_of_the_next_card() -> None:
    """The seventh card is an ace in 2 of 14 decks, and every unseen event is as likely as another."""
    state = table("cards: 3h 4d", drawn=6)
    play(state, "pass", "pass", "pass", "pass", "pass")
    odds = {state.game.notation(outcome): chance for outcome, chance in state.outcomes()}
    assert odds["card ace"] == pytest.approx(2 / 14)
    assert odds["card 2d"] == odds["card qc"] == pytest.approx(12 / 14 / 30)
    assert "card 3h" not in odds
    assert "card joker" not in odds


@pytest.mark.rule("chocolate_coin 3.3", "chocolate_coin 13.3")
def test_the_upcoming_card_becomes_the_current_one() -> None:
    state = table("cards: 3h 4d")
    play(state, "pass", "pass", "pass", "pass", "pass", "card 6s")
    view = state.view(klatsch.PUBLIC)
    assert (view["current"]["rank"], view["current"]["suit"]) == ("4", "diamonds")
    assert (view["upcoming"]["rank"], view["upcoming"]["suit"]) == ("6", "spades")
    assert view["turn"] == 2
    play(state, "primary event", "area north")
    assert any(action.startswith("shift") for action in legal(state))  # the 4, not the upcoming 6


# ── 1 The table: tokens and supply ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 1.3")
def test_internal_elfairs_are_in_every_region_that_their_precinct_touches() -> None:
    state = table("""
        a: 2
        c: 1
        l1: elf 1
        """)
    assert [int(state.ie_in(REGIONS.index(region))) for region in ("l1", "m1", "m2", "l2", "r1")] == [3, 2, 3, 1, 0]


@pytest.mark.rule("chocolate_coin 1.5")
def test_stealth_below_one_removes_the_token() -> None:
    state = table("""
        track: ie santa | elf bp
        cards: 2h 2d
        a: 3
        m1: bp 3
        """)
    play(state, "primary ops+special", "done", "region m1")
    assert here(state, "m1") == ""
    assert supply(state, "bp") == 6


@pytest.mark.rule("chocolate_coin 1.7")
def test_no_score_passes_15_and_the_elf_stays_above_0() -> None:
    state = table("""
        score: santa 13
        l3: gift 6
        """)
    play(state, "primary ops+special", "done", "region l3")
    assert score(state, "santa") == 15
    state = table("""
        m2: santa 6, base elf
        """)
    play(state, "primary ops", "attack", "region m2", "token elf base")
    assert score(state, "elf") == 0


@pytest.mark.rule("chocolate_coin 1.8", "chocolate_coin 1.9")
def test_an_empty_supply_and_the_right_to_take_a_token_off() -> None:
    """Thirteen Santa tokens are in use; the fourteenth must be one of them, and only if the player likes."""
    state = table("""
        m1: santa 9, base santa
        m2: santa 1, base santa
        l2: base santa
        """)
    assert supply(state, "santa") == 0
    play(state, "primary ops", "recruit", "region m3")
    assert legal(state) == [
        "take off unit m1", "take off base m1", "take off base l2", "take off unit m2", "take off base m2", "done",
    ]  # fmt: skip
    play(state, "take off unit m2")
    assert here(state, "m3") == "santa 1"
    assert here(state, "m2") == "base santa"
    play(state, "region m1", "units")  # two units, one for the base there
    assert refused(state, "take off unit m1") == "1.9"  # it would come back to where it was
    assert refused(state, "take off unit m3") == "1.9"  # it was placed in this action
    play(state, "done")
    assert here(state, "m1") == "santa 9, base santa"


@pytest.mark.rule("chocolate_coin 1.9", "chocolate_coin 8.27")
def test_support_may_be_taken_off_and_used_too() -> None:
    state = table("""
        track: elf santa | ie bp
        cards: 2s 2c
        north: elf
        l1: elf 7, base elf
        r2: elf 3, base elf
        m3: base elf
        score: elf 5
        """)
    assert supply(state, "elf") == 0
    play(state, "primary ops", "rally", "area south")
    assert "take off support north" in legal(state)
    play(state, "take off support north")
    assert (here(state, "north"), here(state, "south")) == ("neutral", "elf")
    play(state, "pass", "pass", "pass", "card 6s")
    state = table("""
        track: elf santa | ie bp
        cards: 2s 2c
        l1: elf 8, base elf
        r2: elf 4, base elf
        score: elf 5
        """)
    play(state, "primary ops", "rally", "area south", "take off base l1")
    assert score(state, "elf") == 3  # a base in a workshop costs two points, also so
    assert here(state, "south") == "elf"


@pytest.mark.rule("chocolate_coin 1.9")
def test_internal_elfairs_and_big_plastic_take_off_too() -> None:
    state = table("""
        track: ie bp | elf santa
        cards: 2h 2d
        a: 5
        f: 3
        """)
    play(state, "primary ops", "recruit", "region l1", "precinct c", "take off unit f")
    assert (here(state, "c"), here(state, "f")) == ("1", "2")
    state = table("""
        track: bp ie | elf santa
        cards: 2h 2d
        a: 1
        l1: bp 4 1, base bp 2
        m1: bp 6 6 3
        """)
    play(state, "primary ops", "recruit", "region l1", "units")
    assert legal(state) == [
        "take off unit m1 6", "take off unit m1 3", "take off base l1 2", "take off unit l1 1", "done",
    ]  # fmt: skip
    play(state, "take off unit l1 1")
    assert here(state, "l1") == "bp 4 4, base bp 2"
    assert refused(state, "take off unit l1 4") == "1.9"


@pytest.mark.rule("chocolate_coin 1.10")
def test_bases_take_one_space_each_and_never_move() -> None:
    state = table("""
        m1: santa 1, base santa, base elf
        r1: santa 1, base bp 3
        """)
    play(state, "primary ops", "recruit", "region m1")  # no vacant space: units, unasked
    assert here(state, "m1") == "santa 3, base santa, base elf"
    state = table("m1: base santa")
    play(state, "primary ops")
    assert "move" not in legal(state)


@pytest.mark.rule("chocolate_coin 1.11", "chocolate_coin 9.1", "chocolate_coin 9.2")
def test_support_shifts_by_one_step() -> None:
    state = table("north: elf")
    before = supply(state, "elf")
    play(state, "primary ops", "pies", "area north")
    assert here(state, "north") == "neutral"
    assert supply(state, "elf") == before + 1
    state = table("north: santa")
    play(state, "primary ops", "pies")
    assert refused(state, "area north") == "9.2"
    play(state, "area south")
    assert here(state, "south") == "santa"
    assert supply(state, "santa") == 11


@pytest.mark.rule("chocolate_coin 1.13")
def test_the_second_faction_of_a_player_is_another_faction() -> None:
    state = table(
        """
        track: santa ie | elf bp
        a: 1
        l1: santa 1
        """,
        seats=2,
    )
    assert (asked(state), state.actor) == ("santa", 0)
    play(state, "pass")
    assert (asked(state), state.actor) == ("ie", 0)
    play(state, "primary ops", "attack", "region l1", "roll 1", "token santa unit")
    assert supply(state, "santa") == 13
