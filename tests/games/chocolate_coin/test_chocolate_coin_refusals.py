"""Every refusal names a clause that exists and a reason that is true: its numbers are counted again from the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import klatsch
from klatsch.core.definition import View
from klatsch.core.message import Message, Refusal
from klatsch.games.chocolate_coin import DEFINITION
from klatsch.games.chocolate_coin.actions import (
    ACTIONS,
    FACTIONS,
    WAYS,
    Action,
    Amount,
    Gift,
    Operation,
    Place,
    Shift,
    Take,
    TakeOff,
    Token,
)
from klatsch.rulebook import clauses, rules_text

from games.chocolate_coin.table import play, table
from playing import walk

CLAUSES = clauses(rules_text(DEFINITION))
SAYS = [DEFINITION.words.say(lang) for lang in ("en", "pt", "ro")]


# ── What somebody might try ───────────────────────────────────────────────────────────────────────────────────────


def plausible(state: klatsch.State) -> Iterator[int]:
    """Illegal now, but of the sort that is asked, or something on the board, which can be clicked at any time."""
    legal = set(state.legal_actions())
    asked = {sort(ACTIONS[action]) for action in legal}
    for action, record in enumerate(ACTIONS):
        always = isinstance(record, (Take, Operation, Place, TakeOff)) or record.notation in ("pass", "done")
        if action not in legal and (always or sort(record) in asked):
            yield action


def sort(record: Action) -> str:
    for kind in (Token, Amount, Gift, Shift):
        if isinstance(record, kind):
            return kind.__name__
    if record.notation in WAYS:
        return "way"
    return "what" if record.notation in ("units", "base") else record.notation


# ── What a reason claims, counted from the view ───────────────────────────────────────────────────────────────────


class Claim:
    """A refusal, and the position as everybody sees it."""

    def __init__(self, view: View, record: Action, message: Message) -> None:
        self.view = view
        self.record = record
        self.args: dict[str, Any] = message.args
        self.who = str(view["asked"])

    def entry(self, kind: str, argument: str) -> dict[str, Any]:
        id = self.args[argument].args["id"].lower()
        return next(place for place in self.view[kind] if place["id"] == id)

    @property
    def region(self) -> dict[str, Any]:
        return self.entry("regions", "region")

    @property
    def focus(self) -> dict[str, Any]:
        places = [*self.view["regions"], *self.view["precincts"]]
        return next(place for place in places if place["id"] == self.view["focus"])

    @property
    def area(self) -> str:
        return next(str(a["support"]) for a in self.view["areas"] if a["name"] == self.args["area"].args["name"])

    def supply(self, faction: str) -> int:
        return int(self.view["supply"][FACTIONS.index(faction)])

    def units(self, faction: str, region: dict[str, Any]) -> int:
        if "touches" in region:
            return int(region["units"])
        if faction == "ie":
            return sum(p["units"] for p in self.view["precincts"] if region["id"] in p["touches"])
        return len(region["spies"]) if faction == "bp" else int(region["units"][faction])

    def bases(self, faction: str, region: dict[str, Any]) -> int:
        if faction == "bp":
            return len(region["moles"])
        return int(region["bases"].get(faction, 0))

    def tokens(self, faction: str, region: dict[str, Any]) -> int:
        return self.units(faction, region) + self.bases(faction, region)

    def enemies(self, region: dict[str, Any]) -> list[str]:
        return [faction for faction in FACTIONS if faction != self.who and self.tokens(faction, region)]

    def everywhere(self, holds: Callable[[dict[str, Any]], bool]) -> bool:
        return all(holds(region) for region in self.view["regions"])

    def linked(self, kind: str, one: str, other: str) -> bool:
        return any({one, other} == set(pair[:2]) for pair in self.view[kind])


def hidden(c: Claim) -> object:
    lowest = min(c.region["spies"] + c.region["moles"])
    own = c.tokens(c.who, c.region)
    return c.args["stealth"] == lowest > own == c.args["tokens"] and c.enemies(c.region) == ["bp"]


def hidden_from_ie(c: Claim) -> object:
    return c.args["stealth"] == min(c.region["spies"]) > c.units("ie", c.region) == c.args["units"]


def too_dear(c: Claim) -> object:
    to_spend = sum(stealth - 1 for stealth in c.region["spies"] + c.region["moles"])
    return c.args["stealth"] == to_spend < c.tokens("santa", c.region) == c.args["cost"]


def spaces_taken(c: Claim) -> object:
    return c.args["spaces"] == c.region["spaces"] == sum(c.bases(faction, c.region) for faction in FACTIONS) > 0


def too_stealthy(c: Claim) -> object:
    assert isinstance(c.record, Token)
    return c.args["stealth"] == c.record.detail > c.args["tokens"] == c.tokens(c.who, c.focus)


def units_first(c: Claim) -> object:
    assert isinstance(c.record, Token)
    faction = FACTIONS[c.record.faction]
    seen = [stealth for stealth in c.focus["spies"] if stealth <= c.tokens(c.who, c.focus)]
    return c.args["units"] == (len(seen) if faction == "bp" else c.units(faction, c.focus)) > 0


def no_such_token(c: Claim) -> object:
    assert isinstance(c.record, Token)
    record, focus = c.record, c.focus
    if FACTIONS[record.faction] == "ie":
        precinct = c.view["precincts"][record.detail]
        return precinct["units"] == 0 or focus["id"] not in precinct["touches"]
    if FACTIONS[record.faction] == "bp":
        return record.detail not in focus["moles" if record.base else "spies"]
    return (c.bases if record.base else c.units)(FACTIONS[record.faction], focus) == 0


def outnumbered(c: Claim) -> object:
    victim = c.args["who"].id.removeprefix("faction.")
    own, theirs = c.units(c.who, c.region), c.units(victim, c.region)
    return c.args["units"] == own < theirs == c.args["theirs"] and own > 0


def below_one(c: Claim) -> object:
    assert isinstance(c.record, Amount)
    dice = c.focus["spies"] + c.focus["moles"]
    return c.args["stealth"] in dice and c.args["most"] == c.args["stealth"] - 1 < c.record.number


def cost_left(c: Claim) -> object:
    assert isinstance(c.record, Amount)
    others = sum(stealth - 1 for stealth in c.focus["spies"] + c.focus["moles"])
    return c.args["others"] < others and c.args["cost"] - c.record.number > c.args["others"]


def value_range(c: Claim) -> object:
    assert isinstance(c.record, Amount)
    change = abs(c.record.number - c.args["value"])
    return c.args["value"] in c.focus["gifts"] and not (0 < change <= c.args["by"] and 1 <= c.record.number <= 6)


def gone(c: Claim) -> object:
    """§8.12: fewer are left that may move than stand there."""
    assert isinstance(c.record, Amount)
    return c.args["most"] < c.record.number <= c.units(c.who, c.focus)


def place_units(c: Claim) -> int:
    kind = "precincts" if c.who == "ie" else "regions"
    return c.units(c.who, c.entry(kind, "place"))


def borders(c: Claim) -> bool:
    return c.linked("borders", c.entry("regions", "source")["id"], c.entry("regions", "target")["id"])


def line(c: Claim) -> bool:
    return c.linked("lines", c.entry("precincts", "source")["id"], c.entry("precincts", "target")["id"])


def amount(c: Claim) -> int:
    assert isinstance(c.record, Amount)
    return c.record.number


def side_of_record(c: Claim) -> str:
    assert isinstance(c.record, Shift)
    return c.record.side


TRUE: dict[str, Callable[[Claim], object]] = {
    "supply_left": lambda c: c.args["tokens"] == c.supply(c.who) > 0,
    "only_when_placing": lambda c: c.supply(c.who) == 0,
    "no_token_left": lambda c: c.supply(c.who) == 0,
    "spaces_taken": spaces_taken,
    "no_space": lambda c: c.region["spaces"] == 0,
    "hidden": hidden,
    "hidden_from_ie": hidden_from_ie,
    "too_dear": too_dear,
    "too_stealthy": too_stealthy,
    "too_stealthy_for_ie": lambda c: c.args["stealth"] > c.args["units"] == c.units("ie", c.focus),
    "units_first": units_first,
    "no_such_token": no_such_token,
    "santa_unwelcome": lambda c: c.area == "elf",
    "elf_unwelcome": lambda c: c.area == "santa",
    "own_area": lambda c: c.area == c.who,
    "supports_already": lambda c: c.area == side_of_record(c),
    "no_support_token": lambda c: c.supply(side_of_record(c)) == 0,
    "needs_cane": lambda c: not c.region["cane"],
    "no_dock": lambda c: not c.region["dock"],
    "no_workshop": lambda c: not c.region["workshop"],
    "gift_in_the_way": lambda c: bool(c.region["gifts"]),
    "nobody_works": lambda c: c.units("santa", c.region) + c.units("elf", c.region) == 0,
    "no_gift": lambda c: not c.region["gifts"],
    "no_gift_of_value": lambda c: c.args["value"] not in c.region["gifts"],
    "no_gift_on_board": lambda c: c.everywhere(lambda region: not region["gifts"]),
    "no_gift_with_bp": lambda c: c.everywhere(lambda region: not (region["gifts"] and c.tokens("bp", region))),
    "workshops_full": lambda c: c.everywhere(lambda region: bool(not region["workshop"] or region["gifts"])),
    "no_own_unit": lambda c: c.units(c.who, c.region) == 0,
    "no_own_token_in": lambda c: c.tokens(c.who, c.region) == 0,
    "no_unit_on_board": lambda c: c.everywhere(lambda region: c.units(c.who, region) == 0),
    "no_unit_to_move": lambda c: place_units(c) == 0,
    "all_moved": lambda c: place_units(c) == c.args["units"] > 0,
    "no_ie_unit": lambda c: c.units("ie", c.region) == 0,
    "no_santa_unit": lambda c: c.units("santa", c.region) == 0,
    "no_bp_unit": lambda c: c.tokens("bp", c.region) == 0,
    "no_bp_token": lambda c: c.tokens("bp", c.region) == 0,
    "no_bp_on_board": lambda c: c.everywhere(lambda region: c.tokens("bp", region) == 0),
    "bases_gain_none": lambda c: c.units("bp", c.region) == 0 < c.bases("bp", c.region),
    "full_stealth": lambda c: set(c.region["spies"]) == {6},
    "full_stealth_everywhere": lambda c: c.everywhere(lambda region: set(region["spies"]) <= {6}),
    "nobody_to_attack": lambda c: not c.enemies(c.region),
    "nobody_there": lambda c: not c.enemies(c.region),
    "nobody_to_disperse": lambda c: not c.enemies(c.region),
    "only_bases": lambda c: all(c.units(faction, c.region) == 0 for faction in c.enemies(c.region)),
    "not_adjacent": lambda c: not borders(c),
    "no_line": lambda c: not line(c),
    "not_touching": lambda c: c.region["id"] not in c.entry("precincts", "precinct")["touches"],
    "too_many": lambda c: amount(c) > c.args["most"],
    "rest_moved": gone,
    "outnumbered": outnumbered,
    "above_cost": lambda c: amount(c) > c.args["cost"] <= c.tokens("santa", c.focus),
    "below_one": below_one,
    "cost_left": cost_left,
    "value_range": value_range,
}


def check(view: View, action: int, refusal: Refusal) -> str:
    """The reason's id, after a look whether it is true."""
    assert refusal.clause in CLAUSES
    for say in SAYS:
        assert "{" not in say(refusal.message)
    id = refusal.message.id.removeprefix("not.")
    message = refusal.message.args["why"] if id == "nowhere" else refusal.message
    assert isinstance(message, Message)
    reason = message.id.removeprefix("not.")
    if reason in TRUE:
        assert TRUE[reason](Claim(view, ACTIONS[action], message)), (ACTIONS[action].notation, message)
    return id


GAMES: list[tuple[int, dict[str, str]]] = [
    (4, {}),
    (2, {"gift_relay": "no", "scoring_turn": "yes", "ops_special_second": "op"}),
    (3, {"bp_regions": "half_tokens", "ie_regions": "precincts", "secondary_from": "top"}),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("seats", "options"), GAMES, ids=["four", "two", "three"])
def test_refusals_are_true(seats: int, options: dict[str, str], seed: int) -> None:
    found: Counter[str] = Counter()
    for number, state in enumerate(walk(klatsch.load("chocolate-coin", **options), seats, seed)):
        if state.actor >= 0 and number % 3 == 0:
            view = state.view(klatsch.PUBLIC)
            for action in plausible(state):
                refusal = state.refusal(action)
                assert refusal is not None
                found[check(view, action, refusal)] += 1
    assert found["asked"] == 0  # there is always something better to say
    assert found["supply_left"] > 1000
    assert len(found) > 30


# ── The reasons that matter most ──────────────────────────────────────────────────────────────────────────────────

REASONS = [
    (
        "track: santa elf | ie bp\nm1: santa 2, base santa, bp 5",
        ("primary ops",),
        "attack",
        "8.21",
        "Attack is possible nowhere now. The lowest stealth in Icicle Terraces (M1) is 5, and you have 3 tokens there.",
    ),
    (
        "track: santa elf | ie bp\nm1: santa 2, base santa, bp 5\nl1: santa 1, elf 1",
        ("primary ops", "attack"),
        "region m1",
        "8.21",
        "The lowest stealth in Icicle Terraces (M1) is 5, and you have 3 tokens there.",
    ),
    (
        "track: bp elf | ie santa\nm1: santa 4, base santa, bp 4, gift 2",
        ("primary ops",),
        "steal",
        "9.10",
        "Steal Gifts is possible nowhere now. In Icicle Terraces (M1) a gift costs 5 stealth, and only 3 can be spent.",
    ),
    ("track: bp elf | ie santa\nl1: bp 6", ("primary ops",), "steal", "9.8", "There is no gift on the board."),
    ("track: santa elf | ie bp\nl2: elf 1", ("primary ops",), "attack", "8.19", "You have no unit on the board."),
    (
        "track: ie elf | santa bp\na: 2\nl1: bp 3",
        ("primary ops",),
        "disperse",
        "9.3",
        "The lowest stealth of a unit in Gingerbread Works (L1) is 3, and 2 Internal Elfairs units are there.",
    ),
    (
        "track: santa elf | ie bp\nnorth: santa\nmiddle: santa\nsouth: santa",
        ("primary ops",),
        "pies",
        "9.2",
        "All Areas support your side already.",
    ),
    (
        "track: elf santa | ie bp\ncards: 2c 2s\nmiddle: santa\nl1: elf 1",
        ("primary ops", "recruit"),
        "region r2",
        "8.5",
        "Peppermint Quarter (R2) lies in Hearthward, which supports Santa: the E.L.F. can't recruit there.",
    ),
    (
        "track: santa elf | ie bp\nl1: santa 1",
        ("primary ops", "move", "region l1"),
        "region r3",
        "8.11",
        "Teddy Mill (R3) is not adjacent to Gingerbread Works (L1).",
    ),
    (
        "track: santa elf | ie bp\nl1: santa 1",
        ("primary ops",),
        "take off unit l1",
        "1.9",
        "Your supply still has 12 tokens: tokens are taken off the board only when it is empty.",
    ),
]


@pytest.mark.rule("chocolate_coin 8.21")
@pytest.mark.parametrize(("position", "moves", "action", "clause", "sentence"), REASONS)
def test_the_reason_that_matters(
    position: str, moves: tuple[str, ...], action: str, clause: str, sentence: str
) -> None:
    state = table(position)
    play(state, *moves)
    refusal = state.refusal(state.game.parse(action))
    assert refusal is not None
    assert refusal.clause == clause
    assert SAYS[0](refusal.message).endswith(sentence)
