"""What the socket of a match sends: a page's screen, changes of it, and chat.

A field that is UNSET isn't sent. Whatever is not null in a screen is always there; in an update only what has changed
is, and null says that something is gone. The scripts' types are made from these (typescript.py).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from klatsch.drawing import Piece
from klatsch.server.errors import ErrorAnswer
from klatsch.server.match.chat_rooms import Room
from klatsch.server.match.hosted_match import SeatKind, Status
from klatsch.server.storage.chat import ChatLine

Line = tuple[int, str, int]  # of the log: the number of the event, a sentence, the seat whose turn it is in, or −1
News = tuple[int, list[str]]  # what a seat did in its turn
Draw = tuple[int, str]  # what chance did: the number of the event, the outcome
Action = tuple[int, *tuple[str, ...]]  # its number, and the ids of the elements that are clicked


class Seat(msgspec.Struct, kw_only=True):
    """A place at the table, and who sits there."""

    seat: int
    title: str  # what the game calls it
    kind: SeatKind
    name: str  # the person's, or the bot's: bot:3
    bot: str | None  # who plays here, if it is a bot: also for a person who is away
    person: str | None
    present: bool
    ready: bool
    left: bool
    out: bool
    link: int | None  # the number of the link of its hash chain that goes with its next action
    own: bool = False  # does this page's person sit here?
    clock: float | None = None  # seconds left
    runs: bool = False  # does the clock?


class Tally(msgspec.Struct):
    """The score sheet; `seated`: the columns that stand beside the seats during play, the most important one first."""

    columns: list[str]
    rows: list[list[str | int]]
    seated: list[int]


class Result(msgspec.Struct):
    """How a match ended, in words and as the seats from first to last place."""

    reason: str
    wins: str
    ranking: list[list[int]]
    shares: list[float] | None
    by_rules: bool  # nobody gave up, ran out of time or agreed on a draw
    rating: str | None  # of a rated match: how much it counted, in words
    ratings: list[tuple[int, int] | None] | None  # of each seat, before and after


class Screen(msgspec.Struct, kw_only=True):
    """All that a page shows of a match, but for pieces and log, of which changes are sent."""

    status: Status | UnsetType = UNSET
    version: int | UnsetType = UNSET
    viewer: int | UnsetType = UNSET  # a seat, or a negative number: the public, or everything
    seats: list[Seat] | UnsetType = UNSET
    actor: int | UnsetType = UNSET  # the seat that decides; negative: chance, or nobody
    offers: dict[str, list[int]] | UnsetType = UNSET  # draw, undo, rematch: the seats that have agreed
    next: str | UnsetType | None = UNSET  # the match after this one
    rated: bool | UnsetType = UNSET
    chance: bool | UnsetType = UNSET  # are there draws that can be checked?
    watching: int | UnsetType = UNSET  # how many people who don't play
    room: Room | UnsetType = UNSET  # who hears what this page's person says
    prompt: str | UnsetType = UNSET
    # Once the match has begun.
    board: str | UnsetType | None = UNSET  # the key of the background and layout that the pieces belong to
    tally: Tally | UnsetType | None = UNSET
    last: list[str] | UnsetType | None = UNSET  # ids of the elements of the last move
    clause: str | UnsetType | None = UNSET  # of the rules, about what is asked
    drawn: list[Draw] | UnsetType | None = UNSET
    # For whoever decides now.
    actions: list[Action] | UnsetType | None = UNSET
    buttons: dict[int, str] | UnsetType | None = UNSET  # the number of an action without anchors, its words
    guide: str | UnsetType | None = UNSET
    news: list[News] | UnsetType | None = UNSET  # what the others did since the seat decided last
    only: int | UnsetType | None = UNSET  # the action that is all there is to do, if it needs no place
    undo: Literal["free", "ask", ""] | UnsetType | None = UNSET
    # Once it is over.
    result: Result | UnsetType | None = UNSET


class WholeScreen(Screen, kw_only=True):
    """A screen with its pieces and log, as it is remembered for every connection."""

    pieces: tuple[Piece, ...] | UnsetType = UNSET
    log: list[Line] | UnsetType = UNSET


class PieceChange(msgspec.Struct):
    """Markup of new and changed pieces by their ids; all ids in painting order where that is not as before."""

    set: dict[str, str]
    order: list[str] | UnsetType = UNSET


class LogChange(msgspec.Struct):
    """The first `keep` lines stay, then come those of `add`."""

    keep: int
    add: list[Line]


EncodedPieceChange = Annotated[msgspec.Raw, PieceChange]  # once for all who are told of it


class ScreenFrame(Screen, kw_only=True, tag_field="type", tag="screen"):
    """Everything, when a connection begins."""

    pieces: EncodedPieceChange | UnsetType = UNSET
    log: LogChange | UnsetType = UNSET


class UpdateFrame(Screen, kw_only=True, tag_field="type", tag="update"):
    """What has changed since."""

    pieces: EncodedPieceChange | UnsetType = UNSET
    log: LogChange | UnsetType = UNSET


class ChatFrame(ChatLine, tag_field="type", tag="chat"):
    """Somebody says something."""


class ChatBefore(msgspec.Struct, tag_field="type", tag="chat_before"):
    """What was said before the page was opened."""

    lines: list[ChatLine]


class Answer(msgspec.Struct, kw_only=True, tag_field="type", tag="done"):
    """What is answered to a command that was done. On the socket `re` is the number that came with the command."""

    re: int | UnsetType | None = UNSET


class RefusedFrame(ErrorAnswer, kw_only=True, frozen=True, tag_field="type", tag="refused"):
    """What is answered to a command that was not done."""

    re: int | None = None


Frame = ScreenFrame | UpdateFrame | ChatFrame | ChatBefore | Answer | RefusedFrame
