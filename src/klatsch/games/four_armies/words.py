"""What the game says: prompts and descriptions. Messages only; the sentences are in locale/. Refusals: why_not.py."""

from __future__ import annotations

from klatsch.core.action import Button
from klatsch.core.game import OVER, PUBLIC, Game
from klatsch.core.message import Message
from klatsch.games.four_armies.actions import ACTIONS, First, Give, Offer, Place, Step, Take
from klatsch.games.four_armies.board import ARMIES, FALCON, KINDS, MOUNTED, PLACES, REGULAR, Board
from klatsch.games.four_armies.hexes import EDGE, HEXES, around, lowest
from klatsch.games.four_armies.position import (
    ACTIVE,
    ALIVE,
    ANSWER,
    BERSERKED,
    CHOOSE_ACTION,
    CHOOSE_ADVANCE,
    CHOOSE_BERSERK,
    CHOOSE_CAPTOR,
    CHOOSE_FIRST,
    CHOOSE_FORCE,
    CHOOSE_RETREAT,
    DISPUTED,
    FLIP,
    FLIPS,
    HORDE,
    MOUNTED_HEX,
    OFFERED,
    PHASE,
    TAKE_BACK,
    TURN,
    pile_of,
    reserve_of,
)
from klatsch.games.four_armies.rules import FourArmies
from klatsch.games.four_armies.why_not import why_not

__all__ = ["clause", "describe", "guide", "prompt", "seat_names", "why_not"]

PLAIN_PROMPTS = {
    TAKE_BACK: "take",
    HORDE: "horde",
    CHOOSE_RETREAT: "retreat",
    CHOOSE_FORCE: "force",
    CHOOSE_ADVANCE: "advance",
    CHOOSE_BERSERK: "berserk",
}


def army(number: int) -> Message:
    return Message("army." + ARMIES[number])


def army_of(state: FourArmies, seat: int) -> Message:
    return army(int(state.board.army_of[seat]))


def kind(number: int) -> Message:
    return Message("kind." + KINDS[number])


def unit(number: int) -> Message:
    """A unit of that kind, with its article."""
    return Message("unit." + KINDS[number])


def seat_names(game: Game, seats: int) -> tuple[Message, ...]:
    assert isinstance(game.board, Board)
    return tuple(Message("army." + name) for name in game.board.armies[:seats])


# ── What is asked ─────────────────────────────────────────────────────────────────────────────────


def prompt(state: FourArmies, viewer: int) -> Message:
    if state.actor == OVER:
        return state.result().reason
    phase = int(state.v[PHASE])
    if phase == CHOOSE_FIRST:
        return Message("prompt.first")
    if phase == FLIP:
        return Message("prompt.flip", who=army_of(state, int(state.v[ACTIVE])))
    return question(state) if viewer == state.actor else Message("thinking", who=army_of(state, state.actor))


def question(state: FourArmies) -> Message:
    """What the actor can do now."""
    phase = int(state.v[PHASE])
    if phase == CHOOSE_ACTION:
        return Message("prompt." + action_prompt(state))
    if phase == ANSWER:
        return prompt_answer(state)
    if phase == CHOOSE_CAPTOR:
        hex = int(lowest(state.v[DISPUTED]))
        return Message("prompt.captor", kind=kind(int(state.kind_at(state.actor, hex))), hex=HEXES[hex])
    return Message("prompt." + PLAIN_PROMPTS[phase])


def action_prompt(state: FourArmies) -> str:
    """Names what can be done, and nothing else."""
    words = {ACTIONS[action].notation.split()[0] for action in state.legal_actions()}
    if words == {"pass"}:
        return "no_action"
    if state.v[BERSERKED]:
        return "berserk_first_move" if state.board.berserk_with_move else "berserk_first"
    units = {("move", "place"): "action", ("place",): "action_place", ("move",): "action_move", (): "action_only"}
    first = units[tuple(sorted(words & {"place", "move"}))]
    return "_".join([first, *(word for word in ("rally", "withdraw", "offer") if word in words)])


def prompt_answer(state: FourArmies) -> Message:
    offer = ACTIONS[state.v[OFFERED]]
    assert isinstance(offer, Offer)
    proposer = army_of(state, int(state.v[ACTIVE]))
    return Message("prompt.answer", proposer=proposer, given=kind(offer.given), wanted=kind(offer.wanted))


CLAUSES = {
    "prompt.first": "3.1",
    "prompt.action_place": "4.1",
    "prompt.action_move": "4.3",
    "prompt.action_only_rally": "4.5",
    "prompt.action_only_withdraw": "4.8",
    "prompt.berserk_first": "8.6",
    "prompt.berserk_first_move": "8.6",
    "prompt.answer": "9.2",
    "prompt.flip": "4.6",
    "prompt.take": "4.7",
    "prompt.horde": "8.9",
    "prompt.retreat": "6.3",
    "prompt.captor": "5.3",
    "prompt.force": "8.4",
    "prompt.advance": "5.4",
    "prompt.berserk": "8.6",
}
OF_FALCONS = {"4.1": "7.1", "4.3": "7.2"}
A_CHOICE_OF_ACTIONS = "3.2"  # all other prompts: several are open, or none


def clause(state: FourArmies) -> str:
    if state.actor == OVER:
        return ""
    if state.v[PHASE] == CHOOSE_RETREAT and not all_mounted(state):
        return "8.3"
    asked = question(state) if state.actor >= 0 else prompt(state, PUBLIC)
    found = CLAUSES.get(asked.id, A_CHOICE_OF_ACTIONS)
    if state.actor >= 0 and state.board.army_of[state.actor] == FALCON:
        return OF_FALCONS.get(found, found)
    return found


def all_mounted(state: FourArmies) -> bool:
    """Are Mounted units the only ones that can take a step now?"""
    steps = [record for record in map(ACTIONS.__getitem__, state.legal_actions()) if isinstance(record, Step)]
    return all(state.kind_at(state.actor, step.source) == MOUNTED for step in steps)


# ── What an action does ───────────────────────────────────────────────────────────────────────────


def describe(state: FourArmies, action: int, viewer: int) -> Message:
    """The action, and the captures that follow at once."""
    after = state.clone()
    after.apply(action)
    message = describe_action(state, action)
    beaten = [seat for seat in range(state.seats) if state.lives(seat) and not after.lives(seat)]
    unbeaten = with_piles_kept(state, action) if beaten else after
    for captor in range(state.seats):
        taken = newly_captured(state, unbeaten if captor in beaten else after, captor)
        if taken:
            message = Message("then.capture", what=message, who=army_of(state, captor), units=listed(taken))
    fallen = [army_of(state, seat) for seat in beaten]
    return Message("then.fall", what=message, who=listed(fallen)) if fallen else message


def with_piles_kept(state: FourArmies, action: int) -> FourArmies:
    """After the action and its first captures, as if nobody could be beaten: a beaten captor's pile is gone.

    Units that don't exist keep every army alive; one army "left" ends the game after the first batch.
    """
    after = state.clone()
    for seat in range(state.seats):
        after.v[reserve_of(seat) + REGULAR] += 2
    after.v[ALIVE] = 1
    after.apply(action)
    return after


def newly_captured(state: FourArmies, after: FourArmies, captor: int) -> list[Message]:
    """What the captor's pile has won."""
    return [
        Message("then.unit", unit=unit(number), army=army_of(state, owner))
        for owner in range(state.seats)
        for number in range(len(KINDS))
        for place in [pile_of(captor, owner) + number]
        for _ in range(int(after.v[place] - state.v[place]))
    ]


def listed(items: list[Message]) -> Message:
    return items[0] if len(items) == 1 else Message("list", first=items[0], rest=listed(items[1:]))


def describe_action(state: FourArmies, action: int) -> Message:
    record = ACTIONS[action]
    seat = state.actor if state.actor >= 0 else int(state.v[ACTIVE])
    who = army_of(state, seat)
    match record:
        case First(army=number):
            return Message("does.first", who=army(number))
        case Place(number, hex):
            return Message("does.place", who=who, unit=unit(number), hex=HEXES[hex])
        case Step(verb, source, target):
            return describe_step(state, who, verb, source, target)
        case Offer(number, given, wanted):
            return Message("does.offer", who=who, partner=army(number), given=kind(given), wanted=kind(wanted))
        case Take(number, taken):
            return Message("does.take", who=who, unit=unit(taken), captor=army(number))
        case Give(number):
            hex = int(lowest(state.v[DISPUTED]))
            return Message("does.give", who=who, captor=army(number), hex=HEXES[hex])
        case Button(word):
            return describe_word(state, who, word, seat)


def describe_step(state: FourArmies, who: Message, verb: str, source: int, target: int) -> Message:
    owner = int(state.owner_at(source))
    names = {"source": HEXES[source], "target": HEXES[target]}
    if verb == "berserk":
        return Message("does.berserk", who=who, **names)
    moved = unit(int(state.kind_at(owner, source)))
    if verb == "force":
        return Message("does.force", who=who, enemy=army_of(state, owner), unit=moved, **names)
    return Message("does." + verb, who=who, unit=moved, **names)


def describe_word(state: FourArmies, who: Message, word: str, seat: int) -> Message:
    if word == "withdraw":
        return Message("does.withdraw", who=who, hex=HEXES[lowest(state.v[MOUNTED_HEX + seat])])
    if word == "face down" and state.v[FLIPS] > 1:
        return Message("does.face_down_again", who=who)
    return Message("does." + word.replace(" ", "_"), who=who)


# ── For a newcomer ────────────────────────────────────────────────────────────────────────────────


def guide(state: FourArmies, seat: int) -> Message | None:
    """The first turn is a placement: which hex is a good one depends on who is there, and on how the game is won."""
    if state.actor != seat or state.v[TURN] > state.seats:
        return None
    if state.board.army_of[seat] == FALCON:
        return Message("guide.falcon")
    if any(state.board.army_of[other] == FALCON for other in range(state.seats)):
        return Message("guide.against_falcon")
    places = quiet_places(state)
    return Message("guide.named", place=Message("place." + places[0])) if places else Message("guide.apart")


def quiet_places(state: FourArmies) -> list[str]:
    """Named spaces on the edge that are vacant and touch nobody."""
    taken = int(state.occupied()) | int(around(state.occupied()))
    free = int(EDGE) & ~taken
    return [place for place, hex in zip(PLACES, state.board.places, strict=True) if free & 2**hex]
