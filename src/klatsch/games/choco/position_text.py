"""Positions of ChoCo as text: `2 to act; cards wwwm 0 0, mmwd 2 0 safe; colours white dark; hand-1 wwdd, dddm; …`.

A card on the table is told as it lies, by its four pieces, row after row, with the place of the upper left one; a card
of a hand by its face, with what is known of it (§8): `wwdd held 1 2 from 2 told white 2 not mmmd dddw`.
"""

from __future__ import annotations

from dataclasses import dataclass

from klatsch.core.game import Game
from klatsch.core.position_text import Counts, Draft, Form, Number, Part, Row, Word, items, one_of, read_mask, whole
from klatsch.core.position_text import write_mask as names_in
from klatsch.games.choco import layout as at
from klatsch.games.choco.cards import ALL_FACES, COLOUR_NAMES, FACE_NAMES, QUARTERS, SHAPE_NAMES
from klatsch.games.choco.grid import ZERO, cell_at, coordinates
from klatsch.games.choco.position import CARD_CHOICE, PHASES, REASONS
from klatsch.games.choco.possible import ROW, TOLD_BITS, TOLD_MASK
from klatsch.games.choco.rules import ALL_TOKENS, ChoCo
from klatsch.games.choco.table import Rulings

NO = ("no", "yes")
SLOTS = ("none", *(str(slot + 1) for slot in range(at.HAND)))
SEATS = tuple(str(seat + 1) for seat in range(at.MOST_SEATS))
WORDS_OF_KNOWLEDGE = ("held", "from", "told", "not", "only")


# ── The table ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Cards(Part):
    """The cards on the table in the order of laying, with how many they are."""

    def covers(self) -> range:
        return range(self.at, self.at + at.LAID_FIELDS * at.CARDS)

    def write(self, draft: Draft) -> str:
        found = []
        for card in range(draft.v[at.LAID]):
            shape, cell, token = draft.v[self.at + at.LAID_FIELDS * card :][: at.LAID_FIELDS]
            x, y = coordinates(cell)
            found.append(f"{SHAPE_NAMES[shape]} {x} {y}" + (" safe" if token else ""))
        return ", ".join(found)

    def read(self, text: str, draft: Draft) -> None:
        cards = items(text) if text else []
        if len(cards) > at.CARDS:
            raise ValueError(f"there are only {at.CARDS} cards")
        for card, words in enumerate(cards):
            if not 3 <= len(words) <= 4 or words[3:] not in ([], ["safe"]):
                raise ValueError(
                    f"{' '.join(words)!r} should be four pieces and a place, like wwwm 0 0 or wwwm 0 0 safe"
                )
            x, y = (whole(word, -ZERO, ZERO + 1) for word in words[1:3])
            numbers = [one_of(words[0], SHAPE_NAMES), cell_at(x, y), len(words) - 3]
            first = self.at + at.LAID_FIELDS * card
            draft.v[first : first + at.LAID_FIELDS] = numbers
        draft.v[at.LAID] = len(cards)


@dataclass(frozen=True)
class Colours(Part):
    """The seats' colours; a state has room for four."""

    def covers(self) -> range:
        return range(self.at, self.at + at.MOST_SEATS)

    def write(self, draft: Draft) -> str:
        colours = draft.v[self.at : self.at + draft.seats]
        words = [COLOUR_NAMES[colour] if colour >= 0 else "none" for colour in colours]
        return "" if set(words) == {"none"} else " ".join(words)

    def read(self, text: str, draft: Draft) -> None:
        words = text.split() or ["none"] * draft.seats
        if len(words) != draft.seats:
            raise ValueError(f"there should be {draft.seats} colours")
        found = [one_of(word, ("none", *COLOUR_NAMES)) - 1 for word in words]
        draft.v[self.at : self.at + at.MOST_SEATS] = found + [at.NONE] * (at.MOST_SEATS - draft.seats)


# ── The hands ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Hand(Part):
    """The cards of a seat's hand with what is known of each, and how many they are."""

    seat: int

    def covers(self) -> range:
        return range(self.at, self.at + at.HAND * at.FIELDS)

    def write(self, draft: Draft) -> str:
        first = [self.at + at.FIELDS * slot for slot in range(draft.v[at.SIZES + self.seat])]
        return ", ".join(self.card(draft.v[place : place + at.FIELDS]) for place in first)

    def card(self, numbers: list[int]) -> str:
        face, may_be, held_by, announced, given_by = numbers
        words = [FACE_NAMES[face]]
        if held_by != 2**self.seat:
            words.append("held " + names_in(held_by, SEATS))
        if given_by:
            words.append(f"from {given_by}")
        for colour, name in enumerate(COLOUR_NAMES):
            told = announced >> TOLD_BITS * colour & TOLD_MASK
            if told:
                words.append(f"told {name} {told - 1}")
        excluded = ALL_FACES & ~may_be
        if excluded.bit_count() > 10:
            words.append("only " + names_in(may_be, FACE_NAMES))
        elif excluded:
            words.append("not " + names_in(excluded, FACE_NAMES))
        return " ".join(words)

    def read(self, text: str, draft: Draft) -> None:
        cards = items(text) if text else []
        if len(cards) > at.HAND or (cards and self.seat >= draft.seats):
            raise ValueError(f"a hand has at most {at.HAND} cards, and {draft.seats} play")
        for slot, words in enumerate(cards):
            place = self.at + at.FIELDS * slot
            draft.v[place : place + at.FIELDS] = self.numbers(words)
        draft.v[at.SIZES + self.seat] = len(cards)

    def numbers(self, words: list[str]) -> list[int]:
        found = [one_of(words[0], FACE_NAMES), ALL_FACES, 2**self.seat, 0, 0]
        for said in phrases(words[1:]):
            key, *rest = said
            if key == "held":
                found[at.HELD_BY] = read_mask(rest, SEATS)
            elif key == "from" and len(rest) == 1:
                found[at.GIVEN_BY] = one_of(rest[0], SEATS) + 1
            elif key == "told" and len(rest) == 2:
                found[at.ANNOUNCED] |= whole(rest[1], 0, 4) + 1 << TOLD_BITS * one_of(rest[0], COLOUR_NAMES)
            elif key == "not":
                found[at.MAY_BE] &= ~read_mask(rest, FACE_NAMES)
            elif key == "only":
                found[at.MAY_BE] &= read_mask(rest, FACE_NAMES)
            else:
                raise ValueError(f"{' '.join(said)!r} should be like 'held 1 2', 'from 2', 'told white 2', 'not wwwm'")
        return found


def phrases(words: list[str]) -> list[list[str]]:
    """What is known, each phrase from its first word on."""
    found: list[list[str]] = []
    for word in words:
        if word in WORDS_OF_KNOWLEDGE or not found:
            found.append([])
        found[-1].append(word)
    return found


@dataclass(frozen=True)
class PossibleHands(Part):
    """§8.6: hands that may be, behind the vector: seat, ways, then the stories as numbers of possible.py."""

    def covers(self) -> range:
        return range(0)

    def write(self, draft: Draft) -> str:
        rows = [draft.v[i : i + ROW] for i in range(self.at, len(draft.v), ROW)]
        return ", ".join(" ".join(map(str, [row[0] + 1, *row[1:]])) for row in rows)

    def read(self, text: str, draft: Draft) -> None:
        del draft.v[self.at :]
        for words in items(text) if text else ():
            if len(words) != ROW:
                raise ValueError(f"{' '.join(words)!r} should be a seat and {ROW - 1} numbers")
            seat, *rest = (whole(word, 0, 2**31 - 1) for word in words)
            draft.v += [seat - 1, *rest]


# ── The form ──────────────────────────────────────────────────────────────────────────────────────


def rest_of_cards(draft: Draft, face: int) -> int:
    """In the stack is what is nowhere else."""
    v = draft.v
    rulings = draft.game.board
    assert isinstance(rulings, Rulings)
    laid = [v[at.SHAPE_OF + at.LAID_FIELDS * card] // QUARTERS for card in range(v[at.LAID])]
    held = [v[int(at.at(seat, slot)) + at.FACE] for seat in range(draft.seats) for slot in range(v[at.SIZES + seat])]
    return int(rulings.copies[face]) - laid.count(face) - held.count(face)


def form(game: Game, seats: int) -> Form:
    hands = tuple(Hand(f"hand-{seat + 1}", int(at.at(seat, 0)), seat) for seat in range(at.MOST_SEATS))
    parts = (
        Word("phase", at.PHASE, PHASES, 0, CARD_CHOICE),
        Word("active", at.ACTIVE, SEATS, 0, lambda draft: max(draft.actor, 0)),
        Word("beginner", at.BEGINNER, SEATS),
        Number("dealt", at.DEALT, seats * at.HAND, 0, seats * at.HAND),
        Cards("cards", at.SHAPE_OF),
        Row("tokens", at.TOKENS, seats, ALL_TOKENS // seats, 0, at.MOST_SEATS),
        Colours("colours", at.COLOURS),
        *hands,
        Counts("stack", at.STACK, FACE_NAMES, rest_of_cards),
        Word("chosen", at.CHOSEN_SLOT, SLOTS, -1, -1),
        Number("turned", at.CHOSEN_TURNS, 0, 0, QUARTERS - 1),
        Word("offer-made", at.OFFER_MADE, NO),
        Word("offered", at.OFFERED_SLOT, SLOTS, -1, -1),
        Word("partner", at.PARTNER, ("none", *SEATS), -1, -1),
        Word("answer", at.ANSWER_SLOT, SLOTS, -1, -1),
        Number("passes", at.PASSES, 0, 0, at.MOST_SEATS),
        Number("shown", at.SHOWN, 0, 0, 10**6),
        Word("ended", at.ENDED, REASONS),
        PossibleHands("may-be", at.LENGTH),
    )
    return Form(SEATS[:seats], parts, problem)


# ── What can't be ─────────────────────────────────────────────────────────────────────────────────


def problem(state: ChoCo) -> str | None:
    v = state.v
    if v[at.PHASE] > PHASES.index("deal") and v[at.DEALT] != state.seats * at.HAND:
        return "the first hands are not dealt yet"
    return wrong_table(state) or wrong_colours(state)


def wrong_table(state: ChoCo) -> str | None:
    """§3, §4: cards lie beside each other on level 1, or upon others without a token, never higher; tokens show."""
    spots: dict[int, int] = {}
    tops: set[int] = set()
    for card in range(state.v[at.LAID]):
        x, y = coordinates(state.cell_of(card))
        cells = [cell_at(x + i % 2, y + i // 2) for i in range(4)]
        beneath = {spots[cell] for cell in cells if cell in spots}
        where = f"the card {SHAPE_NAMES[state.shape_of(card)]} at {x} {y}"
        if not beneath:
            spots |= dict.fromkeys(cells, card)
            continue
        if any(cell not in spots for cell in cells) or tops & set(cells) or len(beneath) == 1:
            return f"{where} lies half on others, on a single one, or higher than level 2"
        if not state.has_token(card):
            return f"{where} lies on level 2 without a token"
        tops |= set(cells)
    return None


def wrong_colours(state: ChoCo) -> str | None:
    colours = [int(state.colour(seat)) for seat in range(state.seats)]
    if state.seats == 4 and (colours[0] != colours[2] or colours[1] != colours[3]):
        return "partners, who sit across, have the same colour"
    known = [colour for colour in (colours[:2] if state.seats == 4 else colours) if colour >= 0]
    if len(set(known)) != len(known):
        return "two players, or teams, have the same colour"
    return (
        None
        if at.NONE not in colours or state.v[at.PHASE] <= PHASES.index("colour") or state.v[at.LAID] < 3
        else ("a seat has no colour yet")
    )
