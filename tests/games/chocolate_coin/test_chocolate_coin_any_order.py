"""Equal things are picked in any order (§2.8); the search alone skips what is only another order, and loses nothing."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import klatsch
from klatsch.core.rng import Rng
from klatsch.games.chocolate_coin.rules import kinds
from klatsch.games.chocolate_coin.rules import layout as at
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin

from games.chocolate_coin.table import asked, ends, here, legal, play, table

# ── What was lost when the list's order was asked for ─────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 8.17")
def test_three_hits_on_three_factions_in_all_orders() -> None:
    """Big Plastic's die first used to end the attack, and two hits were gone."""
    position = "m1: santa 3, elf 1, bp 3\na: 1"
    hits = ["token elf unit", "token ie a", "token bp unit 3"]
    for order in itertools.permutations(hits):
        state = table(position)
        play(state, "primary ops", "attack", "region m1", "roll 1", "roll 2", "roll 3", *order)
        assert (here(state, "m1"), here(state, "a")) == ("santa 3", "0")


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 2.7")
def test_the_elf_names_the_last_region_first() -> None:
    """All three units used to land there."""
    state = klatsch.load("chocolate-coin").new(4)
    play(state, "order elf", "order ie", "order santa", "region m3")
    assert legal(state) == ["region l1", "region r2", "region m3"]
    play(state, "region l1", "region r2")
    assert [here(state, region) for region in ("l1", "r2", "m3")] == ["elf 1"] * 3


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 2.4")
def test_santas_first_base_in_the_last_region() -> None:
    """Both used to be put there."""
    state = klatsch.load("chocolate-coin").new(4)
    play(state, "order santa", "order ie", "order elf", "region r3", "region l1")
    assert (here(state, "r3"), here(state, "l1")) == ("base santa", "base santa")


# ── All ways, by brute force ──────────────────────────────────────────────────────────────────────────────────────


def searched_once(state: klatsch.State, faction: str, places: str) -> set[tuple[str, ...]]:
    """What lies in some places at the end of every way; a search comes to each position by one way."""
    found = {tuple(here(end, place) for place in places.split()) for end in ends(state, faction)}
    searched = ends(state, faction, searched=True)
    assert Counter(end.key() for end in searched) == Counter(end.key() for end in ends(state, faction))
    return found


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 8.17", "chocolate_coin 8.18", "chocolate_coin 8.22")
def test_every_way_to_use_three_hits() -> None:
    """Any 0 … 3 tokens, bases only when the units of their faction that can be hit are gone."""
    state = table("m1: santa 4, elf 2, base elf, bp 2 2 5, base bp 3\na: 1\nb: 2")
    play(state, "primary ops", "attack", "region m1", "roll 1", "roll 2", "roll 3", "roll 6")
    wanted = set()
    for elf, elf_base, bp, bp_base, a, b in itertools.product(range(3), (0, 1), range(3), (0, 1), (0, 1), range(3)):
        if elf + elf_base + bp + bp_base + a + b > 3 or (elf_base and elf < 2) or (bp_base and bp < 2):
            continue
        things = ["santa 4", f"elf {2 - elf}" if elf < 2 else "", " ".join(["bp 5", *["2"] * (2 - bp)])]
        things += ["" if elf_base else "base elf", "" if bp_base else "base bp 3"]
        wanted.add((", ".join(thing for thing in things if thing), str(1 - a), str(2 - b)))
    assert searched_once(state, "santa", "m1 a b") == wanted


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 9.5")
def test_every_way_to_disperse() -> None:
    """Five units over the four neighbours of m1: 56 ways. Two decisions make one choice: a search takes all orders."""
    state = table("track: ie elf | santa bp\ncards: 2d 3d\na: 1\nm1: elf 5")
    play(state, "primary ops", "disperse", "region m1")
    assert len({end.key() for end in ends(state, "ie")}) == math.comb(5 + 3, 3)


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 8.13")
def test_every_way_to_move() -> None:
    """Two units and the gifts 2, 5, 5 from m1 to r1: (1 or 2 units) × (0 or 1 two) × (0, 1 or 2 fives)."""
    state = table("m1: santa 2, gift 2 5 5")
    play(state, "primary ops", "move", "region m1", "region r1")
    assert len(searched_once(state, "santa", "m1 r1")) == 2 * 2 * 3


@pytest.mark.rule("chocolate_coin 2.8", "chocolate_coin 2.5", "chocolate_coin 2.7")
@pytest.mark.parametrize(
    ("order", "faction", "places", "count"),
    [
        ("elf ie santa", "elf", "l1 r2 m3", 10),  # splits of three units over three Regions
        ("ie elf santa", "ie", "a b c d e f", 21),  # of two units over six precincts
    ],
)
def test_every_set_up(order: str, faction: str, places: str, count: int) -> None:
    state = klatsch.load("chocolate-coin").new(4)
    play(state, *(f"order {other}" for other in order.split()))
    assert len(searched_once(state, faction, places)) == count


# ── Permutations, over random games ───────────────────────────────────────────────────────────────────────────────

# Steps that ask for equal things one by one: a choice is one decision.
SETS = (
    kinds.SET_UP,
    kinds.PLACE,
    kinds.MOVE_DIE,
    kinds.MOVE_GIFT,
    kinds.REMOVE_TOKEN,
    kinds.SPEND_STEALTH,
    kinds.EVENT_PLACE,
    kinds.EVENT_SUPPORT,
)
DONE = "done"


def kind_of(state: klatsch.State) -> int:
    assert isinstance(state, ChocolateCoin)
    return int(state.v[at.KIND])


def in_the_set(state: klatsch.State, kind: int, seat: int, faction: int) -> bool:
    assert isinstance(state, ChocolateCoin)
    return state.actor == seat and kind_of(state) == kind and int(state.v[at.ACTING]) == faction


def chosen_set(start: ChocolateCoin, rng: random.Random) -> tuple[list[str], klatsch.State]:
    """Equal things picked at random from a position on, until something else is asked; and what that leads to."""
    kind, seat, faction = kind_of(start), int(start.actor), int(start.v[at.ACTING])
    state: klatsch.State = start.clone()
    chosen: list[str] = []
    while in_the_set(state, kind, seat, faction):
        chosen.append(rng.choice(legal(state)))
        play(state, chosen[-1])
        if chosen[-1] == DONE or is_next_piece(state, kind):
            break
    return chosen, state


def is_next_piece(state: klatsch.State, kind: int) -> bool:
    """Santa's bases are placed: a unit is something else (§2.4)."""
    assert isinstance(state, ChocolateCoin)
    return bool(kind == kinds.SET_UP and state.v[at.ACTING] == at.SANTA and state.v[at.SETUP_STEP] == 2)


def is_barred(order: list[str], kind: int) -> bool:
    """Does a clause make the order matter? Bases wait for units (§8.18), a die that was lowered bears another number
    (§9.10), and a support token must be in the supply (§1.8)."""
    if kind == kinds.REMOVE_TOKEN:
        return any(
            "base" in first and first.split()[1] == later.split()[1] and "unit" in later
            for first, later in itertools.combinations(order, 2)
        )
    return kind in (kinds.SPEND_STEALTH, kinds.EVENT_SUPPORT)


def set_beginnings(seeds: range) -> Iterator[ChocolateCoin]:
    """Where a set begins, in games between players who act where they can."""
    game = klatsch.load("chocolate-coin")
    for seed in seeds:
        state = game.new(4) if seed % 2 else table("l3: gift 2 5\nr1: gift 3 3\nm1: santa 3\nm2: bp 5 3 2\na: 3")
        rng, before = Rng(seed), -1
        while state.actor != klatsch.OVER:
            assert isinstance(state, ChocolateCoin)
            kind = kind_of(state)
            if state.actor >= 0 and kind in SETS and kind != before:
                yield state
            before = kind
            legal_now = state.legal_actions()
            if state.actor >= 0 and len(legal_now) > 1 and state.game.notation(legal_now[-1]) in ("pass", DONE):
                legal_now = legal_now[:-1]
            state.apply(int(state.sample(rng)) if state.actor < 0 else legal_now[int(rng.below(len(legal_now)))])


def permute(seeds: range) -> Counter[int]:
    """Every order of what was chosen can be played and leads to the same position; how many orders were tried."""
    tried: Counter[int] = Counter()
    rng = random.Random(seeds.start)
    for start in set_beginnings(seeds):
        kind = kind_of(start)
        chosen, end = chosen_set(start, rng)
        picked = [each for each in chosen if each != DONE]
        if kind == kinds.EVENT_PLACE and end.actor >= 0 and kind_of(end) == kinds.PLACE:
            continue  # the supply is empty, and which token comes off depends on the place (§1.9)
        orders = sorted(set(itertools.permutations(picked))) if 2 <= len(picked) <= 4 else []
        for order in orders:
            if is_barred(list(order), kind):
                continue
            state = start.clone()
            play(state, *order, *([DONE] if chosen[-1] == DONE else []))
            assert state.key() == end.key(), (kind, order)
            tried[kind] += 1
    return tried


@pytest.mark.rule("chocolate_coin 2.8")
def test_every_order_can_be_played_and_ends_in_the_same_position() -> None:
    tried = permute(range(150))
    assert min(tried[kind] for kind in (kinds.SET_UP, kinds.REMOVE_TOKEN, kinds.EVENT_PLACE)) > 20, tried


@pytest.mark.long
def test_every_order_at_length() -> None:
    tried = permute(range(1000, 6000))
    rare = (kinds.SPEND_STEALTH, kinds.EVENT_SUPPORT)
    assert min(tried[kind] for kind in SETS if kind not in rare) > 20, tried


def lose_nothing(seeds: range) -> Counter[int]:
    """From where a set begins a search reaches every position that can be reached; how many were compared."""
    compared: Counter[int] = Counter()
    for start in set_beginnings(seeds):
        kind, faction = kind_of(start), asked(start)
        assert faction is not None
        if kind == kinds.PLACE:
            continue  # what follows it is a whole operation
        whole = ends_of_set(start, searched=False)
        if len(whole) <= 400:
            assert ends_of_set(start, searched=True) == whole, (kind, legal(start))
            compared[kind] += len(whole)
    return compared


def ends_of_set(start: ChocolateCoin, searched: bool) -> set[int]:
    kind, seat, faction = kind_of(start), int(start.actor), int(start.v[at.ACTING])
    found: set[int] = set()
    waiting: list[tuple[klatsch.State, int]] = [(start, -1)]
    while waiting and len(found) <= 400:
        position, previous = waiting.pop()
        for action in position.legal_actions():
            if searched and previous >= 0 and position.is_redundant(previous, action):
                continue
            copy = position.clone()
            copy.apply(action)
            if in_the_set(copy, kind, seat, faction):
                waiting.append((copy, action))
            else:
                found.add(copy.key())
    return found


@pytest.mark.rule("chocolate_coin 2.8")
def test_a_search_that_skips_orders_loses_no_position() -> None:
    compared = lose_nothing(range(60))
    assert compared[kinds.SET_UP] > 100
    assert compared[kinds.REMOVE_TOKEN] > 100


@pytest.mark.long
def test_a_search_that_skips_orders_loses_no_position_at_length() -> None:
    lose_nothing(range(1000, 2500))


# ── Operations in several Regions ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 6.5", "chocolate_coin 2.8")
def test_regions_of_a_recruit_leave_no_trace_of_their_order() -> None:
    position = "l1: santa 1, base santa\nm2: base santa\nr3: santa 1\nr1: base santa"
    parts = [["region l1", "units"], ["region r3", "base"], ["region m1"], ["region r1"]]
    found = set()
    for order in itertools.permutations(parts):
        state = table(position)
        play(state, "primary ops+special", "recruit", *(action for part in order for action in part))
        found.add(state.key())
    assert len(found) == 1


@pytest.mark.rule("chocolate_coin 11.7", "chocolate_coin 2.8")
def test_regions_of_an_event_leave_no_trace_of_their_order() -> None:
    position = (
        "track: santa elf | ie bp\ncards: 6d 2s\nl1: santa 1, elf 1\nm1: santa 1, elf 1, bp 3\nr1: santa 1, elf 1"
    )
    parts = [["region l1"], ["region m1", "token elf unit"]]
    found = set()
    for order in itertools.permutations(parts):
        state = table(position)
        play(state, "primary event", *(action for part in order for action in part))
        found.add(state.key())
    assert len(found) == 1


@pytest.mark.rule("chocolate_coin 9.6")
def test_the_mark_of_a_dispersed_unit_goes_with_it() -> None:
    """An event of operation, remove, operation: whoever never moved can still be dispersed."""
    text = "[event]\n" + "\n".join(
        f'{rank} = {{ name = "Raid", faction = [{RAID}], other = [{RAID}] }}' for rank in "2 3 4 6 7 8 j q".split()
    )
    state = table("track: ie elf | santa bp\ncards: 2s 3d\na: 2\nm1: elf 1\nl1: elf 1", board=text)
    play(state, "primary event", "disperse", "region m1", "region l1")
    assert here(state, "l1") == "elf 2"
    play(state, "region l1")
    assert here(state, "l1") == "elf 1"
    play(state, "disperse")
    assert "region l1" in legal(state)


RAID = (
    '{ effect = "operation" }, { effect = "remove", regions = 1, against = "anyone", lowers = 3 }, '
    '{ effect = "operation" }'
)
