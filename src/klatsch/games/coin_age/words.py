"""What the game says: prompts, descriptions, refusals. Messages only; the sentences are in locale/."""

from __future__ import annotations

from klatsch.core.action import Button
from klatsch.core.game import CHANCE, OVER, PUBLIC
from klatsch.core.message import Message, Refusal
from klatsch.games.coin_age.actions import KINDS, Action, Capture, Move, Pay, Place, Toss
from klatsch.games.coin_age.layout import CAPTURED, MATCHED, MOVED, PAID, STACK, TOSSED, TURN, USABLE
from klatsch.games.coin_age.rules import CoinAge
from klatsch.games.coin_age.scoring import BOTH_BITS, SIDE, TOP

SEATS = (Message("heads"), Message("tails"))
NUMBERS = ("none", "one", "two", "three", "four")


def coin(kind: int) -> Message:
    return Message(f"coin.{KINDS[kind]}")


# ── Prompts ───────────────────────────────────────────────────────────────────────────────────────


def prompt(state: CoinAge, viewer: int) -> Message:
    if state.actor == OVER:
        return state.result().reason
    who = SEATS[state.mover()]
    if state.actor == CHANCE:
        return Message("prompt.toss", who=who)
    if viewer != state.actor:
        return Message("thinking", who=who)
    return question(state)


def question(state: CoinAge) -> Message:
    """What the actor can do now."""
    return Message("prompt." + asked(state), left=int(state.placements_left()))


def asked(state: CoinAge) -> str:
    """The verbs that are open now, joined (`place_move`), or `end` alone; the last coin to be placed is `place_one`."""
    open_now = {type(state.board.actions[action]) for action in state.legal_actions()}
    place = "place_one" if state.placements_left() == 1 and Move not in open_now else "place"
    verbs = ((Place, place), (Pay, "pay"), (Capture, "capture"), (Move, "move"))
    return "_".join(name for kind, name in verbs if kind in open_now) or "end"


CLAUSES = {
    "prompt.toss": "2.1",
    "prompt.place": "4.2",
    "prompt.place_one": "4.2",
    "prompt.place_pay": "3.1",
    "prompt.place_one_pay": "3.1",
    "prompt.pay": "5.1",
    "prompt.place_move": "3.4",
    "prompt.capture_move": "3.5",
    "prompt.capture": "7.1",
    "prompt.move": "6.1",
    "prompt.end": "3.6",
}


def clause(state: CoinAge) -> str:
    if state.actor < 0:
        return CLAUSES.get(prompt(state, PUBLIC).id, "")
    return CLAUSES.get(question(state).id, "")


# ── Descriptions ──────────────────────────────────────────────────────────────────────────────────


def describe(state: CoinAge, action: int, viewer: int) -> Message:
    who = SEATS[state.mover()]
    match state.board.actions[action]:
        case Toss(kinds=kinds):
            return describe_toss(who, [Message(f"coin.{kind}") for kind in kinds])
        case Place(kind, space, name):
            return describe_placement(state, who, kind, space, name)
        case Pay(kind):
            return Message("does.pay", who=who, coin=coin(kind), other=SEATS[1 - state.mover()])
        case Move(_, _, source, target):
            return Message("does.move", who=who, source=source, target=target)
        case Capture(space, name):
            return describe_capture(state, who, space, name)
        case Button():
            return Message("does.end", who=who)


def describe_toss(who: Message, coins: list[Message]) -> Message:
    names = dict(zip(("first", "second", "third", "fourth"), coins, strict=False))
    return Message(f"does.toss_{NUMBERS[len(coins)]}", who=who, **names)


def describe_placement(state: CoinAge, who: Message, kind: int, space: int, name: str) -> Message:
    stack = int(state.v[STACK + space])
    if stack == 0:
        return Message("does.place", who=who, coin=coin(kind), space=name)
    covered = coin(TOP[stack])
    return Message("does.cover", who=who, coin=coin(kind), space=name, covered=covered, owner=SEATS[SIDE[stack]])


def describe_capture(state: CoinAge, who: Message, space: int, name: str) -> Message:
    stack = int(state.v[STACK + space])
    kind = TOP[stack]
    below = stack & ~BOTH_BITS[kind]
    if below == 0:
        return Message("does.capture", who=who, coin=coin(kind), space=name)
    return Message("does.capture_reveal", who=who, coin=coin(kind), space=name, owner=SEATS[SIDE[below]])


# ── Refusals ──────────────────────────────────────────────────────────────────────────────────────

TABLE_CLAUSE = ("3.5", "3.4", "3.3", "3.2", "3.1")  # §3: the row of the table for a number of matches


def why_not(state: CoinAge, action: int) -> Refusal:
    match state.board.actions[action]:
        case Toss():
            return Refusal("2.1", Message("not.tossed"))
        case Place(kind, space, name):
            return why_no_placement(state, kind, space, name)
        case Pay(kind):
            return why_no_payment(state, kind)
        case Move() as move:
            return why_no_move(state, move)
        case Capture(space, name):
            return why_no_capture(state, space, name)
    raise AssertionError("the turn may always be ended")


def why_no_coin(state: CoinAge, kind: int) -> Refusal | None:
    """§4.1: why a coin can be neither placed nor paid."""
    bit = 2**kind
    if not state.v[TOSSED] & bit:
        return Refusal("4.1", Message("not.no_coin", coin=coin(kind)))
    if not state.v[MATCHED] & bit:
        return Refusal("4.1", Message("not.no_match", coin=coin(kind), side=SEATS[state.actor]))
    if not state.v[USABLE] & bit:
        return Refusal("4.1", Message("not.used", coin=coin(kind)))
    return None


def why_no_placement(state: CoinAge, kind: int, space: int, name: str) -> Refusal:
    matches = int(state.matches())
    if matches == 0:
        return Refusal("3.5", Message("not.none_matched"))
    if state.placements_left() == 0:
        placed = int(state.placed())
        if matches == 4 and not state.v[PAID]:
            return Refusal("3.1", Message("not.pay_first", placed=placed))
        return Refusal(TABLE_CLAUSE[matches], Message("not.no_placement_left", matches=matches, placed=placed))
    refusal = why_no_coin(state, kind)
    if refusal is not None:
        return refusal
    stack = int(state.v[STACK + space])
    if kind >= TOP[stack]:
        return Refusal("4.2", Message("not.not_smaller", coin=coin(kind), space=name, top=coin(TOP[stack])))
    return Refusal("4.3", Message("not.cover_own", space=name))


def why_no_payment(state: CoinAge, kind: int) -> Refusal:
    if state.matches() < 4:
        return Refusal("5.1", Message("not.pay_needs_four", matches=int(state.matches())))
    if state.v[PAID]:
        return Refusal("5.2", Message("not.paid"))
    refusal = why_no_coin(state, kind)
    assert refusal is not None
    return refusal


def why_no_move(state: CoinAge, move: Move) -> Refusal:
    matches = int(state.matches())
    if matches > 1:
        return Refusal(TABLE_CLAUSE[matches], Message("not.no_move", matches=matches))
    if state.v[MOVED]:
        return Refusal("6.1", Message("not.moved"))
    stack = int(state.v[STACK + move.source])
    if stack == 0:
        return Refusal("6.1", Message("not.nothing_to_move", space=move.source_name))
    if not state.board.move_any and SIDE[stack] != state.actor:
        return Refusal("6.2", Message("not.move_own", space=move.source_name))
    if move.source == move.target:
        return Refusal("6.1", Message("not.same_space", space=move.source_name))
    names = {"source": move.source_name, "target": move.target_name}
    if not state.board.neighbours[move.source] & 2**move.target:
        return Refusal("6.1", Message("not.no_border", **names))
    return Refusal("6.1", Message("not.occupied", space=move.target_name))


def why_no_capture(state: CoinAge, space: int, name: str) -> Refusal:
    matches = int(state.matches())
    if matches > 0:
        return Refusal(TABLE_CLAUSE[matches], Message("not.no_capture", matches=matches))
    if state.v[CAPTURED]:
        return Refusal("7.1", Message("not.captured"))
    if state.v[STACK + space] == 0:
        return Refusal("7.1", Message("not.nothing_to_capture", space=name))
    return Refusal("7.3", Message("not.capture_own", space=name))


# ── For a newcomer ────────────────────────────────────────────────────────────────────────────────


def guide(state: CoinAge, seat: int) -> Message | None:
    """The first turn: safe coins first, and cover what can be covered."""
    if state.actor != seat or state.v[TURN] > 2:  # turn 1 is Heads' first, turn 2 Tails'
        return None
    open_now = [state.board.actions[action] for action in state.legal_actions()]
    cover = best_cover(state, open_now)
    if cover is not None:
        top = TOP[int(state.v[STACK + cover.space])]
        return Message("guide.cover", coin=coin(cover.kind), top=coin(top), space=cover.name)
    return Message(guide_id(state, open_now))


def best_cover(state: CoinAge, actions: list[Action]) -> Place | None:
    """The placement that covers the opponent's most valuable coin, by the smallest coin that can."""
    covers = [
        action
        for action in actions
        if isinstance(action, Place) and SIDE[int(state.v[STACK + action.space])] == 1 - state.actor
    ]
    return max(covers, key=lambda action: (TOP[int(state.v[STACK + action.space])], -action.kind), default=None)


def guide_id(state: CoinAge, actions: list[Action]) -> str:
    kinds = {type(action) for action in actions}
    if Place in kinds and state.placed() == 0:
        if Pay in kinds:
            return "guide.four"
        safe = any(isinstance(action, Place) and action.kind == 0 for action in actions)
        return "guide.dime" if safe else "guide.large"
    if Place in kinds or Pay in kinds:
        return "guide.more"
    if Capture in kinds:
        return "guide.capture"
    if Move in kinds:
        return "guide.move"
    idle = state.matches() == 0 and not (state.v[CAPTURED] or state.v[MOVED])
    return "guide.none" if idle else "guide.done"
