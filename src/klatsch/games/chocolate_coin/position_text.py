"""Positions of Chocolate COIN as text: `santa to act; track santa elf ie bp; santa l1 3, m2 1; bp l1 5, m3 4 base; …`.

The parts follow from the names of rules/layout.py, in its order: a number that is added there has a part at once, under
its own name. PARTS says which are told in better words than their numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from klatsch.core.game import CHANCE, OVER, Game
from klatsch.core.position_text import (
    Counts,
    Draft,
    Flags,
    Form,
    Number,
    Part,
    Word,
    items,
    one_of,
    whole,
)
from klatsch.games.chocolate_coin.actions import AREAS, FACTIONS, PRECINCTS, REGIONS, card_id
from klatsch.games.chocolate_coin.rules import kinds, setup
from klatsch.games.chocolate_coin.rules import layout as at
from klatsch.games.chocolate_coin.rules.board import TOKENS
from klatsch.games.chocolate_coin.rules.game import ChocolateCoin, seats_of_factions

CARDS = tuple(card_id(card) for card in range(at.JOKER + 1))
SUPPORTS = ("neutral", "santa", "elf")
MARKS = {"base": at.DIE_BASE, "placed": at.DIE_PLACED, "moved": at.DIE_MOVED}
FIRST_FIELD, END_OF_FIELDS = "SANTA_UNITS", "SIZE"
# Names of layout.py that mark the beginning or the end of others, at the same place as one of them.
BOUNDARIES = ("ACTION_FIRST", "ACTION_END", "DICE_END")


@cache
def fields() -> dict[str, range]:
    """Every name of the layout with its places in the vector, in their order."""
    names = list(vars(at))
    names = [name for name in names[names.index(FIRST_FIELD) :] if name.isupper() and name not in BOUNDARIES]
    starts = {name: int(vars(at)[name]) for name in names[: names.index(END_OF_FIELDS) + 1]}
    following = list(starts.values())[1:]
    return {name: range(start, end) for (name, start), end in zip(starts.items(), following, strict=False)}


@cache
def kind_names() -> tuple[str, ...]:
    numbers = {number: name for name, number in vars(kinds).items() if name.isupper() and name != "KINDS"}
    return tuple(spoken(numbers[number]) for number in range(kinds.KINDS))


def spoken(name: str) -> str:
    return name.lower().replace("_", "-")


def padded(names: tuple[str, ...], places: range) -> tuple[str, ...]:
    """A name for each place; where a board has more than are named, its number."""
    return (*names, *(str(i + 1) for i in range(len(names), len(places))))[: len(places)]


# ── Parts of this game ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Dice(Part):
    """`bp l1 5, m3 4 base`: Big Plastic's dice on the board by Region and stealth; the others are in the supply."""

    many: int

    def covers(self) -> range:
        return range(self.at, self.at + self.many)

    def write(self, draft: Draft) -> str:
        dice = [die for die in draft.v[self.at : self.at + self.many] if die]
        return ", ".join(" ".join(self.words(die)) for die in dice)

    def words(self, die: int) -> list[str]:
        region, stealth = REGIONS[die >> at.DIE_REGION_SHIFT], str(die & at.DIE_STEALTH)
        return [region, stealth, *(word for word, mark in MARKS.items() if die & mark)]

    def read(self, text: str, draft: Draft) -> None:
        dice = [self.die(words) for words in items(text)] if text else []
        if len(dice) > self.many:
            raise ValueError(f"Big Plastic has {self.many} dice")
        draft.v[self.at : self.at + self.many] = sorted(dice, reverse=True) + [0] * (self.many - len(dice))

    def die(self, words: list[str]) -> int:
        if len(words) < 2:
            raise ValueError(f"{' '.join(words)!r} should be a Region and a stealth, like l1 5")
        code = one_of(words[0], REGIONS) * at.DIE_REGION + whole(words[1], 1, at.FULL_STEALTH)
        marks = {MARKS[list(MARKS)[one_of(word, list(MARKS))]] for word in words[2:]}
        return code + sum(marks)


@dataclass(frozen=True)
class GiftDice(Part):
    """`gifts l1 3 6, m2 1`: dice by Region, each by its value."""

    places: range

    def covers(self) -> range:
        return self.places

    def write(self, draft: Draft) -> str:
        found = []
        for region, name in enumerate(REGIONS):
            first = self.at + region * at.GIFT_VALUES
            values = [value + 1 for value in range(at.GIFT_VALUES) for _ in range(draft.v[first + value])]
            found += [" ".join(map(str, [name, *values]))] if values else []
        return ", ".join(found)

    def read(self, text: str, draft: Draft) -> None:
        for region, *values in items(text) if text else ():
            for value in values:
                place = one_of(region, REGIONS) * at.GIFT_VALUES + whole(value, 1, at.GIFT_VALUES) - 1
                draft.v[self.at + place] += 1


@dataclass(frozen=True)
class Names(Part):
    """`track santa elf ie bp`: as many numbers, each one of some words; −1 is a dash."""

    places: range
    words: tuple[str, ...]
    usual: int = 0

    def covers(self) -> range:
        return self.places

    def write(self, draft: Draft) -> str:
        numbers = [draft.v[place] for place in self.places]
        if all(number == self.usual for number in numbers):
            return ""
        return " ".join(self.words[number] if number >= 0 else "-" for number in numbers)

    def read(self, text: str, draft: Draft) -> None:
        words = text.split()
        if words and len(words) != len(self.places):
            raise ValueError(f"there should be {len(self.places)} words")
        for i, place in enumerate(self.places):
            draft.v[place] = one_of(words[i], ("-", *self.words)) - 1 if words else self.usual


# ── Which number is told how ──────────────────────────────────────────────────────────────────────


def in_supply(draft: Draft, faction: int) -> int:
    """Unless told: the tokens that aren't on the board."""
    v, place = draft.v, fields()
    units = {"santa": "SANTA_UNITS", "ie": "IE_UNITS", "elf": "ELF_UNITS", "bp": "DICE"}[FACTIONS[faction]]
    on_board = sum(v[i] > 0 if units == "DICE" else v[i] for i in place[units])
    if FACTIONS[faction] in SUPPORTS:
        on_board += sum(v[i] for i in place[f"{FACTIONS[faction].upper()}_BASES"])
        on_board += sum(v[i] == SUPPORTS.index(FACTIONS[faction]) for i in place["SUPPORT"])
    return int(TOKENS[faction]) - on_board


def events_seen(draft: Draft) -> int:
    return sum(draft.v[i] for i in fields()["SEEN"])


def scoring_left(draft: Draft) -> int:
    """Unless told: the scoring cards of the pile that haven't come yet (§3.2)."""
    drawn, ends = draft.v[at.DRAWN], pile_ends()
    if drawn in ends[:-1] and draft.v[at.KIND] == kinds.DRAW_CARD:
        return setup.SCORING_IN_PILE
    if drawn <= ends[0] or drawn >= ends[-1] or drawn in ends:
        return 0
    begun = sum(end < drawn for end in ends)  # piles with scoring cards
    return begun * setup.SCORING_IN_PILE - (drawn - events_seen(draft))


@cache
def pile_ends() -> list[int]:
    return sorted({int(setup.pile_end(card)) for card in range(at.DECK)})


def set_up(draft: Draft) -> int:
    """How many factions have set up: all of them, unless the set-up goes on."""
    return 0 if draft.v[at.KIND] in (kinds.TRACK_ORDER, kinds.SET_UP) else at.FACTION_COUNT


def by_region(name: str) -> Callable[[range], Part]:
    return lambda places: Counts(name, places.start, padded(REGIONS, places))


def a_faction(name: str) -> Callable[[range], Part]:
    return lambda places: Word(name, places.start, ("nobody", *FACTIONS), -1, -1)


def a_card(name: str) -> Callable[[range], Part]:
    return lambda places: Word(name, places.start, ("none", *CARDS), -1, -1)


PARTS: dict[str, Callable[[range], Part]] = {
    "SANTA_UNITS": by_region("santa"),
    "ELF_UNITS": by_region("elf"),
    "SANTA_BASES": by_region("santa-bases"),
    "ELF_BASES": by_region("elf-bases"),
    "IE_UNITS": lambda places: Counts("ie", places.start, padded(PRECINCTS, places)),
    "DICE": lambda places: Dice("bp", places.start, len(places)),
    "SUPPORT": lambda places: Names("support", places.start, places, SUPPORTS),
    "SCORE": lambda places: Counts("score", places.start, FACTIONS),
    "SUPPLY": lambda places: Counts("supply", places.start, FACTIONS, in_supply),
    "TRACK": lambda places: Names("track", places.start, places, FACTIONS, -1),
    "GIFTS": lambda places: GiftDice("gifts", places.start, places),
    "SEEN": lambda places: Flags("seen", places.start, CARDS[: len(places)]),
    "DRAWN": lambda places: Number("drawn", places.start, events_seen, 0, at.DECK),
    "PILE_SCORING": lambda places: Number("pile-scoring", places.start, scoring_left, 0, at.DECK),
    "SETUP_AT": lambda places: Number("setup-at", places.start, set_up, 0, at.FACTION_COUNT),
    "KIND": lambda places: Word("step", places.start, kind_names()),
    "CURRENT": a_card("card"),
    "UPCOMING": a_card("next-card"),
    "PRIMARY_BY": a_faction("primary-by"),
    "SECONDARY_BY": a_faction("secondary-by"),
    "SECONDARY_CHOICE": lambda places: Number("secondary-choice", places.start, -1, -1, 9),
    "GIFTS_MOVED": lambda places: GiftDice("gifts-moved", places.start, places),
}
MOST = 2**15  # no number of an action is higher; masks of Regions and places in tables among them


def plain(name: str, places: range) -> Part:
    """A number, or one for each Region, precinct, Area or faction, under the layout's own name."""
    if len(places) == 1:
        return Number(spoken(name), places.start, 0, -1, MOST)
    known = {len(names): names for names in (PRECINCTS, AREAS, FACTIONS, REGIONS)}
    return Counts(spoken(name), places.start, padded(known.get(len(places), ()), places))


@cache
def parts() -> tuple[Part, ...]:
    return tuple(PARTS[name](places) if name in PARTS else plain(name, places) for name, places in fields().items())


def form(game: Game, seats: int) -> Form:
    return Form(seat_words(game.options["factions"], seats), parts(), problem, step)


def seat_words(chosen: str, seats: int) -> tuple[str, ...]:
    """The factions of each seat: `santa`, or `santa+ie`."""
    seat_of = seats_of_factions(chosen, seats)
    return tuple(
        "+".join(faction for faction, of in zip(FACTIONS, seat_of, strict=True) if of == seat) for seat in range(seats)
    )


# ── What can't be ─────────────────────────────────────────────────────────────────────────────────

MOST_STEPS = 500  # no action leads over more


def problem(state: ChocolateCoin) -> str | None:
    v = state.v
    over = state.actor == OVER
    if over != (v[at.ENDED] != at.GOES_ON):
        return "the game is over without a reason, or has one and goes on"
    chance = (kinds.TRACK_ORDER, kinds.DRAW_CARD, kinds.ROLL_DIE)
    if not over and (state.actor == CHANCE) != (v[at.KIND] in chance):
        return "chance orders the track, draws cards and rolls dice; nothing else"
    if not 0 <= v[at.TO_ROLL] <= v[at.STRENGTH] or (v[at.TO_ROLL] > 0 and v[at.STRENGTH] > at.DICE_ROLLED):
        return f"{v[at.STRENGTH]} units don't roll {v[at.TO_ROLL]} dice"  # §8.16
    return wrong_deck(state) or wrong_turn(state)


def wrong_deck(state: ChocolateCoin) -> str | None:
    """§3.1, §3.2: every card that was turned over is an event that was seen, or a scoring card of its pile."""
    v, place = state.v, fields()
    seen = sum(v[i] for i in place["SEEN"])
    drawn = v[at.DRAWN]
    if not 0 <= seen <= drawn <= at.DECK:
        return f"{drawn} cards are drawn, and {seen} events are seen"
    for card in (v[at.CURRENT], v[at.UPCOMING]):
        if 0 <= card < at.EVENT_CARDS and v[at.SEEN + card] == 0:
            return f"{CARDS[card]} lies on the table, but is not among the cards seen"
    ends = pile_ends()
    done = [end for end in ends[1:] if end <= drawn]  # piles with scoring cards
    scored = drawn - seen - setup.SCORING_IN_PILE * len(done)
    left = v[at.PILE_SCORING]
    begins = drawn in ends[:-1] and v[at.KIND] == kinds.DRAW_CARD
    if scored == 0 and (drawn <= ends[0] or drawn in ends) and left == (setup.SCORING_IN_PILE if begins else 0):
        return None  # without scoring cards, or between two piles
    if (
        drawn > ends[0]
        and drawn not in ends
        and left + scored == setup.SCORING_IN_PILE
        and 0 <= left <= setup.pile_end(drawn) - drawn
    ):
        return None
    return f"{drawn} cards drawn, {seen} events seen and {left} scoring cards left in the pile don't go together"


def wrong_turn(state: ChocolateCoin) -> str | None:
    v = state.v
    limits = {"ASKED": 4, "ROW": 2, "JUMPED": 1, "ACTING": 3, "RETURN": kinds.KINDS - 1, "SETUP_AT": 4, "SETUP_STEP": 3}
    for name, highest in limits.items():
        if not 0 <= v[fields()[name].start] <= highest:
            return f"{spoken(name)} is {v[fields()[name].start]}, and at most {highest}"
    playing = v[at.SETUP_AT] == at.FACTION_COUNT
    if playing and v[at.KIND] not in (kinds.TRACK_ORDER, kinds.SET_UP) and state.actor >= 0:
        return wrong_action(state)
    if not playing and v[at.KIND] not in (kinds.TRACK_ORDER, kinds.SET_UP):
        return "the set-up isn't finished"
    return None


def wrong_action(state: ChocolateCoin) -> str | None:
    """§5: who acts has taken the primary or the secondary action, and is asked."""
    v = state.v
    asks = v[at.KIND]
    if asks in (kinds.ASK_PRIORITY, kinds.ASK_PRIMARY, kinds.ASK_SECONDARY):
        if any(v[i] for i in range(at.ACTION_FIRST, at.ACTION_END)):
            return "something of an action is left, though none is being played"
        return None
    if v[at.PRIMARY_BY] < 0 and v[at.SECONDARY_BY] < 0:
        return "an action is being played that nobody has taken"
    return None


def step(state: ChocolateCoin, action: int) -> None:
    """Play an action as `ChocolateCoin.apply` does, but never without end: the state may be unsound."""
    out = state.game.buffer
    state.step().apply(state, action)
    for _ in range(MOST_STEPS):
        if state.entering:
            state.entering = False
            state.step().enter(state)
            continue
        if state.actor < 0:
            return
        choices = state.step().fill(state, out)
        if choices > 1:
            return
        if choices == 0:
            break
        state.step().apply(state, int(out[0]))
    raise ValueError("the action has no end")
