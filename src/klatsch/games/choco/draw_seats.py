"""ChoCo's trays: the tokens and cards of every seat; and what each colour is worth now."""

from __future__ import annotations

from klatsch.core.definition import Say, View
from klatsch.drawing import INK, Piece, element, group, label
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

SIDE = 206  # the width of what stands beside the table
GAP = 6
QUIET = "#5d4634"
LETTERS = 11.5  # the height of the smallest


def start(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> str:
    return label(text, x, y, size, text_anchor="start", **attributes)


# ── Seats ─────────────────────────────────────────────────────────────────────────────────────────


def tray_size(view: View) -> tuple[float, float]:
    """Two seats have a tray across; more have half of it, and two rows."""
    return (SIDE, 60) if len(view["hands"]) == 2 else ((SIDE - GAP) / 2, 84)


def tray(view: View, say: Say, seat: int) -> Piece:
    width, height = tray_size(view)
    active = is_active(view, seat)
    colour = view["colours"][seat]
    box: Attributes = {"x": 1, "y": 1, "width": width - 2, "height": height - 2, "rx": 9}
    parts = [
        element("rect", fill=PANEL if active else "#f6ebd6", stroke=GOLD if active else RIM,
                stroke_width=3 if active else 1.2, **box),
    ]  # fmt: skip
    if colour:
        parts.append(piece(NAMES[colour], *((9, 11, 38) if height == 60 else (7, 53, 25))))
    parts += [use("sweet", *token_place(view, i)) for i in range(tokens_at_rest(view, seat))]
    parts += [small_card(view, say, seat, i) for i in range(len(view["hands"][seat]))]
    words = ", ".join(
        [
            say("seat", number=seat + 1),
            *([say("colour." + colour)] if colour else []),
            say("board.tokens", tokens=view["tokens"][seat]),
            say("board.cards", cards=len(view["hands"][seat])),
            *doubts(view["doubts"][seat], say),
        ]
    )
    id = f"seat-{seat + 1}"
    return Piece(id, group(id, *parts, class_="anchor", aria_label=words))


def token_place(view: View, number: int) -> tuple[float, float]:
    return (67 + 23 * number, 15) if len(view["hands"]) == 2 else (13 + 15 * number, 14)


def tokens_at_rest(view: View, seat: int) -> int:
    """Those that the tray draws: not the one that may leave next."""
    return int(view["tokens"][seat]) - (poised_token(view) == seat)


def poised_token(view: View) -> int | None:
    """The seat whose last token may go onto the next card, or the one just laid: it has that card's id and glides."""
    seat = int(view["turn"])
    deciding = view["phase"] in ("card", "offered", "answered", "place", "token")
    return seat if deciding and view["tokens"][seat] else None


def card_size(view: View) -> float:
    return 28 if len(view["hands"]) == 2 else 20


def card_corner(view: View, number: int) -> tuple[float, float]:
    two = len(view["hands"]) == 2
    return (56 + 36 * number, 28) if two else (6 + 23.5 * number, 27)


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

CHIP, CHIP_HEIGHT = (SIDE - 4) / 3, 44


def colour_chip(view: View, say: Say, number: int, colour: str) -> Piece:
    """Who has the colour, and what it is worth."""
    owners = [seat for seat, owned in enumerate(view["colours"]) if owned == colour]
    free = colour in free_colours(view)
    title = say("board.neutral") if colour == view["neutral"] else names_of(owners, say) or say("colour." + colour)
    box: Attributes = {"x": 1, "y": 1, "width": CHIP - 2, "height": CHIP_HEIGHT - 2, "rx": 9, "fill": PANEL}
    parts = [
        element("rect", stroke=GOLD if free else RIM, stroke_width=3 if free else 1.2, **box),
        piece(NAMES[colour], 5, 9, 26),
    ]
    if owners:
        points = str(view["tally"][colour]["points"])
        parts.append(label(points, 48, 19, 18, fill=INK, font_weight="700"))
        step = 19 if len(owners) > 1 else 0
        parts += [
            element("g", badge(seat, 0, 0), transform=f"translate({48 - step / 2 + step * i:g},32)scale(.68)")
            for i, seat in enumerate(owners)
        ]
    elif colour == view["neutral"]:
        look: Attributes = {"textLength": 32, "lengthAdjust": "spacingAndGlyphs"} if len(title) > 6 else {}
        parts.append(label(title, 49, 27, LETTERS, fill=QUIET, font_weight="600", **look))
    id = f"colour-{colour}"
    words = ", ".join(dict.fromkeys((say("colour." + colour), title, worth(view, say, colour))))
    style = moved(number * (CHIP + 2), 0)
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
