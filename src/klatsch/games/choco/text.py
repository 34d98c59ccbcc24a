"""ChoCo drawn in letters, from the view only.

Each cell is the colour's letter (a capital on level 2), the card's number and * if it carries a token:   w7   D12*
"""

from __future__ import annotations

from klatsch.core.definition import Say, View

CELL = 5


def text(view: View, say: Say) -> str:
    rows = [*table(view, say), *seats(view, say), *tallies(view, say)]
    if 0 <= view["viewer"] < len(view["hands"]):
        rows += hand(view, say)
    if view["unseen"]:
        rows.append(unseen(view, say))
    if view["reconstruction"]:
        rows.append(say("board.reconstructed"))
    return "\n".join(row.rstrip() for row in rows)


def table(view: View, say: Say) -> list[str]:
    cells: dict[tuple[int, int], str] = {}
    for card in sorted(view["cards"], key=lambda card: int(card["level"])):
        column, row = card["place"]
        for i, letter in enumerate(card["pieces"]):
            shown = letter.upper() if card["level"] == 2 else letter
            cells[(column + i % 2, row + i // 2)] = f"{shown}{card['number']}{'*' if card['token'] else ''}"
    if not cells:
        return []
    head = "    " + "".join(f"{x:<{CELL}}" for x in view["columns"])
    lines = [head]
    for j, y in enumerate(view["rows"]):
        line = "".join(f"{cells.get((i, j), '.'):<{CELL}}" for i in range(len(view["columns"])))
        lines.append(f"{y:>3} {line}")
    lines.append(say("board.safe"))
    return lines


def seats(view: View, say: Say) -> list[str]:
    lines = []
    for seat, colour in enumerate(view["colours"]):
        arrow = ">" if view["actor"] == seat else " "
        name = say("colour." + colour) if colour else "?"
        tokens = say("board.tokens", tokens=view["tokens"][seat])
        cards = say("board.cards", cards=len(view["hands"][seat]))
        line = f"{arrow} {say('seat', number=seat + 1)} ({name}): {tokens}, {cards}"
        notes = [] if seat == view["viewer"] else [note for card in view["hands"][seat] if (note := told(card, say))]
        notes += doubts(view["doubts"][seat], say)
        lines.append(line + "".join(f" [{note}]" for note in notes))
    lines.append(f"  {say('board.stack', cards=view['stack'])}")
    return lines


def told(card: View, say: Say) -> str:
    """What the viewer knows of a hand card."""
    notes = [face(card["face"])] if card["face"] else []
    notes += [say("board.told", pieces=n, colour=say("colour." + colour)) for colour, n in card["told"].items()]
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
    return told({"face": None, "given_by": None, "offered": False, **card}, say) or say("board.untold")


def tallies(view: View, say: Say) -> list[str]:
    lines = []
    for colour, tally in view["tally"].items():
        name = say("colour." + colour)
        if colour == view["neutral"]:
            groups = sum(group["neutral"] for group in view["groups"])
            lines.append(f"  {name} ({say('board.neutral')}): {say('board.neutral_groups', groups=groups)}")
        elif tally["from_neutral"]:
            more = say("board.with_neutral", pieces=tally["largest"], more=tally["from_neutral"])
            lines.append(f"  {name}: {tally['points']} = {more}")
        else:
            lines.append(f"  {name}: {say('board.largest', pieces=tally['largest'])}")
    return lines


def face(name: str) -> str:
    return f"{name[:2]}/{name[2:]}"


def hand(view: View, say: Say) -> list[str]:
    lines = [say("board.your_hand") + ":"]
    choice = view["choice"] or {}
    turned = choice.get("cards", [])
    for slot, card in enumerate(view["hands"][view["viewer"]]):
        turns = " ".join(str(quarters) for other, quarters in turned if other == slot)
        playable = f"  ({say('board.playable')}: {turns})" if turns else ""
        lines.append(f"  {slot + 1}: {told(card, say)}{playable}")
    if "places" in choice:
        places = ", ".join(f"{x} {y}{'*' if level == 2 else ''}" for (x, y), level in places_of(choice))
        lines.append(f"{face(choice['pieces'])}  {say('board.places')}: {places}")
    return lines


def places_of(choice: View) -> list[tuple[list[int], int]]:
    return [(place["at"], place["level"]) for place in choice["places"]]


def unseen(view: View, say: Say) -> str:
    faces = " ".join(f"{face(name)}×{n}" if n > 1 else face(name) for name, n in view["unseen"].items())
    return f"{say('board.unseen')}: {faces}"
