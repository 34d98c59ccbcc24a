"""The upper and lower panels of ChoCo's drawing: the seats with tokens and cards, and what each colour is worth now."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, SERIF, Piece, element, group, label, label_within
from klatsch.games.choco.chocolate import (
    CREAM,
    GOLD,
    NAMES,
    PANEL,
    RIM,
    Attributes,
    badge,
    card,
    fitted,
    moved,
    piece,
    use,
)
from klatsch.games.choco.text import doubts, free_colours, is_active, is_own_hand

EDGE, INSIDE = 12, 696
SEATS_TOP, SEATS_HEIGHT = 12, 108
TALLY_TOP, TALLY_HEIGHT = 696, 62
GAP = 8
QUIET = "#5d4634"


def start(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    return label(text, x, y, size, text_anchor="start", **attributes)


# ── Seats ─────────────────────────────────────────────────────────────────────────────────────────


def seat_left(view: View, seat: int) -> float:
    return EDGE + seat * (seat_width(view) + GAP)


def seat_width(view: View) -> float:
    many = len(view["hands"])
    return (INSIDE - GAP * (many - 1)) / many


def seat_panel(view: View, say: Say, seat: int) -> Piece:
    width = seat_width(view)
    active = is_active(view, seat)
    colour = view["colours"][seat]
    box: Attributes = {"width": width, "height": SEATS_HEIGHT, "rx": 12, "fill": PANEL if active else "#f6ebd6"}
    name = say("seat", number=seat + 1)
    parts = [
        element("rect", stroke=GOLD if active else RIM, stroke_width=4 if active else 1.5, **box),
        badge(seat, 25, 26),
        label_within(name, 48, 33, 19, width - 92, 0.51, font_family=SERIF, font_weight="700", fill=INK),
    ]
    if colour:
        parts.append(piece(NAMES[colour], width - 42, 9, 34))
    parts += [use("sweet", *token_place(view, i)) for i in range(tokens_at_rest(view, seat))]
    parts += [small_card(view, say, seat, i) for i in range(len(view["hands"][seat]))]
    words = ", ".join(
        [
            name,
            *([say("colour." + colour)] if colour else []),
            say("board.tokens", tokens=view["tokens"][seat]),
            say("board.cards", cards=len(view["hands"][seat])),
            *doubts(view["doubts"][seat], say),
        ]
    )
    id = f"seat-{seat + 1}"
    style = moved(seat_left(view, seat), SEATS_TOP)
    return Piece(id, group(id, *parts, class_="anchor", aria_label=words, style=style))


def token_place(view: View, number: int) -> tuple[float, float]:
    """In the panel's own units."""
    room = min(24.0, (seat_width(view) - 20) / 6)
    return round(20 + room * number, 1), 56


def tokens_at_rest(view: View, seat: int) -> int:
    """Those that the panel draws: not the one that may leave next."""
    return int(view["tokens"][seat]) - (poised_token(view) == seat)


def poised_token(view: View) -> int | None:
    """The seat whose last token may go onto the next card, or the one just laid: it has that card's id and glides."""
    seat = int(view["turn"])
    deciding = view["phase"] in ("card", "offered", "answered", "place", "token")
    return seat if deciding and view["tokens"][seat] else None


def card_size(view: View) -> float:
    return min(33.0, (seat_width(view) - 16) / 4 - 5)


def card_corner(view: View, number: int) -> tuple[float, float]:
    """In the panel's own units."""
    return 10 + number * (card_size(view) + 5), 71


def is_plain(view: View, seat: int, number: int) -> bool:
    """Is a hand card drawn as a back and nothing else?"""
    held = view["hands"][seat][number]
    seen = held["face"] and not is_own_hand(view, seat)
    return not (seen or held["told"] or held["unsure"] or held["offered"] or held["given_by"] is not None)


def small_card(view: View, say: Say, seat: int, number: int) -> str:
    """A hand card beside its owner's name: its face if the viewer knows it, what was told of it if not."""
    held = view["hands"][seat][number]
    if held["face"] and not is_own_hand(view, seat):
        drawn = card(held["face"])
    elif held["unsure"]:
        drawn = use("foil") + unsure(*doubts(view["doubts"][seat], say))
    else:
        drawn = use("foil") + told_pieces(held["told"])
    if held["given_by"] is not None:
        drawn += giver(held["given_by"])
    if held["offered"]:
        drawn += use("last")
    return element("g", drawn, style=fitted(*card_corner(view, number), card_size(view)))


def told_pieces(told: dict[str, int]) -> str:
    """How many pieces of a colour the table was told, over the back: at most two colours."""
    size = 32 if len(told) == 1 else 26
    top = 38 - (size + 4) * len(told) / 2
    shown = element("rect", width=76, height=76, rx=4, fill="#6d2030") if told else ""
    for i, (colour, pieces) in enumerate(told.items()):
        y = top + (size + 4) * i
        shown += piece(NAMES[colour], 6, y, size)
        shown += start(str(pieces), size + 16, y + size - 3, size + 4, fill=CREAM, font_weight="700")
    return shown


def unsure(*words: str) -> str:
    """§8.6: nobody can tell whether this is the card of which something was told; the words say what it may be."""
    mark = label("?", 38, 57, 54, fill=CREAM, font_weight="700")
    return element("rect", width=76, height=76, rx=4, fill="#6d2030") + mark + element("title", *words)


def giver(seat: int) -> str:
    return element("g", badge(seat, 0, 0), transform="translate(64,64) scale(1.1)")


# ── What each colour is worth ─────────────────────────────────────────────────────────────────────


def tally_chip(view: View, say: Say, number: int, colour: str) -> Piece:
    width = (INSIDE - 2 * GAP) / 3
    owners = [seat for seat, owned in enumerate(view["colours"]) if owned == colour]
    free = colour in free_colours(view)
    title = say("board.neutral") if colour == view["neutral"] else names_of(owners, say) or say("colour." + colour)
    points = str(view["tally"][colour]["points"]) if owners else ""
    room = width - 73 - 18 * len(points)
    box: Attributes = {"width": width, "height": TALLY_HEIGHT, "rx": 12, "fill": PANEL}
    parts = [
        element("rect", stroke=GOLD if free else RIM, stroke_width=4 if free else 1.5, **box),
        piece(NAMES[colour], 9, 11, 40),
        label_within(title, 57, 26, 17, room, 0.6, fill=INK, font_weight="700"),
        label_within(worth(view, say, colour), 57, 48, 15, room, 0.6, fill=QUIET),
    ]
    if owners:
        parts.append(label(points, width - 10, 41, 28, fill=INK, font_weight="700", text_anchor="end"))
    id = f"colour-{colour}"
    words = ", ".join(dict.fromkeys((say("colour." + colour), title, worth(view, say, colour))))
    style = moved(EDGE + number * (width + GAP), TALLY_TOP)
    return Piece(id, group(id, *parts, class_="anchor", aria_label=words, style=style))


def worth(view: View, say: Say, colour: str) -> str:
    tally = view["tally"][colour]
    if colour == view["neutral"]:
        return say("chip.neutral", groups=sum(found["neutral"] for found in view["groups"]))
    if tally["from_neutral"]:
        return say("chip.with_neutral", pieces=tally["largest"], more=tally["from_neutral"])
    return say("chip.largest") if colour in view["colours"] else say("board.nobody")


def names_of(owners: list[int], say: Say) -> str:
    if not owners:
        return ""
    if len(owners) == 1:
        return say("seat", number=owners[0] + 1)
    return say("board.team", first=owners[0] + 1, second=owners[1] + 1)
