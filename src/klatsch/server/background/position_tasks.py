"""What is done with positions that strangers send, in the process of board_check.py. All of it takes and gives data."""

from __future__ import annotations

from dataclasses import dataclass, replace

from klatsch.core import registry
from klatsch.core.game import CHANCE, OPEN, OVER, PUBLIC, Game, State
from klatsch.core.message import Message
from klatsch.core.palette import Brush, CannotPut, edited, first_position, palette_of
from klatsch.core.position_text import Draft, problem, read_draft, write_draft
from klatsch.drawing import Drawing, Piece, piece_in
from klatsch.rulebook import clause_text
from klatsch.server.screens.page_drawing import Layout, layout_of

MOST_ACTIONS = 400  # that are listed


@dataclass(frozen=True)
class Edit:
    """A brush of the game's palette; `place`: where it is put, or taken from. Without a place it is only chosen."""

    brush: str = ""
    place: str = ""
    take: bool = False


@dataclass(frozen=True)
class Shown:
    """A position as the editor shows it. `problem`: why it can't be; `refusal`: why the edit couldn't be made."""

    position: str
    seats: int
    actor: int
    prompt: str
    problem: str
    refusal: str
    layout: Layout
    definitions: str
    board: str
    pieces: list[Piece]
    places: list[str]  # where the chosen brush can be put
    actions: list[str]  # that are legal


@dataclass(frozen=True)
class Judged:
    """May it be played? What it does, or why not, with the clause that forbids it and its words."""

    legal: bool
    sentence: str
    clause: str = ""
    rule: str = ""


def check_position(game: str, options: dict[str, str], text: str) -> None:
    """ValueError with a sentence if it is none."""
    registry.load_with(game, options).from_position(text)


def show_position(game: str, options: dict[str, str], seats: int, text: str, edit: Edit, lang: str) -> Shown:
    """The position after an edit; ValueError if the text can't be read or drawn. No text: where edits begin."""
    loaded = registry.load_with(game, options)
    text = text or first_position(loaded, seats or loaded.definition.seats[0])
    draft = read_draft(loaded, text)
    brush = next((each for each in palette_of(loaded, draft.seats).brushes if each.id == edit.brush), None)
    try:
        if edit.place or (brush is not None and is_button(brush)):
            edited(draft, edit.brush, edit.place, edit.take)
    except CannotPut as error:
        refusal = error.words.say(lang)(error.message)
        return replace(shown(loaded, read_draft(loaded, text), brush, lang), refusal=refusal)
    return shown(loaded, draft, brush, lang)


def is_button(brush: Brush) -> bool:
    return not brush.places and not brush.more


def shown(game: Game, draft: Draft, brush: Brush | None, lang: str) -> Shown:
    definition = game.definition
    say = definition.words.say(lang)
    text = write_draft(draft)
    state: State = definition.blank(game, draft.seats)
    try:
        state.restore(draft.numbers)
    except ValueError:
        game.from_position(text)  # tells why
        raise
    wrong = problem(state)
    drawing = definition.draw(definition.view(state, OPEN), say)
    assert isinstance(drawing, Drawing)
    more = brush.preview(draft, say) if brush is not None and brush.preview is not None else []
    legal = state.legal_actions()[:MOST_ACTIONS] if wrong is None and state.actor >= 0 else []
    return Shown(
        position=text,
        seats=draft.seats,
        actor=draft.actor,
        prompt=definition.words.say(lang)(prompt_of(state)) if wrong is None else "",
        problem=wrong or "",
        refusal="",
        layout=layout_of(drawing),
        definitions=drawing.definitions,
        board=drawing.board,
        pieces=[*drawing.pieces, *(piece_in("board", Piece(*each)) for each in more)],
        places=[*brush.places, *(id for id, _ in more)] if brush is not None else [],
        actions=[game.notation(action) for action in legal],
    )


def prompt_of(state: State) -> Message:
    """What the seat that decides is asked, under its name: the position is looked at from outside."""
    definition = state.game.definition
    if state.actor < 0:
        return definition.prompt(state, OPEN if state.actor == OVER else PUBLIC)
    who = definition.seat_names(state.game, int(state.seats))[state.actor]
    return Message("match.to", who=who, asked=definition.prompt(state, int(state.actor)))


def judge_action(game: str, options: dict[str, str], text: str, action: str, lang: str) -> Judged:
    """Is an action legal in a position? ValueError if there is no such position or action."""
    loaded = registry.load_with(game, options)
    state = loaded.from_position(text)
    refusal = state.refusal(action)
    if refusal is None:
        viewer = PUBLIC if state.actor == CHANCE else int(state.actor)
        return Judged(True, loaded.definition.words.say(lang)(state.deed(loaded.parse(action), viewer)))
    rule = clause_text(loaded.definition, refusal.clause, lang) if refusal.clause else ""
    return Judged(False, loaded.definition.words.say(lang)(refusal.message), refusal.clause, rule)
