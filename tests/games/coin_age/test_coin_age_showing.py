"""What Coin Age shows and says: view, drawing, text, prompts, sentences, bytes."""

from __future__ import annotations

import re
from math import hypot
from random import Random
from xml.etree import ElementTree

import pytest

import klatsch
from klatsch.core.definition import Sheet
from klatsch.core.rng import Rng
from klatsch.drawing import Drawing
from klatsch.games.coin_age import DEFINITION
from klatsch.games.coin_age.coins import DEFINITIONS
from klatsch.games.coin_age.geometry import box, distance, distance_to_edge, inside
from klatsch.games.coin_age.land import SCALE, TOP
from klatsch.games.coin_age.maps import SHIPPED, shipped_map
from klatsch.games.coin_age.rules import blank
from klatsch.games.coin_age.text import sketched
from klatsch.language import read_catalogue

from games.coin_age.positions import KINDS, OWN, play, position
from playing import walk

STACKED = """
       A1 1T    A2 3H    A3 .
    B1 .    B2 1H2T4H    B3 2H    B4 .
       C1 .     C2 3T    C3 .
"""


def new(**options: object) -> klatsch.State:
    return klatsch.load("coin-age", **options).new()


def drawing(state: klatsch.State) -> Drawing:
    found = DEFINITION.draw(state.view(klatsch.PUBLIC), DEFINITION.words.say("en"))
    assert isinstance(found, Drawing)
    return found


def piece(state: klatsch.State, id: str) -> str:
    return next(piece.markup for piece in drawing(state).pieces if piece.id == id)


def figures(markup: str) -> list[str]:
    """The texts of a piece, in painting order."""
    return [element.text or "" for element in ElementTree.fromstring(markup).iter("text")]


def shown(state: klatsch.State, id: str) -> str | None:
    """Which symbol a coin is."""
    return ElementTree.fromstring(piece(state, id)).get("href")


def symbol(id: str) -> str:
    """The markup of a symbol, with all that it uses."""
    found = ElementTree.fromstring(f"<svg>{DEFINITIONS}</svg>").find(f".//*[@id='{id}']")
    assert found is not None
    markup = ElementTree.tostring(found, "unicode")
    return markup + "".join(symbol(used) for used in re.findall(r'href="#([^"]+)"', markup))


# ── The drawing ───────────────────────────────────────────────────────────────────────────────────


def test_the_land_does_not_change_during_a_game() -> None:
    for name in ("forest", "lagoon"):
        boards = {drawing(state).board for state in walk(klatsch.load("coin-age", map=name), 2, 1)}
        assert len(boards) == 1


def test_a_stack_shows_what_lies_under_its_top() -> None:
    state = position(STACKED, heads="11123")
    assert [shown(state, f"coin-b2-{kind}") for kind in ("quarter", "penny", "dime")] == [
        "#ca-disc-0",
        "#ca-disc-1",
        "#ca-dime-0",
    ]
    assert figures(piece(state, "signs-b2")) == ["2", "4"]  # the small signs below the top
    ids = {piece.id for piece in drawing(state).pieces}
    assert "signs-a1" not in ids
    assert {id for id in ids if id.startswith("stack-")} == {f"stack-{name}" for name in ("a1", "a2", "b2", "b3", "c2")}


def test_sides_differ_in_shape_not_only_in_colour() -> None:
    """A sun is a polygon of rays, a moon a path."""
    state = position("A1 2H A2 2T", heads="111")
    assert (shown(state, "coin-a1-penny"), shown(state, "coin-a2-penny")) == ("#ca-penny-0", "#ca-penny-1")
    heads, tails = symbol("ca-penny-0"), symbol("ca-penny-1")
    assert ("<polygon" in heads, "<polygon" in tails) == (True, False)
    assert ("<path" in heads, "<path" in tails) == (False, True)


def test_a_doubled_coin_says_so() -> None:
    state = position("A1 2H B2 1H B3 1T", heads="111")
    assert "#ca-twice" in piece(state, "signs-a1")
    assert "signs-b2" not in {piece.id for piece in drawing(state).pieces}
    assert "A1, Old Pines: penny (2) of Heads; scores double" in piece(state, "space-a1")


def test_the_toss_shows_sides_and_what_is_used() -> None:
    state = play(new(), "toss dime nickel; place dime a1")
    facts = state.view(klatsch.PUBLIC)["toss"]
    assert facts == {
        "tossed": ["dime", "penny", "nickel", "quarter"],
        "matched": ["dime", "nickel"],
        "usable": ["nickel"],
    }
    assert "dime (1): used" in piece(state, "coin-dime")
    assert "nickel (3): matches" in piece(state, "coin-nickel")
    assert shown(state, "coin-heads-nickel-1") == "#ca-nickel-0"
    assert shown(state, "coin-heads-penny-2") == "#ca-penny-1"  # fell on the moon


def test_all_coins_are_drawn_and_a_tossed_one_keeps_its_element() -> None:
    before = position(STACKED, heads="11123")
    after = play(before.clone(), "toss dime penny; place dime b1")

    def coins(state: klatsch.State) -> dict[str, str]:
        return {piece.id: piece.markup for piece in drawing(state).pieces if "data-kind" in piece.markup}

    old, new = coins(before), coins(after)
    assert len(old) == len(new) == 20
    assert (set(old) - set(new), set(new) - set(old)) == ({"coin-heads-dime-2"}, {"coin-b1-dime"})
    assert {id for id in old if id in new and old[id] != new[id]} == {"coin-heads-penny-0", "coin-heads-nickel-0", *(
        f"coin-heads-dime-{i}" for i in range(2)
    )}  # fmt: skip


def test_spaces_tell_their_coins() -> None:
    state = position(STACKED, heads="11123")
    assert "B2, Birch Rise: dime (1) of Heads on penny (2) of Tails on quarter (4) of Heads" in piece(state, "space-b2")
    assert "B4, Fern Hollow: empty" in piece(state, "space-b4")


def test_where_to_pay_and_where_to_capture_to() -> None:
    """A coin is paid into the other bank and captured into the own one."""
    tops = {}
    for turn in (1, 2):
        paying = play(position("A1 1T", turn=turn, heads="1111222334"), "toss dime penny nickel quarter")
        capturing = play(position("A1 1T", turn=turn), "toss none")
        tops[turn] = [
            ElementTree.fromstring(piece(state, id))[0].get("y")
            for state, id in ((paying, "pay-here"), (capturing, "capture-here"))
        ]
        assert "capture-here" not in paying.svg(klatsch.PUBLIC)
        assert "pay-here" not in capturing.svg(klatsch.PUBLIC)
    assert tops[1] == tops[2][::-1]
    assert tops[1][0] != tops[1][1]


def test_banks_and_totals_are_drawn() -> None:
    state = position(STACKED, heads="11123")
    assert figures(piece(state, "bank-0")) == ["Heads", "map 9 + bank 5", "×3", "×1", "×1", "14"]
    assert figures(piece(state, "tally-0")) == ["Old Pines", "3", "1"]
    assert figures(piece(state, "tally-1")) == ["Birch Rise", "6", "0"]


@pytest.mark.rule("coin_age 9.4", "coin_age 9.5")
@pytest.mark.parametrize(
    ("heads", "lines", "words"),
    [
        ("11112222233", (["map 0 + bank 11"], ["map 0 + bank 9"]), ("Winner", None)),
        ("111222233", (["map 0 + bank 9"], ["map 0 + bank 11"]), (None, "Winner")),
        (
            "1111223344",
            (["map 0 + bank 10", "bank worth 22"], ["map 0 + bank 10", "bank worth 18"]),
            ("Winner", None),
        ),
        (
            "1111122344",
            (["map 0 + bank 10", "bank worth 20"], ["map 0 + bank 10", "bank worth 20"]),
            ("Draw", "Draw"),
        ),
    ],
)
def test_the_winner_is_named_and_a_tie_is_explained(
    heads: str, lines: tuple[list[str], list[str]], words: tuple[str | None, str | None]
) -> None:
    before = play(position("A1 .", heads=heads, turn=200), "toss none")
    after = play(before.clone(), "end")
    for seat, (expected, word) in enumerate(zip(lines, words, strict=True)):
        shown = figures(piece(after, f"bank-{seat}"))
        assert shown[1 : 1 + len(expected)] == expected
        assert [text for text in shown if text in ("Winner", "Draw")] == [word] * (word is not None)
        row = next(line for line in after.text(klatsch.PUBLIC).splitlines() if line[2:].startswith(shown[0]))
        assert row.split(" · ")[1:] == [*expected[1:], *([word] if word else [])]
        assert figures(piece(before, f"bank-{seat}"))[1] == expected[0]
        assert figures(piece(before, f"bank-{seat}"))[2].startswith("×")


@pytest.mark.parametrize(
    ("name", "size", "pressed"),
    [
        ("Old Pines", 17, None),
        ("Fern Hollow", 16.3, None),
        ("Innermost Islet", 12.1, None),
        ("W" * 16, 12, "122"),
        ("島" * 16, 12, "122"),
    ],
)
def test_a_long_name_of_a_region_keeps_to_its_room(name: str, size: float, pressed: str | None) -> None:
    text = OWN.replace("The Middle", name)
    row = ElementTree.fromstring(piece(klatsch.load("coin-age", map=text).new(), "tally-1"))
    label = next(found for found in row.iter("text") if found.text == name)
    assert float(label.get("font-size", "")) == size
    assert label.get("textLength") == pressed


@pytest.mark.parametrize("name", SHIPPED)
def test_names_of_spaces_lie_clear_of_borders_and_coins(name: str) -> None:
    state = new(map=name)
    marks = ElementTree.fromstring(piece(state, "marks"))
    labels = {label.text: (float(label.get("x", "")), float(label.get("y", ""))) for label in marks.iter("text")}
    for space in shipped_map(name).spaces:
        x, y = labels[space.name]
        middle = (x / SCALE, (y - 6 - TOP) / SCALE)
        for corner in box(middle, 0.8 * len(space.name), 1.0):
            assert inside(corner, space.outline), space.name
            assert distance_to_edge(corner, space.outline) > 0.75, space.name  # a border is 0.8 wide, and wobbles
            assert distance(corner, space.centre) > 6, space.name


# ── The text ──────────────────────────────────────────────────────────────────────────────────────


def test_the_text() -> None:
    state = play(position(STACKED, heads="11123"), "toss dime penny; place dime b1")
    shown = [line.rstrip() for line in state.text(klatsch.PUBLIC).splitlines() if line.strip()]
    assert shown == [
        "Forest · Turn 1",
        "                    A1               A2               A3",
        "                    1T               3H                ·",
        "          B1                B2                B3                B4",
        "          1H             1H 2T 4H             2H                ·",
        "                    C1               C2               C3",
        "                    ·                3T                ·",
        "Old Pines: Heads 8 (doubled), Tails 1",
        "  A1   1T           Tails 1   – A2 B1 B2",
        "  A2   3H           Heads 6   – A1 A3 B2 B3",
        "  A3   ·                      – A2 B3 B4",
        "  B1   1H           Heads 2   – A1 B2 C1",
        "Birch Rise: Heads 6 (doubled), Tails 0",
        "  B2   1H 2T 4H     Heads 2   – A1 A2 B1 B3 C1 C2",
        "  B3   2H           Heads 4   – A2 A3 B2 B4 C2 C3",
        "  C1   ·                      – B1 B2 C2",
        "Fern Hollow: Heads 0, Tails 0",
        "  B4   ·                      – A3 B3 C3",
        "  C3   ·                      – C2 B3 B4",
        "The Clearing: Heads 0, Tails 6 (doubled)",
        "  C2   3T           Tails 6   – C1 C3 B2 B3",
        "  Tails 15 (map 7 + bank 8); bank: 3×1 3×2 1×3 1×4",
        "> Heads 18 (map 14 + bank 4); bank: 2×1 1×2 1×3 0×4",
        "  (1H) 2H 3T: 2 of 3 match",
    ]


def test_neighbouring_stacks_do_not_overwrite_each_other() -> None:
    """Two towers where there is room for one: the other shows its top coin and how many lie under it."""
    near = OWN.replace("[38, 12]", "[27, 15]")
    state = position("1 1H2T3H4T 2 1T2H3T4H 10 1H2H3H", heads="1", map=near)
    shown = [line.rstrip() for line in state.text(klatsch.PUBLIC).splitlines()]
    assert shown[3:5] == [
        "           1        2                          3",
        "      1H 2T 3H 4T  1T+3                        ·                4",
    ]


def crowded_centres(random: Random) -> list[list[float]]:
    """Ten centres in a corner of the canvas, no two so near that coins would overlap."""
    found: list[list[float]] = []
    while len(found) < 10:
        x, y = random.uniform(6, 60), random.uniform(6, 50)
        if all(hypot(x - a, y - b) >= 12 for a, b in found):
            found.append([x, y])
    return found


def test_no_word_of_the_sketch_touches_another() -> None:
    """On the most crowded maps, with towers of four on all spaces, in names of four letters."""
    view = new().view(klatsch.PUBLIC)
    tower = [[kind, 0] for kind in KINDS]
    for seed in range(40):
        for space, centre in zip(view["spaces"], crowded_centres(Random(seed)), strict=True):
            space |= {"name": 2 * space["name"][:2], "centre": centre, "stack": tower}
        words = sketched(view, DEFINITION.words.say("en"))
        cells = [(row, start + i) for row, start, word in words for i in range(len(word) + 1)]  # and a blank
        assert len(set(cells)) == len(cells)
        assert {word for _, _, word in words[10:]} <= {"1H 2H 3H 4H", "1H+3"}


# ── Where both stand ──────────────────────────────────────────────────────────────────────────────


def tally(state: klatsch.State) -> Sheet:
    return DEFINITION.tally(state.view(klatsch.PUBLIC), DEFINITION.words.say("en"))


def test_the_tally_adds_up() -> None:
    columns, rows = tally(position(STACKED, heads="11123"))
    assert columns == ("Old Pines", "Birch Rise", "Fern Hollow", "The Clearing", "Bank", "Total")
    assert rows == (("3", "6 (×2)", "0", "0", "5", "14"), ("1", "0", "0", "6 (×2)", "8", "15"))


@pytest.mark.rule("coin_age 9.5")
def test_the_tally_of_a_tie_tells_what_the_banks_are_worth() -> None:
    before = play(position("A1 .", heads="1111223344", turn=200), "toss none")
    assert "Bank's worth" not in tally(before).columns
    columns, rows = tally(play(before, "end"))
    assert columns[-3:] == ("Bank", "Total", "Bank's worth")
    assert [row[-3:] for row in rows] == [("10", "10", "22"), ("10", "10", "18")]


# ── A newcomer's first turn ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("toss none", "end the turn"),
        ("toss dime", "nothing covers a dime"),
        ("toss dime; place dime a1", "move a stack"),
        ("toss nickel quarter", "keeping it for later"),
        ("toss dime penny; place dime a1", "You may place more"),
        ("toss dime penny; place dime a1; place penny a2", "All is done"),
        ("toss dime penny nickel quarter", "give one to your opponent's bank"),
        ("toss quarter; place quarter a1; end; toss penny", "Your penny (2) can cover the quarter (4) on A1"),
        ("toss quarter; place quarter a1; end; toss none", "Take your opponent's largest"),
        ("toss dime; end; toss none; end; toss dime", None),
    ],
)
def test_the_first_turn_is_guided_and_no_other(script: str, words: str | None) -> None:
    state = play(new(), script)
    told = DEFINITION.guide(state, int(state.actor))
    assert DEFINITION.guide(state, 1 - int(state.actor)) is None
    if words is None:
        assert told is None
    else:
        assert told is not None
        assert words in DEFINITION.words.say("en")(told)


# ── Sentences ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("script", "prompt"),
    [
        ("", "Heads tosses one coin of each kind left in the bank."),
        ("toss none", "Heads: capture a top coin and move a stack, in either order, or end the turn."),
        ("toss none; capture a1", "Heads: move a stack to an empty space beside it, or end the turn."),
        ("toss none; move a1 b1", "Heads: capture a top coin, or end the turn."),
        ("toss none; move a1 b1; capture b1", "Heads has nothing left to do: end the turn."),
        ("toss dime", "Heads: place the matching coin and move a stack, in either order, or end the turn."),
        ("toss dime penny", "Heads: place up to 2 matching coins, or end the turn."),
        ("toss dime penny; place dime b1", "Heads: place a matching coin, or end the turn."),
    ],
)
def test_prompts(script: str, prompt: str) -> None:
    assert play(position(STACKED, heads="11123"), script).prompt(klatsch.PUBLIC) == prompt


def test_prompts_of_four_matches() -> None:
    state = play(new(), "toss dime penny nickel quarter")
    assert state.prompt(0) == "Heads: place up to 2 matching coins, pay one coin to place one more, or end the turn."
    play(state, "place penny a1")
    assert state.prompt(0) == "Heads: place a matching coin, pay one coin to place one more, or end the turn."
    play(state, "place dime a1")
    assert state.prompt(0) == "Heads: pay a matching coin to place one more, or end the turn."
    play(state, "pay quarter")
    assert state.prompt(0) == "Heads: place a matching coin, or end the turn."


@pytest.mark.parametrize(
    ("before", "action", "sentence"),
    [
        ("", "toss none", "Heads tosses: no coin matches."),
        ("", "toss penny", "Heads tosses: the penny (2) matches."),
        ("", "toss dime nickel", "Heads tosses: dime (1) and nickel (3) match."),
        ("toss dime", "place dime a3", "Heads places a dime (1) on A3."),
        ("toss dime", "place dime c2", "Heads places a dime (1) on C2, over the nickel (3) of Tails."),
        ("toss none", "capture a1", "Heads captures the dime (1) on A1; the space is empty."),
        ("toss none", "capture b2", "Heads captures the dime (1) on B2; Tails controls the space now."),
        ("toss none", "move b2 c1", "Heads moves the stack from B2 to C1."),
        ("toss none", "end", "Heads ends the turn."),
    ],
)
def test_descriptions(before: str, action: str, sentence: str) -> None:
    state = play(position(STACKED, heads="11123"), before)
    assert state.describe(state.game.parse(action), klatsch.PUBLIC) == sentence


def test_describing_a_payment() -> None:
    state = play(new(), "toss none; end; toss dime penny nickel quarter")
    assert state.describe(state.game.parse("pay nickel"), 0) == "Tails pays a nickel (3) into the bank of Heads."


@pytest.mark.parametrize(
    ("matches", "action", "sentence"),
    [
        (
            "toss penny",
            "place penny b3",
            "The penny (2) is not smaller than the penny (2) on top of B3: only a smaller coin may cover it. (§4.2)",
        ),
        (
            "toss none",
            "place dime a1",
            "No coin matched: this turn you may capture and move, but not place. (§3.5)",
        ),
        (
            "toss none",
            "move a1 a1",
            "The stack lies on A1 already: it moves to an empty space beside it. (§6.1)",
        ),
    ],
)
def test_refusals_are_sentences_that_help(matches: str, action: str, sentence: str) -> None:
    state = play(position(STACKED, heads="11123"), matches)
    with pytest.raises(klatsch.IllegalAction) as refused:
        state.play(action)
    assert str(refused.value) == sentence


def test_every_sentence_is_used() -> None:
    """No sentence of the catalogue is left over: every id is named in the sources, or built from one there."""
    sources = "".join(path.read_text("utf-8") for path in DEFINITION.folder.glob("*.py"))
    built = re.compile(r"(anchor|coin|feature|prompt|end|verdict|region|map|option|does\.toss)[._]")
    unused = [
        id
        for id in read_catalogue(DEFINITION.folder, "en")
        if f'"{id}"' not in sources
        and not built.match(id)
        and id not in ("about", "board.mark_heads", "board.mark_tails")
    ]
    assert unused == []


# ── Actions and bytes ─────────────────────────────────────────────────────────────────────────────


def test_clicks_lead_to_actions() -> None:
    """A coin, then a space or the other bank; a stack, then a space or the own bank; the end is a button."""
    game = klatsch.load("coin-age")
    anchors = {notation: game.actions[game.parse(notation)].anchors for notation in
               ("place dime b2", "pay dime", "move b2 b3", "capture b2", "end")}  # fmt: skip
    assert anchors == {
        "place dime b2": ("coin-dime", "space-b2"),
        "pay dime": ("coin-dime", "pay-here"),
        "move b2 b3": ("space-b2", "space-b3"),
        "capture b2": ("space-b2", "capture-here"),
        "end": (),
    }


def test_equal_positions_have_equal_keys() -> None:
    one = play(new(), "toss dime penny; place dime a1; place penny a2; end")
    other = play(new(), "toss dime penny; place penny a2; place dime a1; end")
    assert one == other
    assert one.key() == other.key()
    assert one.key() != play(other, "toss none").key()


@pytest.mark.parametrize(
    ("script", "field"),
    [("", "paid"), ("", "moved"), ("", "captured"), ("toss dime penny", "moved"), ("toss dime", "captured")],
)
def test_flags_that_do_not_fit_the_toss_are_refused(script: str, field: str) -> None:
    """Before the toss nothing is left of the turn before; after it only what the matches allow can have been done."""
    state = play(new(), script)
    numbers = state.numbers()
    again = blank(state.game, 2)
    again.restore(numbers)
    assert again == state
    numbers[7 + ("paid", "moved", "captured").index(field)] = 1
    with pytest.raises(ValueError, match="no position of Coin Age"):
        again.restore(numbers)


def test_damaged_numbers_are_refused() -> None:
    """Every single number of a position changed a little: another possible position, or ValueError; never a crash."""
    game = klatsch.load("coin-age")
    refused = 0
    for state in walk(game, 2, 4):
        numbers = state.numbers()
        for i in range(len(numbers)):
            for change in (-(2**20), -1, 1, 16, 300):
                damaged = [*numbers[:i], numbers[i] + change, *numbers[i + 1 :]]
                again = blank(game, 2)
                try:
                    again.restore(damaged)
                except ValueError:
                    refused += 1
                    continue
                assert again.numbers() == damaged
                if again.actor != klatsch.OVER:
                    again.apply(again.sample(Rng(i)))
        for wrong in ([], numbers[:-1], [*numbers, 0]):
            with pytest.raises(ValueError):
                blank(game, 2).restore(wrong)
    assert refused > 100
