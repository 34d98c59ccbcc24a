"""What a viewer may see of ChoCo, as plain data.

The hands are in view_hands.py.
"""

from __future__ import annotations

from klatsch.core.definition import View
from klatsch.games.choco.actions import ACTIONS, Choose, Lay, Token
from klatsch.games.choco.cards import COLOUR_COUNT, COLOUR_NAMES, FACE_NAMES, QUARTERS, SHAPE_NAMES
from klatsch.games.choco.grid import MIDDLE, SIZE, ZERO, coordinates
from klatsch.games.choco.groups import SPOTS
from klatsch.games.choco.layout import (
    ACTIVE,
    ANSWER_SLOT,
    CHOSEN_SLOT,
    CHOSEN_TURNS,
    ENDED,
    LAID,
    OFFERED_SLOT,
    PARTNER,
    PHASE,
)
from klatsch.games.choco.position import (
    ANSWERED,
    CARD_CHOICE,
    FINISHED,
    OFFERED,
    PHASES,
    PLACING,
    REASONS,
    TOKEN_CHOICE,
)
from klatsch.games.choco.rules import ChoCo
from klatsch.games.choco.scoring import Survey
from klatsch.games.choco.view_hands import doubt, hand

MARGIN = 2  # free cells drawn around the cards: the next one may go there


def view(state: ChoCo, viewer: int) -> View:
    survey = Survey(state)
    columns, rows = frame(state)
    seats = range(state.seats)
    left = unseen(state, viewer)
    return {
        **table(state, survey, viewer),
        "actor": int(state.actor),
        "viewer": viewer,
        "turn": int(state.v[ACTIVE]),
        "neutral": colour_name(int(survey.neutral)),
        "stack": int(state.in_stack()),
        "columns": [column - ZERO for column in columns],
        "rows": [row - ZERO for row in rows],
        "cards": [table_card(state, card, columns, rows) for card in range(state.v[LAID])],
        "hands": [hand(state, seat, viewer, left) for seat in seats],
        "doubts": [doubt(state, seat, viewer, left) for seat in seats],
        "unseen": left,
        "copies": {name: int(state.rulings.copies[face]) for face, name in enumerate(FACE_NAMES)},
        "reconstruction": bool(state.rulings.reconstruction),
        "groups": groups(survey, columns, rows),
        "offer": offer(state),
        "choice": choice(state, viewer, columns, rows),
        "ended": REASONS[state.v[ENDED]] if state.v[PHASE] == FINISHED else None,
    }


def table(state: ChoCo, survey: Survey, viewer: int) -> View:
    """What is counted: colours, tokens, groups; nothing of any hand."""
    return {
        "phase": phase_seen(state, viewer),
        "colours": [colour_name(int(state.colour(seat))) for seat in range(state.seats)],
        "tokens": [int(state.tokens(seat)) for seat in range(state.seats)],
        "tally": {name: tally(survey, colour) for colour, name in enumerate(COLOUR_NAMES)},
    }


def phase_seen(state: ChoCo, viewer: int) -> str:
    """A card chosen but not laid is hidden from the others, so they can't tell this from choosing (§8.5)."""
    hidden = state.v[PHASE] == PLACING and viewer != state.v[ACTIVE]
    return PHASES[CARD_CHOICE if hidden else state.v[PHASE]]


def colour_name(colour: int) -> str | None:
    return COLOUR_NAMES[colour] if colour >= 0 else None


# ── The table ─────────────────────────────────────────────────────────────────────────────────────


def frame(state: ChoCo) -> tuple[list[int], list[int]]:
    """The columns and rows of the torus that hold cards, in a row as they lie, with a margin."""
    cells = [int(state.cell_of(card)) for card in range(state.v[LAID])] or [MIDDLE]
    return stretch({cell % SIZE for cell in cells}), stretch({cell // SIZE for cell in cells})


def stretch(starts: set[int]) -> list[int]:
    """The stretch of a torus line that cards beginning at these cells take up, with a margin."""
    used = sorted(starts | {(start + 1) % SIZE for start in starts})
    gaps = [((after - before - 1) % SIZE, after) for before, after in zip(used, used[1:] + used[:1], strict=True)]
    gap, first = max(gaps)
    return [(first - MARGIN + i) % SIZE for i in range(SIZE - gap + 2 * MARGIN)]


def place(cell: int, columns: list[int], rows: list[int]) -> list[int]:
    """Column and row of a cell in the frame."""
    return [columns.index(cell % SIZE), rows.index(cell // SIZE)]


def table_card(state: ChoCo, card: int, columns: list[int], rows: list[int]) -> View:
    cell = int(state.cell_of(card))
    return {
        "number": card + 1,
        "at": list(coordinates(cell)),
        "place": place(cell, columns, rows),
        "pieces": SHAPE_NAMES[state.shape_of(card)],
        "level": 2 if state.is_upper(card) else 1,
        "token": bool(state.has_token(card)),
    }


def groups(survey: Survey, columns: list[int], rows: list[int]) -> list[View]:
    """The largest groups of the players' colours, and the neutral ones that count, with their contacts."""
    members: dict[int, list[int]] = {}
    for spot in range(SPOTS):
        if survey.cells[spot] >= 0:
            members.setdefault(int(survey.root(spot)), []).append(int(survey.cells[spot]))
    told = []
    for root, cells in sorted(members.items()):
        colour = int(survey.colours[root])
        neutral = colour == survey.neutral
        if survey.counts(root) if neutral else len(cells) == survey.largest(colour):
            told.append(
                {
                    "colour": COLOUR_NAMES[colour],
                    "neutral": neutral,
                    "cells": sorted(place(cell, columns, rows) for cell in cells),
                    "contacts": contacts(survey, root) if neutral else None,
                    "to": colour_name(int(survey.gains(root))) if neutral else None,
                }
            )
    return told


def contacts(survey: Survey, root: int) -> dict[str, int]:
    others = [colour for colour in range(COLOUR_COUNT) if colour != survey.neutral]
    return {COLOUR_NAMES[colour]: int(survey.contacts[COLOUR_COUNT * root + colour]) for colour in others}


def tally(survey: Survey, colour: int) -> View:
    neutral = colour == survey.neutral
    return {
        "largest": int(survey.largest(colour)),
        "from_neutral": 0 if neutral else int(survey.from_neutral(colour)),
        "points": 0 if neutral else int(survey.points(colour)),
        "next": next_largest(survey, colour),
    }


def next_largest(survey: Survey, colour: int) -> int:
    """The size of the second-largest group, which decides first between equal totals (§9.6)."""
    largest = survey.largest(colour)
    return int(largest if survey.groups_of_size(colour, largest) > 1 else survey.next_size(colour, largest))


# ── The cards that nobody has seen ────────────────────────────────────────────────────────────────


def unseen(state: ChoCo, viewer: int) -> dict[str, int]:
    """The cards that are neither on the table nor known to the viewer, by face."""
    left = [int(copies) for copies in state.rulings.copies]
    for card in range(state.v[LAID]):
        left[state.shape_of(card) // QUARTERS] -= 1
    for seat in range(state.seats):
        for slot in range(state.size(seat)):
            if state.knows(viewer, seat, slot):
                left[state.face(seat, slot)] -= 1
    return {name: left[face] for face, name in enumerate(FACE_NAMES) if left[face]}


# ── What is being decided ─────────────────────────────────────────────────────────────────────────


def offer(state: ChoCo) -> View | None:
    if state.v[PHASE] not in (OFFERED, ANSWERED):
        return None
    told = {"from": int(state.v[ACTIVE]), "to": int(state.v[PARTNER])}
    told["pieces"] = int(state.pieces_of(state.v[ACTIVE], state.v[OFFERED_SLOT], state.colour(state.v[PARTNER])))
    if state.v[PHASE] == ANSWERED:
        told["answer"] = int(state.pieces_of(state.v[PARTNER], state.v[ANSWER_SLOT], state.colour(state.v[ACTIVE])))
    return told


def choice(state: ChoCo, viewer: int, columns: list[int], rows: list[int]) -> View | None:
    """What the actor needs to see of the own decision; nothing for anybody else."""
    if viewer != state.actor:
        return None
    actions = [ACTIONS[action] for action in state.legal_actions()]
    if state.v[PHASE] == CARD_CHOICE:
        return {"cards": [[action.slot, action.turns] for action in actions if isinstance(action, Choose)]}
    if state.v[PHASE] == TOKEN_CHOICE:
        return {"tokens": [action.card + 1 for action in actions if isinstance(action, Token)]}
    if state.v[PHASE] == PLACING:
        cells = [action.cell for action in actions if isinstance(action, Lay)]
        return {
            "cards": others(state),
            "card": int(state.v[CHOSEN_SLOT]),
            "turns": int(state.v[CHOSEN_TURNS]),
            "pieces": SHAPE_NAMES[state.chosen_shape()],
            "places": [
                {"at": list(coordinates(cell)), "place": place(cell, columns, rows), "level": level(state, cell)}
                for cell in cells
            ],
        }
    return None


def others(state: ChoCo) -> list[list[int]]:
    """The cards and turns that may be taken in place of the chosen one."""
    before = state.clone()
    before.v[PHASE], before.v[CHOSEN_SLOT], before.v[CHOSEN_TURNS] = CARD_CHOICE, -1, 0
    choices = [ACTIONS[action] for action in before.legal_actions()]
    found = [[action.slot, action.turns] for action in choices if isinstance(action, Choose)]
    return [each for each in found if each != [state.v[CHOSEN_SLOT], state.v[CHOSEN_TURNS]]]


def level(state: ChoCo, cell: int) -> int:
    return 2 if state.grid.spots[cell] else 1
