"""Everything that Kuhn poker shows and says: actions, words, view and drawing in one file, for it is so small."""

from __future__ import annotations

from klatsch.core.action import Button
from klatsch.core.definition import Say, View
from klatsch.core.game import CHANCE, OVER
from klatsch.core.message import Message, Refusal
from klatsch.drawing import Drawing, Piece, element, group, label, one_panel
from klatsch.examples.kuhn_poker.rules import BET, BETS, NO_CARD, PASS, KuhnPoker

ACTIONS = tuple(Button(notation) for notation in ("deal 1", "deal 2", "deal 3", "pass", "bet"))


def seat(number: int) -> Message:
    return Message("seat", number=number + 1)


def prompt(state: KuhnPoker, viewer: int) -> Message:
    if state.actor == OVER:
        return state.result().reason
    if state.actor == CHANCE:
        return Message("prompt.deal")
    return Message("prompt.decide") if viewer == state.actor else Message("thinking", who=seat(state.actor))


def describe(state: KuhnPoker, action: int, viewer: int) -> Message:
    if action >= PASS:
        return Message("does.bet" if action == BET else "does.pass", who=seat(state.actor))
    receiver = 0 if state.card(0) == NO_CARD else 1
    if state.seen(receiver, viewer):
        return Message("does.deal", who=seat(receiver), rank=action + 1)
    return Message("does.deal_hidden", who=seat(receiver))


def why_not(state: KuhnPoker, action: int) -> Refusal:
    return Refusal("2.1", Message("not.deal"))


def view(state: KuhnPoker, viewer: int) -> View:
    cards = [int(state.card(seat)) if state.seen(seat, viewer) else None for seat in (0, 1)]
    dealt = [state.card(seat) != NO_CARD for seat in (0, 1)]
    bets = ["pass" if digit == "1" else "bet" for digit in str(state.v[BETS])] if state.v[BETS] else []
    return {"actor": int(state.actor), "cards": cards, "dealt": dealt, "bets": bets}


def card(view: View, seat: int) -> str:
    return str(view["cards"][seat] or "?") if view["dealt"][seat] else "-"


def draw(view: View, say: Say) -> Drawing:
    pieces = [
        Piece(
            f"card-{seat}",
            group(
                f"card-{seat}",
                element("rect", x=20 + 110 * seat, y=20, width=80, height=110, rx=8, fill="#fff", stroke="#3a2a1e"),
                label(card(view, seat), 60 + 110 * seat, 92, 48, fill="#3a2a1e"),
            ),
        )
        for seat in (0, 1)
    ]
    bets = label(" · ".join(say(f"board.{bet}") for bet in view["bets"]), 115, 160, 16, fill="#3a2a1e")
    pieces.append(Piece("bets", group("bets", bets)))
    background = element("rect", width=230, height=180, rx=10, fill="#f6efe4")
    return one_panel(say("board.title"), "", 230, 180, background, tuple(pieces))


def text(view: View, say: Say) -> str:
    bets = ", ".join(say(f"board.{bet}") for bet in view["bets"])
    return f"[{card(view, 0)}] [{card(view, 1)}]  {bets}".rstrip()
