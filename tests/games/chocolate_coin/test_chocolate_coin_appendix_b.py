"""What Appendix B of the rulebook says of the game, on the shipped board: whose score falls, who wins, what bases do.

The campus is a reconstruction: if one of these fails, it no longer plays as its author says.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import klatsch
from klatsch.bots.bot import choose
from klatsch.bots.bot_names import make_bot
from klatsch.core.rng import Rng
from klatsch.games.chocolate_coin.actions import FACTIONS
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin
from klatsch.games.chocolate_coin.rules.layout import SCORE

from games.chocolate_coin.table import asked, here, legal, play, score, table
from playing import walk

SEAT = FACTIONS.index("elf")
GOAL = 8
SURE_CARDS = 6  # §3.2: events that come before the first scoring card can
CANES = ("l1", "r2", "m3")


# ── The E.L.F. finds it easiest to reach its goal ─────────────────────────────────────────────────


def wanted(state: klatsch.State) -> str:
    """What an E.L.F. does that nobody disturbs: a base wherever one can be built, else units for the next one."""
    offers = legal(state)
    for offer in ("primary ops", "recruit", "base", "units", *(f"region {region}" for region in by_promise(state))):
        if offer in offers:
            return offer
    return "done" if "done" in offers else "pass"


def by_promise(state: klatsch.State) -> list[str]:
    """The Regions with the cane, those with a unit and a vacant space first; full ones are left out."""
    regions = {region["id"]: region for region in state.view(klatsch.PUBLIC)["regions"]}
    vacant = {id: regions[id]["spaces"] - sum(regions[id]["bases"].values()) for id in CANES}
    open_ones = [id for id in CANES if vacant[id] > 0]
    return sorted(open_ones, key=lambda id: regions[id]["units"]["elf"] == 0)


def set_up(state: klatsch.State, santa_bases: tuple[str, str]) -> None:
    """E.L.F. together beside the workshop, Santa's bases where they are told, the others wherever."""
    bases = list(santa_bases)
    while asked(state) is not None and "pass" not in legal(state):
        if asked(state) == "elf":
            play(state, "region l1")
        elif asked(state) == "santa" and bases:
            play(state, f"region {bases.pop()}")
        else:
            play(state, legal(state)[-1])


def undisturbed(santa_bases: tuple[str, str], seed: int) -> int:
    """The score of an E.L.F. among others who pass, when the first scoring card may come."""
    state = klatsch.load("chocolate-coin").new(4)
    rng = Rng(seed)
    while state.actor == klatsch.CHANCE:
        state.apply(state.sample(rng))
    set_up(state, santa_bases)
    while state.view(klatsch.PUBLIC)["turn"] <= SURE_CARDS:
        if state.actor == klatsch.CHANCE:
            state.apply(state.sample(rng))
        else:
            play(state, wanted(state) if asked(state) == "elf" else "pass")
    return score(state, "elf")


@pytest.mark.parametrize("santa_bases", [("m2", "r3"), ("l1", "m2"), ("l1", "l1"), ("r2", "m3"), ("r2", "r2")])
@pytest.mark.parametrize("seed", range(4))
def test_an_undisturbed_elf_reaches_its_goal_before_any_scoring_card(santa_bases: tuple[str, str], seed: int) -> None:
    """Also when Santa begins with both bases in the only workshop where it may recruit."""
    assert undisturbed(santa_bases, seed) >= GOAL


def own_business(state: klatsch.State, rng: Rng) -> int:
    """Any action of somebody who thinks of nobody else: no attack, no Disperse, no Mince Pies, no event."""
    notation = state.game.notation
    hostile = ("attack", "disperse", "pies", "primary event", "secondary event")
    offers = [action for action in state.legal_actions() if notation(action) not in hostile]
    active = [action for action in offers if notation(action) != "pass"] or offers
    return active[rng.below(len(active))]


def test_an_elf_whom_nobody_minds_runs_away_with_the_game() -> None:
    """Twelve games: it wins all of them, some in the first scoring round."""
    game = klatsch.load("chocolate-coin")
    scoring_rounds = []
    for seed in range(12):
        state, rng, bot, thoughts = game.new(4), Rng(seed), make_bot("bot:5"), Rng(100 + seed)
        rounds = 0
        while state.actor != klatsch.OVER:
            actor = state.actor
            scoring = is_scoring(state)
            if actor == klatsch.CHANCE:
                state.apply(state.sample(rng))
            else:
                state.apply(choose(bot, state, thoughts) if actor == SEAT else own_business(state, rng))
            rounds += is_scoring(state) and not scoring
        assert state.utility(SEAT) == 1
        scoring_rounds.append(rounds)
    assert min(scoring_rounds) == 1


def is_scoring(state: klatsch.State) -> bool:
    card = state.view(klatsch.PUBLIC)["current"]
    return card is not None and bool(card["scoring"])


# ── Scores ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 1.7")
def test_only_the_score_of_the_elf_ever_falls() -> None:
    game = klatsch.load("chocolate-coin")
    fallen = set()
    for seed in range(60):
        before = [0] * len(FACTIONS)
        for state in walk(game, 4, seed):
            assert isinstance(state, ChocolateCoin)
            now = list(state.v[SCORE : SCORE + len(FACTIONS)])
            fallen |= {name for name, old, new in zip(FACTIONS, before, now, strict=True) if new < old}
            before = now
    assert fallen == {"elf"}


@pytest.mark.rule("chocolate_coin 1.7", "chocolate_coin 14.3")
def test_santa_never_passes_a_ratio_of_one() -> None:
    """Its goal is the last space of the track; whoever has passed the own goal is ahead of it."""
    state = table("cards: 2s ace\nscore: santa 13, bp 7\nr1: gift 6", drawn=19)
    play(state, "primary ops+special", "done", "region r1")
    assert score(state, "santa") == 15
    assert state.view(klatsch.PUBLIC)["goal"][0] == 15
    finish_turn(state)
    assert state.outcome is not None
    assert state.outcome.ranking[0] == (FACTIONS.index("bp"),)


def finish_turn(state: klatsch.State) -> None:
    while state.actor >= 0:
        play(state, "pass")
    while state.actor == klatsch.CHANCE:
        state.apply(state.legal_actions()[0])


# ── Bases ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("chocolate_coin 6.2")
@pytest.mark.parametrize(("faction", "other"), [("santa", "elf"), ("elf", "santa")])
@pytest.mark.parametrize("bases", range(4))
def test_a_base_is_worth_a_region_more(faction: str, other: str, bases: int) -> None:
    where = "\n".join(f"{region}: base {faction}" for region in ("m1", "l2", "m2")[:bases])
    state = table(f"track: {faction} {other} | ie bp\ncards: 2c 3c\n{where}")
    play(state, "primary ops")
    assert f"in {bases + 1} place" in state.prompt(FACTIONS.index(faction))


def attack(there: str) -> str:
    state = table(f"m1: {there}")
    play(state, "primary ops", "attack", "region m1")
    return str(state.prompt(klatsch.PUBLIC))


def worth_of_gift(there: str) -> str:
    state = table(f"m2: {there}")
    play(state, "primary ops", "done")
    return here(state, "m2").split("gift ")[1]


@pytest.mark.rule("chocolate_coin 8.16", "chocolate_coin 12.3")
@pytest.mark.parametrize("measured", [attack, worth_of_gift])
def test_bases_are_no_units(measured: Callable[[str], str]) -> None:
    """Neither in an attack, of whoever they are, nor for the value of a gift."""
    assert measured("santa 2, elf 3, base santa, base santa") == measured("santa 2, elf 3")
    assert measured("santa 2, elf 3") != measured("santa 3, elf 3")


@pytest.mark.rule("chocolate_coin 8.18")
def test_bases_defend_nobody() -> None:
    for there in ("elf 2", "elf 2, base elf, base elf"):
        state = table(f"m1: santa 6, {there}")
        play(state, "primary ops", "attack", "region m1", "token elf unit", "token elf unit")
        assert "elf 2" not in here(state, "m1")
