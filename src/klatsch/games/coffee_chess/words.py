"""What the game says: prompts, descriptions, refusals. Messages only; the sentences are in locale/."""

from __future__ import annotations

from klatsch.core.action import Button
from klatsch.core.game import OVER
from klatsch.core.message import Message, Refusal
from klatsch.games.coffee_chess.actions import ACTIONS, END, Amount, Move, Place, Steal, square_name
from klatsch.games.coffee_chess.layout import DRAWN, KIND, ON_SQUARE, PENDING, TURN
from klatsch.games.coffee_chess.lines import BITS, is_white
from klatsch.games.coffee_chess.rules import MOVING, NOTHING, PLACING, STEALING, CoffeeChess

SEATS = (Message("white"), Message("black"))


def owner(square: int) -> int:
    return 0 if is_white(square) else 1


def prompt(state: CoffeeChess, viewer: int) -> Message:
    if state.actor == OVER:
        return state.result().reason
    if viewer != state.actor:
        return Message("thinking", who=SEATS[state.actor])
    asked = question(state)
    if not state.is_legal(END):
        return asked
    after = turn_ended(state)
    if after.actor != OVER:
        return asked
    return Message("prompt.last", asked=asked, white=int(after.on_board(0)), black=int(after.on_board(1)))


def question(state: CoffeeChess) -> Message:
    """What the actor can do now, and nothing else."""
    beans = int(state.inventory(state.actor))
    if state.v[PENDING] >= 0:
        kind = "prompt.amount_moved" if state.v[KIND] == MOVING else "prompt.amount_stolen"
        return Message(kind, most=int(state.most_pending()), **squares_of(state.v[PENDING]))
    if beans == 0:
        return Message("prompt.no_beans")
    kinds = legal_kinds(state)
    if not kinds:
        return Message("prompt.nothing_left", beans=beans)
    kind = {NOTHING: "_".join(kinds), PLACING: "placing", MOVING: "moving", STEALING: "stealing"}[state.v[KIND]]
    return Message("prompt." + kind, beans=beans)


def legal_kinds(state: CoffeeChess) -> list[str]:
    """The kinds of action that are possible, in the order of the rules."""
    legal = {type(ACTIONS[action]) for action in state.legal_actions()}
    return [name for kind, name in ((Place, "place"), (Move, "move"), (Steal, "steal")) if kind in legal]


CLAUSES = {
    "prompt.place": "3.1",
    "prompt.place_move": "3.1",
    "prompt.place_steal": "3.1",
    "prompt.place_move_steal": "3.1",
    "prompt.placing": "4.1",
    "prompt.moving": "5.1",
    "prompt.stealing": "6.1",
    "prompt.no_beans": "3.2",
    "prompt.nothing_left": "3.3",
    "prompt.amount_moved": "5.3",
    "prompt.amount_stolen": "6.4",
}


def clause(state: CoffeeChess) -> str:
    return "" if state.actor == OVER else CLAUSES[question(state).id]


def squares_of(action: int) -> dict[str, str]:
    """Where beans come from and go to, in a move or a theft."""
    match ACTIONS[action]:
        case Move(source, target) | Steal(source, target):
            return {"source": square_name(source), "target": square_name(target)}
    raise AssertionError(action)


def describe(state: CoffeeChess, action: int, viewer: int) -> Message:
    who = SEATS[state.actor]
    match ACTIONS[action]:
        case Place(square):
            return Message("does.place", who=who, square=square_name(square))
        case Move(source, _):
            names = squares_of(action)
            most = state.v[ON_SQUARE + source] - 1
            if state.rulings.move_any and most > 1:
                return Message("does.move_some", who=who, **names)
            return Message("does.move", who=who, beans=most, **names)
        case Steal(victim, thief):
            names = squares_of(action)
            most = min(state.v[ON_SQUARE + victim], state.v[ON_SQUARE + thief])
            if state.rulings.steal_any and most > 1:
                return Message("does.steal_some", who=who, **names)
            return Message("does.steal", who=who, beans=most, **names)
        case Amount(beans=beans):
            return Message("does.amount", who=who, beans=beans)
        case Button():
            return describe_end(state, who)


def describe_end(state: CoffeeChess, who: Message) -> Message:
    """The end of a turn, with what the next player draws."""
    beans = int(state.inventory(state.actor))
    after = turn_ended(state)
    if after.v[TURN] == state.v[TURN]:
        return Message("does.end_last", who=who, beans=beans)
    other, drawn = SEATS[after.v[TURN] % 2 - 1], int(after.v[DRAWN])
    if beans == 0:
        return Message("does.end_spent", who=who, other=other, drawn=drawn)
    return Message("does.end", who=who, beans=beans, other=other, drawn=drawn)


def turn_ended(state: CoffeeChess) -> CoffeeChess:
    after = state.clone()
    after.end_turn()
    return after


def why_not(state: CoffeeChess, action: int) -> Refusal:
    record = ACTIONS[action]
    if state.v[PENDING] >= 0:
        clause = "5.3" if state.v[KIND] == MOVING else "6.4"
        sentence = "not.too_many" if isinstance(record, Amount) else "not.amount_first"
        return Refusal(clause, Message(sentence, most=int(state.most_pending())))
    if isinstance(record, Amount):
        clause = "5.3" if state.v[KIND] != STEALING else "6.4"
        return Refusal(clause, Message("not.no_amount"))
    if state.inventory(state.actor) == 0:
        return Refusal("3.2", Message("not.no_bean"))
    kind = {Place: PLACING, Move: MOVING, Steal: STEALING}[type(record)]
    if state.v[KIND] not in (NOTHING, kind):
        return Refusal("3.1", Message("not.other_kind"))
    match record:
        case Place(square):
            return Refusal("1.1", Message("not.wrong_colour", square=square_name(square)))
        case Move(source, _):
            if owner(source) != state.actor:
                return Refusal("1.1", Message("not.wrong_colour", square=square_name(source)))
            return Refusal("5.1", Message("not.one_stays", square=square_name(source)))
        case Steal(victim, thief):
            return why_no_theft(state, victim, thief)
    raise AssertionError(record)


def why_no_theft(state: CoffeeChess, victim: int, thief: int) -> Refusal:
    if owner(thief) != state.actor:
        return Refusal("1.1", Message("not.wrong_colour", square=square_name(thief)))
    if state.v[ON_SQUARE + thief] == 0:
        return Refusal("6.1", Message("not.no_robber", square=square_name(thief)))
    if state.received() & BITS[thief]:
        return Refusal("6.3", Message("not.received", square=square_name(thief)))
    return Refusal("6.1", Message("not.nothing_there", square=square_name(victim)))


# ── For a newcomer ────────────────────────────────────────────────────────────────────────────────


def guide(state: CoffeeChess, seat: int) -> Message | None:
    """In the first turn beans can only be placed: where, and why there."""
    if state.actor != seat or state.v[TURN] > 2:  # turn 1 is White's first, turn 2 Black's
        return None
    if state.inventory(seat) == 0:
        return Message("guide.spent")
    first, second = ("apart", "second_apart") if state.squares(1 - seat) else ("first", "second")
    return Message("guide." + (first if state.v[KIND] == NOTHING else second))
