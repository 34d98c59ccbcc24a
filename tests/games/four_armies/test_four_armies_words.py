"""What the game says and draws: prompts, descriptions, refusals, the map in letters and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

import klatsch
from klatsch.games.four_armies.rules import FourArmies
from klatsch.games.four_armies.text import has_turn

from games.four_armies.drawn import play, position

CORNERED = """
              ..
          ..      ..
      ..      Hr      ..
          ..      ..
      Hr      ..      ..
          Eh      ..
      ..      Er      ..
          ..      ..
              ..
"""


def told(state: FourArmies, *notations: str) -> list[str]:
    """Before each action the prompt, and what everybody is told of the action; in the end the prompt."""
    sentences = []
    for notation in notations:
        sentences += [asked(state), state.describe(state.game.parse(notation), klatsch.PUBLIC)]
        state.play(notation)
    return [*sentences, asked(state)]


def asked(state: FourArmies) -> str:
    return state.prompt(int(state.actor) if state.actor >= 0 else klatsch.PUBLIC)


def test_a_retreat_and_a_forced_advance_in_words() -> None:
    state = position(CORNERED, "human,elf")
    assert told(state, "move c4 b3", "retreat b2 b1", "force b3 b2") == [
        "Your turn: place or move a unit.",
        "Humans move a Regular from c4 to b3.",
        "Retreat, or stay and be captured.",
        "Elves retreat with the Hero from b2 to b1.",
        "Make an enemy advance into the hex you left, or spare it.",
        "Elves make the Humans advance with a Regular from b3 to b2. Elves capture a Regular of the Humans.",
        "Your turn: place or move a unit.",
    ]


def test_a_rally_in_words() -> None:
    goblins = ".. .. .. .. .. .. .. .. .. .. Hr .. Gh .. .. .. .. .. .."
    captured = {"human": "Gr Gr", "goblin": "Hr"}
    state = position(goblins, "goblin,human", captured=captured)
    assert told(state, "rally", "face down", "face up", "take regular human", "reserve") == [
        "Your turn: place or move a unit, or rally.",
        "Goblins try to rally.",
        "The Goblins rally: a captured unit is flipped.",
        "The flipped unit lands face down; the Goblins flip once more.",
        "The Goblins rally: a captured unit is flipped.",
        "The flipped unit lands face up: the Goblins rally.",
        "Your rally succeeds. Which captured unit comes back?",
        "Goblins take a Regular back from the Humans.",
        "Place the rallied unit beside your Hero, or keep it in the reserve.",
        "Goblins keep the rallied unit in the reserve.",
        "Your turn: place or move a unit.",
    ]


def test_an_exchange_in_words() -> None:
    apart = ".. .. .. Hr .. Dr .. .. .. .. .. .. .. .. .. .. .. .. .."
    state = position(apart, captured={"dwarf": "Hr Hh", "human": "Dr"}, prisoner_exchange="on")
    assert told(state, "offer dwarf regular hero", "accept")[:4] == [
        "Your turn: place or move a unit, rally, or offer an exchange.",
        "Humans offer the Dwarves their Regular for a Hero of their own.",
        "The Humans offer your Regular for their Hero. Do you accept?",
        "Dwarves accept: both units return to their reserves.",
    ]


def test_a_choice_of_captors_in_words() -> None:
    ring = ".. .. .. Fr Dr .. Hr Dr .. .. .. Hr Gr .. Gr .. .. .. .."
    state = play(position(ring, "falcon,human,dwarf,goblin"), "move a3 c3")
    assert told(state, "give dwarf")[:2] == [
        "Your Regular on c3 is lost. Who captures it?",
        "Falcons choose the Dwarves as captors on c3. Dwarves capture a Regular of the Falcons.",
    ]
    assert state.view(0)["captured_now"] == []


def test_captures_and_beaten_armies_are_told_with_the_action() -> None:
    drawn = ".. Er .. Hr .. Er .. .. .. Dr .. .. .. .. Hr .. .. .. .."
    state = position(drawn, "human,elf,dwarf", reserve={"elf": "", "dwarf": "Dm"})
    assert told(state, "place regular b3")[1] == (
        "Humans place a Regular on b3. Humans capture a Regular of the Elves, a Regular of the Dwarves. "
        "Elves, Dwarves are beaten. That ends the game. Humans are the last army left and win."
    )


def test_a_captor_beaten_in_the_same_moment_is_told_too() -> None:
    drawn = ".. .. .. Hr Dr .. .. .. Dr .. .. .. .. .. .. .. .. .. .."
    state = position(drawn, reserve={"human": "Hr", "dwarf": ""})
    assert told(state, "place regular b3")[1] == (
        "Humans place a Regular on b3. Humans capture a Regular of the Dwarves. "
        "Dwarves capture a Regular of the Humans. Humans, Dwarves are beaten. "
        "That ends the game. The last armies fell together and share the win: Humans, Dwarves."
    )


def test_the_prompt_names_only_what_can_be_done() -> None:
    apart = ".. .. .. Hm .. Dr .. .. .. .. .. .. .. .. .. .. .. .. .."
    nowhere = ".. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .. .."
    lost = {"dwarf": "Hr Hr", "human": "Dr"}
    # The Mounted unit on a3 is shut in by units of three enemies.
    shut = ".. Er .. Hm .. .. Dr .. Gr .. .. .. .. .. .. .. .. .. .."
    none = {"human": ""}
    four = {"armies": "human,elf,dwarf,goblin", "reserve": none, "sound": False}
    positions = [
        (position(apart), "Your turn: place or move a unit, or withdraw."),
        (position(nowhere), "Your turn: place a unit."),
        (position(apart, reserve=none, sound=False), "Your turn: move a unit, or withdraw."),
        (position(apart, reserve=none, captured=lost, sound=False), "Your turn: move a unit, rally, or withdraw."),
        (position(nowhere, reserve=none, captured=lost, sound=False), "Your turn: rally."),
        (position(shut, **four), "Your turn: withdraw."),  # type: ignore[arg-type]
    ]
    assert [asked(state) for state, _ in positions] == [sentence for _, sentence in positions]
    assert positions[0][0].prompt(1) == "The Humans are thinking."


def test_captures_are_told_to_whom_they_happen() -> None:
    drawn = ".. .. .. Hr Dr .. .. .. Dr .. .. .. .. .. .. .. .. .. .."
    state = position(drawn, reserve={"human": "Hr", "dwarf": ""})
    action = state.game.parse("place regular b3")
    told = "You place a Regular on b3. You capture a Regular of the Dwarves. Dwarves capture a Regular of your army."
    assert state.describe(action, 0).startswith(told)
    told = "Humans place a Regular on b3. Humans capture a Regular of your army. You capture a Regular of the Humans."
    assert state.describe(action, 1).startswith(told)


REFUSED = [
    ("place regular c3", "4.2", "Nothing is placed in Chip; units enter it by moving."),
    ("place regular b2", "4.1", "b2 is not vacant."),
    ("place regular c4", "4.1", "c4 is not vacant."),
    (
        "place mounted d2",
        "4.1",
        "d2 is neither on the edge of the map nor beside a chain of your units that reaches it.",
    ),
    ("move c4 c2", "4.3", "c2 is not vacant."),
    ("move c4 e1", "4.4", "e1 is neither adjacent to c4 nor beside the chain of the unit there."),
    ("move b2 b1", "4.3", "You have no unit on b2."),
    ("move c4 c4", "4.3", "A move leads to another hex; the unit stands on c4 already."),
    ("rally", "4.5", "You need two captured units to rally; 0 are captured."),
    ("withdraw", "4.8", "You have no Mounted unit on the map."),
    ("berserk c4 c3", "8.6", "Only the Dwarf Hero moves in addition to the turn's action."),
    ("offer elf regular regular", "9.1", "The table plays without prisoner exchange."),
    ("advance c4 c3", "5.4", "There is no captured unit's hex to advance into."),
    ("give elf", "5.3", "No captured unit has several captors now."),
    ("first elf", "3.1", "Who begins was decided by chance."),
    ("face up", "4.6", "Only chance flips units: try to rally."),
]


@pytest.mark.parametrize(("notation", "clause", "sentence"), REFUSED)
def test_refusals_name_the_clause_and_help(notation: str, clause: str, sentence: str) -> None:
    with pytest.raises(klatsch.IllegalAction) as refused:
        position(CORNERED, "human,elf").play(notation)
    assert (refused.value.clause, refused.value.sentence) == (clause, sentence)


@pytest.mark.parametrize(
    ("army", "sentence"),
    [
        ("human", "An exchange is offered to another player, not to yourself."),
        ("goblin", "The Goblins don't play in this game."),
        ("elf", "You need two captured units to offer an exchange; 0 are captured."),
    ],
)
def test_to_whom_no_exchange_is_offered(army: str, sentence: str) -> None:
    with pytest.raises(klatsch.IllegalAction) as refused:
        position(CORNERED, "human,elf", prisoner_exchange="on").play(f"offer {army} regular regular")
    assert (refused.value.clause, refused.value.sentence) == ("9.1", sentence)


@pytest.mark.rule("four_armies 7.4")
def test_falcons_place_no_mounted_unit() -> None:
    with pytest.raises(klatsch.IllegalAction) as refused:
        position(CORNERED, "falcon,human,elf").play("place mounted a3")
    assert (refused.value.clause, refused.value.sentence) == ("7.4", "The Falcon army has no Mounted unit.")


def test_the_map_in_letters() -> None:
    state = play(position(CORNERED, "human,elf", captured={"human": "Er"}), "move c4 b3")
    assert state.text(klatsch.PUBLIC) == "\n".join(
        [
            "                  c5 [·· ]",
            "         b4  ··            d4  ··",
            "a3  ··            c4  ··            e3  ··",
            "         b3  Hr            d3  ··",
            "a2  Hr            c3 [·· ]          e2  ··",
            "         b2  Ehx           d2  ··",
            "a1 [·· ]          c2  Er            e1 [·· ]",
            "         b1  ··            d1  ··",
            "                  c1  ··",
            "",
            "  c5 Foggy Mountain",
            "  a1 Hangman's Tree",
            "  e1 Lookout Post",
            "  c3 Riverport of Chip",
            "  Outer places: our reconstruction",
            "",
            "  Turn 10, round 1 of 100; 0 turns without a lasting loss",
            " * Humans: Places: 0 of 4; Reserve: Regular×2 Mounted unit×1 Hero×1; Captured: Elves Regular×1",
            ">  Elves: Places: 0 of 4; Reserve: Regular×2 Mounted unit×1; Captured: none",
            "  > is asked; * has the turn; x is being captured",
        ]
    )


def test_marks_in_letters_tell_what_may_be_entered_and_whose_captor_is_asked() -> None:
    """A Human on b3 takes Chip, with c2; a Falcon flies into Chip between two Humans and two Dwarves."""
    advancing = play(position(".. .. .. Hr .. .. .. .. .. Dr .. .. .. .. Hr .. .. .. .."), "move a3 b3").text(0)
    assert "c3+[·· ]" in advancing
    assert advancing.endswith("> is asked; * has the turn; + may be entered by an advance")
    claims = position(".. .. .. Fr Hr .. .. Dr .. .. .. Hr Dr .. .. .. .. .. ..", "falcon,human,dwarf")
    disputed = play(claims, "move a3 c3").text(0)
    assert "c3 [Fr?]" in disputed
    assert disputed.endswith("> is asked; * has the turn; ? is being captured, by whom is asked")


def test_army_and_kind_can_be_told_without_colour() -> None:
    """Every army has an outline of its own, every kind a badge of its own."""
    from klatsch.games.four_armies.emblems import EMBLEMS, GLYPHS, OUTLINES

    assert len(set(OUTLINES.values())) == len(set(EMBLEMS.values())) == 5
    assert len(set(GLYPHS.values())) == 3
    state = position(CORNERED, "human,elf")
    svg = state.svg(klatsch.PUBLIC)
    assert '<use href="#fa-elf-hero" id="unit-elf-hero"' in svg
    for army, kind in (("elf", "hero"), ("human", "mounted")):
        symbol = svg[svg.index(f'id="fa-{army}-{kind}"') :].partition("</g>")[0]
        assert f"#fa-{army}" in symbol
        assert f"#fa-{kind}" in symbol
        assert OUTLINES[army] in svg
        assert GLYPHS[kind] in svg


def test_what_happens_is_marked_in_the_drawing() -> None:
    def ids(state: FourArmies) -> set[str]:
        return {element.get("id", "") for element in ElementTree.fromstring(state.svg(klatsch.PUBLIC)).iter()}

    state = play(position(CORNERED, "human,elf"), "move c4 b3")
    assert "falls-b2" in ids(state)
    play(state, "retreat b2 b1")
    assert {"open-b2", "unit-elf-hero", "unit-a2"} <= ids(state)
    assert {"place-foggy_mountain", "place-riverport_of_chip", "hex-a1", "army-human", "army-elf"} <= ids(state)


TURN_ARROW = ">▶ "
ALL_FALL = ".. .. .. Hr Dr .. .. .. Dr .. .. .. .. .. .. .. .. .. .."
SUICIDE = ".. .. .. .. Dr .. .. .. .. .. .. Dr .. .. Hr .. .. .. .."


def test_winners_are_named_in_a_finished_picture_and_nobody_has_the_turn() -> None:
    one = play(position(SUICIDE, reserve={"human": "Hr"}), "move c2 c3")
    both = play(position(ALL_FALL, reserve={"human": "Hr", "dwarf": ""}), "place regular b3")
    for state, winners in ((one, 1), (both, 2)):
        assert state.svg(klatsch.OPEN).count(">★ ") == winners
        assert state.svg(klatsch.OPEN).count(TURN_ARROW) == 0
    lines = one.text(klatsch.OPEN).splitlines()
    assert "   Humans: out of the game" in lines
    assert any(line.startswith("   Dwarves (Winner): Places") for line in lines)
    assert "   Humans (Winner): out of the game" in both.text(klatsch.OPEN)


def test_who_has_the_turn_has_an_arrow_unless_beaten() -> None:
    state = position(SUICIDE, "human,dwarf,elf")
    assert state.svg(klatsch.PUBLIC).count(TURN_ARROW) == 1
    view = state.view(klatsch.PUBLIC)
    assert has_turn(view, 0)
    view["seats"][0]["alive"] = False
    assert not has_turn(view, 0)


def test_there_is_no_turn_nought() -> None:
    state = klatsch.load("four-armies").new(4)
    for drawn in (state.text(klatsch.PUBLIC), state.svg(klatsch.PUBLIC)):
        assert "Turn 0" not in drawn
        assert "Before the first turn" in drawn
