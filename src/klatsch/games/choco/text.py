"""ChoCo drawn in letters, from the view only: all that the drawing shows.

Each cell is the colour's letter (a capital on level 2), the card's number, * if it carries a token, and behind that
the letter of a group that counts, if it belongs to one:   w7   D12*   m3a
"""

from __future__ import annotations

from string import ascii_letters

from klatsch.core.definition import Say, View

CELL = 6
LETTERS = ascii_letters


def text(view: View, say: Say) -> str:
    rows = [*table(view, say), *groups(view, say), *seats(view, say), *tallies(view, say)]
    if has_hand(view):
        rows += hand(view, say)
    rows += choices(view, say)
    if view["unseen"]:
        rows.append(unseen(view, say))
    if view["reconstruction"]:
        rows.append(say("board.reconstructed"))
    return "\n".join(row.rstrip() for row in rows)


# ── What the view tells, for letters and drawing alike ────────────────────────────────────────────────────


def has_seat(view: View) -> bool:
    return 0 <= int(view["viewer"]) < len(view["hands"])


def has_hand(view: View) -> bool:
    """Is there a hand to play from? At the end there is none; what is left of it is shown with the seats."""
    return has_seat(view) and view["ended"] is None


def is_own_hand(view: View, seat: int) -> bool:
    """The own cards lie open below; beside the name they look as the others see them."""
    return bool(seat == view["viewer"] and view["ended"] is None)


def is_active(view: View, seat: int) -> bool:
    """Does the seat decide, or does chance decide for it?"""
    return bool(view["actor"] == seat or (view["actor"] == -1 and view["turn"] == seat and view["cards"]))


def free_colours(view: View) -> list[str]:
    """The colours that the viewer may pick now."""
    picks = view["phase"] == "colour" and view["actor"] == view["viewer"]
    return [colour for colour in view["tally"] if picks and colour not in view["colours"]]


# ── The table ─────────────────────────────────────────────────────────────────────────────────────────────


def table(view: View, say: Say) -> list[str]:
    cells: dict[tuple[int, int], str] = {}
    for card in sorted(view["cards"], key=lambda card: int(card["level"])):
        column, row = card["place"]
        for i, letter in enumerate(card["pieces"]):
            shown = letter.upper() if card["level"] == 2 else letter
            cells[(column + i % 2, row + i // 2)] = f"{shown}{card['number']}{'*' if card['token'] else ''}"
    if not cells:
        return []
    for letter, found in zip(LETTERS, view["groups"], strict=False):
        for column, row in found["cells"]:
            cells[(column, row)] = cells.get((column, row), ".") + letter
    head = "    " + "".join(f"{x:<{CELL}}" for x in view["columns"])
    lines = [head]
    for j, y in enumerate(view["rows"]):
        line = "".join(f"{cells.get((i, j), '.'):<{CELL}}" for i in range(len(view["columns"])))
        lines.append(f"{y:>3} {line}")
    lines.append(say("board.safe"))
    return lines


def groups(view: View, say: Say) -> list[str]:
    """The groups that count, by the letters that mark their cells."""
    return [f"  {letter}: {group(found, say)}" for letter, found in zip(LETTERS, view["groups"], strict=False)]


def group(found: View, say: Say) -> str:
    name = say("colour." + found["colour"])
    if not found["neutral"]:
        return f"{name}, {say('board.largest', pieces=len(found['cells']))}"
    return f"{name}, {contacts(found, say)}"


def contacts(found: View, say: Say) -> str:
    (first, first_contacts), (second, second_contacts) = found["contacts"].items()
    return say(
        "board.contacts",
        pieces=len(found["cells"]),
        first=say("colour." + first),
        first_contacts=first_contacts,
        second=say("colour." + second),
        second_contacts=second_contacts,
    )


# ── The seats ─────────────────────────────────────────────────────────────────────────────────────────────


def seats(view: View, say: Say) -> list[str]:
    lines = [now(view, say)]
    for seat, colour in enumerate(view["colours"]):
        arrow = ">" if is_active(view, seat) else " "
        name = say("colour." + colour) if colour else "?"
        tokens = say("board.tokens", tokens=view["tokens"][seat])
        cards = say("board.cards", cards=len(view["hands"][seat]))
        line = f"{arrow} {say('seat', number=seat + 1)} ({name}): {tokens}, {cards}"
        held = [] if is_own_hand(view, seat) else view["hands"][seat]
        notes = [note for card in held if (note := told(card, say))]
        notes += doubts(view["doubts"][seat], say)
        lines.append(line + "".join(f" [{note}]" for note in notes))
    lines.append(f"  {say('board.stack', cards=view['stack'])}")
    return lines


def now(view: View, say: Say) -> str:
    """Whose turn it is, and what is decided."""
    what = say("phase." + view["phase"])
    if view["phase"] in ("first_player", "deal", "over"):
        return what
    return say("board.now", who=say("seat", number=view["turn"] + 1), what=what)


def told(card: View, say: Say) -> str:
    """What the viewer knows of a hand card."""
    notes = [face(card["face"])] if card["face"] else []
    notes += [say("board.told", pieces=n, colour=say("colour." + colour)) for colour, n in card["told"].items()]
    if card["unsure"]:
        notes.append("?")
    if card["given_by"] is not None:
        notes.append(say("board.given_by", who=say("seat", number=card["given_by"] + 1)))
    if card["may_be"] is not None:
        notes.append(say("board.may_be", faces=len(card["may_be"])))
    if card["offered"]:
        notes.append(say("board.offered"))
    return ", ".join(notes)


def doubts(possible: list[View], say: Say) -> list[str]:
    """What the cards may be of which nothing is certain: one possibility after the other."""
    if not possible:
        return []
    told_hands = [" + ".join(story(card, say) for card in found["cards"]) for found in possible]
    return [say("board.doubt", hands=" | ".join(told_hands))]


def story(card: View, say: Say) -> str:
    known = told({"face": None, "given_by": None, "offered": False, "unsure": False, **card}, say)
    return known or say("board.untold")


def tallies(view: View, say: Say) -> list[str]:
    lines = []
    for colour, tally in view["tally"].items():
        name = say("colour." + colour)
        if colour == view["neutral"]:
            found = sum(group["neutral"] for group in view["groups"])
            lines.append(f"  {name} ({say('board.neutral')}): {say('board.neutral_groups', groups=found)}")
        elif tally["from_neutral"]:
            more = say("board.with_neutral", pieces=tally["largest"], more=tally["from_neutral"])
            lines.append(f"  {name}: {tally['points']} = {more}")
        else:
            lines.append(f"  {name}: {tally['points']} = {say('board.largest', pieces=tally['largest'])}")
    return lines


# ── The own hand, and what can be done ────────────────────────────────────────────────────────────────────


def face(name: str) -> str:
    return f"{name[:2]}/{name[2:]}"


def hand(view: View, say: Say) -> list[str]:
    lines = [say("board.your_hand") + ":"]
    for slot, card in enumerate(view["hands"][view["viewer"]]):
        fitting = playable(view["choice"] or {}, slot, say)
        lines.append(f"  {slot + 1}: {told(card, say)}{fitting}")
    return lines


def playable(choice: View, slot: int, say: Say) -> str:
    """The turns in which a card fits somewhere, when one is to be chosen."""
    if "cards" not in choice:
        return ""
    turns = " ".join(str(quarters) for other, quarters in choice["cards"] if other == slot)
    return f"  ({say('board.playable')}: {turns or '–'})"


def choices(view: View, say: Say) -> list[str]:
    """What else can be clicked: places for the chosen card, cards for a token, colours."""
    choice = view["choice"] or {}
    lines = []
    if "places" in choice:
        places = ", ".join(f"{x} {y}{'*' if level == 2 else ''}" for (x, y), level in places_of(choice))
        chosen = say("board.chosen", number=choice["card"] + 1, turns=choice["turns"], pieces=face(choice["pieces"]))
        lines.append(f"{chosen}  {say('board.places')}: {places}")
    if "tokens" in choice:
        lines.append(f"{say('board.token_places')}: {', '.join(map(str, choice['tokens']))}")
    if free_colours(view):
        lines.append(f"{say('board.free')}: {', '.join(say('colour.' + colour) for colour in free_colours(view))}")
    return lines


def places_of(choice: View) -> list[tuple[list[int], int]]:
    return [(place["at"], place["level"]) for place in choice["places"]]


def unseen(view: View, say: Say) -> str:
    faces = " ".join(f"{face(name)}×{n}" if n > 1 else face(name) for name, n in view["unseen"].items())
    return f"{say('board.unseen')}: {faces}"
